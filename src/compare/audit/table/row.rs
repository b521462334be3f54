//! One row of a table, from the texts of its fields.

use super::error::{TableError, quoted};
use super::{Header, Placed, Turned};
use crate::double;
use crate::vector::{Vector, dot};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use std::collections::BTreeMap;

/// All columns, in the order in which they are explained.
pub(super) const COLUMNS: [&str; 15] = [
    "time", "body", "x", "y", "angle", "cos", "sin", "vx", "vy", "spin", "other", "px", "py", "fx",
    "fy",
];

/// The columns of a row that has something in them.
pub(super) type Fields = BTreeMap<&'static str, String>;

/// A table whose fields are still texts.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) header: Header,
    /// Each row with its line.
    pub(super) rows: Vec<(usize, Fields)>,
}

/// The column of this name.
pub(super) fn column(name: &str) -> Option<&'static str> {
    COLUMNS.into_iter().find(|column| *column == name)
}

/// A row.
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) time: Rational,
    pub(super) body: String,
    pub(super) content: Content,
}

/// The subject of a row.
pub(super) enum Content {
    /// The place of a body.
    Body(Placed),
    /// The other body, the point, the force on the first.
    Contact(String, Vector, Vector),
}

impl Row {
    pub(super) fn new(line: usize, fields: &Fields) -> Result<Self, TableError> {
        let row = Reader {
            line,
            texts: fields,
        };
        let time = row.number("time")?;
        let body = row.text("body")?.to_owned();
        let content = match fields.get("other") {
            Some(other) => {
                let point = row.pair("px", "py")?;
                let force = row.pair("fx", "fy")?;
                Content::Contact(other.clone(), point, force)
            }
            None => Content::Body(row.placed()?),
        };
        Ok(Self {
            line,
            time,
            body,
            content,
        })
    }
}

struct Reader<'a> {
    line: usize,
    texts: &'a BTreeMap<&'static str, String>,
}

impl Reader<'_> {
    fn text(&self, column: &str) -> Result<&str, TableError> {
        match self.texts.get(column) {
            Some(text) => Ok(text),
            None => Err(self.error(column, "nothing", "a value in every row")),
        }
    }

    fn error(
        &self,
        column: &str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> TableError {
        TableError::new(self.line, found, expected).in_column(column)
    }

    fn number(&self, column: &str) -> Result<Rational, TableError> {
        let text = self.text(column)?;
        match double::parse(text) {
            Ok(number) => Ok(number),
            Err(error) => Err(self.error(column, quoted(text), error.to_string())),
        }
    }

    fn pair(&self, one: &str, other: &str) -> Result<Vector, TableError> {
        Ok([self.number(one)?, self.number(other)?])
    }

    fn has(&self, column: &str) -> bool {
        self.texts.contains_key(column)
    }

    fn placed(&self) -> Result<Placed, TableError> {
        let has_pair = self.has("cos") || self.has("sin");
        let rotation = match (self.has("angle"), has_pair) {
            (true, true) => {
                return Err(TableError::new(
                    self.line,
                    "`angle` together with `cos` or `sin`",
                    "one of the two ways to tell a rotation",
                ));
            }
            (_, false) => Turned::Angle(self.number("angle")?),
            (false, true) => Turned::Pair(self.unit_pair()?),
        };
        let mut velocity = None;
        let mut columns = ["vx", "vy", "spin"].into_iter();
        if columns.any(|column| self.has(column)) {
            let linear = self.pair("vx", "vy")?;
            let spin = self.number("spin")?;
            velocity = Some((linear, spin));
        }
        Ok(Placed {
            centroid: self.pair("x", "y")?,
            rotation,
            velocity,
        })
    }

    /// A pair that is no farther from the unit circle than bad rounding explains.
    fn unit_pair(&self) -> Result<Vector, TableError> {
        let pair = self.pair("cos", "sin")?;
        let excess = dot(&pair, &pair) - Rational::from(1);
        if excess.abs() > Rational::from_unsigneds(1u32, 1000) {
            let cosine = quoted(self.text("cos")?);
            let sine = quoted(self.text("sin")?);
            return Err(self.error(
                "cos",
                format!("({cosine}, {sine})"),
                "the cosine and the sine of one angle, cos² + sin² = 1",
            ));
        }
        Ok(pair)
    }
}
