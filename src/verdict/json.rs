//! Verdicts for programs, as one line of JSON (`proofs/RUN.md`, section 7).

use zwang_check::run::Accepted;
use zwang_check::{Rejection, Verified};
use zwang_exact::Rational;

/// A verdict of the given kind with some further members, each a key and a value in JSON.
fn verdict(kind: &str, members: &[(&str, String)]) -> String {
    let mut text = format!(r#"{{"format":"zwang-verdict-1","verdict":"{kind}""#);
    for (key, value) in members {
        text.push_str(&format!(r#","{key}":{value}"#));
    }
    text.push('}');
    text
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            _ if character.is_control() => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// The verdict on a proof that is accepted.
#[must_use]
pub fn accepted_proof(verified: &Verified) -> String {
    let members = [
        ("scene", quoted(verified.digest())),
        ("proves", quoted(&verified.verdict().to_string())),
    ];
    verdict("accepted", &members)
}

/// The verdict on a run that is accepted, with exact numbers.
#[must_use]
pub fn accepted_run(accepted: &Accepted) -> String {
    let grid = match accepted.grid {
        Some(grid) => grid.to_string(),
        None => "null".to_owned(),
    };
    let mut pairs = Vec::with_capacity(accepted.pairs.len());
    for pair in &accepted.pairs {
        let [first, second] = pair.bodies;
        pairs.push(format!(r#"[{first},{second},"{}"]"#, pair.restitution));
    }
    let extremes = &accepted.extremes;
    let number = |number: &Rational| quoted(&number.to_string());
    let members = [
        ("scene", quoted(&accepted.scene)),
        ("from", accepted.from.to_string()),
        ("to", accepted.to.to_string()),
        ("step", number(&accepted.step)),
        ("grid", grid),
        ("restitution", number(&accepted.restitution)),
        ("pairs", format!("[{}]", pairs.join(","))),
        ("corner", quoted(accepted.corner.word())),
        ("coarse", accepted.is_coarse.to_string()),
        ("penetration_squared", number(&extremes.penetration_squared)),
        ("pin_drift_squared", number(&extremes.pin_drift_squared)),
        (
            "momentum_defect_squared",
            number(&extremes.momentum_defect_squared),
        ),
        ("half_turn_tangent", number(&extremes.half_turn_tangent)),
    ];
    verdict("accepted", &members)
}

/// The verdict on a proof or a run that is rejected.
#[must_use]
pub fn rejected(rejection: &Rejection) -> String {
    let members = [
        ("condition", quoted(&rejection.condition().to_string())),
        ("message", quoted(&rejection.to_string())),
    ];
    verdict("rejected", &members)
}

/// What is said where a check could not run.
#[must_use]
pub fn could_not_run(message: &str) -> String {
    verdict("could not run", &[("message", quoted(message))])
}

#[cfg(test)]
mod tests {
    use super::could_not_run;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(
            could_not_run("a \"b\" \\ \n"),
            r#"{"format":"zwang-verdict-1","verdict":"could not run","message":"a \"b\" \\ \u000a"}"#
        );
    }
}
