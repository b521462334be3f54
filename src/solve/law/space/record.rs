//! Groups as records have them.

use super::apart;
use super::encounter::{Found, Proved};
use super::program::Solved;
use super::rounds::Round;
use crate::number::recorded;
use zwang_certificate::run2::space as run2;
use zwang_certificate::run2::space::{Apart, Contact, Force, Group, Leaf, Opening, Part, Point};

/// A part of a step with its proofs.
pub(super) fn part(found: &Found) -> Part {
    let apart = found.directions.iter();
    let mut apart: Vec<Apart> = apart.map(apart::entry).collect();
    apart.sort_by_key(|entry| entry.parts);
    Part {
        groups: found.groups.iter().map(group).collect(),
        apart,
    }
}

/// A group with its proofs.
fn group(proved: &Proved) -> Group {
    let mut contacts = Vec::with_capacity(proved.contacts.len());
    for (contact, after) in proved.contacts.iter().zip(&proved.normals) {
        let spots = contact.spots.iter();
        let points = spots.map(|spot| Point {
            from: spot.from,
            toward: (spot.toward.iter())
                .map(|(to, share)| (*to, recorded(share)))
                .collect(),
        });
        contacts.push(Contact {
            parts: contact.parts,
            before: apart::recorded(&contact.normal),
            after: apart::recorded(after),
            points: points.collect(),
        });
    }
    Group {
        contacts,
        joints: proved.joints.clone(),
        rounds: proved.rounds.iter().map(round).collect(),
        programs: proved.programs.iter().map(leaf).collect(),
        velocity: leaf(&proved.velocity),
    }
}

fn round(round: &Round) -> run2::Round {
    run2::Round {
        is_reduced: round.is_reduced,
        leaf: leaf(&round.solved),
    }
}

fn leaf(solved: &Solved) -> Leaf {
    let mut forces = Vec::with_capacity(solved.forces.len());
    for (row, force) in solved.forces.iter().enumerate() {
        if force.is_none() {
            continue;
        }
        let along = force.along.each_ref().map(recorded);
        let has_friction = force.along.iter().any(|number| *number != 0);
        forces.push(Force {
            row,
            across: recorded(&force.across),
            along: has_friction.then_some(along),
        });
    }
    let opening = solved.opening.as_ref().map(|(shift, motion)| {
        let motion = motion.iter().map(|[moved, turned]| {
            let [x, y, z] = moved.each_ref().map(recorded);
            let [a, b, c] = turned.each_ref().map(recorded);
            [x, y, z, a, b, c]
        });
        Opening {
            shift: *shift,
            motion: motion.collect(),
        }
    });
    Leaf {
        forces,
        joints: solved.of_springs.iter().map(recorded).collect(),
        opening,
    }
}
