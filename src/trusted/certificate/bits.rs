//! How long the integers of proofs are.

use crate::friction::{AcceleratedGroup, Accelerations, Answer, Leaf, Outcome};
use crate::numbers::Numbers;
use crate::ranges::{End, GroupMotion, Ranges, RangesGroup};
use crate::space::{Coulomb, CoulombClaim, ModeNode};
use crate::space::{HoldingForces as SpaceForces, Node as SpaceNode};
use crate::space::{Optimum, Statics as SpaceStatics, StaticsClaim as SpaceClaim};
use crate::statics::{HoldingForces, Statics, StaticsCase, StaticsClaim};
use crate::threshold::{FrictionEnd, OpenCase, Threshold, ThresholdClaim};
use crate::{Case, Certificate};

impl Certificate {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let cases = self.groups.iter().flat_map(|group| &group.cases);
        cases.map(bits_of_case).max().unwrap_or(0)
    }
}

impl Statics {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let cases = self.groups.iter().flat_map(|group| &group.cases);
        cases.map(bits_of_claim).max().unwrap_or(0)
    }
}

impl SpaceStatics {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let groups = self.groups.iter().map(|group| match &group.claim {
            SpaceClaim::Held(tree) => tree.iter().map(bits_of_holding).max().unwrap_or(0),
            SpaceClaim::Falling(velocity) => velocity.longest(),
        });
        groups.max().unwrap_or(0)
    }
}

impl Coulomb {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let groups = self.groups.iter().map(|group| {
            let of_claim = match &group.claim {
                CoulombClaim::Rests => 0,
                CoulombClaim::Moves(motion) | CoulombClaim::Yields(motion) => motion.longest(),
                CoulombClaim::OnlyRests(tree) => tree.iter().map(bits_of_mode).max().unwrap_or(0),
            };
            let of_forces = group.contacts.longest().max(group.denominator.bits());
            of_forces.max(of_claim)
        });
        groups.max().unwrap_or(0)
    }
}

fn bits_of_mode(node: &ModeNode) -> u64 {
    match node {
        ModeNode::Opens(_) => 0,
        ModeNode::Slides { along, .. } => along.longest(),
        ModeNode::Leaf(leaf) => {
            let weights = leaf.weights.longest().max(leaf.gravity.bits());
            weights.max(leaf.velocity.longest())
        }
    }
}

fn bits_of_holding(node: &SpaceNode<SpaceForces>) -> u64 {
    match node {
        SpaceNode::Split(_) => 0,
        SpaceNode::Leaf(forces) => {
            let numbers = forces.contacts.longest().max(forces.rows.longest());
            let numbers = numbers.max(forces.corners.longest());
            let numbers = numbers.max(forces.bonds.longest());
            let numbers = numbers.max(forces.joints.longest());
            numbers.max(forces.denominator.bits())
        }
    }
}

impl Optimum {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let nodes = self.groups.iter().flat_map(|group| &group.tree);
        let lengths = nodes.map(|node| match node {
            SpaceNode::Split(_) => 0,
            SpaceNode::Leaf(leaf) => {
                let forces = leaf.forces.longest().max(leaf.rows.longest());
                let forces = forces.max(leaf.joints.longest());
                let numbers = leaf.motion.longest().max(forces);
                numbers.max(leaf.denominator.bits())
            }
        });
        lengths.max().unwrap_or(0)
    }
}

impl HoldingForces {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let of_forces = self.contacts.longest().max(self.pins.longest());
        of_forces.max(self.denominator.bits())
    }
}

impl Threshold {
    /// The length of the largest hexadecimal integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.claim {
            ThresholdClaim::Between { stands, falls, end } => {
                let of_end = end.as_ref().map_or(0, bits_of_friction_end);
                stands.proof.bits().max(falls.proof.bits()).max(of_end)
            }
            ThresholdClaim::FrictionFrom(stands) => stands.proof.bits(),
            ThresholdClaim::Endless { stands, growth, .. } => {
                stands.proof.bits().max(growth.bits())
            }
            ThresholdClaim::NoFriction { falls, never } => falls.proof.bits().max(never.bits()),
            ThresholdClaim::Falls { falls, opposite } => {
                let of_opposite = opposite.as_ref().map_or(0, |sample| sample.proof.bits());
                falls.proof.bits().max(of_opposite)
            }
        }
    }
}

impl Ranges {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let motions = self.motions.iter().flatten().map(bits_of_group_motion);
        let groups = self.groups.iter().map(bits_of_ranges);
        groups.chain(motions).max().unwrap_or(0)
    }
}

impl Accelerations {
    /// The length of the largest integer, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.groups.iter().map(bits_of_outcome).max().unwrap_or(0)
    }
}

fn bits_of_group_motion(motion: &GroupMotion) -> u64 {
    motion
        .accelerations
        .longest()
        .max(motion.denominator.bits())
}

fn bits_of_case(case: &Case) -> u64 {
    let of_forces = case.forces.longest().max(case.pins.longest());
    let Some(motion) = &case.motion else {
        return of_forces;
    };
    let idle = motion.idle.as_ref().map_or(0, Numbers::longest);
    let of_motion = motion.accelerations.longest().max(idle);
    of_forces.max(of_motion).max(motion.denominator.bits())
}

fn bits_of_claim(case: &StaticsCase) -> u64 {
    match &case.claim {
        StaticsClaim::Held(forces) => forces.bits(),
        StaticsClaim::Falling(velocity) => velocity.longest(),
    }
}

fn bits_of_ranges(group: &RangesGroup) -> u64 {
    let forces = group.systems.iter().chain(&group.stresses);
    let of_forces = forces.map(HoldingForces::bits).max().unwrap_or(0);
    let ranges = group.forces.iter().chain(&group.corners);
    let ranges = ranges.chain(&group.pins);
    let ends = ranges.flat_map(|range| &range.ends);
    let of_ends = ends.map(bits_of_end).max().unwrap_or(0);
    of_forces.max(of_ends)
}

fn bits_of_outcome(group: &AcceleratedGroup) -> u64 {
    match &group.outcome {
        Outcome::Moving(answers) => answers.iter().map(bits_of_answer).max().unwrap_or(0),
        Outcome::Stuck(leaves) => bits_of_leaves(leaves),
        Outcome::Standing(answer, leaves) => bits_of_answer(answer).max(bits_of_leaves(leaves)),
    }
}

fn bits_of_answer(answer: &Answer) -> u64 {
    answer.motion.longest().max(answer.forces.bits())
}

fn bits_of_leaves(leaves: &[Leaf]) -> u64 {
    leaves.iter().map(bits_of_leaf).max().unwrap_or(0)
}

fn bits_of_leaf(leaf: &Leaf) -> u64 {
    let weights = leaf.contacts.longest().max(leaf.pins.longest());
    weights.max(leaf.gravity.bits())
}

fn bits_of_friction_end(end: &FrictionEnd) -> u64 {
    match end {
        FrictionEnd::Root(root) => root.bits(),
        FrictionEnd::Open(groups) => {
            let cases = groups.iter().flatten();
            cases.map(OpenCase::bits).max().unwrap_or(0)
        }
    }
}

fn bits_of_end(end: &End) -> u64 {
    match end {
        End::Open { .. } => 0,
        End::Bounded { cases, .. } => {
            let bits = cases
                .iter()
                .map(|case| case.velocity.longest().max(case.denominator.bits()));
            bits.max().unwrap_or(0)
        }
    }
}
