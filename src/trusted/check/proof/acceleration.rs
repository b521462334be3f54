//! Accelerations and velocities of bodies, as a proof has them.

use crate::plane::lever::along_x_y_and_turning;
use num_bigint::BigInt;
use std::ops::Deref;
use std::sync::OnceLock;
use zwang_exact::{Fraction, Integer, Rational, Vector};

/// Acceleration of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceleration {
    /// For the centroid, m/s².
    pub linear: Vector,
    /// Angular, rad/s², counter-clockwise.
    pub angular: Rational,
}

/// Acceleration of a body as the certificate has it, over the denominator of its group. It is
/// brought to lowest terms, which takes longer than all the rest, when its fields are first read.
#[derive(Clone, Debug)]
pub struct UnreducedAcceleration {
    /// Along x and y, m/s², and angular, rad/s².
    numbers: [Fraction; 3],
    reduced: OnceLock<Acceleration>,
}

impl UnreducedAcceleration {
    /// These numbers over one unit.
    pub(crate) fn new(motion: &[BigInt], unit: &Integer) -> Self {
        let numerators = along_x_y_and_turning(motion).map(Integer::from);
        Self {
            numbers: numerators.map(|numerator| Fraction::new(numerator, unit.clone())),
            reduced: OnceLock::new(),
        }
    }

    pub(crate) fn zero() -> Self {
        Self {
            numbers: [Fraction::ZERO, Fraction::ZERO, Fraction::ZERO],
            reduced: OnceLock::new(),
        }
    }

    /// The numbers as the certificate has them: along x and y, m/s², and angular, rad/s².
    #[must_use]
    pub fn numbers(&self) -> &[Fraction; 3] {
        &self.numbers
    }

    /// Whether the body keeps its velocity and its spin.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numbers.iter().all(Fraction::is_zero)
    }
}

impl Deref for UnreducedAcceleration {
    type Target = Acceleration;

    fn deref(&self) -> &Acceleration {
        self.reduced.get_or_init(|| {
            let [x, y, angular] = self.numbers.each_ref().map(Rational::from);
            Acceleration {
                linear: Vector::new(x, y),
                angular,
            }
        })
    }
}

impl PartialEq for UnreducedAcceleration {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

impl Eq for UnreducedAcceleration {}

impl PartialEq<Acceleration> for UnreducedAcceleration {
    fn eq(&self, other: &Acceleration) -> bool {
        **self == *other
    }
}

impl From<Acceleration> for UnreducedAcceleration {
    fn from(reduced: Acceleration) -> Self {
        let Acceleration { linear, angular } = &reduced;
        Self {
            numbers: [&linear.x, &linear.y, angular].map(Fraction::from),
            reduced: reduced.into(),
        }
    }
}
