//! `cargo xtask bench`: every problem is measured, and what is written can be read.

use std::path::PathBuf;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("bench")
        .args(arguments)
        .output()
        .unwrap()
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn small_problems_of_all_families() {
    let (csv, plot) = (file("bench.csv"), file("bench.svg"));
    let files = [
        "--csv",
        csv.to_str().unwrap(),
        "--plot",
        plot.to_str().unwrap(),
    ];
    let output = bench(
        &[
            ["--sizes", "3", "--repeat", "1"].as_slice(),
            files.as_slice(),
        ]
        .concat(),
    );
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let table = String::from_utf8(output.stdout).unwrap();
    let csv = std::fs::read_to_string(csv).unwrap();
    let head: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let lines: Vec<Vec<&str>> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    let families = [
        "diamond",
        "wall",
        "jitter",
        "heap",
        "harmonic",
        "harmonic-1e-12",
        "harmonic-1e-30",
    ];
    assert_eq!(
        lines.iter().map(|line| line[0]).collect::<Vec<_>>(),
        families
    );
    for line in &lines {
        assert_eq!(line.len(), head.len());
        assert!(table.contains(&format!("{} 3", line[0])));
        let value = |name: &str| line[head.iter().position(|column| *column == name).unwrap()];
        let is_time = |name: &str| {
            zwang_exact::parse(value(name))
                .is_ok_and(|time| time > zwang_exact::Rational::from_integer(0.into()))
        };
        assert!(
            ["collapse_s", "clarabel_s", "check_s"]
                .into_iter()
                .all(is_time),
            "{line:?}"
        );
        let stands = ["diamond", "wall", "harmonic"].contains(&line[0]);
        assert!(!stands || value("verdict") == "rests", "{line:?}");
        assert!(
            !line[0].starts_with("harmonic-") || value("verdict") == "moves",
            "{line:?}"
        );
    }
    let plot = std::fs::read_to_string(plot).unwrap();
    assert_eq!(
        plot.matches("<path class=\"line\"").count(),
        2 * 4 * families.len() + families.len() + 4
    );
}

#[test]
fn a_problem_that_takes_too_long_is_given_up() {
    let output = bench(&[
        "--families",
        "diamond",
        "--sizes",
        "60",
        "--repeat",
        "1",
        "--time-limit",
        "0",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("diamond 60: no answer within 0 s")
    );
}

#[test]
fn a_problem_that_cannot_be_made_is_told() {
    let output = bench(&["--families", "diamond", "--sizes", "0"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("expected at least 1")
    );
}

#[test]
fn runs_with_friction_are_measured_until_their_time_is_over() {
    let arguments = [
        "--sizes",
        "3",
        "--steps",
        "2",
        "--friction",
        "1/2",
        "--json",
    ];
    let output = bench(&[&["runs"], &arguments[..]].concat());
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let run = &told["runs"][0];
    assert_eq!(run["problem"], "diamond 3, friction 1/2");
    assert_eq!((&run["steps"], &run["wanted"]), (&2.into(), &2.into()));
    for nothing in ["stopped", "doubles_stopped"] {
        assert_eq!(run[nothing], serde_json::Value::Null, "{run}");
    }
    let output = bench(&["runs", "--targets", "--seconds", "0", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let runs = told["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 6);
    for run in runs {
        assert_eq!(run["steps"], 0, "{run}");
        assert!(run["wanted"].as_u64() >= Some(200), "{run}");
    }
}

#[test]
fn runs_are_measured() {
    let output = bench(&["runs", "--sizes", "2,3", "--steps", "4", "--json"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["format"], "zwang-bench-runs-1");
    for (run, bricks) in told["runs"].as_array().unwrap().iter().zip([4, 9]) {
        assert_eq!((&run["bricks"], &run["steps"]), (&bricks.into(), &4.into()));
        assert!(
            ["simulate", "check", "doubles"]
                .iter()
                .all(|what| run[*what]["wall"].as_u64().is_some_and(|time| time > 0)),
            "{run}"
        );
        assert!(run["bits"].as_u64().is_some_and(|bits| bits > 0), "{run}");
    }
    assert_eq!(told["runs"].as_array().unwrap().len(), 2);
    let output = bench(&["runs", "--sizes", "2", "--steps", "2"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.lines().nth(1).unwrap().starts_with("diamond 2 "),
        "{table}"
    );
    let output = bench(&["runs", "--family", "heap", "--sizes", "3", "--steps", "2"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.lines().nth(1).unwrap().starts_with("heap 3 "),
        "{table}"
    );
}
