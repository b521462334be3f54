//! Exact plane geometry for the tests of generated scenes, by brute force over all edges and
//! vertices.

use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Polygon, Scene};

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

/// Whether a pin of two bodies says that they do not collide.
fn ignore_each_other(scene: &Scene, one: BodyId, other: BodyId) -> bool {
    let mut pins = scene.pins.iter().filter(|pin| !pin.collide);
    pins.any(|pin| {
        let bodies = [Some(pin.first), pin.second];
        bodies == [Some(one), Some(other)] || bodies == [Some(other), Some(one)]
    })
}

/// The names of the bodies that overlap, but for those that ignore each other.
pub fn overlaps(scene: &Scene) -> Vec<(&str, &str)> {
    let mut parts: Vec<(BodyId, &Body, &Polygon)> = vec![];
    for (id, body) in scene.numbered_bodies() {
        parts.extend(body.parts.iter().map(|part| (id, body, part)));
    }
    let mut found = vec![];
    for (index, (id, body, part)) in parts.iter().enumerate() {
        for (other_id, other_body, other) in &parts[index + 1..] {
            if !are_disjoint(part, other) && !ignore_each_other(scene, *id, *other_id) {
                found.push((body.name.as_str(), other_body.name.as_str()));
            }
        }
    }
    found
}
