//! Volume, centroid and second moments of a body, by the divergence theorem.
//!
//! Split each face into triangles (a, b, c) and let w = a·(b × c) and e = a + b + c. Then the
//! volume is Σ w/6, ∫x = Σ w e/24 and ∫x xᵀ = Σ w (a aᵀ + b bᵀ + c cᵀ + e eᵀ)/120.
//!
//! For a density ρ: mass m = ρ ∫1, centroid c = ∫x / ∫1, S = ρ ∫(x - c)(x - c)ᵀ, and the inertia
//! about the centroid is I = tr(S) 1 - S. A matrix I is the inertia of some body if and only if
//! S = tr(I)/2 1 - I is positive semidefinite; I is then positive definite unless all mass is on a
//! line.

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
    pub fn of(parts: &[Polyhedron], density: &Rational) -> Self {
        let mut pieces = Vec::with_capacity(parts.len());
        for part in parts {
            pieces.push(Self::of_part(part, density));
        }
        if pieces.len() == 1 {
            return pieces.remove(0);
        }
        joined(&pieces)
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
        let mass = ratio(&volume, &(&cube * Integer::from(6))) * density;
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

fn ratio(above: &Integer, below: &Integer) -> Rational {
    let above = above.to_bigint().into_owned();
    lowest_terms(above, below.to_bigint().into_owned())
}

fn over([x, y, z]: &Point, below: &Integer) -> Vector3 {
    Vector3::new(ratio(x, below), ratio(y, below), ratio(z, below))
}
