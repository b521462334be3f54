//! Transforms of drawings: matrix, translate and scale, which are exact, and rotations, which are
//! by the nearest rational turn ([`zwang_angle::turn`]).

use super::path::{self, numbers};
use crate::affine::Affine;
use crate::decimal::{decimal, rounded_up};
use crate::error::excerpt;
use crate::work::{TooMuch, Work};
use num_traits::Zero;
use zwang_exact::{Rational, Vector, bits};

/// The transformations that are read.
const EXPECTED: &str = "matrix, translate, scale, or rotate";

/// The most binary digits of the numbers of a map.
const MOST_BITS: u64 = 1 << 13;

/// The map that a list of transforms says; the first of them is the last to act. Adds a note for
/// each turn that is not exact.
pub fn read(
    text: &str,
    notes: &mut Vec<String>,
    work: &mut Work,
) -> Result<Affine, (String, String)> {
    let mut map = Affine::identity();
    let mut rest = text.trim_ascii();
    while !rest.is_empty() {
        let Some((name, behind)) = rest.split_once('(') else {
            return Err(refused(rest));
        };
        let Some((arguments, next)) = behind.split_once(')') else {
            return Err(refused(rest));
        };
        let arguments = numbers(arguments)?;
        let name = name.trim_ascii();
        let own = match one(name, &arguments, notes, work) {
            Ok(Some(own)) => own,
            Ok(None) => return Err(refused(rest)),
            Err(problem) => return Err((problem.to_string(), "fewer turns".to_owned())),
        };
        map = map.after(&own);
        is_short(&map)?;
        rest = next.trim_start_matches(path::is_between);
    }
    Ok(map)
}

/// Whether a map has no numbers that are too long.
pub fn is_short(map: &Affine) -> Result<(), (String, String)> {
    for vector in [&map.first, &map.second, &map.origin] {
        let longest = bits(&vector.x).max(bits(&vector.y));
        if longest > MOST_BITS {
            let found = format!("a transform with numbers of more than {MOST_BITS} binary digits");
            return Err((found, "shorter ones".to_owned()));
        }
    }
    Ok(())
}

fn refused(text: &str) -> (String, String) {
    let beginning = excerpt(text);
    let found = format!("the transform `{beginning}`");
    (found, EXPECTED.to_owned())
}

fn one(
    name: &str,
    numbers: &[Rational],
    notes: &mut Vec<String>,
    work: &mut Work,
) -> Result<Option<Affine>, TooMuch> {
    Ok(match (name, numbers) {
        ("matrix", [a, b, c, d, e, f]) => Some(Affine {
            first: vector(a, b),
            second: vector(c, d),
            origin: vector(e, f),
        }),
        ("translate", [x]) => {
            let none = Rational::zero();
            let shift = vector(x, &none);
            Some(Affine::translation(shift))
        }
        ("translate", [x, y]) => {
            let shift = vector(x, y);
            Some(Affine::translation(shift))
        }
        ("scale", [factor]) => Some(Affine::scaling(factor, factor)),
        ("scale", [x, y]) => Some(Affine::scaling(x, y)),
        ("rotate", [degrees]) => rotation(degrees, notes, work)?,
        ("rotate", [degrees, x, y]) => {
            let Some(turn) = rotation(degrees, notes, work)? else {
                return Ok(None);
            };
            let center = vector(x, y);
            let back = -&center;
            let there = Affine::translation(center);
            let back = Affine::translation(back);
            Some(there.after(&turn).after(&back))
        }
        _ => None,
    })
}

fn vector(x: &Rational, y: &Rational) -> Vector {
    Vector::new(x.clone(), y.clone())
}

/// The rotation by so many degrees, or the nearest rational one.
fn rotation(
    degrees: &Rational,
    notes: &mut Vec<String>,
    work: &mut Work,
) -> Result<Option<Affine>, TooMuch> {
    let Some(turn) = work.turn(degrees)? else {
        return Ok(None);
    };
    if !turn.error.is_zero() {
        let degrees = decimal(degrees).text;
        let error = rounded_up(&turn.error);
        notes.push(format!(
            "turns by {degrees} degrees as the nearest turn with a rational half tangent, less than \
             {error} degrees off"
        ));
    }
    let Vector { x, y } = turn.direction();
    Ok(Some(Affine::rotation(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_maps(text: &str, x: i64, y: i64) {
        let mut notes = Vec::new();
        let map = read(text, &mut notes, &mut Work::default()).unwrap();
        assert!(notes.is_empty());
        let point = Vector::from_integers(1, 2);
        let expected = Vector::from_integers(x, y);
        assert_eq!(map.of(&point), expected, "{text}");
    }

    #[test]
    fn where_a_point_goes() {
        assert_maps("", 1, 2);
        assert_maps("translate(3)", 4, 2);
        assert_maps("translate(3, -1)", 4, 1);
        assert_maps("scale(2) translate(1,1)", 4, 6);
        assert_maps("translate(1,1),scale(2)", 3, 5);
        assert_maps("scale(2,-1)", 2, -2);
        assert_maps("rotate(90)", -2, 1);
        assert_maps("rotate(-270)", -2, 1);
        assert_maps("rotate(180 1 0)", 1, -2);
        assert_maps("matrix(1 2 3 4 5 6)", 12, 16);
    }

    #[test]
    fn a_list_is_refused_as_soon_as_its_map_is_too_long() {
        let text = |count| "scale(1.01)".repeat(count);
        let read = |text: &str| read(text, &mut Vec::new(), &mut Work::default());
        assert!(read(&text(300)).is_ok());
        let (found, _) = read(&text(60_000)).unwrap_err();
        assert!(found.contains("8192"), "{found}");
    }

    #[test]
    fn what_is_not_read_is_refused() {
        for text in ["skewX(10)", "scale(2", "translate()", "none", "matrix(1)"] {
            let found = read(text, &mut Vec::new(), &mut Work::default());
            assert!(found.is_err(), "{text}");
        }
    }

    /// cos 30° = √3/2, and sin 30° = 1/2: the turn is rational, and near.
    #[test]
    fn other_turns_are_rational_and_told() {
        let mut notes = Vec::new();
        let map = read("rotate(30)", &mut notes, &mut Work::default()).unwrap();
        assert!(map.is_motion());
        let off = &map.first.y - Rational::new(1.into(), 2.into());
        let bound = Rational::new(1.into(), 100_000.into());
        assert!(off < bound && -off < bound);
        assert_eq!(notes.len(), 1);
        assert!(
            notes[0].starts_with("turns by 30 degrees as the nearest turn"),
            "{}",
            notes[0]
        );
    }
}
