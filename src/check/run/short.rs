//! Short placements (`proofs/RUN.md`, section 2): where bodies are to half the digits, for the coefficients of a step.
//!
//! On a grid c° and z° - z₀ are rounded to multiples of 2^-⌈g/2⌉, so that everything that follows from them is over powers of two and denominators of
//! the scene. In an exact run they are c and z - z₀.

use super::figure::{Figure, FreeFigure};
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::rounding::{nearest_along, nearest_vector};
use super::settings::Settings;
use super::unit::{common, multiple};
use num_bigint::BigInt;
use num_traits::One;

/// A body at its short placement.
pub(super) struct Short {
    /// z°, over `center_unit`.
    pub center: IntegerVector,
    pub center_unit: BigInt,
    /// c°, over `turn_unit`.
    pub turn: IntegerVector,
    pub turn_unit: BigInt,
    pub parts: Vec<Vec<ShortVertex>>,
    /// Arms and edges are over this.
    pub arm_unit: BigInt,
    /// Points are over this, a multiple of `arm_unit` and of `center_unit`.
    pub point_unit: BigInt,
}

/// A vertex, its arm, and the edge that starts there.
pub(super) struct ShortVertex {
    pub point: IntegerVector,
    pub arm: IntegerVector,
    pub edge: IntegerVector,
}

impl Short {
    pub(super) fn new(settings: &Settings, figure: &Figure, pose: &Pose) -> Self {
        let digits = settings.grid.map(|grid| grid.div_ceil(2));
        let ((center, center_unit), (turn, turn_unit)) = match (digits, &figure.free) {
            (Some(digits), Some(free)) => (center(settings, free, pose, digits), turn(pose, digits)),
            _ => ((pose.position.clone(), pose.unit.clone()), (pose.turn.clone(), pose.length.clone())),
        };
        let arm_unit = &figure.unit * &turn_unit;
        let point_unit = common(&arm_unit, &center_unit);
        let base = center.scaled(&(&point_unit / &center_unit));
        let refinement = &point_unit / &arm_unit;
        let vertex = |(arm, edge): (&IntegerVector, &IntegerVector)| {
            let arm = turn.times(arm);
            ShortVertex { point: base.plus(&arm.scaled(&refinement)), edge: turn.times(edge), arm }
        };
        let parts = figure.parts.iter().map(|part| part.arms.iter().zip(&part.edges).map(vertex).collect()).collect();
        Self { center, center_unit, turn, turn_unit, parts, arm_unit, point_unit }
    }
}

/// z° = z₀ + (z - z₀ rounded), and what it is over.
fn center(settings: &Settings, free: &FreeFigure, pose: &Pose, digits: u64) -> (IntegerVector, BigInt) {
    let (whole, [factor, home_factor]) = multiple(&pose.unit, &free.centroid_unit);
    let shift = pose.position.scaled(&factor).minus(&free.centroid.scaled(&home_factor));
    let shift = nearest_along(&shift, &whole, &settings.axis, digits);
    let (unit, [home_factor, factor]) = multiple(&free.centroid_unit, &(BigInt::one() << digits));
    (free.centroid.scaled(&home_factor).plus(&shift.scaled(&factor)), unit)
}

/// c°, and what it is over.
fn turn(pose: &Pose, digits: u64) -> (IntegerVector, BigInt) {
    (nearest_vector(&pose.turn, &pose.length, digits), BigInt::one() << digits)
}
