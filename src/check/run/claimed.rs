//! Which rows press by what a record says, before anything of it is checked.

use crate::Rejection;
use crate::rejection::Condition::R2;
use num_traits::Signed;
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Forces, Group, Node, Record};

/// The rows that press by a record, which may be wrong, given the sides of its corners; ascending.
/// R2: what the record names exists.
pub(super) fn pressing(
    record: &Record,
    sides: impl Fn(&Corner) -> Result<[Vec<Contact>; 2], Rejection>,
) -> Result<Vec<Contact>, Rejection> {
    let mut rows = Vec::new();
    for (index, group) in record.groups.iter().enumerate() {
        let missing = |found: String| {
            let required = "what the record lists";
            Rejection::new(R2, format!("group {index}"), found, required)
        };
        let mut path = BTreeMap::new();
        let answer = answer(group, &mut path);
        let forces = answer.ok_or_else(|| missing(format!("case {}", group.answer)))?;
        for (row, force) in &forces.rows {
            if force.is_positive() {
                let found = record.rows.get(*row);
                rows.push(*found.ok_or_else(|| missing(format!("row {row}")))?);
            }
        }
        for (corner, row, force) in &forces.sides {
            if force.is_positive() {
                let refused = || missing(format!("row {row} of corner {corner}"));
                let side: usize = *path.get(corner).ok_or_else(refused)?;
                let listed = record.corners.get(*corner).ok_or_else(refused)?;
                let sides = sides(listed)?;
                let found = sides.get(side).and_then(|side| side.get(*row));
                rows.push(*found.ok_or_else(refused)?);
            }
        }
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

/// The forces of the answer of a group, and the side of each corner on the path to it; `None` if
/// there are not as many cases.
fn answer<'a>(group: &'a Group, path: &mut BTreeMap<usize, usize>) -> Option<&'a Forces> {
    let mut left = group.answer;
    leaf(&group.tree, &mut left, path)
}

/// The forces of the leaf with this number; the number of leaves before it is subtracted.
fn leaf<'a>(
    node: &'a Node,
    left: &mut usize,
    path: &mut BTreeMap<usize, usize>,
) -> Option<&'a Forces> {
    match node {
        Node::Choice { corner, branches } => {
            for (side, branch) in branches.iter().enumerate() {
                let before = path.insert(*corner, side);
                let found = leaf(branch, left, path);
                if found.is_some() {
                    return found;
                }
                match before {
                    Some(before) => path.insert(*corner, before),
                    None => path.remove(corner),
                };
            }
            None
        }
        Node::Optimal { forces, .. } | Node::Impossible { forces } => {
            if *left == 0 {
                return Some(forces);
            }
            *left = left.saturating_sub(1);
            None
        }
    }
}
