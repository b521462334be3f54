//! How much work a template may be.
//!
//! An operation on numbers of a and b bits takes a time that grows like (a + b)², and a value that
//! is used at many places is written as often. Both sums are bounded.

use super::error::Problem;
use super::regular_polygon::Directions;
use std::collections::BTreeMap;
use zwang_exact::{Rational, append_number, bits};

/// The longest value, in bits of numerator and denominator together: in digits it is no longer than
/// numbers of a scene file may be.
const LONGEST: u64 = 13_500;
/// The largest sum of (a + b)² over all operations.
const SQUARES: u64 = 1 << 34;

/// The most characters that a template writes, each value counted with [`VALUE`] more: as a scene
/// in memory that is up to 300 MB.
const WRITTEN: u64 = 1 << 23;
/// The cost of a value besides its characters.
pub const VALUE: usize = 32;

/// The cost of an angle in degrees: a file has at most 8,191 of them.
const ANGLE: u64 = 1 << 21;

/// The cost of the expressions computed so far.
#[derive(Debug, Default)]
pub struct Work {
    squares: u64,
    digits: u64,
    /// Regular polygons by their numbers of corners: each is computed once.
    pub polygons: BTreeMap<u32, Directions>,
}

impl Work {
    /// Adds an operation on these two numbers.
    pub fn operate(&mut self, left: &Rational, right: &Rational) -> Result<(), Problem> {
        let length = bits(left).saturating_add(bits(right));
        self.add(length.saturating_mul(length))
    }

    /// Adds an angle in degrees.
    pub fn measure(&mut self) -> Result<(), Problem> {
        self.add(ANGLE)
    }

    fn add(&mut self, square: u64) -> Result<(), Problem> {
        self.squares = self.squares.saturating_add(square);
        if self.squares > SQUARES {
            let found = "more work than may be in the expressions and angles of a file";
            let expected = "fewer of them, or shorter numbers";
            return Err(Problem::new(found, expected));
        }
        Ok(())
    }

    /// The digits of a value that stands in place of an expression.
    pub fn write(&mut self, value: &Rational) -> Result<String, Problem> {
        limit(value)?;
        let mut text = String::new();
        append_number(&mut text, value);
        self.copy(text.len())?;
        Ok(text)
    }

    /// Adds so many characters that a template writes.
    pub fn copy(&mut self, length: usize) -> Result<(), Problem> {
        self.digits = self.digits.saturating_add(length as u64);
        if self.digits > WRITTEN {
            let found = format!("more than {WRITTEN} characters written by a template");
            return Err(Problem::new(found, "a smaller scene"));
        }
        Ok(())
    }
}

/// Refuses a value that is too long.
pub fn limit(value: &Rational) -> Result<(), Problem> {
    let length = bits(value);
    if length > LONGEST {
        let found = format!("a value of {length} binary digits");
        let expected = format!("at most {LONGEST}");
        return Err(Problem::new(found, expected));
    }
    Ok(())
}
