//! Pins as linear forms: the value of a pin is the difference of the two points now, plus that of
//! their ways.
//!
//! The way of a body point with the arm q is d + (κ / |c|² - 1 + s' i) c° q, whose derivative by s'
//! is J c° q.

use super::form::Form;
use super::integer_vector::{IntegerVector, integers};
use super::path::{Motions, Ways};
use super::placed::Placed;
use super::rounding::nearest_along;
use super::stage::{PinArm, PinArms, Stage};
use super::unit::{common, multiple};
use super::value::Value;
use crate::{Rejection, lookup};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// A pin: its two forms, along x and along y, and their values when both bodies go to their
/// targets.
pub(super) struct PinForm {
    pub forms: [Form; 2],
    pub targets: [Value; 2],
}

/// A vector over a unit.
type Scaled = (IntegerVector, BigInt);

/// The forms of a pin.
pub(super) fn forms(stage: &Stage, pin: &PinArms) -> Result<[Form; 2], Rejection> {
    let [first, second] = &pin.arms;
    let (first, first_unit) = turned(stage, first.as_ref())?;
    let (second, second_unit) = turned(stage, second.as_ref())?;
    let (unit, [factor, second_factor]) = multiple(&first_unit, &second_unit);
    let first = first.scaled(&factor);
    let second = second.scaled(&second_factor);
    let along = |direction, levers| Form {
        bodies: pin.bodies(),
        direction,
        levers,
        unit: unit.clone(),
    };
    let right = IntegerVector::new(unit.clone(), BigInt::zero());
    let up = IntegerVector::new(BigInt::zero(), unit.clone());
    Ok([
        along(right, [-first.y, second.y]),
        along(up, [first.x, -second.x]),
    ])
}

/// c° q of a pin on a free body; 0 on what is fixed.
fn turned(stage: &Stage, arm: Option<&PinArm>) -> Result<Scaled, Rejection> {
    let Some(arm) = arm else {
        return Ok((IntegerVector::default(), BigInt::one()));
    };
    let short = stage.short(arm.body)?;
    Ok((short.turn.times(&arm.arm), &short.turn_unit * &arm.unit))
}

/// The way of the point of a pin on a free body to its target; 0 on what is fixed.
fn way(stage: &Stage, motions: &Motions, arm: Option<&PinArm>) -> Result<Scaled, Rejection> {
    let motion = match arm {
        Some(arm) => motions.body(arm.body)?,
        None => None,
    };
    let Some(motion) = motion else {
        return Ok((IntegerVector::default(), BigInt::one()));
    };
    let (turned, unit) = turned(stage, arm)?;
    let ways = Ways::new(motion, &unit);
    let [way, _] = ways.of(&turned);
    Ok((way, ways.unit))
}

impl PinForm {
    pub(super) fn new(stage: &Stage, motions: &Motions, pin: &PinArms) -> Result<Self, Rejection> {
        let [first, second] = &pin.arms;
        let sum = rounded_difference(stage, pin)?;
        let sum = plus(&sum, &way(stage, motions, first.as_ref())?, 1);
        let sum = plus(&sum, &way(stage, motions, second.as_ref())?, -1);
        let (IntegerVector { x, y }, unit) = sum;
        Ok(Self {
            forms: forms(stage, pin)?,
            targets: [x, y].map(|number| Value {
                number,
                unit: unit.clone(),
            }),
        })
    }

    /// The form along x and that along y, each with its value at the target.
    pub(super) fn axes(&self) -> [(&Form, &Value); 2] {
        let ([x, y], [x_target, y_target]) = (&self.forms, &self.targets);
        [(x, x_target), (y, y_target)]
    }
}

/// The sum of two vectors, the second one times 1 or -1.
fn plus((first, unit): &Scaled, (second, second_unit): &Scaled, sign: i8) -> Scaled {
    let (both, [factor, second_factor]) = multiple(unit, second_unit);
    (
        first
            .scaled(&factor)
            .plus(&second.scaled(&(second_factor * sign))),
        both,
    )
}

/// \[D\]: on a grid rounded to multiples of 2^-2g along gravity and across.
fn rounded_difference(stage: &Stage, pin: &PinArms) -> Result<Scaled, Rejection> {
    let (difference, unit) = difference(&stage.placed, pin)?;
    let settings = &stage.plan.settings;
    Ok(match settings.gap_digits() {
        None => (difference, unit),
        Some(digits) => (
            nearest_along(&difference, &unit, &settings.axis, digits),
            BigInt::one() << digits,
        ),
    })
}

/// D: the difference of the two points of a pin, at the exact positions.
pub(super) fn difference(placed: &[Placed], pin: &PinArms) -> Result<Scaled, Rejection> {
    let point = |arm: &Option<PinArm>| match arm {
        Some(arm) => on_body(placed, arm),
        None => {
            let (unit, [x, y]) = integers([&pin.at.x, &pin.at.y]);
            Ok((IntegerVector::new(x, y), unit))
        }
    };
    let [first, second] = pin.arms.each_ref().map(point);
    Ok(plus(&first?, &second?, -1))
}

/// The point of a pin on a free body.
fn on_body(placed: &[Placed], arm: &PinArm) -> Result<Scaled, Rejection> {
    let pose = lookup::entry(placed, "scene", "body", arm.body)?.pose;
    let plain = common(&pose.unit, &arm.unit);
    let center = pose.position.scaled(&(&plain / &pose.unit * &pose.length));
    let point = center.plus(&pose.turn.times(&arm.arm).scaled(&(&plain / &arm.unit)));
    Ok((point, plain * &pose.length))
}
