//! The programs of a scene, without solving them.

use crate::cases::GroupView;
use crate::contacts;
use crate::dynamics::SceneForms;
use crate::error::SolveError;
use crate::groups;
use crate::lattice::Lattice;
use zwang_program::kernel::Problem;
use zwang_scene::Scene;

/// The program of least restraint of each contact group, with undecided corners left open: pins as
/// equalities, contacts as inequalities, three variables (a_x, a_y, α) for each body.
///
/// An inner door, for those who measure solvers: the programs are in the numbers of
/// [`zwang_program::kernel`].
///
/// # Errors
/// [`SolveError`] if the scene has friction, or if bodies overlap or collide.
pub fn programs(scene: &Scene) -> Result<Vec<Problem>, SolveError> {
    scene.require_no_friction()?;
    let lattice = Lattice::new(scene);
    let contacts = contacts::find_on(scene, &lattice)?;
    let forms = SceneForms::new(scene, &lattice, contacts);
    let mut programs = Vec::new();
    for group in &groups::find(&forms) {
        let view = GroupView {
            forms: &forms,
            group,
        };
        programs.push(view.case_program(&[]).problem);
    }
    Ok(programs)
}
