//! R9: the forces of an impact, and the velocities after it.

use super::concerned::{self, ImpactGroup};
use super::constraints::{
    Constraints, IMPACT, PinConstraint, RowConstraint, entry as force_of, is_positive, listed,
    no_force_is_zero,
};
use super::impact::{Meeting, Velocities};
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::response::{Change, Response};
use super::rounding::{nearest, nearest_along};
use super::stage::Stage;
use super::state::State;
use super::unit::multiple;
use crate::rejection::Condition::R9;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use zwang_certificate::run::Impact;
use zwang_scene::{BodyId, PinId};

/// An impact, as the rule finds it and as the record proves it.
pub(super) struct Resolution<'a> {
    pub stage: &'a Stage<'a>,
    pub velocities: Velocities,
    pub meetings: Vec<Meeting>,
    pub impact: &'a [Impact],
}

impl Resolution<'_> {
    /// The state before the step as the impact leaves it: every concerned body has new velocities,
    /// rounded, whether the record lists it or not, and no other body has.
    pub(super) fn state(&self, before: &State) -> Result<State, Rejection> {
        let mut state = before.clone();
        let groups = concerned::groups(self.stage, &self.velocities, &self.meetings)?;
        let entries = self.entries(&groups)?;
        for (group, entry) in groups.iter().zip(entries) {
            let proved = match entry {
                Some((index, entry)) => self
                    .is_proved(group, entry)
                    .map_err(|rejection| rejection.within(format!("group {index}"))),
                None => self
                    .is_optimal(group, &without_forces())
                    .map_err(|rejection| rejection.within("outside all groups")),
            };
            let response = proved?;
            for &body in &group.bodies {
                let changes = [self.velocities.body(body), response.changes.get(&body)];
                let after = self.pose_before(body, changes, &response.denominator)?;
                let pose = state.poses.get_mut(body);
                *pose.ok_or_else(|| self.stage.missing(body))? = after;
            }
        }
        Ok(state)
    }

    /// For each impact group its entry in the record, with its index, if it has one. Each entry has
    /// exactly the bodies of one impact group; entries ascend.
    fn entries(&self, groups: &[ImpactGroup]) -> Result<Vec<Option<(usize, &Impact)>>, Rejection> {
        let mut left = self.impact.iter().enumerate().peekable();
        let mut entries = Vec::with_capacity(groups.len());
        for group in groups {
            entries.push(left.next_if(|(_, entry)| entry.bodies == group.bodies));
        }
        match left.next() {
            None => Ok(entries),
            Some((index, entry)) => Err(Rejection::new(
                R9,
                format!("group {index}"),
                names::list(&entry.bodies),
                "all bodies of one impact group and no others, and groups that ascend",
            )),
        }
    }

    /// The analogues of R2 to R5 for a group of the record.
    fn is_proved(&self, group: &ImpactGroup, entry: &Impact) -> Result<Response, Rejection> {
        is_positive(&entry.denominator)?;
        if entry.forces.is_empty() && entry.pins.is_empty() {
            return Err(Rejection::new(
                R9,
                "the forces",
                "none",
                "only groups with a force",
            ));
        }
        let rows: Vec<usize> = entry.forces.iter().map(|(row, _)| *row).collect();
        let meeting: Vec<usize> = group.meetings.iter().map(|row| row.index).collect();
        listed("forces", &rows, &meeting)?;
        let pins: Vec<PinId> = entry.pins.iter().map(|(pin, _)| *pin).collect();
        let counting: Vec<PinId> = group.pins.iter().map(|(pin, _)| *pin).collect();
        listed("pins", &pins, &counting)?;
        no_force_is_zero(entry.forces.iter().map(|(_, force)| force), &entry.pins)?;
        self.is_optimal(group, entry)
    }

    fn is_optimal(&self, group: &ImpactGroup, entry: &Impact) -> Result<Response, Rejection> {
        let rows = group.meetings.iter().map(|meeting| RowConstraint {
            row: meeting.row,
            form: &meeting.form,
            target: &meeting.target,
            force: force_of(&entry.forces, meeting.index),
        });
        let pins = group.pins.iter().map(|(pin, form)| PinConstraint {
            pin: *pin,
            form,
            forces: force_of(&entry.pins, *pin),
        });
        let constraints = Constraints {
            rows: rows.collect(),
            pins: pins.collect(),
            wording: &IMPACT,
        };
        constraints.no_contact_pulls(self.stage, &entry.denominator)?;
        constraints.are_optimal(self.stage, &entry.denominator)
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

/// The entry of a group that needs no forces.
fn without_forces() -> Impact {
    Impact {
        bodies: vec![],
        denominator: BigInt::one(),
        forces: vec![],
        pins: vec![],
    }
}
