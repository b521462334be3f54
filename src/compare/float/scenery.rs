//! Bodies where they are: gaps, and which edges of two parts keep these apart (`proofs/RUN.md`,
//! section 5).
//!
//! Numbers that are equal in exact mechanics differ by roundoff in doubles. If the law asks whether
//! points are in order or gaps equal, they are taken to be equal up to a trillionth of the lengths.

use crate::world::{Placement, Point, World, double};
use nalgebra::UnitComplex;
use std::cmp::Ordering;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_law::Seam;
use zwang_scene::BodyId;

/// Up to which part of the lengths of edges points are taken to be at one place.
const ROUNDOFF: f64 = 1e-12;

/// A world, and where its bodies are.
#[derive(Clone, Copy)]
pub(crate) struct Scenery<'a> {
    pub(crate) world: &'a World,
    pub(crate) placements: &'a [Placement],
}

/// Two parts that may meet, with the edges that may keep them apart.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// The one with the smaller (body, part) first.
    pub(crate) parts: [PartId; 2],
    /// Those of the first part, and those of the second.
    pub(crate) candidates: [Vec<Feature>; 2],
}

/// The room of a part, in which it may meet others: an axis-parallel box.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) part: PartId,
    pub(crate) low: Point,
    pub(crate) high: Point,
}

/// Rows that are all kept.
pub(crate) type Alternative = Vec<Contact>;

/// Whether two edges, each from its start to its end, face each other within 45 degrees.
fn are_facing(one: &Point, other: &Point) -> bool {
    let cosine = one.dot(other) / (one.norm() * other.norm());
    cosine < -std::f64::consts::FRAC_1_SQRT_2
}

/// How a length compares with 0, to which it is equal up to a slack.
fn order(length: f64, slack: f64) -> Ordering {
    if length > slack {
        Ordering::Greater
    } else if length < -slack {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// An edge of one of two parts.
struct Separation {
    side: usize,
    edge: Feature,
    gap: f64,
    is_hidden: bool,
}

/// The vertex of a row at its edge.
struct AtEdge {
    place: f64,
    reach: f64,
    /// How the body of the edge is turned, and a way from the vertex into its part.
    rotation: UnitComplex<f64>,
    into: Point,
}

impl AtEdge {
    fn new(at: &Scenery, contact: &Contact) -> Self {
        let Contact { vertex, edge } = *contact;
        let along = at.edge(edge);
        let from_start = at.vertex(vertex) - at.vertex(edge);
        Self {
            place: from_start.dot(&along) / along.norm_squared(),
            reach: at.world.touch / along.norm(),
            rotation: at.placements[edge.part.body].rotation,
            into: at.between(vertex, at.world.fixed.beside(vertex)),
        }
    }

    fn is_within(&self, place: f64) -> bool {
        (self.place - place).abs() <= self.reach
    }
}

impl zwang_law::AtEdge for AtEdge {
    fn is_passed(&self, place: &Rational) -> bool {
        double(place) <= self.place
    }

    fn is_near(&self, place: &Rational) -> bool {
        self.is_within(double(place))
    }

    fn turn(&self, side: &Vector) -> Ordering {
        let side = self.rotation * Point::new(double(&side.x), double(&side.y));
        let turn = side.perp(&self.into);
        turn.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }
}

impl Scenery<'_> {
    pub(crate) fn vertex(&self, vertex: Feature) -> Point {
        let arm = self.world.arm(vertex);
        self.placements[vertex.part.body].point(&arm)
    }

    /// From the start of an edge to its end.
    pub(crate) fn edge(&self, edge: Feature) -> Point {
        self.vertex(self.world.next(edge)) - self.vertex(edge)
    }

    /// The distance of a vertex from the line of an edge, positive outside, m.
    pub(crate) fn gap(&self, contact: &Contact) -> f64 {
        let along = self.edge(contact.edge);
        let from = self.vertex(contact.vertex) - self.vertex(contact.edge);
        from.perp(&along) / along.norm()
    }

    /// The rows by which the corner of a row may pass the one that it meets (`proofs/RUN.md`,
    /// section 12).
    pub(crate) fn rows_of_passing(&self, contact: &Contact) -> Vec<Contact> {
        let Contact { vertex, edge } = *contact;
        let touch = self.world.touch;
        let mut found = Vec::new();
        let [edge_before, _] = self.world.fixed.beside(vertex);
        for corner in [edge, self.world.next(edge)] {
            let seam = self.world.fixed.seam(corner, BodyId(vertex.part.body));
            let distance = (self.vertex(corner) - self.vertex(vertex)).norm();
            if seam.is_some() || distance > 256.0 * touch {
                continue;
            }
            let [before, after] = self.world.fixed.beside(corner);
            for edge in [edge_before, vertex] {
                let rows = [corner, before, after].map(|vertex| Contact { vertex, edge });
                if rows.iter().all(|row| self.gap(row) >= -touch) {
                    let [row, _, _] = rows;
                    found.push(row);
                }
            }
        }
        found
    }

    /// Whether a row that touches bears nothing where all options of corners hold together
    /// (`proofs/RUN.md`, section 13).
    pub(crate) fn is_shielded(&self, contact: &Contact) -> bool {
        let at = AtEdge::new(self, contact);
        let is_beside = !(0.0..=1.0).contains(&at.place);
        let [is_at_start, is_at_end] = [0.0, 1.0].map(|end| at.is_within(end));
        let [ahead, back] = self.barred(contact);
        is_beside && !is_at_start && !is_at_end
            || ahead && (back || is_at_start)
            || back && is_at_end
    }

    /// Whether the vertex of a row can go neither way along the edge, as other parts are in the
    /// way.
    pub(crate) fn is_hidden(&self, contact: &Contact) -> bool {
        let [ahead, back] = self.barred(contact);
        ahead && back
    }

    /// Whether other parts bar the way ahead along the edge, and that back.
    fn barred(&self, contact: &Contact) -> [bool; 2] {
        let Contact { vertex, edge } = *contact;
        let fixed = &self.world.fixed;
        let at = AtEdge::new(self, contact);
        let [mut ahead, mut back] = fixed.barred(edge, BodyId(vertex.part.body), &at);
        let [is_at_start, is_at_end] = [0.0, 1.0].map(|end| at.is_within(end));
        if is_at_start || is_at_end {
            let neighbours = fixed.neighbours(vertex, BodyId(edge.part.body));
            let is_held_back = neighbours.flatten().any(|vertex| {
                let gap = self.gap(&Contact { vertex, edge });
                gap < -self.world.touch
            });
            ahead |= is_at_start && is_held_back;
            back |= is_at_end && is_held_back;
        }
        [ahead, back]
    }

    /// A way from a point into a part, between those to two of its vertices.
    fn between(&self, from: Feature, [before, after]: [Feature; 2]) -> Point {
        let point = self.vertex(from);
        (self.vertex(before) - point) + (self.vertex(after) - point)
    }

    fn separation(&self, edge: Feature, part: PartId) -> f64 {
        let mut least = f64::INFINITY;
        for index in 0..self.world.arms(part).len() {
            let vertex = Feature { part, index };
            least = least.min(self.gap(&Contact { vertex, edge }));
        }
        least
    }

    /// Two parts, with their candidates.
    pub(crate) fn pair(&self, parts: [PartId; 2]) -> Pair {
        let mut separations = Vec::new();
        for (side, [part, other]) in [parts, [parts[1], parts[0]]].into_iter().enumerate() {
            for index in 0..self.world.arms(part).len() {
                let edge = Feature { part, index };
                separations.push(Separation {
                    side,
                    edge,
                    gap: self.separation(edge, other),
                    is_hidden: self.world.fixed.is_hidden(edge, BodyId(other.body)),
                });
            }
        }
        let tolerance = self.world.tolerance(parts);
        let mut candidates = [Vec::new(), Vec::new()];
        for (side, candidates) in candidates.iter_mut().enumerate() {
            let own_side = separations.iter().filter(|own| own.side == side);
            let near: Vec<_> = own_side.filter(|own| own.gap >= -tolerance).collect();
            let is_seen = near.iter().any(|own| !own.is_hidden);
            let eligible = near.iter().filter(|own| !is_seen || !own.is_hidden);
            candidates.extend(eligible.map(|own| own.edge));
        }
        if candidates.iter().all(Vec::is_empty) {
            separations.retain(|own| !own.is_hidden);
            let gaps = separations.iter().map(|own| own.gap);
            let largest = gaps.fold(f64::NEG_INFINITY, f64::max);
            for own in &separations {
                if own.gap >= largest * (1.0 + ROUNDOFF) {
                    candidates[own.side].push(own.edge);
                }
            }
        }
        Pair { parts, candidates }
    }

    /// The ways in which two parts may be kept apart here.
    pub(crate) fn options(&self, before: &Self, pair: &Pair) -> Vec<Alternative> {
        let mut options = Vec::new();
        let [of_first, of_second] = &pair.candidates;
        let mut is_used = [vec![false; of_first.len()], vec![false; of_second.len()]];
        for (one, &e) in of_first.iter().enumerate() {
            for (other, &f) in of_second.iter().enumerate() {
                if let Some(rows) = self.overlap(e, f) {
                    options.push(rows);
                    is_used[0][one] = true;
                    is_used[1][other] = true;
                }
            }
        }
        let [first, second] = pair.parts;
        for (side, part) in [(0, second), (1, first)] {
            for (&edge, is_used) in pair.candidates[side].iter().zip(&is_used[side]) {
                if !is_used {
                    let vertices = 0..self.world.arms(part).len();
                    let vertices = vertices.map(|index| Feature { part, index });
                    let rows = vertices.map(|vertex| {
                        self.past_end(before, edge, vertex)
                            .unwrap_or(Contact { vertex, edge })
                    });
                    options.push(rows.collect());
                }
            }
        }
        match self.is_behind(before, pair) {
            true => vec![Alternative::new()],
            false => self.rows_at_seams(options),
        }
    }

    /// The row of a vertex at the end of an edge that a vertex of another part is past, if the edge
    /// that goes from below that end to the vertex faces the first one.
    fn past_end(&self, before: &Self, edge: Feature, vertex: Feature) -> Option<Contact> {
        let next = self.world.next(edge);
        let along = self.edge(edge);
        let point = self.vertex(vertex);
        let [edge_before, _] = self.world.fixed.beside(vertex);
        let (end, facing, onward) = if (point - self.vertex(next)).dot(&along) > 0.0 {
            (next, vertex, 1)
        } else if (point - self.vertex(edge)).dot(&along) < 0.0 {
            (edge, edge_before, 0)
        } else {
            return None;
        };
        let seam = self.world.fixed.seam(vertex, BodyId(edge.part.body));
        let is_facing = are_facing(&along, &self.edge(facing));
        if seam.is_some_and(|seam| seam != Seam::BoundBy(facing)) || !is_facing {
            return None;
        }
        let held = self.lowest_onward(end, onward, facing);
        let tolerance = self.world.tolerance([edge.part, vertex.part]);
        let was_outside = before.gap(&held) >= -tolerance;
        (was_outside && self.is_over(held.vertex, facing)).then_some(held)
    }

    /// The row of the vertex that is lowest over an edge, from an end on, back (0) or ahead (1).
    fn lowest_onward(&self, end: Feature, onward: usize, edge: Feature) -> Contact {
        let mut lowest = Contact { vertex: end, edge };
        loop {
            let vertex = self.world.fixed.beside(lowest.vertex)[onward];
            let next = Contact { vertex, edge };
            let is_lower = self.gap(&next) < self.gap(&lowest) - ROUNDOFF;
            // A run that diverges to NaN ends here, too.
            if !is_lower {
                return lowest;
            }
            lowest = next;
        }
    }

    /// Whether a vertex is over an edge, ends included.
    fn is_over(&self, vertex: Feature, edge: Feature) -> bool {
        let at = AtEdge::new(self, &Contact { vertex, edge });
        (0.0..=1.0).contains(&at.place)
    }

    /// Whether a part is behind others: these cover all its candidates, of which it has some, where
    /// the other part is, before and here.
    fn is_behind(&self, before: &Self, pair: &Pair) -> bool {
        let [first, second] = pair.parts;
        for (edges, other) in pair.candidates.iter().zip([second, first]) {
            let mut covered = edges.iter();
            if !edges.is_empty() && covered.all(|edge| self.is_covered(before, *edge, other)) {
                return true;
            }
        }
        false
    }

    /// Whether others cover an edge where the vertices of a part that are nearest to it, here or
    /// before, are here, and as far from there as they go, D at least.
    fn is_covered(&self, before: &Self, edge: Feature, part: PartId) -> bool {
        let mut far = self.near([edge.part, part]);
        let [mut low, mut high] = [1.0_f64, 0.0];
        for vertex in [before, self].map(|at| at.nearest(edge, part)).concat() {
            let ways = [before, self].map(|at| at.vertex(vertex) - at.vertex(edge));
            far = far.max((ways[1] - ways[0]).norm());
            let at = AtEdge::new(self, &Contact { vertex, edge });
            let foot = at.place.clamp(0.0, 1.0);
            [low, high] = [foot.min(low), foot.max(high)];
        }
        let low_exactly = Rational::from_float(low).unwrap_or_default();
        let from = BodyId(part.body);
        let covered = self.world.fixed.covered_about(edge, from, &low_exactly);
        let Some(ends) = covered else {
            return false;
        };
        let far = far / self.edge(edge).norm();
        let [first, last] = ends.each_ref().map(double);
        (first <= 0.0 || low - first >= far) && (last >= 1.0 || last - high >= far)
    }

    /// The vertices of a part that are nearest to an edge.
    fn nearest(&self, edge: Feature, part: PartId) -> Vec<Feature> {
        let least = self.separation(edge, part);
        let mut nearest = Vec::new();
        for index in 0..self.world.arms(part).len() {
            let vertex = Feature { part, index };
            if self.gap(&Contact { vertex, edge }) <= least + ROUNDOFF {
                nearest.push(vertex);
            }
        }
        nearest
    }

    /// D: so near, corners of a whole and of a body are looked at together.
    fn near(&self, parts: [PartId; 2]) -> f64 {
        (2.0 * self.world.tolerance(parts)).max(1024.0 * self.world.touch)
    }

    /// Whether the vertex of a row is at a seam for the body of its edge.
    pub(crate) fn is_at_a_seam(&self, contact: &Contact) -> bool {
        let from = BodyId(contact.edge.part.body);
        self.world.fixed.seam(contact.vertex, from).is_some()
    }

    /// The options of a pair, given as they would be without seams.
    fn rows_at_seams(&self, options: Vec<Alternative>) -> Vec<Alternative> {
        let mut different: Vec<Alternative> = Vec::new();
        for option in options {
            let mut rows = Alternative::new();
            for contact in option {
                if let Some(row) = self.past_seam(contact)
                    && !rows.contains(&row)
                {
                    rows.push(row);
                }
            }
            if !different.contains(&rows) {
                different.push(rows);
            }
        }
        different
    }

    /// The row itself, or the one that takes its place; none if its part is inside of a whole at
    /// its vertex.
    fn past_seam(&self, contact: Contact) -> Option<Contact> {
        let from = BodyId(contact.edge.part.body);
        match self.world.fixed.seam(contact.vertex, from) {
            None => Some(contact),
            Some(Seam::Inside) => None,
            Some(Seam::BoundBy(bound)) => Some(self.held_by(contact, bound).unwrap_or(contact)),
        }
    }

    /// The row of an end of an edge that is near a seam, and over the edge that bounds the whole
    /// there.
    fn held_by(&self, Contact { vertex, edge }: Contact, bound: Feature) -> Option<Contact> {
        let most = self.near([vertex.part, edge.part]);
        let far = match bound == vertex {
            true => self.world.next(bound),
            false => bound,
        };
        let at = self.vertex(vertex);
        let along = self.vertex(far) - at;
        if along.norm() < most {
            return None;
        }
        let mut ends = [edge, self.world.next(edge)].into_iter();
        let end = ends.find(|end| (self.vertex(*end) - at).norm() <= most)?;
        let place = (self.vertex(end) - at).dot(&along.normalize());
        (place >= -self.world.touch).then_some(Contact {
            vertex: end,
            edge: bound,
        })
    }

    /// The rows at both ends of the overlap of two edges, if they face each other, within 45
    /// degrees, and overlap.
    fn overlap(&self, e: Feature, f: Feature) -> Option<Alternative> {
        let edges = [e, f].map(|edge| self.edge(edge));
        let [lengths_e, lengths_f] = edges.map(|edge| edge.norm());
        let directions = edges[0] / lengths_e - edges[1] / lengths_f;
        if !are_facing(&edges[0], &edges[1]) {
            return None;
        }
        let slack = ROUNDOFF * (lengths_e + lengths_f);
        let [p_1, p_2] = [e, self.world.next(e)];
        let [q_2, q_1] = [f, self.world.next(f)];
        let [from_p_1, from_q_1, lower, upper] = [[p_1, q_2], [q_1, p_2], [p_1, q_1], [p_2, q_2]]
            .map(|[one, other]| {
                let ahead = (self.vertex(one) - self.vertex(other)).dot(&directions);
                order(ahead, slack)
            });
        if from_p_1.is_gt() || from_q_1.is_gt() {
            return None;
        }
        let ends = [
            (lower.is_ge(), p_1, f),
            (lower.is_le(), q_1, e),
            (upper.is_le(), p_2, f),
            (upper.is_ge(), q_2, e),
        ];
        let mut rows = Vec::new();
        for (is_end, vertex, edge) in ends {
            if is_end {
                rows.push(Contact { vertex, edge });
            }
        }
        Some(rows)
    }

    /// All parts with the boxes about them, widened by a margin, m.
    pub(crate) fn boxes(&self, margin: impl Fn(BodyId) -> f64) -> Vec<Room> {
        let mut rooms = Vec::new();
        for (body, shape) in self.world.bodies.iter().enumerate() {
            let margin = Point::repeat(margin(BodyId(body)));
            for part in 0..shape.parts.len() {
                let part = PartId { body, part };
                let [low, high] = self.bounds(part);
                rooms.push(Room {
                    part,
                    low: low - margin,
                    high: high + margin,
                });
            }
        }
        rooms
    }

    /// The parts of bodies that may touch whose rooms meet; ascending.
    pub(crate) fn near_parts(&self, rooms: &[Room]) -> Vec<[PartId; 2]> {
        let mut sorted: Vec<&Room> = rooms.iter().collect();
        sorted.sort_by(|one, other| one.low.x.total_cmp(&other.low.x));
        let mut pairs = Vec::new();
        for (index, one) in sorted.iter().enumerate() {
            for other in &sorted[index + 1..] {
                if other.low.x > one.high.x {
                    break;
                }
                let meets = one.low.y <= other.high.y && other.low.y <= one.high.y;
                let [first, second] = [one, other].map(|room| BodyId(room.part.body));
                if meets && self.world.may_touch(first, second) {
                    pairs.push([one.part.min(other.part), one.part.max(other.part)]);
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    fn bounds(&self, part: PartId) -> [Point; 2] {
        let mut low = Point::repeat(f64::INFINITY);
        let mut high = Point::repeat(f64::NEG_INFINITY);
        for index in 0..self.world.arms(part).len() {
            let point = self.vertex(Feature { part, index });
            low = low.inf(&point);
            high = high.sup(&point);
        }
        [low, high]
    }
}
