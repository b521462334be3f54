//! All pairs of closed boxes that meet, in O(n log² n + k) for n boxes and k pairs, whatever their
//! shapes.
//!
//! Coordinates are replaced by their ranks, after which nothing but small integers is compared. A
//! line sweeps along x; the boxes it crosses are kept as intervals of y. Two intervals meet if and
//! only if one of them contains the lower end of the other. So for a new interval [a, b] the
//! intervals it meets are those that contain a, which a segment tree lists along one path, and
//! those that begin in (a, b], which an ordered set lists.

use crate::lattice::{Coordinate, Outline};
use std::collections::BTreeSet;

/// A closed box whose coordinates are ranks among all coordinates of the same axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankBox {
    /// For x and for y: least and greatest rank.
    extents: [[usize; 2]; 2],
}

/// The bounding boxes of polygons in ranks; equal coordinates have equal ranks.
pub(super) fn rank_boxes(outlines: &[&Outline]) -> Vec<RankBox> {
    let [horizontal, vertical] = [0, 1].map(|axis| {
        ranks(
            outlines
                .iter()
                .map(|outline| outline.extent(axis))
                .collect(),
        )
    });
    horizontal
        .into_iter()
        .zip(vertical)
        .map(|(x, y)| RankBox { extents: [x, y] })
        .collect()
}

fn ranks(extents: Vec<[Coordinate; 2]>) -> Vec<[usize; 2]> {
    let mut order: Vec<(usize, usize)> = (0..extents.len())
        .flat_map(|index| [(index, 0), (index, 1)])
        .collect();
    order.sort_by(|left, right| extents[left.0][left.1].compare(&extents[right.0][right.1]));
    let mut ranks = vec![[0; 2]; extents.len()];
    let mut rank = 0;
    let mut before: Option<&Coordinate> = None;
    for (index, end) in order {
        let value = &extents[index][end];
        if before.is_some_and(|before| before.compare(value).is_lt()) {
            rank += 1;
        }
        before = Some(value);
        ranks[index][end] = rank;
    }
    ranks
}

/// All pairs (i, j), i < j, of boxes that meet, ascending.
pub(super) fn meeting_pairs(boxes: &[RankBox]) -> Vec<(usize, usize)> {
    let mut events: Vec<(usize, bool, usize)> = Vec::with_capacity(2 * boxes.len());
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
        let path = std::iter::successors(Some(self.count + low), |node| Some(node / 2))
            .take_while(|node| *node > 0);
        let around_low = path.flat_map(|node| self.nodes[node].iter().copied());
        let beginning_later = self.starts.range((low + 1, 0)..(high + 1, 0));
        around_low.chain(beginning_later.map(|(_, index)| *index))
    }
}

/// The nodes that tile an interval of positions.
fn tiles(count: usize, [low, high]: [usize; 2]) -> Vec<usize> {
    let (mut left, mut right) = (low + count, high + count + 1);
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

    fn interval() -> impl Strategy<Value = [usize; 2]> {
        (0_usize..20, 0_usize..20, 0_usize..4).prop_map(|(start, length, short)| {
            if short > 0 {
                [start, start + length % 3]
            } else {
                [start, start + length]
            }
        })
    }

    fn rank_box() -> impl Strategy<Value = RankBox> {
        (interval(), interval()).prop_map(|(x, y)| RankBox { extents: [x, y] })
    }

    fn meet(left: &RankBox, right: &RankBox) -> bool {
        let mut extents = left.extents.iter().zip(&right.extents);
        extents.all(|(a, b)| a[0] <= b[1] && b[0] <= a[1])
    }

    proptest! {
        #[test]
        fn the_sweep_finds_what_comparing_all_pairs_finds(
            boxes in prop::collection::vec(rank_box(), 0..60)
        ) {
            let mut all_pairs = Vec::new();
            for second in 0..boxes.len() {
                for first in 0..second {
                    if meet(&boxes[first], &boxes[second]) {
                        all_pairs.push((first, second));
                    }
                }
            }
            all_pairs.sort_unstable();
            prop_assert_eq!(meeting_pairs(&boxes), all_pairs);
        }
    }

    #[test]
    fn equal_coordinates_share_a_rank() {
        let outline = |points: &[(&str, &str)]| {
            let vector = |(x, y): &(&str, &str)| {
                zwang_exact::Vector::new(
                    zwang_exact::parse(x).unwrap(),
                    zwang_exact::parse(y).unwrap(),
                )
            };
            Outline::new(&points.iter().map(vector).collect::<Vec<_>>())
        };
        let boxes = rank_boxes(&[
            &outline(&[("0", "0"), ("1/2", "1/3")]),
            &outline(&[("2/4", "1/3"), ("1", "1/7")]),
        ]);
        assert_eq!(
            boxes.iter().map(|entry| entry.extents).collect::<Vec<_>>(),
            [[[0, 1], [0, 2]], [[1, 2], [1, 2]]]
        );
        assert_eq!(meeting_pairs(&boxes), [(0, 1)]);
    }
}
