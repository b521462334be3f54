//! What does not change during a run: the parts of each body as integers, its mass and its inertia.

use super::integer_vector::{IntegerVector, integers};
use super::scaled::Scaled;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_exact::{Rational, Vector, common_denominator, times};
use zwang_scene::{Body, Dynamics, Polygon};

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
    /// 1/m and 1/I over `compliance_unit`.
    pub compliances: [BigInt; 2],
    pub compliance_unit: BigInt,
}

impl Figure {
    pub(super) fn new(body: &Body) -> Self {
        let origin = body
            .dynamics
            .as_ref()
            .map_or_else(Vector::zero, |free| free.centroid.clone());
        let arms: Vec<Vec<Vector>> = body.parts.iter().map(|part| arms(part, &origin)).collect();
        let coordinates = arms.iter().flatten().flat_map(|arm| [&arm.x, &arm.y]);
        let unit = common_denominator(coordinates);
        let parts: Vec<PartFigure> = arms
            .iter()
            .map(|arms| PartFigure::new(arms, &unit))
            .collect();
        let squares = parts
            .iter()
            .flat_map(|part| &part.arms)
            .map(IntegerVector::square);
        let reach_square = squares.max().unwrap_or_else(BigInt::zero);
        let free = body
            .dynamics
            .as_ref()
            .map(|free| FreeFigure::new(free, reach_square));
        Self { parts, unit, free }
    }
}

impl FreeFigure {
    fn new(free: &Dynamics, reach_square: BigInt) -> Self {
        let (mass, inertia) = (free.mass.clone(), free.inertia.clone());
        let (compliance_unit, compliances) = integers([&mass.recip(), &inertia.recip()]);
        Self {
            centroid: (&free.centroid).into(),
            mass,
            inertia,
            reach_square,
            compliances,
            compliance_unit,
        }
    }
}

impl PartFigure {
    fn new(arms: &[Vector], unit: &BigInt) -> Self {
        let arms: Vec<IntegerVector> = arms
            .iter()
            .map(|arm| IntegerVector::new(times(&arm.x, unit), times(&arm.y, unit)))
            .collect();
        let next = arms.iter().cycle().skip(1);
        let edges: Vec<IntegerVector> = arms
            .iter()
            .zip(next)
            .map(|(start, end)| end.minus(start))
            .collect();
        let squares = edges.iter().map(IntegerVector::square).collect();
        Self {
            arms,
            edges,
            squares,
        }
    }
}

fn arms(part: &Polygon, origin: &Vector) -> Vec<Vector> {
    part.vertices()
        .iter()
        .map(|vertex| vertex - origin)
        .collect()
}
