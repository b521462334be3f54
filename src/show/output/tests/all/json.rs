//! The JSON answers, held against mechanics done from the JSON alone, and against values worked out
//! by hand.

use crate::stage;
use num_traits::Signed;
use serde_json::Value;
use zwang_check::{Answer, Verdict, Verified};
use zwang_exact::{Rational, Vector};
use zwang_output::{Beside, Indeterminate, OutputError, json};
use zwang_scene::{Body, Scene};

fn collapse(verified: &Verified) -> Value {
    serde_json::from_str(&json::collapse(
        verified,
        &[],
        &[],
        unmarked,
        Beside::default(),
    ))
    .unwrap()
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

/// A force on a body at a point.
struct Force {
    body: usize,
    point: Vector,
    force: Vector,
}

/// The forces at both ends of every contact and pin.
fn forces(scene: &Scene, answer: &Value) -> Vec<Force> {
    let mut forces = Vec::new();
    for (things, place) in [("contacts", "point"), ("pins", "at")] {
        for entry in list(answer, things) {
            let bodies = list(entry, "bodies");
            let force = vector(&entry["force"]);
            for (name, force) in bodies.iter().zip([force.clone(), -&force]) {
                forces.push(Force {
                    body: index(scene, name),
                    point: vector(&entry[place]),
                    force,
                });
            }
        }
    }
    forces
}

/// m (a - g) = Σ f and I α = Σ (x - c) × f for every free body, with the forces and torques of
/// loads: so bodies, points and signs of forces are told right.
#[test]
fn forces_make_the_accelerations() {
    for (name, verified) in stage::all_accepted() {
        let scene = verified.scene();
        let answer = collapse(&verified);
        if answer["restraint"].is_null() {
            continue;
        }
        let forces = forces(scene, &answer);
        for (index, told) in list(&answer, "bodies").iter().enumerate() {
            let body = &scene.bodies[index];
            assert_eq!(told["name"], body.name.as_str(), "{name}");
            let linear = vector(&told["acceleration"]);
            let angular = number(&told["angular_acceleration"]);
            let Some(free) = &body.dynamics else {
                assert!(linear.is_zero(), "{name}");
                assert_eq!(angular, zero(), "{name}");
                continue;
            };
            let mut force = Vector::zero();
            let mut torque = zero();
            for own in forces.iter().filter(|force| force.body == index) {
                let lever = &own.point - &free.centroid;
                torque += lever.cross(&own.force);
                force = &force + &own.force;
            }
            for load in scene.loads.iter().filter(|load| load.body.0 == index) {
                let lever = &load.at - &free.centroid;
                torque += lever.cross(&load.force) + &load.torque;
                force = &force + &load.force;
            }
            let needed = (&linear - &scene.gravity).scaled(&free.mass);
            assert_eq!(needed, force, "{name}, body {index}");
            let needed = &free.inertia * angular;
            assert_eq!(needed, torque, "{name}, body {index}");
        }
    }
}

/// The acceleration along a direction of the point of a body that is at a place, from rest.
fn along(direction: &Vector, scene: &Scene, answer: &Value, body: usize, at: &Vector) -> Rational {
    let told = &list(answer, "bodies")[body];
    let linear = vector(&told["acceleration"]);
    let Some(free) = &scene.bodies[body].dynamics else {
        return direction.dot(&linear);
    };
    let turn = number(&told["angular_acceleration"]);
    let lever = at - &free.centroid;
    let turning = lever.quarter_turn().scaled(&turn);
    direction.dot(&(&linear + &turning))
}

/// Whether a convex body lies on that side of a line to which the normal points.
fn is_beyond(body: &Body, point: &Vector, normal: &Vector) -> bool {
    let [part] = &body.parts[..] else {
        return false;
    };
    let mut vertices = part.vertices().iter();
    vertices.all(|vertex| normal.dot(&(vertex - point)) >= zero())
}

#[test]
fn contacts_tell_the_later_body_first_and_a_normal_into_it() {
    let mut told = 0;
    for (name, verified) in stage::all_accepted() {
        let answer = collapse(&verified);
        for contact in list(&answer, "contacts") {
            hold_contact(verified.scene(), &answer, contact, &name);
            told += 1;
        }
    }
    assert!(told > 50);
}

fn hold_contact(scene: &Scene, answer: &Value, contact: &Value, name: &str) {
    let [first, second] = [0, 1].map(|end| index(scene, &contact["bodies"][end]));
    assert!(first > second, "{name}: {contact}");
    let point = vector(&contact["point"]);
    let normal = vector(&contact["normal"]);
    let force = vector(&contact["force"]);
    let upper = &scene.bodies[first];
    let lower = &scene.bodies[second];
    if upper.parts.len() == 1 && lower.parts.len() == 1 {
        let is_upper_beyond = is_beyond(upper, &point, &normal);
        let is_lower_behind = is_beyond(lower, &point, &-&normal);
        assert!(is_upper_beyond || is_lower_behind, "{name}: {contact}");
    }
    let presses = contact["state"] == "pressing";
    assert_eq!(presses, !force.is_zero(), "{name}: {contact}");
    assert_eq!(force.cross(&normal), zero(), "{name}: {contact}");
    assert!(force.dot(&normal) >= zero(), "{name}: {contact}");
    let gap = number(&contact["gap_acceleration"]);
    if scene.is_at_rest() {
        let of_first = along(&normal, scene, answer, first, &point);
        let of_second = along(&normal, scene, answer, second, &point);
        assert_eq!(gap, of_first - of_second, "{name}: {contact}");
    }
    let opens = gap > zero() || number(&contact["gap_velocity"]) > zero();
    assert_eq!(contact["state"] == "opening", opens, "{name}: {contact}");
}

/// Half-length 1, half-height 1/4, centroid 1/10 beyond the table's edge, g = 10: a_y = -120/437, α
/// = -1200/437, worked out in the design.
#[test]
fn the_cantilever_has_its_known_answer() {
    let verified = stage::accepted("cantilever");
    let statistics = [("pivots", 3), ("bits", 7)];
    let text = json::collapse(&verified, &[], &statistics, unmarked, Beside::default());
    assert_eq!(
        text,
        json::collapse(&verified, &[], &statistics, unmarked, Beside::default())
    );
    let answer: Value = serde_json::from_str(&text).unwrap();
    let entries = answer.as_object().unwrap();
    for key in [
        "format",
        "scene",
        "restraint",
        "bodies",
        "contacts",
        "corners",
        "symmetry",
    ] {
        assert!(entries.contains_key(key), "{key} is missing");
    }
    assert_eq!(answer["format"], "zwang-collapse-1");
    assert_eq!(answer["verdict"], "moves");
    assert_eq!(answer["statistics"]["pivots"], 3);
    let brick = &list(&answer, "bodies")[1];
    assert_eq!(brick["acceleration"], serde_json::json!(["0", "-120/437"]));
    assert_eq!(brick["angular_acceleration"], "-1200/437");
    let mut pressing = list(&answer, "contacts").clone();
    pressing.retain(|contact| contact["state"] == "pressing");
    let [contact] = &pressing[..] else {
        panic!("{pressing:?}");
    };
    assert_eq!(contact["bodies"], serde_json::json!(["brick", "table"]));
    assert_eq!(contact["point"], serde_json::json!(["0", "0"]));
}

/// From rest, the energy lost by the motion read as a velocity is Σ m |a|² + I α² (FORMAT.md,
/// section 5).
#[test]
fn stability_tells_forces_or_a_motion_and_its_work() {
    let mut stable = 0;
    let mut unstable = 0;
    for (name, verified) in stage::all_accepted() {
        let scene = verified.scene();
        if !scene.is_at_rest() {
            let refused = json::stability(&verified, unmarked, Beside::default()).unwrap_err();
            assert!(matches!(refused, OutputError::NotAtRest(_)), "{name}");
            continue;
        }
        let text = json::stability(&verified, unmarked, Beside::default()).unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["format"], "zwang-stability-1");
        let is_stable = verified.verdict() == Verdict::Rests;
        assert_eq!(answer["can_stand"], is_stable, "{name}");
        let work = number(&answer["work"]);
        if answer["can_stand"] == true {
            stable += 1;
            assert_eq!(work, zero(), "{name}");
            assert!(answer["bodies"].is_null(), "{name}");
            let collapse = collapse(&verified);
            let expected = list(&collapse, "contacts").len();
            assert_eq!(list(&answer, "contacts").len(), expected, "{name}");
            continue;
        }
        unstable += 1;
        assert!(answer["contacts"].is_null(), "{name}");
        let mut energy = zero();
        let mut largest = zero();
        for (body, told) in scene.bodies.iter().zip(list(&answer, "bodies")) {
            let velocity = vector(&told["velocity"]);
            let spin = number(&told["angular_velocity"]);
            for speed in [&velocity.x, &velocity.y] {
                largest = largest.max(speed.abs());
            }
            if let Some(free) = &body.dynamics {
                energy += &free.mass * velocity.dot(&velocity);
                energy += &free.inertia * &spin * &spin;
            }
        }
        // Of an answer that is scaled by s, the energy is s² times as large, the work s times.
        let mut fastest = zero();
        for told in list(&collapse(&verified), "bodies") {
            let acceleration = vector(&told["acceleration"]);
            for number in [&acceleration.x, &acceleration.y] {
                fastest = fastest.max(number.abs());
            }
        }
        if fastest > zero() {
            assert_eq!(largest, Rational::from_integer(1.into()), "{name}");
            assert_eq!(work / fastest, energy, "{name}");
        }
        assert!(number(&answer["work"]) > zero(), "{name}");
    }
    assert!(stable >= 3, "{stable} stable");
    assert!(unstable >= 5, "{unstable} unstable");
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
    let of_contact = vector(&answer["contacts"][0]["normal"]);
    assert_eq!(normal.cross(&of_contact), zero());
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
    let symmetries = [stage::mirror(&images)];
    let text = json::collapse(&verified, &symmetries, &[], unmarked, Beside::default());
    let answer: Value = serde_json::from_str(&text).unwrap();
    let told = &answer["symmetry"][0];
    assert_eq!(told["kind"], "reflection");
    assert_eq!(told["direction"], serde_json::json!(["0", "1"]));
    let bodies = &verified.scene().bodies;
    let expected = images.map(|image| bodies[image].name.as_str());
    assert_eq!(told["images"], serde_json::json!(expected));
}

/// Nothing is known of what is unique, so nothing is marked.
fn unmarked(_: &Scene, _: &Answer) -> Indeterminate {
    Indeterminate::default()
}

/// The first contact and the first pin.
fn first_marked(_: &Scene, _: &Answer) -> Indeterminate {
    Indeterminate {
        contacts: vec![true],
        pins: vec![true],
    }
}

#[test]
fn forces_that_are_not_unique_are_marked() {
    for (name, verified) in stage::all_accepted() {
        let text = json::collapse(&verified, &[], &[], first_marked, Beside::default());
        let told: Value = serde_json::from_str(&text).unwrap();
        for things in ["contacts", "pins"] {
            for (index, entry) in list(&told, things).iter().enumerate() {
                assert_eq!(entry["unique"], index != 0, "{name}: {entry}");
            }
        }
    }
}

fn integer(value: &Value) -> Rational {
    let number = zwang_exact::parse(value.as_str().unwrap()).unwrap();
    assert!(number.is_integer(), "{number}");
    number
}

/// The denominator of the group of an entry; 1 of a fixed body, whose numbers are 0.
fn denominator(answer: &Value, entry: &Value) -> Rational {
    match entry["group"].as_u64() {
        Some(group) => integer(&list(answer, "groups")[group as usize]["denominator"]),
        None => Rational::from_integer(1.into()),
    }
}

/// An answer with one denominator for each group, as the plain format tells it.
fn reduced(common: &Value) -> Value {
    let mut answer = common.clone();
    answer["format"] = "zwang-collapse-1".into();
    for body in answer["bodies"].as_array_mut().unwrap() {
        let unit = denominator(common, body);
        let body = body.as_object_mut().unwrap();
        body.remove("group");
        for number in body["acceleration"].as_array_mut().unwrap() {
            *number = (integer(number) / &unit).to_string().into();
        }
        let turn = &mut body["angular_acceleration"];
        *turn = (integer(turn) / &unit).to_string().into();
    }
    for contact in answer["contacts"].as_array_mut().unwrap() {
        let unit = denominator(common, contact);
        let normal = vector(&contact["normal"]);
        let force = normal.scaled(&(integer(&contact["multiplier"]) / &unit));
        let gap_unit = unit * integer(&contact["unit"]);
        let gap = integer(&contact["gap_acceleration"]) / gap_unit;
        let contact = contact.as_object_mut().unwrap();
        for key in ["group", "multiplier", "unit"] {
            contact.remove(key);
        }
        let force = [force.x, force.y].map(|number| number.to_string());
        contact.insert("force".to_owned(), force.to_vec().into());
        contact.insert("gap_acceleration".to_owned(), gap.to_string().into());
    }
    for corner in answer["corners"].as_array_mut().unwrap() {
        let unit = denominator(common, corner);
        let units = corner["units"].clone();
        let corner = corner.as_object_mut().unwrap();
        corner.remove("group");
        corner.remove("units");
        for (side, gap) in corner["gap_accelerations"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .enumerate()
        {
            let gap_unit = &unit * integer(&units[side]);
            *gap = (integer(gap) / gap_unit).to_string().into();
        }
    }
    for pin in answer["pins"].as_array_mut().unwrap() {
        let unit = denominator(common, pin);
        let pin = pin.as_object_mut().unwrap();
        pin.remove("group");
        for number in pin["force"].as_array_mut().unwrap() {
            *number = (integer(number) / &unit).to_string().into();
        }
    }
    answer.as_object_mut().unwrap().remove("groups");
    if let Some(alternatives) = answer.get_mut("alternatives") {
        for group in alternatives.as_array_mut().unwrap() {
            for answer in group["answers"].as_array_mut().unwrap() {
                let mut told = reduced(answer);
                told.as_object_mut().unwrap().remove("format");
                *answer = told;
            }
        }
    }
    answer
}

/// An answer without the doubles beside its exact numbers, except those of forces.
fn without_doubles(answer: Value) -> Value {
    match answer {
        Value::Object(entries) => {
            let mut kept = serde_json::Map::new();
            for (key, value) in entries {
                if !key.ends_with("_double") || key == "force_double" {
                    kept.insert(key, without_doubles(value));
                }
            }
            Value::Object(kept)
        }
        Value::Array(items) => items.into_iter().map(without_doubles).collect(),
        other => other,
    }
}

/// The two forms of JSON say the same.
#[test]
fn integers_over_common_denominators_are_the_fractions() {
    let mut groups = 0;
    for (name, verified) in stage::all_accepted() {
        let text = json::common::collapse(&verified, &[], &[], first_marked, Beside::default());
        let common: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(common["format"], "zwang-collapse-common-1");
        groups += list(&common, "groups").len();
        let plain = json::collapse(&verified, &[], &[], first_marked, Beside::default());
        let plain: Value = serde_json::from_str(&plain).unwrap();
        let common = without_doubles(reduced(&common));
        assert_eq!(common, without_doubles(plain), "{name}");
    }
    assert!(groups > 10);
}
