//! Numbers of XML files: decimals, read exactly. Unlike in scenes, a digit may be missing before or
//! after the point, and there are no fractions. And roots of numbers.

use crate::error::excerpt;
use num_traits::Zero;
use zwang_exact::Rational;

/// The form of a number.
const NUMBER: &str = "a decimal number with an exponent of at most 1000";

/// Reads a decimal; the error says what was found and expected.
pub fn decimal(text: &str) -> Result<Rational, (String, String)> {
    let text = text.trim();
    if text.bytes().all(is_of_number) {
        let number = completed(text);
        if let Ok(number) = zwang_exact::parse(&number) {
            return Ok(number);
        }
    }
    let found = excerpt(text);
    Err((format!("`{found}`"), NUMBER.to_owned()))
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || b"+-.eE".contains(&byte)
}

/// The number with a digit on both sides of its point, if one side has digits.
fn completed(text: &str) -> String {
    let Some((before, after)) = text.split_once('.') else {
        return text.to_owned();
    };
    let is_digit_before = before.ends_with(|last: char| last.is_ascii_digit());
    let is_digit_after = after.starts_with(|first: char| first.is_ascii_digit());
    match (is_digit_before, is_digit_after) {
        (true, false) => format!("{before}.0{after}"),
        (false, true) => format!("{before}0.{after}"),
        _ => text.to_owned(),
    }
}

/// The root of a positive number, if it is rational.
pub fn rational_root(square: &Rational) -> Option<Rational> {
    let root = Rational::new(square.numer().sqrt(), square.denom().sqrt());
    (&root * &root == *square && !root.is_zero()).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_and_may_lack_a_digit() {
        for (text, value) in [
            ("0.1", "1/10"),
            (".5", "1/2"),
            ("-.5e1", "-5"),
            ("3.", "3"),
            ("+2.e-1", "1/5"),
            (" 7 ", "7"),
        ] {
            let found = decimal(text);
            let value = zwang_exact::parse(value).unwrap();
            assert_eq!(found, Ok(value), "{text}");
        }
        for text in [
            "", ",", ".", "-", "1/2", "1 2", "0x1", "nan", "1e", "1.2.3", "1e9999", "--1",
        ] {
            let found = decimal(text);
            assert!(found.is_err(), "{text}");
        }
    }
}
