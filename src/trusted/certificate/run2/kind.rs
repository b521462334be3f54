//! The kind of a file, by its beginning.

use std::io::{BufRead, Cursor, Read};

/// How runs begin.
const RUN: &[u8] = b"{\"format\":\"zwang-run-2\",";
/// How runs of other versions begin.
const OTHER_RUN: &[u8] = b"{\"format\":\"zwang-run-";
/// How some of them with friction begin; nothing that is told apart here is longer.
const FRICTION_RUN: &[u8] = b"{\"format\":\"zwang-friction-run-";
/// How runs of schemes for comparison begin.
const COMPARISON: &[u8] = b"{\"format\":\"zwang-comparison-";

/// The kind of a file, by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A run of certified steps (`proofs/RUN.md`).
    Run,
    /// A run of an earlier version of zwang, or a later one.
    OtherRun,
    /// A run of a scheme for comparison: nothing in it is proved, and there is nothing to check.
    Comparison,
    /// Anything else; it may be a proof.
    Other,
}

impl Kind {
    /// The remark on a run for comparison.
    pub const UNCERTIFIED: &str = "found an uncertified run of a scheme for comparison, \
                                   which proves nothing; \
                                   expected a run of --scheme rigid, or a proof";

    /// The remark on a run of another version.
    pub const OTHER: &str = "found a run of a format that this version does not read; \
                             expected zwang-run-2: make it again";

    /// The kind of a file with this beginning.
    #[must_use]
    pub fn of(start: &[u8]) -> Self {
        if start.starts_with(RUN) {
            Self::Run
        } else if start.starts_with(OTHER_RUN) || start.starts_with(FRICTION_RUN) {
            Self::OtherRun
        } else if start.starts_with(COMPARISON) {
            Self::Comparison
        } else {
            Self::Other
        }
    }
}

/// The kind of the text, and the same text again from its beginning.
///
/// # Errors
/// Those of reading.
pub fn kind<R: BufRead>(mut text: R) -> std::io::Result<(Kind, impl BufRead)> {
    let mut start = Vec::new();
    text.by_ref()
        .take(FRICTION_RUN.len() as u64)
        .read_to_end(&mut start)?;
    let kind = Kind::of(&start);
    Ok((kind, Cursor::new(start).chain(text)))
}
