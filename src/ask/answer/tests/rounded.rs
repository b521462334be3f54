//! Balls, capsules and rounded boxes at rest: closed forms, and laws that do not know the solver.
//! Every answer is one that the checker accepts.

use serde_json::Value;
use std::collections::BTreeMap;
use zwang_answer::{InSpaceError, collapse_in_space, stability_in_space};
use zwang_check::statics::StaticsVerdict::{self, CanStand, Falls, Stands};
use zwang_exact::{Quaternion, Rational, Vector3, parse};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

fn scene(gravity: &str, bodies: &str) -> Scene {
    let text =
        format!("format = \"zwang-space-1\"\nname = \"test\"\ngravity = {gravity}\n{bodies}");
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn ball(name: &str, center: &str, radius: &str) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nball = {{ center = {center}, radius = \"{radius}\" }}\nmass = 1\n"
    )
}

fn floor(friction: &str) -> String {
    format!(
        "[[body]]\nname = \"floor\"\nfixed = true\nfriction = \"{friction}\"\n\
         box = {{ center = [0, 0, -1], size = [60, 60, 2] }}\n"
    )
}

/// The accelerations by name, the linear and then the angular numbers.
fn accelerations(scene: &Scene) -> BTreeMap<String, [String; 6]> {
    let found = collapse_in_space(scene, &Options::default(), &Monitor::default(), || {}).unwrap();
    let json: Value = serde_json::from_str(&found.json()).unwrap();
    let mut motions = BTreeMap::new();
    for body in json["bodies"].as_array().unwrap() {
        let number = |key: &str, axis: usize| body[key][axis].as_str().unwrap().to_owned();
        let [a, b, c] = [0, 1, 2].map(|axis| number("acceleration", axis));
        let [d, e, f] = [0, 1, 2].map(|axis| number("angular_acceleration", axis));
        motions.insert(
            body["name"].as_str().unwrap().to_owned(),
            [a, b, c, d, e, f],
        );
    }
    motions
}

fn verdict(scene: &Scene) -> StaticsVerdict {
    let found = stability_in_space(scene, &Options::default(), &Monitor::default(), || {});
    found.unwrap().verified.verdict()
}

/// How the first numbers of motions begin, of those that are named.
fn assert_linear(found: &BTreeMap<String, [String; 6]>, expected: &[(&str, [&str; 3])]) {
    for (name, numbers) in expected {
        assert_eq!(found[*name][..3], *numbers, "{name}");
    }
}

/// Without friction a ball on the slope 3-4-5 shifts along it, and nothing turns it.
#[test]
fn a_smooth_ball_slides_down_a_slope() {
    let bodies = floor("0") + &ball("ball", "[0, 0, 2]", "2");
    let found = accelerations(&scene("[6, 0, -8]", &bodies));
    assert_eq!(found["ball"], ["6", "0", "0", "0", "0", "0"]);
}

fn four_and_one() -> String {
    let mut text = ball("top", "[0, 0, \"11/2\"]", "5/2");
    for (name, center) in [
        ("east", "[4, 0, \"5/2\"]"),
        ("west", "[-4, 0, \"5/2\"]"),
        ("north", "[0, 4, \"5/2\"]"),
        ("south", "[0, -4, \"5/2\"]"),
    ] {
        text += &ball(name, center, "5/2");
    }
    text
}

fn three_and_one() -> String {
    one_on([["4", "0"], ["-12/5", "16/5"], ["-12/5", "-16/5"]])
}

/// The same, turned about the vertical by the angle of the triangle 3, 4, 5.
fn three_and_one_turned() -> String {
    one_on([["12/5", "16/5"], ["-4", "0"], ["28/25", "-96/25"]])
}

/// A ball on three others with these horizontal coordinates.
fn one_on(centers: [[&str; 2]; 3]) -> String {
    let mut text = ball("top", "[0, 0, \"11/2\"]", "5/2");
    for (name, [x, y]) in ["a", "b", "c"].iter().zip(centers) {
        text += &ball(name, &format!("[\"{x}\", \"{y}\", \"5/2\"]"), "5/2");
    }
    text
}

/// The golden value of the specification: the top falls with 4 g/13, the others leave with 3 g/13.
#[test]
fn a_smooth_pyramid_of_balls_spreads() {
    let bodies = floor("0") + &four_and_one();
    let found = accelerations(&scene("[0, 0, -13]", &bodies));
    let expected = [
        ("top", ["0", "0", "-4"]),
        ("east", ["3", "0", "0"]),
        ("west", ["-3", "0", "0"]),
        ("north", ["0", "3", "0"]),
        ("south", ["0", "-3", "0"]),
    ];
    assert_linear(&found, &expected);
}

/// A lower ball feels two forces beside its weight, which passes through the floor point, so they
/// lie on a chord: the thresholds are 1/2 between balls, and 1/10 or 3/22 on the floor. Four balls
/// and one are held exactly there, and so are three and one, whose forces differ.
#[test]
fn pyramids_of_balls_are_held_from_both_thresholds_on() {
    let tiny = parse("1/1000000").unwrap();
    for (balls, on_floor) in [
        (four_and_one(), "1/10"),
        (three_and_one(), "3/22"),
        (three_and_one_turned(), "3/22"),
    ] {
        let [between, on_floor] = ["1/2", on_floor].map(|text| parse(text).unwrap());
        let held = |between: &Rational, on_floor: &Rational| {
            let head = format!("friction = \"{between}\"\n");
            let bodies = head + &floor(&on_floor.to_string()) + &balls;
            verdict(&scene("[0, 0, -10]", &bodies))
        };
        assert_eq!(held(&between, &on_floor), CanStand);
        assert_eq!(held(&(&between + &tiny), &(&on_floor + &tiny)), CanStand);
        let below = [
            (between.clone(), &on_floor - &tiny),
            (&between - &tiny, on_floor),
        ];
        for (between, on_floor) in below {
            assert_eq!(held(&between, &on_floor), Falls);
        }
    }
}

/// A wheel at a kerb of height h < r: a push P at its centre lifts it over the edge from P (r - h)
/// = m g b on, with b² = r² - (r - h)². For r = 5, h = 2, b = 4 and m g = 3 that is 4.
#[test]
fn a_ball_is_pushed_over_a_kerb() {
    let pushed = |force: &str| {
        let text = floor("0")
            + "[[body]]\nname = \"kerb\"\nfixed = true\n\
               box = { center = [9, 0, 1], size = [10, 20, 2] }\n"
            + &ball("ball", "[0, 0, 5]", "5")
            + &format!("[[load]]\nname = \"push\"\nbody = \"ball\"\nforce = [\"{force}\", 0, 0]\n");
        verdict(&scene("[0, 0, -3]", &text))
    };
    let zeros = "0".repeat(29);
    assert_eq!(pushed("1"), Stands);
    assert_eq!(pushed("4"), Stands);
    assert_eq!(pushed(&format!("4.{zeros}1")), Falls);
}

/// A rounded box, flat on a floor, rests or moves as the sharp box around it with the same masses.
#[test]
fn a_rounded_box_on_a_floor_has_the_forces_of_a_box() {
    for (friction, gravity) in [
        ("0", "[0, 0, -1]"),
        ("1/2", "[\"1/3\", 0, -1]"),
        ("1/4", "[1, 0, -1]"),
    ] {
        let head = format!("friction = \"{friction}\"\n");
        let masses = "mass = 3\ninertia = [2, 3, 4]\n";
        let rounded = format!(
            "[[body]]\nname = \"block\"\n\
             box = {{ center = [0, 0, 1], size = [2, 3, 1], radius = \"1/2\" }}\n{masses}"
        );
        // It touches in the face of its core, 1/2 above the floor.
        let sharp = format!(
            "[[body]]\nname = \"block\"\n\
             box = {{ center = [0, 0, 1], size = [2, 3, 2] }}\n{masses}"
        );
        let [rounded, sharp] =
            [rounded, sharp].map(|body| scene(gravity, &(head.clone() + &floor("2") + &body)));
        assert_eq!(verdict(&rounded), verdict(&sharp), "{friction} {gravity}");
        if friction == "0" {
            assert_eq!(accelerations(&rounded), accelerations(&sharp));
        }
    }
}

/// A capsule lies on a floor along a segment: it has a contact at either end; crossed on another
/// one it has one, and lying along it two again.
#[test]
fn capsules_touch_in_points_and_segments() {
    let capsule = |name: &str, from: &str, to: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\ncapsule = {{ from = {from}, to = {to}, radius = 1 }}\nmass = 1\n"
        )
    };
    let lower = floor("1") + &capsule("lower", "[-2, 0, 1]", "[2, 0, 1]");
    for (from, to, expected) in [
        ("[0, -2, 3]", "[0, 2, 3]", vec!["0 0 2"]),
        ("[-1, 0, 3]", "[5, 0, 3]", vec!["-1 0 2", "2 0 2"]),
    ] {
        let scene = scene("[0, 0, 0]", &(lower.clone() + &capsule("upper", from, to)));
        let found = stability_in_space(&scene, &Options::default(), &Monitor::default(), || {});
        let json: Value = serde_json::from_str(&found.unwrap().json()).unwrap();
        let mut points = Vec::new();
        for contact in json["contacts"].as_array().unwrap() {
            let names = contact["bodies"].as_array().unwrap();
            let point = contact["point"].as_array().unwrap().iter();
            let point: Vec<&str> = point.map(|number| number.as_str().unwrap()).collect();
            if names[1] == "upper" {
                points.push(point.join(" "));
            } else {
                assert!(["-2 0 0", "2 0 0"].contains(&point.join(" ").as_str()));
            }
        }
        assert_eq!(points, expected);
    }
}

/// Turned as a whole by a rational rotation, with gravity, nothing changes but the frame.
#[test]
fn pyramids_move_as_in_another_frame() {
    let quaternion = Quaternion::from_integers(5, 1, -2, 3);
    let turn = quaternion.rotation();
    let spelled = |vector: &Vector3| {
        let [x, y, z] = turn.times(vector).coordinates().map(ToString::to_string);
        format!("[\"{x}\", \"{y}\", \"{z}\"]")
    };
    let mut text = format!(
        "[[body]]\nname = \"floor\"\nfixed = true\nbox = {{ center = {}, size = [60, 60, 2], \
         rotation = [5, 1, -2, 3] }}\n",
        spelled(&Vector3::from_integers(0, 0, -1))
    );
    let half = parse("1/2").unwrap();
    for (name, [x, y, z]) in [
        ("top", [0, 0, 11]),
        ("east", [8, 0, 5]),
        ("west", [-8, 0, 5]),
        ("north", [0, 8, 5]),
        ("south", [0, -8, 5]),
    ] {
        let center = Vector3::from_integers(x, y, z).scaled(&half);
        text += &ball(name, &spelled(&center), "5/2");
    }
    let gravity = spelled(&Vector3::from_integers(0, 0, -13));
    let found = accelerations(&scene(&gravity, &text));
    for (name, [x, y, z]) in [
        ("top", [0, 0, -4]),
        ("east", [3, 0, 0]),
        ("south", [0, -3, 0]),
    ] {
        let expected = turn.times(&Vector3::from_integers(x, y, z));
        let expected = expected.coordinates().map(ToString::to_string);
        assert_eq!(found[name][..3], expected, "{name}");
    }
}

/// Balls that are a little too near, or a little apart.
#[test]
fn overlaps_are_told_by_the_distance_of_the_cores() {
    let pair = |center: &str| {
        let text = ball("one", "[0, 0, 0]", "1") + &ball("other", center, "1");
        let scene = scene("[0, 0, -1]", &text);
        collapse_in_space(&scene, &Options::default(), &Monitor::default(), || {})
    };
    let Err(InSpaceError::Solve(error)) = pair("[\"19/10\", 0, 0]") else {
        panic!("they overlap")
    };
    let told = error.to_string();
    assert!(
        told.contains("their cores are 19/10 m apart; expected at least 2 m"),
        "{told}"
    );
    assert!(pair("[2, 0, 0]").is_ok() && pair("[\"2000001/1000000\", 0, 0]").is_ok());
}

/// Parts of one body may overlap if one is rounded: a dumbbell on two posts, and its weight.
#[test]
fn a_dumbbell_of_overlapping_parts_rests() {
    let text = floor("1")
        + "[[body]]\nname = \"dumbbell\"\nmass = 2\ninertia = [1, 5, 5]\ncentroid = [0, 0, 1]\n\
           parts = [{ vertices = [[-3, 0, 1]], radius = 1 }, { vertices = [[3, 0, 1]], radius = 1 },\n\
           { vertices = [[-3, 0, 1], [3, 0, 1]], radius = \"1/4\" }]\n";
    assert_eq!(verdict(&scene("[0, 0, -1]", &text)), Stands);
}
