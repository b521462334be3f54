//! Linear and quadratic programs, without any scene.

use crate::errors::exception;
use crate::values::{Dict, Object, class};
use crate::waiting::{Limits, wait_within};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zwang::Rational;
use zwang::program::text::{self, NamedProgram, Program};
use zwang::program::{
    LinearOutcome, Monitor, Multipliers, Options, ProgramError, QuadraticOutcome, Solution,
    Unboundedness,
};

/// What is found of a program.
enum Found {
    Optimal(Solution),
    Infeasible(Multipliers),
    Unbounded(Unboundedness),
}

/// Why nothing is found.
enum Failure {
    Program(ProgramError),
    /// The outcome does not prove itself: a mistake in this program.
    Flaw(String),
}

/// Solves a linear program, or a strictly convex quadratic one, exactly. The program is a text in
/// the LP format, with exact numbers such as `3/4`; the answer, a `zwang.Solution`, has been
/// verified by multiplying out.
///
/// `threads` and `time_limit` are as for `zwang.collapse`. Raises `ProgramError` if the text is no
/// such program, and `TimeLimit`.
#[pyfunction]
#[pyo3(signature = (program, *, threads = None, time_limit = None))]
#[allow(clippy::disallowed_types, reason = "a time limit decides no result")]
pub fn solve<'py>(
    py: Python<'py>,
    program: &str,
    threads: Option<usize>,
    time_limit: Option<f64>,
) -> Object<'py> {
    let limits = Limits::new(threads, time_limit)?;
    let named = wait_within(py, limits, |_| text::read(program))?;
    let named = named.map_err(|error| exception(py, "ProgramError", &error.to_string()))?;
    let found = wait_within(py, limits, |monitor| find(&named.program, monitor))?;
    match found {
        Ok(found) => solution(py, &named, &found),
        Err(Failure::Flaw(flaw)) => Err(exception(py, "BugError", &flaw)),
        Err(Failure::Program(error @ ProgramError::Interrupted(_))) => {
            Err(exception(py, "TimeLimit", &error.to_string()))
        }
        Err(Failure::Program(error)) => Err(exception(py, "ProgramError", &error.to_string())),
    }
}

/// Solves a program and verifies the outcome.
fn find(program: &Program, monitor: &Monitor) -> Result<Found, Failure> {
    let options = Options::default();
    match program {
        Program::Linear(program) => {
            let outcome = program.solve(&options, monitor).map_err(Failure::Program)?;
            let verified = program.verify(&outcome);
            verified.map_err(|flaw| Failure::Flaw(flaw.to_string()))?;
            Ok(match outcome {
                LinearOutcome::Optimal(solution) => Found::Optimal(solution),
                LinearOutcome::Infeasible(proof) => Found::Infeasible(proof.multipliers),
                LinearOutcome::Unbounded(proof) => Found::Unbounded(proof),
            })
        }
        Program::Quadratic(program) => {
            let outcome = program.solve(&options, monitor).map_err(Failure::Program)?;
            let verified = program.verify(&outcome);
            verified.map_err(|flaw| Failure::Flaw(flaw.to_string()))?;
            Ok(match outcome {
                QuadraticOutcome::Optimal(solution) => Found::Optimal(solution),
                QuadraticOutcome::Infeasible(proof) => Found::Infeasible(proof.multipliers),
            })
        }
    }
}

/// A `Solution`.
fn solution<'py>(py: Python<'py>, named: &NamedProgram, found: &Found) -> Object<'py> {
    let fields = PyDict::new(py);
    match found {
        Found::Optimal(solution) => {
            fields.set_item("status", "optimal")?;
            fields.set_item("objective", &solution.objective)?;
            fields.set_item("point", by_name(py, &named.variables, &solution.point)?)?;
            set_multipliers(&fields, named, &solution.multipliers)?;
        }
        Found::Infeasible(multipliers) => {
            fields.set_item("status", "infeasible")?;
            set_multipliers(&fields, named, multipliers)?;
        }
        Found::Unbounded(proof) => {
            fields.set_item("status", "unbounded")?;
            fields.set_item("point", by_name(py, &named.variables, &proof.point)?)?;
            fields.set_item("ray", by_name(py, &named.variables, &proof.ray)?)?;
        }
    }
    class(py, "Solution")?.call((), Some(&fields))
}

fn set_multipliers(
    fields: &Bound<PyDict>,
    named: &NamedProgram,
    multipliers: &Multipliers,
) -> PyResult<()> {
    let py = fields.py();
    let rows = by_name(py, &named.rows, &multipliers.rows)?;
    let bounds = by_name(py, &named.variables, &multipliers.bounds)?;
    fields.set_item("rows", rows)?;
    fields.set_item("bounds", bounds)
}

fn by_name<'py>(py: Python<'py>, names: &[String], numbers: &[Rational]) -> Dict<'py> {
    let told = PyDict::new(py);
    for (name, number) in names.iter().zip(numbers) {
        told.set_item(name, number)?;
    }
    Ok(told)
}
