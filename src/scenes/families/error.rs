//! Why no scene is made, and what every family requires of its numbers.

use zwang_exact::Rational;
use zwang_scene::PolygonError;

/// Why no scene is made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A length or a density that must be positive is not.
    #[error("{what} is {found}; expected a positive number")]
    NotPositive {
        /// The parameter.
        what: &'static str,
        /// Its value.
        found: Rational,
    },
    /// A number outside the range in which the construction works.
    #[error("{what} is {found}; expected {expected}")]
    OutOfRange {
        /// The parameter.
        what: &'static str,
        /// Its value.
        found: Rational,
        /// The range.
        expected: String,
    },
    /// A count that is too small.
    #[error("the number of {what} is {found}; expected at least {least}")]
    TooFew {
        /// The things that are counted.
        what: &'static str,
        /// How many were asked for.
        found: usize,
        /// How many there must be.
        least: usize,
    },
    /// A count that is too large.
    #[error("the number of {what} is {found}; expected at most {most}")]
    TooMany {
        /// The things that are counted.
        what: &'static str,
        /// How many were asked for.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// The parameters leave a body without a proper shape.
    #[error("body `{body}`: {problem}")]
    Shape {
        /// The body.
        body: String,
        /// The mistake in it.
        problem: PolygonError,
    },
}

pub(crate) fn require_positive(what: &'static str, found: &Rational) -> Result<(), GenerateError> {
    if *found > Rational::from_integer(0.into()) {
        Ok(())
    } else {
        Err(GenerateError::NotPositive {
            what,
            found: found.clone(),
        })
    }
}

pub(crate) fn require_not_negative(
    what: &'static str,
    found: &Rational,
) -> Result<(), GenerateError> {
    if *found >= Rational::from_integer(0.into()) {
        return Ok(());
    }
    Err(GenerateError::OutOfRange {
        what,
        found: found.clone(),
        expected: "a number of at least 0".to_owned(),
    })
}

/// Requires low < found < high.
pub(crate) fn require_between(
    what: &'static str,
    found: &Rational,
    low: &Rational,
    high: &Rational,
) -> Result<(), GenerateError> {
    if low < found && found < high {
        return Ok(());
    }
    let expected = format!("a number between {low} and {high}");
    Err(GenerateError::OutOfRange {
        what,
        found: found.clone(),
        expected,
    })
}

pub(crate) fn require_count(
    what: &'static str,
    found: usize,
    least: usize,
    most: usize,
) -> Result<(), GenerateError> {
    if found < least {
        return Err(GenerateError::TooFew { what, found, least });
    }
    if found > most {
        return Err(GenerateError::TooMany { what, found, most });
    }
    Ok(())
}
