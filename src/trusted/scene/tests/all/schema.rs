//! `scenes/scene.schema.json` and the reader agree: what the reader accepts conforms, and what is
//! wrong in its structure is refused by both.
//!
//! The samples have every key. From each of them every single change of structure is made, at every
//! value: it is left out, doubled, replaced by a value of each type and by numbers and texts at the
//! borders of what is allowed, and tables get a key too many.

mod validator;

use serde_json::{Value, json};
use zwang_scene::read::{Syntax, parse};
use zwang_scene::{Fault, SceneError};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../../scenes/scene.schema.json")).unwrap()
}

fn samples() -> Vec<Value> {
    let table = json!({
        "name": "table",
        "fixed": true,
        "parts": [[[-5, -1], ["0", "-1/1"], [0, 0], [-5, 0]]],
    });
    let brick = json!({
        "name": "brick \"1\"",
        "fixed": false,
        "rectangle": {"center": [0.1, "1/8"], "size": [1, "0.25"]},
        "density": "1e-3",
        "velocity": ["0", "-1/2"],
        "spin": "+2.50E+2",
        "friction": "1/2",
        "restitution": 1,
        "force": ["1/3", -2],
        "torque": "-1/7",
    });
    let plate = json!({
        "name": "plate",
        "parts": [[[2, 0], [4, 0], [2, 2]], [["4", 0], [6, 0], [4, " 12 / 6 "]]],
        "mass": 3,
        "inertia": "007/021",
        "centroid": [3, "2/3"],
    });
    let square = json!({"name": "a", "rectangle": {"center": [0, 0], "size": [1, 1]}});
    vec![
        json!({"format": "zwang-scene-1", "name": "s", "body": [square]}),
        json!({
            "format": "zwang-scene-1",
            "name": "mixed",
            "title": "",
            "expect": "moving",
            "gravity": [0, "-9.81"],
            "body": [table, brick, plate],
            "pin": [
                {"bodies": ["brick \"1\"", "table"], "at": [1, "1/2"], "collide": true},
                {"bodies": ["plate"], "at": ["1/3", 0]},
            ],
            "friction": 0.25,
            "restitution": 0.5,
            "pair": [
                {"bodies": ["plate", "table"], "friction": "-0/3"},
                {"bodies": ["plate", "brick \"1\""], "restitution": "1/2"},
            ],
            "load": [
                {"name": "wind", "body": "plate", "at": [3, "1/2"], "force": [1, "-1/3"],
                 "torque": 2},
                {"name": "hand", "body": "plate", "force": ["1/2", 0]},
                {"name": "screw", "body": "plate", "torque": "-0.5"},
            ],
        }),
        json!({
            "$schema": "../scenes/scene.schema.json",
            "format": "zwang-scene-1",
            "name": "fixed",
            "expect": "stable",
            "body": [table],
            "pin": [],
        }),
    ]
}

/// Values of every type, and numbers and texts at the borders.
fn replacements() -> Vec<Value> {
    let texts = [
        "",
        "x",
        "0",
        "-1",
        "1/3",
        "-1/3",
        "-0 / 3",
        "-0.0e5",
        "-0.01",
        "+1/3",
        "1/-3",
        "1/0",
        "1/00",
        "0/5",
        "1.",
        ".5",
        "0.0",
        "0.50",
        "1e1000",
        "1e1001",
        "1e0001000",
        "-0e0",
        "00.10e-5",
        "1_0",
        "0x1",
        "inf",
        "1/2/3",
        "two\nlines",
        "table",
        "plate",
        "stable",
        "zwang-scene-1",
        "\u{7f}",
        "é",
    ];
    let mut values: Vec<Value> = texts.into_iter().map(Value::from).collect();
    values.extend([
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(0.5),
        json!(-2.5e-3),
        json!(7),
    ]);
    values.extend([
        json!([]),
        json!([1]),
        json!([1, 2]),
        json!(["1", "2/4", 3]),
        json!({}),
        json!({"x": 1}),
        json!([[1, 2]]),
        json!(["table"]),
    ]);
    values.push(json!("1".repeat(4097)));
    values
}

/// Every value that is one change away from this one.
fn changes(value: &Value, replacements: &[Value]) -> Vec<Value> {
    let mut changed = replacements.to_vec();
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let with = |new: &[Value]| {
                    Value::from([&items[..index], new, &items[index + 1..]].concat())
                };
                changed.extend([with(&[]), with(&[item.clone(), item.clone()])]);
                changed.extend(
                    changes(item, replacements)
                        .into_iter()
                        .map(|new| with(&[new])),
                );
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                let mut without = members.clone();
                without.remove(key);
                changed.push(Value::Object(without.clone()));
                changed.extend(changes(member, replacements).into_iter().map(|new| {
                    let mut with = without.clone();
                    with.insert(key.clone(), new);
                    Value::Object(with)
                }));
            }
            let known = [
                "name",
                "fixed",
                "parts",
                "rectangle",
                "density",
                "mass",
                "inertia",
                "centroid",
                "velocity",
                "spin",
                "friction",
                "restitution",
                "force",
                "torque",
                "body",
                "at",
                "load",
                "bodies",
                "extra",
            ];
            for key in known.into_iter().filter(|key| !members.contains_key(*key)) {
                for new in [json!(1), json!(true), json!([1, 2])] {
                    let mut with = members.clone();
                    with.insert(key.to_owned(), new);
                    changed.push(Value::Object(with));
                }
            }
        }
        _ => {}
    }
    changed
}

/// Whether a schema can say what is wrong: not what depends on several bodies, or on the geometry.
fn is_structural(error: &SceneError) -> bool {
    match &error.fault {
        Fault::UnknownBody { .. } | Fault::Polygon(_) | Fault::Repeated { .. } => false,
        // Of a text the schema cannot say that it is at most 1.
        Fault::Value { found, expected } => {
            let is_about_size = expected == "a number from 0 to 1" && found.starts_with("the text");
            found != "only fixed bodies" && found != "a fixed body" && !is_about_size
        }
        _ => true,
    }
}

#[test]
fn the_schema_and_the_reader_agree_on_every_change() {
    let (schema, replacements) = (schema(), replacements());
    let (mut accepted, mut refused) = (0, 0);
    for sample in samples() {
        assert!(parse(&sample.to_string(), Syntax::Json).is_ok(), "{sample}");
        for value in std::iter::once(sample.clone()).chain(changes(&sample, &replacements)) {
            let refusal = validator::refusal(&schema, &schema, &value, "");
            match (parse(&value.to_string(), Syntax::Json), refusal) {
                (Ok(_), None) => accepted += 1,
                (Err(_), Some(_)) => refused += 1,
                (Ok(_), Some(refusal)) => {
                    panic!("the schema refuses what is read, {refusal}:\n{value}")
                }
                (Err(error), None) if is_structural(&error) => {
                    panic!("the schema allows what is refused, {error}:\n{value}")
                }
                (Err(_), None) => {}
            }
        }
    }
    assert!(
        accepted > 500 && refused > 2_000,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn the_schema_refuses_keys_that_exclude_each_other() {
    let schema = schema();
    let rectangle = json!({"center": [0, 0], "size": [1, 1]});
    for (key, value, others) in [
        (
            "fixed",
            json!(true),
            &[
                "density", "mass", "inertia", "centroid", "velocity", "spin", "force", "torque",
            ][..],
        ),
        (
            "density",
            json!(1),
            &["mass", "inertia", "centroid", "parts"],
        ),
        ("mass", json!(1), &["density", "centroid", "fixed"]),
        ("inertia", json!(1), &["density", "centroid", "spin"]),
        ("centroid", json!([0, 0]), &["density", "mass", "inertia"]),
    ] {
        for other in others {
            let of_other = match *other {
                "velocity" | "centroid" | "force" => json!([0, 0]),
                "parts" => json!([[[0, 0], [1, 0], [0, 1]]]),
                "fixed" => json!(true),
                _ => json!(1),
            };
            let body = json!({"name": "a", "rectangle": rectangle, key: value, *other: of_other});
            let scene = json!({"format": "zwang-scene-1", "name": "s", "body": [body]});
            assert!(
                validator::refusal(&schema, &schema, &scene, "").is_some(),
                "{scene}"
            );
            assert!(parse(&scene.to_string(), Syntax::Json).is_err(), "{scene}");
        }
    }
}

#[test]
fn every_key_of_the_schema_is_described() {
    let schema = schema();
    for pointer in [
        "/properties",
        "/$defs",
        "/$defs/body/properties",
        "/$defs/rectangle/properties",
        "/$defs/pin/properties",
        "/$defs/pair/properties",
        "/$defs/load/properties",
    ] {
        for (key, described) in schema.pointer(pointer).unwrap().as_object().unwrap() {
            assert!(described["description"].is_string(), "{pointer}/{key}");
        }
    }
}
