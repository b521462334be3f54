//! The quadratic program solver against brute force over active sets and against its own
//! conditions, on small degenerate problems.

#![expect(clippy::disallowed_types, reason = "guesses are floats")]

use crate::agreement::{assert_all_agree, assert_proved, point};
use malachite::{Integer, Rational};
use proptest::prelude::*;
use zwang_program::Monitor;
use zwang_program::kernel::{Guess, Problem, Row, solve};

/// Solves a square system by Gaussian elimination; `None` if it is singular.
fn gauss(mut matrix: Vec<Vec<Rational>>) -> Option<Vec<Rational>> {
    let size = matrix.len();
    for column in 0..size {
        let pivot = (column..size).find(|&row| matrix[row][column] != 0)?;
        matrix.swap(column, pivot);
        let pivot_row = matrix[column].clone();
        for (_, row) in matrix
            .iter_mut()
            .enumerate()
            .filter(|(row, _)| *row != column)
        {
            let factor = &row[column] / &pivot_row[column];
            row.iter_mut()
                .zip(&pivot_row)
                .for_each(|(value, pivot)| *value -= &factor * pivot);
        }
    }
    Some(
        (0..size)
            .map(|row| &matrix[row][size] / &matrix[row][row])
            .collect(),
    )
}

/// Every minimiser has an independent active set with multipliers of the right sign (Carathéodory),
/// so trying all subsets finds it or proves infeasibility.
fn brute_force(problem: &Problem) -> Option<Vec<Rational>> {
    let (variables, rows) = (problem.masses.len(), problem.rows.len());
    let zero = || Rational::from(0);
    (0_u32..1 << rows).find_map(|mask| {
        let active: Vec<usize> = (0..rows).filter(|row| mask >> row & 1 == 1).collect();
        let size = variables + active.len();
        let mut matrix = vec![vec![zero(); size + 1]; size];
        for (variable, (mass, target)) in problem.masses.iter().zip(&problem.target).enumerate() {
            matrix[variable][variable] = mass.clone();
            matrix[variable][size] = mass * target;
        }
        for (position, &row) in active.iter().enumerate() {
            for (variable, value) in &problem.rows[row].coefficients {
                matrix[*variable][variables + position] = -Rational::from(value);
                matrix[variables + position][*variable] = Rational::from(value);
            }
            matrix[variables + position][size] = Rational::from(&problem.rows[row].bound);
        }
        let solution = gauss(matrix)?;
        let product = |row: &Row| -> Rational {
            row.coefficients
                .iter()
                .map(|(variable, value)| Rational::from(value) * &solution[*variable])
                .sum()
        };
        let pushes = active
            .iter()
            .zip(&solution[variables..])
            .all(|(&row, value)| row < problem.equalities || *value >= 0);
        let feasible = problem.rows.iter().enumerate().all(|(index, row)| {
            let slack = product(row) - Rational::from(&row.bound);
            if index < problem.equalities {
                slack == 0
            } else {
                slack >= 0
            }
        });
        (pushes && feasible).then(|| solution[..variables].to_vec())
    })
}

fn fraction() -> impl Strategy<Value = Rational> {
    (-6_i64..=6, 1_i64..=4)
        .prop_map(|(numerator, denominator)| Rational::from_signeds(numerator, denominator))
}

fn mass() -> impl Strategy<Value = Rational> {
    prop_oneof![
        (1_i64..=5, 1_i64..=3)
            .prop_map(|(numerator, denominator)| Rational::from_signeds(numerator, denominator)),
        Just(Rational::from(1_000_000_000_000_i64)),
        Just(Rational::from_signeds(1, 1_000_000_000_000_i64)),
        // Divisible by the first prime of the modular solver.
        Just(Rational::from((1_i64 << 61) - 1)),
    ]
}

fn row(variables: usize) -> impl Strategy<Value = Row> {
    (prop::collection::vec(-2_i64..=2, variables), -3_i64..=3).prop_map(|(values, bound)| {
        let coefficients = values
            .into_iter()
            .enumerate()
            .filter(|(_, value)| *value != 0);
        Row {
            coefficients: coefficients
                .map(|(variable, value)| (variable, Integer::from(value)))
                .collect(),
            bound: Integer::from(bound),
        }
    })
}

/// Problems with zero rows, duplicates, multiples and sums of rows, in a few variables.
fn problem() -> impl Strategy<Value = Problem> {
    (1_usize..=4).prop_flat_map(|variables| {
        let data = (
            prop::collection::vec(mass(), variables),
            prop::collection::vec(fraction(), variables),
        );
        let rows = (
            prop::collection::vec(row(variables), 0..=5),
            prop::collection::vec((0_usize..5, 1_i64..=3), 0..=3),
        );
        (data, rows, 0_usize..=2).prop_map(|((masses, target), (mut rows, copies), equalities)| {
            for (index, factor) in copies {
                if let Some(row) = rows.get(index) {
                    let coefficients = row
                        .coefficients
                        .iter()
                        .map(|(variable, value)| (*variable, value * Integer::from(factor)));
                    let copy = Row {
                        coefficients: coefficients.collect(),
                        bound: &row.bound * Integer::from(factor),
                    };
                    rows.push(copy);
                }
            }
            let equalities = equalities.min(rows.len());
            Problem {
                masses,
                target,
                rows,
                equalities,
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn agrees_with_brute_force_whatever_the_guess(
        problem in problem(),
        noise in prop::collection::vec(-1.0_f64..1.0, 16),
    ) {
        let expected = brute_force(&problem);
        prop_assert_eq!(point(&assert_all_agree(&problem)[0].outcome), expected.clone());
        let rows = problem.rows.len();
        let guesses = [
            None,
            Guess::by_interior_point(&problem),
            Some(Guess::new(noise.iter().copied().cycle().take(rows).collect(), vec![0.0; rows])),
            Some(Guess::new(vec![1.0; rows], vec![0.0; rows])),
            Some(Guess::new(vec![f64::NAN; rows], vec![f64::INFINITY; rows])),
            Some(Guess::new(vec![f64::INFINITY; rows / 2], vec![])),
        ];
        for guess in guesses {
            let outcome = solve(&problem, guess.as_ref(), &Monitor::default()).unwrap();
            assert_proved(&problem, &outcome, "active set");
            prop_assert_eq!(point(&outcome), expected.clone());
        }
    }
}
