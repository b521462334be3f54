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
use super::system::StepRow;
use super::value::Value;
use crate::rejection::Condition::R9;
use crate::rejection::within;
use crate::{Result, names};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::Impact;
use zwang_scene::BodyId;

/// The velocities (w, σ) of all free bodies before a step, per step.
pub(super) struct Velocities(Response);

impl Velocities {
    pub(super) fn new(stage: &Stage, motions: &Motions, before: &State) -> Result<Self> {
        let mut changes = BTreeMap::new();
        for (placed, before) in stage.placed.iter().zip(&before.poses) {
            let body = placed.body;
            // A fixed body has no velocity.
            if let Some(motion) = motions.body(body)? {
                let Some([sine, cosine]) = placed.pose.half_tangent(before) else {
                    let place = names::body(&stage.plan.scene, body);
                    let found = "half a turn in the last step";
                    return R9.refuse(place, found, "less");
                };
                // σ = 2 sine / cosine.
                let IntegerVector { x, y } = motion.last.scaled(&cosine);
                let change = Change {
                    numbers: [x, y, sine * 2_u8 * &motion.unit],
                    unit: cosine * &motion.unit,
                };
                changes.insert(body, change);
            }
        }
        let denominator = BigInt::one();
        Ok(Self(Response {
            changes,
            denominator,
        }))
    }

    /// The gap velocity of a form.
    pub(super) fn of(&self, form: &Form) -> Result<Value> {
        for body in form.bodies.into_iter().flatten() {
            self.body(body)?;
        }
        Ok(self.0.value(form, &Value::zero()))
    }

    /// (w, σ) of a free body.
    pub(super) fn body(&self, body: BodyId) -> Result<&Change> {
        match self.0.changes.get(&body) {
            Some(change) => Ok(change),
            None => {
                let place = format!("body {body}");
                let required = "one, as it is free";
                R9.refuse(place, "no velocity", required)
            }
        }
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
) -> Result<Option<State>> {
    let expected = match stage.plan.settings.has_restitution() {
        true => meetings(stage, motions, before, rows)?,
        false => None,
    };
    match (expected, impact) {
        (None, None) => Ok(None),
        (Some(_), None) => R9.refuse("`impact`", "null", "an impact"),
        (None, Some(_)) => R9.refuse("`impact`", "an impact", "null"),
        (Some((velocities, meetings)), Some(impact)) => {
            let resolution = Resolution {
                stage,
                velocities,
                meetings,
                impact,
            };
            match within("impact", resolution.state(before)) {
                Ok(state) => Ok(Some(state)),
                Err(rejection) => Err(rejection.under(R9)),
            }
        }
    }
}

/// The rows that meet, if one of them makes an impact. As a value each has the gap velocity before
/// the impact, times 1 + ε.
fn meetings(
    stage: &Stage,
    motions: &Motions,
    before: &State,
    rows: &[Contact],
) -> Result<Option<(Velocities, Vec<StepRow>)>> {
    let velocities = Velocities::new(stage, motions, before)?;
    let mut meetings = Vec::new();
    let mut is_impact = false;
    for (index, row) in rows.iter().enumerate() {
        let meets = !Form::row_target(stage, motions, row)?.number.is_positive();
        if meets {
            let form = Form::row(stage, row)?;
            let mut target = velocities.of(&form)?;
            if target.is_negative() {
                let [first, second] = row.bodies().map(BodyId);
                let restitution = stage.plan.settings.restitution(first, second);
                is_impact = is_impact || !restitution.is_zero();
                target.number *= restitution.numer() + restitution.denom();
                target.unit *= restitution.denom();
            }
            meetings.push(StepRow {
                index,
                row: *row,
                form,
                target,
            });
        }
    }
    Ok(if is_impact {
        Some((velocities, meetings))
    } else {
        None
    })
}
