//! That no friction is enough: K13 and K14 of `proofs/FORMAT.md`, section 9.
//!
//! Velocities y¹, …, yᵐ of a group are given. A contact yields if under each of them, one after the
//! other, t·u = 0 and n·u ≥ 0, up to the first with n·u > 0: what follows that one is free there.
//! If
//!
//! * K13 every contact yields, and pins move together,
//! * K14 the work of weights and loads is 0 under all but the last, and above 0 under that,
//!
//! then Λᵐ⁻¹ y¹ + … + Λ yᵐ⁻¹ + yᵐ with a large Λ shows, for any friction, that the group falls
//! (Theorem 18b of `proofs/THEOREM.md`).
//!
//! How it falls is said by yᵐ, the only one that does work. No contact slips under it, but those
//! that an earlier velocity opens: nothing presses these.

use crate::core::cone::Relative;
use crate::core::row::Motions;
use crate::plane::contact::Contact;
use crate::plane::pin;
use crate::proof::group::Group;
use crate::proof::statics;
use crate::proof::statics::mechanism::{AtContact, Mechanism};
use crate::proof::{fall, named};
use crate::rejection::Condition::{Form, K13, K14};
use crate::rejection::Result;
use crate::{lookup, names};
use num_traits::{Signed, Zero};
use std::fmt;
use std::slice;
use zwang_certificate::statics::Statics;
use zwang_certificate::threshold::NeverHeld;
use zwang_scene::Scene;

/// K13 and K14, and how the group falls. Form: the group exists, there is a velocity, and each has
/// one entry for each body.
pub(super) fn no_friction_holds(
    scene: &Scene,
    falling: &Statics,
    never: &NeverHeld,
) -> Result<Mechanism> {
    statics::listed(falling).prove_with_friction(scene, |ground| {
        let group = lookup::entry(&ground.groups, "proof", "group", never.group)?;
        let mut velocities = Vec::new();
        for velocity in &never.velocities {
            let motions = named::of_bodies(group, "velocity", velocity)?;
            velocities.push(motions);
        }
        let Some((last, others)) = velocities.split_last() else {
            return Form.refuse("velocities", "none", "at least one");
        };
        let fall = Fall {
            velocities: &velocities,
        };
        fall.nothing_resists(group)?;
        the_last_does_work(group, last, others)?;
        mechanism(group, last)
    })
}

/// How a group moves under the velocity that does work. A contact that it closes was opened by an
/// earlier one.
fn mechanism(group: &Group, motions: &Motions) -> Result<Mechanism> {
    let mut contacts: Vec<&Contact> = group.imposed.values().copied().collect();
    for corner in group.undecided.values() {
        contacts.extend(corner.bearing());
    }
    let mut mechanism = Mechanism::default();
    mechanism.add(group, contacts, slice::from_ref(motions), |contact| {
        let Relative { opening, slip, .. } = contact.velocity(motions)?;
        Ok(Some(match (opening.is_zero(), slip.is_zero()) {
            (true, true) => AtContact::Holds,
            (true, false) => AtContact::Slides,
            (false, _) => AtContact::Opens,
        }))
    })?;
    Ok(mechanism)
}

/// Velocities, one after the other.
struct Fall<'a> {
    velocities: &'a [Motions<'a>],
}

impl Fall<'_> {
    /// K13.
    fn nothing_resists(&self, group: &Group) -> Result {
        for contact in group.imposed.values() {
            if !self.yields(contact)? {
                return refuse_resistance(group, contact);
            }
        }
        // With friction both sides of a corner bear.
        for corner in group.undecided.values() {
            if !corner.yields(|contact| self.yields(contact))? {
                return refuse_resistance(group, *corner);
            }
        }
        for motions in self.velocities {
            pin::pins_hold(group, &group.pins, motions, None, "relative velocity", K13)?;
        }
        Ok(())
    }

    fn yields(&self, contact: &Contact) -> Result<bool> {
        for motions in self.velocities {
            let Relative { opening, slip, .. } = contact.velocity(motions)?;
            if opening.is_negative() || contact.may_bear() && !slip.is_zero() {
                return Ok(false);
            }
            if opening.is_positive() {
                return Ok(true);
            }
        }
        Ok(true)
    }
}

fn refuse_resistance(group: &Group, place: impl fmt::Display) -> Result {
    let place = format!("{group}, {place}");
    K13.refuse(place, "resistance to a velocity", "none")
}

/// K14.
fn the_last_does_work(group: &Group, last: &Motions, others: &[Motions]) -> Result {
    for (index, motions) in others.iter().enumerate() {
        let work = fall::work(group, motions)?;
        if !work.is_zero() {
            let place = format!("{group}, velocity {index}");
            let found = format!("work {}", names::rational(&work));
            return K14.refuse(place, found, "0");
        }
    }
    let work = fall::work(group, last)?;
    if !work.is_positive() {
        let place = format!("{group}, last velocity");
        let found = format!("work {}", names::rational(&work));
        return K14.refuse(place, found, "above 0");
    }
    Ok(())
}
