//! Constants and intervals of the LP format.

use super::error::TextError;
use super::read::Reader;
use super::token::quoted;
use crate::polyhedron::Interval;
use zwang_exact::Rational;

/// A number or an infinity.
#[derive(Clone)]
pub(super) enum Constant {
    Finite(Rational),
    Infinite { negative: bool },
}

/// An interval in the making: the line where each side was given.
#[derive(Clone, Default)]
pub(super) struct Sides {
    pub(super) range: Interval,
    pub(super) lower_line: Option<usize>,
    pub(super) upper_line: Option<usize>,
}

impl Sides {
    pub(super) fn set(
        &mut self,
        reader: &Reader,
        sign: char,
        value: Constant,
    ) -> Result<(), TextError> {
        let line = reader.line_before();
        let sides = match sign {
            '>' => [true, false],
            '<' => [false, true],
            _ => [true, true],
        };
        for (is_set, is_lower) in sides.into_iter().zip([true, false]) {
            if !is_set {
                continue;
            }
            let side = if is_lower {
                &mut self.lower_line
            } else {
                &mut self.upper_line
            };
            if let Some(first) = side.replace(line) {
                return Err(reader.error(
                    line,
                    format!("a second bound on the same side, first in line {first}"),
                    "one",
                ));
            }
            let bound = match &value {
                Constant::Finite(value) => Some(value.clone()),
                Constant::Infinite { negative } if *negative == is_lower && sign != '=' => None,
                Constant::Infinite { .. } => {
                    return Err(reader.error(line, "an infinite value", "a finite one"));
                }
            };
            if is_lower {
                self.range.lower = bound
            } else {
                self.range.upper = bound
            }
        }
        Ok(())
    }

    /// The interval, unless it is empty.
    pub(super) fn finish(self, reader: &Reader) -> Result<Interval, TextError> {
        match (&self.range.lower, &self.range.upper) {
            (Some(lower), Some(upper)) if lower > upper => {
                let line = self
                    .lower_line
                    .max(self.upper_line)
                    .unwrap_or(reader.last_line);
                let found = format!(
                    "the lower bound {} above the upper bound {}",
                    short(lower),
                    short(upper)
                );
                Err(reader.error(line, found, "at most it"))
            }
            _ => Ok(self.range),
        }
    }
}

pub(super) fn short(value: &Rational) -> String {
    quoted(&value.to_string())
}
