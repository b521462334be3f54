//! R1: which rows and corners a step has (`proofs/RUN.md`, section 3).

use super::approach::{Approach, Corner as Vertex, Edge, View};
use super::near;
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

/// A corner and its sides.
pub(super) struct StepCorner {
    pub corner: Corner,
    pub sides: Vec<Contact>,
}

/// All rows and corners of the step.
pub(super) fn rows(stage: &Stage, reach: &Reach) -> Rows {
    let mut found = Rows::default();
    for pair in near::pairs(&stage.placed, reach.cells) {
        let approach = Approach::new(pair);
        let [first, second] = &approach.views;
        let vertices = without_row(&approach, [first, second], reach, &mut found.rows);
        let others = without_row(&approach, [second, first], reach, &mut found.rows);
        for vertex in &vertices {
            let corners = others.iter().filter_map(|other| corner(&approach, [vertex, other], reach));
            found.corners.extend(corners);
        }
    }
    found.rows.sort_unstable();
    found.corners.sort_unstable_by_key(|corner| corner.corner);
    found
}

/// Adds the rows of vertices of one part with edges of another; returns the other vertices, as far as they are near it.
fn without_row<'a>(
    approach: &'a Approach,
    [view, other]: [&'a View; 2],
    reach: &Reach,
    rows: &mut Vec<Contact>,
) -> Vec<Vertex<'a>> {
    let mut rest = Vec::new();
    let is_near = |vertex: &Vertex| near::meet([vertex.cell, vertex.cell], other.part.span, reach.cells);
    for vertex in view.corners().filter(is_near) {
        match edge_of(approach, vertex, other, reach) {
            Some(edge) => rows.push(contact((view, vertex.index), (other, edge))),
            None => rest.push(vertex),
        }
    }
    rest
}

fn contact((view, vertex): (&View, usize), (other, edge): (&View, usize)) -> Contact {
    Contact { vertex: feature(view.part.id, vertex), edge: feature(other.part.id, edge) }
}

fn feature(part: PartId, index: usize) -> Feature {
    Feature { part, index }
}

/// The edge of the row that a vertex has with another part.
fn edge_of(approach: &Approach, vertex: Vertex, other: &View, reach: &Reach) -> Option<usize> {
    let (edge, gap) = farthest(vertex, other)?;
    let projects = !vertex.point.minus(edge.start).dot(edge.direction).is_negative()
        && !vertex.point.minus(edge.end).dot(edge.direction).is_positive();
    let is_outside = || other.edges().any(|edge| edge.gap(vertex.point).is_positive());
    let is_deep = || !gap.is_negative() || !is_outside();
    let is_close = || {
        let magnitude = gap.abs();
        !gap.is_positive()
            || reach.covers(&[&magnitude, &magnitude], &[&edge.direction.square(), &approach.unit, &approach.unit])
    };
    (projects && is_close() && is_deep()).then_some(edge.index)
}

/// Of the edges of a part that face a vertex, the one with the largest distance, if there is one, and the gap.
fn farthest<'a>(vertex: Vertex, other: &'a View) -> Option<(Edge<'a>, BigInt)> {
    let mut best: Option<(Edge, BigInt)> = None;
    let mut is_unique = false;
    for edge in other.edges().filter(|edge| faces(*edge, vertex)) {
        let gap = edge.gap(vertex.point);
        let order = best
            .as_ref()
            .map_or(Ordering::Greater, |(least, other)| compare_over_roots([&gap, edge.square], [other, least.square]));
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
    let [first, second] = [vertex.ending, vertex.starting].map(|other| edge.direction.dot(other.direction));
    compare_over_roots([&first, vertex.ending.square], [&-second, vertex.starting.square]) == Ordering::Less
}

/// The corner of two vertices, if it is one.
fn corner(approach: &Approach, [vertex, other]: [&Vertex; 2], reach: &Reach) -> Option<StepCorner> {
    let is_near = near::meet([vertex.cell, vertex.cell], [other.cell, other.cell], reach.cells);
    let square = || vertex.point.minus(other.point).square();
    if !is_near || !reach.covers(&[&square()], &[&approach.unit, &approach.unit]) {
        return None;
    }
    let sides = separating(approach, [vertex, other]);
    let [first, second] = approach.views.each_ref().map(|view| view.part.id);
    let corner = Corner { first: feature(first, vertex.index), second: feature(second, other.index) };
    (!sides.is_empty()).then_some(StepCorner { corner, sides })
}

/// The sides of two vertices.
fn separating(approach: &Approach, [vertex, other]: [&Vertex; 2]) -> Vec<Contact> {
    let [first, second] = &approach.views;
    let sides = [
        (vertex, other.ending, [first, second]),
        (vertex, other.starting, [first, second]),
        (other, vertex.ending, [second, first]),
        (other, vertex.starting, [second, first]),
    ];
    let separates = |vertex: &Vertex, edge: Edge| {
        let neighbours = [vertex.ending.start, vertex.point, vertex.starting.end];
        neighbours.into_iter().all(|point| !edge.gap(point).is_negative())
    };
    let sides = sides.into_iter().filter(|(vertex, edge, _)| separates(vertex, *edge));
    sides.map(|(vertex, edge, [view, other])| contact((view, vertex.index), (other, edge.index))).collect()
}

/// The sides of two vertices, wherever they are; none if there are no such vertices.
pub(super) fn sides(stage: &Stage, corner: &Corner) -> Vec<Contact> {
    let [first, second] = [corner.first, corner.second].map(|vertex| {
        let body = stage.placed.get(vertex.part.body)?;
        Some((body, body.parts.get(vertex.part.part)?))
    });
    let (Some(first), Some(second)) = (first, second) else { return Vec::new() };
    let approach = Approach::new([first, second]);
    let [view, other] = &approach.views;
    let vertex = view.corners().find(|vertex| vertex.index == corner.first.index);
    let other = other.corners().find(|vertex| vertex.index == corner.second.index);
    match (vertex, other) {
        (Some(vertex), Some(other)) => separating(&approach, [&vertex, &other]),
        _ => Vec::new(),
    }
}
