//! Verdicts on pieces of a run, read again in order to join them (`proofs/RUN.md`, section
//! 10).

use num_traits::Signed;
use serde::{Deserialize, Deserializer, de};
use std::fmt;
use zwang_certificate::run2::parse_fraction;
use zwang_check::Rejection;
use zwang_check::law::{Accepted, Bounces, Extremes, refused_piece};
use zwang_exact::Rational;

/// How many bytes of a file of verdicts are read.
pub const LARGEST: u64 = 1 << 24;

/// Why a verdict on a piece is of no use.
#[derive(Debug)]
pub enum ReadError {
    /// The text is not of the format.
    Malformed(String),
    /// The piece was not accepted.
    Rejected(Rejection),
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(reason) => formatter.write_str(reason),
            Self::Rejected(rejection) => rejection.fmt(formatter),
        }
    }
}

impl std::error::Error for ReadError {}

/// The keys that each verdict has.
#[derive(Deserialize)]
struct Beginning {
    format: String,
    verdict: String,
    message: Option<String>,
}

/// A verdict on steps of a run that are accepted, key by key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Steps {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "verdict")]
    _verdict: String,
    scene: Digest,
    own_scene: bool,
    from: u64,
    to: u64,
    step: Number,
    grid: u64,
    touch: Number,
    /// If something bounces only, and so are the next two.
    #[serde(default)]
    restitution: Option<Number>,
    #[serde(default)]
    pairs: Option<u64>,
    #[serde(default)]
    rounds: Option<u64>,
    near: u64,
    /// Only of runs in space with contacts.
    #[serde(default)]
    recorded_contacts: Option<bool>,
    /// Only in verdicts on scenes with friction, like the next two.
    #[serde(default)]
    relaxed: Option<u64>,
    #[serde(default)]
    law_squared: Option<Number>,
    #[serde(default)]
    one_of_several: Option<bool>,
    radius: Number,
    penetration_squared: Number,
    half_turn_tangent: Number,
    steady_rise: Number,
    landing_rise: Number,
    header: Digest,
    enters: Digest,
    leaves: Digest,
}

/// How many characters a number has at most: figures are squares of numbers of a run.
const LONGEST: usize = 1 << 19;

/// A number that is not negative, written as a text in lowest terms, such as `"1/2"`.
struct Number(Rational);

/// A SHA-256 in lower-case hex.
struct Digest(String);

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_hex = text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if text.len() == 64 && is_hex {
            return Ok(Self(text));
        }
        let error = format!("`{text}`, no SHA-256 in lower-case hex");
        Err(de::Error::custom(error))
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = match text.len() {
            0..=LONGEST => parse_fraction(&text),
            _ => None,
        };
        match number {
            Some(number) if !number.is_negative() => Ok(Self(number)),
            _ => {
                let beginning: String = text.chars().take(60).collect();
                let error = format!("`{beginning}`, no number in lowest terms from 0 on");
                Err(de::Error::custom(error))
            }
        }
    }
}

/// The verdict of one line.
///
/// # Errors
/// A [`ReadError`] if the line is no verdict on a run, or not one of acceptance.
pub fn accepted_run(line: &str) -> Result<Accepted, ReadError> {
    let beginning: Beginning = fields(line)?;
    let Beginning {
        format,
        verdict,
        message,
    } = beginning;
    let is_run = format == "zwang-verdict-2";
    if format != "zwang-verdict-1" && !is_run {
        let reason = format!("found the format `{format}`, expected `zwang-verdict-2`");
        return Err(ReadError::Malformed(reason));
    }
    if verdict != "accepted" {
        let reason = message.unwrap_or_default();
        let found = format!("`{verdict}` ({reason})");
        let rejection = refused_piece(&found);
        return Err(ReadError::Rejected(rejection));
    }
    if !is_run {
        let reason = "found `zwang-verdict-1`, expected the verdict on a run, `zwang-verdict-2`";
        return Err(ReadError::Malformed(reason.to_owned()));
    }
    let steps: Steps = fields(line)?;
    steps.accepted()
}

fn fields<'de, T: Deserialize<'de>>(line: &'de str) -> Result<T, ReadError> {
    serde_json::from_str(line).map_err(|error| {
        let reason = format!("found {error}, expected the verdict on a run, as --json prints it");
        ReadError::Malformed(reason)
    })
}

impl Steps {
    fn accepted(self) -> Result<Accepted, ReadError> {
        let friction = (self.relaxed, self.law_squared, self.one_of_several);
        let (has_friction, relaxed, law_squared) = match friction {
            (None, None, None) => (false, 0, Rational::default()),
            (Some(relaxed), Some(Number(law_squared)), Some(true)) => (true, relaxed, law_squared),
            _ => {
                let reason = "found some of `relaxed`, `law_squared` and `one_of_several`, \
                              expected all of them or none";
                return Err(ReadError::Malformed(reason.to_owned()));
            }
        };
        if self.recorded_contacts == Some(false) {
            let reason = "found `recorded_contacts` false, expected true or none";
            return Err(ReadError::Malformed(reason.to_owned()));
        }
        let bounces = match (self.restitution, self.pairs, self.rounds) {
            (None, None, None) => None,
            (Some(Number(restitution)), Some(pairs), Some(rounds)) => Some(Bounces {
                restitution,
                pairs,
                rounds,
            }),
            _ => {
                let reason = "found some of `restitution`, `pairs` and `rounds`, expected all of \
                              them or none";
                return Err(ReadError::Malformed(reason.to_owned()));
            }
        };
        Ok(Accepted {
            bounces,
            from: self.from,
            to: self.to,
            is_part: true,
            scene: self.scene.0,
            is_of_own_scene: self.own_scene,
            step: self.step.0,
            grid: self.grid,
            touch: self.touch.0,
            has_friction,
            extremes: Extremes {
                near: self.near,
                relaxed,
                has_recorded_contacts: self.recorded_contacts.is_some(),
                law_squared,
                radius: self.radius.0,
                penetration_squared: self.penetration_squared.0,
                half_turn_tangent: self.half_turn_tangent.0,
                steady_rise: self.steady_rise.0,
                landing_rise: self.landing_rise.0,
            },
            header: self.header.0,
            enters: self.enters.0,
            leaves: self.leaves.0,
        })
    }
}
