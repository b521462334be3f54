//! Polygons as convex parts.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zwang::{Rational, Vector};
use zwang_exchange::Inside;

/// A point.
type Point = (Rational, Rational);

/// The convex parts of the area inside of these closed lines, where the number of lines around a
/// point is odd.
///
/// Raises `ValueError` if there is none.
#[pyfunction]
pub fn convex_parts(py: Python, lines: Vec<Vec<Point>>) -> PyResult<Vec<Vec<Point>>> {
    let mut corners = Vec::with_capacity(lines.len());
    for line in lines {
        let line = line.into_iter().map(|(x, y)| Vector::new(x, y));
        corners.push(Vec::from_iter(line));
    }
    let parts = py.detach(|| zwang_exchange::convex_parts(&corners, Inside::Odd));
    let parts = parts.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let mut told = Vec::with_capacity(parts.len());
    for part in parts {
        let part = part.into_iter().map(|vertex| (vertex.x, vertex.y));
        told.push(Vec::from_iter(part));
    }
    Ok(told)
}
