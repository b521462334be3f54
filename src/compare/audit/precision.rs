//! The precision of a table: how far the rounding of its numbers may move a body point.
//!
//! The coordinates of a state are rounded to the engine's floating-point numbers, x and y by half a
//! unit in the last place and the rotation by half a unit in the last place of the angle (or of the
//! largest coordinate of the unit circle), which moves a point at distance r by r times that. The
//! *precision* of a body is twice the sum of these, at least the unit at the body's largest
//! coordinate of the scene: an engine that rounds once for each number stays within half of it.

use crate::double::unit_in_the_last_place;
use crate::shape::Shape;
use crate::table::{Precision, State, Turned};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::One;

/// The precision of a table's numbers.
pub(crate) struct Precisions {
    significant_bits: i64,
}

impl Precisions {
    pub(crate) fn new(precision: Precision) -> Self {
        Self {
            significant_bits: precision.significant_bits(),
        }
    }

    /// How far the points of a body may be from where they were before rounding, m.
    pub(crate) fn of(&self, shape: &Shape, state: &State, place: usize) -> Rational {
        let body = &shape.bodies[shape.free[place]];
        let placed = &state.bodies[place];
        let turned = match &placed.rotation {
            Turned::Angle(angle) => self.unit(angle),
            Turned::Pair(_) => self.unit(&Rational::ONE),
        };
        // A coordinate that is nearly 0 by cancellation has the error of the larger numbers it came
        // from.
        let mut largest = body.radius.clone();
        let starts = body.mass.iter().flat_map(|mass| &mass.centroid);
        for coordinate in starts.chain(&placed.centroid) {
            largest = largest.max(coordinate.abs());
        }
        let moved = self.unit(&largest) * Rational::from(2);
        moved + turned * &body.radius
    }

    pub(crate) fn unit(&self, value: &Rational) -> Rational {
        unit_in_the_last_place(value, self.significant_bits)
    }
}
