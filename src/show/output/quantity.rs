//! Values of what varies as people measure them: the angle of a tilt in degrees, the force and the
//! torque of a load. Text shows decimals of three digits, which know whether they are rounded.

use crate::decimal::{Decimal, Digits, Rounding, decimal, square_root};
use num_traits::{One, Signed, Zero};
use zwang_angle::{Bounds, arctangent, half_pi};
use zwang_certificate::threshold::Vary;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Load, Scene};

/// Significant digits.
const DIGITS: usize = 3;
/// Binary digits of angles.
const ANGLE_BITS: u64 = 128;

/// A number as it is shown, and a fraction so near that doubles cannot tell them apart.
pub(crate) struct Measure {
    pub(crate) digits: Decimal,
    pub(crate) value: Rational,
}

impl Measure {
    fn of(value: Rational) -> Self {
        Self {
            digits: short(&value),
            value,
        }
    }
}

/// A value, measured.
#[derive(Default)]
pub(crate) struct Quantity {
    /// The angle of a tilt, degrees, not negative.
    pub degrees: Option<Measure>,
    /// The size of a force, N.
    pub newtons: Option<Measure>,
    /// A torque, N m, counter-clockwise.
    pub newton_metres: Option<Measure>,
    /// A component of gravity, m/s².
    pub metres_per_second_squared: Option<Measure>,
}

impl Quantity {
    /// A value of what varies.
    pub(crate) fn new(scene: &Scene, vary: &Vary, value: &Rational) -> Self {
        let mut quantity = Self::default();
        match vary {
            Vary::Friction => {}
            Vary::Tilt => quantity.degrees = Some(angle(value)),
            Vary::GravityX | Vary::GravityY => {
                quantity.metres_per_second_squared = Some(Measure::of(value.clone()));
            }
            Vary::Load(name) => {
                if let Some(load) = scene.load_named(name) {
                    quantity.load(load, value);
                }
            }
        }
        quantity
    }

    fn load(&mut self, load: &Load, factor: &Rational) {
        let force = load.force.scaled(factor);
        let has_force = !load.force.is_zero();
        let has_torque = !load.torque.is_zero();
        if has_force {
            self.newtons = Some(length(&force));
        }
        if has_torque {
            self.newton_metres = Some(Measure::of(&load.torque * factor));
        }
    }

    /// With its unit, as `32.7 N and 2 N m`; `None` of a friction.
    pub(crate) fn text(&self) -> Option<Decimal> {
        let mut parts = Vec::new();
        let mut exact = true;
        for (number, unit) in [
            (&self.degrees, "°"),
            (&self.newtons, " N"),
            (&self.newton_metres, " N m"),
            (&self.metres_per_second_squared, " m/s²"),
        ] {
            if let Some(Measure { digits: number, .. }) = number {
                parts.push(format!("{}{unit}", number.text));
                exact &= number.exact;
            }
        }
        if parts.is_empty() {
            return None;
        }
        let text = parts.join(" and ");
        Some(Decimal { text, exact })
    }
}

/// A number with a few digits.
pub(crate) fn short(value: &Rational) -> Decimal {
    decimal(value, DIGITS)
}

/// A decimal with its unit, after `≈` if it is rounded.
pub(crate) fn marked(number: &Decimal, unit: &str) -> String {
    let mark = if number.exact { "" } else { "≈ " };
    format!("{mark}{}{unit}", number.text)
}

/// The length of a vector with a few digits.
fn length(vector: &Vector) -> Measure {
    let square = vector.dot(vector);
    if square.is_zero() {
        return Measure::of(square);
    }
    let mut digits = Digits::of_root(&square, DIGITS, Rounding::Nearest);
    if digits.exact {
        digits.trim();
    }
    Measure {
        digits: Decimal {
            text: digits.text(),
            exact: digits.exact,
        },
        value: square_root(&square),
    }
}

/// The angle whose tangent has this size. Only the fractions 0 and 1 are tangents of a rational
/// number of degrees (Niven 1956), so all other angles are rounded.
pub(crate) fn angle(tangent: &Rational) -> Measure {
    let size = tangent.abs();
    if size.is_zero() || size.is_one() {
        return Measure::of(size * Rational::from_integer(45.into()));
    }
    let angle = middle(&arctangent(&tangent.abs(), ANGLE_BITS));
    let right_angle = middle(&half_pi(ANGLE_BITS));
    let degrees = angle * Rational::from_integer(90.into()) / right_angle;
    Measure {
        digits: Decimal {
            exact: false,
            ..short(&degrees)
        },
        value: degrees,
    }
}

/// In units of 2^-bits.
fn middle(bounds: &Bounds) -> Rational {
    Rational::new(&bounds.low + &bounds.high, 2.into())
}
