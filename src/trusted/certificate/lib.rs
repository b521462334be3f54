//! The proof formats `zwang-proof-1`, in [`statics`] `zwang-statics-1`, in [`ranges`]
//! `zwang-ranges-1`, in [`threshold`] `zwang-threshold-1`, and in [`friction`] `zwang-friction-1`:
//! plain data, readers and writers; in [`space`] the same for scenes in space; in [`run2`] for the
//! run format `zwang-run-2`.
//!
//! A certificate holds forces, motions and hints, all as integers; it never restates the scene.
//! `proofs/FORMAT.md` is the contract, and the field names here are those of that page. Nothing is
//! judged here: indices may point anywhere, and whether the numbers prove anything is for the
//! checker to say. `read(write(c)) == c`, and equal certificates have equal bytes.

mod bits;
pub mod friction;
mod motion;
mod numbers;
mod proof;
pub mod ranges;
pub mod run2;
pub mod space;
pub mod statics;
mod text;
pub mod threshold;
mod write;

pub use motion::read;
pub use num_bigint::BigInt;
pub use proof::read_proof;
pub use text::FormatError;
pub use write::{write, written};

/// The largest proof file, in bytes.
pub const LARGEST: u64 = 1 << 29;

/// A proof for one scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Digest of the scene: SHA-256 of its canonical form, lower-case hex.
    pub scene: String,
    /// Why parts do not overlap.
    pub separations: Vec<Separation>,
    /// Contacts of parts.
    pub contacts: Vec<Contact>,
    /// Corners, at which a vertex touches a vertex.
    pub corners: Vec<Corner>,
    /// The proof proper, one entry per contact group.
    pub groups: Vec<Group>,
}

/// A proof of any format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// How a scene without friction starts to move: `zwang-proof-1`.
    Motion(Certificate),
    /// Whether forces hold a scene at rest: `zwang-statics-1`.
    Statics(statics::Statics),
    /// How small and how large the forces can be that hold a scene at rest, or with which it
    /// accelerates in one way: `zwang-ranges-1` or `zwang-moving-ranges-1`.
    Ranges(ranges::Ranges),
    /// The limit at which a scene ceases to stand: `zwang-threshold-1`.
    Threshold(Box<threshold::Threshold>),
    /// How a scene with friction starts to move: `zwang-friction-1`.
    Friction(friction::Accelerations),
    /// A proof for a scene in space.
    Space(space::Proof),
}

/// One part of one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartId {
    /// The body, in file order.
    pub body: usize,
    /// The part of the body, in file order.
    pub part: usize,
}

/// One vertex, or one edge, of one part. Edge e runs from vertex e to vertex e + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Feature {
    /// The part.
    pub part: PartId,
    /// The vertex or the edge.
    pub index: usize,
}

/// Why two parts do not overlap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Separation {
    /// The part with the smaller id.
    pub first: PartId,
    /// The other part.
    pub second: PartId,
    /// The line that separates them.
    pub line: Line,
}

/// A line that separates two parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// That of an edge.
    Edge {
        /// 0 if the edge belongs to the first part, 1 if to the second.
        owner: usize,
        /// The edge of the owner.
        edge: usize,
    },
    /// One across these numbers, x and y, divided by the last one: for parts of which one is
    /// rounded.
    Vector([BigInt; 3]),
}

/// A vertex on an edge: the vertex body is the first body, and the edge's outward normal points
/// into it. If a part is rounded, vertex and edge are those of the cores, and the normal is the
/// vector from the closest point of the edge to the vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contact {
    /// The vertex, which is the contact point.
    pub vertex: Feature,
    /// The edge, whose outward normal is the contact normal.
    pub edge: Feature,
}

impl Contact {
    /// The body of the vertex and that of the edge, in file order.
    #[must_use]
    pub fn bodies(&self) -> [usize; 2] {
        [self.vertex.part.body, self.edge.part.body]
    }
}

/// A vertex touching a vertex: the motion has to respect the contacts of one side or of the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Corner {
    /// Indices into the contacts, one or two for each side.
    pub sides: [Vec<usize>; 2],
}

/// Free bodies that touch or are pinned, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// One case per way to decide the undecided corners.
    pub cases: Vec<Case>,
    /// The cases of least restraint; more than one if the corners leave the motion open.
    pub answers: Vec<usize>,
}

/// One way to fix sides of undecided corners, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Pairs (corner, side), ascending by corner.
    pub sides: Vec<(usize, usize)>,
    /// Pairs (contact, D φ), ascending; contacts left out carry no force.
    pub forces: Vec<(usize, BigInt)>,
    /// Triples (pin, D f_x, D f_y), ascending; pins left out carry no force.
    pub pins: Vec<(usize, [BigInt; 2])>,
    /// The motion of the case, or `None` if the forces prove that there is none.
    pub motion: Option<Motion>,
}

/// A motion over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The common denominator D > 0 of motion and forces.
    pub denominator: BigInt,
    /// (D a_x, D a_y, D α) for each body of the group.
    pub accelerations: Vec<[BigInt; 3]>,
    /// A virtual displacement that opens every idle contact and no pressing one, for each body of
    /// the group; `None` where nothing is idle.
    pub idle: Option<Vec<[BigInt; 3]>>,
}
