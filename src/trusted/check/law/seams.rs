//! Vertices of a part that lie on other parts of its rigid whole (`proofs/RUN.md`, sections 5, 13
//! and 15).
//!
//! If parts that adjoin each other fill half a turn about it, the whole is flat there, or a groove:
//! the vertex is a seam, and holds nothing as a corner.
//!
//! One inside of the whole, or of a straight side of it, is never the only point that a rounded
//! part touches, as edges that meet there go to opposite sides. A vertex that can go neither way
//! along an edge, as other parts are in the way, does not rub there. And of the rows of corners
//! that hold together some are of edges that are not beside the other part.

use super::body::{Body, Part};
use super::guess::Stage;
use super::number::Number;
use super::pairs::{Boxed, Outline, Outlines, Pair, Search, Size, outline};
use super::plan::may_touch;
use super::round;
use super::vector::{Vector, are_of_one_side};
use crate::lookup;
use crate::rejection::Condition::L0;
use crate::rejection::Result;
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_scene::{BodyId, IgnoringPairs};

/// This many pairs of parts may have boxes that meet, beside 32 for each part.
const MOST_NEAR: usize = 1 << 16;
const OF_EACH: usize = 32;

/// This many neighbours fill an angle at most.
const MOST_FILLING: usize = 8;

/// This many neighbours of a vertex at most hold it back.
const MOST_BEHIND: usize = 64;

/// The vertices of parts with corners that lie on other parts of their whole.
pub(super) struct Seams {
    neighbours: BTreeMap<Feature, Vec<Neighbour>>,
    /// The points of edges at which other parts of their whole meet them, by their places.
    stops: BTreeMap<Feature, Vec<Stop>>,
    ignoring: IgnoringPairs,
}

/// A point of an edge at which other parts of its whole meet it.
struct Stop {
    /// Its distance from the start of the edge, times |e|.
    place: Number,
    /// The sides of these parts on the outer side of the edge that are nearest to the way along the
    /// edge, and to the way back.
    ahead: Option<Side>,
    back: Option<Side>,
    /// Whose part covers the edge from here on.
    cover: Option<BodyId>,
}

/// A side of a part, from a vertex on, and its body.
struct Side {
    way: Vector,
    owner: BodyId,
}

/// The vertex of a row at its edge, in a state.
struct Met<'a> {
    own: &'a Outline<'a>,
    vertex: &'a Vector,
    other: &'a Outline<'a>,
    start: &'a Vector,
    edge: Vector,
    /// How far the vertex is along the edge from its start, times |e|.
    along: Number,
    /// |e|².
    length_squared: Number,
    touch_squared: Number,
}

/// A vertex at which the whole of its part is flat for a body, or a groove.
pub(super) struct Seam {
    /// The edge of the part that bounds the whole there; `None` if the part is inside.
    pub edge: Option<usize>,
}

/// Another part of the whole, on whose outline the vertex is.
struct Neighbour {
    part: PartId,
    /// Its vertices before and after that point.
    beside: [usize; 2],
}

impl Seams {
    /// That of a scene, of whose parts these have boxes that meet; none are looked for where nobody
    /// asks for them: nothing is rounded, and nothing else is said to need them.
    pub(super) fn new(
        bodies: &[Body],
        ignoring: &IgnoringPairs,
        near: &[Pair],
        are_needed: bool,
    ) -> Result<Self> {
        let mut seams = Self {
            neighbours: BTreeMap::new(),
            stops: BTreeMap::new(),
            ignoring: ignoring.clone(),
        };
        let mut parts = bodies.iter().flat_map(|body| &body.parts);
        if !are_needed && !parts.any(Part::is_rounded) {
            return Ok(seams);
        }
        let outlines = in_the_scene(bodies);
        let mut meetings: BTreeMap<Feature, Vec<Meeting>> = BTreeMap::new();
        for pair in near {
            let [one, other] = pair.bodies();
            let one = lookup::of_body(bodies, one)?;
            let other = lookup::of_body(bodies, other)?;
            if are_of_one_whole(one, other) {
                for [own, other] in [[pair.first, pair.second], [pair.second, pair.first]] {
                    seams.add(&outlines, own, other, &mut meetings)?;
                }
            }
        }
        for (edge, met) in meetings {
            let part = part_of(bodies, edge.part)?;
            let stops = stops(&part.edge(edge.index)?.direction, met);
            seams.stops.insert(edge, stops);
        }
        for neighbours in seams.neighbours.values_mut() {
            neighbours.sort_by_key(|neighbour| neighbour.part);
        }
        Ok(seams)
    }

    /// Adds the vertices of a part that lie on another part.
    fn add(
        &mut self,
        outlines: &Outlines,
        own: PartId,
        other: PartId,
        meetings: &mut BTreeMap<Feature, Vec<Meeting>>,
    ) -> Result {
        let [own, other] = [own, other].map(|part| outlines.get(&part));
        let [Some(own), Some(other)] = [own, other] else {
            return Ok(());
        };
        if own.part.is_rounded() || other.part.is_rounded() {
            return Ok(());
        }
        for (index, point) in own.points.iter().enumerate() {
            let Some(ends) = beside(other, point)? else {
                continue;
            };
            let part = other.part.id;
            let mut meet = |edge: &Outline, index: usize, met: &Outline, ends: [usize; 2]| {
                let part = edge.part.id;
                let meeting = Meeting::new(edge, index, met, ends, point)?;
                meetings
                    .entry(Feature { part, index })
                    .or_default()
                    .push(meeting);
                Ok(())
            };
            // The edges of the vertex, which begins one of them and ends another one.
            for edge in [index, own.part.before(index)] {
                meet(own, edge, other, ends)?;
            }
            let [before, after] = ends;
            if other.part.after(before) == after {
                let ends = [own.part.before(index), own.part.after(index)];
                meet(other, before, own, ends)?;
            }
            let vertex = Feature {
                part: own.part.id,
                index,
            };
            let neighbours = self.neighbours.entry(vertex).or_default();
            neighbours.push(Neighbour { part, beside: ends });
        }
        Ok(())
    }

    fn of(&self, vertex: Feature) -> &[Neighbour] {
        let neighbours = self.neighbours.get(&vertex);
        neighbours.map_or(&[], Vec::as_slice)
    }

    /// Whether a vertex is hidden from a body.
    pub(super) fn hides(&self, bodies: &[Body], vertex: Feature, from: &Body) -> Result<bool> {
        let neighbours = self.of(vertex);
        if neighbours.is_empty() {
            return Ok(false);
        }
        let own = part_of(bodies, vertex.part)?;
        let point = own.arm(vertex.index)?;
        let mut all = Vec::new();
        for end in [own.before(vertex.index), own.after(vertex.index)] {
            all.push(own.arm(end)?.minus(point));
        }
        for Neighbour { part, beside } in neighbours {
            let owner = lookup::of_body(bodies, BodyId(part.body))?;
            if may_touch(owner, from, &self.ignoring) {
                for end in beside {
                    all.push(part_of(bodies, *part)?.arm(*end)?.minus(point));
                }
            }
        }
        Ok(!are_of_one_side(&all))
    }

    /// The seam at a vertex; `None` if its part, and those that adjoin it there and may touch a
    /// body, one after the other, fill less than half a turn.
    pub(super) fn at(&self, bodies: &[Body], vertex: Feature, from: &Body) -> Result<Option<Seam>> {
        if self.of(vertex).is_empty() {
            return Ok(None);
        }
        let part = part_of(bodies, vertex.part)?;
        let point = part.arm(vertex.index)?;
        let before = part.before(vertex.index);
        let along = part.arm(part.after(vertex.index))?.minus(point);
        let back = part.arm(before)?.minus(point);
        let sectors = self.sectors(bodies, vertex, from)?;
        let own = Sector {
            first: &along,
            last: &back,
        };
        let mut filled = own;
        for _ in 0..MOST_FILLING {
            let Some(wider) = filled.widened(&sectors) else {
                return Ok(None);
            };
            filled = wider;
            if !filled.first.cross(filled.last).is_positive() {
                let edge = if own.before(&sectors).is_none() {
                    Some(vertex.index)
                } else if own.behind(&sectors).is_none() {
                    Some(before)
                } else {
                    None
                };
                return Ok(Some(Seam { edge }));
            }
        }
        Ok(None)
    }

    /// Those of the neighbours of a vertex that may touch a body.
    fn sectors(&self, bodies: &[Body], vertex: Feature, from: &Body) -> Result<Vec<[Vector; 2]>> {
        let point = part_of(bodies, vertex.part)?.arm(vertex.index)?;
        let mut sectors = Vec::new();
        for Neighbour { part, beside } in self.of(vertex) {
            let owner = lookup::of_body(bodies, BodyId(part.body))?;
            if may_touch(owner, from, &self.ignoring) {
                let part = part_of(bodies, *part)?;
                let [before, after] = beside;
                let [first, last] = [part.arm(*after)?, part.arm(*before)?];
                sectors.push([first.minus(point), last.minus(point)]);
            }
        }
        Ok(sectors)
    }

    /// Whether a row that touches, of two parts with corners, bears nothing where all options of
    /// corners hold together: its vertex is beside the edge, or can go no way along it, as at its
    /// end an edge goes one way only.
    pub(super) fn shields(&self, stage: &Stage, row: &Contact) -> Result<bool> {
        let met = Met::new(stage, row)?;
        let [is_at_start, is_at_end] = [met.is_at_start(), met.is_at_end()];
        let meets_an_end = is_at_start || is_at_end;
        if !meets_an_end && !round::is_over(met.vertex, met.start, &met.edge) {
            return Ok(true);
        }
        let [ahead, back] = self.barred(stage, row, &met)?;
        Ok(ahead && (back || is_at_start) || back && is_at_end)
    }

    /// Whether in a state a vertex of a part with corners can go neither way along an edge of
    /// another one, as other parts are in the way.
    pub(super) fn hides_row(&self, stage: &Stage, row: &Contact) -> Result<bool> {
        if !self.stops.contains_key(&row.edge) && !self.neighbours.contains_key(&row.vertex) {
            return Ok(false);
        }
        for part in [row.vertex.part, row.edge.part] {
            if stage.outline(part)?.part.is_rounded() {
                return Ok(false);
            }
        }
        let [ahead, back] = self.barred(stage, row, &Met::new(stage, row)?)?;
        Ok(ahead && back)
    }

    /// Whether other parts bar the vertex the way ahead along the edge, and that back.
    fn barred(&self, stage: &Stage, row: &Contact, met: &Met) -> Result<[bool; 2]> {
        let [is_at_start, is_at_end] = [met.is_at_start(), met.is_at_end()];
        let [mut ahead, mut back] = self.barred_by_stops(stage, row, met)?;
        if (is_at_start || is_at_end) && self.is_held_back(stage, row, met)? {
            ahead |= is_at_start;
            back |= is_at_end;
        }
        Ok([ahead, back])
    }

    /// Whether other parts of the whole of the edge bar the way ahead, and that back.
    fn barred_by_stops(&self, stage: &Stage, row: &Contact, met: &Met) -> Result<[bool; 2]> {
        let Some(stops) = self.stops.get(&row.edge) else {
            return Ok([false, false]);
        };
        let rotation = &stage.at(met.other.body.id)?.rotation;
        let into = met.into(row.vertex.index)?;
        let is_met = |owner: BodyId| -> Result<bool> {
            Ok(may_touch(
                stage.plan.body(owner)?,
                met.own.body,
                &self.ignoring,
            ))
        };
        let next = stops.partition_point(|stop| stop.place <= met.along);
        let [last, next] = [next.checked_sub(1), Some(next)].map(|at| stops.get(at?));
        let [mut ahead, mut back] = [false, false];
        for stop in [last, next].into_iter().flatten() {
            if !met.is_near(&stop.place) {
                continue;
            }
            if let Some(side) = &stop.ahead {
                let turn = rotation.times(&side.way).cross(&into);
                ahead |= turn.is_negative() && is_met(side.owner)?;
            }
            if let Some(side) = &stop.back {
                let turn = rotation.times(&side.way).cross(&into);
                back |= turn.is_positive() && is_met(side.owner)?;
            }
        }
        if let Some(last) = last
            && let Some(owner) = last.cover
            && is_met(owner)?
        {
            ahead |= !next.is_some_and(|next| met.is_near(&next.place));
            back |= !met.is_near(&last.place);
        }
        Ok([ahead, back])
    }

    /// Whether a neighbour of the vertex is behind the edge.
    fn is_held_back(&self, stage: &Stage, row: &Contact, met: &Met) -> Result<bool> {
        let most = &met.touch_squared * &met.length_squared;
        for neighbour in self.of(row.vertex).iter().take(MOST_BEHIND) {
            let outline = stage.outline(neighbour.part)?;
            if !may_touch(outline.body, met.other.body, &self.ignoring) {
                continue;
            }
            for end in neighbour.beside {
                let gap = outline.point(end)?.minus(met.start).cross(&met.edge);
                if gap.is_negative() && gap.square() > most {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl<'a> Met<'a> {
    fn new(stage: &'a Stage, row: &Contact) -> Result<Self> {
        let own = stage.outline(row.vertex.part)?;
        let other = stage.outline(row.edge.part)?;
        let vertex = own.point(row.vertex.index)?;
        let start = other.point(row.edge.index)?;
        let edge = other.point(other.part.after(row.edge.index))?.minus(start);
        Ok(Self {
            along: vertex.minus(start).dot(&edge),
            length_squared: other.part.edge(row.edge.index)?.length_squared.clone(),
            touch_squared: stage.plan.touch.square(),
            own,
            vertex,
            other,
            start,
            edge,
        })
    }

    fn is_at_start(&self) -> bool {
        self.is_near(&Number::zero())
    }

    fn is_at_end(&self) -> bool {
        self.is_near(&self.length_squared)
    }

    /// Whether a place on the edge is at a distance of at most touch.
    fn is_near(&self, place: &Number) -> bool {
        (place - &self.along).square() <= &self.touch_squared * &self.length_squared
    }

    /// A way from the vertex into its part, between its sides.
    fn into(&self, index: usize) -> Result<Vector> {
        let part = self.own.part;
        let before = self.own.point(part.before(index))?.minus(self.vertex);
        let after = self.own.point(part.after(index))?.minus(self.vertex);
        Ok(before.plus(&after))
    }
}

/// Another part at a point of an edge.
struct Meeting {
    /// The distance of the point from the start of the edge, times |e|.
    place: Number,
    part: PartId,
    /// The sides of the part from there on.
    sides: [Vector; 2],
}

impl Meeting {
    fn new(
        edge: &Outline,
        index: usize,
        met: &Outline,
        ends: [usize; 2],
        point: &Vector,
    ) -> Result<Self> {
        let direction = &edge.part.edge(index)?.direction;
        let [before, after] = ends;
        Ok(Self {
            place: point.minus(edge.point(index)?).dot(direction),
            part: met.part.id,
            sides: [
                met.point(before)?.minus(point),
                met.point(after)?.minus(point),
            ],
        })
    }
}

/// The stops of an edge.
fn stops(edge: &Vector, mut meetings: Vec<Meeting>) -> Vec<Stop> {
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
    fn add(&mut self, edge: &Vector, meeting: &Meeting) {
        let owner = BodyId(meeting.part.body);
        let [first, second] = &meeting.sides;
        for (side, other) in [(first, second), (second, first)] {
            let turn = side.cross(edge);
            if turn.is_positive() {
                if self
                    .ahead
                    .as_ref()
                    .is_none_or(|most| most.way.cross(side).is_positive())
                {
                    let way = side.clone();
                    self.ahead = Some(Side { way, owner });
                }
                if self
                    .back
                    .as_ref()
                    .is_none_or(|most| most.way.cross(side).is_negative())
                {
                    let way = side.clone();
                    self.back = Some(Side { way, owner });
                }
            }
            let is_along = turn.is_zero() && side.dot(edge).is_positive();
            if is_along && !other.cross(edge).is_negative() {
                self.cover.get_or_insert(owner);
            }
        }
    }
}

/// An angle about a vertex, counter-clockwise from a first side to a last one.
#[derive(Clone, Copy)]
struct Sector<'a> {
    first: &'a Vector,
    last: &'a Vector,
}

impl<'a> Sector<'a> {
    /// It and one that adjoins it, of sectors that do not overlap.
    fn widened(self, others: &'a [[Vector; 2]]) -> Option<Self> {
        if let Some([first, _]) = self.before(others) {
            return Some(Self { first, ..self });
        }
        let [_, last] = self.behind(others)?;
        Some(Self { last, ..self })
    }

    /// That of some sectors which has points just before the first side.
    fn before(self, others: &'a [[Vector; 2]]) -> Option<&'a [Vector; 2]> {
        let mut others = others.iter();
        others.find(|[first, last]| is_next(first, self.first) && is_up_to(self.first, last))
    }

    /// That of some sectors which has points just behind the last side.
    fn behind(self, others: &'a [[Vector; 2]]) -> Option<&'a [Vector; 2]> {
        let mut others = others.iter();
        others.find(|[first, last]| is_up_to(first, self.last) && is_next(self.last, last))
    }
}

/// Whether counter-clockwise from one way another is met after it, within half a turn.
fn is_next(one: &Vector, other: &Vector) -> bool {
    let turn = one.cross(other);
    turn.is_positive() || (turn.is_zero() && one.dot(other).is_negative())
}

/// The same, or with it, but before half a turn.
fn is_up_to(one: &Vector, other: &Vector) -> bool {
    let turn = one.cross(other);
    turn.is_positive() || (turn.is_zero() && one.dot(other).is_positive())
}

fn part_of(bodies: &[Body], id: PartId) -> Result<&Part> {
    lookup::of_body(bodies, BodyId(id.body))?.part(id.part)
}

/// The vertices of a convex outline before and after a point of it; `None` if it is not on the
/// outline. The triangles at the first vertex are searched for the one in which the point is.
fn beside(outline: &Outline, point: &Vector) -> Result<Option<[usize; 2]>> {
    let apex = outline.point(0)?;
    let way = point.minus(apex);
    let last = outline.part.before(0);
    let (mut low, mut high) = (1_usize, last);
    while low.saturating_add(1) < high {
        let middle = low.midpoint(high);
        let to_middle = outline.point(middle)?.minus(apex);
        match to_middle.cross(&way).is_negative() {
            true => high = middle,
            false => low = middle,
        }
    }
    for edge in [0, low, last] {
        let end = outline.part.after(edge);
        let [first, second] = [outline.point(edge)?, outline.point(end)?];
        if point == first {
            return Ok(Some([outline.part.before(edge), end]));
        }
        if point == second {
            return Ok(Some([edge, outline.part.after(end)]));
        }
        let direction = second.minus(first);
        let is_on = point.minus(first).cross(&direction).is_zero();
        if is_on && round::is_over(point, first, &direction) {
            return Ok(Some([edge, end]));
        }
    }
    Ok(None)
}

/// L0: the pairs of parts whose boxes meet in the scene, but of bodies that ignore each other,
/// which are of no whole, since a pin of two fixed bodies is none. They are few, and so are edges
/// that cover each other, and seams.
///
/// # Errors
/// L0, if there are too many.
pub(super) fn near_each_other(bodies: &[Body], ignoring: &IgnoringPairs) -> Result<Vec<Pair>> {
    let outlines = in_the_scene(bodies);
    let search = Search {
        condition: L0,
        of_scene: Size::of(bodies),
        most: MOST_NEAR,
        of_each: OF_EACH,
        are_wanted: &|one, other| !ignoring.contains(one.id, other.id),
        is_idle: &|_| false,
    };
    search.meeting(&Boxed::all(&outlines))
}

/// Whether two bodies are one, or both fixed.
fn are_of_one_whole(one: &Body, other: &Body) -> bool {
    one.id == other.id || one.is_fixed() && other.is_fixed()
}

/// All parts in the scene.
fn in_the_scene(bodies: &[Body]) -> Outlines<'_> {
    let mut outlines = Outlines::new();
    for body in bodies {
        let home = match &body.free {
            Some(free) => free.home.clone(),
            None => Vector::zero(),
        };
        for part in &body.parts {
            outlines.insert(part.id, outline(body, part, &home, &Vector::one()));
        }
    }
    outlines
}
