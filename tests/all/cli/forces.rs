//! `zwang forces`: text, JSON, exit codes, and what it refuses.

use crate::cli::workshop::{CANTILEVER, Workshop};
use serde_json::{Value, json};

#[path = "../../../src/scene/tests/all/schema/validator.rs"]
pub mod validator;

/// A beam on two posts.
const BEAM: &str = "
format = 'zwang-scene-1'
name = 'beam'
[[body]]
name = 'left/post'
fixed = true
rectangle = { center = [-2, -1], size = [1, 2] }
[[body]]
name = 'right post'
fixed = true
rectangle = { center = [2, -1], size = [1, 2] }
[[body]]
name = 'beam'
rectangle = { center = [0, '1/4'], size = [6, '1/2'] }
";

fn conforming(text: &str) -> Value {
    let schema = include_str!("../../../docs/forces.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let answer: Value = serde_json::from_str(text).unwrap();
    let refusal = validator::refusal(&schema, &schema, &answer, "answer");
    assert_eq!(refusal, None, "{text}");
    answer
}

#[test]
fn ranges_are_told_proved_and_checked() {
    let workshop = Workshop::new("forces");
    workshop.file("beam.toml", BEAM);
    let run = workshop.zwang("forces beam.toml --proof beam.json");
    let text = run.succeeds();
    for part in ["dimension 2", "4 contacts", "beam / left/post", "0 to 1.5"] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(text.ends_with("proof written to beam.json and accepted by the checker\n"));
    let run = workshop.zwang("check beam.toml beam.json");
    assert!(run.succeeds().starts_with("accepted: 4 ranges of forces"));
    let answer = conforming(workshop.zwang("forces beam.toml --json").succeeds());
    assert_eq!(answer["verdict"], "held");
    assert_eq!(answer["dimension"], 2);
    for contact in answer["contacts"].as_array().unwrap() {
        assert_eq!(contact["psi"], json!(["0", "0"]));
        assert_eq!(contact["unique"], false);
    }
}

#[test]
fn forces_of_some_bodies_only() {
    let workshop = Workshop::new("forces-contact");
    workshop.file("beam.toml", BEAM);
    for (wanted, count) in [
        ("--contact left/post", 2),
        ("--contact beam/left/post", 2),
        ("--contact beam", 4),
        ("--contact left/post --contact beam/left/post", 2),
    ] {
        let line = format!("forces beam.toml --json --no-proof {wanted}");
        let answer = conforming(workshop.zwang(&line).succeeds());
        assert_eq!(answer["contacts"].as_array().unwrap().len(), count);
    }
    for (wanted, words) in [
        ("post", ["found `post`", "the name of a body"]),
        ("beam/floor", ["found `beam/floor`", "two with a stroke"]),
        ("beam/beam/beam", ["beam.toml", "--contact"]),
        ("beam/beam", ["found `beam/beam`", "two with a stroke"]),
        (
            "left/post/right",
            ["found `left/post/right`", "two with a stroke"],
        ),
    ] {
        workshop
            .zwang(&format!("forces beam.toml --contact {wanted}"))
            .refuses(&words);
    }
}

#[test]
fn pins_and_wedges_are_told() {
    let workshop = Workshop::new("forces-pins");
    let nails = "format = 'zwang-scene-1'\nname = 'plate'\n\
                 [[body]]\nname = 'plate'\nrectangle = { center = [0, 0], size = [4, 1] }\n\
                 [[pin]]\nbodies = ['plate']\nat = [-1, 0]\n\
                 [[pin]]\nbodies = ['plate']\nat = [1, 0]\n";
    workshop.file("plate.toml", nails);
    let run = workshop.zwang("forces plate.toml");
    let text = run.succeeds();
    for part in ["2 pins", "plate / the world", "unbounded", "2 unique"] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let answer = conforming(workshop.zwang("forces plate.toml --json").succeeds());
    assert_eq!(answer["dimension"], 1);
    let expected = json!([[null, null], ["2", "2"]]);
    assert_eq!(answer["pins"][0]["force"], expected);
    assert_eq!(answer["pins"][0]["unique"], false);
}

#[test]
fn what_falls_answers_no() {
    let workshop = Workshop::new("forces-falls");
    workshop.file("slope.toml", CANTILEVER);
    let run = workshop.zwang("forces slope.toml --proof forces.json");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("none can hold the scene: it falls"));
    // The proof is that of `stability`.
    workshop.zwang("stability slope.toml --proof stability.json");
    assert_eq!(
        workshop.text("forces.json"),
        workshop.text("stability.json")
    );
    let run = workshop.zwang("forces slope.toml --json");
    let answer = conforming(&run.out);
    assert_eq!((run.code, &answer["verdict"]), (1, &json!("falls")));
}

#[test]
fn corners_and_motion_are_refused() {
    let workshop = Workshop::new("forces-refuses");
    workshop.file("tie.toml", include_str!("../../../scenes/corner-tie.toml"));
    workshop.zwang("forces tie.toml").refuses(&[
        "tie.toml",
        "a vertex of",
        "expected no such corner",
    ]);
    workshop.file("moves.toml", format!("{BEAM}spin = 1\n"));
    workshop
        .zwang("forces moves.toml")
        .refuses(&["moves.toml", "`beam`", "at rest"]);
}
