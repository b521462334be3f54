//! The residual of p-adic lifting, and the integer matrix K of an optimality system that drives it.
//!
//! After the first few steps every entry of the residual is bounded by a row sum of K, since (r - K
//! y) / p with 0 ≤ y < p is at most r/p plus the row sum. If the row sums fit machine words of 64
//! or 128 bits, so do residuals, and the exact division by p is one multiplication
//! ([`crate::numbers::word`]). Otherwise everything is done with big integers.

use crate::numbers::field::Field;
use crate::numbers::sparse::SparseRows;
use crate::numbers::word::Word;
use crate::parallel;
use crate::problem::Problem;
use malachite::base::num::arithmetic::traits::{
    AddMulAssign, DivExact, DivRem, Gcd, Lcm, UnsignedAbs,
};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

/// The matrix K: variables i with a_i x_i - b_i Σ A_ji λ_j, then rows j with Σ A_ji x_i, by rows.
pub(crate) struct Matrix {
    rows: Vec<Vec<(usize, Integer)>>,
    words: Words,
}

/// The same in the shortest machine words that all row sums fit.
enum Words {
    Single(SparseRows<i64>),
    Double(SparseRows<i128>),
    None,
}

/// A solution (x, λ) of the system over a common denominator.
pub(crate) struct Solution {
    pub(crate) denominator: Integer,
    pub(crate) point: Vec<Integer>,
    /// One for each row of the working set.
    pub(crate) multipliers: Vec<Integer>,
}

impl Words {
    fn of(rows: &[Vec<(usize, Integer)>]) -> Self {
        if let Some(words) = in_words(rows) {
            return Self::Single(words);
        }
        in_words(rows).map_or(Self::None, Self::Double)
    }
}

impl Matrix {
    pub(crate) fn new(problem: &Problem, working_rows: &[usize]) -> Self {
        let variables = problem.masses.len();
        let mut rows: Vec<Vec<(usize, Integer)>> = (0..variables)
            .map(|variable| vec![(variable, problem.mass_numerator(variable))])
            .collect();
        for (position, &row) in working_rows.iter().enumerate() {
            for (variable, value) in &problem.rows[row].coefficients {
                rows[*variable].push((
                    variables + position,
                    -(value * problem.mass_denominator(*variable)),
                ));
            }
        }
        rows.extend(
            working_rows
                .iter()
                .map(|&row| problem.rows[row].coefficients.clone()),
        );
        Self::of_rows(rows)
    }

    /// The matrix of any system of this kind: the first entry of a variable's row is its diagonal.
    pub(crate) fn of_rows(rows: Vec<Vec<(usize, Integer)>>) -> Self {
        let words = Words::of(&rows);
        Self { rows, words }
    }

    /// Whether everything is done with big integers.
    pub(crate) fn is_long(&self) -> bool {
        matches!(self.words, Words::None)
    }

    /// The number of rows.
    pub(crate) fn count(&self) -> usize {
        self.rows.len()
    }

    /// A row of K.
    pub(crate) fn row(&self, row: usize) -> &[(usize, Integer)] {
        &self.rows[row]
    }

    /// a_i.
    pub(crate) fn diagonal(&self, variable: usize) -> &Integer {
        &self.rows[variable][0].1
    }

    /// The other entries of the row of a variable.
    pub(crate) fn off_diagonal(&self, variable: usize) -> &[(usize, Integer)] {
        &self.rows[variable][1..]
    }

    /// The solution with the given multipliers, over the least multiple of their denominator: x_i =
    /// (c_i + b_i Σ A_ji λ_j) / a_i.
    pub(crate) fn completed(
        &self,
        denominator: Integer,
        multipliers: Vec<Integer>,
        variable_side: &[Integer],
    ) -> Solution {
        let variables = variable_side.len();
        let point: Vec<Result<Integer, Integer>> = parallel::map(variables, |variable| {
            self.coordinate(variable, &denominator, &multipliers, variable_side)
        });
        // What the multipliers' denominator lacks to be one of the point.
        let lacking = point.iter().zip(&self.rows).filter_map(|(value, row)| {
            let sum = value.as_ref().err()?.unsigned_abs_ref();
            let diagonal = row[0].1.unsigned_abs_ref();
            Some(diagonal.div_exact(diagonal.gcd(sum)))
        });
        let factor = Integer::from(lacking.fold(Natural::ONE, Natural::lcm));
        if factor == 1 {
            return Solution {
                denominator,
                point: point.into_iter().map(Result::unwrap_or_default).collect(),
                multipliers,
            };
        }
        let mut scaled = Vec::with_capacity(variables);
        for (value, row) in point.into_iter().zip(&self.rows) {
            scaled.push(match value {
                Ok(quotient) => quotient * &factor,
                Err(sum) => (sum * &factor).div_exact(&row[0].1),
            });
        }
        Solution {
            denominator: denominator * &factor,
            point: scaled,
            multipliers: multipliers
                .into_iter()
                .map(|value| value * &factor)
                .collect(),
        }
    }

    /// D x_i for the denominator D of the multipliers, or D a_i x_i if that is no multiple of a_i.
    fn coordinate(
        &self,
        variable: usize,
        denominator: &Integer,
        multipliers: &[Integer],
        variable_side: &[Integer],
    ) -> Result<Integer, Integer> {
        let side = &variable_side[variable];
        let mut sum = if *side == 0 {
            Integer::ZERO
        } else {
            side * denominator
        };
        for (index, value) in self.off_diagonal(variable) {
            sum -= value * &multipliers[index - variable_side.len()];
        }
        let (quotient, rest) = (&sum).div_rem(self.diagonal(variable));
        if rest == 0 { Ok(quotient) } else { Err(sum) }
    }

    /// Whether the rows hold, A x = d.
    pub(crate) fn satisfies_rows(&self, solution: &Solution, row_side: &[Integer]) -> bool {
        let variables = solution.point.len();
        parallel::all(row_side.len(), |index| {
            let row = &self.rows[variables + index];
            let right = &row_side[index];
            let product = row.iter().fold(Integer::ZERO, |sum, (index, value)| {
                sum + value * &solution.point[*index]
            });
            if *right == 0 {
                product == 0
            } else {
                product == right * &solution.denominator
            }
        })
    }
}

fn in_words<W: Word>(rows: &[Vec<(usize, Integer)>]) -> Option<SparseRows<W>> {
    let mut word_rows = Vec::with_capacity(rows.len());
    for row in rows {
        let sum: Integer = row
            .iter()
            .map(|(_, value)| Integer::from(value.unsigned_abs()))
            .sum();
        if sum.significant_bits() >= W::BITS {
            return None;
        }
        let mut words = Vec::with_capacity(row.len());
        for (index, value) in row {
            words.push((*index, W::of(value)?));
        }
        word_rows.push(words);
    }
    Some(SparseRows::new(word_rows))
}

/// The rest of the right side: in words like those of the matrix as soon as it fits.
pub(crate) enum Residual {
    Single(Vec<i64>),
    Double(Vec<i128>),
    Integers(Vec<Integer>),
}

impl Residual {
    pub(crate) fn new(right_side: Vec<Integer>, matrix: &Matrix) -> Self {
        let short = match &matrix.words {
            Words::Single(_) => words(&right_side).map(Self::Single),
            Words::Double(_) => words(&right_side).map(Self::Double),
            Words::None => None,
        };
        short.unwrap_or(Self::Integers(right_side))
    }

    /// All entries modulo p.
    pub(crate) fn residues(&self, field: Field) -> Vec<u64> {
        match self {
            Self::Single(words) => words.iter().map(|word| word.residue(field)).collect(),
            Self::Double(words) => words.iter().map(|word| word.residue(field)).collect(),
            Self::Integers(values) => values.iter().map(|value| field.residue(value)).collect(),
        }
    }

    /// Σ w_i y_i r_i.
    pub(crate) fn weighted_product(&self, weights: &[i64], digit: &[u64]) -> Integer {
        match self {
            Self::Single(words) => product_of_words(words, weights, digit),
            Self::Double(words) => product_of_words(words, weights, digit),
            Self::Integers(values) => {
                let mut sum = Integer::ZERO;
                for (value, (&weight, &digit)) in values.iter().zip(weights.iter().zip(digit)) {
                    if *value != 0 {
                        let factor = i128::from(weight) * i128::from(digit);
                        sum.add_mul_assign(value, &Integer::from(factor));
                    }
                }
                sum
            }
        }
    }

    /// (r - K y) / p.
    pub(crate) fn lifted(self, matrix: &Matrix, digit: &[u64], field: Field) -> Self {
        match (self, &matrix.words) {
            (Self::Single(words), Words::Single(rows)) => {
                Self::Single(lift_words(&words, rows, digit, field))
            }
            (Self::Double(words), Words::Double(rows)) => {
                Self::Double(lift_words(&words, rows, digit, field))
            }
            (Self::Integers(values), _) => {
                Self::new(lift_integers(values, matrix, digit, field), matrix)
            }
            _ => unreachable!("a residual is in the words of its matrix"),
        }
    }
}

fn words<W: Word>(values: &[Integer]) -> Option<Vec<W>> {
    values
        .iter()
        .map(|value| {
            if value.significant_bits() < W::BITS {
                W::of(value)
            } else {
                None
            }
        })
        .collect()
}

/// Σ w_i y_i r_i. Hardly any w_i r_i is longer than a word; the two halves of the products of the
/// others are added up apart.
fn product_of_words<W: Word>(words: &[W], weights: &[i64], digit: &[u64]) -> Integer {
    let mut low = 0_u128;
    let mut high = 0_i128;
    let mut long = Integer::ZERO;
    for (&word, (&weight, &digit)) in words.iter().zip(weights.iter().zip(digit)) {
        let Some(weighted) = word.weighted(weight) else {
            let factor = i128::from(weight) * i128::from(digit);
            long += word.integer() * Integer::from(factor);
            continue;
        };
        let product = i128::from(weighted) * i128::from(digit);
        low += u128::from(product as u64);
        high += product >> 64;
    }
    (Integer::from(high) << 64_u64) + Integer::from(low) + long
}

fn lift_words<W: Word>(words: &[W], rows: &SparseRows<W>, digit: &[u64], field: Field) -> Vec<W> {
    let inverse = field.inverse_modulo_words();
    let mut lifted = Vec::with_capacity(words.len());
    for (row, &value) in words.iter().enumerate() {
        let (indices, coefficients) = rows.row(row);
        let mut rest = value;
        for (&index, &coefficient) in indices.iter().zip(coefficients) {
            rest = rest.minus_product(coefficient, digit[index as usize]);
        }
        lifted.push(rest.divided(inverse));
    }
    lifted
}

fn lift_integers(
    mut values: Vec<Integer>,
    matrix: &Matrix,
    digit: &[u64],
    field: Field,
) -> Vec<Integer> {
    let digit: Vec<Integer> = digit.iter().map(|&value| Integer::from(value)).collect();
    let prime = Integer::from(field.modulus());
    for (value, row) in values.iter_mut().zip(&matrix.rows) {
        row.iter()
            .for_each(|(index, coefficient)| *value -= coefficient * &digit[*index]);
        *value = (&*value).div_exact(&prime);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same numbers in all three forms, with the longest weights and digits.
    #[test]
    fn weighted_products_are_the_same_in_words_and_in_integers() {
        let longest = (1_i64 << 61) - 1;
        let values = [longest, -longest, 0, 1, -3, longest, longest];
        let weights = [1 << 24, 1 << 24, 5, -(1 << 24), 7, 1, -1];
        let digits = [(1_u64 << 61) - 2, 3, 9, (1 << 61) - 2, 0, 1, 1];
        let mut expected = Integer::ZERO;
        for ((value, weight), digit) in values.iter().zip(weights).zip(digits) {
            expected += Integer::from(*value) * Integer::from(weight) * Integer::from(digit);
        }
        let single = Residual::Single(values.to_vec());
        let double = Residual::Double(values.map(i128::from).to_vec());
        let integers = Residual::Integers(values.map(Integer::from).to_vec());
        for residual in [single, double, integers] {
            assert_eq!(residual.weighted_product(&weights, &digits), expected);
        }
    }

    /// Words of 128 bits whose products with weights are longer.
    #[test]
    fn long_words_are_weighted_without_loss() {
        let values = [i128::MAX, i128::MIN + 1, 1 << 100];
        let weights = [1 << 24, -(1 << 24), 3];
        let digits = [1_u64 << 60, 1, (1 << 61) - 2];
        let double = Residual::Double(values.to_vec());
        let integers = Residual::Integers(values.map(Integer::from).to_vec());
        assert_eq!(
            double.weighted_product(&weights, &digits),
            integers.weighted_product(&weights, &digits)
        );
    }
}
