//! Whether two parts of which one is rounded overlap, touch or are apart.
//!
//! Let R be the sum of the radii, and h the vector between closest points of the cores, from the
//! first to the second. h is the point nearest to 0 of a polytope, the difference body of the
//! cores, and so rational. The parts overlap if h·h < R², touch if h·h = R², and are apart
//! otherwise. If they touch, h is their only normal; the closest points p of the first core are
//! those where its supporting set in the direction h meets that of the second, moved by -h; and the
//! parts meet at p + (r/R) h.
//!
//! h is found by Wolfe's method: few points of the polytope whose hull contains the nearest one of
//! their plane; from there the vertex farthest in the direction of 0 is taken in, and what the
//! nearest point then does not need is left out. In exact arithmetic it ends, as |h| falls and
//! there are finitely many sets of vertices.
//!
//! P. Wolfe, *Finding the nearest point in a polytope*, Mathematical Programming 11 (1976).

use super::solid::{Point, Solid, dot, integers, minus, opposite};
use super::touching::{Placement, Touching, touching_points};
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use zwang_certificate::space::Plane;
use zwang_program::kernel::number::{common_denominator, integer_from_solver, times};

/// A vector, m.
type Vector = [Rational; 3];

/// Decides about two parts, over one denominator, of which one is rounded.
pub(super) fn placement(first: &Solid, second: &Solid) -> Placement {
    let between = between_cores(first, second);
    let squared = square(&between);
    let radii = &first.radius + &second.radius;
    let square = &radii * &radii;
    if squared < square {
        return Placement::TooClose(squared);
    }
    let plane = plane(&between);
    if squared > square {
        return Placement::Apart(plane);
    }
    Placement::Touching(touching(first, second, &between, plane))
}

/// The vector between closest points of the cores of two parts, over one denominator.
pub(super) fn between_cores(first: &Solid, second: &Solid) -> Vector {
    let unit = Rational::from(&first.denominator);
    shortest(first, second).map(|number| number / &unit)
}

/// The scalar product with itself.
pub(super) fn square(vector: &Vector) -> Rational {
    let mut sum = Rational::ZERO;
    for number in vector {
        sum += number * number;
    }
    sum
}

fn plane(between: &Vector) -> Plane {
    let denominator = common_denominator(between);
    let [x, y, z] = between.each_ref().map(|number| times(number, &denominator));
    let numbers = [x, y, z, Integer::from(denominator)];
    Plane::Vector(numbers.each_ref().map(integer_from_solver))
}

fn touching(first: &Solid, second: &Solid, between: &Vector, plane: Plane) -> Touching {
    let common = (&first.denominator).lcm(&common_denominator(between));
    let [own, mut other] = [first, second].map(|solid| solid.over(&common));
    let shift = between.each_ref().map(|number| times(number, &common));
    for vertex in &mut other.vertices {
        *vertex = minus(vertex, &shift);
    }
    let normal = super::solid::primitive(&shift);
    let mut points = touching_points(&own, &other, &normal);
    let share = &first.radius / (&first.radius + &second.radius);
    for point in &mut points {
        for (coordinate, along) in point.iter_mut().zip(between) {
            *coordinate += along * &share;
        }
    }
    points.sort_unstable();
    points.dedup();
    Touching {
        plane,
        normals: vec![normal],
        points,
    }
}

/// Points of the difference body, with weights above 0 that add up to 1.
struct Corral {
    points: Vec<Point>,
    weights: Vec<Rational>,
}

/// The shortest vector from the first core to the second, times their denominator.
fn shortest(first: &Solid, second: &Solid) -> Vector {
    let start = minus(&second.vertices[0], &first.vertices[0]);
    let mut corral = Corral {
        points: vec![start],
        weights: vec![Rational::ONE],
    };
    loop {
        let vector = corral.point();
        let direction = integers(&vector);
        let (reach, own) = first.support(&direction);
        let (against, other) = second.support(&opposite(&direction));
        let least = Rational::from(-against - reach);
        if least >= along(&direction, &vector) {
            return vector;
        }
        let farthest = minus(&second.vertices[other[0]], &first.vertices[own[0]]);
        corral.take(farthest);
    }
}

fn along(direction: &Point, vector: &Vector) -> Rational {
    let mut sum = Rational::ZERO;
    for (component, number) in direction.iter().zip(vector) {
        sum += Rational::from(component) * number;
    }
    sum
}

impl Corral {
    /// Σ λ d.
    fn point(&self) -> Vector {
        let mut sum = [Rational::ZERO, Rational::ZERO, Rational::ZERO];
        for (point, weight) in self.points.iter().zip(&self.weights) {
            for (number, coordinate) in sum.iter_mut().zip(point) {
                *number += Rational::from(coordinate) * weight;
            }
        }
        sum
    }

    /// Takes in a point that is nearer, and goes to the nearest point of the hull of few.
    fn take(&mut self, point: Point) {
        self.points.push(point);
        self.weights.push(Rational::ZERO);
        loop {
            let goal = nearest_weights(&self.points);
            if goal.iter().all(|weight| *weight >= 0) {
                self.weights = goal;
                self.drop_idle();
                return;
            }
            self.go_towards(&goal);
            self.drop_idle();
        }
    }

    /// Goes on until the first weight is 0.
    fn go_towards(&mut self, goal: &[Rational]) {
        let mut way = Rational::ONE;
        for (weight, goal) in self.weights.iter().zip(goal) {
            if *goal < 0 {
                way = way.min(weight / (weight - goal));
            }
        }
        for (weight, goal) in self.weights.iter_mut().zip(goal) {
            *weight += (goal - &*weight) * &way;
        }
    }

    fn drop_idle(&mut self) {
        let mut weights = self.weights.iter();
        self.points
            .retain(|_| weights.next().is_some_and(|weight| *weight != 0));
        self.weights.retain(|weight| *weight != 0);
    }
}

/// The weights, of sum 1, of the point nearest to 0 in the plane, line or space through points of
/// which none is in that of the others: they are as w in (G + 1) w = (1, …, 1), where G has the
/// products of the points and 1 is a matrix of ones. By Cramer's rule.
fn nearest_weights(points: &[Point]) -> Vec<Rational> {
    let mut matrix = Vec::with_capacity(points.len());
    for point in points {
        let products = points.iter().map(|other| dot(point, other) + Integer::ONE);
        matrix.push(products.collect::<Vec<Integer>>());
    }
    let mut weights = Vec::with_capacity(points.len());
    let mut sum = Integer::ZERO;
    for column in 0..points.len() {
        let mut replaced = matrix.clone();
        for row in &mut replaced {
            row[column] = Integer::ONE;
        }
        let weight = determinant(&replaced);
        sum += &weight;
        weights.push(weight);
    }
    let weights = weights.into_iter();
    weights
        .map(|weight| Rational::from_integers(weight, sum.clone()))
        .collect()
}

/// Along the first row; there are at most four.
fn determinant(matrix: &[Vec<Integer>]) -> Integer {
    let [first, others @ ..] = matrix else {
        return Integer::ONE;
    };
    let mut sum = Integer::ZERO;
    for (column, number) in first.iter().enumerate() {
        let mut minor = others.to_vec();
        for row in &mut minor {
            row.remove(column);
        }
        let product = number * determinant(&minor);
        if column % 2 == 0 {
            sum += product;
        } else {
            sum -= product;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use zwang_exact::{Rational as Exact, Vector3};
    use zwang_scene::space::Part;

    fn solid(points: &BTreeSet<[i64; 3]>, radius: i64) -> Option<Solid> {
        let points = points.iter();
        let points = points.map(|[x, y, z]| Vector3::from_integers(*x, *y, *z));
        let radius = Exact::from_integer(radius.into());
        let (part, _) = Part::rounded(points.collect(), radius).ok()?;
        Some(Solid::new(&part))
    }

    /// The product of a vector and a point.
    fn along_point(vector: &Vector, point: &Point) -> Rational {
        let mut sum = Rational::ZERO;
        for (number, coordinate) in vector.iter().zip(point) {
            sum += number * Rational::from(coordinate);
        }
        sum
    }

    /// Points of a small grid.
    fn points() -> impl Strategy<Value = BTreeSet<[i64; 3]>> {
        btree_set([0..4_i64, 0..4, 0..4], 1..7)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// A vector between two convex sets is the shortest if and only if planes normal to it
        /// through its ends have the sets behind them: h·(q - p) ≥ h·h for all vertices. That some
        /// points are that far apart is told by a distance along each direction, which is no more.
        #[test]
        fn the_vector_between_closest_points_is_shortest(
            first in points(),
            second in points(),
            shift in [-5..6_i64, -5..6, -5..6],
        ) {
            let moved = second.iter().map(|point| [0, 1, 2].map(|axis| point[axis] + shift[axis]));
            let (Some(first), Some(second)) = (solid(&first, 1), solid(&moved.collect(), 1)) else {
                return Ok(());
            };
            let between = between_cores(&first, &second);
            let squared = square(&between);
            let greatest = first.vertices.iter().map(|point| along_point(&between, point)).max();
            let least = second.vertices.iter().map(|point| along_point(&between, point)).min();
            prop_assert!(least.unwrap() - greatest.unwrap() >= squared);
            // It is a vector of the difference body, as no direction separates it from that.
            for direction in all_directions() {
                let [[low, _], [_, high]] = [&first, &second].map(|core| range(core, &direction));
                let value = along_point(&between, &direction);
                prop_assert!(value <= high - low);
            }
        }

        /// Balls by their centres, capsules along an axis by clamped coordinates.
        #[test]
        fn balls_and_capsules_are_placed_as_formulas_say(
            center in [-6..7_i64, -6..7, -6..7],
            length in 1..5_i64,
            radii in [1..4_i64, 1..4],
        ) {
            let capsule = solid(&BTreeSet::from([[0, 0, 0], [length, 0, 0]]), radii[0]).unwrap();
            let ball = solid(&BTreeSet::from([center]), radii[1]).unwrap();
            let [x, y, z] = center;
            let beyond = if x < 0 { x } else { (x - length).max(0) };
            let distance = beyond * beyond + y * y + z * z;
            let reach = (radii[0] + radii[1]) * (radii[0] + radii[1]);
            match placement(&capsule, &ball) {
                Placement::TooClose(squared) => {
                    prop_assert!(distance < reach);
                    prop_assert_eq!(squared, Rational::from(distance));
                }
                Placement::Touching(touching) => {
                    prop_assert_eq!(distance, reach);
                    prop_assert_eq!(touching.points.len(), 1);
                    // As far from the centre of the ball as its radius is long.
                    let way = touching.points[0].each_ref();
                    let way = [0, 1, 2].map(|axis| way[axis] - Rational::from(center[axis]));
                    prop_assert_eq!(square(&way), Rational::from(radii[1] * radii[1]));
                }
                Placement::Apart(_) => prop_assert!(distance > reach),
                Placement::Overlapping(_) => prop_assert!(false, "both are rounded"),
            }
        }
    }

    /// The least and the greatest product of a vertex with a direction.
    fn range(solid: &Solid, direction: &Point) -> [Integer; 2] {
        let (greatest, _) = solid.support(direction);
        let (opposite, _) = solid.support(&opposite(direction));
        [-opposite, greatest]
    }

    fn all_directions() -> Vec<Point> {
        let mut directions = Vec::new();
        for x in -3..=3 {
            for y in -3..=3 {
                for z in -3..=3 {
                    directions.push([x, y, z].map(Integer::from));
                }
            }
        }
        directions
    }

    /// A plate with a radius flat on another one, turned by 3-4-5: the octagon of the sharp ones.
    #[test]
    fn plates_touch_in_a_polygon() {
        let low = solid(
            &BTreeSet::from([[-5, -5, 0], [5, -5, 0], [5, 5, 0], [-5, 5, 0]]),
            1,
        );
        let high = solid(
            &BTreeSet::from([[-7, -1, 3], [1, -7, 3], [7, 1, 3], [-1, 7, 3]]),
            2,
        );
        let Placement::Touching(touching) = placement(&low.unwrap(), &high.unwrap()) else {
            panic!("they touch")
        };
        assert_eq!(touching.points.len(), 8);
        assert!(touching.points.iter().all(|[_, _, z]| *z == 1));
        assert_eq!(touching.normals, [[0, 0, 1].map(Integer::from)]);
    }
}
