//! Directions as rational vectors that are nearly as long as 1.
//!
//! A direction that is given by a rational vector is that of exactly one u = (a, b) of integers
//! without a common divisor. Its length √N, N = a² + b², is rational if N is a square, and
//! otherwise between two convergents of its continued fraction (Lagrange). With a convergent p/q of
//! √N the vector u q/p has exactly the direction of u, and a length of 1 up to
//!
//! ```text
//! |1 - q √N / p| = |p² - q² N| / (p (p + q √N)) < |p² - q² N| / p².
//! ```
//!
//! The vector depends on the direction alone, and vectors that are turned by a right angle, or
//! mirrored at an axis, have images that are turned or mirrored, exactly.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use zwang_exact::{Rational, Vector, common_denominator, times};

/// A length differs from 1 by less than 2 to minus this.
const BITS: u64 = 64;

/// A vector in a given direction whose length is nearly 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearUnit {
    /// The vector.
    pub vector: Vector,
    /// k, if its length is irrational and differs from 1 by less than 2^-k; k is at least 64.
    /// `None` if its length is 1.
    pub bits: Option<u64>,
}

/// The vector of a length of nearly 1 in the direction of this one; `None` if it is 0.
///
/// ```
/// use zwang_exact::{Rational, Vector};
/// let ratio = |p: i64| Rational::new(p.into(), 5.into());
/// let steep = zwang_angle::near_unit(&Vector::from_integers(6, 8)).unwrap();
/// assert_eq!((steep.vector, steep.bits), (Vector::new(ratio(3), ratio(4)), None));
/// let diagonal = zwang_angle::near_unit(&Vector::from_integers(3, 3)).unwrap();
/// assert_eq!(diagonal.vector.x, diagonal.vector.y);
/// assert!(diagonal.bits >= Some(64));
/// ```
#[must_use]
pub fn near_unit(direction: &Vector) -> Option<NearUnit> {
    let primitive = primitive(direction)?;
    let (root, bits) = near_root(&primitive.dot(&primitive));
    let vector = primitive.scaled(&root.recip());
    Some(NearUnit { vector, bits })
}

/// The vector of integers without a common divisor that has this direction; `None` if it is 0.
#[must_use]
pub fn primitive(direction: &Vector) -> Option<Vector> {
    let coordinates = [&direction.x, &direction.y];
    let unit = common_denominator(coordinates);
    let integers = coordinates.map(|number| times(number, &unit));
    let [x, y] = &integers;
    let divisor = x.gcd(y);
    if divisor.is_zero() {
        return None;
    }
    let [x, y] = integers.map(|integer| Rational::from_integer(integer / &divisor));
    Some(Vector::new(x, y))
}

/// The root of a positive integer N, or the first convergent p/q that is near enough, with k if √N
/// q/p differs from 1 by less than 2^-k; k is at least 64.
///
/// ```
/// use zwang_exact::Rational;
/// let (root, bits) = zwang_angle::near_root(&Rational::from_integer(25.into()));
/// assert_eq!((root, bits), (Rational::from_integer(5.into()), None));
/// ```
#[must_use]
pub fn near_root(squared: &Rational) -> (Rational, Option<u64>) {
    let number = squared.to_integer();
    let floor = number.sqrt();
    if &floor * &floor == number {
        return (Rational::from_integer(floor), None);
    }
    // The continued fraction of √N: (√N + m) / d = a + 1 / (the next one).
    let mut m = BigInt::zero();
    let mut d = BigInt::one();
    let mut a = floor.clone();
    let mut before = [BigInt::one(), BigInt::zero()];
    let mut convergent = [floor.clone(), BigInt::one()];
    loop {
        let [p, q] = &convergent;
        let above = p * p;
        let distance = (&above - q * q * &number).abs();
        if distance.clone() << BITS <= above {
            let bits = (above / distance).bits() - 1;
            return (Rational::new(p.clone(), q.clone()), Some(bits));
        }
        m = &d * &a - m;
        d = (&number - &m * &m) / d;
        a = (&floor + &m) / &d;
        let next = [&a * p + &before[0], &a * q + &before[1]];
        before = convergent;
        convergent = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vector(x: i64, y: i64, denominator: i64) -> Vector {
        let unit = Rational::new(1.into(), denominator.into());
        Vector::from_integers(x, y).scaled(&unit)
    }

    #[test]
    fn the_diagonal_is_divided_by_a_pell_number() {
        // The convergents of √2 have the Pell numbers 1, 2, 5, 12, … below, and |p² - 2 q²| = 1:
        // the first p with p² ≥ 2^64 is 4478554083, and its q 3166815962.
        let near = near_unit(&Vector::from_integers(-7, 7)).unwrap();
        let expected = Rational::new(3_166_815_962_i64.into(), 4_478_554_083_i64.into());
        assert_eq!(near.vector, Vector::new(-&expected, expected));
        assert_eq!(near.bits, Some(64));
        assert_eq!(near_unit(&Vector::zero()), None);
    }

    proptest! {
        #[test]
        fn vectors_are_parallel_and_as_long_as_told(
            x in -20_000_i64..20_000,
            y in -20_000_i64..20_000,
            denominator in 1_i64..1000,
        ) {
            let given = vector(x, y, denominator);
            let Some(NearUnit { vector: near, bits }) = near_unit(&given) else {
                prop_assert!(given.is_zero());
                return Ok(());
            };
            prop_assert!(near.cross(&given).is_zero());
            prop_assert!(near.dot(&given).is_positive());
            let squared = near.dot(&near);
            match bits {
                None => prop_assert!(squared.is_one()),
                Some(bits) => {
                    // 1 - 2^-k < length < 1 + 2^-k.
                    let deviation = Rational::new(BigInt::one(), BigInt::one() << bits);
                    let least = Rational::one() - &deviation;
                    let most = Rational::one() + &deviation;
                    prop_assert!(bits >= BITS);
                    prop_assert!(&least * &least < squared && squared < &most * &most);
                }
            }
            let turned = near_unit(&given.quarter_turn()).unwrap();
            prop_assert_eq!(turned.vector, near.quarter_turn());
            let mirrored = near_unit(&Vector::new(-&given.x, given.y.clone())).unwrap();
            prop_assert_eq!(mirrored.vector, Vector::new(-&near.x, near.y.clone()));
            let longer = near_unit(&vector(3 * x, 3 * y, 7)).unwrap();
            prop_assert_eq!(longer.vector, near);
        }
    }
}
