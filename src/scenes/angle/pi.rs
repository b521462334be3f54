//! π, by Machin's formula π/4 = 4 atan 1/5 - atan 1/239.

use crate::bounds::unit;
use crate::{Bounds, GUARD};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::sync::LazyLock;

/// So many digits are computed once. A turn or an angle needs hardly ever more.
const KNOWN_DIGITS: u64 = 256;

static KNOWN: LazyLock<Bounds> = LazyLock::new(|| summed(KNOWN_DIGITS + GUARD));

/// π/2 with so many digits. The bounds are at most two units apart.
#[must_use]
pub fn half_pi(digits: u64) -> Bounds {
    if digits <= KNOWN_DIGITS {
        KNOWN.shorter(KNOWN_DIGITS + GUARD - digits)
    } else {
        summed(digits + GUARD).shorter(GUARD)
    }
}

/// π/2 with so many digits, of which the last ones are uncertain.
fn summed(long: u64) -> Bounds {
    let large = arctangent_of_inverse(5, long).times(&BigInt::from(8));
    let small = arctangent_of_inverse(239, long).times(&BigInt::from(2));
    large - small
}

/// atan 1/n = 1/n - 1/(3 n³) + 1/(5 n⁵) - …: each power and each quotient is rounded down, by less
/// than a unit; as terms fall and alternate, the first power that vanishes bounds what is left.
fn arctangent_of_inverse(inverse: u32, digits: u64) -> Bounds {
    let square = BigInt::from(inverse) * inverse;
    let mut power = unit(digits) / inverse;
    let mut odd = BigInt::one();
    let mut sum = BigInt::zero();
    let mut terms = BigInt::one();
    let mut is_added = true;
    while !power.is_zero() {
        let term = &power / &odd;
        if is_added {
            sum += term;
        } else {
            sum -= term;
        }
        power /= &square;
        odd += 2;
        terms += 1;
        is_added = !is_added;
    }
    let error = terms * 2 + 2;
    Bounds::exact(sum).wider(&error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pi_has_its_published_digits() {
        // OEIS A000796: 80 decimals of π, rounded down.
        let figures =
            "314159265358979323846264338327950288419716939937510582097494459230781640628620899";
        let known: BigInt = figures.parse().unwrap();
        let scale = BigInt::from(10).pow(80);
        for digits in [1u64, 7, 64, 200, 260] {
            let Bounds { low, high } = half_pi(digits);
            assert!(&high - &low <= BigInt::from(2), "{digits}");
            // 2 low < π < 2 high, in units, and π 10^80 is between `known` and the next integer.
            let above = (&known + 1) << digits;
            let below = &known << digits;
            assert!(low * 2 * &scale < above, "{digits}");
            assert!(high * 2 * &scale > below, "{digits}");
        }
    }
}
