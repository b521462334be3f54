//! Rows with friction: their slip, the cone of their forces, and how far a motion is from
//! Coulomb's law (`proofs/RUN.md`, section 16).
//!
//! With the normal m of a row and its slip u, |m| |u_t| = |m × u|; friction is m × g. So nothing
//! needs a root but what is rounded.

use super::program::{Masses, Motion, Side};
use super::vector::{Integers, Matrix, Vector, cross, dot, plus, scaled, times, transposed};
use crate::number::{FORCE, RADIUS, over, root_above};
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};

/// The friction of a row.
#[derive(Clone, Debug)]
pub(super) struct Rough {
    /// μ, above 0.
    pub(super) friction: Rational,
    /// m.
    pub(super) normal: Vector,
    /// The slip at the motion 0.
    pub(super) constant: Vector,
    pub(super) sides: Vec<SlipSide>,
    /// Forces that have acted already.
    pub(super) base: Force,
}

/// The forces of a row, over 2^192: φ across it, and g of m × g along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Force {
    pub(super) across: Integer,
    pub(super) along: Integers,
}

/// A body at the point of a row that slips.
#[derive(Clone, Debug)]
pub(super) struct SlipSide {
    /// The place of the body in its group.
    pub(super) member: usize,
    /// 1 of the body that has the points, otherwise -1.
    pub(super) sign: i32,
    /// From the centroid to the point that slips, in the axes of the body.
    pub(super) arm: Vector,
    pub(super) rotation: Matrix,
}

impl Force {
    pub(super) const NONE: Self = Self {
        across: Integer::ZERO,
        along: [Integer::ZERO, Integer::ZERO, Integer::ZERO],
    };

    pub(super) fn is_none(&self) -> bool {
        self.across == 0 && self.along.iter().all(|number| *number == 0)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            across: &self.across + &other.across,
            along: [0, 1, 2].map(|axis: usize| &self.along[axis] + &other.along[axis]),
        }
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self {
            across: &self.across - &other.across,
            along: [0, 1, 2].map(|axis: usize| &self.along[axis] - &other.along[axis]),
        }
    }

    /// The part that has acted, with a factor: across rounded up, along toward zero.
    pub(super) fn acted(&self, factor: &Rational) -> Self {
        let along = self.along.each_ref();
        Self {
            across: times_rounded(&self.across, factor, RoundingMode::Ceiling),
            along: along.map(|number| times_rounded(number, factor, RoundingMode::Down)),
        }
    }

    pub(super) fn size(&self) -> Rational {
        over(&self.across, FORCE)
    }

    pub(super) fn vector(&self) -> Vector {
        self.along.each_ref().map(|number| over(number, FORCE))
    }
}

fn times_rounded(number: &Integer, factor: &Rational, mode: RoundingMode) -> Integer {
    let exact = Rational::from(number) * factor;
    Integer::rounding_from(exact, mode).0
}

impl SlipSide {
    /// The move of its point at a motion of its body, with the sign of the body in the slip.
    fn moved(&self, [moved, turned]: &Motion) -> Vector {
        let around = times(&self.rotation, &cross(turned, &self.arm));
        scaled(&plus(moved, &around), &Rational::from(self.sign))
    }

    /// The coefficients of the body for a force at the point.
    pub(super) fn push(&self, force: &Vector) -> Side {
        let own = scaled(force, &Rational::from(self.sign));
        let inside = times(&transposed(&self.rotation), &own);
        Side {
            member: self.member,
            around: cross(&self.arm, &inside),
            along: own,
        }
    }
}

impl Rough {
    /// u at a motion.
    pub(super) fn slip(&self, motion: &[Motion]) -> Vector {
        let mut sum = self.constant.clone();
        for side in &self.sides {
            sum = plus(&sum, &side.moved(&motion[side.member]));
        }
        sum
    }

    pub(super) fn friction_of(&self, along: &Vector) -> Vector {
        cross(&self.normal, along)
    }

    /// Whether forces lie in the cone.
    pub(super) fn holds(&self, whole: &Force) -> bool {
        if whole.across < 0 {
            return false;
        }
        let along = self.friction_of(&whole.vector());
        let across = &self.friction * whole.size();
        dot(&along, &along) <= across.square() * dot(&self.normal, &self.normal)
    }

    /// The forces with less friction, so that they lie in the cone.
    pub(super) fn within(&self, whole: &Force) -> Force {
        let mut found = whole.clone();
        if found.across <= 0 {
            return Force::NONE;
        }
        // At first by about eight units.
        let largest = found.along.iter().map(|number| number.significant_bits());
        let mut digits = largest.max().unwrap_or(0).saturating_sub(3);
        while !self.holds(&found) {
            let along = whole.along.each_ref();
            found.along = along.map(|number| number - (number >> digits));
            if digits < 8 {
                found.along = Force::NONE.along;
                break;
            }
            digits -= 4;
        }
        found
    }

    /// Twice the work of forces at a motion with this value of the row.
    pub(super) fn work(&self, whole: &Force, value: &Rational, motion: &[Motion]) -> Rational {
        let slip = self.slip(motion);
        let across = cross(&self.normal, &slip);
        let size = over(&root_above(&dot(&across, &across), RADIUS), RADIUS);
        let lifted = (&self.friction * size).max(value.clone());
        let along = self.friction_of(&whole.vector());
        (whole.size() * lifted + dot(&along, &slip)) << 1u64
    }

    /// λ² for the value of the row at the opened motion.
    pub(super) fn law_squared(
        &self,
        masses: &[Masses],
        whole: &Force,
        value: &Rational,
        radius: &Integer,
    ) -> Rational {
        let is_off = whole.across > 0 || *value < 0;
        let of_value = match is_off {
            true => value.square(),
            false => Rational::ZERO,
        };
        let radius = over(radius, RADIUS).square();
        let spread = (&self.friction).square() * radius * self.slip_squared(masses);
        let sum = (of_value << 1u64) + (spread << 3u64);
        sum / dot(&self.normal, &self.normal)
    }

    fn slip_squared(&self, masses: &[Masses]) -> Rational {
        let mut sum = Rational::ZERO;
        for axis in 0..3 {
            let unit = [0, 1, 2].map(|index| match index == axis {
                true => Rational::ONE,
                false => Rational::ZERO,
            });
            let component = cross(&unit, &self.normal);
            for side in &self.sides {
                let push = side.push(&component);
                let own = &masses[side.member];
                sum += dot(&push.along, &push.along) / &own.mass + own.turning(&push.around);
            }
        }
        sum
    }
}
