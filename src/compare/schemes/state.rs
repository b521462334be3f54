//! Two successive positions of all nodes: the state of every scheme. With the trapezoidal update
//! the first one is not where the nodes were, but p - v Δt.

use super::framework::Framework;
use zwang_exact::{Rational, Vector};

/// The places of the nodes, and those of one step ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// p⁻, m.
    pub previous: Vec<Vector>,
    /// p, m.
    pub current: Vec<Vector>,
}

impl State {
    /// The state with the places and velocities of the start, p⁻ = p - v Δt.
    #[must_use]
    pub fn start(framework: &Framework, time_step: &Rational) -> Self {
        let current: Vec<Vector> = framework
            .nodes
            .iter()
            .map(|node| node.place.clone())
            .collect();
        let previous = framework
            .nodes
            .iter()
            .map(|node| &node.place - &node.velocity.scaled(time_step))
            .collect();
        Self { previous, current }
    }

    /// The state with these places and velocities, p⁻ = p - v Δt.
    #[must_use]
    pub fn with_velocities(
        current: Vec<Vector>,
        velocities: &[Vector],
        time_step: &Rational,
    ) -> Self {
        let mut previous = Vec::new();
        for (place, velocity) in current.iter().zip(velocities) {
            previous.push(place - &velocity.scaled(time_step));
        }
        Self { previous, current }
    }

    /// Kinetic and potential energy with the velocities (p - p⁻) / Δt, J; the latter is 0 at the
    /// origin.
    #[must_use]
    pub fn energy(&self, framework: &Framework, time_step: &Rational) -> Rational {
        let half = Rational::new(1.into(), 2.into());
        let velocities = self.velocities(time_step);
        let mut energy = Rational::default();
        for (index, node) in framework.nodes.iter().enumerate() {
            let velocity = &velocities[index];
            let kinetic = velocity.dot(velocity) * &half;
            energy += &node.mass * (kinetic - node.gravity.dot(&self.current[index]));
        }
        energy
    }

    /// p - p⁻.
    #[must_use]
    pub fn displacements(&self) -> Vec<Vector> {
        self.current
            .iter()
            .zip(&self.previous)
            .map(|(current, previous)| current - previous)
            .collect()
    }

    /// (p - p⁻) / Δt, m/s.
    #[must_use]
    pub fn velocities(&self, time_step: &Rational) -> Vec<Vector> {
        let rate = time_step.recip();
        self.displacements()
            .iter()
            .map(|displacement| displacement.scaled(&rate))
            .collect()
    }

    /// p̄ = 2 p - p⁻.
    #[must_use]
    pub fn extrapolation(&self) -> Vec<Vector> {
        self.current
            .iter()
            .zip(self.displacements())
            .map(|(current, displacement)| current + &displacement)
            .collect()
    }

    /// p̃ = 2 p - p⁻ + g Δt².
    #[must_use]
    pub fn prediction(&self, framework: &Framework, time_step: &Rational) -> Vec<Vector> {
        let square = time_step * time_step;
        let fall = framework
            .nodes
            .iter()
            .map(|node| node.gravity.scaled(&square));
        self.extrapolation()
            .iter()
            .zip(fall)
            .map(|(place, fall)| place + &fall)
            .collect()
    }
}

/// The data from which the rows of a position step are made.
pub(crate) struct Linearisation<'a> {
    pub(crate) state: &'a State,
    /// p̃.
    pub(crate) prediction: Vec<Vector>,
    /// Δt, s.
    pub(crate) time_step: &'a Rational,
}
