//! External loads: forces and torques that act on bodies from outside.
//!
//! A load is *dead*: its force keeps its size and its direction however its body moves, and acts at
//! a point that the body takes with it. On a body that is turned by c (|c| = 1), a force f at the
//! arm r from the centroid has the torque (c r) × f = Re(c) (r × f) - Im(c) (r · f). So the loads
//! on a body come to four numbers and a vector, whatever their number.

use crate::model::index::BodyId;
use crate::model::{Dynamics, Scene};
use std::ops::{Add, Mul, Sub};
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

/// A load acts on what no load can move: a fixed body, or one that the scene does not have.
///
/// No file has such a load; a scene that a program puts together may.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("load `{load}` acts on {found}; expected a free body of the scene")]
pub struct MisplacedLoad {
    /// The name of the load.
    pub load: String,
    /// The body on which it acts.
    pub found: String,
}

/// The sum of all loads on one body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resultant {
    /// The sum F of the forces, N.
    pub force: Vector,
    /// Their change as the body turns.
    pub turning: Turning<Rational>,
}

/// The change of the loads on one body as it turns, in numbers of some kind: exact ones, or
/// doubles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turning<Number> {
    /// The sum of the torques that loads have beside those of their forces, N m.
    pub couple: Number,
    /// Σ r × f, N m, with the arm r of each force in the scene.
    pub moment: Number,
    /// Σ r · f, N m.
    pub virial: Number,
}

/// The pull on a free body from outside: its weight and its loads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pull {
    /// m g + F, N.
    pub force: Vector,
    /// The torque T about the centroid, N m, where the scene has the body.
    pub torque: Rational,
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
        &self.turning.couple + &self.turning.moment
    }

    /// Whether the body accelerates as if it had no loads, wherever it is.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    fn add(&mut self, load: &Load, centroid: &Vector) {
        let Load {
            name: _,
            body: _,
            at,
            force,
            torque,
        } = load;
        let arm = at - centroid;
        self.force = &self.force + force;
        self.turning.couple += torque;
        self.turning.moment += arm.cross(force);
        self.turning.virial += arm.dot(force);
    }
}

impl<Number> Turning<Number> {
    /// The same in other numbers, or over the inertia of the body.
    pub fn map<Other>(&self, convert: impl Fn(&Number) -> Other) -> Turning<Other> {
        Turning {
            couple: convert(&self.couple),
            moment: convert(&self.moment),
            virial: convert(&self.virial),
        }
    }
}

impl<Number> Turning<Number>
where
    Number: Clone + Add<Output = Number> + Sub<Output = Number>,
    for<'a> &'a Number: Mul<&'a Number, Output = Number>,
{
    /// The torque T about the centroid of the body turned by c, given Re(c) and Im(c):
    /// Σ τ + Re(c) Σ r × f - Im(c) Σ r · f, N m.
    pub fn torque(&self, [re, im]: [&Number; 2]) -> Number {
        self.couple.clone() + re * &self.moment - im * &self.virial
    }

    /// The work of the forces on the way from the centroid of the body turned by c to the points
    /// where they act, Σ f · (c r), given Re(c) and Im(c), N m.
    pub fn work(&self, [re, im]: [&Number; 2]) -> Number {
        re * &self.virial + im * &self.moment
    }
}

impl Pull {
    /// The work under a velocity and an angular velocity, W.
    #[must_use]
    pub fn power(&self, linear: &Vector, angular: &Rational) -> Rational {
        self.force.dot(linear) + &self.torque * angular
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

    /// The sum of the loads on each body, in the order of the bodies.
    ///
    /// A fixed body has no loads, nor has a body that the scene does not have: solvers and
    /// checkers refuse other scenes ([`Self::require_loads_on_free_bodies`]).
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

    /// The pull on each body, in the order of the bodies; `None` for fixed ones.
    #[must_use]
    pub fn pulls(&self) -> Vec<Option<Pull>> {
        let mut pulls = Vec::with_capacity(self.bodies.len());
        for (body, loads) in self.bodies.iter().zip(self.resultants()) {
            let free = body.dynamics.as_ref();
            pulls.push(free.map(|free| Pull {
                force: &self.gravity.scaled(&free.mass) + &loads.force,
                torque: loads.torque(),
            }));
        }
        pulls
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
