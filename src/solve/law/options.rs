//! In which ways two parts may be kept apart (`proofs/RUN.md`, section 5).
//!
//! Two edges that face each other are kept apart by rows at both ends of their overlap; another
//! edge by all vertices of the other part. If rough edges meet in corners, either corner may pass
//! the other.

use crate::at_seams::{is_outside, rows_at_seams};
use crate::candidates::Pair;
use crate::number::LONG;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::round;
use crate::seams::{Seam, seam};
use crate::state::Placed;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Square;
use std::cmp::Ordering;
use zwang_certificate::{Contact, Feature};

/// Rows that are all kept.
pub(crate) type Alternative = Vec<Contact>;

/// This many rows of a pair at a guess do not count.
const FREE_ROWS: usize = 32;

/// This many rows may be listed in a step, beside 8 for each vertex of the scene.
const MOST_ROWS: usize = 1 << 15;

/// Two candidates that may face each other.
struct Facing<'a> {
    outline: &'a Outline,
    edges: [Feature; 2],
    vectors: [Plane; 2],
}

impl Facing<'_> {
    fn is_facing(&self) -> bool {
        let [e, f] = &self.vectors;
        let product = e.dot(f);
        let [e_squared, f_squared] = self.edges.map(|edge| self.outline.edge_squared(edge));
        let squares = (e_squared * f_squared) << (4 * LONG);
        product < 0 && (product.square() << 1u64) > squares
    }

    /// The order of two points along e/|e| - f/|f|.
    fn order(&self, first: &Plane, second: &Plane) -> Ordering {
        let [e, f] = &self.vectors;
        let between = first - second;
        let [along_e, along_f] = [between.dot(e), between.dot(f)];
        let [e_squared, f_squared] = self.edges.map(|edge| self.outline.edge_squared(edge));
        let one = signed_square(&along_e) * f_squared;
        let other = signed_square(&along_f) * e_squared;
        one.cmp(&other)
    }
}

/// x |x|.
fn signed_square(number: &Integer) -> Integer {
    let square = number.square();
    if *number < 0 { -square } else { square }
}

/// Whether so many rows may be listed in a step.
pub(crate) fn are_few(outline: &Outline, rows: usize) -> bool {
    rows <= outline.vertices() * 8 + MOST_ROWS
}

/// How much is looked at where a pair has these options.
pub(crate) fn listed(outline: &Outline, pair: &Pair, options: &[Alternative]) -> usize {
    let [of_first, of_second] = pair.candidates.each_ref().map(Vec::len);
    let [first, second] = pair.parts.map(|part| outline.arms(part).len());
    let rows: usize = options.iter().map(Vec::len).sum();
    let all = of_first * of_second + (first + second) / 8 + rows;
    all.saturating_sub(FREE_ROWS)
}

/// The same of the nearest options of a group.
pub(crate) fn listed_before(outline: &Outline, placed: &Placed, pairs: &[Pair]) -> usize {
    let mut sum = 0;
    for pair in pairs {
        let options = listed_options(outline, [placed, placed], pair, false);
        sum += listed(outline, pair, &options);
    }
    sum
}

/// The options of a pair in a state.
pub(crate) fn options(outline: &Outline, placed: &Placed, pair: &Pair) -> Vec<Alternative> {
    let found = listed_options(outline, [placed, placed], pair, false);
    rows_at_seams(outline, [placed, placed], pair, found)
}

/// The options of a pair at the poses before and after a guess, with the rows that they would have
/// without seams; those of a pair at rest have a choice where rough corners meet.
pub(crate) fn listed_options(
    outline: &Outline,
    [before, placed]: [&Placed; 2],
    pair: &Pair,
    is_at_rest: bool,
) -> Vec<Alternative> {
    if outline.is_round(pair.parts) {
        return vec![round::rows(outline, before, placed, pair.parts)];
    }
    let mut options = Vec::new();
    let [of_first, of_second] = &pair.candidates;
    let mut is_used = [vec![false; of_first.len()], vec![false; of_second.len()]];
    for (one, &e) in of_first.iter().enumerate() {
        for (other, &f) in of_second.iter().enumerate() {
            if let Some(ends) = overlap(outline, placed, e, f) {
                match is_at_rest {
                    true => options.extend(either_corner(outline, before, [e, f], ends)),
                    false => options.push(ends.concat()),
                }
                is_used[0][one] = true;
                is_used[1][other] = true;
            }
        }
    }
    let [first, second] = pair.parts;
    for (side, part) in [(0, second), (1, first)] {
        for (&edge, is_used) in pair.candidates[side].iter().zip(&is_used[side]) {
            if !is_used {
                let vertices = 0..placed.part(part).len();
                let vertices = vertices.map(|index| Feature { part, index });
                let rows = vertices.map(|vertex| {
                    past_end(outline, [before, placed], edge, vertex)
                        .unwrap_or_else(|| row(vertex, edge))
                });
                options.push(rows.collect());
            }
        }
    }
    options
}

/// The row of a vertex at the end of an edge that a vertex of another part is past, if the edge
/// that goes from below that end to the vertex faces the first one.
fn past_end(
    outline: &Outline,
    [before, placed]: [&Placed; 2],
    edge: Feature,
    vertex: Feature,
) -> Option<Contact> {
    let next = outline.next(edge);
    let along = placed.edge(edge);
    let point = placed.vertex(vertex);
    let [edge_before, _] = outline.beside(vertex);
    let (mut end, facing, onward) = if (point - placed.vertex(next)).dot(&along) > 0 {
        (next, vertex, 1)
    } else if (point - placed.vertex(edge)).dot(&along) < 0 {
        (edge, edge_before, 0)
    } else {
        return None;
    };
    if let Some(seam) = seam(outline, vertex, edge.part.body)
        && seam != Seam::BoundBy(facing)
    {
        return None;
    }
    let edges = Facing {
        outline,
        edges: [edge, facing],
        vectors: [along, placed.edge(facing)],
    };
    if !edges.is_facing() {
        return None;
    }
    // What is lowest there, from the end on.
    loop {
        let next = outline.beside(end)[onward];
        if placed.gap(outline, &row(next, facing)) >= placed.gap(outline, &row(end, facing)) {
            break;
        }
        end = next;
    }
    let held = row(end, facing);
    let is_held = is_over(outline, placed, &held) && is_outside(outline, before, &held);
    is_held.then_some(held)
}

/// Whether the vertex of a row is over its edge, ends included.
fn is_over(outline: &Outline, placed: &Placed, row: &Contact) -> bool {
    let along = placed.edge(row.edge);
    let at = placed.vertex(row.vertex);
    (at - placed.vertex(row.edge)).dot(&along) >= 0
        && (at - placed.vertex(outline.next(row.edge))).dot(&along) <= 0
}

/// The option of two edges that overlap, given its rows at both ends; or two of them, if the edges
/// meet in corners before the step, at one end only.
fn either_corner(
    outline: &Outline,
    before: &Placed,
    [e, f]: [Feature; 2],
    rows: [Alternative; 2],
) -> Vec<Alternative> {
    let ends = [[e, outline.next(f)], [outline.next(e), f]];
    for (end, [p, q]) in ends.into_iter().enumerate() {
        let [far_p, far_q] = ends[1 - end];
        let is_flush =
            before.touches(outline, &row(far_p, f)) || before.touches(outline, &row(far_q, e));
        if is_flush || !before.meet(outline, [p, q]) {
            continue;
        }
        let mut options = Vec::new();
        for corner in [row(p, f), row(q, e)] {
            let mut option = rows[1 - end].clone();
            option.push(corner);
            options.push(option);
        }
        return options;
    }
    vec![rows.concat()]
}

pub(crate) fn row(vertex: Feature, edge: Feature) -> Contact {
    Contact { vertex, edge }
}

/// The rows at the lower and the upper end of the overlap of two edges, if they face each other and
/// overlap.
pub(crate) fn overlap(
    outline: &Outline,
    placed: &Placed,
    e: Feature,
    f: Feature,
) -> Option<[Alternative; 2]> {
    let facing = Facing {
        outline,
        edges: [e, f],
        vectors: [placed.edge(e), placed.edge(f)],
    };
    if !facing.is_facing() {
        return None;
    }
    let [p_1, p_2] = [e, outline.next(e)];
    let [q_2, q_1] = [f, outline.next(f)];
    let [p_1_at, p_2_at, q_1_at, q_2_at] = [p_1, p_2, q_1, q_2].map(|end| placed.vertex(end));
    if facing.order(p_1_at, q_2_at).is_gt() || facing.order(q_1_at, p_2_at).is_gt() {
        return None;
    }
    let lower = match facing.order(p_1_at, q_1_at) {
        Ordering::Greater => vec![row(p_1, f)],
        Ordering::Equal => vec![row(p_1, f), row(q_1, e)],
        Ordering::Less => vec![row(q_1, e)],
    };
    let upper = match facing.order(p_2_at, q_2_at) {
        Ordering::Less => vec![row(p_2, f)],
        Ordering::Equal => vec![row(p_2, f), row(q_2, e)],
        Ordering::Greater => vec![row(q_2, e)],
    };
    Some([lower, upper])
}
