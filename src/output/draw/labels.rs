//! The names of bodies, placed where they cover the fewest marks.

use super::frame::Point;
use super::picture::{Marks, Picture};
use super::shape::number;
use super::style::{escape, text_width};
use zwang_scene::Polygon;

/// The largest and the smallest size of a name in a body, px.
const LABEL_SIZES: [f64; 2] = [13.0, 6.5];

/// The names of free bodies, each where it covers the fewest marks; none if they would be too small
/// to read, and not those that do not fit.
pub(super) fn labels(picture: &Picture, marks: &Marks) -> String {
    let [largest, smallest] = LABEL_SIZES;
    let size = (picture.pixels * 0.27).min(largest);
    if size < smallest {
        return String::new();
    }
    let mut labels = String::new();
    for body in picture.scene.bodies.iter().filter(|body| !body.is_fixed()) {
        let parts = body.parts.iter();
        let places = parts.filter_map(|part| place(picture, part, &body.name, size, marks));
        if let Some((_, at)) = places.min_by(|(cost, _), (other, _)| cost.total_cmp(other)) {
            let [x, y, size] = [at.x, at.y + size * 0.36, size].map(number);
            let name = escape(&body.name);
            labels.push_str(&format!(
                "<text class=\"label\" style=\"font-size:{size}px\" \
                 x=\"{x}\" y=\"{y}\">{name}</text>\n"
            ));
        }
    }
    labels
}

/// The best centre for a name within a part, and how much it covers there.
fn place(
    picture: &Picture,
    part: &Polygon,
    name: &str,
    size: f64,
    marks: &Marks,
) -> Option<(f64, Point)> {
    let mut corners = Vec::new();
    let mut low = Point::new(f64::MAX, f64::MAX);
    let mut high = Point::new(f64::MIN, f64::MIN);
    for vertex in part.vertices() {
        let corner = picture.frame.point(vertex);
        low = Point::new(low.x.min(corner.x), low.y.min(corner.y));
        high = Point::new(high.x.max(corner.x), high.y.max(corner.y));
        corners.push(corner);
    }
    let half = Point::new(text_width(name, size) / 2.0, size * 0.55);
    let mut near = marks.segments.clone();
    near.retain(|(a, b)| overlaps(*a, *b, low, high));
    let mut best: Option<(f64, Point)> = None;
    for row in [0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6, 0.22, 0.78] {
        for column in [
            0.5, 0.25, 0.75, 0.36, 0.64, 0.14, 0.86, 0.3, 0.7, 0.2, 0.8, 0.43, 0.57,
        ] {
            let x = low.x + (high.x - low.x) * column;
            let y = low.y + (high.y - low.y) * row;
            let at = Point::new(x, y);
            if !holds(&corners, at, half) {
                continue;
            }
            let covered: f64 = near.iter().map(|(a, b)| covered(*a, *b, at, half)).sum();
            if best.is_none_or(|(cost, _)| covered < cost - 1e-6) {
                best = Some((covered, at));
            }
        }
    }
    best
}

/// Whether the bounding box of a segment meets that of a part.
fn overlaps(a: Point, b: Point, low: Point, high: Point) -> bool {
    a.x.min(b.x) <= high.x
        && a.x.max(b.x) >= low.x
        && a.y.min(b.y) <= high.y
        && a.y.max(b.y) >= low.y
}

/// Whether a box lies within a convex polygon that runs clockwise on the page, y down (so
/// counter-clockwise in the plane).
fn holds(corners: &[Point], at: Point, half: Point) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).all(|(p, q)| {
        let edge = q.minus(*p);
        let reach = edge.y.abs() * half.x + edge.x.abs() * half.y;
        let offset = at.minus(*p);
        edge.y * offset.x - edge.x * offset.y >= reach
    })
}

/// How much of a segment a box covers with a little room around it, px: the part within both slabs
/// (Liang & Barsky 1984).
fn covered(a: Point, b: Point, at: Point, half: Point) -> f64 {
    let vector = b.minus(a);
    let mut enter = 0.0f64;
    let mut leave = 1.0f64;
    for (start, step, middle, reach) in [
        (a.x, vector.x, at.x, half.x + 3.0),
        (a.y, vector.y, at.y, half.y + 1.0),
    ] {
        if step == 0.0 {
            if (start - middle).abs() > reach {
                return 0.0;
            }
            continue;
        }
        let first = (middle - reach - start) / step;
        let second = (middle + reach - start) / step;
        enter = enter.max(first.min(second));
        leave = leave.min(first.max(second));
    }
    // Even the shortest arrow has a head.
    if leave < enter {
        0.0
    } else {
        (leave - enter) * vector.length() + 4.0
    }
}
