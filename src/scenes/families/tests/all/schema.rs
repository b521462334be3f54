//! Written scenes conform to `scenes/scene.schema.json`, templates to
//! `scenes/template.schema.json`.

#[path = "../../../../trusted/scene/tests/all/schema/validator.rs"]
mod validator;

use serde_json::{Value, json};
use zwang_families::template;
use zwang_scene::read;

#[test]
fn the_gallery_in_json_conforms() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../../scenes/scene.schema.json")).unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scenes");
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut count = 0;
    for path in paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    }) {
        let scene = read::parse(&std::fs::read_to_string(&path).unwrap(), read::Syntax::Toml)
            .unwrap()
            .scene;
        let in_json = serde_json::from_str(&zwang_writer::to_json(&scene)).unwrap();
        assert_eq!(
            validator::refusal(&schema, &schema, &in_json, ""),
            None,
            "{}",
            path.display()
        );
        count += 1;
    }
    assert!(count > 0, "no scenes in {folder}");
}

fn template_schema() -> Value {
    serde_json::from_str(include_str!("../../../../../scenes/template.schema.json")).unwrap()
}

#[test]
fn the_schema_of_templates_is_that_of_scenes_with_parameters_and_expressions() {
    let scene: Value =
        serde_json::from_str(include_str!("../../../../../scenes/scene.schema.json")).unwrap();
    let mut template = template_schema();
    template["title"] = scene["title"].clone();
    template["description"] = scene["description"].clone();
    let properties = template["properties"].as_object_mut().unwrap();
    for key in ["parameters", "point", "bar"] {
        assert!(properties.remove(key).is_some());
    }
    // Points are bodies, too.
    let bodies = json!([{ "required": ["body"] }, { "required": ["point"] }]);
    let keys = template.as_object_mut().unwrap();
    assert_eq!(keys.remove("anyOf"), Some(bodies));
    assert_eq!(keys["required"], json!(["format", "name"]));
    keys["required"] = scene["required"].clone();
    let definitions = template["$defs"].as_object_mut().unwrap();
    assert!(definitions.remove("massPoint").is_some());
    assert!(definitions.remove("bar").is_some());
    assert!(definitions.remove("expression").is_some());
    assert!(definitions.remove("regular_polygon").is_some());
    assert!(definitions.remove("on").is_some());
    let shapes = [
        ("rectangle", "angle"),
        ("body", "copies"),
        ("body", "on"),
        ("body", "regular_polygon"),
        ("load", "along"),
        ("load", "force_per_metre"),
    ];
    for (shape, key) in shapes {
        let keys = definitions[shape]["properties"].as_object_mut().unwrap();
        assert!(keys.remove(key).is_some(), "{key}");
    }
    let pushes = definitions["load"]["anyOf"].as_array_mut().unwrap();
    let spread = json!({ "required": ["force_per_metre"] });
    assert_eq!(pushes.pop(), Some(spread));
    // A center may be missing only of what stands on something.
    let center = json!({ "required": ["center"] });
    let centers = json!({ "properties": { "rectangle": center, "regular_polygon": center } });
    let body = definitions["body"].as_object_mut().unwrap();
    let standing = json!([{ "required": ["on"] }, centers]);
    assert_eq!(body.remove("anyOf"), Some(standing));
    assert_eq!(definitions["rectangle"]["required"], json!(["size"]));
    definitions["rectangle"]["required"] = json!(["center", "size"]);
    let body_shapes = definitions["body"]["oneOf"].as_array_mut().unwrap();
    let last = body_shapes.pop();
    assert_eq!(last, Some(json!({ "required": ["regular_polygon"] })));
    let expression = json!({ "$ref": "#/$defs/expression" });
    for number in ["number", "positive", "nonnegative", "share"] {
        let forms = definitions[number]["anyOf"].as_array_mut().unwrap();
        assert_eq!(forms.pop().as_ref(), Some(&expression), "{number}");
    }
    assert_eq!(template, scene);
}

fn space_template_schema() -> Value {
    let text = include_str!("../../../../../scenes/space-template.schema.json");
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_schema_of_templates_in_space_is_that_of_scenes_with_more() {
    let text = include_str!("../../../../../scenes/space.schema.json");
    let scene: Value = serde_json::from_str(text).unwrap();
    let mut template = space_template_schema();
    for key in ["title", "description", "required"] {
        template[key] = scene[key].clone();
    }
    template.as_object_mut().unwrap().remove("anyOf");
    let properties = template["properties"].as_object_mut().unwrap();
    for key in ["parameters", "bricks", "knob_pull"] {
        assert!(properties.remove(key).is_some(), "{key}");
    }
    let definitions = template["$defs"].as_object_mut().unwrap();
    assert!(definitions.remove("expression").is_some());
    let body = definitions["body"]["properties"].as_object_mut().unwrap();
    assert!(body.remove("copies").is_some());
    let rotation = scene["$defs"]["box"]["properties"]["rotation"].clone();
    definitions["box"]["properties"]["rotation"] = rotation;
    let expression = json!({ "$ref": "#/$defs/expression" });
    for number in ["number", "positive", "nonnegative"] {
        let forms = definitions[number]["anyOf"].as_array_mut().unwrap();
        assert_eq!(forms.pop().as_ref(), Some(&expression), "{number}");
    }
    assert_eq!(template, scene);
}

/// Schema and reader agree on each of these.
#[test]
fn the_schema_of_templates_in_space_takes_what_is_read() {
    let schema = space_template_schema();
    let scene = |shape: Value, copies: Value, bricks: Value| {
        json!({
            "format": "zwang-space-1", "name": "s", "parameters": { "x": 2 }, "bricks": bricks,
            "body": [{ "name": "a", "box": shape, "copies": copies }],
        })
    };
    let shape = |rotation: Value| json!({ "center": [0, 0, "x / 2"], "size": [1, "x", 1], "rotation": rotation });
    let row = json!({ "count": "x", "step": [9, 0, 0] });
    let turn = json!({ "axis": [0, 0, 1], "degrees": 30 });
    let brick = json!(["2x4 (30,0,1)"]);
    for (shape, copies, bricks, is_good) in [
        (shape(turn.clone()), row.clone(), brick.clone(), true),
        (shape(json!([2, 0, 0, 1])), row.clone(), brick.clone(), true),
        (
            shape(json!({ "axis": [0, 0, 1] })),
            row.clone(),
            brick.clone(),
            false,
        ),
        (
            shape(json!({ "axis": [0, 1], "degrees": 30 })),
            row.clone(),
            brick.clone(),
            false,
        ),
        (shape(json!([2, 0, 0])), row.clone(), brick.clone(), false),
        (
            shape(turn.clone()),
            json!({ "count": 2 }),
            brick.clone(),
            false,
        ),
        (
            shape(turn.clone()),
            json!({ "count": 2, "step": [1, 0] }),
            brick,
            false,
        ),
        (shape(turn), row, json!("2x4 (3,0,1)"), false),
    ] {
        let scene = scene(shape, copies, bricks);
        let refusal = validator::refusal(&schema, &schema, &scene, "");
        assert_eq!(refusal.is_none(), is_good, "{scene}: {refusal:?}");
        let read = template::space::read(&scene.to_string(), read::Syntax::Json, &[]);
        assert_eq!(read.is_ok(), is_good, "{scene}: {read:?}");
    }
}

#[test]
fn the_schema_of_templates_takes_what_is_read() {
    let schema = template_schema();
    let turned = json!({ "center": [0, 0], "size": [1, 1], "angle": { "degrees": "x" } });
    let hexagon = json!({ "center": [0, 9], "radius": "x / 2", "corners": "2*x" });
    let copies = json!({ "count": "2*x", "step": [1, "x"] });
    let row = json!({
        "format": "zwang-scene-1", "name": "s", "parameters": { "x": 3 },
        "body": [
            { "name": "a", "rectangle": turned, "copies": copies },
            { "name": "b", "regular_polygon": hexagon },
        ],
        "load": [
            { "name": "snow", "body": "b", "along": [[0, 9], ["x", 9]], "force_per_metre": [0, "-x"] },
            { "name": "heap", "body": "b", "along": [[0, 9], [1, 9]], "force_per_metre": [[0, 0], [0, -1]] },
        ],
    });
    assert_eq!(validator::refusal(&schema, &schema, &row, ""), None);
    let read = template::read(&row.to_string(), read::Syntax::Json, &[]);
    assert_eq!(read.unwrap().scene.bodies.len(), 7);
    let standing = |place: Value, rectangle: Value| {
        json!({
            "format": "zwang-scene-1", "name": "s", "parameters": { "x": 2 },
            "body": [
                { "name": "a", "rectangle": rectangle, "on": place },
                { "name": "b", "fixed": true, "rectangle": { "center": [0, 0], "size": [1, 1] } },
            ],
        })
    };
    for (place, is_good) in [
        (json!({ "body": "b", "edge": "x", "at": "x / 3" }), true),
        (
            json!({ "body": "b", "edge": 2, "share": -1, "part": 0 }),
            true,
        ),
        (json!({ "body": "b", "edge": 2 }), true),
        (json!({ "body": "b" }), false),
        (json!({ "edge": 2 }), false),
        (json!({ "body": "b", "edge": -1 }), false),
        (
            json!({ "body": "b", "edge": 2, "at": 1, "share": 1 }),
            false,
        ),
        (json!({ "body": "b", "edge": 2, "side": 1 }), false),
        (json!("b"), false),
    ] {
        let scene = standing(place, json!({ "size": [1, "x"] }));
        let refusal = validator::refusal(&schema, &schema, &scene, "");
        assert_eq!(refusal.is_none(), is_good, "{scene}: {refusal:?}");
        let read = template::read(&scene.to_string(), read::Syntax::Json, &[]);
        assert_eq!(read.is_ok(), is_good, "{scene}: {read:?}");
    }
    let mut homeless = standing(json!({}), json!({ "size": [1, 1] }));
    let body = homeless["body"][0].as_object_mut().unwrap();
    body.remove("on");
    assert!(validator::refusal(&schema, &schema, &homeless, "").is_some());
    let scene = |parameters: Value, number: Value| {
        json!({
            "format": "zwang-scene-1", "name": "s", "parameters": parameters, "friction": number,
            "body": [{ "name": "a", "rectangle": { "center": [0, number], "size": [1, number] } }],
        })
    };
    for (parameters, number, is_good) in [
        (json!({}), json!("1/3"), true),
        (json!({ "x": 1, "y_2": "x / 2" }), json!("x"), true),
        (json!({ "x": "-1/3" }), json!("-(x + 1/6)"), true),
        (json!({ "e": "1e-3" }), json!("2*e"), true),
        (json!({}), json!("1/2 + 1/3"), true),
        (json!({}), json!("1-1/3"), true),
        (json!({}), json!("1/2/3"), true),
        (json!({ "2x": 1 }), json!("1"), false),
        (json!({ "x": true }), json!("1"), false),
        (json!({ "x": 1 }), json!("x^2"), false),
        (json!({ "x": 1 }), json!(["x"]), false),
        (json!([1]), json!("1"), false),
        (json!({}), json!("-1/3"), false),
        (json!({}), json!(""), false),
    ] {
        let scene = scene(parameters, number);
        let refusal = validator::refusal(&schema, &schema, &scene, "");
        assert_eq!(refusal.is_none(), is_good, "{scene}: {refusal:?}");
        let read = template::read(&scene.to_string(), read::Syntax::Json, &[]);
        assert_eq!(read.is_ok(), is_good, "{scene}: {read:?}");
    }
}
