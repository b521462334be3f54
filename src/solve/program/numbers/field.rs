//! Arithmetic modulo a prime p = 2^61 - c just below 2^61.
//!
//! A product of two residues has at most 122 bits; since 2^61 ≡ c, its high part times c plus its
//! low part is congruent to it, and after folding twice one subtraction is left. Any p with small c
//! works alike, so another prime is always at hand when one turns out to be unlucky (it divides a
//! pivot that is not zero).

use crate::exact::factor::Arithmetic;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Mod;

const BITS: u32 = 61;
const MASK: u64 = (1 << BITS) - 1;
/// Products of residues have at most 122 bits, so that so many of them and a folded sum fit into
/// 128 bits.
const MOST_PRODUCTS: usize = 32;

/// The field of integers modulo p = 2^61 - c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    offset: u64,
}

impl Field {
    /// The field of the largest prime below 2^61.
    pub fn first() -> Self {
        Self { offset: 1 }
    }

    /// The field of the next smaller prime. Offsets up to 2^26 are good, which is more than a
    /// million primes; a scene has to spend a mass, or 61 bits of one, on each prime that it wants
    /// to spoil.
    pub fn next(self) -> Self {
        let mut offset = self.offset + 2;
        while !is_prime((1 << BITS) - offset) {
            offset += 2;
        }
        Self { offset }
    }

    /// The prime p.
    #[must_use]
    pub fn modulus(self) -> u64 {
        (1 << BITS) - self.offset
    }

    /// The sum of two residues.
    #[must_use]
    pub fn add(self, a: u64, b: u64) -> u64 {
        self.reduced(a + b)
    }

    /// The difference of two residues.
    #[must_use]
    pub fn subtract(self, a: u64, b: u64) -> u64 {
        self.reduced(a + self.modulus() - b)
    }

    /// The product of two residues.
    #[must_use]
    pub fn multiply(self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        self.residue_of_sum(product)
    }

    /// The residue of a sum of unreduced products.
    pub(crate) fn residue_of_sum(self, sum: u128) -> u64 {
        let folded = self.folded(sum);
        // The second folding stays within words, as c < 2^26 (see `folded`).
        let high = (folded >> BITS) as u64;
        let low = folded as u64 & MASK;
        self.reduced(high * self.offset + low)
    }

    /// The scalar product of a sparse vector with a dense one.
    pub(crate) fn sparse_dot(self, indices: &[u32], values: &[u64], dense: &[u64]) -> u64 {
        // Most vectors are short.
        if indices.len() <= MOST_PRODUCTS {
            return self.residue_of_sum(sum_of_products(indices, values, dense));
        }
        let values = values.chunks(MOST_PRODUCTS);
        let mut sum = 0_u128;
        for (indices, values) in indices.chunks(MOST_PRODUCTS).zip(values) {
            sum = self.folded(sum + sum_of_products(indices, values, dense));
        }
        self.residue_of_sum(sum)
    }

    /// Quotient and remainder of the division by p.
    pub(crate) fn divide(self, value: u128) -> (u128, u64) {
        let (mut quotient, mut rest) = (0, value);
        while rest >> BITS != 0 {
            // 2^61 = p + c
            quotient += rest >> BITS;
            rest = self.folded(rest);
        }
        let mut rest = rest as u64;
        if rest >= self.modulus() {
            (quotient, rest) = (quotient + 1, rest - self.modulus());
        }
        (quotient, rest)
    }

    /// A congruent number. With c < 2^26 it is below 2^94 for any argument, and below 2^62 for an
    /// argument below 2^94.
    fn folded(self, value: u128) -> u128 {
        (value >> BITS) * u128::from(self.offset) + (value & u128::from(MASK))
    }

    fn reduced(self, value: u64) -> u64 {
        let mut value = value;
        while value >= self.modulus() {
            value -= self.modulus();
        }
        value
    }

    fn power(self, base: u64, mut exponent: u64) -> u64 {
        let mut result = 1;
        let mut square = base;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.multiply(result, square);
            }
            square = self.multiply(square, square);
            exponent >>= 1;
        }
        result
    }

    /// The inverse of a residue, or `None` for zero.
    pub fn inverse(self, a: u64) -> Option<u64> {
        (a != 0).then(|| self.power(a, self.modulus() - 2))
    }

    /// The inverses of residues, or `None` if one of them is zero: one inversion, and three
    /// products each (Montgomery 1987).
    pub fn inverses(self, values: &[u64]) -> Option<Vec<u64>> {
        let mut product = 1;
        let mut inverses = Vec::with_capacity(values.len());
        for &value in values {
            inverses.push(product);
            product = self.multiply(product, value);
        }
        let mut inverse = self.inverse(product)?;
        for (before, &value) in inverses.iter_mut().zip(values).rev() {
            *before = self.multiply(*before, inverse);
            inverse = self.multiply(inverse, value);
        }
        Some(inverses)
    }

    /// The residue of a machine word.
    pub(crate) fn residue_of_word(self, value: i64) -> u64 {
        let modulus = self.modulus() as i64;
        // Nearly always, and without a division.
        if (0..modulus).contains(&value) {
            return value as u64;
        }
        if (-modulus..0).contains(&value) {
            return (value + modulus) as u64;
        }
        value.rem_euclid(modulus) as u64
    }

    /// 1 / p modulo 2^128, by Newton's iteration: each step doubles the number of correct bits, and
    /// p is its own inverse modulo 8.
    pub(crate) fn inverse_modulo_words(self) -> u128 {
        let prime = u128::from(self.modulus());
        (0..6).fold(prime, |inverse, _| {
            inverse.wrapping_mul(2_u128.wrapping_sub(prime.wrapping_mul(inverse)))
        })
    }

    /// The residue of an integer.
    pub fn residue(self, value: &Integer) -> u64 {
        if let Ok(word) = i64::try_from(value) {
            return self.residue_of_word(word);
        }
        let residue = value.mod_op(&Integer::from(self.modulus()));
        u64::try_from(&residue).unwrap_or_else(|_| unreachable!("a residue is below the modulus"))
    }
}

/// The sum of at most [`MOST_PRODUCTS`] products, not reduced.
fn sum_of_products(indices: &[u32], values: &[u64], dense: &[u64]) -> u128 {
    let mut sum = 0;
    for (&index, &value) in indices.iter().zip(values) {
        sum += u128::from(value) * u128::from(dense[index as usize]);
    }
    sum
}

impl Arithmetic for Field {
    type Element = u64;
    type Sum = u128;

    fn sum_from(self, value: &u64) -> u128 {
        u128::from(*value)
    }

    /// Folding leaves less than 2^94, so that billions of products can be added up.
    fn minus_product(self, sum: u128, a: &u64, b: &u64) -> u128 {
        sum + self.folded(u128::from(*a) * u128::from(self.modulus() - b))
    }

    fn value(self, sum: u128) -> u64 {
        self.residue_of_sum(sum)
    }

    fn product(self, a: &u64, b: &u64) -> u64 {
        self.multiply(*a, *b)
    }

    fn inverse_pivot(self, pivot: &u64) -> Option<u64> {
        self.inverse(*pivot)
    }

    fn minus_dot(self, value: u64, (indices, entries): (&[u32], &[u64]), dense: &[u64]) -> u64 {
        self.subtract(value, self.sparse_dot(indices, entries, dense))
    }
}

/// Miller–Rabin with the first twelve primes as bases, which is exact below 3·10^24 (Sorenson &
/// Webster 2015).
fn is_prime(candidate: u64) -> bool {
    const BASES: [u128; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    BASES
        .into_iter()
        .all(|base| is_probable_prime(candidate, base))
}

/// The test of Miller and Rabin with one base.
fn is_probable_prime(candidate: u64, base: u128) -> bool {
    let modulus = u128::from(candidate);
    let last = modulus - 1;
    let twos = last.trailing_zeros();
    let mut value = power_modulo(base, candidate >> twos, modulus);
    if value == 1 || value == last {
        return true;
    }
    for _ in 1..twos {
        value = value * value % modulus;
        if value == last {
            return true;
        }
    }
    false
}

fn power_modulo(mut base: u128, mut exponent: u64, modulus: u128) -> u128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_follow_the_known_primes() {
        let offsets: Vec<u64> =
            std::iter::successors(Some(Field::first()), |field| Some(field.next()))
                .take(8)
                .map(|field| field.offset)
                .collect();
        assert_eq!(offsets, [1, 31, 45, 229, 259, 283, 339, 391]);
    }

    #[test]
    fn products_agree_with_wide_arithmetic() {
        for field in [
            Field::first(),
            Field::first().next(),
            Field::first().next().next().next(),
        ] {
            let modulus = field.modulus();
            let mut a = modulus - 1;
            for step in 0..1000_u64 {
                let b = (modulus / 3).wrapping_mul(step + 1) % modulus;
                assert_eq!(
                    u128::from(field.multiply(a, b)),
                    u128::from(a) * u128::from(b) % u128::from(modulus)
                );
                assert_eq!(field.subtract(field.add(a, b), b), a);
                if let Some(inverse) = field.inverse(b) {
                    assert_eq!(field.multiply(b, inverse), 1);
                }
                a = field.add(b, step);
            }
            assert_eq!(field.residue(&Integer::from(-1)), modulus - 1);
            let word = modulus as i64;
            for value in [
                0,
                1,
                -1,
                word - 1,
                word,
                -word,
                3 - word,
                i64::MIN,
                i64::MAX,
            ] {
                let residue = i128::from(value).rem_euclid(i128::from(word));
                assert_eq!(i128::from(field.residue_of_word(value)), residue);
            }
            let values = [1, 2, modulus - 1, modulus / 3, 12345];
            let inverses = values.map(|value| field.inverse(value).unwrap());
            assert_eq!(field.inverses(&values).unwrap(), inverses);
            assert_eq!(field.inverses(&[7, 0, 3]), None);
            assert_eq!(field.inverses(&[]), Some(vec![]));
            assert_eq!(
                field.residue(&(Integer::from(1) << 61)),
                (1 << 61) - modulus
            );
        }
    }
}
