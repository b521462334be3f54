//! R9: the forces of an impact, and the velocities after it.

use super::concerned::{self, ImpactGroup};
use super::constraints::{Constraints, FRICTION_IMPACT, IMPACT, is_positive, no_force_is_zero};
use super::constraints::{pins_with_forces, rows_with_forces};
use super::coulomb::{Coulomb, Heat};
use super::impact::Resolved;
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::relaxation::Relaxation;
use super::response::{Change, Response};
use super::scaled::Scaled;
use super::stage::Stage;
use super::state::State;
use super::system::StepRow;
use super::velocities::Velocities;
use crate::rejection::Condition::{Form, R9};
use crate::rejection::within;
use crate::{Result, lookup, names};
use num_bigint::BigInt;
use num_traits::One;
use zwang_certificate::run::{Format, Impact, ImpactForces};
use zwang_exact::{Rational, nearest};
use zwang_scene::BodyId;

/// An impact, as the rule finds it and as the record proves it.
pub(super) struct Resolution<'a> {
    pub stage: &'a Stage<'a>,
    pub velocities: Velocities,
    pub meetings: Vec<StepRow>,
    pub impact: &'a [Impact],
}

impl Resolution<'_> {
    /// What the impact does: every concerned body has new velocities, rounded, whether the record
    /// lists it or not, and no other body has.
    pub(super) fn resolved(&self, before: &State) -> Result<Resolved> {
        let mut state = before.clone();
        let mut heats = Vec::new();
        let groups = concerned::groups(self.stage, &self.velocities, &self.meetings)?;
        let entries = self.entries(&groups)?;
        for (group, entry) in groups.iter().zip(entries) {
            let response = match entry {
                Some((index, entry)) => {
                    let proved = self.is_proved(group, entry);
                    let (response, of_group) = within(format_args!("group {index}"), proved)?;
                    heats.extend(of_group);
                    response
                }
                None => {
                    let constraints = self.without_forces(group);
                    let response = self.is_optimal(&constraints, &BigInt::one());
                    within("outside all groups", response)?
                }
            };
            for &body in &group.bodies {
                let after = self.pose_before(body, &response)?;
                let Some(pose) = state.poses.get_mut(body.0) else {
                    let place = format!("body {body}");
                    return R9.refuse(place, "no pose", "one");
                };
                *pose = after;
            }
        }
        Ok(Resolved { state, heats })
    }

    /// For each impact group its entry in the record, with its index, if it has one. Each entry has
    /// exactly the bodies of one impact group; entries ascend.
    fn entries(&self, groups: &[ImpactGroup]) -> Result<Vec<Option<(usize, &Impact)>>> {
        let mut left = self.impact.iter().enumerate().peekable();
        let mut entries = Vec::with_capacity(groups.len());
        for group in groups {
            let entry = left.next_if(|(_, entry)| {
                // A group is that of the entry if it has the same bodies.
                lookup::bodies(&entry.bodies) == group.bodies
            });
            entries.push(entry);
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

    /// The analogues of R2 to R5 for a group of the record. Returns what the impact changes, and
    /// the work that friction takes.
    fn is_proved(&self, group: &ImpactGroup, entry: &Impact) -> Result<(Response, Vec<Heat>)> {
        is_positive(&entry.denominator)?;
        if entry.forces.is_empty() && entry.pins.is_empty() {
            let required = "only groups with a force";
            return R9.refuse("the forces", "none", required);
        }
        let pins = pins_with_forces(group.pins.iter(), &entry.pins)?;
        match (self.stage.plan.settings.format, &entry.forces) {
            (Format::Frictionless, ImpactForces::Frictionless(forces)) => {
                let constraints = Constraints {
                    rows: rows_with_forces(&group.meetings, forces)?,
                    pins,
                    wording: &IMPACT,
                };
                no_force_is_zero(&constraints)?;
                let response = self.is_optimal(&constraints, &entry.denominator)?;
                Ok((response, vec![]))
            }
            (Format::Friction, ImpactForces::Friction(forces)) => {
                let imposed = Coulomb {
                    rows: rows_with_forces(&group.meetings, forces)?,
                    pins,
                    denominator: &entry.denominator,
                    relaxation: Relaxation::default(),
                    wording: &FRICTION_IMPACT,
                };
                self.is_overshot(group, &imposed)
            }
            (Format::Frictionless, _) => Form.refuse("the forces", "with friction", "without"),
            (Format::Friction, _) => Form.refuse("the forces", "without friction", "with"),
        }
    }

    /// Coulomb's law for the inelastic velocities of a group, which are then overshot.
    fn is_overshot(&self, group: &ImpactGroup, imposed: &Coulomb) -> Result<(Response, Vec<Heat>)> {
        imposed.no_force_is_zero()?;
        let Some(restitution) = self.least_restitution(group) else {
            let found = "no gap velocity below 0";
            let required = "only groups that have one";
            return R9.refuse("the rows that meet", found, required);
        };
        imposed.forces_are_in_their_cones(self.stage)?;
        let inelastic = imposed.response(self.stage)?;
        imposed.nothing_penetrates(self.stage, &inelastic)?;
        let heats = imposed.friction_resists(self.stage, &inelastic)?;
        let factor = restitution + Rational::one();
        let mut overshot = Vec::with_capacity(heats.len());
        for (row, heat) in heats {
            overshot.push((row, heat.times(&factor)));
        }
        Ok((inelastic.times(&factor), overshot))
    }

    /// The least ε of the rows of a group that have a gap velocity below 0 before the impact.
    fn least_restitution(&self, group: &ImpactGroup) -> Option<Rational> {
        let mut least: Option<&Rational> = None;
        for meeting in &group.meetings {
            if meeting.target.is_negative() {
                let [first, second] = meeting.row.bodies().map(BodyId);
                let own = self.stage.plan.settings.restitution(first, second);
                least = Some(least.map_or(own, |least| least.min(own)));
            }
        }
        least.cloned()
    }

    /// What a group imposes that needs no forces. With friction it imposes nothing on its pins.
    fn without_forces<'a>(&self, group: &'a ImpactGroup) -> Constraints<'a> {
        let rows = group.meetings.iter().map(|row| (*row, None)).collect();
        match self.stage.plan.settings.format {
            Format::Frictionless => Constraints {
                rows,
                pins: group.pins.iter().map(|pin| (pin, None)).collect(),
                wording: &IMPACT,
            },
            Format::Friction => Constraints {
                rows,
                pins: vec![],
                wording: &FRICTION_IMPACT,
            },
        }
    }

    fn is_optimal(&self, constraints: &Constraints, denominator: &BigInt) -> Result<Response> {
        constraints.no_contact_pulls(self.stage, denominator)?;
        constraints.are_optimal(self.stage, denominator)
    }

    /// z⁻ and c⁻ of a body after the impact, given the changes of velocities.
    fn pose_before(&self, body: BodyId, response: &Response) -> Result<Pose> {
        let settings = &self.stage.plan.settings;
        let pose = self.stage.placed(body)?.pose;
        let (Some(grid), Some(half)) = (settings.grid, &pose.half) else {
            let required = "a run on a grid";
            return R9.refuse("the run", "an exact run", required);
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
    let mut numbers: [BigInt; 3] = Default::default();
    let both = first.numbers.iter().zip(&second.numbers);
    for (sum, (first_number, number)) in numbers.iter_mut().zip(both) {
        *sum = first_number * &factor + number * &first.unit;
    }
    Change {
        numbers,
        unit: &first.unit * factor,
    }
}
