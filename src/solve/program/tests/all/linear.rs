//! Linear programs against known answers, against their certificates, and against brute force over
//! bases.

use proptest::prelude::*;
use zwang_exact::{Rational, parse};
use zwang_program::{
    Flaw, Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options, Polyhedron,
    ProgramError, Sense,
};

fn number(value: i64) -> Rational {
    Rational::from_integer(value.into())
}

fn numbers(values: &[i64]) -> Vec<Rational> {
    values.iter().copied().map(number).collect()
}

fn row(values: &[i64], range: Interval) -> LinearRow {
    let coefficients = values.iter().enumerate().filter(|(_, value)| **value != 0);
    LinearRow {
        coefficients: coefficients
            .map(|(variable, value)| (variable, number(*value)))
            .collect(),
        range,
    }
}

/// Solves with and without floats, verifies both outcomes, and requires the same value, and the
/// same point if it is known to be the only one.
fn solved(program: &LinearProgram) -> LinearOutcome {
    let [one, other] = [true, false].map(|floats| {
        let outcome = program
            .solve(
                &Options {
                    floats,
                    ..Options::default()
                },
                &Monitor::default(),
            )
            .unwrap();
        program
            .verify(&outcome)
            .unwrap_or_else(|flaw| panic!("{flaw}: {outcome:?} of {program:?}"));
        outcome
    });
    match (&one, &other) {
        (LinearOutcome::Optimal(one), LinearOutcome::Optimal(other)) => {
            assert_eq!(one.objective, other.objective);
            if one.is_unique {
                assert_eq!(one.point, other.point);
            }
        }
        _ => assert_eq!(std::mem::discriminant(&one), std::mem::discriminant(&other)),
    }
    one
}

fn solution(program: &LinearProgram) -> zwang_program::Solution {
    match solved(program) {
        LinearOutcome::Optimal(solution) => solution,
        other => panic!("{other:?}"),
    }
}

/// Klee & Minty: max Σ 10^(n-j) x_j, 2 Σ_{j<i} 10^(i-j) x_j + x_i ≤ 100^(i-1): the optimum is x_n =
/// 100^(n-1) alone.
#[test]
fn klee_minty_cube() {
    let size = 5;
    let power = |base: i64, exponent: usize| base.pow(exponent as u32);
    let rows = (0..size).map(|i| {
        let values: Vec<i64> = (0..=i)
            .map(|j| if j == i { 1 } else { 2 * power(10, i - j) })
            .collect();
        row(&values, Interval::at_most(number(power(100, i))))
    });
    let objective = (0..size).map(|j| number(power(10, size - 1 - j))).collect();
    let feasible = Polyhedron {
        bounds: vec![Interval::nonnegative(); size],
        rows: rows.collect(),
    };
    let solution = solution(&LinearProgram {
        sense: Sense::Maximise,
        objective,
        feasible,
    });
    assert_eq!(solution.objective, number(100_000_000));
    assert_eq!(solution.point, numbers(&[0, 0, 0, 0, 100_000_000]));
}

/// Beale's example, on which the simplex method cycles; optimum -1/20.
#[test]
fn beales_cycle() {
    let value = |text: &str| parse(text).unwrap();
    let full = |values: [&str; 4], bound: &str| LinearRow {
        coefficients: values.into_iter().map(value).enumerate().collect(),
        range: Interval::at_most(value(bound)),
    };
    let rows = vec![
        full(["1/4", "-60", "-1/25", "9"], "0"),
        full(["1/2", "-90", "-1/50", "3"], "0"),
        full(["0", "0", "1", "0"], "1"),
    ];
    let objective = ["-3/4", "150", "-1/50", "6"]
        .into_iter()
        .map(value)
        .collect();
    let feasible = Polyhedron {
        bounds: vec![Interval::nonnegative(); 4],
        rows,
    };
    let solution = solution(&LinearProgram {
        sense: Sense::Minimise,
        objective,
        feasible,
    });
    assert_eq!(solution.objective, value("-1/20"));
    assert_eq!(solution.point, ["1/25", "0", "1", "0"].map(value));
}

/// A transport problem with a face of solutions: without floats the one of least norm is returned,
/// otherwise a vertex.
#[test]
fn ties_are_told_and_go_to_the_solution_nearest_to_the_origin_without_floats() {
    let feasible = Polyhedron {
        bounds: vec![Interval::nonnegative(); 4],
        rows: vec![
            row(&[1, 1, 0, 0], Interval::exactly(number(3))),
            row(&[0, 0, 1, 1], Interval::exactly(number(1))),
            row(&[1, 0, 1, 0], Interval::exactly(number(2))),
            row(&[0, 1, 0, 1], Interval::exactly(number(2))),
        ],
    };
    let program = LinearProgram {
        sense: Sense::Minimise,
        objective: numbers(&[1, 1, 1, 1]),
        feasible,
    };
    let vertex = solution(&program);
    assert_eq!(vertex.objective, number(4));
    assert!(!vertex.is_unique);
    let vertices = [[2, 1, 0, 1], [1, 2, 1, 0]].map(|point| numbers(&point));
    assert!(vertices.contains(&vertex.point), "{:?}", vertex.point);
    let options = Options {
        floats: false,
        ..Options::default()
    };
    let outcome = program.solve(&options, &Monitor::default()).unwrap();
    let LinearOutcome::Optimal(nearest) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        nearest.point,
        ["3/2", "3/2", "1/2", "1/2"].map(|text| parse(text).unwrap())
    );
}

/// Doubles cannot see these costs, and bounds, that differ by 10^-40 of their size.
#[test]
fn differences_beyond_doubles_decide() {
    let tiny = parse("1e-40").unwrap();
    let total = row(&[1, 1], Interval::at_least(number(1)));
    let program = LinearProgram {
        sense: Sense::Minimise,
        objective: vec![number(1) + &tiny, number(1)],
        feasible: Polyhedron {
            bounds: vec![Interval::nonnegative(); 2],
            rows: vec![total.clone()],
        },
    };
    let cheaper = solution(&program);
    assert_eq!(cheaper.point, numbers(&[0, 1]));
    assert!(cheaper.is_unique);
    // x + y ≥ 1 leaves nothing if both are at most 1/2 - 10^-40.
    let below = parse("1/2").unwrap() - &tiny;
    let mut program = program;
    program.feasible.bounds = vec![Interval::between(number(0), below); 2];
    let outcome = solved(&program);
    assert!(
        matches!(outcome, LinearOutcome::Infeasible(_)),
        "{outcome:?}"
    );
    // Along (1, 1 - 10^-40) the costs y - x fall for ever, by 10^-40.
    let slope = LinearRow {
        coefficients: vec![(0, &tiny - number(1)), (1, number(1))],
        range: Interval::exactly(number(0)),
    };
    let falling = LinearProgram {
        sense: Sense::Minimise,
        objective: numbers(&[-1, 1]),
        feasible: Polyhedron {
            bounds: vec![Interval::nonnegative(); 2],
            rows: vec![slope],
        },
    };
    let outcome = solved(&falling);
    assert!(
        matches!(outcome, LinearOutcome::Unbounded(_)),
        "{outcome:?}"
    );
}

#[test]
fn extreme_scales() {
    let tiny = parse("1e-30").unwrap();
    let rows = vec![LinearRow {
        coefficients: vec![(0, tiny.clone()), (1, number(1))],
        range: Interval::at_least(number(1_000_000_000)),
    }];
    let bounds = vec![
        Interval::nonnegative(),
        Interval::between(number(0), number(999_999_999)),
    ];
    let objective = vec![tiny.clone() * &tiny, number(1)];
    let program = LinearProgram {
        sense: Sense::Minimise,
        objective,
        feasible: Polyhedron { bounds, rows },
    };
    let solution = solution(&program);
    // x_0 = 1e39 costs 1e-21, less than any use of x_1 would.
    assert_eq!(solution.point, [parse("1e39").unwrap(), number(0)]);
    assert_eq!(solution.objective, parse("1e-21").unwrap());
}

#[test]
fn empty_free_and_redundant() {
    let empty = LinearProgram {
        sense: Sense::Minimise,
        objective: Vec::new(),
        feasible: Polyhedron::default(),
    };
    assert_eq!(solution(&empty).objective, number(0));

    let mut unsatisfiable = empty.clone();
    unsatisfiable
        .feasible
        .rows
        .push(row(&[], Interval::at_least(number(1))));
    assert!(matches!(
        solved(&unsatisfiable),
        LinearOutcome::Infeasible(_)
    ));

    let free = Polyhedron {
        bounds: vec![Interval::free(); 2],
        rows: Vec::new(),
    };
    let nothing = LinearProgram {
        sense: Sense::Maximise,
        objective: numbers(&[0, 0]),
        feasible: free.clone(),
    };
    assert_eq!(solution(&nothing).point, numbers(&[0, 0]));
    let falling = LinearProgram {
        objective: numbers(&[0, -1]),
        ..nothing.clone()
    };
    assert!(matches!(solved(&falling), LinearOutcome::Unbounded(_)));

    let line = row(&[1, 1], Interval::exactly(number(2)));
    let double = row(&[2, 2], Interval::exactly(number(4)));
    let rows = vec![
        line.clone(),
        double,
        line,
        row(&[0, 0], Interval::at_least(number(-1))),
    ];
    let feasible = Polyhedron {
        bounds: vec![Interval::free(); 2],
        rows,
    };
    let along = LinearProgram {
        sense: Sense::Maximise,
        objective: numbers(&[3, 3]),
        feasible,
    };
    assert_eq!(solution(&along).objective, number(6));
    let across = LinearProgram {
        objective: numbers(&[1, 0]),
        ..along.clone()
    };
    assert!(matches!(solved(&across), LinearOutcome::Unbounded(_)));
    let mut parallel = along;
    parallel
        .feasible
        .rows
        .push(row(&[1, 1], Interval::exactly(number(3))));
    assert!(matches!(solved(&parallel), LinearOutcome::Infeasible(_)));
}

#[test]
fn malformed_programs_are_named() {
    let program = |objective: &[i64], bounds, rows| LinearProgram {
        sense: Sense::Minimise,
        objective: numbers(objective),
        feasible: Polyhedron { bounds, rows },
    };
    let free = || vec![Interval::free()];
    let solve = |program: LinearProgram| {
        program
            .solve(&Options::default(), &Monitor::default())
            .unwrap_err()
    };
    assert_eq!(
        solve(program(&[], free(), vec![])),
        ProgramError::Objective {
            found: 0,
            expected: 1
        }
    );
    let far = solve(program(
        &[1],
        free(),
        vec![row(&[0, 0, 7], Interval::free())],
    ));
    assert_eq!(
        far.to_string(),
        "row 0: found variable 2; expected one of 1 variables, counted from 0"
    );
    let twice = LinearRow {
        coefficients: vec![(0, number(1)), (0, number(1))],
        range: Interval::free(),
    };
    assert_eq!(
        solve(program(&[1], free(), vec![twice])).to_string(),
        "row 0: found two coefficients of variable 0; expected one"
    );
    let empty = vec![Interval::between(number(2), number(1))];
    let expected = "bounds of variable 0: found the lower bound 2 above the upper bound 1; \
        expected at most it";
    assert_eq!(solve(program(&[1], empty, vec![])).to_string(), expected);
}

/// Every number of a proof matters: the verifier refuses each outcome once one of them is changed.
#[test]
fn spoilt_proofs_are_refused() {
    let rows = vec![
        row(&[3, 1], Interval::at_most(number(1))),
        row(&[1, 3], Interval::at_most(number(1))),
    ];
    let feasible = Polyhedron {
        bounds: vec![Interval::nonnegative(); 2],
        rows,
    };
    let program = LinearProgram {
        sense: Sense::Maximise,
        objective: numbers(&[1, 1]),
        feasible,
    };
    let good = solution(&program);
    let flaw = |change: &dyn Fn(&mut zwang_program::Solution)| {
        let mut bad = good.clone();
        change(&mut bad);
        program.verify(&LinearOutcome::Optimal(bad)).unwrap_err()
    };
    assert!(matches!(
        flaw(&|bad| bad.point[0] += number(1)),
        Flaw::Infeasible { .. }
    ));
    assert!(matches!(
        flaw(&|bad| bad.point[0] -= parse("1/100").unwrap()),
        Flaw::Complementarity { .. }
    ));
    assert!(matches!(
        flaw(&|bad| bad.multipliers.rows[0] += number(1)),
        Flaw::Stationarity { .. }
    ));
    assert!(matches!(
        flaw(&|bad| bad.objective += number(1)),
        Flaw::Objective { .. }
    ));
    assert!(matches!(
        flaw(&|bad| drop(bad.point.pop())),
        Flaw::Length { .. }
    ));
    // Right sum, wrong signs: 1 = 3y_0 + y_1 + z_0 with y = (0, 0) needs z = (1, 1), which would be
    // upper bounds.
    let signs = |bad: &mut zwang_program::Solution| {
        bad.multipliers.rows = numbers(&[0, 0]);
        bad.multipliers.bounds = numbers(&[1, 1]);
    };
    assert!(matches!(flaw(&signs), Flaw::Complementarity { .. }));

    let mut closed = program.clone();
    closed
        .feasible
        .rows
        .push(row(&[1, 1], Interval::at_least(number(1))));
    let LinearOutcome::Infeasible(mut proof) = solved(&closed) else {
        panic!("feasible")
    };
    assert!(matches!(
        program.verify(&LinearOutcome::Infeasible(proof.clone())),
        Err(Flaw::Length { .. })
    ));
    proof
        .multipliers
        .rows
        .iter_mut()
        .chain(&mut proof.multipliers.bounds)
        .for_each(|value| *value = -&*value);
    assert!(
        closed
            .verify(&LinearOutcome::Infeasible(proof.clone()))
            .is_err()
    );
    proof
        .multipliers
        .rows
        .iter_mut()
        .chain(&mut proof.multipliers.bounds)
        .for_each(|value| *value = number(0));
    assert_eq!(
        closed.verify(&LinearOutcome::Infeasible(proof)),
        Err(Flaw::Farkas(number(0)))
    );

    let mut open = program.clone();
    open.feasible.rows.clear();
    let LinearOutcome::Unbounded(mut proof) = solved(&open) else {
        panic!("bounded")
    };
    assert!(matches!(
        program.verify(&LinearOutcome::Unbounded(proof.clone())),
        Err(Flaw::Ray { .. })
    ));
    proof.ray = numbers(&[0, 0]);
    assert_eq!(
        open.verify(&LinearOutcome::Unbounded(proof)),
        Err(Flaw::Improvement(number(0)))
    );
}

fn interval() -> impl Strategy<Value = Interval> {
    let side = || prop::option::of(-3_i64..=3);
    (side(), side(), prop::bool::weighted(0.2)).prop_map(|(one, two, equal)| {
        let (lower, upper) = match (one, two) {
            (Some(one), _) if equal => (Some(one), Some(one)),
            (Some(one), Some(two)) => (Some(one.min(two)), Some(one.max(two))),
            other => other,
        };
        Interval {
            lower: lower.map(number),
            upper: upper.map(number),
        }
    })
}

/// Small programs with many ties, equations, zero rows and multiples of rows.
fn program() -> impl Strategy<Value = LinearProgram> {
    (1_usize..=3).prop_flat_map(|variables| {
        let values = || prop::collection::vec(-2_i64..=2, variables);
        let rows = prop::collection::vec((values(), interval()), 0..=5);
        let bounds = prop::collection::vec(
            prop_oneof![Just(Interval::nonnegative()), interval()],
            variables,
        );
        (any::<bool>(), values(), rows, bounds, 1_i64..=3).prop_map(
            |(minimise, objective, rows, bounds, factor)| {
                let mut rows: Vec<LinearRow> = rows
                    .into_iter()
                    .map(|(values, range)| row(&values, range))
                    .collect();
                if let Some(mut copy) = rows.first().cloned() {
                    let scaled = |value: &mut Rational| *value *= number(factor);
                    copy.coefficients
                        .iter_mut()
                        .for_each(|(_, value)| scaled(value));
                    copy.range
                        .lower
                        .iter_mut()
                        .chain(&mut copy.range.upper)
                        .for_each(scaled);
                    rows.push(copy);
                }
                let sense = if minimise {
                    Sense::Minimise
                } else {
                    Sense::Maximise
                };
                LinearProgram {
                    sense,
                    objective: numbers_of(&objective),
                    feasible: Polyhedron { bounds, rows },
                }
            },
        )
    })
}

fn numbers_of(values: &[i64]) -> Vec<Rational> {
    numbers(values)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// An outcome that is verified is right: the conditions are sufficient. Each program has one of
    /// three outcomes, and always one.
    #[test]
    fn every_outcome_is_proved(program in program()) {
        solved(&program);
    }
}
