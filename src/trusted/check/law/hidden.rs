//! Edges that are covered inside of a rigid whole (`proofs/RUN.md`, section 5).
//!
//! All fixed bodies are one whole, each free body is another. Edges of other parts of its whole,
//! which have the opposite direction and belong to bodies that may touch a body, cover an edge for
//! that body. Edges of one line are swept from its low end.

use super::body::{Body, Part};
use super::number::Number;
use super::plan::may_touch;
use super::vector::Vector;
use crate::lookup;
use crate::rejection::Result;
use std::collections::BTreeMap;
use zwang_certificate::Feature;
use zwang_scene::{BodyId, IgnoringPairs};

/// Which edges others cover.
pub(super) struct Hidden {
    covered: BTreeMap<Feature, Covered>,
    ignoring: IgnoringPairs,
}

/// An edge that others cover in part.
struct Covered {
    is_upward: bool,
    low: Number,
    high: Number,
    /// By their low ends.
    covers: Vec<Cover>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cover {
    low: Number,
    high: Number,
    owner: BodyId,
}

/// An edge on its line.
struct Segment {
    edge: Feature,
    owner: BodyId,
    /// Whether it runs upward on the line.
    is_upward: bool,
    low: Number,
    high: Number,
}

/// A line of a whole: `None` is the whole of fixed bodies; the slope, `None` if it is upright, and
/// where the line crosses an axis.
type Line = (Option<BodyId>, Option<Number>, Number);

impl Hidden {
    pub(super) fn new(bodies: &[Body], ignoring: &IgnoringPairs) -> Self {
        let mut lines: BTreeMap<Line, Vec<Segment>> = BTreeMap::new();
        for body in bodies {
            for part in body.parts.iter().filter(|part| !part.is_rounded()) {
                for index in 0..part.edges.len() {
                    if let Some((line, segment)) = segment(body, part, index) {
                        lines.entry(line).or_default().push(segment);
                    }
                }
            }
        }
        let mut covers: BTreeMap<Feature, Covered> = BTreeMap::new();
        for mut segments in lines.into_values() {
            segments.sort_by(|one, other| one.low.cmp(&other.low));
            // Those of either direction that reach to where the sweep is.
            let mut open: [Vec<&Segment>; 2] = [vec![], vec![]];
            for segment in &segments {
                let [upward, downward] = &mut open;
                let (own, opposite) = match segment.is_upward {
                    true => (upward, downward),
                    false => (downward, upward),
                };
                // Those that stay are of parts whose boxes meet, one of each two: these are few.
                opposite.retain(|other| other.high > segment.low);
                for other in opposite.iter() {
                    if other.edge.part == segment.edge.part {
                        continue;
                    }
                    segment.is_covered_by(other, &mut covers);
                    other.is_covered_by(segment, &mut covers);
                }
                own.push(segment);
            }
        }
        for covered in covers.values_mut() {
            covered.covers.sort();
        }
        Self {
            covered: covers,
            ignoring: ignoring.clone(),
        }
    }

    /// Whether some edge is covered, in part at least.
    pub(super) fn has_any(&self) -> bool {
        !self.covered.is_empty()
    }

    /// Whether something covers some of an edge.
    pub(super) fn has_covers(&self, edge: Feature) -> bool {
        self.covered.contains_key(&edge)
    }

    /// The shares of the way along an edge, about one of them, between which others cover it for a
    /// body.
    pub(super) fn covered_about(
        &self,
        bodies: &[Body],
        edge: Feature,
        from: &Body,
        share: &Number,
    ) -> Result<Option<[Number; 2]>> {
        let Some(covered) = self.covered.get(&edge) else {
            return Ok(None);
        };
        let place = covered.place(share);
        let mut about: Option<[&Number; 2]> = None;
        for cover in &covered.covers {
            let owner = lookup::of_body(bodies, cover.owner)?;
            if !may_touch(owner, from, &self.ignoring) {
                continue;
            }
            about = match about {
                Some([low, high]) if cover.low <= *high => Some([low, high.max(&cover.high)]),
                Some([_, high]) if *high >= place => break,
                _ => Some([&cover.low, &cover.high]),
            };
        }
        let about = about.filter(|[low, high]| **low <= place && place <= **high);
        Ok(about.map(|ends| covered.shares(ends)))
    }
}

impl Covered {
    /// The place on its line of a share of the way along the edge.
    fn place(&self, share: &Number) -> Number {
        let way = &(&self.high - &self.low) * share;
        match self.is_upward {
            true => &self.low + &way,
            false => &self.high - &way,
        }
    }

    /// The shares of two places on the line, from the start of the edge on.
    fn shares(&self, [low, high]: [&Number; 2]) -> [Number; 2] {
        let per_length = (&self.high - &self.low).reciprocal();
        match self.is_upward {
            true => [low, high].map(|place| &(place - &self.low) * &per_length),
            false => [high, low].map(|place| &(&self.high - place) * &per_length),
        }
    }
}

impl Segment {
    fn is_covered_by(&self, other: &Self, covers: &mut BTreeMap<Feature, Covered>) {
        let own = covers.entry(self.edge).or_insert_with(|| Covered {
            is_upward: self.is_upward,
            low: self.low.clone(),
            high: self.high.clone(),
            covers: vec![],
        });
        own.covers.push(Cover {
            low: other.low.clone(),
            high: other.high.clone(),
            owner: other.owner,
        });
    }
}

/// The place of an edge in the scene.
fn segment(body: &Body, part: &Part, index: usize) -> Option<(Line, Segment)> {
    let home = match &body.free {
        Some(free) => free.home.clone(),
        None => Vector::zero(),
    };
    let start = home.plus(part.arms.get(index)?);
    let direction = &part.edges.get(index)?.direction;
    let whole = (!body.is_fixed()).then_some(body.id);
    let (line, from, way) = if direction.x.is_zero() {
        let line = (whole, None, start.x.clone());
        (line, &start.y, &direction.y)
    } else {
        let slope = &direction.y * &direction.x.reciprocal();
        let crossing = &start.y - &(&slope * &start.x);
        let line = (whole, Some(slope), crossing);
        (line, &start.x, &direction.x)
    };
    let end = from + way;
    let is_upward = way.is_positive();
    let segment = Segment {
        edge: Feature {
            part: part.id,
            index,
        },
        owner: body.id,
        is_upward,
        low: from.clone().min(end.clone()),
        high: end.max(from.clone()),
    };
    Some((line, segment))
}
