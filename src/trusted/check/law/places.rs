//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*).
//!
//! Forces at one point turn no body about it. Points of one place that rounding, or half of a
//! guess, moved apart would let forces do that which nearly cancel, as large as it takes.

use super::guess::{Guess, Pose, Row, Stage};
use super::number::Number;
use super::pins::{self, PinRow};
use super::vector::{Cone, Vector};
use crate::core::union::Union;
use crate::rejection::Result;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_scene::BodyId;

/// A row or pin is compared with so many others before it, and behind it, in the order of points.
const MOST_BESIDE: usize = 64;

/// A row or a pin of a program, by its name or number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Row(Contact),
    Pin(usize),
}

/// A row or a pin: they act at a point.
enum Acting<'a> {
    Row(&'a mut Row),
    Pin(&'a mut PinRow),
}

/// The same, and where it is when it is asked what meets.
struct Located<'a> {
    acting: Acting<'a>,
    at: Vector,
}

/// Moves what acts at each place of a position program to one point, if its rows are still.
pub(super) fn join_of_positions<'a>(
    guess: &Guess,
    rows: impl Iterator<Item = &'a mut Row>,
    pins: &'a mut [PinRow],
) -> Result {
    let stage = guess.stage();
    let rows = rows.filter(|row| row.touches);
    let located = located(stage, |body| stage.pose(body), rows, pins)?;
    for place in places(located, &stage.plan.touch) {
        let mut are_still = true;
        for Located { acting, .. } in &place {
            if let Acting::Row(row) = acting {
                are_still &= stage.is_still(&row.name)?;
            }
        }
        if are_still {
            act_at_one_point(stage, |body| guess.middle_pose(body), place)?;
        }
    }
    Ok(())
}

/// Moves what acts at each place of a velocity program to one point, given where bodies are.
pub(super) fn join_of_velocities(
    stage: &Stage,
    pose: impl Fn(BodyId) -> Result<Pose>,
    rows: &mut [Row],
    pins: &mut [PinRow],
) -> Result {
    let located = located(stage, &pose, rows.iter_mut(), pins)?;
    for place in places(located, &stage.plan.touch) {
        act_at_one_point(stage, &pose, place)?;
    }
    Ok(())
}

/// Rows of parts with corners, and pins, where bodies are at these poses.
fn located<'a>(
    stage: &Stage,
    pose: impl Fn(BodyId) -> Result<Pose>,
    rows: impl Iterator<Item = &'a mut Row>,
    pins: &'a mut [PinRow],
) -> Result<Vec<Located<'a>>> {
    let mut found = Vec::new();
    let pins = pins.iter_mut().map(Acting::Pin);
    for acting in rows.map(Acting::Row).chain(pins) {
        if let Some([first, second]) = acting.points(stage, &pose)? {
            let at = first.plus(&second).scaled(&Number::power(1));
            found.push(Located { acting, at });
        }
    }
    Ok(found)
}

impl Acting<'_> {
    fn name(&self) -> Name {
        match self {
            Self::Row(row) => Name::Row(row.name),
            Self::Pin(pin) => Name::Pin(pin.pin),
        }
    }

    fn bodies(&self) -> BTreeSet<BodyId> {
        match self {
            Self::Row(row) => row.sides.iter().map(|(body, _)| *body).collect(),
            Self::Pin(pin) => pin.bodies().collect(),
        }
    }

    /// The points at which it acts on its two bodies at their poses; `None` if a part is rounded.
    fn points(
        &self,
        stage: &Stage,
        pose: &impl Fn(BodyId) -> Result<Pose>,
    ) -> Result<Option<[Vector; 2]>> {
        Ok(match self {
            Self::Row(row) => {
                let vertex = pose(BodyId(row.name.vertex.part.body))?;
                let corner = stage.corner_at(&row.name, &vertex)?;
                corner.map(|corner| [corner.clone(), corner])
            }
            Self::Pin(pin) => Some(pins::pin(stage.plan, pin.pin)?.points(pose)?),
        })
    }
}

impl Located<'_> {
    fn order(&self) -> (&Number, &Number, Name) {
        (&self.at.x, &self.at.y, self.acting.name())
    }

    fn has_a_body_of(&self, other: &Self) -> bool {
        let [own, of_other] = [self, other].map(|located| located.acting.bodies());
        !own.is_disjoint(&of_other)
    }
}

/// The places of a program.
fn places<'a>(mut all: Vec<Located<'a>>, touch: &Number) -> Vec<Vec<Located<'a>>> {
    all.sort_by(|one, other| one.order().cmp(&other.order()));
    let touch_squared = touch.square();
    let mut joined: Union<Name> = Union::new();
    for (index, one) in all.iter().enumerate() {
        for other in all.iter().skip(index).take(MOST_BESIDE + 1).skip(1) {
            let between = other.at.minus(&one.at);
            if between.x > *touch {
                break;
            }
            if between.square() <= touch_squared && one.has_a_body_of(other) {
                joined.join(&[one.acting.name(), other.acting.name()]);
            }
        }
    }
    let mut sets: BTreeMap<Name, Vec<Located>> = BTreeMap::new();
    for located in all {
        let place = joined.root(located.acting.name());
        sets.entry(place).or_default().push(located);
    }
    let mut places: Vec<Vec<Located>> = sets.into_values().collect();
    places.retain(|place| may_cancel(place));
    places
}

/// Whether some body may get forces from what is here that are in no open half-plane. (A pin gives
/// any, and its bodies have a row in common with it; pins alone are stiff springs, no forces of
/// which cancel.)
fn may_cancel(place: &[Located]) -> bool {
    let mut cones: BTreeMap<BodyId, Cone> = BTreeMap::new();
    let [mut has_pin, mut has_row, mut may_cancel] = [false; 3];
    for Located { acting, .. } in place {
        let Acting::Row(row) = acting else {
            has_pin = true;
            continue;
        };
        has_row = true;
        for (body, [x, y, _]) in &row.sides {
            let normal = Vector::new(x.clone(), y.clone());
            for force in ends(row, normal) {
                may_cancel |= !cones.entry(*body).or_default().widen(force);
            }
        }
    }
    has_row && (has_pin || may_cancel)
}

/// The forces at the ends of the cone of a row, given its normal.
fn ends(row: &Row, normal: Vector) -> Vec<Vector> {
    let Some(slip) = &row.slip else {
        return vec![normal];
    };
    let along = normal.quarter_turn().scaled(&slip.friction);
    vec![normal.minus(&along), normal.plus(&along)]
}

/// Lets what is at a place act at the centre of the box of the points of its pins, or of its rows
/// if it has none.
fn act_at_one_point(
    stage: &Stage,
    pose: impl Fn(BodyId) -> Result<Pose>,
    place: Vec<Located>,
) -> Result {
    let mut points_of_rows = Vec::new();
    let mut points_of_pins = Vec::new();
    let mut moved = Vec::with_capacity(place.len());
    for Located { acting, .. } in place {
        let Some(points) = acting.points(stage, &pose)? else {
            continue;
        };
        match acting {
            Acting::Row(_) => points_of_rows.extend(points.clone()),
            Acting::Pin(_) => points_of_pins.extend(points.clone()),
        }
        moved.push((acting, points));
    }
    let points = match points_of_pins.is_empty() {
        true => points_of_rows,
        false => points_of_pins,
    };
    let Some(first) = points.first() else {
        return Ok(());
    };
    let [mut low, mut high] = [first.clone(), first.clone()];
    for point in &points {
        low = low.least(point);
        high = high.largest(point);
    }
    let centre = low.plus(&high).scaled(&Number::power(1));
    for (acting, points) in moved {
        let ways = points.map(|point| centre.minus(&point));
        match acting {
            Acting::Row(row) => {
                let [way, _] = ways;
                row.act_at(&way);
            }
            Acting::Pin(pin) => pin.act_at(ways),
        }
    }
    Ok(())
}
