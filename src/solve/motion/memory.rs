//! What a run that is resumed remembers of its last step: the forces, as its record tells them.

use crate::program::Memory;
use crate::rows::Corner;
use zwang_certificate::Contact;
use zwang_certificate::run::{GroupProof, Node, Record};
use zwang_program::kernel::number::integer_to_solver;

/// The forces of a record, given the corners of its step.
pub(crate) fn of_record(record: &Record, corners: &[Corner]) -> Memory {
    let mut memory = Memory::new();
    for group in &record.groups {
        let GroupProof::Tree { tree, answer } = &group.proof else {
            continue;
        };
        let Some((
            path,
            Node::Optimal {
                denominator,
                forces,
            }
            | Node::Enclosed {
                denominator,
                forces,
                ..
            },
        )) = leaf(tree, *answer)
        else {
            continue;
        };
        let denominator = integer_to_solver(denominator);
        let mut pressing = Vec::new();
        for (row, force) in &forces.rows {
            pressing.push((record.rows.get(*row).copied(), force));
        }
        for (corner, place, force) in &forces.sides {
            let row = row_of_side(record, corners, &path, [*corner, *place]);
            pressing.push((row, force));
        }
        for (row, force) in pressing {
            // A record that names no row is refused by the checker; here it is only a guess.
            if let Some(row) = row {
                memory.insert(row, (integer_to_solver(force), denominator.clone()));
            }
        }
    }
    memory
}

/// The row at a place of the chosen side of a corner.
fn row_of_side(
    record: &Record,
    corners: &[Corner],
    path: &[(usize, usize)],
    [corner, place]: [usize; 2],
) -> Option<Contact> {
    let decided = record.corners.get(corner)?;
    let vertices = [decided.first, decided.second];
    let found = corners.iter().find(|corner| corner.vertices == vertices)?;
    let (_, side) = path.iter().find(|(index, _)| *index == corner)?;
    found.sides.get(*side)?.get(place).copied()
}

/// A leaf of a tree, counted from the left, with the way to it: pairs (corner, side).
fn leaf(tree: &Node, index: usize) -> Option<(Vec<(usize, usize)>, &Node)> {
    fn walk<'a>(
        node: &'a Node,
        path: &mut Vec<(usize, usize)>,
        left: &mut usize,
    ) -> Option<&'a Node> {
        let Node::Choice { corner, branches } = node else {
            let found = *left == 0;
            *left = left.wrapping_sub(1);
            return found.then_some(node);
        };
        for (side, branch) in branches.iter().enumerate() {
            path.push((*corner, side));
            if let Some(found) = walk(branch, path, left) {
                return Some(found);
            }
            path.pop();
        }
        None
    }
    let mut path = Vec::new();
    let mut left = index;
    let found = walk(tree, &mut path, &mut left)?;
    Some((path, found))
}
