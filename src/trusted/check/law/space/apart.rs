//! Parts that cannot meet in a step (`proofs/RUN.md`, section 14).

use super::super::number::Number;
use super::part::Work;
use super::plan::{Part, Plan};
use super::state::Placed;
use super::vector::Vector;
use crate::core::boxes::{self, BoundingBox, Range};
use crate::lookup;
use crate::rejection::Condition::{L1, L2};
use crate::rejection::Result;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::PartId;
use zwang_certificate::run2::space::Apart;

/// This many pairs of parts may have boxes that meet as seen from above, beside 32 for each part.
const MOST_ABOVE: usize = 1 << 20;

/// A part in a step.
pub(super) struct Way<'a> {
    part: &'a Part,
    is_fixed: bool,
    /// The index of its body.
    body: usize,
    /// The vertices of the core before and after the step.
    ends: [Vec<Vector>; 2],
    /// How far its points are from the straight way between their ends, at most.
    bend: Number,
    /// The box of the whole way.
    low: Vector,
    high: Vector,
}

/// How far the points of a body may be from the straight ways between their ends.
pub(super) fn bend(plan: &Plan, at: &Placed, half_turn: &Number) -> Number {
    let Some(moving) = &at.moving else {
        return Number::zero();
    };
    let fall = moving.free.fall.scaled(&plan.step.square());
    let of_fall = fall.square().root_above(plan.digits).shifted(3);
    let of_turn = (&moving.free.reach * &half_turn.square()).shifted(1);
    let of_rounding = moving.free.reach.shifted(plan.long()).shifted_up(2);
    &(&of_fall + &of_turn) + &of_rounding
}

/// The ways of the parts of a body.
pub(super) fn ways<'a>(before: &Placed<'a>, after: &Placed<'a>, bend: &Number) -> Vec<Way<'a>> {
    let mut ways = Vec::new();
    for part in &before.body.parts {
        let ends = [before, after].map(|at| vertices(at, part));
        let mut points = ends.iter().flatten();
        let Some(first) = points.next() else {
            continue;
        };
        let mut low = first.clone();
        let mut high = first.clone();
        for point in points {
            low = low.least(point);
            high = high.largest(point);
        }
        let room = bend + &part.radius;
        let room = Vector([room.clone(), room.clone(), room]);
        ways.push(Way {
            part,
            is_fixed: before.body.is_fixed(),
            body: before.body.id.0,
            ends,
            bend: bend.clone(),
            low: low.minus(&room),
            high: high.plus(&room),
        });
    }
    ways
}

fn vertices(at: &Placed, part: &Part) -> Vec<Vector> {
    let arms = part.arms.iter();
    let points = arms.map(|arm| at.position.plus(&at.rotation.times(arm)));
    points.collect()
}

impl Way<'_> {
    /// The cells that the box is in, as seen from above.
    fn cells(&self) -> BoundingBox {
        let Vector([left, front, _]) = &self.low;
        let Vector([right, back, _]) = &self.high;
        let range = |low: &Number, high: &Number| Range {
            low: low.cell(),
            high: high.cell(),
        };
        BoundingBox {
            across: range(left, right),
            upward: range(front, back),
        }
    }

    /// Whether the boxes of two ways have a point in common.
    fn meets(&self, other: &Self) -> bool {
        self.low.is_at_most(&other.high) && other.low.is_at_most(&self.high)
    }
}

/// L1, L2: all parts that may touch stay apart in the step, those whose boxes meet by the
/// directions of the record.
pub(super) fn parts_stay_apart(
    plan: &Plan,
    ways: &[Way],
    listed: &[Apart],
    touching: &BTreeSet<[PartId; 2]>,
    work: &mut Work,
) -> Result {
    let mut by_part = BTreeMap::new();
    for way in ways {
        by_part.insert(way.part.id, way);
    }
    let proved = directions(plan, &by_part, listed, touching)?;
    let most = ways.len().saturating_mul(32).saturating_add(MOST_ABOVE);
    let cells: Vec<BoundingBox> = ways.iter().map(Way::cells).collect();
    let mut count: usize = 0;
    let is_idle = |index: usize| ways.get(index).is_some_and(|way| way.is_fixed);
    boxes::each_meeting_of_active(&cells, is_idle, |one, other| {
        let one = lookup::of_scene(ways, "part", one)?;
        let other = lookup::of_scene(ways, "part", other)?;
        count = count.saturating_add(1);
        work.above = work.above.saturating_add(1);
        if count > most {
            let found = format!("more than {most} pairs that meet as seen from above");
            let required = format!("at most {MOST_ABOVE} and 32 for each part");
            return L1.exceed("parts", found, required);
        }
        work.require_paid()?;
        let bodies = [one.body, other.body];
        let [first, second] = bodies.map(|body| lookup::of_scene(&plan.bodies, "body", body));
        if !plan.may_touch(first?, second?) || !one.meets(other) {
            return Ok(());
        }
        let first = one.part.id.min(other.part.id);
        let second = one.part.id.max(other.part.id);
        if !proved.contains_key(&[first, second]) {
            let found = "nothing that keeps them apart";
            return L1.refuse(pair(plan, [first, second]), found, "a direction in `apart`");
        }
        Ok(())
    })
}

/// The pairs of parts that a record lists, each proved to be apart.
fn directions(
    plan: &Plan,
    ways: &BTreeMap<PartId, &Way>,
    listed: &[Apart],
    touching: &BTreeSet<[PartId; 2]>,
) -> Result<BTreeMap<[PartId; 2], ()>> {
    let mut proved = BTreeMap::new();
    let mut last: Option<[PartId; 2]> = None;
    for Apart { parts, direction } in listed {
        let [first, second] = *parts;
        if first >= second || last.is_some_and(|last| last >= *parts) {
            let found = pair(plan, *parts);
            return L2.refuse("`apart`", found, "ascending pairs of parts");
        }
        last = Some(*parts);
        let (Some(one), Some(other)) = (ways.get(&first), ways.get(&second)) else {
            return L2.refuse("`apart`", pair(plan, *parts), "parts of the scene");
        };
        let bodies = [one.body, other.body].map(|body| plan.bodies.get(body));
        if let [Some(one), Some(other)] = bodies
            && !plan.may_touch(one, other)
        {
            let found = pair(plan, *parts);
            let required = "two bodies, not both fixed, without a joint";
            return L2.refuse("`apart`", found, required);
        }
        let direction = direction.each_ref();
        let direction = Vector(direction.map(|number| Number::dyadic(number.clone(), 0)));
        if direction.is_zero() {
            return L2.refuse(pair(plan, *parts), "the direction 0", "another one");
        }
        let room = match touching.contains(parts) {
            true => room_of_touching([one, other]),
            false => room_of_others([one, other]),
        };
        if !are_apart(plan, [*one, *other], &direction, &room) {
            let required = "one along which they stay apart all the way";
            return L1.refuse(pair(plan, *parts), "a direction that does not", required);
        }
        proved.insert(*parts, ());
    }
    Ok(proved)
}

/// The radii of two parts, and how far their points can be off their straight ways.
fn room_of_others([first, second]: [&Way; 2]) -> Number {
    let radii = &first.part.radius + &second.part.radius;
    &radii + &(&first.bend + &second.bend)
}

/// The radii of two parts that touch, less a quarter of the smaller width: so deep they may
/// overlap.
fn room_of_touching([first, second]: [&Way; 2]) -> Number {
    let radii = &first.part.radius + &second.part.radius;
    let width = (&first.part.width).min(&second.part.width);
    &radii - &width.shifted(2)
}

/// Whether two parts are apart by some room along a direction at both ends of a step.
fn are_apart(plan: &Plan, [first, second]: [&Way; 2], direction: &Vector, room: &Number) -> bool {
    let room = room * &direction.square().root_above(plan.digits);
    let [before, after] = &first.ends;
    let [other_before, other_after] = &second.ends;
    let ends = [(before, other_before), (after, other_after)];
    ends.iter()
        .all(|(own, other)| gap(own, other, direction).is_some_and(|gap| gap >= room))
}

/// The least product of a direction with a point of the second part, less the largest with one of
/// the first.
fn gap(first: &[Vector], second: &[Vector], direction: &Vector) -> Option<Number> {
    let own = first.iter().map(|point| direction.dot(point)).max()?;
    let other = second.iter().map(|point| direction.dot(point)).min()?;
    Some(&other - &own)
}

fn pair(plan: &Plan, parts: [PartId; 2]) -> String {
    let [first, second] = parts.map(|PartId { body, part }| {
        let name = plan.name(zwang_scene::BodyId(body));
        format!("part {part} of {name}")
    });
    format!("{first} and {second}")
}
