//! What scenes expect is held against what they do: `collapse`, `stability` and `scene check`.

use crate::cli::workshop::{CANTILEVER, Workshop};
use std::fs;
use std::path::Path;

/// The brick tips over the edge: it is unstable.
const TIPS: &str = CANTILEVER;

/// The same scene with another `expect`.
fn expecting(outcome: &str) -> String {
    let text = TIPS.replace("expect = \"falls\"", &format!("expect = \"{outcome}\""));
    assert_ne!(text, TIPS);
    text
}

/// A block on a slope of 1/2, which friction of 1/2 just holds.
fn on_a_slope(friction: &str, expect: &str) -> String {
    let body = "rectangle = { center = [0, \"1/2\"], size = [1, 1] }";
    format!(
        "format = \"zwang-scene-1\"\nname = \"slope\"\nexpect = \"{expect}\"\n\
         gravity = [\"1/2\", -1]\nfriction = \"{friction}\"\n\
         [[body]]\nname = \"floor\"\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [9, 2] }}\n\
         [[body]]\nname = \"block\"\n{body}\n"
    )
}

#[test]
fn an_answer_that_is_not_expected_is_told_in_one_line() {
    let workshop = Workshop::new("unexpected");
    workshop.file("right.toml", TIPS);
    workshop.file("wrong.toml", expecting("stands"));
    let told = "zwang: wrong.toml: expect: found `falls`; expected `stands`\n";
    for (command, code) in [("collapse", 0), ("stability", 1)] {
        for show in ["", "--json"] {
            let line = |file: &str| format!("{command} {file} {show} --no-proof");
            let wrong = workshop.zwang(&line("wrong.toml"));
            assert_eq!((wrong.code, wrong.err.as_str()), (code, told), "{command}");
            let right = workshop.zwang(&line("right.toml"));
            assert_eq!((right.code, right.err.as_str()), (code, ""), "{command}");
            assert_eq!(wrong.out, right.out, "{command}");
            let quiet = workshop.zwang(&(line("wrong.toml") + " --quiet"));
            assert_eq!((quiet.code, quiet.err.as_str()), (code, ""), "{command}");
        }
    }
}

#[test]
fn with_friction_a_scene_that_stands_can_stand() {
    let workshop = Workshop::new("expected-friction");
    for (friction, found) in [("1/2", "stands"), ("499/1000", "falls")] {
        for expected in ["stands", "can stand", "falls"] {
            workshop.file("slope.toml", on_a_slope(friction, expected));
            let run = workshop.zwang("stability slope.toml --no-proof");
            let differs = run.err.contains(&format!("found `{found}`"));
            let is_met = expected == found || (expected, found) == ("can stand", "stands");
            assert_eq!(differs, !is_met, "{run:?}");
            let check = workshop.zwang("scene check slope.toml");
            assert_eq!(check.code, i32::from(differs), "{check:?}");
        }
    }
}

#[test]
fn every_scene_that_comes_along_does_what_it_expects() {
    let workshop = Workshop::new("gallery-check");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut line = vec!["scene".to_owned(), "check".to_owned()];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            line.push(path.to_string_lossy().into_owned());
        }
    }
    let output = workshop.command(&line).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told.lines().count(), line.len() - 2);
    for told in told.lines() {
        assert!(told.ends_with(", as expected"), "{told}");
    }
}

#[test]
fn each_file_has_a_line_and_the_worst_decides_the_exit_code() {
    let workshop = Workshop::new("scene-check");
    workshop.file("right.toml", TIPS);
    workshop.file("wrong.toml", expecting("stands"));
    workshop.file("silent.toml", TIPS.replace("expect = \"falls\"\n", ""));
    workshop.file("bad.toml", TIPS.replace("body", "bodies"));
    let right = "right.toml: falls, as expected\n";
    let wrong = "wrong.toml: expect: found `falls`; expected `stands`\n";
    let silent = "silent.toml: falls, nothing expected\n";
    for (files, code, out) in [
        ("right.toml silent.toml", 0, [right, silent].concat()),
        ("wrong.toml right.toml", 1, [wrong, right].concat()),
        ("wrong.toml bad.toml right.toml", 2, [wrong, right].concat()),
    ] {
        let run = workshop.zwang(&format!("scene check {files}"));
        assert_eq!((run.code, run.out), (code, out), "{files}");
        assert_eq!(run.err.lines().count(), usize::from(code == 2), "{files}");
    }
    workshop
        .zwang("scene check bad.toml")
        .refuses(&["bad.toml: line", "`bodies`", "expected"]);
    workshop
        .zwang("scene check nowhere.toml")
        .refuses(&["nowhere.toml: no such file"]);
    workshop.zwang("scene check").refuses(&["<FILES>", "usage"]);
}

/// A scene in motion is no question for statics: it goes on by Coulomb's law.
#[test]
fn a_moving_scene_with_friction_is_checked() {
    let workshop = Workshop::new("moving-rough");
    for (expect, code, words) in [
        ("moves", 0, "moves, as expected"),
        ("stands", 1, "found `moves`; expected `stands`"),
    ] {
        let scene = on_a_slope("1/2", expect) + "velocity = [1, 0]\n";
        workshop.file("slides.toml", scene);
        let run = workshop.zwang("scene check slides.toml");
        assert_eq!((run.code, run.err.as_str()), (code, ""), "{run:?}");
        assert_eq!(
            run.out,
            format!("slides.toml: {words}\n")
                .replace("slides.toml: found", "slides.toml: expect: found")
        );
    }
}
