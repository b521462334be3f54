//! `zwang simulate --float`: a table that `zwang audit` reads, plainly not certified, and what does
//! not go with it.

use crate::cli::workshop::{CANTILEVER, Workshop};
use num_traits::Signed;
use serde_json::Value;

#[test]
fn both_twins_write_tables_that_the_audit_reads() {
    let workshop = Workshop::new("float-tables");
    workshop.file("tips.toml", CANTILEVER);
    for method in ["--float", "--float=impulses"] {
        let line = format!("simulate tips.toml {method} --steps 5 --out x.csv --force --json");
        let summary: Value = serde_json::from_str(workshop.zwang(&line).succeeds()).unwrap();
        assert_eq!(summary["certified"], false);
        assert_eq!(summary["steps"], 5);
        let audit = workshop.zwang("audit tips.toml x.csv --json");
        let audit: Value = serde_json::from_str(&audit.out).unwrap();
        // The end of the range in metres: the same law, but for rounding.
        let values = audit["figures"]["divergence"]["values"].as_array().unwrap();
        assert_eq!(values.len(), 6, "{audit}");
        let farthest = zwang_exact::parse(values[5][1].as_str().unwrap()).unwrap();
        assert!(
            farthest < zwang_exact::parse("1e-10").unwrap(),
            "{method}: {farthest}"
        );
    }
    assert!(
        workshop
            .zwang("simulate tips.toml --float --steps 5 --out x.csv")
            .err
            .contains("--force")
    );
}

/// Five bricks of which two come: as many leave, by the loop in doubles and by the certified law.
#[test]
fn the_office_toy_of_impulses_is_that_of_the_law() {
    let workshop = Workshop::new("float-toy");
    workshop.file("toy.toml", include_str!("../../../docs/float/toy.toml"));
    let line = "simulate toy.toml --dt 1/7 --steps 7";
    let float = workshop.zwang(&format!("{line} --float=impulses --json --out toy.csv"));
    let summary: Value = serde_json::from_str(float.succeeds()).unwrap();
    assert_eq!(summary["rounds"], 4);
    assert_eq!(summary["inaccurate_steps"], 0);
    workshop.zwang(&format!("{line} --out toy.run")).succeeds();
    workshop.zwang("export toy.run -o own.csv").succeeds();
    let [own, found] = ["own.csv", "toy.csv"].map(|file| last_velocities(&workshop.text(file)));
    assert_eq!(own.len(), 5);
    let tiny = zwang_exact::parse("1e-9").unwrap();
    for (own, found) in own.iter().zip(&found) {
        assert!((own - found).abs() < tiny, "{own} {found}");
    }
    // None but the impulses knows restitution.
    workshop
        .zwang(&format!("{line} --float --out x.csv"))
        .refuses(&["expected --restitution 0, --float=impulses, or"]);
    workshop
        .zwang("simulate toy.toml --float --restitution 0 --restitution-pair 0,1,1/2 --out x.csv")
        .refuses(&["found --restitution-pair", "expected --float=impulses"]);
    workshop
        .zwang("simulate toy.toml --float=impulses --restitution 2 --out x.csv")
        .refuses(&["found 2; expected a coefficient from 0 to 1"]);
}

/// The horizontal velocities in the last five lines of a table.
fn last_velocities(table: &str) -> Vec<zwang_exact::Rational> {
    let header = table.lines().find(|line| line.starts_with("time,"));
    let column = header.unwrap().split(',').position(|name| name == "vx");
    let lines: Vec<&str> = table.lines().collect();
    let mut velocities = Vec::new();
    for line in &lines[lines.len() - 5..] {
        let value = line.split(',').nth(column.unwrap()).unwrap();
        velocities.push(zwang_exact::parse(value).unwrap());
    }
    velocities
}

/// The table of docs/float.md: sweeps against tolerance, and what is left of the error.
#[test]
fn each_digit_of_the_tolerance_costs_as_many_sweeps() {
    let workshop = Workshop::new("float-tolerance");
    workshop.zwang("scene diamond 5 -o d.toml").succeeds();
    let document = include_str!("../../../docs/float.md");
    let row = document
        .lines()
        .find(|line| line.starts_with("| sweeps | 400 |"));
    let sweeps: Vec<&str> = row.unwrap().split('|').map(str::trim).collect();
    for (column, tolerance) in [(2, "1e-2"), (3, "1e-4"), (4, "1e-6"), (7, "1e-12")] {
        let line = format!(
            "simulate d.toml --float=impulses --tolerance {tolerance} --steps 1 -o x.csv --force \
             --json"
        );
        let summary: Value = serde_json::from_str(workshop.zwang(&line).succeeds()).unwrap();
        assert_eq!(summary["iterations"].to_string(), sweeps[column]);
        let audit = workshop.zwang("audit d.toml x.csv --json");
        let audit: Value = serde_json::from_str(&audit.out).unwrap();
        let farthest = &audit["figures"]["divergence"]["values"][1][1];
        let farthest = zwang_exact::parse(farthest.as_str().unwrap()).unwrap();
        // The motion in a step is g h² = 1e-3 m, and contacts add up.
        let most = zwang_exact::parse(tolerance).unwrap() * zwang_exact::parse("1e-2").unwrap();
        assert!(farthest < most, "{tolerance}: {farthest}");
    }
}

#[test]
fn what_does_not_go_with_it_is_refused_in_one_line() {
    let workshop = Workshop::new("float-refusals");
    workshop.file("tips.toml", CANTILEVER);
    for options in [
        "--float --exact",
        "--float --grid 2^-32",
        "--float --scheme framework",
        "--float --restitution 1/2",
        "--float --model rigid",
        "--float --resume",
        "--float=impulses --repeat-rows",
        "--float --tolerance 0",
        "--float --dt 0",
        "--tolerance 1e-6",
        "--float=guess",
    ] {
        let run = workshop.zwang(&format!(
            "simulate tips.toml {options} --steps 2 --out x.csv"
        ));
        assert_eq!(run.code, 2, "{options}: {run:?}");
        assert_eq!(run.err.trim_end().lines().count(), 1, "{options}: {run:?}");
    }
    assert!(!workshop.path("x.csv").exists());
}

/// Whatever makes the steps, no run begins with bodies inside of each other.
#[test]
fn overlapping_scenes_are_refused_by_every_kind_of_run() {
    let workshop = Workshop::new("float-overlap");
    // The brick's lower side is 1/16 m under the upper side of the table.
    let sunk = CANTILEVER.replace("[\"1/10\", \"1/4\"]", "[\"1/10\", \"3/16\"]");
    assert_ne!(sunk, CANTILEVER);
    workshop.file("sunk.toml", sunk);
    let exact = workshop.zwang("simulate sunk.toml --steps 2 --out x.run");
    exact.refuses(&[
        "sunk.toml: lines 7 and 12: body `",
        "overlap by",
        "expected disjoint interiors",
    ]);
    for options in [
        "--float",
        "--float=impulses",
        "--scheme framework --model rigid",
        "--scheme acceleration",
    ] {
        let run = workshop.zwang(&format!(
            "simulate sunk.toml {options} --steps 2 --out x.run"
        ));
        assert_eq!((run.code, &run.err), (2, &exact.err), "{options}");
    }
    assert_eq!(workshop.names(), ["sunk.toml"]);
}

/// Runs in doubles and other schemes know polygons alone, and say what to do instead.
#[test]
fn round_bodies_are_refused_with_a_way_out() {
    let workshop = Workshop::new("float-round");
    workshop.file("cue.toml", include_str!("../../../docs/cue.toml"));
    for option in [
        "--float",
        "--float=impulses",
        "--scheme framework",
        "--scheme acceleration",
    ] {
        workshop
            .zwang(&format!("simulate cue.toml --steps 1 {option}"))
            .refuses(&[
                "cue.toml",
                "rounded body `cue`",
                "without --float and --scheme",
            ]);
    }
}
