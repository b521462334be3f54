//! Verdicts for programs, as one line of JSON (`proofs/RUN.md`, section 7).

use crate::{Rejection, Verified};

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
