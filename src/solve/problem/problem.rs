//! Bodies, contacts, joints and corners.

use crate::block::Block;
use crate::rows::{Row, Rows};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::ops::Range;

/// A problem that is solved.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The numbers of a force: 2 in the plane, 3 in space.
    pub dimension: usize,
    /// The bodies; `None` if fixed.
    pub bodies: Vec<Option<Block>>,
    /// The rows of contacts and joints.
    pub rows: Rows,
    /// Contacts of bodies.
    pub contacts: Vec<Contact>,
    /// Joints that hold bodies together.
    pub joints: Vec<Joint>,
    /// Corners, at each of which one of several lists of contacts holds.
    pub corners: Vec<Corner>,
    /// Meetings of several corners at one point.
    pub meetings: Vec<Meeting>,
    /// Points where corners with friction meet other contacts.
    pub crossings: Vec<Crossing>,
    /// Corners, ascending, at points where two solids lock each other: they bear any sum of forces.
    pub locked: Vec<usize>,
}

/// Contacts of several corners at one point, of the same two bodies: one normal is to bear the sum
/// of their forces.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The corners, ascending.
    pub corners: Vec<usize>,
    /// Each contact, and whether its force on its first body counts, or the opposite.
    pub contacts: Vec<(usize, bool)>,
}

/// A point where corners with friction meet other contacts.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// Those corners, ascending.
    pub corners: Vec<usize>,
    /// All contacts there that may bear.
    pub chords: Vec<Chord>,
}

/// A contact at a point, and the parts that it joins around the point.
#[derive(Clone, Debug)]
pub struct Chord {
    /// The contact.
    pub contact: usize,
    /// The places of the parts of its first and its second body among all parts there,
    /// counter-clockwise.
    pub places: [usize; 2],
    /// Whether the two bodies are on the two sides of its line.
    pub is_outer: bool,
}

/// A point at which two bodies touch. Its force is φ along its normal and ψ along its tangents, and
/// acts on the first body.
#[derive(Clone, Debug)]
pub struct Contact {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// The row of the gap acceleration; its bound is the shift that velocities demand.
    pub normal: usize,
    /// The velocity of the gap, up to a positive factor.
    pub velocity: Integer,
    /// The rows of the sliding accelerations: none without friction, one in the plane, two in
    /// space.
    pub tangents: Range<usize>,
    /// The sliding velocities, each up to a positive factor.
    pub sliding: Vec<Integer>,
    /// The coefficient μ of friction, 0 without tangents.
    pub friction: Rational,
    /// Whether it bears forces. Otherwise it only says which motions its corner leaves.
    pub bears: bool,
}

/// Which forces a contact bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cone<'a> {
    /// φ ≥ 0, and no ψ.
    Ray,
    /// |ψ| ≤ μ φ, one tangent.
    Wedge(&'a Rational),
    /// |ψ| ≤ μ φ, two tangents that are orthogonal and as long as the normal.
    Round(&'a Rational),
}

/// Two bodies, or a body and the ground, that are held together by equations.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The bodies.
    pub bodies: [Option<usize>; 2],
    /// Its rows.
    pub rows: Range<usize>,
}

/// Lists of contacts, of which one holds. All contacts of a list have the same direction.
#[derive(Clone, Debug)]
pub struct Corner {
    /// The lists, none of them empty.
    pub lists: Vec<Vec<usize>>,
}

impl Contact {
    /// The forces that it bears.
    #[must_use]
    pub fn cone(&self) -> Cone<'_> {
        match self.tangents.len() {
            _ if self.friction == 0 => Cone::Ray,
            0 => Cone::Ray,
            1 => Cone::Wedge(&self.friction),
            _ => Cone::Round(&self.friction),
        }
    }
}

impl Cone<'_> {
    /// Whether a force with these numbers φ, ψ is one of them.
    #[must_use]
    pub fn has(self, force: &[Rational]) -> bool {
        let [across, along @ ..] = force else {
            return true;
        };
        if *across < 0 {
            return false;
        }
        let mut squares = Rational::ZERO;
        for value in along {
            squares += value * value;
        }
        match self {
            Self::Ray => squares == 0,
            Self::Wedge(friction) | Self::Round(friction) => {
                let bound = friction * across;
                squares <= &bound * &bound
            }
        }
    }
}

impl Problem {
    /// Bodies with nothing between them, each with so many numbers.
    #[must_use]
    pub fn new(dimension: usize, width: usize, bodies: Vec<Option<Block>>) -> Self {
        Self {
            dimension,
            bodies,
            rows: Rows::new(width),
            contacts: Vec::new(),
            joints: Vec::new(),
            corners: Vec::new(),
            meetings: Vec::new(),
            crossings: Vec::new(),
            locked: Vec::new(),
        }
    }

    /// The contacts of a list of a corner that bear forces.
    pub fn bearing(&self, corner: usize, list: usize) -> impl Iterator<Item = usize> {
        let contacts = self.corners[corner].lists[list].iter().copied();
        contacts.filter(|contact| self.contacts[*contact].bears)
    }

    /// The same of all of its lists.
    pub fn bearing_of(&self, corner: usize) -> impl Iterator<Item = usize> {
        let contacts = self.corners[corner].lists.iter().flatten().copied();
        contacts.filter(|contact| self.contacts[*contact].bears)
    }

    /// The row of the normal of a contact.
    #[must_use]
    pub fn normal(&self, contact: usize) -> Row<'_> {
        self.rows.get(self.contacts[contact].normal)
    }

    /// The row of the first tangent of a contact.
    ///
    /// # Panics
    /// If the contact has no tangents.
    #[must_use]
    pub fn tangent(&self, contact: usize) -> Row<'_> {
        let tangents = self.contacts[contact].tangents.clone();
        assert!(!tangents.is_empty(), "a contact with friction has tangents");
        self.rows.get(tangents.start)
    }

    /// The rows of a joint.
    pub fn joint(&self, joint: usize) -> impl Iterator<Item = Row<'_>> {
        let rows = self.joints[joint].rows.clone();
        rows.map(|row| self.rows.get(row))
    }

    /// The normal of a contact as a vector, on its first body.
    #[must_use]
    pub fn normal_vector(&self, contact: usize) -> Vec<Rational> {
        self.normal(contact).direction(self.dimension)
    }

    /// The square of the length of the normal of a contact: φ counts so often per newton, squared.
    #[must_use]
    pub fn squared_normal(&self, contact: usize) -> Rational {
        let normal = self.normal_vector(contact);
        let squares = normal.iter().map(|value| value * value);
        squares.sum()
    }

    /// The coefficient of friction of each contact.
    #[must_use]
    pub fn frictions(&self) -> Vec<Rational> {
        let contacts = self.contacts.iter();
        contacts.map(|contact| contact.friction.clone()).collect()
    }

    /// Whether a body is free.
    #[must_use]
    pub fn is_free(&self, body: usize) -> bool {
        self.bodies[body].is_some()
    }
}
