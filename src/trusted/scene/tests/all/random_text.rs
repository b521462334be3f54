//! Whatever the text, reading it ends with a scene or with one line that names a line of the file;
//! it never panics.

use proptest::prelude::*;
use zwang_scene::read::{Reading, Syntax, parse};

const IN_TOML: &str = r#"# A comment.
format = "zwang-scene-1"
name = "mixed"
title = 'one "line"'
expect = "falls"
gravity = [0, -9.81]
[[body]]
name = "table"
fixed = true
parts = [[[-5, -1], [0, -1], [0, 0], [-5, 0]], [["1/3", 0], [1e0, 0], [+0.5, 1.0]]]
[[body]]
name = "brick"
rectangle = { center = [0.1, "1/8"], size = [1, "1/4"] }
density = 1_0
restitution = 0.5
force = ["1/7", -2]
torque = 0.1
velocity = ["0", "-1/2"]
spin = "1e-3"
[[body]]
name = """plate"""
rectangle.center = [7, 7]
rectangle.size = [1, 2]
mass = 2
inertia = "1/3"
centroid = [7, 7]
[[pin]]
bodies = ["brick", "table"]
at = [0.1, "1/8"]
[[pair]]
bodies = ["brick", "plate"]
restitution = 1
[[load]]
name = "wind"
body = "plate"
at = [7, 8]
force = [1, "-1/3"]
"#;

const IN_JSON: &str = r#"{
  "format": "zwang-scene-1", "name": "mi\u0078ed", "title": "one \"line\"", "expect": "falls",
  "gravity": [0, -9.81],
  "body": [
    {"name": "table", "fixed": true,
     "parts": [[[-5, -1], [0, -1], [0, 0], [-5, 0]], [["1/3", 0], [1e0, 0], [0.5, 1.0]]]},
    {"name": "brick", "rectangle": {"center": [0.1, "1/8"], "size": [1, "1/4"]},
     "density": 10, "restitution": "1/2", "force": ["1/7", -2], "torque": 0.1, "velocity": ["0", "-1/2"], "spin": "1e-3"},
    {"name": "plate", "rectangle": {"center": [7, 7], "size": [1, 2]},
     "mass": 2, "inertia": "1/3", "centroid": [7, 7]}
  ],
  "pin": [{"bodies": ["brick", "table"], "at": [0.1, "1/8"]}],
  "pair": [{"bodies": ["brick", "plate"], "restitution": 1}],
  "load": [{"name": "wind", "body": "plate", "at": [7, 8], "force": [1, "-1/3"]}]
}
"#;

/// Pieces that mean something in one of the syntaxes, to reach further than single characters do.
const PIECES: &[&str] = &[
    "",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ":",
    ",",
    ".",
    "#",
    "\\",
    "\\u",
    "\\ud800",
    "-",
    "+",
    "_",
    "/",
    "0",
    "1/0",
    "0x",
    "1e9999",
    "inf",
    "nan",
    "null",
    "true",
    "1979-05-27",
    "07:32:00",
    "\n",
    "\r",
    "\r\n",
    "\t",
    " ",
    "\0",
    "\u{7f}",
    "\u{feff}",
    "\u{2028}",
    "é",
    "𝄞",
    "[body]",
    "[[body]]\n",
    "[[pin]]\n",
    "[[load]]\n",
    "\"load\":",
    "force = [",
    "torque = 1\n",
    "restitution = 1\n",
    "body.x",
    "name = ",
    "\"name\":",
    "parts = [",
    "[0, 0]",
    "fixed = true\n",
    "\"fixed\": true,",
    "mass = 1\n",
    "[[body.parts]]",
    "[body.rectangle]\n",
    "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t",
];

fn read_and_judge(text: &str, syntax: Syntax) -> Option<Reading> {
    match parse(text, syntax) {
        Ok(reading) => Some(reading),
        Err(error) => {
            let message = error.to_string();
            assert!(
                message.starts_with(&format!("line {}: ", error.line)),
                "{message}"
            );
            assert!(!message.chars().any(char::is_control), "{message:?}");
            assert!(
                message.contains("found ") && message.contains("; expected "),
                "{message}"
            );
            assert!(message.chars().count() < 1500, "{message}");
            assert!(
                1 <= error.line && error.line <= text.lines().count().max(1),
                "{message}\n{text:?}"
            );
            None
        }
    }
}

/// One change: where, as a fraction of the length, how many characters go, what comes instead.
fn change() -> impl Strategy<Value = (usize, usize, String)> {
    let piece = prop_oneof![
        4 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => any::<i64>().prop_map(|number| number.to_string()),
    ];
    (
        0usize..100_000,
        prop_oneof![3 => Just(0usize), 3 => 1usize..3, 1 => 3usize..80],
        piece,
    )
}

fn changed(text: &str, changes: &[(usize, usize, String)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (place, length, piece) in changes {
        let start = place % (characters.len() + 1);
        let end = (start + length).min(characters.len());
        characters.splice(start..end, piece.chars());
    }
    characters.into_iter().collect()
}

/// The lines of a text, some moved to other places.
fn shuffled(text: &str, swaps: &[(usize, usize)]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let count = lines.len();
    for (one, other) in swaps {
        lines.swap(one % count, other % count);
    }
    lines.join("\n")
}

#[test]
fn the_unchanged_files_are_one_scene() {
    let in_toml = read_and_judge(IN_TOML, Syntax::Toml).expect("the TOML file is a scene");
    let in_json = read_and_judge(IN_JSON, Syntax::Json).expect("the JSON file is a scene");
    assert_eq!(in_toml.scene, in_json.scene);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn arbitrary_texts(text in any::<String>()) {
        read_and_judge(&text, Syntax::Toml);
        read_and_judge(&text, Syntax::Json);
    }

    #[test]
    fn texts_of_meaningful_pieces(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..40),
    ) {
        let text = pieces.concat();
        read_and_judge(&text, Syntax::Toml);
        read_and_judge(&text, Syntax::Json);
        read_and_judge(&format!("format = \"zwang-scene-1\"\nname = \"s\"\n{text}"), Syntax::Toml);
    }

    #[test]
    fn changed_files(changes in proptest::collection::vec(change(), 1..4)) {
        read_and_judge(&changed(IN_TOML, &changes), Syntax::Toml);
        read_and_judge(&changed(IN_JSON, &changes), Syntax::Json);
    }

    #[test]
    fn files_with_lines_in_another_order(
        swaps in proptest::collection::vec(any::<(usize, usize)>(), 1..6),
    ) {
        read_and_judge(&shuffled(IN_TOML, &swaps), Syntax::Toml);
        read_and_judge(&shuffled(IN_JSON, &swaps), Syntax::Json);
    }
}
