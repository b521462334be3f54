//! Which rows press by what a record says, before anything of it is checked.

use num_traits::Signed;
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Forces, Node, Record};

/// The rows that press by a record, which may be wrong, given the sides of its corners; ascending.
pub(super) fn pressing(
    record: &Record,
    sides: impl Fn(&Corner) -> Option<[Vec<Contact>; 2]>,
) -> Vec<Contact> {
    let mut rows = Vec::new();
    for group in &record.groups {
        let mut left = group.answer;
        let mut path = Vec::new();
        let Some(forces) = leaf(&group.tree, &mut left, &mut path) else {
            continue;
        };
        let presses = forces.rows.iter().filter(|(_, force)| force.is_positive());
        rows.extend(presses.filter_map(|(row, _)| record.rows.get(*row)));
        for (corner, row, _) in forces
            .sides
            .iter()
            .filter(|(.., force)| force.is_positive())
        {
            let found = || {
                let (_, side) = path.iter().find(|(decided, _)| decided == corner)?;
                sides(record.corners.get(*corner)?)?
                    .get(*side)?
                    .get(*row)
                    .copied()
            };
            rows.extend(found());
        }
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The forces of the leaf with this number, and the corners and sides on the path to it; the number
/// of leaves before it is subtracted.
fn leaf<'a>(
    node: &'a Node,
    left: &mut usize,
    path: &mut Vec<(usize, usize)>,
) -> Option<&'a Forces> {
    match node {
        Node::Choice { corner, branches } => {
            branches.iter().enumerate().find_map(|(side, branch)| {
                path.push((*corner, side));
                let found = leaf(branch, left, path);
                if found.is_none() {
                    path.pop();
                }
                found
            })
        }
        Node::Optimal { forces, .. } | Node::Impossible { forces } => match left.checked_sub(1) {
            None => Some(forces),
            Some(rest) => {
                *left = rest;
                None
            }
        },
    }
}
