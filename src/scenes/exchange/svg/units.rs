//! Lengths with units, and how large a unit of a drawing is.
//!
//! An inch is 96 px and 25.4 mm. A drawing whose `width` or `height` has such a unit is so large;
//! its `viewBox` says how many units of its own that are, and the smaller scale of the two counts
//! (`preserveAspectRatio` is `meet` if nothing is said).

use super::path;
use crate::error::{Result, excerpt};
use crate::number;
use crate::xml::Element;
use num_traits::Signed;
use zwang_exact::Rational;

/// The form of a length.
const EXPECTED: &str = "a number, with px, mm, cm, in, pt, pc or no unit";

/// How many px some units are.
const UNITS: [(&str, i64, i64); 6] = [
    ("px", 1, 1),
    ("mm", 480, 127),
    ("cm", 4800, 127),
    ("in", 96, 1),
    ("pt", 4, 3),
    ("pc", 16, 1),
];

/// A length in px, and whether it has a unit of the real world.
struct Length {
    px: Rational,
    is_real: bool,
}

fn parse(text: &str) -> Option<Length> {
    let text = text.trim();
    for (unit, px, of) in UNITS {
        if let Some(number) = text.strip_suffix(unit) {
            let number = number::decimal(number).ok()?;
            return Some(Length {
                px: number * Rational::new(px.into(), of.into()),
                is_real: unit != "px",
            });
        }
    }
    let px = number::decimal(text).ok()?;
    Some(Length { px, is_real: false })
}

/// Whether a length depends on the window or the font: then it says nothing of metres.
fn is_relative(text: &str) -> bool {
    const RELATIVE: [&str; 9] = ["%", "em", "ex", "ch", "vw", "vh", "vmin", "vmax", "auto"];
    RELATIVE.iter().any(|unit| text.trim().ends_with(unit))
}

/// A length in px, which are units of the drawing; `None` if there is no such attribute.
pub fn length(element: Element, attribute: &str) -> Result<Option<Rational>> {
    let Some(text) = element.attribute(attribute) else {
        return Ok(None);
    };
    match parse(text) {
        Some(length) => Ok(Some(length.px)),
        None => element.refuse_value(attribute, EXPECTED),
    }
}

/// A length that is a property.
pub fn width(element: Element, text: &str) -> Result<Rational> {
    match parse(text) {
        Some(length) => Ok(length.px),
        None => {
            let text = excerpt(text);
            let found = format!("the stroke-width `{text}`");
            element.refuse(found, EXPECTED)
        }
    }
}

/// How many metres a unit of a drawing is, if it says so.
///
/// # Errors
/// A `width` or a `height` has a unit that is not known, or its `viewBox` has no extent.
pub fn metres(root: Element) -> Result<Option<Rational>> {
    let boxed = root.attribute("viewBox").unwrap_or_default();
    let numbers = path::numbers(boxed).unwrap_or_default();
    let mut scale: Option<Rational> = None;
    for (index, attribute) in [(2, "width"), (3, "height")] {
        let Some(text) = root.attribute(attribute) else {
            continue;
        };
        let length = parse(text);
        if length.is_none() && !is_relative(text) {
            return root.refuse_value(attribute, EXPECTED);
        }
        let Some(Length { px, is_real: true }) = length else {
            continue;
        };
        let inch = Rational::new(127.into(), 5000.into());
        let mut metres = inch / Rational::from_integer(96.into());
        if let Some(units) = numbers.get(index) {
            if !units.is_positive() {
                return root.refuse_value("viewBox", "a width and a height above 0");
            }
            metres *= px / units;
        }
        scale = match scale {
            Some(other) => Some(other.min(metres)),
            None => Some(metres),
        };
    }
    Ok(scale)
}
