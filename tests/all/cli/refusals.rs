//! Files that cannot be used: exit code 2, and one line that names the file, the place, what is
//! there and what should be.

use crate::cli::workshop::{CANTILEVER, Workshop};

/// Every command that reads a scene called `scene`.
const READERS: [&str; 5] = [
    "collapse SCENE",
    "stability SCENE",
    "forces SCENE",
    "check SCENE proof.json",
    "draw SCENE -o picture.svg",
];

#[test]
fn a_bad_scene_is_refused_by_every_command() {
    let workshop = Workshop::new("bad-scenes");
    workshop.file("proof.json", "{}");
    let head = "format = \"zwang-scene-1\"\nname = \"x\"\n";
    let brick = |rest: &str| format!("{head}[[body]]\nname = \"brick\"\n{rest}");
    let with_density = |density: &str| {
        brick(&format!(
            "density = {density}\nrectangle = {{ center = [0, 0], size = [1, 1] }}\n"
        ))
    };
    let cases: &[(&str, Vec<u8>, &[&str])] = &[
        (
            "empty.toml",
            Vec::new(),
            &["line 1", "an empty file", "zwang-scene-1"],
        ),
        ("binary.toml", vec![0; 100], &["line 1", "found"]),
        (
            "latin.toml",
            b"format = \"zwang-scene-1\"\nname = \"\xfcber\"\n".to_vec(),
            &["line 2", "not UTF-8"],
        ),
        (
            "no-body.toml",
            head.into(),
            &["found no `body`", "at least one body"],
        ),
        (
            "typo.toml",
            brick("densty = 2\n").into(),
            &["line 5", "`brick`", "`densty`", "`density`"],
        ),
        (
            "flat.toml",
            brick("rectangle = { center = [0, 0], size = [1, 0] }\n").into(),
            &["line 5", "`brick`", "positive"],
        ),
        (
            "float.toml",
            with_density("nan").into(),
            &["line 5", "density", "nan", "a number"],
        ),
        (
            "huge.toml",
            with_density("1e1001").into(),
            &["line 5", "density", "-1000 to 1000"],
        ),
        (
            "long.toml",
            with_density(&"1".repeat(10_000)).into(),
            &["10000 characters", "at most 4096"],
        ),
        (
            "twice.toml",
            format!(
                "{CANTILEVER}\n[[body]]\nname = \"brick\"\nparts = [[[0, 9], [1, 9], [0, 10]]]\n"
            )
            .into(),
            &["`brick`", "again", "line"],
        ),
        (
            "deep.json",
            "[".repeat(100_000).into(),
            &["line 1", "found"],
        ),
        (
            "mismatch.json",
            CANTILEVER.into(),
            &["the name says JSON", "looks like TOML"],
        ),
        (
            "mismatch.toml",
            "{}".into(),
            &["the name says TOML", "looks like JSON"],
        ),
    ];
    for (name, text, words) in cases {
        workshop.file(name, text);
        for reader in READERS {
            let run = workshop.zwang(&reader.replace("SCENE", name));
            run.refuses(words);
            run.refuses(&[&format!("zwang: {name}: ")]);
        }
    }
    assert_eq!(
        workshop.names().len(),
        cases.len() + 1,
        "something was left behind: {:?}",
        workshop.names()
    );
}

#[test]
fn a_missing_scene_is_missed_by_every_command_with_a_hint() {
    let workshop = Workshop::new("missing");
    std::fs::create_dir(workshop.path("scenes")).unwrap();
    workshop.file("scenes/slope.toml", CANTILEVER);
    workshop.file("tower.json", CANTILEVER);
    workshop.file("proof.json", "{}");
    for (name, words) in [
        (
            "nowhere.toml",
            [
                "no such file",
                "expected a scene file, or - for standard input",
            ],
        ),
        ("slope", ["no such file", "did you mean scenes/slope.toml?"]),
        (
            "slope.toml",
            ["no such file", "did you mean scenes/slope.toml?"],
        ),
        ("tower", ["no such file", "did you mean tower.json?"]),
        (
            "diamond-5",
            [
                "no such file",
                "`zwang scene diamond --help` says how to make one",
            ],
        ),
        (
            "harmonic",
            [
                "no such file",
                "`zwang scene harmonic --help` says how to make one",
            ],
        ),
        ("scenes", ["is a folder", "expected a file"]),
    ] {
        for reader in READERS {
            workshop
                .zwang(&reader.replace("SCENE", name))
                .refuses(&words);
        }
    }
}

#[test]
fn scenes_that_cannot_be_are_refused_with_the_bodies_concerned() {
    let workshop = Workshop::new("impossible-scenes");
    let brick = |name: &str, y: &str, more: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nrectangle = {{ center = [0, \"{y}\"], size = [2, 1] }}\n\
             {more}"
        )
    };
    let scene = |bodies: &[String]| {
        format!(
            "format = \"zwang-scene-1\"\nname = \"x\"\n{}",
            bodies.concat()
        )
    };
    let floor = brick("floor", "-1/2", "fixed = true\n");
    let sunk = format!("0.{}", "4".to_owned() + &"9".repeat(30));
    let pin = |x: i64| format!("[[pin]]\nbodies = [\"brick\"]\nat = [{x}, 5]\n");
    for (bodies, words) in [
        (
            vec![floor.clone(), brick("brick", &sunk, "")],
            ["`floor`", "snap scene.toml --within", "overlap by 1e-31 m"],
        ),
        (
            vec![floor.clone(), brick("brick", "1/2", "velocity = [0, -1]\n")],
            ["`floor`", "`brick`", "collide"],
        ),
        (
            vec![brick("brick", "5", "spin = 1\n"), pin(0), pin(1)],
            ["`brick`", "the world", "pin 1 at (1, 5)"],
        ),
    ] {
        workshop.file("scene.toml", scene(&bodies));
        workshop.zwang("collapse scene.toml").refuses(&words);
        workshop
            .zwang("collapse scene.toml")
            .refuses(&["zwang: scene.toml: ", "expected"]);
    }
    assert_eq!(workshop.names(), ["scene.toml"]);
}

/// JSON that is no scene is told as such, with the commands that make scenes of other files.
#[test]
fn json_of_other_programs_is_refused_with_its_importers() {
    let workshop = Workshop::new("foreign-json");
    for text in [
        r#"{"version": 3, "nodes": []}"#,
        r#"{"format": "other-1", "blocks": {}}"#,
        r#"[{"x": 1}, {"x": 2}]"#,
        r#"[1, 2]"#,
    ] {
        workshop.file("other.json", text);
        for command in [
            "stability",
            "collapse",
            "scene check",
            "simulate",
            "critical --friction",
        ] {
            workshop.zwang(&format!("{command} other.json")).refuses(&[
                "other.json: found JSON of another program; expected a scene; a scene in JSON says \
                 \"format\": \"zwang-scene-1\" or \"zwang-space-1\"; \
                 `zwang scene import other.json`",
            ]);
        }
    }
    // A scene with a mistake has the error of that.
    workshop.file("mistake.json", r#"{"name": "a", "body": [{"name": "b"}]}"#);
    let mistake = workshop.zwang("stability mistake.json");
    mistake.refuses(&["expected format = \"zwang-scene-1\""]);
}

#[test]
fn names_of_files_cannot_steer_the_terminal() {
    let workshop = Workshop::new("names");
    let output = workshop
        .command(["collapse", "a\nb\u{1b}[31m.toml"])
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let beginning = "zwang: a\\u000ab\\u001b[31m.toml: no such file";
    assert!(err.starts_with(beginning), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
}
