//! How bodies, contacts, corners, pins and numbers are called in a rejection.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use zwang_certificate::run::{self, Placement};
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Fraction, Rational};
use zwang_scene::Scene;

/// Fractions of more bits than this are shortened.
const LONG: u64 = 200;

pub(crate) fn body(scene: &Scene, body: usize) -> String {
    scene.bodies.get(body).map_or_else(
        || format!("body {body}"),
        |found| format!("`{}`", found.name),
    )
}

pub(crate) fn part(scene: &Scene, part: PartId) -> String {
    match scene.bodies.get(part.body) {
        Some(found) if found.parts.len() == 1 && part.part == 0 => body(scene, part.body),
        _ => format!("part {} of {}", part.part, body(scene, part.body)),
    }
}

pub(crate) fn vertex(scene: &Scene, vertex: Feature) -> String {
    format!("vertex {} of {}", vertex.index, part(scene, vertex.part))
}

pub(crate) fn edge(scene: &Scene, edge: Feature) -> String {
    format!("edge {} of {}", edge.index, part(scene, edge.part))
}

pub(crate) fn touch(scene: &Scene, contact: &Contact) -> String {
    format!(
        "{} on {}",
        vertex(scene, contact.vertex),
        edge(scene, contact.edge)
    )
}

/// Two vertices that are a corner of a step.
pub(crate) fn vertices(scene: &Scene, corner: &run::Corner) -> String {
    format!(
        "{} and {}",
        vertex(scene, corner.first),
        vertex(scene, corner.second)
    )
}

/// A placement as a record spells it.
pub(crate) fn placement(placement: &Placement) -> String {
    let numbers = |list: &[&Rational]| {
        list.iter()
            .map(|number| rational(number))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match placement {
        Placement::Grid {
            position: [x, y],
            quarter,
            tangent,
        } => {
            format!("[{}, {quarter}, {}]", numbers(&[x, y]), rational(tangent))
        }
        Placement::Exact {
            position: [x, y],
            rotation: [a, b],
        } => format!("[{}]", numbers(&[x, y, a, b])),
    }
}

pub(crate) fn pin(scene: &Scene, pin: usize) -> String {
    match scene.pins.get(pin) {
        Some(found) => {
            let second = found
                .second
                .map_or_else(|| "the world".to_owned(), |second| body(scene, second));
            format!("pin {pin} ({} to {second})", body(scene, found.first))
        }
        None => format!("pin {pin}"),
    }
}

/// A list of indices, or its beginning.
pub(crate) fn list(indices: &[usize]) -> String {
    let shown: Vec<String> = indices.iter().take(8).map(usize::to_string).collect();
    format!(
        "[{}{}]",
        shown.join(", "),
        if indices.len() > 8 { ", …" } else { "" }
    )
}

/// A fraction in lowest terms, or the first digits of its terms and their lengths.
pub(crate) fn fraction(numerator: &BigInt, denominator: &BigInt) -> String {
    if denominator.is_zero() || numerator.bits().max(denominator.bits()) > LONG {
        return format!("{} / {}", integer(numerator), integer(denominator));
    }
    Rational::new(numerator.clone(), denominator.clone()).to_string()
}

/// A number in lowest terms, or the first digits of its terms and their lengths.
pub(crate) fn number(number: &Fraction) -> String {
    let number = Rational::from(number);
    fraction(number.numer(), number.denom())
}

/// A rational number, or the first digits of its terms and their lengths.
pub(crate) fn rational(number: &zwang_exact::Rational) -> String {
    fraction(number.numer(), number.denom())
}

/// An integer, or its first digits in base 16 and its length.
pub(crate) fn integer(number: &BigInt) -> String {
    let bits = number.bits();
    if bits <= LONG {
        return number.to_string();
    }
    let sign = if number.is_negative() { "-" } else { "" };
    let leading = number.abs() >> bits.saturating_sub(32);
    format!("{sign}0x{leading:x}… ({bits} bits)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_shortened() {
        let long = -(BigInt::from(0xabcd_ef01_u32) << 1000_u32);
        assert_eq!(integer(&long), "-0xabcdef01… (1032 bits)");
        assert_eq!(
            fraction(&long, &BigInt::from(3)),
            "-0xabcdef01… (1032 bits) / 3"
        );
        assert_eq!(fraction(&BigInt::from(6), &BigInt::from(-4)), "-3/2");
        assert_eq!(fraction(&BigInt::from(6), &BigInt::from(0)), "6 / 0");
    }
}
