//! The answer of `critical`.

use super::heading_of;
use crate::Varied;
use crate::decimal::{Decimal, decimal};
use num_bigint::BigInt;
use zwang_certificate::threshold::{Vary, spelled};
use zwang_check::threshold::VerifiedThreshold;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// Digits of decimals: as many as tell the ends of a narrow bracket apart.
const DIGITS: usize = 12;

/// The answer of `critical`: what varies, where forces hold the scene, and where none do.
#[must_use]
pub fn threshold(
    scene: &Scene,
    verified: &VerifiedThreshold,
    polynomial: Option<&[BigInt]>,
) -> String {
    let vary = match verified.vary() {
        Vary::Friction => "friction, the same at all contacts".to_owned(),
        Vary::Tilt => {
            "tilt: the tangent of the angle by which gravity turns counter-clockwise".to_owned()
        }
        Vary::GravityX => "gx: the component of gravity along x".to_owned(),
        Vary::GravityY => "gy: the component of gravity along y".to_owned(),
        Vary::Load(name) => format!("load `{name}`: how many times as strong it is"),
    };
    let verdict = verified.verdict().to_string();
    let stands = shown(verified.stands_at());
    let falls = falls(verified);
    let known = match (verified.is_exact(), verified.root()) {
        (true, _) => format!("exactly {}", verified.stands_at()),
        (false, Some(root)) => format!("exactly the root of {root}"),
        (false, None) => "between these two".to_owned(),
    };
    let mut text = heading_of(scene, verified.digest());
    let stands = format!("at {stands}");
    for (name, value) in [
        ("varied", vary.as_str()),
        (verdict.as_str(), stands.as_str()),
        ("falls", falls.as_str()),
        ("critical", known.as_str()),
    ] {
        let line = format!("  {name:<9}  {value}\n");
        text.push_str(&line);
    }
    if let (None, Some(polynomial)) = (verified.root(), polynomial) {
        text.push_str(&named(polynomial));
    }
    text
}

/// The answer of `critical --vary`: between which values of a parameter a scene ceases to stand.
#[must_use]
pub fn varied(varied: &Varied) -> String {
    let stands = shown(varied.stands_at);
    let falls = shown(varied.falls_at);
    let simplest = shown(varied.simplest);
    let Varied {
        scene,
        parameter,
        verdict,
        solved,
        ..
    } = varied;
    let verdict = verdict.to_string();
    format!(
        "{scene}\n\
         \x20 varied     {parameter}, a parameter of the scene file\n\
         \x20 {verdict:<9}  at {stands}\n\
         \x20 falls      at {falls}\n\
         \x20 critical   between these two; the simplest fraction there is {simplest}\n\
         \x20 solved     at {solved} values; of all others nothing is proved\n"
    )
}

/// A polynomial, and what is known of it: little.
fn named(polynomial: &[BigInt]) -> String {
    let text = spelled(polynomial);
    format!(
        "  polynomial {text} changes its sign there \
         (not proved: that its root is critical)\n"
    )
}

fn falls(verified: &VerifiedThreshold) -> String {
    let at = shown(verified.falls_at());
    match (verified.vary(), verified.falls_beyond()) {
        (Vary::Friction, _) => format!("at {at} and below"),
        (_, None) => format!("at {at} and beyond"),
        (_, Some(beyond)) => {
            let beyond = shown(beyond);
            format!("beyond {beyond}")
        }
    }
}

/// A fraction, with a decimal beside it unless it is a whole number.
fn shown(value: &Rational) -> String {
    if value.is_integer() {
        return value.to_string();
    }
    let Decimal { text, exact } = decimal(value, DIGITS);
    let sign = if exact { '=' } else { '≈' };
    format!("{value} {sign} {text}")
}
