//! Products of integers that need not be multiplied to be compared.

use num_bigint::{BigInt, Sign};
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// Compares two products of integers ≥ 0.
///
/// Numbers of b bits are in [2^(b-1), 2^b), so k of them have a product in [2^(Σb - k), 2^Σb). Most
/// comparisons end there.
pub(super) fn compare(left: &[&BigInt], right: &[&BigInt]) -> Ordering {
    let is_zero = has_zero(left);
    let other_is_zero = has_zero(right);
    if is_zero || other_is_zero {
        return other_is_zero.cmp(&is_zero);
    }
    let most = bits(left);
    let least = most.saturating_sub(left.len() as u64);
    let other_most = bits(right);
    let other_least = other_most.saturating_sub(right.len() as u64);
    if most <= other_least {
        Ordering::Less
    } else if other_most <= least {
        Ordering::Greater
    } else {
        product(left).cmp(&product(right))
    }
}

fn has_zero(factors: &[&BigInt]) -> bool {
    factors.iter().any(|factor| factor.is_zero())
}

/// Σb.
fn bits(factors: &[&BigInt]) -> u64 {
    let mut bits: u64 = 0;
    for factor in factors {
        bits = bits.saturating_add(factor.bits());
    }
    bits
}

fn product(factors: &[&BigInt]) -> BigInt {
    factors.iter().copied().product()
}

/// Compares a/√α with b/√β, α and β positive.
pub(super) fn compare_over_roots([a, alpha]: [&BigInt; 2], [b, beta]: [&BigInt; 2]) -> Ordering {
    let order = a.sign().cmp(&b.sign());
    if order != Ordering::Equal || a.is_zero() {
        return order;
    }
    let first = a.abs();
    let second = b.abs();
    let left = [&first, &first, beta];
    let right = [&second, &second, alpha];
    let order = compare(&left, &right);
    if a.sign() == Sign::Minus {
        order.reverse()
    } else {
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn comparisons_are_those_of_the_products(
            left in [0_u64..9, 0_u64..9, 0..1 << 20],
            right in [0_u64..9, 0_u64..1 << 22],
        ) {
            let value: u64 = left.iter().product();
            let required = value.cmp(&right.iter().product());
            let left = left.map(BigInt::from);
            let right = right.map(BigInt::from);
            let found = compare(&left.each_ref(), &right.each_ref());
            prop_assert_eq!(found, required);
        }
    }

    #[test]
    fn roots() {
        for (a, alpha, b, beta, order) in [
            (1, 2, 1, 3, Ordering::Greater),
            (-1, 2, -1, 3, Ordering::Less),
            (2, 4, 3, 9, Ordering::Equal),
            (-5, 1, 0, 1, Ordering::Less),
            (0, 1, 0, 7, Ordering::Equal),
            (3, 1, -4, 1, Ordering::Greater),
        ] {
            let first = [a, alpha].map(BigInt::from);
            let second = [b, beta].map(BigInt::from);
            let found = compare_over_roots(first.each_ref(), second.each_ref());
            assert_eq!(found, order, "{first:?} {second:?}");
        }
    }
}
