//! Pairs of parts that are near each other: their bounding boxes, in whole cells, are no further
//! apart than a distance in whole cells.
//!
//! A point in a cell is less than one cell beyond it, so parts closer than r have boxes of cells
//! closer than r rounded up, plus 1. Parts that are far cost nothing but this comparison; a wrong
//! choice of cells costs time only.

use super::placed::{Placed, PlacedPart};

/// A cell of the grid, by its column and its row.
type Cell = [i64; 2];

/// A part and its body.
pub(super) type PartOfBody<'a> = (&'a Placed<'a>, &'a PlacedPart<'a>);

/// All pairs (first, second) of parts of different bodies, not both fixed, the first with the
/// smaller (body, part), that may be closer than the reach; ascending.
pub(super) fn pairs<'a>(placed: &'a [Placed<'a>], reach: i64) -> Vec<[PartOfBody<'a>; 2]> {
    let mut parts: Vec<PartOfBody> = Vec::new();
    for body in placed {
        for part in &body.parts {
            parts.push((body, part));
        }
    }
    parts.sort_by_key(|(_, part)| (left(part), part.id));
    let mut pairs = Vec::new();
    for (index, (body, part)) in parts.iter().enumerate() {
        let farthest = right(part).saturating_add(reach);
        for (other, neighbour) in parts.iter().skip(index.saturating_add(1)) {
            if left(neighbour) > farthest {
                break;
            }
            let is_free = body.figure.free.is_some();
            let one_is_free = is_free || other.figure.free.is_some();
            let may_touch = body.body != other.body && one_is_free;
            if may_touch && meet(part.span, neighbour.span, reach) {
                let mut pair = [(*body, *part), (*other, *neighbour)];
                pair.sort_by_key(|(_, part)| part.id);
                pairs.push(pair);
            }
        }
    }
    pairs.sort_by_key(|[(_, first), (_, second)]| (first.id, second.id));
    pairs
}

fn left(part: &PlacedPart) -> i64 {
    let [[left, _], _] = part.span;
    left
}

fn right(part: &PlacedPart) -> i64 {
    let [_, [right, _]] = part.span;
    right
}

/// Whether two boxes of cells are no further apart than the reach, in each direction.
pub(super) fn meet(span: [Cell; 2], other: [Cell; 2], reach: i64) -> bool {
    let [low, high] = span;
    let [other_low, other_high] = other;
    is_at_most(other_low, high, reach) && is_at_most(low, other_high, reach)
}

/// Whether a cell is no further right and up of another one than the reach.
fn is_at_most(cell: Cell, other: Cell, reach: i64) -> bool {
    let [x, y] = cell;
    let [rightmost, highest] = other.map(|place| place.saturating_add(reach));
    x <= rightmost && y <= highest
}
