//! The answer to one item, and its line in a file of rows.
//!
//! A line is a JSON object. It does not repeat what follows from the plan. The proof is compressed
//! (zlib), and written in base 64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, Read, Write as _};

/// Whether an item has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It has, and the checker has accepted its proof.
    Ok,
    /// It has none, and never will.
    Error,
    /// The time limit came first.
    TimeLimit,
}

impl Status {
    /// Its name, as in rows and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::TimeLimit => "time_limit",
        }
    }
}

/// The result of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The item, counted from 0.
    pub item: u64,
    /// Whether it has an answer.
    pub status: Status,
    /// Why it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The digest of the scene, if there is a scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// The number of its bodies, fixed ones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bodies: Option<u64>,
    /// The answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// How long it took, µs. This alone differs from one machine to another.
    pub microseconds: u64,
}

/// An answer that the checker has accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The outcome, in a word or two.
    pub verdict: String,
    /// Gauss' restraint, exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restraint: Option<String>,
    /// The number of contacts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contacts: Option<u64>,
    /// For a critical value: the kind of answer, as JSON has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// For a critical value: the limit, exactly, as a fraction or as the root of a polynomial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// For a critical value: the limit if it is a fraction, otherwise a value near to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_near: Option<String>,
    /// For a critical value: whether the limit is exact, or it is proved that there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// For a critical value: how the scene falls there, in a word or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// For a critical value: where forces hold the scene, exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_at: Option<String>,
    /// For a critical value: where none do, exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falls_at: Option<String>,
    /// The length of the largest integer of the proof, in bits.
    pub bits: u64,
    /// SHA-256 of the text of the proof, in hexadecimal.
    pub proof_digest: String,
    /// The text of the proof: a proof file, or a run.
    #[serde(with = "compressed")]
    pub proof: String,
}

impl Answer {
    pub(crate) fn new(verdict: &str, bits: u64, proof: String) -> Self {
        Self {
            verdict: verdict.to_owned(),
            restraint: None,
            contacts: None,
            answer: None,
            limit: None,
            limit_near: None,
            exact: None,
            mode: None,
            stands_at: None,
            falls_at: None,
            bits,
            proof_digest: digest(proof.as_bytes()),
            proof,
        }
    }
}

/// SHA-256 in hexadecimal.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// How a proof is written in a line.
mod compressed {
    use super::{compress, expand};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
        let written = compress(text).map_err(serde::ser::Error::custom)?;
        serializer.serialize_str(&written)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(input: D) -> Result<String, D::Error> {
        let written = String::deserialize(input)?;
        expand(&written, zwang_certificate::LARGEST).map_err(D::Error::custom)
    }
}

fn compress(text: &str) -> io::Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes())?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// The text of a proof, if it has at most so many bytes.
fn expand(written: &str, longest: u64) -> io::Result<String> {
    let bytes = STANDARD.decode(written).map_err(io::Error::other)?;
    let mut text = String::new();
    let length = ZlibDecoder::new(bytes.as_slice())
        .take(longest + 1)
        .read_to_string(&mut text)?;
    if length as u64 > longest {
        let message = format!("found a proof of more than {longest} bytes");
        return Err(io::Error::other(message));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_all_of_a_row() {
        let answer = Answer {
            restraint: Some("1/3".to_owned()),
            ..Answer::new("falls", 12, "{\"proof\":\"\u{e9}\"}\n".to_owned())
        };
        let row = Row {
            item: 7,
            status: Status::Ok,
            message: None,
            scene: Some("ab".to_owned()),
            bodies: Some(3),
            answer: Some(answer),
            microseconds: 5,
        };
        let line = serde_json::to_string(&row).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<Row>(&line).unwrap(), row);
    }

    #[test]
    fn a_proof_that_expands_beyond_all_bounds_is_refused() {
        let long = "0".repeat(1001);
        let written = compress(&long).unwrap();
        assert_eq!(expand(&written, 1001).unwrap(), long);
        let error = expand(&written, 1000).unwrap_err().to_string();
        assert_eq!(error, "found a proof of more than 1000 bytes");
    }

    /// FIPS 180-4, example of one block.
    #[test]
    fn the_digest_is_that_of_the_standard() {
        assert_eq!(
            digest(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
