//! The states of a run in doubles.
//!
//! Every number is computed exactly (angles: to 190 bits) and rounded once, to the nearest double.
//! The velocities of a state in a run of second order are those that it has. In a run of first order
//! they are those of the step that led to it, as the run's format defines
//! them: (z - z⁻)/h and 2 τ/h, where rot(τ) = c conj(c⁻) / |c⁻|² (`proofs/RUN.md`, sections 5 and
//! 6), so that ½ m v² + ½ I ω² is the recorded kinetic energy; those of state 0 are the scene's.
#![allow(
    clippy::disallowed_types,
    reason = "numbers for plotting; nothing is computed from them"
)]

use super::turn::Turn;
use malachite::Rational;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use zwang_answer::RunHeader;
use zwang_certificate::run::Placement;
use zwang_exact::Vector;
use zwang_output::run::RunStep;
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
    rotation: [Rational; 2],
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
            body.advance(placement, &self.step);
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
            rotation: [1, 0].map(Rational::from),
            turn: Turn::default(),
            velocity: [&body.velocity.x, &body.velocity.y].map(to_solver),
            spin: to_solver(&body.spin),
        }
    }

    fn advance(&mut self, placement: &Placement, step: &Rational) {
        let (Placement::Grid { position, .. } | Placement::Exact { position, .. }) = placement;
        let centroid = position.each_ref().map(to_solver);
        let (turn, rotation) = (Turn::of(placement), rotation(placement));
        self.velocity = [0, 1].map(|axis| (&centroid[axis] - &self.centroid[axis]) / step);
        self.spin = Rational::from(2) * half_tangent(&rotation, &self.rotation) / step;
        self.turn = turn.after(&self.turn);
        (self.centroid, self.rotation) = (centroid, rotation);
    }
}

/// The rotation c.
fn rotation(placement: &Placement) -> [Rational; 2] {
    match placement {
        Placement::Exact { rotation, .. } => rotation.each_ref().map(to_solver),
        Placement::Grid {
            quarter, tangent, ..
        } => {
            let t = to_solver(tangent);
            let (one, square) = (Rational::from(1), &t * &t);
            let unit = &one + &square;
            let [mut x, mut y] = [(one - square) / &unit, Rational::from(2) * t / unit];
            for _ in 0..*quarter {
                (x, y) = (-y, x);
            }
            [x, y]
        }
    }
}

/// τ = Im/(1 + Re) of c conj(c⁻) / |c⁻|². Where a run turns a body by a half turn in one step,
/// which no valid one does, there is none: 0.
fn half_tangent([a, b]: &[Rational; 2], [p, q]: &[Rational; 2]) -> Rational {
    let denominator = a * p + b * q + p * p + q * q;
    if denominator == 0 {
        Rational::from(0)
    } else {
        (b * p - a * q) / denominator
    }
}

/// The nearest double, of two the even one.
fn double(value: &Rational) -> f64 {
    f64::rounding_from(value, RoundingMode::Nearest).0
}
