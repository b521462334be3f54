//! What a run with friction that is resumed remembers of its last step: the forces, as its record
//! tells them.

use super::PairMemory;
use crate::rows::Corner;
use num_bigint::BigInt;
use zwang_certificate::Contact;
use zwang_certificate::run::{FrictionForces, GroupProof, Record};
use zwang_program::kernel::number::integer_to_solver;

/// The forces of a record, given the corners of its step.
pub(crate) fn of_record(record: &Record, corners: &[Corner]) -> PairMemory {
    let mut memory = PairMemory::new();
    for group in &record.groups {
        let GroupProof::Friction(proof) = &group.proof else {
            continue;
        };
        let denominator = integer_to_solver(&proof.denominator);
        let mut pressing: Vec<(Option<Contact>, &[BigInt; 2])> = Vec::new();
        for (row, force) in &proof.rows {
            pressing.push((record.rows.get(*row).copied(), force));
        }
        for (corner, place, force) in &proof.sides {
            let row = row_of_side(record, corners, proof, [*corner, *place]);
            pressing.push((row, force));
        }
        for (row, force) in pressing {
            // A record that names no row is refused by the checker; here it is only a guess.
            if let Some(row) = row {
                let (sum, over) = memory.entry(row).or_default();
                over.clone_from(&denominator);
                for (sum, part) in sum.iter_mut().zip(force) {
                    *sum += integer_to_solver(part);
                }
            }
        }
    }
    memory
}

/// The row at a place of the chosen side of a corner.
fn row_of_side(
    record: &Record,
    corners: &[Corner],
    proof: &FrictionForces,
    [corner, place]: [usize; 2],
) -> Option<Contact> {
    let decided = record.corners.get(corner)?;
    let vertices = [decided.first, decided.second];
    let found = corners.iter().find(|corner| corner.vertices == vertices)?;
    let (_, side) = proof.choices.iter().find(|(index, _)| *index == corner)?;
    found.sides.get(*side)?.get(place).copied()
}
