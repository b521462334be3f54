//! Trees that decide corners: FORMAT.md, section 12.
//!
//! A tree is a list of entries. An entry that is no leaf is followed by its branches. Each motion
//! that all corners admit is of one of the branches of every entry: at each vertex of T one of the
//! normals of a corner opens, and of a hinge one that is on either side of a normal between. So it
//! satisfies all rows of one leaf (Theorem 41a of `proofs/THEOREM.md`).

use crate::core::row::Row;
use crate::index::CornerId;
use crate::lookup;
use crate::proof::space::ground::{Ground, Group};
use crate::proof::space::motion::vector;
use crate::rejection::Condition::Form;
use crate::rejection::{Result, within};
use crate::space::contact::{Corner, between};
use crate::space::spot::Spot;
use crate::space::work::Work;
use num_bigint::BigInt;
use num_traits::One;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_certificate::space::{Node, Split, SplitBy};
use zwang_exact::Vector3;

/// The most normals between that are put one into the other at a hinge.
const MOST_NARROWINGS: usize = 64;

/// A vertex of T at a corner, with one of its normals.
pub(crate) struct CornerRow<'a> {
    pub corner: &'a Corner<'a>,
    pub spot: &'a Spot<'a>,
    pub normal: Vector3,
    pub row: Row,
}

/// A leaf, and which rows of the tree its branches have added.
pub(crate) struct Branch<'a, Leaf> {
    pub leaf: &'a Leaf,
    pub rows: Vec<usize>,
}

/// The leaves of a tree, and the rows that its splits add.
pub(crate) struct Leaves<'a, Leaf> {
    pub rows: Vec<CornerRow<'a>>,
    pub branches: Vec<Branch<'a, Leaf>>,
}

/// A branch whose entry is still to come.
#[derive(Clone, Default)]
struct Waiting {
    rows: Vec<usize>,
    /// The normals of hinges that are narrower than at first.
    narrowed: BTreeMap<CornerId, Narrowed>,
    splits: usize,
}

/// A hinge with fewer normals.
#[derive(Clone)]
struct Narrowed {
    normals: [[BigInt; 3]; 2],
    times: usize,
}

impl<'a, Leaf> Leaves<'a, Leaf> {
    /// Form: the list is one tree, and what it names exists and touches the group.
    pub(crate) fn new(
        ground: &Ground<'a>,
        group: &Group<'a>,
        tree: &'a [Node<Leaf>],
        work: &mut Work,
    ) -> Result<Self> {
        let mut leaves = Self {
            rows: vec![],
            branches: vec![],
        };
        let each = group.contacts.len().saturating_add(group.corners.len());
        let of_bodies = group.bodies.len().saturating_mul(6);
        let each = each.saturating_add(of_bodies);
        let mut waiting = vec![Waiting::default()];
        for (index, node) in tree.iter().enumerate() {
            let place = format!("{group}, entry {index} of its tree");
            let Some(branch) = waiting.pop() else {
                return Form.refuse(place, "an entry beyond the last branch", "one tree");
            };
            match node {
                Node::Leaf(leaf) => {
                    work.add(1, branch.splits.saturating_add(each))?;
                    leaves.branches.push(Branch {
                        leaf,
                        rows: branch.rows,
                    });
                }
                Node::Split(split) => {
                    let corner = group.corner(ground.contacts, split.corner);
                    let corner = within(&place, corner)?;
                    let branches = leaves.split(&branch, corner, split);
                    let branches = within(place, branches)?;
                    waiting.extend(branches.into_iter().rev());
                }
            }
        }
        if !waiting.is_empty() {
            let found = format!("{} entries", tree.len());
            let required = format!("{} more, one tree", waiting.len());
            return Form.refuse(format!("{group}, tree"), found, required);
        }
        Ok(leaves)
    }

    fn split(
        &mut self,
        branch: &Waiting,
        corner: &'a Corner<'a>,
        split: &Split,
    ) -> Result<Vec<Waiting>> {
        let mut branch = branch.clone();
        branch.splits = branch.splits.saturating_add(1);
        let narrowed = branch.narrowed.get(&corner.index);
        match split.by {
            SplitBy::Sides { vertex } => {
                let normals = match narrowed {
                    Some(narrowed) => narrowed.normals.as_slice(),
                    None => corner.normals.as_slice(),
                };
                let spot = lookup::entry(&corner.spots, "its corner", "vertex", vertex)?;
                let mut branches = Vec::new();
                for normal in normals {
                    let mut side = branch.clone();
                    side.rows.push(self.rows.len());
                    self.rows.push(CornerRow::new(corner, spot, normal));
                    branches.push(side);
                }
                Ok(branches)
            }
            SplitBy::Normal(weights) => {
                let [first, second] = corner.hinge_normals()?;
                let (normals, times) = match narrowed {
                    Some(Narrowed { normals, times }) => (normals.each_ref(), *times),
                    None => ([first, second], 0),
                };
                if weights.contains(&0) {
                    let [first, second] = weights;
                    let found = format!("weights {first} and {second}");
                    return Form.refuse(corner, found, "both above 0");
                }
                if times >= MOST_NARROWINGS {
                    let required = format!("at most {MOST_NARROWINGS} normals between");
                    return Form.exceed(corner, "more", required);
                }
                let [start, end] = normals.map(Clone::clone);
                let middle = between(normals, weights);
                let mut branches = Vec::new();
                for normals in [[start, middle.clone()], [middle, end]] {
                    let mut part = branch.clone();
                    let times = times.saturating_add(1);
                    part.narrowed
                        .insert(corner.index, Narrowed { normals, times });
                    branches.push(part);
                }
                Ok(branches)
            }
        }
    }
}

impl<'a> CornerRow<'a> {
    fn new(corner: &'a Corner<'a>, spot: &'a Spot<'a>, normal: &[BigInt; 3]) -> Self {
        let normal = vector(normal.each_ref(), &BigInt::one());
        Self {
            corner,
            spot,
            row: spot.row(&normal),
            normal,
        }
    }
}

impl fmt::Display for CornerRow<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        self.corner.fmt(formatter)
    }
}
