//! The proof format `zwang-threshold-1`: between which values of friction, of tilt, of gravity or
//! of a load a scene ceases to stand (`proofs/FORMAT.md`, section 9). It holds two proofs of
//! statics, and of friction perhaps the root that the threshold is.

mod root;

pub use root::{Element, Root, RootCase, spelled};

use crate::statics::{self, Statics};
use crate::text::{self, FormatError, Object};
use root::RootFile;
use serde::Deserialize;
use std::fmt::{self, Formatter};
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
    /// What the threshold is, where friction varies and that is proved.
    pub root: Option<Root>,
}

/// What varies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vary {
    /// The friction of all contacts, μ ≥ 0.
    Friction,
    /// The tangent of the angle by which gravity turns counter-clockwise.
    Tilt,
    /// The component of gravity along x, m/s².
    GravityX,
    /// The component of gravity along y, m/s².
    GravityY,
    /// How many times as strong the load of this name is.
    Load(String),
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
    pub fn word(&self) -> &'static str {
        match self {
            Self::Friction => "friction",
            Self::Tilt => "tilt",
            Self::GravityX => "gx",
            Self::GravityY => "gy",
            Self::Load(_) => "load",
        }
    }
}

/// The word, and of a load its name between two `` ` ``; there `` ` `` and `\` have a `\` before
/// them, so that the name ends where it seems to.
impl fmt::Display for Vary {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(self.word())?;
        match self {
            Self::Load(name) => {
                let name = name.replace('\\', r"\\").replace('`', r"\`");
                write!(formatter, " `{name}`")
            }
            _ => Ok(()),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    scene: String,
    vary: String,
    #[serde(default, deserialize_with = "text::present")]
    load: Option<String>,
    stands: Object<SampleFile>,
    falls: Object<SampleFile>,
    #[serde(default, deserialize_with = "text::present")]
    root: Option<Object<RootFile>>,
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
    let File {
        format,
        scene,
        vary: word,
        load,
        stands: Object(stands),
        falls: Object(falls),
        root,
    } = file;
    text::require_format(&format, FORMAT)?;
    let vary = vary(&word, load)?;
    let stands = stands.into_sample()?;
    let falls = falls.into_sample()?;
    let root = root_of(&vary, root)?;
    Ok(Threshold {
        scene,
        stands,
        falls,
        root,
        vary,
    })
}

/// The root, which only a friction has.
fn root_of(vary: &Vary, file: Option<Object<RootFile>>) -> Result<Option<Root>, FormatError> {
    match (vary, file) {
        (_, None) => Ok(None),
        (Vary::Friction, Some(Object(file))) => Ok(Some(file.into_root()?)),
        (_, Some(_)) => Err(FormatError::Word {
            key: "root",
            found: format!("one of `{}`", vary.word()),
            expected: "no such key, as friction does not vary",
        }),
    }
}

/// What varies, given the word for it and the name of a load.
fn vary(word: &str, load: Option<String>) -> Result<Vary, FormatError> {
    match (word, load) {
        ("friction", None) => Ok(Vary::Friction),
        ("tilt", None) => Ok(Vary::Tilt),
        ("gx", None) => Ok(Vary::GravityX),
        ("gy", None) => Ok(Vary::GravityY),
        ("load", Some(name)) => Ok(Vary::Load(name)),
        ("load", None) => Err(FormatError::Word {
            key: "load",
            found: "no key `load`".to_owned(),
            expected: "the name of the load that varies",
        }),
        ("friction" | "tilt" | "gx" | "gy", Some(name)) => Err(FormatError::Word {
            key: "load",
            found: text::excerpt(&name),
            expected: "no such key, as no load varies",
        }),
        _ => Err(FormatError::Word {
            key: "vary",
            found: text::excerpt(word),
            expected: "`friction`, `tilt`, `gx`, `gy` or `load`",
        }),
    }
}

impl SampleFile {
    fn into_sample(self) -> Result<Sample, FormatError> {
        let Object(proof) = self.proof;
        Ok(Sample {
            at: fraction("at", &self.at)?,
            proof: statics::of_file(proof)?,
        })
    }
}

/// A number in lowest terms, spelled in the one way that the format allows.
fn fraction(key: &'static str, text: &str) -> Result<Rational, FormatError> {
    match zwang_exact::parse(text) {
        Ok(value) if value.to_string() == text => Ok(value),
        _ => Err(FormatError::Word {
            key,
            found: text::excerpt(text),
            expected: "a fraction in lowest terms, as `4/11` or `-3`",
        }),
    }
}

/// Writes a proof.
#[must_use]
pub fn write(threshold: &Threshold) -> String {
    let Threshold {
        scene,
        vary,
        stands,
        falls,
        root,
    } = threshold;
    let vary = vary_keys(vary);
    let scene = serde_json::Value::from(scene.as_str());
    let stands = sample(stands);
    let falls = sample(falls);
    let root = match root {
        Some(root) => {
            let root = root::write(root);
            format!(",\n\"root\":{root}")
        }
        None => String::new(),
    };
    format!(
        "{{\"format\":\"{FORMAT}\",\n\"scene\":{scene},\n{vary},\n\
         \"stands\":{stands},\n\"falls\":{falls}{root}}}\n"
    )
}

/// The key `vary`, and `load` where a load varies.
fn vary_keys(vary: &Vary) -> String {
    let word = vary.word();
    let key = format!("\"vary\":\"{word}\"");
    match vary {
        Vary::Load(name) => {
            let name = serde_json::Value::from(name.as_str());
            format!("{key},\n\"load\":{name}")
        }
        _ => key,
    }
}

fn sample(sample: &Sample) -> String {
    let at = &sample.at;
    let proof = statics::write(&sample.proof);
    let proof = proof.trim_end();
    format!("{{\"at\":\"{at}\",\"proof\":{proof}}}")
}
