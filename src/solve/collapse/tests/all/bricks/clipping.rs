//! Intersections of convex polygons by clipping, independent of separating edges.

use super::number;
use std::collections::BTreeSet;
use zwang_exact::Vector;
use zwang_scene::Polygon;

/// The vertices of the intersection of two convex polygons (Sutherland & Hodgman), each once.
pub fn clipped(subject: &Polygon, window: &Polygon) -> BTreeSet<Vector> {
    let mut points: Vec<Vector> = subject.vertices().to_vec();
    for (start, end) in window.edges() {
        let side = |point: &Vector| (end - start).cross(&(point - start));
        let mut kept = Vec::new();
        for (index, point) in points.iter().enumerate() {
            let next = &points[(index + 1) % points.len()];
            let (here, there) = (side(point), side(next));
            let zero = number("0");
            if here >= zero {
                kept.push(point.clone());
            }
            if (here < zero && there > zero) || (here > zero && there < zero) {
                kept.push(point + &(next - point).scaled(&(&here / (&here - &there))));
            }
        }
        points = kept;
    }
    points.into_iter().collect()
}

/// The neighbours of a vertex, relative to it.
pub fn directions(polygon: &Polygon, vertex: &Vector) -> Vec<Vector> {
    let vertices = polygon.vertices();
    let index = vertices.iter().position(|other| other == vertex).unwrap();
    [index + 1, index + vertices.len() - 1]
        .map(|other| &vertices[other % vertices.len()] - vertex)
        .to_vec()
}
