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
        match scaled.side(&distance) {
            Ordering::Greater => Some(vector),
            _ => None,
        }
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
        let sum = first + second;
        let center = sum.scaled(&half);
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
        let squared_b = b.dot(&b);
        let squared_c = c.dot(&c);
        let across = &b.scaled(&squared_c) - &c.scaled(&squared_b);
        let scale = Rational::from_integer(2.into()) * twice_area;
        let turned = across.quarter_turn();
        let offset = turned.scaled(&scale.recip());
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
        let Vector { x, y } = &circle.center;
        let (scale, center) = over_common_denominator([x, y].into_iter());
        let Ok(center) = <[Integer; 2]>::try_from(center) else {
            unreachable!("a centre has two coordinates")
        };
        let scale = Integer::from(scale);
        let radius = &circle.squared_radius;
        // Distances are (scale d)² times as long in the units of their numerators.
        let square = (&scale).square();
        Self {
            center,
            scale,
            numerator: integer_to_solver(radius.numer()) * square,
            denominator: integer_to_solver(radius.denom()),
        }
    }

    fn squared_distance(&self, place: Place) -> SquaredDistance {
        if let Some((numerator, squared_denominator)) = self.short_squared_distance(place) {
            return SquaredDistance {
                numerator: Integer::from(numerator),
                squared_denominator: Integer::from(squared_denominator),
            };
        }
        let own = Integer::from(place.denominator);
        let [x, y] = &self.center;
        let along_x = &place.point.x * &self.scale - x * &own;
        let along_y = &place.point.y * &self.scale - y * &own;
        SquaredDistance {
            numerator: along_x.square() + along_y.square(),
            squared_denominator: own.square(),
        }
    }

    /// The same in machine words; `None` if a number is too long.
    fn short_squared_distance(&self, place: Place) -> Option<(i128, i128)> {
        let scale = i128::from(i64::try_from(&self.scale).ok()?);
        let own = i128::from(i64::try_from(place.denominator).ok()?);
        let [x, y] = &self.center;
        let mut squared = 0_i128;
        for (center, coordinate) in [(x, &place.point.x), (y, &place.point.y)] {
            let center = i128::from(i64::try_from(center).ok()?);
            let coordinate = i128::from(i64::try_from(coordinate).ok()?);
            let along = (coordinate * scale).checked_sub(center * own)?;
            squared = squared.checked_add(along.checked_mul(along)?)?;
        }
        Some((squared, own * own))
    }

    /// Whether a point at this distance is inside (`Less`), on the circle or outside (`Greater`).
    fn side(&self, distance: &SquaredDistance) -> Ordering {
        let own = &self.numerator * &distance.squared_denominator;
        let other = &distance.numerator * &self.denominator;
        other.cmp(&own)
    }
}

impl SquaredDistance {
    fn compare(&self, other: &Self) -> Ordering {
        if self.squared_denominator == other.squared_denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let own = &self.numerator * &other.squared_denominator;
        let others = &other.numerator * &self.squared_denominator;
        own.cmp(&others)
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

/// A circle and the points that determine it.
type Supported<'a> = (Circle, Vec<&'a Vector>);

/// The smallest circle around a few different points.
fn smallest_of_few<'a>(points: &[&'a Vector]) -> Option<Supported<'a>> {
    let mut circles: Vec<Supported> = Vec::new();
    for (index, first) in points.iter().enumerate() {
        for (offset, second) in points[..index].iter().enumerate() {
            let circle = Circle::with_diameter(first, second);
            circles.push((circle, vec![first, second]));
            for third in &points[..offset] {
                if let Some(circle) = Circle::through(first, second, third) {
                    circles.push((circle, vec![first, second, third]));
                }
            }
        }
    }
    let mut smallest: Option<Supported> = None;
    for (circle, support) in circles {
        let mut enclosed = points.iter();
        if !enclosed.all(|point| circle.encloses(point)) {
            continue;
        }
        match &smallest {
            Some((least, _)) if least.squared_radius <= circle.squared_radius => {}
            _ => smallest = Some((circle, support)),
        }
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Outline;
    use proptest::prelude::*;
    use zwang_program::kernel::number::integer_from_solver;

    fn points(list: &[(i64, i64)]) -> Vec<Vector> {
        let mut points = Vec::new();
        for (x, y) in list {
            points.push(Vector::from_integers(*x, *y));
        }
        points
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

    #[track_caller]
    fn assert_circle(list: &[(i64, i64)], [x, y]: [&str; 2], squared_radius: &str) {
        let circle = smallest(&points(list)).unwrap();
        let center = Vector::new(number(x), number(y));
        assert_eq!(circle.center, center);
        assert_eq!(circle.squared_radius, number(squared_radius));
    }

    #[test]
    fn two_or_three_points_determine_it() {
        let diameter = [(0, 0), (4, 0), (2, 1), (2, -2)];
        assert_circle(&diameter, ["2", "0"], "4");
        let triangle = [(1, 0), (3, 4), (5, 0), (3, 1)];
        assert_circle(&triangle, ["3", "3/2"], "25/4");
        let square = [(0, 0), (0, 2), (2, 0), (2, 2), (1, 1)];
        assert_circle(&square, ["1", "1"], "2");
        assert_eq!(smallest(&points(&[(1, 1)])), None);
    }

    #[test]
    fn all_points_of_a_grid_with_a_spike() {
        let left = Vector::from_integers(0, 0);
        let right = Vector::from_integers(6, 0);
        let spike = Vector::from_integers(3, 50);
        let mut points = vec![spike.clone()];
        for x in 0..7 {
            for y in 0..5 {
                points.push(Vector::from_integers(x, y));
            }
        }
        let circle = smallest(&points).unwrap();
        assert!(points.iter().all(|point| circle.encloses(point)));
        assert_eq!(Some(circle), Circle::through(&left, &right, &spike));
    }

    proptest! {
        #[test]
        fn squared_distances_in_words_are_those_of_long_numbers(
            numbers in prop::array::uniform4((any::<i64>(), 1_i64..10_000, 0_u32..64))
        ) {
            let numbers = numbers.map(|(numerator, denominator, shift)| {
                Rational::new((numerator >> shift).into(), denominator.into())
            });
            let [x, y, at_x, at_y] = numbers;
            let circle = Circle {
                center: Vector::new(x, y),
                squared_radius: number("1"),
            };
            let at = Vector::new(at_x, at_y);
            let outline = Outline::of_point(&at);
            let scaled = ScaledCircle::new(&circle);
            if let Some((distance, denominator)) =
                scaled.short_squared_distance(outline.vertex(0))
            {
                let scale = Rational::from_integer(integer_from_solver(&scaled.scale));
                let distance = Rational::new(distance.into(), denominator.into());
                let expected = circle.squared_distance(&at);
                prop_assert_eq!(distance, expected * &scale * &scale);
            }
        }
    }
}
