//! Values of what varies as people measure them: the angle of a tilt in degrees, the force and the
//! torque of a load. All of it is rounded, and only shown.

use crate::decimal::{Digits, Rounding, decimal};
use num_traits::{Signed, Zero};
use zwang_angle::{Bounds, arctangent, half_pi};
use zwang_certificate::threshold::Vary;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Load, Scene};

/// Significant digits.
const DIGITS: usize = 3;
/// Binary digits of angles.
const ANGLE_BITS: u64 = 128;

/// A value, measured.
#[derive(Default)]
pub(crate) struct Quantity {
    /// The angle of a tilt, degrees, not negative.
    pub degrees: Option<String>,
    /// The size of a force, N.
    pub newtons: Option<String>,
    /// A torque, N m, counter-clockwise.
    pub newton_metres: Option<String>,
    /// A component of gravity, m/s².
    pub metres_per_second_squared: Option<String>,
}

impl Quantity {
    /// A value of what varies.
    pub(crate) fn new(scene: &Scene, vary: &Vary, value: &Rational) -> Self {
        let mut quantity = Self::default();
        match vary {
            Vary::Friction => {}
            Vary::Tilt => quantity.degrees = Some(degrees(value)),
            Vary::GravityX | Vary::GravityY => {
                quantity.metres_per_second_squared = Some(short(value));
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
            self.newton_metres = Some(short(&(&load.torque * factor)));
        }
    }

    /// With its unit, as `32.7 N and 2 N m`; `None` of a friction.
    pub(crate) fn text(&self) -> Option<String> {
        let mut parts = Vec::new();
        if let Some(degrees) = &self.degrees {
            parts.push(format!("{degrees}°"));
        }
        for (number, unit) in [
            (&self.newtons, "N"),
            (&self.newton_metres, "N m"),
            (&self.metres_per_second_squared, "m/s²"),
        ] {
            if let Some(number) = number {
                parts.push(format!("{number} {unit}"));
            }
        }
        match parts.is_empty() {
            true => None,
            false => Some(parts.join(" and ")),
        }
    }
}

/// A number with a few digits.
pub(crate) fn short(value: &Rational) -> String {
    decimal(value, DIGITS).text
}

/// Whether these digits are the number itself.
pub(crate) fn is_short(value: &Rational) -> bool {
    decimal(value, DIGITS).exact
}

/// The length of a vector with a few digits.
pub(crate) fn length(vector: &Vector) -> String {
    let square = vector.dot(vector);
    if square.is_zero() {
        return "0".to_owned();
    }
    let mut digits = Digits::of_root(&square, DIGITS, Rounding::Nearest);
    if digits.exact {
        digits.trim();
    }
    digits.text()
}

/// The angle whose tangent has this size.
pub(crate) fn degrees(tangent: &Rational) -> String {
    let angle = middle(&arctangent(&tangent.abs(), ANGLE_BITS));
    let right_angle = middle(&half_pi(ANGLE_BITS));
    short(&(angle * Rational::from_integer(90.into()) / right_angle))
}

/// In units of 2^-bits.
fn middle(bounds: &Bounds) -> Rational {
    Rational::new(&bounds.low + &bounds.high, 2.into())
}
