//! The greatest common divisor of long integers, by Lehmer's algorithm.
//!
//! Euclid's algorithm divides two long numbers at every step, only to find a short quotient. The
//! leading bits of both mostly tell that quotient, and those of some twenty further steps: these
//! are done on the leading bits alone, while four cofactors record what they do, and then once on
//! the long numbers. If even the first quotient is uncertain (it is long, as when one number is
//! much longer than the other), the remainder is taken instead.
//!
//! D. E. Knuth, *The Art of Computer Programming*, volume 2, section 4.5.2, Algorithm L.

use num_bigint::BigUint;
use std::cmp::Ordering;

/// How many leading bits are looked at. The cofactors are shorter than this, so that a word times a
/// cofactor, twice, fits into 128 bits.
const LEADING: u64 = 62;

/// Words of a natural number, the least first, the last not 0.
type Words = Vec<u64>;

/// Some steps of Euclid's algorithm: (u, v) becomes (a u + b v, c u + d v).
#[derive(Clone, Copy)]
struct Cofactors {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
}

/// The greatest common divisor; 0 if both numbers are 0.
#[must_use]
pub fn gcd(first: &BigUint, second: &BigUint) -> BigUint {
    let mut large = words(first);
    let mut small = words(second);
    if compare(&large, &small) == Ordering::Less {
        std::mem::swap(&mut large, &mut small);
    }
    while small.len() > 1 {
        match steps(&large, &small) {
            Some(cofactors) => cofactors.apply(&mut large, &mut small),
            None => {
                let rest = number(&large) % number(&small);
                large = std::mem::replace(&mut small, words(&rest));
            }
        }
    }
    let Some(&word) = small.first() else {
        return number(&large);
    };
    let rest = remainder(&large, word);
    num_integer::gcd(word, rest).into()
}

fn words(number: &BigUint) -> Words {
    number.iter_u64_digits().collect()
}

fn number(words: &Words) -> BigUint {
    let mut halves = Vec::with_capacity(2 * words.len());
    for word in words {
        halves.push(*word as u32);
        halves.push((*word >> 32) as u32);
    }
    BigUint::new(halves)
}

fn compare(one: &Words, other: &Words) -> Ordering {
    match one.len().cmp(&other.len()) {
        Ordering::Equal => one.iter().rev().cmp(other.iter().rev()),
        by_length => by_length,
    }
}

/// The greatest common divisor of numbers of at most 128 bits; 0 if both are 0.
pub(crate) fn gcd_of_words(first: u128, second: u128) -> u128 {
    if first == 1 || second == 1 {
        return 1;
    }
    // Half the length takes half the time, and one division leads there.
    match (u64::try_from(first), u64::try_from(second)) {
        (Ok(first), Ok(second)) => num_integer::gcd(first, second).into(),
        (Err(_), Ok(second)) if second != 0 => {
            let rest = first % u128::from(second);
            num_integer::gcd(rest as u64, second).into()
        }
        (Ok(first), Err(_)) if first != 0 => {
            let rest = second % u128::from(first);
            num_integer::gcd(first, rest as u64).into()
        }
        _ => num_integer::gcd(first, second),
    }
}

/// The remainder of a division by one word that is not 0.
fn remainder(words: &Words, divisor: u64) -> u64 {
    let divisor = u128::from(divisor);
    let mut rest = 0;
    for word in words.iter().rev() {
        rest = ((rest << 64) | u128::from(*word)) % divisor;
    }
    rest as u64
}

/// The steps that the leading bits tell, if there is one; `large` is not less than `small`.
fn steps(large: &Words, small: &Words) -> Option<Cofactors> {
    let length = bits(large);
    let drop = length.saturating_sub(LEADING);
    let mut u = shifted(large, drop);
    let mut v = shifted(small, drop);
    let mut found = Cofactors {
        a: 1,
        b: 0,
        c: 0,
        d: 1,
    };
    // The true quotient lies between those of the smallest and the largest numbers that may follow
    // these bits: it is known where both are equal (Knuth's step L2).
    while v + found.c != 0 && v + found.d != 0 {
        let quotient = (u + found.a) / (v + found.c);
        if quotient != (u + found.b) / (v + found.d) {
            break;
        }
        let Cofactors { a, b, c, d } = found;
        found = Cofactors {
            a: c,
            b: d,
            c: a - quotient * c,
            d: b - quotient * d,
        };
        (u, v) = (v, u - quotient * v);
    }
    (found.b != 0).then_some(found)
}

fn bits(words: &Words) -> u64 {
    let Some(top) = words.last() else { return 0 };
    words.len() as u64 * 64 - u64::from(top.leading_zeros())
}

/// The lowest 62 bits of the number without its last `drop` bits.
fn shifted(words: &Words, drop: u64) -> i64 {
    let start = (drop / 64) as usize;
    let offset = drop % 64;
    let low = u128::from(word(words, start));
    let high = u128::from(word(words, start + 1));
    let pair = low | (high << 64);
    let mask = (1 << LEADING) - 1;
    ((pair >> offset) & mask) as i64
}

/// The word at this place; beyond the last one there are only zeros.
fn word(words: &Words, place: usize) -> u64 {
    words.get(place).copied().unwrap_or(0)
}

impl Cofactors {
    /// Replaces both numbers; what they become is not negative, and no longer than the first.
    fn apply(&self, large: &mut Words, small: &mut Words) {
        let [a, b, c, d] = [self.a, self.b, self.c, self.d].map(i128::from);
        small.resize(large.len(), 0);
        let mut carry: i128 = 0;
        let mut small_carry: i128 = 0;
        for (word, small_word) in large.iter_mut().zip(small.iter_mut()) {
            let u = i128::from(*word);
            let v = i128::from(*small_word);
            // At most 2 · 2^62 · 2^64 and a carry of 63 bits.
            carry += a * u + b * v;
            small_carry += c * u + d * v;
            *word = carry as u64;
            *small_word = small_carry as u64;
            carry >>= 64;
            small_carry >>= 64;
        }
        trim(large);
        trim(small);
    }
}

/// Drops leading zeros.
fn trim(words: &mut Words) {
    while words.last() == Some(&0) {
        words.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn numbers() -> impl Strategy<Value = BigUint> {
        prop_oneof![
            proptest::collection::vec(any::<u32>(), 0..40),
            // Runs of ones and zeros, where leading bits tell little.
            proptest::collection::vec(prop_oneof![Just(0), Just(u32::MAX), Just(1)], 0..40),
        ]
        .prop_map(BigUint::new)
    }

    /// A number and its neighbour in the sequence of Fibonacci: the longest way for Euclid.
    fn fibonacci(count: usize) -> (BigUint, BigUint) {
        let mut last = BigUint::from(0_u32);
        let mut next = BigUint::from(1_u32);
        for _ in 0..count {
            let sum = last + &next;
            last = next;
            next = sum;
        }
        (last, next)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn it_is_that_of_num_integer(
            first in numbers(),
            second in numbers(),
            common in numbers(),
        ) {
            let expected = num_integer::gcd(first.clone(), second.clone());
            prop_assert_eq!(gcd(&first, &second), expected);
            let first = first * &common;
            let second = second * common;
            let found = gcd(&first, &second);
            prop_assert_eq!(found, num_integer::gcd(first, second));
        }
    }

    #[test]
    fn neighbours_of_every_quotient_are_coprime() {
        let one = BigUint::from(1_u32);
        for count in 1..600 {
            let (first, second) = fibonacci(count);
            assert_eq!(gcd(&first, &second), one);
            let common = BigUint::from(7_u32).pow(count as u32);
            let first = first * &common;
            let second = second * &common;
            assert_eq!(gcd(&first, &second), common);
            let power = &one << (17 * count);
            let before = &power - &one;
            assert_eq!(gcd(&power, &before), one);
        }
    }

    #[test]
    fn half_a_million_bits_are_no_long_work() {
        // Binary algorithms take a minute for this where exact arithmetic is not optimised.
        let first = BigUint::from(3_u32).pow(330_000);
        let second = BigUint::from(5_u32).pow(225_000);
        assert_eq!(gcd(&first, &second), BigUint::from(1_u32));
    }
}
