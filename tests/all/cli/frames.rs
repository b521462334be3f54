//! Frames of point masses and bars by the commands, with proofs that both checkers accept.
#![allow(
    clippy::disallowed_types,
    reason = "forces beside exact ones are doubles"
)]

use crate::cli::forces::conforming;
use crate::cli::workshop::Workshop;
use crate::python;
use serde_json::Value;

/// The mass hangs on two bars of 5 m from points 6 m apart, 4 m above it; each bears 5/8 of the
/// weight of 20 N.
const TRIANGLE: &str = "format = \"zwang-scene-1\"\nname = \"triangle\"\ngravity = [0, -10]\n\
    [[point]]\nname = \"mass\"\nat = [0, -4]\nmass = 2\n\
    [[point]]\nname = \"left\"\nat = [-3, 0]\nfixed = true\n\
    [[point]]\nname = \"right\"\nat = [3, 0]\nfixed = true\n\
    [[bar]]\nbetween = [\"mass\", \"left\"]\n\
    [[bar]]\nbetween = [\"mass\", \"right\"]\n";

fn json(workshop: &Workshop, command: &str) -> Value {
    let run = workshop.zwang(&format!("{command} --json"));
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"))
}

/// Both checkers accept the proof of a command, the second one with the plain scene.
fn proved(workshop: &Workshop, command: &str) {
    let run = workshop.zwang(&format!("{command} frame.toml --proof proof.json --force"));
    assert!(run.code < 2, "{run:?}");
    let convert = workshop.zwang("scene convert frame.toml -o plain.toml --force");
    assert_eq!(convert.code, 0, "{convert:?}");
    for scene in ["frame.toml", "plain.toml"] {
        let check = workshop.zwang(&format!("check {scene} proof.json"));
        assert!(check.succeeds().contains("accepted"), "{check:?}");
    }
    if python::is_here() {
        let second = python::check(&[&workshop.path("plain.toml"), &workshop.path("proof.json")]);
        assert!(second.text.starts_with("accepted"), "{second:?}");
    }
}

fn tensions(answer: &Value) -> Vec<(f64, &str, bool)> {
    let bars = answer["bars"].as_array().unwrap();
    let mut found = Vec::new();
    for bar in bars {
        found.push((
            bar["tension_double"].as_f64().unwrap(),
            bar["state"].as_str().unwrap(),
            bar["unique"].as_bool().unwrap(),
        ));
    }
    found
}

#[test]
fn two_bars_hold_a_mass_from_above_and_from_below() {
    for (height, force, exactly, state) in [
        ("-4", 12.5, "5/2", "tension"),
        ("4", -12.5, "-5/2", "compression"),
    ] {
        let workshop = Workshop::new(&format!("frames-{state}"));
        workshop.file("frame.toml", TRIANGLE.replace("-4", height));
        for question in ["collapse", "stability"] {
            let answer = json(&workshop, &format!("{question} frame.toml"));
            assert_eq!(tensions(&answer), [(force, state, true); 2]);
            assert_eq!(answer["bars"][0]["force_per_length"], exactly);
            let text = workshop.zwang(&format!("{question} frame.toml"));
            assert!(text.out.contains(state), "{text:?}");
            // Nothing is told of what the pins at the ends of bars bear.
            assert!(!text.out.contains("joined"), "{text:?}");
            proved(&workshop, question);
        }
        let ranges = conforming(&workshop.zwang("forces frame.toml --json").out);
        for bar in ranges["bars"].as_array().unwrap() {
            assert_eq!(bar["tension_double"], serde_json::json!([force, force]));
        }
        proved(&workshop, "forces");
    }
}

/// Of the bars of a square that is braced twice there is one system of forces more.
#[test]
fn forces_of_redundant_bars_are_not_unique() {
    let workshop = Workshop::new("frames-redundant");
    let mut text = "format = \"zwang-scene-1\"\nname = \"braced\"\n".to_owned();
    for (name, place, more) in [
        ("a", "[0, 0]", "fixed = true"),
        ("b", "[0, 1]", "fixed = true"),
        ("c", "[1, 0]", "mass = 1"),
        ("d", "[1, 1]", "mass = 1"),
        ("far", "[5, 1]", "fixed = true"),
        ("lone", "[5, 0]", "mass = 3"),
    ] {
        text += &format!("[[point]]\nname = \"{name}\"\nat = {place}\n{more}\n");
    }
    for [first, second] in [
        ["a", "c"],
        ["b", "d"],
        ["c", "d"],
        ["a", "d"],
        ["b", "c"],
        ["far", "lone"],
    ] {
        text += &format!("[[bar]]\nbetween = [\"{first}\", \"{second}\"]\n");
    }
    workshop.file("frame.toml", text);
    let answer = json(&workshop, "stability frame.toml");
    let found = tensions(&answer);
    for (_, _, is_unique) in &found[..5] {
        assert!(!is_unique, "{found:?}");
    }
    assert_eq!(found[5], (3.0, "tension", true));
    let text = workshop.zwang("stability frame.toml");
    assert!(text.out.contains("*: other forces"), "{text:?}");
    let ranges = conforming(&workshop.zwang("forces frame.toml --json").out);
    assert_eq!(ranges["dimension"], 1);
    let bars = ranges["bars"].as_array().unwrap();
    for bar in &bars[..5] {
        assert_eq!(bar["tension_double"], serde_json::json!([null, null]));
    }
    assert_eq!(bars[5]["tension_double"], serde_json::json!([3.0, 3.0]));
    proved(&workshop, "stability");
    proved(&workshop, "forces");
}

/// A mass at the end of a chain of aligned bars between two walls, gravity along them: its two
/// halves share the weight in any way. Across the chain nothing holds it.
#[test]
fn an_aligned_chain_holds_along_itself_alone() {
    for (gravity, verdict) in [("[5, 0]", "stands"), ("[0, 5]", "falls")] {
        let workshop = Workshop::new(&format!("frames-chain-{verdict}"));
        workshop.file(
            "frame.toml",
            format!(
                "format = \"zwang-scene-1\"\nname = \"chain\"\ngravity = {gravity}\n\
                 [[point]]\nname = \"left\"\nat = [0, 0]\nfixed = true\n\
                 [[point]]\nname = \"mass\"\nat = [1, 0]\nmass = 2\n\
                 [[point]]\nname = \"right\"\nat = [2, 0]\nfixed = true\n\
                 [[bar]]\nbetween = [\"left\", \"mass\"]\n\
                 [[bar]]\nbetween = [\"mass\", \"right\"]\n"
            ),
        );
        let answer = json(&workshop, "stability frame.toml");
        assert_eq!(answer["verdict"], verdict);
        if verdict == "stands" {
            let found = tensions(&answer);
            assert!(found.iter().all(|(_, _, is_unique)| !is_unique));
            assert_eq!(found[0].0 - found[1].0, 10.0);
            assert_eq!(
                conforming(&workshop.zwang("forces frame.toml --json").out)["dimension"],
                1
            );
        }
        proved(&workshop, "stability");
    }
}

/// A pendulum in a run, with pictures: its bob stays on the circle, and both checkers accept.
#[test]
fn a_pendulum_swings() {
    let workshop = Workshop::new("frames-pendulum");
    workshop.file(
        "frame.toml",
        "format = \"zwang-scene-1\"\nname = \"pendulum\"\ngravity = [0, -10]\n\
         [[point]]\nname = \"bob\"\nat = [1, 0]\nmass = 2\n\
         [[point]]\nname = \"hook\"\nat = [0, 0]\nfixed = true\n\
         [[bar]]\nbetween = [\"hook\", \"bob\"]\n",
    );
    let run = workshop.zwang("simulate frame.toml --dt 1/100 --steps 30 -o run.ndjson");
    assert_eq!(run.code, 0, "{run:?}");
    let check = workshop.zwang("check frame.toml run.ndjson");
    assert!(check.succeeds().contains("accepted"), "{check:?}");
    if python::is_here() {
        let second = python::check(&[&workshop.path("run.ndjson")]);
        assert!(second.text.starts_with("accepted"), "{second:?}");
    }
    for command in [
        "draw frame.toml -o scene.svg",
        "draw run.ndjson --step 30 -o step.svg",
    ] {
        let run = workshop.zwang(command);
        assert_eq!(run.code, 0, "{run:?}");
    }
    let picture = std::fs::read_to_string(workshop.path("step.svg")).unwrap();
    assert!(picture.contains("hook-bob"), "{picture}");
}

#[test]
fn wrong_frames_end_with_exit_code_2() {
    let workshop = Workshop::new("frames-wrong");
    for (right, wrong, says) in [
        (
            "[\"mass\", \"left\"]",
            "[\"mass\", \"lift\"]",
            "found the unknown point `lift`",
        ),
        ("mass = 2", "mass = -2", "expected a positive `mass`"),
        ("at = [0, -4]", "at = [-3, 0]", "found the length 0"),
        (
            "name = \"left\"",
            "name = \"right\"",
            "found the unknown point `left`",
        ),
    ] {
        workshop.file("frame.toml", TRIANGLE.replacen(right, wrong, 1));
        let run = workshop.zwang("collapse frame.toml");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(says), "{run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
}
