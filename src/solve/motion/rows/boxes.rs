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

/// What is too much, and how many there may be: of so many parts (`proofs/RUN.md`, section 3).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crowd {
    pub(crate) things: &'static str,
    pub(crate) most: usize,
    pub(crate) parts: usize,
}

impl Crowd {
    pub(super) fn of_pairs(parts: usize) -> Self {
        Self {
            things: "pairs of parts",
            most: (1 << 16) + 32 * parts,
            parts,
        }
    }

    fn of_others(parts: usize) -> Self {
        Self {
            things: "pairs of parts that cannot touch",
            most: (1 << 22) + 64 * parts,
            parts,
        }
    }

    pub(super) fn of_rows(parts: usize) -> Self {
        Self {
            things: "vertices and edges",
            most: (1 << 17) + 64 * parts,
            parts,
        }
    }
}

/// Pairs of parts that keep each other out and are within reach of each other or overlap.
///
/// # Errors
/// A [`Crowd`] if these, or other pairs within reach, are more than a run may have.
pub(super) fn near_parts(outline: &Outline, ticks: &Ticks) -> Result<Vec<NearParts>, Crowd> {
    let crowd = Crowd::of_pairs(ticks.parts.len());
    let crowd_of_others = Crowd::of_others(ticks.parts.len());
    let mut others = 0;
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
            if first.least[1] > second.most[1] + margin || second.least[1] > first.most[1] + margin
            {
                continue;
            }
            if outline.may_touch([first.part.id, second.part.id]) {
                found.push(near(first, second, margin));
                if found.len() > crowd.most {
                    return Err(crowd);
                }
            } else {
                others += 1;
                if others > crowd_of_others.most {
                    return Err(crowd_of_others);
                }
            }
        }
    }
    Ok(found)
}

fn near(first: &PartBox, second: &PartBox, margin: i64) -> NearParts {
    NearParts {
        parts: [first.index, second.index],
        vertices: [
            second.near_vertices(first, margin),
            first.near_vertices(second, margin),
        ],
    }
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
