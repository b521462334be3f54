//! From N to a proof that the checker has accepted.

use crate::check::{Refusal, Verified, check};
use crate::proof::Proof;
use crate::search::{Progress, Search};
use num_traits::Zero;
use zwang_exact::Rational;
use zwang_program::{Monitor, ProgramError};

/// The most bricks: beyond, patterns are too many for a search through all of them.
pub const MAX_BRICKS: usize = 6;

/// A curve is looked for once the bracket is this narrow: 1/64.
const NEAR: i64 = 64;

/// The best stack is improved down to steps of 2 to the minus this.
const POLISHED_BITS: u32 = 16;

/// An exact answer is given up after so many regions.
const MOST_REGIONS: usize = 20_000;

/// The answer.
#[derive(Clone, Debug)]
pub struct Largest {
    /// The proof.
    pub proof: Proof,
    /// The verdict of the checker.
    pub verified: Verified,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OverhangError {
    /// The monitor was told to stop.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A number of bricks that is not searched.
    #[error("found {0} bricks; expected 1 to {MAX_BRICKS}")]
    Bricks(usize),
    /// A width that no bracket can have.
    #[error("found a bracket of width {0}; expected a width above 0")]
    Width(Rational),
    /// No stack was found, although bricks may lie on the table: a bug.
    #[error("no stack was found")]
    Nothing,
    /// The own checker refuses the proof: a bug.
    #[error("the checker refuses the proof: {0}")]
    Refused(#[from] Refusal),
}

/// The largest overhang of so many bricks: exactly if that is found, otherwise in a bracket at most
/// this wide.
///
/// # Errors
/// [`OverhangError`].
pub fn largest(
    bricks: usize,
    within: &Rational,
    monitor: &Monitor,
    observer: &dyn Fn(&Progress),
) -> Result<Largest, OverhangError> {
    if bricks == 0 || bricks > MAX_BRICKS {
        return Err(OverhangError::Bricks(bricks));
    }
    if *within <= Rational::zero() {
        return Err(OverhangError::Width(within.clone()));
    }
    let mut search = Search::new(bricks, monitor, observer)?;
    let near = Rational::new(1.into(), NEAR.into());
    search.run(|reached| reached + &near, usize::MAX)?;
    search.polish(POLISHED_BITS)?;
    let Some(best) = search.best().cloned() else {
        return Err(OverhangError::Nothing);
    };
    if best.free.is_empty() && search.run(Rational::clone, MOST_REGIONS)? {
        return bracket(&search, bricks);
    }
    search.run(|reached| reached + within, usize::MAX)?;
    bracket(&search, bricks)
}

/// The proof that a finished search has found.
fn bracket(search: &Search, bricks: usize) -> Result<Largest, OverhangError> {
    let Some(best) = search.best() else {
        return Err(OverhangError::Nothing);
    };
    let bound = search.bound();
    let limit = bound.filter(|bound| **bound > best.overhang);
    let proof = Proof {
        bricks,
        limit: limit.unwrap_or(&best.overhang).clone(),
        stack: best.stack.clone(),
        trees: search.trees(),
        root: None,
    };
    let verified = check(&proof, bricks)?;
    Ok(Largest { proof, verified })
}
