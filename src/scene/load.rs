//! External loads: forces and torques that act on bodies from outside.
//!
//! A load is *dead*: its force keeps its size and its direction however its body moves, and acts at
//! a point that the body takes with it. On a body that is turned by c (|c| = 1), a force f at the
//! arm r from the centroid has the torque (c r) × f = Re(c) (r × f) - Im(c) (r · f). So the loads
//! on a body come to four numbers and a vector, whatever their number.

use crate::index::BodyId;
use crate::model::{Dynamics, Scene};
use zwang_exact::{Rational, Vector};

/// A force and a torque on a free body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// Its name, which no other load has; that of its body, if the body's own entry has it.
    pub name: String,
    /// The body, a free one.
    pub body: BodyId,
    /// The point of the body at which the force acts, m, where the scene has it.
    pub at: Vector,
    /// The force, N.
    pub force: Vector,
    /// A torque beside that of the force, N m, counter-clockwise.
    pub torque: Rational,
}

/// What all loads on one body come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resultant {
    /// The sum F of the forces, N.
    pub force: Vector,
    /// The sum of the torques that loads have beside those of their forces, N m.
    pub couple: Rational,
    /// Σ r × f, N m, with the arm r of each force in the scene.
    pub moment: Rational,
    /// Σ r · f, N m.
    pub virial: Rational,
}

/// How a free body accelerates where nothing holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeAcceleration {
    /// Acceleration of the centroid, m/s²: g + F / m.
    pub linear: Vector,
    /// Angular acceleration, rad/s²: T / I.
    pub angular: Rational,
}

impl Load {
    /// Whether the load is no force and no torque.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.force.is_zero() && self.torque == Rational::default()
    }

    /// The load, so many times as strong.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        Self {
            force: self.force.scaled(factor),
            torque: &self.torque * factor,
            ..self.clone()
        }
    }
}

impl Resultant {
    /// The torque T about the centroid, N m, where the scene has the body.
    #[must_use]
    pub fn torque(&self) -> Rational {
        &self.couple + &self.moment
    }

    /// Whether the body accelerates as if it had no loads, wherever it is.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    fn add(&mut self, load: &Load, centroid: &Vector) {
        let arm = &load.at - centroid;
        self.force = &self.force + &load.force;
        self.couple += &load.torque;
        self.moment += arm.cross(&load.force);
        self.virial += arm.dot(&load.force);
    }
}

impl Scene {
    /// The load with this name.
    #[must_use]
    pub fn load_named(&self, name: &str) -> Option<&Load> {
        self.loads.iter().find(|load| load.name == name)
    }

    /// Whether a load acts on some body.
    #[must_use]
    pub fn has_loads(&self) -> bool {
        self.loads.iter().any(|load| !load.is_zero())
    }

    /// What the loads on each body come to, in the order of the bodies; nothing on fixed ones.
    ///
    /// No file has a load on a fixed body, or on one that the scene does not have, so that the
    /// digest of a scene that was made with one is that of no file.
    #[must_use]
    pub fn resultants(&self) -> Vec<Resultant> {
        let mut resultants = vec![Resultant::default(); self.bodies.len()];
        for load in &self.loads {
            let body = self.body(load.body);
            let free = body.and_then(|body| body.dynamics.as_ref());
            let resultant = resultants.get_mut(load.body.0);
            if let (Some(free), Some(resultant)) = (free, resultant) {
                resultant.add(load, &free.centroid);
            }
        }
        resultants
    }

    /// How a free body accelerates where nothing holds it; `None` for a fixed one, and where there
    /// is no such body.
    #[must_use]
    pub fn free_acceleration(&self, body: BodyId) -> Option<FreeAcceleration> {
        let free = self.body(body)?.dynamics.as_ref()?;
        let mut resultant = Resultant::default();
        for load in &self.loads {
            if load.body == body {
                resultant.add(load, &free.centroid);
            }
        }
        Some(free.free_acceleration(&self.gravity, &resultant))
    }

    /// How each body accelerates where nothing holds it, in the order of the bodies; `None` for
    /// fixed ones.
    ///
    /// ```
    /// # use zwang_scene::Scene;
    /// let scene: Scene = r#"
    ///     format = "zwang-scene-1"
    ///     name = "a brick that is pushed"
    ///     gravity = [0, -10]
    ///
    ///     [[body]]
    ///     name = "brick"
    ///     rectangle = { center = [0, 0], size = [2, 1] }
    ///     force = [6, 0]
    /// "#.parse()?;
    /// let free = scene.free_accelerations();
    /// let brick = free[0].as_ref().unwrap();
    /// assert_eq!(brick.linear, zwang_exact::Vector::from_integers(3, -10));
    /// # Ok::<(), zwang_scene::SceneError>(())
    /// ```
    #[must_use]
    pub fn free_accelerations(&self) -> Vec<Option<FreeAcceleration>> {
        let mut accelerations = Vec::with_capacity(self.bodies.len());
        for (body, resultant) in self.bodies.iter().zip(self.resultants()) {
            let free = body.dynamics.as_ref();
            accelerations.push(free.map(|free| free.free_acceleration(&self.gravity, &resultant)));
        }
        accelerations
    }
}

impl Dynamics {
    /// How the body accelerates under this gravity and these loads where nothing holds it.
    #[must_use]
    pub fn free_acceleration(&self, gravity: &Vector, loads: &Resultant) -> FreeAcceleration {
        if loads.is_zero() {
            return FreeAcceleration {
                linear: gravity.clone(),
                angular: Rational::default(),
            };
        }
        let pushed = loads.force.scaled(&self.mass.recip());
        FreeAcceleration {
            linear: gravity + &pushed,
            angular: loads.torque() / &self.inertia,
        }
    }
}
