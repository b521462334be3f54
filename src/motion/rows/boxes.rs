//! Parts that may be near each other, by boxes on a coarse integer grid.
//!
//! Coordinates are rounded down to ticks of about an eighth of the reach. Whatever is within reach
//! or inside is so in ticks, up to one tick of rounding on either side; what is not is decided
//! exactly elsewhere.

use crate::instant::Instant;
use crate::outline::Outline;
use malachite::base::num::arithmetic::traits::{CeilingSqrt, DivRound, FloorLogBase2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use zwang_certificate::PartId;

/// Boxes of all parts.
pub(super) struct Boxes<'a> {
    outline: &'a Outline,
    parts: Vec<PartBox>,
    /// The reach in ticks, rounded up, and one more; or none.
    margin: Integer,
}

struct PartBox {
    part: PartId,
    vertices: Vec<[Integer; 2]>,
    least: [Integer; 2],
    most: [Integer; 2],
}

/// Two parts, and the vertices of either that are near the other.
pub(super) struct NearParts {
    pub(super) parts: [PartId; 2],
    pub(super) vertices: [Vec<usize>; 2],
}

impl<'a> Boxes<'a> {
    pub(super) fn new(instant: &'a Instant) -> Self {
        let shift = tick_shift(&instant.reach_squared);
        let mut parts = Vec::new();
        for part in instant.outline.part_ids() {
            parts.push(PartBox::new(instant, part, shift));
        }
        let reach = &instant.reach_squared << (2 * shift);
        let numerator = reach.numerator_ref();
        let denominator = reach.denominator_ref();
        let (ticks, _) = numerator.div_round(denominator, RoundingMode::Ceiling);
        let ticks = Integer::from(ticks.ceiling_sqrt());
        Self {
            outline: instant.outline,
            parts,
            margin: ticks + Integer::ONE,
        }
    }

    /// The same for parts that overlap: what they share is in the ticks of both.
    pub(super) fn without_margin(instant: &'a Instant) -> Self {
        Self {
            margin: Integer::ZERO,
            ..Self::new(instant)
        }
    }

    /// Pairs of parts that keep each other out, ascending.
    pub(super) fn near_parts(&self) -> Vec<NearParts> {
        let mut order: Vec<&PartBox> = self.parts.iter().collect();
        order.sort_by(|one, other| one.least[0].cmp(&other.least[0]));
        let mut found = Vec::new();
        for (index, one) in order.iter().enumerate() {
            let end = &one.most[0] + &self.margin;
            for other in &order[index + 1..] {
                if other.least[0] > end {
                    break;
                }
                let [first, second] = if one.part < other.part {
                    [one, other]
                } else {
                    [other, one]
                };
                if self.outline.may_touch([first.part, second.part]) {
                    found.extend(self.near(first, second));
                }
            }
        }
        found
    }

    fn near(&self, first: &PartBox, second: &PartBox) -> Option<NearParts> {
        if first.least[1] > &second.most[1] + &self.margin
            || second.least[1] > &first.most[1] + &self.margin
        {
            return None;
        }
        Some(NearParts {
            parts: [first.part, second.part],
            vertices: [
                self.near_vertices(first, second),
                self.near_vertices(second, first),
            ],
        })
    }

    /// The vertices of a part that are near the box of another.
    fn near_vertices(&self, own: &PartBox, other: &PartBox) -> Vec<usize> {
        let least = other.least.each_ref().map(|bound| bound - &self.margin);
        let most = other.most.each_ref().map(|bound| bound + &self.margin);
        let mut near = Vec::new();
        for (index, vertex) in own.vertices.iter().enumerate() {
            let mut axes = 0..2;
            if axes.all(|axis| vertex[axis] >= least[axis] && vertex[axis] <= most[axis]) {
                near.push(index);
            }
        }
        near
    }
}

impl PartBox {
    fn new(instant: &Instant, part: PartId, shift: i64) -> Self {
        let body = &instant.bodies[part.body];
        let denominator = &instant.unit * &body.denominator;
        let centroid = body.centroid.scaled(&body.denominator);
        let mut vertices: Vec<[Integer; 2]> = Vec::new();
        for vertex in &body.vertices[part.part] {
            let place = &centroid + &vertex.scaled(&instant.ratio);
            let axes = [&place.re, &place.im];
            vertices.push(axes.map(|position| floor_shifted(position, &denominator, shift)));
        }
        let [least, most] = bounds(&vertices);
        Self {
            part,
            vertices,
            least,
            most,
        }
    }
}

/// The least and the largest coordinates.
fn bounds(vertices: &[[Integer; 2]]) -> [[Integer; 2]; 2] {
    let mut least = vertices.first().cloned().unwrap_or_default();
    let mut most = least.clone();
    for vertex in vertices {
        for (axis, value) in vertex.iter().enumerate() {
            if *value < least[axis] {
                least[axis].clone_from(value);
            }
            if *value > most[axis] {
                most[axis].clone_from(value);
            }
        }
    }
    [least, most]
}

/// ⌊2^shift a / b⌋ for b > 0.
fn floor_shifted(a: &Integer, b: &Integer, shift: i64) -> Integer {
    let bits = shift.unsigned_abs();
    let (quotient, _) = if shift >= 0 {
        (a << bits).div_round(b, RoundingMode::Floor)
    } else {
        a.div_round(b << bits, RoundingMode::Floor)
    };
    quotient
}

/// The k for which the reach is about 2^(3-k).
fn tick_shift(reach_squared: &Rational) -> i64 {
    if *reach_squared == 0 {
        return 0;
    }
    let numerator = reach_squared.numerator_ref().floor_log_base_2() as i64;
    let denominator = reach_squared.denominator_ref().floor_log_base_2() as i64;
    3 - (numerator - denominator) / 2
}
