//! Nothing comes from nothing: friction holds nothing that leaves, jammed bodies gain no energy,
//! and what tips over does not sink in.

use crate::stage::{Witness, assert_near, begin, floor, number, scene};
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use num_traits::Zero as _;
use zwang_exact::Rational as Exact;
use zwang_law::Simulation;
use zwang_scene::Scene;

/// A body of one part.
fn body(name: &str, vertices: &str, more: &str) -> String {
    format!("[[body]]\nname = \"{name}\"\nparts = [{vertices}]\n{more}\n")
}

/// The largest figures of a run.
struct Extremes {
    rise: Exact,
    depth_squared: Exact,
    simulation: Simulation,
}

/// Runs a scene, each step of which the checker has to accept.
fn extremes(scene: Scene, step: &str, steps: usize) -> Extremes {
    let mut simulation = begin(scene, step);
    let mut witness = Witness::new(&simulation);
    let [mut rise, mut depth_squared] = [Exact::zero(), Exact::zero()];
    for _ in 0..steps {
        let checked = witness.advance(&mut simulation);
        rise = rise.max(checked.energy_rise().clone());
        depth_squared = depth_squared.max(checked.penetration_squared().clone());
    }
    Extremes {
        rise,
        depth_squared,
        simulation,
    }
}

/// A strut that hangs on a pin, with its tip on the floor within the angle of friction, swings away
/// from the floor: friction could hold it where it is, by forces along the strut, but nothing
/// presses.
#[test]
fn a_strut_swings_away_with_friction_as_without() {
    let strut = body(
        "strut",
        "[[\"1/2\", 0], [\"1/10\", 2], [\"-1/10\", 2]]",
        "velocity = [\"1/15\", \"1/60\"]\nspin = \"1/10\"\n[[pin]]\nbodies = [\"strut\"]\nat = [0, 2]",
    );
    let bodies = floor() + &strut;
    let smooth = extremes(scene("[0, -1]", &bodies), "1/100", 20);
    let friction = format!("friction = \"1/2\"\n{bodies}");
    let rough = extremes(scene("[0, -1]", &friction), "1/100", 20);
    assert_eq!(smooth.simulation.pose(0), rough.simulation.pose(0));
    assert!(smooth.simulation.pose(0).1[1] > number("1/100"));
}

/// A light box under the corner of a heavy one between a ramp and the floor: forces that jam it are
/// of no use to anybody.
#[test]
fn what_is_jammed_gains_no_energy() {
    let ramp = "[[body]]\nname = \"ramp\"\nfixed = true\nparts = [[[-4, 0], [-1, 0], [-4, 1]]]\n";
    let light = body(
        "light",
        "[[\"-73/34\", \"841/680\"], [\"-67/34\", \"777/680\"], [\"-63/34\", \"927/680\"], \
         [\"-69/34\", \"991/680\"]]",
        "density = \"1/5\"\nvelocity = [20, 0]",
    );
    let heavy = body(
        "heavy",
        "[[\"-1/4\", \"53/60\"], [\"-1/4\", \"143/60\"], [\"-7/20\", \"143/60\"], [\"-7/20\", \"53/60\"]]",
        "density = \"2000/3\"\nvelocity = [1, -3]\nspin = 10",
    );
    let other = body(
        "other",
        "[[\"19/10\", \"103/60\"], [\"19/10\", \"133/60\"], [\"9/10\", \"133/60\"], [\"9/10\", \"103/60\"]]",
        "velocity = [0, -3]\nspin = 10",
    );
    let bodies = format!("friction = \"1/2\"\n{}{ramp}{light}{heavy}{other}", floor());
    let run = extremes(scene("[\"1/3\", -3]", &bodies), "1/100", 100);
    // Of some 300 J.
    assert!(run.rise < Exact::new(1.into(), 100.into()), "{}", run.rise);
}

/// A thin box turns over its corner at 20 rad/s, until its next corner strikes the floor within a
/// step.
#[test]
fn a_box_that_tips_over_does_not_sink_in() {
    let thin = "[[body]]\nname = \"thin\"\n\
        rectangle = { center = [-2, \"13/10\"], size = [\"1/5\", 1] }\n\
        density = \"1/20\"\nvelocity = [5, -1]\nspin = 1\n";
    let bodies = format!("friction = \"1/2\"\n{}{thin}", floor());
    let run = extremes(scene("[\"1/3\", -3]", &bodies), "1/100", 80);
    // A hundredth of a millimetre.
    assert!(run.depth_squared < Exact::new(1.into(), 10_000_000_000_u64.into()));
}

/// A plate lands flat at 20 m/s: friction takes μ times the impulse that stops its fall, in the
/// landing as well as before and after it, so that its speed is 20 - μ g t, t being the whole time.
#[test]
fn a_plate_that_lands_flat_at_speed_is_braked_as_coulomb_says() {
    let plate = "[[body]]\nname = \"plate\"\n\
        rectangle = { center = [-20, \"31/100\"], size = [1, \"1/10\"] }\nvelocity = [20, 0]\n";
    for friction in ["1/10", "1/2"] {
        let bodies = format!("friction = \"{friction}\"\n{}{plate}", floor());
        let run = extremes(scene("[0, -2]", &bodies), "1/100", 100);
        let ([x, y], spin) = run.simulation.velocity(0);
        assert_eq!([&y, &spin], [&Rational::ZERO; 2]);
        assert_near(&x, &(number("20") - number("2") * number(friction)), 40);
    }
}

/// Bricks of a collapsing diamond slide on each other at half a metre in a second, until nothing
/// presses them any more. Velocities take back the little that has pressed, and no body is held.
#[test]
fn a_contact_that_slides_lets_go() {
    let given = [("size".to_owned(), "5".to_owned())];
    let smooth = zwang_families::find("diamond").unwrap().scene(&given);
    let rough = smooth
        .unwrap()
        .with_friction(&zwang_exact::parse("1/4").unwrap());
    extremes(rough, "1/100", 345);
}
