//! A scene advanced in time.

use crate::record::{RunHeader, RunRecord};
use std::collections::BTreeMap;
use std::sync::Arc;
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_law::{Coefficients, LawError, Restitution, Settings};
use zwang_output::run::{Ground, RunState};
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::Scene;
use zwang_writer::to_json_line;

/// A scene that is advanced in time, step by step.
pub struct Simulation {
    scene: Arc<Scene>,
    steps: zwang_law::Simulation,
    header: RunHeader,
    ground: Ground,
    symmetries: Vec<Symmetry>,
    is_symmetric: bool,
}

impl Simulation {
    /// A scene at its beginning.
    ///
    /// # Errors
    /// [`LawError`] if a setting is out of range, or bodies overlap.
    pub fn new(scene: impl Into<Arc<Scene>>, settings: Settings) -> Result<Self, LawError> {
        let scene = scene.into();
        zwang_law::require_lawful_start(&scene)?;
        let steps = zwang_law::Simulation::new(Scene::clone(&scene), &settings.step)?;
        if let Some(coefficient) = settings.restitution.out_of_range() {
            return Err(LawError::Restitution(coefficient.to_string()));
        }
        let restitution = restitution_of(&settings.restitution);
        let steps = steps.with_impacts(restitution, settings.impacts);
        let steps = steps.with_floats(settings.floats);
        let header = steps.header(text_of(&scene));
        Ok(Self {
            ground: Ground::new(&scene, &header),
            header: RunHeader(header),
            steps,
            symmetries: symmetries(&scene, &settings.restitution),
            is_symmetric: true,
            scene,
        })
    }

    /// The same with every program begun from nothing, to see what beginning from the forces of the
    /// program before saves.
    #[must_use]
    pub fn with_cold_starts(self) -> Self {
        Self {
            steps: self.steps.with_cold_starts(),
            ..self
        }
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The first line of the run's file.
    #[must_use]
    pub fn header(&self) -> RunHeader {
        self.header.clone()
    }

    /// Goes on after the last of these records of an earlier run with the same settings: those
    /// since the last whole [`zwang_law::MEMORY`] of steps, if the steps are to be found again bit
    /// for bit.
    #[must_use]
    pub fn resumed_after(mut self, records: &[RunRecord]) -> Self {
        let Some(last) = records.last() else {
            return self;
        };
        let lines: Vec<_> = records.iter().map(|RunRecord(record)| record).collect();
        self.steps = self.steps.resumed_after(&lines);
        self.look_for_symmetry(last);
        self
    }

    /// Steps done.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps.steps()
    }

    /// Symmetries of the scene that the run keeps, the identity not counted.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// Whether the symmetries of the scene have lasted until now.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// Does a step.
    ///
    /// # Errors
    /// [`LawError`] if the step is impossible or ambiguous, or if none is found; then the
    /// simulation is where it was.
    pub fn advance(&mut self, monitor: &Monitor) -> Result<RunRecord, LawError> {
        let step = self.steps.advance(monitor)?;
        let record = RunRecord(self.steps.record(&step));
        let RunRecord(line) = &record;
        monitor.count(|counts| {
            counts.groups += line.groups.len();
            counts.groups_done += line.groups.len();
        });
        self.look_for_symmetry(&record);
        Ok(record)
    }

    /// Looks whether the symmetries last in the state of a record.
    fn look_for_symmetry(&mut self, RunRecord(record): &RunRecord) {
        if self.symmetries.is_empty() || !self.is_symmetric {
            return;
        }
        let Some(state) = &record.state else {
            return;
        };
        let state = self.ground.state(state.iter());
        let mut symmetries = self.symmetries.iter();
        self.is_symmetric = symmetries.all(|symmetry| keeps(&self.scene, symmetry, &state));
    }
}

/// The symmetries of a run of a scene with these coefficients.
fn symmetries(scene: &Scene, restitution: &Restitution) -> Vec<Symmetry> {
    let mut symmetries = symmetry::detect(scene);
    symmetries.retain(|symmetry| restitution.has_symmetry(&symmetry.bodies));
    symmetries
}

/// The coefficients of a run as the law takes them.
fn restitution_of(restitution: &Restitution) -> Coefficients {
    let mut pairs = BTreeMap::new();
    for (bodies, coefficient) in &restitution.pairs {
        pairs.insert(*bodies, to_solver(coefficient));
    }
    Coefficients {
        default: to_solver(&restitution.default),
        pairs,
    }
}

/// The scene in JSON, if that says the same.
fn text_of(scene: &Scene) -> Option<String> {
    let text = to_json_line(scene);
    let read: Scene = text.parse().ok()?;
    (read.digest() == scene.digest()).then_some(text)
}

/// Whether a state is its own image under a symmetry of the scene.
#[must_use]
pub fn keeps(scene: &Scene, symmetry: &Symmetry, state: &RunState) -> bool {
    for ((id, body), image) in scene.numbered_bodies().zip(&symmetry.bodies) {
        if body.is_fixed() {
            continue;
        }
        let place = state.position(id).map(|place| symmetry.map_point(&place));
        let mut turn = state.rotation(id);
        if let Some(turn) = &mut turn
            && symmetry.is_reflection()
        {
            turn.y = -turn.y.clone();
        }
        let is_known = place.is_some() && turn.is_some();
        let has_place = place == state.position(*image);
        let has_turn = turn == state.rotation(*image);
        if !is_known || !has_place || !has_turn {
            return false;
        }
    }
    true
}
