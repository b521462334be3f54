//! From what was found to proofs of the formats `zwang-space-statics-1` and `zwang-space-proof-1`.

use super::motion::{self, Started};
use super::rows::{Motions, SpaceGroup, SpaceProblem};
use super::statics::{self, HoldingForces, Shown};
use super::{SpaceError, contacts::Contacts};
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::{Integer, Natural, Rational};
use zwang_certificate::BigInt;
use zwang_certificate::space::{self as certificate, Leaf, Optimum, OptimumGroup, Statics};
use zwang_certificate::space::{StaticsClaim, StaticsGroup};
use zwang_program::kernel::number::{common_denominator, content, integer_from_solver, times};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// Whether forces, with friction, hold a scene in space at rest, as a proof that is still to be
/// checked.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, if neither forces nor a velocity are found, or if the
/// monitor is told to stop.
pub fn statics(scene: &Scene, options: &Options, monitor: &Monitor) -> Result<Statics, SpaceError> {
    let (space, solved) = statics::solve(scene, options, monitor)?;
    let mut groups = Vec::with_capacity(solved.len());
    for (SpaceGroup { group, .. }, shown) in solved {
        let claim = match shown {
            Shown::Held(forces) => StaticsClaim::Held(holding(&forces)),
            Shown::Falling(motions) => StaticsClaim::Falling(velocity(&group.bodies, &motions)),
        };
        groups.push(StaticsGroup {
            bodies: group.bodies,
            claim,
        });
    }
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    Ok(Statics {
        scene: scene.digest(),
        separations,
        groups,
    })
}

/// How a scene in space without friction starts to move from rest, as a proof that is still to be
/// checked.
///
/// # Errors
/// [`SpaceError`] if the scene has friction, if bodies overlap or move, if a corner would have to
/// bear a force, or if the monitor is told to stop.
pub fn collapse(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Optimum, SpaceError> {
    let (space, solved) = motion::solve(scene, options, monitor)?;
    let mut groups = Vec::with_capacity(solved.len());
    for (SpaceGroup { group, .. }, started) in solved {
        let tree = leaf(&group.bodies, &started);
        groups.push(OptimumGroup {
            bodies: group.bodies,
            tree,
        });
    }
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    Ok(Optimum {
        scene: scene.digest(),
        separations,
        groups,
    })
}

/// Forces on the first bodies: the opposite of those on the second ones.
fn holding(forces: &HoldingForces) -> certificate::HoldingForces {
    let denominator = common_denominator(forces.values().flatten());
    let mut contacts = Vec::with_capacity(forces.len());
    for (contact, force) in forces {
        let numbers = force.each_ref().map(|value| -times(value, &denominator));
        if numbers.iter().any(|number| *number != 0) {
            contacts.push((*contact, numbers.each_ref().map(integer_from_solver)));
        }
    }
    certificate::HoldingForces {
        denominator: whole(&denominator),
        contacts,
    }
}

/// A velocity over coprime integers.
fn velocity(bodies: &[usize], motions: &Motions) -> Vec<[BigInt; 6]> {
    let denominator = common_denominator(motions.values().flatten());
    let (first, numbers) = scaled(bodies, motions, &denominator);
    let content = content(&first, numbers.iter().flatten());
    let mut velocity = Vec::with_capacity(numbers.len());
    for body in &numbers {
        let body = body.each_ref().map(|number| number.div_exact(&content));
        velocity.push(body.each_ref().map(integer_from_solver));
    }
    velocity
}

fn leaf(bodies: &[usize], started: &Started) -> Leaf {
    let numbers = started.motions.values().flatten();
    let denominator = common_denominator(numbers.chain(started.forces.values()));
    let (_, numbers) = scaled(bodies, &started.motions, &denominator);
    let motion = numbers.iter();
    let motion = motion.map(|body| body.each_ref().map(integer_from_solver));
    let forces = started.forces.iter();
    let forces = forces.map(|(contact, size)| {
        let number = times(size, &denominator);
        (*contact, integer_from_solver(&number))
    });
    Leaf {
        denominator: whole(&denominator),
        motion: motion.collect(),
        forces: forces.collect(),
    }
}

/// The numbers of bodies times a multiple of their denominators, and the first that is not 0.
fn scaled(bodies: &[usize], motions: &Motions, multiple: &Natural) -> (Integer, Vec<[Integer; 6]>) {
    let mut scaled = Vec::with_capacity(bodies.len());
    let mut first = Integer::from(0);
    for body in bodies {
        let motion: &[Rational] = &motions[body];
        let numbers: [Integer; 6] = std::array::from_fn(|place| times(&motion[place], multiple));
        for number in &numbers {
            if first == 0 {
                first = number.clone();
            }
        }
        scaled.push(numbers);
    }
    (first, scaled)
}

fn whole(number: &Natural) -> BigInt {
    integer_from_solver(&Integer::from(number))
}
