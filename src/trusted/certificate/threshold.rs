//! The proof format `zwang-threshold-1`: where a scene ceases to stand as friction, tilt, gravity
//! or a load varies, or that it never does, or that it stands nowhere (`proofs/FORMAT.md`, section
//! 9). It holds proofs of statics at one or two values, and what follows from these.

mod friction;
mod root;

pub use friction::{NeverHeld, OpenCase};
pub use root::{Element, Root, RootCase, spelled};

use crate::statics::{self, Statics};
use crate::text::{self, FormatError, Object};
use friction::OpenFile;
use root::RootFile;
use serde::Deserialize;
use std::fmt::{self, Formatter};
use zwang_exact::Rational;

pub(crate) const FORMAT: &str = "zwang-threshold-1";

/// A proof of the values of what varies at which a scene stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// Digest of the scene as it is given.
    pub scene: String,
    /// The quantity that varies.
    pub vary: Vary,
    /// The claim.
    pub claim: ThresholdClaim,
}

/// The claim about the values of the varied quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a proof has one claim")]
pub enum ThresholdClaim {
    /// A threshold lies between two values.
    Between {
        /// The value at which the scene stands, or can stand.
        stands: Sample,
        /// The value at which it falls.
        falls: Sample,
        /// The kind of the threshold, if friction varies and that is proved.
        end: Option<FrictionEnd>,
    },
    /// Forces hold the scene with this friction and with any larger one.
    FrictionFrom(Sample),
    /// Forces hold the scene at this value and at any further one.
    Endless {
        /// The value at which the scene stands, or can stand.
        stands: Sample,
        /// Which values are further.
        towards: Towards,
        /// Forces that balance what grows, alone.
        growth: Statics,
    },
    /// No friction is enough.
    NoFriction {
        /// The value at which the scene falls; contacts are listed there.
        falls: Sample,
        /// Why it falls with any friction.
        never: NeverHeld,
    },
    /// The scene falls from a value on, or at all values.
    Falls {
        /// The value at which the scene falls.
        falls: Sample,
        /// Another value at which it falls, so that it does at all values.
        opposite: Option<Sample>,
    },
}

/// The exact value of a critical friction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a proof has one end")]
pub enum FrictionEnd {
    /// The root of a polynomial, with which forces hold the scene.
    Root(Root),
    /// The friction of `falls`: every larger one holds the scene. For each group its cases.
    Open(Vec<Vec<OpenCase>>),
}

/// Which values are further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Towards {
    /// The larger ones.
    Larger,
    /// The smaller ones.
    Smaller,
}

impl Towards {
    /// The word for it in a file.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Larger => "larger",
            Self::Smaller => "smaller",
        }
    }

    /// 1 or -1.
    #[must_use]
    pub fn sign(self) -> Rational {
        Rational::from_integer(match self {
            Self::Larger => 1.into(),
            Self::Smaller => (-1).into(),
        })
    }
}

/// The quantity that varies.
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
    #[serde(default, deserialize_with = "text::present")]
    stands: Option<Object<SampleFile>>,
    #[serde(default, deserialize_with = "text::present")]
    falls: Option<Object<SampleFile>>,
    #[serde(default, deserialize_with = "text::present")]
    root: Option<Object<RootFile>>,
    #[serde(default, deserialize_with = "text::present")]
    open: Option<Object<OpenFile>>,
    #[serde(default, deserialize_with = "text::present")]
    endless: Option<Object<EndlessFile>>,
    #[serde(default, deserialize_with = "text::present")]
    never: Option<Object<NeverHeld>>,
    #[serde(default, deserialize_with = "text::present")]
    opposite: Option<Object<SampleFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleFile {
    at: String,
    proof: Object<text::File<statics::GroupFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndlessFile {
    towards: String,
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
        stands,
        falls,
        root,
        open,
        endless,
        never,
        opposite,
    } = file;
    text::require_format(&format, FORMAT)?;
    let vary = vary(&word, load)?;
    let keys = Keys {
        stands: sample_of(stands)?,
        falls: sample_of(falls)?,
        root,
        open,
        endless,
        never,
        opposite: sample_of(opposite)?,
    };
    let claim = match vary {
        Vary::Friction => keys.claim_of_friction()?,
        _ => keys.claim_of_load()?,
    };
    Ok(Threshold { scene, vary, claim })
}

/// The keys that say what is claimed.
struct Keys {
    stands: Option<Sample>,
    falls: Option<Sample>,
    root: Option<Object<RootFile>>,
    open: Option<Object<OpenFile>>,
    endless: Option<Object<EndlessFile>>,
    never: Option<Object<NeverHeld>>,
    opposite: Option<Sample>,
}

impl Keys {
    fn claim_of_friction(self) -> Result<ThresholdClaim, FormatError> {
        match self {
            Self {
                stands: Some(stands),
                falls: Some(falls),
                root,
                open,
                endless: None,
                never: None,
                opposite: None,
            } => Ok(ThresholdClaim::Between {
                stands,
                falls,
                end: friction_end(root, open)?,
            }),
            Self {
                stands: Some(stands),
                falls: None,
                root: None,
                open: None,
                endless: None,
                never: None,
                opposite: None,
            } => Ok(ThresholdClaim::FrictionFrom(stands)),
            Self {
                stands: None,
                falls: Some(falls),
                root: None,
                open: None,
                endless: None,
                never: Some(Object(never)),
                opposite: None,
            } => Ok(ThresholdClaim::NoFriction { falls, never }),
            _ => Err(FormatError::Word {
                key: "vary",
                found: "friction, with other keys".to_owned(),
                expected: "`stands`, perhaps with `falls`, and then with `root` or `open`; \
                           or `falls` with `never`",
            }),
        }
    }

    fn claim_of_load(self) -> Result<ThresholdClaim, FormatError> {
        match self {
            Self {
                stands: Some(stands),
                falls: Some(falls),
                root: None,
                open: None,
                endless: None,
                never: None,
                opposite: None,
            } => Ok(ThresholdClaim::Between {
                stands,
                falls,
                end: None,
            }),
            Self {
                stands: Some(stands),
                falls: None,
                root: None,
                open: None,
                endless: Some(Object(endless)),
                never: None,
                opposite: None,
            } => {
                let Object(growth) = endless.proof;
                Ok(ThresholdClaim::Endless {
                    stands,
                    towards: towards(&endless.towards)?,
                    growth: statics::of_file(growth)?,
                })
            }
            Self {
                stands: None,
                falls: Some(falls),
                root: None,
                open: None,
                endless: None,
                never: None,
                opposite,
            } => Ok(ThresholdClaim::Falls { falls, opposite }),
            _ => Err(FormatError::Word {
                key: "vary",
                found: "a tilt, gravity or a load, with other keys".to_owned(),
                expected: "`stands` with `falls` or with `endless`; \
                           or `falls`, perhaps with `opposite`",
            }),
        }
    }
}

/// The kind of the critical friction.
fn friction_end(
    root: Option<Object<RootFile>>,
    open: Option<Object<OpenFile>>,
) -> Result<Option<FrictionEnd>, FormatError> {
    match (root, open) {
        (None, None) => Ok(None),
        (Some(Object(root)), None) => Ok(Some(FrictionEnd::Root(root.into_root()?))),
        (None, Some(Object(open))) => Ok(Some(FrictionEnd::Open(open.into_groups()))),
        (Some(_), Some(_)) => Err(FormatError::Word {
            key: "open",
            found: "`root`, too".to_owned(),
            expected: "one of the two",
        }),
    }
}

fn towards(word: &str) -> Result<Towards, FormatError> {
    for towards in [Towards::Larger, Towards::Smaller] {
        if towards.word() == word {
            return Ok(towards);
        }
    }
    Err(FormatError::Word {
        key: "towards",
        found: text::excerpt(word),
        expected: "`larger` or `smaller`",
    })
}

fn sample_of(file: Option<Object<SampleFile>>) -> Result<Option<Sample>, FormatError> {
    match file {
        Some(Object(file)) => Ok(Some(file.into_sample()?)),
        None => Ok(None),
    }
}

/// The quantity that varies, given the word for it and the name of a load.
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
    let Threshold { scene, vary, claim } = threshold;
    let vary = vary_keys(vary);
    let scene = serde_json::Value::from(scene.as_str());
    let claim = claim_keys(claim);
    format!("{{\"format\":\"{FORMAT}\",\n\"scene\":{scene},\n{vary},\n{claim}}}\n")
}

/// The keys that say what is claimed.
fn claim_keys(claim: &ThresholdClaim) -> String {
    let mut keys = Vec::new();
    match claim {
        ThresholdClaim::Between { stands, falls, end } => {
            keys.push(("stands", sample(stands)));
            keys.push(("falls", sample(falls)));
            match end {
                Some(FrictionEnd::Root(root)) => keys.push(("root", root::write(root))),
                Some(FrictionEnd::Open(groups)) => keys.push(("open", friction::open(groups))),
                None => {}
            }
        }
        ThresholdClaim::FrictionFrom(stands) => keys.push(("stands", sample(stands))),
        ThresholdClaim::Endless {
            stands,
            towards,
            growth,
        } => {
            keys.push(("stands", sample(stands)));
            let towards = towards.word();
            let growth = proof(growth);
            let endless = format!("{{\"towards\":\"{towards}\",\"proof\":{growth}}}");
            keys.push(("endless", endless));
        }
        ThresholdClaim::NoFriction { falls, never } => {
            keys.push(("falls", sample(falls)));
            keys.push(("never", friction::never(never)));
        }
        ThresholdClaim::Falls { falls, opposite } => {
            keys.push(("falls", sample(falls)));
            if let Some(opposite) = opposite {
                keys.push(("opposite", sample(opposite)));
            }
        }
    }
    let mut lines = Vec::new();
    for (key, value) in keys {
        lines.push(format!("\"{key}\":{value}"));
    }
    lines.join(",\n")
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
    let proof = proof(&sample.proof);
    format!("{{\"at\":\"{at}\",\"proof\":{proof}}}")
}

fn proof(statics: &Statics) -> String {
    let text = statics::write(statics);
    text.trim_end().to_owned()
}
