//! The run format `zwang-run-2`: plain data of a header and of the record of a step, and their
//! lines.
//!
//! `proofs/RUN.md` is the contract, section 9 the spelling, and the field names here are those of
//! that page. A line has one spelling, byte for byte: `write(read(line)) == line` and
//! `read(write(data)) == data`. Nothing is judged here beyond that spelling: indices may point
//! anywhere.

mod fraction;
mod kind;
mod read;
mod scanner;
pub mod space;
mod write;

pub use fraction::parse as parse_fraction;
pub use kind::{Kind, kind};
pub use num_rational::BigRational;
pub use read::{read_header, read_record};
pub use scanner::LineError;
use scanner::Scanner;
pub use write::{excess, write_header, write_record, write_state};

use num_bigint::BigInt;

/// How a header begins.
pub const START: &str = "{\"format\":\"zwang-run-2\",";
/// How many choices of options a path of a tree may have. It bounds how deep a reader of a line
/// nests.
pub const MOST_CHOICES: usize = 256;
/// The most characters of a number in the line of a step.
pub const LONGEST_NUMBER: usize = 1 << 16;
/// The most characters of a number in the header: as many as in a scene.
pub const LONGEST_IN_HEADER: usize = zwang_exact::MAX_DIGITS;
/// The most bytes of a line, its end included.
pub const LONGEST_LINE: u64 = 1 << 26;

/// The first line of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Digest of the scene, lower-case hex.
    pub scene: String,
    /// The time step h, s.
    pub step: BigRational,
    /// States are rounded to multiples of 2^-grid.
    pub grid: u64,
    /// The distance below which things touch, m.
    pub touch: BigRational,
    /// The largest radius of a ball that a step may have, m kg^½.
    pub radius: BigRational,
    /// The largest error of the law of contact that a step may have, m.
    pub law: BigRational,
    /// The coefficient of restitution of all pairs of bodies that are not listed.
    pub restitution: BigRational,
    /// The coefficients of the other pairs, by the bodies, the smaller one first.
    pub pairs: Vec<([usize; 2], BigRational)>,
    /// How many rounds of the steepest approaches impacts have, for each row of a cluster; after
    /// them, all rows are resolved at once.
    pub rounds: u64,
    /// The program that wrote the run, for people. Control characters are written as spaces.
    pub program: String,
    /// The scene, as the text of a scene file in JSON; `None` if the run has it not with it.
    /// Control characters are written as spaces, which JSON allows between its words.
    pub scene_file: Option<String>,
}

/// One step: what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the step, from 1.
    pub k: u64,
    /// The groups that have a force or an opening, ascending.
    pub groups: Vec<Group>,
    /// The state after the step, one for each free body in file order, if the record has it.
    pub state: Option<Vec<BodyState>>,
}

/// Free bodies that may touch in a step, and the proof of how they move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The first body of the group.
    pub first: usize,
    /// Whether the proof leaves one state.
    pub grade: Grade,
    /// The parts that the step is divided into, at least one.
    pub parts: Vec<Part>,
}

/// A part of a step of a group: impacts at its beginning, then a motion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// How long it is, in sixteenths of a step, if it is shorter than impacts make it.
    pub length: Option<usize>,
    /// The rounds of the impacts.
    pub rounds: Vec<Round>,
    /// The repetitions of the position program.
    pub programs: Vec<Node>,
    /// The velocity program.
    pub velocity: Leaf,
}

/// The impulses of a round of impacts; those left out are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The unit that they are over, above 0.
    pub unit: BigInt,
    /// Those of rows that meet, and of pins.
    pub impulses: Forces,
}

/// How much the proof of a group says of the state after the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The state is the rounding of the exact optimum.
    Unique,
    /// The state is the rounding of a motion near it.
    Near,
    /// The same, and what slides may hover.
    Relaxed,
}

/// A node of the tree of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// The motion of least restraint.
    Leaf(Leaf),
    /// A choice between the options of the first OR that the motion of the node violates.
    Choice {
        /// The leaf that proves the motion of the node.
        leaf: Leaf,
        /// One for each option.
        branches: Vec<Node>,
    },
    /// Forces that show that no motion of the node has as little restraint as the leaf.
    Bound(Forces),
}

impl Node {
    /// How many nodes its tree has.
    #[must_use]
    pub fn size(&self) -> usize {
        let mut size = 1_usize;
        if let Self::Choice { branches, .. } = self {
            for branch in branches {
                size = size.saturating_add(branch.size());
            }
        }
        size
    }
}

/// Forces near those of an optimum, and a motion that shows how near.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaf {
    /// The forces.
    pub forces: Forces,
    /// A motion that opens the rows which the forces leave violated.
    pub opening: Option<Opening>,
}

/// Forces, as integers over 2^(3 grid), or impulses; those left out are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forces {
    /// Pairs (row, φ); 0 only beside friction.
    pub rows: Vec<(usize, BigInt)>,
    /// Pairs (row, ψ), of rows that are listed: friction other than 0.
    pub friction: Vec<(usize, BigInt)>,
    /// Triples (pin, f_x, f_y).
    pub pins: Vec<(usize, [BigInt; 2])>,
}

/// A motion of all bodies of a group that opens rows, or one that keeps them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The denominator of the motion.
    pub unit: Unit,
    /// d_x, d_y and s of each body of the group, in its order.
    pub motion: Vec<[BigInt; 3]>,
}

/// The denominator of an opening, and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Two to this power; rows are opened by this motion beside that of the forces.
    Shift(u64),
    /// This number; the motion is one that keeps all rows. (Nothing opens what is clamped exactly.)
    Over(BigInt),
}

/// The state of a free body, as integers over 2^grid, and for the memory over 2^(grid/2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyState {
    /// X and Y: the displacement from the scene, along gravity and across.
    pub displacement: [BigInt; 2],
    /// Quarter turns n, 0 to 3.
    pub quarter: u8,
    /// Tangent t of half the remaining angle.
    pub tangent: BigInt,
    /// V and W: the velocity, along gravity and across.
    pub velocity: [BigInt; 2],
    /// The spin ω.
    pub spin: BigInt,
    /// Q and R: the memory of the displacement, along gravity and across.
    pub memory: [BigInt; 2],
    /// S: the memory of the turn.
    pub turn_memory: BigInt,
}

impl Leaf {
    /// Whether it has neither forces nor an opening.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forces.is_empty() && self.opening.is_none()
    }
}

impl Forces {
    /// Whether no force is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.pins.is_empty()
    }
}

impl Grade {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Unique, Self::Near, Self::Relaxed];

    /// The word for it in a record.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Near => "near",
            Self::Relaxed => "relaxed",
        }
    }
}
