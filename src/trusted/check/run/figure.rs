//! What does not change during a run: the parts of each body as integers, its mass, its inertia and
//! its loads.

use super::integer_vector::{IntegerVector, integers};
use super::push::Push;
use super::scaled::Scaled;
use num_bigint::BigInt;
use zwang_exact::{Rational, Vector, common_denominator, times};
use zwang_scene::{Body, Dynamics, Resultant};

/// A body; arms are from its centroid, or from the origin if it is fixed.
pub(super) struct Figure {
    pub parts: Vec<PartFigure>,
    /// All arms and edges are over this.
    pub unit: BigInt,
    pub free: Option<FreeFigure>,
}

pub(super) struct PartFigure {
    pub arms: Vec<IntegerVector>,
    /// From each vertex to the next.
    pub edges: Vec<IntegerVector>,
    /// The squares of the edges.
    pub squares: Vec<BigInt>,
}

pub(super) struct FreeFigure {
    /// z₀.
    pub centroid: Scaled,
    pub mass: Rational,
    pub inertia: Rational,
    /// The largest square of an arm.
    pub reach_square: BigInt,
    /// `None` if the body has no loads.
    pub push: Option<Push>,
    /// 1/m and 1/I over `compliance_unit`.
    pub compliances: [BigInt; 2],
    pub compliance_unit: BigInt,
}

impl Figure {
    /// The figure of a body with these loads, for steps of this duration.
    pub(super) fn new(body: &Body, loads: &Resultant, step: &Rational) -> Self {
        let origin = match &body.dynamics {
            Some(free) => free.centroid.clone(),
            None => Vector::zero(),
        };
        let mut arms = Vec::new();
        for part in &body.parts {
            let mut of_part = Vec::new();
            for vertex in part.vertices() {
                of_part.push(vertex - &origin);
            }
            arms.push(of_part);
        }
        let mut coordinates = Vec::new();
        for arm in arms.iter().flatten() {
            coordinates.extend([&arm.x, &arm.y]);
        }
        let unit = common_denominator(coordinates);
        let mut parts = Vec::new();
        let mut reach_square = BigInt::ZERO;
        for arms in &arms {
            let part = PartFigure::new(arms, &unit);
            for arm in &part.arms {
                reach_square = reach_square.max(arm.square());
            }
            parts.push(part);
        }
        let free = body.dynamics.as_ref();
        let free = free.map(|free| {
            let push = Push::new(free, loads, step);
            FreeFigure::new(free, reach_square, push)
        });
        Self { parts, unit, free }
    }
}

impl FreeFigure {
    fn new(free: &Dynamics, reach_square: BigInt, push: Option<Push>) -> Self {
        let Dynamics {
            mass,
            centroid,
            inertia,
            ..
        } = free;
        let per_mass = mass.recip();
        let per_inertia = inertia.recip();
        let (compliance_unit, compliances) = integers([&per_mass, &per_inertia]);
        Self {
            centroid: Scaled::from(centroid),
            mass: mass.clone(),
            inertia: inertia.clone(),
            reach_square,
            push,
            compliances,
            compliance_unit,
        }
    }
}

impl PartFigure {
    fn new(arms: &[Vector], unit: &BigInt) -> Self {
        let mut integers = Vec::new();
        for arm in arms {
            let x = times(&arm.x, unit);
            let y = times(&arm.y, unit);
            integers.push(IntegerVector::new(x, y));
        }
        let mut edges = Vec::new();
        let mut squares = Vec::new();
        let next = integers.iter().cycle().skip(1);
        for (start, end) in integers.iter().zip(next) {
            let edge = end.minus(start);
            squares.push(edge.square());
            edges.push(edge);
        }
        Self {
            arms: integers,
            edges,
            squares,
        }
    }
}
