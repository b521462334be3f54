//! Forces of contacts and joints over one denominator.

use crate::relaxed::Relaxed;
use malachite::base::num::arithmetic::traits::DivExactAssign;
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_program::kernel::number::{common_denominator, content, times};

/// Some integers for each of some contacts or joints, one behind the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The contacts or joints, ascending.
    indices: Vec<usize>,
    /// The ends of the numbers of each.
    ends: Vec<usize>,
    values: Vec<Integer>,
}

/// Forces, N over the length of the normals and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forces {
    /// The common denominator D > 0.
    pub denominator: Integer,
    /// D φ, and D ψ for each tangent.
    pub contacts: Numbers,
    /// D times the multiplier of each row.
    pub joints: Numbers,
}

/// The same as fractions.
pub type Fractions = BTreeMap<usize, Vec<Rational>>;

impl Default for Forces {
    /// No forces.
    fn default() -> Self {
        Self {
            denominator: Integer::ONE,
            contacts: Numbers::default(),
            joints: Numbers::default(),
        }
    }
}

impl Numbers {
    /// Adds the numbers of a contact or joint behind all others.
    pub fn push(&mut self, index: usize, numbers: impl IntoIterator<Item = Integer>) {
        self.values.extend(numbers);
        self.indices.push(index);
        self.ends.push(self.values.len());
    }

    /// How many contacts or joints have numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Whether none has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// The contacts or joints with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[Integer])> {
        let places = self.indices.iter().enumerate();
        places.map(|(place, index)| (*index, &self.values[self.range(place)]))
    }

    /// The same, without these numbers any more.
    pub fn into_numbers(self) -> impl Iterator<Item = (usize, Vec<Integer>)> {
        let mut values = self.values.into_iter();
        let mut before = 0;
        let listed = self.indices.into_iter().zip(self.ends);
        listed.map(move |(index, end)| {
            let own = values.by_ref().take(end - before).collect();
            before = end;
            (index, own)
        })
    }

    /// The numbers of a contact or joint.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[Integer]> {
        let place = self.place(index)?;
        Some(&self.values[self.range(place)])
    }

    /// The place of a contact or joint in the list.
    pub(crate) fn place(&self, index: usize) -> Option<usize> {
        self.indices.binary_search(&index).ok()
    }

    /// The range of the numbers of a place.
    pub(crate) fn range(&self, place: usize) -> std::ops::Range<usize> {
        let start = match place.checked_sub(1) {
            Some(before) => self.ends[before],
            None => 0,
        };
        start..self.ends[place]
    }

    pub(crate) fn indices(&self) -> &[usize] {
        &self.indices
    }

    /// All numbers, one behind the other.
    #[must_use]
    pub fn values(&self) -> &[Integer] {
        &self.values
    }

    pub(crate) fn values_mut(&mut self) -> &mut [Integer] {
        &mut self.values
    }

    fn fractions(&self, denominator: &Integer) -> Fractions {
        let mut fractions = Fractions::new();
        for (index, numbers) in self.iter() {
            let numbers = numbers.iter();
            let own = numbers.map(|number| Rational::from_integers_ref(number, denominator));
            fractions.insert(index, own.collect());
        }
        fractions
    }
}

impl Forces {
    /// The forces that multipliers over a denominator stand for.
    #[must_use]
    pub fn from_multipliers(
        joints: &[usize],
        relaxed: &Relaxed,
        multipliers: Vec<Integer>,
        denominator: &Integer,
    ) -> Self {
        let common = common_denominator(&relaxed.scales);
        let scaled = multipliers.into_iter().zip(&relaxed.scales);
        let mut scaled = scaled.map(|(multiplier, scale)| multiplier * times(scale, &common));
        let mut forces = Self {
            denominator: denominator * Integer::from(&common),
            ..Self::default()
        };
        for (&joint, &count) in joints.iter().zip(&relaxed.joints) {
            forces.joints.push(joint, scaled.by_ref().take(count));
        }
        for (&contact, force) in relaxed.contacts.iter().zip(scaled) {
            forces.contacts.push(contact, [force]);
        }
        forces
    }

    /// Forces given as fractions.
    #[must_use]
    pub fn from_fractions(contacts: &Fractions, joints: &Fractions) -> Self {
        let numbers = contacts.values().chain(joints.values());
        let common = common_denominator(numbers.flatten());
        let listed = |fractions: &Fractions| {
            let mut listed = Numbers::default();
            for (index, numbers) in fractions {
                listed.push(*index, numbers.iter().map(|number| times(number, &common)));
            }
            listed
        };
        Self {
            contacts: listed(contacts),
            joints: listed(joints),
            denominator: Integer::from(&common),
        }
    }

    /// The forces of contacts as fractions.
    #[must_use]
    pub fn contact_fractions(&self) -> Fractions {
        self.contacts.fractions(&self.denominator)
    }

    /// The forces of joints as fractions.
    #[must_use]
    pub fn joint_fractions(&self) -> Fractions {
        self.joints.fractions(&self.denominator)
    }

    /// Brings all numbers over a multiple of the denominator.
    pub fn bring_over(&mut self, multiple: &Integer) {
        let factor = multiple / &self.denominator;
        if factor == 1 {
            return;
        }
        self.denominator *= &factor;
        let contacts = self.contacts.values_mut().iter_mut();
        for value in contacts.chain(self.joints.values_mut()) {
            *value *= &factor;
        }
    }

    /// Divides by what all numbers have in common.
    pub fn reduce(&mut self) {
        let values = self.contacts.values().iter().chain(self.joints.values());
        let content = content(&self.denominator, values);
        if content == 1 {
            return;
        }
        self.denominator.div_exact_assign(&content);
        let contacts = self.contacts.values_mut().iter_mut();
        for value in contacts.chain(self.joints.values_mut()) {
            value.div_exact_assign(&content);
        }
    }
}
