//! Cones of contact forces and their duals.
//!
//! A contact force is φ n + ψ t. Which pairs (φ, ψ) it may be is a cone, and a motion under which
//! the bodies open by w along n and slip by s along t is in the dual of it if φ w + ψ s ≥ 0 for
//! all of these pairs: if nothing resists the motion.
//!
//! | cone | forces | its dual |
//! |---|---|---|
//! | nothing | φ = ψ = 0 | all motions |
//! | wedge | φ ≥ 0 and \|ψ\| ≤ μφ | w ≥ μ \|s\| |
//! | edge of it, for the sign σ | φ ≥ 0 and ψ = -σμφ | w ≥ σμs |
//!
//! Without friction the wedge is a ray. A pin bears every force, which is a line for each of its
//! rows: the dual is that it does not move.

use crate::core::row::Row;
use crate::names;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use zwang_exact::{Integer, Rational};

/// A cone of contact forces.
#[derive(Clone, Copy)]
pub(crate) enum Cone<'a> {
    Nothing,
    /// Given μ.
    Wedge(&'a Rational),
    /// Given μ and σ.
    Edge(&'a Rational, Ordering),
}

/// How two bodies move against each other at a contact: w and s, each times the scale of its row
/// and one denominator.
pub(crate) struct Relative<'a> {
    /// The rows across and along.
    pub rows: [&'a Row; 2],
    pub opening: BigInt,
    pub slip: BigInt,
}

/// How a contact resists a motion.
pub(crate) struct Resistance {
    pub found: String,
    pub required: String,
}

impl Cone<'_> {
    /// Whether φ and ψ are in the cone, both times one number.
    pub(crate) fn has(self, across: &BigInt, along: &BigInt) -> bool {
        !across.is_negative() && self.bounds(across, along)
    }

    /// Whether ψ is as φ allows: the same but for φ ≥ 0.
    pub(crate) fn bounds(self, across: &BigInt, along: &BigInt) -> bool {
        match self {
            Self::Nothing => across.is_zero() && along.is_zero(),
            Self::Wedge(friction) => {
                let along = along.abs();
                along * friction.denom() <= friction.numer() * across
            }
            Self::Edge(friction, sliding) => {
                let full = friction.numer() * across;
                along * friction.denom() == -signed(sliding, &full)
            }
        }
    }

    /// What w has to be at least, given s: times the denominator of μ.
    fn least_opening(self, slip: &BigInt) -> BigInt {
        match self {
            Self::Nothing => BigInt::ZERO,
            Self::Wedge(friction) => slip.abs() * friction.numer(),
            Self::Edge(friction, sliding) => signed(sliding, slip) * friction.numer(),
        }
    }

    /// The denominator of μ.
    fn unit(self) -> BigInt {
        match self {
            Self::Nothing => 1.into(),
            Self::Wedge(friction) | Self::Edge(friction, _) => friction.denom().clone(),
        }
    }
}

/// σ times a number.
fn signed(sign: Ordering, number: &BigInt) -> BigInt {
    match sign {
        Ordering::Less => -number,
        Ordering::Equal => BigInt::ZERO,
        Ordering::Greater => number.clone(),
    }
}

impl Relative<'_> {
    /// The opposite motion.
    pub(crate) fn opposite(self) -> Self {
        Self {
            rows: self.rows,
            opening: -self.opening,
            slip: -self.slip,
        }
    }

    /// Whether nothing moves here.
    pub(crate) fn is_zero(&self) -> bool {
        self.opening.is_zero() && self.slip.is_zero()
    }

    /// φ w + ψ s, and the unit of it but for that of φ and ψ and that of the motion.
    pub(crate) fn work(&self, across: &BigInt, along: &BigInt) -> (BigInt, Integer) {
        let [row_across, row_along] = self.rows;
        let of_opening = &row_along.scale * &(across * &self.opening);
        let of_slip = &row_across.scale * &(along * &self.slip);
        (of_opening + of_slip, self.scales())
    }

    /// The product of the scales of both rows.
    fn scales(&self) -> Integer {
        let [across, along] = self.rows;
        &across.scale * &along.scale
    }

    /// By how much the motion is inside of the dual of a cone, w less what it has to be at least;
    /// negative outside, and `None` where there is no bound. Times a unit, which is returned, too.
    pub(crate) fn slack(&self, cone: Cone) -> Option<[BigInt; 2]> {
        if let Cone::Nothing = cone {
            return None;
        }
        let [across, along] = self.rows;
        let unit = cone.unit();
        let left = &along.scale * &(&self.opening * &unit);
        let right = &across.scale * &cone.least_opening(&self.slip);
        Some([left - right, &self.scales() * &unit])
    }

    /// How the contact resists: the motion is outside of the dual of the cone of its forces.
    pub(crate) fn resistance(&self, cone: Cone) -> Option<Resistance> {
        let [slack, _] = self.slack(cone)?;
        if !slack.is_negative() {
            return None;
        }
        let [across, along] = self.rows;
        let opening = across.told(&self.opening);
        let bound_unit = &along.scale * &cone.unit();
        let bound = names::fraction(&cone.least_opening(&self.slip), &bound_unit);
        Some(Resistance {
            found: format!("opening {opening}"),
            required: format!("at least {bound}, friction times sliding"),
        })
    }
}
