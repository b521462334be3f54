//! The kill table: bugs planted one at a time in each of the two checkers, each caught by a fixture
//! of the corpus.
//!
//! `cargo test --test all kill_table -- --nocapture --include-ignored` prints the table. A planted
//! bug is caught when the checker that has it gives the wrong verdict on the fixture: takes for
//! accepted what is not, or the other way round, or leaves out the words that `says` names. Not
//! even a crash counts instead.

mod in_python;
mod in_rust;

use crate::python::{self, Answer};
use std::fs;
use std::path::PathBuf;
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
    /// What the verdict on an accepted fixture says, where the bug changes nothing else.
    says: Option<String>,
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

/// The bugs of all tables: for proofs, statics, ranges, thresholds, accelerations with friction,
/// loads in all of them, scenes in space, and runs.
fn bugs() -> Vec<Bug> {
    let mut found = bugs_of("kill-table.toml");
    for bug in &found {
        let both = bug.python.is_some() && bug.rust.is_some();
        assert!(both, "`{}` is for one checker alone", bug.name);
    }
    found.extend(bugs_of("kill-table-statics.toml"));
    found.extend(bugs_of("kill-table-ranges.toml"));
    found.extend(bugs_of("kill-table-thresholds.toml"));
    found.extend(bugs_of("kill-table-friction.toml"));
    found.extend(bugs_of("kill-table-loads.toml"));
    found.extend(bugs_of("kill-table-space.toml"));
    found.extend(bugs_of("kill-table-law.toml"));
    found.extend(bugs_of("kill-table-law-space.toml"));
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
        says: bug.get("says").map(|_| text(bug, "says")),
        python: edit(bug, "python"),
        rust: edit(bug, "rust"),
    };
    bugs.map(bug).collect()
}

impl Edit {
    /// The text of the file with the bug in it.
    fn planted_in(&self, healthy: &str) -> String {
        let count = healthy.matches(&self.find).count();
        assert_eq!(
            count, 1,
            "{}: `{}` must occur once to plant a bug there",
            self.file, self.find
        );
        assert_ne!(self.find, self.replace);
        let (before, _) = healthy.split_once(&self.find).unwrap();
        assert!(
            !(self.find.starts_with(' ') && before.ends_with(' ')),
            "{}: `{}` begins amid the indentation of a line, maybe of another one than was meant",
            self.file,
            self.find
        );
        let planted = healthy.replace(&self.find, &self.replace);
        match &self.with {
            Some(second) => second.planted_in(&planted),
            None => planted,
        }
    }
}

impl Bug {
    /// The files of the fixture: a scene with a proof, or a run.
    fn files(&self) -> Vec<PathBuf> {
        let endings = if self.caught_by.starts_with("law/") {
            vec!["run"]
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

    /// The exit status that a checker without bugs gives on the fixture.
    fn expected(&self) -> i32 {
        i32::from(!self.caught_by.contains("accepted/"))
    }

    /// Whether a verdict says what it has to.
    fn is_said_in(&self, verdict: &str) -> bool {
        let says = self.says.as_ref();
        says.is_none_or(|says| verdict.contains(says.as_str()))
    }

    /// Requires the answer of a checker without bugs.
    fn require_healthy(&self, answer: &Answer) {
        assert_eq!(answer.status, self.expected(), "{}", self.caught_by);
        assert!(self.is_said_in(&answer.text), "{}", self.caught_by);
    }

    /// The line of the printed table; whether the bug is caught.
    fn is_caught(&self, checker: &str, answer: &Answer) -> bool {
        let verdict = match answer.status {
            0 if !self.is_said_in(&answer.text) => "says another thing of",
            0 => "accepts",
            1 => "rejects",
            _ => "cannot run on",
        };
        let is_wrong = answer.status == 1 - self.expected();
        let is_caught = is_wrong || answer.status == 0 && !self.is_said_in(&answer.text);
        let told = if is_caught { "" } else { ": NOT CAUGHT" };
        let Self {
            name, caught_by, ..
        } = self;
        println!("{checker:6}  {name:55}  {verdict} {caught_by}{told}");
        is_caught
    }
}
