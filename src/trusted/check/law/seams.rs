//! Vertices of a part that lie on other parts of its rigid whole (`proofs/RUN.md`, sections 13 and
//! 15).
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

    /// Whether at both ends of an edge the whole of its part goes on for a body, as far as the
    /// other edge there would go, or further: so the whole is flat there, or a groove.
    pub(super) fn goes_on(&self, bodies: &[Body], edge: Feature, from: &Body) -> Result<bool> {
        let part = part_of(bodies, edge.part)?;
        let end = part.after(edge.index);
        let at_start = Turned {
            at: edge.index,
            along: end,
            aside: part.before(edge.index),
            is_clockwise: true,
        };
        let at_end = Turned {
            at: end,
            along: edge.index,
            aside: part.after(end),
            is_clockwise: false,
        };
        let goes_on = |end: &Turned| self.is_filled(bodies, part, end, from);
        Ok(goes_on(&at_start)? && goes_on(&at_end)?)
    }

    /// Whether neighbours fill the angle from an edge to where the other one at its end would go
    /// on.
    fn is_filled(&self, bodies: &[Body], own: &Part, end: &Turned, from: &Body) -> Result<bool> {
        let point = own.arm(end.at)?;
        let mut current = own.arm(end.along)?.minus(point);
        let goal = point.minus(own.arm(end.aside)?);
        let vertex = Feature {
            part: own.id,
            index: end.at,
        };
        for _ in 0..MOST_FILLING {
            let mut next = None;
            for Neighbour { part, beside } in self.of(vertex) {
                let owner = lookup::of_body(bodies, BodyId(part.body))?;
                if !may_touch(owner, from, &self.ignoring) {
                    continue;
                }
                let part = part_of(bodies, *part)?;
                let [before, after] = beside;
                let sides = match end.is_clockwise {
                    true => [before, after],
                    false => [after, before],
                };
                let [first, last] = [part.arm(*sides[0])?, part.arm(*sides[1])?];
                let [first, last] = [first.minus(point), last.minus(point)];
                if end.is_ahead(&first, &current) && end.is_behind(&current, &last) {
                    next = Some(last);
                }
            }
            let Some(last) = next else {
                return Ok(false);
            };
            if !end.turn(&goal, &last).is_negative() {
                return Ok(true);
            }
            current = last;
        }
        Ok(false)
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

/// An end of an edge, from which one turns to the outer side of the edge.
struct Turned {
    at: usize,
    /// The other end of the edge.
    along: usize,
    /// The vertex on the other side.
    aside: usize,
    is_clockwise: bool,
}

impl Turned {
    /// Above 0 if the second vector is met after the first one, within half a turn.
    fn turn(&self, first: &Vector, second: &Vector) -> Number {
        match self.is_clockwise {
            true => second.cross(first),
            false => first.cross(second),
        }
    }

    /// Whether the second one is met with the first one, or after it.
    fn is_ahead(&self, first: &Vector, second: &Vector) -> bool {
        let turn = self.turn(first, second);
        turn.is_positive() || (turn.is_zero() && first.dot(second).is_positive())
    }

    /// Whether the second one is met after the first one, or opposite to it.
    fn is_behind(&self, first: &Vector, second: &Vector) -> bool {
        let turn = self.turn(first, second);
        turn.is_positive() || (turn.is_zero() && first.dot(second).is_negative())
    }
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
