//! Scenes in which one quantity is varied (`proofs/FORMAT.md`, section 9).

use crate::model::Scene;
use crate::model::friction::Friction;
use zwang_exact::{Rational, Vector};

impl Scene {
    /// The scene with this friction at all contacts, whatever it was.
    #[must_use]
    pub fn with_friction(&self, friction: &Rational) -> Self {
        Self {
            friction: Friction::uniform(&self.bodies, friction),
            ..self.clone()
        }
    }

    /// The scene under g + t J g instead of g: gravity turned counter-clockwise by the angle whose
    /// tangent is t, and 1 / cos of that angle as strong, which does not matter to whether a scene
    /// without loads stands. Turning gravity counter-clockwise is as good as turning the scene
    /// clockwise.
    #[must_use]
    pub fn tilted(&self, tangent: &Rational) -> Self {
        let sideways = self.gravity.quarter_turn().scaled(tangent);
        Self {
            gravity: &self.gravity + &sideways,
            ..self.clone()
        }
    }

    /// The scene under gravity with this component along x.
    #[must_use]
    pub fn with_gravity_x(&self, component: &Rational) -> Self {
        Self {
            gravity: Vector::new(component.clone(), self.gravity.y.clone()),
            ..self.clone()
        }
    }

    /// The scene under gravity with this component along y.
    #[must_use]
    pub fn with_gravity_y(&self, component: &Rational) -> Self {
        Self {
            gravity: Vector::new(self.gravity.x.clone(), component.clone()),
            ..self.clone()
        }
    }

    /// The scene in which the load of this name is so many times as strong; `None` if there is
    /// none.
    #[must_use]
    pub fn with_load_scaled(&self, name: &str, factor: &Rational) -> Option<Self> {
        let mut varied = self.clone();
        for load in &mut varied.loads {
            if load.name == name {
                *load = load.scaled(factor);
                return Some(varied);
            }
        }
        None
    }

    /// The scene under the gravity t J g alone, without loads: the rate at which what pulls the
    /// bodies grows as the scene tilts.
    #[must_use]
    pub fn with_tilt_alone(&self, tangent: &Rational) -> Self {
        self.with_gravity_alone(self.gravity.quarter_turn().scaled(tangent))
    }

    /// The scene under this gravity alone, without loads.
    #[must_use]
    pub fn with_gravity_alone(&self, gravity: Vector) -> Self {
        Self {
            gravity,
            loads: Vec::new(),
            ..self.clone()
        }
    }

    /// The scene without gravity and without loads, except the load of this name, which is so many
    /// times as strong; `None` if there is none.
    #[must_use]
    pub fn with_load_alone(&self, name: &str, factor: &Rational) -> Option<Self> {
        let load = self.load_named(name)?.scaled(factor);
        Some(Self {
            gravity: Vector::zero(),
            loads: vec![load],
            ..self.clone()
        })
    }
}
