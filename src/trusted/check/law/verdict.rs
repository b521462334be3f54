//! The words for an accepted run, and the way in which verdicts on its pieces join
//! (`proofs/RUN.md`, section 10).

use super::VerifiedStep;
use crate::rejection::Condition::L10;
use crate::rejection::{Rejection, Result};
use num_traits::Zero;
use std::fmt::Display;
use zwang_certificate::run2::Header;
use zwang_exact::Rational;

/// The run, or the part of it, that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The first step that was checked.
    pub from: u64,
    /// The last step that was checked; the one before `from` if there was none.
    pub to: u64,
    /// Whether the run was checked from or up to a step that was asked for.
    pub is_part: bool,
    /// The digest of the scene.
    pub scene: String,
    /// Whether the scene is the one that the run, or a piece of it, has with it, since none was
    /// given.
    pub is_of_own_scene: bool,
    /// The time step h, s.
    pub step: Rational,
    /// States are multiples of 2^-grid.
    pub grid: u64,
    /// The distance below which things touch, m.
    pub touch: Rational,
    /// How bodies bounce, if some do.
    pub bounces: Option<Bounces>,
    /// Whether the scene has friction, so that other motions may obey the law as well.
    pub has_friction: bool,
    /// Figures of the steps checked.
    pub extremes: Extremes,
    /// The digest of the header's line.
    pub header: String,
    /// The digest of the state before the first step.
    pub enters: String,
    /// The digest of the state after the last step.
    pub leaves: String,
}

/// How bodies bounce: what the header says, which is its maker's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounces {
    /// The coefficient of restitution of all pairs of bodies that are not listed.
    pub restitution: Rational,
    /// How many pairs have one of their own.
    pub pairs: u64,
    /// How many rounds of the steepest approaches impacts have for each row of a cluster.
    pub rounds: u64,
}

impl Bounces {
    fn words(&self) -> String {
        let Self {
            restitution,
            pairs,
            rounds,
        } = self;
        format!("{restitution}, pairs {pairs}, rounds {rounds}")
    }

    /// None if nothing bounces.
    pub(super) fn of(header: &Header) -> Option<Self> {
        let mut coefficients = header.pairs.iter().map(|(_, own)| own);
        let is_still = header.restitution.is_zero() && coefficients.all(Zero::is_zero);
        (!is_still).then(|| Self {
            restitution: header.restitution.clone(),
            pairs: header.pairs.len() as u64,
            rounds: header.rounds,
        })
    }
}

/// Figures of some steps: the largest ones, and how many groups have the grade `near`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extremes {
    /// How many groups have the grade `near`.
    pub near: u64,
    /// How many groups have the grade `relaxed`.
    pub relaxed: u64,
    /// Whether groups have contacts that a record lists, in space: others might do as well.
    pub has_recorded_contacts: bool,
    /// The largest radius of a ball.
    pub radius: Rational,
    /// The square of the largest error of the law of friction, m².
    pub law_squared: Rational,
    /// The square of the deepest penetration, m².
    pub penetration_squared: Rational,
    /// The tangent of half the largest turn of a body in a step.
    pub half_turn_tangent: Rational,
    /// The largest rise of energy in a step in which nothing lands, J.
    pub steady_rise: Rational,
    /// The largest rise of energy in a step in which something lands, J.
    pub landing_rise: Rational,
}

impl Extremes {
    /// The figures of one step.
    pub(super) fn of(step: &VerifiedStep) -> Self {
        let mut rises = [Rational::default(), step.energy_rise().clone()];
        if !step.lands() {
            rises.reverse();
        }
        let [steady_rise, landing_rise] = rises;
        Self {
            steady_rise,
            landing_rise,
            near: step.near_groups(),
            relaxed: step.relaxed_groups(),
            has_recorded_contacts: false,
            radius: step.radius().clone(),
            law_squared: step.law_squared().clone(),
            penetration_squared: step.penetration_squared().clone(),
            half_turn_tangent: step.half_turn_tangent().clone(),
        }
    }

    /// Takes the figures of further steps into account.
    pub fn add(&mut self, others: &Self) {
        let Self {
            near,
            relaxed,
            has_recorded_contacts,
            radius,
            law_squared,
            penetration_squared,
            half_turn_tangent,
            steady_rise,
            landing_rise,
        } = others;
        self.near = self.near.saturating_add(*near);
        self.relaxed = self.relaxed.saturating_add(*relaxed);
        self.has_recorded_contacts |= has_recorded_contacts;
        raise(&mut self.radius, radius);
        raise(&mut self.law_squared, law_squared);
        raise(&mut self.penetration_squared, penetration_squared);
        raise(&mut self.half_turn_tangent, half_turn_tangent);
        raise(&mut self.steady_rise, steady_rise);
        raise(&mut self.landing_rise, landing_rise);
    }
}

/// Replaces a number by another that is larger.
fn raise(largest: &mut Rational, number: &Rational) {
    if *number > *largest {
        *largest = number.clone();
    }
}

/// L10: what is said of a whole run, given what is said of its pieces, in any order.
///
/// # Errors
/// A [`Rejection`] if there is no piece, pieces are of different runs, steps are missing or there
/// twice, or a piece was checked from another state than the one that the piece before leaves.
pub fn join(mut pieces: Vec<Accepted>) -> Result<Accepted, Rejection> {
    pieces.sort_by_key(|piece| (piece.from, piece.to));
    let mut pieces = pieces.into_iter();
    let Some(mut whole) = pieces.next() else {
        return L10.refuse("pieces", "none", "at least one");
    };
    agree("the first piece", "from", whole.from, 1)?;
    whole.is_part = true;
    for next in pieces {
        let place = format!("the piece from step {} on", next.from);
        let expected = whole.to.saturating_add(1);
        agree(&place, "from", next.from, expected)?;
        agree_in_terms(&place, &next, &whole)?;
        agree(&place, "enters", &next.enters, &whole.leaves)?;
        whole.to = next.to;
        whole.is_of_own_scene |= next.is_of_own_scene;
        whole.leaves = next.leaves;
        for (key, counts) in [
            ("near", [whole.extremes.near, next.extremes.near]),
            ("relaxed", [whole.extremes.relaxed, next.extremes.relaxed]),
        ] {
            let [before, own] = counts;
            if before.checked_add(own).is_none() {
                let found = format!("{before} and {own} groups that are {key}");
                return L10.refuse(place, found, "less than 2^64");
            }
        }
        whole.extremes.add(&next.extremes);
    }
    Ok(whole)
}

/// L10: two pieces are of one run.
fn agree_in_terms(place: &str, piece: &Accepted, whole: &Accepted) -> Result {
    let Accepted {
        from: _,
        to: _,
        is_part: _,
        scene,
        is_of_own_scene: _,
        step,
        grid,
        touch,
        bounces,
        has_friction,
        extremes: _,
        header,
        enters: _,
        leaves: _,
    } = piece;
    agree(place, "scene", scene, &whole.scene)?;
    agree(place, "header", header, &whole.header)?;
    agree(place, "step", step, &whole.step)?;
    agree(place, "grid", grid, &whole.grid)?;
    agree(place, "touch", touch, &whole.touch)?;
    agree(place, "friction", has_friction, &whole.has_friction)?;
    let found = bounces.as_ref().map_or_else(none, Bounces::words);
    let required = whole.bounces.as_ref().map_or_else(none, Bounces::words);
    agree(place, "restitution", found, required)
}

fn none() -> String {
    "none".to_owned()
}

/// L10, of a piece that was not accepted: what its verdict says.
#[must_use]
pub fn refused_piece(verdict: &str) -> Rejection {
    Rejection::new(L10, "a piece", verdict, "`accepted`")
}

fn agree<T: Display + PartialEq>(place: &str, key: &str, found: T, required: T) -> Result {
    if found == required {
        return Ok(());
    }
    L10.refuse(place, format!("`{key}` {found}"), required)
}
