//! How sensitive a program is to errors, in motion space and in contact space.
//!
//! With the rows J and the masses M = Q⁻ᵀ Q⁻¹ motion space works with J Q, and contact space with
//! A = J M⁻¹ Jᵀ = J Q (J Q)ᵀ. So cond(A) = cond(J Q)² (Redon, Kheddar & Coquillart, after Gill,
//! Murray & Wright). Both are computed here, each from its own matrix: singular values of one,
//! eigenvalues of the other.
#![allow(
    clippy::disallowed_types,
    reason = "condition numbers are about doubles"
)]

use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use nalgebra::DMatrix;
use zwang_program::kernel::Problem;

/// Below which part of the largest singular value another one is 0.
const ROUNDOFF: f64 = 1e-12;

/// The condition numbers of the two matrices, by their values that are not 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// cond(J Q).
    pub motion: f64,
    /// cond(A).
    pub contact: f64,
}

impl Conditions {
    pub fn of(problem: &Problem) -> Self {
        let motion = motion_matrix(problem);
        let contact = &motion * motion.transpose();
        let mut singular: Vec<f64> = motion.singular_values().iter().copied().collect();
        singular.sort_by(|one, other| other.total_cmp(one));
        let limit = ROUNDOFF * singular[0];
        let rank = singular.partition_point(|value| *value > limit);
        let mut eigenvalues: Vec<f64> = contact.symmetric_eigenvalues().iter().copied().collect();
        eigenvalues.sort_by(|one, other| other.total_cmp(one));
        Self {
            motion: singular[0] / singular[rank - 1],
            contact: eigenvalues[0] / eigenvalues[rank - 1],
        }
    }
}

/// J Q with Q = M^(-1/2).
fn motion_matrix(problem: &Problem) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(problem.rows.len(), problem.masses.len());
    for (index, row) in problem.rows.iter().enumerate() {
        for (variable, value) in &row.coefficients {
            let root = double(&problem.masses[*variable]).sqrt();
            matrix[(index, *variable)] = whole(value) / root;
        }
    }
    matrix
}

fn double(value: &Rational) -> f64 {
    let (nearest, _) = f64::rounding_from(value, RoundingMode::Nearest);
    nearest
}

fn whole(value: &Integer) -> f64 {
    double(&Rational::from(value))
}

#[cfg(test)]
mod tests {
    use super::Conditions;
    use crate::bench::methods::families::families;
    use malachite::{Integer, Rational};
    use zwang_program::kernel::{Problem, Row};

    fn problem(masses: &[i32], rows: &[&[i32]]) -> Problem {
        let mut made = Vec::new();
        for row in rows {
            let numbers = row.iter().map(|value| Integer::from(*value));
            made.push(Row {
                coefficients: numbers.enumerate().collect(),
                bound: Integer::from(0),
            });
        }
        Problem {
            masses: masses.iter().map(|mass| Rational::from(*mass)).collect(),
            target: vec![Rational::from(0); masses.len()],
            rows: made,
            equalities: 0,
        }
    }

    fn assert_near(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < 1e-9 * expected,
            "{found} {expected}"
        );
    }

    /// Orthogonal rows of the lengths 5 and 10 have the condition 2; a row that is their sum adds
    /// a value of 0 and lengthens others.
    #[test]
    fn orthogonal_rows_have_the_ratio_of_their_lengths() {
        let found = Conditions::of(&problem(&[1, 1], &[&[3, 4], &[-8, 6]]));
        assert_near(found.motion, 2.0);
        assert_near(found.contact, 4.0);
        // Masses of 4 and 1 halve the first number of a row.
        let found = Conditions::of(&problem(&[4, 1], &[&[6, 4], &[-16, 6]]));
        assert_near(found.motion, 2.0);
        assert_near(found.contact, 4.0);
    }

    /// The square of the one is the other, in the programs of all tables.
    #[test]
    fn contact_space_has_the_square_of_the_condition() {
        let mut programs = 0;
        for family in families().unwrap() {
            for member in &family.members {
                let found = Conditions::of(&member.problem);
                let square = found.motion * found.motion;
                let off = (found.contact - square).abs() / square;
                assert!(off < 1e-8, "{}: {found:?}", family.name);
                programs += 1;
            }
        }
        assert_eq!(programs, 27);
    }

    /// Three rows in two unknowns: A has a third eigenvalue of 0, which does not count. With the
    /// rows (1, 0), (0, 1) and (1, 1), (J Q)ᵀ J Q = [[2, 1], [1, 2]] has the eigenvalues 3 and 1.
    #[test]
    fn dependent_rows_add_no_value() {
        let found = Conditions::of(&problem(&[1, 1], &[&[1, 0], &[0, 1], &[1, 1]]));
        assert_near(found.motion, 3.0_f64.sqrt());
        assert_near(found.contact, 3.0);
    }
}
