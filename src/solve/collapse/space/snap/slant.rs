//! Faces of two parts that are almost flush, or flush: they look at each other, the tangent of the
//! angle between them is at most 1 / [`STEEPEST`], all vertices of one are within a limit of the
//! plane of the other, and they overlap by more than the limit there.

use crate::near::STEEPEST;
use zwang_exact::Rational;
use zwang_scene::space::Polyhedron;

/// Two faces, and how far they are from parallel.
#[derive(Clone, Debug)]
pub(super) struct Slanting {
    /// A face of each of the two parts.
    pub(super) faces: [usize; 2],
    /// The square of the tangent of the angle between them.
    pub(super) squared_tangent: Rational,
}

/// The two faces of two parts that are nearest to parallel among those that are almost flush; the
/// square of the limit is given.
pub(super) fn least_slanting(parts: [&Polyhedron; 2], limit: &Rational) -> Option<Slanting> {
    let steepest = Rational::from_integer((STEEPEST * STEEPEST).into());
    let one = Rational::from_integer(1.into());
    let zero = Rational::default();
    let mut least: Option<Slanting> = None;
    for (first, own) in parts[0].faces().iter().enumerate() {
        for (second, other) in parts[1].faces().iter().enumerate() {
            let dot = own.normal.dot(&other.normal);
            if dot >= zero {
                continue;
            }
            let cross = own.normal.cross(&other.normal);
            let squared_tangent = cross.dot(&cross) / (&dot * &dot);
            let is_less = match &least {
                Some(least) => squared_tangent < least.squared_tangent,
                None => &squared_tangent * &steepest <= one,
            };
            let sides = [(parts[0], first), (parts[1], second)];
            if is_less && are_near(sides, limit) {
                least = Some(Slanting {
                    faces: [first, second],
                    squared_tangent,
                });
            }
        }
    }
    least
}

/// A part and one of its faces.
type Side<'a> = (&'a Polyhedron, usize);

/// Whether two faces are near each other's planes, and not only beside each other.
fn are_near([one, other]: [Side; 2], limit: &Rational) -> bool {
    let is_near = lies_near(one, other, limit) || lies_near(other, one, limit);
    is_near && !lies_beside(one, other, limit) && !lies_beside(other, one, limit)
}

/// Whether all vertices of a face are within the limit of the plane of another; its square is
/// given.
fn lies_near((part, face): Side, (other, below): Side, limit: &Rational) -> bool {
    let below = &other.faces()[below];
    let start = &other.vertices()[below.vertices[0]];
    let square = below.normal.dot(&below.normal);
    part.faces()[face].vertices.iter().all(|vertex| {
        let height = below.normal.dot(&(&part.vertices()[*vertex] - start));
        &height * &height <= limit * &square
    })
}

/// Whether a face is beyond an edge of another one, but for the limit; its square is given.
fn lies_beside((part, face): Side, (other, below): Side, limit: &Rational) -> bool {
    let zero = Rational::default();
    let below = &other.faces()[below];
    let starts = below.vertices.iter();
    let ends = below.vertices.iter().cycle().skip(1);
    for (start, end) in starts.zip(ends) {
        let [start, end] = [start, end].map(|index| &other.vertices()[*index]);
        let outward = (end - start).cross(&below.normal);
        let square = outward.dot(&outward);
        let is_beyond = part.faces()[face].vertices.iter().all(|vertex| {
            let beyond = outward.dot(&(&part.vertices()[*vertex] - start));
            beyond >= zero || &beyond * &beyond <= limit * &square
        });
        if is_beyond {
            return true;
        }
    }
    false
}
