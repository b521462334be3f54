//! Pins as linear forms: the value of a pin is the position of its point on the first body minus that on the second, after the step.
//!
//! A body point with the arm q is at z + d + (κ / |c|² + s' i) c q, whose derivative by s' is J c q.

use super::form::{Form, Value};
use super::integer_vector::IntegerVector;
use super::integer_vector::integers;
use super::kinematics::Motion;
use super::path::{Motions, Path, Paths};
use super::stage::{PinArm, PinArms, Stage};
use super::unit::{Unit, common};
use crate::Rejection;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use zwang_scene::BodyId;

/// A pin: its two forms, along x and along y, and their values when both bodies go to their targets.
pub(super) struct PinForm {
    pub forms: [Form; 2],
    pub targets: [Value; 2],
}

/// The forms of a pin.
pub(super) fn forms(stage: &Stage, pin: &PinArms) -> Result<[Form; 2], Rejection> {
    let bodies = pin.arms.each_ref().map(|arm| arm.as_ref().map(|arm| arm.body));
    let used: Vec<BodyId> = bodies.into_iter().flatten().collect();
    let plain: BigInt = pin.arms.iter().flatten().map(|arm| &arm.unit).product();
    let unit = Unit::new(plain, &used, &stage.lengths);
    let whole = unit.value(&stage.lengths);
    let turned = |arm: &Option<PinArm>| -> Result<IntegerVector, Rejection> {
        let Some(PinArm { body, arm, unit }) = arm else { return Ok(IntegerVector::default()) };
        let pose = stage.pose(*body)?;
        Ok(pose.turn.times(arm).scaled(&(&whole / (unit * &pose.length))))
    };
    let [first, second] = pin.arms.each_ref().map(turned);
    let (first, second) = (first?, second?);
    let along = |direction, levers| Form { bodies, direction, levers, unit: unit.clone() };
    Ok([
        along(IntegerVector::new(whole.clone(), BigInt::zero()), [-first.y, second.y]),
        along(IntegerVector::new(BigInt::zero(), whole.clone()), [first.x, -second.x]),
    ])
}

impl PinForm {
    pub(super) fn new(stage: &Stage, motions: &Motions, pin: &PinArms) -> Result<Self, Rejection> {
        let targets = difference(stage, pin, |arm| motions.body(arm.body))?;
        Ok(Self { forms: forms(stage, pin)?, targets })
    }
}

/// The difference of the two points of a pin, where the bodies are or, given their motions, at their targets.
pub(super) fn difference<'a>(
    stage: &Stage,
    pin: &PinArms,
    motion: impl Fn(&PinArm) -> Option<&'a Motion>,
) -> Result<[Value; 2], Rejection> {
    let mut sum: Option<(IntegerVector, Unit)> = None;
    for arm in &pin.arms {
        let (point, unit) = match arm {
            Some(arm) => on_body(stage, arm, motion(arm))?,
            None => {
                let (unit, [x, y]) = integers([&pin.at.x, &pin.at.y]);
                (IntegerVector::new(x, y), Unit::plain(unit))
            }
        };
        sum = Some(match sum {
            None => (point, unit),
            Some((first, first_unit)) => {
                let both = first_unit.common(&unit);
                let factor = |unit: &Unit| both.over(unit, &stage.lengths);
                (first.scaled(&factor(&first_unit)).minus(&point.scaled(&factor(&unit))), both)
            }
        });
    }
    let (IntegerVector { x, y }, unit) = sum.unwrap_or_else(|| (IntegerVector::default(), Unit::plain(BigInt::one())));
    Ok([Value { number: x, unit: unit.clone() }, Value { number: y, unit }])
}

/// The point of a pin on a free body.
fn on_body(stage: &Stage, arm: &PinArm, motion: Option<&Motion>) -> Result<(IntegerVector, Unit), Rejection> {
    let body = stage.body(arm.body)?;
    let pose = body.pose;
    let turned = pose.turn.times(&arm.arm);
    let plain = common(&pose.unit, &arm.unit);
    let center = pose.position.scaled(&(&plain / &pose.unit * &pose.length));
    let point = center.plus(&turned.scaled(&(&plain / &arm.unit)));
    let (point, plain) = match motion {
        None => (point, plain),
        Some(motion) => {
            let paths = Paths::new(body, Some(motion), (&plain, &arm.unit));
            let Path([now, target, _]) = paths.of(&point, &turned);
            (now.plus(&target), paths.plain)
        }
    };
    Ok((point, Unit::new(plain, &[arm.body], &stage.lengths)))
}
