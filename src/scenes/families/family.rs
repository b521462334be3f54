//! A family of scenes: its name, what can be chosen, and the function that makes a scene.
//!
//! Arguments come as text, from a command line or from an address, and every number is read as
//! exactly the rational it spells. An argument that is not given has its default; one without a
//! default is either required or may stay away.

use crate::brick::Brick;
use crate::error::GenerateError;
use std::fmt;
use zwang_exact::{NumberError, Rational};
use zwang_scene::{AnyScene, Scene, space};

/// The longest piece of an argument in a message, in characters.
const MAX_EXCERPT: usize = 60;
/// Names that differ in so many letters are not alike.
const MAX_DISTANCE: usize = 3;

/// A family of scenes.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Name on the command line and in addresses of the page.
    pub name: &'static str,
    /// The look of its scenes, in one line.
    pub about: &'static str,
    /// Calls of the program that show it.
    pub examples: &'static [&'static str],
    /// Its parameters, in reading order.
    pub parameters: &'static [Parameter],
    /// Makes the scene.
    pub build: Build,
    /// About how many bodies the scene has at least; it takes no time to count them.
    pub count_bodies: fn(&Arguments) -> Result<usize, FamilyError>,
}

/// The function that makes the scenes of a family.
#[derive(Clone, Copy, Debug)]
pub enum Build {
    /// Scenes in the plane.
    Plane(fn(&Arguments) -> Result<Scene, FamilyError>),
    /// Scenes in space.
    Space(fn(&Arguments) -> Result<space::Scene, FamilyError>),
}

/// A parameter of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name, in the form of an option: `half-angle-tangent`.
    pub name: &'static str,
    /// Its meaning, in one line.
    pub help: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// Which of them make a scene, as far as one parameter can tell.
    pub range: Range,
    /// The value that holds if none is given.
    pub default: Option<&'static str>,
    /// Whether it must be given. A parameter that need not be, and has no default, may stay away;
    /// its help says what that means.
    pub is_required: bool,
    /// Whether it is given by its place on the command line rather than by its name.
    pub has_place: bool,
}

/// The kind of the values of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number of things.
    Count,
    /// A whole number that determines what is random.
    Seed,
    /// An exact number: an integer, a fraction p/q or a decimal.
    Number,
    /// `true` or `false`; `false` if it is not given.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// The values of which a scene can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// All.
    Any,
    /// This number and larger ones.
    AtLeast(i64),
    /// Numbers larger than this one.
    MoreThan(i64),
    /// Numbers between these two.
    Between(i64, i64),
}

/// Why a family makes no scene of these arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// There is no such family.
    #[error("found the unknown scene family `{found}`; expected one of {known}{nearest}")]
    UnknownFamily {
        /// Its name.
        found: String,
        /// The names of all families.
        known: String,
        /// A hint at a family of nearly this name, or nothing.
        nearest: String,
    },
    /// The family has no such parameter.
    #[error("found the unknown argument `{found}`; expected {known}")]
    UnknownArgument {
        /// Its name.
        found: String,
        /// The names of all parameters.
        known: String,
    },
    /// An argument is given twice.
    #[error("{name}: found it twice; expected it once")]
    Repeated {
        /// The parameter.
        name: &'static str,
    },
    /// An argument that is required is not given.
    #[error("{name}: found nothing; expected {expected}")]
    Missing {
        /// The parameter.
        name: &'static str,
        /// The kind of its values.
        expected: String,
    },
    /// An argument that is no value of its parameter.
    #[error("{name}: {}", told(found, fault))]
    Value {
        /// The parameter.
        name: &'static str,
        /// The value that was given.
        found: String,
        /// The mistake in it.
        fault: ValueError,
    },
    /// The scenes of the family are in space, and one of the plane was asked for.
    #[error("found the family `{0}` of scenes in space; expected one of the plane")]
    InSpace(&'static str),
    /// No scene can be made of these values.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

/// Why a text is no value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// It is no whole number.
    #[error("expected a whole number")]
    NotWhole,
    /// It is a whole number beyond what the program counts.
    #[error("expected a smaller number")]
    TooLarge,
    /// It is no number.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// It is neither `true` nor `false`.
    #[error("expected true or false")]
    NotSwitch,
    /// It is none of the words.
    #[error("expected one of {0}")]
    NotChoice(String),
}

/// The values that are given, and the parameters that they are given for.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    parameters: &'static [Parameter],
    given: &'a [(String, String)],
}

impl Family {
    /// The scene of these arguments, pairs of name and value.
    ///
    /// ```
    /// let harmonic = zwang_families::find("harmonic")?;
    /// let given = [("count", "3"), ("beyond", "1/7")];
    /// let scene = harmonic.scene(&given.map(|(name, value)| (name.into(), value.into())))?;
    /// assert_eq!(scene.bodies.len(), 4);
    /// # Ok::<(), zwang_families::FamilyError>(())
    /// ```
    ///
    /// # Errors
    /// [`FamilyError`] if an argument is unknown, given twice, missing, or no value of its
    /// parameter, and if the values make no scene.
    pub fn scene(&self, given: &[(String, String)]) -> Result<Scene, FamilyError> {
        match self.any_scene(given)? {
            AnyScene::Plane(scene) => Ok(scene),
            AnyScene::Space(_) => Err(FamilyError::InSpace(self.name)),
        }
    }

    /// The scene of these arguments, in the plane or in space.
    ///
    /// # Errors
    /// The same.
    pub fn any_scene(&self, given: &[(String, String)]) -> Result<AnyScene, FamilyError> {
        let arguments = self.arguments(given)?;
        Ok(match self.build {
            Build::Plane(build) => AnyScene::Plane(build(&arguments)?),
            Build::Space(build) => AnyScene::Space(build(&arguments)?),
        })
    }

    /// Finds one of these families by its name.
    ///
    /// # Errors
    /// [`FamilyError::UnknownFamily`] if there is none of that name.
    pub fn find<'a>(families: &'a [Self], name: &str) -> Result<&'a Self, FamilyError> {
        for family in families {
            if family.name == name {
                return Ok(family);
            }
        }
        let known: Vec<&str> = families.iter().map(|family| family.name).collect();
        Err(FamilyError::UnknownFamily {
            found: excerpt(name),
            known: known.join(", "),
            nearest: nearest(name, &known),
        })
    }

    /// About how many bodies the scene of these arguments has at least, without making it.
    ///
    /// # Errors
    /// [`FamilyError`] if an argument is unknown, given twice, missing, or no value of its
    /// parameter.
    pub fn bodies(&self, given: &[(String, String)]) -> Result<usize, FamilyError> {
        (self.count_bodies)(&self.arguments(given)?)
    }

    fn arguments<'a>(&self, given: &'a [(String, String)]) -> Result<Arguments<'a>, FamilyError> {
        let mut seen = Vec::with_capacity(given.len());
        for (name, value) in given {
            let parameter = find(self.parameters, name)?;
            if seen.contains(&parameter.name) {
                return Err(FamilyError::Repeated {
                    name: parameter.name,
                });
            }
            seen.push(parameter.name);
            parameter
                .check(value)
                .map_err(|fault| parameter.refused(value, fault))?;
        }
        Ok(Arguments {
            parameters: self.parameters,
            given,
        })
    }
}

impl Parameter {
    /// Whether a text is a value of this parameter; its range is another matter.
    ///
    /// # Errors
    /// [`ValueError`] if it is none.
    pub fn check(&self, text: &str) -> Result<(), ValueError> {
        match self.kind {
            Kind::Count => count(text).map(|_| ()),
            Kind::Seed => seed(text).map(|_| ()),
            Kind::Number => Ok(zwang_exact::parse(text).map(|_| ())?),
            Kind::Switch => switch(text).map(|_| ()),
            Kind::Choice(words) if words.contains(&text) => Ok(()),
            Kind::Choice(words) => Err(ValueError::NotChoice(words.join(", "))),
        }
    }

    /// The values that are expected.
    #[must_use]
    pub fn expected(&self) -> String {
        match self.kind {
            Kind::Count | Kind::Seed => format!("a whole number{}", self.range),
            Kind::Number => format!("a number{}", self.range),
            Kind::Switch => "true or false".to_owned(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
        }
    }

    fn refused(&self, found: &str, fault: ValueError) -> FamilyError {
        FamilyError::Value {
            name: self.name,
            found: excerpt(found),
            fault,
        }
    }
}

/// Writes the words that follow "a number".
impl fmt::Display for Range {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => Ok(()),
            Self::AtLeast(least) => write!(formatter, ", at least {least}"),
            Self::MoreThan(bound) => write!(formatter, ", more than {bound}"),
            Self::Between(low, high) => write!(formatter, " between {low} and {high}"),
        }
    }
}

impl Arguments<'_> {
    /// A number of things.
    ///
    /// # Errors
    /// [`FamilyError`] if it is missing or no whole number.
    pub fn count(&self, name: &str) -> Result<usize, FamilyError> {
        self.required(name, count)
    }

    /// A whole number that determines what is random.
    ///
    /// # Errors
    /// [`FamilyError`] if it is missing or no whole number.
    pub fn seed(&self, name: &str) -> Result<u64, FamilyError> {
        self.required(name, seed)
    }

    /// An exact number.
    ///
    /// # Errors
    /// [`FamilyError`] if it is missing or no number.
    pub fn number(&self, name: &str) -> Result<Rational, FamilyError> {
        self.required(name, number)
    }

    /// Whether a switch is on.
    ///
    /// # Errors
    /// [`FamilyError`] if it is neither `true` nor `false`.
    pub fn switch(&self, name: &str) -> Result<bool, FamilyError> {
        Ok(self.optional(name, switch)?.unwrap_or(false))
    }

    /// One of the words of a choice.
    ///
    /// # Errors
    /// [`FamilyError`] if it is missing or none of them.
    pub fn choice(&self, name: &str) -> Result<String, FamilyError> {
        self.required(name, |text| Ok(text.to_owned()))
    }

    /// A number that may stay away.
    ///
    /// # Errors
    /// [`FamilyError`] if it is no number.
    pub fn optional_number(&self, name: &str) -> Result<Option<Rational>, FamilyError> {
        self.optional(name, number)
    }

    /// A seed that may stay away.
    ///
    /// # Errors
    /// [`FamilyError`] if it is no whole number.
    pub fn optional_seed(&self, name: &str) -> Result<Option<u64>, FamilyError> {
        self.optional(name, seed)
    }

    /// The brick of `width`, `height` and `density`.
    ///
    /// # Errors
    /// [`FamilyError`] if one of them is no number.
    pub fn brick(&self) -> Result<Brick, FamilyError> {
        Ok(Brick {
            width: self.number("width")?,
            height: self.number("height")?,
            density: self.number("density")?,
        })
    }

    fn required<T>(
        &self,
        name: &str,
        read: fn(&str) -> Result<T, ValueError>,
    ) -> Result<T, FamilyError> {
        let parameter = find(self.parameters, name)?;
        self.value(parameter, read)?
            .ok_or_else(|| FamilyError::Missing {
                name: parameter.name,
                expected: parameter.expected(),
            })
    }

    fn optional<T>(
        &self,
        name: &str,
        read: fn(&str) -> Result<T, ValueError>,
    ) -> Result<Option<T>, FamilyError> {
        self.value(find(self.parameters, name)?, read)
    }

    /// The value that is given, or the default.
    fn value<T>(
        &self,
        parameter: &Parameter,
        read: fn(&str) -> Result<T, ValueError>,
    ) -> Result<Option<T>, FamilyError> {
        let given = self.given.iter().find(|(name, _)| name == parameter.name);
        let given = given.map(|(_, text)| text.as_str());
        let Some(text) = given.or(parameter.default) else {
            return Ok(None);
        };
        match read(text) {
            Ok(value) => Ok(Some(value)),
            Err(fault) => Err(parameter.refused(text, fault)),
        }
    }
}

/// The parameter with this name.
fn find<'a>(parameters: &'a [Parameter], name: &str) -> Result<&'a Parameter, FamilyError> {
    for parameter in parameters {
        if parameter.name == name {
            return Ok(parameter);
        }
    }
    let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    Err(FamilyError::UnknownArgument {
        found: excerpt(name),
        known: known.join(", "),
    })
}

/// A hint at the name that is most like this one, if one is much like it.
pub(crate) fn nearest(name: &str, known: &[&str]) -> String {
    let name = excerpt(name);
    let mut best = (MAX_DISTANCE, "");
    for candidate in known {
        let distance = strsim::osa_distance(&name, candidate);
        if distance < best.0 {
            best = (distance, candidate);
        }
    }
    match best {
        (_, "") => String::new(),
        (_, candidate) => format!("; the nearest is `{candidate}`"),
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(MAX_EXCERPT).collect()
}

/// The mistake in a text; a message about a number quotes it already.
fn told(found: &str, fault: &ValueError) -> String {
    match fault {
        ValueError::Number(fault) => fault.to_string(),
        _ => format!("found `{found}`; {fault}"),
    }
}

fn count(text: &str) -> Result<usize, ValueError> {
    whole(text)?.parse().map_err(|_| ValueError::TooLarge)
}

fn seed(text: &str) -> Result<u64, ValueError> {
    whole(text)?.parse().map_err(|_| ValueError::TooLarge)
}

/// The text, if it consists of digits.
fn whole(text: &str) -> Result<&str, ValueError> {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_whole {
        Ok(text)
    } else {
        Err(ValueError::NotWhole)
    }
}

fn number(text: &str) -> Result<Rational, ValueError> {
    Ok(zwang_exact::parse(text)?)
}

fn switch(text: &str) -> Result<bool, ValueError> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(ValueError::NotSwitch),
    }
}
