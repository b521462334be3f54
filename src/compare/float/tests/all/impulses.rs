//! Iterated impulses against the exact projection (Q*): on random programs, and on scenes in
//! motion.

use malachite::{Integer, Rational};
use nalgebra::Vector3;
use proptest::prelude::*;
use zwang_exact::{Vector, parse};
use zwang_families::{Bond, Brick, diamond, triangle, wall};
use zwang_float::{Condition, Method, Program, World};
use zwang_program::kernel::{Outcome, Problem, Row, solve};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;
use zwang_schemes::{Framework, Model, Selection, State, inelastic_velocities};

/// The tolerance at which the loop stops, in m/s √kg.
const TOLERANCE: f64 = 1e-11;
const METHOD: Method = Method::Impulses {
    tolerance: TOLERANCE,
    sweeps: 1_000_000,
    shock: None,
};
/// How far its limit may be off: a linear iteration that stops at a change δ is within δ / (1 -
/// rate), and the rates here are below 1 - 1e-4.
const CLOSE: f64 = 1e-6;

/// Masses and velocities of bodies, and contacts: a normal velocity with integer coefficients
/// between two of them, or one and the ground.
type Collision = (Vec<[i32; 2]>, Vec<[i32; 3]>, Vec<(usize, usize, [i32; 6])>);

fn collisions() -> impl Strategy<Value = Collision> {
    (2_usize..6).prop_flat_map(|bodies| {
        let masses = prop::collection::vec([1..5_i32, 1..5_i32], bodies);
        let velocities = prop::collection::vec([-9..10_i32, -9..10_i32, -9..10_i32], bodies);
        let contacts = prop::collection::vec(
            (0..bodies, 0..=bodies, prop::array::uniform6(-3..4_i32)),
            1..8,
        );
        (masses, velocities, contacts)
    })
}

/// Nonzero coefficients of a contact; the ground, and a body against itself, have none.
fn coefficients(
    bodies: usize,
    &(one, other, weights): &(usize, usize, [i32; 6]),
) -> Vec<(usize, [i32; 3])> {
    let [a, b, c, d, e, f] = weights;
    let mut found = vec![(one, [a, b, c])];
    if other < bodies && other != one {
        found.push((other, [d, e, f]));
    }
    found
}

fn in_doubles((masses, velocities, contacts): &Collision) -> Program {
    let vector = |values: [i32; 3]| Vector3::from(values).map(f64::from);
    let condition = |contact| {
        let pairs = coefficients(masses.len(), contact);
        Condition {
            coefficients: pairs
                .into_iter()
                .map(|(body, weights)| (body, vector(weights)))
                .collect(),
            ..Condition::default()
        }
    };
    Program {
        masses: masses
            .iter()
            .map(|&[mass, inertia]| vector([mass, mass, inertia]))
            .collect(),
        target: velocities
            .iter()
            .map(|&velocity| vector(velocity))
            .collect(),
        equalities: Vec::new(),
        inequalities: contacts.iter().map(condition).collect(),
    }
}

/// The exact optimum, rounded once.
fn exact((masses, velocities, contacts): &Collision) -> Vec<f64> {
    let row = |contact| Row {
        coefficients: coefficients(masses.len(), contact)
            .into_iter()
            .flat_map(|(body, weights)| {
                (0..3).map(move |axis| (3 * body + axis, Integer::from(weights[axis])))
            })
            .filter(|(_, weight)| *weight != 0)
            .collect(),
        bound: Integer::from(0),
    };
    let problem = Problem {
        masses: masses
            .iter()
            .flat_map(|&[mass, inertia]| [mass, mass, inertia].map(Rational::from))
            .collect(),
        target: velocities
            .iter()
            .flatten()
            .map(|&value| Rational::from(value))
            .collect(),
        rows: contacts
            .iter()
            .map(row)
            .filter(|row| !row.coefficients.is_empty())
            .collect(),
        equalities: 0,
    };
    match solve(&problem, None, &Monitor::default()).unwrap() {
        Outcome::Optimal(optimum) => optimum
            .point
            .iter()
            .map(|value| {
                double(&zwang_exact::Rational::new(
                    big(value),
                    big(&optimum.denominator),
                ))
            })
            .collect(),
        Outcome::Infeasible(_) => panic!("no motion at all satisfies every row"),
    }
}

fn big(value: &Integer) -> num_bigint::BigInt {
    value.to_string().parse().unwrap()
}

fn double(value: &zwang_exact::Rational) -> f64 {
    num_traits::ToPrimitive::to_f64(value).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_limit_on_random_contacts_is_the_projection(collision in collisions()) {
        let limit = in_doubles(&collision).solve(METHOD, 1.0).unwrap();
        prop_assume!(limit.is_accurate);
        for (found, expected) in limit.point.iter().flatten().zip(exact(&collision)) {
            prop_assert!((found - expected).abs() < CLOSE, "{found} {expected}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    /// A program in parts that are settled one after the other has the same optimum.
    #[test]
    fn the_limit_in_parts_is_the_projection(collision in collisions(), parts in 1_usize..5) {
        let method = Method::Parts {
            tolerance: TOLERANCE,
            sweeps: 100_000,
            parts,
        };
        let limit = in_doubles(&collision).solve(method, 1.0).unwrap();
        prop_assume!(limit.is_accurate);
        for (found, expected) in limit.point.iter().flatten().zip(exact(&collision)) {
            prop_assert!((found - expected).abs() < CLOSE, "{found} {expected}");
        }
    }
}

/// The bodies of a scene get velocities from a seed, multiples of 1/8.
fn shaken(mut scene: Scene, seed: u64) -> Scene {
    let mut state = seed;
    let mut next = || {
        // Knuth's multiplier.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        parse(&format!("{}/8", i64::try_from(state >> 59).unwrap() - 16)).unwrap()
    };
    for free in scene
        .bodies
        .iter_mut()
        .filter_map(|body| body.dynamics.as_mut())
    {
        free.velocity = Vector::new(next(), next());
        free.spin = next();
    }
    scene
}

/// Scenes where no brick meets another only corner to corner: there the nearest edge is a matter of
/// choice, and the two programs may differ.
#[test]
fn the_limit_on_scenes_is_the_projection() {
    let brick = Brick::default();
    let scenes = [
        diamond(2, &brick).unwrap(),
        triangle(3, &brick).unwrap(),
        wall(2, 3, Bond::Running, &brick).unwrap(),
        wall(3, 3, Bond::Running, &brick).unwrap(),
    ];
    for (index, scene) in scenes.into_iter().enumerate() {
        for seed in 0..4 {
            let scene = shaken(scene.clone(), 10 * index as u64 + seed);
            let framework = Framework::new(&scene, Model::Rigid).unwrap();
            let step = parse("1/100").unwrap();
            let nearest = Selection::NearestEdge {
                reach: parse("0").unwrap(),
            };
            let state = State::start(&framework, &step);
            let expected =
                inelastic_velocities(&framework, &nearest, &state, &step, &Options::default())
                    .unwrap();
            let limit = World::new(&scene, &step).impact(METHOD).unwrap();
            assert!(limit.is_accurate, "{} {seed}", scene.name);
            // Nodes are the centroid and the turn c of each body, and at c = 1 the velocity of c is
            // i ω.
            assert_eq!(expected.len(), 2 * limit.point.len());
            let mut changed = false;
            for ((found, nodes), before) in limit
                .point
                .iter()
                .zip(expected.chunks(2))
                .zip(World::new(&scene, &step).impact_program().target)
            {
                let expected = Vector3::new(
                    double(&nodes[0].x),
                    double(&nodes[0].y),
                    double(&nodes[1].y),
                );
                assert!(
                    (found - expected).norm() < CLOSE,
                    "{} {seed}: {found} {expected}",
                    scene.name
                );
                changed |= (found - before).norm() > 0.1;
            }
            assert!(changed, "{}: nothing collides", scene.name);
        }
    }
}
