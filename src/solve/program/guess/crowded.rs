//! Small programs for tests, most of whose rows depend on others.

use crate::problem::{Problem, Row};
use malachite::{Integer, Rational};

/// Numbers without a pattern.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn from(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, from 0 to `below` - 1.
    pub(crate) fn next(&mut self, below: i64) -> i64 {
        // Knuth's constants of MMIX.
        let grown = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = grown.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i64 % below
    }
}

/// A program of three unknowns and up to nine rows.
pub(crate) fn crowded(numbers: &mut Numbers) -> Problem {
    let mut problem = Problem {
        masses: Vec::new(),
        target: Vec::new(),
        rows: Vec::new(),
        equalities: 0,
    };
    for _ in 0..3 {
        problem.masses.push(Rational::from(1 + numbers.next(3)));
        problem.target.push(Rational::from(numbers.next(9) - 4));
    }
    for _ in 0..9 {
        let mut coefficients = Vec::new();
        for variable in 0..3 {
            let value = numbers.next(5) - 2;
            if value != 0 {
                coefficients.push((variable, Integer::from(value)));
            }
        }
        if !coefficients.is_empty() {
            let bound = Integer::from(numbers.next(5) - 3);
            problem.rows.push(Row {
                coefficients,
                bound,
            });
        }
    }
    problem
}

/// The motion t + M⁻¹ Aᵀ λ.
pub(crate) fn motion(problem: &Problem, multipliers: &[(usize, Rational)]) -> Vec<Rational> {
    let mut motion = problem.target.clone();
    for (row, multiplier) in multipliers {
        for (variable, value) in &problem.rows[*row].coefficients {
            let force = multiplier * Rational::from(value);
            motion[*variable] += force / &problem.masses[*variable];
        }
    }
    motion
}
