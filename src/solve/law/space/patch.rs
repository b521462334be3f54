//! The points in which two parts touch, or may in a step, as seen along the normal of a contact.
//!
//! One part is the *reference*: it has the face that the normal belongs to. The other one has the
//! points: its vertices above the face, and where its edges cross the rim of the face. If faces
//! lie on each other, vertices of the reference that are below the face of the other one are a
//! contact of their own, with the parts exchanged.

use super::features::{Feature, Pair, Placed, length, minus, opposite, square_across};
use super::spot::{Seen, Spot};
use super::vector::{Integers, cross_of_integers, dot_of_integers};
use crate::number::GRID;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{Abs, DivRound};
use malachite::base::num::basic::traits::Zero;
use malachite::base::rounding_modes::RoundingMode;
use std::cmp::Ordering;

/// A contact as the geometry of a pose has it.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    /// Which of the two parts is the reference.
    pub(super) reference: usize,
    /// The feature that has the normal.
    pub(super) feature: Feature,
    pub(super) spots: Vec<Spot>,
}

/// The contacts of a pair along a feature with this direction, from the first part to the second;
/// the pair is also where the step would take it. They are where the parts lie over each other now,
/// and that is told, or else where they do then; there are none if they never do.
pub(super) fn patches(
    stages: [&Pair; 2],
    feature: Feature,
    direction: &Integers,
    is_rough: bool,
) -> (Vec<Patch>, bool) {
    match feature {
        Feature::Face { of: 0, face } => of_face([0, face], stages, direction, is_rough),
        Feature::Face { of, face } => of_face([of, face], stages, &opposite(direction), is_rough),
        Feature::Vertices { vertices } => {
            let [one, other] = vertices.map(|vertex| [vertex; 2]);
            (
                of_rounded(0, feature, other[0], [one, other], stages[0], direction),
                true,
            )
        }
        Feature::Arm { of, vertex, edge } => {
            let Pair(parts) = stages[0];
            let mut ends = [[vertex; 2]; 2];
            ends[1 - of] = parts[1 - of].part.edges[edge];
            (
                of_rounded(1 - of, feature, vertex, ends, stages[0], direction),
                true,
            )
        }
        Feature::Edges { edges, .. } => {
            let found = of_edges(edges, stages, direction);
            found.map_or((Vec::new(), true), |(spot, is_now)| {
                (alone(0, feature, spot), is_now)
            })
        }
    }
}

/// The contact at a vertex, of rounded parts, if these vertices of both are outermost.
fn of_rounded(
    reference: usize,
    feature: Feature,
    vertex: usize,
    [own, others]: [[usize; 2]; 2],
    stage: &Pair,
    direction: &Integers,
) -> Vec<Patch> {
    let [first, second] = &stage.0;
    match are_lowest(first, own, &opposite(direction)) && are_lowest(second, others, direction) {
        true => alone(reference, feature, Spot::vertex(vertex)),
        false => Vec::new(),
    }
}

/// Whether vertices have the least products with a direction, but for 2^-20 of the size of the
/// part.
fn are_lowest(part: &Placed, vertices: [usize; 2], direction: &Integers) -> bool {
    let mut least = Integer::ZERO;
    let mut size = Integer::ZERO;
    for arm in part
        .vertices
        .iter()
        .map(|vertex| minus(vertex, &part.vertices[0]))
    {
        least = least.min(dot_of_integers(direction, &arm));
        size = size.max(length(&arm));
    }
    let most = least + ((size * length(direction)) >> 20u64);
    vertices.iter().all(|&vertex| {
        let arm = minus(&part.vertices[vertex], &part.vertices[0]);
        dot_of_integers(direction, &arm) <= most
    })
}

/// The contacts of a face with this outward direction, and whether they are where parts lie over it
/// now.
fn of_face(
    [of, face]: [usize; 2],
    [now, then]: [&Pair; 2],
    direction: &Integers,
    is_rough: bool,
) -> (Vec<Patch>, bool) {
    let found = on_face(of, face, now, direction, is_rough);
    let Pair(parts) = then;
    match parts[of].normal(face) {
        Some(later) if found.is_empty() => (on_face(of, face, then, &later, is_rough), false),
        _ => (found, true),
    }
}

/// The point where edges of both parts cross, and whether they do so now.
fn of_edges(
    edges: [usize; 2],
    [now, then]: [&Pair; 2],
    direction: &Integers,
) -> Option<(Spot, bool)> {
    let ends = outermost_of_both(now, edges, direction)?;
    match crossing(now, ends) {
        Some(spot) => Some((spot, true)),
        None => crossing(then, ends).map(|spot| (spot, false)),
    }
}

fn alone(reference: usize, feature: Feature, spot: Spot) -> Vec<Patch> {
    vec![Patch {
        reference,
        feature,
        spots: vec![spot],
    }]
}

/// The edge parallel to an edge that has the least products with a direction, if no vertex has a
/// smaller one.
fn outermost(part: &Placed, edge: usize, direction: &Integers) -> Option<usize> {
    let own = along(part, edge);
    let mut parallel = Vec::new();
    for other in 0..part.part.edges.len() {
        if are_parallel(&own, &along(part, other)) {
            parallel.push(other);
        }
    }
    let heights = parallel.into_iter();
    let found = heights.min_by_key(|edge| height(part, *edge, direction))?;
    let lowest = lowest(part, direction);
    let ends = part.part.edges[found];
    lowest
        .iter()
        .any(|vertex| ends.contains(vertex))
        .then_some(found)
}

/// The vector from the beginning of an edge to its end.
fn along(part: &Placed, edge: usize) -> Integers {
    let [from, to] = part.part.edges[edge];
    minus(&part.vertices[to], &part.vertices[from])
}

/// The sum of the products of both ends of an edge with a direction.
fn height(part: &Placed, edge: usize, direction: &Integers) -> Integer {
    let ends = part.part.edges[edge];
    let products = ends.map(|end| dot_of_integers(direction, &part.vertices[end]));
    products.into_iter().sum()
}

/// Whether the vector product is below 2^-40 of the squares: vertices are rounded.
fn are_parallel(own: &Integers, other: &Integers) -> bool {
    let across = cross_of_integers(own, other);
    let limit = (dot_of_integers(own, own) + dot_of_integers(other, other)) >> 40u64;
    across.into_iter().all(|number| number.abs() <= limit)
}

/// The ends of the edges of two parts that are parallel to these and touch the planes across a
/// direction between the parts.
fn outermost_of_both(
    stage: &Pair,
    [one, other]: [usize; 2],
    direction: &Integers,
) -> Option<[[usize; 2]; 2]> {
    let [first, second] = &stage.0;
    Some([
        first.part.edges[outermost(first, one, &opposite(direction))?],
        second.part.edges[outermost(second, other, direction)?],
    ])
}

/// The point in which edges of both parts cross, as seen along their common normal.
fn crossing(stage: &Pair, ends: [[usize; 2]; 2]) -> Option<Spot> {
    let [first, second] = &stage.0;
    let [own, points] = [(first, ends[0]), (second, ends[1])]
        .map(|(part, ends)| ends.map(|end| &part.vertices[end]));
    let along = [own, points].map(|[from, to]| minus(to, from));
    let normal = cross_of_integers(&along[0], &along[1]);
    let sides =
        [(points, &along[0], own[0]), (own, &along[1], points[0])].map(|(points, along, from)| {
            let across = cross_of_integers(&normal, along);
            points.map(|point| dot_of_integers(&across, &minus(point, from)))
        });
    if !sides
        .iter()
        .all(|[start, end]| has_zero_between(start, end))
    {
        return None;
    }
    let [start, end] = &sides[0];
    Some(Spot::between(ends[1], [start, end]))
}

/// Whether what is linear along an edge vanishes on it, or beyond an end by 2^-24 of its length at
/// most.
fn has_zero_between(start: &Integer, end: &Integer) -> bool {
    let slack = (start - end).abs() >> 24u64;
    (start.min(end) <= &slack) && (start.max(end) >= &-slack)
}

/// The contacts of a face of one part with another part, as it lies over it along a direction.
fn on_face(
    reference: usize,
    face: usize,
    stage: &Pair,
    direction: &Integers,
    is_rough: bool,
) -> Vec<Patch> {
    let Pair(parts) = stage;
    let [own, other] = [&parts[reference], &parts[1 - reference]];
    let (below, corners_below) = facing(other, direction);
    let overlay = Overlay {
        rim: corners(own, Some(face)),
        points: place(other, &corners_below),
        corners: corners_below,
        direction,
    };
    let mut spots = Vec::new();
    // The corners of both parts that lie over the other one.
    let mut found = Vec::new();
    for (&vertex, point) in overlay.corners.iter().zip(&overlay.points) {
        if is_inside(&overlay.rim, point, direction) {
            spots.push(Spot::vertex(vertex));
            found.push(point.clone());
        }
    }
    let mut under = Vec::new();
    if below.is_some() {
        for &vertex in &own.part.faces[face].corners {
            let point = &own.vertices[vertex];
            if overlay.covers(point) && !overlay.is_near(&found, point) {
                under.push(vertex);
            }
        }
    }
    found.extend(place(own, &under));
    spots.extend(overlay.crossings(&found));
    if is_rough {
        // All points are in one plane: their rows are dependent, exactly.
        let above = place(own, &under);
        spots.extend(above.iter().filter_map(|point| overlay.spot(point)));
        under.clear();
    }
    spots.sort();
    spots.dedup();
    let mut patches = vec![Patch {
        reference,
        feature: Feature::Face {
            of: reference,
            face,
        },
        spots,
    }];
    if let Some(face) = below {
        patches.push(Patch {
            reference: 1 - reference,
            feature: Feature::Face {
                of: 1 - reference,
                face,
            },
            spots: under.into_iter().map(Spot::vertex).collect(),
        });
    }
    patches.retain(|patch| !patch.spots.is_empty());
    patches
}

/// A face of the reference, and over it one of the other part, as seen along the normal.
struct Overlay<'a> {
    /// The corners of the face of the reference.
    rim: Vec<Integers>,
    /// The corners of the other face, and where they are.
    corners: Vec<usize>,
    points: Vec<Integers>,
    direction: &'a Integers,
}

impl Overlay<'_> {
    /// Whether the other face lies over a point.
    fn covers(&self, point: &Integers) -> bool {
        is_inside(&self.points, point, &opposite(self.direction))
    }

    /// The point of the other face over this one.
    fn spot(&self, point: &Integers) -> Option<Spot> {
        let seen = Seen {
            corners: &self.corners,
            points: &self.points,
            direction: &opposite(self.direction),
        };
        seen.spot(point)
    }

    /// The points in which sides of both faces cross, but for those near known ones.
    fn crossings(&self, known: &[Integers]) -> Vec<Spot> {
        let mut spots = Vec::new();
        for (k, l) in sides(self.points.len()) {
            for (i, j) in sides(self.rim.len()) {
                let edge = [&self.points[k], &self.points[l]];
                let side = [&self.rim[i], &self.rim[j]];
                let Some(gaps) = crossed(edge, side, self.direction) else {
                    continue;
                };
                if !self.is_near(known, &between(edge, &gaps)) {
                    let ends = [self.corners[k], self.corners[l]];
                    spots.push(Spot::between(ends, [&gaps[0], &gaps[1]]));
                }
            }
        }
        spots
    }

    /// Whether a point is one of others as seen along the normal, but for 2^-29 of the longest side
    /// of both faces.
    fn is_near(&self, others: &[Integers], point: &Integers) -> bool {
        let mut longest = Integer::ZERO;
        for polygon in [&self.rim, &self.points] {
            for (k, l) in sides(polygon.len()) {
                let square = square_across(&polygon[k], &polygon[l], self.direction);
                longest = square.max(longest);
            }
        }
        let most = longest >> 58u64;
        let mut others = others.iter();
        others.any(|other| square_across(other, point, self.direction) <= most)
    }
}

/// The vertices with the least product with a direction.
fn lowest(part: &Placed, direction: &Integers) -> Vec<usize> {
    let products: Vec<Integer> = (part.vertices.iter())
        .map(|vertex| dot_of_integers(direction, vertex))
        .collect();
    let least = products.iter().min().cloned().unwrap_or(Integer::ZERO);
    let indices = 0..products.len();
    indices.filter(|&index| products[index] == least).collect()
}

/// The face at the lowest vertex that looks against a direction most, and its corners; all vertices
/// of a core without faces.
fn facing(part: &Placed, direction: &Integers) -> (Option<usize>, Vec<usize>) {
    let lowest = lowest(part, direction);
    let mut best: Option<(Integer, usize)> = None;
    for (index, face) in part.part.faces.iter().enumerate() {
        if !face.corners.iter().any(|corner| lowest.contains(corner)) {
            continue;
        }
        let Some(normal) = part.normal(index) else {
            continue;
        };
        let product = dot_of_integers(&normal, direction) << GRID;
        let against = product.div_round(length(&normal), RoundingMode::Floor).0;
        if best.as_ref().is_none_or(|(most, _)| against < *most) {
            best = Some((against, index));
        }
    }
    match best {
        Some((_, face)) => (Some(face), part.part.faces[face].corners.clone()),
        None => (None, (0..part.vertices.len()).collect()),
    }
}

fn corners(part: &Placed, face: Option<usize>) -> Vec<Integers> {
    let corners = face.map(|face| &part.part.faces[face].corners);
    corners.map_or_else(Vec::new, |corners| place(part, corners))
}

fn place(part: &Placed, vertices: &[usize]) -> Vec<Integers> {
    let vertices = vertices.iter();
    vertices
        .map(|&index| part.vertices[index].clone())
        .collect()
}

/// The sides of a polygon with so many corners; the one of a segment, and none of a point.
fn sides(corners: usize) -> Vec<(usize, usize)> {
    match corners {
        0 | 1 => Vec::new(),
        2 => vec![(0, 1)],
        _ => (0..corners).map(|k| (k, (k + 1) % corners)).collect(),
    }
}

/// On which side of a line, as seen against a direction, a point lies.
fn side([from, to]: [&Integers; 2], point: &Integers, direction: &Integers) -> Integer {
    let along = minus(to, from);
    let arm = minus(point, from);
    dot_of_integers(&cross_of_integers(&along, &arm), direction)
}

/// Whether a point lies in a polygon, as seen against a direction; also if it is outside by 2^-30
/// of the length of a side.
fn is_inside(rim: &[Integers], point: &Integers, direction: &Integers) -> bool {
    sides(rim.len()).into_iter().all(|(k, l)| {
        let [from, to] = [&rim[k], &rim[l]];
        let square = dot_of_integers(&minus(to, from), &minus(to, from)) * length(direction);
        side([from, to], point, direction) >= -(square >> 30u64)
    })
}

/// The point of an edge where what is this at its ends vanishes.
fn between([from, to]: [&Integers; 2], [one, other]: &[Integer; 2]) -> Integers {
    let whole = one - other;
    let way = minus(to, from);
    [0, 1, 2].map(|axis: usize| {
        &from[axis]
            + (&way[axis] * one)
                .div_round(&whole, RoundingMode::Nearest)
                .0
    })
}

/// The sides of the ends of an edge, if it crosses another one as seen along a direction.
fn crossed(
    [from, to]: [&Integers; 2],
    rim: [&Integers; 2],
    direction: &Integers,
) -> Option<[Integer; 2]> {
    let [one, other] = [from, to].map(|point| side(rim, point, direction));
    let signs = [one.cmp(&Integer::ZERO), other.cmp(&Integer::ZERO)];
    if !matches!(
        signs,
        [Ordering::Less, Ordering::Greater] | [Ordering::Greater, Ordering::Less]
    ) {
        return None;
    }
    let ends = rim.map(|point| side([from, to], point, direction).cmp(&Integer::ZERO));
    if ends[0] == ends[1] {
        return None;
    }
    Some([one, other])
}
