//! A folder of its own for each test, and the built program at work in it.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A brick that tips over the edge of a table; its accelerations are known.
pub const CANTILEVER: &str = include_str!("../../../scenes/cantilever.toml");

/// A folder that disappears with its test.
pub struct Workshop {
    folder: PathBuf,
}

/// What a run of the program said, and how it ended.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Workshop {
    /// An empty folder; `test` is a name that no other test uses.
    pub fn new(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("cli-{}-{test}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self { folder }
    }

    /// A file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file.
    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).unwrap();
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of all files, hidden ones included.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// `zwang`, to be run in this folder.
    pub fn command(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zwang"));
        command
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        command
    }

    /// Runs `zwang` with the arguments of `line`, which are separated by spaces.
    pub fn zwang(&self, line: &str) -> Run {
        Run::of(&self.command(line.split_whitespace()).output().unwrap())
    }

    /// Runs `zwang` with something on its standard input.
    pub fn zwang_reading(&self, line: &str, input: impl AsRef<[u8]>) -> Run {
        let mut command = self.command(line.split_whitespace());
        let pipes = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        // A program that does not read its input may end before all of it is written.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        Run::of(&child.wait_with_output().unwrap())
    }

    /// Runs a line of the shell, in which `zwang` is the built program.
    #[cfg(unix)]
    pub fn shell(&self, line: &str) -> Run {
        let program = Path::new(env!("CARGO_BIN_EXE_zwang")).parent().unwrap();
        let rest = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(
            [program.to_owned()]
                .into_iter()
                .chain(env::split_paths(&rest)),
        )
        .unwrap();
        let mut shell = Command::new("sh");
        shell
            .args(["-c", line])
            .current_dir(&self.folder)
            .env("PATH", path)
            .stdin(Stdio::null());
        Run::of(&shell.output().unwrap())
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Run {
    /// What a program said that has ended.
    pub fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        // Ended by a signal, a run has no exit code, and never the expected one.
        Self {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Asserts that the run ended well and had nothing to say on standard error; returns its
    /// output.
    #[track_caller]
    pub fn succeeds(&self) -> &str {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{self:?}");
        &self.out
    }

    /// Asserts that the run could not be: exit code 2, nothing on standard output, and one line
    /// that holds all of `words`.
    #[track_caller]
    pub fn refuses(&self, words: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{self:?}");
        assert!(
            self.err.starts_with("zwang: ") && self.err.ends_with('\n'),
            "{self:?}"
        );
        assert_eq!(self.err.lines().count(), 1, "{self:?}");
        assert!(!self.err.contains("internal error"), "{self:?}");
        for word in words {
            assert!(self.err.contains(word), "no `{word}` in {self:?}");
        }
    }
}
