//! The extended Euclidean algorithm on long numbers.
//!
//! Remainders r_{k+1} = r_{k-1} - q_k r_k and their cofactors u_{k+1} = u_{k-1} - q_k u_k, with r_k
//! ≡ u_k · (second number) modulo the first. Many small quotients at once are found from the
//! leading words of two remainders, as long as they are certain to be those of the remainders
//! themselves (Lehmer 1938; Knuth, *The Art of Computer Programming*, vol. 2, 4.5.2, algorithm L).
//! Large quotients are always met one by one.

use malachite::base::num::arithmetic::traits::DivRem;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

/// Bits of the leading parts.
const LEADING_BITS: u64 = 61;
/// Quotients from here on are left to [`Euclid::step`].
const LARGE: i64 = 1 << 20;

/// The words of a natural number, lowest first, the last not 0.
type Words = Vec<u64>;

/// Two remainders, the first the larger, and their cofactors. These have opposite signs, so that
/// magnitudes and one sign are enough.
pub(crate) struct Euclid {
    previous: Words,
    remainder: Words,
    previous_cofactor: Words,
    cofactor: Words,
    /// Whether the cofactor of `remainder` is negative.
    is_negative: bool,
}

/// Two consecutive numbers become a·(one) + b·(other) and c·(one) + d·(other).
struct Combination {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
}

impl Euclid {
    /// The beginning, for a residue and its modulus.
    pub(crate) fn new(residue: &Natural, modulus: &Natural) -> Self {
        Self {
            previous: modulus.to_limbs_asc(),
            remainder: residue.to_limbs_asc(),
            previous_cofactor: Words::new(),
            cofactor: vec![1],
            is_negative: false,
        }
    }

    /// Whether the remainder is 0.
    pub(crate) fn is_over(&self) -> bool {
        self.remainder.is_empty()
    }

    /// The remainder.
    pub(crate) fn remainder(&self) -> Natural {
        Natural::from_limbs_asc(&self.remainder)
    }

    /// The cofactor of the remainder.
    pub(crate) fn cofactor(&self) -> Integer {
        Integer::from_sign_and_abs(!self.is_negative, Natural::from_limbs_asc(&self.cofactor))
    }

    /// One division by a remainder that is not zero; the number of bits of the quotient.
    pub(crate) fn step(&mut self) -> u64 {
        let previous = Natural::from_limbs_asc(&self.previous);
        let (quotient, next) = previous.div_rem(self.remainder());
        self.previous = std::mem::replace(&mut self.remainder, next.to_limbs_asc());
        let cofactor = Natural::from_limbs_asc(&self.cofactor);
        let next = Natural::from_limbs_asc(&self.previous_cofactor) + &quotient * cofactor;
        self.previous_cofactor = std::mem::replace(&mut self.cofactor, next.to_limbs_asc());
        self.is_negative = !self.is_negative;
        quotient.significant_bits()
    }

    /// Several divisions at once, all with small quotients; none, and `false`, if the leading parts
    /// do not tell the next quotient.
    pub(crate) fn leap(&mut self) -> bool {
        let shift = bits(&self.previous).saturating_sub(LEADING_BITS);
        let mut high = leading(&self.previous, shift);
        let mut low = leading(&self.remainder, shift);
        let (mut a, mut b, mut c, mut d) = (1, 0, 0, 1);
        while low + c != 0 && low + d != 0 {
            let quotient = (high + a) / (low + c);
            if quotient != (high + b) / (low + d) || quotient >= LARGE {
                break;
            }
            (a, c) = (c, a - quotient * c);
            (b, d) = (d, b - quotient * d);
            (high, low) = (low, high - quotient * low);
        }
        if b == 0 {
            return false;
        }
        let combination = Combination { a, b, c, d };
        combination.of_remainders(&mut self.previous, &mut self.remainder);
        combination.of_cofactors(&mut self.previous_cofactor, &mut self.cofactor);
        // d is positive after an even number of divisions.
        self.is_negative ^= d < 0;
        true
    }
}

impl Combination {
    /// Both results are natural numbers, no longer than the longer one.
    fn of_remainders(&self, one: &mut Words, other: &mut Words) {
        let [a, b, c, d] = [self.a, self.b, self.c, self.d].map(i128::from);
        other.resize(one.len(), 0);
        let mut carry = 0_i128;
        let mut other_carry = 0_i128;
        for (word, other_word) in one.iter_mut().zip(other.iter_mut()) {
            let digit = i128::from(*word);
            let other_digit = i128::from(*other_word);
            // At most 2 · 2^61 · 2^64 and a carry of 62 bits.
            carry += a * digit + b * other_digit;
            other_carry += c * digit + d * other_digit;
            *word = carry as u64;
            *other_word = other_carry as u64;
            carry >>= 64;
            other_carry >>= 64;
        }
        trim(one);
        trim(other);
    }

    /// The same of numbers of opposite signs, of which the magnitudes are given: by signs, too, all
    /// terms add up.
    fn of_cofactors(&self, one: &mut Words, other: &mut Words) {
        let [a, b, c, d] = [self.a, self.b, self.c, self.d].map(i64::unsigned_abs);
        let [a, b, c, d] = [a, b, c, d].map(u128::from);
        let length = one.len().max(other.len()) + 1;
        one.resize(length, 0);
        other.resize(length, 0);
        let mut carry = 0_u128;
        let mut other_carry = 0_u128;
        for (word, other_word) in one.iter_mut().zip(other.iter_mut()) {
            let digit = u128::from(*word);
            let other_digit = u128::from(*other_word);
            carry += a * digit + b * other_digit;
            other_carry += c * digit + d * other_digit;
            *word = carry as u64;
            *other_word = other_carry as u64;
            carry >>= 64;
            other_carry >>= 64;
        }
        trim(one);
        trim(other);
    }
}

/// Drops leading zeros.
fn trim(words: &mut Words) {
    while words.last() == Some(&0) {
        words.pop();
    }
}

fn bits(words: &Words) -> u64 {
    match words.last() {
        Some(top) => 64 * words.len() as u64 - u64::from(top.leading_zeros()),
        None => 0,
    }
}

/// The number without its last `shift` bits, of which at most 61 are left.
fn leading(words: &Words, shift: u64) -> i64 {
    let start = (shift / 64) as usize;
    let low = words.get(start).copied().unwrap_or(0);
    let high = words.get(start + 1).copied().unwrap_or(0);
    let pair = u128::from(low) | (u128::from(high) << 64);
    (pair >> (shift % 64)) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All remainders and cofactors, division by division.
    fn plain(residue: &Natural, modulus: &Natural) -> Vec<(Natural, Integer)> {
        let mut state = Euclid::new(residue, modulus);
        let mut all = vec![(state.remainder(), state.cofactor())];
        while !state.is_over() {
            state.step();
            all.push((state.remainder(), state.cofactor()));
        }
        all
    }

    /// A limb, often one of those where carries happen.
    fn limb() -> impl Strategy<Value = u64> {
        prop_oneof![any::<u64>(), Just(0), Just(u64::MAX)]
    }

    proptest! {
        #[test]
        fn leaps_land_where_steps_do(
            limbs in prop::collection::vec(any::<u64>(), 1..12),
            others in prop::collection::vec(limb(), 1..12),
        ) {
            let [one, other] = [limbs, others].map(Natural::from_owned_limbs_asc);
            let (residue, modulus) = if one < other { (one, other) } else { (other, one) };
            prop_assume!(residue != 0);
            let all = plain(&residue, &modulus);
            let mut state = Euclid::new(&residue, &modulus);
            let mut place = 0;
            let mut leaps = 0;
            while !state.is_over() {
                let leapt = state.leap();
                if leapt { leaps += 1 } else { state.step(); }
                let now = (state.remainder(), state.cofactor());
                let ahead = all[place + 1..].iter().position(|entry| *entry == now);
                prop_assert!(ahead.is_some());
                let passed = ahead.unwrap() + 1;
                prop_assert!(leapt || passed == 1);
                // No large quotient is passed over.
                for skipped in all[place..=place + passed].windows(2).filter(|_| leapt) {
                    let [(_, before), (_, after)] = skipped else { unreachable!() };
                    let most = before.significant_bits() + 21;
                    prop_assert!(after.significant_bits() <= most);
                }
                place += passed;
            }
            prop_assert_eq!(place, all.len() - 1);
            prop_assert!(leaps * 200 >= place || place < 200);
        }
    }
}
