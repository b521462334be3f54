//! Pairs of parts of which one is rounded.
//!
//! Let R be the sum of the radii, and for a vector m from the first part to the second let w be the
//! least m·q less the greatest m·p over the vertices of their cores. The cores are at least w/|m|
//! apart, and that is at least R if w ≥ (R² + m·m)/2, as an arithmetic mean is at least the
//! geometric one. If they are R apart, m can only be the vector between their closest points, and
//! then w = m·m = R².
//!
//! Let w be a vertex of the core of F, f the closest point to it of an edge of the core of E, h the
//! vector from f to w, and u the velocity of F at w less that of E at f. Half of |h|² has the
//! derivative h·u. If that is 0, its second derivative is h·(a_F(w) - a_E(f)) + u·u less the most
//! that the distance gains by points that move along edges across h. For the vector δ from w or f
//! to an end of such an edge of body k let D = δ at w, D = -δ at f, and b = D·u + ω_k h·(J D); the
//! gain is min(b, 0)²/δ·δ.

use crate::names;
use crate::plane::figure::{Edge, Figure, Part, Vertex};
use crate::plane::gap::Gap;
use crate::plane::lever::row_at;
use crate::plane::separation::pair;
use crate::rejection::Condition::{C1, Form};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Signed;
use zwang_certificate as certificate;
use zwang_certificate::Separation;
use zwang_exact::{Fraction, FractionVector, Rational, Vector};

/// A separation by a vector that holds.
pub(crate) struct SeparatingVector<'a> {
    /// The smaller and the larger part.
    pub parts: [Part<'a>; 2],
    /// m.
    shift: FractionVector,
    /// The vertices of the first core with the greatest m·p, and those of the second with the least
    /// m·q; none unless the parts are R apart.
    supporting: [Vec<Vertex<'a>>; 2],
}

impl<'a> SeparatingVector<'a> {
    /// C1: w ≥ (R² + m·m)/2.
    pub(crate) fn new(
        figure: &'a Figure<'a>,
        separation: &Separation,
        [x, y, below]: &[BigInt; 3],
    ) -> Result<Self> {
        let first = figure.part(separation.first)?;
        let second = figure.part(separation.second)?;
        let scene = figure.scene;
        let place = || pair(scene, first.id, second.id);
        if !below.is_positive() {
            let below = names::integer(below);
            return Form.refuse(
                place(),
                format!("a vector over {below}"),
                "over more than 0",
            );
        }
        let number = |above: &BigInt| Rational::new(above.clone(), below.clone());
        let shift = FractionVector::from(&Vector::new(number(x), number(y)));
        let foremost = first.lowest_vertices(&-&shift)?;
        let nearest = second.lowest_vertices(&shift)?;
        let [front, _] = foremost;
        let [back, _] = nearest;
        let width = shift.dot(&(back.point - front.point));
        let reach = first.radius + second.radius;
        let reach_squared = &reach * &reach;
        let length_squared = shift.dot(&shift);
        let mean = &reach_squared + &length_squared;
        if (&width + &width - &mean).is_negative() {
            let width = names::number(&width);
            let found = format!("cores that are apart by {width} along the vector");
            let mean = names::number(&(mean * Fraction::new(1.into(), 2.into())));
            return C1.refuse(place(), found, format!("at least {mean}"));
        }
        let touches =
            (&length_squared - &reach_squared).is_zero() && (&width - &reach_squared).is_zero();
        let mut supporting = [vec![], vec![]];
        if touches {
            for (own, vertices) in supporting.iter_mut().zip([foremost, nearest]) {
                let [one, other] = vertices;
                let apart = shift.dot(&(other.point - one.point));
                own.push(one);
                if apart.is_zero() && other.id != one.id {
                    own.push(other);
                }
            }
        }
        Ok(Self {
            parts: [first, second],
            shift,
            supporting,
        })
    }

    /// C2: the contacts of the pair, at the ends of the touching set.
    pub(crate) fn contacts(&self) -> Result<Vec<certificate::Contact>> {
        let along = self.shift.quarter_turn();
        let mut places = [vec![], vec![]];
        for (own, vertices) in places.iter_mut().zip(&self.supporting) {
            for vertex in vertices {
                own.push((along.dot(vertex.point), *vertex));
            }
            own.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        let [firsts, seconds] = &places;
        let (Some((low, _)), Some((other_low, _))) = (firsts.first(), seconds.first()) else {
            return Ok(vec![]);
        };
        let (Some((high, _)), Some((other_high, _))) = (firsts.last(), seconds.last()) else {
            return Ok(vec![]);
        };
        let start = low.max(other_low);
        let end = high.min(other_high);
        let mut contacts = Vec::new();
        if start <= end {
            contacts.push(self.contact_at(start, &places)?);
        }
        if start < end {
            contacts.push(self.contact_at(end, &places)?);
        }
        Ok(contacts)
    }

    /// The contact at an end of the touching set.
    fn contact_at(
        &self,
        end: &Fraction,
        [firsts, seconds]: &[Vec<(Fraction, Vertex<'a>)>; 2],
    ) -> Result<certificate::Contact> {
        let [first, second] = self.parts;
        let own = at(firsts, end);
        let other = at(seconds, end);
        match (own, other) {
            (Some(own), Some(other)) => Ok(certificate::Contact {
                vertex: own.id,
                edge: other.id,
            }),
            (Some(own), None) => Ok(certificate::Contact {
                vertex: own.id,
                edge: self.facing(second, seconds, &-&self.shift)?,
            }),
            (None, Some(other)) => Ok(certificate::Contact {
                vertex: other.id,
                edge: self.facing(first, firsts, &self.shift)?,
            }),
            (None, None) => self.refuse("a touching set without a vertex at its end"),
        }
    }

    /// The edge between two vertices of a part whose outward normal has this direction.
    fn facing(
        &self,
        part: Part<'a>,
        vertices: &[(Fraction, Vertex<'a>)],
        outward: &FractionVector,
    ) -> Result<certificate::Feature> {
        for (_, vertex) in vertices {
            let edge = part.edge_from(*vertex)?;
            let is_between = vertices.iter().any(|(_, end)| end.id == edge.end.id);
            if is_between && edge.normal().dot(outward).is_positive() {
                return Ok(edge.id);
            }
        }
        self.refuse("no edge between the ends of the touching set")
    }

    fn refuse<T>(&self, found: &str) -> Result<T> {
        let [first, second] = self.parts;
        let place = pair(first.body.scene, first.id, second.id);
        Form.refuse(place, found, "strictly convex cores")
    }
}

/// The vertex at a place.
fn at<'a>(places: &[(Fraction, Vertex<'a>)], end: &Fraction) -> Option<Vertex<'a>> {
    let mut places = places.iter();
    let (_, vertex) = places.find(|(place, _)| place == end)?;
    Some(*vertex)
}

/// The geometry of a contact between a vertex and an edge of parts of which one is rounded.
pub(crate) fn gap(vertex: Vertex, edge: Edge, [own, other]: &[Part; 2]) -> Gap {
    let Closest { point, ways } = Closest::new(vertex.point, edge, other);
    let shift = vertex.point - &point;
    let reach = own.radius + other.radius;
    // Where E touches F: r_E/R of the way.
    let touched = &point + &shift.scaled(&quotient(other.radius, &reach));
    let first = vertex.body;
    let second = edge.start.body;
    let apart = &first.velocity_at(vertex.point) - &second.velocity_at(&point);
    let first_spin = first.spin();
    let second_spin = second.spin();
    // Accelerations of the points of the cores in place of those at the contact point.
    let circling =
        own.radius * &(first_spin * first_spin) + other.radius * &(second_spin * second_spin);
    let mut gain = Fraction::ZERO;
    for way in neighbours(own, vertex) {
        gain = gain.max(gained(&way, &apart, &shift, first_spin));
    }
    for way in ways {
        gain = gain.max(gained(&-&way, &apart, &shift, second_spin));
    }
    let turning = apart.dot(&apart) - &reach * &circling - gain;
    Gap {
        velocity: shift.dot(&apart),
        row: row_at(first, Some(second), &touched, &shift, turning),
        point: touched,
        normal: shift,
    }
}

/// The point of an edge that is closest to another point, and from there the vectors to the ends of
/// the edges that contain it.
struct Closest {
    point: FractionVector,
    ways: Vec<FractionVector>,
}

impl Closest {
    fn new(point: &FractionVector, edge: Edge, part: &Part) -> Self {
        let Edge { start, end, .. } = edge;
        let direction = end.point - start.point;
        let length_squared = direction.dot(&direction);
        let along = direction.dot(&(point - start.point));
        if !along.is_positive() {
            return Self {
                point: start.point.clone(),
                ways: neighbours(part, start),
            };
        }
        if along >= length_squared {
            return Self {
                point: end.point.clone(),
                ways: neighbours(part, end),
            };
        }
        let share = quotient(&along, &length_squared);
        let point = start.point + &direction.scaled(&share);
        Self {
            ways: vec![start.point - &point, end.point - &point],
            point,
        }
    }
}

/// The vectors from a vertex to those before and after it.
fn neighbours(part: &Part, vertex: Vertex) -> Vec<FractionVector> {
    let Vertex { id, point, .. } = vertex;
    let points = part.points;
    let before = match id.index.checked_sub(1) {
        Some(before) => points.get(before),
        None => points.last(),
    };
    let after = match points.get(id.index.saturating_add(1)) {
        Some(after) => Some(after),
        None => points.first(),
    };
    let mut vectors = Vec::new();
    for other in before.into_iter().chain(after) {
        let vector = other - point;
        if !vector.is_zero() {
            vectors.push(vector);
        }
    }
    vectors
}

/// min(b, 0)²/δ·δ for D = δ or -δ, if that is across the direction between the cores.
fn gained(
    way: &FractionVector,
    apart: &FractionVector,
    shift: &FractionVector,
    spin: &Fraction,
) -> Fraction {
    if !shift.dot(way).is_zero() {
        return Fraction::ZERO;
    }
    let turned = shift.dot(&way.quarter_turn());
    let rate = way.dot(apart) + spin * &turned;
    if !rate.is_negative() {
        return Fraction::ZERO;
    }
    quotient(&(&rate * &rate), &way.dot(way))
}

/// The quotient by a positive number.
fn quotient(above: &Fraction, below: &Fraction) -> Fraction {
    Fraction::new(
        above.numerator() * below.unit(),
        above.unit() * below.numerator(),
    )
}
