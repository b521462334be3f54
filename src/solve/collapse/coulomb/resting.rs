//! Groups at rest: forces that hold them are looked for first.
//!
//! With a = 0 the conditions F1 to F7 are S1 to S3: forces that hold a group at rest are those of
//! an answer. So a group rests wherever such forces exist, whatever else obeys the law, and its
//! answer has the forces of [`crate::statics()`]. For the convex law rest then is the only answer.
//!
//! A motion that obeys the law as well is listed after rest.

use super::standing::BesideRest;
use super::system::GroupSystem;
use super::{Finding, Found, GroupMotion, Setting, SolvedGroup};
use crate::error::SolveError;
use crate::force_choice::ForceChoice;
use crate::statics::holding_forces;
use zwang_certificate::friction::Law;
use zwang_problem::{Choices, Group};
use zwang_program::kernel::{FrictionAnswer, Pivoted};

/// A group at rest may have this many contacts if a motion is looked for without a guess.
const MOST_PIVOTED: usize = 64;

impl Setting<'_> {
    /// Whether forces that hold a group are looked for: it is at rest. Least restraint decides
    /// corners without friction.
    pub(super) fn may_rest(&self, group: &Group) -> bool {
        let is_plain = group.corners.is_empty() || !self.is_smooth(group);
        is_plain && group.is_at_rest(&self.plane.problem)
    }

    /// The answers of a group at rest: rest first, if forces hold it.
    pub(super) fn solve_from_rest(&self, group: &Group) -> Result<SolvedGroup, SolveError> {
        let Some((rest, choice)) = self.rest(group)? else {
            return match self.law {
                Law::Convex => self.solve_convex(group),
                Law::Coulomb => self.solve_coulomb(group),
            };
        };
        let mut solved = SolvedGroup {
            finding: Finding::Moving(Vec::new()),
            leaves: Vec::new(),
            said: GroupMotion {
                is_unique: self.law == Law::Convex,
                choice: Some(choice),
                ..GroupMotion::default()
            },
        };
        let mut answers = vec![rest];
        if self.law == Law::Coulomb {
            match self.proved(group, &answers[0])? {
                Some(BesideRest::Nothing(leaves)) => {
                    solved.said.is_unique = true;
                    if self.plane.scene.is_at_rest() {
                        solved.leaves = leaves;
                    }
                }
                Some(BesideRest::Motion(motion)) => {
                    let found = self.motions_from_rest(group)?;
                    let found = found.or_else(|| Some(self.with_images(group, motion)));
                    answers.extend(found.into_iter().flatten());
                }
                None => answers.extend(self.motions_from_rest(group)?.into_iter().flatten()),
            }
        }
        solved.finding = Finding::Moving(answers);
        Ok(solved)
    }

    /// Rest, with the forces that hold a group; `None` if there are none.
    fn rest(&self, group: &Group) -> Result<Option<(Found, ForceChoice)>, SolveError> {
        let held = holding_forces(self.plane, self.friction, group, self.options, self.monitor)?;
        let Some((sides, forces, choice)) = held else {
            return Ok(None);
        };
        if self.law == Law::Convex && !sides.is_empty() {
            return Ok(None);
        }
        let system = GroupSystem::bearing(&self.plane.problem, group, sides.clone());
        let answer = self.averaged(&system, system.at_rest(&forces));
        let rest = Found {
            sides,
            bears_both_sides: true,
            answer,
        };
        Ok(Some((rest, choice)))
    }

    /// The proved motion that obeys the law beside rest.
    fn proved(&self, group: &Group, rest: &Found) -> Result<Option<BesideRest>, SolveError> {
        if !group.corners.is_empty() {
            return Ok(None);
        }
        let system = self.system(group, Vec::new());
        self.proved_beside_rest(&system, &rest.answer)
    }

    /// The image of a group that stands, with leaves of its own.
    pub(super) fn standing_image(
        &self,
        group: &Group,
        mut image: SolvedGroup,
    ) -> Result<SolvedGroup, SolveError> {
        let Finding::Moving(answers) = &image.finding else {
            return Ok(image);
        };
        if let [rest] = &answers[..]
            && let Some(BesideRest::Nothing(leaves)) = self.proved(group, rest)?
        {
            image.leaves = leaves;
        }
        Ok(image)
    }

    /// Motions of a group at rest that obey the law; `None` if none is found.
    fn motions_from_rest(&self, group: &Group) -> Result<Option<Vec<Found>>, SolveError> {
        if !group.corners.is_empty() {
            return self.motions_at_corners(group);
        }
        let system = self.system(group, Vec::new());
        let motion = self.symmetric_motion(&system)?;
        Ok(motion.map(|motion| self.with_images(group, motion)))
    }

    /// A motion of a group without corners, as symmetric as the scene: from a guess in floats, or
    /// by Lemke's method.
    fn symmetric_motion(&self, system: &GroupSystem) -> Result<Option<FrictionAnswer>, SolveError> {
        let problem = &system.problem;
        let images = self.images(system);
        if let Some(solution) = problem.solve_by_modes(&images, self.options, self.monitor)?
            && is_motion(&solution.answer)
            && problem.holds(&solution.answer)
        {
            return Ok(Some(solution.answer));
        }
        if system.contacts.len() > MOST_PIVOTED {
            return Ok(None);
        }
        Ok(match problem.solve_by_pivots(&images, self.monitor)? {
            Pivoted::Answer(answer) if is_motion(&answer) && problem.holds(&answer) => Some(answer),
            _ => None,
        })
    }

    /// The motions of a group with corners, whichever of their sides resist.
    fn motions_at_corners(&self, group: &Group) -> Result<Option<Vec<Found>>, SolveError> {
        let solved = match self.solve_coulomb(group) {
            Ok(solved) => solved,
            Err(SolveError::Undecided { .. } | SolveError::TooManyCases { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let Finding::Moving(mut answers) = solved.finding else {
            return Ok(None);
        };
        answers.retain(|found| is_motion(&found.answer));
        Ok((!answers.is_empty()).then_some(answers))
    }

    /// A motion of a group without corners, and its different images.
    fn with_images(&self, group: &Group, motion: FrictionAnswer) -> Vec<Found> {
        let system = self.system(group, Choices::new());
        let mut motions = vec![motion];
        for image in self.images(&system) {
            let image = motions[0].image(&image);
            if !motions.iter().any(|known| known.is_same_point(&image)) {
                motions.push(image);
            }
        }
        let motions = motions.into_iter().map(|answer| Found {
            sides: Choices::new(),
            bears_both_sides: false,
            answer,
        });
        motions.collect()
    }
}

fn is_motion(answer: &FrictionAnswer) -> bool {
    answer.point.iter().any(|value| *value != 0)
}
