//! Joints of parts of which one is rounded.
//!
//! With R the sum of the radii such parts touch if their cores have the distance R. A vertex w
//! touches an edge with the outward normal n and the length |n| if n·(w - p) = R |n|. If |n| is
//! irrational no rational w does; it is put at R ⌈n⌉ then, for a rational ⌈n⌉ just above |n|, so
//! that a gap remains of less than 2^-64 of R. Two vertices p and w come as far apart along the
//! vector d that was between them: d·(w - p) = R |d|, so that they are at least R apart. If other
//! joints move them across d, that is done again a few times with the vector that is between them
//! then.

use super::joint::{Edge, Joint, Kind, State};
use crate::near::root;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use zwang_exact::{Rational, Vector};
use zwang_scene::Polygon;

/// A coordinate of a direction has at most this many bits.
const LONGEST: u64 = 64;

/// The sum of the radii, m.
pub(super) fn reach(polygons: [&Polygon; 2]) -> Rational {
    polygons[0].radius() + polygons[1].radius()
}

/// The length of a vector, or a number just above it if it is irrational.
fn length_above(squared: &Rational) -> Rational {
    let below = root(squared);
    if &below * &below == *squared {
        return below;
    }
    // The square of the quotient is above, since that of the root is below.
    squared / below
}

/// n·(w - p) where a vertex touches an edge, or almost touches it, if that is impossible.
pub(super) fn height(line: &Edge, reach: &Rational) -> Rational {
    if reach.is_zero() {
        return Rational::zero();
    }
    reach * length_above(&line.length_squared())
}

/// d·(w - p) for the vector d, where vertices p and w touch that are apart along d, or almost
/// touch.
pub(super) fn product_apart(direction: &Vector, reach: &Rational) -> Rational {
    reach * length_above(&direction.dot(direction))
}

/// The state of a vertex or a face at this height above the line of an edge.
pub(super) fn state(line: &Edge, height_now: &Rational, reach: &Rational) -> State {
    compared(height_now, &height(line, reach))
}

/// The state of two parts, by a distance and the one at which they touch.
fn compared(distance: &Rational, touching: &Rational) -> State {
    match distance.cmp(touching) {
        Ordering::Less => State::Overlap,
        Ordering::Equal => State::Closed,
        Ordering::Greater => State::Gap,
    }
}

/// Whether n·(w - p) is at most as far from R |n| as `most` |n|.
pub(super) fn is_within(line: &Edge, height: &Rational, reach: &Rational, most: &Rational) -> bool {
    let squared = line.length_squared();
    let signed = height * height.abs();
    let high = signed_square(&(reach + most)) * &squared;
    let low = signed_square(&(reach - most)) * &squared;
    low <= signed && signed <= high
}

fn signed_square(number: &Rational) -> Rational {
    number * number.abs()
}

/// How two parts are to touch whose faces are not almost flush, if they are near.
pub(super) fn joint(polygons: [&Polygon; 2], most: &Rational) -> Option<Joint> {
    let Nearest { squared, kind } = nearest(polygons)?;
    let reach = reach(polygons);
    let high = &reach + most;
    let low = (&reach - most).max(Rational::zero());
    if squared.is_zero() || squared > &high * &high || squared < &low * &low {
        return None;
    }
    let Kind::Vertex {
        owner,
        edge,
        vertex,
    } = kind
    else {
        return Some(Joint {
            kind,
            state: compared(&squared, &(&reach * &reach)),
            is_soft: true,
        });
    };
    let line = Edge::of(polygons[owner], edge);
    let point = &polygons[1 - owner].vertices()[vertex];
    let share = line.share(point);
    let length_squared = line.length_squared();
    let nearer = (&length_squared - &share).min(share);
    Some(Joint {
        state: state(&line, &line.height(point), &reach),
        is_soft: &nearer * &nearer <= most * most * length_squared,
        kind,
    })
}

/// The features of two cores that are nearest to each other.
struct Nearest {
    /// The square of their distance, m².
    squared: Rational,
    kind: Kind,
}

/// `None` if the cores overlap, or one lies inside of the other.
fn nearest(polygons: [&Polygon; 2]) -> Option<Nearest> {
    let mut nearest: Option<Nearest> = None;
    for owner in [0, 1] {
        let points = polygons[1 - owner].vertices();
        for edge in 0..count_of_edges(polygons[owner]) {
            let line = Edge::of(polygons[owner], edge);
            let length_squared = line.length_squared();
            for (vertex, point) in points.iter().enumerate() {
                let share = line.share(point);
                let height = line.height(point);
                let is_beside = share.is_positive() && share < length_squared;
                if !is_beside || !height.is_positive() {
                    continue;
                }
                let squared = &height * &height / &length_squared;
                let kind = Kind::Vertex {
                    owner,
                    edge,
                    vertex,
                };
                take(&mut nearest, squared, kind);
            }
        }
    }
    for (first, one) in polygons[0].vertices().iter().enumerate() {
        for (second, other) in polygons[1].vertices().iter().enumerate() {
            let between = other - one;
            let squared = between.dot(&between);
            let kind = Kind::Centres {
                vertices: [first, second],
                direction: short(&between),
                may_be_open: false,
            };
            take(&mut nearest, squared, kind);
        }
    }
    nearest
}

/// The direction of a vector, divided by its larger coordinate; rounded to 64 bits if it is long.
/// Along any direction parts are kept apart, and numbers do not grow as it is taken anew.
fn short(vector: &Vector) -> Vector {
    let scale = vector.x.abs().max(vector.y.abs());
    if scale.is_zero() {
        return Vector::from_integers(1, 0);
    }
    let [x, y] = [&vector.x, &vector.y].map(|coordinate| shortened(coordinate / &scale));
    Vector::new(x, y)
}

fn shortened(number: Rational) -> Rational {
    if number.denom().bits() <= LONGEST {
        return number;
    }
    let below = BigInt::from(1) << LONGEST;
    let above = (number * Rational::from_integer(below.clone())).round();
    Rational::new(above.to_integer(), below)
}

fn take(nearest: &mut Option<Nearest>, squared: Rational, kind: Kind) {
    if nearest.as_ref().is_none_or(|known| squared < known.squared) {
        *nearest = Some(Nearest { squared, kind });
    }
}

/// A point has no edges, and a segment has two.
pub(super) fn count_of_edges(polygon: &Polygon) -> usize {
    match polygon.vertices().len() {
        1 => 0,
        count => count,
    }
}

/// The gap between two parts, rounded up, if one is rounded and they are apart.
pub(super) fn gap(polygons: [&Polygon; 2]) -> Option<Rational> {
    let reach = reach(polygons);
    let Nearest { squared, .. } = nearest(polygons)?;
    let beyond = &squared - &reach * &reach;
    if reach.is_zero() || !beyond.is_positive() {
        return None;
    }
    Some(beyond / (root(&squared) + reach))
}
