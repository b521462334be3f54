//! The lines of a run.

use zwang_certificate::run2::{self, BigRational, Header, LineError, Record};
use zwang_output::run::RunHead;
use zwang_scene::Scene;

/// The first line of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHeader(pub Header);

/// The line of a step of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRecord(pub Record);

impl RunHeader {
    /// Reads the first line of a run, without its line end.
    ///
    /// # Errors
    /// [`LineError`] if the line is not of the format; the contents are not judged.
    pub fn read(line: &str) -> Result<Self, LineError> {
        run2::read_header(line).map(Self)
    }

    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        run2::write_header(&self.0)
    }

    /// The digest of the scene.
    #[must_use]
    pub fn scene(&self) -> &str {
        &self.0.scene
    }

    /// The time step, s.
    #[must_use]
    pub fn step(&self) -> &BigRational {
        &self.0.step
    }

    /// States are multiples of 2^-grid.
    #[must_use]
    pub fn grid(&self) -> u64 {
        self.0.grid
    }

    /// The program that wrote the run.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.0.program
    }

    /// The scene, as the text of a scene file in JSON, if the run has it with it.
    #[must_use]
    pub fn scene_file(&self) -> Option<&str> {
        self.0.scene_file.as_deref()
    }

    /// The part of it that is shown.
    #[must_use]
    pub fn head(&self) -> RunHead {
        RunHead {
            scene: self.scene().to_owned(),
            step: self.step().clone(),
            grid: self.grid(),
            restitution: self.0.restitution.clone(),
            program: self.program().to_owned(),
        }
    }
}

impl RunRecord {
    /// Reads the line of a step, without its line end.
    ///
    /// # Errors
    /// [`LineError`] if the line is not of the format; the contents are not judged.
    pub fn read(line: &str) -> Result<Self, LineError> {
        run2::read_record(line).map(Self)
    }

    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        run2::write_record(&self.0)
    }

    /// The number of the step, from 1.
    #[must_use]
    pub fn k(&self) -> u64 {
        self.0.k
    }
}

/// How many free bodies a scene has.
pub(crate) fn count_free(scene: &Scene) -> usize {
    scene.bodies.iter().filter(|body| !body.is_fixed()).count()
}
