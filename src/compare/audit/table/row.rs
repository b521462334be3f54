//! One row of a table, from the texts of its fields.

use super::error::{TableError, quoted};
use super::{Header, Placed, Turned};
use crate::double;
use crate::vector::{Vector, dot};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use std::collections::BTreeMap;

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
pub(super) fn column(name: &str, known: &[&'static str]) -> Option<&'static str> {
    known.iter().copied().find(|column| *column == name)
}

/// A body at one time, in the plane or in space.
pub(super) trait Placement: Sized {
    /// All columns, in the order in which they are explained.
    const COLUMNS: &'static [&'static str];
    /// Those of velocities, in words.
    const VELOCITIES: &'static str;

    /// Reads it from a row.
    fn read(row: &Reader) -> Result<Self, TableError>;

    fn has_velocity(&self) -> bool;
}

/// A row.
pub(super) struct Row<P> {
    pub(super) line: usize,
    pub(super) time: Rational,
    pub(super) body: String,
    pub(super) content: Content<P>,
}

/// The subject of a row.
pub(super) enum Content<P> {
    /// The place of a body.
    Body(P),
    /// The other body, the point, the force on the first.
    Contact(Box<(String, Vector, Vector)>),
}

impl<P: Placement> Row<P> {
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
                Content::Contact(Box::new((other.clone(), point, force)))
            }
            None => Content::Body(P::read(&row)?),
        };
        Ok(Self {
            line,
            time,
            body,
            content,
        })
    }
}

/// Reads numbers from the fields of a row.
pub(super) struct Reader<'a> {
    line: usize,
    texts: &'a BTreeMap<&'static str, String>,
}

impl Reader<'_> {
    pub(super) fn text(&self, column: &str) -> Result<&str, TableError> {
        match self.texts.get(column) {
            Some(text) => Ok(text),
            None => Err(self.error(column, "nothing", "a value in every row")),
        }
    }

    pub(super) fn error(
        &self,
        column: &str,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> TableError {
        TableError::new(self.line, found, expected).in_column(column)
    }

    pub(super) fn number(&self, column: &str) -> Result<Rational, TableError> {
        let text = self.text(column)?;
        match double::parse(text) {
            Ok(number) => Ok(number),
            Err(error) => Err(self.error(column, quoted(text), error.to_string())),
        }
    }

    fn pair(&self, one: &str, other: &str) -> Result<Vector, TableError> {
        Ok([self.number(one)?, self.number(other)?])
    }

    pub(super) fn has(&self, column: &str) -> bool {
        self.texts.contains_key(column)
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

impl Placement for Placed {
    const COLUMNS: &'static [&'static str] = &[
        "time", "body", "x", "y", "angle", "cos", "sin", "vx", "vy", "spin", "other", "px", "py",
        "fx", "fy",
    ];
    const VELOCITIES: &'static str = "vx, vy and spin";

    fn read(row: &Reader) -> Result<Self, TableError> {
        let has_pair = row.has("cos") || row.has("sin");
        let rotation = match (row.has("angle"), has_pair) {
            (true, true) => {
                return Err(TableError::new(
                    row.line,
                    "`angle` together with `cos` or `sin`",
                    "one of the two ways to tell a rotation",
                ));
            }
            (_, false) => Turned::Angle(row.number("angle")?),
            (false, true) => Turned::Pair(row.unit_pair()?),
        };
        let mut velocity = None;
        let mut columns = ["vx", "vy", "spin"].into_iter();
        if columns.any(|column| row.has(column)) {
            let linear = row.pair("vx", "vy")?;
            let spin = row.number("spin")?;
            velocity = Some((linear, spin));
        }
        Ok(Placed {
            centroid: row.pair("x", "y")?,
            rotation,
            velocity,
        })
    }

    fn has_velocity(&self) -> bool {
        self.velocity.is_some()
    }
}
