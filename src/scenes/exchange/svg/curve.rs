//! Curves of drawings as points of them, with a bound for how far the lines between the points are
//! from the curve.
//!
//! *Circles and ellipses* have 60 points, at angles near the multiples of 6 degrees, which are
//! rational and exactly on the circle. They are symmetric about both axes and both diagonals, and
//! have the four points on the axes. A chord is off by less than 1 - cos 3.01° of the radius.
//!
//! *Arcs* are mapped to the unit circle (SVG 2, appendix B.2.4). Quarter turns of the first point
//! are exact; what is between two points is halved until the square of a chord is at most 10/f with
//! the fineness f, 1000 at first, and it is off by less than 1/7 of this square. Centres and points
//! in the middle have irrational coordinates, which are rounded to multiples of 2^-64 of the
//! radius.
//!
//! *Bézier curves* are evaluated exactly. A chord over the share 1/n of the parameter is off by at
//! most 1/(8 n²) of the largest second derivative.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::sync::OnceLock;
use zwang_angle::turn;
use zwang_exact::{Rational, Vector};

/// The points between two axes.
const IN_QUARTER: u32 = 15;

/// The most pieces of a Bézier curve.
const MOST_PIECES: u32 = 32;

/// How fine curves may become: a Bézier curve may be off by this part of its size, an arc by 10/7
/// of this part of its radius. The first one is tried first, the others if there are too many
/// corners.
pub const FINENESS: [i64; 4] = [1000, 250, 60, 15];

/// Binary digits of roots.
const BITS: u32 = 64;

/// Points of a curve, and how far the lines between them are from it, at most.
pub struct Points {
    pub points: Vec<Vector>,
    pub error: Rational,
}

/// An arc of an ellipse as a path has it.
#[derive(Clone)]
pub struct Arc<'a> {
    pub start: &'a Vector,
    pub end: &'a Vector,
    pub radii: Vector,
    /// The unit vector along the first axis.
    pub axis: Vector,
    pub is_large: bool,
    pub is_sweep: bool,
    /// How fine it becomes: one of [`FINENESS`].
    pub fineness: i64,
}

fn ratio(part: i64, of: i64) -> Rational {
    Rational::new(part.into(), of.into())
}

/// Directions from (1, 0) to (0, 1) and beyond, to the whole circle: 60 unit vectors.
pub fn circle() -> &'static [Vector] {
    static CIRCLE: OnceLock<Vec<Vector>> = OnceLock::new();
    CIRCLE.get_or_init(whole_circle)
}

fn whole_circle() -> Vec<Vector> {
    let mut quarter = Vec::new();
    for point in 0..=IN_QUARTER / 2 {
        let degrees = Rational::from_integer((point * 90 / IN_QUARTER).into());
        let direction = match turn(&degrees) {
            Some(turn) => turn.direction(),
            // Never for multiples of 6 degrees.
            None => continue,
        };
        quarter.push(direction);
    }
    // Mirror images at the diagonal, but that of (1, 0), which begins the next quarter.
    for index in (1..quarter.len()).rev() {
        let Vector { x, y } = quarter[index].clone();
        quarter.push(Vector::new(y, x));
    }
    let mut circle = Vec::with_capacity(4 * quarter.len());
    for _ in 0..4 {
        circle.extend(quarter.iter().cloned());
        for direction in &mut quarter {
            *direction = direction.quarter_turn();
        }
    }
    circle
}

/// The ellipse with this centre and these radii, along the axes.
pub fn ellipse(center: &Vector, radii: &Vector) -> Points {
    let mut points = Vec::new();
    for direction in circle() {
        points.push(center + &stretched(direction, radii));
    }
    let longest = (&radii.x).max(&radii.y);
    Points {
        points,
        // 1 - cos 3.01° = 0.001379…
        error: longest * ratio(138, 100_000),
    }
}

/// A rectangle from one corner to the opposite one, with round corners.
pub fn round_rectangle(low: &Vector, high: &Vector, radii: &Vector) -> Points {
    let mut points: Vec<Vector> = Vec::new();
    let circle = circle();
    let inner_low = low + radii;
    let inner_high = high - radii;
    for (index, direction) in circle.iter().enumerate() {
        let quarter = index / IN_QUARTER as usize;
        let x = if matches!(quarter, 0 | 3) {
            &inner_high.x
        } else {
            &inner_low.x
        };
        let y = if quarter < 2 {
            &inner_high.y
        } else {
            &inner_low.y
        };
        let center = Vector::new(x.clone(), y.clone());
        points.push(&center + &stretched(direction, radii));
        // A point on an axis ends one corner and begins another.
        if index % IN_QUARTER as usize == 0 {
            let (x, y) = match quarter {
                0 => (&inner_high.x, &inner_low.y),
                1 => (&inner_high.x, &inner_high.y),
                2 => (&inner_low.x, &inner_high.y),
                _ => (&inner_low.x, &inner_low.y),
            };
            let center = Vector::new(x.clone(), y.clone());
            let place = points.len() - 1;
            points.insert(place, &center + &stretched(direction, radii));
        }
    }
    let longest = (&radii.x).max(&radii.y);
    Points {
        points,
        error: longest * ratio(138, 100_000),
    }
}

fn stretched(vector: &Vector, radii: &Vector) -> Vector {
    Vector::new(&vector.x * &radii.x, &vector.y * &radii.y)
}

/// The root of a number that is not negative, rounded down to a multiple of 2^-64.
pub fn root(number: &Rational) -> Rational {
    let unit = BigInt::from(1) << BITS;
    let scaled = (number * Rational::from_integer(&unit * &unit)).to_integer();
    Rational::new(scaled.sqrt(), unit)
}

/// The nearest multiples of 2^-64.
fn rounded(vector: &Vector) -> Vector {
    Vector::new(nearest(&vector.x), nearest(&vector.y))
}

/// The nearest multiple of 2^-64.
fn nearest(number: &Rational) -> Rational {
    let unit = Rational::from_integer(BigInt::from(1) << BITS);
    (number * &unit).round() / unit
}

impl Arc<'_> {
    /// The points of the arc behind its start, with its end.
    pub fn points(&self) -> Points {
        let radii = Vector::new(self.radii.x.abs(), self.radii.y.abs());
        if radii.x.is_zero() || radii.y.is_zero() || self.start == self.end {
            return Points {
                points: vec![self.end.clone()],
                error: Rational::zero(),
            };
        }
        let half = ratio(1, 2);
        let middle = (self.start + self.end).scaled(&half);
        let arm = (self.start - self.end).scaled(&half);
        // In the frame of the ellipse, with radii of 1.
        let mut along = arm.dot(&self.axis) / &radii.x;
        let mut across = self.axis.cross(&arm) / &radii.y;
        let mut square = &along * &along + &across * &across;
        let mut stretch = Rational::from_integer(1.into());
        if square >= stretch {
            // Radii that are too short are stretched.
            stretch = root(&square);
            along /= &stretch;
            across /= &stretch;
            square = Rational::from_integer(1.into());
        }
        let first = Vector::new(along, across);
        let away = root(&((Rational::from_integer(1.into()) - &square) / &square));
        let away = if self.is_large == self.is_sweep {
            -away
        } else {
            away
        };
        let center = -&first.quarter_turn().scaled(&away);
        let start = rounded(&(&first - &center));
        let end = rounded(&(&-&first - &center));
        let mut directions = vec![start.clone()];
        let mut quarter = start;
        for _ in 0..self.quarters(&quarter, &end) {
            quarter = self.quarter_turn(&quarter);
            self.halve(&mut directions, &quarter, 0);
        }
        // A quarter turn that ends where the arc ends has no further piece.
        let rest = &end - &quarter;
        if rest.dot(&rest) > ratio(1, 1 << 30) {
            self.halve(&mut directions, &end, 0);
        }
        directions.pop();
        let mut points = Vec::with_capacity(directions.len());
        let radii = radii.scaled(&stretch);
        for direction in directions.iter().skip(1) {
            let place = stretched(&(&center + direction), &radii);
            let along = self.axis.scaled(&place.x);
            let across = self.axis.quarter_turn().scaled(&place.y);
            points.push(&middle + &(&along + &across));
        }
        points.push(self.end.clone());
        Points {
            points,
            error: radii.x.max(radii.y) * ratio(10, 7 * self.fineness),
        }
    }

    /// A quarter turn in the direction of the arc.
    fn quarter_turn(&self, vector: &Vector) -> Vector {
        let turned = vector.quarter_turn();
        if self.is_sweep { turned } else { -&turned }
    }

    /// How many whole quarter turns lead from one unit vector to another.
    fn quarters(&self, start: &Vector, end: &Vector) -> usize {
        let along = start.dot(end);
        let across = self.quarter_turn(start).dot(end);
        match (across.is_negative(), along.is_positive()) {
            (false, true) => 0,
            (false, false) => 1,
            (true, false) => 2,
            (true, true) => 3,
        }
    }

    /// Adds points between the last one and this one, less than half a turn farther, and this one.
    fn halve(&self, directions: &mut Vec<Vector>, end: &Vector, depth: usize) {
        let Some(start) = directions.last() else {
            return;
        };
        let chord = end - start;
        if depth < 8 && chord.dot(&chord) > ratio(10, self.fineness) {
            let sum = start + end;
            let length = root(&sum.dot(&sum));
            let middle = rounded(&sum.scaled(&length.recip()));
            self.halve(directions, &middle, depth + 1);
            self.halve(directions, end, depth + 1);
        } else {
            directions.push(end.clone());
        }
    }
}

/// The points of a Bézier curve behind its first one; it has three or four control points. It is
/// off by at most one `fineness`-th of its size, or has [`MOST_PIECES`] pieces.
pub fn bezier(control: &[Vector], fineness: i64) -> Points {
    if let [first, .., last] = control
        && control.iter().all(|point| is_between(first, point, last))
    {
        return Points {
            points: vec![last.clone()],
            error: Rational::zero(),
        };
    }
    let mut bend = Rational::zero();
    for three in control.windows(3) {
        let second = &(&three[0] - &three[1]) - &(&three[1] - &three[2]);
        bend = bend.max(second.x.abs() + second.y.abs());
    }
    let degree = i64::try_from(control.len()).unwrap_or(4) - 1;
    // The second derivative is n (n - 1) times the second differences.
    let most = bend * ratio(degree * (degree - 1), 8);
    let mut size = Rational::zero();
    for two in control.windows(2) {
        let step = &two[1] - &two[0];
        size += step.x.abs() + step.y.abs();
    }
    let bound = size * ratio(1, fineness);
    let mut pieces: u32 = 1;
    let mut error = most.clone();
    while error > bound && pieces < MOST_PIECES {
        pieces *= 2;
        error = &most * ratio(1, i64::from(pieces) * i64::from(pieces));
    }
    let mut points = Vec::new();
    for piece in 1..=pieces {
        points.push(at(control, &ratio(piece.into(), pieces.into())));
    }
    Points { points, error }
}

/// Whether a point is on the line from one point to another.
fn is_between(start: &Vector, point: &Vector, end: &Vector) -> bool {
    let line = end - start;
    let arm = point - start;
    let along = line.dot(&arm);
    let is_on_line = line.cross(&arm).is_zero();
    is_on_line && !along.is_negative() && along <= line.dot(&line)
}

/// A point of a Bézier curve, by the algorithm of de Casteljau.
fn at(control: &[Vector], share: &Rational) -> Vector {
    let mut points = control.to_vec();
    while points.len() > 1 {
        let mut between = Vec::with_capacity(points.len() - 1);
        for two in points.windows(2) {
            let step = &two[1] - &two[0];
            between.push(&two[0] + &step.scaled(share));
        }
        points = between;
    }
    points.pop().unwrap_or_else(Vector::zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_exact_and_symmetric() {
        let circle = circle();
        assert_eq!(circle.len(), 60);
        for direction in circle {
            assert_eq!(direction.dot(direction), ratio(1, 1));
            for image in [
                Vector::new(-&direction.x, direction.y.clone()),
                Vector::new(direction.y.clone(), direction.x.clone()),
            ] {
                assert!(circle.contains(&image));
            }
        }
        // Each chord: half of it is the sine of half its angle, and 1 - cos is below the bound.
        for (index, direction) in circle.iter().enumerate() {
            let next = &circle[(index + 1) % 60];
            let middle = (direction + next).scaled(&ratio(1, 2));
            let least = ratio(1, 1) - ratio(138, 100_000);
            assert!(middle.dot(&middle) > &least * &least);
            assert!(direction.cross(next).is_positive());
        }
    }

    #[test]
    fn arcs_stay_on_their_ellipse() {
        let axis = Vector::new(ratio(3, 5), ratio(4, 5));
        let start = Vector::from_integers(1, 2);
        let end = Vector::from_integers(3, 3);
        for (large, sweep) in [(false, false), (false, true), (true, false), (true, true)] {
            let arc = Arc {
                start: &start,
                end: &end,
                radii: Vector::from_integers(3, 2),
                axis: axis.clone(),
                is_large: large,
                is_sweep: sweep,
                fineness: FINENESS[0],
            };
            let found = arc.points();
            assert_eq!(found.points.last(), Some(&end));
            assert!(found.error < ratio(1, 200));
            let mut line = vec![start.clone()];
            line.extend(found.points);
            // It turns one way, and by more than half a turn if it is large.
            let mut way = Vector::zero();
            let turned = line.windows(3).all(|three| {
                let turn = (&three[1] - &three[0]).cross(&(&three[2] - &three[1]));
                turn.is_positive() == sweep
            });
            assert!(turned, "{large} {sweep}");
            for two in line.windows(2) {
                let step = &two[1] - &two[0];
                way = Vector::new(way.x + step.x.abs(), way.y + step.y.abs());
            }
            let direct = &end - &start;
            assert_eq!(large, way.x + way.y > ratio(3, 1) * (direct.x + direct.y));
        }
    }

    /// Half a circle: a point (x, y) of it has x² + y² = 1.
    #[test]
    fn half_circles_have_their_quarter_exactly() {
        let start = Vector::from_integers(-1, 0);
        let end = Vector::from_integers(1, 0);
        let arc = Arc {
            start: &start,
            end: &end,
            radii: Vector::from_integers(1, 1),
            axis: Vector::from_integers(1, 0),
            is_large: false,
            is_sweep: true,
            fineness: FINENESS[0],
        };
        let points = arc.points().points;
        assert!(points.contains(&Vector::from_integers(0, -1)));
        for point in &points {
            let off = (point.dot(point) - ratio(1, 1)).abs();
            assert!(off < ratio(1, 1 << 60));
        }
        assert_eq!(points.len(), 32);
        // With longer chords, each is as far off as is told, at most.
        for fineness in FINENESS {
            let coarse = Arc {
                fineness,
                ..arc.clone()
            }
            .points();
            let mut before = start.clone();
            for point in coarse.points {
                let middle = (&before + &point).scaled(&ratio(1, 2));
                let least = ratio(1, 1) - &coarse.error;
                assert!(middle.dot(&middle) >= &least * &least, "{fineness}");
                before = point;
            }
        }
    }

    #[test]
    fn bezier_curves_are_within_their_bound() {
        let control = [(0, 0), (0, 4), (4, 4), (4, 0)].map(|(x, y)| Vector::from_integers(x, y));
        let found = bezier(&control, FINENESS[0]);
        assert!(found.points.contains(&Vector::from_integers(2, 3)));
        let mut before = control[0].clone();
        let pieces = i64::try_from(found.points.len()).unwrap();
        for (index, point) in found.points.iter().enumerate() {
            let index = i64::try_from(index).unwrap();
            let middle = at(&control, &ratio(2 * index + 1, 2 * pieces));
            let chord = point - &before;
            let away = chord.cross(&(&middle - &before));
            let square = chord.dot(&chord) * &found.error * &found.error;
            assert!(&away * &away <= square);
            before = point.clone();
        }
        // A line is one piece.
        let line = [(0, 0), (1, 1), (2, 2)].map(|(x, y)| Vector::from_integers(x, y));
        assert_eq!(
            bezier(&line, FINENESS[0]).points,
            [Vector::from_integers(2, 2)]
        );
    }
}
