//! The forces of a case over one denominator, as a record has them.
//!
//! The force of a row is the multiplier of its form times the form's scale.

use crate::number::times;
use malachite::base::num::arithmetic::traits::{DivExactAssign, Gcd, Lcm, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_program::kernel::number::nearest;
use zwang_scene::PinId;

/// Forces on rows and pins, times a denominator; those of size 0 are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Forces {
    /// D > 0.
    pub(crate) denominator: Integer,
    /// D φ, on vertex and edge.
    pub(crate) rows: BTreeMap<Contact, Integer>,
    /// D f on the first body of the pin.
    pub(crate) pins: BTreeMap<PinId, [Integer; 2]>,
}

impl Forces {
    /// Whether nothing presses or pulls.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.pins.is_empty()
    }

    /// Forces from multipliers: first two for each pin, then one for each row.
    pub(crate) fn scaled(
        scales: &[&Rational],
        rows: Vec<Contact>,
        pins: &[PinId],
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
        let mut values = Vec::new();
        for (scale, value) in scales.iter().zip(multipliers) {
            let mut force = Integer::ZERO;
            if *value != 0 {
                force = value * times(scale, &common);
            }
            values.push(force);
        }
        let mut forces = Self {
            denominator: denominator * common,
            rows: BTreeMap::new(),
            pins: BTreeMap::new(),
        };
        let (of_pins, of_rows) = values.split_at(2 * pins.len());
        for (row, force) in rows.into_iter().zip(of_rows) {
            if *force != 0 {
                forces.rows.insert(row, force.clone());
            }
        }
        let (of_pins, _) = of_pins.as_chunks::<2>();
        for (pin, force) in pins.iter().zip(of_pins) {
            if force.iter().any(|part| *part != 0) {
                forces.pins.insert(*pin, force.clone());
            }
        }
        forces.reduce();
        forces
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

    /// The nearest forces over 2^`digits`.
    pub(crate) fn rounded(&self, digits: u64) -> Self {
        let mut rows = BTreeMap::new();
        for (row, force) in &self.rows {
            let force = nearest(&(force << digits), &self.denominator);
            if force != 0 {
                rows.insert(*row, force);
            }
        }
        let mut pins = BTreeMap::new();
        for (pin, force) in &self.pins {
            let force = force
                .each_ref()
                .map(|part| nearest(&(part << digits), &self.denominator));
            if force.iter().any(|part| *part != 0) {
                pins.insert(*pin, force);
            }
        }
        Self {
            denominator: Integer::power_of_2(digits),
            rows,
            pins,
        }
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
        self.denominator.div_exact_assign(&content);
        for force in self.rows.values_mut() {
            force.div_exact_assign(&content);
        }
        for part in self.pins.values_mut().flatten() {
            part.div_exact_assign(&content);
        }
    }
}
