//! Points over a common denominator, as integers: what geometry decides with.

use zwang_exact::{Integer, Rational, Vector3, common_denominator, times};

/// A point or a vector, in some unit.
pub type Point = [Integer; 3];

/// Points as integers in a unit of 1/`unit` m.
pub struct Lattice {
    /// The least common denominator of all coordinates.
    pub unit: Integer,
    /// The points in order.
    pub points: Vec<Point>,
}

impl Lattice {
    /// These points, measured from `origin`.
    pub fn of(points: &[Vector3], origin: &Vector3) -> Self {
        let mut arms = Vec::with_capacity(points.len());
        for point in points {
            arms.push(point - origin);
        }
        let unit = common_denominator(arms.iter().flat_map(Vector3::coordinates));
        let mut points = Vec::with_capacity(arms.len());
        for arm in &arms {
            points.push(arm.coordinates().map(|number| times(number, &unit).into()));
        }
        Self {
            unit: unit.into(),
            points,
        }
    }
}

pub fn sum([a, b, c]: &Point, [d, e, f]: &Point) -> Point {
    [a + d, b + e, c + f]
}

pub fn difference([a, b, c]: &Point, [d, e, f]: &Point) -> Point {
    [a - d, b - e, c - f]
}

pub fn dot([a, b, c]: &Point, [d, e, f]: &Point) -> Integer {
    a * d + b * e + c * f
}

pub fn cross([a, b, c]: &Point, [d, e, f]: &Point) -> Point {
    [b * f - c * e, c * d - a * f, a * e - b * d]
}

/// The shortest vector of integers in the direction of a vector that is not 0.
pub fn primitive(vector: &Point) -> Vector3 {
    let [x, y, z] = vector;
    let divisor = x.gcd(y).gcd(z);
    let [x, y, z] = vector.each_ref().map(|integer| {
        let quotient = integer / &divisor;
        Rational::from_integer(quotient.to_bigint().into_owned())
    });
    Vector3::new(x, y, z)
}
