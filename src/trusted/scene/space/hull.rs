//! The convex hull of points of space, exactly, by wrapping it up as a gift.
//!
//! From one face the others are found across its edges. Let n be the outward normal of a face and d
//! the direction of one of its edges, with the face to the left as seen from outside. In the plane
//! across the edge, a point p has the coordinates a = (d × n)·p, away from the face, and b = n·p,
//! which is below 0 for every point that is not in the face. The neighbour lies in the direction
//! (a, b) from which all others turn back: (a, b) comes after (a', b') if a' b - b' a > 0. All
//! directions with b < 0 lie within half a turn, so this is an order: a point comes after another
//! one if it is outside of the plane through the edge and that one. Everything is a comparison of
//! integers.
//!
//! D. R. Chand and S. S. Kapur, *An algorithm for convex polytopes*, Journal of the ACM 17 (1970).

use crate::space::lattice::{Point, cross, difference, dot};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use zwang_exact::Integer;

/// A face: the points at its corners, counter-clockwise as seen from outside.
pub struct HullFace {
    /// Indices of points.
    pub corners: Vec<usize>,
    /// An outward normal.
    pub normal: Point,
    /// All points in the plane of the face.
    pub points: Vec<usize>,
}

/// The faces of the convex hull of different points; `None` if all of them lie in one plane.
pub fn faces(points: &[Point]) -> Option<Vec<HullFace>> {
    let mut faces = vec![first_face(points)?];
    let mut wrapped: BTreeSet<(usize, usize)> = edges(&faces[0].corners).collect();
    let mut next = 0;
    while next < faces.len() {
        let HullFace {
            corners, normal, ..
        } = &faces[next];
        let normal = normal.clone();
        let own: Vec<(usize, usize)> = edges(corners).collect();
        for (from, to) in own {
            if !wrapped.contains(&(to, from)) {
                let neighbour = across(points, &normal, from, to)?;
                wrapped.extend(edges(&neighbour.corners));
                faces.push(neighbour);
            }
        }
        next += 1;
    }
    Some(faces)
}

/// The two sides of the convex hull of different points in one plane; none if they are on one line.
pub fn flat_faces(points: &[Point]) -> Vec<HullFace> {
    let Some(normal) = normal_of_plane(points) else {
        return Vec::new();
    };
    let opposite = normal.each_ref().map(|number| -number);
    let mut faces = Vec::with_capacity(2);
    for normal in [normal, opposite] {
        faces.extend(face_in(points, &normal, 0));
    }
    faces
}

/// A normal of the plane of points; `None` if they are on one line.
fn normal_of_plane(points: &[Point]) -> Option<Point> {
    let [origin, others @ ..] = points else {
        return None;
    };
    let along = difference(others.first()?, origin);
    let mut normals = others
        .iter()
        .map(|point| cross(&along, &difference(point, origin)));
    normals.find(|normal| normal.iter().any(|number| !number.is_zero()))
}

/// The directed edges of a face.
pub fn edges(corners: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let ends = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(ends.copied())
}

/// Some face; `None` if the points lie on a line, or all in the plane that was found.
fn first_face(points: &[Point]) -> Option<HullFace> {
    let (start, turning) = upright_plane(points)?;
    let Upright { normal, other } = turning;
    let face = face_in(points, &normal, start);
    if let Some(face) = face {
        let is_flat = face.points.len() == points.len();
        return (!is_flat).then_some(face);
    }
    // The plane meets the hull in an edge only.
    across(points, &normal, start, other)
}

/// A plane that contains the vertical through a point, and all points on one side.
struct Upright {
    normal: Point,
    /// A point in the plane that is not on the vertical.
    other: usize,
}

/// The least point, and a plane through the vertical there: seen from above, it is the one that has
/// all points to its left.
fn upright_plane(points: &[Point]) -> Option<(usize, Upright)> {
    let (start, least) = points.iter().enumerate().min_by(|a, b| a.1.cmp(b.1))?;
    let mut found: Option<(usize, Point)> = None;
    for (index, point) in points.iter().enumerate() {
        let arm = difference(point, least);
        let [x, y, _] = &arm;
        if x.is_zero() && y.is_zero() {
            continue;
        }
        let is_further = match &found {
            None => true,
            Some((_, [a, b, _])) => (a * y - b * x).sign() == Ordering::Less,
        };
        if is_further {
            found = Some((index, arm));
        }
    }
    let (other, [x, y, _]) = found?;
    let normal = [y, -&x, Integer::ZERO];
    Some((start, Upright { normal, other }))
}

/// The face across an edge of the face or the supporting plane with this normal; `None` if all
/// points lie in that plane.
fn across(points: &[Point], normal: &Point, from: usize, to: usize) -> Option<HullFace> {
    let [start, end] = [from, to].map(|index| &points[index]);
    let back = difference(start, end);
    let height = dot(normal, end);
    let first = points
        .iter()
        .position(|point| dot(normal, point) != height)?;
    // A plane through the edge and a point. What is beyond it comes after that point.
    let mut last = cross(&back, &difference(&points[first], end));
    let mut highest = dot(&last, end);
    let mut inside = Vec::new();
    for (index, point) in points.iter().enumerate() {
        match dot(&last, point).cmp(&highest) {
            Ordering::Less => {}
            Ordering::Equal => inside.push(index),
            Ordering::Greater => {
                last = cross(&back, &difference(point, end));
                highest = dot(&last, end);
                inside.retain(|index| dot(&last, &points[*index]) == highest);
                inside.push(index);
            }
        }
    }
    face_of(points, last, inside)
}

/// The face in the supporting plane through a point; `None` if the points in it are on a line.
fn face_in(points: &[Point], normal: &Point, through: usize) -> Option<HullFace> {
    let height = dot(normal, &points[through]);
    let mut inside = Vec::new();
    for (index, point) in points.iter().enumerate() {
        if dot(normal, point) == height {
            inside.push(index);
        }
    }
    face_of(points, normal.clone(), inside)
}

/// The face of these points in a plane; `None` if they are on a line.
fn face_of(points: &[Point], normal: Point, inside: Vec<usize>) -> Option<HullFace> {
    let corners = outline(points, &normal, &inside);
    (corners.len() > 2).then_some(HullFace {
        corners,
        normal,
        points: inside,
    })
}

/// The corners of the convex hull of points in a plane, counter-clockwise around its normal. From
/// each corner the next one is the point that has all others to the left, the farthest of several
/// on a line.
fn outline(points: &[Point], normal: &Point, inside: &[usize]) -> Vec<usize> {
    let mut corners = Vec::new();
    let Some(start) = inside.iter().min_by_key(|index| &points[**index]) else {
        return corners;
    };
    let mut corner = *start;
    loop {
        corners.push(corner);
        let mut next = None;
        for index in inside {
            if *index != corner && is_further_right(points, normal, corner, next, *index) {
                next = Some(*index);
            }
        }
        match next {
            Some(found) if found != *start => corner = found,
            _ => return corners,
        }
    }
}

/// Whether a point comes before the one found so far, as seen from a corner: it is to the right of
/// it, or farther in the same direction.
fn is_further_right(
    points: &[Point],
    normal: &Point,
    corner: usize,
    found: Option<usize>,
    index: usize,
) -> bool {
    let Some(found) = found else {
        return true;
    };
    let own = difference(&points[index], &points[corner]);
    let best = difference(&points[found], &points[corner]);
    match dot(normal, &cross(&best, &own)).sign() {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => dot(&own, &own) > dot(&best, &best),
    }
}
