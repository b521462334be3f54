//! Corners without friction on which a scene is balanced, as a dart on a peak is: forces of both of
//! their sides together hold it, and those that a smooth corner bears do not.
//!
//! A smooth corner holds only what each of its sides holds alone, so that the scene falls. It falls
//! to one side or to the other, and mechanics does not say to which.

use super::generators::Generators;
use super::{Choice, Setting};
use crate::contacts;
use crate::error::SolveError;
use crate::plane::PlaneProblem;
use malachite::Rational;
use zwang_exact::Vector;
use zwang_problem::{Choices, Group, groups};
use zwang_program::kernel::optimise;
use zwang_program::{Monitor, Options, in_threads};
use zwang_scene::{BodyId, Scene};

/// A corner without friction, on which bodies are balanced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedCorner {
    /// The two bodies.
    pub bodies: [BodyId; 2],
    /// The point at which their vertices touch, m.
    pub point: Vector,
}

/// The corners without friction on which groups of bodies at rest are balanced; none of groups that
/// forces hold, and none of groups that would fall with both sides of these corners, too.
///
/// # Errors
/// [`SolveError`] if bodies overlap, if the scene's corners allow too many cases, or if the monitor
/// is told to stop.
pub fn balanced_corners(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<BalancedCorner>, SolveError> {
    in_threads(options.threads, || balanced_here(scene, options, monitor))
}

fn balanced_here(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<BalancedCorner>, SolveError> {
    let (lattice, contacts) = contacts::find_in_time(scene, monitor)?;
    let mut found = Vec::new();
    if contacts.corners.is_empty() {
        return Ok(found);
    }
    let plane = PlaneProblem::with_friction(scene, &lattice, contacts);
    let friction = plane.problem.frictions();
    let setting = Setting {
        plane: &plane,
        friction: &friction,
        choice: Choice::First,
        options,
        monitor,
    };
    for group in groups(&plane.problem) {
        if group.is_at_rest(&plane.problem) {
            found.extend(setting.balanced(&group)?);
        }
    }
    Ok(found)
}

impl Setting<'_> {
    /// The corners on which a group is balanced.
    fn balanced(&self, group: &Group) -> Result<Vec<BalancedCorner>, SolveError> {
        let problem = &self.plane.problem;
        let mut smooth = group.corners.clone();
        smooth.retain(|corner| self.friction[problem.corners[*corner].lists[0][0]] == 0);
        if smooth.is_empty() || self.holds(group)? {
            return Ok(Vec::new());
        }
        let mut both = Choices::new();
        for corner in &smooth {
            both.extend([(*corner, 0), (*corner, 1)]);
        }
        let generators = Generators::new(problem, self.friction, group, &both);
        let solved = optimise(&generators.program, self.options, self.monitor)?;
        if !solved.is_at_zero() {
            return Ok(Vec::new());
        }
        let forces = generators.forces_of(solved).contact_fractions();
        let mut balanced = Vec::new();
        for corner in smooth {
            let mut contacts = problem.bearing_of(corner);
            let bears = contacts.any(|contact| {
                let force: Option<&Vec<Rational>> = forces.get(&contact);
                force.is_some_and(|force| force.iter().any(|value| *value != 0))
            });
            if bears {
                let (bodies, point) = self.plane.meeting_of(corner);
                balanced.push(BalancedCorner { bodies, point });
            }
        }
        Ok(balanced)
    }

    /// Whether forces hold a group.
    fn holds(&self, group: &Group) -> Result<bool, SolveError> {
        let cases = self.decided(group)?;
        let mut cases = cases.iter();
        Ok(cases.all(|case| matches!(case.answer, super::Answer::Held(..))))
    }
}
