//! Whether the motion of a scene with friction is the only one that obeys Coulomb's law.
//!
//! Without friction the motion of least restraint is the only one, and what rests by forces without
//! friction does nothing else (Theorem 16 of `proofs/THEOREM.md`). For other groups of few contacts
//! all ways are looked at in which contacts may behave: each leaves nothing, or one point.

use super::Setting;
use super::standing::{MOST_CONTACTS, MOST_PROGRAMS};
use crate::contacts::Contacts;
use crate::error::SolveError;
use crate::lattice::Lattice;
use crate::plane::PlaneProblem;
use zwang_certificate::BigInt;
use zwang_certificate::friction::{Accelerations, Law, Outcome};
use zwang_problem::{Group, groups};
use zwang_program::{Monitor, Options, in_threads};
use zwang_scene::Scene;

/// Whether it is proved that no other motion obeys Coulomb's law than that of a proof, which the
/// checker has accepted. It is not of groups with corners, nor of large ones that friction holds or
/// moves.
///
/// # Errors
/// [`SolveError::Interrupted`] if the monitor is told to stop.
pub fn is_only_motion(
    scene: &Scene,
    proved: &Accelerations,
    options: &Options,
    monitor: &Monitor,
) -> Result<bool, SolveError> {
    if proved.law != Law::Coulomb {
        return Ok(false);
    }
    in_threads(options.threads, || {
        let lattice = Lattice::new(scene);
        let contacts = Contacts {
            separations: proved.separations.clone(),
            contacts: proved.contacts.clone(),
            corners: proved.corners.clone(),
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
        for (group, listed) in groups(&plane.problem).iter().zip(&proved.groups) {
            if !setting.has_one_motion(group, &listed.outcome)? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

impl Setting<'_> {
    fn has_one_motion(&self, group: &Group, outcome: &Outcome) -> Result<bool, SolveError> {
        if !group.corners.is_empty() {
            return Ok(false);
        }
        let answer = match outcome {
            Outcome::Standing(..) => return Ok(true),
            Outcome::Stuck(_) => return Ok(false),
            Outcome::Moving(answers) => match &answers[..] {
                [answer] => answer,
                _ => return Ok(false),
            },
        };
        if self.is_smooth(group) {
            return Ok(true);
        }
        let zero = BigInt::default();
        let rests = answer.motion.iter().flatten().all(|number| *number == zero);
        let mut forces = answer.forces.contacts.iter();
        if group.is_at_rest(&self.plane.problem)
            && rests
            && forces.all(|(_, [_, along])| *along == zero)
        {
            return Ok(true);
        }
        if group.contacts.len() > MOST_CONTACTS {
            return Ok(false);
        }
        let system = self.system(group, Vec::new());
        let only = system
            .problem
            .only_answer(MOST_PROGRAMS, self.options, self.monitor)?;
        Ok(only.is_some())
    }
}
