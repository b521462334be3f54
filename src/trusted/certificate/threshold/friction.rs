//! The claim of a proof about frictions that are no roots: that every friction above one holds a
//! scene, or that none does (`proofs/FORMAT.md`, section 9).

use crate::numbers::{self, Numbers};
use crate::statics::{HoldingForces, holding};
use crate::text::{self, Object};
use crate::write::{index_pairs, list};
use num_bigint::BigInt;
use serde::Deserialize;

/// One way to fix sides of corners, with forces that hold a group with every friction above one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenCase {
    /// Pairs (corner, side), ascending by corner.
    pub sides: Vec<(usize, usize)>,
    /// Forces: the last ones balance weights and loads, the others balance each other.
    #[serde(deserialize_with = "text::objects")]
    pub systems: Vec<HoldingForces>,
}

/// Why a group falls with any friction.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeverHeld {
    /// The group.
    pub group: usize,
    /// Velocities, one after the other: (y_x, y_y, y_θ) for each of its bodies, each up to a
    /// positive factor.
    #[serde(deserialize_with = "crate::numbers::read")]
    pub velocities: Vec<Vec<[BigInt; 3]>>,
}

impl OpenCase {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let systems = self.systems.iter().map(HoldingForces::bits);
        systems.max().unwrap_or(0)
    }
}

impl NeverHeld {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.velocities.longest()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenFile {
    groups: Vec<Object<GroupFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    #[serde(deserialize_with = "text::objects")]
    cases: Vec<OpenCase>,
}

impl OpenFile {
    pub(super) fn into_groups(self) -> Vec<Vec<OpenCase>> {
        let groups = self.groups.into_iter();
        groups.map(|Object(group)| group.cases).collect()
    }
}

/// The key `open`.
pub(super) fn open(groups: &[Vec<OpenCase>]) -> String {
    let groups = list(groups, |cases| {
        let cases = list(cases, case);
        format!("{{\"cases\":{cases}}}")
    });
    format!("{{\"groups\":{groups}}}")
}

fn case(case: &OpenCase) -> String {
    let sides = index_pairs(&case.sides);
    let systems = list(&case.systems, |system| {
        let forces = holding(system);
        format!("{{{forces}}}")
    });
    format!("{{\"sides\":{sides},\"systems\":{systems}}}")
}

/// The key `never`.
pub(super) fn never(never: &NeverHeld) -> String {
    let NeverHeld { group, velocities } = never;
    let velocities = numbers::written(velocities);
    format!("{{\"group\":{group},\"velocities\":{velocities}}}")
}
