//! Parts that may be near each other, by boxes on a coarse integer grid.
//!
//! Coordinates are rounded down to ticks of about an eighth of the reach. Whatever is within reach
//! or inside is so in ticks, up to one tick of rounding on either side; what is not is decided
//! exactly elsewhere.

use crate::instant::Instant;
use malachite::base::num::arithmetic::traits::{CeilingSqrt, DivRound, FloorLogBase2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use zwang_certificate::PartId;

/// Boxes of all parts.
pub(super) struct Boxes {
    parts: Vec<PartBox>,
    /// The reach in ticks, rounded up, and one more.
    margin: Integer,
}

struct PartBox {
    part: PartId,
    is_free: bool,
    vertices: Vec<[Integer; 2]>,
    least: [Integer; 2],
    most: [Integer; 2],
}

/// Two parts, and the vertices of either that are near the other.
pub(super) struct NearParts {
    pub(super) parts: [PartId; 2],
    pub(super) vertices: [Vec<usize>; 2],
}

impl Boxes {
    pub(super) fn new(instant: &Instant) -> Self {
        let shift = tick_shift(&instant.reach_squared);
        let parts = instant
            .outline
            .part_ids()
            .map(|part| PartBox::new(instant, part, shift))
            .collect();
        let reach = &instant.reach_squared << (2 * shift);
        let (ticks, _) =
            (reach.numerator_ref()).div_round(reach.denominator_ref(), RoundingMode::Ceiling);
        Self {
            parts,
            margin: Integer::from(ticks.ceiling_sqrt()) + Integer::ONE,
        }
    }

    /// Pairs of parts of different bodies, not both fixed, ascending.
    pub(super) fn near_parts(&self) -> Vec<NearParts> {
        let mut order: Vec<&PartBox> = self.parts.iter().collect();
        order.sort_by(|one, other| one.least[0].cmp(&other.least[0]));
        let mut found = Vec::new();
        for (index, one) in order.iter().enumerate() {
            let end = &one.most[0] + &self.margin;
            for other in order[index + 1..]
                .iter()
                .take_while(|other| other.least[0] <= end)
            {
                let [first, second] = if one.part < other.part {
                    [one, other]
                } else {
                    [other, one]
                };
                if first.part.body != second.part.body && (first.is_free || second.is_free) {
                    found.extend(self.near(first, second));
                }
            }
        }
        found
    }

    fn near(&self, first: &PartBox, second: &PartBox) -> Option<NearParts> {
        let overlap = |axis: usize| {
            first.least[axis] <= &second.most[axis] + &self.margin
                && second.least[axis] <= &first.most[axis] + &self.margin
        };
        if !overlap(1) {
            return None;
        }
        let within = |vertex: &[Integer; 2], part: &PartBox, axis: usize| {
            vertex[axis] >= &part.least[axis] - &self.margin
                && vertex[axis] <= &part.most[axis] + &self.margin
        };
        let near = |own: &PartBox, other: &PartBox| {
            let is_near =
                |index: &usize| (0..2).all(|axis| within(&own.vertices[*index], other, axis));
            (0..own.vertices.len()).filter(is_near).collect::<Vec<_>>()
        };
        let vertices = [near(first, second), near(second, first)];
        let some = vertices.iter().any(|side| !side.is_empty());
        some.then_some(NearParts {
            parts: [first.part, second.part],
            vertices,
        })
    }
}

impl PartBox {
    fn new(instant: &Instant, part: PartId, shift: i64) -> Self {
        let body = &instant.bodies[part.body];
        let denominator = &instant.unit * &body.denominator;
        let tick = |centroid: &Integer, vertex: &Integer| {
            let position = centroid * &body.denominator + vertex * &instant.ratio;
            floor_shifted(&position, &denominator, shift)
        };
        let vertices: Vec<[Integer; 2]> = body.vertices[part.part]
            .iter()
            .map(|vertex| {
                [
                    tick(&body.centroid.re, &vertex.re),
                    tick(&body.centroid.im, &vertex.im),
                ]
            })
            .collect();
        let bound = |axis: usize, most: bool| {
            let values = vertices.iter().map(|vertex| &vertex[axis]);
            if most { values.max() } else { values.min() }
                .cloned()
                .unwrap_or(Integer::ZERO)
        };
        let (least, most) = (
            [bound(0, false), bound(1, false)],
            [bound(0, true), bound(1, true)],
        );
        Self {
            part,
            is_free: instant.outline.is_free(part.body),
            vertices,
            least,
            most,
        }
    }
}

/// ⌊2^shift a / b⌋ for b > 0.
fn floor_shifted(a: &Integer, b: &Integer, shift: i64) -> Integer {
    let (a, b) = if shift >= 0 {
        (a << shift as u64, b.clone())
    } else {
        (a.clone(), b << shift.unsigned_abs())
    };
    a.div_round(b, RoundingMode::Floor).0
}

/// The k for which the reach is about 2^(3-k).
fn tick_shift(reach_squared: &Rational) -> i64 {
    if *reach_squared == 0 {
        return 0;
    }
    let log = |value: &Natural| value.floor_log_base_2() as i64;
    let half = (log(reach_squared.numerator_ref()) - log(reach_squared.denominator_ref())) / 2;
    3 - half
}
