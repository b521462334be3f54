//! `zwang simulate --float`: a table that `zwang audit` reads, plainly not certified, and what does
//! not go with it.

use crate::cli::workshop::{CANTILEVER, Workshop};
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
