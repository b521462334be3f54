//! Impacts in runs against closed forms.

use crate::stage::{Witness, assert_near, begin, floor, number, rectangle, scene};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use zwang_law::{Coefficients, ImpactRule, Simulation};
use zwang_program::Monitor;
use zwang_scene::Scene;

/// The simulation after so many steps, each accepted by the checker.
fn checked(scene: Scene, step: &str, steps: usize) -> Simulation {
    let mut simulation = begin(scene, step);
    let mut witness = Witness::new(&simulation);
    for _ in 0..steps {
        witness.advance(&mut simulation);
    }
    simulation
}

/// The speeds along x of all bodies.
fn speeds(simulation: &Simulation) -> Vec<Rational> {
    let places = 0..simulation.states().len();
    places
        .map(|place| simulation.velocity(place).0[0].clone())
        .collect()
}

/// Unit cubes along x at some places, with masses and speeds.
fn cubes(places: &[&str], masses: &[&str], speeds: &[&str], restitution: &str) -> String {
    let mut text = String::new();
    for (place, (mass, speed)) in places.iter().zip(masses.iter().zip(speeds)) {
        let more =
            format!("density = {mass}\nvelocity = [{speed}, 0]\nrestitution = {restitution}");
        text += &rectangle(
            &format!("at {place}"),
            &format!("[{place}, 0]"),
            "[1, 1]",
            &more,
        );
    }
    text
}

#[test]
fn an_elastic_cube_keeps_its_energy_and_its_times() {
    let cube = rectangle("cube", "[0, \"3/2\"]", "[1, 1]", "restitution = 1");
    let begun = begin(scene("[0, -10]", &(floor() + &cube)), "1/100");
    let energy = begun.energy();
    let mut simulation = begun;
    let mut witness = Witness::new(&simulation);
    for step in 1..=500_i64 {
        witness.advance(&mut simulation);
        assert_near(&simulation.energy(), &energy, 40);
        let ([_, y], [_, sine]) = simulation.pose(0);
        assert_eq!(sine, number("0"));
        assert!(y >= number("1/2"), "step {step}");
    }
    // Falls of 1 m take √(1/5) s: after 5 s it is in the 6th bounce, 5 - 11 √(1/5) s after a
    // landing.
    let since = 5.0 - 11.0 * 0.2_f64.sqrt();
    let height = 20.0_f64.sqrt() * since - 5.0 * since * since;
    let off = simulation.pose(0).0[1].clone() - number("1/2");
    let off = off - Rational::try_from(height).unwrap();
    assert!(off.abs() < Rational::power_of_2(-25_i64), "{height}");
}

#[test]
fn a_cube_with_less_restitution_comes_to_rest() {
    let cube = rectangle("cube", "[0, \"3/2\"]", "[1, 1]", "restitution = 0.5");
    let mut simulation = begin(scene("[0, -10]", &(floor() + &cube)), "1/100");
    let mut energy = simulation.energy();
    let mut witness = Witness::new(&simulation);
    for _ in 0..200 {
        witness.advance(&mut simulation);
        let now = simulation.energy();
        assert!(now <= &energy + Rational::power_of_2(-50_i64));
        energy = now;
    }
    let before = simulation.states().to_vec();
    simulation.advance(&Monitor::default()).unwrap();
    assert_eq!(simulation.states(), before);
    assert_near(&simulation.pose(0).0[1], &number("1/2"), 40);
}

#[test]
fn two_cubes_that_land_together_keep_their_own_restitution() {
    // They land with -2 m/s after 0.2 s, and are looked at 0.1 s later.
    let dull = rectangle("dull", "[-2, \"7/10\"]", "[1, 1]", "restitution = 0.2");
    let lively = rectangle("lively", "[2, \"7/10\"]", "[1, 1]", "restitution = 1");
    let after = checked(scene("[0, -10]", &(floor() + &dull + &lively)), "1/100", 21);
    assert_near(&after.velocity(0).0[1], &number("3/10"), 20);
    assert_near(&after.velocity(1).0[1], &number("19/10"), 20);
}

#[test]
fn cradles_pass_on_what_strikes_them() {
    let ones = ["1"; 5];
    let places = ["-2", "0", "1", "2", "3"];
    let one = cubes(&places, &ones, &["3", "0", "0", "0", "0"], "1");
    let after = checked(scene("[0, 0]", &one), "1/100", 60);
    assert_eq!(speeds(&after), ["0", "0", "0", "0", "3"].map(number));
    let both = cubes(
        &["0", "1", "2", "3", "4"],
        &ones,
        &["1", "0", "0", "0", "-1"],
        "1",
    );
    let after = checked(scene("[0, 0]", &both), "1/100", 10);
    assert_eq!(speeds(&after), ["-1", "0", "0", "0", "1"].map(number));
    let masses = ["2", "1", "1", "3", "1"];
    let row = cubes(
        &["0", "1", "2", "3", "4"],
        &masses,
        &["2", "1", "0", "0", "-1"],
        "1",
    );
    let after = checked(scene("[0, 0]", &row), "1/100", 10);
    let expected = ["-7/6", "1/2", "5/6", "7/6", "3/2"].map(number);
    for (found, expected) in speeds(&after).iter().zip(&expected) {
        assert_near(found, expected, 55);
    }
}

/// A push on a body far away does not matter to an impact here.
#[test]
fn impacts_do_not_depend_on_forces_elsewhere() {
    let two = cubes(&["0", "2"], &["1", "1"], &["1", "0"], "1");
    let far = rectangle("far", "[1000, 50]", "[1, 1]", "");
    let load = "[[load]]\nname = \"pull\"\nbody = \"far\"\nforce = [0, 1000]\n";
    let bodies = format!("{}{far}{load}", floor_at("-1/2") + &two);
    let after = checked(scene("[0, -1]", &bodies), "1/100", 150);
    assert_eq!(speeds(&after), ["0", "1", "0"].map(number));
}

/// A wide floor with its top at this height.
fn floor_at(height: &str) -> String {
    let vertices = format!("[[[-90, -9], [90, -9], [90, \"{height}\"], [-90, \"{height}\"]]]");
    format!("[[body]]\nname = \"floor\"\nfixed = true\nparts = {vertices}\n")
}

#[test]
fn two_cubes_push_out_two_or_share_with_all() {
    let ones = ["1"; 5];
    let places = ["-1.5", "-0.5", "1", "2", "3"];
    let two = cubes(&places, &ones, &["1", "1", "0", "0", "0"], "1");
    let after = checked(scene("[0, 0]", &two), "1/100", 60);
    assert_eq!(speeds(&after), ["0", "0", "0", "1", "1"].map(number));
    let mut simulation = begin(scene("[0, 0]", &two), "1/100");
    let restitution = Coefficients {
        default: number("1"),
        ..Coefficients::default()
    };
    let rule = ImpactRule::Simultaneous;
    simulation = simulation.with_impacts(restitution, rule);
    let mut witness = Witness::new(&simulation);
    for _ in 0..60 {
        witness.advance(&mut simulation);
    }
    let expected = ["-1/5", "-1/5", "4/5", "4/5", "4/5"].map(number);
    for (found, expected) in speeds(&simulation).iter().zip(&expected) {
        assert_near(found, expected, 55);
    }
}

#[test]
fn a_free_body_may_spin_fast() {
    // 40 radians in a second are 4 turns of 1 in a step of 1/10 s.
    let top = rectangle("top", "[0, 0]", "[1, 1]", "spin = 40");
    let after = checked(scene("[0, 0]", &top), "1/10", 10);
    assert_eq!(after.velocity(0).1, number("40"));
}

#[test]
fn a_spinning_bullet_does_not_pass_a_thin_wall() {
    let wall = rectangle("wall", "[0, 0]", "[0.01, 10]", "fixed = true");
    let bullet = rectangle(
        "bullet",
        "[-1, 0]",
        "[0.1, 0.05]",
        "velocity = [100, 0]\nspin = 50",
    );
    for step in ["1/50", "1/100", "1/200"] {
        let mut simulation = begin(scene("[0, 0]", &format!("{wall}{bullet}")), step);
        let mut witness = Witness::new(&simulation);
        for _ in 0..20 {
            witness.advance(&mut simulation);
            assert!(simulation.pose(0).0[0] < number("0"));
        }
    }
}

#[test]
fn a_bullet_just_above_a_block_flies_on() {
    let block = rectangle("block", "[0, 0]", "[0.1, 1]", "fixed = true");
    let bullet = rectangle(
        "bullet",
        "[-1, 0.527]",
        "[0.1, 0.05]",
        "velocity = [100, 0]",
    );
    let after = checked(scene("[0, 0]", &format!("{block}{bullet}")), "1/50", 3);
    assert_eq!(after.velocity(0), (["100", "0"].map(number), number("0")));
    assert_near(&after.pose(0).0[0], &number("5"), 50);
}
