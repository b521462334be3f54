//! Groups of which no motion obeys Coulomb's law, or of which several do (P. Painlevé, *Sur les
//! lois du frottement de glissement*, 1895): all ways in which contacts may behave are looked at.

use super::system::GroupSystem;
use super::{Finding, Found, GroupMotion, Setting, SolvedGroup};
use crate::error::SolveError;
use zwang_program::kernel::{Aim, FrictionAnswer};

/// This many linear programs are solved to find out that nothing obeys the law.
const MOST_PROGRAMS: usize = 20_000;
/// A group may have this many contacts if its other motions are looked for.
const FEW_CONTACTS: usize = 6;
const FEW_PROGRAMS: usize = 600;

impl Setting<'_> {
    /// The answer of a group for which Lemke's method finds nothing.
    pub(super) fn stuck(&self, system: &GroupSystem) -> Result<SolvedGroup, SolveError> {
        let problem = &system.problem;
        let explored = problem.explore(Aim::Answers, MOST_PROGRAMS, self.options, self.monitor)?;
        // One answer was looked for in each pattern.
        let said = GroupMotion::default();
        if explored.answers.is_empty() && explored.is_complete {
            let exclusions = explored.exclusions.iter();
            let leaves = exclusions.map(|exclusion| system.leaf(exclusion));
            return Ok(SolvedGroup {
                finding: Finding::Stuck(leaves.collect()),
                leaves: Vec::new(),
                said,
            });
        }
        if explored.answers.is_empty() {
            return Err(self.undecided(system.group));
        }
        let answers = explored.answers.into_iter();
        let answers = answers.map(|answer| Found {
            sides: system.sides.clone(),
            bears_both_sides: false,
            answer,
        });
        Ok(SolvedGroup {
            finding: Finding::Moving(answers.collect()),
            leaves: Vec::new(),
            said,
        })
    }

    /// The other answers of a small group that moves.
    pub(super) fn others(
        &self,
        system: &GroupSystem,
        answer: &FrictionAnswer,
    ) -> Result<Vec<FrictionAnswer>, SolveError> {
        let problem = &system.problem;
        if system.group.is_at_rest(&self.plane.problem) || problem.contacts.len() > FEW_CONTACTS {
            return Ok(Vec::new());
        }
        let explored = problem.explore(Aim::Answers, FEW_PROGRAMS, self.options, self.monitor)?;
        let mut others = explored.answers;
        others.retain(|other| !other.is_same_point(answer));
        Ok(others)
    }
}
