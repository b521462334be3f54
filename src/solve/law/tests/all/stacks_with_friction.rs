//! Stacks of solids with friction that slide, stop and are struck. With one friction everywhere,
//! all that lies above a layer which slides is about to slide as well: its forces are exactly on
//! the border of the cone.
#![allow(
    clippy::disallowed_types,
    reason = "places and times are compared as doubles"
)]

use crate::checked_solids::{FLOOR, Run, float, run, scene};
use zwang_exact::Rational;

const DOWN: &str = "[0, 0, -10]";

/// Wide boxes of height 1 on each other, with more words of each.
fn stack(more: &[&str]) -> Vec<String> {
    let mut bodies = vec![FLOOR.to_owned()];
    for (place, more) in more.iter().enumerate() {
        let middle = 2 * place + 1;
        bodies.push(format!(
            "{{ name = 'b{place}', \
             box = {{ center = [0, 0, '{middle}/2'], size = [3, 3, 1] }}, {more} }}"
        ));
    }
    bodies
}

fn run_of(friction: &str, bodies: &[String], steps: usize) -> Run {
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    run(&scene(DOWN, friction, &bodies), "1/100", steps)
}

/// The places of bodies along x and y in the end, and whether all rest.
fn ends_at(run: &Run, steps: usize, places: &[[f64; 2]]) {
    for (motion, place) in run.motions[steps - 1].iter().zip(places) {
        for (found, expected) in motion.position.iter().zip(place) {
            let found = float(found);
            assert!((found - expected).abs() < 1e-15, "{found} {expected}");
        }
    }
    assert_eq!(run.kinetic[steps - 1], Rational::default());
    assert_eq!(run.states[steps - 1], run.states[steps - 2]);
    assert!(run.rises.iter().all(|rise| *rise <= Rational::default()));
    assert!(float(&run.law_squared).sqrt() < 1e-20);
}

/// A stack that slides as one is slowed by μ g, each of its boxes like one box alone, bit for bit,
/// and stops after v² / 2 μ g: at the end of a step, or within one.
#[test]
fn a_stack_slides_as_one() {
    for (velocity, place, steps) in [
        ("velocity = [1, 0, 0]", Some([0.25, 0.0]), 52),
        ("velocity = ['-3/10', '4/10', 0]", Some([-0.0375, 0.05]), 28),
        ("velocity = ['1/3', '-1/7', 0]", None, 21),
    ] {
        let run = run_of("1/5", &stack(&[velocity; 3]), steps);
        let alone = run_of("1/5", &stack(&[velocity]), steps);
        for (own, one) in run.states.iter().zip(&alone.states) {
            for state in own {
                assert_eq!(state.displacement, one[0].displacement);
                assert_eq!(state.velocity, one[0].velocity);
                assert_eq!(state.turn, one[0].turn);
            }
        }
        if let Some(place) = place {
            ends_at(&run, steps, &[place; 3]);
        }
        assert_eq!(run.kinetic[steps - 1], Rational::default());
    }
}

/// The lowest of three boxes is struck along x, with the friction 1/10 everywhere: it is slowed by
/// 5 μ g, and those above are dragged along with μ g, as one, until all are as fast after 1/10 s
/// and stop after another one.
#[test]
fn the_lowest_of_equal_boxes_is_struck() {
    let bodies = stack(&["velocity = ['3/5', 0, 0]", "", ""].map(|own| match own {
        "" => "mass = 9",
        own => own,
    }));
    let run = run_of("1/10", &bodies, 22);
    let [low, mid, top] = [0, 1, 2].map(|body: usize| float(&run.motions[4][body].velocity[0]));
    assert!((low - 0.35).abs() < 1e-15, "{low}");
    assert!((mid - 0.05).abs() < 1e-15, "{mid}");
    assert!((top - 0.05).abs() < 1e-15, "{top}");
    ends_at(&run, 22, &[[0.04, 0.0], [0.01, 0.0], [0.01, 0.0]]);
}

/// A box slides on another one. If the floor is as rough as that, the lower one stays, bit for bit;
/// on a floor with 1/10 it is dragged along, until both are as fast, and both stop after 1 s.
#[test]
fn a_box_slides_on_a_box() {
    let smooth = "velocity = ['1/2', 0, 0], friction = '1/10'";
    let run = run_of("1/2", &stack(&["friction = '1/2'", smooth]), 52);
    assert!(
        run.states
            .iter()
            .all(|states| states[0] == run.states[0][0])
    );
    ends_at(&run, 52, &[[0.0, 0.0], [0.125, 0.0]]);
    let mut bodies = stack(&["friction = '1/2'", "velocity = [0, 2, 0], friction = '1/2'"]);
    bodies[0] = FLOOR.replace("fixed", r#"friction = "1/10", fixed"#);
    let run = run_of("1/2", &bodies, 102);
    ends_at(&run, 102, &[[0.0, 0.375], [0.0, 0.625]]);
}

/// A struck tower of cubes, struck askew, tilts and loses energy. In the mirror and turned by a
/// quarter it moves in the same way, bit for bit. (Not yet with every friction, and not with its
/// bodies in another order: several motions obey the law, and which of them is found depends on the
/// order of points.)
#[test]
fn images_of_a_struck_tower() {
    let tower = |velocity: &str| {
        let mut bodies = vec![FLOOR.to_owned()];
        for place in 0..3 {
            let middle = 2 * place + 1;
            let more = match place {
                0 => format!(", velocity = {velocity}"),
                _ => String::new(),
            };
            bodies.push(format!(
                "{{ name = 'b{place}', \
                 box = {{ center = [0, 0, '{middle}/2'], size = [1, 1, 1] }}{more} }}"
            ));
        }
        run_of("1", &bodies, 8)
    };
    let own = tower("['4/7', '5/3', 0]");
    let energy = |step: usize| {
        let motions = own.motions[step].iter();
        let height: f64 = motions.map(|motion| float(&motion.position[2])).sum();
        float(&own.kinetic[step]) + 10.0 * height
    };
    assert!((1..8).all(|step| energy(step) <= energy(step - 1) + 1e-3));
    assert!(float(&own.motions[7][0].spin[1]).abs() > 1e-4);
    let images = [
        (tower("['4/7', '-5/3', 0]"), [0, 1], [1, -1]),
        (tower("['-5/3', '4/7', 0]"), [1, 0], [-1, 1]),
    ];
    for (run, axes, signs) in &images {
        for (before, after) in own.motions.iter().zip(&run.motions) {
            for (one, other) in before.iter().zip(after) {
                assert_eq!(one.position[2], other.position[2]);
                assert_eq!(one.velocity[2], other.velocity[2]);
                for axis in 0..2 {
                    let sign = Rational::from(num_bigint::BigInt::from(signs[axis]));
                    let found = &other.velocity[axis];
                    assert_eq!(&one.velocity[axes[axis]] * &sign, *found);
                    let found = &other.position[axis];
                    assert_eq!(&one.position[axes[axis]] * &sign, *found);
                }
            }
        }
    }
}
