//! What the forces of a step do, by the forms of its program.

use super::VerifiedStep;
use super::form::Form;
use super::group_forces::GroupForces;
use super::integer_vector::IntegerVector;
use super::pin;
use super::stage::Stage;
use crate::Rejection;
use num_bigint::BigInt;
use zwang_scene::{BodyId, PinId};

/// What a force of one unit does: `force` acts on the first body, its opposite on the second, and
/// `torques` on the two about their centroids, as the program of the step has them. All is over one
/// positive unit that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// The bodies; `None` for the world and for fixed bodies.
    pub bodies: [Option<BodyId>; 2],
    /// The force.
    pub force: [BigInt; 2],
    /// The torques.
    pub torques: [BigInt; 2],
}

/// The loads of the forces of a step; see [`super::Checker::loads`].
pub(super) fn loads(stage: &Stage, step: &VerifiedStep) -> Result<Vec<Load>, Rejection> {
    let mut forms = Vec::new();
    for (row, _) in step.groups().iter().flat_map(GroupForces::rows) {
        forms.push(Form::row(stage, &row)?);
    }
    let mut pins: Vec<PinId> = step
        .groups()
        .iter()
        .flat_map(GroupForces::pins)
        .map(|(pin, _)| *pin)
        .collect();
    pins.sort_unstable();
    for pin in pins {
        let missing = || Rejection::index("scene", "pin", pin, stage.plan.pins.len());
        forms.extend(pin::forms(
            stage,
            stage.plan.pins.get(pin).ok_or_else(missing)?,
        )?);
    }
    let load = |form: Form| {
        let IntegerVector { x, y } = form.direction;
        Load {
            bodies: form.bodies,
            force: [x, y],
            torques: form.levers,
        }
    };
    Ok(forms.into_iter().map(load).collect())
}
