//! The neutral table of a run, `docs/run-table.md`: read, and made sure to be complete, in order,
//! and in the units of the scene.
//!
//! A row is a body at a time: its centroid, its rotation since the scene file as an angle or as a
//! pair (cos, sin), and maybe its velocities. A row with `other` is a contact: a point, and the
//! force on `body`. The rows of one time stand together and make a [`State`]. Every number is the
//! exact dyadic rational that the double is.

mod csv;
mod error;
mod frame;
mod header;
mod in_space;
mod ndjson;
mod read;
mod row;
mod units;

pub use error::TableError;
pub use header::{Header, Precision};
pub use in_space::{PlacedInSpace, SpaceTable};
pub use read::{read, read_in_space};

use malachite::Rational;
use zwang_scene::BodyId;

/// A run, as a table has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<P = Placed> {
    /// The statements of the table about itself.
    pub header: Header,
    /// The time step, s, if all steps are equally long up to a thousandth.
    pub step: Option<Rational>,
    /// At least two, in ascending time; the first is at time 0.
    pub states: Vec<State<P>>,
    /// Whether velocities are given; otherwise they are differences of positions.
    pub has_velocities: bool,
    /// Whether contacts are listed.
    pub has_contacts: bool,
}

/// The bodies at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<P = Placed> {
    /// Time, s.
    pub time: Rational,
    /// One for each free body, in the order of the scene.
    pub bodies: Vec<P>,
    /// Contacts with their forces, in the order of the table.
    pub contacts: Vec<Contact>,
}

/// A body at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The centroid, m.
    pub centroid: [Rational; 2],
    /// The rotation since the scene file.
    pub rotation: Turned,
    /// Velocity of the centroid, m/s, and spin, rad/s.
    pub velocity: Option<([Rational; 2], Rational)>,
}

/// A rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turned {
    /// By an angle, rad, counter-clockwise.
    Angle(Rational),
    /// By a complex number, cos + i sin, which misses the unit circle by its rounding.
    Pair([Rational; 2]),
}

/// A contact of a table, with the force in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The body that the force acts on, and the other one.
    pub bodies: [BodyId; 2],
    /// Where, m.
    pub point: [Rational; 2],
    /// The force, N, on the first body; its opposite acts on the other.
    pub force: [Rational; 2],
}
