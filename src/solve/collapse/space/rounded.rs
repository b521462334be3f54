//! Whether two parts of which one is rounded overlap, touch or are apart.
//!
//! Let R be the sum of the radii, and h the vector between closest points of the cores, from the first
//! to the second. h is the point nearest to 0 of a polytope, the difference body of the cores, and so
//! rational. The parts overlap if h·h < R², touch if h·h = R², and are apart otherwise. If they touch,
//! h is their only normal; the closest points p of the first core are those where its supporting set
//! in the direction h meets that of the second, moved by -h; and the parts meet at p + (r/R) h.
//!
//! h is found by Wolfe's method: few points of the polytope whose hull contains the nearest one of
//! their plane; from there the vertex farthest in the direction of 0 is taken in, and what the nearest
//! point then does not need is left out. In exact arithmetic it ends, as |h| falls and there are
//! finitely many sets of vertices.
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
