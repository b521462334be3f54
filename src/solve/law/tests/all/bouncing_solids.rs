//! Solids in space that bounce: closed forms, golden values, images, and what must not happen.
#![allow(
    clippy::disallowed_types,
    reason = "places and times are compared as doubles"
)]

use crate::checked_solids::{FLOOR, Run, bouncing, float, number, scene};
use std::collections::BTreeMap;
use zwang_law::space::Simulation;
use zwang_law::{ImpactRule, LawError, Restitution};
use zwang_scene::BodyId;

const NONE: &str = "[0, 0, 0]";
const DOWN: &str = "[0, 0, -10]";

fn all(coefficient: &str) -> Restitution {
    Restitution {
        default: number(coefficient),
        pairs: BTreeMap::new(),
    }
}

/// A ball of the radius 1/2 about a place.
fn ball(name: &str, center: &str, velocity: &str, mass: u32) -> String {
    format!(
        "{{ name = '{name}', ball = {{ center = {center}, radius = '1/2' }}, mass = {mass}, \
         velocity = {velocity} }}"
    )
}

/// Balls in a row along x, with gaps, their masses and speeds.
fn row(places: &[&str], masses: &[u32], speeds: &[i32]) -> Vec<String> {
    let mut bodies = Vec::new();
    for (index, place) in places.iter().enumerate() {
        let center = format!("['{place}', 0, 0]");
        let velocity = format!("[{}, 0, 0]", speeds[index]);
        bodies.push(ball(
            &format!("b{index}"),
            &center,
            &velocity,
            masses[index],
        ));
    }
    bodies
}

fn speeds(run: &Run) -> Vec<f64> {
    let last = run.motions.last().unwrap().iter();
    last.map(|motion| float(&motion.velocity[0])).collect()
}

fn run_of(gravity: &str, friction: &str, bodies: &[String], steps: usize, e: &str) -> Run {
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    bouncing(&scene(gravity, friction, &bodies), "1/60", steps, all(e))
}

fn assert_near(found: &[f64], expected: &[f64], error: f64) {
    for (one, other) in found.iter().zip(expected) {
        assert!((one - other).abs() < error, "{found:?} {expected:?}");
    }
}

/// A ball that falls from the height H bounces to e² H, and meets the floor at
/// sqrt(2 H/g) (1 + 2 e): at which time of a step is all the same.
#[test]
fn a_ball_bounces_to_the_square_of_its_restitution() {
    let bodies = [FLOOR.to_owned(), ball("ball", "[0, 0, '21/10']", NONE, 1)];
    for (e, height) in [("1/2", 0.4), ("3/4", 0.9), ("1", 1.6)] {
        let run = run_of(DOWN, "0", &bodies, 120, e);
        let fall = f64::sqrt(2.0 * 1.6 / 10.0);
        let ratio = f64::sqrt(height / 1.6);
        let flight = 2.0 * ratio * fall;
        for (step, motions) in run.motions.iter().enumerate() {
            let time = (step + 1) as f64 / 60.0 - fall;
            if time > 0.0 && time < flight {
                let expected = 0.5 + 5.0 * time * (flight - time);
                let found = float(&motions[0].position[2]);
                assert!(
                    (found - expected).abs() < 1e-5,
                    "{e} {time}: {found} {expected}"
                );
            }
        }
        assert!(run.cuts > 0);
    }
}

/// The largest error of the height of that ball with e = 3/4, in 5/3 s with so many steps a second.
fn largest_error(per_second: usize) -> f64 {
    let bodies = [FLOOR.to_owned(), ball("ball", "[0, 0, '21/10']", NONE, 1)];
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let step = format!("1/{per_second}");
    let steps = per_second * 5 / 3;
    let run = bouncing(&scene(DOWN, "0", &bodies), &step, steps, all("3/4"));
    let fall = f64::sqrt(0.32);
    let mut worst = 0.0_f64;
    for (step, motions) in run.motions.iter().enumerate() {
        let mut time = (step + 1) as f64 / per_second as f64 - fall;
        let mut speed = 0.75 * 10.0 * fall;
        let mut expected = 2.1 - 5.0 * (time + fall) * (time + fall);
        if time > 0.0 {
            while time > speed / 5.0 {
                time -= speed / 5.0;
                speed *= 0.75;
            }
            expected = 0.5 + speed * time - 5.0 * time * time;
        }
        let found = float(&motions[0].position[2]);
        worst = worst.max((found - expected).abs());
    }
    worst
}

/// Half the step, a quarter of the error: impacts are placed in time.
#[test]
fn bounces_are_right_to_second_order() {
    let errors = [30, 60, 120].map(largest_error);
    assert!(errors[0] < 2e-5, "{errors:?}");
    assert!(errors[0] / errors[2] > 8.0, "{errors:?}");
}

/// With e = 1 no energy is lost in a hundred impacts, and none is gained.
#[test]
fn elastic_impacts_keep_the_energy() {
    let bodies = [FLOOR.to_owned(), ball("ball", "[0, 0, '3/4']", NONE, 1)];
    let run = run_of(DOWN, "0", &bodies, 600, "1");
    assert!(run.cuts > 20, "{}", run.cuts);
    let last = run.motions.last().unwrap();
    let energy = float(run.kinetic.last().unwrap()) + 10.0 * float(&last[0].position[2]);
    assert!((energy - 7.5).abs() < 1e-12, "{energy}");
}

/// A body that bounces comes to rest, where it would lie without restitution, and stays there bit
/// for bit.
#[test]
fn bouncing_ends() {
    let cube = "{ name = 'cube', box = { center = [0, 0, 1], size = [1, 1, 1] } }";
    for bodies in [
        [FLOOR.to_owned(), ball("ball", "[0, 0, 1]", NONE, 1)],
        [FLOOR.to_owned(), cube.to_owned()],
    ] {
        let run = run_of(DOWN, "1/2", &bodies, 120, "1/2");
        let last = run.states.last().unwrap();
        assert_eq!(&run.states[110], last);
        assert_eq!(float(&run.motions[119][0].position[2]), 0.5);
        assert!(run.kinetic.iter().any(|energy| float(energy) > 1e-3));
    }
}

/// One ball strikes four at rest that touch each other, and two strike three.
#[test]
fn a_cradle() {
    let places = ["-1/2", "1", "2", "3", "4"];
    let one = row(&places, &[1; 5], &[3, 0, 0, 0, 0]);
    assert_near(
        &speeds(&run_of(NONE, "0", &one, 30, "1")),
        &[0.0, 0.0, 0.0, 0.0, 3.0],
        1e-12,
    );
    let places = ["-1/2", "1/2", "2", "3", "4"];
    let two = row(&places, &[1; 5], &[3, 3, 0, 0, 0]);
    assert_near(
        &speeds(&run_of(NONE, "0", &two, 30, "1")),
        &[0.0, 0.0, 0.0, 3.0, 3.0],
        1e-12,
    );
}

/// Five balls that touch, of unlike masses and speeds: rounds of the steepest approaches. (The
/// plane's law has the same value; other orders leave otherwise.)
#[test]
fn rounds_take_the_steepest_approaches() {
    let touching = row(
        &["0", "1", "2", "3", "4"],
        &[2, 1, 1, 3, 1],
        &[2, 1, 0, 0, -1],
    );
    let found = speeds(&run_of(NONE, "0", &touching, 2, "1"));
    assert_near(&found, &[-7.0 / 6.0, 0.5, 5.0 / 6.0, 7.0 / 6.0, 1.5], 1e-12);
}

/// A ball that comes down with a slip loses μ (1 + e) times its speed across, as long as it goes on
/// sliding, and 2/7 of its speed along the floor if it does not.
#[test]
fn friction_of_an_impact() {
    for (friction, e, along, spin) in [
        ("1/4", "1/2", 10.0 - 0.75, 3.75),
        ("1/4", "1", 10.0 - 1.0, 5.0),
        ("1/4", "1/10", 10.0 - 0.55, 2.75),
        ("10", "1/2", 50.0 / 7.0, 100.0 / 7.0),
    ] {
        let bodies = [
            FLOOR.to_owned(),
            ball("ball", "[0, 0, 1]", "[10, 0, -2]", 1),
        ];
        let run = run_of(NONE, friction, &bodies, 40, e);
        let motion = &run.motions[39][0];
        assert_near(
            &[&motion.velocity[0], &motion.velocity[2], &motion.spin[1]].map(float),
            &[along, 2.0 * float(&number(e)), spin],
            1e-9,
        );
    }
}

/// Two balls with coefficients of their own that land together.
#[test]
fn pairs_have_coefficients_of_their_own() {
    let bodies = [
        FLOOR.to_owned(),
        ball("one", "[-3, 0, 1]", "[0, 0, -2]", 1),
        ball("two", "[3, 0, 1]", "[0, 0, -2]", 1),
    ];
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let mut restitution = all("1/5");
    let pair = [BodyId(0), BodyId(2)];
    restitution.pairs.insert(pair, number("1"));
    let run = bouncing(&scene(NONE, "0", &bodies), "1/60", 30, restitution);
    let last = run.motions.last().unwrap();
    let found = [0, 1].map(|body: usize| float(&last[body].velocity[2]));
    assert_near(&found, &[0.4, 2.0], 1e-12);
}

/// Two balls that fall on a cube, and two that fall beside it, each the image of the other by half
/// a turn.
#[test]
fn images_of_what_bounces_are_images() {
    let mut bodies = vec![
        FLOOR.to_owned(),
        "{ name = 'cube', box = { center = [0, 0, '1/2'], size = [1, 1, 1] } }".to_owned(),
    ];
    for (name, place) in [
        ("a", "['2/5', '1/10', '8/5']"),
        ("b", "['-1/10', '7/5', '8/5']"),
        ("c", "['-2/5', '-1/10', '8/5']"),
        ("d", "['1/10', '-7/5', '8/5']"),
    ] {
        let small = ball(name, place, NONE, 1).replace("'1/2' }", "'1/5' }");
        bodies.push(small);
    }
    let run = run_of(DOWN, "1/2", &bodies, 60, "1/2");
    assert!(run.cuts > 1);
    for motions in &run.motions {
        for [one, other] in [[1, 3], [2, 4]] {
            let [one, other] = [&motions[one], &motions[other]];
            for axis in 0..2 {
                assert_eq!(one.position[axis], -&other.position[axis]);
                assert_eq!(one.velocity[axis], -&other.velocity[axis]);
            }
            assert_eq!(one.position[2], other.position[2]);
        }
    }
}

/// Boxes thrown at a floor and at each other gain no energy, whatever friction and restitution are.
#[test]
fn thrown_boxes_gain_nothing() {
    for (friction, e) in [("0", "1"), ("1/2", "1/2"), ("2", "1"), ("1/5", "9/10")] {
        let bodies = [
            FLOOR.to_owned(),
            "{ name = 'a', velocity = [3, 1, -4], spin = [3, -2, 5], \
             box = { center = [0, 0, 2], size = [1, 2, '1/2'] } }"
                .to_owned(),
            "{ name = 'b', velocity = [-3, 0, -2], spin = [0, 4, 1], \
             box = { center = [3, 0, 2], size = [1, 1, 1] } }"
                .to_owned(),
        ];
        let run = run_of(DOWN, friction, &bodies, 60, e);
        let masses = [1.0, 1.0];
        let energy = |step: usize| {
            let heights = run.motions[step].iter().zip(masses);
            let of_heights: f64 = heights
                .map(|(motion, mass)| 10.0 * mass * float(&motion.position[2]))
                .sum();
            of_heights + float(&run.kinetic[step])
        };
        let mut last = energy(0);
        for step in 1..60 {
            let now = energy(step);
            assert!(
                now < last * (1.0 + 1e-5),
                "{friction} {e} {step}: {last} {now}"
            );
            last = now;
        }
        assert!(run.cuts > 0);
    }
}

/// Bullets of 100 m/s bounce off a thin plate.
#[test]
fn bullets_bounce_off_a_plate() {
    let plate = "{ name = 'plate', fixed = true, \
                 box = { center = [0, 0, '-1/100'], size = [9, 9, '1/50'] } }";
    for start in ["[0, 0, 3]", "[0, 0, '301/100']", "[1, '1/3', 4]"] {
        let bullet = format!(
            "{{ name = 'bullet', velocity = [7, 0, -100], \
             box = {{ center = {start}, size = ['1/10', '1/10', '1/10'] }} }}"
        );
        let bodies = [plate.to_owned(), bullet];
        let run = run_of(NONE, "0", &bodies, 10, "1/4");
        let velocity = run.motions[9][0].velocity.each_ref().map(float);
        assert_near(&velocity, &[7.0, 0.0, 25.0], 1e-9);
    }
}

/// The velocity of a rod after it struck a truck, with the speed of both taken off.
fn rod_on_a_truck(speed: i32) -> [f64; 3] {
    let truck = format!(
        "{{ name = 'truck', velocity = [0, {speed}, 0], mass = 1000, \
         box = {{ center = [0, 0, -5], size = [40, 40, 10] }} }}"
    );
    let rod = format!(
        "{{ name = 'rod', velocity = [-1, {}, -4], spin = [7, 7, -3], \
         box = {{ center = [0, 0, '8/5'], size = ['1/5', '1/4', 3], \
         rotation = [4, -2, -3, 3] }} }}",
        speed - 3
    );
    let run = bouncing(&scene(NONE, "2", &[&truck, &rod]), "1/100", 20, all("1"));
    let rod = &run.motions[19][1];
    let mut found = [0, 1, 2].map(|axis: usize| float(&rod.velocity[axis]));
    found[1] -= f64::from(speed);
    found
}

/// A rod whose tip would be thrown back by friction loses as much on a truck that moves as on one
/// that stands: impacts know no common velocity.
#[test]
fn impacts_are_the_same_on_a_moving_truck() {
    let still = rod_on_a_truck(0);
    assert!(still[2] > 0.0, "{still:?}");
    assert_near(&rod_on_a_truck(30), &still, 1e-6);
}

fn wall(name: &str, place: &str) -> String {
    format!(
        "{{ name = '{name}', fixed = true, box = {{ center = ['{place}', 0, 0], size = [1, 3, 3] }} }}"
    )
}

/// A ball that rattles between two walls meets them too often for one step, and nothing is stopped
/// for that.
#[test]
fn too_many_impacts_end_a_run() {
    let [left, right] = [wall("left", "-1"), wall("right", "201/200")];
    let fast = ball("ball", "[0, 0, 0]", "[100, 0, 0]", 1);
    let scene = scene(NONE, "0", &[&left, &right, &fast]);
    let simulation = Simulation::new(scene, &number("1/60")).unwrap();
    let simulation = simulation.with_restitution(all("1"), ImpactRule::Rounds);
    let refused = simulation.unwrap().advance().unwrap_err();
    assert_eq!(refused, LawError::ManyImpacts { step: 1 });
}
