//! How a run is made.

use crate::impacts::ImpactRule;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use std::str::FromStr;
use zwang_scene::BodyId;

/// How a run is made. By default: steps of 1/100 s, and nothing bounces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The time step h, s; positive.
    pub step: zwang_exact::Rational,
    /// Coefficients of restitution.
    pub restitution: Restitution,
    /// How impacts of one instant are resolved.
    pub impacts: ImpactRule,
    /// Whether floats may guess. It changes the time and, where forces are not unique, which of
    /// them are found; never the motion.
    pub floats: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            step: zwang_exact::Rational::new(1.into(), 100.into()),
            restitution: Restitution::default(),
            impacts: ImpactRule::default(),
            floats: true,
        }
    }
}

/// How the states of a scheme for comparison are rounded: to multiples of 2^-g, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid(
    /// g.
    pub Option<u64>,
);

/// A text that names no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 2^-1 to 2^-{}, like 2^-64", Grid::FINEST)]
pub struct GridError;

impl Default for Grid {
    /// 2^-64.
    fn default() -> Self {
        Self(Some(64))
    }
}

impl Grid {
    /// The finest grid has the multiples of 2 to the minus this.
    pub const FINEST: u64 = 4096;
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads `2^-g`.
    fn from_str(text: &str) -> Result<Self, GridError> {
        let digits = text.strip_prefix("2^-").ok_or(GridError)?;
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_whole {
            return Err(GridError);
        }
        match digits.parse() {
            Ok(digits @ 1..=Self::FINEST) => Ok(Self(Some(digits))),
            _ => Err(GridError),
        }
    }
}

/// Coefficients of restitution: of the scene, and of pairs of bodies, the smaller one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restitution {
    /// The coefficient of all pairs that have none of their own.
    pub default: zwang_exact::Rational,
    /// For pairs of bodies.
    pub pairs: BTreeMap<[BodyId; 2], zwang_exact::Rational>,
}

impl Restitution {
    /// The coefficient of two bodies.
    #[must_use]
    pub fn of(&self, one: BodyId, other: BodyId) -> &zwang_exact::Rational {
        let pair = [one.min(other), one.max(other)];
        self.pairs.get(&pair).unwrap_or(&self.default)
    }

    /// A coefficient that is not from 0 to 1, if there is one.
    #[must_use]
    pub fn out_of_range(&self) -> Option<&zwang_exact::Rational> {
        let all = self.pairs.values().chain([&self.default]);
        all.into_iter()
            .find(|value| value.is_negative() || **value > zwang_exact::Rational::one())
    }

    /// Whether nothing bounces.
    #[must_use]
    pub fn is_inelastic(&self) -> bool {
        self.default.is_zero() && self.pairs.values().all(Zero::is_zero)
    }

    /// Whether pairs of bodies have the coefficients of their images under a symmetry.
    #[must_use]
    pub fn has_symmetry(&self, images: &[BodyId]) -> bool {
        for (&[one, other], value) in &self.pairs {
            let of_images = self.of(images[one], images[other]);
            if of_images != value {
                return false;
            }
        }
        true
    }
}
