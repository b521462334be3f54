//! Open lines with a width, as the area that is drawn: straight ends, mitred corners.
//!
//! At a corner between pieces with unit normals m and n the sides of a line of width w meet at
//! ± (m + n) w/2 / (1 + m·n) from the corner. Normals are rational and nearly as long as 1
//! ([`zwang_angle::near_unit`]), so that a width is exact up to 2^-64 of it.

use super::path::Problem;
use zwang_angle::near_unit;
use zwang_exact::{Rational, Vector};

/// The outline of the area that a line of this width covers.
pub fn outline(line: &[Vector], width: &Rational) -> Result<Vec<Vector>, Problem> {
    let mut line = line.to_vec();
    line.dedup();
    let mut normals = Vec::with_capacity(line.len());
    for two in line.windows(2) {
        let direction = &two[1] - &two[0];
        if let Some(unit) = near_unit(&direction) {
            normals.push(unit.vector.quarter_turn());
        }
    }
    let (Some(first), Some(last)) = (normals.first(), normals.last()) else {
        let expected = "a line from one point to another";
        return Err(("a line without a length".to_owned(), expected.to_owned()));
    };
    let mut arms = vec![first.clone()];
    for two in normals.windows(2) {
        let sum = &two[0] + &two[1];
        let square = Rational::from_integer(1.into()) + two[0].dot(&two[1]);
        if square < Rational::new(1.into(), 8.into()) {
            let found = "a line that turns back at a corner".to_owned();
            return Err((found, "turns of less than 150 degrees".to_owned()));
        }
        arms.push(sum.scaled(&square.recip()));
    }
    arms.push(last.clone());
    let half = width * Rational::new(1.into(), 2.into());
    let mut around = Vec::with_capacity(2 * line.len());
    for (vertex, arm) in line.iter().zip(&arms) {
        around.push(vertex - &arm.scaled(&half));
    }
    for (vertex, arm) in line.iter().zip(&arms).rev() {
        around.push(vertex + &arm.scaled(&half));
    }
    Ok(around)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::points;

    #[test]
    fn a_corner_is_mitred() {
        let line = points("0 0  8 0  8 8");
        let two = Rational::from_integer(2.into());
        let expected = points("0 -1  9 -1  9 8  7 8  7 1  0 1");
        assert_eq!(outline(&line, &two), Ok(expected));
        assert!(outline(&points("0 0  8 0  1 1"), &two).is_err());
        assert!(outline(&points("1 1  1 1"), &two).is_err());
    }
}
