//! Pairs of closed boxes that meet, one after the other, in time that grows as the number of boxes
//! and of such pairs, whatever else overlaps.
//!
//! Boxes are taken by their left ends. Those that do not end before are *open*. A box meets an open
//! one if their vertical ranges have a point in common: either that of the open one begins within
//! that of the box, or it contains the low end of the box. The former are found in a list by low
//! ends, the latter in a segment tree over all low ends (Bentley 1977). Boxes that have ended are
//! dropped where they are come across, so nothing is looked at twice in vain.
//!
//! Some boxes may be *idle*: nobody asks which of them meet each other, so they are kept apart from
//! the others, and only these are compared with them.

use std::collections::BTreeSet;
use std::ops::Bound::{Excluded, Included};

/// A closed range of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub low: i64,
    pub high: i64,
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoundingBox {
    pub across: Range,
    pub upward: Range,
}

/// Visits all pairs of different boxes that meet, the box further to the left first, until a visit
/// fails.
///
/// # Errors
/// That of the visit which fails.
pub(crate) fn each_meeting<E>(
    boxes: &[BoundingBox],
    visit: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    each_meeting_of_active(boxes, |_| false, visit)
}

/// The same without pairs of two idle boxes, which take no time.
///
/// # Errors
/// The same.
pub(crate) fn each_meeting_of_active<E>(
    boxes: &[BoundingBox],
    is_idle: impl Fn(usize) -> bool,
    mut visit: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut order: Vec<(i64, usize, &BoundingBox)> = Vec::new();
    for (index, item) in boxes.iter().enumerate() {
        order.push((item.across.low, index, item));
    }
    order.sort_unstable_by_key(|(left, index, _)| (*left, *index));
    let mut active = Open::new(boxes);
    let mut idle = Open::new(boxes);
    for (left, index, item) in order {
        for other in active.meeting(item.upward, left) {
            visit(other.index, index)?;
        }
        if is_idle(index) {
            idle.insert(index, item);
            continue;
        }
        for other in idle.meeting(item.upward, left) {
            visit(other.index, index)?;
        }
        active.insert(index, item);
    }
    Ok(())
}

/// A box that is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Opened {
    low: i64,
    index: usize,
    right: i64,
}

/// The boxes that are open, and some that have ended.
struct Open {
    /// By their low ends.
    by_low: BTreeSet<Opened>,
    /// All low ends, ascending: the leaves of the tree.
    lows: Vec<i64>,
    /// The segment tree. Node 1 is the root, and the children of node k are 2 k and 2 k + 1. A box
    /// is at the largest nodes all of whose leaves it contains.
    nodes: Vec<Vec<Opened>>,
    /// How many leaves the tree has, a power of two.
    leaves: usize,
}

impl Open {
    fn new(boxes: &[BoundingBox]) -> Self {
        let mut lows: Vec<i64> = boxes.iter().map(|item| item.upward.low).collect();
        lows.sort_unstable();
        lows.dedup();
        let leaves = lows.len().next_power_of_two();
        Self {
            by_low: BTreeSet::new(),
            nodes: vec![Vec::new(); leaves.saturating_mul(2)],
            lows,
            leaves,
        }
    }

    /// The node of the first leaf that is not below a number.
    fn leaf(&self, number: i64) -> usize {
        let place = self.lows.partition_point(|low| *low < number);
        self.leaves.saturating_add(place)
    }

    fn insert(&mut self, index: usize, item: &BoundingBox) {
        let Range { low, high } = item.upward;
        let right = item.across.high;
        let opened = Opened { low, index, right };
        self.by_low.insert(opened);
        // From both ends up, while the ends are not yet in one node.
        let mut first = self.leaf(low);
        let mut end = match high.checked_add(1) {
            Some(next) => self.leaf(next),
            None => self.leaves.saturating_add(self.lows.len()),
        };
        while first < end {
            if first % 2 == 1 {
                self.put(first, opened);
                first = first.saturating_add(1);
            }
            if end % 2 == 1 {
                end = end.saturating_sub(1);
                self.put(end, opened);
            }
            first /= 2;
            end /= 2;
        }
    }

    fn put(&mut self, node: usize, opened: Opened) {
        if let Some(list) = self.nodes.get_mut(node) {
            list.push(opened);
        }
    }

    /// The open boxes that meet a range, where the sweep is; drops those that have ended.
    fn meeting(&mut self, range: Range, left: i64) -> Vec<Opened> {
        let mut found = Vec::new();
        let mut node = self.leaf(range.low);
        while node > 0 {
            if let Some(list) = self.nodes.get_mut(node) {
                list.retain(|opened| opened.right >= left);
                found.extend_from_slice(list);
            }
            node /= 2;
        }
        let after = Opened {
            low: range.low,
            index: usize::MAX,
            right: i64::MAX,
        };
        let last = Opened {
            low: range.high,
            ..after
        };
        if range.low >= range.high {
            return found;
        }
        let mut ended = Vec::new();
        for opened in self.by_low.range((Excluded(after), Included(last))) {
            let list = match opened.right >= left {
                true => &mut found,
                false => &mut ended,
            };
            list.push(*opened);
        }
        for opened in ended {
            self.by_low.remove(&opened);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn ranges(most: i64) -> impl Strategy<Value = Range> {
        (0..=most, 0..=most).prop_map(|(one, other)| Range {
            low: one.min(other),
            high: one.max(other),
        })
    }

    fn meet(one: Range, other: Range) -> bool {
        one.low <= other.high && other.low <= one.high
    }

    /// The pairs that are visited, the smaller index first, ascending. The first boxes are idle.
    fn visited(boxes: &[BoundingBox], idle: usize) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        let is_idle = |index| index < idle;
        let all = each_meeting_of_active(boxes, is_idle, |one, other| {
            pairs.push([one.min(other), one.max(other)]);
            Ok::<(), ()>(())
        });
        assert_eq!(all, Ok(()));
        pairs.sort_unstable();
        pairs
    }

    proptest! {
        #[test]
        fn each_pair_that_meets_is_visited_once(
            ranges in vec((ranges(40), ranges(12)), 0..60),
            far in any::<bool>(),
            idle in 0_usize..60,
        ) {
            let mut boxes = Vec::new();
            for (across, upward) in ranges {
                boxes.push(BoundingBox { across, upward });
            }
            if far {
                let whole = Range { low: i64::MIN, high: i64::MAX };
                boxes.push(BoundingBox { across: whole, upward: whole });
            }
            let mut expected = Vec::new();
            for (index, item) in boxes.iter().enumerate() {
                for (later, other) in boxes.iter().enumerate().skip(index + 1) {
                    let are_idle = index.max(later) < idle;
                    let across = meet(item.across, other.across);
                    if !are_idle && across && meet(item.upward, other.upward) {
                        expected.push([index, later]);
                    }
                }
            }
            prop_assert_eq!(visited(&boxes, idle), expected);
        }
    }

    #[test]
    fn idle_boxes_take_no_time_with_each_other() {
        let whole = Range { low: 0, high: 9 };
        let same = BoundingBox {
            across: whole,
            upward: whole,
        };
        let boxes = vec![same; 100_000];
        let mut count = 0;
        let all = each_meeting_of_active(
            &boxes,
            |index| index > 0,
            |_, _| {
                count += 1;
                Ok::<(), ()>(())
            },
        );
        assert_eq!((all, count), (Ok(()), 99_999));
    }

    #[test]
    fn a_visit_that_fails_is_the_last() {
        let whole = Range { low: 0, high: 9 };
        let same = BoundingBox {
            across: whole,
            upward: whole,
        };
        let boxes = vec![same; 100_000];
        let mut count = 0;
        let failed = each_meeting(&boxes, |_, _| {
            count += 1;
            if count < 1000 { Ok(()) } else { Err("enough") }
        });
        assert_eq!(failed, Err("enough"));
        assert_eq!(count, 1000);
    }
}
