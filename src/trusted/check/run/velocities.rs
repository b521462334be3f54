//! Velocities before a step, for R9 (`proofs/RUN.md`, section 5).
//!
//! Velocities (w, σ) per step take the place of (d, s'), with the same forms.

use super::kinematics::Motion;
use super::linear_form::{Affine, LinearForm};
use super::path::Motions;
use super::response::{Change, Response};
use super::stage::Stage;
use super::state::State;
use crate::names;
use crate::rejection::Condition::R9;
use crate::rejection::Result;
use std::collections::BTreeMap;
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
                let Motion { last, unit, .. } = motion;
                // σ = 2 sine / cosine.
                let change = Change {
                    shift: last.scaled(&cosine),
                    turn: sine * 2_u8 * unit,
                    unit: cosine * unit,
                };
                changes.insert(body, change);
            }
        }
        Ok(Self(Response::of_changes(changes)))
    }

    /// A form with the velocity that it says.
    pub(super) fn of(&self, form: LinearForm) -> Result<Affine> {
        for body in form.bodies.into_iter().flatten() {
            self.body(body)?;
        }
        let target = self.0.linear_value(&form);
        Ok(Affine { form, target })
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
