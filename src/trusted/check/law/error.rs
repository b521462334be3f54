//! Why a run is not accepted.

use crate::rejection::Rejection;
use std::fmt;
use zwang_certificate::run2::LineError;

/// Why a run is not accepted.
#[derive(Debug)]
pub enum RunError {
    /// It cannot be read.
    Unreadable(std::io::Error),
    /// A line is not of the format.
    Line {
        /// The line, from 1.
        line: u64,
        /// The mistake in it.
        error: LineError,
    },
    /// A line that is no text, too long, or cut off.
    Broken {
        /// The line, from 1.
        line: u64,
        /// The mistake in it.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// The run ends before a step that was to be checked.
    Short {
        /// The steps of the run.
        steps: u64,
        /// The step that is missing.
        needed: u64,
    },
    /// The last step to be checked is before the first.
    Reversed {
        /// The first step to be checked.
        from: u64,
        /// The last one.
        to: u64,
    },
    /// The scene is not given, and the run has none with it.
    NoScene,
    /// A condition does not hold.
    Rejected(Rejection),
}

impl fmt::Display for RunError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(formatter, "{error}"),
            Self::Line { line, error } => write!(formatter, "line {line}, {error}"),
            Self::Broken {
                line,
                found,
                expected,
            } => {
                write!(formatter, "line {line}: found {found}, expected {expected}")
            }
            Self::Short { steps, needed } => {
                write!(formatter, "found {steps} steps, expected at least {needed}")
            }
            Self::Reversed { from, to } => {
                write!(
                    formatter,
                    "found steps from {from} to {to}, expected a last step from {from} on"
                )
            }
            Self::NoScene => write!(
                formatter,
                "found a run without its scene, expected its scene file before it"
            ),
            Self::Rejected(rejection) => rejection.fmt(formatter),
        }
    }
}

impl std::error::Error for RunError {}

impl RunError {
    pub(crate) fn broken(line: u64, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Broken {
            line,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

impl From<Rejection> for RunError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}
