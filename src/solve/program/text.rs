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
//! coefficient 1, a variable named twice in an expression has the sum of its coefficients. A term
//! without a variable is a constant. Variables are ≥ 0 unless `Bounds` says otherwise; one that is
//! named there first belongs to no row. `General` and `Binary` list integer variables, which the
//! program leaves to be any numbers ([`NamedProgram::integers`]). The quadratic part, in brackets
//! and halved, makes a [`crate::QuadraticProgram`]. Numbers are never rounded.
//!
//! Stricter than other readers, where those disagree: `End` must be there; an upper bound below 0
//! needs a lower bound beside it; a bound given twice, two rows of one name and a section word as a
//! name are refused. QSopt_ex has no quadratic parts and no rows with two different sides.
//!
//! [`read()`] reads MPS files as well, free and fixed, with `OBJSENSE`, `RANGES` and quadratic
//! sections.

mod error;
mod expression;
mod mps;
mod name;
mod named;
mod read;
mod side;
mod token;
mod write;

pub use error::{TextError, WriteError};
pub use named::{NamedProgram, Program};
pub use read::read;
pub use write::write;
