//! Guesses in rounded numbers of which rows press. Nothing of them is believed.
//!
//! [`Guess`] comes from an interior-point solver in double precision ([`interior_point`]) on a
//! program in which every number has about size 1 ([`normalisation`]), or from the optimum of an
//! earlier program ([`warm_start`]). [`settling`] refines a doubtful guess with bounds that decide
//! signs ([`enclosure`]). [`approximation`] stops at multipliers near those of the optimum; if rows
//! nearly depend on each other, they are found by [`proximal`] steps, then by [`descent`].

pub(crate) mod approximation;
#[cfg(test)]
mod crowded;
pub(crate) mod descent;
pub(crate) mod downdating;
pub(crate) mod enclosure;
pub(crate) mod fixed_point;
mod float_guess;
pub(crate) mod interior_point;
pub(crate) mod normalisation;
pub(crate) mod proximal;
pub(crate) mod settling;
pub(crate) mod warm_start;

pub use float_guess::{Guess, NormalisedProgram};
