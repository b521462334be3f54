//! The vertex of a convex part that is nearest to an edge's line.
//!
//! Along a strictly convex polygon, a linear function falls to its least value and rises again, so
//! that a vertex below both neighbours is the lowest. While the direction turns once around, that
//! vertex goes around once. So the nearest vertices to all edges of another convex part, asked for
//! in their order, are found in as many steps as the two parts have vertices.

use super::body::Part;
use super::number::Number;
use super::pairs::Outline;
use super::vector::Vector;
use crate::rejection::Result;

/// Walks along the vertices of a part.
pub(super) struct Support<'a> {
    outline: &'a Outline<'a>,
    at: usize,
}

impl<'a> Support<'a> {
    pub(super) fn new(outline: &'a Outline<'a>) -> Self {
        Self { outline, at: 0 }
    }

    /// A vertex with the least product `vertex × direction`, and that product.
    pub(super) fn nearest(&mut self, direction: &Vector) -> Result<(usize, Number)> {
        let mut least = self.outline.point(self.at)?.cross(direction);
        for neighbour in [Part::after, Part::before] {
            loop {
                let vertex = neighbour(self.outline.part, self.at);
                let product = self.outline.point(vertex)?.cross(direction);
                if product >= least {
                    break;
                }
                self.at = vertex;
                least = product;
            }
        }
        Ok((self.at, least))
    }
}
