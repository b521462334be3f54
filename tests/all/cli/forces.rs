//! `zwang forces`: text, JSON, exit codes, and what it refuses.

use crate::cli::workshop::{CANTILEVER, Workshop};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[path = "../../../src/trusted/scene/tests/all/schema/validator.rs"]
pub mod validator;

/// A beam on two posts.
const BEAM: &str = "
format = 'zwang-scene-1'
name = 'beam'
gravity = [0, -1]
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

/// An answer of `zwang forces --json` that its schema allows.
pub(super) fn conforming(text: &str) -> Value {
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
    for part in ["degree 2", "4 contacts", "beam / left/post", "0 to 1.5"] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(text.ends_with("proof written to beam.json and accepted by the checker\n"));
    let run = workshop.zwang("forces beam.toml --exact");
    let exact = run.succeeds();
    assert!(exact.contains("0 to 3/2"), "{exact}");
    let run = workshop.zwang("check beam.toml beam.json");
    assert!(run.succeeds().starts_with("accepted: 4 ranges of forces"));
    let answer = conforming(workshop.zwang("forces beam.toml --json").succeeds());
    assert_eq!(answer["verdict"], "stands");
    assert_eq!(answer["dimension"], 2);
    let stability = workshop.zwang("stability beam.toml --json");
    let stability: Value = serde_json::from_str(stability.succeeds()).unwrap();
    let shown = stability["contacts"].as_array().unwrap();
    for (contact, shown) in answer["contacts"].as_array().unwrap().iter().zip(shown) {
        assert_eq!(contact["psi"], json!(["0", "0"]));
        assert_eq!(contact["unique"], false);
        let is_inside = contact["point"][0].as_str().unwrap().contains("3/2");
        let most = if is_inside { 1.875 } else { 1.5 };
        assert_eq!(contact["normal_force_double"], json!([0.0, most]));
        assert_eq!(contact["friction_force_double"], json!([0.0, 0.0]));
        for key in [
            "bodies",
            "point",
            "normal",
            "force",
            "force_double",
            "unique",
        ] {
            assert_eq!(contact[key], shown[key], "{key}");
        }
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
    let nails = "format = 'zwang-scene-1'\nname = 'plate'\ngravity = [0, -1]\n\
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
    assert_eq!(answer["pins"][0]["range"], expected);
    assert_eq!(
        answer["pins"][0]["range_double"],
        json!([[null, null], [2.0, 2.0]])
    );
    assert_eq!(answer["pins"][0]["force"], json!(["0", "2"]));
    assert_eq!(answer["pins"][0]["force_double"], json!([0.0, 2.0]));
    assert_eq!(answer["pins"][0]["unique"], false);
}

#[test]
fn what_falls_answers_no_with_the_forces_of_its_motion() {
    let workshop = Workshop::new("forces-falls");
    workshop.file("slope.toml", CANTILEVER);
    let run = workshop.zwang("forces slope.toml --proof forces.json");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.out
            .contains("verdict    falls (zwang collapse tells how)"),
        "{run:?}"
    );
    let run = workshop.zwang("check slope.toml forces.json");
    assert!(run.succeeds().contains("ranges of forces of a motion"));
    let run = workshop.zwang("forces slope.toml --json");
    let answer = conforming(&run.out);
    assert_eq!((run.code, &answer["verdict"]), (1, &json!("falls")));
    let collapse = workshop.zwang("collapse slope.toml --json");
    let collapse: Value = serde_json::from_str(collapse.succeeds()).unwrap();
    let shown = collapse["contacts"].as_array().unwrap();
    for contact in answer["contacts"].as_array().unwrap() {
        let mut twins = shown.iter();
        let twin = twins.find(|twin| {
            ["bodies", "point", "normal"]
                .iter()
                .all(|key| twin[key] == contact[key])
        });
        let twin = twin.unwrap();
        for key in ["force", "force_double", "unique"] {
            assert_eq!(contact[key], twin[key], "{key}");
        }
    }
}

#[test]
fn a_scene_in_motion_has_forces() {
    let workshop = Workshop::new("forces-motion");
    workshop.file("slides.toml", format!("{BEAM}velocity = [1, 0]\n"));
    let run = workshop.zwang("forces slides.toml --json --no-proof");
    let answer = conforming(run.succeeds());
    assert_eq!(answer["verdict"], "moves");
    assert_eq!(answer["dimension"], 2);
    workshop
        .zwang("draw slides.toml --ranges -o slides.svg")
        .succeeds();
    let svg = workshop.text("slides.svg");
    assert!(svg.contains("ranges of the forces with which it moves"));
}

/// Text, JSON and picture tell the whole force of a corner.
#[test]
fn a_corner_with_friction_has_a_range() {
    let workshop = Workshop::new("forces-corner");
    let scene = include_str!("../../../proofs/ranges/accepted/boom-on-a-rough-needle.toml");
    workshop.file("boom.toml", scene);
    let run = workshop.zwang("forces boom.toml --proof p.json");
    let text = run.succeeds();
    for expected in [
        "1 corner\n",
        "corner of",
        "needle / boom",
        "-1 to unbounded",
        "unbounded to -0.75",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    workshop.zwang("check boom.toml p.json").succeeds();
    let answer = conforming(workshop.zwang("forces boom.toml --json").succeeds());
    let [corner] = &answer["corners"].as_array().unwrap()[..] else {
        panic!("one corner");
    };
    let expected = json!([["-1", null], [null, "-3/4"]]);
    assert_eq!(corner["range"], expected);
    assert_eq!(corner["bodies"], json!(["needle", "boom"]));
    let run = workshop.zwang("forces boom.toml --contact needle/boom");
    assert!(run.succeeds().contains("1 corner\n"));
    workshop
        .zwang("draw boom.toml --ranges -o boom.svg")
        .succeeds();
    let svg = workshop.text("boom.svg");
    assert!(svg.contains("corner of needle / boom: force along x (N) -1 to unbounded"));
}

/// A spike that stands on a needle, tip on tip.
fn spike(friction: &str) -> String {
    format!(
        r#"format = "zwang-scene-1"
name = "spike"
friction = {friction}
[[body]]
name = "needle"
parts = [[[-1, -1], [1, -1], [0, 0]]]
fixed = true
[[body]]
name = "spike"
parts = [[[0, 0], [1, 2], [-1, 2]]]
"#
    )
}

/// A spike below a needle of two parts: each part has a corner with it, and their forces together
/// are wider than a half-plane.
const TWO_PARTS: &str = r#"format = "zwang-scene-1"
name = "two parts"
friction = 9
[[body]]
name = "needle"
parts = [[[0, 0], [2, 4], [0, 4]], [[0, 0], [0, 4], [-2, 4]]]
fixed = true
[[body]]
name = "spike"
mass = 1
inertia = 1
centroid = [0, -2]
parts = [[[0, 0], ["-1/4", -4], ["1/4", -4]]]
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -5], size = [9, 2] }
"#;

/// What falls is told as that; it has ranges of its motion only without corners. Wide corners are
/// to be alone.
#[test]
fn some_corners_have_no_ranges() {
    let workshop = Workshop::new("forces-refuses");
    workshop.file("tie.toml", include_str!("../../../scenes/corner-tie.toml"));
    let run = workshop.zwang("forces tie.toml");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("none can hold the scene: it falls"));
    assert!(run.out.contains("zwang collapse shows it with its forces"));
    workshop.file("parts.toml", TWO_PARTS);
    workshop.zwang("forces parts.toml").refuses(&[
        "where other contacts of the two are",
        "wider than a half-plane; expected less friction, or one of the vertices to be cut off",
    ]);
    // The normals (1, 1) and (-1, 1) with friction 2 bear more than a half-plane, with friction 1
    // just one.
    for friction in ["\"1/2\"", "1", "2"] {
        workshop.file("spike.toml", spike(friction));
        workshop.zwang("forces spike.toml").succeeds();
    }
}

/// Two needles on the tip of a third one, whose tips push each other: a ring of three corners.
const RING: &str = r#"format = "zwang-scene-1"
name = "ring"
gravity = [0, -1]
friction = "1/2"
[[body]]
name = "needle"
fixed = true
parts = [[[0, 0], [-1, -1], [1, -1]]]
[[body]]
name = "left"
parts = [[[0, 0], ["-3/20", 1], ["-5/20", 1]]]
[[body]]
name = "right"
parts = [[[0, 0], ["5/20", 1], ["3/20", 1]]]
[[pin]]
bodies = ["left"]
at = ["-1/5", 1]
[[pin]]
bodies = ["right"]
at = ["1/5", 1]
"#;

/// A dart that turns on the tip of a peak.
const TURNING: &str = r#"format = "zwang-scene-1"
name = "turning"
friction = "1/4"
[[body]]
name = "peak"
fixed = true
parts = [[[-1, -1], [1, -1], [0, 0]]]
[[body]]
name = "dart"
spin = 1
parts = [[[0, 0], [1, 2], [-1, 2]]]
"#;

/// Each refusal of ranges at corners says to cut off a tip. That makes an answer of each scene,
/// with a proof: a corner less, or one without a ring.
#[test]
fn refused_corners_have_ranges_once_a_tip_is_cut_off() {
    let workshop = Workshop::new("forces-cut");
    let (tip, cut) = (
        "[[0, 0], [-1, -1], [1, -1]]",
        "[['1/1000000', 0], ['-1/1000000', 0], [-1, -1], [1, -1]]",
    );
    let peak = "[[-1, -1], [1, -1], [0, 0]]";
    let (spike, blunt) = (
        "[[0, 0], [\"-1/4\", -4], [\"1/4\", -4]]",
        "[['-1/1000000', 0], ['-1/4', -4], ['1/4', -4], ['1/1000000', 0]]",
    );
    for (name, scene, reason, sharp, cut) in [
        (
            "ring",
            RING,
            "join them in a ring, or crosswise, so that not all bear at once",
            tip,
            cut,
        ),
        (
            "turning",
            TURNING,
            "and the scene moves: forces of a motion have no ranges",
            peak,
            cut,
        ),
        (
            "parts",
            TWO_PARTS,
            "where other contacts of the two are",
            spike,
            blunt,
        ),
    ] {
        workshop.file("sharp.toml", scene);
        let advice = "one of the vertices to be cut off, by as little as you like";
        workshop
            .zwang("forces sharp.toml")
            .refuses(&[reason, advice]);
        assert!(scene.contains(sharp), "{name}");
        workshop.file("cut.toml", scene.replace(sharp, cut));
        let run = workshop.zwang("forces cut.toml --force --proof p.json");
        assert!(run.succeeds().contains("accepted by the checker"), "{name}");
        workshop.zwang("check cut.toml p.json").succeeds();
    }
}

/// Four bricks in two columns, whose corners at (0, 1/4) are cut off.
const COLUMNS: &str = r#"format = "zwang-scene-1"
name = "columns"
gravity = [0, -1]
friction = "1/2"
[parameters]
cut = 0
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, "-1/2"], size = [24, 1] }
[[body]]
name = "brick 0"
parts = [[[-1, 0], [0, 0], [0, "1/4 - cut"], ["-cut", "1/4"], [-1, "1/4"]]]
[[body]]
name = "brick 1"
parts = [[[0, 0], [1, 0], [1, "1/4"], ["cut", "1/4"], [0, "1/4 - cut"]]]
[[body]]
name = "brick 2"
parts = [[[-1, "1/4"], ["-cut", "1/4"], [0, "1/4 + cut"], [0, "1/2"], [-1, "1/2"]]]
[[body]]
name = "brick 3"
parts = [[["cut", "1/4"], [1, "1/4"], [1, "1/2"], [0, "1/2"], [0, "1/4 + cut"]]]
"#;

/// The ranges of the forces of four bricks whose corners cross at one point are the limits of those
/// with cut corners, which do not touch.
#[test]
fn corners_that_cross_bear_nothing() {
    let workshop = Workshop::new("forces-crossing");
    let sharp = workshop.zwang("scene wall 2 2 --bond stack --friction 1/2");
    workshop.file("sharp.toml", sharp.succeeds());
    let run = workshop.zwang("forces sharp.toml --proof p.json");
    let told = "bear nothing at 1 point where corners of several bodies cross";
    assert!(run.succeeds().contains(told));
    workshop.zwang("check sharp.toml p.json").succeeds();
    let answer = conforming(workshop.zwang("forces sharp.toml --json").succeeds());
    assert_eq!(answer["idle_corners"], json!([["0", "1/4"]]));
    let limits = by_place(&answer);
    workshop.file("cut.toml", COLUMNS);
    for (cut, most) in [("1/1000", 2e-3), ("1/1000000", 2e-6)] {
        let cut_off = format!("forces cut.toml --json --set cut={cut}");
        let answer = conforming(workshop.zwang(&cut_off).succeeds());
        let found = by_place(&answer);
        assert_eq!(found.len(), 12);
        assert!(found.keys().eq(limits.keys()));
        for (place, ends) in &found {
            for (end, limit) in ends.iter().zip(&limits[place]) {
                assert!((end - limit).abs() < most, "{cut}: {place:?} {end} {limit}");
            }
        }
    }
}

/// The ends of the normal and the friction force of each contact, by its bodies and its place in
/// hundredths.
#[expect(
    clippy::disallowed_types,
    reason = "doubles are told beside the fractions"
)]
fn by_place(answer: &Value) -> BTreeMap<(String, i64, i64), Vec<f64>> {
    let mut found = BTreeMap::new();
    for contact in answer["contacts"].as_array().unwrap() {
        let [x, y] = [0, 1].map(|axis| contact["point_double"][axis].as_f64().unwrap());
        let [x, y] = [x, y].map(|place| (place * 100.0).round() as i64);
        let mut ends = Vec::new();
        for force in ["normal_force_double", "friction_force_double"] {
            for end in contact[force].as_array().unwrap() {
                ends.push(end.as_f64().unwrap());
            }
        }
        found.insert((contact["bodies"].to_string(), x, y), ends);
    }
    found
}

/// A lever on the tip of a smooth peak, pinned to the world.
const LEVER: &str = r#"format = "zwang-scene-1"
name = "lever"
gravity = [0, -1]
[[body]]
name = "peak"
fixed = true
parts = [[[-1, 0], [1, 0], [0, 1]]]
[[body]]
name = "lever"
mass = 2
inertia = 1
centroid = [-1, 2]
parts = [[[0, 1], [1, 2], [-4, 3]]]
[[pin]]
bodies = ["lever"]
at = [-4, 3]
"#;

/// Text, JSON and proof tell that a smooth corner bears on one of its sides, along (1, 2) or
/// (-1, 1): 2 x + 4 y = 6 for its force.
#[test]
fn a_corner_without_friction_chooses_a_side() {
    let workshop = Workshop::new("forces-chooses");
    workshop.file("lever.toml", LEVER);
    let run = workshop.zwang("forces lever.toml --proof p.json");
    let text = run.succeeds();
    for expected in [
        "stands",
        "several systems of forces",
        "bear on one of their sides: values between two ends may be impossible",
        "lever / peak  (0, 1)  -3, or 0.6         1.2, or 3",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    workshop.zwang("check lever.toml p.json").succeeds();
    let answer = conforming(workshop.zwang("forces lever.toml --json").succeeds());
    let corner = &answer["corners"][0];
    assert_eq!(corner["range"], json!([["-3", "3/5"], ["6/5", "3"]]));
    let gaps = json!([[["-3", "3/5"]], [["6/5", "3"]]]);
    let expected = json!({ "every_value": [false, false], "gaps": gaps });
    assert_eq!(corner["between"], expected);
    assert_eq!(answer["dimension"], 0);
    workshop
        .zwang("draw lever.toml --ranges -o lever.svg")
        .succeeds();
}

/// `zwang stability` points to `zwang forces` only if that tells ranges, and else says why not.
#[test]
fn stability_knows_whether_forces_have_ranges() {
    let workshop = Workshop::new("forces-or-not");
    let points = "zwang forces tells the range of each force";
    for friction in ["\"1/2\"", "1", "1.000001", "2"] {
        workshop.file("spike.toml", spike(friction));
        let told = workshop.zwang("stability spike.toml");
        assert!(told.succeeds().contains(points));
        workshop.zwang("forces spike.toml").succeeds();
    }
    workshop.file("parts.toml", TWO_PARTS);
    let told = workshop.zwang("stability parts.toml");
    assert!(told.succeeds().contains(
        "zwang forces tells no ranges: all forces that the corner of `needle` and `spike` at (0, 0) \
         bears are wider than a half-plane, and other contacts of the two are there"
    ));
}
