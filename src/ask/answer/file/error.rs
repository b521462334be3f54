//! Why a run file cannot be read or written.

use std::io::{self, ErrorKind};
use zwang_certificate::run2::LineError;

/// Why a run file cannot be read or written. Each begins with the name of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refuses.
    #[error("{name}: {}", plain(.error))]
    System {
        /// The file.
        name: String,
        /// The system's message.
        error: io::Error,
    },
    /// A line is not that of a run.
    #[error("{name}: line {line}: {what}")]
    Line {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// The thing that is found, and the one that is expected.
        what: String,
    },
    /// The file is not to be touched, but it is there.
    #[error("{name}: is there already; --resume goes on with it, --force replaces it")]
    Exists {
        /// The file.
        name: String,
    },
    /// Another program writes to the file.
    #[error("{name}: another program is writing to it; expected one run at a time")]
    InUse {
        /// The file.
        name: String,
    },
    /// A pipe or a device cannot be resumed.
    #[error("{name}: found --resume with an output that cannot be read again; expected a file")]
    Unreadable {
        /// The output.
        name: String,
    },
    /// A line did not fit.
    #[error(
        "{name}: {}; the finished steps are kept, {steps} of them, and --resume goes on from there",
        plain(.error)
    )]
    Full {
        /// The file.
        name: String,
        /// The steps that it holds.
        steps: u64,
        /// The system's message.
        error: io::Error,
    },
    /// A step whose record no reader would take.
    #[error("step {step}: found {excess}; expected fewer steps, or a grid")]
    Excess {
        /// The step.
        step: u64,
        /// The thing that is too long.
        excess: String,
    },
    /// A header that no reader would take.
    #[error("the header: {0}")]
    Header(LineError),
    /// The file holds another run.
    #[error("{name}: found a run whose {what} is {found}; expected {expected} to resume it")]
    OtherRun {
        /// The file.
        name: String,
        /// The first difference of the headers.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The value in the run that is to go on.
        expected: String,
    },
    /// The last step of the file does not follow from those before.
    #[error(
        "{name}: the last step, {step}, does not follow from those before it: {why}; \
         `zwang check` names the first step that is wrong, and --force begins the run again"
    )]
    Unsound {
        /// The file.
        name: String,
        /// The step.
        step: u64,
        /// The checker's message.
        why: String,
    },
    /// The file holds the torn beginning of something else.
    #[error(
        "{name}: found another beginning than that of this run; expected --force to replace it"
    )]
    OtherBeginning {
        /// The file.
        name: String,
    },
    /// The file holds more steps than are wanted.
    #[error("{name}: found step {step}; expected at most {most}, as --steps says")]
    TooManySteps {
        /// The file.
        name: String,
        /// The first step that is not wanted.
        step: u64,
        /// The number of steps that are wanted.
        most: u64,
    },
}

/// The error in words, without the number that the system gives it.
#[must_use]
pub fn plain(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file".to_owned(),
        ErrorKind::IsADirectory => "is a folder; expected a file".to_owned(),
        _ => {
            let text = error.to_string().to_lowercase();
            match text.split_once(" (os error") {
                Some((words, _)) => words.to_owned(),
                None => text,
            }
        }
    }
}
