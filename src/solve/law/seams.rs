//! Vertices of a part that lie on other parts of its rigid whole: which of them are inside of it,
//! or of a straight side of it, and which rows of corners bear nothing for that (`proofs/RUN.md`,
//! sections 15 and 13).

use crate::outline::Outline;
use crate::plane::Plane;
use crate::round::is_over;
use crate::state::Placed;
use malachite::Integer;
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};

/// Other parts of the whole of a vertex on whose outlines it is.
pub(crate) type Seams = BTreeMap<Feature, Vec<Neighbour>>;

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
    let mut seams = Seams::new();
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
                add(&mut seams, one, other);
                add(&mut seams, other, one);
            }
        }
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
fn add(seams: &mut Seams, own: &InScene, other: &InScene) {
    for (index, point) in own.points.iter().enumerate() {
        let is_within = other.low.re <= point.re
            && point.re <= other.high.re
            && other.low.im <= point.im
            && point.im <= other.high.im;
        if is_within && let Some(beside) = beside(&other.points, point) {
            let part = own.part;
            let neighbours = seams.entry(Feature { part, index }).or_default();
            let part = other.part;
            let beside = beside.map(|index| Feature { part, index });
            neighbours.push(Neighbour { beside });
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

/// Whether at both ends of an edge the whole of its part goes on for a body, as far as the other
/// edge there would go, or further: so the whole is flat there, or a groove.
pub(crate) fn goes_on(outline: &Outline, edge: Feature, from: usize) -> bool {
    let end = outline.next(edge);
    let [before, _] = outline.beside(edge);
    let [_, after] = outline.beside(end);
    is_filled(outline, [edge, end, before], -1, from)
        && is_filled(outline, [end, edge, after], 1, from)
}

/// Whether neighbours of a vertex fill the angle from one way to the opposite of another one; the
/// sense is 1 if one turns counter-clockwise, and -1 otherwise.
fn is_filled(outline: &Outline, [at, along, aside]: [Feature; 3], sense: i32, from: usize) -> bool {
    let arm = |feature: Feature| &outline.arms(feature.part)[feature.index];
    let turn = |first: &Plane, second: &Plane| first.cross(second) * Integer::from(sense);
    let mut current = arm(along) - arm(at);
    let goal = arm(at) - arm(aside);
    for _ in 0..MOST_FILLING {
        let mut next = None;
        for neighbour in outline.neighbours(at) {
            let [before, after] = neighbour.beside.map(|end| arm(end) - arm(at));
            let (first, last) = match sense {
                1 => (after, before),
                _ => (before, after),
            };
            let [from_first, to_last] = [turn(&first, &current), turn(&current, &last)];
            let is_ahead = from_first > 0 || (from_first == 0 && first.dot(&current) > 0);
            let is_behind = to_last > 0 || (to_last == 0 && current.dot(&last) < 0);
            if is_ahead && is_behind && neighbour.may_touch(outline, from) {
                next = Some(last);
            }
        }
        let Some(last) = next else {
            return false;
        };
        if turn(&goal, &last) >= 0 {
            return true;
        }
        current = last;
    }
    false
}

/// Whether a row that touches bears nothing where all options of corners hold together, in a state:
/// the vertex is beside the edge, another part of the whole of the edge is between it and the part
/// of the vertex, or one of the whole of the vertex is behind the edge.
pub(crate) fn is_shielded(outline: &Outline, placed: &Placed, row: &Contact) -> bool {
    let Contact { vertex, edge } = *row;
    let end = outline.next(edge);
    let Some(met) = [edge, end]
        .into_iter()
        .find(|met| placed.meet(outline, [*met, vertex]))
    else {
        let from_start = placed.vertex(vertex) - placed.vertex(edge);
        return !is_over(&from_start, &placed.edge(edge));
    };
    for neighbour in outline.neighbours(met) {
        if neighbour.may_touch(outline, vertex.part.body)
            && is_between(outline, placed, neighbour, met, row)
        {
            return true;
        }
    }
    for neighbour in outline.neighbours(vertex) {
        let mut ends = neighbour.beside.into_iter();
        if neighbour.may_touch(outline, edge.part.body)
            && ends.any(|vertex| placed.is_behind(outline, &Contact { vertex, edge }))
        {
            return true;
        }
    }
    false
}

/// Whether a neighbour of an end of the edge of a row is between the edge and the part of the
/// vertex: on the outer side, and met before that part if one turns from the edge.
fn is_between(
    outline: &Outline,
    placed: &Placed,
    neighbour: &Neighbour,
    met: Feature,
    row: &Contact,
) -> bool {
    let way = between(placed, met, neighbour.beside);
    let own_way = between(placed, row.vertex, outline.beside(row.vertex));
    let turn = way.cross(&own_way);
    let comes_first = match met == row.edge {
        true => turn < 0,
        false => turn > 0,
    };
    comes_first && way.cross(&placed.edge(row.edge)) > 0
}

/// A way from a point into a part, between those to two of its vertices.
fn between(placed: &Placed, from: Feature, beside: [Feature; 2]) -> Plane {
    let point = placed.vertex(from);
    let [before, after] = beside.map(|end| placed.vertex(end) - point);
    &before + &after
}

/// Whether vectors are in an open half plane.
pub(crate) fn are_of_one_side(vectors: &[Plane]) -> bool {
    vectors.iter().any(|right| {
        vectors.iter().all(|vector| {
            let turn = right.cross(vector);
            turn > 0 || turn == 0 && right.dot(vector) > 0
        })
    })
}
