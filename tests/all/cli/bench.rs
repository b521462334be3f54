//! The bench for engines: what a table is worth, and what is no table.

use super::workshop::Workshop;
use serde_json::Value;

/// An engine that is zwang itself, in doubles.
const OWN: &str = "sh -c 'zwang simulate \"$0\" -o \"$1.run\" --steps $2 --dt $3 -q && \
                   zwang export \"$1.run\" -o \"$1\" -q' {scene} {table} {steps} {dt}";

fn scenes(text: &str) -> Vec<Value> {
    let told: Value = serde_json::from_str(text).unwrap();
    assert_eq!(told["format"], "zwang-bench-run-1");
    told["scenes"].as_array().unwrap().clone()
}

#[test]
fn an_engine_that_is_right_has_the_best_grade() {
    let workshop = Workshop::new("bench-own");
    let line = format!("zwang bench-engine --only flight --json -q -- {OWN}");
    let run = workshop.shell(&line);
    assert_eq!(run.code, 0, "{run:?}");
    let found = scenes(&run.out);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["grade"], "A", "{found:?}");
    let line = format!("zwang bench-engine --only cantilever-overhang --grade B -q -- {OWN}");
    let run = workshop.shell(&line);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out
            .contains("bench 1, 3 scenes of 100 steps of 0.01 s: "),
        "{}",
        run.out
    );
}

#[test]
fn what_stays_though_it_falls_is_told_by_the_best_grade_of_what_stands() {
    let workshop = Workshop::new("bench-still");
    // Whatever the scene is, its first state again and again.
    workshop.file(
        "still.sh",
        "zwang simulate \"$1\" -o \"$2.run\" --steps 1 -q >/dev/null\n\
         zwang export \"$2.run\" -o \"$2.one.csv\" -q >/dev/null\n\
         awk -F, 'NR == 1 { print; next }\n\
                  $1 == \"0.0\" { for (k = 0; k <= 100; k++) { $1 = k / 100; line = $0; gsub(/ /, \",\", line); print line } }' \\\n\
           \"$2.one.csv\" > \"$2\"\n",
    );
    let line = "zwang bench-engine --only cantilever-overhang --json -q --grade E -- \
                sh still.sh {scene} {table}";
    let run = workshop.shell(line);
    assert_eq!(run.code, 1, "{run:?}");
    let grades: Vec<(String, Value)> = scenes(&run.out)
        .iter()
        .map(|scene| {
            (
                scene["name"].as_str().unwrap().to_owned(),
                scene["grade"].clone(),
            )
        })
        .collect();
    for (name, grade) in grades {
        let expected = if name == "cantilever-overhang-1-10" {
            "F"
        } else {
            "A"
        };
        assert_eq!(grade, expected, "{name}");
    }
}

#[test]
fn what_gives_no_table_is_told_scene_by_scene() {
    let workshop = Workshop::new("bench-none");
    for (command, problem) in [
        (
            "sh -c 'echo no engine >&2; exit 3' {scene} {table}",
            "exit status: 3: no engine",
        ),
        ("true {scene} {table}", "no table: "),
        ("sh -c 'echo x > \"$1\"' {scene} {table}", "table: "),
    ] {
        let run = workshop.shell(&format!(
            "zwang bench-engine --only seesaw-right -q -- {command}"
        ));
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.out.contains(problem), "{run:?}");
        assert!(run.out.ends_with("no table: 1\n"), "{run:?}");
    }
    let slow = "zwang bench-engine --only seesaw-right -q --time-limit 1 -- sh -c 'sleep 60' {scene} {table}";
    let run = workshop.shell(slow);
    assert!(
        run.code == 1 && run.out.contains("no end after 1 s"),
        "{run:?}"
    );
}

#[test]
fn bad_arguments_are_answered_in_one_line() {
    let workshop = Workshop::new("bench-bad");
    for (line, words) in [
        ("-- true {scene}", "found no {table} in the command"),
        ("-- true {table}", "found neither {scene} nor {json}"),
        (
            "--only nothing -- true {scene} {table}",
            "found no scene of this name",
        ),
        (
            "-- ./no-such-engine {scene} {table}",
            "./no-such-engine: cannot be started",
        ),
        ("", "required"),
    ] {
        let run = workshop.zwang(&format!("bench-engine -q {line}"));
        assert!(run.code == 2 && run.err.contains(words), "{line}: {run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn the_bench_is_written_with_proofs_of_its_answers() {
    let workshop = Workshop::new("bench-written");
    workshop
        .zwang("bench-engine --only cantilever-overhang --write bench")
        .succeeds();
    let text = std::fs::read_to_string(workshop.path("bench/bench.json")).unwrap();
    let told: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(told["format"], "zwang-bench-1");
    for scene in told["scenes"].as_array().unwrap() {
        let [file, proof] = ["toml", "proof"].map(|key| scene[key].as_str().unwrap());
        workshop
            .zwang(&format!("check bench/{file} bench/{proof}"))
            .succeeds();
        // Smooth, with the edge at d = 1/10 from its centroid: α = -g d / (I/m + d²), for g = 10
        // and I/m = (2² + (1/2)²) / 12.
        let turns = &scene["accelerations"]["brick"][2];
        let is_over = scene["name"] == "cantilever-overhang-1-10";
        assert_eq!(turns, if is_over { "-1200/437" } else { "0" }, "{scene}");
    }
    let again = workshop.zwang("bench-engine --only cantilever-overhang --write bench");
    assert!(
        again.code == 2 && again.err.contains("--force"),
        "{again:?}"
    );
}
