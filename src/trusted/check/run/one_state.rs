//! E8: the motions of a ball are all rounded to one state (`proofs/RUN.md`, section 4a).
//!
//! What decides how a motion is rounded are signs of functions that are linear in the displacement
//! or in the sweep of a body. The square of the norm of the derivative f' of such a function is f'²
//! over the mass or the inertia.

use super::enclosure::Radius;
use super::integer_vector::IntegerVector;
use super::next_state::{Moved, rounded_turn, turned_back};
use super::scaled::Scaled;
use super::settings::Settings;
use super::stage::Stage;
use super::value::Value;
use crate::rejection::Condition::E8;
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{One, Signed};
use zwang_exact::{Rational, nearest};
use zwang_scene::BodyId;

/// A linear function at the centre of a ball, and its derivative, over one unit.
struct Linear {
    value: BigInt,
    derivative: BigInt,
}

impl Linear {
    /// Whether it is positive in all of a ball, given the mass or the inertia.
    fn is_positive_in(&self, radius: &Radius, weight: &Rational) -> bool {
        let value = Value::new(self.value.clone(), BigInt::one());
        let square = &self.derivative * &self.derivative;
        let number = square * weight.denom();
        let norm = Value::new(number, weight.numer().clone());
        radius.keeps_positive(&value, &norm)
    }
}

/// E8 for one body of an enclosed group, given its motion at the centre.
pub(super) fn has_one_state(stage: &Stage, moved: &Moved, radius: &Radius) -> Result {
    let body = moved.body;
    let settings = &stage.plan.settings;
    let free = stage.placed(body)?.free()?;
    // A shift by |a| changes a coordinate by 1.
    let mass = &free.mass * settings.axis.square();
    for distance in distances_of_shift(settings, moved, radius.grid) {
        if !distance.is_positive_in(radius, &mass) {
            return refused(stage, body, "positions");
        }
    }
    for distance in distances_of_turn(moved, radius.grid) {
        if !distance.is_positive_in(radius, &free.inertia) {
            return refused(stage, body, "rotations");
        }
    }
    Ok(())
}

fn refused(stage: &Stage, body: BodyId, what: &str) -> Result {
    let place = stage.name_of_body(body);
    let found = format!("{what} that may be rounded to several states");
    E8.refuse(place, found, "to one")
}

/// How far the coordinates α and β are from where they would be rounded otherwise: 2^-(g+1) minus
/// the way to the nearest multiple, with the mass that belongs to a coordinate along a.
fn distances_of_shift(settings: &Settings, moved: &Moved, grid: u64) -> Vec<Linear> {
    let shift = moved.displacement();
    let axis = &settings.axis;
    let unit = &shift.unit * axis.square();
    let along = shift.vector.dot(axis);
    let across = axis.cross(&shift.vector);
    let mut distances = Vec::new();
    for coordinate in [along, across] {
        let scaled = coordinate << grid;
        let rest = &scaled - nearest(&scaled, &unit) * &unit;
        distances.push(Linear {
            value: &unit - rest.abs() * 2_u8,
            derivative: &unit << grid.saturating_add(1),
        });
    }
    distances
}

/// Functions of the sweep that are positive where (n, t) is how c_new is rounded.
fn distances_of_turn(moved: &Moved, grid: u64) -> Vec<Linear> {
    let rotation = moved.rotation();
    let (quarter, tangent) = rounded_turn(&rotation.vector, grid);
    // c_new = (κ + s i) c, so its derivative is i c.
    let derivative = moved.pose.rotation().times(&Scaled::quarter_turn());
    let both = rotation.over_one_unit(&derivative);
    // x + y i = c_new i^(-n).
    let point = turned_back(&both.first, quarter);
    let way = turned_back(&both.second, quarter);
    let digits = grid.saturating_add(1);
    let below = &tangent * 2_u8 - 1_u8;
    let above = &tangent * 2_u8 + 1_u8;
    vec![
        Linear {
            value: &point.x - &point.y,
            derivative: &way.x - &way.y,
        },
        Linear {
            value: &point.x + &point.y,
            derivative: &way.x + &way.y,
        },
        Linear {
            value: -beyond_tangent(&point, &below, digits),
            derivative: -beyond_tangent(&way, &below, digits),
        },
        Linear {
            value: beyond_tangent(&point, &above, digits),
            derivative: beyond_tangent(&way, &above, digits),
        },
    ]
}

/// y T² + 2 x T - y for T = m / 2^digits, times 4^digits: positive where T is above the tangent of
/// half the angle of x + y i.
fn beyond_tangent(vector: &IntegerVector, m: &BigInt, digits: u64) -> BigInt {
    let IntegerVector { x, y } = vector;
    let twice: BigInt = x * m * 2_u8;
    let square: BigInt = y << digits.saturating_mul(2);
    y * m * m + (twice << digits) - square
}
