//! Extremes over the steps of a run, and how numbers are told.

use num_bigint::BigInt;
use serde::Serialize;
use zwang_exact::Rational;
use zwang_output::decimal::{decimal, square_root};

/// Significant digits of lengths.
pub const LENGTH_DIGITS: usize = 3;

/// The largest of some squares of lengths, and its first step; 0 before the first.
#[derive(Serialize)]
pub struct Peak {
    #[serde(rename = "value", serialize_with = "as_text")]
    /// The largest square.
    pub square: Rational,
    /// Its step.
    pub step: u64,
}

/// A number as an exact fraction.
pub fn as_text<S: serde::Serializer>(value: &Rational, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl Default for Peak {
    fn default() -> Self {
        Self {
            square: Rational::from_integer(BigInt::ZERO),
            step: 0,
        }
    }
}

impl Peak {
    /// One square more.
    pub fn add(&mut self, square: &Rational, step: u64) {
        if *square > self.square {
            (self.square, self.step) = (square.clone(), step);
        }
    }

    /// The length and its step.
    pub fn text(&self) -> String {
        match self.step {
            0 => "none".to_owned(),
            step => {
                let length = decimal(&square_root(&self.square), LENGTH_DIGITS).text;
                format!("≈ {length} m at most, after step {step} (--json tells its exact square)")
            }
        }
    }
}

/// Numbers in a row, one for each step.
pub fn listed(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    if numbers.is_empty() {
        "none".to_owned()
    } else {
        numbers.join(", ")
    }
}
