//! Forces that are as symmetric as the scene: the mean over its isometries.
//!
//! An isometry A takes a force φ n + ψ t at a contact to A (φ n + ψ t) at the image contact, whose
//! normal is A n (up to the positive factor s of `symmetry::images`), and whose tangent J A n is
//! det A · A t. So φ becomes s φ and ψ becomes det A · s ψ: a mirror changes the sign of ψ. The
//! force systems that balance weights and loads within Coulomb's bound are a convex set, which
//! isometries permute; so the mean is one of them.

use crate::contacts::Contacts;
use crate::symmetry::Symmetry;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::collections::BTreeMap;
use zwang_program::kernel::number::to_solver;
use zwang_scene::Scene;

/// Two numbers for each contact or pin.
pub(crate) type Pairs = BTreeMap<usize, [Rational; 2]>;

/// The forces of a case.
#[derive(Clone, Debug, Default)]
pub(crate) struct CaseForces {
    /// φ and ψ.
    pub(crate) contacts: Pairs,
    /// The force on the first body.
    pub(crate) pins: Pairs,
}

impl CaseForces {
    /// Adds the forces of another group.
    pub(crate) fn extend(&mut self, other: &Self) {
        let contacts = other.contacts.iter();
        self.contacts
            .extend(contacts.map(|(contact, pair)| (*contact, pair.clone())));
        let pins = other.pins.iter();
        self.pins
            .extend(pins.map(|(pin, pair)| (*pin, pair.clone())));
    }

    /// Takes the forces of its contacts and pins from those of the whole scene.
    pub(crate) fn take_from(&mut self, whole: &Self) {
        for (contact, pair) in &mut self.contacts {
            pair.clone_from(&whole.contacts[contact]);
        }
        for (pin, pair) in &mut self.pins {
            pair.clone_from(&whole.pins[pin]);
        }
    }

    fn add(&mut self, image: &Self) {
        for (sums, pairs) in [
            (&mut self.contacts, &image.contacts),
            (&mut self.pins, &image.pins),
        ] {
            for (index, pair) in pairs {
                let sum = sums
                    .entry(*index)
                    .or_insert([Rational::ZERO, Rational::ZERO]);
                for (sum, value) in sum.iter_mut().zip(pair) {
                    *sum += value;
                }
            }
        }
    }

    fn divide(&mut self, count: usize) {
        let count = Rational::from(count);
        let pairs = self.contacts.values_mut().chain(self.pins.values_mut());
        for number in pairs.flatten() {
            *number /= &count;
        }
    }
}

/// The mean of the forces of a scene over its symmetries and the identity; `None` if there is
/// nothing to do, or if a symmetry does not map the contacts with forces to each other.
pub(crate) fn mean(
    scene: &Scene,
    contacts: &Contacts,
    symmetries: &[Symmetry],
    forces: &CaseForces,
) -> Option<CaseForces> {
    if symmetries.is_empty() {
        return None;
    }
    let mut sum = forces.clone();
    for symmetry in symmetries {
        sum.add(&image(scene, contacts, symmetry, forces)?);
    }
    sum.divide(symmetries.len() + 1);
    Some(sum)
}

fn image(
    scene: &Scene,
    contacts: &Contacts,
    symmetry: &Symmetry,
    forces: &CaseForces,
) -> Option<CaseForces> {
    let images = symmetry.contact_image(scene, contacts)?;
    let turn = Rational::from(if symmetry.is_reflection() { -1 } else { 1 });
    let mut image = CaseForces::default();
    for (contact, [across, along]) in &forces.contacts {
        let (target, factor) = &images[*contact];
        let factor = to_solver(factor);
        if !forces.contacts.contains_key(target) {
            return None;
        }
        let pair = [across * &factor, along * &factor * &turn];
        image.contacts.insert(*target, pair);
    }
    let matrix = symmetry
        .matrix
        .each_ref()
        .map(|row| row.each_ref().map(to_solver));
    for (pin, [x, y]) in &forces.pins {
        let (target, is_swapped) = symmetry.pins[*pin];
        if !forces.pins.contains_key(&target.0) {
            return None;
        }
        let turned = matrix.each_ref().map(|[a, b]| a * x + b * y);
        let pair = if is_swapped {
            turned.map(|value| -value)
        } else {
            turned
        };
        image.pins.insert(target.0, pair);
    }
    Some(image)
}
