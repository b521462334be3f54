//! Quadratic programs with coupled variables: built backwards from a known optimum, and against
//! their certificates.

use num_traits::Zero;
use proptest::prelude::*;
use zwang_exact::{Rational, parse};
use zwang_program::{
    Flaw, Interval, LinearRow, Monitor, Multipliers, Options, Polyhedron, ProgramError,
    QuadraticOutcome, QuadraticProgram, Sense, text,
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
        sense: Sense::Minimise,
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
fn hessians_that_are_not_semidefinite_are_named() {
    let program = |hessian| QuadraticProgram {
        sense: Sense::Minimise,
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
    let indefinite = error(vec![one(0, 0), (0, 2, number(2)), one(2, 2), one(1, 1)]);
    let expected = ProgramError::NotSemidefinite {
        block: vec![0, 2],
        variable: 2,
        pivot: number(-3),
    };
    assert_eq!(indefinite, expected);
    let text = "the block of the Hessian in variables 0, 2: found the pivot -3 at variable 2; \
                expected no pivot below 0, and empty rows where it is 0: to be minimised the block \
                has to be positive semidefinite, to be maximised its negative";
    assert_eq!(indefinite.to_string(), text);
    let hollow = error(vec![one(0, 1), one(1, 1), one(2, 2)]);
    assert!(
        matches!(hollow, ProgramError::NotSemidefinite { variable: 0, .. }),
        "{hollow}"
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
        sense: Sense::Minimise,
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
        Err(Flaw::Program(ProgramError::NotSemidefinite { .. }))
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
        sense: Sense::Minimise,
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
        sense: Sense::Minimise,
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
                    sense: Sense::Minimise,
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

/// The program of a text.
fn read(text: &str) -> QuadraticProgram {
    match text::read(text).unwrap().program {
        text::Program::Quadratic(program) => program,
        text::Program::Linear(program) => panic!("{program:?}"),
    }
}

/// The least integral of the square of the fourth derivative of a polynomial of degree 7 that goes
/// from 0 to 1 in a second, at rest at both ends up to the third derivative. The polynomial is
/// 35 t^4 - 84 t^5 + 70 t^6 - 20 t^7, and the integral 100,800 (by parts, and by CGAL's exact
/// solver); half of it is the objective. H has the rank 4 of 8.
#[test]
fn the_least_snap() {
    let program = read(
        "Minimize obj: [ 576 c4 ^ 2 + 2880 c4 * c5 + 5760 c4 * c6 + 10080 c4 * c7 + 4800 c5 ^ 2 \
         + 21600 c5 * c6 + 40320 c5 * c7 + 25920 c6 ^ 2 + 100800 c6 * c7 + 100800 c7 ^ 2 ] / 2 \
         Subject To p0: c0 = 0 v0: c1 = 0 a0: c2 = 0 j0: c3 = 0 \
         p1: c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 = 1 \
         v1: c1 + 2 c2 + 3 c3 + 4 c4 + 5 c5 + 6 c6 + 7 c7 = 0 \
         a1: 2 c2 + 6 c3 + 12 c4 + 20 c5 + 30 c6 + 42 c7 = 0 \
         j1: 6 c3 + 24 c4 + 60 c5 + 120 c6 + 210 c7 = 0 \
         Bounds c0 free c1 free c2 free c3 free c4 free c5 free c6 free c7 free End",
    );
    for floats in [true, false] {
        let QuadraticOutcome::Optimal(solution) = solved(&program, floats) else {
            panic!("not optimal")
        };
        assert_eq!(solution.objective, number(50_400));
        // The variables are numbered as they appear: c4 to c7, then c0 to c3.
        assert_eq!(solution.point, numbers(&[35, -84, 70, -20, 0, 0, 0, 0]));
        assert!(solution.is_unique);
    }
}

/// Without a row of H to hold it, y runs to its bound, to nowhere, or anywhere.
#[test]
fn semidefinite_programs_are_linear_along_the_kernel() {
    for floats in [true, false] {
        let bounded = read("Min obj: [ x ^ 2 ] / 2 - y st c: x + y <= 3 End");
        let QuadraticOutcome::Optimal(solution) = solved(&bounded, floats) else {
            panic!("not optimal")
        };
        assert_eq!(solution.objective, number(-3));
        assert_eq!(solution.point, numbers(&[0, 3]));
        let unbounded = read("Min obj: [ x ^ 2 ] / 2 - y st c: x + y >= 3 End");
        assert!(matches!(
            solved(&unbounded, floats),
            QuadraticOutcome::Unbounded(_)
        ));
        let empty = read("Min obj: [ x ^ 2 ] / 2 - y st c: x + y <= -3 End");
        assert!(matches!(
            solved(&empty, floats),
            QuadraticOutcome::Infeasible(_)
        ));
        // (x + y - 1)² is 0 on a whole edge.
        let edge = read("Min obj: - x - y + [ x ^ 2 + 2 x * y + y ^ 2 ] / 2 st c: x <= 5 End");
        let QuadraticOutcome::Optimal(solution) = solved(&edge, floats) else {
            panic!("not optimal")
        };
        assert_eq!(solution.objective, parse("-1/2").unwrap());
        assert!(!solution.is_unique);
    }
}

/// The largest value of a concave function is the least of its negative, with negative multipliers.
#[test]
fn concave_functions_are_maximised() {
    let largest = read("Max obj: 3 x - [ 2 x ^ 2 + 2 x * y + 2 y ^ 2 ] / 2 st c: x + y <= 1 End");
    let least = read("Min obj: - 3 x + [ 2 x ^ 2 + 2 x * y + 2 y ^ 2 ] / 2 st c: x + y <= 1 End");
    for floats in [true, false] {
        let QuadraticOutcome::Optimal(largest) = solved(&largest, floats) else {
            panic!("not optimal")
        };
        let QuadraticOutcome::Optimal(least) = solved(&least, floats) else {
            panic!("not optimal")
        };
        assert_eq!(largest.point, least.point);
        assert_eq!(largest.objective, -least.objective);
        assert_eq!(largest.multipliers.rows[0], -&least.multipliers.rows[0]);
    }
    let convex = read("Max obj: [ x ^ 2 ] / 2 st c: x <= 1 End");
    let error = convex.solve(&Options::default(), &Monitor::default());
    assert!(matches!(error, Err(ProgramError::NotSemidefinite { .. })));
}

/// A program whose optimum is chosen first, with H = Rᵀ R of a low rank.
fn semidefinite_backwards() -> impl Strategy<Value = (QuadraticProgram, Rational)> {
    let entries = || prop::collection::vec(-3_i64..4, 4);
    let rows = prop::collection::vec((entries(), 0_i64..3, 0_i64..4), 1..6);
    let root = prop::collection::vec(entries(), 0..3);
    (root, rows, entries()).prop_map(|(root, rows, point)| {
        let product =
            |one: &[i64], other: &[i64]| -> i64 { one.iter().zip(other).map(|(a, b)| a * b).sum() };
        let mut hessian = Vec::new();
        let mut curvature = vec![0; 4];
        for row in 0..4 {
            for column in 0..4 {
                let entry: i64 = root.iter().map(|line| line[row] * line[column]).sum();
                curvature[row] += entry * point[column];
                if row <= column && entry != 0 {
                    hessian.push((row, column, number(entry)));
                }
            }
        }
        // H x + c = Σ λ a, where λ is 0 unless the row is on its bound.
        let mut linear: Vec<i64> = curvature.iter().map(|value| -value).collect();
        let mut conditions = Vec::new();
        for (row, slack, multiplier) in rows {
            let multiplier = if slack == 0 { multiplier } else { 0 };
            for (value, entry) in linear.iter_mut().zip(&row) {
                *value += multiplier * entry;
            }
            let bound = product(&row, &point) - slack;
            let coefficients = row.iter().enumerate();
            conditions.push(LinearRow {
                coefficients: coefficients
                    .map(|(variable, value)| (variable, number(*value)))
                    .collect(),
                range: Interval::at_least(number(bound)),
            });
        }
        let value = Rational::new(product(&curvature, &point).into(), 2.into())
            + number(product(&linear, &point));
        let program = QuadraticProgram {
            sense: Sense::Minimise,
            hessian,
            linear: numbers(&linear),
            feasible: Polyhedron {
                bounds: vec![Interval::free(); 4],
                rows: conditions,
            },
        };
        (program, value)
    })
}

proptest! {
    #[test]
    fn semidefinite_programs_built_backwards((program, value) in semidefinite_backwards()) {
        let QuadraticOutcome::Optimal(solution) = solved(&program, true) else {
            panic!("not optimal: {program:?}")
        };
        prop_assert_eq!(solution.objective, value);
    }
}
