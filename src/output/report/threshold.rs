//! The answer of `critical`.

use super::heading_of;
use crate::decimal::decimal;
use zwang_certificate::threshold::Vary;
use zwang_check::threshold::VerifiedThreshold;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// Digits of decimals: as many as tell the ends of a narrow bracket apart.
const DIGITS: usize = 12;

/// The answer of `critical`: what varies, where forces hold the scene, and where none do.
#[must_use]
pub fn threshold(scene: &Scene, verified: &VerifiedThreshold) -> String {
    let vary = match verified.vary() {
        Vary::Friction => "friction, the same at all contacts",
        Vary::Tilt => "tilt: the tangent of the angle by which gravity turns counter-clockwise",
    };
    let verdict = verified.verdict().to_string();
    let stands = shown(verified.stands_at());
    let falls = falls(verified);
    let known = match verified.is_exact() {
        true => format!("exactly {}", verified.stands_at()),
        false => "between these two".to_owned(),
    };
    let heading = heading_of(scene, verified.digest());
    format!(
        "{heading}  varied     {vary}\n  {verdict:<9}  at {stands}\n  falls      {falls}\n  \
         critical   {known}\n"
    )
}

fn falls(verified: &VerifiedThreshold) -> String {
    let at = shown(verified.falls_at());
    match (verified.vary(), verified.falls_beyond()) {
        (Vary::Friction, _) => format!("at {at} and below"),
        (Vary::Tilt, None) => format!("at {at} and beyond"),
        (Vary::Tilt, Some(beyond)) => format!("beyond {}", shown(beyond)),
    }
}

/// A fraction, with a decimal beside it unless it is a whole number.
fn shown(value: &Rational) -> String {
    if value.is_integer() {
        return value.to_string();
    }
    let decimal = decimal(value, DIGITS);
    let sign = if decimal.exact { '=' } else { '≈' };
    format!("{value} {sign} {}", decimal.text)
}
