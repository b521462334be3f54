//! Exact rational numbers and plane vectors.
//!
//! Everything zwang decides, it decides over the rationals. This crate fixes the two types that the trusted crates share: [`Rational`], a
//! fraction in lowest terms, and [`Vector`], a pair of them; and how a number is read from text without ever passing
//! through a floating-point value.

mod number;
mod vector;

pub use number::{MAX_DIGITS, MAX_EXPONENT, NumberError, parse};
pub use vector::Vector;

/// A fraction in lowest terms with a positive denominator.
pub type Rational = num_rational::BigRational;
