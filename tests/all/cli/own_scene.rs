//! Runs that have their scene with them: no command asks for it, and what a file says of it is held
//! against the digest.

use crate::cli::workshop::{CANTILEVER, Run, Workshop};
use zwang_scene::Scene;

/// The key of a header behind which the scene stands.
const KEY: &str = ",\"scene_file\":";

/// A folder with `scene.toml`, its run `fall.run`, and `old.run`, which has no scene with it.
fn workshop(test: &str) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file("scene.toml", CANTILEVER);
    workshop
        .zwang("simulate scene.toml --steps 6 -o fall.run")
        .succeeds();
    let run = workshop.text("fall.run");
    workshop.file("old.run", without_scene(&run));
    workshop
}

/// A run as older programs wrote it.
fn without_scene(run: &str) -> String {
    let (header, steps) = run.split_once('\n').unwrap();
    let (start, _) = header.split_once(KEY).unwrap();
    format!("{start}}}\n{steps}")
}

fn digest() -> String {
    CANTILEVER.parse::<Scene>().unwrap().digest()
}

/// Asserts that a check ended so, with these words in the line that says so.
#[track_caller]
fn is_told(run: &Run, code: i32, words: &str) {
    assert_eq!(run.code, code, "{run:?}");
    let line = if code == 0 { &run.out } else { &run.err };
    assert_eq!(line.lines().count(), 1, "{run:?}");
    assert!(line.contains(words), "no `{words}` in {run:?}");
}

#[test]
fn a_run_is_checked_alone_and_the_verdict_says_of_which_scene() {
    let workshop = workshop("own-scene-check");
    let digest = digest();
    let alone = workshop.zwang("check fall.run");
    is_told(&alone, 0, &format!("scene {digest} (in the run); "));
    let with_scene = workshop.zwang("check scene.toml fall.run");
    is_told(&with_scene, 0, &format!("scene {digest}; "));
    let same = alone.out.replace(" (in the run)", "");
    assert_eq!(same, with_scene.out);
    let json = workshop.zwang("check fall.run --json");
    let json_with_scene = workshop.zwang("check scene.toml fall.run --json");
    let told = json
        .succeeds()
        .replace(r#""own_scene":true"#, r#""own_scene":false"#);
    assert_ne!(told, json.out);
    assert_eq!(told, json_with_scene.succeeds());
    let piped = workshop.zwang_reading("check -", workshop.text("fall.run"));
    assert_eq!(piped.succeeds(), alone.out);
    workshop
        .zwang("check old.run")
        .refuses(&["old.run: found a run without its scene"]);
    is_told(&workshop.zwang("check scene.toml old.run"), 0, "6 steps");
    workshop
        .zwang("check scene.toml")
        .refuses(&["scene.toml: found a scene; expected a run"]);
    workshop
        .zwang("check fall.run --set a=1")
        .refuses(&["found --set a=1 without a scene file"]);
}

/// The text in the run is believed no more than any other: its digest has to be that of the header.
#[test]
fn another_scene_in_the_run_is_rejected() {
    let workshop = workshop("own-scene-forged");
    let run = workshop.text("fall.run");
    let size = r#"\"size\": [\"2\", \"1/2\"]"#;
    assert!(run.contains(size));
    workshop.file("forged.run", run.replace(size, &size.replace('2', "3")));
    workshop.file("none.run", run.replace(r#"\"size\""#, r#"\"sise\""#));
    for name in ["forged", "none"] {
        for scene in ["", "scene.toml "] {
            let said = workshop.zwang(&format!("check {scene}{name}.run"));
            is_told(&said, 1, "rejected: L0 the beginning: header, `scene_file`");
        }
    }
    workshop
        .zwang("film forged.run -o a.html")
        .refuses(&["forged.run: found the run of a scene with the digest"]);
    workshop
        .zwang("film none.run -o a.html")
        .refuses(&["none.run: the scene in it: ", "sise"]);
    // A run of another scene, honest in itself, is none of the user's scene.
    workshop
        .zwang("scene cantilever --overhang 1/5 -o other.toml")
        .succeeds();
    let said = workshop.zwang("check other.toml fall.run");
    is_told(&said, 1, "rejected: L0 the beginning: header, `scene`");
}

#[test]
fn no_command_needs_the_scene_of_a_run() {
    let workshop = workshop("own-scene-commands");
    for (command, ending) in [
        ("draw", "svg"),
        ("film", "html"),
        ("film", "gif"),
        ("export", "csv"),
        ("export --events", "csv"),
    ] {
        let mut made = Vec::new();
        for (index, inputs) in [
            "fall.run",
            "scene.toml fall.run",
            "fall.run --scene scene.toml",
        ]
        .into_iter()
        .enumerate()
        {
            let file = format!("{}-{index}.{ending}", command.replace(' ', ""));
            workshop
                .zwang(&format!("{command} {inputs} -o {file}"))
                .succeeds();
            made.push(std::fs::read(workshop.path(&file)).unwrap());
        }
        assert!(made.iter().all(|file| *file == made[0]), "{command}");
        workshop
            .zwang(&format!(
                "{command} scene.toml old.run -o old.{ending} --force"
            ))
            .succeeds();
        workshop
            .zwang(&format!("{command} old.run -o older.{ending}"))
            .refuses(&["old.run: found the run of a scene", "the built-in scene"]);
    }
}

#[test]
fn slices_and_resumed_runs_keep_it() {
    let workshop = workshop("own-scene-kept");
    workshop
        .zwang("split fall.run --steps 4 -o pieces")
        .succeeds();
    let words = format!("steps 5 to 6, scene {} (in the run)", digest());
    is_told(
        &workshop.zwang("check pieces/steps-5-6.run --from 5"),
        0,
        &words,
    );
    // A verdict on pieces has the mark if one of them has it.
    let pieces = [
        "pieces/steps-1-4.run --from 1",
        "pieces/steps-5-6.run --from 5",
    ];
    for (index, piece) in pieces.into_iter().enumerate() {
        let own = workshop.zwang(&format!("check {piece} --json"));
        workshop.file(&format!("own-{index}"), own.succeeds());
        let given = workshop.zwang(&format!("check scene.toml {piece} --json"));
        workshop.file(&format!("given-{index}"), given.succeeds());
    }
    for (names, is_own) in [
        ("own-0 own-1", true),
        ("given-0 own-1", true),
        ("own-0 given-1", true),
        ("given-0 given-1", false),
    ] {
        let joined = workshop.zwang(&format!("check --join {names}"));
        assert_eq!(joined.succeeds().contains(" (in the run); "), is_own);
        let joined = workshop.zwang(&format!("check --join {names} --json"));
        let key = format!(r#""own_scene":{is_own}"#);
        assert!(joined.succeeds().contains(&key), "{joined:?}");
    }
    let resume = |name: &str| {
        workshop
            .zwang(&format!("simulate scene.toml --steps 8 -o {name} --resume"))
            .succeeds();
        workshop.text(name)
    };
    workshop
        .zwang("simulate scene.toml --steps 8 -o whole.run")
        .succeeds();
    let whole = workshop.text("whole.run");
    assert_eq!(resume("fall.run"), whole);
    assert_eq!(resume("old.run"), without_scene(&whole));
}
