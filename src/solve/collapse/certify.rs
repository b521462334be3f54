//! From solved cases to a certificate.
//!
//! Multipliers of integer rows become contact forces, forces are averaged over the symmetries of
//! the scene, and each case is brought to one common denominator. Numbers may be long, and there
//! are many of them: each is given up where the next is made of it.

use crate::cases::CaseProgram;
use crate::groups::Group;
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{DivExactAssign, Lcm};
use malachite::base::num::basic::traits::{One, Zero};
use zwang_certificate as certificate;
use zwang_program::kernel::number::{common_denominator, content, integer_from_solver, times};
use zwang_program::kernel::{Classified, Outcome};

/// What a certificate says of a case.
#[derive(Clone, Debug)]
pub(crate) struct DecidedCase {
    pub(crate) sides: Vec<(usize, usize)>,
    pub(crate) forces: Forces,
    /// `None` if the case is impossible.
    pub(crate) motion: Option<Motion>,
    pub(crate) is_answer: bool,
}

/// A motion over one denominator.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    /// The common denominator D > 0.
    pub(crate) denominator: Integer,
    /// D x.
    pub(crate) point: Vec<Integer>,
    /// A displacement that opens idle contacts, if there are some.
    idle: Option<Vec<Integer>>,
}

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
        multipliers: Vec<Integer>,
        denominator: &Integer,
    ) -> Self {
        let common = common_denominator(&program.scales);
        let mut forces = Vec::with_capacity(multipliers.len());
        for (multiplier, scale) in multipliers.into_iter().zip(&program.scales) {
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

impl DecidedCase {
    /// A case that is an answer.
    pub(crate) fn winning(
        sides: Vec<(usize, usize)>,
        program: &CaseProgram,
        Classified { optimum, idle }: Classified,
    ) -> Self {
        let forces = Forces::from_multipliers(program, optimum.multipliers, &optimum.denominator);
        let motion = Motion {
            denominator: optimum.denominator,
            point: optimum.point,
            idle,
        };
        Self {
            sides,
            forces,
            motion: Some(motion),
            is_answer: true,
        }
    }

    /// A case that is no answer.
    pub(crate) fn losing(
        sides: Vec<(usize, usize)>,
        program: &CaseProgram,
        outcome: Outcome,
    ) -> Self {
        let (multipliers, motion) = match outcome {
            Outcome::Optimal(optimum) => {
                let motion = Motion {
                    denominator: optimum.denominator,
                    point: optimum.point,
                    idle: None,
                };
                (optimum.multipliers, Some(motion))
            }
            Outcome::Infeasible(multipliers) => (multipliers, None),
        };
        let denominator = match &motion {
            Some(motion) => &motion.denominator,
            None => &Integer::ONE,
        };
        Self {
            sides,
            forces: Forces::from_multipliers(program, multipliers, denominator),
            motion,
            is_answer: false,
        }
    }

    /// The case of the certificate.
    pub(crate) fn certificate(self, group: &Group) -> certificate::Case {
        let own = self.forces.denominator;
        let other = match &self.motion {
            Some(motion) => &motion.denominator,
            None => &Integer::ONE,
        };
        let lcm = own.unsigned_abs_ref().lcm(other.unsigned_abs_ref());
        let lcm = Integer::from(lcm);
        let force_factor = &lcm / own;
        let motion_factor = &lcm / other;
        let mut forces = Vec::new();
        for (contact, force) in self.forces.contacts {
            if force != 0 {
                forces.push((contact, scaled(force, &force_factor)));
            }
        }
        let mut pins = Vec::new();
        for (&pin, force) in group.pins.iter().zip(self.forces.pins) {
            if force != [Integer::ZERO; 2] {
                let force = force.map(|component| scaled(component, &force_factor));
                pins.push((pin.0, force));
            }
        }
        let motion = self.motion.map(|motion| certificate::Motion {
            denominator: integer_from_solver(&lcm),
            accelerations: triples(motion.point, &motion_factor),
            idle: motion.idle.map(|idle| triples(idle, &Integer::ONE)),
        });
        certificate::Case {
            sides: self.sides,
            forces,
            pins,
            motion,
        }
    }
}

fn scaled(value: Integer, factor: &Integer) -> certificate::BigInt {
    if *factor == 1 {
        integer_from_solver(&value)
    } else {
        integer_from_solver(&(value * factor))
    }
}

/// Three numbers for each body, times a factor.
pub(crate) fn triples(mut vector: Vec<Integer>, factor: &Integer) -> Vec<[certificate::BigInt; 3]> {
    let (triples, _) = vector.as_chunks_mut::<3>();
    let mut multiples = Vec::with_capacity(triples.len());
    for triple in triples {
        let triple = std::mem::take(triple);
        multiples.push(triple.map(|value| scaled(value, factor)));
    }
    multiples
}
