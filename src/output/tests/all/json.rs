//! The JSON answers, held against mechanics done from the JSON alone, and against values worked out
//! by hand.

use crate::stage;
use serde_json::Value;
use zwang_check::{Verdict, Verified};
use zwang_exact::{Rational, Vector};
use zwang_output::{OutputError, json};
use zwang_scene::Scene;

fn collapse(verified: &Verified) -> Value {
    serde_json::from_str(&json::collapse(verified, &[], &[])).unwrap()
}

fn number(value: &Value) -> Rational {
    let text = value.as_str().unwrap();
    let number = zwang_exact::parse(text).unwrap();
    assert_eq!(number.to_string(), text, "not in lowest terms");
    number
}

fn vector(value: &Value) -> Vector {
    Vector::new(number(&value[0]), number(&value[1]))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key]
        .as_array()
        .unwrap_or_else(|| panic!("{key} is no list in {value}"))
}

fn index(scene: &Scene, name: &Value) -> usize {
    scene
        .bodies
        .iter()
        .position(|body| name == body.name.as_str())
        .unwrap()
}

fn zero() -> Rational {
    Rational::from_integer(0.into())
}

/// (body, point, force) for both ends of every contact and pin.
fn forces(scene: &Scene, answer: &Value) -> Vec<(usize, Vector, Vector)> {
    let contacts = list(answer, "contacts")
        .iter()
        .map(|contact| (contact, "point"));
    let pins = list(answer, "pins").iter().map(|pin| (pin, "at"));
    let both = contacts.chain(pins).flat_map(|(entry, place)| {
        let (point, force) = (vector(&entry[place]), vector(&entry["force"]));
        let signed = list(entry, "bodies").iter().zip([force.clone(), -&force]);
        signed
            .map(|(name, force)| (index(scene, name), point.clone(), force))
            .collect::<Vec<_>>()
    });
    both.collect()
}

/// m (a - g) = Σ f and I α = Σ (x - c) × f for every free body: so bodies, points and signs of
/// forces are told right.
#[test]
fn forces_make_the_accelerations() {
    for (name, verified) in stage::all_accepted() {
        let (scene, answer) = (verified.scene(), collapse(&verified));
        if answer["restraint"].is_null() {
            continue;
        }
        let forces = forces(scene, &answer);
        for (body, told) in list(&answer, "bodies").iter().enumerate() {
            assert_eq!(told["name"], scene.bodies[body].name.as_str(), "{name}");
            let (linear, angular) = (
                vector(&told["acceleration"]),
                number(&told["angular_acceleration"]),
            );
            let Some(free) = &scene.bodies[body].dynamics else {
                assert!(linear.is_zero() && angular == zero(), "{name}");
                continue;
            };
            let own = || forces.iter().filter(|(other, ..)| *other == body);
            let force = own().fold(Vector::zero(), |sum, (_, _, force)| &sum + force);
            let torque: Rational = own()
                .map(|(_, point, force)| (point - &free.centroid).cross(force))
                .sum();
            assert_eq!(
                (&linear - &scene.gravity).scaled(&free.mass),
                force,
                "{name}, body {body}"
            );
            assert_eq!(&free.inertia * angular, torque, "{name}, body {body}");
        }
    }
}

#[test]
fn contacts_tell_the_later_body_first_and_a_normal_into_it() {
    let mut told = 0;
    for (name, verified) in stage::all_accepted() {
        let (scene, answer) = (verified.scene(), collapse(&verified));
        let turned = |vector: &Vector, body: usize, point: &Vector| {
            let motion = &list(&answer, "bodies")[body];
            let arm = scene.bodies[body]
                .dynamics
                .as_ref()
                .map_or_else(Vector::zero, |free| point - &free.centroid);
            let turn = number(&motion["angular_acceleration"]);
            vector.dot(&(&vector_of(motion) + &arm.quarter_turn().scaled(&turn)))
        };
        for contact in list(&answer, "contacts") {
            let [first, second] = [0, 1].map(|end| index(scene, &contact["bodies"][end]));
            assert!(first > second, "{name}: {contact}");
            let (point, normal, force) = (
                vector(&contact["point"]),
                vector(&contact["normal"]),
                vector(&contact["force"]),
            );
            let side = |body: usize, sign: i64| {
                let vertices = scene.bodies[body].parts[0].vertices();
                vertices.iter().all(|vertex| {
                    normal.dot(&(vertex - &point)) * Rational::from_integer(sign.into()) >= zero()
                })
            };
            if scene.bodies[first].parts.len() == 1 && scene.bodies[second].parts.len() == 1 {
                assert!(side(first, 1) || side(second, -1), "{name}: {contact}");
            }
            assert_eq!(
                contact["state"] == "pressing",
                !force.is_zero(),
                "{name}: {contact}"
            );
            assert!(
                force.cross(&normal) == zero() && force.dot(&normal) >= zero(),
                "{name}: {contact}"
            );
            let gap = number(&contact["gap_acceleration"]);
            if scene.is_at_rest() {
                assert_eq!(
                    gap,
                    turned(&normal, first, &point) - turned(&normal, second, &point),
                    "{name}: {contact}"
                );
            }
            let opens = gap > zero() || number(&contact["gap_velocity"]) > zero();
            assert_eq!(contact["state"] == "opening", opens, "{name}: {contact}");
            told += 1;
        }
    }
    assert!(told > 50);
}

fn vector_of(motion: &Value) -> Vector {
    vector(&motion["acceleration"])
}

/// Half-length 1, half-height 1/4, centroid 1/10 beyond the table's edge, g = 10: a_y = -120/437, α
/// = -1200/437, worked out in the design.
#[test]
fn the_cantilever_has_its_known_answer() {
    let verified = stage::accepted("cantilever");
    let text = json::collapse(&verified, &[], &[("pivots", 3), ("bits", 7)]);
    assert_eq!(
        text,
        json::collapse(&verified, &[], &[("pivots", 3), ("bits", 7)])
    );
    let answer: Value = serde_json::from_str(&text).unwrap();
    let keys: Vec<&str> = answer
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    for key in [
        "format",
        "scene",
        "restraint",
        "bodies",
        "contacts",
        "corners",
        "symmetry",
    ] {
        assert!(keys.contains(&key), "{key} is missing");
    }
    assert_eq!(answer["format"], "zwang-collapse-1");
    assert_eq!(answer["verdict"], "unstable");
    assert_eq!(answer["statistics"]["pivots"], 3);
    let brick = &list(&answer, "bodies")[1];
    assert_eq!(brick["acceleration"], serde_json::json!(["0", "-120/437"]));
    assert_eq!(brick["angular_acceleration"], "-1200/437");
    let pressing: Vec<&Value> = list(&answer, "contacts")
        .iter()
        .filter(|contact| contact["state"] == "pressing")
        .collect();
    assert_eq!(pressing.len(), 1);
    assert_eq!(pressing[0]["bodies"], serde_json::json!(["brick", "table"]));
    assert_eq!(pressing[0]["point"], serde_json::json!(["0", "0"]));
}

/// From rest, the energy lost by the motion read as a velocity is Σ m |a|² + I α² (FORMAT.md,
/// section 5).
#[test]
fn stability_tells_forces_or_a_motion_and_its_work() {
    let (mut stable, mut unstable) = (0, 0);
    for (name, verified) in stage::all_accepted() {
        let scene = verified.scene();
        if !scene.is_at_rest() {
            let refused = json::stability(&verified).unwrap_err();
            assert!(matches!(refused, OutputError::NotAtRest(_)), "{name}");
            continue;
        }
        let answer: Value = serde_json::from_str(&json::stability(&verified).unwrap()).unwrap();
        assert_eq!(answer["format"], "zwang-stability-1");
        assert_eq!(
            answer["stable"],
            verified.verdict() == Verdict::Stable,
            "{name}"
        );
        let work = number(&answer["work"]);
        if answer["stable"] == true {
            stable += 1;
            assert!(work == zero() && answer["bodies"].is_null(), "{name}");
            assert_eq!(
                list(&answer, "contacts").len(),
                list(&collapse(&verified), "contacts").len(),
                "{name}"
            );
            continue;
        }
        unstable += 1;
        assert!(answer["contacts"].is_null(), "{name}");
        let energy = scene
            .bodies
            .iter()
            .zip(list(&answer, "bodies"))
            .filter_map(|(body, told)| {
                let (velocity, spin) =
                    (vector(&told["velocity"]), number(&told["angular_velocity"]));
                body.dynamics.as_ref().map(|free| {
                    &free.mass * velocity.dot(&velocity) + &free.inertia * &spin * &spin
                })
            });
        assert_eq!(work, energy.sum::<Rational>(), "{name}");
        assert!(work > zero(), "{name}");
    }
    assert!(
        stable >= 3 && unstable >= 5,
        "{stable} stable, {unstable} unstable"
    );
}

#[test]
fn every_way_of_an_ambiguous_scene_is_told() {
    let answer = collapse(&stage::accepted("corner-ambiguous"));
    assert_eq!(answer["verdict"], "ambiguous");
    let alternatives = list(&answer, "alternatives");
    assert_eq!(alternatives.len(), 1);
    assert_eq!(alternatives[0]["group"], serde_json::json!(["spike"]));
    let ways = list(&alternatives[0], "answers");
    assert_eq!(ways.len(), 2);
    let [left, right] = [0, 1].map(|way| vector(&ways[way]["bodies"][0]["acceleration"]));
    assert_eq!(left, Vector::new(-&right.x, right.y.clone()));
    assert_eq!(ways[0]["bodies"][0], answer["bodies"][1]);
    let corner = &answer["corners"][0];
    assert_eq!(corner["bodies"], serde_json::json!(["spike", "needle"]));
    assert_eq!(corner["decision"], "chosen");
    let side = corner["side"].as_u64().unwrap() as usize;
    let normal = vector(&corner["normals"][side]);
    assert_eq!(
        normal.cross(&vector(&answer["contacts"][0]["normal"])),
        zero()
    );
    assert!(normal.y > zero(), "the spike is above the needle");
}

#[test]
fn an_impossible_scene_says_where() {
    let answer = collapse(&stage::accepted("impossible-spin"));
    assert_eq!(answer["verdict"], "impossible");
    assert!(answer["restraint"].is_null());
    assert_eq!(answer["impossible"], serde_json::json!([["square"]]));
    assert!(list(&answer, "bodies").is_empty());
}

#[test]
fn symmetries_are_told_by_name() {
    let verified = stage::accepted("frame-with-a-pin");
    let images = [1, 0, 2];
    let names: Vec<&str> = verified
        .scene()
        .bodies
        .iter()
        .map(|body| body.name.as_str())
        .collect();
    let answer: Value =
        serde_json::from_str(&json::collapse(&verified, &[stage::mirror(&images)], &[])).unwrap();
    let told = &answer["symmetry"][0];
    assert_eq!(told["kind"], "reflection");
    assert_eq!(told["direction"], serde_json::json!(["0", "1"]));
    let expected: Vec<&str> = images.iter().map(|image| names[*image]).collect();
    assert_eq!(told["images"], serde_json::json!(expected));
}
