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

/// Asks the solver. Inequalities that are far from their bounds at the target slow it down, and may
/// stop it short of the optimum: they are left out as long as they are kept.
pub(crate) fn solve(program: &Program, tolerance: f64, scale: f64) -> Result<Solution, FloatError> {
    let mut is_far = Vec::new();
    for condition in &program.inequalities {
        let length = condition.length(&program.masses);
        is_far.push(condition.at(&program.target) > scale * length);
    }
    let mut iterations = 0;
    let mut is_accurate = true;
    loop {
        let mut near = program.clone();
        let mut index = 0;
        near.inequalities.retain(|_| {
            index += 1;
            !is_far[index - 1]
        });
        let mut solution = solve_all(&near, tolerance, scale)?;
        iterations += solution.iterations;
        is_accurate &= solution.is_accurate;
        let mut is_kept = true;
        for (condition, is_far) in program.inequalities.iter().zip(&mut is_far) {
            if *is_far && condition.at(&solution.point) < 0.0 {
                *is_far = false;
                is_kept = false;
            }
        }
        if is_kept {
            solution.iterations = iterations;
            solution.is_accurate = is_accurate;
            return Ok(solution);
        }
    }
}

fn solve_all(program: &Program, tolerance: f64, scale: f64) -> Result<Solution, FloatError> {
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
        forces: Vec::new(),
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
