//! The colours of pictures, by their names.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zwang::output::draw;

/// The theme of this name.
///
/// # Errors
/// `ValueError` if there is none.
pub fn theme(name: &str) -> PyResult<draw::Theme> {
    match name {
        "light" => Ok(draw::Theme::Light),
        "dark" => Ok(draw::Theme::Dark),
        _ => {
            let message = format!(
                "theme: found `{name}`; \
                 expected light or dark"
            );
            Err(PyValueError::new_err(message))
        }
    }
}

/// A picture that is never wider than the page that shows it, as in a notebook.
pub fn fitting(svg: &str) -> String {
    svg.replacen("<svg ", "<svg style=\"max-width:100%;height:auto\" ", 1)
}
