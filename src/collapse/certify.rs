//! From solved cases to a certificate.
//!
//! Multipliers of integer rows become contact forces, forces are averaged over the symmetries of
//! the scene, and each case is brought to one common denominator.

use crate::cases::{CaseProgram, SolvedCase};
use crate::groups::Group;
use malachite::base::num::arithmetic::traits::{DivExact, Lcm};
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Natural, Rational};
use zwang_certificate as certificate;
use zwang_program::kernel::number::{content, integer_from_solver};
use zwang_program::kernel::{Optimum, Outcome};

/// Contact forces φ and pin forces over one denominator.
#[derive(Clone, Debug)]
pub(crate) struct Forces {
    /// The common denominator D > 0.
    pub(crate) denominator: Integer,
    /// Pairs (contact, D φ) of the imposed contacts, ascending.
    pub(crate) contacts: Vec<(usize, Integer)>,
    /// D times the force on the first body of each pin of the group, in the order of the group.
    pub(crate) pins: Vec<[Integer; 2]>,
}

impl Forces {
    /// The forces that multipliers over a denominator stand for.
    pub(crate) fn from_multipliers(
        program: &CaseProgram,
        multipliers: &[Integer],
        denominator: &Integer,
    ) -> Self {
        let common = common_denominator(&program.scales);
        let force = |(multiplier, scale): (&Integer, &Rational)| multiplier * times(scale, &common);
        let mut forces: Vec<Integer> = multipliers.iter().zip(&program.scales).map(force).collect();
        let contacts = forces.split_off(program.problem.equalities);
        let pins = forces
            .chunks_exact(2)
            .map(|pair| [pair[0].clone(), pair[1].clone()])
            .collect();
        let contacts = program.contacts.iter().copied().zip(contacts).collect();
        Self {
            denominator: denominator * Integer::from(common),
            contacts,
            pins,
        }
    }
}

impl Forces {
    /// Divides by what all numbers have in common.
    pub(crate) fn reduce(&mut self) {
        let values = self
            .contacts
            .iter()
            .map(|(_, value)| value)
            .chain(self.pins.iter().flatten());
        let content = content(&self.denominator, values);
        if content == 1 {
            return;
        }
        let values = self
            .contacts
            .iter_mut()
            .map(|(_, value)| value)
            .chain(self.pins.iter_mut().flatten());
        values
            .chain([&mut self.denominator])
            .for_each(|value| *value = (&*value).div_exact(&content));
    }
}

/// The least common multiple of denominators.
pub(crate) fn common_denominator<'a>(numbers: impl IntoIterator<Item = &'a Rational>) -> Natural {
    numbers.into_iter().fold(Natural::ONE, |lcm, number| {
        if lcm.clone() % number.denominator_ref() == 0 {
            lcm
        } else {
            lcm.lcm(number.denominator_ref())
        }
    })
}

/// The integer `number` times a multiple of its denominator.
pub(crate) fn times(number: &Rational, multiple: &Natural) -> Integer {
    let magnitude = number.numerator_ref() * (multiple / number.denominator_ref());
    Integer::from_sign_and_abs(*number >= 0, magnitude)
}

/// A case of the certificate; an impossible one if `optimum` is `None`.
pub(crate) fn case(
    group: &Group,
    sides: Vec<(usize, usize)>,
    forces: &Forces,
    optimum: Option<&Optimum>,
    idle: Option<&[Integer]>,
) -> certificate::Case {
    let (own, other) = (
        &forces.denominator,
        optimum.map_or(Integer::ONE, |optimum| optimum.denominator.clone()),
    );
    let lcm = Integer::from(own.unsigned_abs_ref().lcm(other.unsigned_abs_ref()));
    let (force_factor, motion_factor) = (&lcm / own, &lcm / other);
    let scaled = |force: &Integer| integer_from_solver(&(force * &force_factor));
    let loaded = forces.contacts.iter().filter(|(_, force)| *force != 0);
    let pinned = group
        .pins
        .iter()
        .zip(&forces.pins)
        .filter(|(_, force)| force.iter().any(|component| *component != 0));
    certificate::Case {
        sides,
        forces: loaded
            .map(|(contact, force)| (*contact, scaled(force)))
            .collect(),
        pins: pinned
            .map(|(pin, [x, y])| (*pin, [scaled(x), scaled(y)]))
            .collect(),
        motion: optimum.map(|optimum| certificate::Motion {
            denominator: integer_from_solver(&lcm),
            accelerations: triples(&optimum.point, &motion_factor),
            idle: idle.map(|displacement| triples(displacement, &Integer::ONE)),
        }),
    }
}

fn triples(vector: &[Integer], factor: &Integer) -> Vec<[certificate::BigInt; 3]> {
    let scaled = |value: &Integer| integer_from_solver(&(value * factor));
    vector
        .chunks_exact(3)
        .map(|triple| [scaled(&triple[0]), scaled(&triple[1]), scaled(&triple[2])])
        .collect()
}

/// The certificate's case for a solved case that is no answer.
pub(crate) fn losing_case(group: &Group, solved_case: &SolvedCase) -> certificate::Case {
    let (multipliers, optimum) = match &solved_case.solved.outcome {
        Outcome::Optimal(optimum) => (&optimum.multipliers, Some(optimum)),
        Outcome::Infeasible(multipliers) => (multipliers, None),
    };
    let denominator = optimum.map_or(Integer::ONE, |optimum| optimum.denominator.clone());
    let forces = Forces::from_multipliers(&solved_case.program, multipliers, &denominator);
    case(group, solved_case.sides.clone(), &forces, optimum, None)
}
