//! Angles: π, cosines, sines and arctangents of rational numbers.
//!
//! None of them is rational but for a few, so each is told as [`Bounds`]: two integers, in units of
//! 2^-digits for the number of digits that is asked for, between which it lies. All rounding is
//! counted, none estimated. No float is used, so that the bounds are the same on every machine.
//! [`near_unit`] is for directions whose vectors of length 1 are irrational.
//!
//! ```
//! use num_bigint::BigInt;
//! // π/2 = 1.5707…, in units of 2^-10: between 1608/1024 and 1609/1024.
//! let bounds = zwang_angle::half_pi(10);
//! assert_eq!([bounds.low, bounds.high], [1608, 1609].map(BigInt::from));
//! ```

mod arctangent;
mod bounds;
mod circular;
mod direction;
mod pi;
mod turn;

pub use arctangent::arctangent;
pub use bounds::Bounds;
pub use circular::cosine_and_sine;
pub use direction::{NearUnit, near_root, near_unit, primitive};
pub use pi::half_pi;
pub use turn::{LARGEST_DENOMINATOR, Turn, turn};

/// Further digits that are computed and then rounded away. Every series here adds fewer than 2^24
/// terms, for as many digits as fit into memory, and errs by less than 2^8 units in each of them.
const GUARD: u64 = 32;
