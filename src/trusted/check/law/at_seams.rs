//! Options at seams (`proofs/RUN.md`, section 5, *At seams*).
//!
//! A vertex w at a seam is no corner of its whole. So it is not held by an edge of a corner p that
//! is near: where p is over the edge f that bounds the whole at w, it is held by f.

use super::number::Number;
use super::options::{gap, row};
use super::pairs::Outline;
use super::plan::Plan;
use crate::rejection::Result;
use zwang_certificate::Contact;

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
        let near_squared = self.plan.touch.square().shifted_up(20);
        let near_squared = near_squared.max(self.tolerance_squared().shifted_up(2));
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
