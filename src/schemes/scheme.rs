//! What a step does, chosen by enums.

use super::lengths::LengthRule;
use super::number::ratio;
use super::rounding::Rounding;
use super::selection::Selection;
use super::sidedness::SidednessRule;
use zwang_exact::Rational;

/// A way to get from one state to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Which rows, and in what variables.
    pub advance: Advance,
    /// Between which edges and vertices.
    pub selection: Selection,
    /// What becomes of the exact optimum.
    pub rounding: Rounding,
}

/// The two algorithms of the paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// Fig. 6: accelerations under (L2+) and (S2+), then v + a Δt, then p + v Δt.
    Acceleration,
    /// Fig. 7: the positions nearest to the prediction.
    Position {
        /// What becomes of (L').
        lengths: LengthRule,
        /// Whether bars are equations.
        enforcement: Enforcement,
        /// What becomes of (S').
        sidedness: SidednessRule,
    },
}

/// How bars are held in a position step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enforcement {
    /// By equations.
    Equations,
    /// By the term M Σ (<p_i - p_j, d> - right-hand side)² of the objective (§8.4). Its unit is
    /// kg/m², and the paper takes 100.
    Penalty(Rational),
}

impl Enforcement {
    /// The penalty with the paper's factor 100.
    #[must_use]
    pub fn paper_penalty() -> Self {
        Self::Penalty(ratio(100, 1))
    }
}

impl Default for Scheme {
    /// The position step with every correction: length errors are mended, rows follow the nearest
    /// edges within 1/8 m, bodies are rounded to 2^-64 m.
    fn default() -> Self {
        Self {
            advance: Advance::Position {
                lengths: LengthRule::CorrectingMidpoint,
                enforcement: Enforcement::Equations,
                sidedness: SidednessRule::LastStep,
            },
            selection: Selection::NearestEdge { reach: ratio(1, 8) },
            rounding: Rounding::Bodies { bits: 64 },
        }
    }
}
