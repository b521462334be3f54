//! The pairs of parts whose closed bounding boxes meet.

use crate::core::boxes::{self, BoundingBox, Range};
use crate::core::ranks;
use crate::lookup;
use crate::plane::figure::{Figure, Part};
use crate::rejection::Result;
use std::mem;
use zwang_exact::{Fraction, FractionVector};

/// Visits all pairs of parts, smaller id first, whose boxes meet, until a visit fails.
///
/// # Errors
/// That of the visit which fails.
pub(crate) fn each_meeting_pair<'a>(
    figure: &'a Figure<'a>,
    mut visit: impl FnMut(Part<'a>, Part<'a>) -> Result,
) -> Result {
    let parts = figure.parts();
    let across = ranges(&parts, FractionVector::x)?;
    let upward = ranges(&parts, FractionVector::y)?;
    let mut boxes = Vec::new();
    for (across, upward) in across.into_iter().zip(upward) {
        boxes.push(BoundingBox { across, upward });
    }
    boxes::each_meeting(&boxes, |one, other| {
        let mut first = *lookup::of_scene(&parts, "part", one)?;
        let mut second = *lookup::of_scene(&parts, "part", other)?;
        if first.id >= second.id {
            mem::swap(&mut first, &mut second);
        }
        visit(first, second)
    })
}

/// The range of a coordinate on each part.
fn ranges(parts: &[Part], coordinate: fn(&FractionVector) -> Fraction) -> Result<Vec<Range>> {
    let mut lists = Vec::new();
    for part in parts {
        let mut list = Vec::new();
        for point in part.points {
            let number = coordinate(point);
            if part.is_rounded() {
                list.push(&number - part.radius);
                list.push(&number + part.radius);
            } else {
                list.push(number);
            }
        }
        lists.push(list);
    }
    ranks::ranges(lists)
}
