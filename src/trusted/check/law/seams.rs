//! Vertices inside of a rigid whole, or of a straight side of one (`proofs/RUN.md`, section 15).
//!
//! Such a vertex is never the only point that a rounded part touches, as edges that meet there go
//! to opposite sides.

use super::body::{Body, Part};
use super::number::Number;
use super::pairs::{Boxed, Outlines, Search, outline};
use super::plan::may_touch;
use super::round;
use super::vector::Vector;
use crate::lookup;
use crate::rejection::Condition::L0;
use crate::rejection::Result;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_certificate::{Feature, PartId};
use zwang_scene::{BodyId, IgnoringPairs};

/// So many pairs of parts of one whole may be near each other, beside 32 for each part.
const MOST_NEAR: usize = 1 << 16;

/// The vertices of parts with corners that lie on other parts of their whole.
pub(super) struct Seams {
    /// The vectors from a vertex to the ends of edges of other parts that contain it.
    ways: BTreeMap<Feature, Vec<(BodyId, Vector)>>,
    ignoring: IgnoringPairs,
}

impl Seams {
    /// That of a scene; there are none if nothing is rounded.
    ///
    /// # Errors
    /// L0, if too many parts are near each other.
    pub(super) fn new(bodies: &[Body], ignoring: &IgnoringPairs) -> Result<Self> {
        let mut seams = Self {
            ways: BTreeMap::new(),
            ignoring: ignoring.clone(),
        };
        let mut parts = bodies.iter().flat_map(|body| &body.parts);
        if !parts.any(Part::is_rounded) {
            return Ok(seams);
        }
        let outlines = in_the_scene(bodies);
        let search = Search {
            condition: L0,
            most: MOST_NEAR,
            are_wanted: &|one, other| one.id == other.id || one.is_fixed() && other.is_fixed(),
            is_idle: &|_| false,
        };
        for pair in search.meeting(&Boxed::all(&outlines))? {
            for [own, other] in [[pair.first, pair.second], [pair.second, pair.first]] {
                seams.add(&outlines, own, other)?;
            }
        }
        Ok(seams)
    }

    /// Adds the vertices of a part that lie on another part.
    fn add(&mut self, outlines: &Outlines, own: PartId, other: PartId) -> Result {
        let [Some(own), Some(other)] = [own, other].map(|part| outlines.get(&part)) else {
            return Ok(());
        };
        for (index, point) in own.points.iter().enumerate() {
            for edge in 0..other.part.edges.len() {
                let start = other.point(edge)?;
                let end = other.point(other.part.after(edge))?;
                let direction = end.minus(start);
                let is_on = point.minus(start).cross(&direction).is_zero();
                if !is_on || !round::is_over(point, start, &direction) {
                    continue;
                }
                let part = own.part.id;
                let ways = self.ways.entry(Feature { part, index }).or_default();
                for end in [start, end] {
                    if end != point {
                        ways.push((other.body.id, end.minus(point)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a vertex is hidden from a body.
    pub(super) fn hides(&self, bodies: &[Body], vertex: Feature, from: &Body) -> Result<bool> {
        let Some(ways) = self.ways.get(&vertex) else {
            return Ok(false);
        };
        let own = lookup::of_body(bodies, BodyId(vertex.part.body))?.part(vertex.part.part)?;
        let point = own.arm(vertex.index)?;
        let before = match vertex.index.checked_sub(1) {
            Some(before) => before,
            None => own.arms.len().saturating_sub(1),
        };
        let mut all = Vec::new();
        for neighbour in [before, own.after(vertex.index)] {
            all.push(own.arm(neighbour)?.minus(point));
        }
        for (owner, way) in ways {
            if may_touch(lookup::of_body(bodies, *owner)?, from, &self.ignoring) {
                all.push(way.clone());
            }
        }
        Ok(!are_of_one_side(&all))
    }
}

/// All parts with corners in the scene.
fn in_the_scene(bodies: &[Body]) -> Outlines<'_> {
    let mut outlines = Outlines::new();
    for body in bodies {
        let home = match &body.free {
            Some(free) => free.home.clone(),
            None => Vector::zero(),
        };
        for part in body.parts.iter().filter(|part| !part.is_rounded()) {
            outlines.insert(part.id, outline(body, part, &home, &Vector::one()));
        }
    }
    outlines
}

/// Whether vectors are in an open half plane: all others are to the left of one of them, or along
/// it.
fn are_of_one_side(vectors: &[Vector]) -> bool {
    vectors.iter().any(|right| {
        vectors.iter().all(|vector| {
            let turn: Number = right.cross(vector);
            match turn.sign() {
                Ordering::Greater => true,
                Ordering::Equal => right.dot(vector).is_positive(),
                Ordering::Less => false,
            }
        })
    })
}
