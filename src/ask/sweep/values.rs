//! The values that a parameter takes, in their order.
//!
//! | text | values |
//! |---|---|
//! | `1/4,1/3,running` | these |
//! | `-1/10..1/10:1/1000` | numbers, exactly: FROM..TO:STEP |
//! | `1..1000` | the same with the step 1: both ends are included |
//!
//! A grid takes all of them; a sample draws from them, each with the same probability.

use num_traits::{One, Signed};
use std::fmt::{self, Formatter};
use zwang_exact::{NumberError, Rational};

/// The largest power of 2 that a number of a grid may have as `2^k`.
const LARGEST_POWER: i32 = 4096;

/// The values that a parameter takes, at least one, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Listed(Vec<String>),
    Numbers {
        from: Rational,
        step: Rational,
        count: u64,
    },
}

/// Why a text says no values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// A piece between commas is empty.
    #[error("found an empty value in `{0}`; expected a list such as 1,2,3")]
    Empty(String),
    /// A value is listed twice.
    #[error("found {0} twice; expected each value once")]
    Repeated(String),
    /// A number of a range is none.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// There is a colon, and no range before it.
    #[error("found `{0}`; expected FROM..TO:STEP, such as 0..1:1/10, or FROM..TO")]
    Pieces(String),
    /// The step is not positive, or the end below the beginning.
    #[error("found `{0}`; expected a step above 0, and an end not below the beginning")]
    Order(String),
    /// Without a step, the ends of a range are not whole numbers apart.
    #[error("found `{0}`; expected a step, as in FROM..TO:STEP, or whole numbers, as in 1..1000")]
    Step(String),
    /// There are more values than can be counted.
    #[error("found more than 2^64 - 1 values in `{0}`; expected fewer")]
    TooMany(String),
}

impl Values {
    /// The values that a text says.
    ///
    /// # Errors
    /// [`ValuesError`] if it says none.
    pub fn read(text: &str) -> Result<Self, ValuesError> {
        let kind = match text.split_once("..") {
            Some((from, rest)) => range(text, from, rest)?,
            None if text.contains(':') => return Err(ValuesError::Pieces(text.to_owned())),
            None => listed(text)?,
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
        })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        match &self.kind {
            Kind::Listed(values) => values.len() as u64,
            Kind::Numbers { count, .. } => *count,
        }
    }

    /// The value at this place, counted from 0, as text; `None` beyond the last.
    #[must_use]
    pub fn at(&self, place: u64) -> Option<String> {
        if place >= self.count() {
            return None;
        }
        match &self.kind {
            Kind::Listed(values) => {
                let place = usize::try_from(place).ok()?;
                values.get(place).cloned()
            }
            Kind::Numbers { from, step, .. } => {
                let place = Rational::from_integer(place.into());
                let number = from + step * place;
                Some(number.to_string())
            }
        }
    }
}

/// Writes the text from which it was read.
impl fmt::Display for Values {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// The numbers of `FROM..TO:STEP`, or of `FROM..TO`, whose step is 1 and whose ends are whole.
fn range(text: &str, from: &str, rest: &str) -> Result<Kind, ValuesError> {
    let (to, step) = match rest.split_once(':') {
        Some((to, step)) => (to, Some(step)),
        None => (rest, None),
    };
    let from = number(from.trim())?;
    let to = number(to.trim())?;
    let step = match step {
        Some(step) => number(step.trim())?,
        None if from.is_integer() && to.is_integer() => Rational::one(),
        None => return Err(ValuesError::Step(text.to_owned())),
    };
    if !step.is_positive() || to < from {
        return Err(ValuesError::Order(text.to_owned()));
    }
    let length = to - &from;
    let steps = (length / &step).floor().to_integer();
    match u64::try_from(steps) {
        Ok(steps) if steps < u64::MAX => Ok(Kind::Numbers {
            from,
            step,
            count: steps + 1,
        }),
        _ => Err(ValuesError::TooMany(text.to_owned())),
    }
}

/// A number, or a power of 2 such as `2^-20`.
fn number(text: &str) -> Result<Rational, NumberError> {
    let power = text.strip_prefix("2^").map(str::parse::<i32>);
    match power {
        Some(Ok(power)) if power.abs() <= LARGEST_POWER => {
            let two = Rational::one() + Rational::one();
            Ok(two.pow(power))
        }
        _ => zwang_exact::parse(text),
    }
}

fn listed(text: &str) -> Result<Kind, ValuesError> {
    let mut values: Vec<String> = Vec::new();
    for value in text.split(',') {
        let value = value.trim().to_owned();
        if value.is_empty() {
            return Err(ValuesError::Empty(text.to_owned()));
        }
        if values.contains(&value) {
            return Err(ValuesError::Repeated(value));
        }
        values.push(value);
    }
    Ok(Kind::Listed(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let values = Values::read(text).unwrap();
        let mut all = Vec::new();
        for place in 0..values.count() {
            let value = values.at(place).unwrap();
            all.push(value);
        }
        all
    }

    #[test]
    fn each_form_says_its_values() {
        assert_eq!(all("1/4, 1/3,running"), ["1/4", "1/3", "running"]);
        assert_eq!(all("-1/10..1/10:1/10"), ["-1/10", "0", "1/10"]);
        assert_eq!(all("0..1:2/3"), ["0", "2/3"]);
        assert_eq!(all("0 .. 1 : 2^-1"), ["0", "1/2", "1"]);
        assert_eq!(all("-1..1"), ["-1", "0", "1"]);
        assert_eq!(all("9..11"), ["9", "10", "11"]);
        assert_eq!(all("0.10"), ["0.10"]);
    }

    #[test]
    fn what_says_no_values_is_refused() {
        for text in [
            "",
            "1,,2",
            "1,1",
            "0:1",
            "0:1:1/2",
            "0..1:0",
            "1..0:1",
            "0..1:x",
            "0..1:1/2:1/4",
            "0..1/2",
            "1..x",
            "3..2",
            "..",
            "0..18446744073709551615",
            "0..1:2^-64",
        ] {
            assert!(Values::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn beyond_the_last_value_there_is_none() {
        for text in ["a,b", "0..1:1", "1..2"] {
            let values = Values::read(text).unwrap();
            assert_eq!(values.at(2), None);
        }
    }
}
