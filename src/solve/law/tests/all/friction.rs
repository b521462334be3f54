//! Motions with friction that are known.

use crate::stage::{assert_near, begin, floor, number, rectangle, run, scene};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use zwang_program::Monitor;
use zwang_scene::Scene;

/// A scene with this friction everywhere.
fn rough(friction: &str, gravity: &str, bodies: &str) -> Scene {
    scene(gravity, &format!("friction = {friction}\n{bodies}"))
}

#[test]
fn a_box_slides_down_a_rough_slope_as_coulomb_says() {
    // In a frame turned with the slope of 3-4-5, gravity is (6, -8): a = 6 - 8/2.
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "");
    let scene = rough("\"1/2\"", "[6, -8]", &format!("{}{slider}", floor()));
    let after = run(scene, "1/50", 100);
    let ([x, y], _) = after.pose(0);
    assert_near(&x, &number("4"), 45);
    assert_near(&y, &number("1/2"), 55);
    let ([v_x, _], _) = after.velocity(0);
    assert_near(&v_x, &number("4"), 45);
}

#[test]
fn a_box_is_held_on_a_slope_of_its_friction() {
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "");
    let scene = rough("\"3/4\"", "[6, -8]", &format!("{}{slider}", floor()));
    let mut simulation = begin(scene, "1/100");
    let states = simulation.states().to_vec();
    for _ in 0..100 {
        let step = simulation.advance(&Monitor::default()).unwrap();
        assert_eq!(step.counts.undecided, 0);
        assert_eq!(step.counts.relaxed, 0);
    }
    for (after, before) in simulation.states().iter().zip(&states) {
        assert_eq!(after.displacement, before.displacement);
        assert_eq!(after.velocity, before.velocity);
    }
}

#[test]
fn a_box_slides_until_it_stops_and_stays() {
    let slider = rectangle("box", "[0, \"1/2\"]", "[1, 1]", "velocity = [3, 0]");
    for (step, steps) in [("1/50", 50), ("1/100", 100), ("3/1000", 400)] {
        let scene = rough("\"1/2\"", "[0, -10]", &format!("{}{slider}", floor()));
        let after = run(scene, step, steps);
        let ([x, y], _) = after.pose(0);
        let off = (x - number("9/10")).abs();
        // What is lost in the step of the stop is below h² μ g / 8.
        let step = number(step);
        assert!(off <= &step * &step, "{off}");
        assert_near(&y, &number("1/2"), 60);
        assert_eq!(
            after.velocity(0),
            ([Rational::from(0), Rational::from(0)], Rational::from(0))
        );
    }
}
