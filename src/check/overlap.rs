//! C1 where no separations are given: the first state of a run.
//!
//! Convex parts do not overlap if and only if the line of an edge of one of them separates them. A
//! proof names that edge; for the first state of a run, which comes with no hints, it is looked for
//! here. Finding it may be clever; believing it is not: all vertices are looked at.

use crate::figure::{self, Figure, Part};
use crate::sweep::Sweep;
use std::iter::Cycle;
use std::slice::Iter;
use zwang_exact::{Fraction, FractionVector};

/// The first two parts, of whichever bodies that do not ignore each other, that overlap.
pub(crate) fn overlapping_parts<'a>(figure: &'a Figure<'a>) -> Option<(Part<'a>, Part<'a>)> {
    Sweep::new(figure).find_pair(|first, second| {
        let may_overlap = figure.ignore_each_other(first.body, second.body);
        !may_overlap && overlap(first.points, second.points)
    })
}

fn overlap(first: &[FractionVector], second: &[FractionVector]) -> bool {
    !has_separating_edge(first, second) && !has_separating_edge(second, first)
}

/// Whether an edge of a part has the other part on its outer side.
///
/// As the edges of a convex part turn counter-clockwise, so does the vertex of the other part that
/// lies deepest behind them. So each edge's deepest vertex is found by going on from that of the
/// edge before, and only an edge with that vertex in front of it is worth a look at all vertices.
fn has_separating_edge(part: &[FractionVector], other: &[FractionVector]) -> bool {
    let mut deepest: Option<Walk> = None;
    let next = part.iter().cycle().skip(1);
    for (p, q) in part.iter().zip(next) {
        let normal = figure::outward_normal(p, q);
        let walk = match deepest {
            Some(walk) => Some(walk),
            None => Walk::to_deepest(&normal, other),
        };
        // A part without vertices is never said to be apart from another.
        let Some(mut walk) = walk else { return false };
        let height = walk.descend(&normal);
        if height >= normal.dot(p) && is_in_front(&normal, p, other) {
            return true;
        }
        deepest = Some(walk);
    }
    false
}

/// n·(w - p) ≥ 0 for all vertices w.
fn is_in_front(normal: &FractionVector, p: &FractionVector, other: &[FractionVector]) -> bool {
    for vertex in other {
        let from_start = vertex - p;
        let gap = normal.dot(&from_start);
        if gap.is_negative() {
            return false;
        }
    }
    true
}

/// A walk along the vertices of a part, counter-clockwise.
struct Walk<'a> {
    vertex: &'a FractionVector,
    rest: Cycle<Iter<'a, FractionVector>>,
}

impl<'a> Walk<'a> {
    /// Stands at the vertex with the least n·w, found by looking at all.
    fn to_deepest(normal: &FractionVector, part: &'a [FractionVector]) -> Option<Self> {
        let heights = part.iter().map(|vertex| normal.dot(vertex));
        let lowest = heights
            .enumerate()
            .min_by(|(_, one), (_, two)| one.cmp(two));
        let (index, _) = lowest?;
        let mut rest = part.iter().cycle();
        let vertex = rest.nth(index)?;
        Some(Self { vertex, rest })
    }

    /// Goes on as long as n·w falls; returns the last n·w.
    fn descend(&mut self, normal: &FractionVector) -> Fraction {
        let mut height = normal.dot(self.vertex);
        let mut ahead = self.rest.clone();
        while let Some(next) = ahead.next() {
            let next_height = normal.dot(next);
            if next_height >= height {
                break;
            }
            height = next_height;
            self.vertex = next;
            self.rest = ahead.clone();
        }
        height
    }
}

#[cfg(test)]
mod tests {
    use super::{has_separating_edge, is_in_front};
    use crate::figure;
    use proptest::prelude::*;
    use zwang_exact::{FractionVector, Vector};

    type Point = (i64, i64);

    /// Whether the way from a over b to c turns right or goes on straight.
    fn turns_no_left(a: Point, b: Point, c: Point) -> bool {
        let first = from_to(a, b);
        let both = from_to(a, c);
        first.0 * both.1 <= first.1 * both.0
    }

    fn from_to(a: Point, b: Point) -> Point {
        (b.0 - a.0, b.1 - a.1)
    }

    /// The convex hull of some points by Andrew's monotone chain, counter-clockwise.
    fn hull(mut points: Vec<Point>) -> Vec<Point> {
        points.sort_unstable();
        points.dedup();
        let mut chains = Vec::new();
        for _ in 0..2 {
            let mut chain: Vec<Point> = Vec::new();
            for &point in &points {
                while let [.., a, b] = chain[..]
                    && turns_no_left(a, b, point)
                {
                    chain.pop();
                }
                chain.push(point);
            }
            chain.pop();
            chains.extend(chain);
            points.reverse();
        }
        chains
    }

    fn part(points: Vec<Point>) -> Vec<FractionVector> {
        let mut part = Vec::new();
        for (x, y) in hull(points) {
            let vertex = Vector::from_integers(x, y);
            part.push(FractionVector::from(&vertex));
        }
        part
    }

    /// Every edge, and every vertex for it.
    fn by_looking_at_all(part: &[FractionVector], other: &[FractionVector]) -> bool {
        (0..part.len()).any(|index| {
            let next = (index + 1) % part.len();
            let p = &part[index];
            let q = &part[next];
            let normal = figure::outward_normal(p, q);
            is_in_front(&normal, p, other)
        })
    }

    fn points() -> impl Strategy<Value = Vec<Point>> {
        prop::collection::vec((-9..9_i64, -9..9_i64), 3..12)
    }

    fn all_are_found(one: Vec<Point>, two: Vec<Point>) -> Result<(), TestCaseError> {
        let one = part(one);
        let two = part(two);
        prop_assume!(one.len() > 2 && two.len() > 2);
        for (part, other) in [(&one, &two), (&two, &one)] {
            let found = has_separating_edge(part, other);
            prop_assert_eq!(found, by_looking_at_all(part, other));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn no_separating_edge_is_missed(
            one in points(),
            mut two in points(),
            right in 0..20_i64,
            up in 0..20_i64,
        ) {
            for (x, y) in &mut two {
                *x += right;
                *y += up;
            }
            all_are_found(one, two)?;
        }
    }
}
