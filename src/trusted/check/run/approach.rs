//! Two parts near each other, all of their vertices over one unit.

use super::integer_vector::IntegerVector;
use super::placed::{PlacedPart, common_unit_of_points};
use super::within_reach::PartOfBody;
use num_bigint::BigInt;
use zwang_certificate::Feature;

/// Two parts near each other.
pub(super) struct Approach<'a> {
    pub views: [View<'a>; 2],
    /// All points are over this.
    pub unit: BigInt,
}

/// One of them.
pub(super) struct View<'a> {
    pub part: &'a PlacedPart<'a>,
    pub points: Vec<IntegerVector>,
}

/// An edge from p to q.
#[derive(Clone, Copy)]
pub(super) struct Edge<'a> {
    pub index: usize,
    pub start: &'a IntegerVector,
    pub end: &'a IntegerVector,
    /// q - p over another unit, that of edges of its body.
    pub direction: &'a IntegerVector,
    /// |q - p|² up to a factor for each part.
    pub square: &'a BigInt,
}

/// A vertex and the edges that end and start there.
#[derive(Clone, Copy)]
pub(super) struct Corner<'a> {
    pub index: usize,
    pub point: &'a IntegerVector,
    pub cell: [i64; 2],
    pub ending: Edge<'a>,
    pub starting: Edge<'a>,
}

impl<'a> Approach<'a> {
    pub(super) fn new([first, second]: [PartOfBody<'a>; 2]) -> Self {
        let common = common_unit_of_points(first.body, second.body);
        let first = View::new(first.part, &common.first_factor);
        let second = View::new(second.part, &common.second_factor);
        Self {
            views: [first, second],
            unit: common.unit,
        }
    }
}

impl<'a> View<'a> {
    fn new(part: &'a PlacedPart<'a>, factor: &BigInt) -> Self {
        let mut points = Vec::new();
        for point in &part.points {
            points.push(point.scaled(factor));
        }
        Self { part, points }
    }
}

impl View<'_> {
    /// The vertex with this index, or the edge that starts there.
    pub(super) fn feature(&self, index: usize) -> Feature {
        let part = self.part.id;
        Feature { part, index }
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = Edge<'_>> + Clone {
        let next = self.points.iter().cycle().skip(1);
        let ends = self.points.iter().zip(next);
        let directions = self.part.edges.iter().zip(self.part.squares);
        let edges = ends.zip(directions).enumerate();
        edges.map(|(index, (ends, direction))| {
            let (start, end) = ends;
            let (direction, square) = direction;
            Edge {
                index,
                start,
                end,
                direction,
                square,
            }
        })
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = Corner<'_>> {
        let count = self.points.len();
        let last = count.saturating_sub(1);
        let ending = self.edges().cycle().skip(last);
        let edges = ending.zip(self.edges());
        let corners = edges.zip(&self.part.cells);
        corners.map(|((ending, starting), cell)| Corner {
            index: starting.index,
            point: starting.start,
            cell: *cell,
            ending,
            starting,
        })
    }
}

impl Edge<'_> {
    /// The gap of a point to the edge, times both units.
    pub(super) fn gap(&self, point: &IntegerVector) -> BigInt {
        point.minus(self.start).cross(self.direction)
    }
}
