//! From solved cases to a certificate.
//!
//! Multipliers of integer rows become contact forces, forces are averaged over the symmetries of
//! the scene, and each case is brought to one common denominator. Numbers may be long, and there
//! are many of them: each is given up where the next is made of it.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::One;
use zwang_certificate as certificate;
use zwang_certificate::statics::HoldingForces;
use zwang_problem::{self as problem, Choices, Forces, Group, Numbers, Relaxed};
use zwang_program::kernel::number::integer_from_solver;
use zwang_program::kernel::{Classified, Outcome};

/// A case of a certificate.
#[derive(Clone, Debug)]
pub(crate) struct DecidedCase {
    pub(crate) sides: Choices,
    pub(crate) forces: Forces,
    /// `None` if the case is impossible.
    pub(crate) motion: Option<Motion>,
    pub(crate) is_answer: bool,
}

/// A motion over one denominator.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    /// The common denominator D > 0.
    denominator: Integer,
    /// D x.
    point: Vec<Integer>,
    /// A displacement that opens idle contacts, if there are some.
    idle: Option<Vec<Integer>>,
}

impl Motion {
    /// The motion in the form that averaging takes.
    pub(crate) fn as_answer(&self) -> problem::Motion<'_> {
        problem::Motion {
            denominator: &self.denominator,
            point: &self.point,
        }
    }
}

impl DecidedCase {
    /// A case that is an answer.
    pub(crate) fn winning(
        group: &Group,
        sides: Choices,
        relaxed: &Relaxed,
        Classified { optimum, idle }: Classified,
    ) -> Self {
        let denominator = &optimum.denominator;
        let multipliers = optimum.multipliers;
        let forces = Forces::from_multipliers(&group.joints, relaxed, multipliers, denominator);
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
        group: &Group,
        sides: Choices,
        relaxed: &Relaxed,
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
            forces: Forces::from_multipliers(&group.joints, relaxed, multipliers, denominator),
            motion,
            is_answer: false,
        }
    }

    /// The case of the certificate.
    pub(crate) fn certificate(self) -> certificate::Case {
        let mut common = self.forces.denominator.clone();
        if let Some(motion) = &self.motion {
            common = lcm(&common, &motion.denominator);
        }
        let listed = listed(self.forces, &common);
        let mut forces = Vec::new();
        for (contact, [across, _]) in listed.contacts {
            forces.push((contact, across));
        }
        let motion = self.motion.map(|motion| certificate::Motion {
            accelerations: triples(motion.point, &(common / motion.denominator)),
            denominator: listed.denominator,
            idle: motion.idle.map(|idle| triples(idle, &Integer::ONE)),
        });
        certificate::Case {
            sides: self.sides,
            forces,
            pins: listed.pins,
            motion,
        }
    }
}

/// The least common multiple of two positive numbers.
pub(crate) fn lcm(one: &Integer, other: &Integer) -> Integer {
    Integer::from(one.unsigned_abs_ref().lcm(other.unsigned_abs_ref()))
}

/// Forces over a multiple of their denominator, as proofs list them; those that are 0 are left out.
pub(crate) fn listed(mut forces: Forces, multiple: &Integer) -> HoldingForces {
    forces.bring_over(multiple);
    HoldingForces {
        denominator: integer_from_solver(multiple),
        contacts: pairs(forces.contacts),
        pins: pairs(forces.joints),
    }
}

fn pairs(numbers: Numbers) -> Vec<(usize, [certificate::BigInt; 2])> {
    let mut pairs = Vec::new();
    for (index, numbers) in numbers.into_numbers() {
        if numbers.iter().any(|number| *number != 0) {
            let mut numbers = numbers.iter().map(integer_from_solver);
            let mut next = || numbers.next().unwrap_or_default();
            pairs.push((index, [next(), next()]));
        }
    }
    pairs
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
