//! R9: the forces of an impact, and the velocities after it.

use super::concerned::{self, ImpactGroup};
use super::constraints::{
    Constraints, IMPACT, PinConstraint, RowConstraint, is_positive, no_force_is_zero, with_forces,
};
use super::impact::Velocities;
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::response::{Change, Response};
use super::scaled::Scaled;
use super::stage::Stage;
use super::state::State;
use super::system::StepRow;
use crate::rejection::Condition::R9;
use crate::{Rejection, names};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use zwang_certificate::run::Impact;
use zwang_exact::nearest;
use zwang_scene::BodyId;

/// An impact, as the rule finds it and as the record proves it.
pub(super) struct Resolution<'a> {
    pub stage: &'a Stage<'a>,
    pub velocities: Velocities,
    pub meetings: Vec<StepRow>,
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
            let response = match entry {
                Some((index, entry)) => self
                    .is_proved(group, entry)
                    .map_err(|rejection| rejection.within(format!("group {index}")))?,
                None => self
                    .is_optimal(&without_forces(group), &BigInt::one())
                    .map_err(|rejection| rejection.within("outside all groups"))?,
            };
            for &body in &group.bodies {
                let after = self.pose_before(body, &response)?;
                let missing = Rejection::index("scene", "body", body, before.poses.len());
                *state.poses.get_mut(body).ok_or(missing)? = after;
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
            Some((index, entry)) => {
                let place = format!("group {index}");
                let found = names::list(&entry.bodies);
                let required =
                    "all bodies of one impact group and no others, and groups that ascend";
                R9.refuse(place, found, required)
            }
        }
    }

    /// The analogues of R2 to R5 for a group of the record.
    fn is_proved(&self, group: &ImpactGroup, entry: &Impact) -> Result<Response, Rejection> {
        is_positive(&entry.denominator)?;
        if entry.forces.is_empty() && entry.pins.is_empty() {
            let required = "only groups with a force";
            return R9.refuse("the forces", "none", required);
        }
        let forces = entry.forces.iter();
        let forces: Vec<_> = forces.map(|(row, force)| (*row, force)).collect();
        let there = group.meetings.iter();
        let there: Vec<_> = there.map(|row| (row.index, *row)).collect();
        let rows = with_forces("forces", &there, &forces)?;
        let forces = entry.pins.iter();
        let forces: Vec<_> = forces.map(|(pin, force)| (*pin, force)).collect();
        let there: Vec<_> = group.pins.iter().map(|pin| (pin.index, pin)).collect();
        let pins = with_forces("pins", &there, &forces)?;
        let rows = rows.into_iter();
        let pins = pins.into_iter();
        let constraints = Constraints {
            rows: rows
                .map(|(row, force)| RowConstraint { row, force })
                .collect(),
            pins: pins
                .map(|(pin, forces)| PinConstraint { pin, forces })
                .collect(),
            wording: &IMPACT,
        };
        no_force_is_zero(&constraints)?;
        self.is_optimal(&constraints, &entry.denominator)
    }

    fn is_optimal(
        &self,
        constraints: &Constraints,
        denominator: &BigInt,
    ) -> Result<Response, Rejection> {
        constraints.no_contact_pulls(self.stage, denominator)?;
        constraints.are_optimal(self.stage, denominator)
    }

    /// z⁻ and c⁻ of a body after the impact, given the changes of velocities.
    fn pose_before(&self, body: BodyId, response: &Response) -> Result<Pose, Rejection> {
        let settings = &self.stage.plan.settings;
        let pose = self.stage.placed(body)?.pose;
        let (Some(grid), Some(half)) = (settings.grid, &pose.half) else {
            let (found, required) = ("an exact run", "a run on a grid");
            return R9.refuse("the run", found, required);
        };
        let mut velocity = self.velocities.body(body)?.clone();
        // A body without an entry feels no force.
        if let Some(change) = response.changes.get(&body) {
            velocity = sum(&velocity, change, &response.denominator);
        }
        let Change {
            numbers: [x, y, turn],
            unit,
        } = velocity;
        let tangent = nearest(&(turn << grid), &(&unit * 2_u8));
        let shift = Scaled::new(IntegerVector::new(x, y), unit);
        let shift = shift.rounded_along(&settings.axis, grid);
        let half_turn = IntegerVector::new(shift.unit.clone(), -tangent);
        let position = pose.position.minus(&shift);
        Ok(Pose::turned(position, half.times(&half_turn)))
    }
}

/// The sum of two changes, the second one over a denominator.
fn sum(first: &Change, second: &Change, denominator: &BigInt) -> Change {
    let factor = &second.unit * denominator;
    let mut numbers = [BigInt::zero(), BigInt::zero(), BigInt::zero()];
    let both = first.numbers.iter().zip(&second.numbers);
    for (sum, (first_number, number)) in numbers.iter_mut().zip(both) {
        *sum = first_number * &factor + number * &first.unit;
    }
    Change {
        numbers,
        unit: &first.unit * factor,
    }
}

/// What a group imposes that needs no forces.
fn without_forces<'a>(group: &'a ImpactGroup) -> Constraints<'a> {
    let rows = group.meetings.iter();
    let pins = group.pins.iter();
    Constraints {
        rows: rows.map(|row| RowConstraint { row, force: None }).collect(),
        pins: pins
            .map(|pin| PinConstraint { pin, forces: None })
            .collect(),
        wording: &IMPACT,
    }
}
