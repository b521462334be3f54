//! The pairs of parts whose closed bounding boxes meet, of bodies that are not both fixed.
//!
//! Boxes are swept in the two coordinates that tell most of them apart, and compared in the third.

use crate::core::boxes::{self, BoundingBox, Range};
use crate::core::ranks;
use crate::lookup;
use crate::rejection::Result;
use crate::space::figure::{Figure, Part};
use std::mem;
use zwang_exact::Fraction;

/// Visits all pairs of parts, smaller id first, whose boxes meet and of which one is free, until a
/// visit fails.
///
/// # Errors
/// That of the visit which fails.
pub(crate) fn each_meeting_pair<'a>(
    figure: &'a Figure<'a>,
    mut visit: impl FnMut(Part<'a>, Part<'a>) -> Result,
) -> Result {
    let parts = figure.parts();
    let mut axes = [
        ranges(&parts, |[x, _, _]| x)?,
        ranges(&parts, |[_, y, _]| y)?,
        ranges(&parts, |[_, _, z]| z)?,
    ];
    axes.sort_by_cached_key(|ranges| meetings(ranges));
    let [across, upward, rest] = axes;
    let mut boxes = Vec::new();
    for (across, upward) in across.into_iter().zip(upward) {
        boxes.push(BoundingBox { across, upward });
    }
    let is_idle = |index| {
        parts
            .get(index)
            .is_some_and(|part: &Part| part.body.is_fixed())
    };
    boxes::each_meeting_of_active(&boxes, is_idle, |one, other| {
        let range = lookup::of_scene(&rest, "part", one)?;
        let other_range = lookup::of_scene(&rest, "part", other)?;
        if range.low > other_range.high || other_range.low > range.high {
            return Ok(());
        }
        let mut first = *lookup::of_scene(&parts, "part", one)?;
        let mut second = *lookup::of_scene(&parts, "part", other)?;
        if first.id >= second.id {
            mem::swap(&mut first, &mut second);
        }
        visit(first, second)
    })
}

/// The range of a coordinate on each part.
fn ranges(parts: &[Part], coordinate: fn([Fraction; 3]) -> Fraction) -> Result<Vec<Range>> {
    let mut lists = Vec::new();
    for part in parts {
        let unit = &part.solid.unit;
        let radius = Fraction::from(part.solid.part.radius());
        let mut list = Vec::new();
        for point in &part.solid.points {
            let numbers = point.0.each_ref();
            let fractions = numbers.map(|number| Fraction::new(number.clone(), unit.clone()));
            let number = coordinate(fractions);
            if part.is_rounded() {
                list.push(&number - &radius);
                list.push(&number + &radius);
            } else {
                list.push(number);
            }
        }
        lists.push(list);
    }
    ranks::ranges(lists)
}

/// How many pairs of ranges meet: of each range, those that begin before it ends, less those that
/// end before it begins.
fn meetings(ranges: &[Range]) -> usize {
    let mut lows: Vec<i64> = ranges.iter().map(|range| range.low).collect();
    let mut highs: Vec<i64> = ranges.iter().map(|range| range.high).collect();
    lows.sort_unstable();
    highs.sort_unstable();
    let mut count: usize = 0;
    for range in ranges {
        let begun = lows.partition_point(|low| *low <= range.high);
        let ended = highs.partition_point(|high| *high < range.low);
        count = count.saturating_add(begun.saturating_sub(ended));
    }
    count
}
