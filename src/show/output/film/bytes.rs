//! How numbers of a film are spelled in bytes.

use num_bigint::{BigInt, Sign};

/// Bytes that grow.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    /// Seven bits to the byte, the lowest first; the highest bit says that more follow.
    pub(super) fn natural(&mut self, value: u64) {
        let mut left = value;
        while left > 0x7f {
            self.0.push((left & 0x7f) as u8 | 0x80);
            left >>= 7;
        }
        self.0.push(left as u8);
    }

    /// Twice the number of bytes, plus 1 for negative numbers, as a natural number; then the bytes
    /// of the magnitude, the lowest first.
    pub(super) fn integer(&mut self, value: &BigInt) {
        let (sign, mut magnitude) = value.to_bytes_le();
        if sign == Sign::NoSign {
            magnitude.clear();
        }
        let length = magnitude.len() as u64;
        let is_negative = u64::from(sign == Sign::Minus);
        self.natural(2 * length + is_negative);
        self.0.extend(magnitude);
    }

    /// A small integer: 0, -1, 1, -2, … are the natural numbers 0, 1, 2, 3, …
    pub(super) fn small(&mut self, value: i64) {
        self.natural(((value << 1) ^ (value >> 63)) as u64);
    }

    /// The eight bytes of a double, the lowest first.
    pub(super) fn double(&mut self, value: f64) {
        self.0.extend(value.to_le_bytes());
    }

    /// The four bytes of the nearest float of 32 bits, the lowest first.
    pub(super) fn float(&mut self, value: f64) {
        #[allow(clippy::cast_possible_truncation)] // For the eye.
        self.0.extend((value as f32).to_le_bytes());
    }

    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_known_bytes() {
        for (value, expected) in [
            (0, vec![0]),
            (127, vec![127]),
            (128, vec![0x80, 1]),
            (300, vec![0xac, 2]),
        ] {
            let mut bytes = Bytes::default();
            bytes.natural(value);
            assert_eq!(bytes.0, expected, "{value}");
        }
        for (value, expected) in [
            (0i64, vec![0]),
            (1, vec![2, 1]),
            (-1, vec![3, 1]),
            (256, vec![4, 0, 1]),
            (-65536, vec![7, 0, 0, 1]),
        ] {
            let mut bytes = Bytes::default();
            bytes.integer(&value.into());
            assert_eq!(bytes.0, expected, "{value}");
        }
        for (value, expected) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (63, 126)] {
            let mut bytes = Bytes::default();
            bytes.small(value);
            assert_eq!(bytes.0, [expected], "{value}");
        }
    }
}
