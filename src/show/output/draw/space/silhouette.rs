//! Outlines of rounded parts: the hull of circles around the points of a core on the page.
//!
//! The projection is orthographic and its two axes are of one scale, so a ball is a circle.
#![allow(clippy::disallowed_types)]

use super::super::frame::Point;

/// Points on a circle; at a radius of 100 it is off by a twentieth.
const STEPS: u32 = 96;

/// The corners of the hull of circles around points, in the sense of those of faces.
pub fn silhouette(centres: &[Point], radius: f64) -> Vec<Point> {
    let mut points = Vec::with_capacity(centres.len() * STEPS as usize);
    for centre in centres {
        for step in 0..STEPS {
            let angle = std::f64::consts::TAU * f64::from(step) / f64::from(STEPS);
            let (sine, cosine) = angle.sin_cos();
            points.push(Point::new(
                centre.x + radius * cosine,
                centre.y + radius * sine,
            ));
        }
    }
    hull(points)
}

/// The corners of a convex hull, by two chains of points from left to right and back.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let mut corners = chain(points.iter().copied());
    corners.extend(chain(points.iter().rev().copied()));
    corners
}

/// The points that turn one way, without the last.
fn chain(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for point in points {
        while let [.., one, other] = chain.as_slice()
            && turn(*one, *other, point) >= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain.pop();
    chain
}

fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
