//! The states of a run in doubles.
//!
//! Every number is computed exactly (angles: to 190 bits) and rounded once, to the nearest double.
//! Velocities are those of the state, so that ½ m v² + ½ I ω² is its kinetic energy.
#![allow(
    clippy::disallowed_types,
    reason = "numbers for plotting; nothing is computed from them"
)]

use super::turn::Turn;
use malachite::Rational;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use zwang_answer::RunHeader;
use zwang_exact::Vector;
use zwang_output::run::{Placement, RunStep};
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Dynamics, Scene};

/// The columns of the table.
pub const COLUMNS: [&str; 8] = ["time", "body", "x", "y", "angle", "vx", "vy", "spin"];

/// One body at one time.
pub struct Row<'a> {
    /// Seconds.
    pub time: f64,
    /// The name of the body.
    pub body: &'a str,
    /// Centroid (m), angle since the scene (rad), their velocities.
    pub values: [f64; 6],
}

/// Two successive states of a run.
pub struct Trajectory<'a> {
    names: Vec<&'a str>,
    step: Rational,
    steps: u64,
    bodies: Vec<Moving>,
}

/// A free body.
struct Moving {
    id: BodyId,
    centroid: [Rational; 2],
    turn: Turn,
    velocity: [Rational; 2],
    spin: Rational,
}

impl<'a> Trajectory<'a> {
    /// The scene.
    pub fn new(scene: &'a Scene, header: &RunHeader) -> Self {
        let mut names = Vec::new();
        let mut bodies = Vec::new();
        for (id, body) in scene.numbered_bodies() {
            if let Some(free) = &body.dynamics {
                names.push(body.name.as_str());
                bodies.push(Moving::new(id, free));
            }
        }
        Self {
            names,
            step: to_solver(header.step()),
            steps: 0,
            bodies,
        }
    }

    /// Goes on to the next state.
    pub fn advance(&mut self, step: &RunStep) {
        self.steps += 1;
        for (body, placement) in self.bodies.iter_mut().zip(step.placements()) {
            body.advance(step.verified().quarter_turns(body.id), &placement);
            if let Some((Vector { x, y }, spin)) = step.state().velocity(body.id) {
                body.velocity = [x, y].map(to_solver);
                body.spin = to_solver(spin);
            }
        }
    }

    /// The rows of the state.
    pub fn rows<E>(&self, mut row: impl FnMut(&Row) -> Result<(), E>) -> Result<(), E> {
        let time = double(&(&self.step * Rational::from(self.steps)));
        self.names
            .iter()
            .zip(&self.bodies)
            .try_for_each(|(body, moving)| {
                let [x, y] = moving.centroid.each_ref().map(double);
                let [vx, vy] = moving.velocity.each_ref().map(double);
                row(&Row {
                    time,
                    body,
                    values: [
                        x,
                        y,
                        double(&moving.turn.angle()),
                        vx,
                        vy,
                        double(&moving.spin),
                    ],
                })
            })
    }
}

impl Moving {
    fn new(id: BodyId, body: &Dynamics) -> Self {
        Self {
            id,
            centroid: [&body.centroid.x, &body.centroid.y].map(to_solver),
            turn: Turn::default(),
            velocity: [&body.velocity.x, &body.velocity.y].map(to_solver),
            spin: to_solver(&body.spin),
        }
    }

    fn advance(&mut self, quarters: i64, placement: &Placement) {
        let Vector { x, y } = &placement.position;
        self.centroid = [x, y].map(to_solver);
        self.turn = self.turn.after(quarters, placement);
    }
}

/// The nearest double, of two the even one.
pub(super) fn double(value: &Rational) -> f64 {
    f64::rounding_from(value, RoundingMode::Nearest).0
}
