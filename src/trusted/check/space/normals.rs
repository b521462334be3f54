//! The extreme rays of the cone N of all normals that separate two touching parts.
//!
//! N is the set of all m with m·(p - x) ≤ 0 ≤ m·(q - x) for all vertices p of P and q of Q, at any
//! point x that both have in common. An extreme ray is a solution for which these inequalities are
//! equations in a set of directions that spans a plane. So it is normal to a face of P or of Q at
//! x, or to an edge of each at x that are not parallel; and what is, and separates, is an extreme
//! ray.

use crate::rejection::Result;
use crate::space::figure::Part;
use crate::space::separation::SeparatingPlane;
use crate::space::touching::Point;
use crate::space::vector::IntegerVector;
use crate::space::work::Work;
use std::collections::BTreeSet;
use zwang_exact::Integer;

/// A part at a point of it: the faces and the edges there.
struct Features<'a> {
    normals: Vec<&'a IntegerVector>,
    /// Directions, in either sense.
    edges: Vec<IntegerVector>,
    /// Its vertices from the point, in some unit.
    arms: Vec<IntegerVector>,
}

/// The rays of N, primitive, in order.
pub(super) fn rays(
    plane: &SeparatingPlane,
    point: &Point,
    work: &mut Work,
) -> Result<Vec<IntegerVector>> {
    let [first, second] = plane.parts;
    let first = Features::new(&first, point)?;
    let second = Features::new(&second, point)?;
    let faces = first.normals.len().saturating_add(second.normals.len());
    let crossings = first.edges.len().saturating_mul(second.edges.len());
    work.add(plane.vertices(), faces.saturating_add(crossings))?;
    let mut candidates: BTreeSet<IntegerVector> = first.normals.iter().copied().cloned().collect();
    candidates.extend(second.normals.iter().map(|normal| normal.opposite()));
    for edge in &first.edges {
        for other in &second.edges {
            let normal = edge.cross(other).primitive();
            candidates.insert(normal.opposite());
            candidates.insert(normal);
        }
    }
    let mut rays = Vec::new();
    for candidate in candidates {
        if !candidate.is_zero() && separates(&candidate, &first, &second) {
            rays.push(candidate);
        }
    }
    Ok(rays)
}

/// Whether m·(p - x) ≤ 0 ≤ m·(q - x) for all vertices p of the first part and q of the second.
fn separates(normal: &IntegerVector, first: &Features, second: &Features) -> bool {
    let is_behind = |arm: &IntegerVector| normal.dot(arm) <= Integer::ZERO;
    let is_before = |arm: &IntegerVector| normal.dot(arm) >= Integer::ZERO;
    first.arms.iter().all(is_behind) && second.arms.iter().all(is_before)
}

impl<'a> Features<'a> {
    fn new(part: &Part<'a>, point: &Point) -> Result<Self> {
        let solid = part.solid;
        let arms = part.arms(point);
        let mut normals = Vec::new();
        let mut is_at_point = Vec::new();
        for (face, normal) in solid.polyhedron.faces().iter().zip(&solid.normals) {
            // The point is in the part, and so in a face if it is in its plane.
            let corner = face.vertices.first().and_then(|vertex| arms.get(*vertex));
            let is_in = corner.is_some_and(|arm| normal.dot(arm).is_zero());
            is_at_point.push(is_in);
            if is_in {
                normals.push(normal);
            }
        }
        let is_at = |face: usize| is_at_point.get(face).copied().unwrap_or(false);
        let mut edges = Vec::new();
        for edge in solid.polyhedron.edges() {
            if is_at(edge.left) && is_at(edge.right) {
                edges.push(part.vertex(edge.to)?.minus(part.vertex(edge.from)?));
            }
        }
        Ok(Self {
            normals,
            edges,
            arms,
        })
    }
}
