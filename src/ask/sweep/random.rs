//! Numbers drawn at random that depend on nothing but the seed, the item and the parameter.
//!
//! A number is no element of a stream: it is the SHA-256 of a line of text, which anybody can
//! compute again. For the seed s, item k and parameter p the line is `zwang-sweep-2 s k p 0`; the
//! first 16 bytes of the hash, the highest first, are a number r below 2^128. For n values the one
//! at r mod n is drawn; if r is so large that it would favour the first values (not below the
//! largest multiple of n), the last number of the line is increased by 1, until it is not.

use sha2::{Digest, Sha256};

/// A place below `count`, which is not 0, each with the same probability.
pub(crate) fn place(seed: u64, item: u64, parameter: &str, count: u64) -> u64 {
    let count = u128::from(count);
    let mut attempt = 0_u64;
    loop {
        let drawn = hash(seed, item, parameter, attempt);
        let place = drawn % count;
        let first_of_round = drawn - place;
        let is_whole_round = first_of_round.checked_add(count - 1).is_some();
        if is_whole_round {
            // Below `count`, which was a u64.
            return place as u64;
        }
        attempt += 1;
    }
}

fn hash(seed: u64, item: u64, parameter: &str, attempt: u64) -> u128 {
    let line = format!("zwang-sweep-2 {seed} {item} {parameter} {attempt}");
    let hash = Sha256::digest(line.as_bytes());
    let mut number = 0_u128;
    for byte in hash.iter().take(16) {
        number = number << 8 | u128::from(*byte);
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From Python: `int.from_bytes(hashlib.sha256(b"zwang-sweep-2 7 0 width 0").digest()[:16])`.
    #[test]
    fn the_hash_is_that_of_another_program() {
        assert_eq!(
            hash(7, 0, "width", 0),
            184_794_409_287_153_405_784_461_395_836_966_474_733
        );
    }

    #[test]
    fn all_places_are_drawn_about_equally_often() {
        let mut counts = [0; 6];
        for item in 0..6000 {
            let place = usize::try_from(place(1, item, "x", 6)).unwrap();
            counts[place] += 1;
        }
        for count in counts {
            assert!((850..1150).contains(&count), "{counts:?}");
        }
    }

    #[test]
    fn seeds_items_and_parameters_draw_different_numbers() {
        let drawn = [
            hash(1, 2, "x", 0),
            hash(2, 1, "x", 0),
            hash(1, 2, "y", 0),
            hash(1, 2, "x", 1),
            hash(12, 2, "x", 0),
        ];
        for (at, number) in drawn.iter().enumerate() {
            assert!(!drawn[..at].contains(number));
        }
    }
}
