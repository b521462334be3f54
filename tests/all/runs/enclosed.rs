//! Groups that an enclosure proves: what the checker tells of their forces.

use crate::runs::course::{Course, gallery, number, run, settings, square};
use zwang_certificate::run::{Group, Node};
use zwang_exact::{Rational, Vector};
use zwang_families::{Brick, diamond};
use zwang_scene::{BodyId, Scene};

/// The force on a body in a step, contacts and gravity.
fn force_on(scene: &Scene, course: &Course, index: usize, body: BodyId, mass: &Rational) -> Vector {
    let mut sum = scene.gravity.scaled(mass);
    for contact in course.steps[index].forces() {
        let [first, second] = contact.row.bodies().map(BodyId);
        if first == body {
            sum = &sum + &contact.force;
        }
        if second == body {
            sum = &sum - &contact.force;
        }
    }
    sum
}

fn enclosed_groups(course: &Course) -> usize {
    let groups = course.records.iter().flat_map(|record| &record.groups);
    let trees = groups.filter_map(Group::tree);
    trees
        .filter(|tree| matches!(tree, Node::Enclosed { .. }))
        .count()
}

/// Newton's law: m (z_k - 2 z_{k-1} + z_{k-2}) / h² is the force, but for the rounding of the three
/// states, at most 2^-63 m / h² along each axis.
#[test]
fn forces_are_what_moves_the_bodies() {
    let mut enclosed = 0;
    let scenes = [
        gallery("diamond-5"),
        gallery("wall-stack-5x4"),
        diamond(4, &Brick::default()).unwrap(),
    ];
    for scene in scenes {
        let course = run(&scene, settings(100, (0, 1)), 12);
        assert_eq!(course.stopped, None);
        enclosed += enclosed_groups(&course);
        for index in 0..course.steps.len() {
            let [before, now, after] = course.around(index);
            for (body, free) in scene.numbered_bodies() {
                let Some(free) = &free.dynamics else {
                    continue;
                };
                let [start, middle, end] =
                    [before, now, after].map(|state| state.position(body).unwrap());
                let way = &(&end - &middle) - &(&middle - &start);
                let rate = &free.mass * number("10000");
                let required = way.scaled(&rate);
                let found = force_on(&scene, &course, index, body, &free.mass);
                let error = &found - &required;
                let unit = rate * number("1/4611686018427387904");
                let bound = &unit * &unit * number("2");
                assert!(
                    square(&error) <= bound,
                    "{}, step {index}, body {body}",
                    scene.name
                );
            }
        }
    }
    assert!(enclosed >= 24, "{enclosed}");
}

/// Groups of few bodies have exact forces, larger ones forces near the exact ones; the checker says
/// which they are.
#[test]
fn forces_say_whether_they_are_exact() {
    for (name, are_exact) in [("diamond-5", false), ("cantilever", true)] {
        let course = run(&gallery(name), settings(100, (0, 1)), 2);
        assert_eq!(course.stopped, None);
        for step in &course.steps {
            let forces = step.forces();
            assert!(!forces.is_empty(), "{name}");
            for force in forces {
                assert_eq!(force.is_exact, are_exact, "{name}");
            }
            for group in step.groups() {
                assert_eq!(group.is_exact(), are_exact, "{name}");
            }
        }
    }
}
