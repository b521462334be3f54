//! `zwang critical`: text, JSON, proof, errors.

use crate::cli::workshop::Workshop;
use serde_json::{Value, json};

#[test]
fn the_tilt_of_a_wall_is_told_exactly() {
    let workshop = Workshop::new("critical-tilt");
    let scene = workshop.zwang("scene wall 3 3 --friction 1/2");
    workshop.file("wall.toml", scene.succeeds());
    let run = workshop.zwang("critical wall.toml --tilt right --proof tilt.json");
    let text = run.succeeds();
    for part in [
        "varied     tilt: the tangent",
        "can stand  at 4/11 ≈ 0.363636363636",
        "falls      beyond 4/11",
        "critical   exactly 4/11",
        "proof written to tilt.json and accepted by the checker",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let checked = workshop.zwang("check wall.toml tilt.json");
    let start = "accepted: can stand at tilt 4/11, falls beyond 4/11, scene ";
    assert!(checked.succeeds().starts_with(start));
    let left = workshop.zwang("critical wall.toml --tilt left --no-proof --json");
    let left: Value = serde_json::from_str(left.succeeds()).unwrap();
    assert_eq!(left["format"], json!("zwang-critical-1"));
    assert_eq!(left["stands_at"], json!("-4/11"));
    assert_eq!(left["exact"], json!(true));
}

#[test]
fn the_friction_of_the_default_scene_is_enclosed() {
    let workshop = Workshop::new("critical-friction");
    let named = workshop.zwang("critical --friction --no-proof");
    let named = named.succeeds();
    assert!(
        named.contains("polynomial 4x^3 + 21x^2 + 28x - 12 changes"),
        "{named}"
    );
    let run = workshop.zwang("critical --friction --within 1/100 --json --no-proof");
    let answer: Value = serde_json::from_str(run.succeeds()).unwrap();
    assert_eq!(answer["vary"], json!("friction"));
    assert_eq!(answer["verdict"], json!("can stand"));
    assert_eq!(answer["exact"], json!(false));
    let end = |key: &str| zwang_exact::parse(answer[key].as_str().unwrap()).unwrap();
    // The root of 4x³ + 21x² + 28x - 12.
    let root = zwang_exact::parse("0.337596345873").unwrap();
    let [falls, stands] = ["falls_at", "stands_at"].map(end);
    assert!(falls < root && root < stands);
    assert!(stands - falls <= zwang_exact::parse("1/100").unwrap());
    assert!(workshop.names().is_empty());
}

#[test]
fn what_cannot_be_answered_is_said_in_one_line() {
    let workshop = Workshop::new("critical-refused");
    let harmonic = workshop.zwang("scene harmonic 3");
    workshop.file("stack.toml", harmonic.succeeds());
    for (arguments, part) in [
        ("critical stack.toml", "--friction"),
        ("critical stack.toml --friction", "stands without friction"),
        ("critical stack.toml --friction --tilt left", "--tilt"),
        ("critical --tilt left", "falls as it is"),
        ("critical --tilt up", "left"),
        (
            "critical --friction --within 0",
            "expected a number above 0",
        ),
        (
            "critical --friction --within=-1",
            "expected a number above 0",
        ),
    ] {
        workshop.zwang(arguments).refuses(&[part]);
    }
}
