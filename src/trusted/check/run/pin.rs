//! Pins as linear forms: the value of a pin is the difference of the two points now, plus that of
//! their ways.
//!
//! The way of a body point with the arm q is d + (κ / |c|² - 1 + s' i) c° q, whose derivative by s'
//! is J c° q.

use super::integer_vector::IntegerVector;
use super::linear_form::{Affine, LinearForm};
use super::path::{Motions, Ways};
use super::placed::Placed;
use super::scaled::{OverOneUnit, Scaled};
use super::stage::{PinArm, PinArms, Stage};
use super::value::Value;
use crate::lookup;
use crate::rejection::Result;

/// The value of a pin along x, and that along y.
pub(super) fn axes(stage: &Stage, motions: &Motions, pin: &PinArms) -> Result<[Affine; 2]> {
    let [form_x, form_y] = forms(stage, pin)?;
    let [first, second] = &pin.arms;
    let first_way = way(stage, motions, first)?;
    let second_way = way(stage, motions, second)?;
    let now = rounded_difference(stage, pin)?;
    let after_first = now.plus(&first_way);
    let Scaled { vector, unit } = after_first.minus(&second_way);
    let IntegerVector { x, y } = vector;
    let along_x = Affine {
        form: form_x,
        target: Value::new(x, unit.clone()),
    };
    let along_y = Affine {
        form: form_y,
        target: Value::new(y, unit),
    };
    Ok([along_x, along_y])
}

/// The forms of a pin, along x and along y.
pub(super) fn forms(stage: &Stage, pin: &PinArms) -> Result<[LinearForm; 2]> {
    let [first, second] = &pin.arms;
    let first = turned(stage, first)?;
    let second = turned(stage, second)?;
    let OverOneUnit {
        first,
        second,
        unit,
    } = first.over_one_unit(&second);
    let x_axis = IntegerVector::from_small(1, 0);
    let y_axis = IntegerVector::from_small(0, 1);
    let along_x = LinearForm {
        bodies: pin.bodies(),
        direction: x_axis.scaled(&unit),
        levers: [-first.y, second.y],
        unit: unit.clone(),
    };
    let along_y = LinearForm {
        bodies: pin.bodies(),
        direction: y_axis.scaled(&unit),
        levers: [first.x, -second.x],
        unit,
    };
    Ok([along_x, along_y])
}

/// c° q of a pin on a free body; 0 on what is fixed.
fn turned(stage: &Stage, arm: &Option<PinArm>) -> Result<Scaled> {
    let Some(arm) = arm else {
        return Ok(Scaled::zero());
    };
    let short = stage.short(arm.body)?;
    Ok(short.turn.times(&arm.arm))
}

/// The way of the point of a pin on a free body to its target; 0 on what is fixed.
fn way(stage: &Stage, motions: &Motions, arm: &Option<PinArm>) -> Result<Scaled> {
    let motion = match arm {
        Some(arm) => motions.body(arm.body)?,
        None => None,
    };
    let Some(motion) = motion else {
        return Ok(Scaled::zero());
    };
    let Scaled { vector, unit } = turned(stage, arm)?;
    let ways = Ways::new(motion, &unit);
    let way = ways.of(&vector);
    Ok(Scaled {
        vector: way.target,
        unit: ways.unit,
    })
}

/// \[D\]: on a grid rounded to multiples of 2^-2g along gravity and across.
fn rounded_difference(stage: &Stage, pin: &PinArms) -> Result<Scaled> {
    let difference = difference(&stage.placed, pin)?;
    let settings = &stage.plan.settings;
    Ok(match settings.gap_digits() {
        None => difference,
        Some(digits) => difference.rounded_along(&settings.axis, digits),
    })
}

/// D: the difference of the two points of a pin, at the exact positions.
pub(super) fn difference(placed: &[Placed], pin: &PinArms) -> Result<Scaled> {
    let [first, second] = &pin.arms;
    let first = point(placed, pin, first)?;
    let second = point(placed, pin, second)?;
    Ok(first.minus(&second))
}

/// The point of a pin on one of its bodies; where the pin is in the scene, if that is fixed.
fn point(placed: &[Placed], pin: &PinArms, arm: &Option<PinArm>) -> Result<Scaled> {
    let Some(arm) = arm else {
        return Ok((&pin.at).into());
    };
    let pose = lookup::of_body(placed, arm.body)?.pose;
    let turned = pose.rotation().times(&arm.arm);
    Ok(pose.position.plus(&turned))
}
