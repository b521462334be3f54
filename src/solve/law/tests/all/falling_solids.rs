//! Cubes in a shaft and balls in a funnel come to rest where they should (motion.md, section 5).

use crate::checked_solids::{number, run};
use zwang_exact::Rational;
use zwang_families::space::{sphereglass, stack_in_shaft};

/// Two cubes that are turned against each other become a tower: nothing changes any more, bit for
/// bit, and their centres are 1/2 and 3/2 high.
#[test]
fn cubes_in_a_shaft_become_a_tower() {
    let scene = stack_in_shaft(2).unwrap();
    let run = run(&scene, "1/60", 90);
    let last = &run.states[89];
    assert!(run.states[70..].iter().all(|state| state == last));
    assert_eq!(run.kinetic[89], Rational::default());
    let tolerance = number("1e-6");
    for (motion, height) in run.motions[89].iter().zip(["1/2", "3/2"]) {
        let off = &motion.position[2] - number(height);
        assert!(off < tolerance && -off < tolerance);
    }
}

/// Smooth balls fall through the neck of a funnel and come to rest on the floor below it; none goes
/// through a wall.
#[test]
fn balls_fall_through_a_funnel() {
    let scene = sphereglass(2).unwrap();
    let run = run(&scene, "1/60", 240);
    let [inside, radius] = [number("19/10"), number("1/10")];
    let slack = number("1e-6");
    for motion in &run.motions[239] {
        let [x, y, z] = &motion.position;
        assert!(*z < number("5"), "above the neck");
        assert!(*z > &radius - &slack, "in the floor");
        for across in [x, y] {
            assert!(*across < &inside + &slack && -across < &inside + &slack);
        }
    }
    let most = number("1e-6");
    assert!(run.rises.iter().all(|rise| *rise < most));
}
