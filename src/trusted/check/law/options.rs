//! Candidates and options of a pair (`proofs/RUN.md`, section 5).

use super::at_seams;
use super::body::Part;
use super::guess::is_within;
use super::number::Number;
use super::pairs::{Outline, Pair};
use super::plan::Plan;
use super::round;
use super::support::Support;
use super::vector::Vector;
use super::work::Work;
use crate::rejection::Result;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use zwang_certificate::{Contact, Feature};

/// This many rows of a pair at a guess do not count.
const FREE_ROWS: usize = 32;

/// The edges of both parts of a pair that may separate them.
#[derive(Clone)]
pub(super) struct Candidates {
    edges: [Vec<usize>; 2],
}

/// An edge of a pair, and the least gap of the other part's vertices to it.
pub(super) struct Separation<'a> {
    /// 0 if the edge is of the first part, otherwise 1.
    pub side: usize,
    pub edge: usize,
    pub gap: Number,
    length_squared: &'a Number,
}

/// An edge at a guess.
pub(super) struct Facing<'a> {
    index: usize,
    start: &'a Vector,
    end: &'a Vector,
    direction: Vector,
    length_squared: &'a Number,
}

/// The gaps of all edges of both parts.
pub(super) fn separations<'a>(
    pair: [&'a Outline<'a>; 2],
) -> impl Iterator<Item = Result<Separation<'a>>> {
    let [first, second] = pair;
    let sides = [(0, first, second), (1, second, first)];
    sides.into_iter().flat_map(|(side, own, other)| {
        let mut support = Support::new(other);
        let edges = 0..own.part.edges.len();
        edges.map(move |edge| Separation::new(side, edge, own, &mut support))
    })
}

impl<'a> Separation<'a> {
    fn new(side: usize, edge: usize, own: &Outline<'a>, other: &mut Support) -> Result<Self> {
        let start = own.point(edge)?;
        let end = own.point(own.part.after(edge))?;
        let direction = end.minus(start);
        let (_, least) = other.nearest(&direction)?;
        Ok(Self {
            side,
            edge,
            gap: &least - &start.cross(&direction),
            length_squared: &own.part.edge(edge)?.length_squared,
        })
    }

    /// The square of its depth, if the gap is negative.
    fn depth_squared(&self) -> Number {
        &self.gap.square() * &self.length_squared.reciprocal()
    }
}

/// The square of the penetration of two parts; `None` if they are apart.
pub(super) fn penetration(plan: &Plan, pair: [&Outline; 2]) -> Result<Option<Number>> {
    if pair.iter().any(|outline| outline.part.is_rounded()) {
        return round::penetration(plan, pair);
    }
    let mut least: Option<Number> = None;
    for separation in separations(pair) {
        let separation = separation?;
        if !separation.gap.is_negative() {
            return Ok(None);
        }
        let depth = separation.depth_squared();
        least = Some(match least {
            Some(least) => least.min(depth),
            None => depth,
        });
    }
    Ok(least)
}

impl Candidates {
    /// None of a pair of which a part is rounded: its rows follow from the guess.
    pub(super) fn new(plan: &Plan, pair: [&Outline; 2]) -> Result<Self> {
        let [first, second] = pair;
        if first.part.is_rounded() || second.part.is_rounded() {
            return Ok(Self {
                edges: [vec![], vec![]],
            });
        }
        let tolerance_squared = first.part.tolerance_squared(second.part);
        let mut separating = [vec![], vec![]];
        let mut others = Vec::new();
        for separation in separations(pair) {
            let separation = separation?;
            let most = &tolerance_squared * separation.length_squared;
            let is_near = !separation.gap.is_negative() || separation.gap.square() <= most;
            match separating.get_mut(separation.side) {
                Some(list) if is_near => list.push(separation.edge),
                _ => others.push(separation),
            }
        }
        let [of_first, of_second] = separating;
        let of_first = plan.eligible(first.part.id, &[], of_first, second.body)?;
        let of_second = plan.eligible(second.part.id, &[], of_second, first.body)?;
        if of_first.is_empty() && of_second.is_empty() {
            return Self::least_deep(plan, pair, others);
        }
        let edges = [of_first, of_second];
        Ok(Self { edges })
    }

    /// The edges that come nearest to separating a pair which none does, but for hidden ones.
    fn least_deep(plan: &Plan, pair: [&Outline; 2], separations: Vec<Separation>) -> Result<Self> {
        let [first, second] = pair;
        let mut visible = Vec::new();
        for separation in separations {
            let [own, other] = match separation.side {
                0 => [first, second],
                _ => [second, first],
            };
            let part = own.part.id;
            let index = separation.edge;
            if !plan.hides(Feature { part, index }, other.body)? {
                visible.push(separation);
            }
        }
        let least = visible.iter().map(Separation::depth_squared).min();
        let mut edges = [vec![], vec![]];
        for separation in visible {
            if let Some(list) = edges.get_mut(separation.side)
                && Some(separation.depth_squared()) == least
            {
                list.push(separation.edge);
            }
        }
        Ok(Self { edges })
    }

    /// The candidates of the first part, and those of the second one.
    pub(super) fn by_part(&self) -> &[Vec<usize>; 2] {
        &self.edges
    }

    /// The candidates, those of the first part first.
    pub(super) fn features(&self, pair: Pair) -> Vec<Feature> {
        let mut features = Vec::new();
        for (part, edges) in [pair.first, pair.second].into_iter().zip(&self.edges) {
            for index in edges {
                features.push(Feature {
                    part,
                    index: *index,
                });
            }
        }
        features
    }

    /// Adds an edge of a part of the pair.
    pub(super) fn add(&mut self, pair: Pair, edge: Feature) {
        let [first, second] = &mut self.edges;
        let edges = if edge.part == pair.first {
            first
        } else {
            second
        };
        edges.push(edge.index);
        edges.sort_unstable();
    }

    /// Whether one of them has all vertices of the other part further off than a distance.
    pub(super) fn keep_apart(&self, pair: [&Outline; 2], distance: &Number) -> Result<bool> {
        let [first, second] = pair;
        let sides = [[first, second], [second, first]];
        for (side, ([own, other], edges)) in sides.into_iter().zip(&self.edges).enumerate() {
            let mut support = Support::new(other);
            for edge in edges {
                let separation = Separation::new(side, *edge, own, &mut support)?;
                if !is_within(&separation.gap, distance, separation.length_squared) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The options at a guess, each a list of rows, given the pair before and at the guess; those
    /// of a pair at rest have a choice where rough corners meet. L1: there are not too many.
    pub(super) fn options(
        &self,
        (plan, work): (&Plan, &Work),
        before: [&Outline; 2],
        pair: [&Outline; 2],
        is_at_rest: bool,
    ) -> Result<Vec<Vec<Contact>>> {
        let [first, second] = pair;
        let [of_first, of_second] = &self.edges;
        let vertices = first.points.len().saturating_add(second.points.len());
        let compared = of_first.len().saturating_mul(of_second.len());
        let free = work.list(compared.saturating_add(vertices / 8), FREE_ROWS)?;
        if first.part.is_rounded() || second.part.is_rounded() {
            let rows = round::rows(plan, before, pair)?;
            work.list(rows.len(), free)?;
            return Ok(vec![rows.into_iter().collect()]);
        }
        let mut options = Vec::new();
        let mut taken = [vec![], vec![]];
        for one in of_first {
            let e = Facing::new(first, *one)?;
            for other in of_second {
                let f = Facing::new(second, *other)?;
                if let Some(rows) = flush_rows(pair, &e, &f) {
                    if is_at_rest {
                        options.extend(either_corner(plan, before, [*one, *other], rows)?);
                    } else {
                        options.push(rows.concat());
                    }
                    let [taken_first, taken_second] = &mut taken;
                    taken_first.push(*one);
                    taken_second.push(*other);
                }
            }
        }
        let mut free = work.list(options.iter().map(Vec::len).sum(), free)?;
        let sides = [[first, second], [second, first]];
        for ([own, other], (edges, taken)) in sides.into_iter().zip(self.edges.iter().zip(&taken)) {
            let taken: BTreeSet<&usize> = taken.iter().collect();
            for edge in edges.iter().filter(|edge| !taken.contains(edge)) {
                free = work.list(other.points.len(), free)?;
                options.push(all_vertices(plan, before, [own, other], *edge)?);
            }
        }
        if self.are_behind(plan, before, pair)? {
            return Ok(vec![vec![]]);
        }
        at_seams::rows_at_seams(plan, before, pair, options)
    }

    /// Whether a part is behind others: these cover all its candidates, of which it has some, where
    /// the other part is, before the guess and at it.
    fn are_behind(
        &self,
        plan: &Plan,
        [first_before, second_before]: [&Outline; 2],
        [first, second]: [&Outline; 2],
    ) -> Result<bool> {
        let of_first = [[first_before, second_before], [first, second]];
        let of_second = [[second_before, first_before], [second, first]];
        for (edges, poses) in self.edges.iter().zip([of_first, of_second]) {
            let mut is_behind = !edges.is_empty();
            for &edge in edges {
                is_behind = is_behind && at_seams::is_covered(plan, poses, edge)?;
            }
            if is_behind {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Every vertex of a part with an edge of another one, or what is at an end of that instead.
fn all_vertices(
    plan: &Plan,
    before: [&Outline; 2],
    [own, other]: [&Outline; 2],
    edge: usize,
) -> Result<Vec<Contact>> {
    let mut rows = Vec::new();
    for vertex in 0..other.points.len() {
        rows.push(match past_end(plan, before, [own, other], edge, vertex)? {
            Some([end, facing]) => row(own, end, other, facing),
            None => row(other, vertex, own, edge),
        });
    }
    Ok(rows)
}

/// A vertex at an end of an edge and the edge below it, if a vertex of the other part is past that
/// end, and the edge that goes from there to the vertex faces the first one.
fn past_end(
    plan: &Plan,
    [one, two]: [&Outline; 2],
    [own, other]: [&Outline; 2],
    edge: usize,
    vertex: usize,
) -> Result<Option<[usize; 2]>> {
    let e = Facing::new(own, edge)?;
    let point = other.point(vertex)?;
    let onward: fn(&Part, usize) -> usize;
    let (mut end, facing) = if point.minus(e.end).dot(&e.direction).is_positive() {
        onward = Part::after;
        (own.part.after(edge), vertex)
    } else if point.minus(e.start).dot(&e.direction).is_negative() {
        onward = Part::before;
        (edge, other.part.before(vertex))
    } else {
        return Ok(None);
    };
    let name = Feature {
        part: other.part.id,
        index: vertex,
    };
    let seam = plan.seam(name, own.body)?;
    let f = Facing::new(other, facing)?;
    if seam.is_some_and(|seam| seam.edge != Some(facing)) || !e.faces(&f) {
        return Ok(None);
    }
    // What is lowest there, from the end on.
    for _ in 0..own.points.len() {
        let next = onward(own.part, end);
        if gap([own, other], [next, facing])? >= gap([own, other], [end, facing])? {
            break;
        }
        end = next;
    }
    let [own_before, other_before] = match one.part.id == own.part.id {
        true => [one, two],
        false => [two, one],
    };
    let gap = gap([own_before, other_before], [end, facing])?;
    let most = &own.part.tolerance_squared(other.part) * f.length_squared;
    let was_outside = !gap.is_negative() || gap.square() <= most;
    let is_over = f.is_below(own, end)?;
    Ok((is_over && was_outside).then_some([end, facing]))
}

pub(super) fn row(vertex_of: &Outline, vertex: usize, edge_of: &Outline, edge: usize) -> Contact {
    Contact {
        vertex: Feature {
            part: vertex_of.part.id,
            index: vertex,
        },
        edge: Feature {
            part: edge_of.part.id,
            index: edge,
        },
    }
}

/// The option with these rows, those of its lower end and those of its upper one. If
/// edges meet in corners there before the step, it is two: the vertex of one on the other, or of
/// the other on the one.
fn either_corner(
    plan: &Plan,
    [first, second]: [&Outline; 2],
    [one, other]: [usize; 2],
    [low, high]: [Vec<Contact>; 2],
) -> Result<Vec<Vec<Contact>>> {
    let after_one = first.part.after(one);
    let after_other = second.part.after(other);
    let low_corner = [one, after_other];
    let high_corner = [after_one, other];
    for (corner, far, rows) in [
        (low_corner, high_corner, &high),
        (high_corner, low_corner, &low),
    ] {
        let [p, q] = [first.point(corner[0])?, second.point(corner[1])?];
        let meet = p.minus(q).square() <= plan.touch.square();
        let touches = is_on(plan, [first, second], [far[0], other])?
            || is_on(plan, [second, first], [far[1], one])?;
        if meet && !touches {
            let mut of_one = rows.clone();
            of_one.push(row(first, corner[0], second, other));
            let mut of_other = rows.clone();
            of_other.push(row(second, corner[1], first, one));
            return Ok(vec![of_one, of_other]);
        }
    }
    Ok(vec![[low, high].concat()])
}

/// Whether the gap of a vertex of the first part and an edge of the second is within `touch`.
fn is_on(plan: &Plan, pair: [&Outline; 2], [vertex, edge]: [usize; 2]) -> Result<bool> {
    let [_, other] = pair;
    let length_squared = &other.part.edge(edge)?.length_squared;
    Ok(is_within(
        &gap(pair, [vertex, edge])?,
        &plan.touch,
        length_squared,
    ))
}

/// The gap of a vertex of the first part and an edge of the second.
pub(super) fn gap([own, other]: [&Outline; 2], [vertex, edge]: [usize; 2]) -> Result<Number> {
    let edge = Facing::new(other, edge)?;
    Ok(own.point(vertex)?.minus(edge.start).cross(&edge.direction))
}

/// The rows at the lower and the upper end of two edges that face each other and overlap.
pub(super) fn flush_rows(
    [first, second]: [&Outline; 2],
    e: &Facing,
    f: &Facing,
) -> Option<[Vec<Contact>; 2]> {
    if !e.faces(f) {
        return None;
    }
    // f runs from q2 to q1.
    let order = |one: &Vector, other: &Vector| {
        let squared = [e.length_squared, f.length_squared];
        one.order_along(other, [&e.direction, &f.direction], squared)
    };
    if order(e.start, f.start).is_gt() || order(f.end, e.end).is_gt() {
        return None;
    }
    let after_e = first.part.after(e.index);
    let after_f = second.part.after(f.index);
    let low = order(e.start, f.end);
    let high = order(e.end, f.start);
    let mut low_rows = Vec::new();
    if low != Ordering::Less {
        low_rows.push(row(first, e.index, second, f.index));
    }
    if low != Ordering::Greater {
        low_rows.push(row(second, after_f, first, e.index));
    }
    let mut high_rows = Vec::new();
    if high != Ordering::Greater {
        high_rows.push(row(first, after_e, second, f.index));
    }
    if high != Ordering::Less {
        high_rows.push(row(second, f.index, first, e.index));
    }
    Some([low_rows, high_rows])
}

impl<'a> Facing<'a> {
    pub(super) fn new(outline: &'a Outline, index: usize) -> Result<Self> {
        let start = outline.point(index)?;
        let end = outline.point(outline.part.after(index))?;
        Ok(Self {
            index,
            start,
            end,
            direction: end.minus(start),
            length_squared: &outline.part.edge(index)?.length_squared,
        })
    }

    /// Whether a vertex of another part is over the edge, ends included.
    fn is_below(&self, other: &Outline, vertex: usize) -> Result<bool> {
        let point = other.point(vertex)?;
        let from_start = point.minus(self.start).dot(&self.direction);
        let from_end = point.minus(self.end).dot(&self.direction);
        Ok(!from_start.is_negative() && !from_end.is_positive())
    }

    /// Whether the directions are opposite, up to 45 degrees.
    fn faces(&self, other: &Self) -> bool {
        let along = self.direction.dot(&other.direction);
        let lengths = self.length_squared * other.length_squared;
        along.is_negative() && &along.square() * &Number::from(2) > lengths
    }
}
