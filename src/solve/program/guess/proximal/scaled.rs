//! A normalised program in numbers of some kind.
#![allow(clippy::disallowed_types)]

use crate::exact::factor::UpperTriangle;
use crate::guess::normalisation::{Normalised, shortfall};
use crate::numbers::real::{self, Real};
use crate::problem::Problem;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::Reciprocal;

/// Rows a'_j and shortfalls a'_j·t' - b'_j as [`crate::guess::normalisation`] has them, and M'⁻¹.
pub(super) struct ScaledProgram<'a, T> {
    pub(super) equalities: usize,
    pub(super) rows: Vec<Vec<(usize, T)>>,
    pub(super) shortfalls: Vec<T>,
    compliances: Vec<T>,
    /// Rates of the dual value that are not larger than this may be rounding.
    pub(super) roundings: Vec<T>,
    normalised: &'a Normalised,
}

impl<'a, T: Real> ScaledProgram<'a, T> {
    pub(super) fn new(problem: &Problem, normalised: &'a Normalised) -> Self {
        let scales = &normalised.variable_exponents;
        let mut program = Self {
            equalities: problem.equalities,
            rows: Vec::with_capacity(problem.rows.len()),
            shortfalls: Vec::with_capacity(problem.rows.len()),
            compliances: Vec::with_capacity(problem.masses.len()),
            roundings: Vec::with_capacity(problem.rows.len()),
            normalised,
        };
        for (mass, scale) in problem.masses.iter().zip(scales) {
            let compliance = T::from_rational(&mass.reciprocal(), 2 * scale);
            program.compliances.push(compliance);
        }
        for (row, float) in problem.rows.iter().zip(&normalised.rows) {
            let mut coefficients = Vec::with_capacity(row.coefficients.len());
            for (variable, value) in &row.coefficients {
                let exponent = -scales[*variable] - float.exponent;
                coefficients.push((*variable, T::from_integer(value, exponent)));
            }
            program.rows.push(coefficients);
            let exponent = -float.exponent - normalised.exponent;
            let shortfall = T::from_rational(&shortfall(problem, row), exponent);
            program.shortfalls.push(shortfall);
            let rounding = T::from_float(T::ROUNDING * float.length);
            program.roundings.push(rounding);
        }
        program
    }

    /// M⁻¹ Aᵀ λ.
    pub(super) fn displacement(&self, multipliers: &[T]) -> Vec<T> {
        let mut displacement = vec![T::default(); self.compliances.len()];
        for (row, &multiplier) in self.rows.iter().zip(multipliers) {
            if multiplier == T::default() {
                continue;
            }
            for &(variable, value) in row {
                let own = displacement[variable];
                displacement[variable] = own + value * multiplier;
            }
        }
        for (value, compliance) in displacement.iter_mut().zip(&self.compliances) {
            *value = *value * *compliance;
        }
        displacement
    }

    /// a·(x - t) of a row.
    pub(super) fn product(&self, row: usize, displacement: &[T]) -> T {
        let mut sum = T::default();
        for &(variable, value) in &self.rows[row] {
            sum = sum + value * displacement[variable];
        }
        sum
    }

    /// |x|² in the metric M, of a displacement.
    pub(super) fn square(&self, displacement: &[T]) -> f64 {
        let mut squares = 0.0;
        for (value, mass) in displacement.iter().zip(&self.normalised.masses) {
            squares += mass * value.to_float().powi(2);
        }
        squares
    }

    /// S of some rows, with ρ added to its diagonal.
    pub(super) fn gram_matrix(&self, rows: &[usize], regularisation: T) -> UpperTriangle<T> {
        let chosen = rows.iter().map(|row| self.rows[*row].as_slice());
        let mut gram = real::gram_matrix(chosen, &self.compliances);
        for column in &mut gram.columns {
            if let Some((_, diagonal)) = column.last_mut() {
                *diagonal = *diagonal + regularisation;
            }
        }
        gram
    }

    /// A multiplier in units of the normalised data.
    pub(super) fn in_units(&self, multiplier: T) -> Integer {
        multiplier.to_integer(self.normalised.scale)
    }

    /// A multiplier of so many units.
    pub(super) fn of_units(&self, units: &Integer) -> T {
        T::from_integer(units, -self.normalised.scale)
    }
}
