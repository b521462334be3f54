//! Pairs of parts that are near each other: their bounding boxes, in whole cells, are no further
//! apart than a distance in whole cells.
//!
//! A point in a cell is less than one cell beyond it, so parts closer than r have boxes of cells
//! closer than r rounded up, plus 1. Parts that are far cost nothing but this comparison; a wrong
//! choice of cells costs time only.

use super::placed::{Placed, PlacedPart};
use zwang_certificate::PartId;

/// A cell of the grid, by its column and its row.
type Cell = [i64; 2];

/// A part and its body.
#[derive(Clone, Copy)]
pub(super) struct PartOfBody<'a> {
    pub body: &'a Placed<'a>,
    pub part: &'a PlacedPart<'a>,
}

impl PartOfBody<'_> {
    fn id(&self) -> PartId {
        self.part.id
    }

    /// The column of the leftmost cell.
    fn left(&self) -> i64 {
        let [low, _] = self.part.span;
        let [left, _] = low;
        left
    }

    /// The column of the rightmost cell.
    fn right(&self) -> i64 {
        let [_, high] = self.part.span;
        let [right, _] = high;
        right
    }
}

/// All pairs (first, second) of parts of wanted bodies, the first with the smaller (body, part),
/// that may be closer than the reach; ascending.
pub(super) fn pairs<'a>(
    placed: &'a [Placed<'a>],
    reach: i64,
    are_wanted: impl Fn(&Placed, &Placed) -> bool,
) -> Vec<[PartOfBody<'a>; 2]> {
    let parts = from_left_to_right(placed);
    let mut pairs = Vec::new();
    let mut rest = parts.as_slice();
    while let [part, others @ ..] = rest {
        let farthest = part.right().saturating_add(reach);
        for other in others {
            if other.left() > farthest {
                break;
            }
            let are_near = meet(part.part.span, other.part.span, reach);
            if are_near && are_wanted(part.body, other.body) {
                let mut pair = [*part, *other];
                pair.sort_by_key(PartOfBody::id);
                pairs.push(pair);
            }
        }
        rest = others;
    }
    pairs.sort_by_key(|[first, second]| [first.id(), second.id()]);
    pairs
}

/// All parts, by their left ends.
fn from_left_to_right<'a>(placed: &'a [Placed<'a>]) -> Vec<PartOfBody<'a>> {
    let mut parts = Vec::new();
    for body in placed {
        for part in &body.parts {
            parts.push(PartOfBody { body, part });
        }
    }
    parts.sort_by_key(|part| (part.left(), part.id()));
    parts
}

/// Whether two boxes of cells are no further apart than the reach, in each direction.
pub(super) fn meet(span: [Cell; 2], other: [Cell; 2], reach: i64) -> bool {
    let [low, high] = span;
    let [other_low, other_high] = other;
    if !is_at_most(other_low, high, reach) {
        return false;
    }
    is_at_most(low, other_high, reach)
}

/// Whether a cell is no further right and up of another one than the reach.
fn is_at_most(cell: Cell, other: Cell, reach: i64) -> bool {
    let [column, row] = cell;
    let [other_column, other_row] = other;
    let rightmost = other_column.saturating_add(reach);
    let highest = other_row.saturating_add(reach);
    column <= rightmost && row <= highest
}
