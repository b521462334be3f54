//! What a step is made from.

use crate::error::MotionError;
use crate::forms::{self, Form};
use crate::instant::Instant;
use crate::rows::Rows;
use malachite::Rational;
use zwang_program::Monitor;
use zwang_scene::{BodyId, PinId, Scene};

/// Which motion is taken where corners leave several of least restraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CornerChoice {
    /// None: the run stops.
    #[default]
    Stop,
    /// The one whose choices at corners come first (`proofs/RUN.md`, R7).
    First,
    /// The one whose choices at corners come last.
    Last,
}

/// Everything a step is made from.
pub(crate) struct Setting<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) instant: &'a Instant<'a>,
    pub(crate) rows: &'a Rows,
    /// The number of the step.
    pub(crate) step: usize,
    pub(crate) corner: CornerChoice,
    pub(crate) floats: bool,
    pub(crate) monitor: &'a Monitor<'a>,
}

impl Setting<'_> {
    pub(crate) fn name(&self, body: BodyId) -> String {
        self.scene.bodies[body].name.clone()
    }

    pub(crate) fn impossible(&self, body: BodyId) -> MotionError {
        MotionError::Impossible {
            step: self.step,
            body: self.name(body),
        }
    }

    /// The values of a pin.
    pub(crate) fn pin(&self, pin: PinId) -> [Form; 2] {
        let content = &self.scene.pins[pin];
        forms::pin(self.instant, pin, [Some(content.first), content.second])
    }

    /// The velocities of a pin's points apart, as they change with an impact.
    pub(crate) fn pin_velocity(&self, pin: PinId, spins: &[Rational]) -> [Form; 2] {
        let content = &self.scene.pins[pin];
        let bodies = [Some(content.first), content.second];
        let mut forms = forms::pin_velocity(self.instant, pin, bodies);
        for form in &mut forms {
            let velocity = forms::velocity(self.instant, spins, form);
            form.set_constant(&velocity);
        }
        forms
    }
}
