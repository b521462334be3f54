//! Runs `proofs/check.py`, the checker that shares no code with ours.
//!
//! Python needs a tenth of a second to start and to compile the checker, much longer than most
//! checks take. So all checks of a test are made by one process, which imports `check.py`.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

/// The folder `proofs`.
pub fn proofs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs")
}

/// Whether there is a Python that can run the checker; if not, says so.
pub fn is_here() -> bool {
    let version = Command::new("python3")
        .args(["-c", "import sys, tomllib; print(sys.version)"])
        .output();
    let found = version.as_ref().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: no python3 of version 3.11 or later was found ({version:?})");
    }
    found
}

/// Runs a script with arguments.
pub fn run(script: &Path, arguments: &[&Path]) -> Output {
    Command::new("python3")
        .arg(script)
        .args(arguments)
        .output()
        .expect("python3 ran before")
}

/// The answer of `check.py`.
#[derive(Debug)]
pub struct Answer {
    /// The exit status: 0, 1 or 2.
    pub status: i32,
    /// The lines that it prints, without the end of the last one.
    pub text: String,
}

impl Answer {
    /// The condition that a refusal names.
    #[track_caller]
    pub fn condition(&self) -> &str {
        assert_eq!(self.status, 1, "{self:?}");
        let message = self.text.strip_prefix("rejected: ");
        let message = message.unwrap_or_else(|| panic!("{self:?}"));
        message.split([' ', ':']).next().unwrap()
    }
}

/// A file of the checker with another text.
pub struct Planted<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

/// The process.
struct Checker {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Checker {
    fn new() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/python/checker.py");
        let mut process = Command::new("python3")
            .arg(script)
            .arg(proofs())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 ran before");
        let questions = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Self {
            process,
            questions,
            answers,
        }
    }

    fn answer(&mut self, question: &Value) -> Answer {
        writeln!(self.questions, "{question}").unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "check.py crashed: {question}");
        let (status, text) = serde_json::from_str(&line).unwrap();
        assert!((0..=2).contains(&status), "{line}");
        Answer { status, text }
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

thread_local! {
    /// The process of this test.
    static CHECKER: RefCell<Option<Checker>> = const { RefCell::new(None) };
}

/// What `check.py` says with these arguments.
pub fn check<P: AsRef<Path>>(arguments: &[P]) -> Answer {
    let arguments: Vec<&Path> = arguments.iter().map(AsRef::as_ref).collect();
    ask(&json!([arguments, null]))
}

/// The same with another text of one of its files.
pub fn check_with<P: AsRef<Path>>(planted: &Planted, arguments: &[P]) -> Answer {
    let arguments: Vec<&Path> = arguments.iter().map(AsRef::as_ref).collect();
    let Planted { file, text } = planted;
    ask(&json!([arguments, [file, text]]))
}

fn ask(question: &Value) -> Answer {
    CHECKER.with_borrow_mut(|checker| checker.get_or_insert_with(Checker::new).answer(question))
}

/// The digests of scenes in TOML, as the Python checker sees them.
#[allow(dead_code, reason = "only one of the test programs asks for digests")]
pub fn digests(scenes: &[PathBuf]) -> Vec<String> {
    let script = "import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True; \
        import check, space_scene\n\
                  for file in sys.argv[2:]: print(check.digest_of(space_scene.read_scene(open(file, \
                  encoding='utf-8').read(), False)))";
    let output = Command::new("python3")
        .args(["-c", script])
        .arg(proofs())
        .args(scenes)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The exit status, which must be one of 0, 1 and 2.
pub fn status(output: &Output) -> i32 {
    let status = output.status.code().expect("the process was not killed");
    assert!(
        (0..=2).contains(&status),
        "exit status {status}: {output:?}"
    );
    status
}
