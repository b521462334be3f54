//! Options at seams (`proofs/RUN.md`, section 5, *At seams*).
//!
//! A vertex w at a seam is no corner of its whole. So it is not held by an edge of a corner p that
//! is near: where p is over the edge f that bounds the whole at w, it is held by f.

use super::number::Number;
use super::options::{gap, row};
use super::pairs::Outline;
use super::plan::Plan;
use super::support::Support;
use super::vector::Vector;
use crate::rejection::Result;
use zwang_certificate::{Contact, Feature};

/// A row of a vertex at a seam.
struct AtSeam<'a> {
    plan: &'a Plan,
    /// The part of the vertex, and that of the edge, at the guess.
    outlines: [&'a Outline<'a>; 2],
    name: Contact,
    /// The edge that bounds the whole at the vertex.
    bound: usize,
}

/// The options of a pair, given as they would be without seams, before and at the guess.
pub(super) fn rows_at_seams(
    plan: &Plan,
    before: [&Outline; 2],
    pair: [&Outline; 2],
    options: Vec<Vec<Contact>>,
) -> Result<Vec<Vec<Contact>>> {
    let mut different: Vec<Vec<Contact>> = Vec::new();
    for option in options {
        let mut rows = Vec::new();
        for name in option {
            if let Some(row) = past_seam(plan, before, pair, name)?
                && !rows.contains(&row)
            {
                rows.push(row);
            }
        }
        if !different.contains(&rows) {
            different.push(rows);
        }
    }
    Ok(different)
}

/// Whether others cover an edge of the first part of a pair for the second one, where the vertices
/// that are nearest to it at the guess, or before, are at the guess, and as far from there as they
/// go, D at least.
pub(super) fn is_covered(plan: &Plan, poses: [[&Outline; 2]; 2], edge: usize) -> Result<bool> {
    let [before, now] = poses;
    let [own, other] = now;
    let name = Feature {
        part: own.part.id,
        index: edge,
    };
    if !plan.has_covers(name) {
        return Ok(false);
    }
    let along = direction(own, edge)?;
    let per_square = along.square().reciprocal();
    let mut shares = Vec::new();
    let mut far_squared = near_squared(plan, own, other);
    for vertex in [nearest(before, edge)?, nearest(now, edge)?].concat() {
        let [from, to] = [beside(before, edge, vertex)?, beside(now, edge, vertex)?];
        far_squared = far_squared.max(to.minus(&from).square());
        let share = &to.dot(&along) * &per_square;
        shares.push(share.max(Number::zero()).min(Number::one()));
    }
    let [Some(low), Some(high)] = [shares.iter().min(), shares.iter().max()] else {
        return Ok(false);
    };
    let Some([from, to]) = plan.covered_about(name, other.body, low)? else {
        return Ok(false);
    };
    let far_squared = &far_squared * &own.part.edge(edge)?.length_squared.reciprocal();
    let is_far = |way: Number| !way.is_negative() && way.square() >= far_squared;
    let at_start = !from.is_positive() || is_far(low - &from);
    let at_end = to >= Number::one() || is_far(&to - high);
    Ok(at_start && at_end)
}

/// The vertices of the other part that are nearest to an edge.
fn nearest([own, other]: [&Outline; 2], edge: usize) -> Result<Vec<usize>> {
    let along = direction(own, edge)?;
    let (nearest, least) = Support::new(other).nearest(&along)?;
    let mut vertices = vec![nearest];
    for vertex in [other.part.before(nearest), other.part.after(nearest)] {
        if other.point(vertex)?.cross(&along) == least {
            vertices.push(vertex);
        }
    }
    Ok(vertices)
}

/// From the start of an edge to its end.
fn direction(own: &Outline, edge: usize) -> Result<Vector> {
    Ok(own.point(own.part.after(edge))?.minus(own.point(edge)?))
}

/// From the start of an edge to a vertex of the other part.
fn beside([own, other]: [&Outline; 2], edge: usize, vertex: usize) -> Result<Vector> {
    Ok(other.point(vertex)?.minus(own.point(edge)?))
}

/// D²: so near, corners of a whole and of a body are looked at together.
fn near_squared(plan: &Plan, own: &Outline, other: &Outline) -> Number {
    let of_touch = plan.touch.square().shifted_up(20);
    of_touch.max(own.part.tolerance_squared(other.part).shifted_up(2))
}

/// The row itself, or the one that takes its place; none if its part is inside of a whole at its
/// vertex.
fn past_seam(
    plan: &Plan,
    before: [&Outline; 2],
    pair: [&Outline; 2],
    name: Contact,
) -> Result<Option<Contact>> {
    let outlines = of_row(pair, &name);
    let [own, other] = outlines;
    let Some(seam) = plan.seam(name.vertex, other.body)? else {
        return Ok(Some(name));
    };
    let Some(bound) = seam.edge else {
        return Ok(None);
    };
    let at_seam = AtSeam {
        plan,
        outlines,
        name,
        bound,
    };
    let Some(end) = at_seam.near_end()? else {
        return Ok(Some(name));
    };
    let is_held = at_seam.is_over(end)? && at_seam.is_outside(of_row(before, &name), end)?;
    Ok(Some(match is_held {
        true => row(other, end, own, bound),
        false => name,
    }))
}

/// The part of the vertex of a row, and that of its edge.
fn of_row<'a, 'b>([first, second]: [&'a Outline<'b>; 2], name: &Contact) -> [&'a Outline<'b>; 2] {
    match name.vertex.part == first.part.id {
        true => [first, second],
        false => [second, first],
    }
}

impl AtSeam<'_> {
    /// The first end of the edge that is at a distance of at most D from the vertex; none if the
    /// whole is not bounded so far.
    fn near_end(&self) -> Result<Option<usize>> {
        let [own, other] = self.outlines;
        let near_squared = near_squared(self.plan, own, other);
        if near_squared > own.part.edge(self.bound)?.length_squared {
            return Ok(None);
        }
        let vertex = own.point(self.name.vertex.index)?;
        let start = self.name.edge.index;
        for end in [start, other.part.after(start)] {
            if other.point(end)?.minus(vertex).square() <= near_squared {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Whether an end of the edge is over the bound, as seen from the vertex, or within touch of
    /// that.
    fn is_over(&self, end: usize) -> Result<bool> {
        let [own, other] = self.outlines;
        let [start, vertex] = [self.bound, self.name.vertex.index];
        let far = match start == vertex {
            true => own.part.after(start),
            false => start,
        };
        let vertex = own.point(vertex)?;
        let along = own.point(far)?.minus(vertex);
        let place = other.point(end)?.minus(vertex).dot(&along);
        let most = &self.plan.touch.square() * &own.part.edge(self.bound)?.length_squared;
        Ok(!place.is_negative() || place.square() <= most)
    }

    /// Whether before the guess an end of the edge was outside of the bound, or overlapped by the
    /// tolerance at most.
    fn is_outside(&self, [own, other]: [&Outline; 2], end: usize) -> Result<bool> {
        let gap = gap([other, own], [end, self.bound])?;
        let most = &self.tolerance_squared() * &own.part.edge(self.bound)?.length_squared;
        Ok(!gap.is_negative() || gap.square() <= most)
    }

    fn tolerance_squared(&self) -> Number {
        let [own, other] = self.outlines;
        own.part.tolerance_squared(other.part)
    }
}
