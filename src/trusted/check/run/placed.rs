//! Bodies in place: the vertices of all parts as integers, and in whole cells of a grid that says
//! which parts are far from each other.

use super::figure::{Figure, FreeFigure};
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::scaled::Scaled;
use super::unit::{Multiple, common, multiple};
use crate::rejection::Condition::Form;
use crate::rejection::Result;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::ToPrimitive;
use zwang_certificate::PartId;
use zwang_scene::BodyId;

/// A body in place.
pub(super) struct Placed<'a> {
    pub body: BodyId,
    pub pose: &'a Pose,
    pub figure: &'a Figure,
    pub parts: Vec<PlacedPart<'a>>,
    /// Arms and edges are over the unit of the figure times the length of the rotation; points are
    /// over this times the length of the rotation.
    pub point_plain: BigInt,
}

/// A part in place.
pub(super) struct PlacedPart<'a> {
    pub id: PartId,
    /// From the centroid to the vertices.
    pub arms: Vec<IntegerVector>,
    pub edges: Vec<IntegerVector>,
    /// The squares of the edges as they are in the figure.
    pub squares: &'a [BigInt],
    /// The vertices.
    pub points: Vec<IntegerVector>,
    /// The cells of the vertices: coordinates times 2^cells, rounded down, and no further than an
    /// i64 reaches.
    pub cells: Vec<[i64; 2]>,
    /// The least and the largest of them.
    pub span: [[i64; 2]; 2],
}

impl<'a> Placed<'a> {
    /// A body in place, given cells of side 2^-cells.
    pub(super) fn new(body: BodyId, figure: &'a Figure, pose: &'a Pose, cells: i64) -> Self {
        let Scaled { vector, unit } = &pose.position;
        let point_plain = common(unit, &figure.unit);
        let base_refinement = &point_plain / unit * &pose.length;
        let base = vector.scaled(&base_refinement);
        let refinement = &point_plain / &figure.unit;
        let point_unit = &point_plain * &pose.length;
        let grid = Cells::new(&point_unit, cells);
        let mut parts = Vec::new();
        for (part, shape) in figure.parts.iter().enumerate() {
            let arms = turned(pose, &shape.arms);
            let mut points = Vec::new();
            let mut cells = Vec::new();
            for arm in &arms {
                let point = base.plus(&arm.scaled(&refinement));
                let column = grid.of(&point.x);
                let row = grid.of(&point.y);
                cells.push([column, row]);
                points.push(point);
            }
            parts.push(PlacedPart {
                id: PartId { body: body.0, part },
                edges: turned(pose, &shape.edges),
                squares: &shape.squares,
                span: span(&cells),
                arms,
                points,
                cells,
            });
        }
        Self {
            body,
            pose,
            figure,
            parts,
            point_plain,
        }
    }
}

impl<'a> Placed<'a> {
    pub(super) fn is_fixed(&self) -> bool {
        self.figure.free.is_none()
    }

    /// What moves the body, which has to be free.
    pub(super) fn free(&self) -> Result<&'a FreeFigure> {
        let figure: &'a Figure = self.figure;
        match &figure.free {
            Some(free) => Ok(free),
            None => {
                let found = "on a fixed body";
                Form.refuse("a force", found, "on a free one")
            }
        }
    }
}

/// A common unit of the points of two bodies, and what the points of each are multiplied by to be
/// over it.
pub(super) fn common_unit_of_points(first: &Placed, second: &Placed) -> Multiple {
    let plain = multiple(&first.point_plain, &second.point_plain);
    let first_length = &first.pose.length;
    let second_length = &second.pose.length;
    Multiple {
        unit: plain.unit * first_length * second_length,
        first_factor: plain.first_factor * second_length,
        second_factor: plain.second_factor * first_length,
    }
}

/// Vectors of a figure, turned as the body is.
fn turned(pose: &Pose, list: &[IntegerVector]) -> Vec<IntegerVector> {
    list.iter().map(|vector| pose.turn.times(vector)).collect()
}

/// Least and largest coordinates.
fn span(cells: &[[i64; 2]]) -> [[i64; 2]; 2] {
    let [mut left, mut bottom] = [i64::MAX; 2];
    let [mut right, mut top] = [i64::MIN; 2];
    for [x, y] in cells {
        left = left.min(*x);
        bottom = bottom.min(*y);
        right = right.max(*x);
        top = top.max(*y);
    }
    [[left, bottom], [right, top]]
}

/// Numbers over a unit, times 2^cells, rounded down.
struct Cells {
    numerator: u64,
    denominator: BigInt,
}

impl Cells {
    fn new(unit: &BigInt, cells: i64) -> Self {
        let coarseness = cells.min(0).unsigned_abs();
        Self {
            numerator: cells.max(0).unsigned_abs(),
            denominator: unit << coarseness,
        }
    }

    fn of(&self, number: &BigInt) -> i64 {
        clamped(&(number << self.numerator).div_floor(&self.denominator))
    }
}

/// The nearest i64.
pub(super) fn clamped(number: &BigInt) -> i64 {
    match number.to_i64() {
        Some(number) => number,
        None if number.sign() == Sign::Minus => i64::MIN,
        None => i64::MAX,
    }
}
