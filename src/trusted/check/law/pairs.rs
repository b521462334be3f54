//! Pairs of parts that are near each other (`proofs/RUN.md`, section 4).

use super::body::{Body, Part};
use super::number::Number;
use super::state::Placed;
use super::vector::Vector;
use crate::core::boxes::{self, BoundingBox, Range};
use crate::lookup;
use crate::rejection::{Condition, Result};
use std::collections::BTreeMap;
use zwang_certificate::PartId;
use zwang_scene::BodyId;

/// The parts of all pairs may have this many vertices together, beside 64 for each vertex of the
/// scene.
const MOST_VERTICES: usize = 1 << 19;
const OF_EACH_VERTEX: usize = 64;

/// The parts and the vertices of a scene, counted.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub parts: usize,
    pub vertices: usize,
}

impl Size {
    pub(super) fn of<'a>(bodies: impl IntoIterator<Item = &'a Body>) -> Self {
        let mut size = Self {
            parts: 0,
            vertices: 0,
        };
        for part in bodies.into_iter().flat_map(|body| &body.parts) {
            size.parts = size.parts.saturating_add(1);
            size.vertices = size.vertices.saturating_add(part.arms.len());
        }
        size
    }
}

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

impl Outline<'_> {
    /// A vertex.
    pub(super) fn point(&self, vertex: usize) -> Result<&Vector> {
        lookup::of_scene(&self.points, "vertex", vertex)
    }
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

/// Parts by their names.
pub(super) type Outlines<'a> = BTreeMap<PartId, Outline<'a>>;

/// All parts of some bodies.
pub(super) fn outlines<'a: 'b, 'b>(placed: impl Iterator<Item = &'b Placed<'a>>) -> Outlines<'a> {
    let mut outlines = Outlines::new();
    for at in placed {
        for part in &at.body.parts {
            let own = outline(at.body, part, &at.position, &at.rotation);
            outlines.insert(part.id, own);
        }
    }
    outlines
}

/// An axis-parallel box, by its lowest and highest numbers.
#[derive(Clone)]
pub(super) struct Extent {
    low: Vector,
    high: Vector,
}

/// How far the ends of a box are moved, the lower ones by at most 0, the others by at least 0.
#[derive(Clone)]
pub(super) struct Sweep {
    low: Vector,
    high: Vector,
}

/// A part and a box about it.
pub(super) struct Boxed<'a> {
    pub body: &'a Body,
    pub part: PartId,
    pub extent: Extent,
    pub vertices: usize,
}

impl Sweep {
    /// From the least moves to the largest, with a margin.
    pub(super) fn new([low, high]: [&Vector; 2], margin: &Number) -> Self {
        let margin = Vector::new(margin.clone(), margin.clone());
        Self {
            low: low.minus(&margin),
            high: high.plus(&margin),
        }
    }

    pub(super) fn contains(&self, other: &Self) -> bool {
        self.low.is_at_most(&other.low) && other.high.is_at_most(&self.high)
    }
}

impl<'a> Boxed<'a> {
    /// The bounding boxes of parts.
    pub(super) fn all(outlines: &Outlines<'a>) -> Vec<Self> {
        let mut all = Vec::new();
        for Outline { body, part, points } in outlines.values() {
            if let Some(extent) = Extent::new(points, &part.radius) {
                all.push(Self {
                    body,
                    part: part.id,
                    extent,
                    vertices: points.len(),
                });
            }
        }
        all
    }

    /// The box, swept.
    pub(super) fn swept(&self, sweep: &Sweep) -> Self {
        Self {
            extent: Extent {
                low: self.extent.low.plus(&sweep.low),
                high: self.extent.high.plus(&sweep.high),
            },
            ..*self
        }
    }
}

impl Extent {
    /// About points, wider by a radius on all sides.
    fn new(points: &[Vector], radius: &Number) -> Option<Self> {
        let first = points.first()?;
        let mut low = first.clone();
        let mut high = first.clone();
        for point in points {
            low = low.least(point);
            high = high.largest(point);
        }
        if radius.is_positive() {
            let margin = Vector::new(radius.clone(), radius.clone());
            low = low.minus(&margin);
            high = high.plus(&margin);
        }
        Some(Self { low, high })
    }

    /// The cells that it is in.
    fn cells(&self) -> BoundingBox {
        let range = |low: &Number, high: &Number| Range {
            low: low.cell(),
            high: high.cell(),
        };
        BoundingBox {
            across: range(&self.low.x, &self.high.x),
            upward: range(&self.low.y, &self.high.y),
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.low.is_at_most(&other.high) && other.low.is_at_most(&self.high)
    }
}

/// Which pairs of boxes are looked for.
pub(super) struct Search<'a> {
    /// The things of which there may not be too many.
    pub condition: Condition,
    pub of_scene: Size,
    /// This many pairs may be found, and as many more for each part.
    pub most: usize,
    pub of_each: usize,
    pub are_wanted: &'a dyn Fn(&Body, &Body) -> bool,
    /// Two bodies of this kind are not looked at.
    pub is_idle: &'a dyn Fn(BodyId) -> bool,
}

impl Search<'_> {
    /// The pairs of parts whose boxes meet, ascending.
    ///
    /// # Errors
    /// The condition, if there are too many.
    pub(super) fn meeting(&self, parts: &[Boxed]) -> Result<Vec<Pair>> {
        let cells: Vec<BoundingBox> = parts.iter().map(|part| part.extent.cells()).collect();
        let Size { parts: count, .. } = self.of_scene;
        let most = count.saturating_mul(self.of_each).saturating_add(self.most);
        let mut vertices = 0_usize;
        let is_idle = |index: usize| {
            let part = parts.get(index);
            part.is_some_and(|part| (self.is_idle)(part.body.id))
        };
        // Pairs of indices, since there may be too many.
        let mut meetings = Vec::new();
        boxes::each_meeting_of_active(&cells, is_idle, |first, second| {
            let [one, other] = [boxed(parts, first)?, boxed(parts, second)?];
            if !one.extent.meets(&other.extent) || !(self.are_wanted)(one.body, other.body) {
                return Ok(());
            }
            if meetings.len() >= most {
                let found = format!("more than {most} pairs near each other");
                let required = format!("at most {} and {} for each part", self.most, self.of_each);
                return self.condition.exceed("parts", found, required);
            }
            vertices = vertices.saturating_add(one.vertices);
            vertices = vertices.saturating_add(other.vertices);
            self.has_so_many(vertices)?;
            meetings.push([first, second]);
            Ok(())
        })?;
        let mut pairs = Vec::with_capacity(meetings.len());
        for meeting in meetings {
            let [one, other] = [
                boxed(parts, meeting[0])?.part,
                boxed(parts, meeting[1])?.part,
            ];
            pairs.push(Pair {
                first: one.min(other),
                second: one.max(other),
            });
        }
        pairs.sort_unstable();
        Ok(pairs)
    }
}

impl Search<'_> {
    /// The condition: the pairs do not have too many vertices, which all are looked at.
    fn has_so_many(&self, vertices: usize) -> Result {
        let of_scene = self.of_scene.vertices.saturating_mul(OF_EACH_VERTEX);
        let most = of_scene.saturating_add(MOST_VERTICES);
        if vertices > most {
            let found = format!("more than {most} vertices of parts near each other");
            let required = "at most 2^19, and 64 for each vertex of the scene";
            return self.condition.exceed("parts", found, required);
        }
        Ok(())
    }
}

fn boxed<'a, 'b>(parts: &'b [Boxed<'a>], index: usize) -> Result<&'b Boxed<'a>> {
    lookup::of_scene(parts, "part", index)
}
