//! A scene advanced in time, by the law of second order where that can do it.

use crate::record::{RunHeader, RunRecord};
use std::collections::BTreeMap;
use std::sync::Arc;
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_law::{Coefficients, CornerChoice, Grid, LawError, Restitution, Settings};
use zwang_motion::MotionError;
use zwang_output::run::{Ground, Law, RunState};
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::Scene;
use zwang_writer::to_json_line;

/// Binary digits of the states of runs of second order.
const GRID: u64 = 64;

/// Why a run cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// Of a run of first order.
    #[error(transparent)]
    First(#[from] MotionError),
    /// Of a run of second order.
    #[error(transparent)]
    Second(#[from] LawError),
}

impl StepError {
    /// Whether it was told to stop.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        matches!(
            self,
            Self::First(MotionError::Interrupted(_)) | Self::Second(LawError::Interrupted(_))
        )
    }

    /// Whether several motions are left.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        matches!(
            self,
            Self::First(MotionError::Ambiguous { .. }) | Self::Second(LawError::Ambiguous { .. })
        )
    }

    /// Whether no motion is left.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        matches!(
            self,
            Self::First(MotionError::Impossible { .. }) | Self::Second(LawError::Impossible { .. })
        )
    }

    /// Whether it says something about the scene's motion, and not about the numbers that it is
    /// computed with.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.is_ambiguous() || self.is_impossible()
    }

    /// Whether it is about a setting, and not about the scene.
    #[must_use]
    pub fn is_of_settings(&self) -> bool {
        matches!(
            self,
            Self::First(
                MotionError::Step(_) | MotionError::Restitution(_) | MotionError::ExactRestitution
            ) | Self::Second(LawError::Step(_) | LawError::Restitution(_))
        )
    }
}

/// The law of the run of a scene, if nobody says otherwise: that of second order, unless it
/// [`lacks`] something.
#[must_use]
pub fn law_of(scene: &Scene, settings: &Settings) -> Law {
    match lacks(scene, settings) {
        None => Law::Second,
        Some(_) => Law::First,
    }
}

/// What a run of second order does not have yet, of all that a scene and settings ask for.
#[must_use]
pub fn lacks(_scene: &Scene, settings: &Settings) -> Option<&'static str> {
    let Settings {
        step: _,
        grid,
        restitution: _,
        impacts: _,
        corner,
        motion,
        most_bits: _,
        floats: _,
    } = settings;
    match grid {
        Grid(None) => return Some("exact numbers"),
        Grid(Some(GRID)) => {}
        Grid(Some(_)) => return Some("another grid than 2^-64"),
    }
    if *corner != CornerChoice::Stop {
        return Some("a choice at corners");
    }
    motion.then_some("a motion beside rest")
}

/// A scene that is advanced in time, step by step.
pub struct Simulation {
    scene: Arc<Scene>,
    course: Course,
}

enum Course {
    First(Box<zwang_motion::Simulation>),
    Second(Box<Second>),
}

/// A run of second order.
struct Second {
    simulation: zwang_law::Simulation,
    header: zwang_certificate::run2::Header,
    ground: Ground,
    symmetries: Vec<Symmetry>,
    is_symmetric: bool,
}

impl Simulation {
    /// A scene at its beginning, by this law, or by that of [`law_of`].
    ///
    /// # Errors
    /// [`StepError`] if a setting is out of range, the law does not have what the scene asks for,
    /// bodies overlap, or a motion is asked for of a scene with friction that rests and has no
    /// other.
    pub fn new(
        scene: impl Into<Arc<Scene>>,
        settings: Settings,
        law: Option<Law>,
    ) -> Result<Self, StepError> {
        let scene = scene.into();
        let law = law.unwrap_or_else(|| law_of(&scene, &settings));
        let course = match law {
            Law::First => {
                let first = zwang_motion::Simulation::new(Arc::clone(&scene), settings)?;
                Course::First(Box::new(first))
            }
            Law::Second => Course::Second(Box::new(Second::new(&scene, &settings)?)),
        };
        Ok(Self { scene, course })
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The law of its steps.
    #[must_use]
    pub fn law(&self) -> Law {
        match &self.course {
            Course::First(_) => Law::First,
            Course::Second(_) => Law::Second,
        }
    }

    /// The first line of the run's file.
    #[must_use]
    pub fn header(&self) -> RunHeader {
        match &self.course {
            Course::First(simulation) => RunHeader::First(simulation.header()),
            Course::Second(second) => RunHeader::Second(second.header.clone()),
        }
    }

    /// Goes on after the last of these records of an earlier run with the same settings: the last
    /// three, or all if there are fewer; of second order those since the last whole
    /// [`zwang_law::MEMORY`] of steps, if the steps are to be found again bit for bit.
    #[must_use]
    pub fn resumed_after(self, records: &[RunRecord]) -> Self {
        let Some(last) = records.last() else {
            return self;
        };
        let course = match (self.course, last) {
            (Course::First(simulation), RunRecord::First(_)) => {
                let records: Vec<_> = records.iter().filter_map(RunRecord::first_order).collect();
                let records: Vec<_> = records.into_iter().cloned().collect();
                Course::First(Box::new(simulation.resumed_after(&records)))
            }
            (Course::Second(mut second), RunRecord::Second(last)) => {
                let records: Vec<_> = records.iter().filter_map(RunRecord::second_order).collect();
                second.simulation = second.simulation.resumed_after(&records);
                second.look_for_symmetry(last);
                Course::Second(second)
            }
            (course, _) => course,
        };
        Self { course, ..self }
    }

    /// Steps done.
    #[must_use]
    pub fn steps(&self) -> u64 {
        match &self.course {
            Course::First(simulation) => simulation.steps() as u64,
            Course::Second(second) => second.simulation.steps(),
        }
    }

    /// Symmetries of the scene that the run keeps, the identity not counted.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        match &self.course {
            Course::First(simulation) => simulation.symmetries(),
            Course::Second(second) => second.symmetries.len(),
        }
    }

    /// Whether the symmetries of the scene have lasted until now.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        match &self.course {
            Course::First(simulation) => simulation.is_symmetric(),
            Course::Second(second) => second.is_symmetric,
        }
    }

    /// Does a step.
    ///
    /// # Errors
    /// [`StepError`] if the step is impossible or ambiguous, or if none is found; then the
    /// simulation is where it was.
    pub fn advance(&mut self, monitor: &Monitor) -> Result<RunRecord, StepError> {
        match &mut self.course {
            Course::First(simulation) => {
                let record = simulation.advance(monitor)?;
                Ok(RunRecord::First(Box::new(record)))
            }
            Course::Second(second) => {
                let step = second.simulation.advance(monitor)?;
                let record = second.simulation.record(&step);
                monitor.count(|counts| {
                    counts.groups += record.groups.len();
                    counts.groups_done += record.groups.len();
                });
                second.look_for_symmetry(&record);
                Ok(RunRecord::Second(Box::new(record)))
            }
        }
    }
}

impl Second {
    fn new(scene: &Arc<Scene>, settings: &Settings) -> Result<Self, StepError> {
        if let Some(thing) = lacks(scene, settings) {
            return Err(LawError::NotYet(thing).into());
        }
        zwang_law::require_lawful_start(scene).map_err(LawError::from)?;
        let simulation = zwang_law::Simulation::new(Scene::clone(scene), &settings.step)?;
        if let Some(coefficient) = settings.restitution.out_of_range() {
            return Err(LawError::Restitution(coefficient.to_string()).into());
        }
        let restitution = restitution_of(&settings.restitution);
        let simulation = simulation.with_impacts(restitution, settings.impacts);
        let simulation = simulation.with_floats(settings.floats);
        let header = simulation.header(text_of(scene));
        Ok(Self {
            ground: Ground::new(scene, &header),
            header,
            simulation,
            symmetries: symmetries(scene, &settings.restitution),
            is_symmetric: true,
        })
    }

    /// Looks whether the symmetries last in the state of a record.
    fn look_for_symmetry(&mut self, record: &zwang_certificate::run2::Record) {
        if self.symmetries.is_empty() || !self.is_symmetric {
            return;
        }
        let Some(state) = &record.state else {
            return;
        };
        let scene = self.simulation.scene();
        let state = self.ground.run_state(state.iter());
        let mut symmetries = self.symmetries.iter();
        self.is_symmetric = symmetries.all(|symmetry| keeps(scene, symmetry, &state));
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
