//! All exact methods on scenes, on programs solved by hand, and on the classical examples of
//! cycling.

use crate::agreement::{assert_all_agree, point};
use malachite::{Integer, Rational};
use zwang_alternatives::{Complementarity, Method, NearestPoint};
use zwang_collapse::programs;
use zwang_exact::Rational as SceneNumber;
use zwang_families::{self as families, Arch, Bond, Brick, Cantilever, Seesaw};
use zwang_program::Monitor;
use zwang_program::kernel::{Outcome, Problem, Row};
use zwang_scene::Scene;

fn row(coefficients: &[i64], bound: i64) -> Row {
    let nonzero = coefficients
        .iter()
        .enumerate()
        .filter(|(_, value)| **value != 0);
    let coefficients = nonzero
        .map(|(variable, value)| (variable, Integer::from(*value)))
        .collect();
    Row {
        coefficients,
        bound: Integer::from(bound),
    }
}

fn problem(target: &[i64], rows: Vec<Row>, equalities: usize) -> Problem {
    let masses = vec![Rational::from(1); target.len()];
    Problem {
        masses,
        target: target.iter().map(|&value| Rational::from(value)).collect(),
        rows,
        equalities,
    }
}

fn numbers(values: &[(i64, i64)]) -> Option<Vec<Rational>> {
    Some(
        values
            .iter()
            .map(|&(numerator, denominator)| Rational::from_signeds(numerator, denominator))
            .collect(),
    )
}

#[test]
fn programs_solved_by_hand() {
    // The point of x + y ≥ 1 nearest to the origin; the same for x - y = 0 and 2 x ≥ 1; the corner
    // of two half-planes, seen from its normal cone.
    let half_plane = problem(&[0, 0], vec![row(&[1, 1], 1)], 0);
    let line = problem(&[0, 0], vec![row(&[1, -1], 0), row(&[2, 0], 1)], 1);
    let corner = problem(
        &[-3, -4],
        vec![row(&[1, 0], 0), row(&[0, 1], 0), row(&[1, 1], 0)],
        0,
    );
    for (problem, expected) in [
        (half_plane, numbers(&[(1, 2), (1, 2)])),
        (line, numbers(&[(1, 2), (1, 2)])),
        (corner, numbers(&[(0, 1), (0, 1)])),
        (problem(&[5], vec![], 0), numbers(&[(5, 1)])),
        (problem(&[0], vec![row(&[1], 1), row(&[-1], 0)], 0), None),
        (problem(&[0], vec![row(&[1], 1), row(&[2], 3)], 2), None),
        (problem(&[0], vec![row(&[0], 1)], 0), None),
    ] {
        for answer in assert_all_agree(&problem) {
            assert_eq!(point(&answer.outcome), expected);
        }
    }
}

#[test]
fn pivots_and_bits_are_counted() {
    // One row: it enters the face; the cover enters for its slack and leaves for its multiplier.
    // The largest number is 40² + 30² + 1, of 12 bits.
    let problem = problem(&[0, 0], vec![row(&[40, 30], 1)], 0);
    let monitor = Monitor::default();
    let nearest = NearestPoint.solve(&problem, &monitor).unwrap();
    assert_eq!((nearest.pivots, nearest.bits), (1, 12));
    let complementarity = Complementarity.solve(&problem, &monitor).unwrap();
    assert_eq!((complementarity.pivots, complementarity.bits), (2, 12));
    assert_eq!(monitor.statistics().pivots, 3);
}

fn scenes() -> Vec<Scene> {
    let brick = Brick::default();
    let tiny = |power: u32| SceneNumber::new(1.into(), num_bigint::BigInt::from(10).pow(power));
    let mut scenes = vec![
        families::cantilever(&Cantilever::default()),
        families::seesaw(&Seesaw::default()),
        families::beam(7, &brick),
        families::arch(&Arch::default()),
        families::wall(4, 4, Bond::Running, &brick),
        families::harmonic(6, &SceneNumber::from_integer(0.into()), &brick),
        families::harmonic(6, &tiny(12), &brick),
        families::harmonic(6, &tiny(30), &brick),
        families::harmonic(6, &-tiny(30), &brick),
    ];
    scenes.extend((2..=4).flat_map(|size| {
        [
            families::diamond(size, &brick),
            families::triangle(size, &brick),
        ]
    }));
    scenes.push(families::diamond(5, &brick));
    scenes.into_iter().map(Result::unwrap).collect()
}

#[test]
fn all_methods_agree_on_scenes() {
    for scene in scenes() {
        let programs = programs(&scene).unwrap();
        assert!(!programs.is_empty(), "{} has no program", scene.name);
        for program in &programs {
            let answers = assert_all_agree(program);
            assert!(
                matches!(answers[0].outcome, Outcome::Optimal(_)),
                "{} is impossible",
                scene.name
            );
        }
    }
}

#[test]
fn the_cantilever_falls_as_computed_by_hand() {
    let scene = families::cantilever(&Cantilever::default()).unwrap();
    let [program] = &programs(&scene).unwrap()[..] else {
        panic!("one brick is one group")
    };
    for answer in assert_all_agree(program) {
        assert_eq!(
            point(&answer.outcome),
            numbers(&[(0, 1), (-120, 437), (-1200, 437)])
        );
    }
}

/// A linear program min c·x, A x ≤ 0 (last row ≤ 1), x ≥ 0 whose simplex method cycles at the
/// origin, as the projection of a point far down -c.
fn cycling(
    cost: &[(i64, i64)],
    constraints: &[Vec<(i64, i64)>],
    bounds: &[i64],
    far: i64,
) -> Problem {
    let variables = cost.len();
    let fraction =
        |&(numerator, denominator): &(i64, i64)| Rational::from_signeds(numerator, denominator);
    let mut rows: Vec<Row> = Vec::new();
    for (constraint, bound) in constraints.iter().zip(bounds) {
        let negated: Vec<(usize, Rational)> = constraint
            .iter()
            .map(|value| -fraction(value))
            .enumerate()
            .collect();
        rows.push(Row::from_rationals(&negated, &Rational::from(-bound)).0);
    }
    for variable in 0..variables {
        rows.push(Row {
            coefficients: vec![(variable, Integer::from(1))],
            bound: Integer::from(0),
        });
    }
    let target = cost
        .iter()
        .map(|value| -fraction(value) * Rational::from(far))
        .collect();
    Problem {
        masses: vec![Rational::from(1); variables],
        target,
        rows,
        equalities: 0,
    }
}

#[test]
fn the_classical_examples_of_cycling_do_not_cycle() {
    let beale = (
        vec![(-3, 4), (150, 1), (-1, 50), (6, 1)],
        vec![
            vec![(1, 4), (-60, 1), (-1, 25), (9, 1)],
            vec![(1, 2), (-90, 1), (-1, 50), (3, 1)],
            vec![(0, 1), (0, 1), (1, 1), (0, 1)],
        ],
        vec![0, 0, 1],
    );
    let marshall_suurballe = (
        vec![(-10, 1), (57, 1), (9, 1), (24, 1)],
        vec![
            vec![(1, 2), (-11, 2), (-5, 2), (9, 1)],
            vec![(1, 2), (-3, 2), (-1, 2), (1, 1)],
            vec![(1, 1), (0, 1), (0, 1), (0, 1)],
        ],
        vec![0, 0, 1],
    );
    let kuhn = (
        vec![(-2, 1), (-3, 1), (1, 1), (12, 1)],
        vec![
            vec![(-2, 1), (-9, 1), (1, 1), (9, 1)],
            vec![(1, 3), (1, 1), (-1, 3), (-2, 1)],
            vec![(2, 1), (3, 1), (-1, 1), (-12, 1)],
        ],
        vec![0, 0, 2],
    );
    for (cost, constraints, bounds) in [beale, marshall_suurballe, kuhn] {
        for far in [0, 1, 1_000_000_000] {
            let mut problem = cycling(&cost, &constraints, &bounds, far);
            // Every row twice makes every pivot degenerate.
            problem.rows.extend(problem.rows.clone());
            for answer in assert_all_agree(&problem) {
                assert!(
                    answer.pivots <= 4 * problem.rows.len(),
                    "{} pivots",
                    answer.pivots
                );
            }
        }
    }
}

#[test]
fn many_rows_through_one_point_do_not_cycle() {
    // Tangents of a circle's cone, all exactly tight at the target: integer points (a, b, c) with
    // a² + b² = c². Then pushed in by one of them.
    let triples = [
        (3, 4, 5),
        (5, 12, 13),
        (8, 15, 17),
        (7, 24, 25),
        (20, 21, 29),
        (12, 35, 37),
        (9, 40, 41),
    ];
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let rows = || {
        signs.iter().flat_map(|&(s, t)| {
            triples
                .iter()
                .map(move |&(a, b, c)| row(&[s * a, t * b, c], 0))
        })
    };
    for (target, extra) in [
        ([0, 0, 0], None),
        ([0, 0, -1], None),
        ([3, 1, -9], Some(row(&[1, 2, -3], 1))),
    ] {
        let problem = problem(&target, rows().chain(rows()).chain(extra).collect(), 0);
        for answer in assert_all_agree(&problem) {
            assert!(
                answer.pivots <= 4 * problem.rows.len(),
                "{} pivots",
                answer.pivots
            );
        }
    }
}
