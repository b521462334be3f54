//! Why a text is not a scene: where, what was found, what was expected, in one line.

use crate::model::PolygonError;
use crate::space::PolyhedronError;

/// Longest quotation from a file in a message, in characters.
const MAX_EXCERPT: usize = 60;

/// The result of reading a part of a scene.
pub type Result<T, E = SceneError> = std::result::Result<T, E>;

/// Why a text is not a scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", printable(&format!("line {line}: {thing}: {fault}")))]
pub struct SceneError {
    /// Line of the file, counted from 1.
    pub line: usize,
    /// The thing that is wrong, such as "body `brick`, mass".
    pub thing: String,
    /// The mistake in it.
    pub fault: Fault,
}

/// A mistake in a part of a scene file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is not of its syntax.
    #[error("found {found}; expected {expected}")]
    Syntax {
        /// The value that stands there.
        found: String,
        /// The text that the syntax asks for.
        expected: String,
    },
    /// A value of the wrong type, or out of its range.
    #[error("found {found}; expected {expected}")]
    Value {
        /// The value.
        found: String,
        /// The accepted values.
        expected: String,
    },
    /// A key that is not there.
    #[error("found no `{key}`; expected {expected}")]
    Missing {
        /// The key.
        key: &'static str,
        /// The value that belongs there.
        expected: String,
    },
    /// A key that does not exist in this place.
    #[error("found the unknown key `{key}`; expected {}", known_key(key, known))]
    UnknownKey {
        /// The key.
        key: String,
        /// All known keys.
        known: Vec<&'static str>,
    },
    /// A pin or a pair that names no body.
    #[error("found the unknown body `{name}`; expected the name of a body{hint}")]
    UnknownBody {
        /// The name.
        name: String,
        /// The name of a body that is much like it, if there is one, as the end of a sentence.
        hint: String,
    },
    /// Two keys that exclude each other.
    #[error("found `{key}` together with `{other}`; expected {expected}")]
    Conflict {
        /// The key.
        key: &'static str,
        /// The key that it cannot stand with.
        other: &'static str,
        /// The accepted values.
        expected: &'static str,
    },
    /// A key or a name that is there already.
    #[error("found it again, first in line {first}; expected it once")]
    Repeated {
        /// Line of the first one.
        first: usize,
    },
    /// A part that is no strictly convex polygon.
    #[error("found that {0}")]
    Polygon(PolygonError),
    /// A part that is no convex polyhedron.
    #[error("found that {0}")]
    Polyhedron(PolyhedronError),
}

impl Fault {
    /// A value that is not as expected.
    pub(crate) fn value(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Value {
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// The known key that is most like a key, or all known keys if none is.
fn known_key(key: &str, known: &[&'static str]) -> String {
    match nearest(key, known.iter().copied()) {
        Some(nearest) => format!("a known one, the nearest is `{nearest}`"),
        None => format!("one of {}", known.join(", ")),
    }
}

/// The candidate with the smallest edit distance (transpositions count as one), the first of
/// several, if at most half of the letters differ. Only the beginning of long texts counts.
pub fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text = excerpt(text);
    let length = text.chars().count();
    let mut nearest = None;
    let mut least = usize::MAX;
    for candidate in candidates {
        let shown = excerpt(candidate);
        let distance = strsim::osa_distance(&text, &shown);
        let longest = length.max(shown.chars().count());
        if distance < least && 2 * distance <= longest {
            least = distance;
            nearest = Some(candidate);
        }
    }
    nearest
}

/// The beginning of a text that comes from a file.
pub fn excerpt(text: &str) -> String {
    let beginning = text.chars().take(MAX_EXCERPT);
    let mut excerpt: String = beginning.collect();
    if excerpt.len() < text.len() {
        excerpt.push('…');
    }
    excerpt
}

/// The text with everything that is not printable escaped: line breaks, but also characters that
/// change the direction of writing.
pub fn printable(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' | '\'' | '\\' => line.push(character),
            _ => line.extend(character.escape_debug()),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_printable_line() {
        let found = "`a\n\r\u{1b}[31m\u{2028}\u{202e}é\"`";
        let fault = Fault::value(found, "less");
        let error = SceneError {
            line: 3,
            thing: "name".to_owned(),
            fault,
        };
        let expected =
            "line 3: name: found `a\\n\\r\\u{1b}[31m\\u{2028}\\u{202e}é\"`; expected less";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn excerpts_end_between_characters() {
        let longest = "é".repeat(60);
        assert_eq!(excerpt(&longest), longest);
        let longer = "é".repeat(61);
        assert_eq!(excerpt(&longer), longest + "…");
    }
}
