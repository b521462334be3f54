//! Verdicts for people, as one line of text.

use num_bigint::BigInt;
use zwang_check::Rejection;
use zwang_check::law::{Accepted, Bounces, Extremes};
use zwang_decimal::{inline, inline_with, root_from_above};
use zwang_exact::Rational;

/// The verdict on a proof that is accepted.
#[must_use]
pub fn accepted_proof(proves: &str, digest: &str) -> String {
    let proves = one_line(proves);
    format!("accepted: {proves}, scene {digest}")
}

/// How many groups of a run have which grade.
fn grades(extremes: &Extremes) -> String {
    let mut grades = Vec::new();
    for (count, word) in [(extremes.near, "near"), (extremes.relaxed, "relaxed")] {
        match count {
            0 => {}
            1 => grades.push(format!("1 group {word}")),
            _ => grades.push(format!("{count} groups {word}")),
        }
    }
    if grades.is_empty() {
        return match extremes.has_recorded_contacts {
            true => "all groups unique for the recorded contacts".to_owned(),
            false => "all groups unique".to_owned(),
        };
    }
    grades.join(", ")
}

/// The verdict on a run that is accepted.
#[must_use]
pub fn accepted_run(accepted: &Accepted) -> String {
    let Accepted {
        from,
        to,
        is_part,
        scene,
        step,
        grid,
        extremes,
        ..
    } = accepted;
    let steps = steps(*from, *to, *is_part);
    let whence = if accepted.is_of_own_scene {
        " (in the run)"
    } else {
        ""
    };
    let groups = grades(extremes);
    let law = match accepted.has_friction {
        true => {
            let error = root_from_above(&extremes.law_squared);
            format!("law off by at most {error} m, one of several, ")
        }
        false => String::new(),
    };
    let bounces = accepted.bounces.as_ref().map_or(String::new(), bounces);
    let radius = decimal_from_above(&extremes.radius);
    let penetration = root_from_above(&extremes.penetration_squared);
    let step = inline_with(step, " s");
    let turn = turn(&extremes.half_turn_tangent);
    let steady = decimal_from_above(&extremes.steady_rise);
    let landing = decimal_from_above(&extremes.landing_rise);
    format!(
        "accepted: {steps}, scene {scene}{whence}; \
         step {step}, grid 2^-{grid}{bounces}; \
         {groups}, radius at most {radius}, {law}\
         penetration at most {penetration} m, \
         turn at most {turn} rad, \
         energy rises by at most {steady} J in a step, \
         {landing} J in a landing"
    )
}

/// `, restitution 1/2 (pairs: 3) in 2 rounds`.
fn bounces(bounces: &Bounces) -> String {
    let Bounces {
        restitution,
        pairs,
        rounds,
    } = bounces;
    let pairs = match pairs {
        0 => String::new(),
        _ => format!(" (pairs: {pairs})"),
    };
    let restitution = inline(restitution);
    format!(", restitution {restitution}{pairs} in {rounds} rounds")
}

/// A decimal that is not smaller than a number from 0 on.
fn decimal_from_above(number: &Rational) -> String {
    root_from_above(&(number * number))
}

/// The verdict on a proof or a run that is rejected.
#[must_use]
pub fn rejected(rejection: &Rejection) -> String {
    let reason = one_line(&rejection.to_string());
    format!("rejected: {reason}")
}

/// The text without anything that could start a new line: control characters and the separators of
/// lines and paragraphs are spelled `\u` and four hexadecimal digits (`proofs/FORMAT.md`, section
/// 5).
///
/// ```
/// # use zwang_verdict::line::one_line;
/// assert_eq!(one_line("a name\nof two lines"), r"a name\u000aof two lines");
/// ```
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || matches!(character, '\u{2028}' | '\u{2029}') {
            let code = u32::from(character);
            line.push_str(&format!("\\u{code:04x}"));
        } else {
            line.push(character);
        }
    }
    line
}

/// `3 steps`, or `steps 7 to 9` if they do not begin with the first or end where it was asked for.
fn steps(from: u64, to: u64, is_part: bool) -> String {
    match (from, to) {
        (1, 1) if !is_part => "1 step".to_owned(),
        (1, to) if !is_part => format!("{to} steps"),
        (from, to) if from == to => format!("step {to}"),
        (from, to) => format!("steps {from} to {to}"),
    }
}

/// A bound of an angle, given the tangent of half of it: the angle is at most twice that.
fn turn(half_turn_tangent: &Rational) -> String {
    let four = Rational::from_integer(BigInt::from(4));
    root_from_above(&(four * half_turn_tangent * half_turn_tangent))
}
