//! Iterated impulses: Bender & Schmitt's loop for collisions and contacts, without friction.
//!
//! Contact after contact, an impulse p along the normal changes its value u by what is missing, Δu
//! = K p (their equation 1, K = a M⁻¹ aᵀ), and the sum of the impulses of a contact never becomes
//! negative (equations 2 and 3), so that nothing sticks together; impulses of pins may have either
//! sign. The loop ends if a whole sweep changes nothing any more. It is the projected Gauß-Seidel
//! method for the dual of the program of least restraint, and so it converges to the projection,
//! (Q*) for velocities: linearly, and the more slowly the longer the chains of contacts are.

use crate::program::{Condition, Program, Solution};
use nalgebra::Vector3;

/// Sweeps over all conditions, at most so many times, until none of them moves anything by more
/// than the tolerance in the mass norm.
pub(crate) fn solve(program: &Program, tolerance: f64, sweeps: usize) -> Solution {
    let lengths: Vec<f64> = program
        .conditions()
        .map(|condition| condition.length(&program.masses))
        .collect();
    let mut impulses = vec![0.0; lengths.len()];
    let mut point = program.target.clone();
    for sweep in 1..=sweeps {
        let mut largest = 0.0_f64;
        for (index, condition) in program.conditions().enumerate() {
            let length = lengths[index];
            if length == 0.0 {
                continue;
            }
            let wanted = impulses[index] - condition.at(&point) / (length * length);
            let is_equality = index < program.equalities.len();
            let sum = if is_equality { wanted } else { wanted.max(0.0) };
            let impulse = sum - impulses[index];
            impulses[index] = sum;
            push(&mut point, condition, impulse, &program.masses);
            largest = largest.max(impulse.abs() * length);
        }
        if largest <= tolerance {
            return Solution {
                point,
                is_accurate: true,
                iterations: sweep,
            };
        }
    }
    Solution {
        point,
        is_accurate: false,
        iterations: sweeps,
    }
}

/// x += M⁻¹ aᵀ p.
fn push(point: &mut [Vector3<f64>], condition: &Condition, impulse: f64, masses: &[Vector3<f64>]) {
    for (body, weights) in &condition.coefficients {
        point[*body] += impulse * weights.component_div(&masses[*body]);
    }
}
