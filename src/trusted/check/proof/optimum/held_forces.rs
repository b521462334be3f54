//! The forces of a second proof in place of those of a scene that rests.
//!
//! C8 demands that every contact that can press does, so that the forces of this proof are not the
//! least ones. A proof of statics about the same scene may have these: S1 says that they balance
//! weights and loads as well.

use crate::proof::optimum::answer::{Answer, ContactAnswer};
use crate::proof::optimum::verified::{Verdict, Verified};
use crate::proof::statics::{HeldContact, Holding, VerifiedStatics};
use num_traits::Zero;
use std::sync::{Arc, OnceLock};
use zwang_exact::Quotient;

impl Verified {
    /// Takes the forces of a proof of statics about the same scene for those of the first answer,
    /// if the scene rests. Which contacts can press, and which are idle, is still what this proof
    /// says. Returns false, and changes nothing, if the two are about different scenes or contacts.
    pub fn take_forces_of(&mut self, standing: &VerifiedStatics) -> bool {
        if self.verdict() != Verdict::Rests || self.digest() != standing.digest() {
            return false;
        }
        let (Some(answer), Some(holding)) = (self.first_answer(), standing.holding()) else {
            return false;
        };
        let Some(held) = held_by(answer, holding) else {
            return false;
        };
        self.first = OnceLock::from(Some(held));
        true
    }
}

/// The answer with these forces; `None` if they are on other contacts, or need friction.
fn held_by(answer: &Answer, holding: &Holding) -> Option<Answer> {
    if answer.contacts.len() != holding.contacts.len() {
        return None;
    }
    let mut held = answer.clone();
    for (contact, force) in held.contacts.iter_mut().zip(&holding.contacts) {
        if !is_same(contact, force) || !force.along.is_zero() {
            return None;
        }
        let numerator = force.across.numer().clone();
        let denominator = Arc::new(force.across.denom().clone());
        contact.multiplier = Quotient::new(numerator, denominator);
    }
    held.pins.clone_from(&holding.pins);
    Some(held)
}

/// Whether both are one contact.
fn is_same(contact: &ContactAnswer, held: &HeldContact) -> bool {
    contact.first == held.first
        && contact.second == held.second
        && contact.point == held.point
        && contact.normal == held.normal
}
