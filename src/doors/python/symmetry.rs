//! Symmetries as values of Python.

use crate::values::{Object, Tuple, Values, class, pair};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zwang::output::{SymmetryKind, SymmetryLine};

impl<'py> Values<'py, '_> {
    /// A tuple of `Reflection` and `Rotation`.
    pub fn symmetries(&self, lines: &[SymmetryLine]) -> Tuple<'py> {
        let mut symmetries = Vec::new();
        for line in lines {
            let symmetry = self.symmetry(line)?;
            symmetries.push(symmetry);
        }
        PyTuple::new(self.py, symmetries)
    }

    fn symmetry(&self, line: &SymmetryLine) -> Object<'py> {
        let images = self.names(&line.images)?;
        match &line.kind {
            SymmetryKind::Reflection { point, direction } => {
                let axis = (pair(point), pair(direction), images);
                let reflection = class(self.py, "Reflection")?;
                reflection.call1(axis)
            }
            SymmetryKind::Rotation { center, matrix } => {
                let [[a, b], [c, d]] = matrix;
                let matrix = ((a, b), (c, d));
                let turn = (pair(center), matrix, images);
                let rotation = class(self.py, "Rotation")?;
                rotation.call1(turn)
            }
        }
    }
}
