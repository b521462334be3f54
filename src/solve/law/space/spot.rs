//! A point of a contact: a vertex of a part, or one between two or three of them.

use super::features::minus;
use super::vector::{Integers, cross_of_integers, dot_of_integers};
use crate::number::GRID;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::Zero;
use zwang_program::kernel::number::nearest;

/// A point of a part: a vertex, or one between two vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) from: usize,
    /// Up to two other vertices, and the part of the way to each, over 2^64.
    pub(super) toward: Vec<(usize, Integer)>,
}

impl Spot {
    /// The point of a face over another point, as seen along a direction: between three corners,
    /// which these points are.
    pub(super) fn in_face(
        corners: &[usize],
        points: &[Integers],
        point: &Integers,
        direction: &Integers,
    ) -> Option<Self> {
        let origin = points.first()?;
        let arm = minus(point, origin);
        let seen = |one: &Integers, other: &Integers| {
            dot_of_integers(&cross_of_integers(one, other), direction)
        };
        for k in 1..points.len().checked_sub(1)? {
            let [one, other] = [&points[k], &points[k + 1]].map(|end| minus(end, origin));
            let whole = seen(&one, &other);
            if whole == 0 {
                continue;
            }
            let shares = [seen(&arm, &other), seen(&one, &arm)];
            let [s, t] = shares.map(|share| match whole < 0 {
                true => nearest(&(-share << GRID), &-&whole),
                false => nearest(&(share << GRID), &whole),
            });
            // Corners that are inside but for rounding.
            let little = Integer::power_of_2(GRID - 29);
            let unit = Integer::power_of_2(GRID);
            if s < -&little || t < -&little || &s + &t > &unit + &little {
                continue;
            }
            let s = s.max(Integer::ZERO).min(unit.clone());
            let t = t.max(Integer::ZERO).min(&unit - &s);
            return Some(Self {
                from: corners[0],
                toward: vec![(corners[k], s), (corners[k + 1], t)],
            });
        }
        None
    }
}

impl Spot {
    pub(super) fn vertex(from: usize) -> Self {
        Self {
            from,
            toward: Vec::new(),
        }
    }

    /// The point between two vertices where something that is `one` and `other` there vanishes.
    pub(super) fn between([from, to]: [usize; 2], [one, other]: [&Integer; 2]) -> Self {
        let whole = Integer::power_of_2(GRID);
        let (from, to, above, below) = match from < to {
            true => (from, to, one.clone(), one - other),
            false => (to, from, other.clone(), other - one),
        };
        let (above, below) = match below < 0 {
            true => (-above, -below),
            false => (above, below),
        };
        // It vanishes everywhere, or nowhere, if two edges are parallel: then the middle.
        let share = match below == 0 {
            true => Integer::power_of_2(GRID - 1),
            false => nearest(&(above << GRID), &below),
        };
        if share <= 0 {
            return Self::vertex(from);
        }
        if share >= whole {
            return Self::vertex(to);
        }
        Self {
            from,
            toward: vec![(to, share)],
        }
    }
}
