//! What every method owes: an answer that its certificate proves, and the same point as all others.

use malachite::{Integer, Rational};
use zwang_alternatives::{MethodAnswer, methods};
use zwang_program::Monitor;
use zwang_program::kernel::{Outcome, Problem};

/// Solves the program by all methods.
///
/// # Panics
/// If an answer is not proved by its certificate, or if two methods differ.
pub fn assert_all_agree(problem: &Problem) -> Vec<MethodAnswer> {
    let monitor = Monitor::default();
    let mut answers: Vec<MethodAnswer> = Vec::new();
    for method in methods() {
        let answer = method.solve(problem, &monitor).expect("nobody interrupts");
        assert_proved(problem, &answer.outcome, method.name());
        if let Some(first) = answers.first() {
            assert_eq!(
                point(&answer.outcome),
                point(&first.outcome),
                "{} differs on {problem:?}",
                method.name()
            );
        }
        answers.push(answer);
    }
    answers
}

/// The coordinates of the optimum, if there is one.
pub fn point(outcome: &Outcome) -> Option<Vec<Rational>> {
    let Outcome::Optimal(optimum) = outcome else {
        return None;
    };
    let coordinate = |value: &Integer| Rational::from_integers_ref(value, &optimum.denominator);
    Some(optimum.point.iter().map(coordinate).collect())
}

/// The conditions of Karush, Kuhn and Tucker, or of Farkas. They suffice, so an outcome that passes
/// is right.
///
/// # Panics
/// If one does not hold.
pub fn assert_proved(problem: &Problem, outcome: &Outcome, name: &str) {
    let multipliers = match outcome {
        Outcome::Optimal(optimum) => &optimum.multipliers,
        Outcome::Infeasible(multipliers) => multipliers,
    };
    assert_eq!(multipliers.len(), problem.rows.len());
    let pulls = multipliers
        .iter()
        .skip(problem.equalities)
        .any(|value| *value < 0);
    assert!(
        !pulls,
        "{name}: a multiplier is negative in {outcome:?} of {problem:?}"
    );
    let mut forces = vec![Integer::from(0); problem.masses.len()];
    for (row, multiplier) in problem.rows.iter().zip(multipliers) {
        row.coefficients
            .iter()
            .for_each(|(variable, value)| forces[*variable] += value * multiplier);
    }
    match outcome {
        Outcome::Infeasible(_) => {
            let bounds = problem
                .rows
                .iter()
                .zip(multipliers)
                .map(|(row, multiplier)| &row.bound * multiplier);
            assert!(
                forces.iter().all(|force| *force == 0),
                "{name}: the rows do not cancel in {outcome:?} of {problem:?}"
            );
            assert!(
                bounds.sum::<Integer>() > 0,
                "{name}: nothing contradicts in {outcome:?} of {problem:?}"
            );
        }
        Outcome::Optimal(optimum) => {
            assert!(optimum.denominator > 0);
            for (variable, force) in forces.into_iter().enumerate() {
                let target = &problem.target[variable] * Rational::from(&optimum.denominator);
                let offset = Rational::from(&optimum.point[variable]) - target;
                let balance = &problem.masses[variable] * offset;
                assert_eq!(
                    balance,
                    Rational::from(force),
                    "{name}: variable {variable} in {outcome:?} of {problem:?}"
                );
            }
            for (index, (row, multiplier)) in problem.rows.iter().zip(multipliers).enumerate() {
                let slack = row.slack(&optimum.point, &optimum.denominator);
                let open = slack > 0 && index >= problem.equalities && *multiplier == 0;
                assert!(
                    slack == 0 || open,
                    "{name}: row {index} in {outcome:?} of {problem:?}"
                );
            }
        }
    }
}
