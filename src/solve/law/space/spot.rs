//! A point of a contact: a vertex of a part, or one between two or three of them.

use super::features::{minus, square_across};
use super::vector::{Integers, cross_of_integers, dot_of_integers};
use crate::number::GRID;
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Rational};
use zwang_program::kernel::number::nearest;

/// A point of a part: a vertex, or one between two vertices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) from: usize,
    /// Up to two other vertices, and the part of the way to each, over 2^64.
    pub(super) toward: Vec<(usize, Integer)>,
}

/// A face as seen against its outward direction: its corners, counter-clockwise, and where they
/// are.
pub(super) struct Seen<'a> {
    pub(super) corners: &'a [usize],
    pub(super) points: &'a [Integers],
    pub(super) direction: &'a Integers,
}

impl Seen<'_> {
    /// The point of the face over another point, or over the nearest one of its rim if that is
    /// outside by rounding. It is told by what lies nearest to it, so that images have images, but
    /// for ties.
    pub(super) fn spot(&self, point: &Integers) -> Option<Spot> {
        let count = self.points.len();
        let nearest = (0..count)
            .min_by_key(|&corner| square_across(&self.points[corner], point, self.direction))?;
        for ahead in 1..count.checked_sub(1)? {
            let triangle = [0, ahead, ahead + 1].map(|ahead| (nearest + ahead) % count);
            if let Some(spot) = self.in_triangle(triangle, point) {
                return Some(spot);
            }
        }
        let sides = (0..count).map(|k| [k, (k + 1) % count]);
        let [from, to] = sides.max_by_key(|side| self.beyond(*side, point))?;
        let along = minus(&self.points[to], &self.points[from]);
        let along = cross_of_integers(&along, self.direction);
        let [start, end] = [from, to].map(|corner| {
            let arm = minus(&self.points[corner], point);
            dot_of_integers(&along, &cross_of_integers(&arm, self.direction))
        });
        Some(Spot::between(
            [from, to].map(|k| self.corners[k]),
            [&start, &end],
        ))
    }

    /// The point over another one as one between three corners.
    fn in_triangle(&self, [origin, one, other]: [usize; 3], point: &Integers) -> Option<Spot> {
        let from = &self.points[origin];
        let [first, second] = [one, other].map(|corner| minus(&self.points[corner], from));
        let arm = minus(point, from);
        let whole = self.area(&first, &second);
        if whole == 0 {
            return None;
        }
        let [s, t] =
            [self.area(&arm, &second), self.area(&first, &arm)].map(|share| match whole < 0 {
                true => nearest(&(-share << GRID), &-&whole),
                false => nearest(&(share << GRID), &whole),
            });
        let is_inside = s >= 0 && t >= 0 && &s + &t <= Integer::power_of_2(GRID);
        is_inside.then(|| Spot {
            from: self.corners[origin],
            toward: vec![(self.corners[one], s), (self.corners[other], t)],
        })
    }

    /// Twice the area of a triangle with these sides, as seen.
    fn area(&self, one: &Integers, other: &Integers) -> Integer {
        dot_of_integers(&cross_of_integers(one, other), self.direction)
    }

    /// How far a point is beyond a side, in some measure; negative inside.
    fn beyond(&self, [from, to]: [usize; 2], point: &Integers) -> Rational {
        let [from, to] = [&self.points[from], &self.points[to]];
        let side = self.area(&minus(to, from), &minus(point, from));
        let square = square_across(from, to, self.direction);
        let size = (&side).abs();
        Rational::from_integers(-side * size, square.max(Integer::ONE))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn point([x, y]: [i64; 2]) -> Integers {
        let [x, y] = [x, y].map(|number| Integer::from(number) << GRID);
        [x, y, Integer::from(0)]
    }

    /// The spot of a face in the plane z = 0 over a point; in metres.
    fn spot(corners: &[[i64; 2]], over: &Integers) -> Vec<Rational> {
        let points: Vec<Integers> = corners.iter().map(|corner| point(*corner)).collect();
        let numbers: Vec<usize> = (0..points.len()).collect();
        let up = [
            Integer::from(0),
            Integer::from(0),
            Integer::power_of_2(GRID),
        ];
        let seen = Seen {
            corners: &numbers,
            points: &points,
            direction: &up,
        };
        let found = seen.spot(over).unwrap();
        let mut place = points[found.from].clone().map(Rational::from);
        for (to, share) in &found.toward {
            let way = minus(&points[*to], &points[found.from]);
            let share = Rational::from_integers_ref(share, &Integer::power_of_2(GRID));
            for (own, by) in place.iter_mut().zip(&way) {
                *own += Rational::from(by) * &share;
            }
        }
        place.map(|number| number >> GRID).to_vec()
    }

    /// A point outside by rounding is taken to the side that it is beyond, not to the other ones.
    #[test]
    fn a_point_outside_by_rounding_goes_to_its_side() {
        let plate = [[-2, -1], [2, -1], [2, 1], [-2, 1]];
        let [x, y, z] = point([1, 1]);
        let over = [x >> 1u64, y + (Integer::from(1) << 4u64), z];
        let expected = [Rational::from_signeds(1, 2), 1.into(), 0.into()];
        assert_eq!(spot(&plate, &over), expected);
    }

    /// So is one on a side whose shares are rounded up.
    #[test]
    fn a_point_on_a_side_stays_there() {
        let corners = [[-2, 0], [2, 0], [0, 1]];
        let over = [Integer::from(2), Integer::from(0), Integer::from(0)];
        for first in 0..3 {
            let turned = [0, 1, 2].map(|k| corners[(first + k) % 3]);
            let found = spot(&turned, &over);
            assert_eq!(found[1], 0, "{found:?}");
            assert!(found[0] < Rational::power_of_2(-60i64), "{found:?}");
        }
    }
}
