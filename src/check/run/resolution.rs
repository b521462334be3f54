//! R9: the forces of an impact, and the velocities after it.

use super::constraints::{
    Constraints, IMPACT, PinConstraint, RowConstraint, entry, is_positive, listed,
};
use super::impact::{Meeting, Velocities};
use super::integer_vector::IntegerVector;
use super::pin::{self, PinForm};
use super::pose::Pose;
use super::response::{Change, Response};
use super::rounding::{nearest, nearest_along};
use super::stage::Stage;
use super::state::State;
use super::system::{group_of, groups};
use super::unit::multiple;
use crate::rejection::Condition::R2;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeSet;
use zwang_certificate::run::Impact;
use zwang_scene::{BodyId, PinId};

/// An impact, as the rule finds it and as the record proves it.
pub(super) struct Resolution<'a> {
    pub stage: &'a Stage<'a>,
    pub velocities: Velocities,
    pub meetings: Vec<Meeting>,
    pub impact: &'a [Impact],
}

/// What meets in one group, or in none, where no force acts.
#[derive(Default)]
struct Together<'a> {
    meetings: Vec<&'a Meeting>,
    pins: Vec<(PinId, PinForm)>,
}

impl Resolution<'_> {
    /// The state before the step as the impact leaves it.
    pub(super) fn state(&self, before: &State) -> Result<State, Rejection> {
        let mut state = before.clone();
        let (alone, together) = self.divided()?;
        let outside = Impact {
            bodies: vec![],
            denominator: BigInt::one(),
            forces: vec![],
            pins: vec![],
        };
        self.is_optimal(&alone, &outside)
            .map_err(|rejection| rejection.within("outside all groups"))?;
        for (index, (group, together)) in self.impact.iter().zip(&together).enumerate() {
            let response = self
                .is_proved(together, group)
                .map_err(|rejection| rejection.within(format!("group {index}")))?;
            for &body in &group.bodies {
                let changes = [self.velocities.body(body), response.changes.get(&body)];
                let after = self.pose_before(body, changes, &response.denominator)?;
                state
                    .poses
                    .get_mut(body)
                    .into_iter()
                    .for_each(|pose| *pose = after.clone());
            }
        }
        Ok(state)
    }

    /// The rows that meet and the pins, by groups; first those of no group.
    fn divided(&self) -> Result<(Together<'_>, Vec<Together<'_>>), Rejection> {
        let (stage, scene) = (self.stage, &self.stage.plan.scene);
        let group_of_body = groups(
            scene,
            self.impact.iter().map(|group| group.bodies.as_slice()),
        )?;
        let mut alone = Together::default();
        let mut together: Vec<Together> = self.impact.iter().map(|_| Together::default()).collect();
        for meeting in &self.meetings {
            let group = group_of(&group_of_body, meeting.form.bodies, || {
                names::touch(scene, &meeting.row)
            })?;
            let entry = group
                .and_then(|group| together.get_mut(group))
                .unwrap_or(&mut alone);
            entry.meetings.push(meeting);
        }
        let concerned = self.concerned();
        for (index, arms) in stage.plan.pins.iter().enumerate() {
            let bodies = arms.bodies();
            if !bodies.iter().flatten().any(|body| concerned.contains(body)) {
                continue;
            }
            let group = group_of(&group_of_body, bodies, || names::pin(scene, index))?;
            let forms = pin::forms(stage, arms)?;
            let targets = forms.each_ref().map(|form| self.velocities.of(form));
            let entry = group
                .and_then(|group| together.get_mut(group))
                .unwrap_or(&mut alone);
            entry.pins.push((index, PinForm { forms, targets }));
        }
        Ok((alone, together))
    }

    /// The free bodies of rows that meet, and those that are pinned to them, directly or by others.
    fn concerned(&self) -> BTreeSet<BodyId> {
        let mut concerned: BTreeSet<BodyId> = self
            .meetings
            .iter()
            .flat_map(|meeting| meeting.form.bodies.into_iter().flatten())
            .collect();
        let pins: Vec<Vec<BodyId>> = self
            .stage
            .plan
            .pins
            .iter()
            .map(|pin| pin.bodies().into_iter().flatten().collect())
            .collect();
        while let Some(pinned) = pins.iter().find(|pinned| {
            let known = pinned
                .iter()
                .filter(|body| concerned.contains(body))
                .count();
            known > 0 && known < pinned.len()
        }) {
            concerned.extend(pinned);
        }
        concerned
    }

    /// The analogues of R2 to R5 for a group of the record.
    fn is_proved(&self, together: &Together, group: &Impact) -> Result<Response, Rejection> {
        is_positive(&group.denominator)?;
        if group.forces.is_empty() && group.pins.is_empty() {
            return Err(Rejection::new(
                R2,
                "the forces",
                "none",
                "only groups with a force",
            ));
        }
        let (rows, pins) = (
            group.forces.iter().map(|(row, _)| *row),
            group.pins.iter().map(|(pin, _)| *pin),
        );
        let meeting: Vec<usize> = together
            .meetings
            .iter()
            .map(|meeting| meeting.index)
            .collect();
        listed("forces", &rows.collect::<Vec<_>>(), &meeting)?;
        listed(
            "pins",
            &pins.collect::<Vec<_>>(),
            &together
                .pins
                .iter()
                .map(|(pin, _)| *pin)
                .collect::<Vec<_>>(),
        )?;
        self.is_optimal(together, group)
    }

    fn is_optimal(&self, together: &Together, group: &Impact) -> Result<Response, Rejection> {
        let rows = together.meetings.iter().map(|meeting| RowConstraint {
            row: meeting.row,
            form: &meeting.form,
            target: &meeting.target,
            force: entry(&group.forces, meeting.index),
        });
        let pins = together.pins.iter().map(|(pin, form)| PinConstraint {
            pin: *pin,
            form,
            forces: entry(&group.pins, *pin),
        });
        let constraints = Constraints {
            rows: rows.collect(),
            pins: pins.collect(),
            wording: &IMPACT,
        };
        constraints.no_contact_pulls(self.stage, &group.denominator)?;
        constraints.are_optimal(self.stage, &group.denominator)
    }

    /// z⁻ and c⁻ of a body after the impact, given its velocities before it and their change.
    fn pose_before(
        &self,
        body: BodyId,
        changes: [Option<&Change>; 2],
        denominator: &BigInt,
    ) -> Result<Pose, Rejection> {
        let (stage, settings) = (self.stage, &self.stage.plan.settings);
        let (pose, grid) = (stage.pose(body)?, settings.grid.unwrap_or_default());
        let mut sum = [BigInt::zero(), BigInt::zero(), BigInt::zero()];
        let mut unit = BigInt::one();
        for (change, denominator) in changes.into_iter().zip([&BigInt::one(), denominator]) {
            let Some(change) = change else { continue };
            let factor = &change.unit * denominator;
            for (sum, number) in sum.iter_mut().zip(&change.numbers) {
                *sum = &*sum * &factor + number * &unit;
            }
            unit *= factor;
        }
        let [x, y, turn] = sum;
        let shift = nearest_along(&IntegerVector::new(x, y), &unit, &settings.axis, grid);
        let tangent = nearest(&(turn << grid), &(unit * 2_u8));
        let shift_unit = BigInt::one() << grid;
        let (whole, [factor, shift_factor]) = multiple(&pose.unit, &shift_unit);
        let position = pose
            .position
            .scaled(&factor)
            .minus(&shift.scaled(&shift_factor));
        let half = pose
            .half
            .clone()
            .unwrap_or_else(|| IntegerVector::from_small(1, 0));
        let half = half.times(&IntegerVector::new(shift_unit, -tangent));
        Ok(Pose::turned(position, whole, half))
    }
}
