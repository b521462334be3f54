//! The smallest circle that encloses a set of points.
//!
//! It is unique, so every isometry that permutes the points maps it to itself and fixes its centre;
//! and it is determined by two points (a diameter) or three of the set, so its centre is rational,
//! with numbers not much longer than theirs. (The mean of all points would be fixed too, but its
//! denominator may have as many digits as all coordinates together.)

use crate::lattice::{Located, Place};
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
    pub(super) fn on_rim<'a>(&self, points: &[Located<'a>]) -> Vec<&'a Vector> {
        let scaled = ScaledCircle::new(self);
        let mut on_rim = Vec::new();
        for point in points {
            let distance = scaled.squared_distance(point.place);
            if scaled.side(&distance).is_eq() {
                on_rim.push(point.vector);
            }
        }
        on_rim
    }

    /// The farthest of all points, if it is outside.
    fn farthest_outside<'a>(&self, points: &[Located<'a>]) -> Option<&'a Vector> {
        let scaled = ScaledCircle::new(self);
        let mut farthest: Option<(SquaredDistance, &Vector)> = None;
        for point in points {
            let distance = scaled.squared_distance(point.place);
            match &farthest {
                Some((most, _)) if !distance.compare(most).is_gt() => {}
                _ => farthest = Some((distance, point.vector)),
            }
        }
        let (distance, vector) = farthest?;
        scaled.side(&distance).is_gt().then_some(vector)
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
        let b = second - first;
        let c = third - first;
        let twice_area = b.cross(&c);
        if twice_area.is_zero() {
            return None;
        }
        let across = &b.scaled(&c.dot(&c)) - &c.scaled(&b.dot(&b));
        let scale = Rational::from_integer(2.into()) * twice_area;
        let offset = across.quarter_turn().scaled(&scale.recip());
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
        let [x, y] = &self.center;
        let along_x = &place.point.x * &self.scale - x * &own;
        let along_y = &place.point.y * &self.scale - y * &own;
        SquaredDistance {
            numerator: along_x.square() + along_y.square(),
            squared_denominator: own.square(),
        }
    }

    /// Whether a point at this distance is inside (`Less`), on the circle or outside (`Greater`).
    fn side(&self, distance: &SquaredDistance) -> Ordering {
        let own = &self.numerator * &distance.squared_denominator;
        (&distance.numerator * &self.denominator).cmp(&own)
    }
}

impl SquaredDistance {
    fn compare(&self, other: &Self) -> Ordering {
        if self.squared_denominator == other.squared_denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let scaled = &self.numerator * &other.squared_denominator;
        scaled.cmp(&(&other.numerator * &self.squared_denominator))
    }
}

/// The smallest circle around all points; `None` for fewer than two.
///
/// Starts with two points and lets the farthest point enter, always with the smallest circle around
/// the two or three points that determined the last one and the new one. The radius grows at each
/// step and there are finitely many such circles, so this ends; usually after a few steps.
pub(super) fn smallest_enclosing(points: &[Located]) -> Option<Circle> {
    let [first, .., last] = points else {
        return None;
    };
    let mut support = vec![first.vector, last.vector];
    let mut circle = Circle::with_diameter(first.vector, last.vector);
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
            for third in &points[..offset] {
                if let Some(circle) = Circle::through(first, second, third) {
                    circles.push((circle, vec![first, second, third]));
                }
            }
        }
    }
    circles.retain(|(circle, _)| points.iter().all(|point| circle.encloses(point)));
    circles
        .into_iter()
        .min_by(|(left, _), (right, _)| left.squared_radius.cmp(&right.squared_radius))
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

    fn number(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    fn smallest(list: &[Vector]) -> Option<Circle> {
        let outlines: Vec<Outline> = list.iter().map(Outline::of_point).collect();
        let mut points = Vec::new();
        for (outline, vector) in outlines.iter().zip(list) {
            let place = outline.vertex(0);
            points.push(Located { place, vector });
        }
        smallest_enclosing(&points)
    }

    fn circle(list: &[(i64, i64)]) -> (Vector, Rational) {
        let circle = smallest(&points(list)).unwrap();
        (circle.center, circle.squared_radius)
    }

    #[test]
    fn two_or_three_points_determine_it() {
        assert_eq!(
            circle(&[(0, 0), (4, 0), (2, 1), (2, -2)]),
            (Vector::from_integers(2, 0), number("4"))
        );
        assert_eq!(
            circle(&[(1, 0), (3, 4), (5, 0), (3, 1)]),
            (Vector::new(number("3"), number("3/2")), number("25/4"))
        );
        assert_eq!(
            circle(&[(0, 0), (0, 2), (2, 0), (2, 2), (1, 1)]),
            (Vector::from_integers(1, 1), number("2"))
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
