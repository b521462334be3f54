//! The brick that most families are made of.

use crate::error::{GenerateError, require_positive};
use crate::number::ratio;
use zwang_exact::Rational;

/// A homogeneous rectangular block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brick {
    /// Length along the ground when it lies flat, m; positive.
    pub width: Rational,
    /// Height when it lies flat, m; positive.
    pub height: Rational,
    /// Mass per area, kg/m²; positive.
    pub density: Rational,
}

impl Default for Brick {
    /// Length 1, height 1/4, density 1.
    fn default() -> Self {
        Self {
            width: ratio(1, 1),
            height: ratio(1, 4),
            density: ratio(1, 1),
        }
    }
}

impl Brick {
    /// Length times height times density, kg.
    #[must_use]
    pub fn mass(&self) -> Rational {
        &self.width * &self.height * &self.density
    }

    pub(crate) fn validate(&self) -> Result<(), GenerateError> {
        require_positive("the width", &self.width)?;
        require_positive("the height", &self.height)?;
        require_positive("the density", &self.density)
    }
}
