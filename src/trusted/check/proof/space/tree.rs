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

/// The splits on the way to an entry, with what they have done. Entries are listed as they are
/// walked: a branch begins when the one before it is left, so that there is one way at a time.
struct Way<'a> {
    splits: Vec<Begun<'a>>,
    /// By number among the rows of the tree.
    rows: Vec<usize>,
    /// The normals of hinges that are narrower than at first.
    narrowed: BTreeMap<CornerId, Narrowed>,
}

/// A split whose branches are walked.
struct Begun<'a> {
    corner: &'a Corner<'a>,
    by: Branches<'a>,
    /// How many branches have begun.
    begun: usize,
}

/// The things that the branches of a split do.
#[allow(clippy::large_enum_variant, reason = "a path has few splits at a time")]
enum Branches<'a> {
    /// Each has a row at a vertex of T, with one of the normals that the corner has there.
    Sides { spot: &'a Spot<'a>, count: usize },
    /// Each has a part of the normals; before the split there were others.
    Parts {
        parts: [Narrowed; 2],
        before: Option<Narrowed>,
    },
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
        let of_bodies = group.bodies.len().saturating_add(group.joints.len());
        let of_bodies = of_bodies.saturating_mul(6);
        let each = each.saturating_add(of_bodies);
        let mut way = Way::new();
        let mut waiting: usize = 1;
        for (index, node) in tree.iter().enumerate() {
            let place = format!("{group}, entry {index} of its tree");
            if waiting == 0 {
                return Form.refuse(place, "an entry beyond the last branch", "one tree");
            }
            waiting = waiting.saturating_sub(1);
            way.begin_branch(&mut leaves.rows)?;
            match node {
                Node::Leaf(leaf) => {
                    work.add(1, way.splits.len().saturating_add(each))?;
                    leaves.branches.push(Branch {
                        leaf,
                        rows: way.rows.clone(),
                    });
                }
                Node::Split(split) => {
                    let corner = group.corner(ground.contacts, split.corner);
                    let corner = within(&place, corner)?;
                    let begun = within(place, way.split(corner, split))?;
                    waiting = waiting.saturating_add(begun.count());
                    way.splits.push(begun);
                }
            }
        }
        if waiting > 0 {
            let found = format!("{} entries", tree.len());
            let required = format!("{waiting} more, one tree");
            return Form.refuse(format!("{group}, tree"), found, required);
        }
        Ok(leaves)
    }
}

impl<'a> Way<'a> {
    fn new() -> Self {
        Self {
            splits: vec![],
            rows: vec![],
            narrowed: BTreeMap::new(),
        }
    }

    /// Leaves the branch that was walked, and begins the next one of the last split that has one;
    /// nothing at the root. Rows that it adds are listed.
    fn begin_branch(&mut self, rows: &mut Vec<CornerRow<'a>>) -> Result {
        while let Some(mut split) = self.splits.pop() {
            self.leave(&split);
            if split.begun < split.count() {
                self.enter(&split, rows)?;
                split.begun = split.begun.saturating_add(1);
                self.splits.push(split);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes back what the branch of a split that was walked last has done.
    fn leave(&mut self, split: &Begun<'a>) {
        if split.begun == 0 {
            return;
        }
        match &split.by {
            Branches::Sides { .. } => {
                self.rows.pop();
            }
            Branches::Parts { before, .. } => match before {
                Some(before) => {
                    self.narrowed.insert(split.corner.index, before.clone());
                }
                None => {
                    self.narrowed.remove(&split.corner.index);
                }
            },
        }
    }

    /// Does what the next branch of a split says.
    fn enter(&mut self, split: &Begun<'a>, rows: &mut Vec<CornerRow<'a>>) -> Result {
        let Begun { corner, by, begun } = split;
        match by {
            Branches::Sides { spot, .. } => {
                let normals = self.normals(corner);
                let normal = lookup::entry(normals, "its corner", "normal", *begun)?;
                let row = CornerRow::new(corner, spot, normal);
                self.rows.push(rows.len());
                rows.push(row);
            }
            Branches::Parts { parts, .. } => {
                let part = lookup::entry(parts, "its corner", "part", *begun)?;
                self.narrowed.insert(corner.index, part.clone());
            }
        }
        Ok(())
    }

    /// The normals that a corner has here.
    fn normals<'b>(&'b self, corner: &'b Corner<'a>) -> &'b [[BigInt; 3]] {
        match self.narrowed.get(&corner.index) {
            Some(narrowed) => &narrowed.normals,
            None => &corner.normals,
        }
    }

    fn split(&self, corner: &'a Corner<'a>, split: &Split) -> Result<Begun<'a>> {
        let by = match split.by {
            SplitBy::Sides { vertex } => Branches::Sides {
                spot: lookup::entry(&corner.spots, "its corner", "vertex", vertex)?,
                count: self.normals(corner).len(),
            },
            SplitBy::Normal(weights) => self.parts(corner, weights)?,
        };
        Ok(Begun {
            corner,
            by,
            begun: 0,
        })
    }

    fn parts(&self, corner: &'a Corner<'a>, weights: [u32; 2]) -> Result<Branches<'a>> {
        let [first, second] = corner.hinge_normals()?;
        let before = self.narrowed.get(&corner.index);
        let (normals, times) = match before {
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
        let times = times.saturating_add(1);
        let middle = between(normals, weights);
        let [start, end] = normals.map(Clone::clone);
        let parts = [[start, middle.clone()], [middle, end]];
        Ok(Branches::Parts {
            parts: parts.map(|normals| Narrowed { normals, times }),
            before: before.cloned(),
        })
    }
}

impl Begun<'_> {
    /// How many branches the split has.
    fn count(&self) -> usize {
        match &self.by {
            Branches::Sides { count, .. } => *count,
            Branches::Parts { parts, .. } => parts.len(),
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
