//! Corners where vertices meet vertices: which of their sides resist.
//!
//! A group is solved without choosing sides first. Where its motion would violate both sides of a
//! corner, one side after the other is imposed. So one problem becomes a tree of problems, and each
//! of its leaves whose motion respects all corners is an answer.
//!
//! With friction nothing decides between them. Sides are imposed together with their images under
//! the symmetries of the scene, so that the motion of each answer is symmetric, or its mirror image
//! is that of another one, unless there are more than are listed. Without friction least restraint
//! decides: of a group whose contacts have none, all sides are tried, and the answers of least
//! restraint remain.

use super::system::GroupSystem;
use super::{Finding, Found, GroupMotion, Setting, SolvedGroup};
use crate::cases::restraint;
use crate::error::{MOST_CASES, SolveError};
use crate::groups::Group;
use malachite::Rational;
use std::collections::BTreeSet;

/// So many answers of a group are listed.
const MOST_ANSWERS: usize = 8;

/// Some sides of corners: pairs (corner, side), ascending.
pub(super) type Sides = Vec<(usize, usize)>;

/// What the tree of problems has led to.
struct Search {
    /// Sides still to be tried, the next one last.
    waiting: Vec<Sides>,
    tried: BTreeSet<Sides>,
    /// The answers, one problem each.
    found: Vec<SolvedGroup>,
    /// Why a problem was given up.
    given_up: Option<SolveError>,
}

impl Search {
    fn new() -> Self {
        Self {
            waiting: vec![Vec::new()],
            tried: BTreeSet::new(),
            found: Vec::new(),
            given_up: None,
        }
    }

    /// Sides that were not tried before; `None` if there are none, or enough is found.
    fn next(&mut self, most_answers: usize) -> Option<Sides> {
        while self.found.len() < most_answers
            && let Some(sides) = self.waiting.pop()
        {
            if self.tried.insert(sides.clone()) {
                return Some(sides);
            }
        }
        None
    }
}

impl Setting<'_> {
    /// The answers of a group by Coulomb's law, or that there are none.
    pub(super) fn solve_coulomb(&self, group: &Group) -> Result<SolvedGroup, SolveError> {
        let is_smooth = self.is_smooth(group);
        let most_answers = if is_smooth { usize::MAX } else { MOST_ANSWERS };
        let mut search = Search::new();
        while let Some(sides) = search.next(most_answers) {
            if search.tried.len() > MOST_CASES {
                let first = group.bodies[0];
                return Err(SolveError::TooManyCases {
                    body: self.forms.scene.bodies[first].name.clone(),
                });
            }
            let system = self.system(group, sides);
            let solved = match self.solve_case(&system) {
                Ok(solved) => solved,
                Err(error @ SolveError::Undecided { .. }) => {
                    search.given_up.get_or_insert(error);
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
                None => search.found.push(solved),
                Some(corner) => {
                    for side in [1, 0] {
                        let mut sides = system.sides.clone();
                        sides.push((corner, side));
                        if !is_smooth {
                            self.add_images(group, &mut sides, corner, side);
                        }
                        sides.sort_unstable();
                        search.waiting.push(sides);
                    }
                }
            }
        }
        if search.found.is_empty() {
            let error = search.given_up.unwrap_or_else(|| self.undecided(group));
            return Err(error);
        }
        if is_smooth {
            self.keep_least(group, &mut search.found);
        }
        Ok(together(search.found))
    }

    /// Whether no contact of a group has friction, whichever sides of its corners are chosen.
    pub(super) fn is_smooth(&self, group: &Group) -> bool {
        let corners = &self.forms.contacts.corners;
        let sides = group
            .corners
            .iter()
            .flat_map(|corner| &corners[*corner].sides);
        let mut contacts = group.contacts.iter().chain(sides.flatten());
        contacts.all(|contact| self.rough.friction[*contact] == 0)
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
        let problem = group.problem(self.forms.scene);
        let answers = answers.iter().map(|found| &found.answer);
        let restraints =
            answers.map(|answer| restraint(&problem, &answer.denominator, &answer.point));
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

    /// Adds the images of a side in the same group, where their corners have no side yet.
    fn add_images(&self, group: &Group, sides: &mut Sides, corner: usize, side: usize) {
        for symmetry in self.symmetries {
            for (corner, side) in symmetry.image_of_sides(&[(corner, side)]) {
                let is_new = sides.iter().all(|(known, _)| *known != corner);
                if is_new && group.corners.contains(&corner) {
                    sides.push((corner, side));
                }
            }
        }
    }

    pub(super) fn undecided(&self, group: &Group) -> SolveError {
        let first = group.bodies[0];
        SolveError::Undecided {
            body: self.forms.scene.bodies[first].name.clone(),
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
