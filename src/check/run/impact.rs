//! R9: impacts (`proofs/RUN.md`, section 5).
//!
//! Velocities (w, σ) per step take the place of (d, s'), with the same forms: the value of a row
//! that meets is its gap velocity after the impact, plus ε u if u < 0 was that before it.

use super::form::Form;
use super::integer_vector::IntegerVector;
use super::path::Motions;
use super::resolution::Resolution;
use super::response::{Change, Response};
use super::stage::Stage;
use super::state::State;
use super::value::Value;
use crate::rejection::Condition::R9;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::Impact;
use zwang_scene::BodyId;

/// The velocities (w, σ) of all free bodies before a step, per step.
pub(super) struct Velocities(Response);

/// A row that meets, with its form and, as a value, the gap velocity before the impact times 1 + ε.
pub(super) struct Meeting {
    pub index: usize,
    pub row: Contact,
    pub form: Form,
    pub target: Value,
}

impl Velocities {
    pub(super) fn new(stage: &Stage, motions: &Motions, before: &State) -> Result<Self, Rejection> {
        let mut changes = BTreeMap::new();
        for (body, motion) in motions.all().enumerate() {
            let (Some(motion), Some(before)) = (motion, before.poses.get(body)) else {
                continue;
            };
            let half_turn = || {
                let place = names::body(&stage.plan.scene, body);
                Rejection::new(R9, place, "half a turn in the last step", "less")
            };
            let [sine, cosine] = stage
                .pose(body)?
                .half_tangent(before)
                .ok_or_else(half_turn)?;
            // σ = 2 sine / cosine.
            let IntegerVector { x, y } = motion.last.scaled(&cosine);
            let numbers = [x, y, sine * 2_u8 * &motion.unit];
            changes.insert(
                body,
                Change {
                    numbers,
                    unit: cosine * &motion.unit,
                },
            );
        }
        Ok(Self(Response {
            changes,
            denominator: BigInt::one(),
        }))
    }

    /// The gap velocity of a form.
    pub(super) fn of(&self, form: &Form) -> Value {
        self.0.value(form, &Value::zero())
    }

    /// (w, σ) of a body.
    pub(super) fn body(&self, body: BodyId) -> Option<&Change> {
        self.0.changes.get(&body)
    }
}

/// R9: the impact of a step, if the rule says that there is one, is the one that the record proves.
/// Returns the state before the step as the impact leaves it.
pub(super) fn resolved(
    stage: &Stage,
    motions: &Motions,
    before: &State,
    rows: &[Contact],
    impact: Option<&[Impact]>,
) -> Result<Option<State>, Rejection> {
    let is_possible = stage.plan.settings.has_restitution();
    let expected = if is_possible {
        meetings(stage, motions, before, rows)?
    } else {
        None
    };
    match (expected, impact) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(Rejection::new(R9, "`impact`", "null", "an impact")),
        (None, Some(_)) => Err(Rejection::new(R9, "`impact`", "an impact", "null")),
        (Some((velocities, meetings)), Some(impact)) => {
            let resolution = Resolution {
                stage,
                velocities,
                meetings,
                impact,
            };
            resolution
                .state(before)
                .map(Some)
                .map_err(|rejection| rejection.under(R9).within("impact"))
        }
    }
}

/// The rows that meet, if one of them makes an impact.
fn meetings(
    stage: &Stage,
    motions: &Motions,
    before: &State,
    rows: &[Contact],
) -> Result<Option<(Velocities, Vec<Meeting>)>, Rejection> {
    let velocities = Velocities::new(stage, motions, before)?;
    let mut meetings = Vec::new();
    let mut is_impact = false;
    for (index, row) in rows.iter().enumerate() {
        if Form::row_target(stage, motions, row)?.number.is_positive() {
            continue;
        }
        let form = Form::row(stage, row)?;
        let mut target = velocities.of(&form);
        if target.number.is_negative() {
            let restitution = stage
                .plan
                .settings
                .restitution(row.vertex.part.body, row.edge.part.body);
            is_impact = is_impact || !restitution.is_zero();
            target.number *= restitution.numer() + restitution.denom();
            target.unit *= restitution.denom();
        }
        meetings.push(Meeting {
            index,
            row: *row,
            form,
            target,
        });
    }
    Ok(is_impact.then_some((velocities, meetings)))
}
