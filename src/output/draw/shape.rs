//! Paths: arrows, turning arrows and polygons, as the `d` attribute of an SVG path.

use super::frame::Point;

/// The opening angle of half an arrow head: its half width over its length.
const HEAD_SLOPE: f64 = 0.42;

/// A number of the page: two decimals at most, without trailing zeros; the bytes are the same on
/// every machine.
pub(crate) fn number(value: f64) -> String {
    let hundredths = (value * 100.0).round();
    if !hundredths.is_finite() || hundredths == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{:.2}", hundredths / 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `x y` of a point.
pub(super) fn point(at: Point) -> String {
    format!("{} {}", number(at.x), number(at.y))
}

/// A closed polygon.
pub(super) fn polygon(points: &[Point]) -> String {
    match points {
        [] => String::new(),
        [first, rest @ ..] => {
            let lines: String = rest.iter().map(|at| format!("L{}", point(*at))).collect();
            format!("M{}{lines}Z", point(*first))
        }
    }
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
        let shaft = (module * 0.055).clamp(0.45, 2.4) * weight;
        Self::of_shaft(shaft)
    }

    /// A pen at least this thick, for the legend.
    pub(super) fn at_least(self, shaft: f64) -> Self {
        Self::of_shaft(self.shaft.max(shaft))
    }

    /// A pen at most this thick.
    pub(super) fn at_most(self, shaft: f64) -> Self {
        Self::of_shaft(self.shaft.min(shaft))
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
    let along = tip.minus(tail).unit();
    let across = along.quarter_turn();
    let head = pen.head.min(tip.minus(tail).length() * 0.7);
    let neck = tip.moved(along, -head);
    let wing = head * HEAD_SLOPE;
    let half = (pen.shaft / 2.0).min(wing / 2.0);
    // The wings are swept back a little, so that even a short arrow has a clear tip.
    let wing_base = neck.moved(along, -head * 0.12);
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
    let (stub, rest) = (tail.moved(vector, 0.2), tail.moved(vector, 0.32));
    let across = vector.unit().quarter_turn();
    let half = pen.shaft / 2.0;
    let piece = [
        tail.moved(across, half),
        stub.moved(across, half),
        stub.moved(across, -half),
        tail.moved(across, -half),
    ];
    format!("{}{}", polygon(&piece), arrow(rest, tip, pen))
}

/// Two arrows from one point, the one the other's opposite.
pub(super) fn double_arrow(middle: Point, vector: Point, pen: Pen) -> String {
    format!(
        "{}{}",
        arrow(middle, middle.moved(vector, 1.0), pen),
        arrow(middle, middle.moved(vector, -1.0), pen)
    )
}

/// A star with eight points, four of them longer.
pub(super) fn star(center: Point, radius: f64) -> String {
    const OCTANT: f64 = std::f64::consts::FRAC_1_SQRT_2;
    let directions = [
        (1.0, 0.0),
        (OCTANT, OCTANT),
        (0.0, 1.0),
        (-OCTANT, OCTANT),
        (-1.0, 0.0),
        (-OCTANT, -OCTANT),
        (0.0, -1.0),
    ];
    let directions: Vec<Point> = directions
        .into_iter()
        .chain([(OCTANT, -OCTANT)])
        .map(|(x, y)| Point::new(x, y))
        .collect();
    let next = directions.iter().cycle().skip(1);
    let points = directions
        .iter()
        .zip(next)
        .enumerate()
        .flat_map(|(index, (ray, next))| {
            let length = if index % 2 == 0 {
                radius
            } else {
                radius * 0.72
            };
            let inner = Point::new(ray.x + next.x, ray.y + next.y).unit();
            [
                center.moved(*ray, length),
                center.moved(inner, radius * 0.38),
            ]
        });
    polygon(&points.collect::<Vec<_>>())
}

/// A point of a circle, by the tangent of half the angle from straight up, counter-clockwise on the
/// page; no angle function is needed.
fn on_circle(center: Point, radius: f64, half_tangent: f64) -> Point {
    let square = half_tangent * half_tangent;
    let (sine, cosine) = (
        2.0 * half_tangent / (1.0 + square),
        (1.0 - square) / (1.0 + square),
    );
    center.moved(Point::new(-sine, -cosine), radius)
}

/// A turning arrow: two opposite arcs about `center`, from top and bottom, with heads. `turn` from
/// -1 to 1 is the tangent of half the angle over that of the largest turn; positive is
/// counter-clockwise. Returns the path of the arcs, to be stroked, and that of the heads, to be
/// filled.
pub(super) fn turning_arrow(center: Point, radius: f64, turn: f64, pen: Pen) -> (String, String) {
    let tangent = turn.clamp(-1.0, 1.0) * LARGEST_HALF_TANGENT;
    let sweep = if turn > 0.0 { 0 } else { 1 };
    let (mut arcs, mut heads) = (String::new(), String::new());
    for side in [1.0, -1.0] {
        let start = center.moved(Point::new(0.0, -side), radius);
        let end = opposite_if(on_circle(center, radius, tangent), center, side);
        let outward = end.minus(center).unit();
        // Counter-clockwise on a page with y down: from up to the left.
        let forward = if turn > 0.0 {
            Point::new(outward.y, -outward.x)
        } else {
            Point::new(-outward.y, outward.x)
        };
        let head = pen.head * 0.8;
        let tip = end.moved(forward, head * 0.85);
        arcs.push_str(&format!(
            "M{}A{r} {r} 0 0 {sweep} {}",
            point(start),
            point(end),
            r = number(radius)
        ));
        let base = end.moved(forward, -head * 0.15);
        heads.push_str(&polygon(&[
            base.moved(outward, head * 0.5),
            tip,
            base.moved(outward, -head * 0.5),
        ]));
    }
    (arcs, heads)
}

/// Tangent of half of 140 degrees, the angle of the largest turning arrow.
const LARGEST_HALF_TANGENT: f64 = 2.747_477;

fn opposite_if(at: Point, center: Point, side: f64) -> Point {
    center.moved(at.minus(center), side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.5, "1.5"),
            (-2.346, "-2.35"),
            (100.0, "100"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn turning_is_mirrored_exactly() {
        let pen = Pen::new(40.0, 1.0);
        let center = Point::new(0.0, 0.0);
        let (left, _) = turning_arrow(center, 10.0, 0.5, pen);
        let (right, _) = turning_arrow(center, 10.0, -0.5, pen);
        assert_eq!(
            left,
            "M0 -10A10 10 0 0 0 -9.52 3.07M0 10A10 10 0 0 0 9.52 -3.07"
        );
        assert_eq!(
            right,
            "M0 -10A10 10 0 0 1 9.52 3.07M0 10A10 10 0 0 1 -9.52 -3.07"
        );
    }
}
