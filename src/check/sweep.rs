//! The pairs of parts whose closed bounding boxes meet, by a sweep along the axis that has fewer
//! overlaps. Coordinates are replaced by their ranks first, so that machine integers are compared.

use crate::figure::{Figure, Part};
use std::mem;
use zwang_exact::{Fraction, FractionVector, Integer};

/// The bounding box of a part, as ranks of coordinates along the sweep and across it.
struct Span<'a> {
    part: Part<'a>,
    along: Range,
    across: Range,
}

/// Smallest and largest rank of a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Range {
    low: usize,
    high: usize,
}

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

impl Range {
    /// Whether two closed ranges have a rank in common.
    fn meets(self, other: Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// The spans of all parts, ascending along the sweep.
pub(crate) struct Sweep<'a>(Vec<Span<'a>>);

impl<'a> Sweep<'a> {
    pub(crate) fn new(figure: &'a Figure<'a>) -> Self {
        let horizontal = ranges(figure, FractionVector::x);
        let vertical = ranges(figure, FractionVector::y);
        let mut rightwards = Vec::new();
        let mut upwards = Vec::new();
        let ranges = horizontal.into_iter().zip(vertical);
        let parts = figure.parts().into_iter();
        for (part, (right, up)) in parts.zip(ranges) {
            rightwards.push(Span {
                part,
                along: right,
                across: up,
            });
            upwards.push(Span {
                part,
                along: up,
                across: right,
            });
        }
        let rightwards = Self::sorted(rightwards);
        let upwards = Self::sorted(upwards);
        if rightwards.work() <= upwards.work() {
            rightwards
        } else {
            upwards
        }
    }

    fn sorted(mut spans: Vec<Span<'a>>) -> Self {
        spans.sort_by_key(|span| (span.along, span.part.id));
        Self(spans)
    }

    /// The number of pairs that overlap along the sweep, up to a constant.
    fn work(&self) -> usize {
        let mut work: usize = 0;
        for span in &self.0 {
            let high = span.along.high;
            let reached = self.0.partition_point(|other| other.along.low <= high);
            work = work.saturating_add(reached);
        }
        work
    }

    /// The first pair of parts, smaller id first, whose boxes meet and that is `wanted`.
    pub(crate) fn find_pair(
        &self,
        wanted: impl Fn(Part<'a>, Part<'a>) -> bool,
    ) -> Option<(Part<'a>, Part<'a>)> {
        for (index, span) in self.0.iter().enumerate() {
            let part = span.part;
            let next = index.saturating_add(1);
            for other in self.0.iter().skip(next) {
                if other.along.low > span.along.high {
                    break;
                }
                let meet = span.across.meets(other.across);
                let mut first = part;
                let mut second = other.part;
                if first.id >= second.id {
                    mem::swap(&mut first, &mut second);
                }
                if meet && wanted(first, second) {
                    return Some((first, second));
                }
            }
        }
        None
    }
}

/// The range of a coordinate on each part, as ranks: for each number the count of different smaller
/// ones.
fn ranges(figure: &Figure, coordinate: fn(&FractionVector) -> Fraction) -> Vec<Range> {
    let mut ends: Vec<[Option<Coordinate>; 2]> = Vec::new();
    for part in figure.parts() {
        let numbers = part.points.iter().map(coordinate);
        let coordinates: Vec<Coordinate> = numbers.map(Coordinate::new).collect();
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
            low: sorted.partition_point(|other| *other < low),
            high: sorted.partition_point(|other| *other < high),
        });
    }
    ranges
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
