//! The floating-point solver that is measured against: Clarabel on the normalised program.
//!
//! With z = √M' (y - t') the program is min ½ |z|² subject to rows a'_j M'^(-1/2), divided by their
//! length. The tolerance is the one that tells small multipliers from none.
#![allow(clippy::disallowed_types)]

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT,
    SecondOrderConeT, SolverStatus, ZeroConeT,
};
use zwang_program::kernel::{NormalisedProgram, Problem, RoundProgram};

/// The gap and the residuals to stop at.
const TOLERANCE: f64 = 1e-12;
/// Bodies that move less than that part of a free fall are held.
const STILL: f64 = 1e-6;
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

/// The solver's answer to a program over round cones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundAnswer {
    /// The optimum is 0, or nearly.
    Held,
    /// It is not.
    Falls,
    /// It has none.
    Unknown,
}

/// Solves a program over round cones, with the solver's defaults.
pub fn solve_round(program: &RoundProgram) -> RoundAnswer {
    let mut rows = Vec::new();
    let mut columns = Vec::new();
    let mut values = Vec::new();
    let mut cones = Vec::with_capacity(program.cones.len());
    let mut height = 0;
    for cone in &program.cones {
        let own = if cone.is_round { 3 } else { 1 };
        for (block, matrix) in &cone.parts {
            for (row, coefficients) in matrix.iter().take(own).enumerate() {
                for (place, value) in coefficients.iter().enumerate() {
                    if *value != 0.0 {
                        rows.push(height + row);
                        columns.push(3 * *block as usize + place);
                        values.push(-value);
                    }
                }
            }
        }
        height += own;
        cones.push(match cone.is_round {
            true => SecondOrderConeT(3),
            false => NonnegativeConeT(1),
        });
    }
    let target = program.target.as_flattened();
    let linear: Vec<f64> = target.iter().map(|value| -value).collect();
    let matrix = CscMatrix::new_from_triplets(height, linear.len(), rows, columns, values);
    let quadratic = CscMatrix::identity(linear.len());
    let right_side = vec![0.0; height];
    let settings = DefaultSettingsBuilder::default().verbose(false).build();
    let Ok(settings) = settings else {
        return RoundAnswer::Unknown;
    };
    let solver = DefaultSolver::new(&quadratic, &linear, &matrix, &right_side, &cones, settings);
    let Ok(mut solver) = solver else {
        return RoundAnswer::Unknown;
    };
    solver.solve();
    let moved: f64 = solver.solution.x.iter().map(|value| value * value).sum();
    let free: f64 = target.iter().map(|value| value * value).sum();
    match solver.solution.status {
        SolverStatus::Solved | SolverStatus::AlmostSolved if moved <= STILL * free => {
            RoundAnswer::Held
        }
        SolverStatus::Solved | SolverStatus::AlmostSolved => RoundAnswer::Falls,
        _ => RoundAnswer::Unknown,
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
