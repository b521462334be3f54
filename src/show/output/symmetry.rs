//! Symmetries of a scene, as they are told to people.
//!
//! A symmetry is x ↦ c + M (x - c) with M orthogonal. If det M = -1 it is a reflection: since M² =
//! 1, M fixes the direction d = (M + 1) e for any e with d ≠ 0.

use num_traits::{One, Signed, Zero};
use zwang_exact::{Fraction, FractionVector, Integer, Rational, Vector};
use zwang_scene::BodyId;

/// A motion of the plane that maps a scene to itself, and where it takes the bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryLine {
    /// Reflection or rotation.
    pub kind: SymmetryKind,
    /// The image of each body, by index.
    pub images: Vec<BodyId>,
}

/// The two kinds of symmetry a finite figure can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetryKind {
    /// In the line through `point` along `direction`.
    Reflection {
        /// A point of the axis, m.
        point: Vector,
        /// Direction of the axis; its length means nothing.
        direction: Vector,
    },
    /// About `center`.
    Rotation {
        /// The fixed point, m.
        center: Vector,
        /// Rows of the matrix.
        matrix: [[Rational; 2]; 2],
    },
}

impl SymmetryLine {
    /// The symmetry x ↦ center + matrix (x - center), for an orthogonal matrix given by its rows.
    #[must_use]
    pub fn from_matrix(matrix: &[[Rational; 2]; 2], center: &Vector, images: Vec<BodyId>) -> Self {
        let [[a, b], [c, d]] = matrix;
        let determinant = a * d - b * c;
        let kind = if determinant.is_negative() {
            let one = Rational::one();
            let mut direction = Vector::new(a + &one, c.clone());
            if direction.is_zero() {
                direction = Vector::new(b.clone(), d + &one);
            }
            SymmetryKind::Reflection {
                point: center.clone(),
                direction,
            }
        } else {
            SymmetryKind::Rotation {
                center: center.clone(),
                matrix: matrix.clone(),
            }
        };
        Self { kind, images }
    }

    /// Number of bodies that change places with others.
    pub(crate) fn moved_bodies(&self) -> usize {
        let mut count = 0;
        for (body, image) in self.images.iter().enumerate() {
            if body != image.0 {
                count += 1;
            }
        }
        count
    }
}

impl SymmetryKind {
    /// The image of a vector under a reflection, which is 2 (d·v) d / (d·d) - v; `None` for a
    /// rotation. An upright or a level axis only changes signs, and no axis takes the greatest
    /// common divisor of anything.
    pub(crate) fn mirror(&self, [x, y]: [&Fraction; 2]) -> Option<[Fraction; 2]> {
        let Self::Reflection { direction, .. } = self else {
            return None;
        };
        if direction.is_zero() {
            return None;
        }
        if direction.x.is_zero() {
            return Some([-x, y.clone()]);
        }
        if direction.y.is_zero() {
            return Some([x.clone(), -y]);
        }
        // The matrix (2 d dᵀ - d·d) / (d·d) has one unit, so that long numbers keep theirs.
        let direction = FractionVector::from(direction);
        let [along_x, along_y] = direction.numerators();
        let x_squared = along_x * along_x;
        let y_squared = along_y * along_y;
        let unit = &x_squared + &y_squared;
        let difference = &x_squared - &y_squared;
        let twice_product = along_x * along_y * Integer::from(2);
        let main = Fraction::new(difference, unit.clone());
        let beside = Fraction::new(twice_product, unit);
        let image_x = &main * x + &beside * y;
        let image_y = &beside * x - &main * y;
        Some([image_x, image_y])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[&str; 2]; 2]) -> [[Rational; 2]; 2] {
        rows.map(|row| row.map(|text| zwang_exact::parse(text).unwrap()))
    }

    fn mirrored(kind: &SymmetryKind, vector: &Vector) -> Option<Vector> {
        let x = Fraction::from(&vector.x);
        let y = Fraction::from(&vector.y);
        let [x, y] = kind.mirror([&x, &y])?;
        Some(Vector::new((&x).into(), (&y).into()))
    }

    #[test]
    fn matrices_are_recognised() {
        let center = Vector::from_integers(1, 2);
        let rows = matrix([["-1", "0"], ["0", "1"]]);
        let upright = SymmetryLine::from_matrix(&rows, &center, [1, 0, 2].map(BodyId).to_vec());
        let expected = SymmetryKind::Reflection {
            point: center.clone(),
            direction: Vector::from_integers(0, 2),
        };
        assert_eq!(upright.kind, expected);
        let image = mirrored(&upright.kind, &Vector::from_integers(3, 4));
        assert_eq!(image, Some(Vector::from_integers(-3, 4)));
        assert_eq!(upright.moved_bodies(), 2);
        let rows = matrix([["0", "-1"], ["1", "0"]]);
        let turn = SymmetryLine::from_matrix(&rows, &center, vec![BodyId(0)]);
        assert!(matches!(turn.kind, SymmetryKind::Rotation { .. }));
        assert_eq!(mirrored(&turn.kind, &center), None);
    }

    #[test]
    fn the_mirror_is_the_matrix() {
        let rows = matrix([["7/25", "24/25"], ["24/25", "-7/25"]]);
        let slanted = SymmetryLine::from_matrix(&rows, &Vector::zero(), vec![]);
        let [[a, b], [c, d]] = rows;
        let vector = Vector::from_integers(3, -5);
        let image = Vector::new(
            &a * &vector.x + &b * &vector.y,
            &c * &vector.x + &d * &vector.y,
        );
        assert_eq!(mirrored(&slanted.kind, &vector), Some(image));
    }
}
