//! Verdicts for programs, as one line of JSON (`proofs/FORMAT.md`, section 5, `proofs/RUN.md`,
//! section 10).

use std::fmt::Display;
use zwang_check::Rejection;
use zwang_check::law::Accepted;

/// A verdict on its way, one line of JSON.
struct Verdict {
    text: String,
}

impl Verdict {
    fn new(kind: &str) -> Self {
        Self::of_format("zwang-verdict-1", kind)
    }

    fn of_format(format: &str, kind: &str) -> Self {
        let mut verdict = Self {
            text: format!(r#"{{"format":"{format}""#),
        };
        verdict.quoted("verdict", kind);
        verdict
    }

    /// A further member, whose value prints as JSON.
    fn member(&mut self, key: &str, value: impl Display) {
        let member = format!(r#","{key}":{value}"#);
        self.text.push_str(&member);
    }

    /// A further member that is a text.
    fn quoted(&mut self, key: &str, text: impl Display) {
        let text = quoted(&text.to_string());
        self.member(key, text);
    }

    fn end(self) -> String {
        self.text + "}"
    }
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            _ if character.is_control() => {
                let code = u32::from(character);
                quoted.push_str(&format!("\\u{code:04x}"));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// The verdict on a proof that is accepted.
#[must_use]
pub fn accepted_proof(proves: &str, digest: &str) -> String {
    let mut verdict = Verdict::new("accepted");
    verdict.quoted("scene", digest);
    verdict.quoted("proves", proves);
    verdict.end()
}

/// The verdict on a run that is accepted, with exact numbers.
#[must_use]
pub fn accepted_run(accepted: &Accepted) -> String {
    let Accepted {
        from,
        to,
        is_part: _,
        scene,
        is_of_own_scene,
        step,
        grid,
        touch,
        bounces,
        has_friction,
        extremes,
        header,
        enters,
        leaves,
    } = accepted;
    let mut verdict = Verdict::of_format("zwang-verdict-2", "accepted");
    verdict.quoted("scene", scene);
    verdict.member("own_scene", is_of_own_scene);
    verdict.member("from", from);
    verdict.member("to", to);
    verdict.quoted("step", step);
    verdict.member("grid", grid);
    verdict.quoted("touch", touch);
    if let Some(bounces) = bounces {
        verdict.quoted("restitution", &bounces.restitution);
        verdict.member("pairs", bounces.pairs);
        verdict.member("rounds", bounces.rounds);
    }
    verdict.member("near", extremes.near);
    if extremes.has_recorded_contacts {
        verdict.member("recorded_contacts", true);
    }
    if *has_friction {
        verdict.member("relaxed", extremes.relaxed);
    }
    verdict.quoted("radius", &extremes.radius);
    if *has_friction {
        verdict.quoted("law_squared", &extremes.law_squared);
        verdict.member("one_of_several", true);
    }
    verdict.quoted("penetration_squared", &extremes.penetration_squared);
    verdict.quoted("half_turn_tangent", &extremes.half_turn_tangent);
    verdict.quoted("steady_rise", &extremes.steady_rise);
    verdict.quoted("landing_rise", &extremes.landing_rise);
    verdict.quoted("header", header);
    verdict.quoted("enters", enters);
    verdict.quoted("leaves", leaves);
    verdict.end()
}

/// The verdict on a proof or a run that is rejected.
#[must_use]
pub fn rejected(rejection: &Rejection) -> String {
    let mut verdict = Verdict::new("rejected");
    verdict.quoted("condition", rejection.condition());
    verdict.quoted("message", rejection);
    verdict.end()
}

/// The words for a check that could not run.
#[must_use]
pub fn could_not_run(message: &str) -> String {
    let mut verdict = Verdict::new("could not run");
    verdict.quoted("message", message);
    verdict.end()
}

#[cfg(test)]
mod tests {
    use super::could_not_run;

    #[test]
    fn texts_are_escaped() {
        let expected = concat!(
            r#"{"format":"zwang-verdict-1","#,
            r#""verdict":"could not run","#,
            r#""message":"a \"b\" \\ \u000a"}"#
        );
        let verdict = could_not_run("a \"b\" \\ \n");
        assert_eq!(verdict, expected);
    }
}
