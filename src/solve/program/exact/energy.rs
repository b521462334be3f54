//! The energy of a symmetric system: one number, to twice the digits of its solution.
//!
//! Let W be diagonal and W K symmetric, and K y = r_0 a system that is lifted: y = Σ p^m y_m, r_m =
//! K y_m + p r_{m+1}. The rest of y after m digits, z_m = y_m + p z_{m+1}, solves K z_m = r_m. So
//! its energy F_m = r_m·W z_m is, by the symmetry of W K,
//!
//! ```text
//! F_m = y_m·W K y_m + 2 p y_m·W r_{m+1} + p² F_{m+1} = y_m·W r_m + p y_m·W r_{m+1} + p² F_{m+1},
//! ```
//!
//! and F_0 = r_0·W y modulo p^{2m} takes two scalar products with short numbers for each digit.
//! If a scene moves, its denominator has nearly all of that of y; and if that is known, the
//! numerators need half of the digits that fractions do. If it stands, the energy depends on the
//! point x alone and tells nothing of the multipliers, which soon shows
//! ([`crate::exact::lifting::lift`]). Nothing rests on it: the solution is verified.

use crate::exact::reconstruction::{fraction, power};
use crate::exact::residual::Residual;
use crate::numbers::field::Field;
use crate::problem::Problem;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm, Mod, UnsignedAbs};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

/// The longest weight, in bits: with longer ones, scalar products would cost more than digits.
const LONGEST_WEIGHT: u64 = 24;

/// The digits of the energy of a system that is lifted.
pub(crate) struct Energy<'a> {
    field: Field,
    weights: &'a [i64],
    /// The factors of the powers of p, lowest first; any integers.
    terms: Vec<Integer>,
}

/// The diagonal W that makes the matrix of an optimality system of so many rows symmetric: B / b_i
/// for variables of mass a_i / b_i, and -B for rows, with the least B; `None` if that is long.
pub(crate) fn weights(problem: &Problem, rows: usize) -> Option<Vec<i64>> {
    let mut common = Natural::ONE;
    for mass in &problem.masses {
        if common != *mass.denominator_ref() {
            common = common.lcm(mass.denominator_ref());
        }
        if common.significant_bits() > LONGEST_WEIGHT {
            return None;
        }
    }
    let mut weights = Vec::with_capacity(problem.masses.len() + rows);
    for mass in &problem.masses {
        let weight = (&common).div_exact(mass.denominator_ref());
        weights.push(i64::try_from(&weight).ok()?);
    }
    let common = i64::try_from(&common).ok()?;
    weights.resize(weights.len() + rows, -common);
    Some(weights)
}

impl<'a> Energy<'a> {
    pub(crate) fn new(field: Field, weights: &'a [i64]) -> Self {
        Self {
            field,
            weights,
            terms: Vec::new(),
        }
    }

    /// Takes up the next scalar product: each digit of the solution comes once with the residual
    /// before it, and once with the one after it.
    pub(crate) fn push(&mut self, residual: &Residual, digit: &[u64]) {
        self.terms
            .push(residual.weighted_product(self.weights, digit));
    }

    /// The denominator of the energy, or `None` if there are not enough digits yet.
    pub(crate) fn denominator(&self) -> Option<Natural> {
        let prime = Integer::from(self.field.modulus());
        let mut value = Integer::ZERO;
        for term in self.terms.iter().rev() {
            value = value * &prime + term;
        }
        let modulus = power(self.field, self.terms.len());
        let residue = value.mod_op(&Integer::from(&modulus));
        let (_, denominator) = fraction(&residue.unsigned_abs(), &modulus)?;
        Some(denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::lifting::WorkingSystem;
    use crate::exact::residual::{Matrix, Solution};
    use crate::monitor::Monitor;
    use crate::problem::Row;
    use malachite::Rational;
    use malachite::base::num::arithmetic::traits::ModInverse;

    /// A chain of variables, each tied to the next.
    fn chain(length: usize) -> Problem {
        let mut rows = Vec::new();
        for place in 1..length {
            let number = place as i64;
            let own = Integer::from(3 + number % 5);
            let other = Integer::from(-7 - number % 4);
            rows.push(Row {
                coefficients: vec![(place - 1, own), (place, other)],
                bound: Integer::from(number % 3 - 1),
            });
        }
        let masses = (1..=length as i64).map(|place| Rational::from_signeds(place % 6 + 1, 4));
        let target = (0..length as i64).map(|place| Rational::from(place % 7 - 3));
        Problem {
            masses: masses.collect(),
            target: target.collect(),
            equalities: rows.len(),
            rows,
        }
    }

    #[test]
    fn the_denominator_needs_half_of_the_digits() {
        let problem = chain(60);
        let rows: Vec<usize> = (0..problem.rows.len()).collect();
        let weights = weights(&problem, rows.len()).unwrap();
        let system = WorkingSystem::of_rows(&problem, &rows, &Monitor::default());
        let matrix = Matrix::new(&problem, system.rows());
        let mut right_side: Vec<Integer> = Vec::new();
        for index in 0..weights.len() {
            right_side.push(Integer::from(index % 5) - Integer::from(2));
        }
        let row_side = right_side.split_off(problem.masses.len());
        let variable_side = right_side;
        let solution = system
            .solve(variable_side.clone(), row_side.clone(), &Monitor::default())
            .unwrap();
        // r_0·W y by the solution.
        let sides = variable_side.iter().chain(&row_side);
        let values = solution.point.iter().chain(&solution.multipliers);
        let mut energy = Rational::from(0);
        for ((side, value), weight) in sides.zip(values).zip(&weights) {
            energy += Rational::from(side * value * Integer::from(*weight));
        }
        energy /= Rational::from(&solution.denominator);
        // The same from the digits of the solution, m to the power of p^m.
        let field = Field::first();
        let prime = Integer::from(field.modulus());
        let whole: Vec<Integer> = values_modulo(&solution, field, 8);
        let mut rest = whole;
        let mut residual =
            Residual::new(variable_side.into_iter().chain(row_side).collect(), &matrix);
        let mut found = Energy::new(field, &weights);
        let bits =
            energy.numerator_ref().significant_bits() + energy.denominator_ref().significant_bits();
        for digits in 1_u64.. {
            let mut digit = Vec::with_capacity(rest.len());
            for value in &mut rest {
                digit.push(u64::try_from(&(&*value).mod_op(&prime)).unwrap());
                *value /= &prime;
            }
            found.push(&residual, &digit);
            residual = residual.lifted(&matrix, &digit, field);
            found.push(&residual, &digit);
            if 2 * 60 * digits > bits + 61 {
                assert_eq!(found.denominator().as_ref(), Some(energy.denominator_ref()));
                break;
            }
            assert!(digits < 8);
        }
    }

    /// A solution modulo a power of p.
    fn values_modulo(solution: &Solution, field: Field, digits: usize) -> Vec<Integer> {
        let modulus = power(field, digits);
        let denominator = (&solution.denominator).mod_op(Integer::from(&modulus));
        let inverse = denominator.unsigned_abs().mod_inverse(&modulus).unwrap();
        let modulus = Integer::from(modulus);
        let values = solution.point.iter().chain(&solution.multipliers);
        let residues = values.map(|value| (value * Integer::from(&inverse)).mod_op(&modulus));
        residues.collect()
    }
}
