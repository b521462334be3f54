//! Vectors of the plane, which are also complex numbers.

use super::number::Number;
use std::cmp::Ordering;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Vector {
    pub x: Number,
    pub y: Number,
}

impl Vector {
    pub(super) fn new(x: Number, y: Number) -> Self {
        Self { x, y }
    }

    pub(super) fn zero() -> Self {
        Self::new(Number::zero(), Number::zero())
    }

    /// The complex number 1.
    pub(super) fn one() -> Self {
        Self::new(Number::one(), Number::zero())
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self::new(&self.x + &other.x, &self.y + &other.y)
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self::new(&self.x - &other.x, &self.y - &other.y)
    }

    pub(super) fn scaled(&self, factor: &Number) -> Self {
        Self::new(&self.x * factor, &self.y * factor)
    }

    /// The smaller one of both numbers of two vectors.
    pub(super) fn least(&self, other: &Self) -> Self {
        Self::new(
            (&self.x).min(&other.x).clone(),
            (&self.y).min(&other.y).clone(),
        )
    }

    /// The larger one of both numbers of two vectors.
    pub(super) fn largest(&self, other: &Self) -> Self {
        Self::new(
            (&self.x).max(&other.x).clone(),
            (&self.y).max(&other.y).clone(),
        )
    }

    /// Whether neither number is above that of another vector.
    pub(super) fn is_at_most(&self, other: &Self) -> bool {
        self.x <= other.x && self.y <= other.y
    }

    pub(super) fn opposite(&self) -> Self {
        Self::new(-&self.x, -&self.y)
    }

    pub(super) fn dot(&self, other: &Self) -> Number {
        &(&self.x * &other.x) + &(&self.y * &other.y)
    }

    pub(super) fn cross(&self, other: &Self) -> Number {
        &(&self.x * &other.y) - &(&self.y * &other.x)
    }

    pub(super) fn square(&self) -> Number {
        self.dot(self)
    }

    /// The product as complex numbers.
    pub(super) fn times(&self, other: &Self) -> Self {
        let x = &(&self.x * &other.x) - &(&self.y * &other.y);
        let y = &(&self.x * &other.y) + &(&self.y * &other.x);
        Self::new(x, y)
    }

    /// J of the vector.
    pub(super) fn quarter_turn(&self) -> Self {
        Self::new(-&self.y, self.x.clone())
    }

    /// Both components rounded to multiples of 2^-bits.
    pub(super) fn rounded(&self, bits: u64) -> Self {
        Self::new(self.x.rounded(bits), self.y.rounded(bits))
    }

    /// |x| + |y|.
    pub(super) fn size(&self) -> Number {
        &self.x.abs() + &self.y.abs()
    }

    /// The order of two points along a direction e/|e| - f/|f|, given |e|² and |f|².
    pub(super) fn order_along(
        &self,
        other: &Self,
        [e, f]: [&Self; 2],
        [e_squared, f_squared]: [&Number; 2],
    ) -> Ordering {
        let way = self.minus(other);
        let along_e = &way.dot(e).signed_square() * f_squared;
        let along_f = &way.dot(f).signed_square() * e_squared;
        along_e.cmp(&along_f)
    }

    pub(super) fn to_exact(&self) -> zwang_exact::Vector {
        zwang_exact::Vector::new(self.x.to_rational(), self.y.to_rational())
    }
}

impl From<&zwang_exact::Vector> for Vector {
    fn from(vector: &zwang_exact::Vector) -> Self {
        Self::new((&vector.x).into(), (&vector.y).into())
    }
}
