//! zwang's own run of the same scene with the same time step.

use crate::enclosure::Length;
use crate::figure::{Longest, raise};
use crate::pose::{Pose, largest_distance};
use crate::precision::Precisions;
use crate::shape::{BodyShape, Mass, Shape, point, size};
use crate::table::State;
use crate::vector::{difference, exact};
use malachite::Rational;
use malachite::base::num::basic::traits::{One, Zero};
use std::iter;
use zwang_answer::{CheckedSteps, RunError, Simulation};
use zwang_law::Settings;
use zwang_output::run::RunState;
use zwang_program::Monitor;
use zwang_program::kernel::number::from_solver;
use zwang_scene::BodyId;

/// The place of a body in zwang's own run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPlace {
    /// Its centroid, m.
    pub centroid: [Rational; 2],
    /// Cosine and sine of the angle from its place in the scene.
    pub rotation: [Rational; 2],
}

/// zwang's own run, as far as it goes.
#[derive(Clone, Debug)]
pub struct OwnRun {
    /// The free bodies at each state, the scene first.
    pub states: Vec<Vec<OwnPlace>>,
    /// Why it ends before the table does.
    pub stopped: Option<String>,
}

impl OwnRun {
    /// Runs the scene for so many steps; `done` is told how many there are.
    ///
    /// # Errors
    /// [`RunError`] if the run cannot begin, or was told to stop, or the checker does not accept a
    /// step. If a step is impossible or ambiguous, the run ends, and says so.
    pub(crate) fn new(
        shape: &Shape,
        step: &Rational,
        steps: usize,
        monitor: &Monitor,
        done: &dyn Fn(usize),
    ) -> Result<Self, RunError> {
        let settings = Settings {
            step: from_solver(step),
            restitution: zwang_answer::restitution(shape.scene),
            ..Settings::default()
        };
        let mut simulation = Simulation::new(shape.scene.clone(), settings)?;
        let start = shape.masses().map(at_the_scene).collect();
        let mut own = Self {
            states: vec![start],
            stopped: None,
        };
        let header = simulation.header();
        let records = iter::repeat_with(|| simulation.advance(monitor));
        let accepted = CheckedSteps::new(shape.scene, &header, records)?;
        for (finished, step) in (1..=steps).zip(accepted) {
            match step {
                Ok(step) => own.states.push(places(shape, step.verified().state())),
                Err(RunError::Step(error)) if !error.is_interrupted() => {
                    own.stopped = Some(error.to_string());
                    break;
                }
                Err(error) => return Err(error),
            }
            done(finished);
        }
        Ok(own)
    }

    /// The largest distance of a point from where this run has it, and its body.
    pub(crate) fn divergence(
        &self,
        shape: &Shape,
        state: usize,
        poses: &[Pose],
    ) -> Option<Longest> {
        let own = self.states.get(state)?;
        let mut longest = Longest::none();
        for (place, &body) in shape.free.iter().enumerate() {
            let distance = distance(shape, body, &own[place], &poses[place]);
            longest.raise(distance, &[body]);
        }
        Some(longest)
    }

    /// Whether all bodies are within the table's own precision of this run.
    pub(crate) fn agrees(
        &self,
        shape: &Shape,
        index: usize,
        state: &State,
        poses: &[Pose],
        precisions: &Precisions,
    ) -> bool {
        let Some(own) = self.states.get(index) else {
            return false;
        };
        for (place, &body) in shape.free.iter().enumerate() {
            let precision = precisions.of(shape, state, place);
            let distance = distance(shape, body, &own[place], &poses[place]);
            if distance.squared.high > &precision * &precision {
                return false;
            }
        }
        true
    }

    /// How far a body has moved from the scene, and which one the farthest.
    pub(crate) fn displacement(&self, shape: &Shape, state: usize) -> Option<(Length, BodyId)> {
        let own = self.states.get(state)?;
        let mut farthest: Option<(Length, BodyId)> = None;
        let bodies = shape.free.iter().zip(shape.masses());
        for ((&body, (content, mass)), placement) in bodies.zip(own) {
            let apart = difference(&placement.centroid, &mass.centroid);
            let [cosine, sine] = &placement.rotation;
            let turn = [cosine - Rational::ONE, sine.clone()];
            let moved = largest_distance(&apart, &exact(&turn), &content.arms);
            raise(&mut farthest, moved, body);
        }
        farthest
    }

    /// How many states belong to the beginning: up to the first in which a body has moved by more
    /// than a tenth of the scene's size, but four at least. None if this run has no step.
    pub(crate) fn beginning(&self, shape: &Shape) -> usize {
        let count = self.states.len();
        if count < 2 {
            return 0;
        }
        let tenth = size(shape.scene).unwrap_or_default() / Rational::from(10);
        for state in 0..count {
            let Some((farthest, _)) = self.displacement(shape, state) else {
                return 0;
            };
            if farthest.exceeds(&tenth) {
                return (state + 1).max(4).min(count);
            }
        }
        count
    }
}

/// The place of a body before the first step.
fn at_the_scene((_, mass): (&BodyShape, &Mass)) -> OwnPlace {
    OwnPlace {
        centroid: mass.centroid.clone(),
        rotation: [Rational::ONE, Rational::ZERO],
    }
}

/// The places of the free bodies in a state.
fn places(shape: &Shape, state: &RunState) -> Vec<OwnPlace> {
    let mut places = Vec::new();
    for &body in &shape.free {
        let (Some(centroid), Some(rotation)) = (state.position(body), state.rotation(body)) else {
            continue;
        };
        places.push(OwnPlace {
            centroid: point(&centroid),
            rotation: point(&rotation),
        });
    }
    places
}

fn distance(shape: &Shape, body: BodyId, own: &OwnPlace, pose: &Pose) -> Length {
    let apart = difference(&pose.centroid, &own.centroid);
    let own_rotation = exact(&own.rotation);
    let turn = difference(&pose.rotation, &own_rotation);
    largest_distance(&apart, &turn, &shape.bodies[body].arms)
}
