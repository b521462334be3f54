//! Plane vectors, with J(x, y) = (-y, x) for the quarter turn.

use crate::rational::{Rational, difference, product, sum};
use std::ops::{Add, Mul, Neg, Sub};

/// A point or a vector of the plane.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vector {
    /// Horizontal coordinate, m.
    pub x: Rational,
    /// Vertical coordinate, m.
    pub y: Rational,
}

impl Vector {
    /// The vector (x, y).
    #[must_use]
    pub fn new(x: Rational, y: Rational) -> Self {
        Self { x, y }
    }

    /// The vector (x, y) of two integers.
    #[must_use]
    pub fn from_integers(x: i64, y: i64) -> Self {
        Self::new(
            Rational::from_integer(x.into()),
            Rational::from_integer(y.into()),
        )
    }

    /// The zero vector.
    #[must_use]
    pub fn zero() -> Self {
        Self::from_integers(0, 0)
    }

    /// Whether both coordinates are zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// Scalar product.
    #[must_use]
    pub fn dot(&self, other: &Self) -> Rational {
        let of_x = product(&self.x, &other.x);
        let of_y = product(&self.y, &other.y);
        sum(&of_x, &of_y)
    }

    /// Cross product x y' - y x', the signed area of the parallelogram.
    #[must_use]
    pub fn cross(&self, other: &Self) -> Rational {
        let positive = product(&self.x, &other.y);
        let negative = product(&self.y, &other.x);
        difference(&positive, &negative)
    }

    /// The quarter turn J(x, y) = (-y, x).
    #[must_use]
    pub fn quarter_turn(&self) -> Self {
        Self::new(-&self.y, self.x.clone())
    }

    /// The vector times a number.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        Self::new(product(&self.x, factor), product(&self.y, factor))
    }
}

impl Add for &Vector {
    type Output = Vector;
    fn add(self, other: &Vector) -> Vector {
        Vector::new(sum(&self.x, &other.x), sum(&self.y, &other.y))
    }
}

impl Sub for &Vector {
    type Output = Vector;
    fn sub(self, other: &Vector) -> Vector {
        Vector::new(difference(&self.x, &other.x), difference(&self.y, &other.y))
    }
}

impl Neg for &Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector::new(-&self.x, -&self.y)
    }
}

impl Mul<&Vector> for &Rational {
    type Output = Vector;
    fn mul(self, vector: &Vector) -> Vector {
        vector.scaled(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turn_is_counter_clockwise() {
        let east = Vector::from_integers(1, 0);
        assert_eq!(east.quarter_turn(), Vector::from_integers(0, 1));
        assert_eq!(
            east.cross(&east.quarter_turn()),
            Rational::from_integer(1.into())
        );
    }
}
