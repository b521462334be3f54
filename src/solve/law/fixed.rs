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

    /// The pulls of the pins that have one, by their numbers, for Σ m (d^ - d~) of the free bodies
    /// of a group.
    #[must_use]
    pub fn pulls<N: Number>(&self, loads: BTreeMap<BodyId, [N; 2]>) -> BTreeMap<usize, [N; 2]> {
        self.0.pins.pulls(loads)
    }
}
