//! How bodies, contacts, corners, pins and numbers are called in a rejection.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Fraction, Rational};
use zwang_scene::{Body, BodyId, PinId, Scene};

/// Fractions of more bits than this are shortened.
const LONG: u64 = 200;

pub(crate) fn body(scene: &Scene, body: BodyId) -> String {
    match scene.body(body) {
        Some(Body { name, .. }) => format!("`{name}`"),
        None => format!("body {body}"),
    }
}

pub(crate) fn part(scene: &Scene, part: PartId) -> String {
    let id = BodyId(part.body);
    let index = part.part;
    let name = body(scene, id);
    match scene.body(id) {
        // The only part of a body goes by the body's name.
        Some(found) if found.parts.len() == 1 && index == 0 => name,
        _ => format!("part {index} of {name}"),
    }
}

pub(crate) fn vertex(scene: &Scene, vertex: Feature) -> String {
    let Feature { part: id, index } = vertex;
    let part = part(scene, id);
    format!("vertex {index} of {part}")
}

pub(crate) fn edge(scene: &Scene, edge: Feature) -> String {
    let Feature { part: id, index } = edge;
    let part = part(scene, id);
    format!("edge {index} of {part}")
}

pub(crate) fn touch(scene: &Scene, contact: &Contact) -> String {
    let vertex = vertex(scene, contact.vertex);
    let edge = edge(scene, contact.edge);
    format!("{vertex} on {edge}")
}

pub(crate) fn pin(scene: &Scene, pin: PinId) -> String {
    let name = format!("pin {pin}");
    let Some(found) = scene.pins.get(pin.0) else {
        return name;
    };
    let first = body(scene, found.first);
    let second = match found.second {
        Some(second) => body(scene, second),
        None => "the world".to_owned(),
    };
    format!("{name} ({first} to {second})")
}

/// A list of indices, or its beginning.
pub(crate) fn list(indices: &[usize]) -> String {
    let mut shown = Vec::new();
    for index in indices.iter().take(8) {
        shown.push(index.to_string());
    }
    if indices.len() > 8 {
        shown.push("…".to_owned());
    }
    let shown = shown.join(", ");
    format!("[{shown}]")
}

/// A fraction in lowest terms, or the first digits of its terms and their lengths.
pub(crate) fn fraction(numerator: &BigInt, denominator: &BigInt) -> String {
    let bits = numerator.bits().max(denominator.bits());
    if bits > LONG || denominator.is_zero() {
        let numerator = integer(numerator);
        let denominator = integer(denominator);
        return format!("{numerator} / {denominator}");
    }
    let quotient = Rational::new(numerator.clone(), denominator.clone());
    quotient.to_string()
}

/// A number in lowest terms, or the first digits of its terms and their lengths.
pub(crate) fn number(number: &Fraction) -> String {
    let number = Rational::from(number);
    rational(&number)
}

/// A rational number, or the first digits of its terms and their lengths.
pub(crate) fn rational(number: &Rational) -> String {
    fraction(number.numer(), number.denom())
}

/// An integer, or its first digits in base 16 and its length.
pub(crate) fn integer(number: &BigInt) -> String {
    let bits = number.bits();
    if bits <= LONG {
        return number.to_string();
    }
    let sign = match number.is_negative() {
        true => "-",
        false => "",
    };
    let rest = bits.saturating_sub(32);
    let leading = number.abs() >> rest;
    format!("{sign}0x{leading:x}… ({bits} bits)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_shortened() {
        let leading = BigInt::from(0xabcd_ef01_u32);
        let long = -(leading << 1000_u32);
        let shortened = "-0xabcdef01… (1032 bits)";
        assert_eq!(integer(&long), shortened);
        let third = fraction(&long, &3.into());
        assert_eq!(third, format!("{shortened} / 3"));
        let six = BigInt::from(6);
        let negative = fraction(&six, &(-4).into());
        assert_eq!(negative, "-3/2");
        let none = fraction(&six, &0.into());
        assert_eq!(none, "6 / 0");
    }
}
