//! Exact rational numbers, and vectors of the plane and of space.
//!
//! Everything zwang decides, it decides over the rationals. This crate fixes the types that the
//! trusted crates share: [`Rational`], a fraction in lowest terms, and [`Vector`], a pair of them;
//! [`Fraction`] and [`FractionVector`], the same without reducing, for formulas that are evaluated
//! often; [`Vector3`], [`Matrix3`] and [`Quaternion`] for space; and how a number is read from text
//! without ever passing through a floating-point value.

mod common;
mod divisor;
mod fraction;
mod fraction_vector;
mod integer;
mod matrix3;
mod number;
mod quaternion;
mod quotient;
mod rational;
mod vector;
mod vector3;

pub use common::{common_denominator, nearest, over_power_of_two, times};
pub use divisor::gcd;
pub use fraction::Fraction;
pub use fraction_vector::FractionVector;
pub use integer::Integer;
pub use matrix3::Matrix3;
pub use number::{MAX_DIGITS, MAX_EXPONENT, NumberError, append_number, is_number, parse};
pub use quaternion::Quaternion;
pub use quotient::Quotient;
pub use rational::{Rational, bits, lcm, lowest_terms, product};
pub use vector::Vector;
pub use vector3::Vector3;
