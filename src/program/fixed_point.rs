//! Factorisation in fixed-point numbers, where floats cannot tell rows from dependent ones.
//!
//! Bodies that have moved by δ leave combinations of rows whose length is δ² to δ⁴: 1e-20 to 1e-40
//! where a tower has just begun to fall. The Gram matrix has the squares of such lengths as
//! eigenvalues, so that a few hundred binary digits tell them from 0. Numbers are integers, in
//! units of 2^-digits.
#![allow(clippy::disallowed_types)]

use crate::factor::{Arithmetic, Factor, UpperTriangle};
use crate::normalisation::{Normalised, WideFloat};
use crate::problem::Problem;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivRound, PowerOf2, UnsignedAbs};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use std::collections::BTreeMap;

/// The digits that a pivot must have to be told from rounding.
const PIVOT_BITS: u64 = 64;
/// Steps of the inverse iteration for the least eigenvalue.
const ITERATIONS: usize = 4;

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

/// An estimate of the least eigenvalue of a factorised matrix, by inverse iteration, divided by 16
/// to be rather too small.
pub(crate) fn least_eigenvalue(factor: &Factor<FixedPoint>, digits: i64) -> f64 {
    let digits = digits.unsigned_abs();
    let size = factor.size();
    let mut vector = Vec::with_capacity(size);
    for index in 0..size {
        // Signs without a pattern.
        let sign = (index * index / 3) % 2 == 0;
        let one = Integer::power_of_2(digits);
        vector.push(if sign { one } else { -one });
    }
    let mut least = 1.0_f64;
    for _ in 0..ITERATIONS {
        let before = largest(&vector);
        factor.solve(&mut vector);
        let after = largest(&vector);
        if after == 0 {
            return least;
        }
        let ratio = ratio(&before, &after);
        least = least.min(ratio / 16.0);
        let excess = after.significant_bits().saturating_sub(digits);
        for number in &mut vector {
            *number >>= excess;
        }
    }
    least
}

/// The largest size of a number.
fn largest(numbers: &[Integer]) -> Integer {
    let sizes = numbers.iter().map(UnsignedAbs::unsigned_abs);
    Integer::from(sizes.max().unwrap_or_default())
}

/// About the quotient of two positive integers.
fn ratio(numerator: &Integer, denominator: &Integer) -> f64 {
    let bits = i64::try_from(denominator.significant_bits()).unwrap_or(i64::MAX);
    let over = WideFloat::from_integer(numerator).shifted(-bits);
    let under = WideFloat::from_integer(denominator).shifted(-bits);
    over / under
}
