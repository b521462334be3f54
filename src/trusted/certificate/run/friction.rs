//! What records of runs with friction have (`proofs/RUN.md`, section 9).

use super::BigRational;
use crate::Contact;
use num_bigint::BigInt;

/// What proves the motion of a group with friction: forces, and the sides of corners that they act
/// on. Forces left out are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrictionForces {
    /// Pairs (corner, side), ascending by corner: the group imposes the rows of these sides.
    pub choices: Vec<(usize, usize)>,
    /// 0; 1 if rows may stay as violated as they are; 2 if there is no friction, besides.
    pub relaxed: u64,
    /// The common denominator D of the forces.
    pub denominator: BigInt,
    /// (row, \[D φ, D ψ\]).
    pub rows: Vec<(usize, [BigInt; 2])>,
    /// (corner, row of its chosen side, \[D φ, D ψ\]).
    pub sides: Vec<(usize, usize, [BigInt; 2])>,
    /// (pin, \[D f_x, D f_y\]).
    pub pins: Vec<(usize, [BigInt; 2])>,
}

/// The forces of an impact on rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImpactForces {
    /// Pairs (row, D φ), in a run without friction.
    Frictionless(Vec<(usize, BigInt)>),
    /// (row, \[D φ, D ψ\]), in a run with friction.
    Friction(Vec<(usize, [BigInt; 2])>),
}

impl ImpactForces {
    /// Pairs (row, D φ).
    #[must_use]
    pub fn normal(&self) -> Vec<(usize, &BigInt)> {
        match self {
            Self::Frictionless(forces) => forces.iter().map(|(row, force)| (*row, force)).collect(),
            Self::Friction(forces) => forces
                .iter()
                .map(|(row, [normal, _])| (*row, normal))
                .collect(),
        }
    }

    /// Whether no force is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Frictionless(forces) => forces.is_empty(),
            Self::Friction(forces) => forces.is_empty(),
        }
    }
}

/// What friction took from the energy of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrictionFacts {
    /// In the impact of the step, before rounding, J.
    pub impact_heat: BigRational,
    /// In the step itself, J.
    pub heat: BigRational,
    /// The rows that slip, ascending, with their parts of `heat`.
    pub sliding: Vec<(Contact, BigRational)>,
}
