//! Impacts of one instant: the velocities with which bodies leave that touch and approach each
//! other.
//!
//! The answer is computed exactly and is no proof. A run of one step resolves the same rounds on a
//! grid of 2^-64, with a proof (`proofs/RUN.md`, section 12).

use std::collections::BTreeSet;
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_exact::Rational;
use zwang_law::instant::{Choice, Instant, InstantError, Motion, Outcomes, Stroke};
use zwang_law::{ImpactRule, Restitution};
use zwang_program::Monitor;
use zwang_scene::{BodyId, Scene};

/// The impacts of an instant, resolved.
#[non_exhaustive]
pub struct Impacts {
    /// The contacts, and the velocities before.
    pub instant: Instant,
    /// The rule.
    pub rule: ImpactRule,
    /// The rounds, in their order.
    pub strokes: Vec<Stroke>,
    /// Free bodies that touch, at contacts that close.
    pub closing: usize,
    /// Symmetries of the scene with its velocities and coefficients, the identity not counted.
    pub symmetries: usize,
    /// Whether the velocities after have all of them.
    pub is_symmetric: bool,
}

/// The impacts of an instant in all orders, pair after pair.
#[non_exhaustive]
pub struct Orders {
    /// The contacts, and the velocities before.
    pub instant: Instant,
    /// All outcomes.
    pub found: Outcomes,
    /// The limits of the search.
    pub choice: Choice,
    /// The velocities after rounds of the steepest approaches.
    pub by_rounds: Vec<Motion>,
    /// Symmetries of the scene with its velocities and coefficients, the identity not counted.
    pub symmetries: usize,
    /// The outcomes that have all of them, by their places.
    pub symmetric: BTreeSet<usize>,
    /// Whether the velocities after rounds have all of them.
    pub rounds_are_symmetric: bool,
}

/// Resolves the impacts at the beginning of a scene.
///
/// # Errors
/// [`InstantError`] if bodies overlap or are pinned, if the impacts have no single answer, or if
/// the monitor is told to stop.
pub fn impact(
    scene: &Scene,
    restitution: &Restitution,
    rule: ImpactRule,
    monitor: &Monitor,
) -> Result<Impacts, InstantError> {
    let instant = Instant::new(scene, restitution)?;
    let strokes = instant.resolve(rule, monitor)?;
    let symmetries = symmetries(scene, restitution);
    let after = last(&instant, &strokes);
    Ok(Impacts {
        closing: instant.closing().len(),
        symmetries: symmetries.len(),
        is_symmetric: keeps_all(&instant, &symmetries, &after),
        instant,
        rule,
        strokes,
    })
}

/// Resolves the impacts at the beginning of a scene in all orders, pair after pair, as far as the
/// choice says.
///
/// # Errors
/// [`InstantError`], as of [`impact`].
pub fn orders(
    scene: &Scene,
    restitution: &Restitution,
    choice: Choice,
    monitor: &Monitor,
) -> Result<Orders, InstantError> {
    let instant = Instant::new(scene, restitution)?;
    let found = instant.orders(choice, monitor)?;
    let strokes = instant.resolve(ImpactRule::Rounds, monitor)?;
    let by_rounds = last(&instant, &strokes);
    let symmetries = symmetries(scene, restitution);
    let mut symmetric = BTreeSet::new();
    for (place, outcome) in found.outcomes.iter().enumerate() {
        if keeps_all(&instant, &symmetries, &outcome.motions) {
            symmetric.insert(place);
        }
    }
    Ok(Orders {
        rounds_are_symmetric: keeps_all(&instant, &symmetries, &by_rounds),
        symmetries: symmetries.len(),
        symmetric,
        by_rounds,
        choice,
        found,
        instant,
    })
}

impl Impacts {
    /// The motions of the free bodies after all rounds.
    #[must_use]
    pub fn after(&self) -> Vec<Motion> {
        last(&self.instant, &self.strokes)
    }
}

fn last(instant: &Instant, strokes: &[Stroke]) -> Vec<Motion> {
    match strokes.last() {
        Some(stroke) => stroke.motions.clone(),
        None => instant.before(),
    }
}

fn symmetries(scene: &Scene, restitution: &Restitution) -> Vec<Symmetry> {
    let mut symmetries = symmetry::detect(scene);
    symmetries.retain(|symmetry| restitution.has_symmetry(&symmetry.bodies));
    symmetries
}

/// Whether motions are their own images under all symmetries.
fn keeps_all(instant: &Instant, symmetries: &[Symmetry], motions: &[Motion]) -> bool {
    let mut symmetries = symmetries.iter();
    symmetries.all(|symmetry| keeps(instant, symmetry, motions))
}

fn keeps(instant: &Instant, symmetry: &Symmetry, motions: &[Motion]) -> bool {
    let place = |body: BodyId| instant.free.binary_search(&body).ok();
    for (body, motion) in instant.free.iter().zip(motions) {
        let image = place(symmetry.bodies[*body]).and_then(|place| motions.get(place));
        let spin: Rational = match symmetry.is_reflection() {
            true => -motion.spin.clone(),
            false => motion.spin.clone(),
        };
        let mapped = Motion {
            velocity: symmetry.map_vector(&motion.velocity),
            spin,
        };
        if image != Some(&mapped) {
            return false;
        }
    }
    true
}
