//! The float guess: an interior-point solution in double precision.
//!
//! With y = √M (x - t) the program is min ½|y|² subject to rows a_j M^(-1/2), which are normalised. Clarabel's interior point
//! ends near the analytic centre of the optimal face, so rows that press in some optimal system have a clear multiplier and no
//! slack, rows that open have a slack and no multiplier, and rows that are idle have neither. Nothing here is believed:
//! everything is a suggestion to the exact solver. Floats occur in one other module of the solver,
//! `enclosure`, inside rigorous bounds.
#![allow(clippy::disallowed_types)]

use crate::problem::Problem;
use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT, ZeroConeT};
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};

/// How much larger than its slack a normalised multiplier must be for its row to be taken as pressing at once.
const CLEARLY: f64 = 1e3;
/// Multipliers of dependent rows are kept to this many bits below the largest one.
const KEPT_BITS: i64 = 30;

/// Approximate multipliers and slacks, one for each row of a [`Problem`], for rows normalised in the metric M⁻¹.
#[derive(Clone, Debug)]
pub struct Guess {
    /// λ_j |a_j|.
    pub multipliers: Vec<f64>,
    /// (a_j·x - b_j) / |a_j|.
    pub slacks: Vec<f64>,
}

impl Guess {
    /// Asks the interior-point solver. `None` if it fails altogether, as it may on extreme data.
    #[must_use]
    pub fn by_interior_point(problem: &Problem) -> Option<Self> {
        let roots: Vec<f64> = problem.masses.iter().map(|mass| float(mass).sqrt()).collect();
        let lengths: Vec<f64> = problem.rows.iter().map(|row| metric_length(&row.coefficients, &roots)).collect();
        let (matrix, right_side) = normalised_rows(problem, &roots, &lengths);
        if !right_side.iter().chain(&matrix.nzval).all(|value| value.is_finite()) {
            return None;
        }
        let variables = problem.masses.len();
        let quadratic = CscMatrix::identity(variables);
        let cones = [ZeroConeT(problem.equalities), NonnegativeConeT(problem.rows.len() - problem.equalities)];
        let settings = DefaultSettingsBuilder::default()
            .verbose(false)
            .tol_gap_abs(1e-12)
            .tol_gap_rel(1e-12)
            .tol_feas(1e-12)
            .max_iter(100)
            .build()
            .ok()?;
        let linear = vec![0.0; variables];
        let mut solver = DefaultSolver::new(&quadratic, &linear, &matrix, &right_side, &cones, settings).ok()?;
        solver.solve();
        Some(Self { multipliers: solver.solution.z.clone(), slacks: solver.solution.s.clone() })
    }

    /// The inequalities that clearly press.
    pub(crate) fn pressing_rows(&self, problem: &Problem) -> impl Iterator<Item = usize> {
        let rows = problem.equalities..problem.rows.len().min(self.multipliers.len()).min(self.slacks.len());
        rows.filter(|&row| {
            self.multipliers[row] > CLEARLY * self.slacks[row].max(0.0) && self.multipliers[row].is_finite()
        })
    }

    /// The number of inequalities that neither clearly press nor clearly open.
    pub(crate) fn ambiguous_rows(&self, problem: &Problem) -> usize {
        let pairs = self.multipliers.iter().zip(&self.slacks).skip(problem.equalities);
        let is_clear = |(multiplier, slack): (&f64, &f64)| {
            *multiplier > CLEARLY * slack.max(0.0) || *slack > CLEARLY * multiplier.max(0.0)
        };
        pairs.filter(|pair| !is_clear(*pair)).count()
    }

    /// The largest multiplier.
    pub(crate) fn largest_multiplier(&self) -> f64 {
        self.multipliers.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max)
    }

    /// The multiplier of an integer row, rounded to a short dyadic number ≥ 0, given the largest of all.
    pub(crate) fn dyadic_multiplier(&self, problem: &Problem, row: usize, largest: f64) -> Rational {
        let roots: Vec<(usize, f64)> =
            problem.rows[row].coefficients.iter().map(|(variable, value)| (*variable, integer(value))).collect();
        let square: f64 = roots.iter().map(|(variable, value)| value * value / float(&problem.masses[*variable])).sum();
        let value = self.multipliers[row] / square.sqrt();
        let unit = (largest / square.sqrt()).log2();
        if !value.is_finite() || !unit.is_finite() {
            return Rational::from(0);
        }
        let exponent = unit.floor() as i64 - KEPT_BITS;
        let units = (value / 2f64.powi(exponent as i32)).round().max(0.0);
        Rational::try_from(units).unwrap_or_default() * Rational::power_of_2(exponent)
    }
}

fn float(value: &Rational) -> f64 {
    f64::rounding_from(value, RoundingMode::Nearest).0
}

fn integer(value: &Integer) -> f64 {
    f64::rounding_from(value, RoundingMode::Nearest).0
}

/// |a| in the metric M⁻¹; 1 for an empty row.
fn metric_length(coefficients: &[(usize, Integer)], roots: &[f64]) -> f64 {
    let square: f64 = coefficients.iter().map(|(variable, value)| (integer(value) / roots[*variable]).powi(2)).sum();
    if square > 0.0 { square.sqrt() } else { 1.0 }
}

/// The rows in the form of the interior-point solver: -a·y + s = a·t - b with s in a cone.
fn normalised_rows(problem: &Problem, roots: &[f64], lengths: &[f64]) -> (CscMatrix<f64>, Vec<f64>) {
    let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut right_side = Vec::with_capacity(problem.rows.len());
    for (index, row) in problem.rows.iter().enumerate() {
        let coefficients = row.coefficients.iter();
        let at_target: Rational =
            coefficients.map(|(variable, value)| &problem.target[*variable] * Rational::from(value)).sum();
        right_side.push(float(&(at_target - Rational::from(&row.bound))) / lengths[index]);
        for (variable, value) in &row.coefficients {
            rows.push(index);
            columns.push(*variable);
            values.push(-integer(value) / roots[*variable] / lengths[index]);
        }
    }
    (CscMatrix::new_from_triplets(problem.rows.len(), roots.len(), rows, columns, values), right_side)
}
