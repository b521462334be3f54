//! From the plane to the page: the part of the plane that is shown, and where its points lie on the
//! page.
//!
//! Positions are taken relative to the window and divided by its size while they are still
//! fractions, so that a scene of any size and at any place is drawn as sharply as a small one at
//! the origin. Only then do they become floating-point numbers.

use num_traits::{One, Signed, ToPrimitive, Zero};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Polygon, Scene};

/// How far from the free bodies fixed ones are kept in view, in spans of the window around the free
/// bodies.
const FARTHEST_FIXED: i64 = 24;

/// A point or a vector on the page, px; y points down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// This point moved along `direction` by `distance`.
    pub(super) fn moved(self, direction: Self, distance: f64) -> Self {
        Self {
            x: self.x + direction.x * distance,
            y: self.y + direction.y * distance,
        }
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }

    pub(super) fn length(self) -> f64 {
        let square = self.x * self.x + self.y * self.y;
        square.sqrt()
    }

    /// The vector of length 1 in this direction; zero stays zero.
    pub(super) fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 {
            Self::new(self.x / length, self.y / length)
        } else {
            self
        }
    }

    /// The vector turned by a quarter.
    pub(super) fn quarter_turn(self) -> Self {
        Self::new(-self.y, self.x)
    }
}

/// An axis-parallel rectangle of the plane.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) low: Vector,
    pub(super) high: Vector,
}

impl Window {
    /// The window around the free bodies that has the fixed ones in view; around everything if
    /// nothing is free. Pins, centres of mass and the points of loads are inside, too.
    pub(super) fn around(scene: &Scene) -> Self {
        let has_free = scene.bodies.iter().any(|body| !body.is_fixed());
        let mut points = Vec::new();
        for body in &scene.bodies {
            if !has_free || !body.is_fixed() {
                points.extend(corners(body));
            }
            if let Some(free) = &body.dynamics {
                points.push(free.centroid.clone());
            }
        }
        for pin in &scene.pins {
            points.push(pin.at.clone());
        }
        for load in &scene.loads {
            if !load.is_zero() {
                points.push(load.at.clone());
            }
        }
        Self::enclosing(points).with_fixed(scene)
    }

    /// The window, widened until fixed bodies are in view: parts of them that are not larger than
    /// the window as a whole, of larger ones, as floors and walls, the side that is nearest. Parts
    /// farther away than [`FARTHEST_FIXED`] spans are left out.
    fn with_fixed(self, scene: &Scene) -> Self {
        let mut window = self.clone();
        for body in &scene.bodies {
            if !body.is_fixed() {
                continue;
            }
            for part in &body.parts {
                if let Some(seen) = self.seen(part) {
                    window = window.joined(&seen);
                }
            }
        }
        window
    }

    /// The piece of a fixed part that is kept in view; `None` if it is too far away.
    fn seen(&self, part: &Polygon) -> Option<Self> {
        let (low, high) = part.bounding_box();
        let own = Self { low, high };
        let span = self.span();
        let farthest = Rational::from_integer(FARTHEST_FIXED.into());
        let reach = &span * farthest;
        let gap = self.gap(&own);
        if gap > reach {
            return None;
        }
        if own.span() <= span {
            return Some(own);
        }
        let limit = self.widened(&gap);
        Some(own.within(&limit))
    }

    /// By how much this window has to be widened to meet another one, m.
    fn gap(&self, other: &Self) -> Rational {
        let right = &other.low - &self.high;
        let left = &self.low - &other.high;
        let mut gap = Rational::zero();
        for side in [right.x, right.y, left.x, left.y] {
            gap = gap.max(side);
        }
        gap
    }

    /// The smallest window around some points.
    fn enclosing(points: Vec<Vector>) -> Self {
        let mut points = points.into_iter();
        let mut low = points.next().unwrap_or_else(Vector::zero);
        let mut high = low.clone();
        for Vector { x, y } in points {
            low.x = low.x.min(x.clone());
            low.y = low.y.min(y.clone());
            high.x = high.x.max(x);
            high.y = high.y.max(y);
        }
        Self { low, high }
    }

    /// The window with `margin` more on each side.
    pub(super) fn widened(&self, margin: &Rational) -> Self {
        let margin = Vector::new(margin.clone(), margin.clone());
        Self {
            low: &self.low - &margin,
            high: &self.high + &margin,
        }
    }

    /// The smallest window around both.
    pub(super) fn joined(&self, other: &Self) -> Self {
        let corners = [&self.low, &self.high, &other.low, &other.high];
        let corners = corners.map(Vector::clone);
        Self::enclosing(corners.to_vec())
    }

    /// The part of the window within another one that meets it.
    pub(super) fn within(&self, limit: &Self) -> Self {
        Self {
            low: limit.nearest(&self.low),
            high: limit.nearest(&self.high),
        }
    }

    /// The point of the window that is nearest to a point.
    fn nearest(&self, point: &Vector) -> Vector {
        let Self { low, high } = self;
        let x = (&point.x).max(&low.x).min(&high.x);
        let y = (&point.y).max(&low.y).min(&high.y);
        Vector::new(x.clone(), y.clone())
    }

    /// The window for a picture: with `margin` more on each side, and less below, where as a rule
    /// there is a floor.
    pub(super) fn with_surroundings(&self, margin: &Rational) -> Self {
        let share = Rational::new(3.into(), 5.into());
        let mut window = self.widened(margin);
        window.low.y = &self.low.y - margin * share;
        window
    }

    /// The longer side, m; 1 for a window that is a point.
    pub(super) fn span(&self) -> Rational {
        let size = &self.high - &self.low;
        let span = size.x.max(size.y);
        if span.is_positive() {
            span
        } else {
            Rational::one()
        }
    }

    /// The part of a convex polygon inside the window, by cutting along one side after the other
    /// (Sutherland & Hodgman 1974).
    pub(super) fn clip(&self, polygon: &[Vector]) -> Vec<Vector> {
        let right = Vector::from_integers(1, 0);
        let left = Vector::from_integers(-1, 0);
        let up = Vector::from_integers(0, 1);
        let down = Vector::from_integers(0, -1);
        let mut kept = polygon.to_vec();
        kept = cut(&kept, &right, &self.low.x);
        kept = cut(&kept, &left, &-&self.high.x);
        kept = cut(&kept, &up, &self.low.y);
        cut(&kept, &down, &-&self.high.y)
    }

    /// The ends of the part of a segment inside the window, if it is more than a point.
    pub(super) fn clip_segment(&self, p: &Vector, q: &Vector) -> Option<[Vector; 2]> {
        let segment = [p.clone(), q.clone()];
        let kept = self.clip(&segment);
        let first = kept.first()?;
        let second = kept.iter().find(|point| *point != first)?;
        Some([first.clone(), second.clone()])
    }
}

/// The part of a convex polygon where inward · x ≥ level.
pub(super) fn cut(polygon: &[Vector], inward: &Vector, level: &Rational) -> Vec<Vector> {
    let next = polygon.iter().cycle().skip(1);
    let mut kept = Vec::new();
    for (p, q) in polygon.iter().zip(next) {
        let height_p = inward.dot(p) - level;
        let height_q = inward.dot(q) - level;
        if !height_p.is_negative() {
            kept.push(p.clone());
        }
        let are_apart = (&height_p * &height_q).is_negative();
        if are_apart {
            let difference = &height_p - height_q;
            let along = height_p / difference;
            let way = (q - p).scaled(&along);
            kept.push(p + &way);
        }
    }
    kept
}

/// A window at its place on the page.
pub(super) struct Frame {
    pub(super) window: Window,
    span: Rational,
    /// Pixels per span of the window.
    scale: f64,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Frame {
    /// The largest frame for a window in some room, at the top of the page.
    pub(super) fn fit(window: Window, left: f64, [width, height]: [f64; 2]) -> Self {
        let span = window.span();
        let size = &window.high - &window.low;
        let across = size.x / &span;
        let up = size.y / &span;
        let x = float(&across);
        let y = float(&up);
        let scale_across = width / x.max(1e-9);
        let scale_up = height / y.max(1e-9);
        let scale = scale_across.min(scale_up);
        Self {
            window,
            span,
            scale,
            left,
            top: 0.0,
            width: x * scale,
            height: y * scale,
        }
    }

    /// The place of a point of the plane on the page.
    pub(super) fn point(&self, point: &Vector) -> Point {
        let offset = point - &self.window.low;
        let x = self.left + self.length(&offset.x);
        let y = self.top + self.height - self.length(&offset.y);
        Point::new(x, y)
    }

    /// A length, px; negative lengths stay negative.
    pub(super) fn length(&self, length: &Rational) -> f64 {
        let spans = length / &self.span;
        float(&spans) * self.scale
    }
}

/// The nearest floating-point number, held within what a page can bear.
pub(super) fn float(value: &Rational) -> f64 {
    match value.to_f64() {
        Some(value) if value.is_finite() => value.clamp(-1e9, 1e9),
        _ => 0.0,
    }
}

/// Two opposite corners of the bounding box of each part.
fn corners(body: &Body) -> Vec<Vector> {
    let mut corners = Vec::new();
    for part in &body.parts {
        let (low, high) = part.bounding_box();
        corners.extend([low, high]);
    }
    corners
}

/// Half the geometric mean of width and height of a typical free body, m: the measure for margins,
/// arrows and markers. For a brick four times as long as high it is the height. Between 1/500 and
/// 1/8 of the window, to six digits.
pub(super) fn module(scene: &Scene, window: &Window) -> Rational {
    let span = window.span();
    let mut sizes = Vec::new();
    for body in &scene.bodies {
        if body.is_fixed() || body.parts.is_empty() {
            continue;
        }
        let own = Window::enclosing(corners(body));
        let size = &own.high - &own.low;
        let across = size.x / &span;
        let up = size.y / &span;
        let area = float(&across) * float(&up);
        sizes.push(area.sqrt() / 2.0);
    }
    sizes.sort_by(f64::total_cmp);
    let median = sizes.get(sizes.len() / 2).copied();
    let median = median.unwrap_or(0.1).clamp(0.002, 0.125);
    let millionths = (median * 1e6) as i64;
    Rational::new(millionths.into(), 1_000_000.into()) * span
}
