//! From solved cases to a certificate.
//!
//! Multipliers of integer rows become contact forces, forces are averaged over the symmetries of
//! the scene, and each case is brought to one common denominator.

use crate::cases::{CaseProgram, SolvedCase};
use crate::groups::Group;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExactAssign, Lcm};
use malachite::base::num::basic::traits::One;
use zwang_certificate as certificate;
use zwang_program::kernel::number::{common_denominator, content, integer_from_solver, times};
use zwang_program::kernel::{Classified, Optimum, Outcome};

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
        let mut forces = Vec::new();
        for (multiplier, scale) in multipliers.iter().zip(&program.scales) {
            forces.push(multiplier * times(scale, &common));
        }
        let contacts = forces.split_off(program.problem.equalities);
        let contacts = program.contacts.iter().copied().zip(contacts);
        let (pins, _) = forces.as_chunks();
        Self {
            denominator: denominator * Integer::from(common),
            contacts: contacts.collect(),
            pins: pins.to_vec(),
        }
    }

    /// Divides by what all numbers have in common.
    pub(crate) fn reduce(&mut self) {
        let contacts = self.contacts.iter().map(|(_, value)| value);
        let values = contacts.chain(self.pins.iter().flatten());
        let content = content(&self.denominator, values);
        if content == 1 {
            return;
        }
        self.denominator.div_exact_assign(&content);
        for (_, value) in &mut self.contacts {
            value.div_exact_assign(&content);
        }
        for value in self.pins.iter_mut().flatten() {
            value.div_exact_assign(&content);
        }
    }
}

/// A case of the certificate; an impossible one if `optimum` is `None`.
fn case(
    group: &Group,
    sides: Vec<(usize, usize)>,
    forces: &Forces,
    optimum: Option<&Optimum>,
    idle: Option<&[Integer]>,
) -> certificate::Case {
    let own = &forces.denominator;
    let other = denominator_of(optimum);
    let lcm = own.unsigned_abs_ref().lcm(other.unsigned_abs_ref());
    let lcm = Integer::from(lcm);
    let force_factor = &lcm / own;
    let motion_factor = &lcm / other;
    let mut case = certificate::Case {
        sides,
        forces: Vec::new(),
        pins: Vec::new(),
        motion: None,
    };
    for (contact, force) in &forces.contacts {
        if *force != 0 {
            let force = scaled(force, &force_factor);
            case.forces.push((*contact, force));
        }
    }
    for (&pin, [x, y]) in group.pins.iter().zip(&forces.pins) {
        if *x != 0 || *y != 0 {
            let force = [x, y].map(|component| scaled(component, &force_factor));
            case.pins.push((pin.0, force));
        }
    }
    case.motion = optimum.map(|optimum| certificate::Motion {
        denominator: integer_from_solver(&lcm),
        accelerations: triples(&optimum.point, &motion_factor),
        idle: idle.map(|displacement| triples(displacement, &Integer::ONE)),
    });
    case
}

/// The denominator of an optimum; 1 if there is none.
fn denominator_of(optimum: Option<&Optimum>) -> Integer {
    match optimum {
        Some(optimum) => optimum.denominator.clone(),
        None => Integer::ONE,
    }
}

fn scaled(value: &Integer, factor: &Integer) -> certificate::BigInt {
    integer_from_solver(&(value * factor))
}

/// Three numbers for each body, times a factor.
pub(crate) fn triples(vector: &[Integer], factor: &Integer) -> Vec<[certificate::BigInt; 3]> {
    let (triples, _) = vector.as_chunks::<3>();
    let mut multiples = Vec::new();
    for triple in triples {
        let triple = triple.each_ref();
        multiples.push(triple.map(|value| scaled(value, factor)));
    }
    multiples
}

/// The certificate's case for a solved case that is an answer.
pub(crate) fn winning_case(
    group: &Group,
    solved_case: &SolvedCase,
    forces: &Forces,
    Classified { optimum, idle }: &Classified,
) -> certificate::Case {
    let sides = solved_case.sides.clone();
    case(group, sides, forces, Some(optimum), idle.as_deref())
}

/// The certificate's case for a solved case that is no answer.
pub(crate) fn losing_case(group: &Group, solved_case: &SolvedCase) -> certificate::Case {
    let (multipliers, optimum) = match &solved_case.solved.outcome {
        Outcome::Optimal(optimum) => (&optimum.multipliers, Some(optimum)),
        Outcome::Infeasible(multipliers) => (multipliers, None),
    };
    let denominator = denominator_of(optimum);
    let forces = Forces::from_multipliers(&solved_case.program, multipliers, &denominator);
    case(group, solved_case.sides.clone(), &forces, optimum, None)
}
