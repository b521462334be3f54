//! Which rows press by what a record says, before anything of it is checked.

use crate::rejection::Condition::R2;
use crate::rejection::Result;
use num_traits::Signed;
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_certificate::run::{Corner, Forces, FrictionForces, GroupProof, Node, Record};

/// The rows that press by a record, which may be wrong, given the sides of its corners; ascending.
/// R2: what the record names exists.
pub(super) fn pressing(
    record: &Record,
    sides: impl Fn(&Corner) -> Result<[Vec<Contact>; 2]>,
) -> Result<Vec<Contact>> {
    let mut rows = Vec::new();
    for (index, group) in record.groups.iter().enumerate() {
        let claimed = Claimed::of_group(index, &group.proof)?;
        for row in claimed.rows {
            match record.rows.get(row) {
                Some(row) => rows.push(*row),
                None => return missing(index, format!("row {row}")),
            }
        }
        for (corner, row) in claimed.sides {
            let side = claimed.path.get(&corner);
            let listed = record.corners.get(corner);
            let found = match (side, listed) {
                (Some(side), Some(listed)) => {
                    let sides = sides(listed)?;
                    row_of_side(&sides, *side, row)
                }
                _ => None,
            };
            let Some(found) = found else {
                let found = format!("row {row} of corner {corner}");
                return missing(index, found);
            };
            rows.push(found);
        }
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

fn missing<T>(group: usize, found: String) -> Result<T> {
    let place = format!("group {group}");
    R2.refuse(place, found, "what the record lists")
}

fn row_of_side(sides: &[Vec<Contact>; 2], side: usize, row: usize) -> Option<Contact> {
    sides.get(side)?.get(row).copied()
}

/// What presses in a group.
struct Claimed {
    rows: Vec<usize>,
    /// Corners, and rows of their sides.
    sides: Vec<(usize, usize)>,
    /// The sides of the corners.
    path: BTreeMap<usize, usize>,
}

impl Claimed {
    /// What presses in the answer of a group. R2: there are as many cases.
    fn of_group(group: usize, proof: &GroupProof) -> Result<Self> {
        match proof {
            GroupProof::Friction(forces) => Ok(Self::of_friction(forces)),
            GroupProof::Tree { tree, answer } => {
                let mut path = BTreeMap::new();
                let mut left = *answer;
                match leaf(tree, &mut left, &mut path) {
                    Some(forces) => Ok(Self::of_case(forces, path)),
                    None => missing(group, format!("case {answer}")),
                }
            }
        }
    }

    fn of_case(forces: &Forces, path: BTreeMap<usize, usize>) -> Self {
        let mut claimed = Self::on(path);
        for (row, force) in &forces.rows {
            if force.is_positive() {
                claimed.rows.push(*row);
            }
        }
        for (corner, row, force) in &forces.sides {
            if force.is_positive() {
                claimed.sides.push((*corner, *row));
            }
        }
        claimed
    }

    fn of_friction(forces: &FrictionForces) -> Self {
        let choices = forces.choices.iter().copied();
        let mut claimed = Self::on(choices.collect());
        for (row, [normal, _]) in &forces.rows {
            if normal.is_positive() {
                claimed.rows.push(*row);
            }
        }
        for (corner, row, [normal, _]) in &forces.sides {
            if normal.is_positive() {
                claimed.sides.push((*corner, *row));
            }
        }
        claimed
    }

    fn on(path: BTreeMap<usize, usize>) -> Self {
        Self {
            rows: vec![],
            sides: vec![],
            path,
        }
    }
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
        Node::Optimal { forces, .. }
        | Node::Enclosed { forces, .. }
        | Node::Impossible { forces } => {
            if *left == 0 {
                return Some(forces);
            }
            *left = left.saturating_sub(1);
            None
        }
    }
}
