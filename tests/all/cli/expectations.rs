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

/// The word that is expected chooses the question; the answer to it is told in one line.
#[test]
fn the_expected_word_chooses_the_question() {
    let workshop = Workshop::new("expected-question");
    let held = on_a_slope("1/2", "WORD");
    let falls = on_a_slope("499/1000", "WORD");
    let smooth = on_a_slope("0", "WORD");
    let flat = smooth.replace("gravity = [\"1/2\", -1]\n", "");
    let tie = include_str!("../../../scenes/corner-tie.toml").replace("\"ambiguous\"", "\"WORD\"");
    for (scene, stability, collapse) in [
        (&held, "stands", "rests"),
        (&falls, "falls", "moves"),
        (&smooth, "falls", "moves"),
        (&flat, "stands", "rests"),
        (&tie, "falls", "ambiguous"),
    ] {
        for (words, found) in [
            (&["stands", "can stand", "falls"][..], stability),
            (&["rests", "moves", "ambiguous", "impossible"], collapse),
        ] {
            for word in words {
                workshop.file("scene.toml", scene.replace("WORD", word));
                let is_met = *word == found || (*word, found) == ("can stand", "stands");
                let line = match is_met {
                    true => format!("scene.toml: {found}, as expected\n"),
                    false => {
                        format!("scene.toml: expect: found `{found}`; expected `{word}`\n")
                    }
                };
                let check = workshop.zwang("scene check scene.toml");
                assert_eq!((check.code, check.out), (i32::from(!is_met), line));
                // The question itself agrees; how what falls starts to move `stability` does not
                // say.
                let command = match ["stands", "can stand", "falls"].contains(word) {
                    true => "stability",
                    false => "collapse",
                };
                let run = workshop.zwang(&format!("{command} scene.toml --no-proof"));
                let told =
                    format!("zwang: scene.toml: expect: found `{found}`; expected `{word}`\n");
                let expected = if is_met { "" } else { told.as_str() };
                assert_eq!(run.err, expected, "{command}: {word}");
            }
        }
    }
    workshop.file("scene.toml", falls.replace("WORD", "moves"));
    let run = workshop.zwang("stability scene.toml --no-proof");
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    workshop.file("scene.toml", falls.replace("WORD", "rests"));
    let run = workshop.zwang("stability scene.toml --no-proof");
    assert!(
        run.err
            .ends_with("expect: found `falls`; expected `rests`\n"),
        "{run:?}"
    );
}

/// The same in space: a block that reaches over the edge of a table by less or more than half.
#[test]
fn the_expected_word_chooses_the_question_in_space() {
    let workshop = Workshop::new("expected-in-space");
    let block = |x: &str, word: &str| {
        format!(
            "format = \"zwang-space-1\"\nname = \"over\"\nexpect = \"{word}\"\n\
             [[body]]\nname = \"table\"\nfixed = true\n\
             box = {{ center = [-2, 0, -1], size = [4, 4, 2] }}\n\
             [[body]]\nname = \"block\"\nbox = {{ center = [\"{x}\", 0, \"1/4\"], size = [2, 1, \"1/2\"] }}\n"
        )
    };
    for (x, stability, collapse) in [("0", "stands", "rests"), ("1/100", "falls", "moves")] {
        for word in [
            "stands",
            "can stand",
            "falls",
            "rests",
            "moves",
            "impossible",
        ] {
            workshop.file("over.toml", block(x, word));
            let found = match word {
                "stands" | "can stand" | "falls" => stability,
                _ => collapse,
            };
            let is_met = word == found || (word, found) == ("can stand", "stands");
            let check = workshop.zwang("scene check over.toml");
            let words = match is_met {
                true => format!("{found}, as expected"),
                false => format!("expect: found `{found}`; expected `{word}`"),
            };
            assert_eq!(check.code, i32::from(!is_met), "{check:?}");
            assert_eq!(check.out, format!("over.toml: {words}\n"));
        }
    }
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
