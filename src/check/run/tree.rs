//! R2: the tree of cases of a group.

use super::system::{Members, System};
use crate::Rejection;
use crate::rejection::Condition::R2;
use num_bigint::BigInt;
use zwang_certificate::run::{Forces, Node};

/// A leaf of the tree.
pub(super) struct Leaf<'a> {
    /// Pairs (index of a corner in the record, side) from the root.
    pub path: Vec<(usize, usize)>,
    /// `None` if the case is impossible.
    pub denominator: Option<&'a BigInt>,
    pub forces: &'a Forces,
}

/// The leaves from left to right. R2: a node has two branches, for the sides of a corner of the
/// group, and a path decides no corner twice.
pub(super) fn leaves<'a>(
    system: &System,
    members: &Members,
    tree: &'a Node,
) -> Result<Vec<Leaf<'a>>, Rejection> {
    let mut leaves = Vec::new();
    walk(system, members, tree, &[], &mut leaves)?;
    Ok(leaves)
}

fn walk<'a>(
    system: &System,
    members: &Members,
    node: &'a Node,
    path: &[(usize, usize)],
    leaves: &mut Vec<Leaf<'a>>,
) -> Result<(), Rejection> {
    let (denominator, forces) = match node {
        Node::Optimal {
            denominator,
            forces,
        } => (Some(denominator), forces),
        Node::Impossible { forces } => (None, forces),
        Node::Choice { corner, branches } => {
            let found = system
                .corners
                .get(*corner)
                .filter(|found| members.corners.binary_search(found).is_ok());
            let refused = |found: String, required: &str| {
                Err(Rejection::new(
                    R2,
                    format!("corner {corner}"),
                    found,
                    required,
                ))
            };
            if found.is_none() {
                return refused(
                    "a choice".to_owned(),
                    "choices between sides of corners of the group",
                );
            }
            if branches.len() != 2 {
                return refused(
                    format!("{} branches", branches.len()),
                    "2, one for each side",
                );
            }
            if path.iter().any(|(other, _)| other == corner) {
                return refused("two choices on a path".to_owned(), "one");
            }
            for (side, branch) in branches.iter().enumerate() {
                walk(
                    system,
                    members,
                    branch,
                    &[path, &[(*corner, side)]].concat(),
                    leaves,
                )?;
            }
            return Ok(());
        }
    };
    leaves.push(Leaf {
        path: path.to_vec(),
        denominator,
        forces,
    });
    Ok(())
}
