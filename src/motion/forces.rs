//! The forces of a case over one denominator, as a record has them.
//!
//! The force of a row is the multiplier of its form times the form's scale.

use crate::number::times;
use malachite::base::num::arithmetic::traits::{DivExact, Gcd, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;

/// Forces on rows and pins, times a denominator; those of size 0 are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Forces {
    /// D > 0.
    pub(crate) denominator: Integer,
    /// D φ, on vertex and edge.
    pub(crate) rows: BTreeMap<Contact, Integer>,
    /// D f on the first body of the pin.
    pub(crate) pins: BTreeMap<usize, [Integer; 2]>,
}

impl Forces {
    /// Whether nothing presses or pulls.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.pins.is_empty()
    }

    /// Forces from multipliers: first two for each pin, then one for each row.
    pub(crate) fn scaled(
        scales: &[&Rational],
        rows: impl Iterator<Item = Contact>,
        pins: &[usize],
        multipliers: &[Integer],
        denominator: &Integer,
    ) -> Self {
        let mut common = Natural::ONE;
        for (scale, value) in scales.iter().zip(multipliers) {
            if *value != 0 {
                common = common.lcm(scale.denominator_ref());
            }
        }
        let common = Integer::from(common);
        let mut values = Vec::with_capacity(multipliers.len());
        for (scale, value) in scales.iter().zip(multipliers) {
            values.push(match *value == 0 {
                true => Integer::ZERO,
                false => value * times(scale, &common),
            });
        }
        let mut forces = Self {
            denominator: denominator * common,
            rows: BTreeMap::new(),
            pins: BTreeMap::new(),
        };
        let (of_pins, of_rows) = values.split_at(2 * pins.len());
        for (row, force) in rows.zip(of_rows) {
            if *force != 0 {
                forces.rows.insert(row, force.clone());
            }
        }
        for (pin, force) in pins.iter().zip(of_pins.chunks_exact(2)) {
            if force.iter().any(|part| *part != 0) {
                let force = [force[0].clone(), force[1].clone()];
                forces.pins.insert(*pin, force);
            }
        }
        forces.reduce();
        forces
    }

    /// Whether they are the same forces, over whatever denominators.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.rows.keys().eq(other.rows.keys())
            && self.pins.keys().eq(other.pins.keys())
            && self.numbers().zip(other.numbers()).all(|(own, others)| {
                match self.denominator == other.denominator {
                    true => own == others,
                    false => own * &other.denominator == others * &self.denominator,
                }
            })
    }

    /// Of all rows, then of all pins.
    fn numbers(&self) -> impl Iterator<Item = &Integer> {
        self.rows.values().chain(self.pins.values().flatten())
    }

    /// D φ and D of each row that presses.
    pub(crate) fn by_row(&self) -> impl Iterator<Item = (Contact, (Integer, Integer))> {
        self.rows
            .iter()
            .map(|(row, force)| (*row, (force.clone(), self.denominator.clone())))
    }

    /// Divides by the greatest common divisor.
    pub(crate) fn reduce(&mut self) {
        let mut content = self.denominator.unsigned_abs_ref().clone();
        for value in self.numbers() {
            if content == 1 {
                return;
            }
            content = content.gcd(value.unsigned_abs_ref());
        }
        let content = Integer::from(content);
        let numbers = self
            .rows
            .values_mut()
            .chain(self.pins.values_mut().flatten());
        for number in numbers.chain([&mut self.denominator]) {
            *number = (&*number).div_exact(&content);
        }
    }
}
