//! Reproducible pseudo-random rationals with small denominators.
//!
//! Reference: G. Steele, D. Lea and C. Flood, *Fast Splittable Pseudorandom Number Generators*,
//! OOPSLA 2014: SplitMix64.

use zwang_exact::Rational;

/// A sequence that its seed determines, on every machine.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number between 0 and 1, neither of them included, with a denominator from 2 to `largest`
    /// (at least 2).
    pub(crate) fn fraction(&mut self, largest: usize) -> Rational {
        let denominator = 2 + self.below(largest.max(2) - 1);
        let numerator = 1 + self.below(denominator - 1);
        Rational::new(numerator.into(), denominator.into())
    }

    /// A number below `end`, which is not 0; small ones are more likely by less than `end` / 2^64.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_is_that_of_the_reference_implementation() {
        let mut random = Random::new(1_234_567);
        let known = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423_u64,
        ];
        assert_eq!(known.map(|_| random.next()), known);
    }
}
