//! How deep parts overlap, and how far contacts have opened.
//!
//! Convex parts overlap if no edge of either separates them (`zwang_collapse::contacts`). Then the
//! least translation that does is orthogonal to an edge, and the depth is the least, over the edges
//! of both, of how far the other part reaches behind the edge's line. An edge of a rigid body keeps
//! its length, so the square of a reach is a square of an integer interval over an exact rational.

use crate::crowd::{Crowded, Work, each_meeting};
use crate::enclosure::{Enclosure, Length};
use crate::figure::Longest;
use crate::interval::Interval;
use crate::pose::{Pose, Vertices};
use crate::rounded;
use crate::shape::Shape;
use crate::vector::{Vector, cross, difference, dot};
use crate::whole::ceiling;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use zwang_certificate::{Contact, PartId};
use zwang_scene::BodyId;

type Points = [Vector<Interval>];

/// The deepest penetration of a state. Parts of one body, and two fixed bodies, cannot move against
/// each other, and bodies that are pinned together may be in the same place.
///
/// # Errors
/// [`Crowded`] if too many may overlap.
pub(crate) fn deepest(
    shape: &Shape,
    state: usize,
    poses: &[Pose],
    vertices: &Vertices,
) -> Result<Longest, Crowded> {
    let parts = parts(shape);
    let mut boxes = Vec::new();
    for part in &parts {
        let points = vertices.of(*part).iter();
        let radius = &shape.bodies[part.body].radii[part.part];
        boxes.push(grown(shape, bounding_box(points), radius));
    }
    let mut work = Work::new(shape.limits, state);
    let mut pairs = Vec::new();
    each_meeting(&boxes, |pair| {
        let pair = pair.map(|index| parts[index]);
        if shape.may_touch(pair[0], pair[1]) {
            work.compare(pair.map(|part| vertices.of(part).len()))?;
            pairs.push(pair);
        }
        Ok(())
    })?;
    // If pairs are equally deep, the first is told.
    pairs.sort_unstable();
    let mut deepest = Longest::none();
    for pair in pairs {
        let depth = depth(shape, poses, vertices, pair);
        deepest.raise(depth, &pair.map(|part| BodyId(part.body)));
    }
    Ok(deepest)
}

fn parts(shape: &Shape) -> Vec<PartId> {
    let mut parts = Vec::new();
    for (body, content) in shape.bodies.iter().enumerate() {
        for part in 0..content.parts.len() {
            parts.push(PartId { body, part });
        }
    }
    parts
}

/// The smallest box that holds all points; a box of no points is the origin.
pub(crate) fn bounding_box<'a>(
    points: impl Iterator<Item = &'a Vector<Interval>> + Clone,
) -> Vector<Interval> {
    [0, 1].map(|axis| {
        let low = points.clone().map(|point| &point[axis].low).min();
        let high = points.clone().map(|point| &point[axis].high).max();
        Interval {
            low: low.cloned().unwrap_or_default(),
            high: high.cloned().unwrap_or_default(),
        }
    })
}

/// A box with a margin of a radius, rounded up.
pub(crate) fn grown(
    shape: &Shape,
    around: Vector<Interval>,
    radius: &Rational,
) -> Vector<Interval> {
    let margin = ceiling(&(radius * Rational::from(Vertices::unit(shape))));
    around.map(|Interval { low, high }| Interval {
        low: low - &margin,
        high: high + &margin,
    })
}

/// The depth of two parts; 0 if they are proved to be separated.
fn depth(shape: &Shape, poses: &[Pose], vertices: &Vertices, pair: [PartId; 2]) -> Length {
    if shape.reach(pair) > 0 {
        return rounded::depth(shape, poses, vertices, pair);
    }
    core_depth(shape, poses, vertices, pair)
}

/// The depth of two parts without their radii; 0 if an edge of either is proved to separate them.
pub(crate) fn core_depth(
    shape: &Shape,
    poses: &[Pose],
    vertices: &Vertices,
    pair: [PartId; 2],
) -> Length {
    let mut least: Option<Enclosure> = None;
    let [first, second] = pair;
    for [owner, other] in [[first, second], [second, first]] {
        let points = vertices.of(owner);
        let others = vertices.of(other);
        // A point has no edge.
        let edges = if points.len() > 1 { points.len() } else { 0 };
        for edge in 0..edges {
            let reach = farthest_behind(points, edge, others);
            if reach.high <= 0 {
                return Length::zero();
            }
            let reach = Interval {
                low: reach.low.max(Integer::ZERO),
                high: reach.high,
            };
            let square = reach.square();
            let squared = over_length(shape, poses, owner, edge, &square);
            least = Some(match least {
                None => squared,
                Some(least) => Enclosure {
                    low: least.low.min(squared.low),
                    high: least.high.min(squared.high),
                },
            });
        }
    }
    Length {
        squared: least.unwrap_or_else(Enclosure::zero),
    }
}

/// The largest -(w - p) · n over the vertices w, for the outward normal n = -J (q - p) of an edge;
/// over the square of the unit.
pub(crate) fn farthest_behind(owner: &Points, edge: usize, others: &Points) -> Interval {
    let reaches = others.iter().map(|vertex| -&signed(owner, edge, vertex));
    let farthest = reaches.reduce(Interval::max);
    farthest.unwrap_or_else(|| Interval::exact(Integer::ZERO))
}

/// (w - p) · n, positive outside.
fn signed(owner: &Points, edge: usize, vertex: &Vector<Interval>) -> Interval {
    let start = &owner[edge];
    let end = &owner[(edge + 1) % owner.len()];
    let along = difference(end, start);
    let arm = difference(vertex, start);
    cross(&arm, &along)
}

/// The square of a distance times an edge, over the square of the edge.
fn over_length(
    shape: &Shape,
    poses: &[Pose],
    owner: PartId,
    edge: usize,
    squared: &Interval,
) -> Enclosure {
    let along = shape.edge(owner, edge);
    let norm = match shape.bodies[owner.body].place {
        Some(place) => poses[place].norm_squared.clone(),
        None => Rational::ONE,
    };
    // |e|² in units of 1/L², the rest in units of 1/(L 2^B)⁴.
    let unit = Vertices::unit(shape);
    let unit_squared = &unit * &unit;
    let fourth = Rational::from(&unit_squared * &unit_squared);
    let length_unit = Rational::from(&shape.unit * &shape.unit);
    let edge_squared = Rational::from(dot(&along, &along)) * norm;
    let divisor = edge_squared * fourth / length_unit;
    Enclosure {
        low: Rational::from(&squared.low) / &divisor,
        high: Rational::from(&squared.high) / divisor,
    }
}

/// The signed distance of a contact's vertex from its edge, positive where it has opened, as the
/// square of the opening; 0 if it is closed or overlaps.
pub(crate) fn opening(
    shape: &Shape,
    poses: &[Pose],
    vertices: &Vertices,
    contact: &Contact,
) -> Length {
    let owner = contact.edge.part;
    let edge = contact.edge.index;
    let other = contact.vertex.part;
    if shape.reach([other, owner]) > 0 {
        return rounded::opening(shape, vertices, contact);
    }
    let vertex = &vertices.of(other)[contact.vertex.index];
    let gap = signed(vertices.of(owner), edge, vertex);
    let positive = Interval {
        low: gap.low.max(Integer::ZERO),
        high: gap.high.max(Integer::ZERO),
    };
    let square = positive.square();
    Length {
        squared: over_length(shape, poses, owner, edge, &square),
    }
}

/// The best separation of two parts: by the edge of either from whose line the other part is
/// farthest, or behind which it reaches least; or by the vector between closest points of the cores
/// of rounded parts. `None` of rounded parts whose cores overlap.
pub(crate) fn separation(
    shape: &Shape,
    poses: &[Pose],
    vertices: &Vertices,
    pair: [PartId; 2],
) -> Option<Nearest> {
    if shape.reach(pair) > 0 {
        return rounded::separation(shape, vertices, pair);
    }
    let mut best: Option<Nearest> = None;
    for [owner, other] in [pair, [pair[1], pair[0]]] {
        let points = vertices.of(owner);
        let others = vertices.of(other);
        for edge in 0..points.len() {
            let reach = farthest_behind(points, edge, others);
            let square = reach.square();
            let candidate = Nearest {
                normal: Normal::Edge(owner, edge),
                outside: reach.high <= 0,
                squared: over_length(shape, poses, owner, edge, &square),
            };
            match &best {
                Some(best) if !candidate.is_farther_than(best) => {}
                _ => best = Some(candidate),
            }
        }
    }
    best
}

/// The direction in which two parts are apart.
pub(crate) enum Normal {
    /// Outwards of an edge.
    Edge(PartId, usize),
    /// Between closest points of two cores, from the first to the second, m.
    Between([PartId; 2], Box<Vector<Enclosure>>),
}

/// A separation of two parts, with the largest signed distance.
pub(crate) struct Nearest {
    pub(crate) normal: Normal,
    /// Whether the parts are proved to be apart or to touch.
    pub(crate) outside: bool,
    /// The square of the distance.
    pub(crate) squared: Enclosure,
}

impl Nearest {
    pub(crate) fn is_farther_than(&self, other: &Self) -> bool {
        match (self.outside, other.outside) {
            (true, true) => self.squared.low > other.squared.low,
            (false, false) => self.squared.high < other.squared.high,
            (outside, _) => outside,
        }
    }
}
