//! R1: which rows and corners a step has (`proofs/RUN.md`, section 3).

use super::approach::{Approach, Corner as Vertex, Edge, View};
use super::integer_vector::IntegerVector;
use super::near;
use super::placed::Placed;
use super::product::compare_over_roots;
use super::reach::Reach;
use super::stage::Stage;
use num_bigint::BigInt;
use num_traits::Signed;
use std::cmp::Ordering;
use zwang_certificate::run::Corner;
use zwang_certificate::{Contact, Feature, PartId};

/// The rows and the corners of a step, ascending.
#[derive(Default)]
pub(super) struct Rows {
    pub rows: Vec<Contact>,
    pub corners: Vec<StepCorner>,
}

/// A corner and the rows of its sides.
pub(super) struct StepCorner {
    pub corner: Corner,
    pub sides: [Vec<Contact>; 2],
}

/// All rows and corners of the step.
pub(super) fn rows(stage: &Stage, reach: &Reach) -> Rows {
    let mut found = Rows::default();
    for pair in near::pairs(&stage.placed, reach.cells) {
        let approach = Approach::new(pair);
        let [first, second] = &approach.views;
        let vertices = without_row(&approach, [first, second], reach, &mut found.rows);
        let others = without_row(&approach, [second, first], reach, &mut found.rows);
        for (vertex, other) in vertices
            .iter()
            .flat_map(|vertex| others.iter().map(move |other| (vertex, other)))
        {
            let Some(meeting) = meeting(&approach, [vertex, other], reach) else {
                continue;
            };
            match choice(&meeting) {
                None => found.rows.extend(meeting.into_iter().map(|(row, _)| row)),
                Some(sides) => {
                    let vertices = [(first, vertex), (second, other)];
                    let [first, second] =
                        vertices.map(|(view, vertex)| feature(view.part.id, vertex.index));
                    found.corners.push(StepCorner {
                        corner: Corner { first, second },
                        sides,
                    });
                }
            }
        }
    }
    found.rows.sort_unstable();
    found.rows.dedup();
    found.corners.sort_unstable_by_key(|corner| corner.corner);
    found
}

/// Adds the rows of vertices of one part with edges of another; returns the other vertices, as far
/// as they are near it.
fn without_row<'a>(
    approach: &'a Approach,
    [view, other]: [&'a View; 2],
    reach: &Reach,
    rows: &mut Vec<Contact>,
) -> Vec<Vertex<'a>> {
    let mut rest = Vec::new();
    let is_near =
        |vertex: &Vertex| near::meet([vertex.cell, vertex.cell], other.part.span, reach.cells);
    for vertex in view.corners().filter(is_near) {
        match edge_of(approach, vertex, other, reach) {
            Some(edge) => rows.push(contact((view, vertex.index), (other, edge))),
            None => rest.push(vertex),
        }
    }
    rest
}

fn contact((view, vertex): (&View, usize), (other, edge): (&View, usize)) -> Contact {
    Contact {
        vertex: feature(view.part.id, vertex),
        edge: feature(other.part.id, edge),
    }
}

fn feature(part: PartId, index: usize) -> Feature {
    Feature { part, index }
}

/// The edge of the row that a vertex has with another part.
fn edge_of(approach: &Approach, vertex: Vertex, other: &View, reach: &Reach) -> Option<usize> {
    let (edge, gap) = farthest(vertex, other)?;
    let projects = !vertex
        .point
        .minus(edge.start)
        .dot(edge.direction)
        .is_negative()
        && !vertex
            .point
            .minus(edge.end)
            .dot(edge.direction)
            .is_positive();
    let is_outside = || {
        other
            .edges()
            .any(|edge| edge.gap(vertex.point).is_positive())
    };
    let is_deep = || !gap.is_negative() || !is_outside();
    let is_close = || {
        let magnitude = gap.abs();
        !gap.is_positive()
            || reach.covers(
                &[&magnitude, &magnitude],
                &[&edge.direction.square(), &approach.unit, &approach.unit],
            )
    };
    (projects && is_close() && is_deep()).then_some(edge.index)
}

/// Of the edges of a part that face a vertex, the one with the largest distance, if there is one,
/// and the gap.
fn farthest<'a>(vertex: Vertex, other: &'a View) -> Option<(Edge<'a>, BigInt)> {
    let mut best: Option<(Edge, BigInt)> = None;
    let mut is_unique = false;
    for edge in other.edges().filter(|edge| faces(*edge, vertex)) {
        let gap = edge.gap(vertex.point);
        let order = best.as_ref().map_or(Ordering::Greater, |(least, other)| {
            compare_over_roots([&gap, edge.square], [other, least.square])
        });
        match order {
            Ordering::Greater => (best, is_unique) = (Some((edge, gap)), true),
            Ordering::Equal => is_unique = false,
            Ordering::Less => {}
        }
    }
    best.filter(|_| is_unique)
}

/// n·n₁/|n₁| + n·n₂/|n₂| < 0. Products of normals are those of directions.
fn faces(edge: Edge, vertex: Vertex) -> bool {
    let [first, second] =
        [vertex.ending, vertex.starting].map(|other| edge.direction.dot(other.direction));
    compare_over_roots(
        [&first, vertex.ending.square],
        [&-second, vertex.starting.square],
    ) == Ordering::Less
}

/// The rows of the meeting of two vertices, each with its direction m; turned by a quarter, which
/// changes no product. `None` if they are too far apart.
fn meeting(
    approach: &Approach,
    [vertex, other]: [&Vertex; 2],
    reach: &Reach,
) -> Option<Vec<Candidate>> {
    let is_near = near::meet(
        [vertex.cell, vertex.cell],
        [other.cell, other.cell],
        reach.cells,
    );
    let square = || vertex.point.minus(other.point).square();
    let is_close = is_near && reach.covers(&[&square()], &[&approach.unit, &approach.unit]);
    is_close.then(|| separating(approach, [vertex, other]))
}

/// A row of a meeting and its direction.
type Candidate = (Contact, IntegerVector);

/// The rows of two vertices, as far as they separate.
fn separating(approach: &Approach, [vertex, other]: [&Vertex; 2]) -> Vec<Candidate> {
    let [first, second] = &approach.views;
    let candidates = [
        (vertex, other.ending, [first, second]),
        (vertex, other.starting, [first, second]),
        (other, vertex.ending, [second, first]),
        (other, vertex.starting, [second, first]),
    ];
    let separates = |vertex: &Vertex, edge: Edge| {
        let neighbours = [vertex.ending.start, vertex.point, vertex.starting.end];
        neighbours
            .into_iter()
            .all(|point| !edge.gap(point).is_negative())
    };
    let candidates = candidates
        .into_iter()
        .filter(|(vertex, edge, _)| separates(vertex, *edge));
    let candidate = |(vertex, edge, [view, other]): (&Vertex, Edge, [&View; 2])| {
        let is_of_second = other.part.id == second.part.id;
        let direction = if is_of_second {
            edge.direction.clone()
        } else {
            IntegerVector::default().minus(edge.direction)
        };
        (
            contact((view, vertex.index), (other, edge.index)),
            direction,
        )
    };
    candidates.map(candidate).collect()
}

/// The two sides of a meeting; `None` if there is no choice.
fn choice(rows: &[Candidate]) -> Option<[Vec<Contact>; 2]> {
    let extreme = |is_behind: fn(&BigInt) -> bool| {
        let is_extreme =
            |m: &IntegerVector| !rows.iter().any(|(_, other)| is_behind(&m.cross(other)));
        rows.iter().map(|(_, m)| m).find(|m| is_extreme(m))
    };
    let (first, last) = (extreme(BigInt::is_negative)?, extreme(BigInt::is_positive)?);
    let near = |m: &IntegerVector| {
        rows.iter()
            .filter(|(_, other)| are_close(m, other))
            .map(|(row, _)| *row)
            .collect()
    };
    (!are_close(first, last)).then(|| [near(first), near(last)])
}

/// Whether two directions differ by less than 45 degrees.
fn are_close(m: &IntegerVector, other: &IntegerVector) -> bool {
    let product = m.dot(other);
    product.is_positive() && &product * &product * 2_u8 > m.square() * other.square()
}

/// The sides of two vertices, wherever they are; `None` if there is no choice or there are no such
/// vertices.
pub(super) fn sides(placed: &[Placed], corner: &Corner) -> Option<[Vec<Contact>; 2]> {
    let [first, second] = [corner.first, corner.second].map(|vertex| {
        let body = placed.get(vertex.part.body)?;
        Some((body, body.parts.get(vertex.part.part)?))
    });
    let approach = Approach::new([first?, second?]);
    let [view, other] = &approach.views;
    let vertex = view
        .corners()
        .find(|vertex| vertex.index == corner.first.index)?;
    let other = other
        .corners()
        .find(|vertex| vertex.index == corner.second.index)?;
    choice(&separating(&approach, [&vertex, &other]))
}
