//! Linear and quadratic programs, without any scene.

use crate::errors::exception;
use crate::values::{Object, class};
use crate::waiting::{Limits, Seconds, wait_within};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use zwang::Rational;
use zwang::program::text::{self, NamedProgram, Program};
use zwang::program::{LinearOutcome, LinearProgram};
use zwang::program::{Monitor, Multipliers, Options, ProgramError};
use zwang::program::{QuadraticOutcome, QuadraticProgram};
use zwang::program::{Solution, Unboundedness};

/// The result of a program.
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

/// Solves a linear program, or a convex quadratic one, exactly. The program is a text in the LP or
/// an MPS format, with exact numbers such as `3/4`; the answer, a `zwang.Solution`, has been
/// verified by multiplying out. With `relax`, integer variables are any numbers.
///
/// `threads` and `time_limit` are as for `zwang.collapse`. Raises `ProgramError` if the text is no
/// such program, and `TimeLimit`.
#[pyfunction]
#[pyo3(signature = (program, *, relax = false, threads = None, time_limit = None))]
pub fn solve<'py>(
    py: Python<'py>,
    program: &str,
    relax: bool,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> Object<'py> {
    let limits = Limits::new(threads, time_limit)?;
    let named = wait_within(py, limits, |_| text::read(program))?;
    let named = named.map_err(|error| exception(py, "ProgramError", error))?;
    if !relax && !named.integers.is_empty() {
        let count = named.integers.len();
        let message =
            format!("found {count} integer variables; expected continuous ones, or relax=True");
        return Err(exception(py, "ProgramError", message));
    }
    let found = wait_within(py, limits, |monitor| find(&named.program, monitor))?;
    match found {
        Ok(found) => solution(py, &named, &found),
        Err(failure) => Err(failure.exception(py)),
    }
}

impl Failure {
    fn exception(&self, py: Python) -> PyErr {
        match self {
            Self::Flaw(flaw) => exception(py, "BugError", flaw),
            Self::Program(error) => {
                let class = match error {
                    ProgramError::Interrupted(_) => "TimeLimit",
                    _ => "ProgramError",
                };
                exception(py, class, error)
            }
        }
    }

    fn flaw(flaw: impl Display) -> Self {
        Self::Flaw(flaw.to_string())
    }
}

/// Solves a program and verifies the outcome.
fn find(program: &Program, monitor: &Monitor) -> Result<Found, Failure> {
    match program {
        Program::Linear(program) => linear(program, monitor),
        Program::Quadratic(program) => quadratic(program, monitor),
    }
}

fn linear(program: &LinearProgram, monitor: &Monitor) -> Result<Found, Failure> {
    let outcome = program.solve(&Options::default(), monitor);
    let outcome = outcome.map_err(Failure::Program)?;
    program.verify(&outcome).map_err(Failure::flaw)?;
    let found = match outcome {
        LinearOutcome::Optimal(solution) => Found::Optimal(solution),
        LinearOutcome::Infeasible(proof) => Found::Infeasible(proof.multipliers),
        LinearOutcome::Unbounded(proof) => Found::Unbounded(proof),
    };
    Ok(found)
}

fn quadratic(program: &QuadraticProgram, monitor: &Monitor) -> Result<Found, Failure> {
    let outcome = program.solve(&Options::default(), monitor);
    let outcome = outcome.map_err(Failure::Program)?;
    program.verify(&outcome).map_err(Failure::flaw)?;
    let found = match outcome {
        QuadraticOutcome::Optimal(solution) => Found::Optimal(solution),
        QuadraticOutcome::Infeasible(proof) => Found::Infeasible(proof.multipliers),
        QuadraticOutcome::Unbounded(proof) => Found::Unbounded(proof),
    };
    Ok(found)
}

/// A `Solution`.
fn solution<'py>(py: Python<'py>, named: &NamedProgram, found: &Found) -> Object<'py> {
    let fields = Fields(PyDict::new(py));
    match found {
        Found::Optimal(solution) => {
            fields.status("optimal")?;
            let objective = &solution.objective + &named.constant;
            fields.0.set_item("objective", &objective)?;
            fields.0.set_item("unique", solution.is_unique)?;
            fields.numbers("point", &named.variables, &solution.point)?;
            fields.multipliers(named, &solution.multipliers)?;
        }
        Found::Infeasible(multipliers) => {
            fields.status("infeasible")?;
            fields.multipliers(named, multipliers)?;
        }
        Found::Unbounded(proof) => {
            fields.status("unbounded")?;
            fields.numbers("point", &named.variables, &proof.point)?;
            fields.numbers("ray", &named.variables, &proof.ray)?;
        }
    }
    class(py, "Solution")?.call((), Some(&fields.0))
}

/// The fields of a `Solution`.
struct Fields<'py>(Bound<'py, PyDict>);

impl Fields<'_> {
    fn status(&self, status: &str) -> PyResult<()> {
        self.0.set_item("status", status)
    }

    /// A field of numbers by their names in the program.
    fn numbers(&self, field: &str, names: &[String], numbers: &[Rational]) -> PyResult<()> {
        let by_name = PyDict::new(self.0.py());
        for (name, number) in names.iter().zip(numbers) {
            by_name.set_item(name, number)?;
        }
        self.0.set_item(field, by_name)
    }

    fn multipliers(&self, named: &NamedProgram, multipliers: &Multipliers) -> PyResult<()> {
        self.numbers("rows", &named.rows, &multipliers.rows)?;
        self.numbers("bounds", &named.variables, &multipliers.bounds)
    }
}
