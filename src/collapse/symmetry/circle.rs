//! The smallest circle that encloses a set of points.
//!
//! It is unique, so every isometry that permutes the points maps it to itself and fixes its centre;
//! and it is determined by two points (a diameter) or three of the set, so its centre is rational,
//! with numbers not much longer than theirs. (The mean of all points would be fixed too, but its
//! denominator may have as many digits as all coordinates together.)

use crate::lattice::Place;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Square;
use num_traits::Zero;
use std::cmp::Ordering;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::{integer_to_solver, over_common_denominator};

/// A circle with rational centre and squared radius.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Circle {
    pub(super) center: Vector,
    pub(super) squared_radius: Rational,
}

impl Circle {
    /// The points that are neither inside nor outside.
    pub(super) fn on_rim<'a>(&self, points: &[(Place, &'a Vector)]) -> Vec<&'a Vector> {
        let scaled = ScaledCircle::new(self);
        let is_on_rim =
            |(place, _): &&(Place, &Vector)| scaled.side(&scaled.squared_distance(*place)).is_eq();
        points
            .iter()
            .filter(is_on_rim)
            .map(|(_, vector)| *vector)
            .collect()
    }

    /// The farthest of all points, if it is outside.
    fn farthest_outside<'a>(&self, points: &[(Place, &'a Vector)]) -> Option<&'a Vector> {
        let scaled = ScaledCircle::new(self);
        let distances = points
            .iter()
            .map(|(place, vector)| (scaled.squared_distance(*place), *vector));
        let farthest = distances.reduce(|most, other| {
            if other.0.compare(&most.0).is_gt() {
                other
            } else {
                most
            }
        });
        farthest
            .filter(|(distance, _)| scaled.side(distance).is_gt())
            .map(|(_, vector)| vector)
    }

    /// Squared distance of a point from the centre.
    fn squared_distance(&self, point: &Vector) -> Rational {
        let offset = point - &self.center;
        offset.dot(&offset)
    }

    fn encloses(&self, point: &Vector) -> bool {
        self.squared_distance(point) <= self.squared_radius
    }

    fn with_diameter(first: &Vector, second: &Vector) -> Self {
        let half = Rational::new(1.into(), 2.into());
        let center = (first + second).scaled(&half);
        let offset = first - &center;
        Self {
            squared_radius: offset.dot(&offset),
            center,
        }
    }

    /// The circle through three points; `None` if they are on a line. With b, c the other two
    /// relative to the first, the centre z has 2 b·z = b·b and 2 c·z = c·c.
    fn through(first: &Vector, second: &Vector, third: &Vector) -> Option<Self> {
        let (b, c) = (second - first, third - first);
        let twice_area = b.cross(&c);
        if twice_area.is_zero() {
            return None;
        }
        let turned = &c.scaled(&b.dot(&b)) - &b.scaled(&c.dot(&c));
        let offset = -&turned
            .quarter_turn()
            .scaled(&(Rational::from_integer(2.into()) * twice_area).recip());
        Some(Self {
            center: first + &offset,
            squared_radius: offset.dot(&offset),
        })
    }
}

/// A circle over integers: its centre is center / scale, and its squared radius numerator /
/// denominator.
struct ScaledCircle {
    center: [Integer; 2],
    scale: Integer,
    numerator: Integer,
    denominator: Integer,
}

/// A squared distance of a point over d from the centre: numerator / (scale d)².
struct SquaredDistance {
    numerator: Integer,
    squared_denominator: Integer,
}

impl ScaledCircle {
    fn new(circle: &Circle) -> Self {
        let (scale, center) =
            over_common_denominator([&circle.center.x, &circle.center.y].into_iter());
        let Ok(center) = <[Integer; 2]>::try_from(center) else {
            unreachable!("a centre has two coordinates")
        };
        let scale = Integer::from(scale);
        // Distances are (scale d)² times as long in the units of their numerators.
        let numerator = integer_to_solver(circle.squared_radius.numer()) * (&scale).square();
        Self {
            center,
            scale,
            numerator,
            denominator: integer_to_solver(circle.squared_radius.denom()),
        }
    }

    fn squared_distance(&self, place: Place) -> SquaredDistance {
        let own = Integer::from(place.denominator);
        let coordinates = [&place.point.x, &place.point.y]
            .into_iter()
            .zip(&self.center);
        let numerator = coordinates
            .map(|(point, center)| (point * &self.scale - center * &own).square())
            .sum();
        SquaredDistance {
            numerator,
            squared_denominator: own.square(),
        }
    }

    /// Whether a point at this distance is inside (`Less`), on the circle or outside (`Greater`).
    fn side(&self, distance: &SquaredDistance) -> Ordering {
        (&distance.numerator * &self.denominator)
            .cmp(&(&self.numerator * &distance.squared_denominator))
    }
}

impl SquaredDistance {
    fn compare(&self, other: &Self) -> Ordering {
        if self.squared_denominator == other.squared_denominator {
            return self.numerator.cmp(&other.numerator);
        }
        (&self.numerator * &other.squared_denominator)
            .cmp(&(&other.numerator * &self.squared_denominator))
    }
}

/// The smallest circle around all points; `None` for fewer than two.
///
/// Starts with two points and lets the farthest point enter, always with the smallest circle around
/// the two or three points that determined the last one and the new one. The radius grows at each
/// step and there are finitely many such circles, so this ends; usually after a few steps.
pub(super) fn smallest_enclosing(points: &[(Place, &Vector)]) -> Option<Circle> {
    let ([(_, first), ..], [_, .., (_, last)]) = (points, points) else {
        return None;
    };
    let mut circle = Circle::with_diameter(first, last);
    let mut support = vec![*first, *last];
    while let Some(farthest) = circle.farthest_outside(points) {
        support.push(farthest);
        (circle, support) = smallest_of_few(&support)?;
    }
    Some(circle)
}

/// The smallest circle around a few different points, and those that determine it.
fn smallest_of_few<'a>(points: &[&'a Vector]) -> Option<(Circle, Vec<&'a Vector>)> {
    let mut circles: Vec<(Circle, Vec<&Vector>)> = Vec::new();
    for (index, first) in points.iter().enumerate() {
        for (offset, second) in points[..index].iter().enumerate() {
            circles.push((Circle::with_diameter(first, second), vec![first, second]));
            let through = |third: &&'a Vector| {
                Some((
                    Circle::through(first, second, third)?,
                    vec![*first, *second, *third],
                ))
            };
            circles.extend(points[..offset].iter().filter_map(through));
        }
    }
    let enclosing = circles
        .into_iter()
        .filter(|(circle, _)| points.iter().all(|point| circle.encloses(point)));
    enclosing.min_by(|(left, _), (right, _)| left.squared_radius.cmp(&right.squared_radius))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Outline;

    fn points(list: &[(i64, i64)]) -> Vec<Vector> {
        list.iter()
            .map(|&(x, y)| Vector::from_integers(x, y))
            .collect()
    }

    fn smallest(list: &[Vector]) -> Option<Circle> {
        let outlines: Vec<Outline> = list
            .iter()
            .map(|point| Outline::new(std::slice::from_ref(point)))
            .collect();
        let places: Vec<(Place, &Vector)> = outlines
            .iter()
            .map(|outline| outline.vertex(0))
            .zip(list)
            .collect();
        smallest_enclosing(&places)
    }

    fn circle(list: &[(i64, i64)]) -> (Vector, Rational) {
        let circle = smallest(&points(list)).unwrap();
        (circle.center, circle.squared_radius)
    }

    #[test]
    fn two_or_three_points_determine_it() {
        let integer = |value: i64| Rational::from_integer(value.into());
        assert_eq!(
            circle(&[(0, 0), (4, 0), (2, 1), (2, -2)]),
            (Vector::from_integers(2, 0), integer(4))
        );
        assert_eq!(
            circle(&[(1, 0), (3, 4), (5, 0), (3, 1)]),
            (
                Vector::new(integer(3), Rational::new(3.into(), 2.into())),
                Rational::new(25.into(), 4.into())
            )
        );
        assert_eq!(
            circle(&[(0, 0), (0, 2), (2, 0), (2, 2), (1, 1)]),
            (Vector::from_integers(1, 1), integer(2))
        );
        assert_eq!(smallest(&points(&[(1, 1)])), None);
    }

    #[test]
    fn all_points_of_a_grid_with_a_spike() {
        let mut list: Vec<(i64, i64)> = (0..7).flat_map(|x| (0..5).map(move |y| (x, y))).collect();
        list.push((3, 50));
        let circle = smallest(&points(&list)).unwrap();
        assert!(points(&list).iter().all(|point| circle.encloses(point)));
        let spike = Vector::from_integers(3, 50);
        assert_eq!(
            circle,
            Circle::through(
                &Vector::from_integers(0, 0),
                &Vector::from_integers(6, 0),
                &spike
            )
            .unwrap()
        );
    }
}
