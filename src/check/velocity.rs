//! C3: velocities are admissible.

use crate::figure::Figure;
use crate::form::Memberships;
use crate::gap::Gap;
use crate::rejection::Condition::{self, C3};
use crate::{Rejection, gap, names};
use std::cmp::Ordering;
use zwang_certificate::Certificate;
use zwang_exact::Fraction;

/// What the velocities say of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CornerState {
    /// It opens, and imposes nothing.
    Open,
    /// Only this side can be respected.
    Forced(usize),
    /// Either side may be respected.
    Undecided,
}

/// C3. Returns the states of the corners.
pub(crate) fn velocities_are_admissible(
    figure: &Figure,
    certificate: &Certificate,
    memberships: &Memberships,
    gaps: &[Gap],
) -> Result<Vec<CornerState>, Rejection> {
    for (index, (gap, membership)) in gaps.iter().zip(memberships).enumerate() {
        if membership.is_none() && gap.velocity.is_negative() {
            let found = format!("gap velocity {}", names::number(&gap.velocity));
            return Err(Rejection::new(
                C3,
                names::contact(figure.scene, certificate, index),
                found,
                "at least 0",
            ));
        }
    }
    pins_move_together(figure, C3)?;
    let state = |(index, corner): (usize, &zwang_certificate::Corner)| {
        let place = || names::corner(figure.scene, certificate, index);
        let velocity = |contact: &usize| gaps.get(*contact).map(|gap| &gap.velocity);
        let sides = corner
            .sides
            .each_ref()
            .map(|side| side.iter().filter_map(velocity).collect::<Vec<_>>());
        corner_state(&sides).ok_or_else(|| {
            Rejection::new(
                C3,
                place(),
                "only closing sides",
                "a side that does not close",
            )
        })
    };
    certificate.corners.iter().enumerate().map(state).collect()
}

/// The velocities of the two bodies of each pin agree at its point: C3 of a proof, R0 of a run.
pub(crate) fn pins_move_together(figure: &Figure, condition: Condition) -> Result<(), Rejection> {
    for (index, entry) in figure.scene.pins.iter().enumerate() {
        let (_, difference) = gap::pin(figure, entry)?;
        if !difference.is_zero() {
            let (x, y) = (
                names::number(&difference.x()),
                names::number(&difference.y()),
            );
            let found = format!("relative velocity ({x}, {y})");
            return Err(Rejection::new(
                condition,
                names::pin(figure.scene, index),
                found,
                "(0, 0)",
            ));
        }
    }
    Ok(())
}

/// The state of a corner, given the gap velocities of its sides; `None` if it closes.
fn corner_state(sides: &[Vec<&Fraction>; 2]) -> Option<CornerState> {
    let all = |side: &[&Fraction], order| {
        side.iter()
            .all(|velocity| velocity.numerator().sign() == order)
    };
    let [first, second] = sides;
    if first
        .iter()
        .chain(second)
        .any(|velocity| velocity.is_positive())
    {
        return Some(CornerState::Open);
    }
    match (all(first, Ordering::Equal), all(second, Ordering::Equal)) {
        (true, true) => Some(CornerState::Undecided),
        (true, false) => all(second, Ordering::Less).then_some(CornerState::Forced(0)),
        (false, true) => all(first, Ordering::Less).then_some(CornerState::Forced(1)),
        (false, false) => None,
    }
}
