//! Verdicts of the checker, in words and in JSON (`proofs/FORMAT.md`, section 5, and
//! `proofs/RUN.md`, section 10). Nothing is decided here: `zwang-check` has accepted or rejected
//! before.

pub mod join;
pub mod json;
pub mod kind;
pub mod line;
pub mod read;
pub mod shell;
pub mod statement;
