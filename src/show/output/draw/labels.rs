//! The names of bodies, placed where they cover the fewest marks.

use super::frame::Point;
use super::picture::{Marks, Picture, Segment};
use super::style::text_width;
use crate::svg::{Drawing, Element, number};
use zwang_scene::Polygon;

/// The largest size of a name in a body, px.
const LARGEST: f64 = 13.0;
/// The smallest one that can be read, px.
const SMALLEST: f64 = 6.5;
/// Places of a name in the bounding box of its part, in percent from above and from the left; of
/// equally good places the first is taken.
const HEIGHTS: [u8; 9] = [50, 30, 70, 15, 85, 40, 60, 22, 78];
const WIDTHS: [u8; 13] = [50, 25, 75, 36, 64, 14, 86, 30, 70, 20, 80, 43, 57];

/// The names of free bodies, each where it covers the fewest marks; none if they would be too small
/// to read, and not those that do not fit.
pub(super) fn labels(picture: &Picture, marks: &Marks) -> Drawing {
    let share = picture.pixels * 0.27;
    let size = share.min(LARGEST);
    let mut labels = Drawing::default();
    if size < SMALLEST {
        return labels;
    }
    for body in &picture.scene.bodies {
        if body.is_fixed() {
            continue;
        }
        let name = Name::new(&body.name, size);
        if let Some(place) = name.best_place(picture, &body.parts, marks) {
            labels.add(name.at(place.at));
        }
    }
    labels
}

/// A name of some size.
struct Name<'a> {
    text: &'a str,
    size: f64,
    /// Half of its width and of its height.
    half: Point,
}

/// A place for a name.
struct Place {
    /// The centre of the name.
    at: Point,
    /// How much the name covers there.
    cost: f64,
}

impl<'a> Name<'a> {
    fn new(text: &'a str, size: f64) -> Self {
        let width = text_width(text, size);
        Self {
            text,
            size,
            half: Point::new(width / 2.0, size * 0.55),
        }
    }

    fn at(&self, center: Point) -> Element {
        let size = number(self.size);
        let style = format!("font-size:{size}px");
        let baseline = center.y + self.size * 0.36;
        Element::of("text", "label")
            .with("style", style)
            .at(center.x, baseline)
            .saying(self.text)
    }

    /// The best place within a body, if the name fits anywhere.
    fn best_place(&self, picture: &Picture, parts: &[Polygon], marks: &Marks) -> Option<Place> {
        let mut places = Vec::new();
        for part in parts {
            let mut corners = Vec::new();
            for vertex in part.vertices() {
                let corner = picture.frame.point(vertex);
                corners.push(corner);
            }
            if part.is_rounded() {
                let radius = picture.frame.length(part.radius());
                corners = octagons(&corners, radius);
            }
            places.extend(self.place(&corners, marks));
        }
        let places = places.into_iter();
        places.min_by(|one, other| one.cost.total_cmp(&other.cost))
    }

    /// The best place within a part, by its corners.
    fn place(&self, corners: &[Point], marks: &Marks) -> Option<Place> {
        let bounds = Bounds::around(corners);
        let mut near = Vec::new();
        for segment in &marks.segments {
            let ends = [segment.from, segment.to];
            let around = Bounds::around(&ends);
            if bounds.meet(&around) {
                near.push(segment);
            }
        }
        let mut best: Option<Place> = None;
        for height in HEIGHTS {
            for width in WIDTHS {
                let at = bounds.inner(width, height);
                if !holds(corners, at, self.half) {
                    continue;
                }
                let covered = near.iter().map(|segment| covered(segment, at, self.half));
                let cost: f64 = covered.sum();
                match &best {
                    Some(best) if cost >= best.cost - 1e-6 => {}
                    _ => best = Some(Place { at, cost }),
                }
            }
        }
        best
    }
}

/// The hull of regular octagons in the circles about corners, in their order: it is in the part
/// that is rounded by this radius.
fn octagons(corners: &[Point], radius: f64) -> Vec<Point> {
    let count = corners.len();
    let mut points = Vec::new();
    for (index, corner) in corners.iter().enumerate() {
        let after = corners[(index + 1) % count].minus(*corner);
        let before = corner.minus(corners[(index + count - 1) % count]);
        for step in 0..8 {
            let angle = -f64::from(step) * std::f64::consts::FRAC_PI_4;
            let way = Point::new(angle.cos(), angle.sin());
            // Only where the outline goes around this corner.
            let reaches = way.x * after.x + way.y * after.y <= 0.0;
            let leaves = way.x * before.x + way.y * before.y >= 0.0;
            if reaches && leaves {
                // Corners in one direction follow each other along the outline.
                let along = corner.x * angle.sin() - corner.y * angle.cos();
                points.push((-angle, along, corner.moved(way, radius)));
            }
        }
    }
    points.sort_by(|(one, first, _), (other, second, _)| {
        one.total_cmp(other).then(first.total_cmp(second))
    });
    points.into_iter().map(|(_, _, point)| point).collect()
}

/// A rectangle of the page.
struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    /// The smallest one around some points.
    fn around(points: &[Point]) -> Self {
        let mut low = Point::new(f64::MAX, f64::MAX);
        let mut high = Point::new(f64::MIN, f64::MIN);
        for point in points {
            low.x = low.x.min(point.x);
            low.y = low.y.min(point.y);
            high.x = high.x.max(point.x);
            high.y = high.y.max(point.y);
        }
        Self { low, high }
    }

    fn meet(&self, other: &Self) -> bool {
        self.begins_before_the_end_of(other) && other.begins_before_the_end_of(self)
    }

    fn begins_before_the_end_of(&self, other: &Self) -> bool {
        self.low.x <= other.high.x && self.low.y <= other.high.y
    }

    /// The point so many percent of the width and the height from the lower bounds.
    fn inner(&self, width: u8, height: u8) -> Point {
        let size = self.high.minus(self.low);
        let across = f64::from(width) / 100.0;
        let up = f64::from(height) / 100.0;
        let x = self.low.x + size.x * across;
        let y = self.low.y + size.y * up;
        Point::new(x, y)
    }
}

/// Whether a box lies within a convex polygon that runs clockwise on the page, y down (so
/// counter-clockwise in the plane).
fn holds(corners: &[Point], at: Point, half: Point) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).all(|(p, q)| {
        let edge = q.minus(*p);
        let reach_across = edge.y.abs() * half.x;
        let reach = reach_across + edge.x.abs() * half.y;
        let offset = at.minus(*p);
        let distance = edge.y * offset.x - edge.x * offset.y;
        distance >= reach
    })
}

/// How much of a segment a box covers with a little room around it, px: the part within both slabs
/// (Liang & Barsky 1984).
fn covered(segment: &Segment, at: Point, half: Point) -> f64 {
    let from = segment.from;
    let vector = segment.to.minus(from);
    let room = Point::new(3.0, 1.0);
    let reach = half.moved(room, 1.0);
    let low = at.minus(reach);
    let high = at.moved(reach, 1.0);
    let mut enter = 0.0f64;
    let mut leave = 1.0f64;
    for (start, step, low, high) in [
        (from.x, vector.x, low.x, high.x),
        (from.y, vector.y, low.y, high.y),
    ] {
        if step == 0.0 {
            if start < low || start > high {
                return 0.0;
            }
            continue;
        }
        let first = (low - start) / step;
        let second = (high - start) / step;
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
