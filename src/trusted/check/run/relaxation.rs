//! What a relaxed group asks less of its rows (`proofs/RUN.md`, section 9).

use super::kinematics::Motion;
use super::path::Motions;
use super::response::{Change, Response};
use super::stage::Stage;
use super::system::StepRow;
use super::value::Value;
use crate::lookup;
use crate::rejection::Condition::{Form, R2};
use crate::rejection::Result;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// What is asked less of a group; nothing by default.
#[derive(Default)]
pub(super) struct Relaxation {
    /// What leads from the target to d = s = 0, if rows may stay as violated as they are then.
    staying: Option<Response>,
    is_frictionless: bool,
}

impl Relaxation {
    /// R2: that of a group that is relaxed 0, 1 or 2.
    pub(super) fn new(
        stage: &Stage,
        motions: &Motions,
        bodies: &[usize],
        relaxed: u64,
    ) -> Result<Self> {
        match relaxed {
            0 => Ok(Self::default()),
            1 | 2 => Ok(Self {
                staying: Some(staying(stage, motions, bodies)?),
                is_frictionless: relaxed == 2,
            }),
            _ => R2.refuse("`relaxed`", relaxed, "0, 1 or 2"),
        }
    }

    /// Whether anything is asked less.
    pub(super) fn is_some(&self) -> bool {
        self.staying.is_some()
    }

    /// The floor b of a row.
    pub(super) fn floor(&self, row: &StepRow) -> Value {
        let Some(staying) = &self.staying else {
            return Value::zero();
        };
        let value = staying.value(&row.gap);
        match value.is_negative() {
            true => value,
            false => Value::zero(),
        }
    }

    /// The friction μ of a row.
    pub(super) fn friction(&self, friction: &Rational) -> Rational {
        match self.is_frictionless {
            true => Rational::zero(),
            false => friction.clone(),
        }
    }
}

/// What leads from the target to d = s = 0.
fn staying(stage: &Stage, motions: &Motions, bodies: &[usize]) -> Result<Response> {
    let mut changes = BTreeMap::new();
    for body in lookup::bodies(bodies) {
        let Some(motion) = motions.body(body)? else {
            let place = format!("body {body}");
            return Form.refuse(place, "a fixed body", "a free one");
        };
        let Motion {
            target,
            unit,
            turn,
            turn_unit,
            ..
        } = motion;
        // s~' = s~ / |c|², and |c|² = square / length².
        let pose = stage.placed(body)?.pose;
        let turn_unit = turn_unit * &pose.square;
        let shift = target.scaled(&turn_unit);
        let square = &pose.length * &pose.length;
        let turn = &turn.y * square * unit;
        let change = Change {
            shift: shift.opposite(),
            turn: -turn,
            unit: unit * turn_unit,
        };
        changes.insert(body, change);
    }
    Ok(Response::of_changes(changes))
}
