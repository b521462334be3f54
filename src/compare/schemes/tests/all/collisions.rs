//! Theorem 7.1: a position step at a totally inelastic collision, and the program (Q*).

use crate::scenes::{
    box_between, corner_on_turning_brick, exact, fixed, moving, number, position, ratio, scene,
    turned_rectangle, vector,
};
use zwang_exact::{Rational, Vector};
use zwang_program::Options;
use zwang_scene::Scene;
use zwang_schemes::{
    Advance, Bracing, Framework, LengthRule, Model, Selection, SidednessRule, State,
    inelastic_velocities, step,
};

/// A turning brick that hits a table with its corner.
fn brick_on_table() -> Scene {
    let part = turned_rectangle(
        &Vector::zero(),
        &vector("3/5", "4/5"),
        &number("1"),
        &number("1/4"),
    );
    let brick = moving(
        "brick",
        part,
        &Vector::zero(),
        &vector("1", "-2"),
        &number("3/2"),
    );
    scene(
        "brick on table",
        vector("0", "-10"),
        vec![fixed("table", box_between(("-3", "-1"), ("3", "0"))), brick],
    )
}

/// Two turning bricks that hit each other, and the lower one hits a table with both of its corners.
fn brick_on_brick() -> Scene {
    let mut scene = corner_on_turning_brick();
    let upper = scene.bodies[1].dynamics.as_mut().unwrap();
    upper.velocity = &upper.velocity + &vector("1/3", "-4");
    scene
        .bodies
        .push(fixed("table", box_between(("-3", "-2"), ("3", "-1/2"))));
    scene
}

fn models() -> [Model; 3] {
    [
        Model::Corners(Bracing::Minimal),
        Model::NinePoints(Bracing::Redundant),
        Model::Rigid,
    ]
}

fn without_gravity(scene: &Scene) -> Scene {
    Scene {
        gravity: Vector::zero(),
        ..scene.clone()
    }
}

/// The velocities after one position step.
fn after(framework: &Framework, advance: &Advance, time_step: &Rational) -> Vec<Vector> {
    let state = State::start(framework, time_step);
    let scheme = exact(advance.clone(), Selection::Touching);
    let step = step(framework, &scheme, &state, time_step, &Options::default()).unwrap();
    assert!(step.pressing.contains(&true));
    step.state.velocities(time_step)
}

/// The solution of (Q*), from velocities that gravity has already changed for a time.
fn impact(framework: &Framework, falling: &Rational) -> Vec<Vector> {
    let time_step = ratio(1, 1);
    let mut state = State::start(framework, &time_step);
    for (previous, node) in state.previous.iter_mut().zip(&framework.nodes) {
        *previous = &*previous - &node.gravity.scaled(falling);
    }
    inelastic_velocities(
        framework,
        &Selection::Touching,
        &state,
        &time_step,
        &Options::default(),
    )
    .unwrap()
}

fn differences(first: &[Vector], second: &[Vector]) -> Vec<Vector> {
    first
        .iter()
        .zip(second)
        .map(|(first, second)| first - second)
        .collect()
}

/// With squared velocities dropped the theorem holds at every Δt; gravity acts as if it had changed
/// the velocities for Δt before the impact.
#[test]
fn without_squared_velocities_both_agree_exactly() {
    let advance = position(LengthRule::Projection, SidednessRule::FirstOrder);
    for scene in [brick_on_table(), brick_on_brick()] {
        for model in models() {
            for time_step in [ratio(1, 10), ratio(1, 1000)] {
                let floating = Framework::new(&without_gravity(&scene), model).unwrap();
                let expected = impact(&floating, &ratio(0, 1));
                assert_eq!(
                    after(&floating, &advance, &time_step),
                    expected,
                    "{} {model:?}",
                    scene.name
                );
                let falling = Framework::new(&scene, model).unwrap();
                assert_eq!(
                    after(&falling, &advance, &time_step),
                    impact(&falling, &time_step),
                    "{} {model:?}",
                    scene.name
                );
                assert_ne!(
                    after(&falling, &advance, &time_step),
                    expected,
                    "{} {model:?}",
                    scene.name
                );
            }
        }
    }
}

/// With them, or with gravity, the difference is a constant times Δt, as long as the same contacts
/// press.
#[test]
fn the_error_is_proportional_to_the_time_step() {
    let rules = [
        position(LengthRule::Printed, SidednessRule::Acceleration),
        position(LengthRule::Midpoint, SidednessRule::LastStep),
        position(LengthRule::Projection, SidednessRule::FirstOrder),
    ];
    for scene in [brick_on_table(), brick_on_brick()] {
        for model in models() {
            for (gravity, scene) in [(false, without_gravity(&scene)), (true, scene.clone())] {
                let framework = Framework::new(&scene, model).unwrap();
                let expected = impact(&framework, &ratio(0, 1));
                for advance in rules.iter().take(if gravity { 3 } else { 2 }) {
                    let error = |halvings: i64| {
                        let time_step = ratio(1, 64 << halvings);
                        differences(&after(&framework, advance, &time_step), &expected)
                    };
                    let mut last = error(0);
                    assert!(
                        last.iter().any(|difference| !difference.is_zero()),
                        "{} {model:?}",
                        scene.name
                    );
                    for halvings in 1..4 {
                        let next = error(halvings);
                        let half: Vec<Vector> = last
                            .iter()
                            .map(|difference| difference.scaled(&ratio(1, 2)))
                            .collect();
                        assert_eq!(next, half, "{} {model:?} {advance:?}", scene.name);
                        last = next;
                    }
                }
            }
        }
    }
}
