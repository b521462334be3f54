//! The interior point: clarabel, with y = √M (x - t) / scale, so that the objective is ½ |y|², and
//! with conditions of length 1.

use crate::program::{FloatError, Program, Solution};
use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus, ZeroConeT,
};
use nalgebra::Vector3;

/// The most iterations.
const ITERATIONS: u32 = 200;

/// Asks the solver.
pub(crate) fn solve(program: &Program, tolerance: f64, scale: f64) -> Result<Solution, FloatError> {
    let variables = 3 * program.masses.len();
    let (matrix, right_side) = normalised(program, scale);
    let cones = [
        ZeroConeT(program.equalities.len()),
        NonnegativeConeT(program.inequalities.len()),
    ];
    let settings = DefaultSettingsBuilder::default()
        .verbose(false)
        .tol_gap_abs(tolerance)
        .tol_gap_rel(tolerance)
        .tol_feas(tolerance)
        .max_iter(ITERATIONS)
        .build()
        .map_err(|error| FloatError::Failed(error.to_string()))?;
    let quadratic = CscMatrix::identity(variables);
    let mut solver = DefaultSolver::new(
        &quadratic,
        &vec![0.0; variables],
        &matrix,
        &right_side,
        &cones,
        settings,
    )
    .map_err(|error| FloatError::Failed(error.to_string()))?;
    solver.solve();
    let solution = &solver.solution;
    match solution.status {
        SolverStatus::PrimalInfeasible | SolverStatus::AlmostPrimalInfeasible => {
            return Err(FloatError::Infeasible);
        }
        SolverStatus::NumericalError => {
            return Err(FloatError::Failed("numerical trouble".to_owned()));
        }
        _ => {}
    }
    let mut point = Vec::new();
    for (body, way) in solution.x.chunks_exact(3).enumerate() {
        let roots = program.masses[body].map(f64::sqrt);
        let way = Vector3::from_column_slice(way).component_div(&roots);
        point.push(program.target[body] + scale * way);
    }
    Ok(Solution {
        point,
        is_accurate: solution.status == SolverStatus::Solved,
        iterations: solution.iterations as usize,
    })
}

/// A and b of A y + (slack) = b.
fn normalised(program: &Program, scale: f64) -> (CscMatrix<f64>, Vec<f64>) {
    let mut rows = Vec::new();
    let mut columns = Vec::new();
    let mut values = Vec::new();
    let mut right_side = Vec::new();
    for (index, condition) in program.conditions().enumerate() {
        let length = condition.length(&program.masses);
        let length = if length > 0.0 { length } else { 1.0 };
        right_side.push(condition.at(&program.target) / (length * scale));
        for (body, weights) in &condition.coefficients {
            let roots = program.masses[*body].map(f64::sqrt);
            for (axis, value) in weights.component_div(&roots).iter().enumerate() {
                rows.push(index);
                columns.push(3 * body + axis);
                values.push(-value / length);
            }
        }
    }
    let matrix = CscMatrix::new_from_triplets(
        right_side.len(),
        3 * program.masses.len(),
        rows,
        columns,
        values,
    );
    (matrix, right_side)
}
