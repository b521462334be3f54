//! What a proof says of frictions that are no roots: that every friction above one holds a scene, or
//! that none does (`proofs/FORMAT.md`, section 9).

use crate::bits::longest;
use crate::statics::{HoldingForces, holding, pairs};
use crate::text::{self, Hex, Object};
use crate::write::{index_pairs, list, triple};
use num_bigint::BigInt;
use serde::Deserialize;

/// One way to fix sides of corners, with forces that hold a group with every friction above one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCase {
    /// Pairs (corner, side), ascending by corner.
    pub sides: Vec<(usize, usize)>,
    /// Forces: the last ones balance weights and loads, the others balance each other.
    pub systems: Vec<HoldingForces>,
}

/// Why a group falls with any friction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeverHeld {
    /// The group.
    pub group: usize,
    /// Velocities, one after the other: (y_x, y_y, y_θ) for each of its bodies, each up to a
    /// positive factor.
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
        longest(self.velocities.iter().flatten().flatten())
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
    cases: Vec<Object<CaseFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    sides: Vec<(usize, usize)>,
    systems: Vec<Object<SystemFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SystemFile {
    denominator: Hex,
    forces: Vec<(usize, Hex, Hex)>,
    pins: Vec<(usize, Hex, Hex)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NeverFile {
    group: usize,
    velocities: Vec<Vec<[Hex; 3]>>,
}

impl OpenFile {
    pub(super) fn into_groups(self) -> Vec<Vec<OpenCase>> {
        let mut groups = Vec::with_capacity(self.groups.len());
        for Object(group) in self.groups {
            let mut cases = Vec::with_capacity(group.cases.len());
            for Object(case) in group.cases {
                cases.push(case.into_case());
            }
            groups.push(cases);
        }
        groups
    }
}

impl CaseFile {
    fn into_case(self) -> OpenCase {
        let mut systems = Vec::with_capacity(self.systems.len());
        for Object(system) in self.systems {
            let Hex(denominator) = system.denominator;
            systems.push(HoldingForces {
                denominator,
                contacts: pairs(system.forces),
                pins: pairs(system.pins),
            });
        }
        OpenCase {
            sides: self.sides,
            systems,
        }
    }
}

impl NeverFile {
    pub(super) fn into_never(self) -> NeverHeld {
        let velocities = self.velocities.into_iter().map(text::triples);
        NeverHeld {
            group: self.group,
            velocities: velocities.collect(),
        }
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
    let velocities = list(velocities, |velocity| list(velocity, triple).to_string());
    format!("{{\"group\":{group},\"velocities\":{velocities}}}")
}
