//! The forces of a case over one denominator, as a record has them.
//!
//! The force of a row is the multiplier of its form times the form's scale.

use crate::program::Program;
use malachite::base::num::arithmetic::traits::{DivExact, Gcd, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_program::kernel::Optimum;

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
    /// Those of an optimum of a program with the given pins.
    pub(crate) fn of_optimum(program: &Program, pins: &[usize], optimum: &Optimum) -> Self {
        Self::new(program, pins, &optimum.multipliers, &optimum.denominator)
    }

    /// Those that prove that a program has no solution, over the denominator 1.
    pub(crate) fn of_contradiction(
        program: &Program,
        pins: &[usize],
        multipliers: &[Integer],
    ) -> Self {
        let mut forces = Self::new(program, pins, multipliers, &Integer::ONE);
        forces.denominator = Integer::ONE;
        forces
    }

    /// Whether nothing presses or pulls.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.pins.is_empty()
    }

    fn new(
        program: &Program,
        pins: &[usize],
        multipliers: &[Integer],
        denominator: &Integer,
    ) -> Self {
        let scales = program
            .equalities
            .iter()
            .chain(program.inequalities.iter().map(|(_, form)| form));
        let scales: Vec<&Rational> = scales.map(|form| &form.scale).collect();
        Self::scaled(
            &scales,
            program.inequalities.iter().map(|(row, _)| *row),
            pins,
            multipliers,
            denominator,
        )
    }

    /// Forces from multipliers: first two for each pin, then one for each row.
    pub(crate) fn scaled(
        scales: &[&Rational],
        rows: impl Iterator<Item = Contact>,
        pins: &[usize],
        multipliers: &[Integer],
        denominator: &Integer,
    ) -> Self {
        let used = scales
            .iter()
            .zip(multipliers)
            .filter(|(_, value)| **value != 0);
        let common = used.fold(Natural::ONE, |common, (scale, _)| {
            common.lcm(scale.denominator_ref())
        });
        let force = |(scale, value): (&&Rational, &Integer)| {
            if *value == 0 {
                Integer::ZERO
            } else {
                value * crate::state::times(scale, &Integer::from(&common))
            }
        };
        let forces: Vec<Integer> = scales.iter().zip(multipliers).map(force).collect();
        let (equalities, inequalities) = forces.split_at(2 * pins.len());
        let mut forces = Self {
            denominator: denominator * Integer::from(&common),
            rows: rows
                .zip(inequalities.iter().cloned())
                .filter(|(_, force)| *force != 0)
                .collect(),
            pins: pins
                .iter()
                .zip(equalities.chunks_exact(2))
                .map(|(&pin, force)| (pin, [force[0].clone(), force[1].clone()]))
                .filter(|(_, force)| force.iter().any(|part| *part != 0))
                .collect(),
        };
        forces.reduce();
        forces
    }

    /// Whether they are the same forces, over whatever denominators.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let equal = |own: &Integer, others: &Integer| match self.denominator == other.denominator {
            true => own == others,
            false => own * &other.denominator == others * &self.denominator,
        };
        let rows = || self.rows.iter().zip(&other.rows);
        let pins = || self.pins.iter().zip(&other.pins);
        self.rows.len() == other.rows.len()
            && self.pins.len() == other.pins.len()
            && rows()
                .all(|((row, own), (other_row, others))| row == other_row && equal(own, others))
            && pins().all(|((pin, own), (other_pin, others))| {
                pin == other_pin
                    && own
                        .iter()
                        .zip(others)
                        .all(|(own, others)| equal(own, others))
            })
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
        for value in self.rows.values().chain(self.pins.values().flatten()) {
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
