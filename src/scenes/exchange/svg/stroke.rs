//! Open lines with a width, as the area that is drawn: straight ends, mitred corners.
//!
//! At a corner between pieces with unit normals m and n the sides of a line of width w meet at
//! ± (m + n) w/2 / (1 + m·n) from the corner. A corner whose mitre would be more than four times as
//! long as the line is wide is cut off straight, as SVG says: its sides then go by ± m w/2, the
//! corner itself on the inner side, and ± n w/2. The outline crosses itself there, and its area is
//! all that it goes around. Normals are rational and nearly as long as 1
//! ([`zwang_angle::near_unit`]), so that a width is exact up to 2^-64 of it.

use num_traits::Signed;
use zwang_angle::near_unit;
use zwang_exact::{Rational, Vector};

/// The outline of the area that a line of this width covers; empty if the line has no length.
pub fn outline(line: &[Vector], width: &Rational) -> Vec<Vector> {
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
        return Vec::new();
    };
    let half = width * Rational::new(1.into(), 2.into());
    let mut right = vec![&line[0] - &first.scaled(&half)];
    let mut left = vec![&line[0] + &first.scaled(&half)];
    for (two, corner) in normals.windows(2).zip(&line[1..]) {
        let sum = &two[0] + &two[1];
        let square = Rational::from_integer(1.into()) + two[0].dot(&two[1]);
        if square < Rational::new(1.into(), 8.into()) {
            let before = two[0].scaled(&half);
            let after = two[1].scaled(&half);
            let turns_left = !two[0].cross(&two[1]).is_negative();
            right.push(corner - &before);
            left.push(corner + &before);
            // The corner itself is on the inner side.
            if turns_left {
                left.push(corner.clone());
            } else {
                right.push(corner.clone());
            }
            right.push(corner - &after);
            left.push(corner + &after);
            continue;
        }
        let arm = sum.scaled(&(&half / square));
        right.push(corner - &arm);
        left.push(corner + &arm);
    }
    let end = &line[line.len() - 1];
    right.push(end - &last.scaled(&half));
    left.push(end + &last.scaled(&half));
    left.reverse();
    right.append(&mut left);
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::{Inside, convex_parts};
    use crate::testing::points;
    use num_traits::Zero;

    #[test]
    fn a_corner_is_mitred() {
        let line = points("0 0  8 0  8 8");
        let two = Rational::from_integer(2.into());
        let expected = points("0 -1  9 -1  9 8  7 8  7 1  0 1");
        assert_eq!(outline(&line, &two), expected);
        assert!(outline(&points("1 1  1 1"), &two).is_empty());
    }

    /// A line that turns back covers its strip once. A sharp corner covers both strips and the
    /// triangle between their ends.
    #[test]
    fn a_sharp_corner_is_cut_off() {
        let two = Rational::from_integer(2.into());
        assert_eq!(
            area(&points("0 0  8 0  0 0")),
            Rational::from_integer(16.into())
        );
        for corner in ["0 0  8 0  -16 7", "-16 7  8 0  0 0", "0 0  8 0  -16 -7"] {
            let line = points(corner);
            assert_eq!(area(&line), union_of_strips(&line, &two), "{corner}");
        }
    }

    /// The area of the outline of a line of width 2.
    fn area(line: &[Vector]) -> Rational {
        let around = outline(line, &Rational::from_integer(2.into()));
        sum_of(&convex_parts(&[around], Inside::NotZero).unwrap())
    }

    fn sum_of(parts: &[Vec<Vector>]) -> Rational {
        let mut sum = Rational::zero();
        for part in parts {
            for index in 0..part.len() {
                sum += part[index].cross(&part[(index + 1) % part.len()]);
            }
        }
        sum / Rational::from_integer(2.into())
    }

    /// The area of the two strips and of the triangle, each drawn alone.
    fn union_of_strips(line: &[Vector], width: &Rational) -> Rational {
        let half = width / Rational::from_integer(2.into());
        let mut pieces = Vec::new();
        let mut tips = vec![line[1].clone()];
        for (index, two) in line.windows(2).enumerate() {
            let direction = &two[1] - &two[0];
            let unit = near_unit(&direction).unwrap().vector;
            let arm = unit.quarter_turn().scaled(&half);
            pieces.push(vec![
                &two[0] - &arm,
                &two[1] - &arm,
                &two[1] + &arm,
                &two[0] + &arm,
            ]);
            // The outer side is where the other piece does not go.
            let other = if index == 0 { &line[2] } else { &line[0] };
            let is_outer = arm.dot(&(other - &line[1])).is_negative();
            tips.push(if is_outer {
                &line[1] + &arm
            } else {
                &line[1] - &arm
            });
        }
        if (&tips[1] - &tips[0])
            .cross(&(&tips[2] - &tips[0]))
            .is_negative()
        {
            tips.swap(1, 2);
        }
        pieces.push(tips);
        sum_of(&convex_parts(&pieces, Inside::NotZero).unwrap())
    }
}
