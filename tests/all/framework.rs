//! A brick as a framework of 9 point masses and 16 bars accelerates exactly as the rigid brick, the
//! redundant bar notwithstanding.
//!
//! Source: Rote & Zwick, Collapse, section 8.1.

use crate::answers;
use crate::answers::{converted, elimination, number, ratio, vector};
use crate::point_masses::{EQUAL, Framework, SIMPSON, bars};
use std::fs;
use zwang_exact::{Rational, Vector};
use zwang_families::{self as families, Brick, Cantilever, Seesaw, Wedge};
use zwang_program::Monitor;
use zwang_program::kernel::{Guess, Optimum, Outcome, Problem, solve};
use zwang_scene::{Body, Dynamics, Friction, Polygon, Scene, SceneRestitution};

/// The accelerations of the points, with and without the help of floats.
fn point_accelerations(problem: &Problem) -> Vec<Vector> {
    let guesses = [None, Guess::by_interior_point(problem)];
    let [without, with] = guesses.map(|guess| {
        match solve(problem, guess.as_ref(), &Monitor::default()).expect("nobody interrupts") {
            Outcome::Optimal(Optimum {
                point, denominator, ..
            }) => {
                let denominator: Rational = converted(&denominator);
                let coordinates: Vec<Rational> = point
                    .iter()
                    .map(|value| converted::<Rational>(value) / &denominator)
                    .collect();
                coordinates
                    .chunks(2)
                    .map(|pair| Vector::new(pair[0].clone(), pair[1].clone()))
                    .collect::<Vec<Vector>>()
            }
            Outcome::Infeasible(_) => panic!("the rows of the bars contradict each other"),
        }
    });
    assert_eq!(with, without);
    with
}

/// Asserts that the framework of a scene moves as its bodies do, and that the restraints differ by
/// what the spin costs in any case.
fn assert_moves_rigidly(scene: &Scene) {
    let answer = answers::answer(scene);
    let framework = Framework::new(scene, SIMPSON);
    let found = point_accelerations(&framework.problem(&answer));
    let mut restraint = ratio(0, 1);
    let mut centripetal = ratio(0, 1);
    for ((body, motion), points) in scene
        .bodies
        .iter()
        .zip(&answer.accelerations)
        .zip(&framework.points)
    {
        let Some(free) = &body.dynamics else { continue };
        let square = &free.spin * &free.spin;
        for point in points {
            let offset = &point.place - &free.centroid;
            let turning = &offset.quarter_turn().scaled(&motion.angular) - &offset.scaled(&square);
            assert_eq!(
                found[point.index],
                &motion.linear + &turning,
                "{}: `{}`",
                scene.name,
                body.name
            );
            let forced = &found[point.index] - &scene.gravity;
            restraint += &point.mass * forced.dot(&forced) * ratio(1, 2);
        }
        centripetal += &free.inertia * &square * &square * ratio(1, 2);
    }
    assert_eq!(restraint, answer.restraint + centripetal, "{}", scene.name);
}

fn from_gallery(name: &str) -> Scene {
    let path = format!("{}/scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    zwang_scene::read::parse_toml(&fs::read_to_string(path).unwrap())
        .unwrap()
        .scene
}

/// A brick about a centre, which moves with the velocity field v + ω J x.
fn moving_brick(
    name: &str,
    center: Vector,
    size: Vector,
    velocity: &Vector,
    spin: &Rational,
) -> Body {
    let parts = vec![Polygon::rectangle(&center, &size).unwrap()];
    let velocity = velocity + &center.quarter_turn().scaled(spin);
    let dynamics = Dynamics {
        velocity,
        spin: spin.clone(),
        ..Dynamics::homogeneous(&parts, &ratio(1, 1))
    };
    Body {
        name: name.to_owned(),
        parts,
        dynamics: Some(dynamics),
    }
}

fn in_the_air(bodies: Vec<Body>) -> Scene {
    let (name, gravity) = ("in the air".to_owned(), Vector::from_integers(0, -1));
    Scene {
        name,
        title: None,
        expect: None,
        gravity,
        bodies,
        pins: vec![],
        friction: Friction::default(),
        restitution: SceneRestitution::default(),
        loads: Vec::new(),
    }
}

#[test]
fn one_bar_of_sixteen_is_redundant() {
    let scene = in_the_air(vec![moving_brick(
        "brick",
        vector("1", "2"),
        vector("3", "1/2"),
        &Vector::zero(),
        &ratio(0, 1),
    )]);
    let framework = Framework::new(&scene, SIMPSON);
    let points = &framework.points[0];
    let row = |&(i, j): &(usize, usize)| {
        let along = &points[i].place - &points[j].place;
        let mut row = vec![ratio(0, 1); 18];
        for (point, sign) in [(i, 1), (j, -1)] {
            (row[2 * point], row[2 * point + 1]) =
                (&along.x * ratio(sign, 1), &along.y * ratio(sign, 1));
        }
        row
    };
    assert_eq!(bars().len(), 16);
    assert_eq!(elimination::rank(bars().iter().map(row).collect()), 15);
}

#[test]
fn point_masses_integrate_as_the_brick_does() {
    let (low, high) = (vector("1/2", "-1"), vector("7/3", "1/5"));
    let center = (&low + &high).scaled(&ratio(1, 2));
    let scene = in_the_air(vec![moving_brick(
        "brick",
        center,
        &high - &low,
        &Vector::zero(),
        &ratio(0, 1),
    )]);
    let framework = Framework::new(&scene, SIMPSON);
    let power = |value: &Rational, exponent: i64| {
        (0..exponent).fold(ratio(1, 1), |product, _| product * value)
    };
    let integral = |low: &Rational, high: &Rational, exponent: i64| {
        (power(high, exponent + 1) - power(low, exponent + 1)) / ratio(exponent + 1, 1)
    };
    for (x, y) in [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)] {
        let sum: Rational = framework.points[0]
            .iter()
            .map(|p| &p.mass * power(&p.place.x, x) * power(&p.place.y, y))
            .sum();
        assert_eq!(
            sum,
            integral(&low.x, &high.x, x) * integral(&low.y, &high.y, y),
            "x^{x} y^{y}"
        );
    }
}

#[test]
fn at_rest() {
    let bricks = [
        families::cantilever(&Cantilever::default()),
        families::diamond(2, &Brick::default()),
        families::triangle(2, &Brick::default()),
        families::triangle(
            3,
            &Brick {
                height: ratio(1, 2),
                ..Brick::default()
            },
        ),
        families::harmonic(2, &number("1/10"), &Brick::default()),
        families::harmonic(3, &number("0"), &Brick::default()),
        families::wedge(&Wedge::default()),
        families::seesaw(&Seesaw {
            right: ratio(2, 1),
            ..Seesaw::default()
        }),
    ];
    for scene in bricks.map(Result::unwrap) {
        assert_moves_rigidly(&scene);
    }
    assert_moves_rigidly(&from_gallery("shelf"));
}

#[test]
fn another_distribution_of_the_mass_falls_differently() {
    let scene = families::cantilever(&Cantilever::default()).unwrap();
    let answer = answers::answer(&scene);
    let middle =
        |weights| point_accelerations(&Framework::new(&scene, weights).problem(&answer))[4].clone();
    assert_eq!(middle(SIMPSON), vector("0", "-120/437"));
    assert_ne!(middle(EQUAL), vector("0", "-120/437"));
}

/// Here the rows of the bars have right-hand sides, and the redundant one has to agree with the
/// others.
#[test]
fn in_motion() {
    let (still, spin, drift) = (Vector::zero(), ratio(3, 2), vector("1/7", "2"));
    let lone =
        |spin: &Rational| moving_brick("brick", vector("1", "2"), vector("3", "1/2"), &drift, spin);
    assert_moves_rigidly(&in_the_air(vec![lone(&ratio(0, 1))]));
    assert_moves_rigidly(&in_the_air(vec![lone(&spin)]));
    // Two bricks that touch at part of their sides turn about the origin as one.
    let left = moving_brick(
        "left",
        vector("-1/2", "1/4"),
        vector("1", "1/2"),
        &still,
        &spin,
    );
    let right = moving_brick(
        "right",
        vector("1/2", "0"),
        vector("1", "1/2"),
        &still,
        &spin,
    );
    assert_moves_rigidly(&in_the_air(vec![left, right]));
    for name in [
        "rolling",
        "sliding",
        "turntable",
        "double-pendulum",
        "corner-forced",
    ] {
        assert_moves_rigidly(&from_gallery(name));
    }
}
