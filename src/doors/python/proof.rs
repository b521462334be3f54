//! Proofs of answers: how they are checked, and pickled.

use crate::errors::{exception, not_accepted};
use crate::scene::Scene;
use crate::waiting::wait;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use std::fmt::Display;
use zwang::Checked;

/// The statement that a proof proves.
///
/// # Errors
/// `Rejected` or `ProofError`.
pub fn checked(py: Python, scene: &Py<Scene>, proof: &str) -> PyResult<Checked> {
    let model = &scene.get().scene;
    let checked = wait(py, || zwang::check(model, proof))?;
    checked.map_err(|error| not_accepted(py, &error))
}

/// The error of a proof that does not prove what is asked for.
pub fn another_kind(py: Python, expected: &str) -> PyErr {
    let message = format!("found a proof of another kind; expected one of {expected}");
    exception(py, "ProofError", &message)
}

/// How an answer is shown: its class, its scene and its verdict.
///
/// # Errors
/// Those of showing the scene.
pub fn shown(
    py: Python,
    class: &str,
    scene: &Py<Scene>,
    verdict: impl Display,
) -> PyResult<String> {
    let scene = scene.bind(py).repr()?;
    Ok(format!("<zwang.{class} of {scene}: {verdict}>"))
}

/// How an answer is pickled: the function that loads it again, and its arguments.
#[derive(IntoPyObject)]
pub struct Pickled(Py<PyAny>, SceneAndProof);

/// The arguments of that function.
type SceneAndProof = (Py<Scene>, String);

impl Pickled {
    /// For an answer that this function loads from scene and proof.
    pub fn new(py: Python, load: &str, scene: &Py<Scene>, proof: &str) -> PyResult<Self> {
        let module = py.import("zwang._zwang")?;
        let load = module.getattr(load)?;
        let scene = scene.clone_ref(py);
        let arguments = (scene, proof.to_owned());
        Ok(Self(load.unbind(), arguments))
    }
}
