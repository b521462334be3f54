//! Vectors rounded to the nearest, ties away from zero.

use super::integer_vector::IntegerVector;
use num_bigint::BigInt;
use zwang_exact::nearest;

/// Both components of a vector over a unit, times 2^digits, to the nearest.
pub(super) fn nearest_vector(vector: &IntegerVector, unit: &BigInt, digits: u64) -> IntegerVector {
    let [x, y] = [&vector.x, &vector.y].map(|number| nearest(&(number << digits), unit));
    IntegerVector::new(x, y)
}

/// α' a + β' J a, times 2^digits, of a vector α a + β J a over a unit.
pub(super) fn nearest_along(
    vector: &IntegerVector,
    unit: &BigInt,
    axis: &IntegerVector,
    digits: u64,
) -> IntegerVector {
    let frame = IntegerVector::new(vector.dot(axis), axis.cross(vector));
    axis.times(&nearest_vector(&frame, &(unit * axis.square()), digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the frame of a = 3 + 4i, (1 + i) a / 2 has the coordinates 1/2 and 1/2.
    #[test]
    fn ties_in_a_frame_go_away_from_zero() {
        let axis = IntegerVector::from_small(3, 4);
        for (x, y) in [(1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let corner = axis.times(&IntegerVector::from_small(x, y));
            let found = |unit: i64, digits| nearest_along(&corner, &unit.into(), &axis, digits);
            assert_eq!(found(2, 0), corner);
            assert_eq!(found(2, 3), corner.scaled(&4.into()));
            assert_eq!(found(3, 0), IntegerVector::default());
            assert_eq!(found(6, 2), corner);
        }
    }
}
