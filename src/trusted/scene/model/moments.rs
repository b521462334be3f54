//! Area, centroid and polar second moment of a body, by Green's theorem.
//!
//! With w_i = p_i × p_{i+1} for the vertices p_i of a part: area = ½ Σ w_i, ∫x = ⅙ Σ w_i (p_i +
//! p_{i+1}) and ∫|x|² = (1/12) Σ w_i (p_i·p_i + p_i·p_{i+1} + p_{i+1}·p_{i+1}).
//!
//! Denominators of vertices may have nothing in common, and the sums over a common one are long.
//! So edges are added by halves, each half over its own least common denominator, and a common
//! divisor of a result is looked for in the factors of its denominator one after the other. Mass
//! and inertia do not depend on where a body is: they are taken about its first vertex, from where
//! the numbers are those of its size. For a rectangle all is known without a sum.

use crate::model::polygon::Polygon;
use zwang_exact::{FractionVector, Integer, Rational, Vector, lowest_terms, product};

/// Area integrals of a plane figure at density 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaMoments {
    /// ∫1, m².
    pub area: Rational,
    /// ∫x, m³.
    pub first: Vector,
    /// ∫|x|² about the origin, m⁴.
    pub second: Rational,
}

/// Mass, centroid and inertia of a homogeneous body.
#[derive(Debug, PartialEq, Eq)]
pub struct MassMoments {
    /// Density times area, kg.
    pub mass: Rational,
    /// The centroid, m.
    pub centroid: Vector,
    /// Polar second moment about the centroid, kg m².
    pub inertia: Rational,
}

/// The sums over some edges as integers; the unit is a common denominator of their ends.
#[derive(Clone)]
struct Sums {
    unit: Integer,
    /// Σ w, over unit².
    area: Integer,
    /// Σ w (p + q), over unit³.
    first: [Integer; 2],
    /// Σ w (p·p + p·q + q·q), over unit⁴.
    second: Integer,
}

impl AreaMoments {
    /// The integrals over these parts.
    #[must_use]
    pub fn of(parts: &[Polygon]) -> Self {
        let Sums {
            unit,
            area,
            first: [x, y],
            second,
        } = &Sums::about(&Vector::zero(), parts);
        let x = over(x, 6, &[unit, unit, unit]);
        let y = over(y, 6, &[unit, unit, unit]);
        Self {
            area: over(area, 2, &[unit, unit]),
            first: Vector::new(x, y),
            second: over(second, 12, &[unit, unit, unit, unit]),
        }
    }
}

impl Polygon {
    /// Area integrals.
    #[must_use]
    pub fn moments(&self) -> AreaMoments {
        AreaMoments::of(std::slice::from_ref(self))
    }
}

impl MassMoments {
    /// Those of a uniform disk: its inertia is m r²/2.
    pub fn of_disk(center: &Vector, radius: &Rational, mass: Rational) -> Self {
        let half = Rational::new_raw(1.into(), 2.into());
        Self {
            centroid: center.clone(),
            inertia: radius * radius * &mass * half,
            mass,
        }
    }

    /// Those of a rectangle with positive sides at one density (kg/m²): m = ρ w h and
    /// I = m (w² + h²)/12.
    pub fn of_rectangle(center: &Vector, size: &Vector, density: &Rational) -> Self {
        let area = product(&size.x, &size.y);
        let mass = product(&area, density);
        let squares = size.dot(size);
        let twelfth = Rational::new_raw(1.into(), 12.into());
        let inertia = product(&product(&mass, &squares), &twelfth);
        Self {
            mass,
            centroid: center.clone(),
            inertia,
        }
    }

    /// Those of the same uniform body, of another mass: I / m stays.
    pub fn of_mass(self, mass: Rational) -> Self {
        let factor = &mass / &self.mass;
        Self {
            inertia: product(&self.inertia, &factor),
            mass,
            centroid: self.centroid,
        }
    }

    /// Those of parts at one density (kg/m²).
    pub fn of(parts: &[Polygon], density: &Rational) -> Self {
        let origin = origin(parts);
        let sums = Sums::about(&origin, parts);
        let above = Integer::from(density.numer());
        let below = Integer::from(density.denom());
        let Sums {
            unit,
            area,
            first: [x, y],
            second,
        } = &sums;
        // ∫|x|² - area c·c, times 36 unit⁴ Σw.
        let about_origin = second * area * Integer::from(3);
        let squares = x * x + y * y;
        let about_centroid = about_origin - squares * Integer::from(2);
        let mass = &above * area;
        let mass_factors = [&below, unit, unit];
        let inertia = above * about_centroid;
        let inertia_factors = [&below, unit, unit, unit, unit, area];
        Self {
            mass: over(&mass, 2, &mass_factors),
            centroid: &origin + &sums.centroid(),
            inertia: over(&inertia, 36, &inertia_factors),
        }
    }
}

/// The first vertex; the origin if there is none.
fn origin(parts: &[Polygon]) -> Vector {
    let vertices = parts.first().map(Polygon::vertices);
    let first = vertices.and_then(<[Vector]>::first);
    first.cloned().unwrap_or_else(Vector::zero)
}

impl Sums {
    const NONE: Self = Self {
        unit: Integer::ONE,
        area: Integer::ZERO,
        first: [Integer::ZERO, Integer::ZERO],
        second: Integer::ZERO,
    };

    /// With all points measured from `origin`.
    fn about(origin: &Vector, parts: &[Polygon]) -> Self {
        let mut sums = Vec::with_capacity(parts.len());
        for part in parts {
            sums.push(Self::of_part(origin, part));
        }
        added(&sums)
    }

    fn of_part(origin: &Vector, part: &Polygon) -> Self {
        let mut vertices = Vec::with_capacity(part.vertices().len());
        for vertex in part.vertices() {
            vertices.push(FractionVector::from(&(vertex - origin)));
        }
        let mut sums = Vec::with_capacity(vertices.len());
        for (index, p) in vertices.iter().enumerate() {
            let q = &vertices[(index + 1) % vertices.len()];
            // Where an end is the origin, w = 0.
            if !p.is_zero() && !q.is_zero() {
                sums.push(Self::of_edge(p, q));
            }
        }
        added(&sums)
    }

    fn of_edge(p: &FractionVector, q: &FractionVector) -> Self {
        let unit = p.unit().lcm(q.unit());
        let [px, py] = over_unit(p, &unit);
        let [qx, qy] = over_unit(q, &unit);
        let weight = &px * &qy - &py * &qx;
        let x = &px + &qx;
        let y = &py + &qy;
        // p·p + p·q + q·q = (p + q)·(p + q) - p·q
        let square_of_sum = &x * &x + &y * &y;
        let product = px * qx + py * qy;
        let squares = square_of_sum - product;
        Self {
            unit,
            first: [&weight * x, &weight * y],
            second: &weight * squares,
            area: weight,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        let unit = self.unit.lcm(&other.unit);
        let own = self.over(&unit);
        let others = other.over(&unit);
        let [own_x, own_y] = &own.first;
        let [other_x, other_y] = &others.first;
        Self {
            unit,
            area: own.area + others.area,
            first: [own_x + other_x, own_y + other_y],
            second: own.second + others.second,
        }
    }

    /// The same sums over a multiple of the unit.
    fn over(&self, unit: &Integer) -> Self {
        if self.unit == *unit {
            return self.clone();
        }
        let factor = unit / &self.unit;
        let square = &factor * &factor;
        let cube = &square * &factor;
        let [x, y] = &self.first;
        Self {
            unit: unit.clone(),
            area: &self.area * &square,
            first: [x * &cube, y * &cube],
            second: &self.second * (&square * &square),
        }
    }

    fn centroid(&self) -> Vector {
        if self.area.is_zero() {
            return Vector::zero();
        }
        let [x, y] = &self.first;
        let factors = [&self.unit, &self.area];
        let x = over(x, 3, &factors);
        let y = over(y, 3, &factors);
        Vector::new(x, y)
    }
}

/// The sum, by halves, so that long numbers meet long ones.
fn added(sums: &[Sums]) -> Sums {
    match sums {
        [] => Sums::NONE,
        [only] => only.clone(),
        _ => {
            let half = sums.len() / 2;
            let (one, other) = sums.split_at(half);
            let one = added(one);
            let other = added(other);
            one.plus(&other)
        }
    }
}

fn over_unit(point: &FractionVector, unit: &Integer) -> [Integer; 2] {
    let [x, y] = point.numerators();
    if point.unit() == unit {
        return [x.clone(), y.clone()];
    }
    let factor = unit / point.unit();
    [x * &factor, y * &factor]
}

/// The number over the product of these positive factors, in lowest terms.
fn over(number: &Integer, divisor: i128, factors: &[&Integer]) -> Rational {
    let number = number.to_bigint().into_owned();
    let quotient = lowest_terms(number, divisor.into());
    let (mut above, mut below) = quotient.into_raw();
    // A factor from which the common divisor is gone has none with what is left of the number.
    for factor in factors {
        let factor = factor.to_bigint().into_owned();
        let reduced = lowest_terms(above, factor);
        let (numerator, denominator) = reduced.into_raw();
        above = numerator;
        below *= denominator;
    }
    Rational::new_raw(above, below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn moments_of_a_brick() {
        let center = Vector::from_integers(3, 0);
        let size = Vector::from_integers(2, 4);
        let brick = Polygon::rectangle(&center, &size).unwrap();
        let moments = brick.moments();
        assert_eq!(moments.area, ratio(8, 1));
        assert_eq!(moments.first, Vector::from_integers(24, 0));
        let about_centroid = ratio(8 * (4 + 16), 12);
        assert_eq!(moments.second, about_centroid + ratio(8 * 9, 1));
        let block = MassMoments::of(&[brick], &ratio(3, 2));
        assert_eq!(block.mass, ratio(12, 1));
        assert_eq!(block.centroid, Vector::from_integers(3, 0));
        assert_eq!(block.inertia, ratio(20, 1));
    }

    /// A triangle whose coordinates have these denominators.
    fn triangle(units: [i64; 6]) -> Polygon {
        let places = [(0, 0), (7, 1), (2, 5)];
        let mut vertices = Vec::new();
        for ((x, y), units) in places.iter().zip(units.chunks(2)) {
            let unit = units[0];
            let other = units[1];
            let x = ratio(x * unit + 1, unit);
            let y = ratio(y * other + 1, other);
            let vertex = Vector::new(x, y);
            vertices.push(vertex);
        }
        Polygon::new(vertices).unwrap().0
    }

    /// Green's theorem as in the head of the file, by reduced fractions.
    fn reduced_moments(parts: &[Polygon]) -> AreaMoments {
        let mut area = ratio(0, 1);
        let mut first = Vector::zero();
        let mut second = ratio(0, 1);
        for (p, q) in parts.iter().flat_map(Polygon::edges) {
            let weight = p.cross(q);
            let sixth = &weight * ratio(1, 6);
            let squares = p.dot(p) + p.dot(q) + q.dot(q);
            area += &weight * ratio(1, 2);
            first = &first + &(p + q).scaled(&sixth);
            second += weight * squares * ratio(1, 12);
        }
        AreaMoments {
            area,
            first,
            second,
        }
    }

    fn assert_moments(parts: &[Polygon], density: &Rational) {
        let expected = reduced_moments(parts);
        assert_eq!(AreaMoments::of(parts), expected);
        let AreaMoments {
            area,
            first,
            second,
        } = expected;
        let centroid = first.scaled(&area.recip());
        let inertia = second - &area * centroid.dot(&centroid);
        let found = MassMoments::of(parts, density);
        assert_eq!(found.centroid, centroid);
        assert_eq!(found.mass, area * density);
        assert_eq!(found.inertia, inertia * density);
    }

    proptest! {
        #[test]
        fn moments_are_those_of_reduced_fractions(
            units in prop::array::uniform6(2..50_i64),
            density in 1..20_i64,
        ) {
            let other = triangle([3, 3, 4, 4, 5, 5]);
            let parts = [triangle(units), other];
            assert_moments(&parts, &ratio(density, 7));
        }

        #[test]
        fn rectangles_have_the_moments_of_their_polygons(
            center in (any::<i32>(), 1..99_i64, any::<i64>(), 1..i64::MAX),
            size in (1..99_i64, 1..99_i64, 1..i64::MAX, 1..i64::MAX),
            density in (1..99_i64, 1..i64::MAX),
        ) {
            let center = Vector::new(
                ratio(center.0.into(), center.1),
                ratio(center.2, center.3),
            );
            let size = Vector::new(ratio(size.0, size.1), ratio(size.2, size.3));
            let density = ratio(density.0, density.1);
            let polygon = Polygon::rectangle(&center, &size).unwrap();
            let expected = MassMoments::of(&[polygon], &density);
            let found = MassMoments::of_rectangle(&center, &size, &density);
            prop_assert_eq!(found, expected);
        }
    }
}
