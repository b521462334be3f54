//! Pairs of parts of which one is rounded: whether they overlap, touch or are apart, and their
//! contacts (`proofs/FORMAT.md`, sections 2 to 4).
//!
//! Let R be the sum of the radii, and h the vector between closest points of the cores, from the
//! first to the second. It is rational: one of the closest points is a vertex, the other the foot
//! on an edge. The parts overlap if h·h < R², touch if h·h = R², and are apart otherwise. If they
//! touch, h is their only normal: there are no corners.

use super::velocity::{edge, vertex};
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use zwang_certificate::{BigInt, Contact, Feature, Line, PartId};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Polygon, Scene};

/// How two parts lie of which one is rounded.
pub(super) enum Placement {
    /// They overlap, and are apart or touch if the second one is moved by this.
    Overlapping(Vector),
    /// They do not overlap; the contacts are those of bodies that can move against each other.
    Separate(Line, Vec<Contact>),
}

/// Two parts, by their ids.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) ids: [PartId; 2],
    pub(super) parts: [&'a Polygon; 2],
}

impl Pair<'_> {
    /// Decides about the parts.
    pub(super) fn placement(&self) -> Placement {
        let [first, second] = self.parts;
        let reach = first.radius() + second.radius();
        let squared = &reach * &reach;
        let between = shortest(first, second);
        let distance = between.dot(&between);
        if width(&between, first, second) < distance || distance.is_zero() {
            // The cores meet.
            let (_, high) = first.bounding_box();
            let (low, _) = second.bounding_box();
            return Placement::Overlapping(Vector::new(high.x - low.x, Rational::zero()));
        }
        match distance.cmp(&squared) {
            Ordering::Less => {
                // R/|h| is at most the mean of R²/h·h and 1.
                let factor = (squared / distance - Rational::from_integer(1.into())) / two();
                Placement::Overlapping(between.scaled(&factor))
            }
            Ordering::Equal => Placement::Separate(line(&between), self.contacts(&between)),
            Ordering::Greater => Placement::Separate(line(&between), Vec::new()),
        }
    }

    /// The contacts of parts that touch, at the ends of the touching set.
    fn contacts(&self, between: &Vector) -> Vec<Contact> {
        let along = between.quarter_turn();
        let [first, second] = self.parts;
        let outward = [between.clone(), -between];
        let supports = [
            support(first, &outward[0], &along),
            support(second, &outward[1], &along),
        ];
        let ends = supports.each_ref().map(|support| ends(support));
        let [[low, high], [other_low, other_high]] = &ends;
        let start = low.max(other_low);
        let end = high.min(other_high);
        let mut places = vec![start];
        if start < end {
            places.push(end);
        }
        let mut contacts = Vec::new();
        for place in places {
            let vertices = supports.each_ref().map(|support| at(support, place));
            let (owner, vertex, edge) = match vertices {
                [Some(own), Some(other)] => (0, own, other),
                [Some(own), None] => (0, own, facing(second, &supports[1], &outward[1])),
                [_, other] => {
                    let edge = facing(first, &supports[0], &outward[0]);
                    (1, other.unwrap_or_default(), edge)
                }
            };
            contacts.push(Contact {
                vertex: Feature {
                    part: self.ids[owner],
                    index: vertex,
                },
                edge: Feature {
                    part: self.ids[1 - owner],
                    index: edge,
                },
            });
        }
        contacts
    }
}

/// The vertices that are farthest in a direction, each with its place along another one.
fn support(part: &Polygon, outward: &Vector, along: &Vector) -> Vec<(Rational, usize)> {
    let heights = part.vertices().iter().map(|vertex| outward.dot(vertex));
    let heights: Vec<Rational> = heights.collect();
    let Some(greatest) = heights.iter().max() else {
        return Vec::new();
    };
    let mut support = Vec::new();
    for (index, vertex) in part.vertices().iter().enumerate() {
        if heights[index] == *greatest {
            support.push((along.dot(vertex), index));
        }
    }
    support.sort_unstable();
    support
}

fn ends(support: &[(Rational, usize)]) -> [Rational; 2] {
    let place = |vertex: Option<&(Rational, usize)>| match vertex {
        Some((place, _)) => place.clone(),
        None => Rational::zero(),
    };
    [place(support.first()), place(support.last())]
}

/// The vertex at a place.
fn at(support: &[(Rational, usize)], end: &Rational) -> Option<usize> {
    let mut vertices = support.iter();
    let (_, vertex) = vertices.find(|(place, _)| place == end)?;
    Some(*vertex)
}

/// The edge between the two vertices of a supporting set whose outward normal has this direction.
fn facing(part: &Polygon, support: &[(Rational, usize)], outward: &Vector) -> usize {
    let is_support = |index: usize| support.iter().any(|(_, vertex)| *vertex == index);
    let count = part.vertices().len();
    for (index, (start, end)) in part.edges().enumerate() {
        let normal = (start - end).quarter_turn();
        let is_between = is_support(index) && is_support((index + 1) % count);
        if is_between && normal.dot(outward).is_positive() {
            return index;
        }
    }
    0
}

/// The vector from the first core to the second between a vertex of one and the closest point of an
/// edge of the other, where it is shortest.
fn shortest(first: &Polygon, second: &Polygon) -> Vector {
    let mut least: Option<(Rational, Vector)> = None;
    for (own, other, is_first) in [(first, second, true), (second, first, false)] {
        for vertex in own.vertices() {
            for (start, end) in other.edges() {
                let way = &closest_point(vertex, [start, end]) - vertex;
                let squared = way.dot(&way);
                let is_shorter = least.as_ref().is_none_or(|(known, _)| squared < *known);
                if is_shorter {
                    let way = if is_first { way } else { -&way };
                    least = Some((squared, way));
                }
            }
        }
    }
    least.map_or_else(Vector::zero, |(_, way)| way)
}

/// The least h·q less the greatest h·p over the vertices of the cores.
fn width(between: &Vector, first: &Polygon, second: &Polygon) -> Rational {
    let reach = first.vertices().iter().map(|vertex| between.dot(vertex));
    let against = second.vertices().iter().map(|vertex| between.dot(vertex));
    match (against.min(), reach.max()) {
        (Some(against), Some(reach)) => against - reach,
        _ => Rational::zero(),
    }
}

fn line(between: &Vector) -> Line {
    let Vector { x, y } = between;
    let below = zwang_exact::lcm(x.denom(), y.denom());
    let times = |number: &Rational| -> BigInt { number.numer() * (&below / number.denom()) };
    Line::Vector([times(x), times(y), below.clone()])
}

fn two() -> Rational {
    Rational::from_integer(2.into())
}

/// The point of an edge that is closest to a point.
fn closest_point(point: &Vector, [start, end]: [&Vector; 2]) -> Vector {
    let direction = end - start;
    let length_squared = direction.dot(&direction);
    let along = direction.dot(&(point - start));
    if !along.is_positive() {
        start.clone()
    } else if along >= length_squared {
        end.clone()
    } else {
        start + &direction.scaled(&(along / length_squared))
    }
}

/// A contact of two parts of which one is rounded.
pub(super) struct RoundedContact {
    /// The closest point of the edge, on the core of its part, m.
    closest: Vector,
    /// From there to the vertex, as long as the sum R of the radii, m.
    pub(super) normal: Vector,
    /// The radii of the part of the vertex and of that of the edge, m.
    radii: [Rational; 2],
}

impl RoundedContact {
    /// `None` of parts that are not rounded.
    pub(super) fn new(scene: &Scene, contact: &Contact) -> Option<Self> {
        if !is_rounded(scene, contact) {
            return None;
        }
        let parts = [contact.vertex.part, contact.edge.part];
        let radii = parts.map(|id| scene.bodies[id.body].parts[id.part].radius().clone());
        let own = vertex(scene, &contact.vertex, 0);
        let closest = closest_point(own, edge(scene, contact));
        Some(Self {
            normal: own - &closest,
            closest,
            radii,
        })
    }

    /// The point at which the parts meet.
    pub(super) fn point(&self) -> Vector {
        let [own, other] = &self.radii;
        &self.closest + &self.normal.scaled(&(other / (own + other)))
    }
}

/// Whether a part of a contact is rounded.
pub(crate) fn is_rounded(scene: &Scene, contact: &Contact) -> bool {
    let mut parts = [contact.vertex.part, contact.edge.part].into_iter();
    parts.any(|id| scene.bodies[id.body].parts[id.part].is_rounded())
}

/// The gap acceleration of a contact of which one part is rounded, less n·(a_F(x) - a_E(x)) at its
/// point x: with h = w - f from the closest point f of the edge to the vertex w, n = h, and u the
/// velocity of F at w less that of E at f, it is u·u - R (r_F ω_F² + r_E ω_E²) less the greatest
/// min(b, 0)²/δ·δ over the vectors δ from w or f to an end of an edge across h that contains it; b
/// = D·u + ω h·(J D) with D = δ at w, -δ at f, and the spin of the body. `None` of other contacts.
pub(crate) fn turning(scene: &Scene, contact: &Contact) -> Option<Rational> {
    let RoundedContact {
        closest,
        normal,
        radii: [own, other],
    } = RoundedContact::new(scene, contact)?;
    let [first, second] = contact.bodies().map(|body| &scene.bodies[body]);
    let at = vertex(scene, &contact.vertex, 0);
    let apart = &first.velocity_at(at) - &second.velocity_at(&closest);
    let spins = [first.spin(), second.spin()];
    let circling =
        [(&own, &spins[0]), (&other, &spins[1])].map(|(radius, spin)| radius * spin * spin);
    let [one, two] = circling;
    let mut gain = Rational::zero();
    for way in ways(scene, contact.vertex.part, at) {
        gain = gain.max(gained(&way, &normal, &apart, &spins[0]));
    }
    for way in ways(scene, contact.edge.part, &closest) {
        gain = gain.max(gained(&-&way, &normal, &apart, &spins[1]));
    }
    Some(apart.dot(&apart) - (own + other) * (one + two) - gain)
}

fn gained(way: &Vector, across: &Vector, apart: &Vector, spin: &Rational) -> Rational {
    let rate = way.dot(apart) + spin * across.dot(&way.quarter_turn());
    if !way.dot(across).is_zero() || !rate.is_negative() {
        return Rational::zero();
    }
    &rate * &rate / way.dot(way)
}

/// The vectors from a point to the ends of the edges of a core that contain it.
fn ways(scene: &Scene, id: PartId, point: &Vector) -> Vec<Vector> {
    let mut ways = Vec::new();
    for (start, end) in scene.bodies[id.body].parts[id.part].edges() {
        let ends = [start - point, end - point];
        let [one, other] = &ends;
        let is_between = one.cross(other).is_zero() && !one.dot(other).is_positive();
        if is_between {
            ways.extend(ends.into_iter().filter(|way| !way.is_zero()));
        }
    }
    ways
}
