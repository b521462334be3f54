//! Point masses, and bars with one at each end.

use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Pin};

/// A point mass in motion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointMass {
    /// Its mass, kg; positive.
    pub mass: Rational,
    /// Its place, m.
    pub at: Vector,
    /// Its velocity, m/s.
    pub velocity: Vector,
}

impl PointMass {
    /// This much of the mass.
    pub(crate) fn share(&self, parts: usize) -> Self {
        Self {
            mass: &self.mass / Rational::from_integer(parts.into()),
            ..self.clone()
        }
    }

    /// It as a body. Nothing turns it where all its pins are at its place; then any inertia will
    /// do, and this one has the radius of gyration 1 m.
    pub(crate) fn dynamics(&self) -> Dynamics {
        Dynamics {
            mass: self.mass.clone(),
            centroid: self.at.clone(),
            inertia: self.mass.clone(),
            velocity: self.velocity.clone(),
            spin: Rational::default(),
        }
    }
}

/// A rigid bar without a mass of its own between two point masses at different places, which have
/// the same velocity along it: for its ends of the masses μ and ν, ℓ apart, the inertia is
/// μ ν ℓ² / (μ + ν).
pub(crate) fn bar(ends: [&PointMass; 2]) -> Dynamics {
    let [first, second] = ends;
    let along = &second.at - &first.at;
    let apart = &second.velocity - &first.velocity;
    let square = along.dot(&along);
    let mass = &first.mass + &second.mass;
    let share = &second.mass / &mass;
    Dynamics {
        centroid: &first.at + &along.scaled(&share),
        inertia: &first.mass * &share * &square,
        velocity: &first.velocity + &apart.scaled(&share),
        spin: along.cross(&apart) / &square,
        mass,
    }
}

/// A body without parts.
pub(crate) fn body(name: String, dynamics: Dynamics) -> Body {
    Body {
        name,
        parts: Vec::new(),
        dynamics: Some(dynamics),
    }
}

/// A pin of two bodies that ignore each other.
pub(crate) fn pin(first: BodyId, second: BodyId, at: &Vector) -> Pin {
    Pin {
        first,
        second: Some(second),
        at: at.clone(),
        collide: false,
    }
}
