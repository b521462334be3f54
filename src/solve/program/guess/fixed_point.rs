//! Factorisation in fixed-point numbers, where floats cannot tell rows from dependent ones.
//!
//! Bodies that have moved by δ leave combinations of rows whose length is δ² to δ⁴: 1e-20 to 1e-40
//! where a tower has just begun to fall. The Gram matrix has the squares of such lengths as
//! eigenvalues, so that a few hundred binary digits tell them from 0. Numbers are integers, in
//! units of 2^-digits.
#![allow(clippy::disallowed_types)]

use crate::exact::factor::{Arithmetic, Factor, UpperTriangle};
use crate::guess::downdating::{DowndatedFactor, RealArithmetic};
use crate::guess::normalisation::{Normalised, WideFloat};
use crate::problem::Problem;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivRound, PowerOf2};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use std::collections::BTreeMap;

/// The digits that a pivot must have to be told from rounding.
const PIVOT_BITS: u64 = 64;
/// How far below the least pivot the least eigenvalue is taken to be.
const BELOW_LEAST_PIVOT: f64 = 1e-6;

/// Integers in units of 2^-digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedPoint {
    pub(crate) digits: u64,
}

impl Arithmetic for FixedPoint {
    type Element = Integer;
    /// In units of 4^-digits.
    type Sum = Integer;

    fn sum_from(self, value: &Integer) -> Integer {
        value << self.digits
    }

    fn minus_product(self, sum: Integer, a: &Integer, b: &Integer) -> Integer {
        sum - a * b
    }

    fn value(self, sum: Integer) -> Integer {
        sum >> self.digits
    }

    fn product(self, a: &Integer, b: &Integer) -> Integer {
        (a * b) >> self.digits
    }

    fn inverse_pivot(self, pivot: &Integer) -> Option<Integer> {
        let is_certain = *pivot > 0 && pivot.significant_bits() > PIVOT_BITS;
        is_certain.then(|| Integer::power_of_2(2 * self.digits) / pivot)
    }

    fn minus_dot(
        self,
        value: Integer,
        (indices, entries): (&[u32], &[Integer]),
        dense: &[Integer],
    ) -> Integer {
        let mut sum = Integer::ZERO;
        for (&index, entry) in indices.iter().zip(entries) {
            sum += entry * &dense[index as usize];
        }
        value - (sum >> self.digits)
    }
}

impl RealArithmetic for FixedPoint {
    fn one(self) -> Integer {
        Integer::power_of_2(self.digits)
    }

    fn quotient(self, a: &Integer, b: &Integer) -> Integer {
        (a << self.digits) / b
    }
}

/// S = A M⁻¹ Aᵀ of normalised rows, from the exact ones.
pub(crate) fn gram_matrix(
    problem: &Problem,
    normalised: &Normalised,
    rows: &[usize],
    digits: i64,
) -> UpperTriangle<Integer> {
    let mut rows_of_variable: Vec<Vec<(usize, Integer)>> = vec![Vec::new(); problem.masses.len()];
    let mut sums = vec![Integer::ZERO; rows.len()];
    let mut columns = Vec::with_capacity(rows.len());
    for (position, &row) in rows.iter().enumerate() {
        let mut touched = Vec::new();
        for (variable, value) in &problem.rows[row].coefficients {
            // a'_i = a_i 2^(-e_i - s_j), and M'_i = M_i 4^(-e_i).
            let shift = digits - normalised.rows[row].exponent;
            let own = value << shift;
            let weighed = (&own * problem.mass_denominator(*variable))
                .div_round(problem.mass_numerator(*variable), RoundingMode::Floor)
                .0;
            rows_of_variable[*variable].push((position, own));
            for (other, coefficient) in &rows_of_variable[*variable] {
                touched.push(*other);
                sums[*other] += &weighed * coefficient;
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let mut column = Vec::with_capacity(touched.len());
        for other in touched {
            column.push((other, std::mem::take(&mut sums[other]) >> digits));
        }
        columns.push(column);
    }
    UpperTriangle { columns }
}

/// The products a'_j·a' of rows with one of them, in the metric M'⁻¹.
pub(crate) fn products(
    problem: &Problem,
    normalised: &Normalised,
    rows: &[usize],
    row: usize,
    digits: i64,
) -> Vec<Integer> {
    let mut weighed = BTreeMap::new();
    for (variable, value) in &problem.rows[row].coefficients {
        let own = value << (digits - normalised.rows[row].exponent);
        let number = (own * problem.mass_denominator(*variable))
            .div_round(problem.mass_numerator(*variable), RoundingMode::Floor)
            .0;
        weighed.insert(*variable, number);
    }
    let mut products = Vec::with_capacity(rows.len());
    for &other in rows {
        let mut sum = Integer::ZERO;
        for (variable, value) in &problem.rows[other].coefficients {
            if let Some(weighed) = weighed.get(variable) {
                sum += value * weighed;
            }
        }
        products.push(sum << -normalised.rows[other].exponent);
    }
    products
}

/// The factorised Gram matrix of independent rows, some of which may have been dropped since.
pub(crate) struct FineFactor {
    pub(crate) downdated: DowndatedFactor<FixedPoint>,
    pub(crate) digits: i64,
}

impl FineFactor {
    /// `None` if the matrix is singular even so.
    pub(crate) fn new(gram: &UpperTriangle<Integer>, digits: i64) -> Option<Self> {
        let arithmetic = FixedPoint {
            digits: digits.unsigned_abs(),
        };
        let (factor, kept) = Factor::new(arithmetic, gram);
        let is_regular = kept.len() == gram.columns.len();
        is_regular.then(|| Self {
            downdated: DowndatedFactor::new(arithmetic, factor),
            digits,
        })
    }

    /// An estimate of the least eigenvalue, rather too small: the least pivot times 1e-6. The least
    /// eigenvalue is at most the least pivot, and seldom far below it.
    pub(crate) fn least_eigenvalue(&self) -> f64 {
        let pivots = self.downdated.inverse_pivots().iter();
        let Some(largest) = pivots.max() else {
            return 1.0;
        };
        let inverse = WideFloat::from_integer(largest).shifted(-self.digits);
        (BELOW_LEAST_PIVOT / inverse).min(BELOW_LEAST_PIVOT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::base::num::arithmetic::traits::UnsignedAbs;

    const DIGITS: u64 = 200;

    fn entry(row: usize, column: usize) -> Integer {
        let own = if row == column { 3 } else { 0 };
        Integer::from(row.min(column) + 1 + own) << DIGITS
    }

    /// A Gram matrix: min(i, j) + 1 is that of rows (1, …, 1, 0, …), to which three are added on
    /// the diagonal.
    fn gram(rows: &[usize]) -> UpperTriangle<Integer> {
        let mut columns = Vec::new();
        for (column, other) in rows.iter().enumerate() {
            let above = rows[..=column].iter().enumerate();
            columns.push(
                above
                    .map(|(index, row)| (index, entry(*row, *other)))
                    .collect(),
            );
        }
        UpperTriangle { columns }
    }

    /// The solution for the right side 1, 2, 3, … of the rows, as whole millionths.
    fn solution(factor: &FineFactor, rows: &[usize]) -> Vec<Integer> {
        let right_side = rows.iter().map(|row| Integer::from(*row + 1) << DIGITS);
        let mut values: Vec<Integer> = right_side.collect();
        factor.downdated.solve(&mut values);
        let values = values.into_iter();
        values
            .map(|value| (value * Integer::from(1_000_000)) >> DIGITS)
            .collect()
    }

    #[test]
    fn rows_that_are_dropped_leave_the_factor_of_the_others() {
        let all = [0, 1, 2, 3, 4, 5];
        let mut factor = FineFactor::new(&gram(&all), DIGITS as i64).unwrap();
        let mut multipliers = solution(&factor, &all);
        for dropped in [4, 1, 2] {
            factor
                .downdated
                .drop_from_optimum(dropped, &mut multipliers)
                .unwrap();
        }
        let left = [0, 3, 5];
        let own = FineFactor::new(&gram(&left), DIGITS as i64).unwrap();
        let expected = solution(&own, &left);
        let solved = solution(&factor, &all);
        for (row, value) in all.iter().zip(&solved) {
            let place = left.iter().position(|other| other == row);
            let expected = place.map_or(Integer::ZERO, |place| expected[place].clone());
            assert!((value - expected).unsigned_abs() <= 1, "row {row}");
        }
        // The multipliers went along, but for what millionths lose.
        for (value, solved) in multipliers.iter().zip(&solved) {
            assert!((value - solved).unsigned_abs() <= 10);
        }
    }
}
