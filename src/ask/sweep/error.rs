//! Why a sweep does not go on.

use crate::plan::PlanError;
use std::io::{self, ErrorKind};
use std::path::Path;
use zwang_scene::SceneError;

/// The result of sweeps.
pub type Result<T, E = SweepError> = std::result::Result<T, E>;

/// Why a sweep does not go on. Each begins with the name of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The system refuses.
    #[error("{name}: {}", plain(.error))]
    System {
        /// The file or the folder.
        name: String,
        /// The system's message.
        error: io::Error,
    },
    /// A file stands where a sweep would make its folder.
    #[error("{name}: is a file; expected a folder, which is made if it is not there")]
    File {
        /// The file.
        name: String,
    },
    /// A folder holds no sweep.
    #[error(
        "{name}: {found}; expected the folder of a sweep, as \
         `zwang sweep scene SCENE --vary NAME=FROM..TO:STEP -o FOLDER` makes it"
    )]
    NoSweep {
        /// The folder.
        name: String,
        /// The thing that is there.
        found: &'static str,
    },
    /// A file of a sweep is of another kind than a scene.
    #[error("{0}")]
    NoScene(String),
    /// A file of a sweep is no scene file with parameters.
    #[error("{name}: {error}")]
    Scene {
        /// The scene file.
        name: String,
        /// The mistake in it.
        error: SceneError,
    },
    /// A file of a sweep is a scene in space, about which this cannot be asked.
    #[error(
        "{name}: found a scene in space, asked for {ask}; expected stability or collapse: for one \
         scene there are `zwang critical` and `zwang simulate`"
    )]
    InSpace {
        /// The scene file.
        name: String,
        /// The question.
        ask: String,
    },
    /// The plan cannot be understood, or its scene file has not its parameters.
    #[error("{name}: {error}")]
    Plan {
        /// The file of the plan, or the scene file.
        name: String,
        /// The mistake in it.
        error: PlanError,
    },
    /// The folder holds another sweep.
    #[error("{name}: found another sweep; expected the same one, or another folder")]
    OtherSweep {
        /// The file of the plan.
        name: String,
    },
    /// Another process works on the same shard.
    #[error("{name}: another process is writing to it; expected one for each shard")]
    InUse {
        /// The file of rows.
        name: String,
    },
    /// A line is no row.
    #[error("{name}: line {line}: {what}")]
    Line {
        /// The file of rows.
        name: String,
        /// The line, from 1.
        line: u64,
        /// The thing that is found, and the one that is expected.
        what: String,
    },
    /// A scene file is not what it was when the sweep began.
    #[error("{name}: found other contents than when the sweep began; expected the same file")]
    Changed {
        /// The scene file.
        name: String,
    },
    /// Some items have no row yet.
    #[error(
        "{name}: found {found} of {expected} items, the first without a row is {first}; \
         expected all (run the sweep again, it goes on), or --partial"
    )]
    Incomplete {
        /// The folder.
        name: String,
        /// Items with a row.
        found: u64,
        /// Items of the plan.
        expected: u64,
        /// The first item without one.
        first: u64,
    },
    /// The table cannot be written.
    #[error("{name}: {what}")]
    Table {
        /// The file.
        name: String,
        /// Why.
        what: String,
    },
}

impl SweepError {
    /// Turns an error of the system at this file or folder into one of sweeps.
    pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::System {
            name: path.display().to_string(),
            error,
        }
    }
}

/// The error in words, without the number that the system gives it.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or folder".to_owned(),
        _ => zwang_answer::file::plain(error),
    }
}
