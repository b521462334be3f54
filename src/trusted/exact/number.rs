//! Numbers as text: integers, fractions `p/q`, decimals and exponents, each read as exactly the
//! rational it spells, and written as integers and fractions.

use crate::rational::{Rational, lowest_terms};
use num_bigint::{BigInt, Sign};
use num_traits::pow;

/// The longest number, in characters, that is read.
pub const MAX_DIGITS: usize = 4096;
/// The largest power of ten, either way, that a decimal may carry.
pub const MAX_EXPONENT: i64 = 1000;

/// Why a text is not a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// The text has none of the accepted forms.
    #[error(
        "`{0}` is not a number; expected an integer, a fraction like 1/3 or a decimal like 0.25"
    )]
    Malformed(String),
    /// A fraction with denominator zero.
    #[error("`{0}` divides by zero; expected a denominator other than 0")]
    ZeroDenominator(String),
    /// More than [`MAX_DIGITS`] characters.
    #[error("a number of {0} characters is too long; expected at most {MAX_DIGITS}")]
    TooLong(usize),
    /// An exponent beyond [`MAX_EXPONENT`].
    #[error("the exponent of `{0}` is too large; expected -{MAX_EXPONENT} to {MAX_EXPONENT}")]
    Exponent(String),
}

/// A text that has the form of a number, before anything is computed from it.
struct Spelling<'a> {
    text: &'a str,
    negative: bool,
    magnitude: Magnitude<'a>,
}

/// A number without its sign. Its digits are digits and nothing else.
enum Magnitude<'a> {
    /// Digits over digits, of which one is not 0.
    Fraction {
        numerator: &'a str,
        denominator: &'a str,
    },
    /// Digits, perhaps more of them behind a point, times a power of ten.
    Decimal {
        whole: &'a str,
        fraction: &'a str,
        exponent: i64,
    },
}

/// Reads an integer `-12`, a fraction `p/q` or a decimal `-0.25`, `1.5e-3` exactly. Signs `+` and
/// `-` may lead; in a fraction only the numerator is signed. Spaces, and no other white space, may
/// stand around the number and around the stroke.
///
/// ```
/// let tenth = zwang_exact::parse("0.1")?;
/// assert_eq!(tenth, zwang_exact::parse("1/10")?);
/// # Ok::<(), zwang_exact::NumberError>(())
/// ```
///
/// # Errors
/// [`NumberError`] if the text has another form, divides by zero, or exceeds the stated bounds.
pub fn parse(text: &str) -> Result<Rational, NumberError> {
    let Spelling {
        text,
        negative,
        magnitude,
    } = spelling(text)?;
    let magnitude = match magnitude {
        Magnitude::Fraction {
            numerator,
            denominator,
        } => {
            let numerator = natural(text, numerator)?;
            let denominator = natural(text, denominator)?;
            lowest_terms(numerator, denominator)
        }
        Magnitude::Decimal {
            whole,
            fraction: "",
            exponent: 0,
        } => Rational::from_integer(natural(text, whole)?),
        Magnitude::Decimal {
            whole,
            fraction,
            exponent,
        } => {
            let value = natural(text, &format!("{whole}{fraction}"))?;
            let exponent = exponent - fraction.len() as i64;
            times_power_of_ten(value, exponent)
        }
    };
    Ok(if negative { -magnitude } else { magnitude })
}

/// Whether [`parse`] reads this text, which is known without computing the number.
///
/// ```
/// assert!(zwang_exact::is_number("-1/3"));
/// assert!(!zwang_exact::is_number("width / 3"));
/// ```
#[must_use]
pub fn is_number(text: &str) -> bool {
    spelling(text).is_ok()
}

/// Appends a number to a text, in lowest terms as it prints. Words are written digit by digit,
/// which is several times faster than to print them: a scene has many numbers, most of them short.
///
/// ```
/// let number = zwang_exact::parse("-4/6")?;
/// let mut text = "x = ".to_owned();
/// zwang_exact::append_number(&mut text, &number);
/// assert_eq!(text, "x = -2/3");
/// # Ok::<(), zwang_exact::NumberError>(())
/// ```
pub fn append_number(text: &mut String, number: &Rational) {
    append_integer(text, number.numer());
    if !number.is_integer() {
        text.push('/');
        append_integer(text, number.denom());
    }
}

fn append_integer(text: &mut String, number: &BigInt) {
    if number.sign() == Sign::Minus {
        text.push('-');
    }
    match u64::try_from(number.magnitude()) {
        Ok(word) => append_word(text, word),
        Err(_) => *text += &number.magnitude().to_string(),
    }
}

fn append_word(text: &mut String, word: u64) {
    if word >= 10 {
        append_word(text, word / 10);
    }
    let digit = b'0' + (word % 10) as u8;
    text.push(char::from(digit));
}

fn spelling(text: &str) -> Result<Spelling<'_>, NumberError> {
    let text = text.trim_matches(' ');
    if text.len() > MAX_DIGITS {
        return Err(NumberError::TooLong(text.len()));
    }
    match text.split_once('/') {
        Some((numerator, denominator)) => spelling_of_fraction(
            text,
            numerator.trim_end_matches(' '),
            denominator.trim_start_matches(' '),
        ),
        None => spelling_of_decimal(text),
    }
}

fn malformed(text: &str) -> NumberError {
    NumberError::Malformed(excerpt(text))
}

fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Refuses what is no digits.
fn require_digits(text: &str, digits: &str) -> Result<(), NumberError> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(malformed(text));
    }
    Ok(())
}

/// The number that these digits of a text spell; they are known to be digits. Most numbers are
/// words, which are read several times faster.
fn natural(text: &str, digits: &str) -> Result<BigInt, NumberError> {
    if let Ok(word) = digits.parse::<u64>() {
        return Ok(word.into());
    }
    digits.parse().map_err(|_| malformed(text))
}

fn split_sign(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix('-') {
        return (true, rest);
    }
    match text.strip_prefix('+') {
        Some(rest) => (false, rest),
        None => (false, text),
    }
}

fn spelling_of_fraction<'a>(
    text: &'a str,
    numerator: &'a str,
    denominator: &'a str,
) -> Result<Spelling<'a>, NumberError> {
    let (negative, numerator) = split_sign(numerator);
    require_digits(text, numerator)?;
    require_digits(text, denominator)?;
    if denominator.bytes().all(|digit| digit == b'0') {
        return Err(NumberError::ZeroDenominator(excerpt(text)));
    }
    let magnitude = Magnitude::Fraction {
        numerator,
        denominator,
    };
    Ok(Spelling {
        text,
        negative,
        magnitude,
    })
}

fn spelling_of_decimal(text: &str) -> Result<Spelling<'_>, NumberError> {
    let (negative, unsigned) = split_sign(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, parse_exponent(text, exponent)?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => {
            require_digits(text, fraction)?;
            (whole, fraction)
        }
        None => (mantissa, ""),
    };
    require_digits(text, whole)?;
    let magnitude = Magnitude::Decimal {
        whole,
        fraction,
        exponent,
    };
    Ok(Spelling {
        text,
        negative,
        magnitude,
    })
}

fn parse_exponent(text: &str, exponent: &str) -> Result<i64, NumberError> {
    let (negative, magnitude) = split_sign(exponent);
    require_digits(text, magnitude)?;
    match magnitude.parse::<i64>() {
        Ok(magnitude) if magnitude <= MAX_EXPONENT => {
            Ok(if negative { -magnitude } else { magnitude })
        }
        _ => Err(NumberError::Exponent(excerpt(text))),
    }
}

fn times_power_of_ten(value: BigInt, exponent: i64) -> Rational {
    let size = exponent.unsigned_abs() as usize;
    let power = pow(BigInt::from(10), size);
    if exponent < 0 {
        lowest_terms(value, power)
    } else {
        Rational::from_integer(value * power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn accepts_every_stated_form() {
        for (text, value) in [
            ("7", ratio(7, 1)),
            ("-3/6", ratio(-1, 2)),
            ("+0.10", ratio(1, 10)),
            ("1.5e-3", ratio(3, 2000)),
            ("2E2", ratio(200, 1)),
            ("-0", ratio(0, 1)),
            ("007/010", ratio(7, 10)),
            ("1e0002", ratio(100, 1)),
            (
                "18446744073709551615",
                Rational::from_integer(u64::MAX.into()),
            ),
            ("36893488147419103232/18446744073709551616", ratio(2, 1)),
            (" 1 / 3 ", ratio(1, 3)),
        ] {
            assert_eq!(parse(text), Ok(value), "{text}");
            assert!(is_number(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_what_is_printed_and_read(
            above in prop_oneof![-99..99_i128, any::<i128>(), Just(i128::from(u64::MAX))],
            below in prop_oneof![1..99_i128, 1..i128::MAX, Just(1 << 64)],
        ) {
            let number = Rational::new(above.into(), below.into());
            let mut text = String::new();
            append_number(&mut text, &number);
            prop_assert_eq!(&text, &number.to_string());
            prop_assert_eq!(parse(&text), Ok(number));
        }
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "", "-", ".5", "1.", "1/", "/2", "1/-2", "0x10", "1_000", "nan", "inf", "1e", "1e1.5",
            "1 2", "٣", "--1", "1/2/3", "1\n/3", "1/\t3", "1\n", "\u{a0}1", "1.+2", "+-1", "1e++1",
        ] {
            assert!(
                matches!(parse(text), Err(NumberError::Malformed(_))),
                "{text}"
            );
            assert!(!is_number(text), "{text}");
        }
        assert!(matches!(parse("1/0"), Err(NumberError::ZeroDenominator(_))));
        assert!(!is_number("1/00"));
        assert!(matches!(parse("1e1001"), Err(NumberError::Exponent(_))));
        assert!(matches!(
            parse("1e99999999999999999999"),
            Err(NumberError::Exponent(_))
        ));
        assert!(matches!(
            parse(&"1".repeat(5000)),
            Err(NumberError::TooLong(5000))
        ));
        assert!(parse("1e-1000").is_ok());
    }
}
