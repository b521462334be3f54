//! The statement that a proof proves, as the class of its answer.

use crate::collapse::Collapse;
use crate::critical::Critical;
use crate::forces::ForceRanges;
use crate::friction::Accelerations;
use crate::proof::checked;
use crate::scene::Scene;
use crate::stability::{Claim, Stability};
use crate::values::Object;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use zwang::Checked;

/// Has the independent checker judge the text of a proof, of the format `zwang-proof-1`,
/// `zwang-statics-1`, `zwang-ranges-1`, `zwang-moving-ranges-1` or `zwang-threshold-1`. Returns the
/// statement that it proves: a `Collapse`, a `Stability`, a `ForceRanges` or a `Critical`.
///
/// Raises `Rejected` if the proof violates a condition, which is then named, and `ProofError` if
/// the text is no proof.
#[pyfunction]
pub fn check<'py>(py: Python<'py>, scene: Py<Scene>, proof: &str) -> Object<'py> {
    match checked(py, &scene, proof)? {
        Checked::Motion(verified) => {
            Collapse::of_proof(scene, *verified, proof).into_bound_py_any(py)
        }
        Checked::Statics(verified) => {
            let claim = Claim::Statics(verified);
            Stability::of_proof(scene, claim, proof).into_bound_py_any(py)
        }
        Checked::Threshold(verified) => {
            let proof = proof.to_owned();
            Critical::new(scene, *verified, proof).into_bound_py_any(py)
        }
        Checked::Friction(verified) => {
            let proof = proof.to_owned();
            Accelerations::of_proof(scene, *verified, proof).into_bound_py_any(py)
        }
        Checked::Ranges(verified) => {
            let proof = proof.to_owned();
            ForceRanges::new(scene, *verified, proof).into_bound_py_any(py)
        }
    }
}
