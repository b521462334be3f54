//! Runs of the format `zwang-run-2`, each step checked by itself (`proofs/RUN.md`).
//!
//! Given the state before a step, everything but forces follows: targets, guesses, pairs, options
//! and rows. The record has forces and openings. L3 no contact pulls, L4 the opened motion keeps
//! all rows and the ball is small, L5 no other choice of options has as little restraint, L6 the
//! program is repeated as often as it has to be, L7 the same of velocities, L8 all of the ball has
//! one state, L11 impacts are resolved, L12 no group gains energy. Then the next state is the
//! rounding of the motion of least restraint. There is one function for each condition.
//!
//! * `number`, `vector`: exact numbers over powers of two and short odd integers,
//! * `body`, `plan`, `restitution`, `state`: what the scene and the header say, and where a state
//!   puts the bodies,
//! * `pairs`, `rooms`, `hidden`, `seams`, `options`, `at_seams`, `round`, `takeover`: which parts
//!   are near, and which rows may keep them apart,
//! * `guess`, `places`, `pins`: rows and pins at a guess,
//! * `ball`, `program`: forces, balls, and trees of options,
//! * `turn`, `group`, `step`, `still`: a part of the step of a group, the step of all of them, and
//!   one that changes nothing,
//! * `moment`, `impact`, `path`, `watch`, `work`, `parts`: impacts, and the parts that they cut a
//!   step into,
//! * `verified_step`, `lines`, `error`, `file`, `verdict`: what is said of steps and runs,
//! * [`space`]: runs of solids in space, which are of the same format.
//!
//! Invariant: only [`Checker::step`] makes a [`VerifiedStep`].

mod at_seams;
mod ball;
mod body;
mod error;
mod file;
mod group;
mod guess;
mod hidden;
mod impact;
mod lines;
mod moment;
mod number;
mod options;
mod pairs;
mod parts;
mod passing;
mod path;
mod pins;
mod places;
mod plan;
mod program;
mod restitution;
mod rooms;
mod round;
mod seams;
pub mod space;
mod state;
mod step;
mod still;
mod support;
mod takeover;
mod turn;
mod vector;
mod verdict;
mod verified_step;
mod watch;
mod work;

pub use error::RunError;
pub use file::{Steps, own_scene, own_scene_of_any, verify, verify_any, verify_steps};
pub use state::State;
pub use verdict::{Accepted, Bounces, Extremes, join, refused_piece};
pub use verified_step::{ContactForce, Impact, PinForce, VerifiedStep};
pub use zwang_certificate::run2::{Kind, kind};

use crate::rejection::{Rejection, within};
use plan::Plan;
use std::sync::{Mutex, PoisonError};
use still::Still;
use zwang_certificate::run2::{Header, Record};
use zwang_scene::Scene;

/// Checks the steps of one run.
pub struct Checker {
    plan: Plan,
    /// The last step, if it changed nothing.
    still: Mutex<Option<Still>>,
}

impl Checker {
    /// L0: a checker for the runs of a scene with this header.
    ///
    /// # Errors
    /// A [`Rejection`] if the header does not belong to the scene or has another scene with it, its
    /// numbers are out of range, or bodies of the scene overlap.
    pub fn new(scene: &Scene, header: &Header) -> Result<Self, Rejection> {
        own_scene(header)?;
        Self::of_scene(scene, header)
    }

    /// L0, but for the scene that the run has with it.
    fn of_scene(scene: &Scene, header: &Header) -> Result<Self, Rejection> {
        let (plan, near) = Plan::new(scene, header)?;
        step::parts_do_not_overlap(&plan, near)?;
        Ok(Self {
            plan,
            still: Mutex::new(None),
        })
    }

    /// Whether the scene has friction, so that other motions may obey the law as well.
    fn has_friction(&self) -> bool {
        self.plan.scene.require_no_friction().is_err()
    }

    /// State 0.
    #[must_use]
    pub fn start(&self) -> State {
        State::start(&self.plan)
    }

    /// The state after a step as its record spells it, unchecked; `None` if the record has none.
    ///
    /// # Errors
    /// A [`Rejection`] if it is that of another number of bodies.
    pub fn state(&self, record: &Record) -> Result<Option<State>, Rejection> {
        let Some(listed) = &record.state else {
            return Ok(None);
        };
        let state = State::read(&self.plan, record.k, listed);
        within(format_args!("step {}", record.k), state).map(Some)
    }

    /// L1 to L9 of the step from a state.
    ///
    /// # Errors
    /// The first [`Rejection`] found.
    pub fn step(&self, before: &State, record: &Record) -> Result<VerifiedStep, Rejection> {
        self.paid_step(before, record, usize::MAX)
    }

    /// The same of a step that may cost so many bytes.
    fn paid_step(
        &self,
        before: &State,
        record: &Record,
        bytes: usize,
    ) -> Result<VerifiedStep, Rejection> {
        let index = before.index().saturating_add(1);
        let still = self
            .still
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let step = step::step(&self.plan, still.as_ref(), (before, record), bytes);
        let step = within(format_args!("step {index}"), step)?;
        let still = Still::of(&step, record);
        *self.still.lock().unwrap_or_else(PoisonError::into_inner) = still;
        Ok(step)
    }
}
