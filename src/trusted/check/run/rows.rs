//! R1: which rows and corners a step has (`proofs/RUN.md`, section 3).

use super::approach::{Approach, Corner as Vertex, Edge, View};
use super::integer_vector::IntegerVector;
use super::placed::Placed;
use super::product::compare_over_roots;
use super::reach::Reach;
use super::stage::Stage;
use super::within_reach::{self, PartOfBody};
use crate::names;
use crate::rejection::Condition::R1;
use crate::rejection::Result;
use num_bigint::{BigInt, Sign};
use num_traits::Signed;
use std::cmp::Ordering;
use zwang_certificate::run::Corner;
use zwang_certificate::{Contact, PartId};
use zwang_scene::Scene;

/// The rows and the corners of a step, ascending.
#[derive(Default)]
pub(super) struct Rows {
    pub rows: Vec<Contact>,
    /// Their sides are found again where they are asked for ([`sides`]): there may be many.
    pub corners: Vec<Corner>,
}

/// All rows and corners of the step.
pub(super) fn rows(stage: &Stage, reach: &Reach) -> Result<Rows> {
    let mut found = Rows::default();
    let parts = stage.placed.iter().map(|body| body.parts.len());
    let most = within_reach::most(parts.sum()).saturating_mul(2);
    let may_touch = |one: &Placed, other: &Placed| stage.plan.may_touch(one, other);
    within_reach::each_pair(&stage.placed, reach.cells, R1, may_touch, |pair| {
        found.look_at(&Approach::new(pair), reach);
        let count = found.rows.len().saturating_add(found.corners.len());
        if count > most {
            let found = format!("more than {most} rows and corners");
            let required = "at most 2^17 and 64 for each part";
            return R1.exceed("parts", found, required);
        }
        Ok(())
    })?;
    found.rows.sort_unstable();
    found.rows.dedup();
    found.corners.sort_unstable();
    Ok(found)
}

impl Rows {
    /// The rows and corners of two parts.
    fn look_at(&mut self, approach: &Approach, reach: &Reach) {
        let [first, second] = &approach.views;
        let vertices = without_row(approach, [first, second], reach, &mut self.rows);
        let others = without_row(approach, [second, first], reach, &mut self.rows);
        for vertex in &vertices {
            for other in &others {
                if are_close_by(approach, [vertex, other], reach) {
                    self.take_meeting(approach, [vertex, other]);
                }
            }
        }
    }

    /// The rows of a meeting: a corner, or rows of the step if there is no choice.
    fn take_meeting(&mut self, approach: &Approach, [vertex, other]: [&Vertex; 2]) {
        let candidates = separating(approach, [vertex, other]);
        if choice(&candidates).is_some() {
            let [first, second] = &approach.views;
            self.corners.push(Corner {
                first: first.feature(vertex.index),
                second: second.feature(other.index),
            });
        } else {
            for candidate in candidates {
                self.rows.push(candidate.row);
            }
        }
    }
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
    for vertex in view.corners() {
        let cell = [vertex.cell; 2];
        if within_reach::meet(cell, other.part.span, reach.cells) {
            match edge_of(approach, vertex, other, reach) {
                Some(edge) => rows.push(Contact {
                    vertex: view.feature(vertex.index),
                    edge: other.feature(edge),
                }),
                None => rest.push(vertex),
            }
        }
    }
    rest
}

/// The edge of the row that a vertex has with another part.
fn edge_of(approach: &Approach, vertex: Vertex, other: &View, reach: &Reach) -> Option<usize> {
    let (edge, gap) = farthest(vertex, other)?;
    let from_start = vertex.point.minus(edge.start);
    let from_end = vertex.point.minus(edge.end);
    let is_before = from_start.dot(edge.direction).is_negative();
    let is_behind = from_end.dot(edge.direction).is_positive();
    if is_before || is_behind {
        return None;
    }
    let has_row = match gap.sign() {
        Sign::Plus => {
            let unit = &approach.unit;
            let square = edge.direction.square();
            reach.covers(&[&gap, &gap], &[&square, unit, unit])
        }
        Sign::NoSign => true,
        Sign::Minus => is_inside(vertex, other),
    };
    if !has_row {
        return None;
    }
    Some(edge.index)
}

/// Whether a vertex is behind all edges of a part, or on them.
fn is_inside(vertex: Vertex, other: &View) -> bool {
    for edge in other.edges() {
        if edge.gap(vertex.point).is_positive() {
            return false;
        }
    }
    true
}

/// Of the edges of a part that face a vertex, the one with the largest distance, if there is one,
/// and the gap.
fn farthest<'a>(vertex: Vertex, other: &'a View) -> Option<(Edge<'a>, BigInt)> {
    let mut best: Option<(Edge, BigInt)> = None;
    let mut is_unique = false;
    for edge in other.edges() {
        if !faces(edge, vertex) {
            continue;
        }
        let gap = edge.gap(vertex.point);
        let order = match &best {
            None => Ordering::Greater,
            Some((best, best_gap)) => {
                compare_over_roots([&gap, edge.square], [best_gap, best.square])
            }
        };
        match order {
            Ordering::Greater => {
                best = Some((edge, gap));
                is_unique = true;
            }
            Ordering::Equal => is_unique = false,
            Ordering::Less => {}
        }
    }
    if is_unique { best } else { None }
}

/// n·n₁/|n₁| + n·n₂/|n₂| < 0. Products of normals are those of directions.
fn faces(edge: Edge, vertex: Vertex) -> bool {
    let Vertex {
        ending, starting, ..
    } = vertex;
    let first = edge.direction.dot(ending.direction);
    let second = -edge.direction.dot(starting.direction);
    let first = [&first, ending.square];
    let second = [&second, starting.square];
    compare_over_roots(first, second) == Ordering::Less
}

/// Whether two vertices meet.
fn are_close_by(approach: &Approach, [vertex, other]: [&Vertex; 2], reach: &Reach) -> bool {
    let cell = [vertex.cell; 2];
    let other_cell = [other.cell; 2];
    if !within_reach::meet(cell, other_cell, reach.cells) {
        return false;
    }
    let apart = vertex.point.minus(other.point);
    let square = apart.square();
    let unit = &approach.unit;
    reach.covers(&[&square], &[unit, unit])
}

/// A row of a meeting.
struct Candidate {
    row: Contact,
    /// m, turned by a quarter, which changes no product.
    direction: IntegerVector,
}

/// The rows of two vertices, as far as they separate.
fn separating(approach: &Approach, [vertex, other]: [&Vertex; 2]) -> Vec<Candidate> {
    let [first, second] = &approach.views;
    let mut candidates = on_edges([first, second], [vertex, other]);
    for Candidate { row, direction } in on_edges([second, first], [other, vertex]) {
        let direction = direction.opposite();
        candidates.push(Candidate { row, direction });
    }
    candidates
}

/// The rows of a vertex with the edges at another one, as far as they separate.
fn on_edges([view, other_view]: [&View; 2], [vertex, other]: [&Vertex; 2]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for edge in [other.ending, other.starting] {
        if separates(vertex, edge) {
            let row = Contact {
                vertex: view.feature(vertex.index),
                edge: other_view.feature(edge.index),
            };
            let direction = edge.direction.clone();
            candidates.push(Candidate { row, direction });
        }
    }
    candidates
}

/// Whether a vertex and both its neighbours are not behind an edge.
fn separates(vertex: &Vertex, edge: Edge) -> bool {
    let before = vertex.ending.start;
    let after = vertex.starting.end;
    for point in [before, vertex.point, after] {
        if edge.gap(point).is_negative() {
            return false;
        }
    }
    true
}

/// The two sides of a meeting; `None` if there is no choice.
fn choice(rows: &[Candidate]) -> Option<[Vec<Contact>; 2]> {
    let first = extreme(rows, BigInt::is_negative)?;
    let last = extreme(rows, BigInt::is_positive)?;
    if are_close(first, last) {
        return None;
    }
    Some([close_to(first, rows), close_to(last, rows)])
}

/// The rows whose directions are close to one.
fn close_to(m: &IntegerVector, rows: &[Candidate]) -> Vec<Contact> {
    let mut close = Vec::new();
    for candidate in rows {
        if are_close(m, &candidate.direction) {
            close.push(candidate.row);
        }
    }
    close
}

/// The first direction that no other is behind.
fn extreme(rows: &[Candidate], is_behind: fn(&BigInt) -> bool) -> Option<&IntegerVector> {
    for candidate in rows {
        let m = &candidate.direction;
        if !has_behind(m, rows, is_behind) {
            return Some(m);
        }
    }
    None
}

/// Whether a direction of a row is behind another direction.
fn has_behind(m: &IntegerVector, rows: &[Candidate], is_behind: fn(&BigInt) -> bool) -> bool {
    for row in rows {
        let product = m.cross(&row.direction);
        if is_behind(&product) {
            return true;
        }
    }
    false
}

/// Whether two directions differ by less than 45 degrees.
fn are_close(m: &IntegerVector, other: &IntegerVector) -> bool {
    let product = m.dot(other);
    let square = &product * &product;
    let squares = m.square() * other.square();
    product.is_positive() && square * 2_u8 > squares
}

/// The sides of two vertices, wherever they are. R1: they exist, and there is a choice.
pub(super) fn sides(
    scene: &Scene,
    placed: &[Placed],
    corner: &Corner,
) -> Result<[Vec<Contact>; 2]> {
    match find_sides(placed, corner) {
        Some(sides) => Ok(sides),
        None => {
            let place = names::vertices(scene, corner);
            let required = "only corners of the step";
            R1.refuse(place, "a corner", required)
        }
    }
}

fn find_sides(placed: &[Placed], corner: &Corner) -> Option<[Vec<Contact>; 2]> {
    let first = part(placed, corner.first.part)?;
    let second = part(placed, corner.second.part)?;
    let approach = Approach::new([first, second]);
    let [view, other] = &approach.views;
    let vertex = view.corners().nth(corner.first.index)?;
    let other = other.corners().nth(corner.second.index)?;
    let candidates = separating(&approach, [&vertex, &other]);
    choice(&candidates)
}

fn part<'a>(placed: &'a [Placed<'a>], id: PartId) -> Option<PartOfBody<'a>> {
    let body = placed.get(id.body)?;
    let part = body.parts.get(id.part)?;
    Some(PartOfBody { body, part })
}
