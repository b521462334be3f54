//! Parts that may be near each other, by boxes in ticks.
//!
//! Whatever is within reach or inside is so in ticks, up to one tick of rounding on either side.
//! More may seem so: which rows there are is found later.

use super::ticks::{PartInTicks, Rounded, Ticks};
use crate::outline::Outline;

/// Two parts by their places in the list of all, and the vertices of either that are near the
/// other.
pub(super) struct NearParts {
    pub(super) parts: [usize; 2],
    pub(super) vertices: [Vec<usize>; 2],
}

/// The box around a part.
struct PartBox<'a> {
    index: usize,
    part: &'a PartInTicks,
    least: [i64; 2],
    most: [i64; 2],
}

/// Pairs of parts that keep each other out and are within reach of each other or overlap.
pub(super) fn near_parts(outline: &Outline, ticks: &Ticks) -> Vec<NearParts> {
    let margin = ticks.reach_ceiling + 1;
    let mut boxes = Vec::with_capacity(ticks.parts.len());
    for (index, part) in ticks.parts.iter().enumerate() {
        boxes.push(PartBox::new(index, part));
    }
    boxes.sort_by_key(|one| one.least[0]);
    let mut found = Vec::new();
    for (place, one) in boxes.iter().enumerate() {
        let end = one.most[0] + margin;
        for other in &boxes[place + 1..] {
            if other.least[0] > end {
                break;
            }
            let [first, second] = if one.index < other.index {
                [one, other]
            } else {
                [other, one]
            };
            if outline.may_touch([first.part.id, second.part.id]) {
                found.extend(near(first, second, margin));
            }
        }
    }
    found
}

fn near(first: &PartBox, second: &PartBox, margin: i64) -> Option<NearParts> {
    if first.least[1] > second.most[1] + margin || second.least[1] > first.most[1] + margin {
        return None;
    }
    Some(NearParts {
        parts: [first.index, second.index],
        vertices: [
            second.near_vertices(first, margin),
            first.near_vertices(second, margin),
        ],
    })
}

impl<'a> PartBox<'a> {
    fn new(index: usize, part: &'a PartInTicks) -> Self {
        let mut least = [i64::MAX; 2];
        let mut most = [i64::MIN; 2];
        for vertex in &part.vertices {
            for (axis, value) in vertex.coordinates().into_iter().enumerate() {
                least[axis] = least[axis].min(value);
                most[axis] = most[axis].max(value);
            }
        }
        Self {
            index,
            part,
            least,
            most,
        }
    }

    /// The vertices of another part that are in the box with a margin.
    fn near_vertices(&self, other: &Self, margin: i64) -> Vec<usize> {
        let mut near = Vec::new();
        for (index, vertex) in other.part.vertices.iter().enumerate() {
            if self.has(*vertex, margin) {
                near.push(index);
            }
        }
        near
    }

    fn has(&self, vertex: Rounded, margin: i64) -> bool {
        for (axis, value) in vertex.coordinates().into_iter().enumerate() {
            if value < self.least[axis] - margin || value > self.most[axis] + margin {
                return false;
            }
        }
        true
    }
}
