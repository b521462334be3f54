//! One pair of parts: a separating edge, and the set where they touch (condition C2 of
//! `proofs/FORMAT.md`).
//!
//! For an edge (p, q) with d = q - p and outward normal n = -J d, the signed distance of w from its
//! line, times |d|, is n·(w - p) = -d × (w - p). The touching set lies on the line of every
//! separating edge, where points are told apart by d·(w - p): p has 0, q has d·d.

use crate::lattice::GridPoint;
use malachite::base::num::basic::traits::Zero;
use std::borrow::Cow;
use std::cmp::Ordering;
use zwang_certificate::{Contact, Feature, Line, PartId, Separation};

/// Two different parts over a common denominator; the first has the smaller id.
pub(super) struct Pair<'a, P: GridPoint> {
    parts: [PartId; 2],
    outlines: [Cow<'a, [P]>; 2],
}

/// An edge of the first or of the second part.
#[derive(Clone, Copy)]
struct Side {
    owner: usize,
    edge: usize,
}

/// How two parts with disjoint interiors touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Touching {
    /// Not at all.
    Apart,
    /// In a vertex of one and an inner point of an edge of the other.
    Vertex(Contact),
    /// In a segment.
    Segment([SegmentEnd; 2]),
    /// In a vertex of both: the contacts of side 0 and of side 1.
    Corner([Vec<Contact>; 2]),
}

/// An end of a touching segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SegmentEnd {
    /// A vertex of one part only.
    Plain(Contact),
    /// A vertex of both parts: either may be the vertex of the contact, at first sight. The vertex
    /// of `preferred` is that of the second part.
    Flush {
        /// The vertex of the second part on the edge of the first.
        preferred: Contact,
        /// The vertex of the first part on the edge of the second.
        alternative: Contact,
    },
}

impl SegmentEnd {
    /// A contact at this end.
    pub(super) fn contact(&self) -> &Contact {
        match self {
            Self::Plain(contact)
            | Self::Flush {
                preferred: contact, ..
            } => contact,
        }
    }
}

impl<'a, P: GridPoint> Pair<'a, P> {
    /// Parts with their vertices over a common denominator.
    pub(super) fn new(parts: [PartId; 2], outlines: [Cow<'a, [P]>; 2]) -> Self {
        Self { parts, outlines }
    }

    /// The separation of the parts, and the set in which they touch; `None` if they overlap.
    pub(super) fn decide(&self) -> Option<(Separation, Touching)> {
        let side = self.separation()?;
        let Side { owner, edge } = side;
        let [first, second] = self.parts;
        let separation = Separation {
            first,
            second,
            line: Line::Edge { owner, edge },
        };
        Some((separation, self.touching(side)))
    }

    /// The first edge of the first part, otherwise of the second, whose line separates them; `None`
    /// if the interiors overlap.
    fn separation(&self) -> Option<Side> {
        for owner in 0..2 {
            for edge in 0..self.outlines[owner].len() {
                if self.separates(owner, edge) {
                    return Some(Side { owner, edge });
                }
            }
        }
        None
    }

    /// Whether the other part is on the outer side of an edge.
    fn separates(&self, owner: usize, edge: usize) -> bool {
        let (start, end) = self.edge(owner, edge);
        let direction = end.from(start);
        let mut others = self.outlines[1 - owner].iter();
        others.all(|vertex| distance(start, &direction, vertex) >= P::Product::ZERO)
    }

    /// The set where the parts touch, which lies on the line of the given separating edge.
    fn touching(&self, Side { owner, edge }: Side) -> Touching {
        let (start, end) = self.edge(owner, edge);
        let direction = end.from(start);
        let length = direction.dot(&direction);
        let mut reached: Vec<(P::Product, usize)> = Vec::with_capacity(2);
        for (index, vertex) in self.outlines[1 - owner].iter().enumerate() {
            if distance(start, &direction, vertex) == P::Product::ZERO {
                let along = vertex.from(start);
                reached.push((direction.dot(&along), index));
            }
        }
        reached.sort_unstable();
        let low = reached.first();
        let high = reached.last();
        let (Some(low), Some(high)) = (low, high) else {
            return Touching::Apart;
        };
        if high.0 < P::Product::ZERO || low.0 > length {
            Touching::Apart
        } else if high.0 == P::Product::ZERO {
            self.corner(owner, edge, high.1)
        } else if low.0 == length {
            self.corner(owner, self.next(owner, edge), low.1)
        } else if reached.len() == 1 {
            Touching::Vertex(self.contact(1 - owner, low.1, edge))
        } else {
            let ends = self.segment(owner, edge, &length, [low, high]);
            Touching::Segment(ends)
        }
    }

    /// The ends of the segment that an edge of the part `owner`, of the given squared length,
    /// shares with the edge of the other part between the vertices at `low` and `high`. That one
    /// runs from `high` to `low`, because its part is on the other side.
    fn segment(
        &self,
        owner: usize,
        edge: usize,
        length: &P::Product,
        [low, high]: [&(P::Product, usize); 2],
    ) -> [SegmentEnd; 2] {
        let own_start = self.contact(owner, edge, high.1);
        let own_end = self.contact(owner, self.next(owner, edge), high.1);
        let other_start = self.contact(1 - owner, low.1, edge);
        let other_end = self.contact(1 - owner, high.1, edge);
        let low_order = low.0.cmp(&P::Product::ZERO);
        let high_order = length.cmp(&high.0);
        [
            segment_end(owner, low_order, own_start, other_start),
            segment_end(owner, high_order, own_end, other_end),
        ]
    }

    /// A vertex of the part `owner` touching a vertex of the other, and nothing else. Seen from the
    /// first part, the normals of the separating lines through the point fill a convex cone between
    /// two rays, and each separating edge is on one of these.
    fn corner(&self, owner: usize, own_vertex: usize, other_vertex: usize) -> Touching {
        let vertices = if owner == 0 {
            [own_vertex, other_vertex]
        } else {
            [other_vertex, own_vertex]
        };
        let mut separating: Vec<(P, Contact)> = Vec::new();
        for part in 0..2 {
            let other = 1 - part;
            let vertex = vertices[other];
            let before = self.previous(other, vertex);
            let after = self.next(other, vertex);
            let neighbours = [before, after].map(|index| &self.outlines[other][index]);
            let starting = vertices[part];
            let ending = self.previous(part, starting);
            for edge in [ending, starting] {
                let (start, end) = self.edge(part, edge);
                let direction = end.from(start);
                let mut distances = neighbours
                    .iter()
                    .map(|point| distance(start, &direction, point));
                if distances.any(|distance| distance < P::Product::ZERO) {
                    continue;
                }
                let direction = match part {
                    0 => direction,
                    _ => start.from(end),
                };
                let contact = self.contact(other, vertex, edge);
                separating.push((direction, contact));
            }
        }
        Touching::Corner([
            extreme(&separating, |cross| cross >= P::Product::ZERO),
            extreme(&separating, |cross| cross <= P::Product::ZERO),
        ])
    }

    fn contact(&self, vertex_owner: usize, vertex: usize, edge: usize) -> Contact {
        Contact {
            vertex: Feature {
                part: self.parts[vertex_owner],
                index: vertex,
            },
            edge: Feature {
                part: self.parts[1 - vertex_owner],
                index: edge,
            },
        }
    }

    fn next(&self, owner: usize, vertex: usize) -> usize {
        (vertex + 1) % self.outlines[owner].len()
    }

    fn previous(&self, owner: usize, vertex: usize) -> usize {
        let count = self.outlines[owner].len();
        (vertex + count - 1) % count
    }

    fn edge(&self, owner: usize, edge: usize) -> (&P, &P) {
        let outline = &self.outlines[owner];
        let next = self.next(owner, edge);
        (&outline[edge], &outline[next])
    }
}

/// The contacts on the first ray, or on the last: their direction is on one side of all others.
fn extreme<P: GridPoint>(
    separating: &[(P, Contact)],
    is_extreme: fn(P::Product) -> bool,
) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for (own, contact) in separating {
        let mut others = separating.iter();
        if others.all(|(other, _)| is_extreme(own.cross(other))) {
            contacts.push(*contact);
        }
    }
    contacts
}

/// The end of a segment: of two vertices at different places the inner one, given the contact of
/// the vertex of the part `owner`, that of the other part, and whether the latter is further in.
fn segment_end(
    owner: usize,
    other_is_inside: Ordering,
    own: Contact,
    other: Contact,
) -> SegmentEnd {
    match (other_is_inside, owner) {
        (Ordering::Less, _) => SegmentEnd::Plain(own),
        (Ordering::Greater, _) => SegmentEnd::Plain(other),
        (Ordering::Equal, 0) => SegmentEnd::Flush {
            preferred: other,
            alternative: own,
        },
        (Ordering::Equal, _) => SegmentEnd::Flush {
            preferred: own,
            alternative: other,
        },
    }
}

/// n·(w - p) for the outward normal n of the edge from p in a direction d.
fn distance<P: GridPoint>(start: &P, direction: &P, vertex: &P) -> P::Product {
    vertex.from(start).cross(direction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Outline;
    use crate::short::ShortOutline;
    use proptest::prelude::*;
    use zwang_exact::{Rational, Vector};

    /// A triangle over a small denominator, counter-clockwise.
    fn triangle() -> impl Strategy<Value = Outline> {
        let point = (-3_i64..=3, -3_i64..=3);
        let points = prop::collection::vec(point, 3);
        let numbers = (1_i64..=4, points);
        numbers.prop_filter_map("three points on a line", |(denominator, points)| {
            outline(denominator, &points)
        })
    }

    /// `None` if the points are on a line.
    fn outline(denominator: i64, points: &[(i64, i64)]) -> Option<Outline> {
        let unit = Rational::new(1.into(), denominator.into());
        let mut vectors = Vec::with_capacity(points.len());
        for (x, y) in points {
            vectors.push(Vector::from_integers(*x, *y).scaled(&unit));
        }
        let first = &vectors[1] - &vectors[0];
        let second = &vectors[2] - &vectors[0];
        match first.cross(&second).cmp(&Rational::default()) {
            Ordering::Less => vectors.reverse(),
            Ordering::Equal => return None,
            Ordering::Greater => {}
        }
        Some(Outline::new(&vectors))
    }

    proptest! {
        #[test]
        fn short_and_long_numbers_decide_alike(first in triangle(), second in triangle()) {
            let parts = [0, 1].map(|body| PartId { body, part: 0 });
            let outlines = [&first, &second];
            let long = Pair::new(parts, Outline::together(outlines));
            let short = outlines.map(|outline| outline.short().unwrap());
            let short = Pair::new(parts, ShortOutline::together(short).unwrap());
            prop_assert_eq!(short.decide(), long.decide());
        }
    }
}
