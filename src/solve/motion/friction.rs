//! Steps with dry friction (`proofs/RUN.md`, section 9).
//!
//! Each row has a value and a slip, and a step obeys Coulomb's law for moves: it is the problem of
//! [`zwang_program::kernel::FrictionProblem`] with the displacements and sweeps for unknowns. Its
//! answers need not be unique. A group that symmetries map to itself gets a symmetric answer, as it
//! is looked for among the invariant motions and forces, and groups that are images of each other
//! get images of one answer.

pub(crate) mod corners;
pub(crate) mod forces;
pub(crate) mod group;
pub(crate) mod impact;
pub(crate) mod memory;
pub(crate) mod record;
pub(crate) mod start;
pub(crate) mod system;

use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Scene};

/// A row that is imposed: one of the step, or one of the chosen side of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The corner, if the row is one of a side.
    pub(crate) corner: Option<usize>,
    pub(crate) row: Contact,
}

/// The two forces of each row that pressed in the step before, as its record has them.
pub(crate) type PairMemory = BTreeMap<Contact, PairQuotient>;

/// D φ, D ψ and D > 0.
pub(crate) type PairQuotient = ([Integer; 2], Integer);

/// The motion (y_d, y_s) of bodies, T times and over one denominator.
#[derive(Clone, Debug)]
pub(crate) struct GroupMotion {
    pub(crate) denominator: Integer,
    /// Three numbers for each body.
    pub(crate) point: Vec<Integer>,
}

/// μ of a row.
pub(crate) fn friction_of(scene: &Scene, row: &Contact) -> Rational {
    let [one, other] = row.bodies().map(BodyId);
    to_solver(&scene.friction.between(one, other))
}
