//! Machine words for residuals of p-adic lifting: 64 or 128 bits.
//!
//! With residuals bounded by half a word, a quotient (r - Σ k y) / p that is known to be exact
//! needs only the low bits of its numerator: it is their product with the inverse of p modulo 2^64
//! or 2^128, so all sums may wrap around.

use crate::numbers::field::Field;
use malachite::Integer;

/// A signed word.
pub(crate) trait Word: Copy {
    /// Sums of magnitudes with fewer bits are safe.
    const BITS: u64;

    /// The word of this value, if it is one.
    fn of(value: &Integer) -> Option<Self>;

    /// self - coefficient · digit, wrapped.
    fn minus_product(self, coefficient: Self, digit: u64) -> Self;

    /// The exact quotient by the odd number that has this inverse modulo 2^128.
    fn divided(self, inverse: u128) -> Self;

    /// The residue.
    fn residue(self, field: Field) -> u64;

    /// self · weight, if it has at most 64 bits.
    fn weighted(self, weight: i64) -> Option<i64>;

    /// The same number.
    fn integer(self) -> Integer;
}

impl Word for i64 {
    const BITS: u64 = 62;

    fn of(value: &Integer) -> Option<Self> {
        Self::try_from(value).ok()
    }

    fn minus_product(self, coefficient: Self, digit: u64) -> Self {
        self.wrapping_sub(coefficient.wrapping_mul(digit as Self))
    }

    fn divided(self, inverse: u128) -> Self {
        self.wrapping_mul(inverse as Self)
    }

    fn residue(self, field: Field) -> u64 {
        field.residue_of_word(self)
    }

    fn weighted(self, weight: i64) -> Option<i64> {
        self.checked_mul(weight)
    }

    fn integer(self) -> Integer {
        self.into()
    }
}

impl Word for i128 {
    const BITS: u64 = 126;

    fn of(value: &Integer) -> Option<Self> {
        Self::try_from(value).ok()
    }

    fn minus_product(self, coefficient: Self, digit: u64) -> Self {
        self.wrapping_sub(coefficient.wrapping_mul(Self::from(digit)))
    }

    fn divided(self, inverse: u128) -> Self {
        self.wrapping_mul(inverse as Self)
    }

    fn residue(self, field: Field) -> u64 {
        let residue = field.residue_of_sum(self.unsigned_abs());
        if self < 0 {
            field.subtract(0, residue)
        } else {
            residue
        }
    }

    fn weighted(self, weight: i64) -> Option<i64> {
        i64::try_from(self).ok()?.checked_mul(weight)
    }

    fn integer(self) -> Integer {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_divide_and_leave_residues_like_integers() {
        for field in [Field::first(), Field::first().next()] {
            let prime = Integer::from(field.modulus());
            let inverse = field.inverse_modulo_words();
            let mut value = Integer::from(0x9e37_79b9_7f4a_7c15_u64);
            for step in 0_u64..2000 {
                value = (&value * &value + Integer::from(step)) % (Integer::from(1) << 60_u64);
                let small = if step % 2 == 0 {
                    value.clone()
                } else {
                    -&value
                };
                let large = &small * (Integer::from(1) << 60_u64) + &value;
                let digit = u64::try_from(&value).unwrap() ^ step;
                check::<i64>(
                    &(&small % Integer::from(3)),
                    &small,
                    digit,
                    field,
                    &prime,
                    inverse,
                );
                check::<i128>(&small, &large, digit, field, &prime, inverse);
            }
        }
    }

    /// q = (p q + k y - k y) / p, and the residue of k.
    fn check<W: Word + PartialEq + std::fmt::Debug>(
        quotient: &Integer,
        coefficient: &Integer,
        digit: u64,
        field: Field,
        prime: &Integer,
        inverse: u128,
    ) {
        let word = W::of(coefficient).unwrap();
        let sum = quotient * prime + coefficient * Integer::from(digit);
        // Only the low bits count, whatever the sum is.
        let low = &sum - ((&sum >> (W::BITS + 2)) << (W::BITS + 2));
        let half = Integer::from(1) << (W::BITS + 1);
        let wrapped = if low >= half {
            low - (half << 1_u64)
        } else {
            low
        };
        let found = W::of(&wrapped)
            .unwrap()
            .minus_product(word, digit)
            .divided(inverse);
        assert_eq!(Some(found), W::of(quotient));
        assert_eq!(word.residue(field), field.residue(coefficient));
    }
}
