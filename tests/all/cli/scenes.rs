//! Scene files: those that `zwang scene` prints, in both syntaxes, from files and from standard
//! input.

use crate::cli::workshop::{CANTILEVER, Workshop};
use serde_json::Value;
use zwang_families::FAMILIES;

/// A call for each family, with its options.
const CALLS: &[&str] = &[
    "harmonic 4 --beyond 1/10",
    "diamond 3 --height 1/2",
    "triangle 3 --width 2",
    "wall 3 3 --bond stack --density 1/3",
    "wall 3 3 --jitter 5",
    "heap 10 --seed 3",
    "pile 5 --grid 3 --seed 2",
    "parabolic 3",
    "arch",
    "arch 1",
    "arch 9 --balanced",
    "arch 5 --inner 1 --outer 3/2 --half-angle-tangent 1/2 --balanced",
    "cantilever --overhang -1/10 --gravity 9.81",
    "disks 3",
    "cradle 5 --striking 2 --gap 1/3",
    "rack 3 --radius 1/2",
    "funnel 7",
    "pour 10 --gravity 1",
    "wedge --slope 1/2 --movable",
    "ladder --tilt 0.6",
    "beam 3",
    "seesaw --left 1 --right 3 --pivot -1/4",
    "domino 4 --leaning 2 --lean 1/6 --spacing 1/3",
];

#[test]
fn every_family_prints_a_scene_that_collapses() {
    let workshop = Workshop::new("families");
    for family in FAMILIES {
        assert!(
            CALLS
                .iter()
                .any(|call| call.split(' ').next() == Some(family.name)),
            "{}",
            family.name
        );
    }
    for call in CALLS {
        let toml = workshop.zwang(&format!("scene {call}"));
        let json = workshop.zwang(&format!("scene {call} --format json"));
        serde_json::from_str::<Value>(json.succeeds()).unwrap();
        toml::from_str::<toml::Table>(toml.succeeds()).unwrap();
        let answers =
            [&toml, &json].map(|scene| workshop.zwang_reading("collapse - --no-proof", &scene.out));
        assert_eq!(answers[0].succeeds(), answers[1].succeeds(), "{call}");
    }
    assert!(workshop.names().is_empty());
}

#[test]
fn a_scene_goes_to_a_file_in_the_syntax_of_its_name() {
    let workshop = Workshop::new("scene-files");
    assert_eq!(workshop.zwang("scene diamond 2 -o two.toml").succeeds(), "");
    assert_eq!(workshop.zwang("scene diamond 2 -o two.json").succeeds(), "");
    assert_eq!(
        workshop
            .zwang("scene diamond 2 -o text.json --format toml")
            .succeeds(),
        ""
    );
    assert_eq!(
        workshop.text("two.toml"),
        workshop.zwang("scene diamond 2").out
    );
    assert_eq!(
        workshop.text("two.toml"),
        workshop.zwang("scene diamond 2 -o -").out
    );
    assert_eq!(
        workshop.text("two.json"),
        workshop.zwang("scene diamond 2 --format json").out
    );
    assert_eq!(workshop.text("text.json"), workshop.text("two.toml"));
    let [toml, json] =
        ["two.toml", "two.json"].map(|name| workshop.zwang(&format!("collapse {name} --no-proof")));
    assert_eq!(toml.succeeds(), json.succeeds());
}

#[test]
fn a_scene_that_could_not_be_read_again_is_not_printed() {
    let workshop = Workshop::new("unreadable");
    let height = format!("0.{}", "3".repeat(4000));
    workshop
        .zwang(&format!("scene diamond 3 --height {height}"))
        .refuses(&["could not be read again", "at most 4096"]);
    let readable = workshop.zwang(&format!("scene diamond 3 --height {}", &height[..200]));
    assert_eq!(
        workshop
            .zwang_reading("stability - --no-proof", readable.succeeds())
            .code,
        0
    );
}

#[test]
fn a_scene_may_be_stored_in_any_usual_way() {
    let workshop = Workshop::new("stored");
    let expected = workshop.zwang_reading("collapse - --no-proof", CANTILEVER);
    let text = CANTILEVER.replace('\n', "\r\n");
    workshop.file("scene.toml", &text);
    workshop.file("scene.txt", &text);
    for line in [
        "collapse scene.toml --no-proof",
        "collapse scene.txt --no-proof",
    ] {
        assert_eq!(workshop.zwang(line).succeeds(), expected.succeeds());
    }
    let json = workshop.zwang("scene cantilever --format json").out;
    workshop.file("json.txt", &json);
    workshop.zwang("collapse json.txt --no-proof").succeeds();
    for (name, text) in [("marked.toml", CANTILEVER), ("marked.json", &json)] {
        workshop.file(name, format!("\u{feff}{text}"));
        let run = workshop.zwang(&format!("collapse {name} --no-proof"));
        run.refuses(&[name, "found a byte order mark"]);
    }
}

#[test]
fn a_part_listed_clockwise_is_turned_with_a_note() {
    let workshop = Workshop::new("clockwise");
    let scene = "format = \"zwang-scene-1\"\nname = \"x\"\ngravity = [0, -1]\n[[body]]\nname = \"stone\"\n\
        parts = [[[0, 0], [0, 1], [1, 0]]]\n";
    workshop.file("scene.toml", scene);
    let run = workshop.zwang("collapse scene.toml --no-proof");
    assert_eq!(run.code, 0);
    assert_eq!(
        run.err,
        "zwang: note: scene.toml: line 6: body `stone`, part 0 is listed clockwise; turned\n"
    );
    workshop
        .zwang("collapse scene.toml --no-proof --quiet")
        .succeeds();
}

#[test]
fn every_family_in_space_prints_a_scene_in_either_syntax() {
    let workshop = Workshop::new("families-in-space");
    for family in zwang_families::space::FAMILIES {
        let mut call = family.name.to_owned();
        for parameter in family.parameters {
            if parameter.is_required {
                call += " 3";
            }
        }
        let toml = workshop.zwang(&format!("scene space {call} --friction 1/2"));
        let json = workshop.zwang(&format!("scene space {call} --friction 1/2 --format json"));
        let scenes = [&toml, &json].map(|run| {
            let scene: zwang::scene::space::Scene = run.succeeds().parse().unwrap();
            scene
        });
        assert_eq!(scenes[0], scenes[1], "{call}");
        assert!(!scenes[0].friction.is_none(), "{call}");
    }
    let unknown = workshop.zwang("scene space tabel");
    assert!(unknown.err.contains("table"), "{}", unknown.err);
    assert!(workshop.names().is_empty());
}

/// Copies, expressions, bricks and degrees are plain in what is written, and it is the same scene.
#[test]
fn a_scene_in_space_is_converted() {
    let workshop = Workshop::new("convert-in-space");
    workshop.file(
        "row.toml",
        "format = \"zwang-space-1\"\nname = \"row\"\nparameters = { n = 2 }\n\
         bricks = [\"1x2 (9,9,0)\"]\n[[body]]\nname = \"cube\"\ncopies = { count = \"n\", step = [3, 0, 0] }\n\
         box = { center = [0, 0, 0], size = [1, 1, 1], rotation = { axis = [0, 0, 1], degrees = 90 } }\n",
    );
    let toml = workshop.zwang("scene convert row.toml --set n=3");
    let scene: zwang::scene::space::Scene = toml.succeeds().parse().unwrap();
    assert_eq!(scene.bodies.len(), 4);
    let json = workshop.zwang("scene convert row.toml --set n=3 --format json");
    assert_eq!(json.succeeds().parse(), Ok(scene));
}
