//! Kinds of numbers: integers between the public door and the solver, residues modulo a prime,
//! machine words, rounded numbers of a fixed width; and sparse rows of any of them.

pub(crate) mod euclid;
pub(crate) mod field;
pub(crate) mod fixed_width;
pub(crate) mod number;
pub(crate) mod real;
pub(crate) mod sparse;
pub(crate) mod word;
