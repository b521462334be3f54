//! The proof format `zwang-threshold-1`: between which values of friction, or of tilt, a scene
//! ceases to stand (`proofs/FORMAT.md`, section 9). It holds two proofs of statics.

use crate::statics::{self, Statics};
use crate::text::{self, FormatError, Object};
use serde::Deserialize;
use zwang_exact::Rational;

pub(crate) const FORMAT: &str = "zwang-threshold-1";

/// A proof that a scene stands at one value of what varies, and falls at another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// Digest of the scene as it is given.
    pub scene: String,
    /// What varies.
    pub vary: Vary,
    /// Where it stands, or can stand.
    pub stands: Sample,
    /// Where it falls.
    pub falls: Sample,
}

/// What varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vary {
    /// The friction of all contacts, μ ≥ 0.
    Friction,
    /// The tangent of the angle by which gravity turns counter-clockwise.
    Tilt,
}

/// A proof about the scene at one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The value.
    pub at: Rational,
    /// The proof about the scene at that value.
    pub proof: Statics,
}

impl Vary {
    /// The word for it in a file.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Friction => "friction",
            Self::Tilt => "tilt",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    scene: String,
    vary: String,
    stands: Object<SampleFile>,
    falls: Object<SampleFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleFile {
    at: String,
    proof: Object<text::File<statics::GroupFile>>,
}

/// Reads a proof.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Threshold, FormatError> {
    let Object(file): Object<File> = serde_json::from_str(text)?;
    text::require_format(&file.format, FORMAT)?;
    let Object(stands) = file.stands;
    let Object(falls) = file.falls;
    Ok(Threshold {
        scene: file.scene,
        vary: vary(&file.vary)?,
        stands: stands.into_sample()?,
        falls: falls.into_sample()?,
    })
}

fn vary(word: &str) -> Result<Vary, FormatError> {
    match word {
        "friction" => Ok(Vary::Friction),
        "tilt" => Ok(Vary::Tilt),
        _ => Err(FormatError::Word {
            key: "vary",
            found: text::excerpt(word),
            expected: "`friction` or `tilt`",
        }),
    }
}

impl SampleFile {
    fn into_sample(self) -> Result<Sample, FormatError> {
        let Object(proof) = self.proof;
        Ok(Sample {
            at: value(&self.at)?,
            proof: statics::of_file(proof)?,
        })
    }
}

/// A number in lowest terms, spelled in the one way that the format allows.
fn value(text: &str) -> Result<Rational, FormatError> {
    match zwang_exact::parse(text) {
        Ok(value) if value.to_string() == text => Ok(value),
        _ => Err(FormatError::Word {
            key: "at",
            found: text::excerpt(text),
            expected: "a fraction in lowest terms, as `4/11` or `-3`",
        }),
    }
}

/// Writes a proof.
#[must_use]
pub fn write(threshold: &Threshold) -> String {
    let vary = threshold.vary.word();
    let scene = serde_json::Value::from(threshold.scene.as_str());
    let stands = sample(&threshold.stands);
    let falls = sample(&threshold.falls);
    format!(
        "{{\"format\":\"{FORMAT}\",\n\"scene\":{scene},\n\"vary\":\"{vary}\",\n\
         \"stands\":{stands},\n\"falls\":{falls}}}\n"
    )
}

fn sample(sample: &Sample) -> String {
    let at = &sample.at;
    let proof = statics::write(&sample.proof);
    let proof = proof.trim_end();
    format!("{{\"at\":\"{at}\",\"proof\":{proof}}}")
}
