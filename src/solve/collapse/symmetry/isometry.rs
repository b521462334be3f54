//! An isometry that maps a scene to itself, with the images of everything.

use super::candidates;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use zwang_certificate::{BigInt, PartId, friction};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, PinId};

/// The map x ↦ center + matrix (x - center), other than the identity, that maps a scene to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Rows of an orthogonal matrix.
    pub matrix: [[Rational; 2]; 2],
    /// A fixed point, m.
    pub center: Vector,
    /// The image of each body.
    pub bodies: Vec<BodyId>,
    /// The image of each pin, and whether the image of its first body is the second body of that.
    pub pins: Vec<(PinId, bool)>,
    /// The image of each part of each body.
    pub(super) parts: Vec<Vec<PartImage>>,
}

/// The kind of a symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In a line.
    Reflection {
        /// A point of the line, m.
        point: Vector,
        /// Its direction: coprime integers, upwards or to the right.
        direction: Vector,
    },
    /// About a point.
    Rotation {
        /// The fixed point, m.
        center: Vector,
        /// How many quarter turns counter-clockwise: 1, 2 or 3.
        quarter_turns: usize,
    },
}

/// The image of a part: vertex k goes to vertex shift + k of `part`, or shift - k under a
/// reflection, modulo their number `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartImage {
    pub(super) part: PartId,
    pub(super) shift: usize,
    pub(super) count: usize,
    pub(super) reflected: bool,
}

impl PartImage {
    /// The image of a vertex.
    pub(super) fn vertex(&self, vertex: usize) -> usize {
        let vertex = vertex % self.count;
        let offset = if self.reflected {
            self.count - vertex
        } else {
            vertex
        };
        (self.shift + offset) % self.count
    }

    /// The image of an edge: a reflection exchanges its ends.
    pub(super) fn edge(&self, edge: usize) -> usize {
        self.vertex(if self.reflected { edge + 1 } else { edge })
    }
}

impl Symmetry {
    /// The image of a vector.
    #[must_use]
    pub fn map_vector(&self, vector: &Vector) -> Vector {
        candidates::product(&self.matrix, vector)
    }

    /// The image of a point.
    #[must_use]
    pub fn map_point(&self, point: &Vector) -> Vector {
        &self.center + &self.map_vector(&(point - &self.center))
    }

    /// The symmetry in the form of a proof: x ↦ matrix x + (center - matrix center), over one
    /// denominator.
    pub(crate) fn listed(&self) -> friction::Symmetry {
        let shift = &self.center - &self.map_vector(&self.center);
        let [[a, b], [c, d]] = &self.matrix;
        let numbers = [a, b, c, d, &shift.x, &shift.y];
        let mut denominator = BigInt::one();
        for number in numbers {
            denominator = denominator.lcm(number.denom());
        }
        let [a, b, c, d, x, y] =
            numbers.map(|number| number.numer() * (&denominator / number.denom()));
        friction::Symmetry {
            matrix: [[a, b], [c, d]],
            shift: [x, y],
            bodies: self.bodies.iter().map(|body| body.0).collect(),
            denominator,
        }
    }

    /// Whether orientation is reversed, det = -1.
    #[must_use]
    pub fn is_reflection(&self) -> bool {
        candidates::is_reflection(&self.matrix)
    }

    /// Reflection or rotation, in plain terms.
    #[must_use]
    pub fn kind(&self) -> Kind {
        let [[a, b], [c, _]] = &self.matrix;
        if self.is_reflection() {
            // (1 + a, c) is twice the projection of the first axis to the mirror line; it vanishes
            // only if that line is the second axis.
            let one = Rational::from_integer(1.into());
            let along = Vector::new(a + &one, c.clone());
            let direction = if along.is_zero() {
                Vector::from_integers(0, 1)
            } else {
                primitive(&along)
            };
            return Kind::Reflection {
                point: self.center.clone(),
                direction,
            };
        }
        let quarter_turns = if !a.is_zero() {
            2
        } else if b.is_negative() {
            1
        } else {
            3
        };
        Kind::Rotation {
            center: self.center.clone(),
            quarter_turns,
        }
    }
}

/// The coprime integers in the ratio x : y, upwards or to the right.
fn primitive(vector: &Vector) -> Vector {
    let x = vector.x.numer() * vector.y.denom();
    let y = vector.y.numer() * vector.x.denom();
    let mut divisor = x.gcd(&y);
    if y.is_negative() || (y.is_zero() && x.is_negative()) {
        divisor = -divisor;
    }
    Vector::new(
        Rational::from_integer(x / &divisor),
        Rational::from_integer(y / &divisor),
    )
}
