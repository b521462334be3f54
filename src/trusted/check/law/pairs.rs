//! Pairs of parts that are near each other (`proofs/RUN.md`, section 4).

use super::body::{Body, Part};
use super::number::Number;
use super::pins::Pin;
use super::state::Placed;
use super::vector::Vector;
use crate::core::boxes::{self, BoundingBox, Range};
use crate::lookup;
use crate::rejection::{Condition, Result};
use zwang_certificate::PartId;
use zwang_scene::BodyId;

/// A part and the points of its vertices at some time.
pub(super) struct Outline<'a> {
    pub body: &'a Body,
    pub part: &'a Part,
    pub points: Vec<Vector>,
}

/// Two parts, the smaller (body, part) first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub first: PartId,
    pub second: PartId,
}

impl Pair {
    pub(super) fn bodies(self) -> [BodyId; 2] {
        [BodyId(self.first.body), BodyId(self.second.body)]
    }
}

/// The points of a part of a body with the centroid z and the rotation c.
pub(super) fn outline<'a>(
    body: &'a Body,
    part: &'a Part,
    position: &Vector,
    rotation: &Vector,
) -> Outline<'a> {
    let mut points = Vec::new();
    for arm in &part.arms {
        points.push(position.plus(&rotation.times(arm)));
    }
    Outline { body, part, points }
}

/// All parts of some bodies.
pub(super) fn outlines<'a>(placed: &[Placed<'a>]) -> Vec<Outline<'a>> {
    let mut outlines = Vec::new();
    for at in placed {
        for part in &at.body.parts {
            outlines.push(outline(at.body, part, &at.position, &at.rotation));
        }
    }
    outlines
}

/// The lowest and the highest number of x and y.
struct Extent {
    low: Vector,
    high: Vector,
}

impl Extent {
    fn new(points: &[Vector]) -> Option<Self> {
        let first = points.first()?;
        let mut low = first.clone();
        let mut high = first.clone();
        for point in points {
            low = Vector::new(low.x.min(point.x.clone()), low.y.min(point.y.clone()));
            high = Vector::new(high.x.max(point.x.clone()), high.y.max(point.y.clone()));
        }
        Some(Self { low, high })
    }

    /// The cells that it is in, and those up to the reach behind it.
    fn cells(&self, reach: &Number) -> BoundingBox {
        let range = |low: &Number, high: &Number| Range {
            low: low.cell(),
            high: (high + reach).cell(),
        };
        BoundingBox {
            across: range(&self.low.x, &self.high.x),
            upward: range(&self.low.y, &self.high.y),
        }
    }

    /// Whether it ends before another one begins, further than the reach.
    fn is_before(&self, other: &Self, reach: &Number) -> bool {
        &self.high.x + reach < other.low.x || &self.high.y + reach < other.low.y
    }
}

/// Whether two parts are no further apart than the reach in x and in y.
pub(super) fn are_within(one: &Outline, other: &Outline, reach: &Number) -> bool {
    let extents = [Extent::new(&one.points), Extent::new(&other.points)];
    match extents {
        [Some(one), Some(other)] => !one.is_before(&other, reach) && !other.is_before(&one, reach),
        _ => false,
    }
}

/// The pairs of wanted bodies no further apart than the reach in x and in y, ascending.
///
/// # Errors
/// The condition, if there are more than 2^16 + 32 n of n parts.
pub(super) fn near(
    outlines: &[&Outline],
    reach: &Number,
    condition: Condition,
    are_wanted: impl Fn(&Body, &Body) -> bool,
) -> Result<Vec<Pair>> {
    let extents: Vec<Extent> = outlines
        .iter()
        .filter_map(|outline| Extent::new(&outline.points))
        .collect();
    let cells: Vec<BoundingBox> = extents.iter().map(|extent| extent.cells(reach)).collect();
    let most = outlines.len().saturating_mul(32).saturating_add(1 << 16);
    let mut pairs = Vec::new();
    boxes::each_meeting(&cells, |one, other| {
        let [own, others] = [extent(&extents, one)?, extent(&extents, other)?];
        let [one, other] = [part(outlines, one)?, part(outlines, other)?];
        let is_far = own.is_before(others, reach) || others.is_before(own, reach);
        if is_far || !are_wanted(one.body, other.body) {
            return Ok(());
        }
        if pairs.len() >= most {
            let found = format!("more than {most} pairs near each other");
            return condition.exceed("parts", found, "at most 2^16 and 32 for each part");
        }
        pairs.push(Pair {
            first: one.part.id.min(other.part.id),
            second: one.part.id.max(other.part.id),
        });
        Ok(())
    })?;
    pairs.sort_unstable();
    Ok(pairs)
}

fn extent(extents: &[Extent], index: usize) -> Result<&Extent> {
    lookup::of_scene(extents, "part", index)
}

fn part<'a, 'b>(outlines: &[&'b Outline<'a>], index: usize) -> Result<&'b Outline<'a>> {
    lookup::of_scene(outlines, "part", index).copied()
}

/// The free bodies that pairs and pins join, each group ascending, by their first bodies.
pub(super) fn groups(
    pairs: &[Pair],
    pins: &[Pin],
    is_free: impl Fn(BodyId) -> bool,
) -> Vec<Vec<BodyId>> {
    let mut groups: Vec<Vec<BodyId>> = Vec::new();
    for pair in pairs {
        let free = pair.bodies().into_iter().filter(|body| is_free(*body));
        join(&mut groups, &free.collect::<Vec<_>>());
    }
    for pin in pins {
        join(&mut groups, &pin.free_bodies());
    }
    groups.sort_unstable();
    groups
}

/// Puts some bodies, and all that are in one group with one of them, into one group.
pub(super) fn join(groups: &mut Vec<Vec<BodyId>>, bodies: &[BodyId]) {
    let mut joined = bodies.to_vec();
    groups.retain(|group| {
        let is_met = group.iter().any(|body| bodies.contains(body));
        if is_met {
            joined.extend(group);
        }
        !is_met
    });
    joined.sort_unstable();
    joined.dedup();
    if !joined.is_empty() {
        groups.push(joined);
    }
}
