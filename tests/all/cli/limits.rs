//! Giving up: a time limit that is too short ends with `unknown`, and leaves nothing behind.

use crate::cli::workshop::Workshop;

#[test]
fn a_time_limit_ends_with_unknown_and_writes_nothing() {
    let workshop = Workshop::new("limit");
    workshop.zwang("scene diamond 30 -o large.toml").succeeds();
    let run = workshop.zwang("collapse large.toml --no-floats --time-limit 1/1000");
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(
        run.err,
        "zwang: unknown: no answer within 1/1000 s; allow more with --time-limit\n"
    );
    assert_eq!(run.out, "");
    assert_eq!(workshop.names(), ["large.toml"]);
}

#[test]
fn a_check_has_a_time_limit_as_well() {
    let workshop = Workshop::new("check-limit");
    workshop.zwang("scene diamond 8 -o large.toml").succeeds();
    let simulate = "simulate large.toml --steps 4 --out large.run --quiet";
    workshop.zwang(simulate).succeeds();
    let run = workshop.zwang("check large.toml large.run --time-limit 1/1000 --quiet");
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert_eq!(
        run.err,
        "zwang: no answer within 1/1000 s; allow more with --time-limit\n"
    );
    workshop
        .zwang("check large.toml large.run --time-limit 600 --quiet")
        .succeeds();
}

#[test]
fn the_solver_for_programs_has_a_time_limit_as_well() {
    let workshop = Workshop::new("program-limit");
    workshop.zwang("scene diamond 30 -o large.toml").succeeds();
    workshop.zwang("export large.toml -o large.qp").succeeds();
    let run = workshop.zwang("solve large.qp --no-floats --time-limit 1/1000 -o solution.txt");
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(
        run.err,
        "zwang: unknown: no answer within 1/1000 s; allow more with --time-limit\n"
    );
    assert_eq!(run.out, "");
    assert_eq!(workshop.names(), ["large.qp", "large.toml"]);
}

#[test]
fn the_cost_of_a_program_is_told_beside_its_solution() {
    let workshop = Workshop::new("program-cost");
    workshop.file(
        "small.lp",
        "Minimize x + y Subject To 3 x + y >= 1/2  x + 3 y >= 1/2 End",
    );
    let run = workshop.zwang("solve small.lp --stats --time-limit 1000");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.starts_with("optimal\nobjective 1/4\n"), "{run:?}");
    for line in [
        "programs solved",
        "exact pivots",
        "float guess",
        "longest number            4 bits",
    ] {
        assert!(run.err.contains(line), "{line}: {run:?}");
    }
    assert_eq!(workshop.zwang("solve small.lp").err, "");
}

#[test]
fn a_generous_time_limit_changes_nothing() {
    let workshop = Workshop::new("generous-limit");
    assert_eq!(
        workshop
            .zwang("stability --no-proof --time-limit 1000")
            .code,
        1
    );
}

#[test]
fn a_limit_is_a_positive_number_of_seconds() {
    let workshop = Workshop::new("odd-limits");
    for limit in ["0", "1e99"] {
        let run = workshop.zwang(&format!("collapse --time-limit {limit}"));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(
            run.err.contains("expected a positive number of seconds"),
            "{run:?}"
        );
    }
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    let workshop = Workshop::new("threads");
    for threads in ["1", "2", "3"] {
        let option = format!("--threads {threads} --quiet");
        workshop
            .zwang(&format!("collapse {option} --proof {threads}.json"))
            .succeeds();
        workshop
            .zwang(&format!("simulate {option} --steps 3 --out {threads}.run"))
            .succeeds();
    }
    for ending in ["json", "run"] {
        let alone = workshop.text(&format!("1.{ending}"));
        assert_eq!(workshop.text(&format!("2.{ending}")), alone);
        assert_eq!(workshop.text(&format!("3.{ending}")), alone);
    }
    workshop.file("scene.toml", workshop.zwang("scene diamond 5").succeeds());
    for proof in ["1.json", "1.run"] {
        let check = workshop.zwang(&format!("--threads 1 check scene.toml {proof}"));
        assert!(check.succeeds().starts_with("accepted: "));
    }
    workshop
        .zwang("collapse --threads 0")
        .refuses(&["'0'", "1..=1024"]);
}
