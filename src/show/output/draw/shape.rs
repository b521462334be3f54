//! Paths: arrows, turning arrows and polygons, as the `d` attribute of an SVG path.

use super::frame::Point;
use crate::svg::number;
use std::f64::consts::FRAC_1_SQRT_2;
use std::mem;

/// The opening angle of half an arrow head: its half width over its length.
const HEAD_SLOPE: f64 = 0.42;

/// `x y` of a point.
fn point(at: Point) -> String {
    let x = number(at.x);
    let y = number(at.y);
    format!("{x} {y}")
}

/// A straight line.
pub(super) fn line(from: Point, to: Point) -> String {
    let from = point(from);
    let to = point(to);
    format!("M{from}L{to}")
}

/// A closed polygon.
pub(super) fn polygon(points: &[Point]) -> String {
    if points.is_empty() {
        return String::new();
    }
    let mut corners = Vec::new();
    for at in points {
        corners.push(point(*at));
    }
    let corners = corners.join("L");
    format!("M{corners}Z")
}

/// The outline of all that is at most a radius away from a polygon, a segment or a point, whose
/// corners run clockwise on the page.
pub(super) fn rounded(corners: &[Point], radius: f64) -> String {
    let size = number(radius);
    if let [centre] = corners {
        let left = point(Point::new(centre.x - radius, centre.y));
        let right = point(Point::new(centre.x + radius, centre.y));
        return format!("M{left}A{size} {size} 0 0 0 {right}A{size} {size} 0 0 0 {left}Z");
    }
    let ends = corners.iter().cycle().skip(1);
    let mut path = String::new();
    for (from, to) in corners.iter().zip(ends) {
        // Outward: corners run so that the inside is on the left, with y down.
        let along = to.minus(*from).unit();
        let outward = along.quarter_turn();
        let start = point(from.moved(outward, radius));
        let end = point(to.moved(outward, radius));
        if path.is_empty() {
            path = format!("M{start}");
        } else {
            path += &format!("A{size} {size} 0 0 0 {start}");
        }
        path += &format!("L{end}");
    }
    if let [first, second, ..] = corners {
        let outward = second.minus(*first).unit().quarter_turn();
        let start = point(first.moved(outward, radius));
        path += &format!("A{size} {size} 0 0 0 {start}Z");
    }
    path
}

/// The sign ∞ about a point, to be stroked; `radius` is half its width.
pub(super) fn infinity(centre: Point, radius: f64) -> String {
    let right = centre.x + radius;
    let left = centre.x - radius;
    let shift = radius * 0.45;
    let rise = radius * 0.75;
    let mut path = format!("M{}", point(centre));
    for (side, near) in [(right, centre.x + shift), (left, centre.x - shift)] {
        let above = Point::new(near, centre.y - rise);
        let above_end = Point::new(side, centre.y - rise);
        let end = Point::new(side, centre.y);
        let below_end = Point::new(side, centre.y + rise);
        let below = Point::new(near, centre.y + rise);
        let out = [above, above_end, end].map(point).join(" ");
        let back = [below_end, below, centre].map(point).join(" ");
        path += &format!("C{out}C{back}");
    }
    path
}

/// The proportions of an arrow, px.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    /// Width of the shaft.
    pub(super) shaft: f64,
    /// Length of the head.
    pub(super) head: f64,
}

impl Pen {
    /// A pen for pictures whose typical body measures `module` pixels, `weight` times the usual
    /// one.
    pub(super) fn new(module: f64, weight: f64) -> Self {
        let share = module * 0.055;
        let usual = share.clamp(0.45, 2.4);
        Self::of_shaft(usual * weight)
    }

    /// A pen at least this thick, for the legend.
    pub(super) fn at_least(self, shaft: f64) -> Self {
        Self::of_shaft(self.shaft.max(shaft))
    }

    /// A pen at most this thick.
    pub(super) fn at_most(self, shaft: f64) -> Self {
        Self::of_shaft(self.shaft.min(shaft))
    }

    /// Half the width of an arrow.
    pub(super) fn half_width(self) -> f64 {
        self.head * HEAD_SLOPE
    }

    fn of_shaft(shaft: f64) -> Self {
        Self {
            shaft,
            head: shaft * 4.0,
        }
    }
}

/// A filled arrow from `tail` to `tip`. The head of a short one is smaller.
pub(super) fn arrow(tail: Point, tip: Point, pen: Pen) -> String {
    let vector = tip.minus(tail);
    let along = vector.unit();
    let across = along.quarter_turn();
    let longest_head = vector.length() * 0.7;
    let head = pen.head.min(longest_head);
    let neck = tip.moved(along, -head);
    let wing = head * HEAD_SLOPE;
    let narrower = pen.shaft.min(wing);
    let half = narrower / 2.0;
    // The wings are swept back a little, so that even a short arrow has a clear tip.
    let sweep = head * 0.12;
    let wing_base = neck.moved(along, -sweep);
    polygon(&[
        tail.moved(across, half),
        neck.moved(across, half),
        wing_base.moved(across, wing),
        tip,
        wing_base.moved(across, -wing),
        neck.moved(across, -half),
        tail.moved(across, -half),
    ])
}

/// An arrow for a vector that is longer than it: interrupted, with a piece of shaft near its tail.
pub(super) fn broken_arrow(tail: Point, tip: Point, pen: Pen) -> String {
    let vector = tip.minus(tail);
    let stub = tail.moved(vector, 0.2);
    let rest = tail.moved(vector, 0.32);
    let across = vector.unit().quarter_turn();
    let half = pen.shaft / 2.0;
    let piece = polygon(&[
        tail.moved(across, half),
        stub.moved(across, half),
        stub.moved(across, -half),
        tail.moved(across, -half),
    ]);
    piece + &arrow(rest, tip, pen)
}

/// An arrow of lines with an open head, to be stroked.
pub(super) fn open_arrow(tail: Point, tip: Point, pen: Pen) -> String {
    let vector = tip.minus(tail);
    let along = vector.unit();
    let across = along.quarter_turn();
    let longest_head = vector.length() * 0.7;
    let head = pen.head.min(longest_head);
    let base = tip.moved(along, -head);
    let half = head * HEAD_SLOPE;
    let left = base.moved(across, half);
    let right = base.moved(across, -half);
    let shaft = line(tail, tip);
    let tip = point(tip);
    let left = point(left);
    let right = point(right);
    format!("{shaft}M{left}L{tip}L{right}")
}

/// A bar across the tail of an arrow.
pub(super) fn tail_bar(tail: Point, tip: Point, pen: Pen) -> String {
    let along = tip.minus(tail).unit();
    let across = along.quarter_turn();
    let front = tail.moved(along, pen.shaft);
    let half = pen.half_width();
    polygon(&[
        tail.moved(across, half),
        front.moved(across, half),
        front.moved(across, -half),
        tail.moved(across, -half),
    ])
}

/// Two arrows from one point, the one the other's opposite.
pub(super) fn double_arrow(middle: Point, vector: Point, pen: Pen) -> String {
    let tip = middle.moved(vector, 1.0);
    let other_tip = middle.moved(vector, -1.0);
    let there = arrow(middle, tip, pen);
    let back = arrow(middle, other_tip, pen);
    there + &back
}

/// The eight main directions, in turn.
const DIRECTIONS: [Point; 8] = [
    Point::new(1.0, 0.0),
    Point::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    Point::new(0.0, 1.0),
    Point::new(-FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    Point::new(-1.0, 0.0),
    Point::new(-FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
    Point::new(0.0, -1.0),
    Point::new(FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
];

/// A star with eight points, four of them longer.
pub(super) fn star(center: Point, radius: f64) -> String {
    let next = DIRECTIONS.iter().cycle().skip(1);
    let between = radius * 0.38;
    let mut length = radius;
    let mut other_length = radius * 0.72;
    let mut points = Vec::new();
    for (ray, next) in DIRECTIONS.iter().zip(next) {
        let inner = ray.moved(*next, 1.0).unit();
        points.push(center.moved(*ray, length));
        points.push(center.moved(inner, between));
        mem::swap(&mut length, &mut other_length);
    }
    polygon(&points)
}

/// A point of a circle, by the tangent of half the angle from straight up, counter-clockwise on the
/// page; no angle function is needed.
fn on_circle(center: Point, radius: f64, half_tangent: f64) -> Point {
    let square = half_tangent * half_tangent;
    let whole = 1.0 + square;
    let sine = 2.0 * half_tangent / whole;
    let cosine = (1.0 - square) / whole;
    let direction = Point::new(-sine, -cosine);
    center.moved(direction, radius)
}

/// The paths of a turning arrow.
pub(super) struct TurningArrow {
    /// To be stroked.
    pub(super) arcs: String,
    /// To be filled.
    pub(super) heads: String,
}

/// A turning arrow: two opposite arcs about `center`, from top and bottom, with heads. `turn` from
/// -1 to 1 is the tangent of half the angle over that of the largest turn; positive is
/// counter-clockwise.
pub(super) fn turning_arrow(center: Point, radius: f64, turn: f64, pen: Pen) -> TurningArrow {
    let tangent = turn.clamp(-1.0, 1.0) * LARGEST_HALF_TANGENT;
    let sweep = if turn > 0.0 { 0 } else { 1 };
    let end_from_top = on_circle(center, radius, tangent);
    let head = pen.head * 0.8;
    let r = number(radius);
    let mut arcs = String::new();
    let mut heads = String::new();
    for side in [1.0, -1.0] {
        let upward = Point::new(0.0, -side);
        let start = center.moved(upward, radius);
        let to_end = end_from_top.minus(center);
        let end = center.moved(to_end, side);
        let from = point(start);
        let to = point(end);
        let arc = format!("M{from}A{r} {r} 0 0 {sweep} {to}");
        arcs.push_str(&arc);
        heads += &turning_head(center, end, turn, head);
    }
    TurningArrow { arcs, heads }
}

/// The head of a turning arrow about `center` whose arc ends at `end`.
fn turning_head(center: Point, end: Point, turn: f64, head: f64) -> String {
    let outward = end.minus(center).unit();
    let across = outward.quarter_turn();
    // Counter-clockwise on a page with y down: from up to the left.
    let forward = if turn > 0.0 { -head } else { head };
    let tip = end.moved(across, forward * 0.85);
    let base = end.moved(across, -forward * 0.15);
    let half = head * 0.5;
    let outer = base.moved(outward, half);
    let inner = base.moved(outward, -half);
    polygon(&[outer, tip, inner])
}

/// A turning arrow of one arc from the bottom, twice as long as those of [`turning_arrow`].
pub(super) fn circling_arrow(center: Point, radius: f64, turn: f64, pen: Pen) -> TurningArrow {
    let tangent = turn.clamp(-1.0, 1.0) * LARGEST_HALF_TANGENT;
    let square = tangent * tangent;
    // By sine and cosine of the angle those of twice the angle, which may be beyond 180 degrees.
    let whole = 1.0 + square;
    let sine = 2.0 * tangent / whole;
    let cosine = (1.0 - square) / whole;
    let double_sine = 2.0 * sine * cosine;
    let double_cosine = cosine * cosine - sine * sine;
    let bottom = Point::new(0.0, 1.0);
    let direction = Point::new(double_sine, double_cosine);
    let start = center.moved(bottom, radius);
    let end = center.moved(direction, radius);
    let is_large = if square > 1.0 { 1 } else { 0 };
    let sweep = if turn > 0.0 { 0 } else { 1 };
    let r = number(radius);
    let from = point(start);
    let to = point(end);
    TurningArrow {
        arcs: format!("M{from}A{r} {r} 0 {is_large} {sweep} {to}"),
        heads: turning_head(center, end, turn, pen.head * 0.8),
    }
}

/// Tangent of half of 140 degrees, the angle of the largest turning arrow.
const LARGEST_HALF_TANGENT: f64 = 2.747_477;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_mirrored_exactly() {
        let pen = Pen::new(40.0, 1.0);
        let center = Point::new(0.0, 0.0);
        let left = turning_arrow(center, 10.0, 0.5, pen);
        let expected = "M0 -10A10 10 0 0 0 -9.52 3.07M0 10A10 10 0 0 0 9.52 -3.07";
        assert_eq!(left.arcs, expected);
        let right = turning_arrow(center, 10.0, -0.5, pen);
        let expected = "M0 -10A10 10 0 0 1 9.52 3.07M0 10A10 10 0 0 1 -9.52 -3.07";
        assert_eq!(right.arcs, expected);
    }
}
