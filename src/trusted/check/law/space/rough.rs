//! Rows with friction: slip, bounds of forces, the work of forces and the error of Coulomb's law
//! (`proofs/RUN.md`, section 16).
//!
//! The cone of friction is round. With the normal m of a row, |m| |u_t| = |m × u| for its slip u,
//! and m × g is a force along the contact. So everything is decided by squares.

use super::super::number::Number;
use super::plan::Free;
use super::program::{Motion, turning};
use super::vector::{Matrix, Vector};
use crate::lookup;
use crate::rejection::Result;

/// The friction of a row.
pub(super) struct Rough {
    /// μ, above 0.
    pub friction: Number,
    /// m.
    pub normal: Vector,
    /// The slip at the motion 0.
    pub constant: Vector,
    pub sides: Vec<SlipSide>,
    /// Forces that have acted already.
    pub base: Pair,
}

/// The forces of a row: φ across, and g, so that m × g is along.
#[derive(Clone)]
pub(super) struct Pair {
    pub across: Number,
    pub along: Vector,
}

/// A body at the point of a row that slips.
pub(super) struct SlipSide {
    /// The place of the body in its group.
    pub member: usize,
    /// Whether it has the points.
    pub is_second: bool,
    /// c: from the centroid to the point that slips, in the axes of the body.
    pub arm: Vector,
    pub rotation: Matrix,
}

/// The error of Coulomb's law of a row.
pub(super) struct Law {
    /// λ² |m|².
    pub error: Number,
    /// |m|².
    pub square: Number,
}

impl Pair {
    pub(super) fn none() -> Self {
        Self {
            across: Number::zero(),
            along: Vector::zero(),
        }
    }

    pub(super) fn is_none(&self) -> bool {
        self.across.is_zero() && self.along.is_zero()
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            across: &self.across + &other.across,
            along: self.along.plus(&other.along),
        }
    }

    /// The pair times a factor, as multiples of 2^-digits: across rounded up, along toward zero.
    pub(super) fn acted(&self, factor: &Number, digits: u64) -> Self {
        let along = self.along.scaled(factor).0;
        Self {
            across: (&self.across * factor).rounded_up(digits),
            along: Vector(along.map(|number| number.rounded_toward_zero(digits))),
        }
    }
}

impl SlipSide {
    /// The move of its point at a motion of its body, with the sign of the body in the slip.
    pub(super) fn moved(&self, motion: &Motion) -> Vector {
        let turned = self.rotation.times(&motion.turned.cross(&self.arm));
        self.signed(motion.moved.plus(&turned))
    }

    /// The coefficients of the body for a force at the point.
    pub(super) fn push(&self, force: &Vector) -> Motion {
        let own = self.signed(force.clone());
        let inside = self.rotation.transposed().times(&own);
        Motion {
            turned: self.arm.cross(&inside),
            moved: own,
        }
    }

    fn signed(&self, vector: Vector) -> Vector {
        match self.is_second {
            true => vector,
            false => Vector::zero().minus(&vector),
        }
    }
}

impl Rough {
    /// u at a motion.
    pub(super) fn slip(&self, motion: &[Motion]) -> Result<Vector> {
        let mut sum = self.constant.clone();
        for side in &self.sides {
            let own = lookup::of_scene(motion, "body", side.member)?;
            sum = sum.plus(&side.moved(own));
        }
        Ok(sum)
    }

    /// L3: whether forces lie in the cone.
    pub(super) fn holds(&self, whole: &Pair) -> bool {
        if whole.across.is_negative() {
            return false;
        }
        let most = &(&self.friction * &whole.across).square() * &self.normal.square();
        self.normal.cross(&whole.along).square() <= most
    }

    /// The work of forces at a motion with this value of the row, rounded up; not negative for
    /// forces in the cone.
    pub(super) fn work(
        &self,
        whole: &Pair,
        value: &Number,
        motion: &[Motion],
        digits: u64,
    ) -> Result<Number> {
        let slip = self.slip(motion)?;
        let size = self.normal.cross(&slip).square();
        let size = size.root_above(digits.saturating_mul(4));
        let lifted = (&self.friction * &size).max(value.clone());
        let along = self.normal.cross(&whole.along).dot(&slip);
        Ok(&(&whole.across * &lifted) + &along)
    }

    /// The error of the law, for the value of the row at the opened motion.
    pub(super) fn law(
        &self,
        bodies: &[&Free],
        whole: &Pair,
        value: &Number,
        radius: &Number,
    ) -> Result<Law> {
        let is_off = whole.across.is_positive() || value.is_negative();
        let of_value = match is_off {
            true => value.square(),
            false => Number::zero(),
        };
        let size = self.slip_squared(bodies)?;
        let spread = &(&self.friction * radius).square() * &size;
        Ok(Law {
            error: &of_value.shifted_up(1) + &spread.shifted_up(3),
            square: self.normal.square(),
        })
    }

    /// |slip|²: the sum of the squares of the three components of m × u as forms of the motion.
    fn slip_squared(&self, bodies: &[&Free]) -> Result<Number> {
        let mut sum = Number::zero();
        for Vector(axis) in Matrix::one().0 {
            let component = Vector(axis).cross(&self.normal);
            for side in &self.sides {
                let free = lookup::of_scene(bodies, "body", side.member)?;
                let push = side.push(&component);
                let of_move = &push.moved.square() * &free.mass.reciprocal();
                sum = &sum + &(&of_move + &turning(free, &push.turned));
            }
        }
        Ok(sum)
    }
}
