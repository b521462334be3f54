//! Errors of the library as exceptions of `zwang.errors`.

use crate::values::Object;
use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::io;
use zwang::answer::file::FileError;
use zwang::answer::{CollapseError, CriticalError, NoOtherMotion};
use zwang::audit::{AuditError, VerdictError};
use zwang::collapse::{SolveError, ThresholdError};
use zwang::law::LawError;
use zwang::{CheckError, ForcesError, Rejection, RunError, SceneError, StabilityError};

/// An exception of `zwang.errors` with this message.
pub fn exception(py: Python, class: &str, message: impl Display) -> PyErr {
    let exception = new_exception(py, class, &message.to_string());
    or_reason(exception)
}

fn new_exception<'py>(py: Python<'py>, class: &str, message: &str) -> Object<'py> {
    let errors = py.import("zwang.errors")?;
    let class = errors.getattr(class)?;
    class.call1((message,))
}

/// If the exception could not be made, the reason why.
fn or_reason(exception: Object) -> PyErr {
    match exception {
        Ok(exception) => PyErr::from_value(exception),
        Err(reason) => reason,
    }
}

/// `SceneError` for a text of this name; `None` if it was made from a dict and has no lines.
pub fn unreadable_scene(py: Python, error: &SceneError, source: Source) -> PyErr {
    let message = error.to_string();
    let message = match source {
        Source::Text => message,
        Source::File { name, hint } => format!("{name}: {message}{hint}"),
        Source::Dict => {
            let line = format!("line {}: ", error.line);
            message.strip_prefix(&line).unwrap_or(&message).to_owned()
        }
    };
    let line = match source {
        Source::Dict => None,
        Source::Text | Source::File { .. } => Some(error.line),
    };
    let exception = scene_error(py, &message, line, &error.thing);
    or_reason(exception)
}

fn scene_error<'py>(
    py: Python<'py>,
    message: &str,
    line: Option<usize>,
    thing: &str,
) -> Object<'py> {
    let exception = new_exception(py, "SceneError", message)?;
    exception.setattr("line", line)?;
    exception.setattr("thing", thing)?;
    Ok(exception)
}

/// The origin of the text of a scene.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// From the program.
    Text,
    /// From a file.
    File {
        /// Its name.
        name: &'a str,
        /// The remark on a name that promises another syntax.
        hint: &'a str,
    },
    /// From a dict, whose text nobody has seen.
    Dict,
}

/// Why there is no answer.
pub fn no_collapse(py: Python, error: &CollapseError) -> PyErr {
    let class = match error {
        CollapseError::Rejected(rejection) if !rejection.is_excess() => "BugError",
        CollapseError::Solve(SolveError::Interrupted(_)) => "TimeLimit",
        _ => "NoAnswer",
    };
    exception(py, class, error)
}

/// Why there is no motion beside rest.
pub fn no_motion(py: Python, error: &NoOtherMotion) -> PyErr {
    exception(py, "NoAnswer", error)
}

/// Why it is not known whether a scene stands.
pub fn no_stability(py: Python, error: &StabilityError) -> PyErr {
    match error {
        StabilityError::Collapse(error) => no_collapse(py, error),
        _ => exception(py, "MovingError", error),
    }
}

/// Why it is not known how large forces can be.
pub fn no_forces(py: Python, error: &ForcesError) -> PyErr {
    match error {
        ForcesError::Stability(error) => no_stability(py, error),
        _ => exception(py, "NoAnswer", error),
    }
}

/// Why it is not known where a scene ceases to stand.
pub fn no_critical(py: Python, error: &CriticalError) -> PyErr {
    let class = match error {
        CriticalError::Moving(_) => "MovingError",
        CriticalError::Rejected(_) => "BugError",
        CriticalError::Mode(error) => return no_collapse(py, error),
        CriticalError::Threshold(ThresholdError::Solve(error)) => {
            let error = CollapseError::Solve(error.clone());
            return no_collapse(py, &error);
        }
        _ => "NoAnswer",
    };
    exception(py, class, error)
}

/// Why a proof is not accepted.
pub fn not_accepted(py: Python, error: &CheckError) -> PyErr {
    match error {
        CheckError::Rejected(rejection) => rejected(py, rejection),
        _ => exception(py, "ProofError", error),
    }
}

/// `Rejected`, which names the condition.
pub fn rejected(py: Python, rejection: &Rejection) -> PyErr {
    let exception = new_rejected(py, rejection);
    or_reason(exception)
}

fn new_rejected<'py>(py: Python<'py>, rejection: &Rejection) -> Object<'py> {
    let message = rejection.to_string();
    let condition = rejection.condition().to_string();
    let exception = new_exception(py, "Rejected", &message)?;
    exception.setattr("condition", condition)?;
    Ok(exception)
}

/// Why there is no audit.
pub fn no_audit(py: Python, error: &AuditError) -> PyErr {
    match error {
        AuditError::Motion(error) => stopped(py, error),
        AuditError::Verdict(VerdictError::Solve(error)) => {
            no_collapse(py, &CollapseError::Solve(error.clone()))
        }
        _ => exception(py, "BugError", error),
    }
}

/// Why there is no further step.
pub fn no_step(py: Python, error: &RunError) -> PyErr {
    match error {
        RunError::Step(error) => stopped(py, error),
        RunError::File(error) => unusable_file(py, error),
        RunError::Rejected(rejection) => rejected(py, rejection),
        _ => exception(py, "ZwangError", error),
    }
}

fn stopped(py: Python, error: &LawError) -> PyErr {
    let class = match error.is_interrupted() {
        true => "TimeLimit",
        false => "RunStopped",
    };
    exception(py, class, in_keywords(error))
}

/// Why a run file cannot be used: an `OSError`, or `RunFileError`.
pub fn unusable_file(py: Python, error: &FileError) -> PyErr {
    match error {
        FileError::System { name, error } => of_system(name, error),
        FileError::Full { name, error, .. } => of_system(name, error),
        FileError::Exists { name } => {
            let message = format!(
                "{name}: is there already; existing='resume' goes on with it, \
                 existing='replace' replaces it"
            );
            PyFileExistsError::new_err(message)
        }
        _ => exception(py, "RunFileError", in_keywords(error)),
    }
}

/// `OSError`, or the subclass that it has for this code, with the name of the file.
pub fn of_system(name: &str, error: &io::Error) -> PyErr {
    let code = error.raw_os_error().unwrap_or_default();
    let message = error.to_string();
    let name = name.to_owned();
    PyOSError::new_err((code, message, name))
}

/// Messages of the library name options of the command line; here they are keywords.
fn in_keywords(error: impl Display) -> String {
    error
        .to_string()
        .replace("--motion", "motion=True")
        .replace("--restitution 0", "restitution=0")
        .replace("--resume", "existing='resume'")
        .replace("--force", "existing='replace'")
}
