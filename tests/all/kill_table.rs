//! The kill table: bugs planted one at a time in each of the two checkers, each caught by a fixture
//! of the corpus.
//!
//! `cargo test --test all kill_table -- --nocapture --include-ignored` prints the table. A planted
//! bug is caught when the checker that has it gives the wrong verdict on the fixture; not even a
//! crash counts instead.

use crate::python;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::{Table, Value};

/// A replacement in one file.
struct Edit {
    file: String,
    find: String,
    replace: String,
    /// A second replacement there, where another condition would catch the bug as well.
    with: Option<Box<Edit>>,
}

/// A line of the table.
struct Bug {
    name: String,
    /// The fixture, as `accepted/…` or `rejected/…`.
    caught_by: String,
    /// Missing only where the table may have bugs for one checker alone.
    python: Option<Edit>,
    rust: Option<Edit>,
}

fn text(table: &Table, key: &str) -> String {
    table
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("no text `{key}` in {table}"))
        .to_owned()
}

fn edit(bug: &Table, key: &str) -> Option<Edit> {
    let table = bug.get(key)?.as_table();
    let table = table.unwrap_or_else(|| panic!("`{key}` is no table in {bug}"));
    Some(Edit {
        file: text(table, "file"),
        find: text(table, "find"),
        replace: text(table, "replace"),
        with: edit(table, "with").map(Box::new),
    })
}

/// The bugs of all tables: for proofs, runs, statics, ranges, thresholds, accelerations with
/// friction, and loads in all of them.
fn bugs() -> Vec<Bug> {
    let mut found = bugs_of("kill-table.toml");
    found.extend(bugs_of("kill-table-runs.toml"));
    for bug in &found {
        let both = bug.python.is_some() && bug.rust.is_some();
        assert!(both, "`{}` is for one checker alone", bug.name);
    }
    found.extend(bugs_of("kill-table-statics.toml"));
    found.extend(bugs_of("kill-table-ranges.toml"));
    found.extend(bugs_of("kill-table-thresholds.toml"));
    found.extend(bugs_of("kill-table-friction.toml"));
    found.extend(bugs_of("kill-table-loads.toml"));
    found.extend(bugs_of("kill-table-corners.toml"));
    found
}

fn bugs_of(file: &str) -> Vec<Bug> {
    let table: Table = fs::read_to_string(python::proofs().join(file))
        .unwrap()
        .parse()
        .unwrap();
    let bugs = table["bug"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bug| bug.as_table().unwrap());
    let bug = |bug: &Table| Bug {
        name: text(bug, "name"),
        caught_by: text(bug, "caught_by"),
        python: edit(bug, "python"),
        rust: edit(bug, "rust"),
    };
    bugs.map(bug).collect()
}

impl Edit {
    /// The file of `folder` with the bug in it.
    fn planted(&self, folder: &Path) -> String {
        let healthy = fs::read_to_string(folder.join(&self.file)).unwrap();
        self.planted_in(&healthy)
    }

    fn planted_in(&self, healthy: &str) -> String {
        let count = healthy.matches(&self.find).count();
        assert_eq!(
            count, 1,
            "{}: `{}` must occur once to plant a bug there",
            self.file, self.find
        );
        assert_ne!(self.find, self.replace);
        let planted = healthy.replace(&self.find, &self.replace);
        match &self.with {
            Some(second) => second.planted_in(&planted),
            None => planted,
        }
    }
}

impl Bug {
    /// The files of the fixture: a scene with a proof or a run, or verdicts on pieces of a run.
    fn files(&self) -> Vec<PathBuf> {
        let endings = if self.is_of_pieces() {
            vec!["verdicts"]
        } else if self.caught_by.starts_with("runs/") {
            vec!["toml", "run"]
        } else {
            vec!["toml", "json"]
        };
        let mut files = Vec::new();
        for ending in endings {
            let name = format!("{}.{ending}", self.caught_by);
            files.push(python::proofs().join(name));
        }
        files
    }

    fn is_of_pieces(&self) -> bool {
        self.caught_by.starts_with("runs/pieces/")
    }

    /// What a checker is called with.
    fn arguments(&self) -> Vec<PathBuf> {
        let mut arguments = Vec::new();
        if self.is_of_pieces() {
            arguments.push(PathBuf::from("--join"));
        }
        arguments.extend(self.files());
        arguments
    }

    /// The exit status that a checker without bugs gives on the fixture.
    fn expected(&self) -> i32 {
        i32::from(!self.caught_by.contains("accepted/"))
    }

    /// The line of the printed table.
    fn report(&self, checker: &str, status: i32) {
        let verdict = |status| if status == 0 { "accepts" } else { "rejects" };
        println!(
            "{checker:6}  {:55}  {} {}",
            self.name,
            verdict(status),
            self.caught_by
        );
        assert!(
            status < 2,
            "{checker} could not run with the bug `{}`",
            self.name
        );
        assert_ne!(
            status,
            self.expected(),
            "{checker} with the bug `{}` is not caught",
            self.name
        );
    }
}

/// A new folder below the target directory.
fn folder(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The files of the Python checker.
fn copy_scripts(folder: &Path) {
    for entry in fs::read_dir(python::proofs()).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|extension| extension == "py") {
            fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
        }
    }
}

#[test]
fn every_bug_in_the_python_checker_is_caught() {
    if !python::is_here() {
        return;
    }
    let folder = folder("kill-table-python");
    for bug in bugs() {
        copy_scripts(&folder);
        let arguments = bug.arguments();
        let arguments: Vec<&Path> = arguments.iter().map(PathBuf::as_path).collect();
        let run = || python::run(&folder.join("check.py"), &arguments);
        let Some(edit) = &bug.python else {
            continue;
        };
        assert_eq!(python::status(&run()), bug.expected(), "{}", bug.caught_by);
        fs::write(folder.join(&edit.file), edit.planted(&folder)).unwrap();
        bug.report("python", python::status(&run()));
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_bug_has_its_place_in_the_rust_checker() {
    let bugs = bugs();
    assert!(bugs.len() >= 14, "{} bugs", bugs.len());
    for bug in bugs {
        if let Some(edit) = &bug.rust {
            edit.planted(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/trusted/check"));
        }
        for file in bug.files() {
            assert!(file.exists(), "{}", file.display());
        }
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// The workspace cut down to the checker and what it depends on.
fn copy_checker(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let members = [
        "src/trusted/exact",
        "src/trusted/scene",
        "src/trusted/certificate",
        "src/trusted/check",
        "src/scenes/angle",
        "src/scenes/families",
        "src/show/verdict",
    ];
    for member in &members {
        copy_folder(&root.join(member), &folder.join(member));
    }
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let manifest: Table = fs::read_to_string(root.join("Cargo.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let mut workspace = manifest["workspace"].as_table().unwrap().clone();
    workspace.insert(
        "members".to_owned(),
        members.map(Value::from).to_vec().into(),
    );
    let manifest = Table::from_iter([("workspace".to_owned(), Value::Table(workspace))]);
    fs::write(folder.join("Cargo.toml"), manifest.to_string()).unwrap();
}

/// Builds the checker in `folder` and returns the program.
fn build(folder: &Path) -> PathBuf {
    let target = folder.join("target");
    let arguments = [
        "build",
        "--offline",
        "--quiet",
        "--package",
        "zwang-verdict",
        "--bin",
        "zwang-check",
    ];
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS");
    let output = cargo.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    target
        .join("debug/zwang-check")
        .with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
#[ignore = "rebuilds the checker once per planted bug; run with --ignored"]
fn every_bug_in_the_rust_checker_is_caught() {
    let folder = folder("kill-table-rust");
    copy_checker(&folder);
    let status = |program: &Path, bug: &Bug| {
        let output = Command::new(program)
            .args(bug.arguments())
            .output()
            .unwrap();
        output.status.code().unwrap_or_else(|| panic!("{output:?}"))
    };
    let healthy = folder
        .join("healthy")
        .with_extension(std::env::consts::EXE_EXTENSION);
    fs::copy(build(&folder), &healthy).unwrap();
    let source = folder.join("src/trusted/check");
    for bug in bugs() {
        let Some(edit) = &bug.rust else {
            continue;
        };
        assert_eq!(status(&healthy, &bug), bug.expected(), "{}", bug.caught_by);
        let file = source.join(&edit.file);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, edit.planted(&source)).unwrap();
        bug.report("rust", status(&build(&folder), &bug));
        fs::write(&file, text).unwrap();
    }
    fs::remove_dir_all(&folder).unwrap();
}
