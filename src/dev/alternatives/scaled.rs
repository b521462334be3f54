//! A program over the integers.
//!
//! With L a common multiple of the numerators of M and T one of the denominators of t, the integers
//!
//! ```text
//! W = L M⁻¹,   h = T (b - A t),   x = t + W Aᵀ μ / T,   λ = L μ / T
//! ```
//!
//! turn A x ≥ b, M (x - t) = Aᵀ λ into A W Aᵀ μ ≥ h. The same μ ≥ 0 is complementary to both.

use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use zwang_program::kernel::number::{common_denominator, least_common_multiple, times};
use zwang_program::kernel::{Optimum, Problem};

/// The integers W and h of a program.
pub(super) struct Scaled<'a> {
    pub(super) problem: &'a Problem,
    /// W, positive.
    pub(super) compliances: Vec<Integer>,
    /// h: by how much the target falls short of each row.
    pub(super) shortfalls: Vec<Integer>,
    /// T t.
    target: Vec<Integer>,
    /// L > 0.
    compliance_scale: Integer,
    /// T > 0.
    target_scale: Integer,
}

impl<'a> Scaled<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let numerators = problem.masses.iter().map(Rational::numerator_ref);
        let compliance_scale = least_common_multiple(numerators);
        let mut compliances = Vec::with_capacity(problem.masses.len());
        for mass in &problem.masses {
            let factor = (&compliance_scale).div_exact(mass.numerator_ref());
            compliances.push(Integer::from(factor * mass.denominator_ref()));
        }
        let target_scale = common_denominator(&problem.target);
        let target: Vec<Integer> = problem
            .target
            .iter()
            .map(|value| times(value, &target_scale))
            .collect();
        let target_scale = Integer::from(target_scale);
        let shortfalls = problem
            .rows
            .iter()
            .map(|row| -row.slack(&target, &target_scale))
            .collect();
        let compliance_scale = Integer::from(compliance_scale);
        Self {
            problem,
            compliances,
            shortfalls,
            target,
            compliance_scale,
            target_scale,
        }
    }

    /// W a_j, dense.
    pub(super) fn response(&self, row: usize) -> Vec<Integer> {
        let mut response = vec![Integer::ZERO; self.compliances.len()];
        for (variable, value) in &self.problem.rows[row].coefficients {
            response[*variable] = value * &self.compliances[*variable];
        }
        response
    }

    /// W Aᵀ m for numbers m of some rows.
    pub(super) fn motion<'n>(
        &self,
        numbers: impl IntoIterator<Item = (usize, &'n Integer)>,
    ) -> Vec<Integer> {
        let mut motion = vec![Integer::ZERO; self.compliances.len()];
        for (row, number) in numbers {
            for (variable, value) in &self.problem.rows[row].coefficients {
                motion[*variable] += value * number;
            }
        }
        for (value, compliance) in motion.iter_mut().zip(&self.compliances) {
            *value *= compliance;
        }
        motion
    }

    /// The optimum with μ = `numerators` / `denominator`.
    pub(super) fn optimum(&self, numerators: Vec<Integer>, denominator: &Integer) -> Optimum {
        let motion = self.motion(numerators.iter().enumerate());
        let point = self
            .target
            .iter()
            .zip(motion)
            .map(|(target, motion)| target * denominator + motion)
            .collect();
        let multipliers = numerators
            .into_iter()
            .map(|numerator| numerator * &self.compliance_scale)
            .collect();
        Optimum {
            denominator: denominator * &self.target_scale,
            point,
            multipliers,
        }
        .reduced()
    }
}
