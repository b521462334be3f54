//! From N to a proof that the checker has accepted.

use crate::check::{Refusal, Verified, check};
use crate::curve_search::{curves, narrow};
use crate::proof::{Proof, Tree};
use crate::search::{Best, Progress, Search};
use num_traits::Zero;
use zwang_collapse::polynomial_with_root_between;
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
    if let Some(exact) = exactly(&best, bricks, monitor, observer)? {
        return Ok(exact);
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
        trees: search.trees(None),
        root: None,
    };
    let verified = check(&proof, bricks)?;
    Ok(Largest { proof, verified })
}

/// The exact answer, if the best stack lies on a curve that no other pattern comes near to.
fn exactly(
    best: &Best,
    bricks: usize,
    monitor: &Monitor,
    observer: &dyn Fn(&Progress),
) -> Result<Option<Largest>, OverhangError> {
    let [near] = &best.free[..] else {
        return Ok(None);
    };
    let pattern = best.stack.pattern.clone();
    let free = pattern.free_contacts();
    for curve in curves(&pattern, best.case[1], near, monitor)? {
        let mut search = Search::new(bricks, monitor, observer)?;
        let cut_out = search.cut_out(best.case, free[0], &curve.between)?;
        search.try_forces(best.case, std::slice::from_ref(&curve.at))?;
        if !search.run(Rational::clone, MOST_REGIONS)? {
            continue;
        }
        let Some(best) = search.best() else {
            continue;
        };
        let tree = Tree::Curve(Box::new(curve));
        let proof = Proof {
            bricks,
            limit: best.overhang.clone(),
            stack: best.stack.clone(),
            trees: search.trees(Some((cut_out, &tree))),
            root: None,
        };
        if let Ok(verified) = check(&proof, bricks) {
            return Ok(Some(named(proof, verified)));
        }
    }
    Ok(None)
}

/// The answer with a polynomial of which it is a root, if one is found.
fn named(proof: Proof, verified: Verified) -> Largest {
    let [low, high] = narrow(&verified);
    let root = polynomial_with_root_between(&low, &high);
    let named = Proof {
        root,
        ..proof.clone()
    };
    match check(&named, named.bricks) {
        Ok(verified) => Largest {
            proof: named,
            verified,
        },
        Err(_) => Largest { proof, verified },
    }
}
