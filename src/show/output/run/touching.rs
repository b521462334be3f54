//! The points at which the two of a row touch.
//!
//! The row of a rounded part is one of its core (`proofs/RUN.md`, section 15). The point that
//! touches is on its surface, at the radius ρ from the vertex along the normal of the edge, and
//! ρ/|e| is rounded to a multiple of 2^-128 here: pictures and figures tell no more.

use super::state::RunState;
use num_bigint::BigInt;
use num_traits::Zero;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Polygon, Scene};

/// Binary digits of shares of edges.
const DIGITS: u32 = 128;

/// The point of the first body of a row, and a line of the second one.
pub struct Touching {
    /// The point of the first body, m.
    pub point: Vector,
    /// The start of the line, m.
    pub start: Vector,
    /// The vector along the line, m; that of two vertices is across the one between them.
    pub edge: Vector,
}

impl RunState {
    /// The point and the line of a row. `None` if there is no such row.
    #[must_use]
    pub fn touching(&self, scene: &Scene, row: &Contact) -> Option<Touching> {
        let [own, other] = [part(scene, row.vertex.part)?, part(scene, row.edge.part)?];
        let point = self.vertex(scene, &row.vertex, 0)?;
        let start = self.vertex(scene, &row.edge, 0)?;
        let edge = match row.edge.index < other.vertices().len() {
            true => &self.vertex(scene, &row.edge, 1)? - &start,
            false => (&point - &start).quarter_turn(),
        };
        let normal = -&edge.quarter_turn();
        let square = edge.dot(&edge);
        Some(Touching {
            point: &point - &normal.scaled(&share(own.radius(), &square)),
            start: &start + &normal.scaled(&share(other.radius(), &square)),
            edge,
        })
    }

    /// Whether a part of a row is rounded.
    pub(crate) fn is_round(scene: &Scene, row: &Contact) -> bool {
        let features: [Feature; 2] = [row.vertex, row.edge];
        let mut parts = features.into_iter().filter_map(|end| part(scene, end.part));
        parts.any(Polygon::is_rounded)
    }
}

/// A part of a scene.
pub(crate) fn part(scene: &Scene, id: PartId) -> Option<&Polygon> {
    scene.body(BodyId(id.body))?.parts.get(id.part)
}

/// A radius over the root of a square, rounded down.
pub(crate) fn share(radius: &Rational, square: &Rational) -> Rational {
    if radius.is_zero() || square.is_zero() {
        return Rational::zero();
    }
    let ratio = radius * radius / square;
    let above: BigInt = (ratio.numer() << (2 * DIGITS)) / ratio.denom();
    Rational::new(above.sqrt(), BigInt::from(1) << DIGITS)
}
