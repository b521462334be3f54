//! Quadratic programs with coupled variables: built backwards from a known optimum, and against
//! their certificates.

use num_traits::Zero;
use proptest::prelude::*;
use zwang_exact::{Rational, parse};
use zwang_program::{
    Flaw, Interval, LinearRow, Monitor, Multipliers, Options, Polyhedron, ProgramError,
    QuadraticOutcome, QuadraticProgram,
};

fn number(value: i64) -> Rational {
    Rational::from_integer(value.into())
}

fn numbers(values: &[i64]) -> Vec<Rational> {
    values.iter().copied().map(number).collect()
}

fn solved(program: &QuadraticProgram, floats: bool) -> QuadraticOutcome {
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
}

/// The point of x + y + z = 1 that is least in the metric of the Hilbert matrix: H⁻¹e / eᵀH⁻¹e,
/// where eᵀH⁻¹e = 3².
#[test]
fn hilbert_matrix() {
    let entry = |i: usize, j: usize| (i, j, Rational::new(1.into(), ((i + j + 1) as i64).into()));
    let hessian = vec![
        entry(0, 0),
        entry(0, 1),
        entry(0, 2),
        entry(1, 1),
        entry(1, 2),
        entry(2, 2),
    ];
    let sum = LinearRow {
        coefficients: (0..3).map(|i| (i, number(1))).collect(),
        range: Interval::exactly(number(1)),
    };
    let feasible = Polyhedron {
        bounds: vec![Interval::free(); 3],
        rows: vec![sum],
    };
    let program = QuadraticProgram {
        hessian,
        linear: numbers(&[0, 0, 0]),
        feasible,
    };
    let QuadraticOutcome::Optimal(solution) = solved(&program, true) else {
        panic!("infeasible")
    };
    // H⁻¹e = (3, -24, 30).
    assert_eq!(
        solution.point,
        ["1/3", "-8/3", "10/3"].map(|text| parse(text).unwrap())
    );
    assert_eq!(solution.multipliers.rows, [parse("1/9").unwrap()]);
    assert_eq!(solution.objective, parse("1/18").unwrap());
}

#[test]
fn hessians_that_are_not_positive_definite_are_named() {
    let program = |hessian| QuadraticProgram {
        hessian,
        linear: numbers(&[0, 0, 0]),
        feasible: Polyhedron {
            bounds: vec![Interval::free(); 3],
            rows: Vec::new(),
        },
    };
    let error = |hessian| {
        program(hessian)
            .solve(&Options::default(), &Monitor::default())
            .unwrap_err()
    };
    let one = |i, j| (i, j, number(1));
    let singular = error(vec![one(0, 0), one(0, 2), one(2, 2), one(1, 1)]);
    let expected = ProgramError::NotPositiveDefinite {
        block: vec![0, 2],
        variable: 2,
        pivot: number(0),
    };
    assert_eq!(singular, expected);
    let text = "the block of the Hessian in variables 0, 2: found the pivot 0 at variable 2; \
                expected positive pivots, that is a positive definite block";
    assert_eq!(singular.to_string(), text);
    let missing = error(vec![one(0, 0), one(1, 1)]);
    assert!(
        matches!(
            missing,
            ProgramError::NotPositiveDefinite { variable: 2, .. }
        ),
        "{missing}"
    );
    assert!(matches!(
        error(vec![one(0, 0), one(0, 0)]),
        ProgramError::Repeated { variable: 0, .. }
    ));
    assert!(matches!(
        error(vec![one(1, 0)]),
        ProgramError::BelowDiagonal { row: 1, column: 0 }
    ));
    assert!(matches!(
        error(vec![one(0, 3)]),
        ProgramError::UnknownVariable {
            variable: 3,
            variables: 3,
            ..
        }
    ));
}

#[test]
fn an_optimum_of_another_hessian_is_refused() {
    let feasible = Polyhedron {
        bounds: vec![Interval::nonnegative(); 2],
        rows: Vec::new(),
    };
    let hessian = vec![(0, 0, number(2)), (0, 1, number(1)), (1, 1, number(2))];
    let program = QuadraticProgram {
        hessian,
        linear: numbers(&[-3, 3]),
        feasible,
    };
    let outcome = solved(&program, true);
    let QuadraticOutcome::Optimal(solution) = &outcome else {
        panic!("infeasible")
    };
    assert_eq!(solution.point, [parse("3/2").unwrap(), number(0)]);
    let mut other = program.clone();
    other.hessian[0].2 = number(3);
    assert!(matches!(
        other.verify(&outcome),
        Err(Flaw::Stationarity { variable: 0, .. })
    ));
    other.hessian[0].2 = number(0);
    assert!(matches!(
        other.verify(&outcome),
        Err(Flaw::Program(ProgramError::NotPositiveDefinite { .. }))
    ));
}

#[test]
fn infeasible_and_empty_programs() {
    let hessian = vec![
        (0, 0, number(1)),
        (0, 1, parse("1/2").unwrap()),
        (1, 1, number(1)),
    ];
    let rows = [(1, 1), (-1, -1)].map(|(x, y)| LinearRow {
        coefficients: vec![(0, number(x)), (1, number(y))],
        range: Interval::at_least(number(1)),
    });
    let feasible = Polyhedron {
        bounds: vec![Interval::free(); 2],
        rows: rows.to_vec(),
    };
    let program = QuadraticProgram {
        hessian,
        linear: numbers(&[0, 0]),
        feasible,
    };
    for floats in [true, false] {
        assert!(matches!(
            solved(&program, floats),
            QuadraticOutcome::Infeasible(_)
        ));
    }
    let nothing = QuadraticProgram {
        hessian: Vec::new(),
        linear: Vec::new(),
        feasible: Polyhedron::default(),
    };
    assert!(matches!(
        solved(&nothing, true),
        QuadraticOutcome::Optimal(_)
    ));
}

/// A program whose optimum is chosen first: H = Rᵀ R + 1, rows through or below the point,
/// multipliers of the right signs, and c from stationarity.
fn built_backwards() -> impl Strategy<Value = (QuadraticProgram, Vec<Rational>)> {
    (1_usize..=4).prop_flat_map(|size| {
        let values = move || prop::collection::vec(-2_i64..=2, size);
        let root = prop::collection::vec(values(), size);
        let rows = prop::collection::vec((values(), 0_i64..=2, 0_u8..=3), 0..=5);
        (root, values(), rows).prop_map(move |(root, point, rows)| {
            let point: Vec<Rational> = point
                .into_iter()
                .map(|value| Rational::new(value.into(), 3.into()))
                .collect();
            let mut hessian = Vec::new();
            let mut gradient = vec![Rational::zero(); size];
            for row in 0..size {
                for column in row..size {
                    let product: i64 = (0..size).map(|k| root[k][row] * root[k][column]).sum();
                    let value = number(product + i64::from(row == column));
                    gradient[row] += &value * &point[column];
                    if row != column {
                        gradient[column] += &value * &point[row];
                    }
                    hessian.push((row, column, value));
                }
            }
            let mut forces = vec![Rational::zero(); size];
            let mut program_rows = Vec::new();
            for (values, size_of, kind) in rows {
                let coefficients: Vec<(usize, Rational)> = values
                    .iter()
                    .enumerate()
                    .map(|(variable, value)| (variable, number(*value)))
                    .collect();
                let value: Rational = coefficients
                    .iter()
                    .map(|(variable, value)| value * &point[*variable])
                    .sum();
                let (range, multiplier) = match kind {
                    0 => (Interval::at_least(value), size_of),
                    1 => (Interval::at_most(value), -size_of),
                    2 => (Interval::exactly(value), size_of - 1),
                    _ => (
                        Interval::between(&value - number(size_of), value + number(1)),
                        0,
                    ),
                };
                coefficients
                    .iter()
                    .for_each(|(variable, value)| forces[*variable] += value * number(multiplier));
                program_rows.push(LinearRow {
                    coefficients,
                    range,
                });
            }
            let linear = forces
                .iter()
                .zip(&gradient)
                .map(|(force, slope)| force - slope)
                .collect();
            let bounds = point
                .iter()
                .map(|value| Interval::between(value - number(2), value + number(2)))
                .collect();
            (
                QuadraticProgram {
                    hessian,
                    linear,
                    feasible: Polyhedron {
                        bounds,
                        rows: program_rows,
                    },
                },
                point,
            )
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn finds_the_optimum_it_was_built_from(
        (program, point) in built_backwards(),
        floats in any::<bool>(),
    ) {
        let QuadraticOutcome::Optimal(solution) = solved(&program, floats) else {
            panic!("infeasible");
        };
        prop_assert_eq!(&solution.point, &point);
        let Multipliers { rows, bounds } = &solution.multipliers;
        prop_assert_eq!(rows.len(), program.feasible.rows.len());
        prop_assert!(bounds.iter().all(Zero::is_zero));
    }
}
