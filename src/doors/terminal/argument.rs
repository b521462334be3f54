//! Values of options: how the text of an argument becomes a number.

use zwang_exact::{NumberError, Rational};

/// An exact number: an integer, a fraction p/q or a decimal.
///
/// # Errors
/// [`NumberError`] if the text is none of these.
pub fn number(text: &str) -> Result<Rational, NumberError> {
    zwang_exact::parse(text)
}

/// A number of things.
///
/// # Errors
/// The expectation, if the text is no whole number, or one too large to count to.
pub fn count(text: &str) -> Result<usize, &'static str> {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().map_err(|_| {
        if is_whole {
            "expected a smaller number"
        } else {
            "expected a whole number"
        }
    })
}
