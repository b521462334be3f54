//! Quantities of forces: linear ones, and the centre of pressure of a face, a ratio of two.
//!
//! A linear quantity is q = Σ s·F with a vector s for some contacts, the *share* of the contact.
//! The centre of pressure of a face along an axis is Σ x (F·n) / Σ F·n over its contacts at x. It
//! is not below t if Σ (x - t) (F·n) ≥ 0, a linear quantity.

use super::Borne;
use crate::lookup;
use crate::proof::space::borne::{Bearing, BorneForce};
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use crate::space::contact::{Contact, Contacts, Corner, dot};
use crate::space::joint::Joint;
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::fmt::{self, Formatter};
use std::ops::Neg;
use zwang_exact::{Rational, Vector3};

/// The contacts of each two parts: consecutive ones.
pub(crate) struct Faces<'a> {
    faces: Vec<&'a [Contact<'a>]>,
}

/// The thing that a quantity is of.
#[derive(Clone, Copy)]
pub(crate) enum Thing<'a> {
    Contact(&'a Contact<'a>),
    /// The number of a face, and its contacts.
    Face(usize, &'a [Contact<'a>]),
    /// The forces at all vertices of T.
    Corner(&'a Corner<'a>),
    Joint(&'a Joint<'a>),
}

/// A component of the force of a contact or a corner, of the load of a joint, or a quantity of a
/// face.
pub(crate) struct Quantity<'a> {
    pub thing: Thing<'a>,
    pub component: Component,
}

/// Along an axis, or along the normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    /// 0, 1 or 2 for x, y or z; 3, 4 or 5 for the torque of a joint.
    Axis(usize),
    Normal,
}

/// Which end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Least,
    Largest,
}

/// The vector by which a force counts, over a denominator above 0.
pub(crate) struct Share {
    pub numbers: [BigInt; 3],
    pub denominator: BigInt,
}

impl<'a> Faces<'a> {
    pub(crate) fn new(contacts: &'a Contacts<'a>) -> Self {
        let faces = contacts.contacts.chunk_by(Contact::is_of_face_of);
        Self {
            faces: faces.collect(),
        }
    }

    /// Form: a face that exists.
    pub(crate) fn face(&self, index: usize) -> Result<&'a [Contact<'a>]> {
        lookup::entry(&self.faces, "certificate", "face", index).copied()
    }
}

impl Side {
    /// ς times a number.
    pub(crate) fn signed<T: Neg<Output = T>>(self, number: T) -> T {
        match self {
            Self::Least => number,
            Self::Largest => number.neg(),
        }
    }

    /// The value that all bounds prove together: the least of those of a least value.
    pub(crate) fn outermost(self, bounds: Vec<Rational>) -> Option<Rational> {
        match self {
            Self::Least => bounds.into_iter().min(),
            Self::Largest => bounds.into_iter().max(),
        }
    }
}

impl<'a> Quantity<'a> {
    /// Form: the component is one of four, of three of a corner, or of six of a joint.
    pub(crate) fn new(thing: Thing<'a>, component: usize) -> Result<Self> {
        let component = match (component, thing) {
            (0..=2, _) | (3..=5, Thing::Joint(_)) => Component::Axis(component),
            (3, Thing::Contact(_) | Thing::Face(..)) => Component::Normal,
            _ => {
                let found = format!("component {component}");
                let required = "0 to 3, to 2 of a corner, or to 5 of a joint";
                return Form.refuse("a range", found, required);
            }
        };
        Ok(Self { thing, component })
    }

    /// Whether it is a centre of pressure.
    pub(crate) fn is_ratio(&self) -> bool {
        matches!(self.thing, Thing::Face(..)) && self.component != Component::Normal
    }

    /// The share of a contact, or of a vertex of a corner; of a centre of pressure that of its
    /// Σ (x - t) (F·n).
    pub(crate) fn share(&self, bearing: Bearing, bound: Option<&Rational>) -> Option<Share> {
        if !self.counts(bearing) {
            return None;
        }
        let whole = |numbers| Share {
            numbers,
            denominator: BigInt::one(),
        };
        match (self.component, self.thing) {
            (Component::Normal, _) => Some(whole(bearing.normal().clone())),
            (_, Thing::Joint(_)) => None,
            (Component::Axis(axis), Thing::Contact(_) | Thing::Corner(_)) => {
                let unit = [0, 1, 2].map(|own| BigInt::from(i8::from(own == axis)));
                Some(whole(unit))
            }
            (Component::Axis(axis), Thing::Face(..)) => {
                let point = &bearing.spot().point;
                let place = point.coordinates().into_iter().nth(axis)?;
                let arm = place - bound?;
                let normal = bearing.normal();
                Some(Share {
                    numbers: normal.each_ref().map(|number| number * arm.numer()),
                    denominator: arm.denom().clone(),
                })
            }
        }
    }

    fn counts(&self, bearing: Bearing) -> bool {
        match (self.thing, bearing) {
            (Thing::Contact(own), Bearing::Contact(contact)) => own.index == contact.index,
            (Thing::Face(_, own), Bearing::Contact(contact)) => {
                own.first().is_some_and(|own| own.is_of_face_of(contact))
            }
            (Thing::Corner(own), Bearing::Corner(corner, ..)) => own.index == corner.index,
            _ => false,
        }
    }

    /// The component of this joint that it is.
    pub(crate) fn component_of(&self, joint: &Joint) -> Option<usize> {
        match (self.thing, self.component) {
            (Thing::Joint(own), Component::Axis(axis)) => {
                (own.index == joint.index).then_some(axis)
            }
            _ => None,
        }
    }

    /// The linear quantity q of forces.
    pub(crate) fn value(&self, forces: &Borne) -> Rational {
        for listed in &forces.joints {
            if let Some(component) = self.component_of(listed.joint) {
                let loads = listed.wrench(forces.denominator);
                let mut numbers = loads.iter().flat_map(Vector3::coordinates);
                return numbers.nth(component).cloned().unwrap_or_default();
            }
        }
        let mut sum = BigInt::ZERO;
        for BorneForce { bearing, force, .. } in &forces.forces {
            if let Some(share) = self.share(*bearing, None) {
                sum += dot(&share.numbers, force);
            }
        }
        Rational::new(sum, forces.denominator.clone())
    }

    /// The centre of pressure of forces along the axis; `None` if they do not press.
    pub(crate) fn centre(&self, forces: &Borne) -> Option<Rational> {
        let Component::Axis(axis) = self.component else {
            return None;
        };
        let mut sum = Rational::default();
        let mut pressure = BigInt::ZERO;
        for BorneForce { bearing, split, .. } in &forces.forces {
            if self.counts(*bearing) {
                let point = &bearing.spot().point;
                let place = point.coordinates().into_iter().nth(axis)?;
                pressure += &split.across;
                sum += place * Rational::from(split.across.clone());
            }
        }
        pressure
            .is_positive()
            .then(|| sum / Rational::from(pressure))
    }
}

impl fmt::Display for Quantity<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self.thing {
            Thing::Contact(contact) => contact.fmt(formatter)?,
            Thing::Face(index, _) => write!(formatter, "face {index}")?,
            Thing::Corner(corner) => corner.fmt(formatter)?,
            Thing::Joint(joint) => joint.fmt(formatter)?,
        }
        match self.component {
            Component::Normal => formatter.write_str(", component 3"),
            Component::Axis(axis) => write!(formatter, ", component {axis}"),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Least => "least value",
            Self::Largest => "largest value",
        })
    }
}
