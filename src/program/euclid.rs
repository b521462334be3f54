//! The extended Euclidean algorithm on long numbers.
//!
//! Remainders r_{k+1} = r_{k-1} - q_k r_k and their cofactors u_{k+1} = u_{k-1} - q_k u_k, with r_k
//! ≡ u_k · (second number) modulo the first. Many small quotients at once are found from the
//! leading words of two remainders, as long as they are certain to be those of the remainders
//! themselves (Lehmer 1938; Knuth, *The Art of Computer Programming*, vol. 2, 4.5.2, algorithm L).
//! Large quotients are always met one by one.

use malachite::base::num::arithmetic::traits::DivRem;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

/// Bits of the leading parts.
const LEADING_BITS: u64 = 61;
/// Quotients from here on are left to [`Euclid::step`].
const LARGE: i64 = 1 << 20;

/// Two remainders, both ≥ 0, the first the larger, and their cofactors.
pub(crate) struct Euclid {
    previous: Integer,
    pub(crate) remainder: Integer,
    previous_cofactor: Integer,
    pub(crate) cofactor: Integer,
}

impl Euclid {
    /// The beginning, for a residue and its modulus.
    pub(crate) fn new(residue: &Natural, modulus: &Natural) -> Self {
        Self {
            previous: Integer::from(modulus),
            remainder: Integer::from(residue),
            previous_cofactor: Integer::ZERO,
            cofactor: Integer::ONE,
        }
    }

    /// One division by a remainder that is not zero; the number of bits of the quotient.
    pub(crate) fn step(&mut self) -> u64 {
        let (quotient, next) = (&self.previous).div_rem(&self.remainder);
        let product = &quotient * &self.cofactor;
        let next_cofactor = &self.previous_cofactor - product;
        self.previous = std::mem::replace(&mut self.remainder, next);
        self.previous_cofactor = std::mem::replace(&mut self.cofactor, next_cofactor);
        quotient.significant_bits()
    }

    /// Several divisions at once, all with small quotients; none, and `false`, if the leading parts
    /// do not tell the next quotient.
    pub(crate) fn leap(&mut self) -> bool {
        let bits = self.previous.significant_bits();
        let shift = bits.saturating_sub(LEADING_BITS);
        let mut high = leading(&self.previous, shift);
        let mut low = leading(&self.remainder, shift);
        // The new remainders are a·previous + b·remainder and c·previous + d·remainder.
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
        let matrix = [a, b, c, d].map(Integer::from);
        combine(&matrix, &mut self.previous, &mut self.remainder);
        combine(&matrix, &mut self.previous_cofactor, &mut self.cofactor);
        true
    }
}

fn leading(value: &Integer, shift: u64) -> i64 {
    i64::try_from(&(value >> shift)).unwrap_or(i64::MAX)
}

fn combine([a, b, c, d]: &[Integer; 4], one: &mut Integer, other: &mut Integer) {
    let first = a * &*one + b * &*other;
    *other = c * &*one + d * &*other;
    *one = first;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All remainders and cofactors, division by division.
    fn plain(residue: &Natural, modulus: &Natural) -> Vec<(Integer, Integer)> {
        let mut state = Euclid::new(residue, modulus);
        let mut all = vec![(state.remainder.clone(), state.cofactor.clone())];
        while state.remainder != 0 {
            state.step();
            all.push((state.remainder.clone(), state.cofactor.clone()));
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
            while state.remainder != 0 {
                let leapt = state.leap();
                if leapt { leaps += 1 } else { state.step(); }
                let now = (state.remainder.clone(), state.cofactor.clone());
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
