//! How far a sweep is.

use crate::error::Result;
use crate::folder;
use crate::row::{Row, Status};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How far a sweep is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepStatus {
    /// The question.
    pub ask: String,
    /// The items of the plan.
    pub items: u64,
    /// Those that have a row.
    pub done: u64,
    /// Those whose scene, or answer, does not exist.
    pub errors: u64,
    /// Those whose time was up.
    pub time_limits: u64,
    /// The first item that has no row.
    pub first_missing: Option<u64>,
    /// How often each verdict was found.
    pub verdicts: BTreeMap<String, u64>,
    /// The bytes of their lines, with the proofs compressed.
    pub bytes: u64,
    /// Time spent on all rows, µs.
    pub microseconds: u64,
    /// The files of rows.
    pub files: u64,
}

impl SweepStatus {
    /// Returns a line of JSON, of the format `zwang-sweep-status-1`.
    #[must_use]
    pub fn json(&self) -> String {
        let value = json!({
            "format": "zwang-sweep-status-1",
            "ask": self.ask,
            "items": self.items,
            "done": self.done,
            "errors": self.errors,
            "time_limits": self.time_limits,
            "first_missing": self.first_missing,
            "verdicts": self.verdicts,
            "bytes": self.bytes,
            "microseconds": self.microseconds,
            "files": self.files,
        });
        format!("{value}\n")
    }
}

/// How far the sweep in a folder is.
///
/// # Errors
/// [`SweepError`](crate::SweepError) if there is none, or a file cannot be read.
pub fn status(folder: &Path) -> Result<SweepStatus> {
    let plan = folder::plan(folder)?;
    let mut verdicts = BTreeMap::new();
    let mut microseconds = 0_u64;
    // Two shards may have done the same item.
    let mut judged = BTreeSet::new();
    let index = folder::index(folder, plan.items(), |row: &Row| {
        microseconds = microseconds.saturating_add(row.microseconds);
        if let Some(answer) = &row.answer
            && judged.insert(row.item)
        {
            *verdicts.entry(answer.verdict.clone()).or_insert(0) += 1;
        }
    })?;
    let known = index.rows.keys().copied();
    let mut found = SweepStatus {
        ask: plan.ask().to_string(),
        items: plan.items(),
        done: index.rows.len() as u64,
        errors: 0,
        time_limits: 0,
        first_missing: first_missing(known, plan.items()),
        verdicts,
        bytes: 0,
        microseconds,
        files: index.files.len() as u64,
    };
    for row in index.rows.values() {
        found.bytes += row.bytes.end - row.bytes.start;
        match row.status {
            Status::Ok => {}
            Status::Error => found.errors += 1,
            Status::TimeLimit => found.time_limits += 1,
        }
    }
    Ok(found)
}

/// The first item below `items` that is none of these, which ascend.
pub(crate) fn first_missing(known: impl Iterator<Item = u64>, items: u64) -> Option<u64> {
    let mut next = 0;
    for item in known {
        if item != next {
            break;
        }
        next += 1;
    }
    if next < items { Some(next) } else { None }
}

#[cfg(test)]
mod tests {
    use super::first_missing;

    #[track_caller]
    fn missing_of_three(known: &[u64], first: Option<u64>) {
        let known = known.iter().copied();
        assert_eq!(first_missing(known, 3), first);
    }

    #[test]
    fn the_first_gap_is_found() {
        missing_of_three(&[0, 1, 2], None);
        missing_of_three(&[0, 2], Some(1));
        missing_of_three(&[1, 2], Some(0));
        missing_of_three(&[0, 1], Some(2));
    }
}
