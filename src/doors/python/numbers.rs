//! Numbers from texts and to texts, of any length: Python itself refuses to spell or to read
//! integers of more than 4,300 digits.

use crate::errors::exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zwang::Rational;

/// The fraction of a text "p" or "p/q" that this program has written, however long it is.
#[pyfunction]
pub fn fraction(text: &str) -> PyResult<Rational> {
    text.parse().map_err(|_| {
        let message = "found a text that is no fraction; expected p or p/q";
        PyValueError::new_err(message)
    })
}

/// The number that a text spells: an integer, a fraction `p/q`, or a decimal.
///
/// Raises `NumberError` if it spells none.
#[pyfunction]
pub fn number(py: Python, text: &str) -> PyResult<Rational> {
    let number = zwang::exact::parse(text);
    number.map_err(|error| exception(py, "NumberError", error))
}

/// The text `p` or `p/q` of a fraction, however long it is.
#[pyfunction]
pub fn spell(number: Rational) -> String {
    number.to_string()
}

/// Any exact number that Python has, as `zwang.exact` takes it.
///
/// # Errors
/// The error that `zwang.exact` raises: a float is refused.
pub fn exact(value: &Bound<PyAny>) -> PyResult<Rational> {
    let door = value.py().import("zwang.door")?;
    let number = door.call_method1("exact", (value,))?;
    number.extract()
}
