//! Products of integers that need not be multiplied to be compared.

use num_bigint::{BigInt, Sign};
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// Compares two products of integers ≥ 0.
///
/// Numbers of b bits are in [2^(b-1), 2^b), so k of them have a product in [2^(Σb - k), 2^Σb). Most
/// comparisons end there.
pub(super) fn compare(left: &[&BigInt], right: &[&BigInt]) -> Ordering {
    match (has_zero(left), has_zero(right)) {
        (false, false) => {}
        (left, right) => return right.cmp(&left),
    }
    let (bits, other_bits) = (bits(left), bits(right));
    if bits <= other_bits.saturating_sub(right.len() as u64) {
        Ordering::Less
    } else if other_bits <= bits.saturating_sub(left.len() as u64) {
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
    let bits = factors.iter().map(|factor| factor.bits());
    bits.fold(0, u64::saturating_add)
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
    let (first, second) = (a.abs(), b.abs());
    let order = compare(&[&first, &first, beta], &[&second, &second, alpha]);
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

    fn integer(number: i64) -> BigInt {
        number.into()
    }

    proptest! {
        #[test]
        fn comparisons_are_those_of_the_products(left in [0_u64..9, 0_u64..9, 0..1 << 20], right in [0_u64..9, 0_u64..1 << 22]) {
            let required = left.iter().product::<u64>().cmp(&right.iter().product());
            let [left, right] = [left.to_vec(), right.to_vec()].map(|list| list.into_iter().map(BigInt::from).collect::<Vec<_>>());
            let [left, right] = [&left, &right].map(|list| list.iter().collect::<Vec<_>>());
            prop_assert_eq!(compare(&left, &right), required);
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
            let [a, alpha, b, beta] = [a, alpha, b, beta].map(integer);
            assert_eq!(
                compare_over_roots([&a, &alpha], [&b, &beta]),
                order,
                "{a} {alpha} {b} {beta}"
            );
        }
    }
}
