//! C2, corners: a vertex at a vertex.
//!
//! With C, C' the cones that the two parts span at the common vertex, the second part may move by u
//! against the first unless u is inside C - C'. That cone is the set m·u < 0 for the two extreme
//! normals m of the lines that separate C from C', and both are normals of edges.

use crate::plane::figure::{Part, Vertex};
use crate::rejection::Result;
use zwang_certificate::Contact;
use zwang_exact::FractionVector;

/// A contact that a corner asks for, and the normal of its edge, from the first part into the
/// second.
type Candidate = (FractionVector, Contact);

/// The contacts of the two sides of the corner between a vertex of the smaller part and one of the
/// larger part.
pub(crate) fn sides(
    [first, second]: [Part; 2],
    [vertex, other]: [Vertex; 2],
) -> Result<[Vec<Contact>; 2]> {
    let mut candidates = separating_edges([first, second], [vertex, other])?;
    for (normal, contact) in separating_edges([second, first], [other, vertex])? {
        candidates.push((-&normal, contact));
    }
    let mut sides = [vec![], vec![]];
    let [zero, one] = &mut sides;
    for (normal, contact) in &candidates {
        let mut is_first = true;
        let mut is_last = true;
        for (other, _) in &candidates {
            let turn = normal.cross(other);
            is_first &= !turn.is_negative();
            is_last &= !turn.is_positive();
        }
        if is_first {
            zero.push(*contact);
        }
        if is_last {
            one.push(*contact);
        }
    }
    Ok(sides)
}

/// The edges at a vertex of one part whose outer side has both neighbours of the vertex of the
/// other part.
fn separating_edges(
    [own, other]: [Part; 2],
    [own_vertex, vertex]: [Vertex; 2],
) -> Result<Vec<Candidate>> {
    let [ending, starting] = other.edges_at(vertex)?;
    let neighbours = [ending.start.point, starting.end.point];
    let point = own_vertex.point;
    let mut candidates = Vec::new();
    for edge in own.edges_at(own_vertex)? {
        let normal = edge.normal();
        if are_outside(&normal, point, neighbours) {
            let contact = Contact {
                vertex: vertex.id,
                edge: edge.id,
            };
            candidates.push((normal, contact));
        }
    }
    Ok(candidates)
}

/// Whether points are not behind the line with this normal through a point.
fn are_outside(
    normal: &FractionVector,
    through: &FractionVector,
    points: [&FractionVector; 2],
) -> bool {
    for point in points {
        let from_line = point - through;
        if normal.dot(&from_line).is_negative() {
            return false;
        }
    }
    true
}
