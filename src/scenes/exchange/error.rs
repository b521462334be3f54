//! Why a file of another program is no scene, or a scene no such file: one line, with the place.

use zwang_scene::SceneError;

/// The result of reading.
pub(crate) type Result<T, E = ImportError> = std::result::Result<T, E>;

/// The most characters of a file that a message repeats.
const MAX_EXCERPT: usize = 60;

/// Why a file of another program is no scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file says something that a scene cannot, or that is not read.
    #[error("line {line}: {thing}: found {found}; expected {expected}")]
    Refused {
        /// Line of the file, counted from 1.
        line: usize,
        /// The thing that says it.
        thing: String,
        /// The thing that was found.
        found: String,
        /// The thing that is read.
        expected: String,
    },
    /// A joint that bodies in space have and those in the plane have not.
    #[error(transparent)]
    JointOfSpace(Box<Self>),
    /// The file says a scene that the reader of scenes refuses.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

/// Why a scene cannot be written in the format of another program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{thing}: found {found}; expected {expected}")]
pub struct ExportError {
    /// The thing that cannot be written.
    pub thing: String,
    /// Its kind or value.
    pub found: String,
    /// The things that the format can say.
    pub expected: String,
}

/// Marks the refusal of a joint that bodies in space have.
pub(crate) fn of_space<T>(refused: Result<T>) -> Result<T> {
    refused.map_err(|error| ImportError::JointOfSpace(Box::new(error)))
}

/// Refuses a thing on a line of a file.
pub(crate) fn refuse<T>(
    line: usize,
    thing: impl Into<String>,
    found: impl Into<String>,
    expected: &str,
) -> Result<T> {
    Err(ImportError::Refused {
        line,
        thing: thing.into(),
        found: found.into(),
        expected: expected.to_owned(),
    })
}

/// The beginning of a text that comes from a file, printable and in one line.
pub(crate) fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for (index, character) in text.chars().enumerate() {
        if index == MAX_EXCERPT {
            excerpt.push('…');
            break;
        }
        match character {
            '"' | '\'' | '\\' => excerpt.push(character),
            _ => excerpt.extend(character.escape_debug()),
        }
    }
    excerpt
}

/// How an element is named in "found …".
pub(crate) fn tag(name: &str) -> String {
    let name = excerpt(name);
    format!("<{name}>")
}
