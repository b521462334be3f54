//! Area, centroid and polar second moment of a body, by Green's theorem.
//!
//! With w_i = p_i × p_{i+1} for the vertices p_i of a part: area = ½ Σ w_i, ∫x = ⅙ Σ w_i (p_i +
//! p_{i+1}) and ∫|x|² = (1/12) Σ w_i (p_i·p_i + p_i·p_{i+1} + p_{i+1}·p_{i+1}).
//!
//! Denominators of vertices may have nothing in common, and the sums over a common one are long.
//! So edges are added by halves, each half over its own least common denominator, and a common
//! divisor of a result is looked for in the factors of its denominator one after the other.

use crate::model::Dynamics;
use crate::polygon::Polygon;
use num_bigint::BigInt;
use zwang_exact::{FractionVector, Integer, Rational, Vector, lowest_terms};

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
        } = &Sums::of(parts);
        Self {
            area: over(area, 2, &[unit, unit]),
            first: Vector::new(
                over(x, 6, &[unit, unit, unit]),
                over(y, 6, &[unit, unit, unit]),
            ),
            second: over(second, 12, &[unit, unit, unit, unit]),
        }
    }
}

/// The centroid of these parts, m; the origin if there are none.
#[must_use]
pub fn centroid(parts: &[Polygon]) -> Vector {
    Sums::of(parts).centroid()
}

impl Dynamics {
    /// Mass, centroid and inertia of these parts at one density (kg/m²), at rest.
    #[must_use]
    pub fn homogeneous(parts: &[Polygon], density: &Rational) -> Self {
        let sums = Sums::of(parts);
        let [above, below] = [density.numer(), density.denom()].map(Integer::from);
        let Sums {
            unit, area, first, ..
        } = &sums;
        // ∫|x|² - area c·c, times 36 unit⁴ Σw.
        let square = &first[0] * &first[0] + &first[1] * &first[1];
        let second = &sums.second * area * Integer::from(3) - square * Integer::from(2);
        Self {
            mass: over(&(&above * area), 2, &[&below, unit, unit]),
            centroid: sums.centroid(),
            inertia: over(
                &(above * second),
                36,
                &[&below, unit, unit, unit, unit, area],
            ),
            velocity: Vector::zero(),
            spin: Rational::from_integer(0.into()),
        }
    }
}

impl Sums {
    const NONE: Self = Self {
        unit: Integer::ONE,
        area: Integer::ZERO,
        first: [Integer::ZERO, Integer::ZERO],
        second: Integer::ZERO,
    };

    fn of(parts: &[Polygon]) -> Self {
        let parts: Vec<Self> = parts.iter().map(Self::of_part).collect();
        added(&parts)
    }

    fn of_part(part: &Polygon) -> Self {
        let vertices: Vec<FractionVector> =
            part.vertices().iter().map(FractionVector::from).collect();
        let next = vertices.iter().cycle().skip(1);
        let edges = vertices.iter().zip(next);
        let sums: Vec<Self> = edges.map(|(p, q)| Self::of_edge(p, q)).collect();
        added(&sums)
    }

    fn of_edge(p: &FractionVector, q: &FractionVector) -> Self {
        let unit = p.unit().lcm(q.unit());
        let ([px, py], [qx, qy]) = (over_unit(p, &unit), over_unit(q, &unit));
        let weight = &px * &qy - &py * &qx;
        let [x, y] = [&px + &qx, &py + &qy];
        // p·p + p·q + q·q = (p + q)·(p + q) - p·q
        let squares = &x * &x + &y * &y - (px * qx + py * qy);
        Self {
            unit,
            first: [&weight * x, &weight * y],
            second: &weight * squares,
            area: weight,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        let unit = self.unit.lcm(&other.unit);
        let [own, others] = [self.over(&unit), other.over(&unit)];
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
        let [x, y] = [x, y].map(|number| over(number, 3, &[&self.unit, &self.area]));
        Vector::new(x, y)
    }
}

/// The sum, by halves, so that long numbers meet long ones.
fn added(sums: &[Sums]) -> Sums {
    match sums {
        [] => Sums::NONE,
        [only] => only.clone(),
        _ => {
            let (one, other) = sums.split_at(sums.len() / 2);
            added(one).plus(&added(other))
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
    let mut above = number.to_bigint().into_owned();
    let mut below = BigInt::from(1);
    // A factor from which the common divisor is gone has none with what is left of the number.
    for factor in std::iter::once(&&Integer::from(divisor)).chain(factors) {
        let reduced = lowest_terms(above, factor.to_bigint().into_owned());
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
        let brick =
            Polygon::rectangle(&Vector::from_integers(3, 0), &Vector::from_integers(2, 4)).unwrap();
        let moments = AreaMoments::of(std::slice::from_ref(&brick));
        assert_eq!(moments.area, ratio(8, 1));
        assert_eq!(moments.first, Vector::from_integers(24, 0));
        assert_eq!(moments.second, ratio(8 * (4 + 16), 12) + ratio(8 * 9, 1));
        let block = Dynamics::homogeneous(&[brick], &ratio(3, 2));
        assert_eq!(block.mass, ratio(12, 1));
        assert_eq!(block.centroid, Vector::from_integers(3, 0));
        assert_eq!(block.inertia, ratio(20, 1));
    }

    /// A triangle whose coordinates have these denominators.
    fn triangle(units: [i64; 6]) -> Polygon {
        let places = [(0, 0), (7, 1), (2, 5)];
        let vertices = places
            .iter()
            .zip(units.chunks(2))
            .map(|((x, y), units)| {
                Vector::new(
                    ratio(x * units[0] + 1, units[0]),
                    ratio(y * units[1] + 1, units[1]),
                )
            })
            .collect();
        Polygon::new(vertices).unwrap().0
    }

    proptest! {
        /// Green's theorem as in the head of the file, by reduced fractions.
        #[test]
        fn moments_are_those_of_reduced_fractions(units in prop::array::uniform6(2..50_i64), density in 1..20_i64) {
            let parts = [triangle(units), triangle([3, 3, 4, 4, 5, 5])];
            let (mut area, mut first, mut second) = (ratio(0, 1), Vector::zero(), ratio(0, 1));
            for (p, q) in parts.iter().flat_map(Polygon::edges) {
                area += p.cross(q) * ratio(1, 2);
                first = &first + &(p + q).scaled(&(p.cross(q) * ratio(1, 6)));
                second += p.cross(q) * (p.dot(p) + p.dot(q) + q.dot(q)) * ratio(1, 12);
            }
            let found = Dynamics::homogeneous(&parts, &ratio(density, 7));
            let centroid = first.scaled(&area.recip());
            let inertia = &second - &area * centroid.dot(&centroid);
            prop_assert_eq!(&found.centroid, &centroid);
            prop_assert_eq!(found.mass, &area * ratio(density, 7));
            prop_assert_eq!(found.inertia, inertia * ratio(density, 7));
            prop_assert_eq!(AreaMoments::of(&parts), AreaMoments { area, first, second });
            prop_assert_eq!(super::centroid(&parts), centroid);
        }
    }
}
