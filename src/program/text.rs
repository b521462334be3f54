//! Programs as text: the LP format with exact numbers.
//!
//! The dialect is that of CPLEX, with fractions `p/q` wherever a number may stand, as QSopt_ex
//! reads and writes it:
//!
//! ```text
//! \ everything after a backslash is a comment
//! Minimize
//!  obj: 3/4 x1 - 1/3 y + [ 2 x1 ^ 2 + 4/3 x1 * y + y ^ 2 ] / 2
//! Subject To
//!  c1: x1 + 2 y >= 1.5
//!  c2: -1 <= x1 - y <= 1
//! Bounds
//!  x1 <= 40
//!  y free
//! End
//! ```
//!
//! Section words (`Maximize`, `Subject To` or `st`, `Bounds`, …) may be in small or capital
//! letters. An expression may go on over any number of lines, a term without a number has the
//! coefficient 1, a variable named twice in an expression has the sum of its coefficients.
//! Constants stand on the right of a row, or on both sides of it. Variables are ≥ 0 unless `Bounds`
//! says otherwise. The quadratic part, in brackets and halved, makes a [`QuadraticProgram`], which
//! has to be minimised and positive definite. Numbers are never rounded.
//!
//! Stricter than other readers, where those disagree: `End` must be there; an upper bound below 0
//! needs a lower bound beside it; a bound given twice, two rows of one name and a section word as a
//! name are refused; so are integer variables. QSopt_ex has no quadratic parts and no rows with two
//! different sides.

mod expression;
mod name;
mod read;
mod side;
mod token;
mod write;

pub use read::read;
pub use write::write;

use crate::linear::LinearProgram;
use crate::polyhedron::Polyhedron;
use crate::quadratic::QuadraticProgram;

/// A program with the names of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProgram {
    /// The name of the objective.
    pub objective: String,
    /// The names of the variables.
    pub variables: Vec<String>,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The program.
    pub program: Program,
}

/// A program of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A linear one.
    Linear(LinearProgram),
    /// A strictly convex quadratic one.
    Quadratic(QuadraticProgram),
}

impl Program {
    /// The feasible points.
    #[must_use]
    pub fn feasible(&self) -> &Polyhedron {
        match self {
            Self::Linear(program) => &program.feasible,
            Self::Quadratic(program) => &program.feasible,
        }
    }
}

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {thing}: found {found}; expected {expected}")]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The section or row.
    pub thing: String,
    /// What stands there.
    pub found: String,
    /// What is accepted.
    pub expected: String,
}

/// Why a program cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A name that the format does not have.
    #[error(
        "found the name `{0}`; expected letters, digits and _ . # $ % & ~, no leading digit or point, and no section word"
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
