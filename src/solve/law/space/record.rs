//! Groups as records have them.

use super::apart;
use super::encounter::Proved;
use super::program::Solved;
use crate::number::recorded;
use zwang_certificate::run2::space::{Contact, Force, Group, Leaf, Opening, Point};

/// A group with its proofs.
pub(super) fn group(proved: &Proved) -> Group {
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
        rounds: Vec::new(),
        programs: proved.programs.iter().map(leaf).collect(),
        velocity: leaf(&proved.velocity),
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
    Leaf { forces, opening }
}
