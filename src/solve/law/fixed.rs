//! Facts that a scene alone decides about its runs, for another implementation of the law: sizes,
//! hidden edges, and which pins hang from which (`proofs/RUN.md`, sections 2, 5 and 11).

use crate::joints::Number;
use crate::outline::Outline;
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

    /// The vertices before and after a vertex, along the outline of its part.
    #[must_use]
    pub fn beside(&self, vertex: Feature) -> [Feature; 2] {
        self.0.beside(vertex)
    }

    /// For each other part of the whole of a vertex on whose outline it is, and that may touch a
    /// body: the vertices before and after that point.
    pub fn neighbours(&self, vertex: Feature, body: BodyId) -> impl Iterator<Item = [Feature; 2]> {
        let sides = self.0.neighbours(vertex).iter().map(|own| own.beside);
        sides.filter(move |[side, _]| self.0.may_touch(side.part.body, body.0))
    }

    /// The pulls of the pins that have one, by their numbers, for Σ m (d^ - d~) of the free bodies
    /// of a group.
    #[must_use]
    pub fn pulls<N: Number>(&self, loads: BTreeMap<BodyId, [N; 2]>) -> BTreeMap<usize, [N; 2]> {
        self.0.pins.pulls(loads)
    }
}
