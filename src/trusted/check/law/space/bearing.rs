//! L13: what bears a point is under it (`proofs/RUN.md`, section 16).
//!
//! Points of the parts are rounded to twice the digits of the grid: far below what matters, and the
//! work does not depend on how long the numbers of a scene are.

use super::super::number::Number;
use super::contacts::{Normal, Place, Touching, place};
use super::group::Step;
use super::over::Rim;
use super::plan::Plan;
use super::pose::{point_after, poses_in};
use super::state::Placed;
use super::vector::Vector;
use super::velocity::Positions;
use crate::lookup;
use crate::rejection::Condition::L13;
use crate::rejection::Result;
use zwang_scene::BodyId;

/// Vertices are outermost within 2^-12 of the width, and so far a point may be beside them.
const NEAR: u64 = 12;
/// After the step a point may be above the plane by 2^-5 of the width.
const ABOVE: u64 = 5;

/// The reference of a contact, where it can bear.
struct Bearing<'a> {
    contact: &'a Touching<'a>,
    before: Rim,
    after: Rim,
    /// No point that is borne after the step is higher along the normal.
    highest: Number,
    /// Binary digits of points.
    digits: u64,
}

impl Step<'_> {
    /// L13: all that is tight, touches or has a force is over the reference, before the step or
    /// after it.
    pub(super) fn points_are_borne(
        &self,
        stage: &[Placed],
        after: &[Placed],
        positions: &Positions,
    ) -> Result {
        let poses = poses_in(after);
        let mut last: Option<Bearing> = None;
        for (index, at) in self.places.iter().enumerate() {
            let is_tight = lookup::of_scene(&positions.tight, "row", index)?;
            let force = lookup::of_scene(&positions.ball.forces, "row", index)?;
            if !is_tight && !at.touches(self.plan) && force.is_none() {
                continue;
            }
            let bearing = match last {
                Some(last) if std::ptr::eq(last.contact, at.contact) => last,
                _ => self.bearing(stage, after, at)?,
            };
            if !bearing.bears([&at.point, &point_after(at, &poses)?]) {
                return at.contact.is_beside(self.plan);
            }
            last = Some(bearing);
        }
        Ok(())
    }

    /// The reference of the contact of a place, where it can bear.
    fn bearing<'p>(
        &self,
        stage: &[Placed],
        after: &[Placed],
        at: &Place<'p>,
    ) -> Result<Bearing<'p>> {
        let contact = at.contact;
        let digits = self.plan.long();
        let [first, second] = contact.parts;
        let before = lookup::of_scene(stage, "body", first.id.body)?;
        let before = Outermost::of(contact, before, &contact.before, digits);
        let later = self.placed_after(stage, after, first.id.body)?;
        let later = Outermost::of(contact, later, &contact.after, digits);
        let above = &(&first.radius + &second.radius) + &contact.width().shifted(ABOVE);
        let above = (&above * &contact.after.length).rounded_up(digits);
        Ok(Bearing {
            contact,
            before: before.rim,
            after: later.rim,
            highest: &later.plane + &above,
            digits,
        })
    }
}

/// L13: points of contacts with impulses are over the reference, so placed, before the part.
pub(super) fn impacts_are_borne<'p>(
    plan: &Plan,
    stage: &[Placed],
    struck: impl IntoIterator<Item = &'p Place<'p>>,
) -> Result {
    let digits = plan.long();
    let mut last: Option<(&Touching, Rim)> = None;
    for at in struck {
        let rim = match last {
            Some((contact, rim)) if std::ptr::eq(contact, at.contact) => rim,
            _ => {
                let [first, _] = at.contact.parts;
                let own = lookup::of_scene(stage, "body", first.id.body)?;
                Outermost::of(at.contact, own, &at.contact.before, digits).rim
            }
        };
        if !rim.is_over(&at.point.rounded(digits)) {
            return at.contact.is_beside(plan);
        }
        last = Some((at.contact, rim));
    }
    Ok(())
}

impl Touching<'_> {
    fn is_beside<T>(&self, plan: &Plan) -> Result<T> {
        let [own, other] = self.ids().map(|id| plan.name(BodyId(id.body)));
        let found = format!("a point of {other} beside the part of {own}");
        L13.refuse("`contacts`", found, "one over the part that bears it")
    }
}

impl Bearing<'_> {
    /// Whether a point that is here before the step, and there after it, is over the reference.
    fn bears(&self, [before, after]: [&Vector; 2]) -> bool {
        if self.before.is_over(&before.rounded(self.digits)) {
            return true;
        }
        let after = after.rounded(self.digits);
        let height = self.contact.after.vector.dot(&after);
        height <= self.highest && self.after.is_over(&after)
    }
}

/// The vertices of a part, so placed, that are outermost along a normal.
struct Outermost {
    rim: Rim,
    /// The largest product of the normal with a vertex.
    plane: Number,
}

impl Outermost {
    /// Those of the reference of a contact.
    fn of(contact: &Touching, own: &Placed, normal: &Normal, digits: u64) -> Self {
        let [first, _] = contact.parts;
        let mut vertices = Vec::new();
        let mut plane: Option<Number> = None;
        for arm in &first.arms {
            let vertex = place(own, arm).rounded(digits);
            let height = normal.vector.dot(&vertex);
            plane = Some(match plane {
                Some(plane) => plane.max(height.clone()),
                None => height.clone(),
            });
            vertices.push((vertex, height));
        }
        let plane = plane.unwrap_or_else(Number::zero);
        let near = (contact.width() * &normal.length).shifted(NEAR);
        let near = near.rounded_up(digits);
        let least = &plane - &near;
        vertices.retain(|(_, height)| *height >= least);
        let outermost: Vec<Vector> = vertices.into_iter().map(|(vertex, _)| vertex).collect();
        Self {
            rim: Rim::new(&normal.vector, &outermost, &near),
            plane,
        }
    }
}
