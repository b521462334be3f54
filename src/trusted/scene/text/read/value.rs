//! Numbers, points, texts and lists of a scene file.

use super::field::Field;
use crate::text::document::{Node, Value};
use crate::text::error::{Result, SceneError};
use num_bigint::Sign;
use zwang_exact::{MAX_DIGITS, MAX_EXPONENT, NumberError, Rational, Vector, Vector3};

const NUMBER: &str = "a number: an integer, a fraction like \"1/3\" or a decimal like 0.25";
const POINT: &str = "two numbers, [x, y]";
const POINT_IN_SPACE: &str = "three numbers, [x, y, z]";

pub fn number(field: &Field) -> Result<Rational> {
    let text = match &field.node.value {
        Value::Number(text) | Value::Text(text) => text,
        _ => return Err(field.unexpected(NUMBER)),
    };
    match zwang_exact::parse(text) {
        Ok(number) => Ok(number),
        Err(error) => Err(no_number(field, &error)),
    }
}

fn no_number(field: &Field, error: &NumberError) -> SceneError {
    match error {
        NumberError::Malformed(_) => field.unexpected(NUMBER),
        NumberError::ZeroDenominator(_) => {
            let expected = "a denominator other than 0";
            field.unexpected(expected)
        }
        NumberError::TooLong(length) => {
            let found = format!("a number of {length} characters");
            let expected = format!("at most {MAX_DIGITS} characters");
            field.wrong(&found, &expected)
        }
        NumberError::Exponent(_) => {
            let expected = format!("an exponent from -{MAX_EXPONENT} to {MAX_EXPONENT}");
            field.unexpected(&expected)
        }
    }
}

pub fn positive(field: &Field) -> Result<Rational> {
    let number = number(field)?;
    match number.numer().sign() {
        Sign::Plus => Ok(number),
        Sign::NoSign | Sign::Minus => {
            let expected = "a positive number";
            Err(field.unexpected(expected))
        }
    }
}

pub fn nonnegative(field: &Field) -> Result<Rational> {
    let number = number(field)?;
    match number.numer().sign() {
        Sign::Plus | Sign::NoSign => Ok(number),
        Sign::Minus => {
            let expected = "a number, at least 0";
            Err(field.unexpected(expected))
        }
    }
}

/// A number from 0 to 1.
pub fn share(field: &Field) -> Result<Rational> {
    let number = number(field)?;
    let is_negative = number.numer().sign() == Sign::Minus;
    if is_negative || number.numer() > number.denom() {
        let expected = "a number from 0 to 1";
        return Err(field.unexpected(expected));
    }
    Ok(number)
}

/// A list of two numbers.
pub fn point(field: &Field) -> Result<Vector> {
    pair(field, number)
}

/// A list of two positive numbers.
pub fn size(field: &Field) -> Result<Vector> {
    pair(field, positive)
}

fn pair(field: &Field, read: impl Fn(&Field) -> Result<Rational>) -> Result<Vector> {
    let [x, y] = list(field, POINT)? else {
        return Err(field.unexpected(POINT));
    };
    let x = field.entry("x", x);
    let y = field.entry("y", y);
    let x = read(&x)?;
    let y = read(&y)?;
    Ok(Vector::new(x, y))
}

/// A list of three numbers.
pub fn point_in_space(field: &Field) -> Result<Vector3> {
    triple(field, number)
}

/// A list of three positive numbers.
pub fn size_in_space(field: &Field) -> Result<Vector3> {
    triple(field, positive)
}

fn triple(field: &Field, read: impl Fn(&Field) -> Result<Rational>) -> Result<Vector3> {
    let [x, y, z] = list(field, POINT_IN_SPACE)? else {
        return Err(field.unexpected(POINT_IN_SPACE));
    };
    let x = read(&field.entry("x", x))?;
    let y = read(&field.entry("y", y))?;
    let z = read(&field.entry("z", z))?;
    Ok(Vector3::new(x, y, z))
}

pub fn boolean(field: &Field) -> Result<bool> {
    match field.node.value {
        Value::Boolean(value) => Ok(value),
        _ => Err(field.unexpected("true or false")),
    }
}

pub fn text<'a>(field: &Field<'a>) -> Result<&'a str> {
    match &field.node.value {
        Value::Text(text) => Ok(text),
        _ => Err(field.unexpected("a text in quotation marks")),
    }
}

/// A text in one line.
pub fn printable(field: &Field) -> Result<String> {
    let text = text(field)?;
    if text.chars().any(char::is_control) {
        let expected = "a text without control characters";
        return Err(field.unexpected(expected));
    }
    Ok(text.to_owned())
}

/// A text in one line that is not empty.
pub fn name(field: &Field) -> Result<String> {
    let text = printable(field)?;
    if text.is_empty() {
        Err(field.unexpected("a name"))
    } else {
        Ok(text)
    }
}

pub fn list<'a>(field: &Field<'a>, expected: &str) -> Result<&'a [Node]> {
    match &field.node.value {
        Value::List(items) => Ok(items),
        _ => Err(field.unexpected(expected)),
    }
}
