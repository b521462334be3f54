//! `zwang check`: 0 accepted, 1 rejected, 2 could not run. The program `zwang-check` has its tests
//! beside it.

use crate::cli::workshop::{CANTILEVER, Workshop};
use serde_json::Value;

/// Scenes and proofs, the exit code for them, and words of the reason.
fn cases(workshop: &Workshop) -> Vec<(&'static str, i32, &'static str)> {
    workshop.file("scene.toml", CANTILEVER);
    workshop.file(
        "other.toml",
        workshop.zwang("scene cantilever --overhang 1/5").succeeds(),
    );
    workshop
        .zwang("collapse scene.toml --proof good.json")
        .succeeds();
    workshop
        .zwang("collapse other.toml --proof other.json")
        .succeeds();
    let good = workshop.text("good.json");
    let with_force = |change: &dyn Fn(&str) -> String| {
        let mut proof: Value = serde_json::from_str(&good).unwrap();
        let force = proof.pointer_mut("/groups/0/cases/0/forces/0/1").unwrap();
        *force = Value::String(change(force.as_str().unwrap()));
        proof.to_string()
    };
    workshop.file("same.json", with_force(&|force| force.to_owned()));
    workshop.file(
        "mutated.json",
        with_force(&|force| format!("{:x}", u64::from_str_radix(force, 16).unwrap() + 1)),
    );
    workshop.file("pulling.json", with_force(&|force| format!("-{force}")));
    workshop.file("spoilt.json", with_force(&|force| format!("{force}x")));
    workshop.file("cut.json", &good[..good.len() / 2]);
    workshop.file("empty.json", "");
    vec![
        ("scene.toml good.json", 0, "accepted: moves"),
        ("scene.toml same.json", 0, "accepted: moves"),
        ("other.toml other.json", 0, "accepted: moves"),
        ("scene.toml mutated.json", 1, "C4"),
        ("scene.toml pulling.json", 1, "C"),
        ("scene.toml other.json", 1, "found"),
        ("other.toml good.json", 1, "found"),
        ("scene.toml spoilt.json", 2, "spoilt.json: "),
        ("scene.toml cut.json", 2, "cut.json: "),
        ("scene.toml empty.json", 2, "empty.json: "),
        ("scene.toml scene.toml", 2, "scene.toml: "),
        ("good.json good.json", 2, "good.json: "),
        ("nowhere.toml good.json", 2, "nowhere.toml: no such file"),
        ("scene.toml nowhere.json", 2, "nowhere.json: no such file"),
        (". good.json", 2, "is a"),
    ]
}

#[test]
fn proofs_are_accepted_or_rejected_or_the_check_cannot_run() {
    let workshop = Workshop::new("check");
    for (files, code, words) in cases(&workshop) {
        let run = workshop.zwang(&format!("check {files}"));
        match code {
            0 => assert!(run.succeeds().starts_with(words), "{run:?}"),
            1 => {
                assert_eq!(
                    (run.code, run.out.as_str(), run.err.lines().count()),
                    (1, "", 1),
                    "{files}: {run:?}"
                );
                assert!(
                    run.err.starts_with("rejected: ") && run.err.contains(words),
                    "{files}: {run:?}"
                );
            }
            _ => run.refuses(&[words]),
        }
    }
}

#[test]
fn scene_or_proof_may_come_from_standard_input() {
    let workshop = Workshop::new("check-input");
    cases(&workshop);
    assert_eq!(
        workshop.zwang_reading("check - good.json", CANTILEVER).code,
        0
    );
    assert_eq!(
        workshop
            .zwang_reading("check scene.toml -", workshop.text("good.json"))
            .code,
        0
    );
    assert_eq!(
        workshop
            .zwang_reading("check scene.toml -", workshop.text("other.json"))
            .code,
        1
    );
    workshop
        .zwang_reading("check scene.toml -", "")
        .refuses(&["standard input: "]);
}

#[test]
fn some_steps_of_a_run_are_checked() {
    let workshop = Workshop::new("check-steps");
    workshop.file("scene.toml", CANTILEVER);
    workshop
        .zwang("simulate scene.toml --steps 4 --out fall.run")
        .succeeds();
    let check = |options: &str| workshop.zwang(&format!("check scene.toml fall.run{options}"));
    for (options, said) in [
        ("", "accepted: 4 steps, "),
        (" --from 2", "accepted: steps 2 to 4, "),
        (" --to 3", "accepted: steps 1 to 3, "),
        (" --from 2 --to 3", "accepted: steps 2 to 3, "),
        (" --from 2 --to 2", "accepted: step 2, "),
    ] {
        let run = check(options);
        assert!(run.succeeds().starts_with(said), "{run:?}");
    }
    check(" --from 3 --to 2").refuses(&["expected a last step from 3 on"]);
    check(" --to 5").refuses(&["found 4 steps, expected at least 5"]);
}

#[test]
fn a_run_is_split_checked_in_slices_and_joined() {
    let workshop = Workshop::new("check-slices");
    workshop.file("scene.toml", CANTILEVER);
    workshop
        .zwang("simulate scene.toml --steps 10 --out fall.run")
        .succeeds();
    let split = workshop.zwang("split fall.run --steps 4 -o pieces");
    let listed = "1\t4\tpieces/steps-1-4.run\n\
                  5\t8\tpieces/steps-5-8.run\n\
                  9\t10\tpieces/steps-9-10.run\n";
    assert_eq!(split.succeeds(), listed);
    for line in listed.lines() {
        let mut words = line.split('\t');
        let [first, last, file] = [(); 3].map(|()| words.next().unwrap());
        let piece = workshop.zwang(&format!("check scene.toml {file} --from {first} --json"));
        let run = workshop.zwang(&format!(
            "check scene.toml fall.run --from {first} --to {last} --json"
        ));
        assert_eq!(piece.succeeds(), run.succeeds());
        workshop.file(&format!("{first}.verdict"), &piece.out);
    }
    let joined = workshop.zwang("check --join 9.verdict 1.verdict 5.verdict");
    let whole = workshop.zwang("check scene.toml fall.run --to 10");
    assert_eq!(joined.succeeds(), whole.succeeds());
    let gap = workshop.zwang("check --join 1.verdict 9.verdict");
    assert_eq!((gap.code, gap.out.as_str()), (1, ""));
    let reason = "rejected: L10 pieces: the piece from step 9 on: found `from` 9, required 5\n";
    assert_eq!(gap.err, reason);
    let unsaid = workshop.zwang("check scene.toml pieces/steps-5-8.run");
    assert!(
        unsaid
            .err
            .starts_with("rejected: L0 the beginning: step 1: `k`: found 4")
    );
    assert_eq!(unsaid.code, 1);
    workshop
        .zwang("check --join scene.toml")
        .refuses(&["scene.toml: line 1: ", "expected the verdict on a run"]);
    workshop
        .zwang("split fall.run --steps 4 -o pieces")
        .refuses(&["pieces/steps-1-4.run: is there already"]);
    workshop
        .zwang("split fall.run --steps 7 -o pieces --force")
        .succeeds();
    let slice = workshop.text("pieces/steps-1-7.run");
    // Slices of other lengths stay, and so does the run if it looks like a slice of its own.
    assert!(workshop.path("pieces/steps-1-4.run").exists());
    workshop
        .zwang("split pieces/steps-1-7.run --steps 7 -o pieces --force")
        .refuses(&["steps-1-7.run"]);
    assert_eq!(workshop.text("pieces/steps-1-7.run"), slice);
    workshop
        .zwang("split fall.run --steps 4 -o -")
        .refuses(&["found -o -", "a folder"]);
    workshop
        .zwang("split scene.toml --steps 4 -o others")
        .refuses(&["scene.toml: found a scene; expected a run"]);
    let torn = workshop.text("fall.run");
    workshop.file("torn.run", &torn[..torn.len() - 3]);
    workshop
        .zwang("split torn.run --steps 2 -o torn")
        .refuses(&["torn.run: line 11: found a line cut off"]);
    let left = std::fs::read_dir(workshop.path("torn")).unwrap();
    assert_eq!(left.count(), 0);
    workshop
        .zwang("split fall.run --steps 0 -o others")
        .refuses(&["--steps"]);
}

/// A file of zwang in the place of another one is called what it is.
#[test]
fn a_file_of_another_kind_is_told() {
    let workshop = Workshop::new("kinds");
    workshop.file("s.toml", CANTILEVER);
    workshop.zwang("collapse s.toml --proof s.json").succeeds();
    workshop
        .zwang("simulate s.toml --steps 2 -o s.run")
        .succeeds();
    let answer = workshop.zwang("collapse s.toml --json --no-proof");
    workshop.file("answer.json", &answer.out);
    workshop.zwang("export s.run -o s.csv").succeeds();
    workshop.file("empty", "");
    workshop.file("p.lp", "Minimize\n obj: x\nEnd\n");
    workshop.file("d.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    for (line, words) in [
        (
            "check s.toml s.toml",
            "s.toml: found a scene; expected a proof",
        ),
        (
            "check s.toml answer.json",
            "answer.json: found an answer of zwang; expected a proof",
        ),
        (
            "check s.run s.json",
            "s.run: found a run of zwang; expected a scene",
        ),
        (
            "check s.json s.toml",
            "s.json: found a proof; expected a scene",
        ),
        (
            "collapse s.run",
            "s.run: found a run of zwang; expected a scene",
        ),
        (
            "stability answer.json",
            "answer.json: found an answer of zwang; expected a scene",
        ),
        (
            "audit s.toml s.run",
            "s.run: found a run of zwang; expected a table of a run",
        ),
        (
            "audit s.toml s.toml",
            "s.toml: found a scene; expected a table of a run",
        ),
        (
            "audit s.toml s.json",
            "s.json: found a proof; expected a table of a run",
        ),
        (
            "check s.toml s.csv",
            "s.csv: found a table (CSV); expected a proof, which --proof FILE writes, or a run; \
             `zwang audit SCENE s.csv` audits",
        ),
        (
            "check s.csv s.json",
            "s.csv: found a table (CSV); expected a scene; `zwang audit SCENE s.csv` audits",
        ),
        (
            "check s.toml empty",
            "empty: found an empty file; expected a proof",
        ),
        (
            "check s.json",
            "s.json: found a proof; expected a run that has its scene with it, or SCENE PROOF; \
             `zwang check SCENE s.json` checks",
        ),
        (
            "film s.json -o f.html",
            "s.json: found a proof; expected a run, as `zwang simulate` writes it",
        ),
        (
            "export s.csv -o t.csv",
            "s.csv: found a table (CSV); expected a run",
        ),
        (
            "split s.toml --steps 1 -o slices",
            "s.toml: found a scene; expected a run, as `zwang simulate` writes it; \
             `zwang simulate s.toml -o FILE.run` makes",
        ),
        (
            "solve s.toml",
            "s.toml: found a scene; expected a linear or quadratic program, LP or MPS",
        ),
        (
            "scene import s.run",
            "s.run: found a run of zwang; expected a file of another program; `zwang check s.run`",
        ),
        (
            "stability d.svg",
            "d.svg: found a drawing (SVG); expected a scene; `zwang scene import d.svg` makes",
        ),
        (
            "collapse p.lp",
            "p.lp: found a linear program; expected a scene; `zwang solve p.lp` solves",
        ),
        (
            "overhang 2 --check s.json",
            "s.json: found a proof; expected a proof of an overhang",
        ),
        (
            "sweep scene s.csv --vary a=1,2 -o f",
            "s.csv: found a table (CSV); expected a scene",
        ),
        (
            "sweep scene s.toml --vary a=1,2 -o f",
            "s.toml: found the parameter `a`; expected a scene file that defines it under",
        ),
        (
            "sweep scenes s.toml -o s.toml",
            "s.toml: is a file; expected a folder",
        ),
        (
            "sweep merge s.toml -o t.csv",
            "s.toml: found a file; expected the folder of a sweep",
        ),
    ] {
        workshop.zwang(line).refuses(&[words]);
    }
    // Broken ones are told by their own mistake.
    workshop.file("bad.json", "{\"format\":\"zwang-proof-1\",\"scene\":3}");
    workshop
        .zwang("check s.toml bad.json")
        .refuses(&["bad.json: line 1, column 35: "]);
    workshop.file("torn.json", "{\"format\":\"zwang-proof-1\",");
    workshop
        .zwang("check s.toml torn.json")
        .refuses(&["torn.json: line 1, column 26: found the end of the file; expected"]);
}

/// Something that is piped into a command which reads no `-` is not passed over in silence.
#[cfg(unix)]
#[test]
fn input_that_is_not_read_is_told() {
    let workshop = Workshop::new("piped");
    for line in ["stability", "collapse", "critical --friction"] {
        let piped = workshop.zwang_reading(line, CANTILEVER);
        assert_eq!(piped.out, workshop.zwang(line).out, "{line}");
        assert!(
            piped
                .err
                .contains("- in the place of SCENE reads standard input"),
            "{line}: {piped:?}"
        );
        assert_eq!(workshop.zwang(line).err, "", "{line}");
    }
    let quiet = workshop.zwang_reading("stability --quiet", CANTILEVER);
    assert_eq!(quiet.err, "");
    for (line, is_told) in [
        ("scene check", true),
        ("check", true),
        ("solve", true),
        ("sweep status", false),
    ] {
        let missing = workshop.zwang_reading(line, CANTILEVER);
        missing.refuses(&["were not provided"]);
        let tip = "- in its place reads standard input";
        assert_eq!(missing.err.contains(tip), is_told, "{line}: {missing:?}");
    }
}

/// A run that fails in its first step leaves no file, or an empty one where there was one.
#[test]
fn a_run_without_a_step_leaves_no_header() {
    let workshop = Workshop::new("no-header");
    workshop.zwang("scene diamond 3 -o s.toml").succeeds();
    let line = "simulate s.toml --steps 1 --dt 1e-400 -o b.run";
    let told = "expected a larger time step, at least 2^-64 s";
    workshop.zwang(line).refuses(&[told]);
    assert_eq!(workshop.names(), ["s.toml"]);
    workshop.file("b.run", "");
    workshop.zwang(line).refuses(&[told]);
    assert_eq!(workshop.text("b.run"), "");
    workshop
        .zwang("simulate s.toml --steps 1 -o b.run")
        .succeeds();
}
