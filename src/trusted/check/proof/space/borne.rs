//! Forces that contacts and corners bear, and what bounds them: S2 and S3.

use crate::core::cone::Split;
use crate::core::row::Row;
use crate::names;
use crate::rejection::Condition::{S2, S3};
use crate::rejection::Result;
use crate::space::contact::{Contact, Corner};
use crate::space::spot::Spot;
use num_bigint::BigInt;
use num_traits::Signed;
use std::fmt::{self, Display, Formatter};
use zwang_exact::Rational;

/// The thing that bears a force.
#[derive(Clone, Copy)]
pub(crate) enum Bearing<'a> {
    Contact(&'a Contact<'a>),
    /// A vertex of T, and the normal that the proof names.
    Corner(&'a Corner<'a>, &'a Spot<'a>, &'a [BigInt; 3]),
}

/// A contact, or a vertex of a corner, with its force.
pub(crate) struct BorneForce<'a> {
    pub bearing: Bearing<'a>,
    /// D F.
    pub force: &'a [BigInt; 3],
    /// n·F and what lies along, times D and its square.
    pub split: Split,
    /// The rows along x, y and z.
    pub rows: [Row; 3],
}

impl<'a> Bearing<'a> {
    pub(crate) fn spot(self) -> &'a Spot<'a> {
        match self {
            Self::Contact(contact) => &contact.spot,
            Self::Corner(_, spot, _) => spot,
        }
    }

    /// Whether it is this contact.
    pub(crate) fn is_of(self, other: &Contact) -> bool {
        matches!(self, Self::Contact(contact) if contact.index == other.index)
    }

    pub(crate) fn normal(self) -> &'a [BigInt; 3] {
        match self {
            Self::Contact(contact) => &contact.normal_numbers,
            Self::Corner(_, _, normal) => normal,
        }
    }

    fn friction(self) -> &'a Rational {
        match self {
            Self::Contact(contact) => &contact.friction,
            Self::Corner(corner, _, _) => &corner.friction,
        }
    }
}

impl Display for Bearing<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Self::Contact(contact) => contact.fmt(formatter),
            Self::Corner(corner, _, _) => corner.fmt(formatter),
        }
    }
}

impl<'a> BorneForce<'a> {
    pub(crate) fn new(bearing: Bearing<'a>, force: &'a [BigInt; 3]) -> Self {
        Self {
            bearing,
            force,
            split: Split::new(bearing.normal(), force),
            rows: bearing.spot().axes(),
        }
    }

    /// Whether F is no multiple of the normal.
    pub(crate) fn has_tangential_part(&self) -> bool {
        self.split.along_squared.is_positive()
    }

    /// S2 and S3, of forces over a denominator.
    pub(crate) fn is_in_its_cone(&self, place: &str, denominator: &BigInt) -> Result {
        no_contact_pulls(place, denominator, self.bearing, &self.split.across)?;
        self.friction_is_bounded(place)
    }

    /// S3: (1 + μ²)(F·n)² ≥ (n·n)(F·F).
    fn friction_is_bounded(&self, place: &str) -> Result {
        let Self { bearing, split, .. } = self;
        if split.is_bounded(bearing.friction()) {
            return Ok(());
        }
        let place = format!("{place}, {bearing}");
        let square = &split.across * &split.across;
        let ratio = names::fraction(&split.along_squared, &square);
        let friction = names::rational(bearing.friction());
        let found = format!("T²/N² = {ratio}");
        S3.refuse(place, found, format!("at most the square of {friction}"))
    }
}

/// S2: F·n ≥ 0 at a contact, φ ≥ 0 at a row.
pub(crate) fn no_contact_pulls(
    place: &str,
    denominator: &BigInt,
    at: impl Display,
    across: &BigInt,
) -> Result {
    if !across.is_negative() {
        return Ok(());
    }
    let place = format!("{place}, {at}");
    let found = format!("F·n = {}", names::fraction(across, denominator));
    S2.refuse(place, found, "at least 0")
}
