//! The proof formats for scenes in space, `zwang-space-statics-1`, `zwang-space-proof-1`,
//! `zwang-space-threshold-1`, `zwang-space-ranges-1` and `zwang-space-coulomb-1`
//! (`proofs/FORMAT.md`, sections 12 to 17): plain data, readers and writers.
//!
//! A proof lists why parts do not overlap, and no contacts: these follow from the separations.

mod coulomb;
mod optimum;
mod ranges;
mod separation;
mod statics;
mod threshold;
mod tree;

pub use coulomb::{
    Coulomb, CoulombClaim, CoulombGroup, ModeLeaf, ModeNode, read as read_coulomb,
    write as write_coulomb,
};
pub use optimum::{Leaf, Optimum, OptimumGroup, read as read_optimum, write as write_optimum};
pub use ranges::{
    Added, ContactForces, PressedBy, QuantityRanges, Range, RangeCase, RangeEnd, RangeVelocity,
    Ranges, RangesGroup, read as read_ranges, write as write_ranges,
};
pub use separation::{Plane, Separation};
pub use statics::{
    CornerForces, HoldingForces, Statics, StaticsClaim, StaticsGroup, read as read_statics,
    write as write_statics,
};
pub use threshold::{
    NearFall, Threshold, ThresholdGroup, read as read_threshold, write as write_threshold,
};
pub use tree::{Node, Split, SplitBy, Tree};

pub(crate) use coulomb::FORMAT as COULOMB;
pub(crate) use optimum::FORMAT as OPTIMUM;
pub(crate) use ranges::FORMAT as RANGES;
pub(crate) use statics::FORMAT as STATICS;
pub(crate) use threshold::FORMAT as THRESHOLD;

use crate::text::{Entry, FormatError, Object, ReadGroup, groups, require_format};
use serde::Deserialize;

/// A proof for a scene in space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Whether forces hold a scene at rest: `zwang-space-statics-1`.
    Statics(Statics),
    /// How a scene without friction starts to move from rest: `zwang-space-proof-1`.
    Optimum(Optimum),
    /// The least friction that can hold a scene at rest: `zwang-space-threshold-1`.
    Threshold(Threshold),
    /// How small and how large the forces can be that hold a scene at rest: `zwang-space-ranges-1`.
    Ranges(Ranges),
    /// The motions that Coulomb's law allows from rest: `zwang-space-coulomb-1`.
    Coulomb(Coulomb),
}

/// The parts of files of both formats, but for those about a group.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<GroupFile> {
    format: String,
    scene: String,
    separations: Vec<Vec<Entry>>,
    groups: Vec<Object<GroupFile>>,
}

/// The same, as the proofs have it.
struct Contents<Group> {
    scene: String,
    separations: Vec<Separation>,
    groups: Vec<Group>,
}

impl<GroupFile: ReadGroup> File<GroupFile> {
    /// The contents of a file of this format.
    fn contents(self, format: &str) -> Result<Contents<GroupFile::Group>, FormatError> {
        let Self {
            format: found,
            scene,
            separations,
            groups: files,
        } = self;
        require_format(&found, format)?;
        let separations = separation::of_rows(separations)?;
        let groups = groups(files)?;
        Ok(Contents {
            scene,
            separations,
            groups,
        })
    }
}
