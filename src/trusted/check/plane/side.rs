//! The two sides of a corner.

use crate::index::CornerId;
use std::collections::BTreeMap;

/// A side of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    Zero,
    One,
}

/// Sides of corners, by the indices of the corners.
pub(crate) type Sides = BTreeMap<CornerId, Side>;

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::Zero, Self::One];

    /// The side with this number, if there is one.
    pub(crate) fn new(number: usize) -> Option<Self> {
        match number {
            0 => Some(Self::Zero),
            1 => Some(Self::One),
            _ => None,
        }
    }

    pub(crate) fn number(self) -> usize {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }

    /// That of two things which belongs to this side.
    pub(crate) fn of<T>(self, [zero, one]: &[T; 2]) -> &T {
        match self {
            Self::Zero => zero,
            Self::One => one,
        }
    }
}
