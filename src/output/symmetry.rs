//! Symmetries of a scene, as they are told to people.
//!
//! A symmetry is x ↦ c + M (x - c) with M orthogonal. If det M = -1 it is a reflection: since M² =
//! 1, M fixes the direction d = (M + 1) e for any e with d ≠ 0.

use num_traits::{One, Signed, Zero};
use zwang_exact::{Rational, Vector};
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
    /// The image of a vector under a reflection, d (2 d·v / d·d) - v; `None` for a rotation.
    pub(crate) fn mirror(&self, vector: &Vector) -> Option<Vector> {
        match self {
            Self::Reflection { direction, .. } if direction.is_zero() => None,
            // Upright and level axes, so that long numbers need no arithmetic.
            Self::Reflection { direction, .. } if direction.x.is_zero() => {
                let x = -&vector.x;
                let y = vector.y.clone();
                Some(Vector::new(x, y))
            }
            Self::Reflection { direction, .. } if direction.y.is_zero() => {
                let x = vector.x.clone();
                let y = -&vector.y;
                Some(Vector::new(x, y))
            }
            Self::Reflection { direction, .. } => {
                let two = Rational::from_integer(2.into());
                let along = direction.dot(vector);
                let square = direction.dot(direction);
                let factor = two * along / square;
                let twice_along = direction.scaled(&factor);
                Some(&twice_along - vector)
            }
            Self::Rotation { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[&str; 2]; 2]) -> [[Rational; 2]; 2] {
        rows.map(|row| row.map(|text| zwang_exact::parse(text).unwrap()))
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
        let image = upright.kind.mirror(&Vector::from_integers(3, 4));
        assert_eq!(image, Some(Vector::from_integers(-3, 4)));
        assert_eq!(upright.moved_bodies(), 2);
        let rows = matrix([["0", "-1"], ["1", "0"]]);
        let turn = SymmetryLine::from_matrix(&rows, &center, vec![BodyId(0)]);
        assert!(matches!(turn.kind, SymmetryKind::Rotation { .. }));
        assert_eq!(turn.kind.mirror(&center), None);
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
        assert_eq!(slanted.kind.mirror(&vector), Some(image));
    }
}
