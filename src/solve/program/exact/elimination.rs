//! Elimination without fractions, for systems of a few rows with very long coefficients.
//!
//! Lifting takes a number of steps that grows with the length of the coefficients, and each step
//! costs as much as they are long. For a few rows it is better to eliminate x from the optimality
//! system and to solve what is left, with L a common multiple of the a_i:
//!
//! ```text
//! S λ = s,   S_jk = Σ_i A_ji A_ki b_i L / a_i,   s_j = L d_j - Σ_i A_ji c_i L / a_i
//! ```
//!
//! by Bareiss' elimination, whose divisions are exact and whose numbers are minors of S (E. H.
//! Bareiss, *Sylvester's identity and multistep integer-preserving Gaussian elimination*, 1968). S
//! is positive definite, so all its leading minors are positive and no pivot has to be looked for.

use crate::exact::residual::Matrix;
use crate::numbers::number::least_common_multiple;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::{One, Zero};

/// The largest number of rows for which this is used.
pub(crate) const MOST_ROWS: usize = 12;

/// The positive determinant of S, and that times λ. The rows are independent.
pub(crate) fn solve(
    matrix: &Matrix,
    variable_side: &[Integer],
    row_side: &[Integer],
) -> (Integer, Vec<Integer>) {
    let variables = variable_side.len();
    let count = row_side.len();
    let masses = (0..variables).map(|variable| matrix.diagonal(variable).unsigned_abs_ref());
    let common = Integer::from(least_common_multiple(masses));
    let mut lines = Vec::with_capacity(count);
    for (row, right) in row_side.iter().enumerate() {
        let mut line = vec![Integer::ZERO; count + 1];
        line[count] = right * &common;
        for (variable, value) in matrix.row(variables + row) {
            let weighted = value * (&common).div_exact(matrix.diagonal(*variable));
            // The entries of a variable are -b_i A_ki.
            for (other, entry) in matrix.off_diagonal(*variable) {
                line[other - variables] -= &weighted * entry;
            }
            line[count] -= &weighted * &variable_side[*variable];
        }
        lines.push(line);
    }
    eliminate(lines)
}

/// The determinant of a positive definite matrix with a right side as its last column, and the
/// determinant times the solution.
fn eliminate(mut lines: Vec<Vec<Integer>>) -> (Integer, Vec<Integer>) {
    let count = lines.len();
    let mut before = Integer::ONE;
    for step in 0..count {
        // All other lines, those above too, so that the matrix ends as a multiple of the unit
        // matrix.
        let pivot_line = lines[step].clone();
        let pivot = &pivot_line[step];
        for (index, line) in lines.iter_mut().enumerate() {
            if index == step {
                continue;
            }
            let factor = line[step].clone();
            for (value, own) in line.iter_mut().zip(&pivot_line).skip(step) {
                *value = (&*value * pivot - &factor * own).div_exact(&before);
            }
        }
        for (index, line) in lines.iter_mut().enumerate().take(step) {
            line[index].clone_from(pivot);
        }
        before.clone_from(pivot);
    }
    let right_side = lines.into_iter().filter_map(|mut line| line.pop());
    (before, right_side.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::lifting::WorkingSystem;
    use crate::monitor::Monitor;
    use crate::problem::{Problem, Row};
    use malachite::Rational;

    /// Small numbers that follow no pattern.
    fn number(a: usize, b: usize) -> Integer {
        Integer::from((a * a * 31 + b * 17 + a * b * 5) % 23) - Integer::from(11)
    }

    fn row(row: usize) -> Row {
        let mut coefficients = Vec::new();
        for variable in 0..7 {
            let value = number(row + 1, variable + row);
            if value != 0 {
                coefficients.push((variable, value));
            }
        }
        Row {
            coefficients,
            bound: Integer::ZERO,
        }
    }

    #[test]
    fn it_agrees_with_lifting() {
        for count in 0..=5_usize {
            let problem = Problem {
                masses: (0..7_u32)
                    .map(|index| Rational::from_unsigneds(2 + index, 1 + index % 3))
                    .collect(),
                target: vec![Rational::from(0); 7],
                rows: (0..count).map(row).collect(),
                equalities: 0,
            };
            let monitor = Monitor::default();
            let system =
                WorkingSystem::of_rows(&problem, &(0..count).collect::<Vec<_>>(), &monitor);
            let variable_side: Vec<Integer> = (0..7).map(|index| number(9, index)).collect();
            let row_side: Vec<Integer> = (0..count).map(|index| number(index, 8)).collect();
            let lifted = system
                .solve(variable_side.clone(), row_side.clone(), &monitor)
                .unwrap();
            let (denominator, multipliers) = solve(
                &Matrix::new(&problem, system.rows()),
                &variable_side,
                &row_side,
            );
            assert!(denominator > 0);
            assert_eq!(multipliers.len(), count);
            for (one, other) in multipliers.iter().zip(&lifted.multipliers) {
                assert_eq!(one * &lifted.denominator, other * &denominator);
            }
        }
    }
}
