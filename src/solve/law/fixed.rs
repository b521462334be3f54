//! Facts that a scene alone decides about its runs, for another implementation of the law: sizes,
//! hidden edges, and which pins hang from which (`proofs/RUN.md`, sections 2, 5 and 11).

use crate::joints::Number;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::seams::{self, Seam, Seen};
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_certificate::{Feature, PartId};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::{BodyId, Scene};

/// Facts that do not change in runs of a scene with steps of one length.
#[derive(Clone, Debug)]
pub struct Fixed(Outline);

impl Fixed {
    /// For steps of so many seconds.
    #[must_use]
    pub fn new(scene: &Scene, step: &zwang_exact::Rational) -> Self {
        Self(Outline::new(scene, to_solver(step)))
    }

    /// The gap below which things touch, m.
    #[must_use]
    pub fn touch(&self) -> zwang_exact::Rational {
        from_solver(&self.0.touch)
    }

    /// The square of the width of a part, m².
    #[must_use]
    pub fn width_squared(&self, part: PartId) -> zwang_exact::Rational {
        from_solver(self.0.width_squared_of_part(part))
    }

    /// Whether an edge is hidden from a body.
    #[must_use]
    pub fn is_hidden(&self, edge: Feature, from: BodyId) -> bool {
        self.0.is_hidden(edge, from.0)
    }

    /// The shares of the way along an edge, about one of them, between which other parts that may
    /// touch a body cover it.
    #[must_use]
    pub fn covered_about(
        &self,
        edge: Feature,
        from: BodyId,
        share: &zwang_exact::Rational,
    ) -> Option<[zwang_exact::Rational; 2]> {
        let ends = self.0.covered_about(edge, from.0, &to_solver(share))?;
        Some(ends.each_ref().map(from_solver))
    }

    /// The vertices before and after a vertex, along the outline of its part.
    #[must_use]
    pub fn beside(&self, vertex: Feature) -> [Feature; 2] {
        self.0.beside(vertex)
    }

    /// The seam at a vertex for a body, if it is at one (section 5).
    #[must_use]
    pub fn seam(&self, vertex: Feature, from: BodyId) -> Option<Seam> {
        seams::seam(&self.0, vertex, from.0)
    }

    /// For each other part of the whole of a vertex on whose outline it is, and that may touch a
    /// body: the vertices before and after that point.
    pub fn neighbours(&self, vertex: Feature, body: BodyId) -> impl Iterator<Item = [Feature; 2]> {
        let sides = self.0.neighbours(vertex).iter().map(|own| own.beside);
        sides.filter(move |[side, _]| self.0.may_touch(side.part.body, body.0))
    }

    /// Whether other parts of the whole of an edge bar a vertex of a body the way ahead along the
    /// edge, and that back (section 13).
    pub fn barred(&self, edge: Feature, body: BodyId, at: &impl AtEdge) -> [bool; 2] {
        let outline = &self.0;
        seams::barred(outline, edge, body.0, &OfScene { outline, edge, at })
    }

    /// The pulls of the pins that have one, by their numbers, for Σ m (d^ - d~) of the free bodies
    /// of a group.
    #[must_use]
    pub fn pulls<N: Number>(&self, loads: BTreeMap<BodyId, [N; 2]>) -> BTreeMap<usize, [N; 2]> {
        self.0.pins.pulls(loads)
    }
}

/// A vertex at an edge, as another implementation sees it.
pub trait AtEdge {
    /// Whether a place along the edge, from 0 to 1, is that of the vertex or before it.
    fn is_passed(&self, place: &zwang_exact::Rational) -> bool;

    /// Whether a place is within `touch` of it.
    fn is_near(&self, place: &zwang_exact::Rational) -> bool;

    /// The sense in which the part of the vertex is from a vector of the edge's body in the scene:
    /// `Less` if it is clockwise of it.
    fn turn(&self, side: &zwang_exact::Vector) -> Ordering;
}

/// The stops of an edge as it sees them.
struct OfScene<'a, T> {
    outline: &'a Outline,
    edge: Feature,
    at: &'a T,
}

impl<T: AtEdge> OfScene<'_, T> {
    fn place(&self, place: &Integer) -> zwang_exact::Rational {
        let length_squared = self.outline.edge_squared(self.edge);
        from_solver(&Rational::from_integers_ref(place, length_squared))
    }
}

impl<T: AtEdge> Seen for OfScene<'_, T> {
    fn is_passed(&self, place: &Integer) -> bool {
        self.at.is_passed(&self.place(place))
    }

    fn is_near(&self, place: &Integer) -> bool {
        self.at.is_near(&self.place(place))
    }

    fn turn(&self, side: &Plane) -> Ordering {
        let part = |number: &Integer| {
            from_solver(&Rational::from_integers_ref(number, &self.outline.unit))
        };
        let side = zwang_exact::Vector::new(part(&side.re), part(&side.im));
        self.at.turn(&side)
    }
}
