//! F3, F4, F6 and F7: Coulomb's law at an instant.

use super::answer::{Answer, Behaviour};
use crate::core::cone::Cone;
use crate::plane::contact::CornerSide;
use crate::plane::pin::pins_hold;
use crate::rejection::Condition::{F3, F4, F6, F7};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// F3: a_n ≥ 0 at every imposed contact, and at all contacts of one side of every corner; pins
/// accelerate together.
pub(crate) fn nothing_penetrates(answer: &Answer) -> Result {
    for behaviour in &answer.behaviours {
        if behaviour.relative.opening.is_negative() {
            let place = answer.place(behaviour);
            let acceleration = answer.told_opening(behaviour);
            let found = format!("gap acceleration {acceleration}");
            return F3.refuse(place, found, "at least 0");
        }
    }
    for corner in answer.group.undecided.values() {
        let [zero, one] = &corner.sides;
        if side_closes(zero, answer)? && side_closes(one, answer)? {
            let place = format!("{answer}, {corner}");
            return F3.refuse(place, "two sides that close", "one that does not");
        }
    }
    let pins = &answer.group.pins;
    let motion = &answer.motion;
    let denominator = Some(answer.denominator());
    pins_hold(
        answer,
        pins,
        motion,
        denominator,
        "relative acceleration",
        F3,
    )
}

fn side_closes(side: &CornerSide, answer: &Answer) -> Result<bool> {
    for contact in side.contacts() {
        let row = &contact.gap.row;
        let acceleration = row.value(&answer.motion, answer.denominator())?;
        if acceleration.is_negative() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// F4: φ a_n = 0.
pub(crate) fn no_force_across_a_gap(answer: &Answer) -> Result {
    for behaviour in &answer.behaviours {
        let across = &behaviour.across;
        if !across.is_zero() && !behaviour.relative.opening.is_zero() {
            let place = answer.place(behaviour);
            let force = answer.forces.told(across);
            let acceleration = answer.told_opening(behaviour);
            let found = format!("force {force} at gap acceleration {acceleration}");
            return F4.refuse(place, found, "one of them 0");
        }
    }
    Ok(())
}

/// F6: ψ = -μφσ where the contact slides.
pub(crate) fn friction_opposes_sliding(answer: &Answer) -> Result {
    for behaviour in &answer.behaviours {
        let sliding = behaviour.contact.sliding();
        if sliding != Ordering::Equal && !is_against(behaviour, sliding) {
            let place = answer.place(behaviour);
            let along = answer.forces.told(&behaviour.along);
            let found = format!("friction force {along}");
            let bound = answer.told_bound(behaviour);
            let required = format!("{bound}, against the sliding velocity");
            return F6.refuse(place, found, required);
        }
    }
    Ok(())
}

/// F7: ψ a_t + μφ |a_t| = 0 where the contact does not slide.
pub(crate) fn friction_resists_sliding(answer: &Answer) -> Result {
    for behaviour in &answer.behaviours {
        if behaviour.contact.sliding() != Ordering::Equal {
            continue;
        }
        let slipping = behaviour.relative.slip.cmp(&BigInt::ZERO);
        if slipping != Ordering::Equal && !is_against(behaviour, slipping) {
            let place = answer.place(behaviour);
            let along = answer.forces.told(&behaviour.along);
            let acceleration = answer.told_slipping(behaviour);
            let found = format!("friction force {along} at sliding acceleration {acceleration}");
            let bound = answer.told_bound(behaviour);
            let required = format!("{bound}, against it");
            return F7.refuse(place, found, required);
        }
    }
    Ok(())
}

/// Whether friction has its full size and this sense of sliding against it: ψ = -μφ or ψ = μφ.
fn is_against(behaviour: &Behaviour, sliding: Ordering) -> bool {
    let edge = Cone::Edge(behaviour.contact.friction(), sliding);
    edge.bounds(&behaviour.across, &behaviour.along)
}
