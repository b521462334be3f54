//! The plan of a sweep: a question about many scenes.

use crate::ask::{Ask, AskError};
use crate::error::SweepError;
use crate::row::digest;
use crate::values::{Values, ValuesError};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use zwang_families::template::{self, Setting, key_hint};
use zwang_families::{Family, FamilyError, Kind, Parameter, ValueError};
use zwang_scene::read::Syntax;
use zwang_verdict::kind::{Place, misplaced};

/// The format of a plan.
const FORMAT: &str = "zwang-sweep-2";
/// The program that makes a plan: proofs may differ from one version to another.
const PROGRAM: &str = concat!("zwang ", env!("CARGO_PKG_VERSION"));
/// The parameter that every family has besides its own.
const FRICTION: &str = "friction";
/// This many values of each parameter are looked at before a sweep begins.
const LOOKED_AT: u64 = 100;

/// The scenes of a sweep, as they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Scenes {
    /// Those of a family.
    Family {
        /// Its name.
        name: String,
        /// Parameters with their values.
        fixed: Vec<[String; 2]>,
        /// Parameters that vary, with the text of their [`Values`].
        vary: Vec<[String; 2]>,
    },
    /// Those of a scene file with parameters.
    Template {
        /// The file, TOML or JSON.
        file: SceneFile,
        /// Parameters with a value other than that of the file.
        set: Vec<[String; 2]>,
        /// Parameters that vary, with the text of their [`Values`].
        vary: Vec<[String; 2]>,
    },
    /// These files, TOML or JSON.
    Files(Vec<SceneFile>),
}

/// A scene file of a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// Its place.
    pub path: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub digest: String,
}

/// Items that are drawn at random from all combinations of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// How many.
    pub count: u64,
    /// The seed that determines them.
    pub seed: u64,
}

/// The plan of a sweep: a question about many scenes. It has at least one item.
#[derive(Clone, Debug)]
pub struct Plan {
    written: Written,
    pub(crate) source: Source,
    pub(crate) ask: Ask,
}

/// A plan as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: String,
    program: String,
    ask: String,
    items: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sample: Option<Sample>,
    scenes: Scenes,
}

/// The origin of the scenes of the items.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Family {
        family: &'static Family,
        fixed: Vec<(String, String)>,
        varied: Varied,
    },
    Template {
        file: SceneFile,
        set: Vec<Setting>,
        varied: Varied,
    },
    Files(Vec<SceneFile>),
}

/// Parameters that vary: on a grid, or, if there is a sample, at random.
#[derive(Clone, Debug)]
pub(crate) struct Varied {
    pub(crate) parameters: Vec<(String, Values)>,
    pub(crate) sample: Option<Sample>,
}

/// Why there is no such sweep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The family, or a value, is none.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// The question is none.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A parameter has no values.
    #[error("{name}: {error}")]
    Values {
        /// The parameter.
        name: String,
        /// Why.
        error: ValuesError,
    },
    /// A parameter cannot have this value.
    #[error("{name}: found `{found}`; {error}")]
    Value {
        /// The parameter.
        name: String,
        /// The value.
        found: String,
        /// Why.
        error: ValueError,
    },
    /// The family, or the scene file, has no such parameter.
    #[error("found the unknown parameter `{found}`; expected one of {known}")]
    Unknown {
        /// Its name.
        found: String,
        /// Those that it has.
        known: String,
    },
    /// The scene file has no parameters.
    #[error(
        "found the parameter `{0}`; expected a scene file that defines it under [parameters] \
         (scenes/README.md)"
    )]
    NoParameters(String),
    /// A parameter has values from two places.
    #[error("{0}: found it twice; expected one value, or one --vary")]
    Repeated(String),
    /// A parameter has no value.
    #[error("{name}: found nothing; expected {expected}, or --vary {name}=VALUES")]
    Missing {
        /// The parameter.
        name: String,
        /// The values that it takes.
        expected: String,
    },
    /// There are no scenes.
    #[error("found no scenes; expected at least one")]
    Empty,
    /// There are more items than can be counted.
    #[error("found more than 2^64 - 1 items; expected fewer values")]
    TooMany,
    /// Files are taken one by one.
    #[error("found a sample of scene files; expected one of a family")]
    SampledFiles,
    /// The text is no plan.
    #[error("found no plan of the format {FORMAT} ({0})")]
    Unreadable(String),
    /// The plan is that of another version.
    #[error("found a plan of {found}; expected one of {PROGRAM}")]
    Program {
        /// The program that made it.
        found: String,
    },
}

impl Scenes {
    /// The scenes of a family: parameters with one value, and parameters that vary.
    pub fn family<'a>(
        name: &str,
        fixed: impl IntoIterator<Item = (&'a str, &'a str)>,
        vary: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        Self::Family {
            name: name.to_owned(),
            fixed: fixed.into_iter().map(owned).collect(),
            vary: vary.into_iter().map(owned).collect(),
        }
    }

    /// The scenes of a file with parameters: some with a value other than that of the file, some
    /// that vary.
    ///
    /// # Errors
    /// [`SweepError`] if the file cannot be read, or has no such parameters.
    pub fn template<'a>(
        path: &Path,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
        vary: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, SweepError> {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(SweepError::at(path))?;
        let file = SceneFile {
            path: name.clone(),
            digest: digest(&bytes),
        };
        let text = String::from_utf8_lossy(&bytes);
        let known = template::parameters(&text, Syntax::of(&text));
        let known = known.map_err(|error| match misplaced(&name, &text, Place::Scene) {
            Some(message) => SweepError::NoScene(message),
            None => SweepError::Scene {
                name: name.clone(),
                error,
            },
        })?;
        let set: Vec<[String; 2]> = set.into_iter().map(owned).collect();
        let vary: Vec<[String; 2]> = vary.into_iter().map(owned).collect();
        for [found, _] in set.iter().chain(&vary) {
            if !known.contains(found) {
                let found = found.clone();
                let error = if known.is_empty() {
                    PlanError::NoParameters(found)
                } else {
                    let mut known = known.join(", ");
                    if let Some(hint) = key_hint(&found) {
                        known += &format!("; {hint}");
                    }
                    PlanError::Unknown { found, known }
                };
                return Err(SweepError::Plan { name, error });
            }
        }
        Ok(Self::Template { file, set, vary })
    }

    /// The scenes of these files.
    ///
    /// # Errors
    /// [`SweepError`] if one of them cannot be read.
    pub fn files<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<Self, SweepError> {
        let mut files = Vec::new();
        for path in paths {
            let bytes = fs::read(path).map_err(SweepError::at(path))?;
            files.push(SceneFile {
                path: path.display().to_string(),
                digest: digest(&bytes),
            });
        }
        Ok(Self::Files(files))
    }
}

fn owned((name, value): (&str, &str)) -> [String; 2] {
    [name.to_owned(), value.to_owned()]
}

impl Plan {
    /// A sweep over these scenes: over all of them, or over a sample.
    ///
    /// # Errors
    /// [`PlanError`] if there are no such scenes, or too many.
    pub fn new(scenes: Scenes, sample: Option<Sample>, ask: Ask) -> Result<Self, PlanError> {
        let source = source_of(&scenes, sample)?;
        let items = match &source {
            Source::Family { varied, .. } | Source::Template { varied, .. } => varied.count()?,
            Source::Files(_) if sample.is_some() => return Err(PlanError::SampledFiles),
            Source::Files(files) => files.len() as u64,
        };
        if items == 0 {
            return Err(PlanError::Empty);
        }
        let written = Written {
            format: FORMAT.to_owned(),
            program: PROGRAM.to_owned(),
            ask: ask.to_string(),
            items,
            sample,
            scenes,
        };
        Ok(Self {
            written,
            source,
            ask,
        })
    }

    /// The plan that a text is.
    ///
    /// # Errors
    /// [`PlanError`] if it is none.
    pub fn read(text: &str) -> Result<Self, PlanError> {
        let written: Written =
            serde_json::from_str(text).map_err(|error| PlanError::Unreadable(error.to_string()))?;
        if written.format != FORMAT {
            return Err(PlanError::Unreadable(format!(
                "format {:?}",
                written.format
            )));
        }
        if written.program != PROGRAM {
            return Err(PlanError::Program {
                found: written.program,
            });
        }
        let plan = Self::new(written.scenes.clone(), written.sample, written.ask.parse()?)?;
        if plan.written != written {
            let what = format!("{} items where there are {}", written.items, plan.items());
            return Err(PlanError::Unreadable(what));
        }
        Ok(plan)
    }

    /// The text of the plan: JSON of the format `zwang-sweep-2`.
    #[must_use]
    pub fn text(&self) -> String {
        // The keys are text and the values numbers and text: nothing that JSON cannot say.
        let text = serde_json::to_string_pretty(&self.written);
        text.unwrap_or_default() + "\n"
    }

    /// How many items there are, at least one.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.written.items
    }

    /// The question.
    #[must_use]
    pub fn ask(&self) -> &Ask {
        &self.ask
    }

    /// The names that distinguish the items: the parameters that vary, or `file`; and whether their
    /// values are numbers.
    #[must_use]
    pub fn parameters(&self) -> Vec<(&str, bool)> {
        match &self.source {
            Source::Files(_) => vec![("file", false)],
            Source::Family { family, varied, .. } => {
                let names = varied.names();
                names.map(|name| (name, is_number(family, name))).collect()
            }
            Source::Template { varied, .. } => varied.names().map(|name| (name, true)).collect(),
        }
    }
}

fn is_number(family: &Family, name: &str) -> bool {
    match parameter(family, name) {
        Ok(Some(parameter)) => match parameter.kind {
            Kind::Count | Kind::Seed | Kind::Number => true,
            Kind::Switch | Kind::Choice(_) => false,
        },
        _ => name == FRICTION,
    }
}

fn source_of(scenes: &Scenes, sample: Option<Sample>) -> Result<Source, PlanError> {
    match scenes {
        Scenes::Files(files) => Ok(Source::Files(files.clone())),
        Scenes::Family { name, fixed, vary } => {
            refuse_repeated(fixed, vary)?;
            let family = zwang_families::find(name)?;
            of_family(family, fixed, vary, sample)
        }
        Scenes::Template { file, set, vary } => {
            refuse_repeated(set, vary)?;
            of_template(file, set, vary, sample)
        }
    }
}

/// Each parameter has values from one place.
fn refuse_repeated(fixed: &[[String; 2]], vary: &[[String; 2]]) -> Result<(), PlanError> {
    let mut seen: Vec<&str> = Vec::new();
    for [name, _] in fixed.iter().chain(vary) {
        if seen.contains(&name.as_str()) {
            return Err(PlanError::Repeated(name.clone()));
        }
        seen.push(name);
    }
    Ok(())
}

fn of_family(
    family: &'static Family,
    fixed: &[[String; 2]],
    vary: &[[String; 2]],
    sample: Option<Sample>,
) -> Result<Source, PlanError> {
    let mut one = Vec::with_capacity(fixed.len());
    for [name, value] in fixed {
        check(family, name, value)?;
        one.push((name.clone(), value.clone()));
    }
    let parameters = varied(vary, |name, value| check(family, name, value))?;
    for parameter in family.parameters {
        let mut given = fixed.iter().chain(vary);
        if parameter.is_required && !given.any(|[name, _]| name == parameter.name) {
            return Err(PlanError::Missing {
                name: parameter.name.to_owned(),
                expected: parameter.expected(),
            });
        }
    }
    Ok(Source::Family {
        family,
        fixed: one,
        varied: Varied { parameters, sample },
    })
}

fn of_template(
    file: &SceneFile,
    set: &[[String; 2]],
    vary: &[[String; 2]],
    sample: Option<Sample>,
) -> Result<Source, PlanError> {
    let mut settings = Vec::with_capacity(set.len());
    for [name, value] in set {
        settings.push(setting(name, value)?);
    }
    let parameters = varied(vary, |name, value| setting(name, value).map(|_| ()))?;
    Ok(Source::Template {
        file: file.clone(),
        set: settings,
        varied: Varied { parameters, sample },
    })
}

/// The parameter of a scene file with this value.
fn setting(name: &str, value: &str) -> Result<Setting, PlanError> {
    match zwang_exact::parse(value) {
        Ok(number) => Ok(Setting {
            name: name.to_owned(),
            value: number,
        }),
        Err(error) => Err(PlanError::Value {
            name: name.to_owned(),
            found: value.to_owned(),
            error: ValueError::Number(error),
        }),
    }
}

/// Parameters with their values, of which the first are known to be some.
fn varied(
    vary: &[[String; 2]],
    check: impl Fn(&str, &str) -> Result<(), PlanError>,
) -> Result<Vec<(String, Values)>, PlanError> {
    let mut varied = Vec::with_capacity(vary.len());
    for [name, text] in vary {
        let values = Values::read(text).map_err(|error| PlanError::Values {
            name: name.clone(),
            error,
        })?;
        for place in 0..values.count().min(LOOKED_AT) {
            if let Some(value) = values.at(place) {
                check(name, &value)?;
            }
        }
        varied.push((name.clone(), values));
    }
    Ok(varied)
}

fn check(family: &Family, name: &str, value: &str) -> Result<(), PlanError> {
    let checked = match parameter(family, name)? {
        Some(parameter) => parameter.check(value),
        None => zwang_exact::parse(value)
            .map(|_| ())
            .map_err(ValueError::Number),
    };
    checked.map_err(|error| PlanError::Value {
        name: name.to_owned(),
        found: value.to_owned(),
        error,
    })
}

/// The parameter of this name; `None` for friction, which is that of no family.
fn parameter(family: &Family, name: &str) -> Result<Option<&'static Parameter>, PlanError> {
    for parameter in family.parameters {
        if parameter.name == name {
            return Ok(Some(parameter));
        }
    }
    if name == FRICTION {
        return Ok(None);
    }
    let mut known: Vec<&str> = family.parameters.iter().map(|known| known.name).collect();
    known.push(FRICTION);
    Err(PlanError::Unknown {
        found: name.to_owned(),
        known: known.join(", "),
    })
}

impl Varied {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().map(|(name, _)| name.as_str())
    }

    /// How many items there are.
    fn count(&self) -> Result<u64, PlanError> {
        if let Some(sample) = self.sample {
            return Ok(sample.count);
        }
        let mut items = 1_u64;
        for (_, values) in &self.parameters {
            items = items
                .checked_mul(values.count())
                .ok_or(PlanError::TooMany)?;
        }
        Ok(items)
    }
}
