//! External loads in space: forces and torques that act on bodies from outside.

use crate::model::{BodyId, MisplacedLoad};
use crate::space::{Dynamics, Scene};
use zwang_exact::Vector3;

/// A force and a torque on a free body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// Its name, which no other load has; that of its body, if the body's own entry has it.
    pub name: String,
    /// The body, a free one.
    pub body: BodyId,
    /// The point of the body at which the force acts, m, where the scene has it.
    pub at: Vector3,
    /// The force, N.
    pub force: Vector3,
    /// A torque beside that of the force, N m.
    pub torque: Vector3,
}

/// The pull on a free body from outside: its weight and its loads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pull {
    /// m g + F, N.
    pub force: Vector3,
    /// The torque T about the centroid, N m.
    pub torque: Vector3,
}

/// How a free body accelerates where nothing holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeAcceleration {
    /// Acceleration of the centroid, m/s²: g + F / m.
    pub linear: Vector3,
    /// Angular acceleration, rad/s²: I⁻¹ (T - ω × I ω).
    pub angular: Vector3,
}

impl Load {
    /// Whether the load is no force and no torque.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.force.is_zero() && self.torque.is_zero()
    }
}

impl Pull {
    /// The work under a velocity and an angular velocity, W.
    #[must_use]
    pub fn power(&self, linear: &Vector3, angular: &Vector3) -> zwang_exact::Rational {
        self.force.dot(linear) + self.torque.dot(angular)
    }
}

impl Dynamics {
    /// How the body accelerates where nothing but this pulls it.
    #[must_use]
    pub fn free_acceleration(&self, pull: &Pull) -> FreeAcceleration {
        let gyroscopic = self.spin.cross(&self.inertia.times(&self.spin));
        let torque = &pull.torque - &gyroscopic;
        let angular = match self.inertia.inverse() {
            Some(inverse) if !torque.is_zero() => inverse.times(&torque),
            _ => Vector3::zero(),
        };
        FreeAcceleration {
            linear: pull.force.scaled(&self.mass.recip()),
            angular,
        }
    }
}

impl Scene {
    /// The load with this name.
    #[must_use]
    pub fn load_named(&self, name: &str) -> Option<&Load> {
        self.loads.iter().find(|load| load.name == name)
    }

    /// Makes sure that each load, one of 0, too, acts on a free body of the scene.
    ///
    /// # Errors
    /// [`MisplacedLoad`] names the first load that does not.
    pub fn require_loads_on_free_bodies(&self) -> Result<(), MisplacedLoad> {
        for load in &self.loads {
            let found = match self.body(load.body) {
                None => {
                    let count = self.bodies.len();
                    format!("body {} of a scene of {count}", load.body)
                }
                Some(body) if body.is_fixed() => format!("`{}`, which is fixed", body.name),
                Some(_) => continue,
            };
            return Err(MisplacedLoad {
                load: load.name.clone(),
                found,
            });
        }
        Ok(())
    }

    /// The pull on each body, in the order of the bodies; `None` for fixed ones. A load on a body
    /// that is fixed, or not there, pulls nothing.
    #[must_use]
    pub fn pulls(&self) -> Vec<Option<Pull>> {
        let mut pulls = Vec::with_capacity(self.bodies.len());
        for body in &self.bodies {
            let weight = body.dynamics.as_ref().map(|free| Pull {
                force: self.gravity.scaled(&free.mass),
                torque: Vector3::zero(),
            });
            pulls.push(weight);
        }
        for load in &self.loads {
            let body = self.body(load.body);
            let free = body.and_then(|body| body.dynamics.as_ref());
            let pull = pulls.get_mut(load.body.0).and_then(Option::as_mut);
            if let (Some(free), Some(pull)) = (free, pull) {
                let arm = &load.at - &free.centroid;
                let moment = arm.cross(&load.force);
                pull.force = &pull.force + &load.force;
                pull.torque = &pull.torque + &(&moment + &load.torque);
            }
        }
        pulls
    }

    /// How each body accelerates where nothing holds it, in the order of the bodies; `None` for
    /// fixed ones.
    #[must_use]
    pub fn free_accelerations(&self) -> Vec<Option<FreeAcceleration>> {
        let mut accelerations = Vec::with_capacity(self.bodies.len());
        for (body, pull) in self.bodies.iter().zip(self.pulls()) {
            let free = body.dynamics.as_ref().zip(pull);
            accelerations.push(free.map(|(free, pull)| free.free_acceleration(&pull)));
        }
        accelerations
    }
}
