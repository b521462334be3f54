//! Pairs of which a part is rounded (`proofs/RUN.md`, section 15).
//!
//! Their cores are convex and apart, so that one shortest vector leads from one to the other. It
//! ends at a vertex and an edge, or at two vertices, and the rows of the pair are those of its
//! ends; of cores that lie flat on each other, those at both ends of their overlap.

use super::number::Number;
use super::options::{Facing, flush_rows, separations};
use super::pairs::{Outline, Pair};
use super::plan::Plan;
use super::support::Support;
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
    ///
    /// The other core is behind the line across a shortest vector. So such a vector to an edge
    /// comes from a vertex that is nearest to the edge's line.
    pub(super) fn new(pair: [&Outline; 2]) -> Result<Option<Self>> {
        if overlap(pair)? {
            return Ok(None);
        }
        let [first, second] = pair;
        let mut shortest: Option<Self> = None;
        for [own, other] in [[first, second], [second, first]] {
            let mut support = Support::new(own);
            for edge in 0..other.part.edges.len() {
                let (_, direction) = line(other, edge)?;
                let (nearest, _) = support.nearest(&direction)?;
                for vertex in [own.part.before(nearest), nearest, own.part.after(nearest)] {
                    let Some((square, normal)) = over_edge([own, other], vertex, edge)? else {
                        continue;
                    };
                    let normal = match own.part.id == first.part.id {
                        true => normal.opposite(),
                        false => normal,
                    };
                    let name = contact(own, vertex, other, edge);
                    add(&mut shortest, name, square, normal);
                }
            }
        }
        // If vectors to an edge and to a vertex are the same, the edge counts.
        let of_edges = shortest.as_ref().map(|found| found.square.clone());
        for [vertex, other] in opposite_vertices(pair)? {
            let normal = second.point(other)?.minus(first.point(vertex)?);
            let square = normal.square();
            if of_edges.as_ref().is_none_or(|least| square < *least) {
                let name = of_vertices(pair, vertex, other);
                add(&mut shortest, name, square, normal);
            }
        }
        Ok(shortest.filter(|found| found.square.is_positive()))
    }
}

/// Pairs of a vertex of each core, among them all that a line can touch between the cores; if both
/// have n vertices, some 5 n.
///
/// Such a line turns about a vertex of the first core from the edge before to the edge after it,
/// and the second core's vertex that is nearest to it moves on as it turns.
fn opposite_vertices([first, second]: [&Outline; 2]) -> Result<Vec<[usize; 2]>> {
    let Some(last) = first.part.edges.len().checked_sub(1) else {
        return Ok((0..second.points.len()).map(|other| [0, other]).collect());
    };
    let mut pairs = Vec::new();
    let mut support = Support::new(second);
    let (mut from, _) = support.nearest(&line(first, last)?.1)?;
    for vertex in 0..=last {
        let (to, _) = support.nearest(&line(first, vertex)?.1)?;
        // Two are nearest to an edge that is parallel to one of the second core.
        pairs.push([vertex, second.part.before(from)]);
        pairs.push([vertex, second.part.after(to)]);
        pairs.push([vertex, to]);
        while from != to {
            pairs.push([vertex, from]);
            from = second.part.after(from);
        }
    }
    Ok(pairs)
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
fn overlap(pair: [&Outline; 2]) -> Result<bool> {
    let mut have_edges = false;
    for separation in separations(pair) {
        have_edges = true;
        if !separation?.gap.is_negative() {
            return Ok(false);
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
        None => plan.hides(row.edge, own.body),
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

#[cfg(test)]
mod tests {
    use super::super::body::{Body, Part};
    use super::super::pairs::outline;
    use super::*;
    use proptest::prelude::*;
    use zwang_certificate::PartId;
    use zwang_scene::BodyId;

    type Point = (i64, i64);

    fn turn([a, b, c]: [Point; 3]) -> i64 {
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
    }

    /// The corners of the convex hull of some points, counter-clockwise; an end twice of a segment.
    fn hull(points: &BTreeSet<Point>) -> Vec<Point> {
        let mut hull: Vec<Point> = Vec::new();
        for side in [
            points.iter().collect(),
            points.iter().rev().collect::<Vec<_>>(),
        ] {
            let kept = hull.len();
            for point in side {
                while let [.., a, b] = hull[kept..] {
                    if turn([a, b, *point]) > 0 {
                        break;
                    }
                    hull.pop();
                }
                hull.push(*point);
            }
            hull.pop();
        }
        if hull.is_empty() {
            hull.extend(points.first());
        }
        hull
    }

    /// Points of a small grid, so that many have parallel edges and equal distances.
    fn core() -> impl Strategy<Value = Vec<Point>> {
        prop::collection::btree_set((0..7_i64, 0..7_i64), 1..9).prop_map(|points| hull(&points))
    }

    fn body(index: usize, core: &[Point], off: Point) -> Body {
        let arms = core.iter().map(|(x, y)| Vector {
            x: Number::from(x + off.0),
            y: Number::from(y + off.1),
        });
        let id = PartId {
            body: index,
            part: 0,
        };
        Body {
            id: BodyId(index),
            free: None,
            parts: vec![Part::new(id, arms.collect(), Number::one())],
        }
    }

    /// Section 15, with every vertex and every edge.
    fn rows_by_definition(pair: [&Outline; 2]) -> Option<(Number, BTreeSet<Contact>)> {
        let [first, second] = pair;
        let mut rows = Vec::new();
        let mut have_edges = false;
        let mut is_apart = false;
        for [own, other] in [[first, second], [second, first]] {
            for edge in 0..other.part.edges.len() {
                let (start, direction) = line(other, edge).unwrap();
                let mut is_outside = true;
                for (vertex, point) in own.points.iter().enumerate() {
                    is_outside &= !point.minus(start).cross(&direction).is_negative();
                    if let Some((square, _)) = over_edge([own, other], vertex, edge).unwrap() {
                        rows.push((square, contact(own, vertex, other, edge)));
                    }
                }
                have_edges = true;
                is_apart |= is_outside;
            }
        }
        let overlap = have_edges && !is_apart;
        let of_edges = rows.iter().map(|(square, _)| square.clone()).min();
        for (vertex, point) in first.points.iter().enumerate() {
            for (other, end) in second.points.iter().enumerate() {
                let square = end.minus(point).square();
                if of_edges.as_ref().is_none_or(|least| square < *least) {
                    rows.push((square, of_vertices(pair, vertex, other)));
                }
            }
        }
        let least = rows.iter().map(|(square, _)| square.clone()).min()?;
        if overlap || least.is_zero() {
            return None;
        }
        rows.retain(|(square, _)| *square == least);
        Some((least, rows.into_iter().map(|(_, row)| row).collect()))
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(2000)
        })]
        #[test]
        fn shortest_rows_are_those_of_the_definition(
            cores in [core(), core()],
            off in (-9..9_i64, -9..9_i64),
        ) {
            let bodies = [body(0, &cores[0], (0, 0)), body(1, &cores[1], off)];
            let [first, second] = bodies.each_ref().map(|body| {
                let unturned = Vector { x: Number::one(), y: Number::zero() };
                outline(body, &body.parts[0], &Vector::zero(), &unturned)
            });
            let pair = [&first, &second];
            let found = Shortest::new(pair).unwrap().map(|found| (found.square, found.rows));
            prop_assert_eq!(found, rows_by_definition(pair));
        }
    }
}
