//! Bodies, parts, vertices and edges by their indices; an index that does not exist is a violation of the form, wherever
//! it is met.

use crate::{Rejection, names};
use zwang_certificate::{Feature, PartId};
use zwang_exact::Vector;
use zwang_scene::{Body, Polygon, Scene};

pub(crate) fn body(scene: &Scene, body: usize) -> Result<&Body, Rejection> {
    scene.bodies.get(body).ok_or_else(|| Rejection::index("scene", "body", body, scene.bodies.len()))
}

pub(crate) fn part(scene: &Scene, id: PartId) -> Result<&Polygon, Rejection> {
    let parts = &body(scene, id.body)?.parts;
    parts.get(id.part).ok_or_else(|| Rejection::index(names::body(scene, id.body), "part", id.part, parts.len()))
}

pub(crate) fn vertex(scene: &Scene, vertex: Feature) -> Result<&Vector, Rejection> {
    let vertices = part(scene, vertex.part)?.vertices();
    let missing = || Rejection::index(names::part(scene, vertex.part), "vertex", vertex.index, vertices.len());
    vertices.get(vertex.index).ok_or_else(missing)
}

/// The ends (p, q) of an edge.
pub(crate) fn edge(scene: &Scene, edge: Feature) -> Result<(&Vector, &Vector), Rejection> {
    let vertices = part(scene, edge.part)?.vertices();
    let ends = (vertices.get(edge.index), vertices.get(next(edge.index, vertices.len())));
    let missing = || Rejection::index(names::part(scene, edge.part), "edge", edge.index, vertices.len());
    ends.0.zip(ends.1).ok_or_else(missing)
}

/// The index after this one, cyclically.
pub(crate) fn next(index: usize, count: usize) -> usize {
    let next = index.saturating_add(1);
    if next < count { next } else { 0 }
}

/// The index before this one, cyclically.
pub(crate) fn previous(index: usize, count: usize) -> usize {
    index.checked_sub(1).unwrap_or(count.saturating_sub(1))
}

/// The outward normal -J(q - p) of an edge (p, q).
pub(crate) fn outward_normal(p: &Vector, q: &Vector) -> Vector {
    (p - q).quarter_turn()
}
