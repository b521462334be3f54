//! The free turn of a body in a step: the discrete equation of Euler (`proofs/RUN.md`, section 14).
//!
//! J. Moser, A. P. Veselov, *Discrete versions of some classical integrable systems and
//! factorization of matrix polynomials*, Communications in Mathematical Physics 139 (1991).

use super::super::number::Number;
use super::vector::{Matrix, Vector};

/// The most steps of Newton's method.
const MOST: usize = 16;

/// τ with I τ + τ × I τ = ½ (1 + |τ|²) μ, to the nearest multiple of 2^-digits; `None` if Newton's
/// method does not end, or ends at a turn of more than 53 degrees, |τ| > ½.
pub(super) fn free_turn(inertia: &Matrix, momentum: &Vector, digits: u64) -> Option<Vector> {
    let mut turn = Vector::zero();
    for _ in 0..MOST {
        let error = residual(inertia, momentum, &turn);
        let correction = derivative(inertia, momentum, &turn).solve(&error)?;
        let next = turn.minus(&correction).rounded(digits);
        if next == turn {
            return (turn.square() <= Number::power(2)).then_some(turn);
        }
        turn = next;
    }
    None
}

/// I τ + τ × I τ - ½ (1 + |τ|²) μ.
fn residual(inertia: &Matrix, momentum: &Vector, turn: &Vector) -> Vector {
    let moved = inertia.times(turn);
    let twisted = moved.plus(&turn.cross(&moved));
    let share = (&Number::one() + &turn.square()).shifted(1);
    twisted.minus(&momentum.scaled(&share))
}

/// The derivative of the residual by τ: `I + [τ] I - [I τ] - μ τᵀ`.
fn derivative(inertia: &Matrix, momentum: &Vector, turn: &Vector) -> Matrix {
    let twisted = Matrix::cross(turn).product(inertia);
    let moved = Matrix::cross(&inertia.times(turn));
    let sum = inertia.plus(&twisted).minus(&moved);
    sum.minus(&Matrix::outer(momentum, turn))
}
