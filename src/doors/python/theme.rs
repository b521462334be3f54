//! Choices about pictures: colours by their names, what is left out, and the width.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zwang::output::draw::{self, DrawOptions};

/// How a picture is drawn, and how wide it is shown.
pub struct Drawing {
    /// The choices of the picture.
    pub options: DrawOptions,
    /// Its width in pixels, if it has another than its own.
    width: Option<u32>,
}

impl Drawing {
    /// In these colours, with title, legend and names or without.
    ///
    /// # Errors
    /// `ValueError` if there is no such theme, or the width is 0.
    pub fn new(
        theme_name: &str,
        [title, legend, names]: [bool; 3],
        width: Option<u32>,
    ) -> PyResult<Self> {
        if width == Some(0) {
            let message = "width: found 0; expected a number of pixels above 0";
            return Err(PyValueError::new_err(message));
        }
        Ok(Self {
            options: DrawOptions {
                without_title: !title,
                without_legend: !legend,
                without_names: !names,
                ..DrawOptions::from(theme(theme_name)?)
            },
            width,
        })
    }

    /// A picture that was drawn like this, at its width.
    #[must_use]
    pub fn sized(&self, svg: String) -> String {
        match self.width {
            Some(width) => draw::at_width(&svg, width),
            None => svg,
        }
    }
}

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
