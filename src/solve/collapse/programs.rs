//! The programs of a scene, without solving them.

use crate::contacts;
use crate::error::SolveError;
use crate::lattice::Lattice;
use crate::plane::PlaneProblem;
use zwang_problem::groups;
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
    let PlaneProblem { problem, .. } = PlaneProblem::new(scene, &lattice, contacts);
    let mut programs = Vec::new();
    for group in &groups(&problem) {
        programs.push(problem.relaxed(group, &[]).program);
    }
    Ok(programs)
}
