//! The limit at which a scene ceases to stand, as far as it is known.

use crate::quantity::Quantity;
use num_traits::Zero;
use zwang_check::threshold::{ThresholdKind, VerifiedThreshold};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// The limit of a scene that has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A fraction.
    Exactly(Rational),
    /// The only root of a polynomial between two numbers.
    Root {
        /// The polynomial and the two numbers, in words.
        text: String,
        /// A value at which forces hold the scene, near to the root.
        near: Rational,
    },
    /// Only enclosed: forces hold the scene at this value, which is near to the limit.
    Near(Rational),
}

impl Limit {
    /// The limit that is proved; `None` if there is none, or only a bound of it is known.
    #[must_use]
    pub fn of(verified: &VerifiedThreshold) -> Option<Self> {
        match verified.kind() {
            ThresholdKind::Between => Self::between(verified),
            ThresholdKind::Open => verified.falls_at().cloned().map(Self::Exactly),
            ThresholdKind::NeedsNoFriction => Some(Self::Exactly(Rational::zero())),
            _ => None,
        }
    }

    fn between(verified: &VerifiedThreshold) -> Option<Self> {
        let stands = verified.stands_at()?;
        if verified.is_exact() {
            return Some(Self::Exactly(stands.clone()));
        }
        let Some(root) = verified.root() else {
            return Some(Self::Near(stands.clone()));
        };
        Some(match root.polynomial() {
            [constant, slope] => Self::Exactly(Rational::new(-constant, slope.clone())),
            _ => Self::Root {
                text: format!("root of {root}"),
                near: stands.clone(),
            },
        })
    }

    /// Whether a limit is known exactly, or it is proved that there is none.
    #[must_use]
    pub fn is_known(verified: &VerifiedThreshold) -> bool {
        match Self::of(verified) {
            Some(limit) => limit.is_exact(),
            None => verified.kind() != ThresholdKind::FrictionFrom,
        }
    }

    /// Whether this is the limit exactly.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !matches!(self, Self::Near(_))
    }

    /// The exact limit, as a fraction or as the root of a polynomial.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Exactly(value) => Some(value.to_string()),
            Self::Root { text, .. } => Some(text.clone()),
            Self::Near(_) => None,
        }
    }

    /// The limit if it is a fraction; otherwise a value at which the scene stands, as near to it as
    /// was asked for.
    #[must_use]
    pub fn near(&self) -> &Rational {
        match self {
            Self::Exactly(value) | Self::Near(value) => value,
            Self::Root { near, .. } => near,
        }
    }

    /// The same as people measure it.
    pub(crate) fn quantity(&self, scene: &Scene, verified: &VerifiedThreshold) -> Quantity {
        Quantity::new(scene, verified.vary(), self.near())
    }
}
