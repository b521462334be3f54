//! Boxes that are turned by degrees: `rotation = { axis, degrees }`, made a quaternion.
//!
//! The turn about a unit vector u by an angle with the half tangent t is that of the quaternion
//! 1 + t u. If the length of the axis is irrational, it is rounded to 10⁻⁶; which half tangent
//! is taken is said in [`zwang_angle::turn`]. Turns by 60, 90 and 120 degrees have the squares 1/3,
//! 1 and 3 of half tangents, so with some axes they are exact: a third of a turn about (1, 1, 1)
//! exchanges the axes.

use super::super::error::{Problem, error};
use super::super::points::{coordinates_node, coordinates_of, number_of};
use super::super::work::Work;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::fmt::Display;
use zwang_angle::turn;
use zwang_exact::{Integer, Quaternion, Rational, Vector3};
use zwang_scene::SceneError;
use zwang_scene::read::{Node, Value};

const EXPECTED: &str = "[w, x, y, z] or { axis = [0, 0, 1], degrees = 30 }";

/// Lengths of axes are rounded to a fraction with this denominator.
const UNIT: u32 = 1_000_000;

/// The quaternion of a turn, and how far it is off at most, degrees.
struct NearTurn {
    quaternion: Quaternion,
    error: Rational,
}

/// Makes a quaternion of the rotation of a box if it has an axis. Adds a note unless it is exact.
pub fn make_quaternion(
    body: &mut Node,
    owner: &dyn Display,
    work: &mut Work,
    notes: &mut Vec<String>,
) -> Result<(), SceneError> {
    let Some(rotation) = rotation_of(body) else {
        return Ok(());
    };
    if !matches!(rotation.value, Value::Table(_)) {
        return Ok(());
    }
    let line = rotation.line;
    let made = made(rotation, work);
    let (node, note) =
        made.map_err(|problem| error(line, format_args!("{owner}, box, rotation"), problem))?;
    *rotation = node;
    if let Some(note) = note {
        notes.push(format!("line {line}: {owner}: {note}"));
    }
    Ok(())
}

fn rotation_of(body: &mut Node) -> Option<&mut Node> {
    let shape = value_of(body, "box")?;
    value_of(shape, "rotation")
}

fn value_of<'a>(table: &'a mut Node, key: &str) -> Option<&'a mut Node> {
    let Value::Table(entries) = &mut table.value else {
        return None;
    };
    let entry = entries.iter_mut().find(|entry| entry.key == key)?;
    Some(&mut entry.node)
}

/// The list of four numbers, and what is said of it.
fn made(rotation: &Node, work: &mut Work) -> Result<(Node, Option<String>), Problem> {
    let Value::Table(entries) = &rotation.value else {
        return Err(Problem::new(rotation.value.to_string(), EXPECTED));
    };
    for entry in entries {
        if !["axis", "degrees"].contains(&entry.key.as_str()) {
            let found = format!("the unknown key `{}`", entry.key);
            return Err(Problem::new(found, EXPECTED));
        }
    }
    let axis = rotation.entry("axis").map(|entry| &entry.node);
    let Some(axis) = axis.and_then(|axis| coordinates_of(axis, 3)) else {
        return Err(Problem::new("no axis of three numbers", EXPECTED));
    };
    let degrees = rotation.entry("degrees").map(|entry| &entry.node);
    let Some(degrees) = degrees.and_then(number_of) else {
        return Err(Problem::new("no number of degrees", EXPECTED));
    };
    let [x, y, z] = <[Rational; 3]>::try_from(axis).unwrap_or_default();
    let axis = Vector3::new(x, y, z);
    if axis.is_zero() {
        let found = "the axis [0, 0, 0]";
        return Err(Problem::new(found, "an axis other than 0"));
    }
    work.measure()?;
    let NearTurn { quaternion, error } = near_turn(&axis.primitive(), &degrees)?;
    let numbers = [&quaternion.w, &quaternion.x, &quaternion.y, &quaternion.z];
    let node = coordinates_node(numbers, rotation.line, work)?;
    if error.is_zero() {
        return Ok((node, None));
    }
    let numbers = numbers.map(ToString::to_string).join(", ");
    let part = error.recip().to_integer();
    let note = format!(
        "{degrees} degrees about an axis are taken as the quaternion [{numbers}], which is less \
         than 1/{part} of a degree off"
    );
    Ok((node, Some(note)))
}

/// The turn by so many degrees about an axis of integers, by a quaternion of integers.
fn near_turn(axis: &Vector3, degrees: &Rational) -> Result<NearTurn, Problem> {
    let square = axis.dot(axis);
    if let Some(share) = exact_share(&square, degrees) {
        let vector = axis.scaled(&share);
        return Ok(NearTurn {
            quaternion: integers(Rational::from_integer(1.into()), vector),
            error: Rational::zero(),
        });
    }
    let Some(turn) = turn(degrees) else {
        let found = format!("{degrees} degrees, which is between two fractions");
        return Err(Problem::new(found, "[w, x, y, z]"));
    };
    // (1 + i)^q (1 + t i), with i for the unit vector along the axis.
    let mut real = Rational::from_integer(1.into());
    let mut imaginary = turn.half_tangent;
    for _ in 0..turn.quarters {
        let next = &real - &imaginary;
        imaginary += real;
        real = next;
    }
    let length = length(&square);
    let mut error = turn.error;
    if &length * &length != square {
        // The half tangent is off by a share of at most 1/2·10⁶, the angle by no more in radians.
        error += Rational::new(1.into(), 30_000.into());
    }
    Ok(NearTurn {
        quaternion: integers(real * length, axis.scaled(&imaginary)),
        error,
    })
}

/// The s with 1 + s a for the turn about a, if the turn is by 60, 90 or 120 degrees and s is
/// rational.
fn exact_share(square: &Rational, degrees: &Rational) -> Option<Rational> {
    let turns = degrees / Rational::from_integer(360.into());
    let rest = &turns - turns.round();
    let sixths = (rest.abs() * Rational::from_integer(12.into())).to_integer();
    let is_whole = (&rest * Rational::from_integer(12.into())).is_integer();
    let tangent_square = match sixths.to_u8() {
        Some(2) if is_whole => Rational::new(1.into(), 3.into()),
        Some(3) if is_whole => Rational::from_integer(1.into()),
        Some(4) if is_whole => Rational::from_integer(3.into()),
        _ => return None,
    };
    let share_square = tangent_square / square;
    let share = Rational::new(share_square.numer().sqrt(), share_square.denom().sqrt());
    if &share * &share != share_square {
        return None;
    }
    Some(if rest.is_negative() { -share } else { share })
}

/// The root of the square of a vector of integers; to the nearest 10⁻⁶ if it is irrational.
fn length(square: &Rational) -> Rational {
    let root = square.numer().sqrt();
    if &root * &root == *square.numer() {
        return Rational::from_integer(root);
    }
    let unit = BigInt::from(UNIT);
    let twice = (square.numer() * &unit * &unit * 4_u8).sqrt();
    Rational::new((twice + 1_u8) / 2_u8, unit)
}

/// The shortest quaternion of integers with the same turn.
fn integers(real: Rational, vector: Vector3) -> Quaternion {
    let whole = zwang_exact::common_denominator([&real].into_iter().chain(vector.coordinates()));
    let whole = Rational::from_integer(whole);
    let [w, x, y, z] = [&real, &vector.x, &vector.y, &vector.z].map(|number| number * &whole);
    let mut divisor = Integer::ZERO;
    for number in [&w, &x, &y, &z] {
        divisor = divisor.gcd(&Integer::from(number.numer()));
    }
    let divisor = Rational::from_integer(divisor.to_bigint().into_owned());
    Quaternion::new(w / &divisor, x / &divisor, y / &divisor, z / &divisor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_exact::Matrix3;

    fn found(axis: [i64; 3], degrees: &str) -> NearTurn {
        let [x, y, z] = axis;
        let degrees = zwang_exact::parse(degrees).unwrap();
        near_turn(&Vector3::from_integers(x, y, z), &degrees).unwrap()
    }

    #[test]
    fn some_turns_are_exact() {
        for (axis, degrees, quaternion) in [
            ([0, 0, 1], "0", [1, 0, 0, 0]),
            ([0, 0, 1], "90", [1, 0, 0, 1]),
            ([0, 0, 1], "-90", [1, 0, 0, -1]),
            ([0, 1, 0], "450", [1, 0, 1, 0]),
            ([1, 1, 1], "120", [1, 1, 1, 1]),
            ([1, 1, 1], "-120", [1, -1, -1, -1]),
            ([1, 1, 1], "60", [3, 1, 1, 1]),
            ([1, 2, 2], "90", [3, 1, 2, 2]),
        ] {
            let [w, x, y, z] = quaternion;
            let NearTurn { quaternion, error } = found(axis, degrees);
            assert_eq!(
                quaternion,
                Quaternion::from_integers(w, x, y, z),
                "{degrees}"
            );
            assert_eq!(error, Rational::zero(), "{degrees}");
        }
        let half = found([0, 0, 1], "180").quaternion.rotation();
        let expected = Matrix3::diagonal(&Vector3::from_integers(-1, -1, 1));
        assert_eq!(half, expected);
    }

    /// The trace of a turn is 1 + 2 cos θ.
    #[test]
    #[allow(clippy::disallowed_types)]
    fn other_turns_are_near() {
        for axis in [[0, 0, 1], [1, 1, 1], [1, 1, 0], [3, -1, 7]] {
            for degrees in ["30", "45", "-100", "179", "222.5"] {
                let NearTurn { quaternion, error } = found(axis, degrees);
                let turn = quaternion.rotation();
                let [x, y, z] = axis;
                let axis = Vector3::from_integers(x, y, z);
                assert_eq!(turn.times(&axis), axis);
                let cosine = (turn.trace().to_f64().unwrap() - 1.0) / 2.0;
                let angle = degrees.parse::<f64>().unwrap().to_radians();
                assert!((cosine - angle.cos()).abs() < 1e-4, "{degrees}");
                assert!(error > Rational::zero() && error < zwang_exact::parse("1/500").unwrap());
            }
        }
    }
}
