//! Where forces are not unique, the least ones are found: closed forms, and the same digits with
//! and without floats.

use crate::answers::{all_answers, force, ratio, solved};
use zwang_check::{Answer, ContactState};
use zwang_exact::{Rational, Vector};
use zwang_scene::Scene;

/// A plank of weight 1 with its centre at 0, on knife edges at these tenths of a metre.
fn plank(edges: &[i64]) -> Scene {
    let mut text = "format = \"zwang-scene-1\"\nname = \"plank\"\n\
        [[body]]\nname = \"plank\"\nmass = 1\ninertia = 1\n\
        rectangle = { center = [0, \"1/2\"], size = [20, 1] }\n"
        .to_owned();
    for edge in edges {
        let [left, right] = [edge - 1, edge + 1];
        text += &format!(
            "[[body]]\nname = \"edge {edge}\"\nfixed = true\n\
             parts = [[[\"{left}/10\", -1], [\"{right}/10\", -1], [\"{edge}/10\", 0]]]\n"
        );
    }
    text.parse().unwrap()
}

/// The forces of the only answer, by place; the same with and without floats.
fn forces(scene: &Scene) -> Vec<(Vector, Vector)> {
    let [with, without] = [true, false].map(|floats| {
        let (_, verified) = solved(scene, floats);
        let answers = all_answers(&verified);
        let [answer] = answers.as_slice() else {
            panic!("{} answers", answers.len())
        };
        told(answer)
    });
    assert_eq!(with, without);
    with
}

fn told(answer: &Answer) -> Vec<(Vector, Vector)> {
    let mut forces = Vec::new();
    for contact in &answer.contacts {
        let presses = contact.state == ContactState::Pressing;
        assert_eq!(presses, contact.multiplier.is_positive(), "{contact:?}");
        forces.push((contact.point.clone(), force(contact)));
    }
    forces.sort();
    forces
}

/// Under the least forces that balance weight 1 at 0, f = a + b x: the gradient of Σ f² is a
/// combination of the two equations Σ f = 1 and Σ x f = 0.
#[test]
fn a_plank_on_knife_edges_carries_the_least_forces() {
    for edges in [
        &[-30, -10, 10, 30][..],
        &[-30, -10, 20, 30],
        &[-50, -20, 20],
    ] {
        let count = ratio(edges.len() as i64, 1);
        let sum = ratio(edges.iter().sum(), 10);
        let squares = ratio(edges.iter().map(|edge| edge * edge).sum(), 100);
        let constant = ratio(1, 1) / (count - &sum * &sum / &squares);
        let slope = -&constant * sum / squares;
        let found = forces(&plank(edges));
        assert_eq!(found.len(), edges.len());
        for ((point, force), &edge) in found.iter().zip(edges) {
            assert_eq!(*point, Vector::new(ratio(edge, 10), ratio(0, 1)));
            let expected = &constant + &slope * ratio(edge, 10);
            let carried = if force.y < ratio(0, 1) {
                -&force.y
            } else {
                force.y.clone()
            };
            assert_eq!(carried, expected, "{edges:?} at {edge}");
        }
    }
}

/// Here a + b x is negative on the right. The least forces without that need the two edges on the
/// left alone, 10/11 and 1/11, and all edges can press: the others carry a little.
#[test]
fn no_contact_that_can_press_is_left_without_a_force() {
    let found = forces(&plank(&[-1, 10, 20, 60]));
    let carried: Vec<Rational> = found.iter().map(|(_, force)| -&force.y).collect();
    let sign = if carried[0] < ratio(0, 1) {
        ratio(-1, 1)
    } else {
        ratio(1, 1)
    };
    for (carried, least) in carried.iter().zip([(10, 11), (1, 11), (0, 1), (0, 1)]) {
        let carried = carried * &sign;
        let least = ratio(least.0, least.1);
        assert!(carried > ratio(0, 1), "{carried}");
        let change = if carried > least {
            carried - &least
        } else {
            least - carried
        };
        assert!(change <= ratio(1, 2), "{change}");
    }
}

#[test]
fn a_brick_between_walls_may_be_squeezed_a_little() {
    let mut text = "format = \"zwang-scene-1\"\nname = \"squeezed\"\n\
        [[body]]\nname = \"brick\"\nrectangle = { center = [0, 0], size = [1, 1] }\n"
        .to_owned();
    for (name, center) in [("left", "-1, 0"), ("right", "1, 0"), ("floor", "0, -1")] {
        text += &format!(
            "[[body]]\nname = \"{name}\"\nfixed = true\n\
             rectangle = {{ center = [{center}], size = [1, 1] }}\n"
        );
    }
    let scene: Scene = text.parse().unwrap();
    let found = forces(&scene);
    let half = ratio(1, 2);
    let across: Vec<&Vector> = found.iter().map(|(_, force)| force).collect();
    let lifts = |force: &&&Vector| force.y != ratio(0, 1);
    assert_eq!(across.iter().filter(lifts).count(), 2);
    for force in across.iter().filter(lifts) {
        assert_eq!(&force.y * &force.y, &half * &half);
    }
    assert!(across.iter().all(|force| force.dot(force) > ratio(0, 1)));
}
