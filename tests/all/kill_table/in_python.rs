//! Bugs of the Python checker, all in one process, which loads the modules anew for each.

use super::{Bug, bugs};
use crate::python;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The process.
struct Checker {
    process: Child,
    questions: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Checker {
    fn new() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/kill_table/planted.py");
        let mut process = Command::new("python3")
            .arg(script)
            .arg(python::proofs())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let questions = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap()).lines();
        Self {
            process,
            questions,
            answers,
        }
    }

    /// The exit status on the fixture of a bug, with this text of a file.
    fn status(&mut self, bug: &Bug, file: &str, text: &str) -> i32 {
        let question = json!([file, text, bug.arguments()]);
        writeln!(self.questions, "{question}").unwrap();
        let answer = self.answers.next();
        let answer = answer.unwrap_or_else(|| panic!("python crashed with `{}`", bug.name));
        answer.unwrap().parse().unwrap()
    }

    fn end(self) {
        let Self {
            mut process,
            questions,
            ..
        } = self;
        drop(questions);
        assert!(process.wait().unwrap().success());
    }
}

#[test]
fn every_bug_in_the_python_checker_is_caught() {
    if !python::is_here() {
        return;
    }
    let mut checker = Checker::new();
    for bug in bugs() {
        let Some(edit) = &bug.python else {
            continue;
        };
        let healthy = fs::read_to_string(python::proofs().join(&edit.file)).unwrap();
        let status = checker.status(&bug, &edit.file, &healthy);
        assert_eq!(status, bug.expected(), "{}", bug.caught_by);
        let planted = edit.planted_in(&healthy);
        bug.report("python", checker.status(&bug, &edit.file, &planted));
    }
    checker.end();
}
