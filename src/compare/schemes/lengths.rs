//! How a position step keeps bars long enough.
//!
//! With d = p_i - p_j, d⁻ = p⁻_i - p⁻_j, Δd = d - d⁻ and ℓ the length at the start, all but the
//! last rule are <d_new, d> = right-hand side.
//!
//! A bar that turns freely has d_new = μ d - d⁻. With the right-hand side |d|² - ½ |Δd|², the
//! polarisation identity gives
//!
//! ```text
//! |d_new|² - |d⁻|² = ½ μ (|d|² - |d⁻|²)
//! ```
//!
//! Two equal lengths are followed by equal ones for ever, and then the angle of a step is constant
//! too. The whole last term takes ½ |Δd|² too much away in each step, none of it leaves as much too
//! much. Forces are along d, so all of these rules keep the angular momentum; the last rule, with
//! forces along d̃, does not: of a spin of θ a step it leaves θ - θ³.

use super::form::{Condition, Form};
use super::framework::Bar;
use super::number::ratio;
use super::state::Linearisation;
use zwang_exact::Vector;

/// The right-hand side of the length rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthRule {
    /// (L') as printed: |d|² - |Δd|². Equivalent to (L2+); a spinning body shrinks.
    Printed,
    /// (L') without its last term: |d|², the projection alone. A spinning body grows.
    Projection,
    /// Half of the last term: |d|² - ½ |Δd|². Exact in free spin; what is off for other reasons
    /// stays off.
    Midpoint,
    /// (L'') with the product of lengths by one Newton step: (ℓ² + |d|²) / 2. Printed it is ℓ |d|,
    /// which needs a square root.
    Newton,
    /// Both: (ℓ² + |d|² - |Δd|²) / 2. Exact in free spin, and corrects what is off.
    CorrectingMidpoint,
    /// The slides' rule: <d_new, d̃> = (ℓ² + |d̃|²) / 2 with d̃ at the prediction p̃, where the
    /// slides have ℓ |d̃|.
    Prediction,
}

impl LengthRule {
    /// Every rule.
    pub const ALL: [Self; 6] = [
        Self::Printed,
        Self::Projection,
        Self::Midpoint,
        Self::Newton,
        Self::CorrectingMidpoint,
        Self::Prediction,
    ];

    /// The equation of a bar, in positions.
    pub(crate) fn condition(self, bar: &Bar, at: &Linearisation) -> Condition {
        let base = if self == Self::Prediction {
            &at.prediction
        } else {
            &at.state.current
        };
        let vector = bar.vector(base);
        let square = vector.dot(&vector);
        let turned = &vector - &bar.vector(&at.state.previous);
        let lost = turned.dot(&turned);
        let half = ratio(1, 2);
        let bound = match self {
            Self::Printed => square - lost,
            Self::Projection => square,
            Self::Midpoint => square - lost * half,
            Self::Newton | Self::Prediction => (&bar.squared_length + square) * half,
            Self::CorrectingMidpoint => (&bar.squared_length + square - lost) * half,
        };
        Condition {
            form: Form::of_difference(&bar.ends, &vector),
            bound,
        }
    }
}

/// (L2+): <a_i - a_j, d> = -|v_i - v_j|².
pub(crate) fn second_order(bar: &Bar, nodes: &[Vector], velocities: &[Vector]) -> Condition {
    let relative = &bar.ends[0].motion(velocities) - &bar.ends[1].motion(velocities);
    Condition {
        form: Form::of_difference(&bar.ends, &bar.vector(nodes)),
        bound: -relative.dot(&relative),
    }
}

/// (L1): <v_i - v_j, d> = 0.
pub(crate) fn first_order(bar: &Bar, nodes: &[Vector]) -> Condition {
    Condition {
        form: Form::of_difference(&bar.ends, &bar.vector(nodes)),
        bound: ratio(0, 1),
    }
}
