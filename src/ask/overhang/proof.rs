//! A proof of the largest overhang: data, which say nothing before they are checked.

use crate::pattern::Pattern;
use crate::polynomial::Polynomial;
use crate::region::Quantity;
use num_bigint::BigInt;
use zwang_exact::Rational;

/// A proof for N bricks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// N.
    pub bricks: usize,
    /// No stack reaches beyond this, except perhaps one of a curve.
    pub limit: Rational,
    /// A stack that stands.
    pub stack: Stack,
    /// One for each pattern, in their order, and each level of it, from the table up: why the last
    /// brick of this level does not reach beyond the limit.
    pub trees: Vec<Vec<Tree>>,
    /// If there is a curve: a polynomial, from the constant coefficient on, of which the largest
    /// overhang is a root.
    pub root: Option<Vec<BigInt>>,
}

/// A stack with the forces that hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Which bricks lie on which.
    pub pattern: Pattern,
    /// The centre of each brick, from the edge of the table.
    pub centres: Vec<Rational>,
    /// The force of each contact, in weights of a brick.
    pub forces: Vec<Rational>,
    /// The point where it acts, from the edge of the table.
    pub points: Vec<Rational>,
}

/// Multipliers of rows: pairs (number of the row, multiplier). Others are 0.
pub type Multipliers<Number> = Vec<(usize, Number)>;

/// Why no stack of a region of a pattern has its last brick on a level beyond the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// In both parts there is none.
    Split {
        /// The quantity by which the region is divided.
        quantity: Quantity,
        /// It is at most this in the first part, at least this in the second.
        at: Rational,
        /// Both parts.
        parts: Box<[Tree; 2]>,
    },
    /// The rows bound the centre of the brick.
    Bounded(Multipliers<Rational>),
    /// The rows contradict each other.
    Empty(Multipliers<Rational>),
    /// The region is a curve: the largest overhang for each value of the one free force is known.
    Curve(Box<Curve>),
}

/// Stacks of a pattern with one force s that can be chosen, for all s of an interval: the best one,
/// and why there is no better one. All are rational functions of s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The interval of s.
    pub between: [Rational; 2],
    /// A value of s whose best stack reaches as far as the limit.
    pub at: Rational,
    /// The denominator of the multipliers.
    pub denominator: Polynomial,
    /// The numerators of the multipliers of the rows along the curve.
    pub multipliers: Multipliers<Polynomial>,
    /// The denominator of the places.
    pub denominator_of_places: Polynomial,
    /// The numerators of the centres, and of the points from the centre of the upper brick.
    pub places: Vec<Polynomial>,
}

impl Tree {
    /// The number of its ends.
    #[must_use]
    pub fn leaves(&self) -> usize {
        match self {
            Self::Split { parts, .. } => parts.iter().map(Self::leaves).sum(),
            Self::Bounded(_) | Self::Empty(_) | Self::Curve(_) => 1,
        }
    }
}
