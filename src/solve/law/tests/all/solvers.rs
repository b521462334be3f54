//! One state, whatever forces prove it: those of other solvers, and other forces of one record.

use crate::stage::{Witness, begin, floor, rectangle, scene};
use num_bigint::BigInt;
use zwang_certificate::run2::{Node, Record};
use zwang_check::law::Checker;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// Bricks that fall apart on a floor, each on the one below.
fn stack() -> Scene {
    let mut bodies = floor();
    for (index, x) in ["0", "2/5", "1/3", "11/10"].iter().enumerate() {
        let center = format!("[\"{x}\", \"{}/4\"]", 2 * index + 1);
        bodies += &rectangle(&format!("brick {index}"), &center, "[1, \"1/2\"]", "");
    }
    scene("[0, -10]", &bodies)
}

fn lands(friction: &str) -> Scene {
    let square = "[[body]]\nname = \"square\"\nvelocity = [1, -1]\nspin = 1\nparts = [[[0, \"1/500\"], \
                  [\"4/5\", \"301/500\"], [\"1/5\", \"701/500\"], [\"-3/5\", \"401/500\"]]]\n";
    scene("[0, -10]", &format!("{friction}{}{square}", floor()))
}

fn pendulums() -> Scene {
    let bodies = rectangle("upper", "[\"1/2\", 0]", "[1, \"1/10\"]", "")
        + &rectangle("lower", "[\"3/2\", 0]", "[1, \"1/10\"]", "density = 9")
        + "[[pin]]\nbodies = [\"upper\"]\nat = [0, 0]\n\
           [[pin]]\nbodies = [\"lower\", \"upper\"]\nat = [1, 0]\n";
    scene("[0, -10]", &bodies)
}

#[test]
fn a_solver_without_floats_gives_the_same_states() {
    for (scene, steps) in [(stack(), 12), (lands(""), 20), (pendulums(), 20)] {
        let mut floats = begin(scene.clone(), "1/100");
        let mut exact = begin(scene, "1/100").with_floats(false);
        let mut witness = Witness::new(&exact);
        for step in 1..=steps {
            floats.advance(&Monitor::default()).unwrap();
            witness.advance(&mut exact);
            assert_eq!(exact.states(), floats.states(), "step {step}");
        }
    }
}

#[test]
fn a_solver_without_floats_knows_friction() {
    let mut exact = begin(lands("friction = \"1/3\"\n"), "1/100").with_floats(false);
    let mut witness = Witness::new(&exact);
    for _ in 0..20 {
        witness.advance(&mut exact);
    }
}

/// A plank on three blocks, which bear it in more ways than one.
fn plank() -> Scene {
    let mut bodies = floor() + &rectangle("plank", "[0, 1]", "[4, 1]", "");
    for x in ["-1", "0", "1"] {
        let center = format!("[{x}, \"1/4\"]");
        bodies += &rectangle(
            &format!("block at {x}"),
            &center,
            "[\"1/2\", \"1/2\"]",
            "fixed = true",
        );
    }
    scene("[0, -10]", &bodies)
}

/// The forces of the first program of a record.
fn forces(record: &mut Record) -> &mut Vec<(usize, BigInt)> {
    match &mut record.groups[0].parts[0].programs[0] {
        Node::Leaf(leaf) | Node::Choice { leaf, .. } => &mut leaf.forces.rows,
        Node::Bound(forces) => &mut forces.rows,
    }
}

#[test]
fn two_self_stresses_give_one_state() {
    let mut simulation = begin(plank(), "1/100");
    let checker = Checker::new(simulation.scene(), &simulation.header(None)).unwrap();
    let step = simulation.advance(&Monitor::default()).unwrap();
    let record = simulation.record(&step);
    let after = checker.step(&checker.start(), &record).unwrap();
    // Six rows: the ends of three blocks. With the weight W of the step on the outer ones alone, or
    // on the inner ones alone, the plank has the same motion.
    let total: BigInt = forces(&mut record.clone())
        .iter()
        .map(|(_, force)| force)
        .sum();
    let half = &total / 2_i32;
    let mut accepted = 0;
    let mut refused = 0;
    for first in 0..6 {
        for second in first + 1..6 {
            let mut other = record.clone();
            *forces(&mut other) = vec![(first, half.clone()), (second, &total - &half)];
            match checker.step(&checker.start(), &other) {
                Ok(step) => {
                    accepted += 1;
                    assert_eq!(step.state(), after.state());
                }
                Err(_) => refused += 1,
            }
        }
    }
    // Pairs of rows that are images of each other hold it; no others do.
    assert_eq!((accepted, refused), (3, 12));
}
