//! Programs that double precision cannot decide: the refined guess needs no exact pivot, and the
//! point is that of pivoting without any guess.

use malachite::{Integer, Rational};
use zwang_collapse::{collapse, programs};
use zwang_exact::parse;
use zwang_families::{self as families, Brick};
use zwang_program::kernel::solve;
use zwang_program::kernel::{Guess, Outcome};
use zwang_program::{
    Interval, LinearRow, Monitor, Options, Polyhedron, QuadraticOutcome, QuadraticProgram, Sense,
};
use zwang_scene::Scene;

fn point(outcome: &Outcome) -> Vec<Rational> {
    let Outcome::Optimal(optimum) = outcome else {
        panic!("{outcome:?}")
    };
    optimum
        .point
        .iter()
        .map(|value: &Integer| Rational::from_integers_ref(value, &optimum.denominator))
        .collect()
}

fn assert_refined(scene: &Scene) {
    for problem in programs(scene).unwrap() {
        let monitor = Monitor::default();
        let refined = solve(
            &problem,
            Guess::by_interior_point(&problem).as_ref(),
            &monitor,
        )
        .unwrap();
        assert_eq!(monitor.statistics().pivots, 0, "{}", scene.name);
        let pivoted = solve(&problem, None, &Monitor::default()).unwrap();
        assert_eq!(point(&refined), point(&pivoted), "{}", scene.name);
    }
}

#[test]
fn stacks_just_beyond_the_critical_point() {
    for (size, beyond) in [
        (10, "1e-12"),
        (20, "1e-30"),
        (20, "-1e-30"),
        (15, "1e-45"),
        (20, "0"),
    ] {
        assert_refined(
            &families::harmonic(size, &parse(beyond).unwrap(), &Brick::default()).unwrap(),
        );
    }
}

#[test]
fn heaps_in_which_most_contacts_are_idle() {
    for seed in 1..=4 {
        assert_refined(&families::heap(60, seed, &Brick::default()).unwrap());
    }
}

/// Without the guess of what can be opened, each group would need further programs.
#[test]
fn idle_contacts_are_opened_at_once() {
    for seed in 1..=4 {
        let scene = families::heap(150, seed, &Brick::default()).unwrap();
        let statistics = collapse(&scene, &Options::default(), &Monitor::default())
            .unwrap()
            .statistics;
        assert_eq!(statistics.pivots, 0, "seed {seed}");
        // Where forces are not unique, the least ones take up to three programs more.
        let further = statistics.programs - statistics.groups;
        assert!(further <= 3, "seed {seed}: {further} further programs");
    }
}

/// Σ w_k (a_k·x - b_k) ≥ 0 for hidden weights w, and the opposite with room of -1: found by its
/// contradiction, without a pivot.
#[test]
fn infeasible_quadratic_programs_are_refuted_without_pivots() {
    let number = |value: i64| zwang_exact::Rational::from_integer(value.into());
    let coefficient = |row: i64, variable: i64| (row * 7 + variable * 13 + row * variable) % 11 - 5;
    let mut rows: Vec<LinearRow> = Vec::new();
    let (mut sum, mut total) = (vec![0; 12], 0);
    for row in 0..25 {
        let (weight, bound) = (row % 4 + 1, row % 5 - 2);
        sum.iter_mut()
            .zip(0..)
            .for_each(|(value, variable)| *value += weight * coefficient(row, variable));
        total += weight * bound;
        let coefficients = (0..12)
            .map(|variable| (variable as usize, number(coefficient(row, variable))))
            .collect();
        rows.push(LinearRow {
            coefficients,
            range: Interval::at_least(number(bound)),
        });
    }
    let coefficients = sum
        .iter()
        .enumerate()
        .map(|(variable, value)| (variable, number(-value)))
        .collect();
    rows.push(LinearRow {
        coefficients,
        range: Interval::at_least(number(1 - total)),
    });
    let program = QuadraticProgram {
        sense: Sense::Minimise,
        hessian: (0..12)
            .map(|variable| (variable, variable, number(variable as i64 + 1)))
            .collect(),
        linear: vec![number(0); 12],
        feasible: Polyhedron {
            bounds: vec![Interval::free(); 12],
            rows,
        },
    };
    let monitor = Monitor::default();
    let outcome = program.solve(&Options::default(), &monitor).unwrap();
    program.verify(&outcome).unwrap();
    assert!(
        matches!(outcome, QuadraticOutcome::Infeasible(_)),
        "{outcome:?}"
    );
    assert_eq!(monitor.statistics().pivots, 0);
}
