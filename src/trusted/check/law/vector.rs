//! Vectors of the plane, which are also complex numbers.

use super::number::Number;
use std::cmp::Ordering;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Vector {
    pub x: Number,
    pub y: Number,
}

impl Vector {
    pub(super) fn new(x: Number, y: Number) -> Self {
        Self { x, y }
    }

    pub(super) fn zero() -> Self {
        Self::new(Number::zero(), Number::zero())
    }

    /// The complex number 1.
    pub(super) fn one() -> Self {
        Self::new(Number::one(), Number::zero())
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self::new(&self.x + &other.x, &self.y + &other.y)
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self::new(&self.x - &other.x, &self.y - &other.y)
    }

    pub(super) fn scaled(&self, factor: &Number) -> Self {
        Self::new(&self.x * factor, &self.y * factor)
    }

    /// The smaller one of both numbers of two vectors.
    pub(super) fn least(&self, other: &Self) -> Self {
        Self::new(
            (&self.x).min(&other.x).clone(),
            (&self.y).min(&other.y).clone(),
        )
    }

    /// The larger one of both numbers of two vectors.
    pub(super) fn largest(&self, other: &Self) -> Self {
        Self::new(
            (&self.x).max(&other.x).clone(),
            (&self.y).max(&other.y).clone(),
        )
    }

    /// Whether neither number is above that of another vector.
    pub(super) fn is_at_most(&self, other: &Self) -> bool {
        self.x <= other.x && self.y <= other.y
    }

    pub(super) fn opposite(&self) -> Self {
        Self::new(-&self.x, -&self.y)
    }

    pub(super) fn dot(&self, other: &Self) -> Number {
        &(&self.x * &other.x) + &(&self.y * &other.y)
    }

    pub(super) fn cross(&self, other: &Self) -> Number {
        &(&self.x * &other.y) - &(&self.y * &other.x)
    }

    pub(super) fn square(&self) -> Number {
        self.dot(self)
    }

    /// The product as complex numbers.
    pub(super) fn times(&self, other: &Self) -> Self {
        let x = &(&self.x * &other.x) - &(&self.y * &other.y);
        let y = &(&self.x * &other.y) + &(&self.y * &other.x);
        Self::new(x, y)
    }

    /// J of the vector.
    pub(super) fn quarter_turn(&self) -> Self {
        Self::new(-&self.y, self.x.clone())
    }

    /// Both components rounded to multiples of 2^-bits.
    pub(super) fn rounded(&self, bits: u64) -> Self {
        Self::new(self.x.rounded(bits), self.y.rounded(bits))
    }

    /// |x| + |y|.
    pub(super) fn size(&self) -> Number {
        &self.x.abs() + &self.y.abs()
    }

    /// The order of two points along a direction e/|e| - f/|f|, given |e|² and |f|².
    pub(super) fn order_along(
        &self,
        other: &Self,
        [e, f]: [&Self; 2],
        [e_squared, f_squared]: [&Number; 2],
    ) -> Ordering {
        let way = self.minus(other);
        let along_e = &way.dot(e).signed_square() * f_squared;
        let along_f = &way.dot(f).signed_square() * e_squared;
        along_e.cmp(&along_f)
    }

    pub(super) fn to_exact(&self) -> zwang_exact::Vector {
        zwang_exact::Vector::new(self.x.to_rational(), self.y.to_rational())
    }
}

impl From<&zwang_exact::Vector> for Vector {
    fn from(vector: &zwang_exact::Vector) -> Self {
        Self::new((&vector.x).into(), (&vector.y).into())
    }
}

/// The least cone of some vectors, which is less than half a turn: its sides, from the first one to
/// the second counter-clockwise. There are none without vectors.
#[derive(Default)]
pub(super) struct Cone(Option<[Vector; 2]>);

impl Cone {
    /// Takes in a vector; whether all are in an open half-plane still.
    pub(super) fn widen(&mut self, vector: Vector) -> bool {
        let Some([first, second]) = &mut self.0 else {
            self.0 = Some([vector.clone(), vector]);
            return true;
        };
        let [from_first, to_second] = [first.cross(&vector), vector.cross(second)];
        if from_first.is_negative() && to_second.is_positive() {
            *first = vector;
            return true;
        }
        if from_first.is_positive() && to_second.is_negative() {
            *second = vector;
            return true;
        }
        let is_between = !from_first.is_negative() && !to_second.is_negative();
        is_between && (first.dot(&vector).is_positive() || second.dot(&vector).is_positive())
    }
}

/// Whether vectors are in an open half-plane.
pub(super) fn are_of_one_side(vectors: &[Vector]) -> bool {
    let mut cone = Cone::default();
    vectors.iter().all(|vector| cone.widen(vector.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Whether all are to the left of one of them, or along it.
    fn are_left_of_one(vectors: &[Vector]) -> bool {
        vectors.iter().any(|right| {
            vectors.iter().all(|vector| {
                let turn = right.cross(vector);
                turn.is_positive() || turn.is_zero() && right.dot(vector).is_positive()
            })
        })
    }

    proptest! {
        #[test]
        fn a_cone_is_that_of_all_its_vectors(numbers in vec((-3_i64..=3, -3_i64..=3), 1..7)) {
            let mut vectors = Vec::new();
            for (x, y) in numbers.into_iter().filter(|numbers| *numbers != (0, 0)) {
                vectors.push(Vector::new(Number::from(x), Number::from(y)));
            }
            prop_assume!(!vectors.is_empty());
            prop_assert_eq!(are_of_one_side(&vectors), are_left_of_one(&vectors));
        }
    }
}
