//! The floating-point solver that is measured against: Clarabel on the normalised program.
//!
//! With z = √M' (y - t') the program is min ½ |z|² subject to rows a'_j M'^(-1/2), divided by their
//! length. The tolerance is the one that tells small multipliers from none.
#![allow(clippy::disallowed_types)]

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT, ZeroConeT,
};
use zwang_program::kernel::{NormalisedProgram, Problem};

/// The gap and the residuals to stop at.
const TOLERANCE: f64 = 1e-12;
/// The most iterations.
const ITERATIONS: u32 = 100;

/// Solves the program. Whether the solver takes it: data may be too large for floats.
pub fn solve(problem: &Problem) -> bool {
    let program = NormalisedProgram::new(problem);
    let Ok(settings) = settings() else {
        return false;
    };
    let variables = program.masses.len();
    let (matrix, right_side) = matrix(&program);
    let is_finite = right_side
        .iter()
        .chain(&matrix.nzval)
        .all(|value| value.is_finite());
    if !is_finite {
        return false;
    }
    let cones = [
        ZeroConeT(program.equalities),
        NonnegativeConeT(program.rows.len() - program.equalities),
    ];
    let quadratic = CscMatrix::identity(variables);
    let linear = vec![0.0; variables];
    let solver = DefaultSolver::new(&quadratic, &linear, &matrix, &right_side, &cones, settings);
    match solver {
        Ok(mut solver) => {
            solver.solve();
            true
        }
        Err(_) => false,
    }
}

fn settings() -> Result<DefaultSettings<f64>, impl std::error::Error> {
    DefaultSettingsBuilder::default()
        .verbose(false)
        .tol_gap_abs(TOLERANCE)
        .tol_gap_rel(TOLERANCE)
        .tol_feas(TOLERANCE)
        .max_iter(ITERATIONS)
        .build()
}

/// A and b of A z + (slack) = b.
fn matrix(program: &NormalisedProgram) -> (CscMatrix<f64>, Vec<f64>) {
    let roots: Vec<f64> = program.masses.iter().map(|mass| mass.sqrt()).collect();
    let mut rows = Vec::new();
    let mut columns = Vec::new();
    let mut values = Vec::new();
    let mut right_side = Vec::with_capacity(program.rows.len());
    let lines = program.rows.iter().zip(&program.shortfalls);
    for (index, (row, shortfall)) in lines.enumerate() {
        let mut square = 0.0;
        for (variable, value) in row {
            square += (value / roots[*variable]).powi(2);
        }
        let length = if square > 0.0 { square.sqrt() } else { 1.0 };
        right_side.push(shortfall / length);
        for (variable, value) in row {
            rows.push(index);
            let root = roots[*variable];
            columns.push(*variable);
            values.push(-value / root / length);
        }
    }
    let height = right_side.len();
    let width = roots.len();
    let matrix = CscMatrix::new_from_triplets(height, width, rows, columns, values);
    (matrix, right_side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::{Integer, Rational};
    use zwang_program::kernel::Row;

    #[test]
    fn it_solves_programs_in_floats() {
        let row = Row {
            coefficients: vec![(0, Integer::from(2))],
            bound: Integer::from(3),
        };
        let problem = Problem {
            masses: vec![Rational::from(5)],
            target: vec![Rational::from(-1)],
            rows: vec![row],
            equalities: 0,
        };
        assert!(solve(&problem));
    }
}
