//! The use that a sequence of programs makes of the ones before, and of what is near
//! (docs/comparison.md, "Coherence between programs").

use crate::cli::workshop::Workshop;
use serde_json::Value;

/// The number behind a line of --stats.
fn statistic(run: &str, line: &str) -> u64 {
    let line = run.lines().find(|own| own.starts_with(line)).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

/// Programs that begin from nothing have the same optimum, and no guess to mend.
#[test]
fn cold_starts_change_no_motion() {
    let workshop = Workshop::new("coherence-cold");
    workshop.zwang("scene diamond 6 -o diamond.toml").succeeds();
    workshop.zwang("scene heap 30 -o heap.toml").succeeds();
    for scene in ["diamond", "heap"] {
        let line = format!("simulate {scene}.toml --steps 6 --stats --force");
        let warm = workshop.zwang(&format!("{line} -o warm.run"));
        let cold = workshop.zwang(&format!("{line} --cold -o cold.run"));
        assert_eq!([warm.code, cold.code], [0, 0], "{warm:?} {cold:?}");
        for run in ["warm", "cold"] {
            let line = format!("export {run}.run -o {run}.csv --force");
            workshop.zwang(&line).succeeds();
        }
        assert_eq!(workshop.text("warm.csv"), workshop.text("cold.csv"));
        let [of_warm, of_cold] = [&warm, &cold].map(|run| statistic(&run.err, "rows exchanged"));
        assert!(of_warm > of_cold, "{scene}: {of_warm} {of_cold}");
        workshop
            .zwang(&format!("check {scene}.toml cold.run"))
            .succeeds();
    }
    for options in ["--float", "--scheme framework"] {
        let run = workshop.zwang(&format!("simulate heap.toml --cold {options} --steps 1"));
        assert_eq!(run.code, 2, "{options}: {run:?}");
    }
    workshop
        .zwang("simulate heap.toml --float --parts 2 --steps 1")
        .refuses(&["found --parts", "expected --float=impulses"]);
}

/// Rows farther away than bodies come in a step are satisfied anyway.
#[test]
fn rows_that_are_far_away_change_no_state() {
    let workshop = Workshop::new("coherence-reach");
    workshop.zwang("scene diamond 5 -o d.toml").succeeds();
    let mut found = Vec::new();
    for reach in ["1/64", "1/8", "1"] {
        let line = format!(
            "simulate d.toml --scheme framework --model rigid --reach {reach} --steps 4 \
             -o run --force"
        );
        workshop.zwang(&line).succeeds();
        let text = workshop.text("run");
        let mut nodes = Vec::new();
        let mut rows = 0;
        for line in text.lines().skip(1) {
            let step: Value = serde_json::from_str(line).unwrap();
            rows = step["rows"].as_array().unwrap().len();
            nodes.push(step["nodes"].clone());
        }
        found.push((nodes, rows));
    }
    let [(near, few), (middle, _), (far, many)] = &found[..] else {
        panic!("three runs")
    };
    assert_eq!(near, middle);
    assert_eq!(near, far);
    assert!(5 * few < *many, "{few} {many}");
}
