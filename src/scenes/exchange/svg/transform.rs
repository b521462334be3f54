//! Transforms of drawings that are exact: matrix, translate, scale, and rotations by quarter turns.

use super::path::{self, numbers};
use crate::affine::Affine;
use crate::error::excerpt;
use num_traits::{One, Zero};
use zwang_exact::{Rational, Vector};

/// What is read.
const EXPECTED: &str = "matrix, translate, scale, or rotate by a multiple of 90";

/// The map that a list of transforms says; the first of them is the last to act.
pub fn read(text: &str) -> Result<Affine, (String, String)> {
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
        let Some(own) = one(name, &arguments) else {
            return Err(refused(rest));
        };
        map = map.after(&own);
        rest = next.trim_start_matches(path::is_between);
    }
    Ok(map)
}

fn refused(text: &str) -> (String, String) {
    let beginning = excerpt(text);
    let found = format!("the transform `{beginning}`");
    (found, EXPECTED.to_owned())
}

fn one(name: &str, numbers: &[Rational]) -> Option<Affine> {
    match (name, numbers) {
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
        ("rotate", [degrees]) => quarter_turns(degrees),
        ("rotate", [degrees, x, y]) => {
            let turn = quarter_turns(degrees)?;
            let center = vector(x, y);
            let back = -&center;
            let there = Affine::translation(center);
            let back = Affine::translation(back);
            Some(there.after(&turn).after(&back))
        }
        _ => None,
    }
}

fn vector(x: &Rational, y: &Rational) -> Vector {
    Vector::new(x.clone(), y.clone())
}

/// The rotation by so many degrees, if they are quarter turns.
fn quarter_turns(degrees: &Rational) -> Option<Affine> {
    let full = Rational::from_integer(360.into());
    let quarter = Rational::from_integer(90.into());
    let turns = degrees / &full;
    let whole_turns = turns.floor();
    let rest = degrees - whole_turns * &full;
    let mut cosine = Rational::one();
    let mut sine = Rational::zero();
    let mut angle = Rational::zero();
    while angle < full {
        if angle == rest {
            return Some(Affine::rotation(cosine, sine));
        }
        angle += &quarter;
        (cosine, sine) = (-sine, cosine);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_maps(text: &str, x: i64, y: i64) {
        let map = read(text).unwrap();
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
    fn what_is_not_exact_is_refused() {
        for text in [
            "rotate(45)",
            "skewX(10)",
            "scale(2",
            "translate()",
            "none",
            "matrix(1)",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
