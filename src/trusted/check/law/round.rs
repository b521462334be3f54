//! Pairs of which a part is rounded (`proofs/RUN.md`, section 15).
//!
//! Their cores are convex and apart, so that one shortest vector leads from one to the other. It
//! ends at a vertex and an edge, or at two vertices, and the rows of the pair are those of its
//! ends; of cores that lie flat on each other, those at both ends of their overlap.

use super::number::Number;
use super::options::{Facing, flush_rows};
use super::pairs::{Outline, Pair};
use super::plan::Plan;
use super::vector::Vector;
use crate::rejection::Result;
use std::collections::BTreeSet;
use zwang_certificate::{Contact, Feature};

/// The place of a vertex beside an edge, as seen along it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Start,
    Edge,
    End,
}

/// The shortest vectors between two cores.
pub(super) struct Shortest {
    /// The rows at their ends.
    rows: BTreeSet<Contact>,
    /// The square of their length.
    pub square: Number,
    /// A vector along them, from the first core to the second.
    normal: Vector,
}

impl Shortest {
    /// `None` if the cores meet.
    pub(super) fn new(pair: [&Outline; 2]) -> Result<Option<Self>> {
        if meet(pair)? {
            return Ok(None);
        }
        let [first, second] = pair;
        let mut shortest: Option<Self> = None;
        for [own, other] in [[first, second], [second, first]] {
            for vertex in 0..own.points.len() {
                for edge in 0..other.part.edges.len() {
                    let Some((square, normal)) = over_edge([own, other], vertex, edge)? else {
                        continue;
                    };
                    let normal = match own.part.id == first.part.id {
                        true => normal.opposite(),
                        false => normal,
                    };
                    add(
                        &mut shortest,
                        contact(own, vertex, other, edge),
                        square,
                        normal,
                    );
                }
            }
        }
        for (vertex, point) in first.points.iter().enumerate() {
            for (other_vertex, other_point) in second.points.iter().enumerate() {
                let normal = other_point.minus(point);
                let square = normal.square();
                // If vectors to an edge and to a vertex are the same, the edge counts.
                if shortest.as_ref().is_none_or(|found| {
                    square < found.square
                        || square == found.square && !found.is_of_edge([first, second])
                }) {
                    let name = of_vertices([first, second], vertex, other_vertex);
                    add(&mut shortest, name, square, normal);
                }
            }
        }
        Ok(shortest)
    }

    fn is_of_edge(&self, [first, second]: [&Outline; 2]) -> bool {
        self.rows.iter().any(|row| {
            let part = match row.edge.part == first.part.id {
                true => first.part,
                false => second.part,
            };
            row.edge.index < part.arms.len()
        })
    }
}

/// Adds a row, if it is as short as the others.
fn add(shortest: &mut Option<Shortest>, row: Contact, square: Number, normal: Vector) {
    if let Some(found) = shortest {
        if square > found.square {
            return;
        }
        if square == found.square {
            found.rows.insert(row);
            return;
        }
    }
    *shortest = Some(Shortest {
        rows: BTreeSet::from([row]),
        square,
        normal,
    });
}

/// Whether no edge of two cores has all vertices of the other one outside.
fn meet([first, second]: [&Outline; 2]) -> Result<bool> {
    let mut have_edges = false;
    for [own, other] in [[first, second], [second, first]] {
        for edge in 0..own.part.edges.len() {
            have_edges = true;
            let (start, direction) = line(own, edge)?;
            let is_outside = |point: &Vector| !point.minus(start).cross(&direction).is_negative();
            if other.points.iter().all(is_outside) {
                return Ok(false);
            }
        }
    }
    Ok(have_edges)
}

/// The start of an edge, and the vector along it.
fn line<'a>(own: &'a Outline, edge: usize) -> Result<(&'a Vector, Vector)> {
    let start = own.point(edge)?;
    Ok((start, own.point(own.part.after(edge))?.minus(start)))
}

/// The square of the distance of a vertex that is over an edge, and the outward normal.
fn over_edge(
    [own, other]: [&Outline; 2],
    vertex: usize,
    edge: usize,
) -> Result<Option<(Number, Vector)>> {
    let (start, direction) = line(other, edge)?;
    let gap = own.point(vertex)?.minus(start).cross(&direction);
    if gap.is_negative() || beside(own.point(vertex)?, start, &direction) != Beside::Edge {
        return Ok(None);
    }
    let square = &gap.square() * &direction.square().reciprocal();
    Ok(Some((square, direction.quarter_turn().opposite())))
}

fn beside(point: &Vector, start: &Vector, direction: &Vector) -> Beside {
    let along = point.minus(start).dot(direction);
    if along.is_negative() {
        return Beside::Start;
    }
    match along > direction.square() {
        true => Beside::End,
        false => Beside::Edge,
    }
}

/// Whether a vertex is over an edge, its ends included.
pub(super) fn is_over(point: &Vector, start: &Vector, direction: &Vector) -> bool {
    beside(point, start, direction) == Beside::Edge
}

fn contact(own: &Outline, vertex: usize, other: &Outline, edge: usize) -> Contact {
    let of = |outline: &Outline, index| Feature {
        part: outline.part.id,
        index,
    };
    Contact {
        vertex: of(own, vertex),
        edge: of(other, edge),
    }
}

/// The row of two vertices: that of the second part is behind its edges.
fn of_vertices([first, second]: [&Outline; 2], vertex: usize, other: usize) -> Contact {
    let index = second.part.arms.len().saturating_add(other);
    contact(first, vertex, second, index)
}

/// The rows of a pair at a guess, given the pair before and at the guess.
pub(super) fn rows(
    plan: &Plan,
    before: [&Outline; 2],
    guessed: [&Outline; 2],
) -> Result<BTreeSet<Contact>> {
    let [first, second] = guessed;
    let reach = &first.part.radius + &second.part.radius;
    let found = Shortest::new(guessed)?;
    let earlier = Shortest::new(before)?;
    let (pair, shortest) = match (found, earlier) {
        (None, None) => return Ok(BTreeSet::new()),
        (None, Some(earlier)) => (before, earlier),
        (Some(found), None) => (guessed, found),
        (Some(found), Some(earlier)) => {
            let overlaps = found.square < reach.square();
            let is_turned = !found.normal.dot(&earlier.normal).is_positive();
            match overlaps && is_turned {
                true => (before, earlier),
                false => (guessed, found),
            }
        }
    };
    let mut rows = shortest.rows.clone();
    for row in &shortest.rows {
        add_ends(pair, row, &mut rows)?;
    }
    let mut visible = BTreeSet::new();
    for row in rows {
        if !is_hidden(plan, pair, &row)? {
            visible.insert(row);
        }
    }
    Ok(visible)
}

/// Adds the rows at the ends of the overlap of edges that face each other and contain both ends of
/// a shortest vector.
fn add_ends(pair: [&Outline; 2], row: &Contact, rows: &mut BTreeSet<Contact>) -> Result {
    let [first, second] = pair;
    let (of_first, of_second) = match row.vertex.part == first.part.id {
        true => (
            at(first, row.vertex.index),
            containing(second, row.edge.index),
        ),
        false => (
            containing(first, row.edge.index),
            at(second, row.vertex.index),
        ),
    };
    for one in &of_first {
        let e = Facing::new(first, *one)?;
        for other in &of_second {
            let f = Facing::new(second, *other)?;
            for row in flush_rows(pair, &e, &f).into_iter().flatten().flatten() {
                rows.insert(clamped(pair, &row)?);
            }
        }
    }
    Ok(())
}

/// The edges with a vertex.
fn at(outline: &Outline, vertex: usize) -> Vec<usize> {
    let count = outline.part.edges.len();
    match (count, vertex) {
        (0, _) => vec![],
        (_, 0) => vec![0, count.saturating_sub(1)],
        _ => vec![vertex.saturating_sub(1), vertex],
    }
}

/// An edge, or those with a vertex that is behind the edges.
fn containing(outline: &Outline, index: usize) -> Vec<usize> {
    match index.checked_sub(outline.part.arms.len()) {
        Some(vertex) => at(outline, vertex),
        None => vec![index],
    }
}

/// The row of a vertex and the point of an edge that is closest to it.
fn clamped(pair: [&Outline; 2], row: &Contact) -> Result<Contact> {
    let [first, second] = pair;
    let is_first = row.vertex.part == first.part.id;
    let (own, other) = if is_first {
        (first, second)
    } else {
        (second, first)
    };
    let (start, direction) = line(other, row.edge.index)?;
    let end = match beside(own.point(row.vertex.index)?, start, &direction) {
        Beside::Edge => return Ok(*row),
        Beside::Start => row.edge.index,
        Beside::End => other.part.after(row.edge.index),
    };
    Ok(match is_first {
        true => of_vertices(pair, row.vertex.index, end),
        false => of_vertices(pair, end, row.vertex.index),
    })
}

/// Whether the vertex, or what is opposite to it, is hidden from the other body.
fn is_hidden(plan: &Plan, [first, second]: [&Outline; 2], row: &Contact) -> Result<bool> {
    let is_first = row.vertex.part == first.part.id;
    let (own, other) = if is_first {
        (first, second)
    } else {
        (second, first)
    };
    if plan.seams.hides(&plan.bodies, row.vertex, other.body)? {
        return Ok(true);
    }
    match row.edge.index.checked_sub(other.part.arms.len()) {
        Some(index) => {
            let vertex = Feature { index, ..row.edge };
            plan.seams.hides(&plan.bodies, vertex, own.body)
        }
        None => plan.hidden.hides(&plan.bodies, row.edge, own.body),
    }
}

/// The square of how far two parts overlap, rounded up; `None` if they do not.
pub(super) fn penetration(plan: &Plan, pair: [&Outline; 2]) -> Result<Option<Number>> {
    let [first, second] = pair;
    let reach = &first.part.radius + &second.part.radius;
    let Some(Shortest { square, .. }) = Shortest::new(pair)? else {
        return Ok(Some(reach.square()));
    };
    if square >= reach.square() {
        return Ok(None);
    }
    let distance = square.root_below(plan.grid.long());
    Ok(Some((&reach - &distance).square()))
}

impl Plan {
    /// Whether a part of a pair is rounded.
    pub(super) fn is_round(&self, pair: Pair) -> Result<bool> {
        Ok(self.part(pair.first)?.is_rounded() || self.part(pair.second)?.is_rounded())
    }
}
