//! Files of verdicts on the pieces of a run, joined (`proofs/RUN.md`, section 10).

use crate::read::{LARGEST, ReadError, accepted_run};
use std::fmt;
use std::io::{self, BufRead, Read};
use zwang_check::Rejection;
use zwang_check::law::{self, Accepted};

/// The verdicts on the pieces of a run, as far as they were read.
#[derive(Debug, Default)]
pub struct Pieces {
    pieces: Vec<Accepted>,
}

/// Why a file of verdicts is of no use.
#[derive(Debug)]
pub enum JoinError {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It has more bytes than are read.
    TooLarge,
    /// A line is no verdict on a run.
    Line {
        /// The line, from 1.
        line: usize,
        /// The mistake in it.
        reason: String,
    },
    /// A piece was not accepted.
    Rejected(Rejection),
}

impl fmt::Display for JoinError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(formatter),
            Self::TooLarge => {
                write!(
                    formatter,
                    "found more than {LARGEST} bytes, expected smaller files"
                )
            }
            Self::Line { line, reason } => write!(formatter, "line {line}: {reason}"),
            Self::Rejected(rejection) => rejection.fmt(formatter),
        }
    }
}

impl std::error::Error for JoinError {}

impl Pieces {
    /// Reads the verdicts of a file, one on each line.
    ///
    /// # Errors
    /// A [`JoinError`] for the first line that is no verdict of acceptance.
    pub fn read(&mut self, file: impl BufRead) -> Result<(), JoinError> {
        let mut file = file.take(LARGEST.saturating_add(1));
        let mut text = String::new();
        let read = file.read_to_string(&mut text);
        read.map_err(JoinError::Unreadable)?;
        if text.len() as u64 > LARGEST {
            return Err(JoinError::TooLarge);
        }
        for (index, line) in text.lines().enumerate() {
            let piece = accepted_run(line).map_err(|error| match error {
                ReadError::Rejected(rejection) => JoinError::Rejected(rejection),
                ReadError::Malformed(reason) => JoinError::Line {
                    line: index.saturating_add(1),
                    reason,
                },
            })?;
            self.pieces.push(piece);
        }
        Ok(())
    }

    /// L10: the verdict on the whole.
    ///
    /// # Errors
    /// A [`Rejection`] if the pieces do not join.
    pub fn join(self) -> Result<Accepted, Rejection> {
        law::join(self.pieces)
    }
}
