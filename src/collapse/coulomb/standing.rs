//! Groups at rest of which nothing but rest obeys Coulomb's law.
//!
//! If forces without friction hold a group, they are the weights of one leaf, whatever its contacts
//! do: for any motion a, Σ φ a_n = -⟨g, a⟩, so that ⟨g, a⟩ ≤ 0, while what moves loses potential
//! energy (Theorem 16 of `proofs/THEOREM.md`). Otherwise all ways in which the contacts of a small
//! group may behave are looked at, until one of them moves.

use super::system::GroupSystem;
use super::{Finding, Setting, SolvedGroup};
use crate::error::SolveError;
use crate::groups::Group;
use crate::statics::holding_forces;
use zwang_certificate::friction::{Law, Leaf};
use zwang_program::kernel::{Aim, Exclusion, FrictionAnswer, parallel};

/// So many contacts may a group have whose ways to behave are looked at, and so many linear
/// programs may that take.
const MOST_CONTACTS: usize = 8;
const MOST_PROGRAMS: usize = 2_000;

impl Setting<'_> {
    /// Proves of groups that rest that nothing else obeys the law, where that is found.
    pub(super) fn prove_rest(
        &self,
        groups: &[Group],
        solved: &mut [SolvedGroup],
    ) -> Result<(), SolveError> {
        if self.law == Law::Convex || !self.forms.scene.is_at_rest() {
            return Ok(());
        }
        let mut at_rest = Vec::new();
        for (group, solved) in groups.iter().zip(solved) {
            if solved.is_rest() && group.corners.is_empty() {
                at_rest.push((group, solved));
            }
        }
        let bodies = self.forms.scene.bodies.len();
        let proved = parallel::map_items(bodies, at_rest, |(group, solved)| {
            let leaves = self.leaves_of_rest(group, solved)?;
            if let Some(leaves) = leaves {
                solved.said.is_unique = true;
                solved.leaves = leaves;
            }
            Ok(())
        });
        proved.into_iter().collect()
    }

    /// Leaves that cover all ways to behave; `None` if there is a motion, or too much to look at.
    fn leaves_of_rest(
        &self,
        group: &Group,
        solved: &SolvedGroup,
    ) -> Result<Option<Vec<Leaf>>, SolveError> {
        let system = self.system(group, Vec::new());
        if let Some(forces) = self.frictionless_forces(&system, solved)? {
            let weights = Exclusion {
                modes: vec![None; system.contacts.len()],
                gravity: forces.denominator,
                contacts: forces.forces,
                equalities: forces.equalities,
            };
            return Ok(Some(vec![system.leaf(&weights)]));
        }
        if system.contacts.len() > MOST_CONTACTS {
            return Ok(None);
        }
        let problem = &system.problem;
        let explored = problem.explore(Aim::Motion, MOST_PROGRAMS, self.options, self.monitor)?;
        if !explored.is_complete {
            return Ok(None);
        }
        let exclusions = explored.exclusions.iter();
        let leaves = exclusions.map(|exclusion| system.leaf(exclusion));
        Ok(Some(leaves.collect()))
    }

    /// Forces without friction that hold a group: those of its answer, or others.
    fn frictionless_forces(
        &self,
        system: &GroupSystem,
        solved: &SolvedGroup,
    ) -> Result<Option<FrictionAnswer>, SolveError> {
        if let Finding::Moving(answers) = &solved.finding {
            let mut answers = answers.iter().map(|found| &found.answer);
            if let Some(answer) = answers.find(|answer| is_frictionless(answer)) {
                return Ok(Some(answer.clone()));
            }
        }
        let smooth = self.rough.without_friction();
        let held = holding_forces(
            self.forms,
            self.rough,
            &smooth,
            system.group,
            self.options,
            self.monitor,
        )?;
        Ok(held.map(|forces| system.at_rest(&forces)))
    }
}

impl SolvedGroup {
    /// Whether the only answer is rest.
    fn is_rest(&self) -> bool {
        match &self.finding {
            Finding::Moving(answers) => match &answers[..] {
                [only] => only.answer.point.iter().all(|value| *value == 0),
                _ => false,
            },
            Finding::Stuck(_) => false,
        }
    }
}

fn is_frictionless(answer: &FrictionAnswer) -> bool {
    let mut along = answer.forces.iter().map(|[_, along]| along);
    along.all(|along| *along == 0)
}
