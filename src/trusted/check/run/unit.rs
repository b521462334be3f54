//! What integers of a step are over: positive integers, kept beside them.
//!
//! On a grid they are powers of two times denominators of the scene; in an exact run they are as
//! long as the run is old. So a common multiple has to be found without dividing long numbers again
//! and again: powers of two are told by their zeros, short odd parts have their greatest common
//! divisor in machine integers, and long ones are only tried as divisors of each other.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// A common multiple of two positive integers, and what both have to be multiplied by to get it.
pub(super) struct Multiple {
    pub unit: BigInt,
    pub first_factor: BigInt,
    pub second_factor: BigInt,
}

/// A common multiple of two positive integers. It is the least if they are equal or short.
pub(super) fn multiple(first: &BigInt, second: &BigInt) -> Multiple {
    if first == second {
        return Multiple {
            unit: first.clone(),
            first_factor: BigInt::one(),
            second_factor: BigInt::one(),
        };
    }
    let (zeros, odd) = power_and_odd(first);
    let (other_zeros, other_odd) = power_and_odd(second);
    let divisor = odd_divisor(&odd, &other_odd);
    let first_factor = over(other_odd, &divisor) << other_zeros.saturating_sub(zeros);
    let second_factor = over(odd, &divisor) << zeros.saturating_sub(other_zeros);
    Multiple {
        unit: first * &first_factor,
        first_factor,
        second_factor,
    }
}

/// A common multiple of two positive integers.
pub(super) fn common(first: &BigInt, second: &BigInt) -> BigInt {
    multiple(first, second).unit
}

/// How often 2 divides a positive integer, and what is left.
fn power_and_odd(number: &BigInt) -> (u64, BigInt) {
    let zeros = number.trailing_zeros().unwrap_or(0);
    (zeros, number >> zeros)
}

/// A common divisor of two odd numbers: the greatest if they are short, or one divides the other.
fn odd_divisor(first: &BigInt, second: &BigInt) -> BigInt {
    if first == second {
        return first.clone();
    }
    if first.is_one() || second.is_one() {
        return BigInt::one();
    }
    if let Some(first) = first.to_u128()
        && let Some(second) = second.to_u128()
    {
        return first.gcd(&second).into();
    }
    let (low, high) = if first < second {
        (first, second)
    } else {
        (second, first)
    };
    if (high % low).is_zero() {
        low.clone()
    } else {
        BigInt::one()
    }
}

fn over(number: BigInt, divisor: &BigInt) -> BigInt {
    if divisor.is_one() {
        number
    } else {
        number / divisor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_numbers_have_their_least_multiple(
            first in 1_u64..1 << 40,
            second in 1_u64..1 << 40,
            both in 1_u64..1 << 20,
        ) {
            let first = BigInt::from(first) * both;
            let second = BigInt::from(second) * both;
            let whole = multiple(&first, &second);
            prop_assert_eq!(&whole.unit, &first.lcm(&second));
            prop_assert_eq!(&whole.unit, &(&first * whole.first_factor));
            prop_assert_eq!(&whole.unit, &(&second * whole.second_factor));
        }
    }

    fn power(base: u32, exponent: u32) -> BigInt {
        BigInt::from(base).pow(exponent)
    }

    #[test]
    fn long_numbers_have_a_multiple() {
        let short = power(6, 90);
        let long = power(6, 200);
        assert_eq!(common(&short, &long), long);
        assert_eq!(common(&long, &short), long);
        let common = common(&power(2, 500), &power(3, 2));
        assert_eq!(common, power(2, 500) * 9);
        let whole = multiple(&long, &(power(5, 150) * 4));
        assert_eq!(whole.first_factor, power(5, 150));
        assert_eq!(whole.second_factor, power(6, 200) >> 2);
        assert_eq!(whole.unit, long * power(5, 150));
    }
}
