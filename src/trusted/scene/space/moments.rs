//! Volume, centroid and second moments of a body, by the divergence theorem.
//!
//! Split each face into triangles (a, b, c) and let w = a·(b × c) and e = a + b + c. Then the
//! volume is Σ w/6, ∫x = Σ w e/24 and ∫x xᵀ = Σ w (a aᵀ + b bᵀ + c cᵀ + e eᵀ)/120.
//!
//! For a density ρ: mass m = ρ ∫1, centroid c = ∫x / ∫1, S = ρ ∫(x - c)(x - c)ᵀ, and the inertia
//! about the centroid is I = tr(S) 1 - S. A matrix I is the inertia of some body if and only if
//! S = tr(I)/2 1 - I is positive semidefinite; I is then positive definite unless all mass is on a
//! line.
//!
//! The volume of a rounded part is a multiple of π, so its mass is given. For a uniform ball S = m
//! r²/5 1. A capsule with a segment of length L along a unit vector e is a cylinder of mass m_c = m
//! L/(L + 4r/3) and two half balls of mass m_b = m - m_c together, and S = A 1 + (B - A) e eᵀ with
//! A = m_c r²/4 + m_b r²/5 and B = m_c L²/12 + m_b (r²/5 + L²/4 + 3 L r/8).

use crate::space::lattice::{Lattice, Point, cross, dot, sum};
use crate::space::polyhedron::Polyhedron;
use zwang_exact::{Integer, Matrix3, Rational, Vector3, lowest_terms};

/// Mass, centroid and second moments of a homogeneous body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MassMoments {
    /// Density times volume, kg.
    pub mass: Rational,
    /// The centroid, m.
    pub centroid: Vector3,
    /// S = ∫ρ (x - c)(x - c)ᵀ, kg m².
    pub second: Matrix3,
}

/// Integrals over a part, measured from its first vertex, in a unit u: times 6 u³, 24 u⁴, 120 u⁵.
struct Sums {
    unit: Integer,
    volume: Integer,
    first: Point,
    /// Rows.
    second: [Point; 3],
}

impl MassMoments {
    /// Those of parts, at least one, at one density (kg/m³). If parts overlap, both count.
    #[must_use]
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a Polyhedron>, density: &Rational) -> Self {
        let mut pieces = Vec::new();
        for part in parts {
            pieces.push(Self::of_part(part, density));
        }
        if pieces.len() == 1 {
            return pieces.remove(0);
        }
        joined(&pieces)
    }

    /// Those of a uniform ball.
    #[must_use]
    pub fn of_ball(center: &Vector3, radius: &Rational, mass: Rational) -> Self {
        let moment = radius * radius * &mass * ratio(1, 5);
        Self {
            mass,
            centroid: center.clone(),
            second: Matrix3::identity().scaled(&moment),
        }
    }

    /// Those of a uniform capsule: a cylinder around a segment with half a ball at either end;
    /// `None` if the length of the segment is irrational or 0.
    #[must_use]
    pub fn of_capsule(
        [from, to]: [&Vector3; 2],
        radius: &Rational,
        mass: Rational,
    ) -> Option<Self> {
        let axis = to - from;
        let squared = axis.dot(&axis);
        let length = root(&squared).filter(|length| *length != Rational::default())?;
        // Cylinder and ball have volumes of the ratio L : 4r/3.
        let whole = &length + radius * ratio(4, 3);
        let cylinder = &mass * &length / whole;
        let ball = &mass - &cylinder;
        let round = radius * radius;
        let across = &cylinder * &round * ratio(1, 4) + &ball * &round * ratio(1, 5);
        let reach = &round * ratio(1, 5) + &squared * ratio(1, 4) + &length * radius * ratio(3, 8);
        let along = &cylinder * &squared * ratio(1, 12) + &ball * reach;
        let stretch = Matrix3::outer(&axis, &axis).scaled(&((along - &across) / squared));
        Some(Self {
            mass,
            centroid: (from + to).scaled(&ratio(1, 2)),
            second: &Matrix3::identity().scaled(&across) + &stretch,
        })
    }

    fn of_part(part: &Polyhedron, density: &Rational) -> Self {
        let origin = &part.vertices()[0];
        let Sums {
            unit,
            volume,
            first,
            second,
        } = Sums::of(part, origin);
        // ∫x / ∫1 from the first vertex: F/24u⁴ over V/6u³.
        let four_units = &unit * Integer::from(4);
        let arm = over(&first, &(&four_units * &volume));
        let cube = &unit * &unit * &unit;
        let mass = quotient(&volume, &(&cube * Integer::from(6))) * density;
        let scale = cube * &unit * &unit * Integer::from(120);
        let rows = second.each_ref().map(|row| over(row, &scale));
        let about_origin = Matrix3::new(rows).scaled(density);
        let shift = Matrix3::outer(&arm, &arm).scaled(&mass);
        Self {
            mass,
            centroid: origin + &arm,
            second: &about_origin - &shift,
        }
    }

    /// Those of the same uniform body, of another mass.
    #[must_use]
    pub fn of_mass(self, mass: Rational) -> Self {
        let factor = &mass / &self.mass;
        Self {
            second: self.second.scaled(&factor),
            mass,
            centroid: self.centroid,
        }
    }

    /// I = tr(S) 1 - S, kg m².
    #[must_use]
    pub fn inertia(&self) -> Matrix3 {
        let trace = self.second.trace();
        &Matrix3::identity().scaled(&trace) - &self.second
    }
}

/// Whether there is a body with this inertia about its centroid that does not lie on a line.
#[must_use]
pub fn is_inertia(matrix: &Matrix3) -> bool {
    let half = matrix.trace() * Rational::new_raw(1.into(), 2.into());
    let second = &Matrix3::identity().scaled(&half) - matrix;
    matrix.is_symmetric() && second.is_positive_semidefinite() && matrix.is_positive_definite()
}

/// Several bodies as one: S = Σ (S_k + m_k (c_k - c)(c_k - c)ᵀ).
fn joined(pieces: &[MassMoments]) -> MassMoments {
    let mut mass = Rational::default();
    let mut first = Vector3::zero();
    for piece in pieces {
        first = &first + &piece.centroid.scaled(&piece.mass);
        mass += &piece.mass;
    }
    let centroid = first.scaled(&mass.recip());
    let mut second = Matrix3::zero();
    for piece in pieces {
        let arm = &piece.centroid - &centroid;
        let shift = Matrix3::outer(&arm, &arm).scaled(&piece.mass);
        second = &second + &(&piece.second + &shift);
    }
    MassMoments {
        mass,
        centroid,
        second,
    }
}

impl Sums {
    fn of(part: &Polyhedron, origin: &Vector3) -> Self {
        let Lattice { unit, points } = Lattice::of(part.vertices(), origin);
        let mut sums = Self {
            unit,
            volume: Integer::ZERO,
            first: zero(),
            second: [zero(), zero(), zero()],
        };
        for face in part.faces() {
            let [corner, others @ ..] = face.vertices.as_slice() else {
                continue;
            };
            for pair in others.windows(2) {
                sums.add([&points[*corner], &points[pair[0]], &points[pair[1]]]);
            }
        }
        sums
    }

    fn add(&mut self, [a, b, c]: [&Point; 3]) {
        let weight = dot(a, &cross(b, c));
        if weight.is_zero() {
            return;
        }
        let e = sum(&sum(a, b), c);
        self.volume = &self.volume + &weight;
        self.first = sum(&self.first, &e.each_ref().map(|number| number * &weight));
        for (index, row) in self.second.iter_mut().enumerate() {
            for vector in [a, b, c, &e] {
                let factor = &vector[index] * &weight;
                *row = sum(row, &vector.each_ref().map(|number| number * &factor));
            }
        }
    }
}

fn zero() -> Point {
    [Integer::ZERO, Integer::ZERO, Integer::ZERO]
}

fn ratio(above: i64, below: i64) -> Rational {
    Rational::new_raw(above.into(), below.into())
}

/// The root of a number that is not negative, if it is rational.
fn root(number: &Rational) -> Option<Rational> {
    let root = Rational::new(number.numer().sqrt(), number.denom().sqrt());
    (&root * &root == *number).then_some(root)
}

fn quotient(above: &Integer, below: &Integer) -> Rational {
    let above = above.to_bigint().into_owned();
    lowest_terms(above, below.to_bigint().into_owned())
}

fn over([x, y, z]: &Point, below: &Integer) -> Vector3 {
    Vector3::new(quotient(x, below), quotient(y, below), quotient(z, below))
}
