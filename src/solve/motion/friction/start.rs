//! How a run with friction starts from rest: as `zwang_collapse::accelerations` says.
//!
//! Bodies that forces hold stay where they are. Where another motion obeys the law as well, a run
//! can be asked for it ([`crate::Settings::motion`]): its first step looks for a motion whose
//! contacts behave as they do there.
//!
//! A corner with friction can hold bodies by the forces of both of its sides at once. A step of a
//! run has those of one side of a corner only (`proofs/RUN.md`, section 9), so it cannot say that
//! such bodies rest, and the run does not begin.

use super::PairMemory;
use super::group::SolvedGroup;
use crate::error::MotionError;
use crate::group::Group;
use crate::setting::Setting;
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeSet;
use zwang_certificate::Contact;
use zwang_certificate::friction::{Accelerations, Answer, Law, Outcome};
use zwang_program::kernel::number::integer_to_solver;
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Scene};

/// The motion of bodies at rest that forces could hold.
pub(crate) struct Start {
    /// The bodies of the groups that have one.
    bodies: BTreeSet<BodyId>,
    /// The forces of their contacts.
    pub(crate) forces: PairMemory,
}

impl Start {
    /// The motions beside rest of a scene with friction.
    ///
    /// # Errors
    /// [`MotionError`] if the scene rests and none is found.
    pub(crate) fn beside_rest(scene: &Scene, floats: bool) -> Result<Self, MotionError> {
        let monitor = Monitor::default();
        let found = accelerations(scene, floats, &monitor)?;
        let mut start = Self {
            bodies: BTreeSet::new(),
            forces: PairMemory::new(),
        };
        let mut moves = false;
        for group in &found.groups {
            let Some(rest) = rest_of(scene, &group.bodies, &group.outcome) else {
                moves = true;
                continue;
            };
            let Outcome::Moving(answers) = &group.outcome else {
                continue;
            };
            let mut others = answers.iter().filter(|answer| !std::ptr::eq(*answer, rest));
            if let Some(motion) = others.next() {
                start
                    .bodies
                    .extend(group.bodies.iter().copied().map(BodyId));
                start.add(&found.contacts, motion);
            }
        }
        if !moves && start.bodies.is_empty() {
            let mut groups = found.groups.iter();
            return Err(MotionError::OnlyRest {
                is_proved: groups.all(|group| matches!(group.outcome, Outcome::Standing(..))),
            });
        }
        Ok(start)
    }

    fn add(&mut self, contacts: &[Contact], motion: &Answer) {
        let denominator = integer_to_solver(&motion.forces.denominator);
        for (contact, force) in &motion.forces.contacts {
            let force = force.each_ref().map(integer_to_solver);
            self.forces
                .insert(contacts[*contact], (force, denominator.clone()));
        }
    }

    /// Whether bodies that are solved together are to move.
    pub(crate) fn moves(&self, bodies: &[BodyId]) -> bool {
        bodies.iter().any(|body| self.bodies.contains(body))
    }
}

fn accelerations(
    scene: &Scene,
    floats: bool,
    monitor: &Monitor,
) -> Result<Accelerations, MotionError> {
    let options = Options {
        floats,
        ..Options::default()
    };
    let found = zwang_collapse::accelerations(scene, Law::Coulomb, &options, monitor);
    let found = found.map_err(|error| MotionError::Start(Box::new(error)))?;
    Ok(found.accelerations)
}

/// The first answer of a group, if its bodies are at rest and stay so.
fn rest_of<'a>(scene: &Scene, bodies: &[usize], outcome: &'a Outcome) -> Option<&'a Answer> {
    let first = match outcome {
        Outcome::Moving(answers) => answers.first()?,
        Outcome::Standing(answer, _) => answer,
        Outcome::Stuck(_) => return None,
    };
    let mut listed = bodies.iter().copied().map(BodyId);
    let are_at_rest = listed.all(|body| scene.bodies[body].is_at_rest());
    let stay = first.motion.iter().flatten().all(BigInt::is_zero);
    (are_at_rest && stay).then_some(first)
}

/// Makes sure that no group moves in the first step though both sides of a corner together hold it.
///
/// # Errors
/// [`MotionError`] that names the corner.
pub(crate) fn require_no_rest_at_corners(
    setting: &Setting,
    groups: &[Group],
    solved: &Result<Vec<SolvedGroup>, MotionError>,
) -> Result<(), MotionError> {
    let mut in_doubt = BTreeSet::new();
    for (index, group) in groups.iter().enumerate() {
        let moves = match solved {
            Ok(solved) => solved
                .iter()
                .any(|solved| solved.group.bodies == group.bodies && !solved.stays(setting)),
            Err(MotionError::Ambiguous { .. }) => true,
            Err(_) => false,
        };
        if moves && !group.corners.is_empty() && is_at_rest(setting, group) {
            in_doubt.extend(group.bodies.iter().map(|body| (*body, index)));
        }
    }
    if in_doubt.is_empty() {
        return Ok(());
    }
    let scene = setting.scene;
    // Whether there is an answer is for the step to say.
    let Ok(found) = accelerations(scene, setting.floats, setting.monitor) else {
        return Ok(());
    };
    for group in &found.groups {
        let mut bodies = group.bodies.iter().copied().map(BodyId);
        if !bodies.any(|body| in_doubt.iter().any(|(doubtful, _)| *doubtful == body)) {
            continue;
        }
        let Some(rest) = rest_of(scene, &group.bodies, &group.outcome) else {
            continue;
        };
        if let Some([first, second]) = bearing_corner(&found, rest) {
            return Err(MotionError::RestsAtCorner {
                first: scene.bodies[first].name.clone(),
                second: scene.bodies[second].name.clone(),
            });
        }
    }
    Ok(())
}

fn is_at_rest(setting: &Setting, group: &Group) -> bool {
    let mut bodies = group.bodies.iter();
    bodies.all(|body| setting.instant.is_at_rest(*body))
}

/// The bodies of the first corner that bears a force.
fn bearing_corner(found: &Accelerations, rest: &Answer) -> Option<[BodyId; 2]> {
    for (contact, force) in &rest.forces.contacts {
        let sides = found.corners.iter().flat_map(|corner| &corner.sides);
        let is_of_corner = sides.flatten().any(|listed| listed == contact);
        if is_of_corner && force.iter().any(|part| !part.is_zero()) {
            return Some(found.contacts[*contact].bodies().map(BodyId));
        }
    }
    None
}
