//! Pairs of parts of which one is rounded: the vector between closest points of their cores, and
//! how deep they overlap.
//!
//! A rounded part is all that is within its radius of a core: a point, a segment or a polygon. Let
//! R be the sum of the radii, and h the vector between closest points of the cores. The parts are
//! |h| - R apart, along h. If the cores overlap themselves, it takes their own depth and R to
//! separate the parts. The length of h is a root, so it is enclosed; h·h against R² decides.

use crate::enclosure::{Enclosure, Length};
use crate::interval::Interval;
use crate::penetration::{Nearest, Normal, core_depth, farthest_behind};
use crate::pose::{Pose, Vertices};
use crate::shape::Shape;
use crate::vector::{Vector, difference, dot};
use malachite::Rational;
use malachite::base::num::basic::traits::One;
use zwang_certificate::{Contact, PartId};

type Points = [Vector<Interval>];

/// A vector between points of two cores, from the first to the second, m.
struct Between {
    vector: Vector<Enclosure>,
    squared: Enclosure,
}

/// The relation of two cores as far as it is proved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cores {
    /// A line has them on different sides.
    Apart,
    /// They have inner points in common, or it cannot be told.
    Together,
}

/// The depth of two parts of which one is rounded; 0 if they are proved to be separated.
pub(crate) fn depth(
    shape: &Shape,
    poses: &[Pose],
    vertices: &Vertices,
    pair: [PartId; 2],
) -> Length {
    let reach = shape.reach(pair);
    let squared = distance_squared(shape, vertices, pair);
    let is_apart = cores(vertices, pair) == Cores::Apart;
    if is_apart && squared.low >= &reach * &reach {
        return Length::zero();
    }
    let distance = Length { squared }.root();
    let mut depth = &Enclosure::exact(reach.clone()) - &distance;
    if !is_apart {
        let deeper = &Enclosure::exact(reach) + &core_depth(shape, poses, vertices, pair).root();
        let is_overlap = overlap(vertices, pair);
        depth = Enclosure {
            low: if is_overlap { deeper.low } else { depth.low },
            high: deeper.high.max(depth.high),
        };
    }
    Length {
        squared: Enclosure::zero().max(depth).squared(),
    }
}

/// The direction in which two parts are apart, and how far; `None` if their cores overlap.
pub(crate) fn separation(shape: &Shape, vertices: &Vertices, pair: [PartId; 2]) -> Option<Nearest> {
    if cores(vertices, pair) == Cores::Together {
        return None;
    }
    let normal = closest(shape, vertices, pair);
    let length_squared = Length::of(&normal).squared;
    if length_squared.low <= 0 {
        return None;
    }
    let reach = shape.reach(pair);
    let outside = length_squared.low >= &reach * &reach;
    let distance = Length {
        squared: length_squared,
    };
    let apart = &distance.root() - &Enclosure::exact(reach);
    Some(Nearest {
        normal: Normal::Between(pair, Box::new(normal)),
        outside,
        squared: apart.squared(),
    })
}

/// How far a vertex is from an edge beyond the radii of their parts; 0 if they overlap.
pub(crate) fn opening(shape: &Shape, vertices: &Vertices, contact: &Contact) -> Length {
    let Contact { vertex, edge } = contact;
    let own = metres(shape, vertices.of(vertex.part));
    let other = metres(shape, vertices.of(edge.part));
    let between = between(&own[vertex.index], edge.index, &other);
    let distance = Length {
        squared: between.squared,
    };
    let reach = Enclosure::exact(shape.reach([vertex.part, edge.part]));
    let open = Enclosure::zero().max(&distance.root() - &reach);
    Length {
        squared: open.squared(),
    }
}

/// Bounds of the square of the distance of two cores, m², as if neither had an inside.
fn distance_squared(shape: &Shape, vertices: &Vertices, pair: [PartId; 2]) -> Enclosure {
    let mut least: Option<Enclosure> = None;
    for Between { squared, .. } in all_between(shape, vertices, pair) {
        least = Some(match least {
            None => squared,
            Some(least) => Enclosure {
                low: least.low.min(squared.low),
                high: least.high.min(squared.high),
            },
        });
    }
    least.unwrap_or_else(Enclosure::zero)
}

/// The vector between closest points of two cores, from the first to the second, m. If several may
/// be the shortest, they are the same but for what is not known of them, and all are within the
/// bounds.
fn closest(shape: &Shape, vertices: &Vertices, pair: [PartId; 2]) -> Vector<Enclosure> {
    let all = all_between(shape, vertices, pair);
    let highest = all.iter().map(|between| &between.squared.high).min();
    let Some(highest) = highest.cloned() else {
        return [Enclosure::zero(), Enclosure::zero()];
    };
    let mut hull: Option<Vector<Enclosure>> = None;
    for Between { vector, squared } in all {
        if squared.low > highest {
            continue;
        }
        hull = Some(match hull {
            None => vector,
            Some([x, y]) => {
                let [other_x, other_y] = vector;
                [joined(x, other_x), joined(y, other_y)]
            }
        });
    }
    hull.unwrap_or_else(|| [Enclosure::zero(), Enclosure::zero()])
}

fn joined(one: Enclosure, other: Enclosure) -> Enclosure {
    Enclosure {
        low: one.low.min(other.low),
        high: one.high.max(other.high),
    }
}

/// The shortest vectors between each vertex of one core and each edge of the other.
fn all_between(shape: &Shape, vertices: &Vertices, [first, second]: [PartId; 2]) -> Vec<Between> {
    let [one, other] = [first, second].map(|part| metres(shape, vertices.of(part)));
    let mut all = Vec::new();
    for vertex in &one {
        for edge in 0..other.len() {
            let Between { vector, squared } = between(vertex, edge, &other);
            let vector = vector.map(|part| part.scaled(&Rational::from(-1)));
            all.push(Between { vector, squared });
        }
    }
    for vertex in &other {
        for edge in 0..one.len() {
            all.push(between(vertex, edge, &one));
        }
    }
    all
}

/// The vector to a vertex from the closest point of an edge.
fn between(vertex: &Vector<Enclosure>, edge: usize, points: &[Vector<Enclosure>]) -> Between {
    let start = &points[edge];
    let end = &points[(edge + 1) % points.len()];
    let arm = difference(vertex, start);
    let along = difference(end, start);
    let length_squared = Length::of(&along).squared;
    let mut vector = arm.clone();
    if length_squared.low > 0 {
        let share = Enclosure::zero()
            .max(dot(&arm, &along))
            .over(&length_squared);
        let share = Enclosure {
            low: share.low.min(Rational::ONE),
            high: share.high.min(Rational::ONE),
        };
        vector = difference(&arm, &along.map(|part| &part * &share));
    }
    Between {
        squared: Length::of(&vector).squared,
        vector,
    }
}

/// The vertices of a core, m.
fn metres(shape: &Shape, points: &Points) -> Vec<Vector<Enclosure>> {
    let unit = Rational::from(Vertices::unit(shape));
    let metres = |part: &Interval| Enclosure {
        low: Rational::from(&part.low) / &unit,
        high: Rational::from(&part.high) / &unit,
    };
    let points = points.iter();
    points.map(|point| point.each_ref().map(metres)).collect()
}

/// Whether a line separates two cores: that of an edge, or one across an end of a segment. Two
/// points are always apart, even in the same place.
fn cores(vertices: &Vertices, pair: [PartId; 2]) -> Cores {
    let [first, second] = pair.map(|part| vertices.of(part));
    if first.len() == 1 && second.len() == 1 {
        return Cores::Apart;
    }
    for [owner, other] in [[first, second], [second, first]] {
        if owner.len() == 1 {
            continue;
        }
        for edge in 0..owner.len() {
            if farthest_behind(owner, edge, other).high <= 0 {
                return Cores::Apart;
            }
        }
        if owner.len() == 2 && is_beyond_an_end(owner, other) {
            return Cores::Apart;
        }
    }
    Cores::Together
}

/// Whether all of a core is beyond one end of a segment.
fn is_beyond_an_end(segment: &Points, other: &Points) -> bool {
    for [end, start] in [[0, 1], [1, 0]] {
        let outward = difference(&segment[end], &segment[start]);
        let mut points = other.iter();
        if points.all(|point| dot(&difference(point, &segment[end]), &outward).low >= 0) {
            return true;
        }
    }
    false
}

/// Whether two cores are proved to overlap.
fn overlap(vertices: &Vertices, pair: [PartId; 2]) -> bool {
    let [first, second] = pair.map(|part| vertices.of(part));
    for [owner, other] in [[first, second], [second, first]] {
        if owner.len() == 1 {
            continue;
        }
        for edge in 0..owner.len() {
            if farthest_behind(owner, edge, other).low <= 0 {
                return false;
            }
        }
    }
    true
}
