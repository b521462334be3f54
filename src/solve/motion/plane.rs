//! Plane vectors with integer components, which are complex numbers as well: rotating is
//! multiplying.

use crate::number::times;
use malachite::base::num::arithmetic::traits::Gcd;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::ops::{Add, Mul, Neg, Sub};

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
    pub(crate) fn of_multiples(parts: &[Rational; 2], unit: &Integer) -> Self {
        let [re, im] = parts;
        Self::new(times(re, unit), times(im, unit))
    }

    /// The components over a unit.
    pub(crate) fn over(&self, unit: &Integer) -> [Rational; 2] {
        let Self { re, im } = self.clone();
        [re, im].map(|part| Rational::from_integers(part, unit.clone()))
    }

    /// The vector along this one, other than 0, whose components are coprime.
    pub(crate) fn primitive(&self) -> Self {
        let Self { re, im } = self;
        let divisor = re.unsigned_abs_ref().gcd(im.unsigned_abs_ref());
        let divisor = Integer::from(divisor);
        Self::new(re / &divisor, im / divisor)
    }

    /// Scalar product.
    pub(crate) fn dot(&self, other: &Self) -> Integer {
        &self.re * &other.re + &self.im * &other.im
    }

    /// Cross product.
    pub(crate) fn cross(&self, other: &Self) -> Integer {
        &self.re * &other.im - &self.im * &other.re
    }

    pub(crate) fn norm_squared(&self) -> Integer {
        self.dot(self)
    }

    pub(crate) fn conjugate(&self) -> Self {
        Self {
            re: self.re.clone(),
            im: -&self.im,
        }
    }

    pub(crate) fn scaled(&self, factor: &Integer) -> Self {
        Self {
            re: &self.re * factor,
            im: &self.im * factor,
        }
    }

    /// The product with i^n.
    pub(crate) fn quarter_turned(self, n: u8) -> Self {
        match n % 4 {
            0 => self,
            1 => Self {
                re: -self.im,
                im: self.re,
            },
            2 => Self {
                re: -self.re,
                im: -self.im,
            },
            _ => Self {
                re: self.im,
                im: -self.re,
            },
        }
    }
}

impl Add for &Plane {
    type Output = Plane;
    fn add(self, other: &Plane) -> Plane {
        Plane {
            re: &self.re + &other.re,
            im: &self.im + &other.im,
        }
    }
}

impl Sub for &Plane {
    type Output = Plane;
    fn sub(self, other: &Plane) -> Plane {
        Plane {
            re: &self.re - &other.re,
            im: &self.im - &other.im,
        }
    }
}

/// The complex product.
impl Mul for &Plane {
    type Output = Plane;
    fn mul(self, other: &Plane) -> Plane {
        Plane {
            re: &self.re * &other.re - &self.im * &other.im,
            im: &self.re * &other.im + &self.im * &other.re,
        }
    }
}

impl Neg for &Plane {
    type Output = Plane;
    fn neg(self) -> Plane {
        Plane {
            re: -&self.re,
            im: -&self.im,
        }
    }
}
