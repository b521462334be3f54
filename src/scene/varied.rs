//! Scenes in which one quantity is varied (`proofs/FORMAT.md`, section 9).

use crate::friction::Friction;
use crate::model::Scene;
use zwang_exact::Rational;

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
    /// tangent is t, and 1 / cos of that angle as strong, which no force that is asked for minds.
    /// Turning gravity counter-clockwise is as good as turning the scene clockwise.
    #[must_use]
    pub fn tilted(&self, tangent: &Rational) -> Self {
        let sideways = self.gravity.quarter_turn().scaled(tangent);
        Self {
            gravity: &self.gravity + &sideways,
            ..self.clone()
        }
    }
}
