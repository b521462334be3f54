//! The run formats `zwang-run-1` and, with friction, `zwang-friction-run-1`: plain data of a header
//! and of the record of a step, and their lines.
//!
//! `proofs/RUN.md` is the contract, section 6 the spelling, and the field names here are those of
//! that page. A line has one spelling, byte for byte: `write(read(line)) == line` and
//! `read(write(data)) == data`. Nothing is judged here beyond that spelling: indices may point
//! anywhere.

mod format;
mod friction;
mod read;
mod write;

pub use format::Format;
pub use friction::{FrictionFacts, FrictionForces, ImpactForces};
pub use read::{read_header, read_record};
pub use write::{excess, write_header, write_record, write_rows};

pub use crate::run2::{BigRational, Kind, LONGEST_IN_HEADER, LONGEST_LINE, LineError};
pub use crate::run2::{kind, parse_fraction};

use crate::{Contact, Feature};
use num_bigint::BigInt;

/// How many corners a path of a tree may decide. It bounds how deep a reader of a line nests.
pub const MOST_DECISIONS: usize = 256;
/// The most characters of a number in the line of a step.
pub const LONGEST_NUMBER: usize = 1 << 20;

/// The first line of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The format of the run.
    pub format: Format,
    /// Digest of the scene, lower-case hex.
    pub scene: String,
    /// The time step h, s.
    pub step: BigRational,
    /// States are rounded to multiples of 2^-grid; `None` in an exact run.
    pub grid: Option<u64>,
    /// Coefficient of restitution of all pairs of bodies that are not listed.
    pub restitution: BigRational,
    /// Pairs of bodies with a coefficient of restitution of their own.
    pub pairs: Vec<Pair>,
    /// What happens where corners leave several motions.
    pub corner: CornerRule,
    /// What wrote the run, for people. Control characters are written as spaces.
    pub program: String,
    /// The scene, as the text of a scene file in JSON; `None` if the run has it not with it.
    /// Control characters are written as spaces, which JSON allows between its words.
    pub scene_file: Option<String>,
}

/// A coefficient of restitution of two bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The bodies.
    pub bodies: [usize; 2],
    /// The coefficient.
    pub restitution: BigRational,
}

/// What happens where corners leave several motions of least restraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerRule {
    /// The run ends.
    Stop,
    /// The first of them is taken.
    First,
    /// The last of them is taken.
    Last,
}

/// One step: what proves it, and what comes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the step, from 1.
    pub k: u64,
    /// The groups of an impact with a force, or `None` if there is no impact.
    pub impact: Option<Vec<Impact>>,
    /// Rows of the step, ascending: those that have a force in the record, or, without a digest of
    /// all rows, all of them.
    pub rows: Vec<Contact>,
    /// The digest of all rows of the step: the SHA-256 of [`write_rows`], in lower-case hex.
    pub all_rows: Option<String>,
    /// Those corners of the step that the record speaks of.
    pub corners: Vec<Corner>,
    /// The proof proper.
    pub groups: Vec<Group>,
    /// The state after the step, one placement for each free body in file order.
    pub state: Vec<Placement>,
    /// What can be said of the step.
    pub facts: Facts,
}

/// The forces of an impact in one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impact {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// The common denominator of the forces.
    pub denominator: BigInt,
    /// The forces of rows.
    pub forces: ImpactForces,
    /// Triples (pin, D f_x, D f_y).
    pub pins: Vec<(usize, [BigInt; 2])>,
}

/// Two vertices that come near each other; the first belongs to the smaller (body, part).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Corner {
    /// The vertex k.
    pub first: Feature,
    /// The vertex l.
    pub second: Feature,
}

/// Free bodies that move together, and the proof of how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The free bodies of the group.
    pub bodies: Vec<usize>,
    /// The proof.
    pub proof: GroupProof,
}

/// What proves the motion of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupProof {
    /// In a run without friction.
    Tree {
        /// The cases.
        tree: Node,
        /// The leaf that is the answer, counted from left to right.
        answer: usize,
    },
    /// In a run with friction.
    Friction(FrictionForces),
}

impl Group {
    /// The tree of a group without friction.
    #[must_use]
    pub fn tree(&self) -> Option<&Node> {
        match &self.proof {
            GroupProof::Tree { tree, .. } => Some(tree),
            GroupProof::Friction(_) => None,
        }
    }
}

/// A node of the tree of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A case with the forces of its optimum.
    Optimal {
        /// The common denominator D of the forces.
        denominator: BigInt,
        /// The forces, times D.
        forces: Forces,
    },
    /// A case that no motion satisfies, with the forces that prove it.
    Impossible {
        /// The forces.
        forces: Forces,
    },
    /// A group on a grid whose optimum is not known exactly: forces near those of the optimum, and
    /// a motion that shows how near.
    Enclosed {
        /// The common denominator D of the forces.
        denominator: BigInt,
        /// The forces, times D.
        forces: Forces,
        /// A motion that opens the rows which the forces leave violated.
        opening: Opening,
    },
    /// A choice between the sides of a corner.
    Choice {
        /// Index into the record's corners.
        corner: usize,
        /// Two branches, for side 0 and side 1.
        branches: Vec<Node>,
    },
}

/// A motion (d, s) of all bodies of a group that opens rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Every body moves away from this point, d = z° - point, and does not turn.
    Point([BigRational; 2]),
    /// d_x, d_y and s of each body of the group, in its order.
    Motion(Vec<[BigInt; 3]>),
}

/// The forces of a case over its denominator; those left out are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forces {
    /// Pairs (row, D φ).
    pub rows: Vec<(usize, BigInt)>,
    /// Triples (corner, row of its side chosen on the path, D φ).
    pub sides: Vec<(usize, usize, BigInt)>,
    /// Triples (pin, D f_x, D f_y).
    pub pins: Vec<(usize, [BigInt; 2])>,
}

/// Where a free body is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// In a run on a grid: the rotation is i^quarter rot(tangent).
    Grid {
        /// Position z of the centroid, m.
        position: [BigRational; 2],
        /// Quarter turns n, 0 to 3.
        quarter: u8,
        /// Tangent t of half the remaining angle.
        tangent: BigRational,
    },
    /// In an exact run: the rotation is a + b i.
    Exact {
        /// Position z of the centroid, m.
        position: [BigRational; 2],
        /// Rotation (a, b).
        rotation: [BigRational; 2],
    },
}

/// What can be said of a step without a proof: it is computed again by whoever checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The length of the longest hex integer of the record, in bits.
    pub bits: u64,
    /// The largest square of a penetration, m².
    pub penetration: BigRational,
    /// The largest square of a distance between the two points of a pin, m².
    pub pin_drift: BigRational,
    /// Kinetic energy, J.
    pub kinetic: BigRational,
    /// Potential energy, J.
    pub potential: BigRational,
    /// Momentum, N s.
    pub momentum: [BigRational; 2],
    /// Angular momentum about the origin, N m s.
    pub angular_momentum: BigRational,
    /// Kinetic energy that the impact of the step gave, J; negative if it took some, 0 if there was
    /// none.
    pub impact_kinetic: BigRational,
    /// What friction did; `None` in a run without friction.
    pub friction: Option<FrictionFacts>,
    /// Bodies that nothing fixed touches.
    pub free: Vec<FreeGroup>,
    /// Rows that begin to press.
    pub made: Vec<Contact>,
    /// Rows that no longer press.
    pub lost: Vec<Contact>,
    /// Rows that begin to press where the bodies approached each other.
    pub impacts: Vec<Contact>,
}

/// Free bodies that press on each other or are pinned together, and on nothing fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeGroup {
    /// The bodies.
    pub bodies: Vec<usize>,
    /// Their momentum, N s.
    pub momentum: [BigRational; 2],
    /// Their angular momentum about the origin, N m s.
    pub angular_momentum: BigRational,
    /// By how much the momentum differs from that of the step before and what gravity gave, N s:
    /// what rounding did.
    pub defect: [BigRational; 2],
}
