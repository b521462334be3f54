//! Least values of linear functions of multipliers, against the conditions that prove them.

use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use proptest::prelude::*;
use zwang_program::kernel::{Costs, Least, Problem, Row, least};
use zwang_program::{Monitor, Options};

/// Sum of products.
fn dot(one: &[Integer], other: &[Integer]) -> Integer {
    let pairs = one.iter().zip(other);
    pairs.fold(Integer::ZERO, |sum, (one, other)| sum + one * other)
}

/// Σ v_j a_j.
fn combined(problem: &Problem, values: &[Integer]) -> Vec<Integer> {
    let mut sums = vec![Integer::ZERO; problem.masses.len()];
    for (row, value) in problem.rows.iter().zip(values) {
        for (variable, coefficient) in &row.coefficients {
            sums[*variable] += coefficient * value;
        }
    }
    sums
}

/// Whether no inequality has a negative value.
fn pushes(problem: &Problem, values: &[Integer]) -> bool {
    let mut inequalities = values.iter().skip(problem.equalities);
    inequalities.all(|value| *value >= 0)
}

/// The least value, `None` if there is none, by the conditions that prove it.
fn proved(problem: &Problem, costs: &[Integer], found: &Least) -> Option<Rational> {
    match found {
        Least::Reached {
            multipliers: (denominator, multipliers),
            point: (scale, point),
        } => {
            assert!(*denominator > 0 && *scale > 0 && pushes(problem, multipliers));
            let loads = combined(problem, multipliers);
            let weights = problem.masses.iter().zip(&problem.target);
            for (load, (mass, target)) in loads.into_iter().zip(weights) {
                let load = Rational::from_integers(load, denominator.clone());
                assert_eq!(load, -(mass * target));
            }
            for (index, row) in problem.rows.iter().enumerate() {
                let product = row.product(point);
                let cost = &costs[index] * scale;
                let is_tight = index < problem.equalities || multipliers[index] != 0;
                assert!(product == cost || !is_tight && product < cost);
            }
            let value = dot(costs, multipliers);
            Some(Rational::from_integers(value, denominator.clone()))
        }
        Least::Unbounded(direction) => {
            assert!(pushes(problem, direction));
            assert!(combined(problem, direction).iter().all(|sum| *sum == 0));
            assert!(dot(costs, direction) < 0);
            None
        }
        Least::Nothing => panic!("there are multipliers"),
    }
}

/// Problems whose multipliers are known to exist, with rows that are alike, and costs.
fn problem() -> impl Strategy<Value = (Problem, Vec<Costs>)> {
    let row = prop::collection::vec(-2_i64..=2, 4);
    let rows = prop::collection::vec((row, 0_i64..=3), 1..=9);
    let costs = prop::collection::vec(prop::collection::vec(-2_i64..=3, 9), 1..=20);
    let masses = prop::collection::vec(1_i64..=3, 4);
    (rows, costs, masses, 0_usize..3).prop_map(|(given, costs, masses, equalities)| {
        let mut rows = Vec::new();
        let mut loads = vec![0; 4];
        for (values, multiplier) in given {
            let mut coefficients = Vec::new();
            for (variable, value) in values.into_iter().enumerate() {
                loads[variable] += value * multiplier;
                if value != 0 {
                    coefficients.push((variable, Integer::from(value)));
                }
            }
            rows.push(Row {
                coefficients,
                bound: Integer::ZERO,
            });
        }
        let mut target = Vec::new();
        for (load, mass) in loads.into_iter().zip(&masses) {
            target.push(-Rational::from(load) / Rational::from(*mass));
        }
        let mut objectives = Vec::new();
        for values in costs {
            let values = values.into_iter().take(rows.len()).enumerate();
            objectives.push(
                values
                    .map(|(row, cost)| (row, Integer::from(cost)))
                    .collect(),
            );
        }
        let problem = Problem {
            masses: masses.into_iter().map(Rational::from).collect(),
            target,
            equalities: equalities.min(rows.len()),
            rows,
        };
        (problem, objectives)
    })
}

proptest! {
    #[test]
    fn every_least_value_is_proved((problem, objectives) in problem()) {
        let monitor = Monitor::default();
        let found = least(&problem, &objectives, &Options::default(), &monitor).unwrap();
        let counts = monitor.statistics();
        prop_assert_eq!(counts.confirmed_guesses, objectives.len());
        let without = Options { floats: false, ..Options::default() };
        let others = least(&problem, &objectives, &without, &Monitor::default()).unwrap();
        for (costs, (one, other)) in objectives.iter().zip(found.iter().zip(&others)) {
            let costs: Vec<Integer> = costs.iter().map(|(_, cost)| cost.clone()).collect();
            prop_assert_eq!(proved(&problem, &costs, one), proved(&problem, &costs, other));
        }
    }
}
