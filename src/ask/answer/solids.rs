//! A scene in space advanced in time, each step accepted by the checker before it comes out.

use crate::file::RunReader;
use crate::record::RunHeader;
use crate::steps::RunError;
use std::io::BufRead;
use zwang_certificate::run2::{Header, space, write_header};
use zwang_check::{Rejection, law};
use zwang_law::Settings;
use zwang_scene::space::Scene;
use zwang_writer::space::to_json_line;

/// A scene in space that is advanced in time, step by step.
pub struct Solids {
    simulation: zwang_law::space::Simulation,
    checker: law::space::Checker,
    header: Header,
    state: law::space::State,
}

/// A step that the checker has accepted.
pub struct SolidsStep {
    verified: law::space::VerifiedStep,
    line: String,
}

impl Solids {
    /// A scene at its beginning.
    ///
    /// # Errors
    /// [`RunError`] if the scene or the settings are none that a run can have.
    pub fn new(scene: Scene, settings: &Settings) -> Result<Self, RunError> {
        let text = text_of(&scene);
        let simulation = zwang_law::space::Simulation::new(scene, &settings.step)?;
        let simulation =
            simulation.with_restitution(settings.restitution.clone(), settings.impacts)?;
        let header = simulation.header(text);
        let checker = law::space::Checker::new(simulation.scene(), &header)?;
        Ok(Self {
            state: checker.start(),
            simulation,
            checker,
            header,
        })
    }

    /// The first line of the run's file, without its end.
    #[must_use]
    pub fn header_line(&self) -> String {
        write_header(&self.header)
    }

    /// Steps done.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.simulation.steps()
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        self.simulation.scene()
    }

    /// Does a step and has it checked.
    ///
    /// # Errors
    /// [`RunError`] if a body turns too far for one step, if bodies may touch, or if the step gives
    /// energy to a body.
    pub fn advance(&mut self) -> Result<SolidsStep, RunError> {
        let record = self.simulation.advance()?;
        let verified = self.checker.step(&self.state, &record)?;
        self.state = verified.state().clone();
        Ok(SolidsStep {
            verified,
            line: space::write_record(&record),
        })
    }

    /// How a body moves now; `None` of a fixed one.
    #[must_use]
    pub fn motion(&self, body: usize) -> Option<zwang_law::space::Motion> {
        self.simulation.motion(body)
    }
}

/// The scene as a text from which the same scene is read.
fn text_of(scene: &Scene) -> Option<String> {
    let text = to_json_line(scene);
    let read: Scene = text.parse().ok()?;
    (read.digest() == scene.digest()).then_some(text)
}

impl SolidsStep {
    /// The step that the checker has accepted.
    #[must_use]
    pub fn verified(&self) -> &law::space::VerifiedStep {
        &self.verified
    }

    /// The line of the step in the run's file, without its end.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }
}

/// The steps of a run file in space, each accepted by the checker before it comes out.
pub struct CheckedSolids<'a, R> {
    checker: law::space::Checker,
    state: law::space::State,
    reader: &'a mut RunReader<R>,
}

impl<'a, R: BufRead> CheckedSolids<'a, R> {
    /// The steps that a reader has after this header.
    ///
    /// # Errors
    /// The [`Rejection`] of a header that does not belong to the scene.
    pub fn new(
        scene: &Scene,
        header: &RunHeader,
        reader: &'a mut RunReader<R>,
    ) -> Result<Self, Rejection> {
        let checker = law::space::Checker::new(scene, &header.0)?;
        Ok(Self {
            state: checker.start(),
            checker,
            reader,
        })
    }

    /// The state after the last step that came out.
    #[must_use]
    pub fn state(&self) -> &law::space::State {
        &self.state
    }

    /// The next step; `None` after the last complete line.
    ///
    /// # Errors
    /// [`RunError`] if a line cannot be read, or if its step is rejected.
    pub fn advance(&mut self) -> Result<Option<law::space::VerifiedStep>, RunError> {
        let Some(record) = self.reader.next_in_space()? else {
            return Ok(None);
        };
        let verified = self.checker.step(&self.state, &record)?;
        self.state = verified.state().clone();
        Ok(Some(verified))
    }
}
