//! Whole runs: from the middle, in parallel and cut off.

use crate::run_stage::produce::produce;
use crate::run_stage::{scenes, text};
use std::io::BufReader;
use zwang_check::run::{Accepted, RunError, Steps, verify, verify_steps};
use zwang_scene::Scene;

/// The steps that were told, and the outcome in words.
fn outcome(scene: &Scene, text: &str, from: u64, threads: usize) -> (Vec<u64>, String) {
    part(scene, text, Steps { from, to: None }, threads)
}

/// The same for some steps.
fn part(scene: &Scene, text: &str, asked: Steps, threads: usize) -> (Vec<u64>, String) {
    let mut steps = vec![];
    // A small buffer, so that lines are longer than it.
    let mut reader = BufReader::with_capacity(7, text.as_bytes());
    let answer = verify_steps(Some(scene), &mut reader, asked, threads, |step| {
        steps.push(step.k())
    });
    (
        steps,
        answer.map_or_else(
            |error| error.to_string(),
            |Accepted {
                 from, to, scene, ..
             }| format!("steps {from} to {to}, scene {scene}"),
        ),
    )
}

fn landing() -> (Scene, String) {
    let (scene, header, _) = scenes::landing();
    let records = produce(&scene, &header, 9);
    let text = text(&header, &records);
    (scene, text)
}

#[test]
fn a_run_is_checked_up_to_any_step() {
    let (scene, text) = landing();
    let digest = scene.digest();
    // The line of step 8 is broken; nobody reads it.
    let mut lines: Vec<&str> = text.lines().collect();
    lines[8] = "{";
    let broken = lines.join("\n") + "\n";
    for (from, to) in [(1, 1), (1, 7), (4, 7), (7, 7)] {
        let asked = Steps { from, to: Some(to) };
        for threads in [1, 3] {
            let said = format!("steps {from} to {to}, scene {digest}");
            let required = ((from..=to).collect(), said);
            assert_eq!(part(&scene, &text, asked, threads), required);
            assert_eq!(part(&scene, &broken, asked, threads), required);
        }
    }
    let whole = Steps {
        from: 1,
        to: Some(9),
    };
    let said = format!("steps 1 to 9, scene {digest}");
    assert_eq!(part(&scene, &text, whole, 2), ((1..10).collect(), said));
    for (from, to, said) in [
        (1, 10, "found 9 steps, expected at least 10"),
        (10, 12, "found 9 steps, expected at least 12"),
        (
            5,
            4,
            "found steps from 5 to 4, expected a last step from 5 on",
        ),
    ] {
        let asked = Steps { from, to: Some(to) };
        assert_eq!(part(&scene, &text, asked, 2).1, said);
    }
    let accepted = verify_steps(Some(&scene), &mut text.as_bytes(), whole, 1, |_| {}).unwrap();
    assert!(accepted.is_part);
    let accepted = verify(&scene, &mut text.as_bytes(), 1, 1, |_| {}).unwrap();
    assert!(!accepted.is_part);
}

#[test]
fn a_run_is_checked_from_any_step_by_any_number_of_threads() {
    let (scene, text) = landing();
    let digest = scene.digest();
    for threads in [0, 1, 3] {
        assert_eq!(
            outcome(&scene, &text, 1, threads),
            ((1..10).collect(), format!("steps 1 to 9, scene {digest}"))
        );
        for from in 2..10 {
            let said = format!("steps {from} to 9, scene {digest}");
            let required = ((from..10).collect(), said);
            assert_eq!(outcome(&scene, &text, from, threads), required);
        }
    }
    assert_eq!(
        outcome(&scene, &text, 10, 2).1,
        "found 9 steps, expected at least 10"
    );
    assert_eq!(
        outcome(&scene, &text, 99, 2).1,
        "found 9 steps, expected at least 99"
    );
    let header = text.lines().next().unwrap().to_owned() + "\n";
    assert_eq!(
        outcome(&scene, &header, 1, 2),
        (vec![], format!("steps 1 to 0, scene {digest}"))
    );
}

/// A run from the middle of a corner: the sides that press there come from a state that is only
/// read.
#[test]
fn every_run_is_accepted_from_every_step() {
    for (name, (scene, header, steps)) in scenes::all() {
        let text = text(&header, &produce(&scene, &header, steps));
        for from in 1..=steps as u64 {
            let (told, outcome) = outcome(&scene, &text, from, 2);
            assert_eq!(
                told,
                (from..=steps as u64).collect::<Vec<_>>(),
                "{name}: {outcome}"
            );
        }
    }
}

#[test]
fn the_first_wrong_step_is_told() {
    let (scene, text) = landing();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in [5, 7, 8] {
        lines[line] = lines[line].replace("\"penetration\":\"0\"", "\"penetration\":\"1\"");
    }
    lines[6] = lines[6].replace("\"lost\"", "\"last\"");
    let text = lines.join("\n") + "\n";
    for threads in [1, 2, 8] {
        let (steps, reason) = outcome(&scene, &text, 1, threads);
        assert_eq!(
            (steps, reason.as_str()),
            (
                vec![1, 2, 3, 4],
                "R10 facts: step 5: `penetration`: found 1, required 0"
            )
        );
        let (steps, reason) = outcome(&scene, &text, 6, threads);
        assert!(
            steps.is_empty() && reason.starts_with("line 7, column "),
            "{reason}"
        );
        assert!(reason.ends_with("expected `,\"lost\":`"), "{reason}");
        // Steps 7 and 8 are only read, the lines before them only counted.
        assert_eq!(outcome(&scene, &text, 9, threads).0, [9]);
    }
}

#[test]
fn broken_files_say_where() {
    let (scene, text) = landing();
    for (changed, from, message) in [
        (
            String::new(),
            1,
            "line 1: found an empty file, expected a header",
        ),
        (
            text.trim_end().to_owned(),
            1,
            "line 10: found a line cut off after",
        ),
        (
            text[..text.len() - 40].to_owned(),
            1,
            "line 10: found a line cut off after",
        ),
        (
            text.replacen("\"k\":4", "\"k\":5", 1),
            1,
            "R0 the beginning: step 4: `k`: found 5, required 4",
        ),
        (
            text.replacen("\"k\":4", "\"k\":5", 1),
            8,
            "line 5: found `{\"k\":5,`, expected `{\"k\":4,`",
        ),
        (
            text.replacen("zwang-run-1", "zwang-run-2", 1),
            1,
            "line 1, column 1: found",
        ),
        (
            text.replacen('\n', "\n\n", 1),
            1,
            "line 2, column 1: found the end of the line, expected `{\"k\":`",
        ),
    ] {
        let (_, reason) = outcome(&scene, &changed, from, 2);
        assert!(reason.starts_with(message), "{reason}");
    }
    let mut bytes = text.into_bytes();
    bytes[2000] = 0xff;
    let error = verify(&scene, &mut bytes.as_slice(), 1, 1, |_| {}).unwrap_err();
    assert!(
        matches!(error, RunError::Broken { .. })
            && error.to_string().contains("no UTF-8 after byte"),
        "{error}"
    );
}
