//! Motions of bodies in space, as a proof has them.

use num_bigint::BigInt;
use zwang_exact::{Rational, Vector3};

/// A velocity or an acceleration of a body in space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpatialMotion {
    /// For the centroid, m/s or m/s².
    pub linear: Vector3,
    /// For the turn, rad/s or rad/s².
    pub angular: Vector3,
}

impl SpatialMotion {
    /// The same motion in another unit of time.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        Self {
            linear: self.linear.scaled(factor),
            angular: self.angular.scaled(factor),
        }
    }

    /// The numbers of a proof over a positive denominator; 0 if they are not six.
    pub(crate) fn new(numbers: &[BigInt], denominator: &BigInt) -> Self {
        let [linear @ .., a, b, c] = numbers else {
            return Self::default();
        };
        let [x, y, z] = linear else {
            return Self::default();
        };
        Self {
            linear: vector([x, y, z], denominator),
            angular: vector([a, b, c], denominator),
        }
    }

    /// Whether the body does not move.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.linear.is_zero() && self.angular.is_zero()
    }
}

/// Three numbers over a positive denominator.
pub(crate) fn vector(numbers: [&BigInt; 3], denominator: &BigInt) -> Vector3 {
    let [x, y, z] = numbers.map(|number| Rational::new(number.clone(), denominator.clone()));
    Vector3::new(x, y, z)
}
