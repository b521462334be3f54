//! Why a text is no program, and why a program cannot be written.

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {thing}: found {found}; expected {expected}")]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The section or row.
    pub thing: String,
    /// The value that stands there.
    pub found: String,
    /// The values that are accepted.
    pub expected: String,
}

/// Why a program cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A name that the format does not have.
    #[error(
        "found the name `{0}`; expected letters, digits and _ . # $ % & ~, no leading digit \
         or point, and no section word"
    )]
    Name(String),
    /// A name given twice.
    #[error("found the name `{0}` twice; expected each name of a row or of a variable once")]
    RepeatedName(String),
    /// Names and program do not belong together.
    #[error("found {found} names of {what}; expected {expected}")]
    Names {
        /// Variables or rows.
        what: &'static str,
        /// Number of names.
        found: usize,
        /// Number of things to be named.
        expected: usize,
    },
    /// An index beyond the variables.
    #[error("found variable {0} in a program with fewer variables; expected an existing one")]
    UnknownVariable(usize),
}
