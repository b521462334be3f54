//! Affine maps of the plane with rational numbers.

use num_traits::Zero;
use zwang_exact::{Rational, Vector};

/// The map x ↦ p + x u + y v.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    /// Image of the first axis.
    pub first: Vector,
    /// Image of the second axis.
    pub second: Vector,
    /// Image of the origin.
    pub origin: Vector,
}

impl Affine {
    /// The map that changes nothing.
    pub fn identity() -> Self {
        Self {
            first: Vector::from_integers(1, 0),
            second: Vector::from_integers(0, 1),
            origin: Vector::zero(),
        }
    }

    /// The translation by a vector.
    pub fn translation(origin: Vector) -> Self {
        Self {
            origin,
            ..Self::identity()
        }
    }

    /// Axes scaled by two factors.
    pub fn scaling(x: &Rational, y: &Rational) -> Self {
        Self {
            first: Vector::new(x.clone(), Rational::zero()),
            second: Vector::new(Rational::zero(), y.clone()),
            origin: Vector::zero(),
        }
    }

    /// The rotation with this cosine and sine.
    pub fn rotation(cosine: Rational, sine: Rational) -> Self {
        let first = Vector::new(cosine, sine);
        Self {
            second: first.quarter_turn(),
            first,
            origin: Vector::zero(),
        }
    }

    /// The image of a point.
    pub fn of(&self, point: &Vector) -> Vector {
        &self.origin + &self.of_vector(point)
    }

    /// The image of a vector.
    pub fn of_vector(&self, vector: &Vector) -> Vector {
        let along_first = self.first.scaled(&vector.x);
        let along_second = self.second.scaled(&vector.y);
        &along_first + &along_second
    }

    /// First the other map, then this one.
    pub fn after(&self, other: &Self) -> Self {
        Self {
            first: self.of_vector(&other.first),
            second: self.of_vector(&other.second),
            origin: self.of(&other.origin),
        }
    }

    /// Whether it changes no distance and no side.
    #[cfg(test)]
    pub fn is_motion(&self) -> bool {
        let one = Rational::from_integer(1.into());
        self.first.dot(&self.first) == one && self.second == self.first.quarter_turn()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Rational {
        zwang_exact::parse(text).unwrap()
    }

    #[test]
    fn maps_compose_from_the_right() {
        let turn = Affine::rotation(parse("3/5"), parse("4/5"));
        assert!(turn.is_motion());
        assert_eq!(turn.first, Vector::new(parse("3/5"), parse("4/5")));
        let shift = Affine::translation(Vector::from_integers(5, 0));
        let point = Vector::from_integers(5, 0);
        let both = turn.after(&shift).of(&point);
        assert_eq!(both, Vector::from_integers(6, 8));
        let other = shift.after(&turn).of(&point);
        assert_eq!(other, Vector::from_integers(8, 4));
        assert_eq!(Affine::identity().of(&point), point);
    }
}
