//! Forces of contacts that give way by a little: unique, and as symmetric as the scene.
//!
//! With the compliance c, a row has the force N = max(0, -w/c) across it, and along it the force
//! that is nearest to -u/c and at most μ N. So what sticks slips by c times its force, and several
//! contacts of a face share their load as an elastic layer does. With c to 0 this is Coulomb's law,
//! and of the forces of what is statically indeterminate the limit has one choice. (If everything
//! above a layer that slides is about to slide as well, c says how.) The solution for one c is
//! found by a semismooth Newton method from the one for a larger c (P. Alart, A. Curnier, *A mixed
//! formulation for frictional contact problems prone to Newton like solution methods*, 1991).
//! Unknown are the motions of bodies, not the forces, so the equations of a tower are those of a
//! chain. Nothing here is believed.
#![allow(clippy::disallowed_types)]

use super::elimination::{Equations, Six, product};
use super::number::Number;

/// Iterations for one compliance.
const MOST_ITERATIONS: usize = 40;
/// A slip below so many slips of what sticks is one of the compliance.
const SMALL_SLIP: i64 = 16;

/// Forces or moves along three axes: across the contact, and two along it.
pub(super) type Three<N> = [N; 3];

/// A contact in coordinates in which all masses are 1.
#[derive(Clone)]
pub(super) struct Contact<N> {
    /// For each body the coefficients of the three moves.
    pub(super) sides: Vec<(usize, [Six<N>; 3])>,
    /// The moves without forces.
    pub(super) constant: Three<N>,
    /// Forces that have acted already.
    pub(super) base: Three<N>,
    pub(super) friction: N,
}

/// How a contact behaves.
#[derive(Clone)]
pub(super) enum Behaviour<N> {
    Open,
    Stick,
    Slide {
        direction: [N; 2],
        slip: N,
        /// The force across.
        across: N,
    },
}

/// A component of a joint in coordinates in which all masses are 1.
#[derive(Clone)]
pub(super) struct Spring<N> {
    /// The coefficients of bodies, of one perhaps several times.
    pub(super) sides: Vec<(usize, Six<N>)>,
    pub(super) constant: N,
    pub(super) stiffness: N,
}

/// All contacts of a group.
pub(super) struct Layer<N> {
    pub(super) contacts: Vec<Contact<N>>,
    pub(super) springs: Vec<Spring<N>>,
    pub(super) bodies: usize,
    /// 2^unit is about the move of a contact by a force of 1.
    pub(super) unit: i64,
    /// Forces that change by less than 2^-found of the largest one are found.
    pub(super) found: i64,
}

/// A solution, or what was found last.
pub(super) struct Solution<N> {
    pub(super) behaviours: Vec<Behaviour<N>>,
    pub(super) forces: Vec<Three<N>>,
    pub(super) is_found: bool,
}

impl<N: Number> Behaviour<N> {
    fn kind(&self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Stick => 1,
            Self::Slide { .. } => 2,
        }
    }

    /// How it behaves with another compliance, 2^shift of what it was.
    pub(super) fn rescaled(&self, stiffness: &N, friction: &N, shift: i64) -> Self {
        let Self::Slide {
            direction,
            slip,
            across,
        } = self
        else {
            return self.clone();
        };
        let most = friction
            .times(across)
            .times(&N::power_of_two(SMALL_SLIP))
            .over(stiffness);
        let slip = match *slip <= most {
            true => slip.times(&N::power_of_two(shift)),
            false => slip.clone(),
        };
        Self::Slide {
            direction: direction.clone(),
            slip,
            across: across.clone(),
        }
    }
}

impl<N: Number> Contact<N> {
    fn moves(&self, motion: &[Six<N>]) -> Three<N> {
        let mut found = self.constant.clone();
        for (body, forms) in &self.sides {
            for (own, form) in found.iter_mut().zip(forms) {
                *own = own.plus(&product(form, &motion[*body]));
            }
        }
        found
    }

    /// Forces are minus this matrix times the moves.
    fn stiffness(&self, behaviour: &Behaviour<N>, stiffness: &N) -> [Three<N>; 3] {
        let zero = N::zero;
        let own = || stiffness.clone();
        match behaviour {
            Behaviour::Open => [(); 3].map(|()| [zero(), zero(), zero()]),
            Behaviour::Stick => [
                [own(), zero(), zero()],
                [zero(), own(), zero()],
                [zero(), zero(), own()],
            ],
            Behaviour::Slide {
                direction: [a, b],
                slip,
                across,
            } => {
                let full = self.friction.times(stiffness);
                let around = match slip.is_zero() {
                    true => zero(),
                    false => self.friction.times(across).over(slip),
                };
                let mixed = around.times(a).times(b).opposite();
                [
                    [own(), zero(), zero()],
                    [
                        full.times(a).opposite(),
                        around.times(b).times(b),
                        mixed.clone(),
                    ],
                    [full.times(b).opposite(), mixed, around.times(a).times(a)],
                ]
            }
        }
    }

    /// How the contact behaves with these moves and the forces for its last behaviour.
    fn next(&self, last: &Behaviour<N>, moves: &Three<N>, stiffness: &N) -> Behaviour<N> {
        let [gap, a, b] = moves;
        if *gap >= N::zero() {
            return Behaviour::Open;
        }
        let across = gap.times(stiffness).opposite();
        let slip = a.length(b);
        let most = self.friction.times(&across);
        if slip.times(stiffness) <= most {
            return Behaviour::Stick;
        }
        if let Behaviour::Slide { direction, .. } = last {
            let [x, y] = direction;
            if a.times(x).plus(&b.times(y)) <= N::zero() && last.kind() == 2 {
                return Behaviour::Stick;
            }
        }
        Behaviour::Slide {
            direction: [a.over(&slip), b.over(&slip)],
            slip,
            across,
        }
    }

    /// The forces for moves.
    fn forces(&self, behaviour: &Behaviour<N>, moves: &Three<N>, stiffness: &N) -> Three<N> {
        let matrix = self.stiffness(behaviour, stiffness);
        matrix.map(|row| {
            let [a, b, c] = row;
            let [x, y, z] = moves;
            a.times(x).plus(&b.times(y)).plus(&c.times(z)).opposite()
        })
    }
}

impl<N: Number> Spring<N> {
    pub(super) fn add_to(&self, equations: &mut Equations<N>) {
        let force = self.stiffness.times(&self.constant);
        for (body, form) in &self.sides {
            equations.push(*body, &force, form);
            for (other, others) in &self.sides {
                let across = others.each_ref().map(|x| x.times(&self.stiffness));
                equations.add([*body, *other], form, &across);
            }
        }
    }

    /// Its force for a motion.
    pub(super) fn force(&self, motion: &[Six<N>]) -> N {
        let mut value = self.constant.clone();
        for (body, form) in &self.sides {
            value = value.plus(&product(form, &motion[*body]));
        }
        value.times(&self.stiffness).opposite()
    }
}

impl<N: Number> Layer<N> {
    /// The contacts without what the compliance gives by these forces: their solution hardly
    /// depends on it (M. Hestenes, *Multiplier and gradient methods*, 1969).
    pub(super) fn preloaded(&self, digits: i64, forces: &[Three<N>]) -> Self {
        let stiffness = self.stiffness(digits);
        let mut contacts = self.contacts.clone();
        for (contact, force) in contacts.iter_mut().zip(forces) {
            for (constant, force) in contact.constant.iter_mut().zip(force) {
                *constant = constant.minus(&force.over(&stiffness));
            }
        }
        Self {
            contacts,
            springs: self.springs.clone(),
            ..*self
        }
    }

    pub(super) fn stiffness(&self, digits: i64) -> N {
        N::power_of_two(digits - self.unit)
    }

    /// The solution for the compliance 2^-digits of what a body has.
    pub(super) fn solve(&self, digits: i64, mut behaviours: Vec<Behaviour<N>>) -> Solution<N> {
        let stiffness = self.stiffness(digits);
        let mut forces: Vec<Three<N>> = Vec::new();
        let mut is_found = false;
        for _ in 0..MOST_ITERATIONS {
            let motion = self.motion(&behaviours, &stiffness);
            let mut next = Vec::with_capacity(behaviours.len());
            let mut found = Vec::with_capacity(behaviours.len());
            let mut is_same = true;
            for (contact, behaviour) in self.contacts.iter().zip(&behaviours) {
                let moves = contact.moves(&motion);
                let own = contact.next(behaviour, &moves, &stiffness);
                is_same &= own.kind() == behaviour.kind();
                found.push(contact.forces(behaviour, &moves, &stiffness));
                next.push(own);
            }
            let is_still = self.is_still(&forces, &found);
            forces = found;
            behaviours = next;
            if is_still && is_same {
                is_found = true;
                break;
            }
        }
        Solution {
            behaviours,
            forces,
            is_found,
        }
    }

    /// The motion with linear contacts.
    fn motion(&self, behaviours: &[Behaviour<N>], stiffness: &N) -> Vec<Six<N>> {
        let mut equations = Equations::new(self.bodies);
        for (contact, behaviour) in self.contacts.iter().zip(behaviours) {
            let matrix = contact.stiffness(behaviour, stiffness);
            for (axis, row) in matrix.iter().enumerate() {
                let mut force = contact.base[axis].clone();
                for (factor, constant) in row.iter().zip(&contact.constant) {
                    force = force.plus(&factor.times(constant));
                }
                for (body, forms) in &contact.sides {
                    equations.push(*body, &force, &forms[axis]);
                }
                for (column, factor) in row.iter().enumerate() {
                    if factor.is_zero() {
                        continue;
                    }
                    for (other, others) in &contact.sides {
                        let across = others[column].each_ref().map(|x| x.times(factor));
                        for (body, forms) in &contact.sides {
                            equations.add([*body, *other], &forms[axis], &across);
                        }
                    }
                }
            }
        }
        for spring in &self.springs {
            spring.add_to(&mut equations);
        }
        equations.solve()
    }

    /// Whether forces hardly change.
    fn is_still(&self, before: &[Three<N>], after: &[Three<N>]) -> bool {
        if before.len() != after.len() {
            return after.is_empty();
        }
        let mut largest = N::zero();
        let mut change = N::zero();
        for (one, other) in before.iter().flatten().zip(after.iter().flatten()) {
            for (most, number) in [
                (&mut largest, other.size()),
                (&mut change, one.minus(other).size()),
            ] {
                if number > *most {
                    *most = number;
                }
            }
        }
        change <= largest.times(&N::power_of_two(-self.found))
    }
}
