//! Code that the command-line programs of this workspace share: files that are read and written
//! whole or not at all, standard streams, progress for a user who is waiting, and giving up
//! cleanly.
//!
//! Nothing here computes. Every error is one line that names the file or the option.

pub mod argument;
pub mod console;
pub mod file;
pub mod limit;
mod missing;
pub mod progress;
mod replacement;
pub mod target;

use std::process::ExitCode;

/// The ending of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done; the answer, if it is yes or no, is yes.
    Yes,
    /// The answer is no.
    No,
    /// The input cannot be used.
    BadInput,
    /// The time limit, or an interrupt, came before the answer.
    Unknown,
    /// All that was computed does not tell the answer.
    Undecided,
}

impl Outcome {
    /// The exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::BadInput => 2,
            Self::Unknown => 3,
            Self::Undecided => 4,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome.code())
    }
}
