//! Runs made elsewhere, held against exact mechanics: what `zwang/audits.py` shows.

use crate::errors::{exception, no_audit};
use crate::scene::Scene;
use crate::waiting::{Limits, Seconds, wait_within};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zwang::Rational;
use zwang::audit::{self, Figure, Grade, Options, Tolerances, report, table};
use zwang::program::kernel::number::to_solver;

/// Audits the text of a table (docs/run-table.md). A tolerance is the name of a figure, or `None`
/// for all plain lengths, with its bound; `grade` is the worst one that passes. Returned are the
/// report as JSON, as text, and as a page.
///
/// Raises `TableError` if the text is no table of this scene, ValueError if there is no such
/// figure, `NoAnswer`, `RunStopped` and `TimeLimit`.
#[pyfunction]
#[pyo3(signature = (
    scene,
    text,
    tolerances,
    *,
    grade,
    restraint_steps,
    law_steps,
    own_run,
    threads,
    time_limit,
))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are those of the function of Python"
)]
pub fn audit_table(
    py: Python,
    scene: Py<Scene>,
    text: &str,
    tolerances: Vec<(Option<String>, Rational)>,
    grade: Option<&str>,
    restraint_steps: usize,
    law_steps: Option<usize>,
    own_run: bool,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> PyResult<(String, String, String)> {
    let limits = Limits::new(threads, time_limit)?;
    let mut tolerances = bounds(&tolerances)?;
    tolerances.grade = grade.map(threshold).transpose()?;
    let model = &scene.get().scene;
    let table = table::read(text, model);
    let table = table.map_err(|error| exception(py, "TableError", error))?;
    let options = Options {
        restraint_steps,
        law_steps,
        own_run,
    };
    let audited = wait_within(py, limits, |monitor| {
        let found = audit::audit(model, &table, &options, monitor, &|_, _| ())?;
        Ok((
            report::json(&found, &tolerances),
            report::text(&found, &tolerances),
            report::html(&found, &tolerances),
        ))
    })?;
    audited.map_err(|error| no_audit(py, &error))
}

fn bounds(named: &[(Option<String>, Rational)]) -> PyResult<Tolerances> {
    let mut tolerances = Tolerances::default();
    for (name, bound) in named {
        let bound = to_solver(bound);
        match name {
            None => tolerances.lengths = Some(bound),
            Some(name) => {
                let figure = figure(name)?;
                tolerances.figures.push((figure, bound));
            }
        }
    }
    Ok(tolerances)
}

fn threshold(name: &str) -> PyResult<Grade> {
    for grade in Grade::ALL {
        if grade.name() == name && grade != Grade::F {
            return Ok(grade);
        }
    }
    let message = format!("grade: found `{name}`; expected a grade from A to E");
    Err(PyValueError::new_err(message))
}

fn figure(name: &str) -> PyResult<Figure> {
    for figure in Figure::ALL {
        if figure.name() == name {
            return Ok(figure);
        }
    }
    let known = Figure::ALL.map(Figure::name);
    let known = known.join(", ");
    let message = format!("tolerance: found the figure `{name}`; expected one of {known}");
    Err(PyValueError::new_err(message))
}
