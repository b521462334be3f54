//! Groups at rest of which nothing but rest obeys Coulomb's law.
//!
//! If forces without friction hold a group, they are the weights of one leaf, whatever its contacts
//! do: for any motion a, Σ φ a_n = -⟨g, a⟩, so that ⟨g, a⟩ ≤ 0, while what moves loses potential
//! energy (Theorem 16 of `proofs/THEOREM.md`). Otherwise all ways in which the contacts of a small
//! group may behave are looked at, until one of them moves.

use super::Setting;
use super::system::GroupSystem;
use crate::contacts::Contacts;
use crate::error::SolveError;
use crate::lattice::Lattice;
use crate::plane::PlaneProblem;
use zwang_certificate::friction::{
    AcceleratedGroup, Accelerations, Answer, Law, Leaf, Outcome as ProvedOutcome,
};
use zwang_certificate::statics::{HoldingForces, Statics, StaticsClaim, StaticsGroup};
use zwang_problem::{Group, groups};
use zwang_program::kernel::{Aim, Exclusion, FrictionAnswer, parallel};
use zwang_program::{Monitor, Options, in_threads};
use zwang_scene::Scene;

/// A group may have this many contacts if its ways to behave are looked at.
pub(super) const MOST_CONTACTS: usize = 8;
pub(super) const MOST_PROGRAMS: usize = 2_000;

/// Motions that obey the law beside rest.
pub(super) enum BesideRest {
    /// These leaves prove that nothing does.
    Nothing(Vec<Leaf>),
    /// This motion does.
    Motion(FrictionAnswer),
}

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
    let plane = PlaneProblem::with_friction(scene, &lattice, contacts);
    let friction = plane.problem.frictions();
    let setting = Setting {
        plane: &plane,
        friction: &friction,
        symmetries: &[],
        law: Law::Coulomb,
        options,
        monitor,
    };
    let groups = groups(&plane.problem);
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
            match self.explored_beside_rest(&self.system(group, Vec::new()))? {
                Some(BesideRest::Nothing(leaves)) => leaves,
                _ => return Ok(None),
            }
        } else {
            vec![leaf_of_forces(forces)]
        };
        let rest = Answer {
            sides: Vec::new(),
            forces: forces.clone(),
            motion: vec![[0.into(), 0.into(), 0.into()]; group.bodies.len()],
        };
        Ok(Some(AcceleratedGroup {
            bodies: group.bodies.clone(),
            outcome: ProvedOutcome::Standing(rest, leaves),
        }))
    }

    /// Motions that obey the law beside rest, of a group without corners: none, as leaves prove, or
    /// one; `None` if it would take too much to know.
    pub(super) fn proved_beside_rest(
        &self,
        system: &GroupSystem,
        rest: &FrictionAnswer,
    ) -> Result<Option<BesideRest>, SolveError> {
        if is_frictionless(rest) {
            let weights = Exclusion {
                modes: vec![None; system.contacts.len()],
                gravity: rest.denominator.clone(),
                contacts: rest.forces.clone(),
                equalities: rest.equalities.clone(),
            };
            return Ok(Some(BesideRest::Nothing(vec![system.leaf(&weights)])));
        }
        if system.contacts.len() > MOST_CONTACTS {
            return Ok(None);
        }
        self.explored_beside_rest(system)
    }

    /// The same from all ways in which contacts may behave.
    fn explored_beside_rest(&self, system: &GroupSystem) -> Result<Option<BesideRest>, SolveError> {
        let problem = &system.problem;
        let explored = problem.explore(Aim::Motion, MOST_PROGRAMS, self.options, self.monitor)?;
        if let Some(motion) = explored.answers.into_iter().next() {
            return Ok(Some(BesideRest::Motion(motion)));
        }
        if !explored.is_complete {
            return Ok(None);
        }
        let exclusions = explored.exclusions.iter();
        let leaves = exclusions.map(|exclusion| system.leaf(exclusion));
        Ok(Some(BesideRest::Nothing(leaves.collect())))
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

fn is_frictionless(answer: &FrictionAnswer) -> bool {
    let mut along = answer.forces.iter().map(|[_, along]| along);
    along.all(|along| *along == 0)
}
