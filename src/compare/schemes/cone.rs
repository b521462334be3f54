//! Cones: rows that bound how things slip by how far they part.
//!
//! A contact with the gap form N, the slip form T along the edge, as long as N, and friction μ asks
//!
//! ```text
//! N(x) - b ≥ μ |T(x) - t|
//! ```
//!
//! two rows in the plane, where no cone has to be replaced by a pyramid. It is the cone of
//! velocities, or accelerations, on which no force of Coulomb's cone, |force along| ≤ μ (force
//! across), works to the bad; its multipliers are the shares of such a force along n + μt and
//! n - μt.

use super::form::{Condition, Form};
use super::framework::Framework;
use super::number::ratio;
use super::program::Answer;
use super::sidedness::Triple;
use num_traits::Signed;
use zwang_exact::{Rational, Vector};

/// The conditions of a contact.
pub(crate) struct Cone {
    /// N and b.
    pub(crate) normal: Condition,
    /// T.
    pub(crate) slip: Form,
    /// μ.
    pub(crate) friction: Rational,
    /// t.
    pub(crate) tip: Rational,
}

impl Cone {
    /// The two rows, or the one if there is no friction.
    fn rows(&self) -> Vec<Condition> {
        if self.friction == ratio(0, 1) {
            return vec![self.normal.clone()];
        }
        let forward = self.row(&self.friction);
        let backward = self.row(&-&self.friction);
        vec![forward, backward]
    }

    /// N(x) + s T(x) ≥ b + s t, for a slope s.
    fn row(&self, slope: &Rational) -> Condition {
        let normal = self.normal.form.clone();
        Condition {
            form: normal.plus(slope, &self.slip),
            bound: &self.normal.bound + slope * &self.tip,
        }
    }

    /// N(x) - b and |T(x) - t| of a motion.
    pub(crate) fn of_motion(&self, motions: &[Vector]) -> [Rational; 2] {
        let opening = self.normal.form.of_motion(motions);
        let parting = opening - &self.normal.bound;
        let slip = self.slip.of_motion(motions) - &self.tip;
        [parting, slip.abs()]
    }
}

/// μ between the bodies of a vertex and an edge.
pub(crate) fn friction(framework: &Framework, triple: Triple) -> Rational {
    let vertex = &framework.outlines[triple.vertex.0];
    let edge = &framework.outlines[triple.edge.0];
    framework.friction.between(vertex.body, edge.body)
}

/// The rows of all cones.
pub(crate) fn rows(cones: &[Cone]) -> Vec<Condition> {
    cones.iter().flat_map(Cone::rows).collect()
}

/// The answer with one entry for each cone in place of each row: a cone presses if a row does.
pub(crate) fn by_cone(mut answer: Answer, cones: &[Cone]) -> Answer {
    let mut rows = answer.pressing.into_iter();
    let mut pressing = Vec::new();
    for cone in cones {
        let count = cone.rows().len();
        let own: Vec<bool> = rows.by_ref().take(count).collect();
        pressing.push(own.contains(&true));
    }
    answer.pressing = pressing;
    answer
}
