//! Vertices of a part that lie on other parts of its rigid whole: which of them are inside of it,
//! or of a straight side of it, which can go neither way along an edge, as other parts are in the
//! way, and which rows of corners bear nothing for that (`proofs/RUN.md`, sections 15 and 13). At a
//! seam parts that adjoin each other fill half a turn: the whole is flat, or a groove (section 5).

use crate::candidates::row_is_within;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::round::is_over;
use crate::rows::CONSTANT;
use crate::state::Placed;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Abs, Square};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};

/// This many neighbours of a vertex at most hold it back.
const MOST_BEHIND: usize = 64;

/// The points at which parts of one whole meet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seams {
    /// Other parts of the whole of a vertex on whose outlines it is.
    pub(crate) neighbours: BTreeMap<Feature, Vec<Neighbour>>,
    /// The points of edges at which other parts of their whole meet them, by their places.
    stops: BTreeMap<Feature, Vec<Stop>>,
}

/// A point of an edge at which other parts of its whole meet it.
#[derive(Clone, Debug)]
struct Stop {
    /// Its distance from the start of the edge, times |e|, U² times.
    place: Integer,
    /// The sides of these parts on the outer side of the edge that are nearest to the way along the
    /// edge, and to the way back, U times, with their bodies.
    ahead: Option<(Plane, usize)>,
    back: Option<(Plane, usize)>,
    /// Whose part covers the edge from here on.
    cover: Option<usize>,
}

/// Another part at a point of an edge.
struct Meeting {
    place: Integer,
    part: PartId,
    /// The sides of the part from there on, U times.
    sides: [Plane; 2],
}

/// The vertex of a row at its edge, in a state.
struct Met<'a> {
    outline: &'a Outline,
    placed: &'a Placed,
    contact: &'a Contact,
    /// From the start of the edge to the vertex, and along the edge, over U 2^4g.
    from_start: Plane,
    edge: Plane,
    /// How far the vertex is along the edge from its start, times |e|, over U² 2^CONSTANT.
    along: Integer,
}

/// Another part of the whole of a vertex, on whose outline that is.
#[derive(Clone, Debug)]
pub(crate) struct Neighbour {
    /// Its vertices before and after that point.
    pub(crate) beside: [Feature; 2],
}

/// A part in the scene, U times.
struct InScene {
    part: PartId,
    points: Vec<Plane>,
    low: Plane,
    high: Plane,
}

impl Neighbour {
    fn may_touch(&self, outline: &Outline, body: usize) -> bool {
        let [side, _] = self.beside;
        outline.may_touch(side.part.body, body)
    }
}

/// Those of a scene; none are looked for if nothing is rounded, and nothing else needs them.
pub(crate) fn find(outline: &Outline, are_needed: bool) -> Seams {
    let mut seams = Seams::default();
    let mut meetings = BTreeMap::new();
    let mut radii = outline.bodies.iter().flat_map(|body| &body.radii);
    if !are_needed && !radii.any(|radius| *radius > 0) {
        return seams;
    }
    let mut parts = in_the_scene(outline);
    parts.sort_by(|one, other| one.low.re.cmp(&other.low.re));
    for (index, one) in parts.iter().enumerate() {
        for other in &parts[index + 1..] {
            if other.low.re > one.high.re {
                break;
            }
            let meets = one.low.im <= other.high.im && other.low.im <= one.high.im;
            let [first, second] = [one.part.body, other.part.body];
            let are_fixed = !outline.is_free(first) && !outline.is_free(second);
            if meets && (first == second || are_fixed) {
                add(&mut seams, &mut meetings, one, other);
                add(&mut seams, &mut meetings, other, one);
            }
        }
    }
    for (edge, met) in meetings {
        let arms = outline.arms(edge.part);
        let along = &arms[outline.next(edge).index] - &arms[edge.index];
        seams.stops.insert(edge, stops(&along, met));
    }
    for neighbours in seams.neighbours.values_mut() {
        neighbours.sort_by_key(|neighbour| neighbour.beside[0].part);
    }
    seams
}

fn in_the_scene(outline: &Outline) -> Vec<InScene> {
    let mut parts = Vec::new();
    for part in outline.part_ids() {
        if *outline.radius(part) > 0 {
            continue;
        }
        let home = match &outline.bodies[part.body].mass {
            Some(mass) => mass.centroid.clone(),
            None => Plane::ZERO,
        };
        let points = outline.arms(part).iter().map(|arm| &home + arm);
        let points: Vec<Plane> = points.collect();
        let extreme = |of: fn(&Plane) -> &Integer, largest: bool| {
            let numbers = points.iter().map(of);
            let found = if largest {
                numbers.max()
            } else {
                numbers.min()
            };
            found.cloned().unwrap_or_default()
        };
        let low = Plane::new(
            extreme(|point| &point.re, false),
            extreme(|point| &point.im, false),
        );
        let high = Plane::new(
            extreme(|point| &point.re, true),
            extreme(|point| &point.im, true),
        );
        parts.push(InScene {
            part,
            points,
            low,
            high,
        });
    }
    parts
}

/// Adds the vertices of a part that lie on another part.
fn add(
    seams: &mut Seams,
    meetings: &mut BTreeMap<Feature, Vec<Meeting>>,
    own: &InScene,
    other: &InScene,
) {
    let count = own.points.len();
    for (index, point) in own.points.iter().enumerate() {
        let is_within = other.low.re <= point.re
            && point.re <= other.high.re
            && other.low.im <= point.im
            && point.im <= other.high.im;
        if is_within && let Some(beside) = beside(&other.points, point) {
            let mut meet = |edge: &InScene, index: usize, met: &InScene, ends: [usize; 2]| {
                let part = edge.part;
                let meeting = Meeting::new(edge, index, met, ends, point);
                meetings
                    .entry(Feature { part, index })
                    .or_default()
                    .push(meeting);
            };
            let ends = [(index + count - 1) % count, (index + 1) % count];
            // The edges of the vertex, which begins one of them and ends another one.
            for edge in [index, ends[0]] {
                meet(own, edge, other, beside);
            }
            if (beside[0] + 1) % other.points.len() == beside[1] {
                meet(other, beside[0], own, ends);
            }
            let part = own.part;
            let neighbours = seams.neighbours.entry(Feature { part, index }).or_default();
            let part = other.part;
            let beside = beside.map(|index| Feature { part, index });
            neighbours.push(Neighbour { beside });
        }
    }
}

impl Meeting {
    fn new(edge: &InScene, index: usize, met: &InScene, ends: [usize; 2], point: &Plane) -> Self {
        let start = &edge.points[index];
        let along = &edge.points[(index + 1) % edge.points.len()] - start;
        Self {
            place: (point - start).dot(&along),
            part: met.part,
            sides: ends.map(|end| &met.points[end] - point),
        }
    }
}

/// The stops of an edge.
fn stops(edge: &Plane, mut meetings: Vec<Meeting>) -> Vec<Stop> {
    meetings.sort_by(|one, other| (&one.place, one.part).cmp(&(&other.place, other.part)));
    let mut stops: Vec<Stop> = Vec::new();
    for meeting in meetings {
        if stops.last().is_none_or(|stop| stop.place != meeting.place) {
            stops.push(Stop {
                place: meeting.place.clone(),
                ahead: None,
                back: None,
                cover: None,
            });
        }
        if let Some(stop) = stops.last_mut() {
            stop.add(edge, &meeting);
        }
    }
    stops
}

impl Stop {
    fn add(&mut self, edge: &Plane, meeting: &Meeting) {
        let owner = meeting.part.body;
        let [first, second] = &meeting.sides;
        for (side, other) in [(first, second), (second, first)] {
            let turn = side.cross(edge);
            if turn > 0 {
                if self
                    .ahead
                    .as_ref()
                    .is_none_or(|(most, _)| most.cross(side) > 0)
                {
                    self.ahead = Some((side.clone(), owner));
                }
                if self
                    .back
                    .as_ref()
                    .is_none_or(|(most, _)| most.cross(side) < 0)
                {
                    self.back = Some((side.clone(), owner));
                }
            }
            if turn == 0 && side.dot(edge) > 0 && other.cross(edge) >= 0 {
                self.cover.get_or_insert(owner);
            }
        }
    }
}

/// The vertices of a convex outline before and after a point of it; `None` if it is not on the
/// outline. The triangles at the first vertex are searched for the one in which the point is.
fn beside(points: &[Plane], point: &Plane) -> Option<[usize; 2]> {
    let last = points.len() - 1;
    let way = point - &points[0];
    let (mut low, mut high) = (1, last);
    while low + 1 < high {
        let middle = low.midpoint(high);
        match (&points[middle] - &points[0]).cross(&way) < 0 {
            true => high = middle,
            false => low = middle,
        }
    }
    for edge in [0, low, last] {
        let end = (edge + 1) % points.len();
        if *point == points[edge] {
            return Some([(edge + last) % points.len(), end]);
        }
        if *point == points[end] {
            return Some([edge, (end + 1) % points.len()]);
        }
        let along = &points[end] - &points[edge];
        let from_start = point - &points[edge];
        if from_start.cross(&along) == 0 && is_over(&from_start, &along) {
            return Some([edge, end]);
        }
    }
    None
}

/// This many neighbours fill an angle at most.
const MOST_FILLING: usize = 8;

/// A vertex at which the whole of its part is flat for a body, or a groove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seam {
    /// This edge of the part bounds the whole there.
    BoundBy(Feature),
    /// The part is inside of the whole there.
    Inside,
}

/// An angle about a vertex, counter-clockwise from its first side to its last one.
type Angle = [Plane; 2];

/// The seam at a vertex; `None` if its part, and those that adjoin it there and may touch a body,
/// one after the other, fill less than half a turn.
pub(crate) fn seam(outline: &Outline, vertex: Feature, from: usize) -> Option<Seam> {
    let mut others = Vec::new();
    for neighbour in outline.neighbours(vertex) {
        if neighbour.may_touch(outline, from) {
            let [before, after] = neighbour.beside;
            others.push([after, before].map(|end| way(outline, vertex, end)));
        }
    }
    if others.is_empty() {
        return None;
    }
    let [before, after] = outline.beside(vertex);
    let [along, back] = [after, before].map(|end| way(outline, vertex, end));
    let [mut first, mut last] = [&along, &back];
    for _ in 0..MOST_FILLING {
        if let Some([wider, _]) = before_side(&others, first) {
            first = wider;
        } else {
            let [_, wider] = behind_side(&others, last)?;
            last = wider;
        }
        if first.cross(last) <= 0 {
            return Some(if before_side(&others, &along).is_none() {
                Seam::BoundBy(vertex)
            } else if behind_side(&others, &back).is_none() {
                Seam::BoundBy(before)
            } else {
                Seam::Inside
            });
        }
    }
    None
}

/// The way from a vertex to another one of its whole, U times.
fn way(outline: &Outline, vertex: Feature, end: Feature) -> Plane {
    &outline.arms(end.part)[end.index] - &outline.arms(vertex.part)[vertex.index]
}

/// That of some angles which has points just before a side.
fn before_side<'a>(angles: &'a [Angle], side: &Plane) -> Option<&'a Angle> {
    let mut angles = angles.iter();
    angles.find(|[first, last]| is_after(first, side) && is_up_to(side, last))
}

/// That of some angles which has points just behind a side.
fn behind_side<'a>(angles: &'a [Angle], side: &Plane) -> Option<&'a Angle> {
    let mut angles = angles.iter();
    angles.find(|[first, last]| is_up_to(first, side) && is_after(side, last))
}

/// Whether the vertex of a row is at a seam for the body of its edge.
pub(crate) fn is_at_a_seam(outline: &Outline, row: &Contact) -> bool {
    seam(outline, row.vertex, row.edge.part.body).is_some()
}

/// Whether counter-clockwise from one way another is met after it, within half a turn.
fn is_after(one: &Plane, other: &Plane) -> bool {
    let turn = one.cross(other);
    turn > 0 || (turn == 0 && one.dot(other) < 0)
}

/// The same, or with it, but before half a turn.
fn is_up_to(one: &Plane, other: &Plane) -> bool {
    let turn = one.cross(other);
    turn > 0 || (turn == 0 && one.dot(other) > 0)
}

/// Whether a row is hidden in a state: its vertex can go neither way along its edge, as other parts
/// are in the way.
pub(crate) fn is_hidden(outline: &Outline, placed: &Placed, row: &Contact) -> bool {
    let Seams { neighbours, stops } = outline.seams();
    let is_at_a_seam = stops.contains_key(&row.edge) || neighbours.contains_key(&row.vertex);
    if !is_at_a_seam || outline.is_round([row.vertex.part, row.edge.part]) {
        return false;
    }
    let [ahead, back] = Met::new(outline, placed, row).barred();
    ahead && back
}

/// Whether a row that touches bears nothing where all options of corners hold together, in a state:
/// its vertex is beside the edge, or can go no way along it, as at its end an edge goes one way
/// only.
pub(crate) fn is_shielded(outline: &Outline, placed: &Placed, row: &Contact) -> bool {
    let met = Met::new(outline, placed, row);
    let [is_at_start, is_at_end] = [met.is_at_start(), met.is_at_end()];
    if !is_at_start && !is_at_end && !is_over(&met.from_start, &met.edge) {
        return true;
    }
    let [ahead, back] = met.barred();
    ahead && (back || is_at_start) || back && is_at_end
}

/// A vertex at an edge, as it sees the stops of the edge: exactly, or in floats.
pub(crate) trait Seen {
    /// Whether a place on the edge, U² times, is that of the vertex or before it.
    fn is_passed(&self, place: &Integer) -> bool;

    /// Whether a place on the edge, U² times, is at a distance of at most touch.
    fn is_near(&self, place: &Integer) -> bool;

    /// The sense in which the part of the vertex is from a side, U times: `Less` if it is clockwise
    /// of it.
    fn turn(&self, side: &Plane) -> Ordering;
}

/// Whether other parts of the whole of an edge bar a vertex of a body the way ahead along the edge,
/// and that back.
pub(crate) fn barred(outline: &Outline, edge: Feature, body: usize, at: &impl Seen) -> [bool; 2] {
    let Some(stops) = outline.seams().stops.get(&edge) else {
        return [false, false];
    };
    let is_met = |owner: usize| outline.may_touch(owner, body);
    let next = stops.partition_point(|stop| at.is_passed(&stop.place));
    let last = next.checked_sub(1).map(|last| &stops[last]);
    let next = stops.get(next);
    let [mut ahead, mut back] = [false, false];
    for stop in [last, next].into_iter().flatten() {
        if !at.is_near(&stop.place) {
            continue;
        }
        if let Some((side, owner)) = &stop.ahead {
            ahead |= at.turn(side).is_lt() && is_met(*owner);
        }
        if let Some((side, owner)) = &stop.back {
            back |= at.turn(side).is_gt() && is_met(*owner);
        }
    }
    if let Some(last) = last
        && let Some(owner) = last.cover
        && is_met(owner)
    {
        ahead |= !next.is_some_and(|next| at.is_near(&next.place));
        back |= !at.is_near(&last.place);
    }
    [ahead, back]
}

impl Seen for Met<'_> {
    fn is_passed(&self, place: &Integer) -> bool {
        (place << CONSTANT) <= self.along
    }

    fn is_near(&self, place: &Integer) -> bool {
        let distance = ((place << CONSTANT) - &self.along).abs();
        let touch_squared = (&self.outline.touch).square();
        row_is_within(self.outline, self.contact, &distance, &touch_squared)
    }

    fn turn(&self, side: &Plane) -> Ordering {
        let rotation = &self.placed.pose(self.contact.edge.part.body).rotation;
        let vertex = self.contact.vertex;
        let point = self.placed.vertex(vertex);
        let [before, after] = self.outline.beside(vertex);
        let [before, after] = [before, after].map(|end| self.placed.vertex(end) - point);
        (rotation * side)
            .cross(&(&before + &after))
            .cmp(&Integer::default())
    }
}

impl<'a> Met<'a> {
    fn new(outline: &'a Outline, placed: &'a Placed, contact: &'a Contact) -> Self {
        let from_start = placed.vertex(contact.vertex) - placed.vertex(contact.edge);
        let edge = placed.edge(contact.edge);
        Self {
            outline,
            placed,
            contact,
            along: from_start.dot(&edge),
            from_start,
            edge,
        }
    }

    /// Whether other parts bar the way ahead along the edge, and that back.
    fn barred(&self) -> [bool; 2] {
        let [is_at_start, is_at_end] = [self.is_at_start(), self.is_at_end()];
        let [mut ahead, mut back] = self.barred_by_stops();
        if (is_at_start || is_at_end) && self.is_held_back() {
            ahead |= is_at_start;
            back |= is_at_end;
        }
        [ahead, back]
    }

    /// Whether other parts of the whole of the edge bar the way ahead, and that back.
    fn barred_by_stops(&self) -> [bool; 2] {
        let Contact { vertex, edge } = *self.contact;
        barred(self.outline, edge, vertex.part.body, self)
    }

    /// Whether a neighbour of the vertex is behind the edge.
    fn is_held_back(&self) -> bool {
        let Contact { vertex, edge } = *self.contact;
        let neighbours = self.outline.neighbours(vertex).iter().take(MOST_BEHIND);
        neighbours
            .filter(|neighbour| neighbour.may_touch(self.outline, edge.part.body))
            .flat_map(|neighbour| neighbour.beside)
            .any(|vertex| {
                self.placed
                    .is_behind(self.outline, &Contact { vertex, edge })
            })
    }

    fn is_at_start(&self) -> bool {
        self.is_near(&Integer::default())
    }

    fn is_at_end(&self) -> bool {
        self.is_near(self.outline.edge_squared(self.contact.edge))
    }
}
