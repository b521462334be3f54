//! Symmetries as values of Python.

use crate::values::{Object, Tuple, class, name, vector};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zwang::Scene;
use zwang::output::{SymmetryKind, SymmetryLine};

/// A tuple of `Reflection` and `Rotation`.
pub fn symmetries<'py>(py: Python<'py>, scene: &Scene, lines: &[SymmetryLine]) -> Tuple<'py> {
    let mut symmetries = Vec::with_capacity(lines.len());
    for line in lines {
        symmetries.push(symmetry(py, scene, line)?);
    }
    PyTuple::new(py, symmetries)
}

fn symmetry<'py>(py: Python<'py>, scene: &Scene, line: &SymmetryLine) -> Object<'py> {
    let mut images = Vec::with_capacity(line.images.len());
    for image in &line.images {
        images.push(name(scene, *image));
    }
    let images = PyTuple::new(py, images)?;
    match &line.kind {
        SymmetryKind::Reflection { point, direction } => {
            let axis = (vector(py, point)?, vector(py, direction)?, images);
            class(py, "Reflection")?.call1(axis)
        }
        SymmetryKind::Rotation {
            center,
            matrix: [[a, b], [c, d]],
        } => {
            let turn = (vector(py, center)?, ((a, b), (c, d)), images);
            class(py, "Rotation")?.call1(turn)
        }
    }
}
