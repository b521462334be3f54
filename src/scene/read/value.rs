//! Numbers, points, texts and lists of a scene file.

use super::place::Place;
use crate::document::{Node, Value};
use crate::error::{Fault, Result};
use zwang_exact::{MAX_DIGITS, MAX_EXPONENT, NumberError, Rational, Vector};

const NUMBER: &str = "a number: an integer, a fraction like \"1/3\" or a decimal like 0.25";

pub fn number(node: &Node, place: &Place) -> Result<Rational> {
    let (Value::Number(text) | Value::Text(text)) = &node.value else {
        return Err(place.unexpected(node, NUMBER));
    };
    zwang_exact::parse(text).map_err(|error| match error {
        NumberError::Malformed(_) => place.unexpected(node, NUMBER),
        NumberError::ZeroDenominator(_) => place.unexpected(node, "a denominator other than 0"),
        NumberError::TooLong(length) => {
            let fault = Fault::Value {
                found: format!("a number of {length} characters"),
                expected: format!("at most {MAX_DIGITS} characters"),
            };
            place.error(node.line, fault)
        }
        NumberError::Exponent(_) => {
            let expected = format!("an exponent from -{MAX_EXPONENT} to {MAX_EXPONENT}");
            place.unexpected(node, &expected)
        }
    })
}

pub fn positive(node: &Node, place: &Place) -> Result<Rational> {
    let number = number(node, place)?;
    if number > Rational::from_integer(0.into()) {
        Ok(number)
    } else {
        Err(place.unexpected(node, "a positive number"))
    }
}

/// A list of two numbers.
pub fn point(node: &Node, place: &Place) -> Result<Vector> {
    pair(node, place, number)
}

/// A list of two positive numbers.
pub fn size(node: &Node, place: &Place) -> Result<Vector> {
    pair(node, place, positive)
}

fn pair(
    node: &Node,
    place: &Place,
    read: impl Fn(&Node, &Place) -> Result<Rational>,
) -> Result<Vector> {
    let expected = "two numbers, [x, y]";
    let [x, y] = list(node, place, expected)? else {
        return Err(place.unexpected(node, expected));
    };
    let x = read(x, &Place::Key(place, "x"))?;
    let y = read(y, &Place::Key(place, "y"))?;
    Ok(Vector::new(x, y))
}

pub fn boolean(node: &Node, place: &Place) -> Result<bool> {
    match node.value {
        Value::Boolean(value) => Ok(value),
        _ => Err(place.unexpected(node, "true or false")),
    }
}

pub fn text<'a>(node: &'a Node, place: &Place) -> Result<&'a str> {
    match &node.value {
        Value::Text(text) => Ok(text),
        _ => Err(place.unexpected(node, "a text in quotation marks")),
    }
}

/// A text in one line.
pub fn printable(node: &Node, place: &Place) -> Result<String> {
    let text = text(node, place)?;
    if text.chars().any(char::is_control) {
        return Err(place.unexpected(node, "a text without control characters"));
    }
    Ok(text.to_owned())
}

/// A text in one line that is not empty.
pub fn name(node: &Node, place: &Place) -> Result<String> {
    let text = printable(node, place)?;
    if text.is_empty() {
        Err(place.unexpected(node, "a name"))
    } else {
        Ok(text)
    }
}

pub fn list<'a>(node: &'a Node, place: &Place, expected: &str) -> Result<&'a [Node]> {
    match &node.value {
        Value::List(items) => Ok(items),
        _ => Err(place.unexpected(node, expected)),
    }
}
