//! Exact plane geometry for the tests of generated scenes, by brute force over all edges and
//! vertices.

use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Polygon, Scene};

pub fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// How far the other polygon is outside the line of an edge of the first, in units of the edge's
/// length, for the best edge.
fn clearance(owner: &Polygon, other: &Polygon) -> Rational {
    let outside = |(p, q): (&Vector, &Vector)| {
        let edge = q - p;
        other
            .vertices()
            .iter()
            .map(|w| -edge.cross(&(w - p)))
            .min()
            .unwrap()
    };
    owner.edges().map(outside).max().unwrap()
}

/// Convex polygons have disjoint interiors if and only if the line of an edge of one of them
/// separates them.
fn are_disjoint(one: &Polygon, other: &Polygon) -> bool {
    clearance(one, other) >= ratio(0, 1) || clearance(other, one) >= ratio(0, 1)
}

/// The names of the bodies that overlap.
pub fn overlaps(scene: &Scene) -> Vec<(&str, &str)> {
    let parts: Vec<(&Body, &Polygon)> = scene
        .bodies
        .iter()
        .flat_map(|body| body.parts.iter().map(move |part| (body, part)))
        .collect();
    let mut found = vec![];
    for (index, (body, part)) in parts.iter().enumerate() {
        for (other_body, other) in &parts[index + 1..] {
            if !are_disjoint(part, other) {
                found.push((body.name.as_str(), other_body.name.as_str()));
            }
        }
    }
    found
}
