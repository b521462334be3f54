//! `docs/run-table.schema.json` and the reader agree on headers.

#[path = "../../../../trusted/scene/tests/all/schema/validator.rs"]
mod validator;

use serde_json::{Value, json};
use zwang_audit::table;
use zwang_scene::read::{self, Syntax};

const SCENE: &str = "format = \"zwang-scene-1\"\nname = \"one\"\n[[body]]\nname = \"a\"\n\
    rectangle = { center = [0, 0], size = [1, 1] }\n";

fn is_read(header: &Value) -> bool {
    let scene = read::parse(SCENE, Syntax::Toml).unwrap().scene;
    table::read(
        &format!("# {header}\ntime,body,x,y,angle\n0,a,0,0,0\n0.25,a,0,0,0\n"),
        &scene,
    )
    .is_ok()
}

#[test]
fn what_the_reader_accepts_conforms_and_nothing_else() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../../docs/run-table.schema.json")).unwrap();
    let conforms =
        |header: &Value| validator::refusal(&schema, &schema, header, "header").is_none();
    let full = json!({
        "format": "zwang-table-1",
        "engine": "none 1",
        "step": "1/4",
        "precision": "single",
        "settings": {"a": [1]},
    });
    assert!(is_read(&full) && conforms(&full));
    for (key, values) in [
        (
            "format",
            vec![json!("zwang-table-2"), json!(1), Value::Null],
        ),
        ("engine", vec![json!(""), json!(7)]),
        (
            "step",
            vec![
                json!("0.25"),
                json!("+25e-2"),
                json!("-1/4"),
                json!("x"),
                json!(0.25),
                json!("1/0"),
                json!("0.25.0"),
            ],
        ),
        ("precision", vec![json!("double"), json!("half"), json!(64)]),
        ("settings", vec![json!(7), json!("text")]),
        ("color", vec![json!("red")]),
    ] {
        for value in values {
            let mut header = full.clone();
            header[key] = value;
            assert_eq!(is_read(&header), conforms(&header), "{header}");
        }
        let mut header = full.clone();
        header.as_object_mut().unwrap().remove(key);
        assert_eq!(is_read(&header), conforms(&header), "{header}");
    }
}
