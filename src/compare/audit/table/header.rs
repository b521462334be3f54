//! The statements of a table about itself (`docs/run-table.schema.json`).

use super::error::{TableError, quoted};
use malachite::Rational;
use serde::Deserialize;
use zwang_program::kernel::number::to_solver;

/// The name of the format.
pub const FORMAT: &str = "zwang-table-1";

/// The statements of a table about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The program that made the run, with its version.
    pub engine: Option<String>,
    /// The time step, s, exactly.
    pub step: Option<Rational>,
    /// The floating-point numbers that the engine computes with.
    pub precision: Precision,
}

/// Floating-point numbers of IEEE 754.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 53 significant bits.
    #[default]
    Double,
    /// 24 significant bits.
    Single,
}

impl Precision {
    /// How many significant bits a number has.
    #[must_use]
    pub fn significant_bits(self) -> i64 {
        match self {
            Self::Double => 53,
            Self::Single => 24,
        }
    }

    /// The word for it in a header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Single => "single",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    format: String,
    engine: Option<String>,
    step: Option<String>,
    precision: Option<String>,
    #[allow(dead_code, reason = "settings are for people")]
    settings: Option<serde_json::Value>,
}

impl Header {
    pub(super) fn read(text: &str, line: usize) -> Result<Self, TableError> {
        let header: Text = serde_json::from_str(text).map_err(|error| {
            let why = error.to_string();
            let why = why.split(" at line").next().unwrap_or_default();
            TableError::new(
                line,
                format!("a header that cannot be read: {why}"),
                "the keys format, engine, step, precision, settings (docs/run-table.md)",
            )
        })?;
        if header.format != FORMAT {
            return Err(TableError::new(
                line,
                format!("the format {}", quoted(&header.format)),
                format!("`{FORMAT}`"),
            )
            .in_column("format"));
        }
        let step = header
            .step
            .as_deref()
            .map(|text| step(text, line))
            .transpose()?;
        let precision = match header.precision.as_deref() {
            None | Some("double") => Precision::Double,
            Some("single") => Precision::Single,
            Some(other) => {
                let other = quoted(other);
                let error = TableError::new(line, other, "`double` or `single`");
                return Err(error.in_column("precision"));
            }
        };
        Ok(Self {
            engine: header.engine,
            step,
            precision,
        })
    }
}

fn step(text: &str, line: usize) -> Result<Rational, TableError> {
    let step = zwang_exact::parse(text)
        .ok()
        .map(|step| to_solver(&step))
        .filter(|step| *step > 0);
    step.ok_or_else(|| {
        TableError::new(
            line,
            quoted(text),
            "a positive number of seconds like \"1/100\"",
        )
        .in_column("step")
    })
}
