//! Runs of solids in space, each step checked by itself (`proofs/RUN.md`, section 14).
//!
//! Bodies fly freely. The state after a step is a function of the state before it: the centroid
//! moves along its parabola, and the body turns as the discrete equation of Euler says, with its
//! angular momentum. A record has directions that show that no two parts meet on the way. Bodies
//! that touch move by the forces of a record (section 16), which prove a ball that their motion
//! lies in.
//!
//! * `vector`: vectors, matrices and quaternions of exact numbers,
//! * `plan`: what the scene and the header say,
//! * `state`: states, and where they put the bodies,
//! * `turn`, `flight`: how a body turns in a step, and flies,
//! * `apart`: parts that cannot meet in a step,
//! * `contacts`: contacts of a record, and their points,
//! * `bearing`, `over`: whether parts can bear there,
//! * `program`, `rough`, `decided`: the ball that forces prove, friction, and numbers that are the
//!   same all over the ball,
//! * `group`, `pose`, `velocity`, `idle`: a step of bodies that touch,
//! * `joints`: constraints of two bodies (section 18),
//! * `rounds`: impacts with restitution (section 17),
//! * `energy`, `part`, `step`: a part of a step, and all of it.
//!
//! Invariant: only [`Checker::step`] makes a [`VerifiedStep`].

mod apart;
mod bearing;
mod contacts;
mod decided;
mod energy;
mod flight;
mod group;
mod idle;
mod joints;
mod over;
mod part;
mod plan;
mod pose;
mod program;
mod rough;
mod rounds;
mod state;
mod step;
mod turn;
mod vector;
mod velocity;

pub use state::State;
pub use step::VerifiedStep;

use super::file;
use crate::rejection::{Rejection, within};
use plan::Plan;
use zwang_certificate::run2::Header;
use zwang_certificate::run2::space::Record;
use zwang_scene::space::Scene;

/// Checks the steps of one run in space.
pub struct Checker {
    plan: Plan,
}

impl Checker {
    /// L0: a checker for the runs of a scene with this header.
    ///
    /// # Errors
    /// A [`Rejection`] if the header does not belong to the scene or has another scene with it, or
    /// if its numbers are out of range.
    pub fn new(scene: &Scene, header: &Header) -> Result<Self, Rejection> {
        file::own_scene_in_space(header)?;
        Self::of_scene(scene, header)
    }

    /// L0, but for the scene that the run has with it.
    pub(super) fn of_scene(scene: &Scene, header: &Header) -> Result<Self, Rejection> {
        let plan = Plan::new(scene, header)?;
        Ok(Self { plan })
    }

    /// Whether the scene has friction, so that other motions may obey the law as well.
    #[must_use]
    pub fn has_friction(&self) -> bool {
        !self.plan.scene.friction.is_none()
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

    /// The step from a state.
    ///
    /// # Errors
    /// The first [`Rejection`] found.
    pub fn step(&self, before: &State, record: &Record) -> Result<VerifiedStep, Rejection> {
        self.paid_step(before, record, usize::MAX)
    }

    /// The same of a step that may cost so many bytes.
    pub(super) fn paid_step(
        &self,
        before: &State,
        record: &Record,
        bytes: usize,
    ) -> Result<VerifiedStep, Rejection> {
        let index = before.index().saturating_add(1);
        let step = step::step(&self.plan, before, record, bytes);
        within(format_args!("step {index}"), step)
    }
}
