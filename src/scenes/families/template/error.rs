//! Mistakes in a template.

use std::fmt::Display;
use zwang_scene::{Fault, SceneError};

/// The longest piece of a file in a message, in characters.
const MAX_EXCERPT: usize = 60;

/// The thing that was found, and the one that was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The thing that was found.
    pub found: String,
    /// The thing that was expected.
    pub expected: String,
}

impl Problem {
    /// A problem.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self {
            found: found.into(),
            expected: expected.into(),
        }
    }

    /// The same problem, found in this text.
    pub fn within(self, text: &str) -> Self {
        let text = excerpt(text);
        let found = self.found;
        Self {
            found: format!("{found} in `{text}`"),
            ..self
        }
    }
}

/// The error that something in this line is wrong.
pub fn error(line: usize, thing: impl Display, problem: Problem) -> SceneError {
    let Problem { found, expected } = problem;
    SceneError {
        line,
        thing: thing.to_string(),
        fault: Fault::Value { found, expected },
    }
}

/// The beginning of a text.
pub fn excerpt(text: &str) -> String {
    let mut excerpt: String = text.chars().take(MAX_EXCERPT).collect();
    if excerpt.len() < text.len() {
        excerpt.push('…');
    }
    excerpt
}
