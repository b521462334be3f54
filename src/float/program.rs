//! The strictly convex program that steps and impacts are: min ½ (x - t)ᵀ M (x - t) under linear
//! conditions, M diagonal.

use crate::{impulses, interior_point};
use nalgebra::{Vector2, Vector3};

/// Least restraint in doubles; each body has three unknowns: two of translation and one of
/// rotation.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The diagonal of M for each body.
    pub masses: Vec<Vector3<f64>>,
    /// The unconstrained minimiser t.
    pub target: Vec<Vector3<f64>>,
    /// Values that must be 0.
    pub equalities: Vec<Condition>,
    /// Values that must be at least 0.
    pub inequalities: Vec<Condition>,
}

/// Σ coefficients · unknowns + constant.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    /// Pairs (body, coefficients), each body at most once.
    pub coefficients: Vec<(usize, Vector3<f64>)>,
    /// The value at 0.
    pub constant: f64,
}

/// How a program is solved, and how well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Clarabel's interior point, until gap and residuals are below the tolerance.
    InteriorPoint {
        /// In the unit of (x - t) √M / scale.
        tolerance: f64,
        /// Whether every second inequality is listed twice. The minimiser is the same; but the
        /// central path, which repels from rows that are listed twice with double strength, is not
        /// mirrored any more where the rows of a symmetric scene are.
        repeats: bool,
    },
    /// Iterated impulses, until none of a sweep over all conditions changes a value by more than
    /// the tolerance.
    Impulses {
        /// In the unit of (x - t) √M / scale.
        tolerance: f64,
        /// The most sweeps.
        sweeps: usize,
    },
}

/// An approximate minimiser.
#[derive(Clone, Debug)]
pub struct Solution {
    /// x.
    pub point: Vec<Vector3<f64>>,
    /// Whether the tolerance was reached.
    pub is_accurate: bool,
    /// Iterations of the interior point, or sweeps.
    pub iterations: usize,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FloatError {
    /// The solver believes that no motion satisfies the conditions.
    #[error("the interior-point solver finds no motion that satisfies all rows")]
    Infeasible,
    /// The solver gave up, or numbers overflowed.
    #[error("the float solver fails: {0}")]
    Failed(String),
}

impl Program {
    /// An approximate minimiser. Where x - t is of the order of `scale`, tolerances are relative.
    ///
    /// # Errors
    /// [`FloatError`] if the solver fails, or calls the program infeasible.
    pub fn solve(&self, method: Method, scale: f64) -> Result<Solution, FloatError> {
        let solution = match method {
            Method::InteriorPoint {
                tolerance,
                repeats: false,
            } => interior_point::solve(self, tolerance, scale)?,
            Method::InteriorPoint {
                tolerance,
                repeats: true,
            } => interior_point::solve(&self.with_repeats(), tolerance, scale)?,
            Method::Impulses { tolerance, sweeps } => {
                impulses::solve(self, tolerance * scale, sweeps)
            }
        };
        let mut unknowns = solution.point.iter().flatten();
        if unknowns.all(|value| value.is_finite()) {
            Ok(solution)
        } else {
            Err(FloatError::Failed("a number overflows".to_owned()))
        }
    }

    fn with_repeats(&self) -> Self {
        let again = self.inequalities.iter().step_by(2).cloned();
        let inequalities = self.inequalities.iter().cloned().chain(again).collect();
        Self {
            inequalities,
            ..self.clone()
        }
    }

    /// Equalities, then inequalities.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.equalities.iter().chain(&self.inequalities)
    }
}

impl Condition {
    /// The value at a point.
    #[must_use]
    pub fn at(&self, point: &[Vector3<f64>]) -> f64 {
        let mut value = self.constant;
        for (body, weights) in &self.coefficients {
            value += weights.dot(&point[*body]);
        }
        value
    }

    /// √(a M⁻¹ aᵀ): how much the value changes by a unit of x √M in the direction of the condition.
    #[must_use]
    pub fn length(&self, masses: &[Vector3<f64>]) -> f64 {
        let mut square = 0.0;
        for (body, weights) in &self.coefficients {
            square += weights.component_div(&masses[*body]).dot(weights);
        }
        square.sqrt()
    }

    /// Adds weight · (d + s J arm) + `constant`, for the point of a body at that arm.
    pub(crate) fn add(&mut self, body: usize, arm: &Vector2<f64>, weight: &Vector2<f64>) {
        let coefficients = weight.push(arm.perp(weight));
        let mut known = self.coefficients.iter_mut();
        match known.find(|(known, _)| *known == body) {
            Some((_, known)) => *known += coefficients,
            None => self.coefficients.push((body, coefficients)),
        }
    }
}
