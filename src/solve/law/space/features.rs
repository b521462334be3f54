//! Directions along which two convex parts may be separated: normals of faces, of pairs of edges,
//! and, of rounded parts, those between vertices and edges.
//!
//! For two parts that are apart, one of these directions is that between their closest points; of
//! parts that overlap, one is that of the shortest way out (S. Gottschalk, M. Lin, D. Manocha,
//! *OBBTree*, SIGGRAPH 1996, for boxes). Numbers are integers over 2^64.

use super::body::Part;
use super::vector::{Integers, Matrix, Vector, cross_of_integers, dot_of_integers, times};
use crate::number::{GRID, rounded};
use malachite::base::num::arithmetic::traits::{Abs, CeilingSqrt, DivRound, PowerOf2, UnsignedAbs};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use zwang_program::kernel::number::nearest;

/// A feature that has a normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// A face of the first or the second part.
    Face { of: usize, face: usize },
    /// An edge of each part.
    Edges {
        edges: [usize; 2],
        is_opposite: bool,
    },
    /// A vertex of each part.
    Vertices { vertices: [usize; 2] },
    /// A vertex of a part and an edge of the other one.
    Arm {
        of: usize,
        vertex: usize,
        edge: usize,
    },
}

impl Feature {
    pub(super) fn is_face(self) -> bool {
        matches!(self, Self::Face { .. })
    }
}

/// A part in a pose.
pub(super) struct Placed<'a> {
    pub(super) part: &'a Part,
    pub(super) rotation: Matrix,
    /// The vertices of its core.
    pub(super) vertices: Vec<Integers>,
}

impl<'a> Placed<'a> {
    pub(super) fn new(part: &'a Part, rotation: Matrix, vertices: &[Vector]) -> Self {
        let vertices = vertices.iter();
        let vertices = vertices.map(|vertex| vertex.each_ref().map(|x| rounded(x, GRID)));
        Self {
            part,
            rotation,
            vertices: vertices.collect(),
        }
    }

    fn edge(&self, index: usize) -> Integers {
        let [from, to] = self.part.edges[index];
        minus(&self.vertices[to], &self.vertices[from])
    }

    /// The outward normal of a face.
    pub(super) fn normal(&self, face: usize) -> Option<Integers> {
        let turned = times(&self.rotation, &self.part.faces[face].normal);
        scaled_to_one(&turned)
    }
}

/// Two parts in a pose.
pub(super) struct Pair<'a>(pub(super) [Placed<'a>; 2]);

/// The features of two parts that may have the normal of a contact.
pub(super) fn features([first, second]: [&Part; 2]) -> Vec<Feature> {
    let mut found = Vec::new();
    for (of, part) in [first, second].into_iter().enumerate() {
        for face in 0..part.faces.len() {
            found.push(Feature::Face { of, face });
        }
    }
    for one in 0..first.edges.len() {
        for other in 0..second.edges.len() {
            for is_opposite in [false, true] {
                found.push(Feature::Edges {
                    edges: [one, other],
                    is_opposite,
                });
            }
        }
    }
    if first.radius == 0 && second.radius == 0 {
        return found;
    }
    for one in 0..first.arms.len() {
        for other in 0..second.arms.len() {
            found.push(Feature::Vertices {
                vertices: [one, other],
            });
        }
    }
    for (of, part, other) in [(0, first, second), (1, second, first)] {
        for vertex in 0..part.arms.len() {
            for edge in 0..other.edges.len() {
                found.push(Feature::Arm { of, vertex, edge });
            }
        }
    }
    found
}

impl Pair<'_> {
    /// The direction of a feature from the first part to the second, of about the length 1; `None`
    /// if it has none.
    pub(super) fn direction(&self, feature: Feature) -> Option<Integers> {
        let [first, second] = &self.0;
        match feature {
            Feature::Face { of: 0, face } => first.normal(face),
            Feature::Face { face, .. } => second.normal(face).map(|normal| opposite(&normal)),
            Feature::Edges { edges, is_opposite } => {
                let [one, other] = edges;
                let normal = cross_of_integers(&first.edge(one), &second.edge(other));
                let normal = match is_opposite {
                    true => opposite(&normal),
                    false => normal,
                };
                long_to_one(&normal)
            }
            Feature::Vertices { vertices } => {
                let [one, other] = vertices;
                long_to_one(&minus(&second.vertices[other], &first.vertices[one]))
            }
            Feature::Arm { of, vertex, edge } => {
                let (own, other) = match of {
                    0 => (first, second),
                    _ => (second, first),
                };
                let along = other.edge(edge);
                let [from, _] = other.part.edges[edge];
                let arm = minus(&own.vertices[vertex], &other.vertices[from]);
                // From the foot of the vertex on the edge, times the square of its length.
                let square = dot_of_integers(&along, &along);
                let share = dot_of_integers(&arm, &along);
                if share < 0 || share > square {
                    return None;
                }
                let across = [0, 1, 2].map(|k: usize| &arm[k] * &square - &along[k] * &share);
                let across = long_to_one(&across)?;
                Some(match of {
                    0 => opposite(&across),
                    _ => across,
                })
            }
        }
    }

    /// How far the parts are apart along a direction, over 2^64; negative if they are not.
    pub(super) fn distance(&self, direction: &Integers) -> Integer {
        let [first, second] = &self.0;
        let own = first.vertices.iter();
        let own = own.map(|vertex| dot_of_integers(direction, vertex)).max();
        let other = second.vertices.iter();
        let other = other.map(|vertex| dot_of_integers(direction, vertex)).min();
        let gap = other.unwrap_or(Integer::ZERO) - own.unwrap_or(Integer::ZERO);
        let radii = rounded(&(&first.part.radius + &second.part.radius), GRID);
        gap.div_round(length(direction), RoundingMode::Floor).0 - radii
    }
}

/// The features of a pair with their directions in one pose.
pub(super) type Directions = Vec<(Feature, Integers)>;

/// The features along which two parts are apart now, but for a tolerance, first those along which
/// they will be furthest apart; the one along which they are least together now if there are none.
/// Faces are preferred if others are better by less than `touch`, and so is that along which they
/// touch already.
pub(super) fn ranked(
    directions: &Directions,
    [now, then]: [&Pair; 2],
    [tolerance, touch]: [&Integer; 2],
) -> Vec<usize> {
    let mut parting: Vec<(Integer, usize)> = Vec::new();
    let mut closest: Option<(Integer, usize)> = None;
    for (index, (feature, direction)) in directions.iter().enumerate() {
        let before = now.distance(direction);
        let mut favour = Integer::ZERO;
        if feature.is_face() {
            favour += touch;
        }
        if before <= *touch {
            favour += touch;
        }
        if before >= -tolerance {
            parting.push((then.distance(direction) + &favour, index));
        }
        let before = before + favour;
        if closest.as_ref().is_none_or(|(most, _)| before > *most) {
            closest = Some((before, index));
        }
    }
    if parting.is_empty() {
        parting.extend(closest);
    }
    // Equal ones keep their order.
    parting.sort_by(|(one, _), (other, _)| other.cmp(one));
    parting.into_iter().map(|(_, index)| index).collect()
}

pub(super) fn minus(one: &Integers, other: &Integers) -> Integers {
    [0, 1, 2].map(|axis| &one[axis] - &other[axis])
}

pub(super) fn opposite(vector: &Integers) -> Integers {
    vector.each_ref().map(|number| -number)
}

/// The square of the distance of two points as seen along a direction, times that of the direction.
pub(super) fn square_across(one: &Integers, other: &Integers, direction: &Integers) -> Integer {
    let across = cross_of_integers(&minus(one, other), direction);
    dot_of_integers(&across, &across)
}

/// The least integer that is not below the length.
pub(super) fn length(vector: &Integers) -> Integer {
    let square = dot_of_integers(vector, vector);
    Integer::from(Natural::ceiling_sqrt(square.unsigned_abs()))
}

/// A direction with the largest component between 2^63 and 2^64; `None` of 0.
fn long_to_one(vector: &Integers) -> Option<Integers> {
    let exact = vector.each_ref().map(Rational::from);
    scaled_to_one(&exact)
}

fn scaled_to_one(vector: &Vector) -> Option<Integers> {
    let largest = vector.iter().map(Abs::abs).max()?;
    if largest == 0 {
        return None;
    }
    let whole = Integer::from(largest.numerator_ref()).significant_bits();
    let below = Integer::from(largest.denominator_ref()).significant_bits();
    #[allow(clippy::cast_possible_wrap)] // Far below 2^63.
    let mut exponent = GRID as i64 - (whole as i64 - below as i64);
    let unit = Rational::from(1) << GRID;
    if (&largest << exponent) >= unit {
        exponent -= 1;
    }
    Some(
        vector
            .each_ref()
            .map(|number| rounded(&(number << exponent), 0)),
    )
}

/// A direction of about the length 1 with so many binary digits.
pub(super) fn shortened(vector: &Integers, digits: u64) -> Integers {
    let unit = Integer::power_of_2(GRID - digits);
    vector.each_ref().map(|number| nearest(number, &unit))
}
