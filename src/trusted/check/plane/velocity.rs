//! C3: velocities are admissible.

use crate::names;
use crate::plane::contact::{Contact, Corner, CornerSide};
use crate::plane::pin::{Pin, pins_move_together};
use crate::plane::side::Side;
use crate::rejection::Condition::C3;
use crate::rejection::Result;
use std::cmp::Ordering;

/// The state of a corner under the velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CornerState {
    /// It opens, and imposes nothing.
    Open,
    /// Only this side can be respected.
    Forced(Side),
    /// Either side may be respected.
    Undecided,
}

/// A corner whose velocities are admissible.
pub(crate) struct SettledCorner<'a> {
    pub corner: &'a Corner<'a>,
    pub state: CornerState,
}

/// C3. Returns the states of the corners.
pub(crate) fn velocities_are_admissible<'a>(
    contacts: &[Contact],
    corners: &'a [Corner<'a>],
    pins: &[Pin],
) -> Result<Vec<SettledCorner<'a>>> {
    for contact in contacts {
        let velocity = &contact.gap.velocity;
        if contact.corner.is_none() && velocity.is_negative() {
            let velocity = names::number(velocity);
            let found = format!("gap velocity {velocity}");
            return C3.refuse(contact, found, "at least 0");
        }
    }
    pins_move_together(pins, C3)?;
    let mut settled = Vec::new();
    for corner in corners {
        let Some(state) = state(corner) else {
            let required = "a side that does not close";
            return C3.refuse(corner, "only closing sides", required);
        };
        settled.push(SettledCorner { corner, state });
    }
    Ok(settled)
}

/// The state of a corner, by the gap velocities of its sides; `None` if it closes.
fn state(corner: &Corner) -> Option<CornerState> {
    let [zero, one] = &corner.sides;
    for contact in corner.contacts() {
        if contact.gap.velocity.is_positive() {
            return Some(CornerState::Open);
        }
    }
    let zero_rests = all(zero, Ordering::Equal);
    let one_rests = all(one, Ordering::Equal);
    if zero_rests && one_rests {
        Some(CornerState::Undecided)
    } else if zero_rests && all(one, Ordering::Less) {
        Some(CornerState::Forced(Side::Zero))
    } else if one_rests && all(zero, Ordering::Less) {
        Some(CornerState::Forced(Side::One))
    } else {
        None
    }
}

/// Whether all gap velocities of a side have this order with 0.
fn all(side: &CornerSide, order: Ordering) -> bool {
    for contact in side.contacts() {
        let velocity = contact.gap.velocity.numerator();
        if velocity.sign() != order {
            return false;
        }
    }
    true
}
