//! Pairs of parts that are near each other: their bounding boxes, in whole cells, are no further
//! apart than a distance in whole cells.
//!
//! A point in a cell is less than one cell beyond it, so parts closer than r have boxes of cells
//! closer than r rounded up, plus 1. Parts that are far cost nothing but this comparison; a wrong
//! choice of cells costs time only.

use super::placed::{Placed, PlacedPart};

/// All pairs (first, second) of parts of different bodies, not both fixed, the first with the
/// smaller (body, part), that may be closer than the reach; ascending.
pub(super) fn pairs<'a>(
    placed: &'a [Placed<'a>],
    reach: i64,
) -> Vec<[(&'a Placed<'a>, &'a PlacedPart<'a>); 2]> {
    let mut parts: Vec<(&Placed, &PlacedPart)> = placed
        .iter()
        .flat_map(|body| body.parts.iter().map(move |part| (body, part)))
        .collect();
    parts.sort_by_key(|(_, part)| (left(part), part.id));
    let mut pairs = Vec::new();
    for (index, (body, part)) in parts.iter().enumerate() {
        let later = parts.iter().skip(index.saturating_add(1));
        for (other, neighbour) in
            later.take_while(|(_, other)| left(other) <= right(part).saturating_add(reach))
        {
            let is_fixed = body.figure.free.is_none() && other.figure.free.is_none();
            if part.id.body != neighbour.id.body
                && !is_fixed
                && meet(part.span, neighbour.span, reach)
            {
                let (first, second) = ((*body, *part), (*other, *neighbour));
                pairs.push(if part.id < neighbour.id {
                    [first, second]
                } else {
                    [second, first]
                });
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
pub(super) fn meet(
    [low, high]: [[i64; 2]; 2],
    [other_low, other_high]: [[i64; 2]; 2],
    reach: i64,
) -> bool {
    let [[left, bottom], [right, top]] = [low, high];
    let [[other_left, other_bottom], [other_right, other_top]] = [other_low, other_high];
    other_left <= right.saturating_add(reach)
        && left <= other_right.saturating_add(reach)
        && other_bottom <= top.saturating_add(reach)
        && bottom <= other_top.saturating_add(reach)
}
