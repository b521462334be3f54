//! R2: the tree of cases of a group.

use super::system::{Members, StepCorner};
use crate::plane::side::Side;
use crate::rejection::Condition::R2;
use crate::rejection::Result;
use num_bigint::BigInt;
use zwang_certificate::run::{Forces, Node, Opening};

/// A leaf of the tree.
pub(super) struct Leaf<'a> {
    /// The decisions on the way from the root.
    pub path: Vec<Decision<'a>>,
    /// `None` if the case is impossible.
    pub denominator: Option<&'a BigInt>,
    pub forces: &'a Forces,
    /// Of the answer of an enclosed group.
    pub opening: Option<&'a Opening>,
}

/// A side of a corner.
#[derive(Clone, Copy)]
pub(super) struct Decision<'a> {
    /// The place of the corner in the record.
    pub listed: usize,
    pub corner: &'a StepCorner,
    pub side: Side,
}

/// The leaves from left to right. R2: a node has two branches, for the sides of a corner of the
/// group, and a path decides no corner twice.
pub(super) fn leaves<'a>(members: &Members<'a>, tree: &'a Node) -> Result<Vec<Leaf<'a>>> {
    let mut leaves = Vec::new();
    walk(members, tree, &mut vec![], &mut leaves)?;
    Ok(leaves)
}

fn walk<'a>(
    members: &Members<'a>,
    node: &'a Node,
    path: &mut Vec<Decision<'a>>,
    leaves: &mut Vec<Leaf<'a>>,
) -> Result {
    let (denominator, forces, opening) = match node {
        Node::Optimal {
            denominator,
            forces,
        } => (Some(denominator), forces, None),
        Node::Impossible { forces } => (None, forces, None),
        Node::Enclosed {
            denominator,
            forces,
            opening,
        } => (Some(denominator), forces, Some(opening)),
        Node::Choice { corner, branches } => {
            for (side, branch) in sides(members, *corner, branches, path)? {
                path.push(side);
                walk(members, branch, path, leaves)?;
                path.pop();
            }
            return Ok(());
        }
    };
    leaves.push(Leaf {
        path: path.clone(),
        denominator,
        forces,
        opening,
    });
    Ok(())
}

/// The two decisions of a node, each with its branch.
fn sides<'a, 'n>(
    members: &Members<'a>,
    listed: usize,
    branches: &'n [Node],
    path: &[Decision],
) -> Result<Vec<(Decision<'a>, &'n Node)>> {
    let place = format!("corner {listed}");
    let Some(corner) = members.listed.get(&listed).copied() else {
        let required = "choices between sides of corners of the group";
        return R2.refuse(place, "a choice", required);
    };
    if branches.len() != 2 {
        let count = branches.len();
        let found = format!("{count} branches");
        return R2.refuse(place, found, "2, one for each side");
    }
    for decision in path {
        if decision.listed == listed {
            return R2.refuse(place, "two choices on a path", "one");
        }
    }
    let mut decisions = Vec::new();
    for (side, branch) in Side::BOTH.into_iter().zip(branches) {
        let decision = Decision {
            listed,
            corner,
            side,
        };
        decisions.push((decision, branch));
    }
    Ok(decisions)
}
