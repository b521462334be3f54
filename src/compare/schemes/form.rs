//! Linear forms in the nodes.

use super::framework::Vertex;
use super::number::ratio;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};

/// Σ <w, node> + constant. Variables 2 n and 2 n + 1 are the coordinates of node n.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    coefficients: BTreeMap<usize, Rational>,
    /// The part of fixed points in a position; it takes no part in a motion.
    constant: Rational,
}

/// A form and what it has to be equal to, or at least.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) form: Form,
    pub(crate) bound: Rational,
}

impl Form {
    pub(crate) fn new() -> Self {
        Self {
            coefficients: BTreeMap::new(),
            constant: ratio(0, 1),
        }
    }

    /// Adds <w, vertex>. For a turned vertex that is <w, z> + <w q̄, c>, with q̄ the conjugate of
    /// the arm.
    pub(crate) fn with(mut self, vertex: &Vertex, weight: &Vector) -> Self {
        match vertex {
            Vertex::Fixed(place) => self.constant += weight.dot(place),
            Vertex::Node(node) => self.add(*node, weight),
            Vertex::Turned { centre, turn, arm } => {
                self.add(*centre, weight);
                self.add(
                    *turn,
                    &Vector::new(weight.dot(arm), weight.dot(&arm.quarter_turn())),
                );
            }
        }
        self
    }

    fn add(&mut self, node: usize, weight: &Vector) {
        for (variable, value) in [(2 * node, &weight.x), (2 * node + 1, &weight.y)] {
            *self
                .coefficients
                .entry(variable)
                .or_insert_with(|| ratio(0, 1)) += value;
        }
    }

    /// The form and a multiple of another one.
    pub(crate) fn plus(mut self, factor: &Rational, other: &Self) -> Self {
        self.constant += factor * &other.constant;
        for (variable, value) in &other.coefficients {
            *self
                .coefficients
                .entry(*variable)
                .or_insert_with(|| ratio(0, 1)) += factor * value;
        }
        self
    }

    /// The form in <p_i - p_j, w>.
    pub(crate) fn of_difference(ends: &[Vertex; 2], weight: &Vector) -> Self {
        Self::new().with(&ends[0], weight).with(&ends[1], &-weight)
    }

    /// Pairs (variable, coefficient), without zeros.
    pub(crate) fn coefficients(&self) -> Vec<(usize, Rational)> {
        let coefficients = self
            .coefficients
            .iter()
            .filter(|(_, value)| **value != ratio(0, 1));
        coefficients
            .map(|(variable, value)| (*variable, value.clone()))
            .collect()
    }

    /// The value if the nodes are there.
    pub(crate) fn at(&self, nodes: &[Vector]) -> Rational {
        &self.constant + self.of_motion(nodes)
    }

    /// How the value changes if the nodes move so.
    pub(crate) fn of_motion(&self, nodes: &[Vector]) -> Rational {
        let mut sum = ratio(0, 1);
        for (variable, value) in &self.coefficients {
            let node = &nodes[variable / 2];
            sum += match variable % 2 {
                0 => value * &node.x,
                _ => value * &node.y,
            };
        }
        sum
    }
}

impl Condition {
    /// The condition on accelerations a that makes `self` hold for the positions p̄ + a Δt².
    pub(crate) fn on_accelerations(
        mut self,
        extrapolation: &[Vector],
        time_step: &Rational,
    ) -> Self {
        self.bound = (self.bound - self.form.at(extrapolation)) / (time_step * time_step);
        self
    }
}
