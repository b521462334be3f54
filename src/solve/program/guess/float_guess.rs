//! The float guess: an interior-point solution in double precision.
//!
//! The interior point ends near the analytic centre of the optimal face, so rows that press in some
//! optimal system have a clear multiplier and no slack, rows that open have a slack and no
//! multiplier, and rows that are idle have neither. Nothing here is believed: everything is a
//! suggestion to the exact solver.
#![allow(clippy::disallowed_types)]

use crate::guess::interior_point::{FINE, FloatProgram, FloatSolution};
use crate::guess::normalisation::{FloatRow, Normalised, WideFloat};
use crate::monitor::Stop;
use crate::problem::{Optimum, Problem};
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::{Integer, Rational};
use std::sync::Arc;

/// How much larger than its slack a normalised multiplier must be for its row to be taken as
/// pressing at once.
const CLEARLY: f64 = 1e3;

/// Approximate multipliers and slacks, one for each row of a [`Problem`], for rows normalised in
/// the metric M⁻¹.
#[derive(Clone, Debug)]
pub struct Guess {
    /// λ_j |a_j|, in units of 2^k of the normalised data.
    multipliers: Vec<f64>,
    /// (a_j·x - b_j) / |a_j|, in the same units.
    slacks: Vec<f64>,
    /// y - t in units of 2^k of the normalised data; nothing for a guess from elsewhere.
    displacement: Vec<f64>,
    /// The data that the interior-point solver was given; units of a guess from elsewhere are 1.
    normalised: Option<Arc<Normalised>>,
    /// Whether the interior-point solver calls the program infeasible.
    pub(crate) seems_infeasible: bool,
}

/// A program in floats, scaled by powers of two such that its numbers have about size 1: what the
/// interior point gets, for those who measure other solvers on the same.
///
/// min ½ (y - t)ᵀ M (y - t) subject to a_j·y = b_j for the first rows, and a_j·y ≥ b_j for the
/// others.
#[derive(Clone, Debug)]
pub struct NormalisedProgram {
    /// M, positive.
    pub masses: Vec<f64>,
    /// Pairs (variable, coefficient).
    pub rows: Vec<Vec<(usize, f64)>>,
    /// a_j·t - b_j.
    pub shortfalls: Vec<f64>,
    /// The number of equalities.
    pub equalities: usize,
}

impl NormalisedProgram {
    /// The program in floats.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let normalised = Normalised::new(problem);
        let rows = normalised.rows.into_iter().map(|row| row.coefficients);
        Self {
            masses: normalised.masses,
            rows: rows.collect(),
            shortfalls: normalised.shortfalls,
            equalities: problem.equalities,
        }
    }
}

/// Whether a row with this multiplier and this slack clearly presses.
pub(crate) fn presses(multiplier: f64, slack: f64) -> bool {
    multiplier > CLEARLY * slack.max(0.0) && multiplier.is_finite()
}

impl Guess {
    /// A guess from elsewhere: λ_j |a_j| and (a_j·x - b_j) / |a_j| for each row. Anything is
    /// permitted.
    #[must_use]
    pub fn new(multipliers: Vec<f64>, slacks: Vec<f64>) -> Self {
        Self {
            multipliers,
            slacks,
            displacement: Vec::new(),
            normalised: None,
            seems_infeasible: false,
        }
    }

    /// Asks the interior-point solver. `None` if it fails altogether, as it may on extreme data.
    #[must_use]
    pub fn by_interior_point(problem: &Problem) -> Option<Self> {
        Self::unless(&Stop::default(), problem)
    }

    /// The same, or `None` if it is stopped.
    #[must_use]
    pub fn unless(stop: &Stop, problem: &Problem) -> Option<Self> {
        let normalised = Normalised::new(problem);
        let program = FloatProgram {
            masses: &normalised.masses,
            rows: normalised
                .rows
                .iter()
                .map(|row| &row.coefficients[..])
                .collect(),
            shortfalls: normalised.shortfalls.clone(),
            equalities: problem.equalities,
            tolerance: FINE,
        };
        let FloatSolution {
            displacement,
            multipliers,
            slacks,
            seems_infeasible,
        } = program.solve(stop)?;
        Some(Self {
            multipliers,
            slacks,
            displacement,
            normalised: Some(Arc::new(normalised)),
            seems_infeasible,
        })
    }

    /// y - y* in units of 2^k, for the exact optimum x*, and the normalised data: where the
    /// interior point came from. `None` of a guess from elsewhere.
    pub(crate) fn offset(
        &self,
        problem: &Problem,
        optimum: &Optimum,
    ) -> Option<(Vec<f64>, &Normalised)> {
        let normalised = self.normalised.as_ref()?;
        let mut offset = Vec::with_capacity(self.displacement.len());
        for (variable, value) in self.displacement.iter().enumerate() {
            // x* - t = above / below.
            let target = &problem.target[variable];
            let denominator = Integer::from(target.denominator_ref());
            let numerator = Integer::from_sign_and_abs_ref(*target >= 0, target.numerator_ref());
            let above = &optimum.point[variable] * &denominator - numerator * &optimum.denominator;
            let below = WideFloat::from_integer(&(denominator * &optimum.denominator));
            let exact = WideFloat::from_integer(&above).over(below);
            let shift = normalised.variable_exponents[variable] - normalised.exponent;
            offset.push(value - exact.shifted(shift));
        }
        Some((offset, normalised))
    }

    /// The normalised data of the program that this is a guess for.
    pub(crate) fn normalised(&self, problem: &Problem) -> Arc<Normalised> {
        self.normalised
            .clone()
            .unwrap_or_else(|| Arc::new(Normalised::new(problem)))
    }

    /// The inequalities that clearly press.
    pub(crate) fn pressing_rows(&self, problem: &Problem) -> impl Iterator<Item = usize> {
        let rows = problem.equalities
            ..problem
                .rows
                .len()
                .min(self.multipliers.len())
                .min(self.slacks.len());
        rows.filter(|&row| presses(self.multipliers[row], self.slacks[row]))
    }

    /// The number of inequalities that neither clearly press nor clearly open.
    pub(crate) fn ambiguous_rows(&self, problem: &Problem) -> usize {
        let pairs = self.multipliers.iter().zip(&self.slacks);
        let mut ambiguous = 0;
        for (multiplier, slack) in pairs.skip(problem.equalities) {
            let is_pressing = *multiplier > CLEARLY * slack.max(0.0);
            let is_open = *slack > CLEARLY * multiplier.max(0.0);
            if !is_pressing && !is_open {
                ambiguous += 1;
            }
        }
        ambiguous
    }

    /// The largest multiplier.
    pub(crate) fn largest_multiplier(&self) -> f64 {
        self.multipliers
            .iter()
            .copied()
            .filter(|value| value.is_finite())
            .fold(0.0, f64::max)
    }

    /// The multiplier of an integer row, rounded to a dyadic number ≥ 0 of so many bits below the
    /// largest of all, which is given.
    pub(crate) fn dyadic_multiplier(
        &self,
        problem: &Problem,
        row: usize,
        largest: f64,
        kept_bits: i64,
    ) -> Rational {
        let FloatRow {
            exponent, length, ..
        } = FloatRow::of(problem, row);
        let units_exponent = self
            .normalised
            .as_ref()
            .map_or(0, |normalised| normalised.exponent);
        let value = self.multipliers[row] / length;
        let power = WideFloat::from_float(largest / length).power();
        let Some(power) = power.filter(|_| value.is_finite()) else {
            return Rational::from(0);
        };
        let unit = power - kept_bits;
        let units = (value / 2f64.powi(unit as i32)).round().max(0.0);
        Rational::try_from(units).unwrap_or_default()
            * Rational::power_of_2(unit + units_exponent - exponent)
    }
}
