//! The form of the states of a run: all that is known of a record that nobody has checked.

use super::error::FileError;
use crate::record::{RunRecord, count_free};
use zwang_scene::Scene;

/// The form of the states of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Free bodies of the scene.
    pub bodies: usize,
}

impl Form {
    /// That of the runs of a scene.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        Self {
            bodies: count_free(scene),
        }
    }

    /// Makes sure that the record of a line is that of the step whose turn it is, and that a run
    /// can go on from its state.
    pub(super) fn check(
        &self,
        name: &str,
        line: u64,
        RunRecord(record): &RunRecord,
    ) -> Result<(), FileError> {
        let expected = line - 1;
        let k = record.k;
        let wrong = match &record.state {
            _ if k != expected => Some(format!("found step {k}, expected step {expected}")),
            Some(state) => self.wrong_count(state.len()),
            None => Some("found a step without its state, expected one with `state`".to_owned()),
        };
        match wrong {
            None => Ok(()),
            Some(what) => Err(FileError::Line {
                name: name.to_owned(),
                line,
                what,
            }),
        }
    }

    fn wrong_count(&self, found: usize) -> Option<String> {
        let bodies = self.bodies;
        (found != bodies).then(|| {
            format!("found the state of {found} bodies, expected {bodies}, as the scene has")
        })
    }
}
