//! What the forces of a step do, by the forms of its program.

use super::VerifiedStep;
use super::group_forces::GroupForces;
use super::integer_vector::IntegerVector;
use super::linear_form::LinearForm;
use super::pin;
use super::slip;
use super::stage::Stage;
use crate::lookup;
use crate::rejection::Result;
use num_bigint::BigInt;
use zwang_certificate::run::Format;
use zwang_scene::BodyId;

/// What a force of one unit does: `force` acts on the first body, its opposite on the second, and
/// `torques` on the two about their centroids, as the program of the step has them. All is over one
/// positive unit that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitForce {
    /// The bodies; `None` for the world and for fixed bodies.
    pub bodies: [Option<BodyId>; 2],
    /// The force.
    pub force: [BigInt; 2],
    /// The torques.
    pub torques: [BigInt; 2],
}

/// What a unit of each force of a step does; see [`super::Checker::unit_forces`].
pub(super) fn unit_forces(stage: &Stage, step: &VerifiedStep) -> Result<Vec<UnitForce>> {
    let mut found = Vec::new();
    let groups = step.groups().iter();
    for (row, _) in groups.flat_map(GroupForces::rows) {
        let form = LinearForm::row(stage, &row)?;
        found.push(UnitForce::new(form));
        if stage.plan.settings.format == Format::Friction {
            let form = slip::form(stage, &row)?;
            found.push(UnitForce::new(form));
        }
    }
    for (pin, _) in step.pin_forces() {
        let arms = lookup::of_scene(&stage.plan.pins, "pin", pin.0)?;
        let forms = pin::forms(stage, arms)?;
        found.extend(forms.map(UnitForce::new));
    }
    Ok(found)
}

impl UnitForce {
    fn new(form: LinearForm) -> Self {
        let IntegerVector { x, y } = form.direction;
        Self {
            bodies: form.bodies,
            force: [x, y],
            torques: form.levers,
        }
    }
}
