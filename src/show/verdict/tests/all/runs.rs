//! What is said of runs, and the program on runs.

use crate::run_stage::produce::produce;
use crate::run_stage::{scenes, text};
use std::path::Path;
use std::process::Command;
use zwang_certificate::run::{CornerRule, Header};
use zwang_check::run::{Steps, verify, verify_steps};
use zwang_scene::Scene;
use zwang_verdict::{json, line};

/// The steps and the scene of a verdict, without what it tells of the run.
fn beginning(verdict: &str) -> String {
    verdict.split("; ").next().unwrap().to_owned()
}

fn landing() -> (Scene, String) {
    let (scene, header, _) = scenes::landing();
    let records = produce(&scene, &header, 9);
    let text = text(&header, &records);
    (scene, text)
}

#[test]
fn the_verdict_says_which_steps_were_checked() {
    let (scene, text) = landing();
    for (from, to, said) in [
        (1, None, "9 steps"),
        (4, None, "steps 4 to 9"),
        (9, None, "step 9"),
        (1, Some(9), "steps 1 to 9"),
        (1, Some(1), "step 1"),
        (4, Some(7), "steps 4 to 7"),
        (7, Some(7), "step 7"),
    ] {
        let steps = Steps { from, to };
        let accepted = verify_steps(Some(&scene), &mut text.as_bytes(), steps, 1, |_| {}).unwrap();
        let required = format!("accepted: {said}, scene {}", scene.digest());
        assert_eq!(beginning(&line::accepted_run(&accepted)), required);
        let last = to.unwrap_or(9);
        let in_json = format!("\"from\":{from},\"to\":{last},");
        assert!(json::accepted_run(&accepted).contains(&in_json));
    }
    let header = text.lines().next().unwrap().to_owned() + "\n";
    let accepted = verify(&scene, &mut header.as_bytes(), 1, 1, |_| {}).unwrap();
    assert!(line::accepted_run(&accepted).starts_with("accepted: 0 steps, scene "));
}

/// What the maker of a run chose, and what became of it.
#[test]
fn the_verdict_tells_step_grid_restitution_and_the_largest_figures() {
    let (scene, mut header, _) = scenes::landing();
    header.corner = CornerRule::Last;
    let digest = scene.digest();
    let accepted = |header: &Header| {
        let text = text(header, &produce(&scene, header, 2));
        verify(&scene, &mut text.as_bytes(), 1, 1, |_| ()).unwrap()
    };
    let fine = accepted(&header);
    let shown = line::accepted_run(&fine);
    let start = format!(
        "accepted: 2 steps, scene {digest}; step 1/100 s, grid 2^-24, restitution 0, corner last; \
         penetration at most "
    );
    assert!(
        shown.starts_with(&start) && shown.ends_with(" rad"),
        "{shown}"
    );
    assert!(!fine.is_coarse && json::accepted_run(&fine).contains("\"coarse\":false"));
    // Under 10 m/s² a body falls by 1/1000 m in a step: a thousandth of it is 2^-19.93 m.
    for (grid, is_coarse) in [(19, true), (20, false)] {
        header.grid = Some(grid);
        let found = accepted(&header);
        assert_eq!(found.is_coarse, is_coarse, "{grid}");
        assert_eq!(
            line::accepted_run(&found).ends_with("; coarse grid"),
            is_coarse
        );
    }
}

#[test]
fn the_program_takes_the_scene_that_a_run_has_with_it() {
    let runs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../proofs/runs");
    for (name, status, words) in [
        (
            "accepted/scene-in-the-run.run",
            0,
            " (in the run); step 1/8 s",
        ),
        (
            "rejected/R0-scene-in-the-run-is-another.run",
            1,
            "rejected: R0 the beginning: header, `scene_file`: found the scene ",
        ),
        ("accepted/wedge.run", 2, "found a run without its scene"),
        (
            "accepted/wedge.toml",
            2,
            "found no run; expected SCENE PROOF",
        ),
    ] {
        let command = Command::new(env!("CARGO_BIN_EXE_zwang-check"))
            .arg(runs.join(name))
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
        &text.replacen("\"potential\":\"", "\"potential\":\"1", 1),
    );
    let cut = file("run.cut", &text[..text.len() - 2]);
    let comparison = file(
        "run.comparison",
        "{\"format\":\"zwang-comparison-1\",\"certified\":false}\n",
    );
    let digest = scene.digest();
    let accepted = format!("accepted: steps 4 to 9, scene {digest}");
    for (arguments, status, output, reason) in [
        (
            vec![&good],
            0,
            format!("accepted: 9 steps, scene {digest}"),
            "",
        ),
        (
            vec![&good, Path::new("--from"), Path::new("4")],
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
                Path::new("4"),
                Path::new("--to"),
                Path::new("5"),
            ],
            0,
            format!("accepted: steps 4 to 5, scene {digest}"),
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
            "run.good: found 9 steps, expected at least 10",
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
            "rejected: R10 facts: step 1: `potential`: found 1",
        ),
        (
            vec![&cut],
            2,
            String::new(),
            "line 10: found a line cut off after",
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
