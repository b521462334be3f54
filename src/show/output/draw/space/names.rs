//! The names of free bodies, each on a face that nothing covers.

use super::super::frame::Point;
use super::super::style::text_width;
use super::Picture;
use super::bodies::PaintedFace;
use crate::svg::{Drawing, Element, number};
use std::collections::BTreeSet;

/// The largest size of a name, px.
const LARGEST: f64 = 13.0;
/// The smallest one that can be read, px.
const SMALLEST: f64 = 6.5;
/// More bodies are not named.
const MOST: usize = 200;

/// The names, as far as there is room for them.
pub fn names(picture: &Picture, faces: &[PaintedFace]) -> Drawing {
    let mut drawn = Drawing::default();
    let size = (picture.module * 0.16).min(LARGEST);
    if size < SMALLEST || picture.scene.bodies.len() > MOST {
        return drawn;
    }
    let mut named = BTreeSet::new();
    // Faces that are painted late are covered least.
    for (index, face) in faces.iter().enumerate().rev() {
        let Some(body) = picture.scene.body(face.body) else {
            continue;
        };
        if body.is_fixed() || face.is_shade || named.contains(&face.body) {
            continue;
        }
        let half = Point::new(text_width(&body.name, size) / 2.0, size * 0.55);
        let at = middle(&face.corners);
        if holds(&face.corners, at, half) && !is_covered(&faces[index + 1..], at, half) {
            named.insert(face.body);
            let style = format!("font-size:{}px", number(size));
            let label = Element::of("text", "label").with("style", style);
            drawn.add(label.at(at.x, at.y + size * 0.36).saying(&body.name));
        }
    }
    drawn
}

fn middle(corners: &[Point]) -> Point {
    let mut sum = Point::new(0.0, 0.0);
    for corner in corners {
        sum = sum.moved(*corner, 1.0);
    }
    let count = corners.len().max(1) as f64;
    Point::new(sum.x / count, sum.y / count)
}

/// The four corners of a box about a point.
fn around(at: Point, half: Point) -> [Point; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| Point::new(at.x + x * half.x, at.y + y * half.y))
}

/// How far a point is to the left of an edge, as the page has y down; negative inside of a face.
fn outside([from, to]: [Point; 2], point: Point) -> f64 {
    let edge = to.minus(from);
    let arm = point.minus(from);
    edge.x * arm.y - edge.y * arm.x
}

fn edges(corners: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    let ends = corners.iter().cycle().skip(1);
    corners.iter().zip(ends).map(|(from, to)| [*from, *to])
}

/// Whether a box about a point is within a face.
fn holds(corners: &[Point], at: Point, half: Point) -> bool {
    let corners_of_box = around(at, half);
    edges(corners).all(|edge| {
        let mut points = corners_of_box.iter();
        points.all(|point| outside(edge, *point) <= 0.0)
    })
}

/// Whether all values are on one side of the range from -half to half.
fn is_outside(mut values: impl Iterator<Item = f64> + Clone, half: f64) -> bool {
    values.clone().all(|value| value >= half) || values.all(|value| value <= -half)
}

/// Whether a later face covers some of a box: neither an edge of it nor a side of the box separates
/// them.
fn is_covered(later: &[PaintedFace], at: Point, half: Point) -> bool {
    let corners_of_box = around(at, half);
    let mut later = later.iter().filter(|face| !face.is_shade);
    later.any(|face| {
        let corners = &face.corners;
        let x = corners.iter().map(|corner| corner.x - at.x);
        let y = corners.iter().map(|corner| corner.y - at.y);
        let is_beside = is_outside(x, half.x) || is_outside(y, half.y);
        let is_separated = edges(corners).any(|edge| {
            let mut points = corners_of_box.iter();
            points.all(|point| outside(edge, *point) >= 0.0)
        });
        !is_beside && !is_separated
    })
}
