//! The names of the values of the options, with a line of help for each.

use clap::ValueEnum;
use zwang_schemes::{LengthRule, Misprint, SidednessRule};

/// The material of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelName {
    /// A quarter of the mass at each corner of a rectangle, as in the paper's animation; its
    /// inertia is three times too large.
    Corners,
    /// 3 × 3 point masses with the moments of a homogeneous rectangle (Fig. 10).
    NinePoints,
    /// Centroid and turn of bodies of any shape.
    Rigid,
}

/// How many bars a rectangle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BracingName {
    /// The number that is needed: 5 for corners, 15 for nine points.
    Minimal,
    /// One more.
    Redundant,
}

/// How bars keep their length: the right-hand side of <d_new, d>.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LengthsName {
    /// (L') as printed, |d|² - |Δd|²: what spins shrinks.
    Printed,
    /// |d|²: what spins grows.
    Projection,
    /// |d|² - ½ |Δd|²: exact in free spin.
    Midpoint,
    /// (ℓ² + |d|²) / 2, a Newton step of (L'').
    Newton,
    /// (ℓ² + |d|² - |Δd|²) / 2: exact in free spin, and mends what is off.
    CorrectingMidpoint,
    /// The slides' rule, linearised at the prediction.
    Prediction,
}

/// How vertices are kept outside of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SidednessName {
    /// (S') corrected for positions: the bound -A(Δp).
    LastStep,
    /// The bound 0, without squared velocities (Theorem 7.1).
    FirstOrder,
    /// The bound -2 A(Δp): equivalent to (S2+), the one of Theorem 5.1.
    Acceleration,
    /// (S') as printed, divided by Δt.
    PrintedDivision,
    /// (S') with the weights of section 4, which belong to the other end.
    PrintedWeights,
    /// Both misprints.
    Printed,
    /// The slides' rule, linearised at the prediction.
    Prediction,
}

/// Between which edges and vertices there are rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SelectionName {
    /// (S2+) where corners meet and places are rounded: nearest edges that touch, up to --reach,
    /// and do not part; where vertices meet and leave a choice, none.
    Contact,
    /// For each vertex the nearest edge of the other body, if it is beside it and within reach.
    NearestEdge,
    /// §8.5: for each pair the edge that separates best, with all vertices of the other.
    CriticalEdge,
    /// (S1) literally: vertices on edges, ends included, which forbids too much where corners meet.
    Touching,
    /// (S2+) literally: the same, if they stay there to first order.
    Resting,
}

/// Which of the best edges of two bodies is critical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CriticalName {
    /// The one that separates more.
    MostSatisfied,
    /// The one that separates less, as printed: it may be violated.
    LeastSatisfied,
}

/// Which of equally good edges count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TiesName {
    /// The first in the order of bodies and edges: that of the lower of two generated bricks, over
    /// which nothing tips; the 5-diamond never moves.
    First,
    /// The last, that of the upper brick: the 5-diamond falls, and loses its symmetry.
    Last,
    /// All of them: the 5-diamond never moves.
    All,
}

/// The numbers that are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RoundingName {
    /// Each body as a parallelogram.
    Bodies,
    /// Each point by itself.
    Points,
}

impl LengthsName {
    /// The rule of that name.
    pub fn rule(self) -> LengthRule {
        match self {
            Self::Printed => LengthRule::Printed,
            Self::Projection => LengthRule::Projection,
            Self::Midpoint => LengthRule::Midpoint,
            Self::Newton => LengthRule::Newton,
            Self::CorrectingMidpoint => LengthRule::CorrectingMidpoint,
            Self::Prediction => LengthRule::Prediction,
        }
    }
}

impl SidednessName {
    /// The rule of that name.
    pub fn rule(self) -> SidednessRule {
        match self {
            Self::LastStep => SidednessRule::LastStep,
            Self::FirstOrder => SidednessRule::FirstOrder,
            Self::Acceleration => SidednessRule::Acceleration,
            Self::PrintedDivision => SidednessRule::Printed(Misprint::Division),
            Self::PrintedWeights => SidednessRule::Printed(Misprint::Weights),
            Self::Printed => SidednessRule::Printed(Misprint::DivisionAndWeights),
            Self::Prediction => SidednessRule::Prediction,
        }
    }
}
