//! C1 where no separations are given: the first state of a run.
//!
//! Convex parts do not overlap if and only if the line of an edge of one of them separates them. A
//! proof names that edge; for the first state of a run, which comes with no hints, it is looked for
//! here. Finding it may be clever; believing it is not: all vertices are looked at.

use crate::figure::{self, Figure, Part};
use crate::separation::Sweep;
use zwang_certificate::PartId;
use zwang_exact::{Fraction, FractionVector};

/// The first two parts, of whichever bodies, that overlap.
pub(crate) fn overlapping_parts(figure: &Figure) -> Option<(PartId, PartId)> {
    Sweep::new(figure).find_pair(|first, second| overlap(figure, first, second))
}

/// Whether no edge of either part separates them; also if one of them does not exist.
fn overlap(figure: &Figure, first: PartId, second: PartId) -> bool {
    let (Ok(first), Ok(second)) = (figure.part(first), figure.part(second)) else {
        return true;
    };
    !has_separating_edge(first, second) && !has_separating_edge(second, first)
}

/// Whether an edge of a part has the other part on its outer side.
///
/// As the edges of a convex part turn counter-clockwise, so does the vertex of the other part that
/// lies deepest behind them. So each edge's deepest vertex is found by going on from that of the
/// edge before, and only an edge with that vertex in front of it is worth a look at all vertices.
fn has_separating_edge(part: &Part, other: &Part) -> bool {
    let mut deepest = None;
    for (p, q) in part.iter().zip(part.iter().cycle().skip(1)) {
        let normal = figure::outward_normal(p, q);
        let start = match deepest {
            Some(vertex) => vertex,
            None => deepest_of_all(&normal, other),
        };
        let (vertex, height) = descend(&normal, other, start);
        if height >= normal.dot(p) && is_in_front(&normal, p, other) {
            return true;
        }
        deepest = Some(vertex);
    }
    false
}

/// n·(w - p) ≥ 0 for all vertices w.
fn is_in_front(normal: &FractionVector, p: &FractionVector, other: &Part) -> bool {
    other
        .iter()
        .all(|vertex| !normal.dot(&(vertex - p)).is_negative())
}

/// The vertex with the least n·w, by looking at all.
fn deepest_of_all(normal: &FractionVector, other: &Part) -> usize {
    let heights = other.iter().map(|vertex| normal.dot(vertex));
    let deepest = heights
        .enumerate()
        .min_by(|(_, one), (_, two)| one.cmp(two));
    deepest.map_or(0, |(index, _)| index)
}

/// The vertex that is reached counter-clockwise from `start` as long as n·w falls, and its n·w.
fn descend(normal: &FractionVector, other: &Part, start: usize) -> (usize, Fraction) {
    let mut lowest = (start, height(normal, other, start));
    for _ in other {
        let next = figure::next(lowest.0, other.len());
        let next_height = height(normal, other, next);
        if next_height >= lowest.1 {
            break;
        }
        lowest = (next, next_height);
    }
    lowest
}

/// n·w of a vertex; 0 if there is none.
fn height(normal: &FractionVector, other: &Part, vertex: usize) -> Fraction {
    other
        .get(vertex)
        .map_or(Fraction::ZERO, |vertex| normal.dot(vertex))
}

#[cfg(test)]
mod tests {
    use super::{Part, has_separating_edge, is_in_front};
    use crate::figure;
    use proptest::prelude::*;
    use zwang_exact::{FractionVector, Vector};

    /// The convex hull of some points by Andrew's monotone chain, counter-clockwise.
    fn hull(mut points: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
        points.sort_unstable();
        points.dedup();
        let mut chains = Vec::new();
        for _ in 0..2 {
            let mut chain: Vec<(i64, i64)> = Vec::new();
            for &point in &points {
                while let [.., a, b] = chain[..]
                    && (b.0 - a.0) * (point.1 - a.1) <= (b.1 - a.1) * (point.0 - a.0)
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

    fn part(points: Vec<(i64, i64)>) -> Part {
        let vector = |(x, y): (i64, i64)| FractionVector::from(&Vector::from_integers(x, y));
        hull(points).into_iter().map(vector).collect()
    }

    /// Every edge, and every vertex for it.
    fn by_looking_at_all(part: &Part, other: &Part) -> bool {
        (0..part.len()).any(|index| {
            let (p, q) = (&part[index], &part[figure::next(index, part.len())]);
            is_in_front(&figure::outward_normal(p, q), p, other)
        })
    }

    proptest! {
        #[test]
        fn no_separating_edge_is_missed(
            one in prop::collection::vec((-9..9_i64, -9..9_i64), 3..12),
            two in prop::collection::vec((-9..9_i64, -9..9_i64), 3..12),
            shift in (0..20_i64, 0..20_i64),
        ) {
            let two = two.into_iter().map(|(x, y)| (x + shift.0, y + shift.1)).collect();
            let (one, two) = (part(one), part(two));
            prop_assume!(one.len() > 2 && two.len() > 2);
            prop_assert_eq!(has_separating_edge(&one, &two), by_looking_at_all(&one, &two));
            prop_assert_eq!(has_separating_edge(&two, &one), by_looking_at_all(&two, &one));
        }
    }
}
