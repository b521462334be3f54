//! The scene in ticks: short integers that decide whatever is not close.
//!
//! A tick is 2^-s m, with an s for which all coordinates and the reach are below 2^58 ticks. A
//! vertex at x has the place ⌊2^s x⌋. The direction of an edge is its unit vector, rounded, in
//! units of 2^-50. So each component of a vector is off by at most a known error, and a product of
//! two vectors a and b, with errors α and β, by at most
//!
//! ```text
//! |a|₁ β + |b|₁ α + 2 α β
//! ```
//!
//! All of it fits into integers of 128 bits. Distances from edges are in units of 2^-50 ticks.
//! Where a sign cannot be told from rounding nothing is decided, and exact numbers have to
//! (`local`). Where one body is more than some 2^50 sizes of the others away, ticks tell nothing,
//! and all pairs are decided exactly.

use crate::instant::Instant;
use malachite::base::num::arithmetic::traits::{DivRound, Floor, FloorSqrt, UnsignedAbs};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use zwang_certificate::PartId;

/// Coordinates and the reach are shorter than this, in bits.
const PLACE_BITS: i64 = 58;
/// Directions are in units of 2 to the minus this.
const DIRECTION_BITS: i64 = 50;

/// Ticks are too coarse to tell.
pub(super) struct Undecided;

/// A vector each component of which is off by at most an error.
#[derive(Clone, Copy)]
pub(super) struct Rounded {
    x: i64,
    y: i64,
    error: i64,
}

/// Two bounds of a number.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub(super) least: i128,
    pub(super) most: i128,
}

/// A part in ticks.
pub(super) struct PartInTicks {
    pub(super) id: PartId,
    pub(super) vertices: Vec<Rounded>,
    /// Of the edge that starts at each vertex.
    directions: Vec<Rounded>,
}

/// All parts, and the reach R.
pub(super) struct Ticks {
    pub(super) parts: Vec<PartInTicks>,
    /// R in units of distances.
    reach: Range,
    /// R² in squares of ticks.
    reach_squared: Range,
    /// R in ticks, rounded up.
    pub(super) reach_ceiling: i64,
}

/// A vertex as seen from another part.
struct View<'a> {
    /// The directions of the edges that end and start at the vertex.
    own_directions: [Rounded; 2],
    other: &'a PartInTicks,
    place: Rounded,
}

impl Rounded {
    pub(super) fn coordinates(self) -> [i64; 2] {
        [self.x, self.y]
    }

    fn minus(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
            error: self.error + other.error,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
            error: self.error + other.error,
        }
    }

    /// Scalar product.
    fn dot(self, other: Self) -> Range {
        let along = i128::from(self.x) * i128::from(other.x);
        let across = i128::from(self.y) * i128::from(other.y);
        Range::about(along + across, self.error_of_product(other))
    }

    /// Cross product.
    fn cross(self, other: Self) -> Range {
        let first = i128::from(self.x) * i128::from(other.y);
        let second = i128::from(self.y) * i128::from(other.x);
        Range::about(first - second, self.error_of_product(other))
    }

    fn error_of_product(self, other: Self) -> i128 {
        let error = i128::from(self.error);
        let other_error = i128::from(other.error);
        self.size() * other_error + other.size() * error + 2 * error * other_error
    }

    /// |x| + |y|.
    fn size(self) -> i128 {
        i128::from(self.x).abs() + i128::from(self.y).abs()
    }

    /// The unit vector along an edge in ticks.
    fn direction(self) -> Self {
        let x = i128::from(self.x);
        let y = i128::from(self.y);
        let length = (x * x + y * y).isqrt();
        if length == 0 {
            // A component of a unit vector is at most 1.
            return Self {
                x: 0,
                y: 0,
                error: 1 << DIRECTION_BITS,
            };
        }
        // The edge is off by less than √2, which turns it by at most 2 √2 over its length; the
        // length is rounded down by less than 1, and the quotient by less than 1.
        let error = (4_i128 << DIRECTION_BITS) / length + 2;
        Self {
            x: short((x << DIRECTION_BITS) / length),
            y: short((y << DIRECTION_BITS) / length),
            error: short(error),
        }
    }
}

impl Range {
    fn about(value: i128, error: i128) -> Self {
        Self {
            least: value - error,
            most: value + error,
        }
    }

    fn is_positive(self) -> Result<bool, Undecided> {
        self.is_above(Self::about(0, 0))
    }

    /// Whether a number is larger than another one, if they are surely not the same.
    fn is_above(self, other: Self) -> Result<bool, Undecided> {
        if self.least > other.most {
            return Ok(true);
        }
        if self.most < other.least {
            return Ok(false);
        }
        Err(Undecided)
    }

    fn negated(self) -> Self {
        Self {
            least: -self.most,
            most: -self.least,
        }
    }

    /// The smaller one of two numbers.
    fn min(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.min(other.most),
        }
    }
}

impl PartInTicks {
    fn new(id: PartId, vertices: Vec<Rounded>) -> Self {
        let mut directions = Vec::with_capacity(vertices.len());
        for (index, vertex) in vertices.iter().enumerate() {
            let end = vertices[(index + 1) % vertices.len()];
            directions.push(end.minus(*vertex).direction());
        }
        Self {
            id,
            vertices,
            directions,
        }
    }

    /// The places of all edges, each that of the vertex where it starts.
    fn edges(&self) -> std::ops::Range<usize> {
        0..self.vertices.len()
    }

    /// The distance of a place from the line of an edge, positive outside.
    fn distance(&self, place: Rounded, edge: usize) -> Range {
        let offset = place.minus(self.vertices[edge]);
        offset.cross(self.directions[edge])
    }

    /// The least distance of the vertices of another part from the line of an edge.
    fn least_distance(&self, other: &Self, edge: usize) -> Range {
        let vertices = other.vertices.iter();
        let distances = vertices.map(|vertex| self.distance(*vertex, edge));
        let Some(least) = distances.reduce(Range::min) else {
            unreachable!("a part has vertices")
        };
        least
    }
}

impl Ticks {
    pub(super) fn new(instant: &Instant) -> Self {
        let parts = instant.outline.part_ids();
        let exact: Vec<ExactPart> = parts
            .iter()
            .map(|id| ExactPart::new(instant, *id))
            .collect();
        let longest = exact.iter().map(ExactPart::bits).max().unwrap_or(0);
        let longest = longest.max(bits_of_root(&instant.reach_squared));
        let shift = PLACE_BITS - longest;
        let parts = exact.iter().map(|part| part.in_ticks(shift)).collect();
        let reach = root_of(&instant.reach_squared, shift + DIRECTION_BITS);
        Self {
            parts,
            reach_squared: range_of(&(&instant.reach_squared << (2 * shift))),
            reach_ceiling: short((reach.most >> DIRECTION_BITS) + 1),
            reach,
        }
    }

    /// The edge of a part with which a vertex of another one has a row, if any.
    pub(super) fn row(
        &self,
        own: usize,
        vertex: usize,
        other: usize,
    ) -> Result<Option<usize>, Undecided> {
        let own = &self.parts[own];
        let count = own.vertices.len();
        let view = View {
            own_directions: [(vertex + count - 1) % count, vertex].map(|edge| own.directions[edge]),
            other: &self.parts[other],
            place: own.vertices[vertex],
        };
        view.row(self.reach)
    }

    /// Whether two vertices are within reach of each other.
    pub(super) fn are_within(&self, one: Rounded, other: Rounded) -> Result<bool, Undecided> {
        let offset = one.minus(other);
        let is_beyond = offset.dot(offset).is_above(self.reach_squared)?;
        Ok(!is_beyond)
    }

    /// How deep two parts overlap: the least depth of the one behind an edge of the other. It is
    /// negative if an edge separates them.
    pub(super) fn depth(&self, [first, second]: [usize; 2]) -> Range {
        let first = &self.parts[first];
        let second = &self.parts[second];
        let of_first = first.edges().map(|edge| first.least_distance(second, edge));
        let of_second = second
            .edges()
            .map(|edge| second.least_distance(first, edge));
        let depths = of_first.chain(of_second).map(Range::negated);
        let Some(depth) = depths.reduce(Range::min) else {
            unreachable!("a part has edges")
        };
        depth
    }

    /// The edges of a part behind which another one may be no deeper than `most`, each with the
    /// vertices that may be the deepest ones.
    pub(super) fn shallow_edges(
        &self,
        part: usize,
        other: usize,
        most: i128,
    ) -> Vec<(usize, Vec<usize>)> {
        let part = &self.parts[part];
        let other = &self.parts[other];
        let mut shallow = Vec::new();
        for edge in part.edges() {
            let deepest = part.least_distance(other, edge);
            if -deepest.most > most {
                continue;
            }
            let mut vertices = Vec::new();
            for (index, vertex) in other.vertices.iter().enumerate() {
                if part.distance(*vertex, edge).least <= deepest.most {
                    vertices.push(index);
                }
            }
            shallow.push((edge, vertices));
        }
        shallow
    }
}

impl View<'_> {
    fn row(&self, reach: Range) -> Result<Option<usize>, Undecided> {
        let Some((edge, distance)) = self.nearest_facing()? else {
            return Ok(None);
        };
        if !self.projects_into(edge)? {
            return Ok(None);
        }
        if distance.least > 0 {
            let is_beyond = distance.is_above(reach)?;
            return Ok((!is_beyond).then_some(edge));
        }
        // If the vertex is behind the edge it has to be behind all others.
        for other in self.other.edges() {
            if other != edge && self.other.distance(self.place, other).most > 0 {
                return Err(Undecided);
            }
        }
        // If it is not, it has to be within reach.
        if distance.most < 0 || distance.most <= reach.least {
            return Ok(Some(edge));
        }
        Err(Undecided)
    }

    /// The one facing edge of largest distance.
    fn nearest_facing(&self) -> Result<Option<(usize, Range)>, Undecided> {
        let mut best: Option<(usize, Range)> = None;
        for edge in self.other.edges() {
            if !self.faces(edge)? {
                continue;
            }
            let distance = self.other.distance(self.place, edge);
            let is_better = match best {
                Some((_, other)) => distance.is_above(other)?,
                None => true,
            };
            if is_better {
                best = Some((edge, distance));
            }
        }
        Ok(best)
    }

    /// Whether n·(n₁ + n₂) < 0 for the unit normals of an edge and of those at the vertex; scalar
    /// products of normals are those of the edges.
    fn faces(&self, edge: usize) -> Result<bool, Undecided> {
        let [ending, starting] = self.own_directions;
        let sum = ending.plus(starting);
        let points_along = sum.dot(self.other.directions[edge]).is_positive()?;
        Ok(!points_along)
    }

    fn projects_into(&self, edge: usize) -> Result<bool, Undecided> {
        let vertices = &self.other.vertices;
        let direction = self.other.directions[edge];
        let from_start = self.place.minus(vertices[edge]);
        let from_end = self.place.minus(vertices[(edge + 1) % vertices.len()]);
        let is_after_start = from_start.dot(direction).is_positive()?;
        let is_after_end = from_end.dot(direction).is_positive()?;
        Ok(is_after_start && !is_after_end)
    }
}

/// The vertices of a part over one denominator.
struct ExactPart {
    part: PartId,
    vertices: Vec<[Integer; 2]>,
    denominator: Integer,
}

impl ExactPart {
    fn new(instant: &Instant, part: PartId) -> Self {
        let body = &instant.bodies[part.body];
        let centroid = body.centroid.scaled(&body.denominator);
        let mut vertices = Vec::new();
        for vertex in &body.vertices[part.part] {
            let place = &centroid + &vertex.scaled(&instant.ratio);
            vertices.push([place.re, place.im]);
        }
        Self {
            part,
            vertices,
            denominator: &instant.unit * &body.denominator,
        }
    }

    /// Coordinates are below 2 to the power of this.
    fn bits(&self) -> i64 {
        let coordinates = self.vertices.iter().flatten();
        let longest = coordinates.map(SignificantBits::significant_bits).max();
        let longest = longest.unwrap_or(0);
        bits_of_quotient(longest, self.denominator.significant_bits())
    }

    fn in_ticks(&self, shift: i64) -> PartInTicks {
        let mut vertices = Vec::with_capacity(self.vertices.len());
        for [x, y] in &self.vertices {
            vertices.push(Rounded {
                x: self.coordinate_in_ticks(x, shift),
                y: self.coordinate_in_ticks(y, shift),
                error: 1,
            });
        }
        PartInTicks::new(self.part, vertices)
    }

    fn coordinate_in_ticks(&self, coordinate: &Integer, shift: i64) -> i64 {
        let bits = shift.unsigned_abs();
        let denominator = &self.denominator;
        let (ticks, _) = if shift >= 0 {
            (coordinate << bits).div_round(denominator, RoundingMode::Floor)
        } else {
            coordinate.div_round(denominator << bits, RoundingMode::Floor)
        };
        let Ok(ticks) = i64::try_from(&ticks) else {
            unreachable!("the shift makes coordinates short")
        };
        ticks
    }
}

/// A quotient of positive numbers of so many bits is below 2 to the power of this.
fn bits_of_quotient(numerator: u64, denominator: u64) -> i64 {
    numerator as i64 - denominator as i64 + 1
}

/// The root of a number is below 2 to the power of this.
fn bits_of_root(square: &Rational) -> i64 {
    let numerator = square.numerator_ref().significant_bits();
    let denominator = square.denominator_ref().significant_bits();
    let bits = bits_of_quotient(numerator, denominator);
    bits.div_euclid(2) + 1
}

/// 2^shift times the root of a number.
fn root_of(square: &Rational, shift: i64) -> Range {
    let shifted = (square << (2 * shift)).floor();
    let root = Integer::from(shifted.unsigned_abs().floor_sqrt());
    range_from(&root)
}

fn range_of(number: &Rational) -> Range {
    range_from(&number.floor())
}

/// The range from a number, which is short, to the next one.
fn range_from(floor: &Integer) -> Range {
    let Ok(least) = i128::try_from(floor) else {
        unreachable!("the shift makes the reach short")
    };
    Range {
        least,
        most: least + 1,
    }
}

/// A number that is known to be short.
fn short(number: i128) -> i64 {
    let Ok(number) = i64::try_from(number) else {
        unreachable!("lengths have at most 58 bits, directions 53")
    };
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Outline;
    use crate::rows::Proximity;
    use crate::rows::local::Local;
    use crate::state::{Origin, Placement, Rotation, before, initial};
    use proptest::prelude::*;
    use std::sync::Arc;
    use zwang_certificate::Feature;
    use zwang_families::{Brick, diamond};
    use zwang_law::Grid;
    use zwang_scene::Scene;

    proptest! {
        /// Bodies are moved by up to 1/10 m and turned by up to 1/5: some come to overlap.
        #[test]
        fn what_ticks_decide_is_so(
            shifts in prop::collection::vec((-100i64..100, -100i64..100, -100i64..100), 4),
        ) {
            let scene = diamond(2, &Brick::default()).unwrap();
            let mut placements = initial(&scene, true);
            for (placement, (x, y, turn)) in placements.iter_mut().zip(shifts) {
                placement.centroid[0] += thousandths(x);
                placement.centroid[1] += thousandths(y);
                placement.rotation = Rotation::Chart {
                    quarter_turns: 0,
                    half_tangent: thousandths(turn),
                };
            }
            let (decided, all) = compare(&scene, &placements);
            prop_assert!(decided * 10 >= all * 9, "{decided} of {all}");
        }
    }

    #[test]
    fn touching_edges_are_decided_but_for_signs() {
        let scene = diamond(3, &Brick::default()).unwrap();
        let (decided, all) = compare(&scene, &initial(&scene, true));
        assert!(decided * 10 >= all * 9, "{decided} of {all}");
        assert!(decided < all);
    }

    fn thousandths(number: i64) -> Rational {
        Rational::from_signeds(number, 1000)
    }

    /// Compares all decisions with exact ones; how many there are, and of how many.
    fn compare(scene: &Scene, placements: &[Placement]) -> (usize, usize) {
        let outline = Arc::new(Outline::new(scene));
        let step = thousandths(10);
        let origins: Vec<Origin> = before(scene, &step);
        let grid = Grid::default();
        let instant = Instant::new(&outline, &step, grid, &origins, placements);
        let ticks = Ticks::new(&instant);
        let mut decided = 0;
        let mut all = 0;
        for own in 0..ticks.parts.len() {
            for other in 0..ticks.parts.len() {
                if ticks.parts[own].id.body == ticks.parts[other].id.body {
                    continue;
                }
                for vertex in 0..ticks.parts[own].vertices.len() {
                    let part = ticks.parts[own].id;
                    let feature = Feature {
                        part,
                        index: vertex,
                    };
                    let local = Local::new(&instant, feature, ticks.parts[other].id);
                    let reach = &instant.reach_squared;
                    all += 1;
                    if let Ok(edge) = ticks.row(own, vertex, other) {
                        decided += 1;
                        assert_eq!(edge, local.row(reach));
                    }
                    let place = ticks.parts[own].vertices[vertex];
                    for (index, corner) in ticks.parts[other].vertices.iter().enumerate() {
                        all += 1;
                        if let Ok(are_within) = ticks.are_within(place, *corner) {
                            decided += 1;
                            assert_eq!(are_within, local.is_within(index, reach));
                        }
                    }
                    for edge in ticks.parts[other].edges() {
                        let distance = ticks.parts[other].distance(place, edge);
                        all += 1;
                        if let Ok(is_outside) = distance.is_positive() {
                            decided += 1;
                            assert_eq!(is_outside, local.gap(edge) > 0);
                        }
                    }
                }
            }
        }
        let depth_squared = deepest_of_all(&outline, &instant, &ticks);
        let proximity = Proximity::new(instant);
        assert_eq!(proximity.deepest_penetration_squared(), depth_squared);
        (decided, all)
    }

    /// The square of the deepest penetration, of all pairs of parts, in exact numbers.
    fn deepest_of_all(outline: &Outline, instant: &Instant, ticks: &Ticks) -> Rational {
        let mut deepest = Rational::from(0);
        for first in 0..ticks.parts.len() {
            for second in 0..first {
                let ids = [first, second].map(|part| ticks.parts[part].id);
                if !outline.may_touch(ids) {
                    continue;
                }
                let [first, second] = ids;
                let behind_first = depths_squared(outline, instant, first, second);
                let behind_second = depths_squared(outline, instant, second, first);
                if let (Some(one), Some(other)) = (behind_first, behind_second) {
                    deepest = deepest.max(one.min(other));
                }
            }
        }
        deepest
    }

    /// The square of the least depth of a part behind an edge of another; `None` if an edge
    /// separates them.
    fn depths_squared(
        outline: &Outline,
        instant: &Instant,
        own: PartId,
        other: PartId,
    ) -> Option<Rational> {
        let mut least: Option<Rational> = None;
        for edge in 0..outline.part(other).len() {
            let mut deepest = Rational::from(0);
            for index in 0..outline.part(own).len() {
                let local = Local::new(instant, Feature { part: own, index }, other);
                let gap = local.gap(edge);
                if gap < 0 {
                    let (numerator, denominator) = local.distance_squared(edge, &gap);
                    let depth = Rational::from_integers(numerator, denominator);
                    deepest = deepest.max(depth);
                }
            }
            if deepest == 0 {
                return None;
            }
            least = match least {
                Some(least) => Some(least.min(deepest)),
                None => Some(deepest),
            };
        }
        least
    }
}
