//! Isometries of the plane that map a scene to itself.
//!
//! An isometry x ↦ c + A (x - c) is a symmetry if it permutes the bodies, part by part as point
//! sets, keeps mass, moment and fixedness, maps centroids, velocities, pins and gravity, and
//! multiplies spins by det A. It permutes the vertices, and is determined by that, since they are
//! not on one line: so there are finitely many. It fixes the centre c of the smallest circle around
//! the vertices, which is rational (`circle`), and A is rational, since it maps two independent
//! rational vectors to rational vectors. A rational rotation of finite order is a multiple of a
//! quarter turn: 2 cos is rational and an algebraic integer, so cos is 0, ±1/2 or ±1, and for ±1/2
//! the sine is irrational. Hence there are at most three rotations but the identity, and at most
//! four reflections. With gravity only the reflection in a line along gravity is left
//! (`candidates`). Each of these few is tried on the whole scene in O(n log n) (`figure`), where
//! residues modulo a prime refute most of what is no symmetry at once (`points`, `axis`).

mod axis;
mod candidates;
mod circle;
mod figure;
mod images;
mod points;

pub use images::CornerImage;

use crate::lattice::Lattice;
use figure::{Figure, PartImage};
use num_integer::Integer;
use num_traits::{Signed, Zero};
use points::{Points, Unlucky};
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::Field;
use zwang_scene::{BodyId, PinId, Polygon, Scene};

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
    parts: Vec<Vec<PartImage>>,
}

/// What a symmetry looks like.
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

/// All symmetries of a scene but the identity: rotations first, in ascending angle, then
/// reflections. A scene without bodies has none, and so has one that [`crate::contacts::find`]
/// refuses because parts coincide.
#[must_use]
pub fn detect(scene: &Scene) -> Vec<Symmetry> {
    detect_on(scene, &Lattice::new(scene))
}

/// The same, of a scene whose geometry is at hand.
pub(crate) fn detect_on(scene: &Scene, lattice: &Lattice) -> Vec<Symmetry> {
    let mut field = Field::first();
    loop {
        match detect_modulo(scene, lattice, field) {
            Ok(symmetries) => return symmetries,
            Err(Unlucky) => field = field.next(),
        }
    }
}

/// All symmetries, found with the help of a prime.
fn detect_modulo(scene: &Scene, lattice: &Lattice, field: Field) -> Result<Vec<Symmetry>, Unlucky> {
    let vectors = scene
        .bodies
        .iter()
        .flat_map(|body| &body.parts)
        .flat_map(Polygon::vertices);
    let places = lattice.parts().flat_map(|(_, outline)| outline.places());
    let (vertices, numbers) = Points::new(field, places.zip(vectors).collect())?;
    let falls = !scene.gravity.is_zero();
    if falls && !axis::is_possible(field, &scene.gravity, &vertices)? {
        return Ok(Vec::new());
    }
    let Some(circle) = circle::smallest_enclosing(vertices.places()) else {
        return Ok(Vec::new());
    };
    let matrices = if falls {
        vec![candidates::mirror(&scene.gravity)]
    } else {
        candidates::about(&circle, vertices.places())
    };
    let figure = Figure::new(scene, lattice, field, &vertices, &numbers)?;
    let symmetries = matrices
        .into_iter()
        .map(|matrix| figure.symmetry(matrix, circle.center.clone()));
    symmetries.filter_map(Result::transpose).collect()
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
    let (x, y) = (
        vector.x.numer() * vector.y.denom(),
        vector.y.numer() * vector.x.denom(),
    );
    let mut divisor = x.gcd(&y);
    if y.is_negative() || (y.is_zero() && x.is_negative()) {
        divisor = -divisor;
    }
    Vector::new(
        Rational::from_integer(x / &divisor),
        Rational::from_integer(y / &divisor),
    )
}
