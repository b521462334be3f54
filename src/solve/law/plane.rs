//! Plane vectors with integer components, which are complex numbers as well: rotating is
//! multiplying.

use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::ops::{Add, Mul, Sub};
use zwang_program::kernel::number::{nearest, times};

/// A vector (re, im), or the number re + im i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plane {
    pub(crate) re: Integer,
    pub(crate) im: Integer,
}

impl Plane {
    pub(crate) const ZERO: Self = Self {
        re: Integer::ZERO,
        im: Integer::ZERO,
    };
    pub(crate) const ONE: Self = Self {
        re: Integer::ONE,
        im: Integer::ZERO,
    };

    pub(crate) fn new(re: Integer, im: Integer) -> Self {
        Self { re, im }
    }

    /// A vector in rationals, times a common multiple of their denominators.
    pub(crate) fn of_multiples([re, im]: &[Rational; 2], unit: &Integer) -> Self {
        let unit = unit.unsigned_abs_ref();
        Self::new(times(re, unit), times(im, unit))
    }

    pub(crate) fn dot(&self, other: &Self) -> Integer {
        &self.re * &other.re + &self.im * &other.im
    }

    pub(crate) fn cross(&self, other: &Self) -> Integer {
        &self.re * &other.im - &self.im * &other.re
    }

    pub(crate) fn norm_squared(&self) -> Integer {
        self.dot(self)
    }

    /// J(x, y) = (-y, x).
    pub(crate) fn quarter_turn(&self) -> Self {
        Self::new(-&self.im, self.re.clone())
    }

    pub(crate) fn scaled(&self, factor: &Integer) -> Self {
        Self::new(&self.re * factor, &self.im * factor)
    }

    pub(crate) fn shifted(&self, digits: u64) -> Self {
        Self::new(&self.re << digits, &self.im << digits)
    }

    /// Both components divided by a positive number and rounded to the nearest, ties away from 0.
    pub(crate) fn divided(&self, divisor: &Integer) -> Self {
        Self::new(nearest(&self.re, divisor), nearest(&self.im, divisor))
    }
}

impl Add for &Plane {
    type Output = Plane;
    fn add(self, other: &Plane) -> Plane {
        Plane::new(&self.re + &other.re, &self.im + &other.im)
    }
}

impl Sub for &Plane {
    type Output = Plane;
    fn sub(self, other: &Plane) -> Plane {
        Plane::new(&self.re - &other.re, &self.im - &other.im)
    }
}

/// The complex product.
impl Mul for &Plane {
    type Output = Plane;
    fn mul(self, other: &Plane) -> Plane {
        let re = &self.re * &other.re - &self.im * &other.im;
        let im = &self.re * &other.im + &self.im * &other.re;
        Plane::new(re, im)
    }
}

/// The least cone of some vectors, which is less than half a turn: its sides, from the first one to
/// the second counter-clockwise. There are none without vectors.
#[derive(Default)]
pub(crate) struct Cone(Option<[Plane; 2]>);

impl Cone {
    /// Takes in a vector; whether all are in an open half-plane still.
    pub(crate) fn widen(&mut self, vector: Plane) -> bool {
        let Some([first, second]) = &mut self.0 else {
            self.0 = Some([vector.clone(), vector]);
            return true;
        };
        let [from_first, to_second] = [first.cross(&vector), vector.cross(second)];
        if from_first < 0 && to_second > 0 {
            *first = vector;
            return true;
        }
        if from_first > 0 && to_second < 0 {
            *second = vector;
            return true;
        }
        let is_between = from_first >= 0 && to_second >= 0;
        is_between && (first.dot(&vector) > 0 || second.dot(&vector) > 0)
    }
}

/// Whether vectors are in an open half-plane.
pub(crate) fn are_of_one_side(vectors: &[Plane]) -> bool {
    let mut cone = Cone::default();
    vectors.iter().all(|vector| cone.widen(vector.clone()))
}
