//! From p-adic digits to fractions over one common denominator.
//!
//! A fraction n/d with 2|n|d < m is determined by its residue u modulo m = p^k, and the extended
//! Euclidean algorithm on (m, u) meets it: its remainder and cofactor before an exceptionally large
//! quotient are n and d (maximal quotient rational reconstruction: Monagan 2004). So numerator and
//! denominator may differ in size.
//!
//! The coordinates of a solution share their denominator D, so it is enough to reconstruct a few
//! random combinations of them: that tells D, the size of the numerators, and whether there are
//! digits enough at all; one of them is kept up to date, so that trying costs little. If most of D
//! is known already, hardly more digits are needed than the numerators have. Then each numerator is
//! D u mod p^k', from just as many digits k' as it needs; it is computed in base p, where
//! truncation costs nothing. If a factor of D cancelled from all combinations, a coordinate does
//! not come out short, and is reconstructed by itself. If numbers are long, only a few
//! coordinates are made in this way, and their digits alone are kept: the others follow from them
//! ([`crate::exact::propagation`]). The caller verifies the result by multiplying out; a wrong one
//! only costs time.

use crate::numbers::euclid::Euclid;
use crate::numbers::field::Field;
use crate::parallel;
use malachite::base::num::arithmetic::traits::{DivExact, DivRem, Gcd, Lcm, Mod, UnsignedAbs};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

/// How many bits shorter than the modulus a result must be to be believed for the moment.
const MARGIN: u64 = 30;
/// How many combinations are reconstructed for the denominator: a factor 2 is missed with
/// probability 2^-COMBINATIONS.
const COMBINATIONS: usize = 3;

/// The digits of the coordinates of a vector of p-adic integers.
pub(crate) struct Digits {
    field: Field,
    /// The coordinates whose digits are kept; `None` for all of them.
    kept: Option<Vec<usize>>,
    /// For each power of p, lowest first, the digits that are kept.
    steps: Vec<Vec<u64>>,
    /// The weights of each combination of all coordinates, and its sum for each power of p.
    weights: [Vec<u64>; COMBINATIONS],
    sums: [Vec<u128>; COMBINATIONS],
}

impl Digits {
    pub(crate) fn new(field: Field) -> Self {
        Self {
            field,
            kept: None,
            steps: Vec::new(),
            weights: Default::default(),
            sums: Default::default(),
        }
    }

    /// Appends the digits of all coordinates for the next power of p.
    pub(crate) fn push(&mut self, step: Vec<u64>) {
        for seed in 0..COMBINATIONS {
            let weights = &mut self.weights[seed];
            if weights.len() != step.len() {
                *weights = (0..step.len()).map(|index| weight(seed, index)).collect();
            }
            self.sums[seed].push(weighted_sum(&step, weights));
        }
        self.steps.push(match &self.kept {
            Some(kept) => chosen(&step, kept),
            None => step,
        });
    }

    /// Keeps the digits of a few coordinates only, which alone are reconstructed from now on.
    pub(crate) fn keep(&mut self, coordinates: &[usize]) {
        for step in &mut self.steps {
            *step = chosen(step, coordinates);
        }
        self.kept = Some(coordinates.to_vec());
    }

    /// The number of digits of each coordinate.
    pub(crate) fn count(&self) -> usize {
        self.steps.len()
    }

    /// How many bits of each coordinate are known, at least.
    pub(crate) fn bits(&self) -> u64 {
        60 * self.steps.len() as u64
    }

    /// The common denominator of all coordinates and the numerators of those that are kept, or
    /// `None` if there are not enough digits yet.
    /// `known` is a number that is likely to have much of the denominator as a factor, or 1.
    pub(crate) fn reconstruct(&self, known: &Natural) -> Option<(Integer, Vec<Integer>)> {
        let modulus = power(self.field, self.count());
        let (mut denominator, numerator_bits) = self.common_denominator(known, &modulus)?;
        let count = (numerator_bits + 2 * MARGIN).div_ceil(60) as usize;
        if count > self.count() {
            return None;
        }
        let coordinates = self.steps.first().map_or(0, Vec::len);
        let mut numerators = vec![None; coordinates];
        loop {
            self.fill_numerators(&mut numerators, &denominator, count);
            let Some(missing) = numerators.iter().position(Option::is_none) else {
                break;
            };
            let scaled = (self.coordinate(missing) * &denominator).mod_op(&modulus);
            let (numerator, factor) = fraction(&scaled, &modulus)?;
            denominator *= &factor;
            let factor = Integer::from(factor);
            numerators
                .iter_mut()
                .flatten()
                .for_each(|value| *value *= &factor);
            numerators[missing] = Some(numerator);
        }
        Some((
            Integer::from(denominator),
            numerators.into_iter().flatten().collect(),
        ))
    }

    /// The common denominator of a few random combinations of the coordinates, and the size of
    /// their numerators.
    fn common_denominator(&self, known: &Natural, modulus: &Natural) -> Option<(Natural, u64)> {
        let mut denominator = Natural::ONE;
        let mut bits = 0;
        for seed in 0..COMBINATIONS {
            let scaled = (self.combination(seed) * known).mod_op(modulus);
            let (numerator, own) = fraction(&scaled, modulus)?;
            let (numerator, own) = in_lowest_terms(numerator, own * known);
            let lcm = (&denominator).lcm(&own);
            bits = bits.max(
                numerator.significant_bits() + lcm.significant_bits() - own.significant_bits(),
            );
            denominator = lcm;
        }
        Some((denominator, bits))
    }

    /// Σ w_i y_i with reproducible pseudo-random weights of 16 bits.
    fn combination(&self, seed: usize) -> Natural {
        let prime = Natural::from(self.field.modulus());
        let sums = self.sums[seed].iter().rev();
        sums.fold(Natural::ZERO, |total, &sum| {
            total * &prime + Natural::from(sum)
        })
    }

    /// All digits of one coordinate.
    fn coordinate(&self, index: usize) -> Natural {
        let digits: Vec<u64> = self.steps.iter().map(|step| step[index]).collect();
        from_base(self.field, &digits)
    }

    /// Computes the missing numerators from the first `count` digits, as far as they come out
    /// short.
    fn fill_numerators(
        &self,
        numerators: &mut [Option<Integer>],
        denominator: &Natural,
        count: usize,
    ) {
        let modulus = power(self.field, count);
        let factor = to_base(self.field, denominator, count);
        let computed = parallel::map(numerators.len(), |index| {
            if numerators[index].is_some() {
                return None;
            }
            let digits: Vec<u64> = self.steps[..count].iter().map(|step| step[index]).collect();
            let residue = from_base(self.field, &truncated_product(self.field, &factor, &digits));
            let numerator = symmetric(residue, &modulus);
            (numerator.significant_bits() + MARGIN <= modulus.significant_bits())
                .then_some(numerator)
        });
        for (numerator, computed) in numerators.iter_mut().zip(computed) {
            *numerator = numerator.take().or(computed);
        }
    }
}

fn in_lowest_terms(numerator: Integer, denominator: Natural) -> (Integer, Natural) {
    let divisor = numerator.unsigned_abs_ref().gcd(&denominator);
    if divisor == Natural::ONE {
        return (numerator, denominator);
    }
    let denominator = denominator.div_exact(&divisor);
    (numerator.div_exact(Integer::from(divisor)), denominator)
}

fn chosen(step: &[u64], coordinates: &[usize]) -> Vec<u64> {
    coordinates.iter().map(|&index| step[index]).collect()
}

fn weighted_sum(digits: &[u64], weights: &[u64]) -> u128 {
    let pairs = digits.iter().zip(weights);
    pairs
        .map(|(&digit, &weight)| u128::from(weight) * u128::from(digit))
        .sum()
}

/// A pseudo-random number of 16 bits, not zero (SplitMix64: Steele, Lea & Flood 2014).
fn weight(seed: usize, index: usize) -> u64 {
    let mut state = (index as u64)
        .wrapping_add((seed as u64) << 40)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state >> 48) | 1
}

pub(crate) fn power(field: Field, exponent: usize) -> Natural {
    let prime = Natural::from(field.modulus());
    (0..exponent).fold(Natural::ONE, |power, _| power * &prime)
}

/// The lowest `count` digits of a number in base p.
fn to_base(field: Field, value: &Natural, count: usize) -> Vec<u64> {
    let prime = Natural::from(field.modulus());
    let mut rest = value.clone();
    let mut digits = Vec::new();
    while rest != 0 && digits.len() < count {
        let (quotient, digit) = rest.div_rem(&prime);
        digits.push(u64::try_from(&digit).unwrap_or_else(|_| unreachable!("a digit is below p")));
        rest = quotient;
    }
    digits
}

/// Σ digit_k p^k, by Horner's rule on machine words.
fn from_base(field: Field, digits: &[u64]) -> Natural {
    let prime = u128::from(field.modulus());
    let mut limbs: Vec<u64> = Vec::with_capacity(digits.len());
    for &digit in digits.iter().rev() {
        let mut carry = u128::from(digit);
        for limb in &mut limbs {
            carry += u128::from(*limb) * prime;
            *limb = carry as u64;
            carry >>= 64;
        }
        if carry != 0 {
            limbs.push(carry as u64);
        }
    }
    Natural::from_owned_limbs_asc(limbs)
}

/// The product of two numbers in base p, modulo p to the number of digits of the second.
fn truncated_product(field: Field, factor: &[u64], digits: &[u64]) -> Vec<u64> {
    let reversed: Vec<u64> = digits.iter().rev().copied().collect();
    let mut product = Vec::with_capacity(digits.len());
    let mut carry = 0;
    for index in 0..digits.len() {
        let mut sum: u128 = carry;
        let mut quotient = 0;
        let opposite = &reversed[digits.len() - 1 - index..];
        // 32 products of 122 bits, and what is left of earlier ones, fit into 128 bits.
        for (factor, opposite) in factor.chunks(32).zip(opposite.chunks(32)) {
            sum += factor
                .iter()
                .zip(opposite)
                .map(|(&a, &b)| u128::from(a) * u128::from(b))
                .sum::<u128>();
            let (own, rest) = field.divide(sum);
            (quotient, sum) = (quotient + own, u128::from(rest));
        }
        let (own, digit) = field.divide(sum);
        carry = quotient + own;
        product.push(digit);
    }
    product
}

/// The representative of a residue between -m/2 and m/2.
fn symmetric(residue: Natural, modulus: &Natural) -> Integer {
    if residue.significant_bits() + 1 < modulus.significant_bits() {
        return Integer::from(residue);
    }
    let residue = Integer::from(residue);
    let complement = Integer::from(modulus) - &residue;
    if residue > complement {
        -complement
    } else {
        residue
    }
}

/// The fraction that an exceptionally large quotient of the Euclidean algorithm singles out: the
/// first that cannot be chance, or the largest.
pub(crate) fn fraction(residue: &Natural, modulus: &Natural) -> Option<(Integer, Natural)> {
    if *residue == 0 {
        return Some((Integer::ZERO, Natural::ONE));
    }
    let mut state = Euclid::new(residue, modulus);
    let mut best: Option<(u64, Natural, Integer)> = None;
    while !state.is_over() {
        if state.leap() {
            continue;
        }
        let remainder = state.remainder();
        let cofactor = state.cofactor();
        let bits = state.step();
        if best.as_ref().is_none_or(|(most, ..)| bits > *most) {
            best = Some((bits, remainder, cofactor));
        }
        if bits >= 2 * MARGIN {
            break;
        }
    }
    let (bits, numerator, cofactor) = best?;
    let numerator = Integer::from_sign_and_abs(cofactor >= 0, numerator);
    (bits >= MARGIN).then(|| (numerator, cofactor.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::base::num::arithmetic::traits::{ModInverse, Pow};

    fn digits_of(fractions: &[(i64, u64)], count: usize) -> Digits {
        let field = Field::first();
        let prime = Natural::from(field.modulus());
        let modulus = power(field, count);
        let mut rest = Vec::new();
        for (numerator, denominator) in fractions {
            let denominator = Natural::from(*denominator) % &modulus;
            let inverse = denominator.mod_inverse(&modulus).unwrap();
            let product = Integer::from(*numerator) * Integer::from(inverse);
            let residue = product.mod_op(&Integer::from(&modulus));
            rest.push(residue.unsigned_abs());
        }
        let mut digits = Digits::new(field);
        for _ in 0..count {
            let step = rest.iter_mut().map(|value| {
                let (quotient, remainder) = (&*value).div_rem(&prime);
                *value = quotient;
                u64::try_from(&remainder).unwrap()
            });
            digits.push(step.collect());
        }
        digits
    }

    #[test]
    fn fractions_come_back_over_one_denominator() {
        let fractions = [
            (0, 1),
            (3, 1),
            (-7, 12),
            (1_000_000_007, 18),
            (-5, 998_244_353),
            (1, 36),
        ];
        let (denominator, numerators) =
            digits_of(&fractions, 4).reconstruct(&Natural::ONE).unwrap();
        for ((numerator, own), found) in fractions.into_iter().zip(numerators) {
            assert_eq!(
                Integer::from(numerator) * &denominator,
                found * Integer::from(own)
            );
        }
    }

    #[test]
    fn whatever_is_known_of_the_denominator_the_fractions_are_the_same() {
        let fractions = [(3, 1), (-7, 12), (1_000_000_007, 18), (-5, 998_244_353)];
        let digits = digits_of(&fractions, 12);
        let expected = digits.reconstruct(&Natural::ONE);
        assert!(expected.is_some());
        let whole = Natural::from(36 * 998_244_353_u64);
        let part = Natural::from(18_u64);
        let other = Natural::from(1_000_003_u64);
        let long = Natural::from(97_u64).pow(50);
        for known in [whole, part, other, long] {
            assert_eq!(digits.reconstruct(&known), expected, "{known}");
        }
    }

    #[test]
    fn factors_that_cancel_in_combinations_are_found() {
        let fractions: Vec<(i64, u64)> = (0..200)
            .map(|index| (1 + index % 7, 1 << (index % 5)))
            .collect();
        let (denominator, numerators) =
            digits_of(&fractions, 3).reconstruct(&Natural::ONE).unwrap();
        for ((numerator, own), found) in fractions.into_iter().zip(numerators) {
            assert_eq!(
                Integer::from(numerator) * &denominator,
                found * Integer::from(own)
            );
        }
    }

    #[test]
    fn a_few_coordinates_are_reconstructed_over_the_denominator_of_all() {
        let fractions = [(3, 1), (-7, 12), (1_000_000_007, 18), (-5, 998_244_353)];
        let whole = digits_of(&fractions, 12);
        let (denominator, numerators) = whole.reconstruct(&Natural::ONE).unwrap();
        let mut few = digits_of(&fractions, 5);
        few.keep(&[1, 2]);
        for step in &whole.steps[5..] {
            few.push(step.clone());
        }
        let expected = (denominator, numerators[1..3].to_vec());
        assert_eq!(few.reconstruct(&Natural::ONE), Some(expected));
    }

    #[test]
    fn too_few_digits_are_noticed() {
        let fractions = [(i64::MAX, u64::MAX - 58), (i64::MIN + 9, u64::MAX - 82)];
        assert_eq!(digits_of(&fractions, 2).reconstruct(&Natural::ONE), None);
        assert!(
            digits_of(&fractions, 6)
                .reconstruct(&Natural::ONE)
                .is_some()
        );
    }

    fn hundred_digits(field: Field, seed: usize) -> Vec<u64> {
        let digits = (0..100).map(|index| weight(seed, index).pow(4) % field.modulus());
        digits.collect()
    }

    #[test]
    fn products_in_base_p_agree_with_products_of_numbers() {
        let field = Field::first().next();
        let [one, two] = [5, 6].map(|seed| hundred_digits(field, seed));
        let product = from_base(field, &one) * from_base(field, &two);
        assert_eq!(
            truncated_product(field, &one, &two),
            to_base(field, &product, 100)
        );
    }
}
