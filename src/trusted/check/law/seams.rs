//! Vertices of a part that lie on other parts of its rigid whole (`proofs/RUN.md`, sections 13 and
//! 15).
//!
//! One inside of the whole, or of a straight side of it, is never the only point that a rounded
//! part touches, as edges that meet there go to opposite sides. And of the rows of corners that
//! hold together some are of edges that are not beside the other part, or that do not separate it.

use super::body::{Body, Part};
use super::guess::Stage;
use super::number::Number;
use super::pairs::{Boxed, Outline, Outlines, Pair, Search, Size, outline};
use super::plan::may_touch;
use super::round;
use super::vector::Vector;
use crate::lookup;
use crate::rejection::Condition::L0;
use crate::rejection::Result;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_scene::{BodyId, IgnoringPairs};

/// This many pairs of parts may have boxes that meet, beside 32 for each part.
const MOST_NEAR: usize = 1 << 16;
const OF_EACH: usize = 32;

/// This many neighbours fill an angle at most.
const MOST_FILLING: usize = 8;

/// The vertices of parts with corners that lie on other parts of their whole.
pub(super) struct Seams {
    neighbours: BTreeMap<Feature, Vec<Neighbour>>,
    ignoring: IgnoringPairs,
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
            ignoring: ignoring.clone(),
        };
        let mut parts = bodies.iter().flat_map(|body| &body.parts);
        if !are_needed && !parts.any(Part::is_rounded) {
            return Ok(seams);
        }
        let outlines = in_the_scene(bodies);
        for pair in near {
            let [one, other] = pair.bodies();
            let one = lookup::of_body(bodies, one)?;
            let other = lookup::of_body(bodies, other)?;
            if are_of_one_whole(one, other) {
                for [own, other] in [[pair.first, pair.second], [pair.second, pair.first]] {
                    seams.add(&outlines, own, other)?;
                }
            }
        }
        Ok(seams)
    }

    /// Adds the vertices of a part that lie on another part.
    fn add(&mut self, outlines: &Outlines, own: PartId, other: PartId) -> Result {
        let [own, other] = [own, other].map(|part| outlines.get(&part));
        let [Some(own), Some(other)] = [own, other] else {
            return Ok(());
        };
        if own.part.is_rounded() || other.part.is_rounded() {
            return Ok(());
        }
        for (index, point) in own.points.iter().enumerate() {
            if let Some(beside) = beside(other, point)? {
                let vertex = Feature {
                    part: own.part.id,
                    index,
                };
                let part = other.part.id;
                let neighbours = self.neighbours.entry(vertex).or_default();
                neighbours.push(Neighbour { part, beside });
            }
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

    /// Whether a row that touches bears nothing where all options of corners hold together: the
    /// vertex is beside the edge, other parts of the whole of the edge are between it and the part
    /// of the vertex, or other parts of the whole of the vertex are behind the edge.
    pub(super) fn shields(&self, stage: &Stage, row: &Contact) -> Result<bool> {
        let touch = &stage.plan.touch;
        let own = stage.outline(row.vertex.part)?;
        let other = stage.outline(row.edge.part)?;
        let after = other.part.after(row.edge.index);
        let vertex = own.point(row.vertex.index)?;
        let start = other.point(row.edge.index)?;
        let edge = other.point(after)?.minus(start);
        let meets = |end: usize| -> Result<bool> {
            let distance = other.point(end)?.minus(vertex);
            Ok(distance.square() <= touch.square())
        };
        let (met, starts_there) = match (meets(row.edge.index)?, meets(after)?) {
            (true, _) => (row.edge.index, true),
            (_, true) => (after, false),
            _ => return Ok(!round::is_over(vertex, start, &edge)),
        };
        let beside = [
            own.part.before(row.vertex.index),
            own.part.after(row.vertex.index),
        ];
        let own_way = between(own, vertex, beside)?;
        let part = row.edge.part;
        for neighbour in self.of(Feature { part, index: met }) {
            let outline = stage.outline(neighbour.part)?;
            let way = between(outline, other.point(met)?, neighbour.beside)?;
            let turn = way.cross(&own_way);
            let comes_first = match starts_there {
                true => turn.is_negative(),
                false => turn.is_positive(),
            };
            if comes_first
                && way.cross(&edge).is_positive()
                && may_touch(outline.body, own.body, &self.ignoring)
            {
                return Ok(true);
            }
        }
        for neighbour in self.of(row.vertex) {
            let outline = stage.outline(neighbour.part)?;
            if !may_touch(outline.body, other.body, &self.ignoring) {
                continue;
            }
            for end in neighbour.beside {
                let gap = outline.point(end)?.minus(start).cross(&edge);
                if gap.is_negative() && gap.square() > &touch.square() * &edge.square() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
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

/// A way from a point of an outline into it, between those to two vertices.
fn between(outline: &Outline, point: &Vector, beside: [usize; 2]) -> Result<Vector> {
    let [before, after] = beside;
    let before = outline.point(before)?.minus(point);
    Ok(before.plus(&outline.point(after)?.minus(point)))
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

/// L0: the pairs of parts whose boxes meet in the scene, but of bodies that ignore each other, which
/// are of no whole, since a pin of two fixed bodies is none. They are few, and so are edges that
/// cover each other, and seams.
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
