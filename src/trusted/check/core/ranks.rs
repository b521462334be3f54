//! Ranges of rational numbers, replaced by their ranks, so that machine integers are compared.

use crate::core::boxes::Range;
use crate::rejection::Condition::C1;
use crate::rejection::{Rejection, Result};
use zwang_exact::{Fraction, Integer};

/// A coordinate behind its multiple by 2^64, rounded towards 0. That keeps the order, and mostly
/// decides it, without products of long numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Coordinate {
    rounded: Integer,
    exact: Fraction,
}

impl Coordinate {
    fn new(exact: Fraction) -> Self {
        let scaled = exact.numerator() * Integer::from(1 << 64);
        let rounded = scaled / exact.unit();
        Self { rounded, exact }
    }
}

/// The range of each list of numbers, as ranks: for each number the count of different smaller
/// ones.
pub(crate) fn ranges(lists: impl IntoIterator<Item = Vec<Fraction>>) -> Result<Vec<Range>> {
    let mut ends: Vec<[Option<Coordinate>; 2]> = Vec::new();
    for numbers in lists {
        let coordinates: Vec<Coordinate> = numbers.into_iter().map(Coordinate::new).collect();
        let low = coordinates.iter().min().cloned();
        let high = coordinates.into_iter().max();
        ends.push([low, high]);
    }
    let all = ends.iter().flatten();
    let mut sorted: Vec<&Option<Coordinate>> = all.collect();
    sorted.sort();
    sorted.dedup();
    let mut ranges = Vec::new();
    for [low, high] in &ends {
        ranges.push(Range {
            low: rank(&sorted, low)?,
            high: rank(&sorted, high)?,
        });
    }
    Ok(ranges)
}

/// How many of some coordinates, ascending, are smaller.
fn rank(sorted: &[&Option<Coordinate>], coordinate: &Option<Coordinate>) -> Result<i64> {
    let rank = sorted.partition_point(|other| *other < coordinate);
    let most = i64::MAX;
    i64::try_from(rank).map_err(|_| Rejection::new(C1, "coordinates", rank, most))
}

#[cfg(test)]
mod tests {
    use super::Coordinate;
    use proptest::prelude::*;
    use zwang_exact::Fraction;

    /// Numbers of any size, many of them as close as their units allow.
    fn numbers() -> impl Strategy<Value = Fraction> {
        let numerator = prop_oneof![-3..=3_i128, any::<i128>()];
        let unit = prop_oneof![1..=3_i128, 1..=i128::MAX];
        (numerator, unit).prop_map(|(numerator, unit)| Fraction::new(numerator.into(), unit.into()))
    }

    proptest! {
        #[test]
        fn coordinates_are_ordered_as_their_numbers(number in numbers(), other in numbers()) {
            let coordinate = Coordinate::new(number.clone());
            let expected = number.cmp(&other);
            prop_assert_eq!(coordinate.cmp(&Coordinate::new(other)), expected);
            // Equal numbers over other units.
            let same = &number + &number - &number;
            prop_assert!(coordinate == Coordinate::new(same));
        }
    }
}
