//! Planes that separate two parts.

use crate::PartId;
use crate::text::{Entry, FormatError, indices_and_numbers, require_length};
use crate::write::{Written, hex, lines};
use num_bigint::BigInt;
use std::fmt::Display;

/// A plane that separates two parts, named by features of theirs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Separation {
    /// The part with the smaller id.
    pub first: PartId,
    /// The other part.
    pub second: PartId,
    /// The plane.
    pub plane: Plane,
}

/// The features that give the normal of a plane.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// These numbers, x, y and z, divided by the last one: for parts of which one is rounded.
    Vector([BigInt; 4]),
}

/// The separations of a file, unless there are too many.
pub(super) fn of_rows(rows: Vec<Vec<Entry>>) -> Result<Vec<Separation>, FormatError> {
    require_length("separations", rows.len())?;
    let mut separations = Vec::with_capacity(rows.len());
    for (index, row) in rows.into_iter().enumerate() {
        let separation = of_row(row);
        separations.push(separation.ok_or(FormatError::Separation { index })?);
    }
    Ok(separations)
}

fn of_row(row: Vec<Entry>) -> Option<Separation> {
    let (indices, numbers) = indices_and_numbers(row)?;
    let [body, part, other_body, other_part, plane @ ..] = indices.as_slice() else {
        return None;
    };
    Some(Separation {
        first: PartId {
            body: *body,
            part: *part,
        },
        second: PartId {
            body: *other_body,
            part: *other_part,
        },
        plane: Plane::of(plane, numbers)?,
    })
}

impl Plane {
    /// The plane that a row names behind its parts, by indices and by numbers.
    fn of(indices: &[usize], numbers: Vec<BigInt>) -> Option<Self> {
        if let [3] = indices {
            let numbers: [BigInt; 4] = numbers.try_into().ok()?;
            return Some(Self::Vector(numbers));
        }
        if !numbers.is_empty() {
            return None;
        }
        match *indices {
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
    } = separation;
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
            Plane::Vector(numbers) => {
                write!(formatter, "3")?;
                for number in numbers {
                    write!(formatter, r#","{}""#, hex(number))?;
                }
                write!(formatter, "]")
            }
        }
    })
}
