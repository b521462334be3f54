//! Films of runs: pictures, one HTML page that carries everything it shows and asks nobody for
//! anything, or of a run in space a file of GLB.
//!
//! A film is made of checked steps only. States are carried as they are recorded: every coordinate
//! that the page tells as a fraction is that of the run. Forces are carried as 48 leading bits,
//! from which the page can tell correctly rounded decimals. `docs/films.md` describes the data.
#![allow(clippy::disallowed_types)]

#[cfg(feature = "animation")]
mod animation;
mod bytes;
mod page;
mod scene;
mod space;
mod steps;

use crate::run::{RunHead, RunStep};
#[cfg(feature = "animation")]
pub use animation::Animation;
use scene::SceneData;
pub use space::{SolidFilm, SolidPictures};
use steps::Steps;
use zwang_scene::Scene;

/// The run file that a film was made from.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct RunFile {
    /// The user's name for it.
    pub name: String,
    /// The SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
}

/// Bytes, such as a digest, in lower-case hex.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in bytes {
        let pair = format!("{byte:02x}");
        digits.push_str(&pair);
    }
    digits
}

/// A run on its way into a page.
#[derive(Debug)]
pub struct Film {
    scene: SceneData,
    steps: Steps,
    playing: Playing,
    ended: Option<String>,
}

/// How a page plays its film; the reader can change it there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playing {
    /// It plays as soon as it is opened, unless the reader wants reduced motion.
    pub at_once: bool,
    /// At its end it begins again.
    pub again: bool,
}

impl Film {
    /// The film of a run of this scene, before its first step.
    #[must_use]
    pub fn new(scene: &Scene, head: &RunHead) -> Self {
        Self {
            scene: SceneData::new(scene, head),
            steps: Steps::new(scene, &head.step, head.grid),
            playing: Playing::default(),
            ended: None,
        }
    }

    /// Says how it plays.
    #[must_use]
    pub fn playing(self, playing: Playing) -> Self {
        Self { playing, ..self }
    }

    /// Says that the run ended early, and why there is no next step. The page tells it first.
    pub fn set_ending(&mut self, why: String) {
        self.ended = Some(why);
    }

    /// Names the run file.
    pub fn set_run_file(&mut self, file: RunFile) {
        self.scene.set_run_file(file);
    }

    /// Adds the next step.
    pub fn push(&mut self, step: &RunStep) {
        self.steps.push(step);
    }

    /// How many steps it has.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps.count()
    }

    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        page::html(self)
    }
}
