//! Pairs of parts that are near each other: their bounding boxes, in whole cells, are no further
//! apart than a distance in whole cells.
//!
//! A point in a cell is less than one cell beyond it, so parts closer than r have boxes of cells
//! closer than r rounded up, plus 1. Parts that are far cost nothing but this comparison; a wrong
//! choice of cells costs time only.

use super::placed::{Placed, PlacedPart};
use crate::core::boxes::{self, BoundingBox, Range};
use crate::lookup;
use crate::rejection::{Condition, Result};
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
}

/// Visits all pairs (first, second) of parts of wanted bodies, the first with the smaller (body,
/// part), that may be closer than the reach, until a visit fails. The condition: that these are no
/// more than [`most`], and the other pairs as near no more than [`most_others`].
pub(super) fn each_pair<'a>(
    placed: &'a [Placed<'a>],
    reach: i64,
    condition: Condition,
    are_wanted: impl Fn(&Placed, &Placed) -> bool,
    mut visit: impl FnMut([PartOfBody<'a>; 2]) -> Result,
) -> Result {
    let mut parts = Vec::new();
    let mut boxes = Vec::new();
    for body in placed {
        for part in &body.parts {
            parts.push(PartOfBody { body, part });
            boxes.push(widened(part.span, reach));
        }
    }
    let most = most(parts.len());
    let most_others = most_others(parts.len());
    let mut count: usize = 0;
    let mut others: usize = 0;
    boxes::each_meeting(&boxes, |one, other| {
        let one = *lookup::of_scene(&parts, "part", one)?;
        let other = *lookup::of_scene(&parts, "part", other)?;
        if !are_wanted(one.body, other.body) {
            others = others.saturating_add(1);
            if others > most_others {
                let found =
                    format!("more than {most_others} pairs near each other that cannot touch");
                let required = "at most 2^22 and 64 for each part";
                return condition.exceed("parts", found, required);
            }
            return Ok(());
        }
        count = count.saturating_add(1);
        if count > most {
            let found = format!("more than {most} pairs near each other");
            let required = "at most 2^16 and 32 for each part";
            return condition.exceed("parts", found, required);
        }
        let mut pair = [one, other];
        pair.sort_by_key(PartOfBody::id);
        visit(pair)
    })
}

/// The most pairs of parts near each other, of so many parts: 2^16 and 32 for each part
/// (`proofs/RUN.md`, section 3).
pub(super) fn most(parts: usize) -> usize {
    parts.saturating_mul(32).saturating_add(1 << 16)
}

/// The most pairs of parts near each other that cannot touch, of so many parts: 2^22 and 64 for
/// each part.
fn most_others(parts: usize) -> usize {
    parts.saturating_mul(64).saturating_add(1 << 22)
}

/// A box of cells, the reach added to its right and upper end: two such boxes meet if they were no
/// further apart than the reach, in each direction.
fn widened([low, high]: [Cell; 2], reach: i64) -> BoundingBox {
    let [left, bottom] = low;
    let [right, top] = high;
    BoundingBox {
        across: Range {
            low: left,
            high: right.saturating_add(reach),
        },
        upward: Range {
            low: bottom,
            high: top.saturating_add(reach),
        },
    }
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
