//! All pairs of closed boxes that meet, in O(n log² n + k) for n boxes and k pairs, whatever their
//! shapes.
//!
//! Coordinates are replaced by their ranks, after which nothing but small integers is compared. A
//! line sweeps along x; the boxes it crosses are kept as intervals of y. Two intervals meet if and
//! only if one of them contains the lower end of the other. So for a new interval [a, b] the
//! intervals it meets are those that contain a, which a segment tree lists along one path, and
//! those that begin in (a, b], which an ordered set lists.

use crate::lattice::{Coordinate, Outline};
use crate::short::short_multiple;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::iter;

/// A closed box whose coordinates are ranks among all coordinates of the same axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankBox {
    /// For x and for y: least and greatest rank.
    extents: [[usize; 2]; 2],
}

/// The bounding boxes of polygons in ranks; equal coordinates have equal ranks.
pub(super) fn rank_boxes(outlines: &[&Outline]) -> Vec<RankBox> {
    let horizontal = ranks(outlines, 0);
    let vertical = ranks(outlines, 1);
    let mut boxes = Vec::with_capacity(outlines.len());
    for (x, y) in horizontal.into_iter().zip(vertical) {
        boxes.push(RankBox { extents: [x, y] });
    }
    boxes
}

/// One end of the extent of a polygon along an axis.
#[derive(Clone, Copy)]
struct End {
    /// 2i for the least coordinate of polygon i, 2i + 1 for the greatest.
    place: usize,
    /// The coordinate times a common denominator; where that is long, the coordinate rounded down,
    /// which mostly tells which one is larger.
    key: i128,
}

fn ranks(outlines: &[&Outline], axis: usize) -> Vec<[usize; 2]> {
    let extents = outlines.iter().flat_map(|outline| outline.extent(axis));
    let values: Vec<Coordinate> = extents.collect();
    let ranks = match multiples(&values) {
        Some(multiples) => ranked(multiples, |one, other| one.key.cmp(&other.key)),
        None => {
            let floors = values.iter().map(Coordinate::floor);
            ranked(floors.collect(), |one, other| compare(&values, one, other))
        }
    };
    let (pairs, _) = ranks.as_chunks();
    pairs.to_vec()
}

/// The numbers times a common denominator, if that is short.
fn multiples(values: &[Coordinate]) -> Option<Vec<i128>> {
    let mut common = 1;
    for value in values {
        let [_, denominator] = value.short()?;
        common = short_multiple(common, denominator)?;
    }
    let mut multiples = Vec::with_capacity(values.len());
    for value in values {
        let [numerator, denominator] = value.short()?;
        multiples.push(i128::from(numerator) * i128::from(common / denominator));
    }
    Some(multiples)
}

fn compare(values: &[Coordinate], one: &End, other: &End) -> Ordering {
    let rounded = one.key.cmp(&other.key);
    rounded.then_with(|| values[one.place].compare(&values[other.place]))
}

/// The ranks by places; equal ends share one.
fn ranked(keys: Vec<i128>, compare: impl Fn(&End, &End) -> Ordering) -> Vec<usize> {
    let mut ends = Vec::with_capacity(keys.len());
    for (place, key) in keys.into_iter().enumerate() {
        ends.push(End { place, key });
    }
    ends.sort_unstable_by(&compare);
    let mut ranks = vec![0; ends.len()];
    let mut rank = 0;
    let mut before: Option<&End> = None;
    for end in &ends {
        if before.is_some_and(|before| compare(before, end).is_ne()) {
            rank += 1;
        }
        before = Some(end);
        ranks[end.place] = rank;
    }
    ranks
}

/// This many pairs are looked for, and no more: a proof lists at most 2^20 separations, and bodies
/// that ignore each other have at most 2^20 pairs of parts (`proofs/FORMAT.md`, sections 1 and 2).
pub(super) const MOST_PAIRS: usize = 1 << 21;

/// All pairs (i, j), i < j, of polygons whose closed bounding boxes meet, ascending; or more than
/// [`MOST_PAIRS`] of them.
pub(crate) fn meeting_outlines(outlines: &[Outline]) -> Vec<(usize, usize)> {
    let outlines: Vec<&Outline> = outlines.iter().collect();
    meeting_pairs(&rank_boxes(&outlines))
}

/// All pairs (i, j), i < j, of boxes that meet, ascending; or more than [`MOST_PAIRS`] of them.
pub(super) fn meeting_pairs(boxes: &[RankBox]) -> Vec<(usize, usize)> {
    let mut events = Vec::with_capacity(2 * boxes.len());
    for (index, entry) in boxes.iter().enumerate() {
        let [left, right] = entry.extents[0];
        events.push((left, false, index));
        events.push((right, true, index));
    }
    // Where one box ends and another begins, the closed boxes meet: beginnings (false) come before
    // ends (true).
    events.sort_unstable();
    let heights = boxes.iter().map(|entry| entry.extents[1][1] + 1);
    let mut crossed = Intervals::new(heights.max().unwrap_or(0));
    let mut pairs = Vec::new();
    for (_, ends, index) in events {
        let interval = boxes[index].extents[1];
        if ends {
            crossed.remove(index, interval);
        } else {
            for other in crossed.meeting(interval) {
                pairs.push((index.min(other), index.max(other)));
            }
            if pairs.len() > MOST_PAIRS {
                break;
            }
            crossed.insert(index, interval);
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Intervals of the positions 0..count, each with an index.
struct Intervals {
    count: usize,
    /// Segment tree, root 1, leaf of position y at count + y: every interval is listed at the O(log
    /// n) nodes that tile it, so that exactly one of them is above each of its positions.
    nodes: Vec<BTreeSet<usize>>,
    /// Pairs (lower end, index).
    starts: BTreeSet<(usize, usize)>,
}

impl Intervals {
    fn new(count: usize) -> Self {
        Self {
            count,
            nodes: vec![BTreeSet::new(); 2 * count],
            starts: BTreeSet::new(),
        }
    }

    fn insert(&mut self, index: usize, interval: [usize; 2]) {
        for node in tiles(self.count, interval) {
            self.nodes[node].insert(index);
        }
        self.starts.insert((interval[0], index));
    }

    fn remove(&mut self, index: usize, interval: [usize; 2]) {
        for node in tiles(self.count, interval) {
            self.nodes[node].remove(&index);
        }
        self.starts.remove(&(interval[0], index));
    }

    /// Indices of the intervals that meet the given one.
    fn meeting(&self, [low, high]: [usize; 2]) -> impl Iterator<Item = usize> {
        let leaf = self.count + low;
        let upwards = iter::successors(Some(leaf), |node| Some(node / 2));
        let path = upwards.take_while(|node| *node > 0);
        let nodes = path.map(|node| &self.nodes[node]);
        let around_low = nodes.flatten().copied();
        let later = (low + 1, 0)..(high + 1, 0);
        let beginning_later = self.starts.range(later);
        around_low.chain(beginning_later.map(|(_, index)| *index))
    }
}

/// The nodes that tile an interval of positions.
fn tiles(count: usize, [low, high]: [usize; 2]) -> Vec<usize> {
    let mut left = low + count;
    let mut right = high + count + 1;
    let mut tiles = Vec::new();
    while left < right {
        if left % 2 == 1 {
            tiles.push(left);
            left += 1;
        }
        if right % 2 == 1 {
            right -= 1;
            tiles.push(right);
        }
        left /= 2;
        right /= 2;
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zwang_exact::{Rational, Vector};

    fn interval() -> impl Strategy<Value = [usize; 2]> {
        (0_usize..20, 0_usize..20, 0_usize..4).prop_map(mostly_short)
    }

    fn mostly_short((start, length, short): (usize, usize, usize)) -> [usize; 2] {
        if short > 0 {
            [start, start + length % 3]
        } else {
            [start, start + length]
        }
    }

    fn rank_box() -> impl Strategy<Value = RankBox> {
        (interval(), interval()).prop_map(|(x, y)| RankBox { extents: [x, y] })
    }

    fn meet(left: &RankBox, right: &RankBox) -> bool {
        let mut extents = left.extents.iter().zip(&right.extents);
        extents.all(|([low, high], [other_low, other_high])| {
            let begins_before_the_end = low <= other_high;
            begins_before_the_end && other_low <= high
        })
    }

    /// The meeting pairs, by comparing all.
    fn all_meeting_pairs(boxes: &[RankBox]) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for first in 0..boxes.len() {
            for second in first + 1..boxes.len() {
                if meet(&boxes[first], &boxes[second]) {
                    pairs.push((first, second));
                }
            }
        }
        pairs
    }

    proptest! {
        #[test]
        fn the_sweep_finds_what_comparing_all_pairs_finds(
            boxes in prop::collection::vec(rank_box(), 0..60)
        ) {
            prop_assert_eq!(meeting_pairs(&boxes), all_meeting_pairs(&boxes));
        }
    }

    fn outline(points: &[(&str, &str)]) -> Outline {
        let mut vectors = Vec::new();
        for (x, y) in points {
            let x = zwang_exact::parse(x).unwrap();
            let y = zwang_exact::parse(y).unwrap();
            vectors.push(Vector::new(x, y));
        }
        Outline::new(&vectors)
    }

    #[test]
    fn equal_coordinates_share_a_rank() {
        let first = outline(&[("0", "0"), ("1/2", "1/3")]);
        let second = outline(&[("2/4", "1/3"), ("1", "1/7")]);
        let boxes = rank_boxes(&[&first, &second]);
        assert_eq!(boxes[0].extents, [[0, 1], [0, 2]]);
        assert_eq!(boxes[1].extents, [[1, 2], [1, 2]]);
        assert_eq!(meeting_pairs(&boxes), [(0, 1)]);
    }

    /// Numbers that are often equal, some of them over denominators that have no short multiple.
    fn number() -> impl Strategy<Value = Rational> {
        let denominator = prop_oneof![
            4 => 1_i64..=3,
            1 => Just(2_305_843_009_213_693_951_i64),
            1 => Just(1_i64 << 60),
            1 => Just(i64::MAX),
        ];
        (-3_i64..=3, denominator, -3_i64..=3).prop_map(|(numerator, denominator, integer)| {
            Rational::new(numerator.into(), denominator.into())
                + Rational::from_integer(integer.into())
        })
    }

    proptest! {
        #[test]
        fn ranks_are_ordered_like_the_coordinates(
            numbers in prop::collection::vec((number(), number()), 1..12)
        ) {
            let points = numbers.iter().map(|(x, y)| Vector::new(x.clone(), y.clone()));
            let outlines: Vec<Outline> = points.map(|point| Outline::of_point(&point)).collect();
            let outlines: Vec<&Outline> = outlines.iter().collect();
            let boxes = rank_boxes(&outlines);
            for (one, (x, y)) in boxes.iter().zip(&numbers) {
                for (other, (other_x, other_y)) in boxes.iter().zip(&numbers) {
                    let [[own, _], [own_up, _]] = one.extents;
                    let [[others, _], [others_up, _]] = other.extents;
                    prop_assert_eq!(own.cmp(&others), x.cmp(other_x));
                    prop_assert_eq!(own_up.cmp(&others_up), y.cmp(other_y));
                }
            }
        }
    }
}
