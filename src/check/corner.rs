//! C2, corners: a vertex at a vertex.
//!
//! With C, C' the cones that the two parts span at the common vertex, the second part may move by u against the first
//! unless u is inside C - C'. That cone is the set m·u < 0 for the two extreme normals m of the lines that separate C
//! from C', and both are normals of edges.

use crate::{Rejection, lookup};
use num_traits::Signed;
use zwang_certificate::{Contact, Feature};
use zwang_exact::{Rational, Vector};
use zwang_scene::Scene;

/// The contacts of the two sides of the corner between a vertex of the smaller part and one of the larger part.
pub(crate) fn sides(scene: &Scene, first: Feature, second: Feature) -> Result<[Vec<Contact>; 2], Rejection> {
    let mut separating = separating_edges(scene, first, second)?;
    let from_second = separating_edges(scene, second, first)?;
    separating.extend(from_second.into_iter().map(|(normal, contact)| (-&normal, contact)));
    let side = |is_on_side: fn(&Rational) -> bool| {
        let extreme = |normal: &Vector| separating.iter().all(|(other, _)| is_on_side(&normal.cross(other)));
        separating.iter().filter(|(normal, _)| extreme(normal)).map(|(_, contact)| *contact).collect()
    };
    Ok([side(|turn| !turn.is_negative()), side(|turn| !turn.is_positive())])
}

/// The edges at vertex `own` whose outer side has both neighbours of vertex `other`: outward normal and contact.
fn separating_edges(scene: &Scene, own: Feature, other: Feature) -> Result<Vec<(Vector, Contact)>, Rejection> {
    let point = lookup::vertex(scene, own)?;
    let count = lookup::part(scene, other.part)?.vertices().len();
    let neighbour = |index| lookup::vertex(scene, Feature { part: other.part, index });
    let neighbours = [neighbour(lookup::previous(other.index, count))?, neighbour(lookup::next(other.index, count))?];
    let own_count = lookup::part(scene, own.part)?.vertices().len();
    let mut edges = Vec::new();
    for index in [lookup::previous(own.index, own_count), own.index] {
        let edge = Feature { part: own.part, index };
        let (p, q) = lookup::edge(scene, edge)?;
        let normal = lookup::outward_normal(p, q);
        if neighbours.iter().all(|neighbour| !normal.dot(&(*neighbour - point)).is_negative()) {
            edges.push((normal, Contact { vertex: other, edge }));
        }
    }
    Ok(edges)
}
