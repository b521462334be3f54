//! Joints in space: closed forms, fine integrations, one body in place of two, images.
#![allow(
    clippy::disallowed_types,
    reason = "places and times are compared as doubles"
)]

use crate::checked_solids::{Run, bouncing, float, number, run, scene};
use std::collections::BTreeMap;
use zwang_law::space::{Motion, Simulation};
use zwang_law::{LawError, Restitution};
use zwang_scene::space::Scene;

const DOWN: &str = "[0, 0, -10]";
const WORLD: &str = "{ name = 'world', parts = [], fixed = true }";

/// A stick from the origin along x, of the length 1 and the mass 1.
const STICK: &str =
    "{ name = 'stick', box = { center = ['1/2', 0, 0], size = [1, '1/10', '1/10'] }, mass = 1 }";

fn all(coefficient: &str) -> Restitution {
    Restitution {
        default: number(coefficient),
        pairs: BTreeMap::new(),
    }
}

fn joined(gravity: &str, bodies: &[&str], joints: &[&str]) -> Scene {
    with_friction(gravity, "0", bodies, joints)
}

fn with_friction(gravity: &str, friction: &str, bodies: &[&str], joints: &[&str]) -> Scene {
    let text = format!(
        "format = \"zwang-space-1\"\nname = \"s\"\ngravity = {gravity}\nfriction = \"{friction}\"\n\
         body = [\n{}\n]\njoint = [\n{}\n]\n",
        bodies.join(",\n"),
        joints.join(",\n")
    );
    text.parse().unwrap()
}

fn floats(numbers: &[zwang_exact::Rational; 3]) -> [f64; 3] {
    numbers.each_ref().map(float)
}

/// A direction of the scene after the turn of a body.
fn turned(motion: &Motion, direction: [f64; 3]) -> [f64; 3] {
    let [w, x, y, z] = motion.turn.each_ref().map(float);
    let v = [x, y, z];
    let square = w * w + dot(v, v);
    let twice = cross(v, direction).map(|number| 2.0 * number);
    let again = cross(v, twice);
    [0, 1, 2].map(|axis: usize| direction[axis] + (w * twice[axis] + again[axis]) / square)
}

fn dot(one: [f64; 3], other: [f64; 3]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// θ after a time, of θ'' = f(θ), by many steps of Runge and Kutta's.
fn integrated(mut state: [f64; 2], time: f64, force: impl Fn(f64) -> f64) -> f64 {
    let steps = 20_000;
    let h = time / f64::from(steps);
    let slope = |[angle, speed]: [f64; 2]| [speed, force(angle)];
    let moved = |[a, b]: [f64; 2], [x, y]: [f64; 2], by: f64| [a + by * x, b + by * y];
    for _ in 0..steps {
        let one = slope(state);
        let two = slope(moved(state, one, h / 2.0));
        let three = slope(moved(state, two, h / 2.0));
        let four = slope(moved(state, three, h));
        for k in 0..2 {
            state[k] += h / 6.0 * (one[k] + 2.0 * two[k] + 2.0 * three[k] + four[k]);
        }
    }
    state[0]
}

/// The error of the angle of a pendulum that is let go horizontally, after one second.
fn error_of_a_pendulum(joint: &str, per_second: usize) -> f64 {
    let scene = joined(DOWN, &[WORLD, STICK], &[joint]);
    let run = run(&scene, &format!("1/{per_second}"), per_second);
    let [x, y, z] = turned(&run.motion(1), [1.0, 0.0, 0.0]);
    assert!(y.abs() < 1e-12, "{y}");
    // m g d / I about the end of the stick.
    let moment = (1.0 + 0.01) / 12.0 + 0.25;
    let expected = integrated([0.0, 0.0], 1.0, |angle| 5.0 / moment * f64::cos(angle));
    let found = f64::atan2(-z, x);
    (found - expected).abs()
}

#[test]
fn a_pendulum_swings_to_second_order() {
    for joint in [
        "{ kind = 'hinge', bodies = ['world', 'stick'], at = [0, 0, 0], axis = [0, 3, 0] }",
        "{ kind = 'hinge', bodies = ['stick', 'world'], at = [0, 0, 0], axis = [0, -1, 0] }",
        "{ kind = 'ball', bodies = ['stick', 'world'], at = [0, 0, 0] }",
    ] {
        let [coarse, middle, fine] = [50, 100, 200].map(|n| error_of_a_pendulum(joint, n));
        assert!(coarse < 2e-3, "{coarse}");
        let orders = [coarse / middle, middle / fine];
        assert!(orders.iter().all(|order| *order > 3.5), "{orders:?}");
    }
}

/// A bob on a massless rod is a pendulum of a point, and does not turn.
#[test]
fn a_bob_on_a_rod_is_a_point() {
    let bob =
        "{ name = 'bob', box = { center = [1, 0, 0], size = ['1/5', '1/5', '1/5'] }, mass = 3 }";
    let rod = "{ kind = 'rod', bodies = ['world', 'bob'], ends = [[0, 0, 0], [1, 0, 0]] }";
    let scene = joined(DOWN, &[WORLD, bob], &[rod]);
    let run = run(&scene, "1/200", 200);
    let motion = run.motion(1);
    let [x, _, z] = floats(&motion.position);
    let expected = integrated([0.0, 0.0], 1.0, |angle| 10.0 * f64::cos(angle));
    assert!((f64::atan2(-z, x) - expected).abs() < 2e-4);
    assert!((x * x + z * z - 1.0).abs() < 1e-6);
    assert_eq!(floats(&motion.spin), [0.0; 3]);
}

/// A body on a rail goes down with g sin α, however far the rail is from its centre, and does not
/// turn.
#[test]
fn a_slider_slides() {
    let cart = "{ name = 'cart', box = { center = [0, 0, 1], size = [1, 1, 1] }, density = 1 }";
    let rail = "{ kind = 'slider', bodies = ['world', 'cart'], at = [0, 0, 0], axis = [4, 0, -3] }";
    let scene = joined(DOWN, &[WORLD, cart], &[rail]);
    let run = run(&scene, "1/60", 60);
    let motion = run.motion(1);
    let [x, y, z] = floats(&motion.position);
    // g sin α = 6, along (4/5, 0, -3/5).
    assert!((x - 2.4).abs() < 1e-9 && y.abs() < 1e-12 && (z - (1.0 - 1.8)).abs() < 1e-9);
    assert!(dot(floats(&motion.spin), floats(&motion.spin)) < 1e-20);
}

/// On a cylindrical joint a body falls freely along the axis and keeps its spin.
#[test]
fn a_body_falls_and_turns_about_a_cylinder() {
    let ring = "{ name = 'ring', box = { center = [1, 0, 0], size = [1, 1, 1] }, density = 1, \
                velocity = [0, 2, 0], spin = [0, 0, 2] }";
    let axis =
        "{ kind = 'cylinder', bodies = ['world', 'ring'], at = [0, 0, 0], axis = [0, 0, 1] }";
    let scene = joined(DOWN, &[WORLD, ring], &[axis]);
    let run = run(&scene, "1/100", 100);
    let motion = run.motion(1);
    let [x, y, z] = floats(&motion.position);
    assert!((z + 5.0).abs() < 1e-9, "{z}");
    assert!((x * x + y * y - 1.0).abs() < 1e-6);
    assert!((x - f64::cos(2.0)).abs() < 1e-3 && (y - f64::sin(2.0)).abs() < 1e-3);
    assert!((float(&motion.spin[2]) - 2.0).abs() < 1e-4);
}

/// Two halves that are welded fly as the whole.
#[test]
fn welded_halves_are_one_body() {
    let half = |name: &str, x: &str, velocity: &str| {
        format!(
            "{{ name = '{name}', box = {{ center = ['{x}', 0, 0], size = [1, 1, 2] }}, \
             density = 1, velocity = {velocity}, spin = [1, 2, '1/2'] }}"
        )
    };
    // v = ω × r with r = (±1/2, 0, 0): (0, ±1/4, ∓1).
    let halves = [
        half("left", "-1/2", "[0, '-1/4', 1]"),
        half("right", "1/2", "[0, '1/4', -1]"),
    ];
    let weld = "{ kind = 'weld', bodies = ['left', 'right'], at = [3, 1, 2] }";
    let bodies: Vec<&str> = halves.iter().map(String::as_str).collect();
    let whole = "{ name = 'whole', box = { center = [0, 0, 0], size = [2, 1, 2] }, density = 1, \
                 spin = [1, 2, '1/2'] }";
    let mut errors = Vec::new();
    for per_second in [50, 100] {
        let step = format!("1/{per_second}");
        let two = run(&joined("[0, 0, 0]", &bodies, &[weld]), &step, per_second);
        let one = run(&scene("[0, 0, 0]", "0", &[whole]), &step, per_second);
        let expected = turned(&one.motion(0), [0.5, 0.0, 0.0]);
        let found = floats(&two.motion(1).position);
        let off = [0, 1, 2].map(|axis: usize| found[axis] - expected[axis]);
        errors.push(dot(off, off).sqrt());
        let of_both = [0, 1].map(|body| floats(&two.motion(body).spin));
        let apart = [0, 1, 2].map(|axis: usize| of_both[0][axis] - of_both[1][axis]);
        assert!(dot(apart, apart).sqrt() < 1e-6);
    }
    assert!(
        errors[0] < 1e-2 && errors[0] / errors[1] > 3.0,
        "{errors:?}"
    );
}

/// Cardan's joint between two shafts at an angle: tan φ' = tan φ cos β, at all times. (The
/// joints hold more than they need to.)
#[test]
fn cardan_shafts_turn_as_tangents_say() {
    let first = "{ name = 'first', box = { center = [-1, 0, 0], size = [2, '1/5', '1/5'] }, \
                 density = 1, \
                 spin = [3, 0, 0] }";
    // Along (4/5, 3/5, 0). The cross is along z of the first and, at the beginning, perpendicular
    // to that and to its own shaft: (-3/5, 4/5, 0) of the second. cos β ω' = ω at that place.
    let second = "{ name = 'second', box = { center = [1, 0, 0], size = [2, '1/5', '1/5'], \
                  rotation = [3, 0, 0, 1] }, density = 1, spin = ['48/25', '36/25', 0] }";
    let joints = [
        "{ kind = 'hinge', bodies = ['world', 'first'], at = [0, 0, 0], axis = [1, 0, 0] }",
        "{ kind = 'hinge', bodies = ['world', 'second'], at = [0, 0, 0], axis = [4, 3, 0] }",
        "{ kind = 'universal', bodies = ['first', 'second'], at = [0, 0, 0], \
         axes = [[0, 0, 1], [-3, 4, 0]] }",
    ];
    let center = "box = { center = [1, 0, 0]";
    let second = second.replace(center, "box = { center = ['4/5', '3/5', 0]");
    let scene = joined("[0, 0, 0]", &[WORLD, first, &second], &joints);
    let run = run(&scene, "1/100", 150);
    for motions in run.motions.iter().step_by(10) {
        let [_, y, z] = turned(&motions[0], [0.0, 0.0, 1.0]);
        let arm = turned(&motions[1], [-0.6, 0.8, 0.0]);
        let angle = f64::atan2(-y, z);
        let other = f64::atan2(arm[2], dot(arm, [-0.6, 0.8, 0.0]));
        // tan φ' = tan φ cos β with cos β = 4/5.
        let off = 0.8 * f64::sin(angle) * f64::cos(other) - f64::sin(other) * f64::cos(angle);
        assert!(off.abs() < 1e-6, "{angle} {other}");
    }
    let kinetic = [&run.kinetic[0], run.kinetic.last().unwrap()].map(float);
    assert!(
        (kinetic[0] - kinetic[1]).abs() < 1e-3 * kinetic[0],
        "{kinetic:?}"
    );
}

/// A top with a horizontal axis that turns steadily: Ω = m g d / (I₃ ω).
#[test]
fn a_gyroscope_precesses() {
    // I₁ = 1/12 (1/16 + 1) … of a square plate 1 × 1 × 1/4 with the axis x; I₃ = 1/6.
    let plate = "{ name = 'top', box = { center = [1, 0, 0], size = ['1/4', 1, 1] }, mass = 1, \
                 velocity = [0, 2, 0], spin = [30, 0, 2] }";
    let joint = "{ kind = 'ball', bodies = ['world', 'top'], at = [0, 0, 0] }";
    // m g d = I₃ ω Ω: g = 30/6 × 2 = 10.
    let scene = joined(DOWN, &[WORLD, plate], &[joint]);
    let mut errors = Vec::new();
    for per_second in [200, 400] {
        let run = run(&scene, &format!("1/{per_second}"), per_second);
        let [x, y, z] = floats(&run.motion(1).position);
        let off = [x - f64::cos(2.0), y - f64::sin(2.0), z];
        errors.push(dot(off, off).sqrt());
    }
    assert!(
        errors[0] < 2e-2 && errors[0] / errors[1] > 3.0,
        "{errors:?}"
    );
}

fn stick(name: &str, center: &str) -> String {
    format!(
        "{{ name = '{name}', box = {{ center = {center}, size = [1, '1/10', '1/10'] }}, \
         density = 1 }}"
    )
}

/// Six sticks in a row, hung at one end: the motion stays in its plane exactly, joints hold, and
/// energy is kept.
#[test]
fn a_chain_of_six_sticks_stays_in_its_plane() {
    let mut bodies = vec![WORLD.to_owned()];
    let mut joints = Vec::new();
    let mut last = "world".to_owned();
    for k in 0..6 {
        let name = format!("s{k}");
        bodies.push(stick(&name, &format!("['{}/2', 0, 0]", 2 * k + 1)));
        joints.push(ball(&last, &name, k));
        last = name;
    }
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let joints: Vec<&str> = joints.iter().map(String::as_str).collect();
    let run = run(&joined("[0, 0, -1]", &bodies, &joints), "1/100", 200);
    for motion in run.motions.last().unwrap() {
        assert_eq!(motion.position[1], number("0"));
    }
    let [first, second] = [1, 2].map(|body| run.motion(body));
    let reach = |motion: &Motion, x: f64| {
        let arm = turned(motion, [x, 0.0, 0.0]);
        let at = floats(&motion.position);
        [0, 1, 2].map(|axis: usize| at[axis] + arm[axis])
    };
    let [one, other] = [reach(&first, 0.5), reach(&second, -0.5)];
    let gap = [0, 1, 2].map(|axis: usize| one[axis] - other[axis]);
    assert!(dot(gap, gap).sqrt() < 1e-7);
    let heights = run
        .motions
        .last()
        .unwrap()
        .iter()
        .map(|motion| float(&motion.position[2]));
    let potential: f64 = heights.map(|z| z * 0.01).sum();
    let kinetic = float(run.kinetic.last().unwrap());
    assert!(
        (kinetic + potential).abs() < 1e-3 * kinetic,
        "{kinetic} {potential}"
    );
}

/// A linkage whose joints hold more than they need to: four sticks with hinges.
#[test]
fn a_parallelogram_with_redundant_hinges_swings() {
    let post = |name: &str, x: &str| {
        format!(
            "{{ name = '{name}', box = {{ center = ['{x}', 0, '-1/2'], size = ['1/10', '1/10', 1] }}, \
             density = 1, \
                 velocity = ['1/2', 0, 0], spin = [0, -1, 0] }}"
        )
    };
    let beam = "{ name = 'beam', box = { center = [1, 0, -1], size = [2, '1/10', '1/10'] }, \
                density = 1, \
                velocity = [1, 0, 0] }";
    let hinge = |one: &str, other: &str, at: &str| {
        format!("{{ kind = 'hinge', bodies = ['{one}', '{other}'], at = {at}, axis = [0, 1, 0] }}")
    };
    let joints = [
        hinge("world", "left", "[0, 0, 0]"),
        hinge("world", "right", "[2, 0, 0]"),
        hinge("left", "beam", "[0, 0, -1]"),
        hinge("right", "beam", "[2, 0, -1]"),
    ];
    let posts = [post("left", "0"), post("right", "2")];
    let joints: Vec<&str> = joints.iter().map(String::as_str).collect();
    let scene = joined(DOWN, &[WORLD, &posts[0], &posts[1], beam], &joints);
    let run = run(&scene, "1/100", 100);
    // θ'' = -(2 m/2 + M) g sin θ/(2 I + M), of posts with m = 1/100, the beam with M = 2/100.
    let moment = 2.0 * (0.01 / 3.0 * 1.0 + 0.01 * 0.01 / 12.0) + 0.02;
    let expected = integrated([0.0, 1.0], 1.0, |angle| -0.3 / moment * f64::sin(angle));
    let [x, _, z] = floats(&run.motion(3).position);
    assert!((f64::atan2(x - 1.0, -z) - expected).abs() < 1e-3);
    assert_eq!(run.motion(3).position[1], number("0"));
    assert!(dot(floats(&run.motion(3).spin), [1.0; 3]).abs() < 1e-6);
}

/// Two boxes with the common spin (0, 1, 1), joined so: their angular momentum in the end, and the
/// largest change of their energy.
fn pair(joints: &[&str], per_second: usize) -> ([f64; 3], f64) {
    let bodies = [
        "{ name = 'a', box = { center = [0, 0, 0], size = [1, '1/2', '1/4'] }, density = 1, \
         spin = [0, 1, 1] }",
        // v = ω × r with r = (1, 1, 0): (-1, 1, -1).
        "{ name = 'b', box = { center = [1, 1, 0], size = ['1/3', 1, '1/2'] }, density = 2, \
         velocity = [-1, 1, -1], spin = [0, 1, 1] }",
    ];
    let scene = joined("[0, 0, 0]", &bodies, joints);
    let run = run(&scene, &format!("1/{per_second}"), per_second / 2);
    let kinetic = run.kinetic.iter().map(float);
    let begin = float(&run.kinetic[0]);
    let change = kinetic.map(|own| (own - begin).abs()).fold(0.0, f64::max);
    let [a, b] = [0, 1].map(|body| run.motion(body));
    // Masses are 1/8 and 1/3.
    let mut sum = [0.0; 3];
    for (motion, mass) in [(&a, 0.125), (&b, 1.0 / 3.0)] {
        let orbit = cross(floats(&motion.position), floats(&motion.velocity));
        let own = floats(&motion.momentum);
        sum = [0, 1, 2].map(|axis: usize| sum[axis] + mass * orbit[axis] + own[axis]);
    }
    (sum, change)
}

/// All kinds between two free bodies that tumble: angular momentum stays, and energy to second
/// order; so they do where two joints hold the same twice.
#[test]
fn what_is_joined_tumbles_with_its_momentum() {
    let ball = "{ kind = 'ball', bodies = ['a', 'b'], at = ['1/2', '1/2', 0] }";
    let weld = "{ kind = 'weld', bodies = ['a', 'b'], at = [0, 0, 0] }";
    let rod = "{ kind = 'rod', bodies = ['a', 'b'], ends = [[0, 0, 0], [1, 1, 0]] }";
    let other_ball = "{ kind = 'ball', bodies = ['b', 'a'], at = [0, 1, 1] }";
    let mut cases = vec![
        vec![ball],
        vec![weld],
        vec![rod],
        vec![ball, other_ball],
        vec![weld, ball],
    ];
    let turning = ["hinge", "slider", "cylinder"].map(|kind| {
        format!(
            "{{ kind = '{kind}', bodies = ['a', 'b'], at = ['1/2', '1/2', 0], \
                 axis = [1, 2, '1/3'] }}"
        )
    });
    cases.extend(turning.iter().map(|joint| vec![joint.as_str()]));
    cases.push(vec![&turning[0], weld]);
    let cross = "{ kind = 'universal', bodies = ['a', 'b'], at = ['1/2', '1/2', 0], \
                 axes = [[1, 2, 0], [2, -1, 5]] }";
    cases.push(vec![cross]);
    // Σ m r × v + I ω, of boxes a × b × c with m/12 (b² + c²) and so on.
    let [a, b] = [1.0 / 96.0, 1.0 / 36.0];
    let expected = [
        -1.0 / 3.0,
        1.0 / 3.0 + a * (1.0 + 1.0 / 16.0) + b * (1.0 / 9.0 + 1.0 / 4.0),
        2.0 / 3.0 + a * (1.0 + 1.0 / 4.0) + b * (1.0 / 9.0 + 1.0),
    ];
    for joints in cases {
        let [(coarse, changed), (fine, less)] = [50, 100].map(|n| pair(&joints, n));
        for found in [coarse, fine] {
            let off = [0, 1, 2].map(|axis: usize| found[axis] - expected[axis]);
            assert!(dot(off, off).sqrt() < 1e-5, "{joints:?} {off:?}");
        }
        let is_of_second_order = changed < 1e-5 || changed > 3.0 * less;
        assert!(
            changed < 1e-3 && is_of_second_order,
            "{joints:?} {changed} {less}"
        );
    }
}

/// The image of a run by a turn about the vertical by a quarter is the run of the image.
#[test]
fn images_of_joints_are_images() {
    let bodies = |center: [&str; 2], size: [&str; 2], velocity: [&str; 2]| {
        let [x, y] = center;
        let [a, b] = size;
        let [u, v] = velocity;
        format!(
            "{{ name = 'stick', box = {{ center = [{x}, {y}, 0], size = [{a}, {b}, '1/10'] }}, \
             density = 1, \
                 velocity = [{u}, {v}, 1], spin = [{}, {}, 0] }}",
            if x == "0" { "2" } else { "0" },
            if x == "0" { "0" } else { "-2" }
        )
    };
    let joint = "{ kind = 'ball', bodies = ['world', 'stick'], at = [0, 0, 0] }";
    let one = bodies(["'1/2'", "0"], ["1", "'1/10'"], ["0", "0"]);
    let other = bodies(["0", "'1/2'"], ["'1/10'", "1"], ["0", "0"]);
    let [one, other] =
        [one, other].map(|body| run(&joined(DOWN, &[WORLD, &body], &[joint]), "1/50", 40));
    let [one, other] = [one.motion(1), other.motion(1)];
    let [x, y, z] = &one.position;
    assert_eq!([&-y.clone(), x, z], other.position.each_ref());
}

/// A stick that hangs from a hinge at rest, struck in its middle by a ball of as much mass, e = 1:
/// the angular momentum about the hinge is kept, and the energy.
#[test]
fn a_hinge_bears_part_of_an_impact() {
    let stick = "{ name = 'stick', box = { center = [0, 0, '-1/2'], size = ['1/10', '1/10', 1] }, \
                 mass = 1 }";
    let ball = "{ name = 'ball', ball = { center = ['-3/2', 0, '-1/2'], radius = '1/4' }, mass = 1, \
                velocity = [3, 0, 0] }";
    let hinge = "{ kind = 'hinge', bodies = ['world', 'stick'], at = [0, 0, 0], axis = [0, 1, 0] }";
    let scene = joined("[0, 0, 0]", &[WORLD, stick, ball], &[hinge]);
    let run = bouncing(&scene, "1/100", 60, all("1"));
    // The moment of the stick about the hinge, and of the ball, with the arm 1/2.
    let moment = (1.0 + 0.01) / 12.0 + 0.25;
    let ball = 0.25;
    let spin = -2.0 * ball * 6.0 / (moment + ball);
    let speed = 3.0 * (ball - moment) / (ball + moment);
    assert!((float(&run.motion(1).spin[1]) - spin).abs() < 1e-4);
    assert!((float(&run.motion(2).velocity[0]) - speed).abs() < 1e-4);
    assert!((float(run.kinetic.last().unwrap()) - 4.5).abs() < 1e-3);
}

/// Light links in a row with a heavy body at the end.
fn heavy_chain(links: usize) -> Scene {
    let mut bodies = vec![WORLD.to_owned()];
    let mut joints = Vec::new();
    let mut last = "world".to_owned();
    for k in 0..links {
        let name = format!("s{k}");
        bodies.push(stick(&name, &format!("['{}/2', 0, 0]", 2 * k + 1)));
        joints.push(ball(&last, &name, k));
        last = name;
    }
    bodies.push(format!(
        "{{ name = 'heavy', box = {{ center = [{}, 0, 0], size = [2, 2, 2] }}, density = 10 }}",
        links + 1
    ));
    joints.push(ball(&last, "heavy", links));
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let joints: Vec<&str> = joints.iter().map(String::as_str).collect();
    joined(DOWN, &bodies, &joints)
}

fn ball(one: &str, other: &str, at: usize) -> String {
    format!("{{ kind = 'ball', bodies = ['{one}', '{other}'], at = [{at}, 0, 0] }}")
}

/// Light links that bear a heavy body swing faster than a long step can follow: the run ends with a
/// line in place of nonsense, and goes on with smaller steps.
#[test]
fn a_heavy_end_wants_a_smaller_step() {
    let scene = heavy_chain(4);
    let mut simulation = Simulation::new(scene.clone(), &number("1/20")).unwrap();
    let stopped = (0..60).find_map(|_| simulation.advance().err());
    assert!(
        matches!(stopped, Some(LawError::JointGapes { .. })),
        "{stopped:?}"
    );
    let run: Run = run(&scene, "1/1000", 100);
    assert_eq!(run.motions.len(), 100);
}
