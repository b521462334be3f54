//! What the states of a run look like: all that is known of a record that nobody has checked.

use super::error::FileError;
use crate::record::{RunHeader, RunRecord, count_free};
use num_traits::Zero;
use zwang_certificate::run::{Placement, Record};
use zwang_scene::Scene;

/// What the states of a run look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Free bodies of the scene.
    pub bodies: usize,
    /// Whether the run is on a grid.
    pub on_grid: bool,
}

impl Form {
    /// That of the runs of a scene with this header.
    #[must_use]
    pub fn new(scene: &Scene, header: &RunHeader) -> Self {
        Self {
            bodies: count_free(scene),
            on_grid: header.grid().is_some(),
        }
    }

    /// Makes sure that the record of a line is that of the step whose turn it is, and that a run
    /// can go on from its state.
    pub(super) fn check(&self, name: &str, line: u64, record: &RunRecord) -> Result<(), FileError> {
        let expected = line - 1;
        let k = record.k();
        let wrong = match record {
            _ if k != expected => Some(format!("found step {k}, expected step {expected}")),
            RunRecord::First(record) => self.wrong_state(record),
            RunRecord::Second(record) => match &record.state {
                Some(state) => self.wrong_count(state.len()),
                None => {
                    Some("found a step without its state, expected one with `state`".to_owned())
                }
            },
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

    fn wrong_state(&self, record: &Record) -> Option<String> {
        if let Some(wrong) = self.wrong_count(record.state.len()) {
            return Some(wrong);
        }
        for (body, placement) in record.state.iter().enumerate() {
            match placement {
                Placement::Grid { .. } if self.on_grid => {}
                Placement::Exact { rotation, .. } if !self.on_grid => {
                    if rotation.iter().all(Zero::is_zero) {
                        return Some(format!(
                            "found the rotation 0 of free body {body}, expected another number"
                        ));
                    }
                }
                _ => {
                    let kind = match self.on_grid {
                        true => "on a grid",
                        false => "in an exact run",
                    };
                    return Some(format!(
                        "found another kind of rotation of free body {body}, expected one {kind}"
                    ));
                }
            }
        }
        None
    }
}
