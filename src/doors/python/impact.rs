//! Impacts of one instant, and the outcomes of all their orders, as JSON for `zwang.impacts`.

use crate::errors::exception;
use crate::numbers::exact;
use crate::scene::Scene;
use crate::waiting::{Limits, Seconds, wait_telling};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zwang::answer;
use zwang::law::instant::{Choice, InstantError};
use zwang::law::{ImpactRule, Restitution};

/// Resolves the impacts at the beginning of a scene; `zwang.impact` says more. Returns JSON of the
/// format `zwang-impact-1`.
#[pyfunction]
#[pyo3(signature = (scene, *, impacts, restitution, threads, time_limit))]
pub fn impact_json(
    py: Python,
    scene: Py<Scene>,
    impacts: &str,
    restitution: Option<&Bound<PyAny>>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> PyResult<String> {
    let rule = match impacts {
        "rounds" => ImpactRule::Rounds,
        "simultaneous" => ImpactRule::Simultaneous,
        _ => {
            let message = format!("impacts: found {impacts}; expected rounds or simultaneous");
            return Err(PyValueError::new_err(message));
        }
    };
    let limits = Limits::new(threads, time_limit)?;
    let model = &scene.get().scene;
    let restitution = restitution_of(model, restitution)?;
    let found = wait_telling(py, limits, None, |monitor| {
        answer::impact(model, &restitution, rule, monitor)
    })?;
    let found = found.map_err(|error| no_impact(py, &error))?;
    Ok(found.json(model))
}

/// Resolves them in all orders; `zwang.orders` says more. Returns JSON of the format
/// `zwang-orders-1`.
#[pyfunction]
#[pyo3(signature = (scene, *, most, longest, restitution, threads, time_limit))]
pub fn orders_json(
    py: Python,
    scene: Py<Scene>,
    most: usize,
    longest: usize,
    restitution: Option<&Bound<PyAny>>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> PyResult<String> {
    let limits = Limits::new(threads, time_limit)?;
    let model = &scene.get().scene;
    let restitution = restitution_of(model, restitution)?;
    let choice = Choice { most, longest };
    let found = wait_telling(py, limits, None, |monitor| {
        answer::orders(model, &restitution, choice, monitor)
    })?;
    let found = found.map_err(|error| no_impact(py, &error))?;
    Ok(found.json(model))
}

/// One coefficient for all bodies, or those of the scene.
fn restitution_of(scene: &zwang::Scene, given: Option<&Bound<PyAny>>) -> PyResult<Restitution> {
    Ok(match given {
        Some(coefficient) => Restitution {
            default: exact(coefficient)?,
            ..Restitution::default()
        },
        None => answer::restitution(scene),
    })
}

fn no_impact(py: Python, error: &InstantError) -> PyErr {
    let class = match error {
        InstantError::Interrupted(_) => "TimeLimit",
        _ => "NoAnswer",
    };
    exception(py, class, error)
}
