//! Scenes with parameters: `--set` in every command, and `zwang scene convert`.

use crate::cli::workshop::{CANTILEVER, Workshop};
use zwang_scene::read::{parse_json, parse_toml};

/// Three bricks, each shifted as far against the one below. The centre of all three is over the
/// table as long as the shift is at most a quarter of the width: (1 + 2 + 3) / 3 times the shift is
/// at most half the width. The upper two need less.
const STAIRS: &str = include_str!("../../../scenes/templates/stairs.toml");

fn workshop(test: &str) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file("stairs.toml", STAIRS);
    workshop
}

#[test]
fn a_parameter_decides_whether_a_scene_stands() {
    let workshop = workshop("parameters-decide");
    for (settings, code) in [
        ("", 0),
        ("--set shift=1/4", 0),
        ("--set shift=0.2500000000000000000001", 1),
        ("--set shift=-1/4", 0),
        ("--set width=4", 0),
        ("--set width=4 --set shift=1.0001", 1),
        ("--set shift=1/3 --set width=4/3", 0),
    ] {
        let run = workshop.zwang(&format!("stability stairs.toml --no-proof {settings}"));
        assert_eq!((run.code, run.err.as_str()), (code, ""), "{settings}");
    }
}

#[test]
fn a_proof_is_one_of_the_scene_of_numbers() {
    let workshop = workshop("parameters-proofs");
    let set = "--set shift=1/3";
    workshop
        .zwang(&format!("collapse stairs.toml {set} --proof falls.json"))
        .succeeds();
    workshop
        .zwang(&format!("check stairs.toml falls.json {set}"))
        .succeeds();
    for (name, line) in [
        ("plain.toml", "scene convert stairs.toml -o plain.toml"),
        ("plain.json", "scene convert stairs.toml -o plain.json"),
        ("text", "scene convert stairs.toml -o text --format json"),
    ] {
        assert_eq!(workshop.zwang(&format!("{line} {set}")).succeeds(), "");
        workshop
            .zwang(&format!("check {name} falls.json"))
            .succeeds();
    }
    let toml = parse_toml(&workshop.text("plain.toml")).unwrap().scene;
    let json = parse_json(&workshop.text("plain.json")).unwrap().scene;
    assert_eq!(toml, json);
    assert_eq!(workshop.text("plain.json"), workshop.text("text"));
    assert!(workshop.text("falls.json").contains(&toml.digest()));
    let printed = workshop.zwang(&format!("scene convert stairs.toml {set}"));
    assert_eq!(printed.succeeds(), workshop.text("plain.toml"));
    for other in ["", "--set shift=1/4", "--set shift=1/3 --set width=2"] {
        let run = workshop.zwang(&format!("check stairs.toml falls.json {other}"));
        assert_eq!(run.code, 1, "{other}: {run:?}");
    }
    let run = workshop.zwang("scene convert stairs.toml -o stairs.toml");
    run.refuses(&["stairs.toml"]);
    assert_eq!(workshop.text("stairs.toml"), STAIRS);
}

#[test]
fn every_command_that_reads_a_scene_sets_parameters() {
    let workshop = workshop("parameters-everywhere");
    workshop.file("table.csv", "");
    let run = workshop.zwang("simulate stairs.toml --set shift=1/4 --steps 2 --out a.run");
    assert_eq!(run.code, 0, "{run:?}");
    for line in [
        "collapse stairs.toml --no-proof",
        "stability stairs.toml --no-proof",
        "forces stairs.toml --no-proof",
        "critical stairs.toml --friction --no-proof",
        "check stairs.toml a.run",
        "simulate stairs.toml --steps 1 --out b.run",
        "scene check stairs.toml",
        "scene snap stairs.toml --quiet",
        "scene convert stairs.toml",
        "draw stairs.toml -o picture.svg --force",
        "draw stairs.toml a.run -o picture.svg --force",
        "film stairs.toml a.run -o film.html",
        "export stairs.toml -o program.lp",
        "export stairs.toml a.run -o run.csv",
        "audit stairs.toml table.csv",
    ] {
        let run = workshop.zwang(&format!("{line} --set slope=1/3"));
        run.refuses(&[
            "stairs.toml: line 5: parameters: found the unknown parameter `slope`; \
             expected one of width, height, shift",
        ]);
        // No friction is the least that holds these stairs, and the table is empty.
        if !line.starts_with("critical") && !line.starts_with("audit") {
            workshop
                .zwang(&format!("{line} --set shift=1/4"))
                .succeeds();
        }
    }
    // The run is that of another value.
    let run = workshop.zwang("draw stairs.toml a.run -o another.svg");
    run.refuses(&["the run of a scene with the digest"]);
}

#[test]
fn what_cannot_be_set_is_refused() {
    let workshop = workshop("parameters-refused");
    workshop.file("plain.toml", CANTILEVER);
    for (line, words) in [
        (
            "stairs.toml --set shift",
            "expected NAME=NUMBER, such as x=1/5",
        ),
        ("stairs.toml --set shift=a", "`a` is not a number"),
        (
            "stairs.toml --set shift=1 --set shift=2",
            "found two values for `shift`; expected one",
        ),
        (
            "stairs.toml --set width=0",
            "line 13: body `table`, rectangle",
        ),
        (
            "plain.toml --set x=1",
            "found the unknown parameter `x`; expected no parameter",
        ),
        (
            "--set x=1",
            "found --set x=1 without a scene file; expected one with parameters",
        ),
    ] {
        workshop
            .zwang(&format!("collapse {line}"))
            .refuses(&[words]);
    }
}

/// Keys that only templates have are among those that are expected.
#[test]
fn unknown_keys_are_told_with_those_of_templates() {
    let workshop = Workshop::new("unknown-keys");
    let scene = |body: &str| {
        format!("format = \"zwang-scene-1\"\nname = \"keys\"\n[[body]]\nname = \"a\"\n{body}\n")
    };
    let square = "rectangle = { center = [0, 0], size = [1, 1] }";
    let turned = square.replace(" }", ", turned = 1 }");
    for (body, words) in [
        (format!("{square}\ncopy = 1"), "the nearest is `copies`"),
        (
            "regular_polygn = 1".to_owned(),
            "the nearest is `regular_polygon`",
        ),
        (
            format!("{square}\nsomewhere = 1"),
            "restitution, force, torque, regular_polygon, copies, on",
        ),
        (turned, "expected one of center, size, radius, angle"),
        (
            square.replace("size", "angel = 1, size"),
            "the nearest is `angle`",
        ),
        (
            String::new(),
            "found no `parts`; \
             expected `parts`, `rectangle`, `disk`, `capsule` or `regular_polygon`",
        ),
    ] {
        workshop.file("k.toml", scene(&body));
        workshop
            .zwang("collapse k.toml")
            .refuses(&["k.toml: line", words]);
    }
    workshop.file(
        "k.toml",
        scene(square).replacen("[[body]]", "parameter = 1\n[[body]]", 1),
    );
    workshop
        .zwang("collapse k.toml")
        .refuses(&["the nearest is `parameters`"]);
}
