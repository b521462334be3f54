//! Runs before both checkers: ours, and `proofs/check.py`, whose part for runs was written from
//! `proofs/RUN.md` alone.
//!
//! Every file in `proofs/runs/accepted` is accepted with the same verdict by both, and every file
//! in `proofs/runs/rejected` is refused with the condition its name starts with. On runs of the
//! gallery and on runs spoilt by machine the two must agree. What needs Python is skipped, with a
//! printed reason, where there is none.

use crate::python::{self, Answer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use zwang_check::run::{self, RunError, Steps};
use zwang_scene::Scene;
use zwang_verdict::join::{JoinError, Pieces};

const CONDITIONS: [&str; 17] = [
    "R0", "R1", "R2", "R3", "R3'", "R4", "R5", "R5'", "R6", "R7", "R8", "R9", "R10", "E4", "E6",
    "E7", "E8",
];

fn scene(file: &Path) -> Scene {
    let text = fs::read_to_string(file).unwrap();
    let reading = zwang_scene::read::parse_toml(&text);
    let reading = reading.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    reading.scene
}

/// What our checker says: the verdict in JSON, the name of a condition, or `unreadable`.
fn ask_rust(scene: &Scene, run: &[u8]) -> String {
    match run::verify(scene, &mut &run[..], 1, 1, |_| ()) {
        Ok(accepted) => zwang_verdict::json::accepted_run(&accepted),
        Err(RunError::Rejected(rejection)) => rejection.condition().to_string(),
        Err(_) => "unreadable".to_owned(),
    }
}

/// What the Python checker says.
fn ask_python(pairs: &[[PathBuf; 2]]) -> Vec<String> {
    let mut found = Vec::new();
    for [scene, run] in pairs {
        let Answer { status, text } = python::check(&[scene, run, Path::new("--json")]);
        found.push(match status {
            0 => text,
            1 => {
                let verdict: Value = serde_json::from_str(&text).unwrap();
                verdict["condition"].as_str().unwrap().to_owned()
            }
            _ => "unreadable".to_owned(),
        });
    }
    found
}

/// The scenes of a folder, each with the run of its name.
fn fixtures(folder: &str) -> Vec<[PathBuf; 2]> {
    let folder = python::proofs().join("runs").join(folder);
    let mut files = files_of(&folder, "toml");
    files.sort();
    files
        .into_iter()
        .map(|file| [file.clone(), file.with_extension("run")])
        .collect()
}

fn files_of(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|found| found == extension) {
            files.push(file);
        }
    }
    assert!(!files.is_empty());
    files
}

/// A new folder below the target directory.
fn new_folder(name: &str) -> PathBuf {
    let name = format!("{name}-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn ask_rust_files([scene_file, run_file]: &[PathBuf; 2]) -> String {
    ask_rust(&scene(scene_file), &fs::read(run_file).unwrap())
}

#[test]
fn both_checkers_accept_the_good_runs_with_the_same_verdict() {
    let fixtures = fixtures("accepted");
    let mut found = Vec::new();
    for fixture in &fixtures {
        let verdict = ask_rust_files(fixture);
        let parsed: Value = serde_json::from_str(&verdict).unwrap_or_default();
        assert_eq!(parsed["verdict"], "accepted", "{fixture:?}: {verdict}");
        found.push(verdict);
    }
    if python::is_here() {
        assert_eq!(ask_python(&fixtures), found);
    }
}

#[test]
fn both_checkers_refuse_the_bad_runs_by_the_same_condition() {
    let fixtures = fixtures("rejected");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let python = if python::is_here() {
        Some(ask_python(&fixtures))
    } else {
        None
    };
    for (number, fixture) in fixtures.iter().enumerate() {
        let name = fixture[0].file_stem().unwrap().to_string_lossy();
        let condition = name.split('-').next().unwrap().to_owned();
        let rust = ask_rust_files(fixture);
        let python = python.as_ref().map(|found| &found[number]);
        if rust != condition || python.is_some_and(|found| *found != condition) {
            wrong.push(format!("{name}: Rust says {rust}, Python {python:?}"));
        }
        *counts.entry(condition).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for condition in CONDITIONS {
        let count = counts.get(condition).copied();
        assert!(count.is_some_and(|count| count >= 3), "{counts:?}");
    }
    assert_eq!(counts.len(), CONDITIONS.len(), "{counts:?}");
}

/// Without a scene file before it, a run is checked with the scene that it has with it. Both
/// checkers say so in the same words, or refuse it by the same condition.
#[test]
fn both_checkers_take_the_scene_that_a_run_has_with_it() {
    let runs = python::proofs().join("runs");
    for (name, condition) in [
        ("accepted/scene-in-the-run.run", None),
        ("accepted/friction-scene-in-the-run.run", None),
        ("rejected/R0-scene-in-the-run-is-another.run", Some("R0")),
        ("rejected/R0-scene-in-the-run-has-no-body.run", Some("R0")),
        ("accepted/wedge.run", Some("found a run without its scene")),
    ] {
        let file = runs.join(name);
        let text = fs::read(&file).unwrap();
        let steps = Steps { from: 1, to: None };
        let said = match run::verify_steps(None, &mut &text[..], steps, 1, |_| ()) {
            Ok(accepted) => zwang_verdict::line::accepted_run(&accepted),
            Err(error) => error.to_string(),
        };
        assert_eq!(
            condition.is_none(),
            said.contains(" (in the run); "),
            "{said}"
        );
        assert!(
            said.contains(condition.unwrap_or("accepted: 3 steps")),
            "{said}"
        );
        if !python::is_here() {
            continue;
        }
        let answer = python::check(&[&file]);
        assert_eq!(answer.status == 0, condition.is_none(), "{answer:?}");
        match condition {
            None => assert_eq!(answer.text, said),
            Some(condition) => assert!(answer.text.contains(condition), "{answer:?}"),
        }
    }
}

/// The lines of a slice: the header, and the records from the second before the first step on.
fn slice(run: &str, first: usize) -> String {
    let lines: Vec<&str> = run.split_inclusive('\n').collect();
    lines[0].to_owned() + &lines[first - 2..].concat()
}

#[test]
fn both_checkers_say_of_slices_what_they_say_of_runs() {
    let folder = new_folder("run-slices");
    let file = folder.join("slice.run");
    let mut slices = 0;
    for [scene_file, run_file] in fixtures("accepted") {
        let scene = scene(&scene_file);
        let text = fs::read_to_string(&run_file).unwrap();
        for first in 4..text.lines().count() {
            let slice = slice(&text, first);
            let from = first as u64;
            let verdict = |text: &str| {
                let accepted = run::verify(&scene, &mut text.as_bytes(), from, 1, |_| ());
                zwang_verdict::json::accepted_run(&accepted.unwrap())
            };
            assert_eq!(verdict(&slice), verdict(&text), "{}", run_file.display());
            slices += 1;
            if !python::is_here() {
                continue;
            }
            fs::write(&file, &slice).unwrap();
            let first = first.to_string();
            let arguments = [&scene_file, &file, Path::new("--from"), Path::new(&first)];
            let arguments = [&arguments[..], &[Path::new("--json")]].concat();
            let answer = python::check(&arguments);
            assert_eq!(answer.text, verdict(&text), "{}", run_file.display());
        }
    }
    assert!(slices >= 8, "{slices}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Verdicts that are no verdicts, one change each; both checkers find them unreadable.
#[test]
fn both_checkers_read_the_same_verdicts() {
    let changes = [
        (r#""from":1"#, r#""from":1.0"#),
        (r#""from":1"#, r#""from":true"#),
        (r#""from":1"#, r#""from":"1""#),
        (r#""from":1"#, r#""from":1,"from":1"#),
        (r#""to":5"#, r#""to":18446744073709551616"#),
        (r#""to":5"#, r#""to":-5"#),
        (r#""grid":24,"#, ""),
        (r#""grid":24"#, r#""grid":NaN"#),
        (r#""coarse":false"#, r#""coarse":0"#),
        (r#""coarse":false,"#, ""),
        (r#""corner":"stop""#, r#""corner":"halt""#),
        (r#""step":"1/8""#, r#""step":"0.125""#),
        (r#""step":"1/8""#, r#""step":"2/16""#),
        (r#""step":"1/8""#, r#""step":"1e99999999""#),
        (r#""pin_drift_squared":"0""#, r#""pin_drift_squared":"-1""#),
        (r#""pin_drift_squared":"0""#, r#""pin_drift_squared":0"#),
        (r#""pairs":[]"#, r#""pairs":[["x"]]"#),
        (r#""scene":"0"#, r#""scene":"g"#),
        (r#""leaves":"#, r#""leaving":"#),
        (
            r#""format":"zwang-verdict-1""#,
            r#""format":"zwang-verdict-2""#,
        ),
        ("}", r#","more":1}"#),
        ("}", ""),
    ];
    are_unreadable("one-piece", &changes);
    let good = verdict_on_a_piece("one-piece");
    let before = good.replacen(r#""to":5"#, r#""to":0"#, 1);
    let mut pieces = Pieces::default();
    pieces.read(before.as_bytes()).unwrap();
    let joined = pieces.join().unwrap();
    assert!(joined.json().contains(r#""to":0,"#), "{}", joined.json());
}

#[test]
fn both_checkers_read_the_same_verdicts_on_runs_with_friction() {
    let changes = [
        (r#""relaxed":0"#, r#""relaxed":-1"#),
        (r#""relaxed":0"#, r#""relaxed":"0""#),
        (r#""relaxed":0"#, r#""relaxed":18446744073709551616"#),
        (r#""relaxed":0"#, r#""relaxed":0,"relaxed":0"#),
        (r#""relaxed":0"#, r#""relaxed":0,"more":0"#),
        (r#","relaxed":0"#, ""),
        (r#""heat":""#, r#""heat":"-"#),
        (r#""heat":""#, r#""heat":"0"#),
        (r#""friction":{"#, r#""friction":null,"more":{"#),
        (r#""friction":{"#, r#""friction":{},"friction":{"#),
    ];
    are_unreadable("friction-one-piece", &changes);
}

fn verdict_on_a_piece(name: &str) -> String {
    let file = format!("runs/pieces/accepted/{name}.verdicts");
    fs::read_to_string(python::proofs().join(file)).unwrap()
}

/// Neither checker can read a verdict with any of these changes.
fn are_unreadable(name: &str, changes: &[(&str, &str)]) {
    let good = verdict_on_a_piece(name);
    let folder = new_folder(&format!("verdicts-{name}"));
    let path = folder.join("changed.verdicts");
    for (from, to) in changes {
        let changed = good.replacen(from, to, 1);
        assert_ne!(changed, good, "{from}");
        let mut pieces = Pieces::default();
        let error = pieces.read(changed.as_bytes()).unwrap_err();
        assert!(matches!(error, JoinError::Line { line: 1, .. }), "{to}");
        if python::is_here() {
            fs::write(&path, &changed).unwrap();
            let arguments = [Path::new("--join"), &path];
            let answer = python::check(&arguments);
            assert_eq!(answer.status, 2, "{to}: {answer:?}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// What our checker says of the verdicts in a file, in JSON or by the name of a condition.
fn join_in_rust(file: &Path) -> String {
    let text = fs::read(file).unwrap();
    let mut pieces = Pieces::default();
    let joined = match pieces.read(text.as_slice()) {
        Ok(()) => pieces.join(),
        Err(JoinError::Rejected(rejection)) => Err(rejection),
        Err(error) => panic!("{}: {error}", file.display()),
    };
    match joined {
        Ok(whole) => whole.json(),
        Err(rejection) => rejection.condition().to_string(),
    }
}

#[test]
fn both_checkers_join_the_same_pieces_to_the_same_verdict() {
    let folder = python::proofs().join("runs/pieces");
    for part in ["accepted", "rejected"] {
        for file in files_of(&folder.join(part), "verdicts") {
            let rust = join_in_rust(&file);
            let is_refused = rust == "R11";
            assert_eq!(is_refused, part == "rejected", "{}", file.display());
            if !python::is_here() {
                continue;
            }
            let arguments = [Path::new("--json"), Path::new("--join"), &file];
            let Answer { status, text } = python::check(&arguments);
            assert_eq!(status, i32::from(is_refused), "{}", file.display());
            if is_refused {
                assert!(text.contains(r#""condition":"R11""#), "{text}");
            } else {
                assert_eq!(text, rust);
            }
        }
    }
}

/// A state spelled as another kind of run does, and a `verdict` that is no text, are no rejections:
/// the files are not of the format.
#[test]
fn what_is_not_of_the_format_is_unreadable_to_both_checkers() {
    let mut count = 0;
    let mut is_unreadable = |arguments: &[&Path]| {
        count += 1;
        if python::is_here() {
            let output = python::run(&python::proofs().join("check.py"), arguments);
            assert_eq!(python::status(&output), 2, "{output:?}");
        }
    };
    for [scene_file, run_file] in fixtures("unreadable") {
        let text = fs::read(&run_file).unwrap();
        let refused = run::verify(&scene(&scene_file), &mut &text[..], 1, 1, |_| ());
        let error = refused.unwrap_err();
        assert!(
            !matches!(error, run::RunError::Rejected(_)),
            "{}: {error}",
            run_file.display()
        );
        is_unreadable(&[&scene_file, &run_file]);
    }
    let folder = python::proofs().join("runs/pieces/unreadable");
    for file in files_of(&folder, "verdicts") {
        let text = fs::read(&file).unwrap();
        let error = Pieces::default().read(text.as_slice()).unwrap_err();
        assert!(
            matches!(error, JoinError::Line { .. }),
            "{}: {error}",
            file.display()
        );
        is_unreadable(&[Path::new("--join"), &file]);
    }
    assert!(count >= 9, "{count}");
}

#[test]
fn the_runs_are_what_run_fixtures_py_writes() {
    if !python::is_here() {
        return;
    }
    let folder = new_folder("run-corpus");
    let output = python::run(&python::proofs().join("run_fixtures.py"), &[&folder]);
    assert_eq!(python::status(&output), 0, "{output:?}");
    for part in [
        "accepted",
        "rejected",
        "unreadable",
        "pieces/accepted",
        "pieces/rejected",
        "pieces/unreadable",
    ] {
        let written = texts(&folder.join(part));
        let kept = texts(&python::proofs().join("runs").join(part));
        let same = written == kept;
        assert!(same, "{part} differs: run proofs/run_fixtures.py");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// The files of a folder, by name.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        found.insert(name, fs::read_to_string(entry.path()).unwrap());
    }
    found
}

/// A run of a scene of the gallery, by the program.
fn simulate(scene: &Path, run: &Path, options: &[&str]) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_zwang"));
    program.arg("simulate").arg(scene).arg("--out").arg(run);
    let output = program
        .args(["--quiet", "--corner", "first"])
        .args(options)
        .output()
        .unwrap();
    let line = String::from_utf8_lossy(&output.stderr);
    assert!(run.exists(), "{}: {line}", scene.display());
}

fn compare_on_the_gallery(grids: &[&[&str]], coefficients: &[&str], steps: &str, length: &str) {
    if !python::is_here() {
        return;
    }
    let kind = format!("{}-{}-{steps}", grids.concat().join(""), coefficients.len());
    let folder = new_folder(&format!("runs-of-the-gallery-{kind}"));
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut pairs = Vec::new();
    for scene in files_of(&gallery, "toml") {
        for (number, grid) in grids.iter().enumerate() {
            for (place, coefficient) in coefficients.iter().enumerate() {
                if grid.len() == 1 && *coefficient != "0" {
                    continue; // Exact runs have no restitution.
                }
                let name = scene.file_stem().unwrap().to_string_lossy();
                let run = folder.join(format!("{name}-{number}-{place}.run"));
                let settings = [
                    "--steps",
                    steps,
                    "--dt",
                    length,
                    "--restitution",
                    coefficient,
                ];
                simulate(&scene, &run, &[&settings, *grid].concat());
                pairs.push([scene.clone(), run]);
            }
        }
    }
    let python = ask_python(&pairs);
    for (pair, python) in pairs.iter().zip(python) {
        let rust = ask_rust_files(pair);
        assert!(rust.contains("accepted"), "{pair:?}: {rust}");
        assert_eq!(python, rust, "{pair:?}");
    }
    println!(
        "{} runs accepted by both with the same verdict",
        pairs.len()
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn both_checkers_accept_runs_of_the_gallery_with_the_same_verdict() {
    compare_on_the_gallery(&[&["--grid", "2^-24"]], &["0", "1/2"], "2", "1/20");
}

#[test]
#[ignore = "takes minutes; .ci/run runs it"]
fn both_checkers_accept_more_runs_of_the_gallery_with_the_same_verdict() {
    let grids: [&[&str]; 3] = [
        &["--grid", "2^-9"],
        &["--grid", "2^-24"],
        &["--grid", "2^-64"],
    ];
    compare_on_the_gallery(&grids, &["0", "1/2", "1"], "4", "1/20");
    // The numbers of exact runs become four times longer with each step.
    compare_on_the_gallery(&[&["--exact"]], &["0"], "2", "1/20");
}

/// The single runs of a file that has several, one after the other.
fn single_runs(text: &str) -> Vec<&str> {
    let mut starts = Vec::new();
    for format in ["zwang-run-1", "zwang-friction-run-1"] {
        let start = format!("{{\"format\":\"{format}\"");
        starts.extend(text.match_indices(&start).map(|(place, _)| place));
    }
    starts.sort_unstable();
    let mut found = Vec::new();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(text.len());
        found.push(&text[*start..end]);
    }
    found
}

/// Whether our checker says what the other one says, which names the step and every condition that
/// is violated there.
fn agree(rust: &str, python: &str) -> bool {
    if rust.starts_with('{') {
        return python == "accepted";
    }
    rust == python || python.split(' ').skip(1).any(|condition| condition == rust)
}

fn compare_on_mutants(count: &str, seed: &str) -> usize {
    let folder = new_folder(&format!("mutants-of-runs-{seed}"));
    let script = python::proofs().join("run_mutants.py");
    let output = python::run(&script, &[&folder, Path::new(count), Path::new(seed)]);
    assert_eq!(python::status(&output), 0, "{output:?}");
    let mut sayings: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for file in files_of(&folder, "toml") {
        let scene = scene(&file);
        let runs = fs::read_to_string(file.with_extension("runs")).unwrap();
        let runs = single_runs(&runs);
        let said = fs::read_to_string(file.with_extension("said")).unwrap();
        assert_eq!(runs.len(), said.lines().count(), "{}", file.display());
        for (run, python) in runs.iter().zip(said.lines()) {
            let rust = ask_rust(&scene, run.as_bytes());
            if !agree(&rust, python) {
                let name = file.file_stem().unwrap().to_string_lossy();
                wrong.push(format!("{name}: Rust says {rust}, Python {python}: {run}"));
            }
            let short = python.split(' ').nth(1).unwrap_or(python);
            *sayings.entry(short.to_owned()).or_default() += 1;
        }
    }
    let total = sayings.values().sum();
    println!("{total} spoilt runs: {sayings:?}");
    assert!(
        wrong.is_empty(),
        "{} disagree\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    fs::remove_dir_all(&folder).unwrap();
    total
}

#[test]
fn both_checkers_agree_on_some_spoilt_runs() {
    if python::is_here() {
        assert!(compare_on_mutants("6", "0") >= 100);
    }
}

#[test]
#[ignore = "takes a quarter of an hour: `cargo test --test all many -- --ignored`"]
fn both_checkers_agree_on_many_spoilt_runs() {
    if python::is_here() {
        assert!(compare_on_mutants("320", "1") >= 5000);
    }
}

/// The states of a run, and what it says of forces.
fn states_and_forces(run: &Path) -> (Vec<Value>, Vec<Value>) {
    let mut states = Vec::new();
    let mut forces = Vec::new();
    for line in fs::read_to_string(run).unwrap().lines().skip(1) {
        let record: Value = serde_json::from_str(line).unwrap();
        states.push(record["state"].clone());
        forces.push(record["groups"].clone());
    }
    (states, forces)
}

/// Two runs of one scene whose makers chose other forces or other groups have the same states, bit
/// for bit.
#[test]
fn other_forces_and_groups_make_the_same_states() {
    let pairs = [
        ["beam-on-three-posts", "forces-along-a-null-vector"],
        ["two-groups", "larger-groups"],
    ];
    for pair in pairs {
        let files = pair.map(|name| python::proofs().join(format!("runs/accepted/{name}.run")));
        let [(states, forces), (other_states, other_forces)] =
            files.map(|file| states_and_forces(&file));
        assert!(!states.is_empty());
        assert_eq!(states, other_states, "{pair:?}");
        assert_ne!(forces, other_forces, "{pair:?}");
    }
}

#[test]
fn another_way_to_find_forces_makes_the_same_states() {
    let folder = new_folder("two-ways-to-find-forces");
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    for name in ["diamond-4", "triangle-3", "wall-stack-5x4", "beam-4"] {
        for coefficient in ["0", "1/2"] {
            let files = ["guessed", "exact"].map(|way| folder.join(format!("{name}-{way}.run")));
            let scene = gallery.join(format!("{name}.toml"));
            let common = ["--steps", "3", "--dt", "1/20", "--restitution", coefficient];
            simulate(&scene, &files[0], &common);
            simulate(&scene, &files[1], &[&common[..], &["--no-floats"]].concat());
            let [(states, _), (other_states, _)] =
                files.each_ref().map(|file| states_and_forces(file));
            assert_eq!(states.len(), 3, "{name}");
            assert_eq!(states, other_states, "{name}");
            for file in files {
                fs::remove_file(file).unwrap();
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}
