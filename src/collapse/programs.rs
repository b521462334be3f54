//! The programs of a scene, without solving them.

use crate::SolveError;
use crate::cases::GroupView;
use crate::contacts;
use crate::dynamics::{Form, GapForm, gap_form, pin_forms};
use crate::groups;
use crate::lattice::Lattice;
use zwang_program::kernel::Problem;
use zwang_scene::Scene;

/// The program of least restraint of each contact group, with undecided corners left open: pins as
/// equalities, contacts as inequalities, three variables (a_x, a_y, α) for each body.
///
/// # Errors
/// [`SolveError`] if bodies overlap or collide.
pub fn programs(scene: &Scene) -> Result<Vec<Problem>, SolveError> {
    let lattice = Lattice::new(scene);
    let contacts = contacts::find_on(scene, &lattice)?;
    let gaps: Vec<GapForm> = contacts
        .contacts
        .iter()
        .map(|contact| gap_form(scene, &lattice, contact))
        .collect();
    let pins: Vec<[Form; 2]> = (0..scene.pins.len())
        .map(|pin| pin_forms(scene, &lattice, pin))
        .collect();
    let groups = groups::find(scene, &contacts, &gaps);
    let view = |group| GroupView {
        scene,
        contacts: &contacts,
        gaps: &gaps,
        pins: &pins,
        group,
    };
    Ok(groups
        .iter()
        .map(|group| view(group).case_program(&[]).problem)
        .collect())
}
