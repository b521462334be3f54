//! Planes that separate two parts.

use crate::PartId;
use crate::text::{FormatError, require_length};
use crate::write::{Written, lines};
use std::fmt::Display;

/// A plane that separates two parts, named by features of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Separation {
    /// The part with the smaller id.
    pub first: PartId,
    /// The other part.
    pub second: PartId,
    /// The plane.
    pub plane: Plane,
}

/// The features that give the normal of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plane {
    /// The outward normal of this face of the first part.
    FaceOfFirst(usize),
    /// The opposite of the outward normal of this face of the second part.
    FaceOfSecond(usize),
    /// d × e, where d leads from one vertex of the first part to another one, and e from one vertex
    /// of the second part to another one.
    Edges {
        /// The vertices of the first part.
        first: [usize; 2],
        /// The vertices of the second part.
        second: [usize; 2],
    },
}

/// The separations of a file, unless there are too many.
pub(super) fn of_rows(rows: Vec<Vec<usize>>) -> Result<Vec<Separation>, FormatError> {
    require_length("separations", rows.len())?;
    let mut separations = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let [body, part, other_body, other_part, plane @ ..] = row.as_slice() else {
            return Err(FormatError::Separation { index });
        };
        separations.push(Separation {
            first: PartId {
                body: *body,
                part: *part,
            },
            second: PartId {
                body: *other_body,
                part: *other_part,
            },
            plane: Plane::of_row(plane).ok_or(FormatError::Separation { index })?,
        });
    }
    Ok(separations)
}

impl Plane {
    /// The plane that a row names behind its parts.
    fn of_row(row: &[usize]) -> Option<Self> {
        match *row {
            [0, face] => Some(Self::FaceOfFirst(face)),
            [1, face] => Some(Self::FaceOfSecond(face)),
            [2, from, to, other_from, other_to] => Some(Self::Edges {
                first: [from, to],
                second: [other_from, other_to],
            }),
            _ => None,
        }
    }
}

/// A list of separations with a line for each.
pub(super) fn written(separations: &[Separation]) -> impl Display {
    lines(separations, one)
}

fn one(separation: &Separation) -> impl Display {
    let Separation {
        first,
        second,
        plane,
    } = *separation;
    Written(move |formatter| {
        write!(formatter, "[{},{},", first.body, first.part)?;
        write!(formatter, "{},{},", second.body, second.part)?;
        match plane {
            Plane::FaceOfFirst(face) => write!(formatter, "0,{face}]"),
            Plane::FaceOfSecond(face) => write!(formatter, "1,{face}]"),
            Plane::Edges {
                first: [from, to],
                second: [other_from, other_to],
            } => write!(formatter, "2,{from},{to},{other_from},{other_to}]"),
        }
    })
}
