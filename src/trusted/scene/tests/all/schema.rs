//! `scenes/scene.schema.json`, `scenes/space.schema.json` and the readers agree: what the reader
//! accepts conforms, and what is wrong in its structure is refused by both.
//!
//! The samples have every key. From each of them every single change of structure is made, at every
//! value: it is left out, doubled, replaced by a value of each type and by numbers and texts at the
//! borders of what is allowed, and tables get a key too many.

mod validator;

use serde_json::{Value, json};
use zwang_scene::read::{Syntax, parse, space};
use zwang_scene::{Fault, SceneError};

/// A format, its schema and its reader.
struct Format {
    schema: Value,
    samples: Vec<Value>,
    read: fn(&str) -> Result<(), SceneError>,
    /// This many changes are accepted and refused at least.
    least: [usize; 2],
}

impl Format {
    fn plane() -> Self {
        Self {
            schema: schema(),
            samples: samples(),
            read: |text| parse(text, Syntax::Json).map(|_| ()),
            least: [500, 2_000],
        }
    }

    fn space() -> Self {
        let schema = include_str!("../../../../../scenes/space.schema.json");
        Self {
            schema: serde_json::from_str(schema).unwrap(),
            samples: samples_in_space(),
            read: |text| space::parse(text, Syntax::Json).map(|_| ()),
            least: [500, 2_000],
        }
    }
}

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../../scenes/scene.schema.json")).unwrap()
}

fn samples_in_space() -> Vec<Value> {
    let table = json!({
        "name": "table",
        "fixed": true,
        "parts": [[[-5, -1, 0], ["0", "-1/1", 0], [0, 0, 0], [-5, 0, 1], [0, -1, -1]]],
    });
    let brick = json!({
        "name": "brick \"1\"",
        "fixed": false,
        "box": {"center": [0.1, "1/8", 0], "size": [1, "0.25", 2], "rotation": [1, "1/2", 0, 7]},
        "density": "1e-3",
        "velocity": ["0", "-1/2", 1],
        "spin": ["+2.50E+2", 0, 0],
        "friction": "1/2",
        "force": ["1/3", -2, 0],
        "torque": ["-1/7", 0, 2],
    });
    let plate = json!({
        "name": "plate",
        "parts": [[[2, 0, 0], [4, 0, 0], [2, 2, 0], ["3", " 12 / 6 ", 1]]],
        "mass": 3,
        "inertia": ["007/021", 0.5, "2/3"],
        "centroid": [3, "2/3", 0],
    });
    let rod = json!({
        "name": "rod",
        "box": {"center": [9, 9, 9], "size": [1, 1, 1]},
        "mass": 3,
        "inertia": [[2, "1/2", 0], [0.5, 2, 0], [0, 0, 2]],
    });
    let ball = json!({
        "name": "ball",
        "ball": {"center": [20, 0, "1/2"], "radius": "0.5"},
        "mass": 2,
    });
    let capsule = json!({
        "name": "capsule",
        "capsule": {"from": [20, 5, 1], "to": [20, "8", 1], "radius": 1},
        "mass": "3",
        "spin": [0, 1, 0],
    });
    let cushion = json!({
        "name": "cushion",
        "box": {"center": [30, 0, 0], "size": [1, 1, 1], "radius": 1},
        "mass": 3,
        "inertia": [1, 1, 1],
    });
    let dumbbell = json!({
        "name": "dumbbell",
        "parts": [
            {"vertices": [[40, 0, 0]], "radius": 2},
            {"vertices": [[40, 0, 0], [44, 0, 0]], "radius": "1/2"},
            [[50, 0, 0], [51, 0, 0], [50, 1, 0], [50, 0, 1]],
        ],
        "mass": 3,
        "inertia": [1, 1, 1],
        "centroid": [42, 0, 0],
    });
    vec![
        json!({
            "format": "zwang-space-1",
            "name": "rounded",
            "body": [ball, capsule, cushion, dumbbell],
        }),
        json!({
            "format": "zwang-space-1",
            "name": "mixed",
            "title": "",
            "expect": "moves",
            "gravity": [0, "-9.81", 0],
            "body": [table, brick, plate],
            "friction": 0.25,
            "pair": [{"bodies": ["plate", "table"], "friction": "-0/3"}],
            "load": [
                {"name": "wind", "body": "plate", "at": [3, "1/2", 0], "force": [1, "-1/3", 0],
                 "torque": [2, 0, 0]},
                {"name": "hand", "body": "plate", "force": ["1/2", 0, 0]},
                {"name": "screw", "body": "plate", "torque": ["-0.5", 0, 0]},
            ],
        }),
        json!({
            "$schema": "../scenes/space.schema.json",
            "format": "zwang-space-1",
            "name": "rod",
            "body": [rod],
        }),
        json!({
            "format": "zwang-space-1",
            "name": "joined",
            "body": [
                {"name": "world", "fixed": true, "parts": []},
                {"name": "p", "ball": {"center": [0, 0, 0], "radius": 1}, "mass": 1},
                {"name": "q", "box": {"center": [2, 0, 0], "size": [1, 1, 1]}},
            ],
            "joint": [
                {"kind": "ball", "bodies": ["p", "q"], "at": [1, 0, "1/2"]},
                {"kind": "hinge", "bodies": ["p", "world"], "at": [1, 0, 0], "axis": [0, 1, 0]},
                {"kind": "universal", "bodies": ["p", "q"], "at": [1, 0, 0],
                 "axes": [[0, 1, 0], [0, 0, "-1/2"]]},
                {"kind": "rod", "bodies": ["world", "q"], "ends": [[2, 5, 0], [2, "0.5", 0]]},
            ],
        }),
    ]
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
            "expect": "moves",
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
            "expect": "stands",
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
        "stands",
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
        json!([1, "1", 0.5]),
        json!([1, 2, 3, 4]),
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
                "axis",
                "ends",
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
        Fault::UnknownBody { .. } | Fault::Repeated { .. } => false,
        Fault::Polygon(_) | Fault::Polyhedron(_) => false,
        // Which of its parts are rounded, and what follows from that, the schema says of one only.
        Fault::Missing { expected, .. } if expected.contains("only of one") => false,
        Fault::Missing { expected, .. } if expected.contains("a rounded part is") => false,
        // Of a text the schema cannot say that it is at most 1.
        Fault::Value { found, expected } => {
            let is_about_size = expected == "a number from 0 to 1" && found.starts_with("the text");
            let geometric = [
                "only fixed bodies",
                "a fixed body",
                "the quaternion 0",
                "a capsule of length 0",
                "a matrix that is not symmetric",
                "an inertia that no body has",
                "the axis 0",
                "an axis 0",
                "axes that are not perpendicular",
                "two ends in one point",
            ];
            !geometric.contains(&found.as_str()) && !is_about_size
        }
        _ => true,
    }
}

#[test]
fn the_schemas_and_the_readers_agree_on_every_change() {
    let replacements = replacements();
    for format in [Format::plane(), Format::space()] {
        let Format {
            schema,
            samples,
            read,
            least,
        } = format;
        let (mut accepted, mut refused) = (0, 0);
        for sample in samples {
            assert_eq!(read(&sample.to_string()), Ok(()), "{sample}");
            for value in std::iter::once(sample.clone()).chain(changes(&sample, &replacements)) {
                let refusal = validator::refusal(&schema, &schema, &value, "");
                match (read(&value.to_string()), refusal) {
                    (Ok(()), None) => accepted += 1,
                    (Err(_), Some(_)) => refused += 1,
                    (Ok(()), Some(refusal)) => {
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
            accepted > least[0] && refused > least[1],
            "{accepted} accepted, {refused} refused"
        );
    }
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
    for schema in [Format::plane().schema, Format::space().schema] {
        let definitions = schema["$defs"].as_object().unwrap();
        let mut tables = vec![&schema["properties"], &schema["$defs"]];
        tables.extend(
            definitions
                .values()
                .map(|definition| &definition["properties"]),
        );
        for table in tables.into_iter().filter_map(Value::as_object) {
            for (key, described) in table {
                assert!(described["description"].is_string(), "{key}");
            }
        }
    }
}
