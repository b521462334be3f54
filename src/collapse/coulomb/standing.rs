//! Groups at rest of which nothing but rest obeys Coulomb's law.
//!
//! If forces without friction hold a group, they are the weights of one leaf, whatever its contacts
//! do: for any motion a, Σ φ a_n = -⟨g, a⟩, so that ⟨g, a⟩ ≤ 0, while what moves loses potential
//! energy (Theorem 16 of `proofs/THEOREM.md`). Otherwise all ways in which the contacts of a small
//! group may behave are looked at, until one of them moves.

use super::system::GroupSystem;
use super::{Finding, Setting, SolvedGroup};
use crate::contacts::Contacts;
use crate::dynamics::SceneForms;
use crate::error::SolveError;
use crate::groups::{self, Group};
use crate::lattice::Lattice;
use crate::statics::generators::Rough;
use crate::statics::holding_forces;
use zwang_certificate::friction::{
    AcceleratedGroup, Accelerations, Answer, Law, Leaf, Outcome as ProvedOutcome,
};
use zwang_certificate::statics::{HoldingForces, Statics, StaticsClaim, StaticsGroup};
use zwang_program::kernel::{Aim, Exclusion, FrictionAnswer, parallel};
use zwang_program::{Monitor, Options, in_threads};
use zwang_scene::Scene;

/// So many contacts may a group have whose ways to behave are looked at, and so many linear
/// programs may that take.
const MOST_CONTACTS: usize = 8;
const MOST_PROGRAMS: usize = 2_000;

/// Proves that nothing but rest obeys Coulomb's law, of a scene at rest that forces hold: those of
/// `held`, from [`crate::statics()`]. `None` if a motion obeys the law as well, or if it would take
/// too much to know: then nothing is spent on it.
///
/// # Errors
/// [`SolveError::Interrupted`] if the monitor is told to stop.
pub fn only_rest(
    scene: &Scene,
    held: &Statics,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Accelerations>, SolveError> {
    in_threads(options.threads, || {
        only_rest_here(scene, held, options, monitor)
    })
}

fn only_rest_here(
    scene: &Scene,
    held: &Statics,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Accelerations>, SolveError> {
    let Some(forces) = forces_of_groups(held) else {
        return Ok(None);
    };
    let lattice = Lattice::new(scene);
    let contacts = Contacts {
        separations: held.separations.clone(),
        contacts: held.contacts.clone(),
        corners: held.corners.clone(),
    };
    let rough = Rough::new(scene, &lattice, &contacts);
    let forms = SceneForms::new(scene, &lattice, contacts);
    let setting = Setting {
        forms: &forms,
        rough: &rough,
        symmetries: &[],
        law: Law::Coulomb,
        options,
        monitor,
    };
    let groups = groups::find(&forms);
    if !groups.iter().zip(&forces).all(is_small_enough) {
        return Ok(None);
    }
    let groups = groups.iter().zip(forces).collect();
    let proved = parallel::map_items(scene.bodies.len(), groups, |(group, forces)| {
        setting.resting_group(group, forces)
    });
    let mut listed = Vec::with_capacity(proved.len());
    for group in proved {
        match group? {
            Some(group) => listed.push(group),
            None => return Ok(None),
        }
    }
    Ok(Some(Accelerations {
        scene: held.scene.clone(),
        law: Law::Coulomb,
        separations: held.separations.clone(),
        contacts: held.contacts.clone(),
        corners: held.corners.clone(),
        symmetries: Vec::new(),
        groups: listed,
    }))
}

/// The forces that hold each group; `None` if some group falls, or has corners that make a
/// difference, or if a group held by friction has too many forces to have few contacts.
fn forces_of_groups(held: &Statics) -> Option<Vec<&HoldingForces>> {
    let mut all = Vec::with_capacity(held.groups.len());
    for group in &held.groups {
        let forces = only_forces(group)?;
        if needs_friction(forces) && forces.contacts.len() > MOST_CONTACTS {
            return None;
        }
        all.push(forces);
    }
    Some(all)
}

fn only_forces(group: &StaticsGroup) -> Option<&HoldingForces> {
    match &group.cases[..] {
        [only] if only.sides.is_empty() => match &only.claim {
            StaticsClaim::Held(forces) => Some(forces),
            StaticsClaim::Falling(_) => None,
        },
        _ => None,
    }
}

fn needs_friction(forces: &HoldingForces) -> bool {
    let mut contacts = forces.contacts.iter();
    contacts.any(|(_, [_, along])| *along != 0.into())
}

fn is_small_enough((group, forces): (&Group, &&HoldingForces)) -> bool {
    group.corners.is_empty() && (!needs_friction(forces) || group.contacts.len() <= MOST_CONTACTS)
}

impl Setting<'_> {
    /// A group as a proof lists it that nothing but rest obeys the law, if that is so.
    fn resting_group(
        &self,
        group: &Group,
        forces: &HoldingForces,
    ) -> Result<Option<AcceleratedGroup>, SolveError> {
        let leaves = if needs_friction(forces) {
            self.leaves_of_modes(&self.system(group, Vec::new()))?
        } else {
            Some(vec![leaf_of_forces(forces)])
        };
        let Some(leaves) = leaves else {
            return Ok(None);
        };
        let rest = Answer {
            sides: Vec::new(),
            forces: forces.clone(),
            motion: vec![[0.into(), 0.into(), 0.into()]; group.bodies.len()],
        };
        Ok(Some(AcceleratedGroup {
            bodies: group.listed_bodies(),
            outcome: ProvedOutcome::Standing(rest, leaves),
        }))
    }

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
        self.leaves_of_modes(&system)
    }

    /// Leaves from all ways in which contacts may behave; `None` if there is a motion, or too much
    /// to look at.
    fn leaves_of_modes(&self, system: &GroupSystem) -> Result<Option<Vec<Leaf>>, SolveError> {
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

/// The leaf that forces without friction are, whatever contacts do.
fn leaf_of_forces(forces: &HoldingForces) -> Leaf {
    Leaf {
        modes: Vec::new(),
        gravity: forces.denominator.clone(),
        contacts: forces.contacts.clone(),
        pins: forces.pins.clone(),
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
