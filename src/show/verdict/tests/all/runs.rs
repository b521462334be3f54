//! Messages about runs, and the program on runs.

use std::path::{Path, PathBuf};
use std::process::Command;
use zwang_certificate::run2::read_header;
use zwang_check::law::{Steps, verify, verify_steps};
use zwang_scene::Scene;
use zwang_verdict::{json, line};

/// The steps and the scene of a verdict, without what it tells of the run.
fn beginning(verdict: &str) -> String {
    verdict.split("; ").next().unwrap().to_owned()
}

/// A file of the fixtures of runs.
fn law(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../../../proofs/law").join(name)
}

/// A run of four steps, and its scene.
fn landing() -> (Scene, String) {
    let text = std::fs::read_to_string(law("accepted/topples.run")).unwrap();
    let header = read_header(text.lines().next().unwrap()).unwrap();
    (header.scene_file.unwrap().parse().unwrap(), text)
}

#[test]
fn the_verdict_says_which_steps_were_checked() {
    let (scene, text) = landing();
    for (from, to, said) in [
        (1, None, "4 steps"),
        (3, None, "steps 3 to 4"),
        (4, None, "step 4"),
        (1, Some(4), "steps 1 to 4"),
        (1, Some(1), "step 1"),
        (2, Some(3), "steps 2 to 3"),
        (3, Some(3), "step 3"),
    ] {
        let steps = Steps { from, to };
        let accepted = verify_steps(Some(&scene), &mut text.as_bytes(), steps, |_| {}).unwrap();
        let required = format!("accepted: {said}, scene {}", scene.digest());
        assert_eq!(beginning(&line::accepted_run(&accepted)), required);
        let last = to.unwrap_or(4);
        let in_json = format!("\"from\":{from},\"to\":{last},");
        assert!(json::accepted_run(&accepted).contains(&in_json));
    }
    let header = text.lines().next().unwrap().to_owned() + "\n";
    let accepted = verify(&scene, &mut header.as_bytes(), |_| {}).unwrap();
    assert!(line::accepted_run(&accepted).starts_with("accepted: 0 steps, scene "));
}

#[test]
fn the_program_takes_the_scene_that_a_run_has_with_it() {
    let text = landing().1;
    let (first, rest) = text.split_once('\n').unwrap();
    let (bare, _) = first.split_once(",\"scene_file\":").unwrap();
    let without = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run.without");
    std::fs::write(&without, format!("{bare}}}\n{rest}")).unwrap();
    let old = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run.old");
    std::fs::write(&old, "{\"format\":\"zwang-run-1\",\"scene\":\"\"}\n").unwrap();
    for (path, status, words) in [
        (law("accepted/topples.run"), 0, " (in the run); step "),
        (without, 2, "found a run without its scene"),
        (
            old,
            2,
            "found a run of a format that this version does not read",
        ),
        (law("../check.py"), 2, "found no run; expected SCENE PROOF"),
    ] {
        let command = Command::new(env!("CARGO_BIN_EXE_zwang-check"))
            .arg(path)
            .output()
            .unwrap();
        assert_eq!(command.status.code(), Some(status), "{command:?}");
        let mut said = command.stdout;
        said.extend(command.stderr);
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(words) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn the_program_knows_a_run_by_its_first_line() {
    let (scene, text) = landing();
    let file = |name: &str, contents: &str| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, contents).unwrap();
        path
    };
    let path = file("run.toml", &zwang_writer::to_toml(&scene));
    let good = file("run.good", &text);
    let bad = file(
        "run.bad",
        &text.replacen("\"state\":[[\"", "\"state\":[[\"1", 1),
    );
    let cut = file("run.cut", &text[..text.len() - 2]);
    let comparison = file(
        "run.comparison",
        "{\"format\":\"zwang-comparison-1\",\"certified\":false}\n",
    );
    let digest = scene.digest();
    let accepted = format!("accepted: steps 3 to 4, scene {digest}");
    for (arguments, status, output, reason) in [
        (
            vec![&good],
            0,
            format!("accepted: 4 steps, scene {digest}"),
            "",
        ),
        (
            vec![&good, Path::new("--from"), Path::new("3")],
            0,
            accepted,
            "",
        ),
        (
            vec![&good, Path::new("--from"), Path::new("0")],
            2,
            String::new(),
            "zwang-check: --from without a step",
        ),
        (
            vec![
                &good,
                Path::new("--from"),
                Path::new("2"),
                Path::new("--to"),
                Path::new("3"),
            ],
            0,
            format!("accepted: steps 2 to 3, scene {digest}"),
            "",
        ),
        (
            vec![
                &good,
                Path::new("--from"),
                Path::new("4"),
                Path::new("--to"),
                Path::new("3"),
            ],
            2,
            String::new(),
            "run.good: found steps from 4 to 3, expected a last step from 4 on",
        ),
        (
            vec![&good, Path::new("--to"), Path::new("10")],
            2,
            String::new(),
            "run.good: found 4 steps, expected at least 10",
        ),
        (
            vec![&path, Path::new("--to"), Path::new("1")],
            2,
            String::new(),
            "found a proof; expected a run with --to",
        ),
        (
            vec![&good, Path::new("--from")],
            2,
            String::new(),
            "zwang-check: --from without a step",
        ),
        (
            vec![&bad],
            1,
            String::new(),
            "rejected: L9 the state: step 1: ",
        ),
        (
            vec![&cut],
            2,
            String::new(),
            "line 5: found a line cut off after",
        ),
        (
            vec![&comparison],
            2,
            String::new(),
            "found an uncertified run of a scheme for comparison",
        ),
        (
            vec![&path, Path::new("--from"), Path::new("1")],
            2,
            String::new(),
            "found a proof; expected a run with --from",
        ),
    ] as [(Vec<&Path>, i32, String, &str); 12]
    {
        let command = Command::new(env!("CARGO_BIN_EXE_zwang-check"))
            .arg(&path)
            .args(&arguments)
            .output()
            .unwrap();
        let [found, error] =
            [command.stdout, command.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(
            (command.status.code(), beginning(&found)),
            (Some(status), output),
            "{error}"
        );
        assert!(
            error.contains(reason) && error.lines().count() <= 1,
            "{error}"
        );
    }
}
