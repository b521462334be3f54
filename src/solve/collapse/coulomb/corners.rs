//! Corners where vertices meet vertices: which of their sides resist.
//!
//! A group is solved without choosing sides first. If its motion would violate both sides of a
//! corner, one side after the other is imposed. So one problem becomes a tree of problems, and each
//! of its leaves whose motion respects all corners is an answer.
//!
//! With friction nothing decides between them. A motion at which nothing moves at the corners comes
//! first, if there is one: they bear the forces of both sides then, as at rest. Sides are imposed
//! together with their images under the symmetries of the scene, so that the motion of each answer
//! is symmetric, or its mirror image is that of another one, unless there are more than are listed.
//! Without friction least restraint decides: of a group whose contacts have none, all sides are
//! tried, and the answers of least restraint remain.

use super::system::GroupSystem;
use super::{Finding, Found, GroupMotion, Setting, SolvedGroup};
use crate::error::{SolveError, unsolved};
use crate::statics::all_are_borne;
use malachite::Rational;
use zwang_problem::{Branching, Choices, Group, restraint};
use zwang_program::kernel::FrictionSolution;

/// This many answers of a group are listed.
const MOST_ANSWERS: usize = 8;

impl Setting<'_> {
    /// The answers of a group by Coulomb's law, or that there are none.
    pub(super) fn solve_coulomb(&self, group: &Group) -> Result<SolvedGroup, SolveError> {
        let is_smooth = self.is_smooth(group);
        let most_answers = if is_smooth { usize::MAX } else { MOST_ANSWERS };
        let mut branching = Branching::new(group);
        let mut given_up = None;
        let mut found_all: Vec<SolvedGroup> = Vec::new();
        while found_all.len() < most_answers
            && let Some(sides) = branching.next()
        {
            let system = self.system(group, sides);
            let solved = match self.solve_case(&system) {
                Ok(solved) => solved,
                Err(error @ SolveError::Undecided { .. }) => {
                    given_up.get_or_insert(error);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let Finding::Moving(answers) = &solved.finding else {
                if group.corners.is_empty() {
                    return Ok(solved);
                }
                continue;
            };
            let mut answers = answers.iter();
            let violated = answers.find_map(|found| system.violated_corner(&found.answer));
            match violated {
                None if system.sides.is_empty() => return self.with_others(&system, solved),
                None => found_all.push(solved),
                Some(corner) => {
                    if system.sides.is_empty() && !is_smooth {
                        found_all.extend(self.sticking_at_corners(group)?);
                    }
                    let lists = self.plane.problem.open_lists(corner);
                    let images = |list| match is_smooth {
                        true => Choices::new(),
                        false => self.images_of(group, (corner, list)),
                    };
                    let split = branching.split_with(&system.sides, corner, lists, images);
                    split.map_err(|error| unsolved(self.plane, group, error))?;
                }
            }
        }
        if found_all.is_empty() {
            let error = given_up.unwrap_or_else(|| self.undecided(group));
            return Err(error);
        }
        if is_smooth {
            self.keep_least(group, &mut found_all);
        }
        Ok(together(found_all))
    }

    /// A motion at which nothing moves at the corners that bear: with friction these bear the
    /// forces of both of their sides. It is as symmetric as the group. `None` if none is found.
    fn sticking_at_corners(&self, group: &Group) -> Result<Option<SolvedGroup>, SolveError> {
        let problem = &self.plane.problem;
        let system = GroupSystem::bearing(problem, group, Choices::new());
        let images = self.images(&system);
        let options = self.options;
        let solution = system
            .problem
            .solve_by_modes(&images, options, self.monitor)?;
        let Some(FrictionSolution { answer, .. }) = solution else {
            return Ok(None);
        };
        let is_answer = system.problem.holds(&answer)
            && system.violated_corner(&answer).is_none()
            && system.bearing_corners_stick(&answer);
        let forces = system.forces(&answer);
        if !is_answer || !all_are_borne(problem, self.friction, &group.corners, &[&forces]) {
            return Ok(None);
        }
        let found = Found {
            sides: Choices::new(),
            bears_both_sides: true,
            answer,
        };
        Ok(Some(SolvedGroup {
            finding: Finding::Moving(vec![found]),
            leaves: Vec::new(),
            said: GroupMotion::default(),
        }))
    }

    /// Whether no contact of a group has friction, whichever sides of its corners are chosen.
    pub(super) fn is_smooth(&self, group: &Group) -> bool {
        let contacts = self.plane.problem.all_contacts(group);
        contacts.iter().all(|contact| self.friction[*contact] == 0)
    }

    /// Leaves the answers of least restraint.
    fn keep_least(&self, group: &Group, found: &mut Vec<SolvedGroup>) {
        let mut restraints = Vec::with_capacity(found.len());
        for solved in found.iter() {
            restraints.push(self.least_restraint(group, solved));
        }
        let least = restraints.iter().flatten().min().cloned();
        let mut restraints = restraints.into_iter();
        found.retain(|_| restraints.next() == Some(least.clone()));
    }

    /// The least restraint of the answers of a problem.
    fn least_restraint(&self, group: &Group, solved: &SolvedGroup) -> Option<Rational> {
        let Finding::Moving(answers) = &solved.finding else {
            return None;
        };
        let program = self.plane.problem.without_rows(group);
        let answers = answers.iter().map(|found| &found.answer);
        let restraints =
            answers.map(|answer| restraint(&program, &answer.denominator, &answer.point));
        restraints.min()
    }

    /// The same with other answers, where there are some to be found.
    fn with_others(
        &self,
        system: &GroupSystem,
        mut solved: SolvedGroup,
    ) -> Result<SolvedGroup, SolveError> {
        let Finding::Moving(answers) = &mut solved.finding else {
            return Ok(solved);
        };
        let [only] = &answers[..] else {
            return Ok(solved);
        };
        for answer in self.others(system, &only.answer)? {
            if system.violated_corner(&answer).is_none() {
                let sides = Vec::new();
                answers.push(Found {
                    sides,
                    bears_both_sides: false,
                    answer,
                });
                solved.said.is_unique = false;
            }
        }
        Ok(solved)
    }

    /// The images of a side at corners of the same group.
    fn images_of(&self, group: &Group, side: (usize, usize)) -> Choices {
        let mut images = Choices::new();
        for symmetry in self.symmetries {
            images.extend(symmetry.image_of_sides(&[side]));
        }
        images.retain(|(corner, _)| group.corners.contains(corner));
        images
    }

    pub(super) fn undecided(&self, group: &Group) -> SolveError {
        SolveError::Undecided {
            body: self.plane.name(group.bodies[0]),
            contacts: group.contacts.len(),
        }
    }
}

/// The different motions of several problems of a group. That there are no others is not known.
fn together(found: Vec<SolvedGroup>) -> SolvedGroup {
    let mut said = GroupMotion::default();
    let mut motions: Vec<Found> = Vec::new();
    for solved in found {
        said.repairs += solved.said.repairs;
        said.is_by_pivots |= solved.said.is_by_pivots;
        let Finding::Moving(answers) = solved.finding else {
            continue;
        };
        for answer in answers {
            let mut known = motions.iter();
            if !known.any(|known| known.answer.is_same_point(&answer.answer)) {
                motions.push(answer);
            }
        }
    }
    SolvedGroup {
        finding: Finding::Moving(motions),
        leaves: Vec::new(),
        said,
    }
}
