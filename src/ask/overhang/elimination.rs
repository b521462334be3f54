//! Square systems of linear equations over the rationals, by elimination.

use num_traits::{One, Zero};
use zwang_exact::Rational;

/// The determinant of a matrix and the solution of matrix × x = right; `None` if it is singular.
pub(crate) fn solve(
    mut matrix: Vec<Vec<Rational>>,
    mut right: Vec<Rational>,
) -> Option<(Rational, Vec<Rational>)> {
    let count = matrix.len();
    let mut determinant = Rational::one();
    for column in 0..count {
        let pivot = (column..count).find(|row| !matrix[*row][column].is_zero())?;
        if pivot != column {
            matrix.swap(pivot, column);
            right.swap(pivot, column);
            determinant = -determinant;
        }
        let lead = matrix[column][column].clone();
        for row in 0..count {
            if row == column || matrix[row][column].is_zero() {
                continue;
            }
            let factor = &matrix[row][column] / &lead;
            let pivot_row = matrix[column].clone();
            for (value, other) in matrix[row].iter_mut().zip(&pivot_row).skip(column) {
                *value -= &factor * other;
            }
            let change = &factor * &right[column];
            right[row] -= change;
        }
        determinant *= lead;
    }
    for column in 0..count {
        right[column] /= &matrix[column][column];
    }
    Some((determinant, right))
}

/// Rows that are linearly independent, as many as possible, the first ones first.
pub(crate) fn independent(rows: &[Vec<Rational>]) -> Vec<usize> {
    let mut kept = Vec::new();
    let mut reduced: Vec<(usize, Vec<Rational>)> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let mut rest = row.clone();
        for (lead, known) in &reduced {
            let factor = &rest[*lead] / &known[*lead];
            for (value, other) in rest.iter_mut().zip(known) {
                *value -= &factor * other;
            }
        }
        if let Some(lead) = rest.iter().position(|value| !value.is_zero()) {
            reduced.push((lead, rest));
            kept.push(number);
        }
    }
    kept
}
