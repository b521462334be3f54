//! Indices of bodies and pins, which name them wherever names would be long.
//!
//! A list with one entry for each body can be indexed by a [`BodyId`], a list with one for each pin
//! by a [`PinId`], and neither by the other. Like any indexing this panics where there is no entry,
//! so crates that must not panic ask with `get`.

use std::fmt::{self, Formatter};
use std::ops::{Index, IndexMut};

/// The index of a body in [`Scene::bodies`](crate::Scene::bodies), counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub usize);

/// The index of a pin in [`Scene::pins`](crate::Scene::pins), counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PinId(pub usize);

impl BodyId {
    /// Two bodies as pairs are listed, the smaller index first.
    #[must_use]
    pub fn pair(one: Self, other: Self) -> [Self; 2] {
        [one.min(other), one.max(other)]
    }
}

/// Prints an index as a plain number, and lets lists be indexed by it.
macro_rules! index {
    ($id:ident) => {
        impl fmt::Display for $id {
            fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl<T> Index<$id> for [T] {
            type Output = T;

            fn index(&self, id: $id) -> &T {
                &self[id.0]
            }
        }

        impl<T> IndexMut<$id> for [T] {
            fn index_mut(&mut self, id: $id) -> &mut T {
                &mut self[id.0]
            }
        }

        impl<T> Index<$id> for Vec<T> {
            type Output = T;

            fn index(&self, id: $id) -> &T {
                &self[id.0]
            }
        }

        impl<T> IndexMut<$id> for Vec<T> {
            fn index_mut(&mut self, id: $id) -> &mut T {
                &mut self[id.0]
            }
        }
    };
}

index!(BodyId);
index!(PinId);
