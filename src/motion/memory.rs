//! What a run that is resumed remembers of its last step: the forces, as its record tells them.

use crate::program::Memory;
use crate::rows::Corner;
use zwang_certificate::run::{Node, Record};
use zwang_program::kernel::number::integer_to_solver;

/// The forces of a record, given the corners of its step.
pub(crate) fn of_record(record: &Record, corners: &[Corner]) -> Memory {
    let row_of_side = |path: &[(usize, usize)], corner: usize, place: usize| {
        let vertices = record
            .corners
            .get(corner)
            .map(|corner| [corner.first, corner.second])?;
        let found = corners.iter().find(|corner| corner.vertices == vertices)?;
        let side = path.iter().find(|step| step.0 == corner)?.1;
        found.sides.get(side)?.get(place).copied()
    };
    let mut memory = Memory::new();
    for group in &record.groups {
        let Some((
            path,
            Node::Optimal {
                denominator,
                forces,
            },
        )) = leaf(&group.tree, group.answer)
        else {
            continue;
        };
        let loaded = forces
            .rows
            .iter()
            .filter_map(|(row, force)| Some((*record.rows.get(*row)?, force)));
        let on_sides = forces.sides.iter().filter_map(|(corner, place, force)| {
            Some((row_of_side(&path, *corner, *place)?, force))
        });
        let denominator = integer_to_solver(denominator);
        memory.extend(
            loaded
                .chain(on_sides)
                .map(|(row, force)| (row, (integer_to_solver(force), denominator.clone()))),
        );
    }
    memory
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
    let (mut path, mut left) = (Vec::new(), index);
    let found = walk(tree, &mut path, &mut left)?;
    Some((path, found))
}
