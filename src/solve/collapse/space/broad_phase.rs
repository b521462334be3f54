//! All pairs of closed boxes that meet.
//!
//! Coordinates are replaced by their ranks. Space is split at a rank of one axis, again and again,
//! until few boxes are left in a cell; a box belongs to every cell that it meets. A pair is told by
//! the one cell that has the least corner of its intersection, so each is told once. A floor under
//! all bricks is in many cells, and costs no more than one comparison with each brick.

use super::solid::Solid;
use malachite::Rational;

/// This many boxes of a cell are compared one by one.
const FEW: usize = 12;

/// Least and greatest rank along each axis.
type RankBox = [[usize; 2]; 3];

/// All pairs (i, j), i < j, of solids whose closed bounding boxes meet, ascending; more than `most`
/// if there are more.
pub(super) fn meeting_pairs(solids: &[Solid], most: usize) -> Vec<[usize; 2]> {
    let axes = [0, 1, 2].map(|axis| ranks(solids, axis));
    let boxes: Vec<RankBox> = (0..solids.len())
        .map(|index| axes.each_ref().map(|ranks| ranks[index]))
        .collect();
    let mut search = Search {
        boxes: &boxes,
        pairs: Vec::new(),
        most,
    };
    let whole = [[0, usize::MAX]; 3];
    search.cell((0..boxes.len()).collect(), whole);
    let mut pairs = search.pairs;
    pairs.sort_unstable();
    pairs
}

/// The ranks of the ends along an axis; equal coordinates have equal ranks.
fn ranks(solids: &[Solid], axis: usize) -> Vec<[usize; 2]> {
    let values: Vec<Rational> = solids.iter().flat_map(|solid| solid.extent(axis)).collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|one, other| values[*one].cmp(&values[*other]));
    let mut ranks = vec![0; values.len()];
    let mut rank = 0;
    for (place, &index) in order.iter().enumerate() {
        if place > 0 && values[order[place - 1]] != values[index] {
            rank += 1;
        }
        ranks[index] = rank;
    }
    let (pairs, _) = ranks.as_chunks();
    pairs.to_vec()
}

struct Search<'a> {
    boxes: &'a [RankBox],
    pairs: Vec<[usize; 2]>,
    most: usize,
}

impl Search<'_> {
    /// Tells the pairs of some boxes that belong to a cell: ranks from the first, below the second.
    fn cell(&mut self, items: Vec<usize>, cell: RankBox) {
        if self.pairs.len() > self.most {
            return;
        }
        let Some((axis, rank)) = self.split(&items) else {
            self.compare(&items, &cell);
            return;
        };
        let mut lower = cell;
        lower[axis][1] = rank;
        let mut upper = cell;
        upper[axis][0] = rank;
        let below = items.iter().copied();
        let below = below.filter(|item| self.boxes[*item][axis][0] < rank);
        let below: Vec<usize> = below.collect();
        let above = items.into_iter();
        let above = above.filter(|item| self.boxes[*item][axis][1] >= rank);
        let above: Vec<usize> = above.collect();
        self.cell(below, lower);
        self.cell(above, upper);
    }

    /// The axis and the rank that leave fewest boxes in the fuller half; `None` if none is worth
    /// it.
    fn split(&self, items: &[usize]) -> Option<(usize, usize)> {
        if items.len() <= FEW {
            return None;
        }
        let mut best: Option<(usize, usize, usize)> = None;
        for axis in 0..3 {
            let lows = items.iter().map(|item| self.boxes[*item][axis][0]);
            let mut lows: Vec<usize> = lows.collect();
            lows.sort_unstable();
            let rank = lows[lows.len() / 2];
            let below = lows.partition_point(|low| *low < rank);
            let extents = items.iter().map(|item| self.boxes[*item][axis]);
            let above = extents.filter(|[_, high]| *high >= rank).count();
            if best.is_none_or(|(least, ..)| below + above < least) && below > 0 {
                let fuller = below.max(above);
                if 8 * fuller < 7 * items.len() {
                    best = Some((below + above, axis, rank));
                }
            }
        }
        best.map(|(_, axis, rank)| (axis, rank))
    }

    fn compare(&mut self, items: &[usize], cell: &RankBox) {
        for (place, &first) in items.iter().enumerate() {
            if self.pairs.len() > self.most {
                return;
            }
            for &second in &items[place + 1..] {
                if meets_in(&self.boxes[first], &self.boxes[second], cell) {
                    self.pairs.push([first.min(second), first.max(second)]);
                }
            }
        }
    }
}

/// Whether two boxes meet, and the least corner of their intersection is in a cell.
fn meets_in(first: &RankBox, second: &RankBox, cell: &RankBox) -> bool {
    (0..3).all(|axis| {
        let low = first[axis][0].max(second[axis][0]);
        let high = first[axis][1].min(second[axis][1]);
        low <= high && low >= cell[axis][0] && low < cell[axis][1]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_pairs_are_found_once(
            corners in prop::collection::vec(prop::array::uniform3((0usize..20, 0usize..6)), 0..90),
        ) {
            let boxes: Vec<RankBox> = corners
                .iter()
                .map(|corner| corner.map(|(low, length)| [low, low + length]))
                .collect();
            let mut search = Search { boxes: &boxes, pairs: Vec::new(), most: usize::MAX };
            search.cell((0..boxes.len()).collect(), [[0, usize::MAX]; 3]);
            search.pairs.sort_unstable();
            let mut expected = Vec::new();
            for second in 0..boxes.len() {
                for first in 0..second {
                    let meet = (0..3).all(|axis| {
                        let [own, other] = [boxes[first][axis], boxes[second][axis]];
                        own[0] <= other[1] && other[0] <= own[1]
                    });
                    if meet {
                        expected.push([first, second]);
                    }
                }
            }
            expected.sort_unstable();
            prop_assert_eq!(search.pairs, expected);
        }
    }
}
