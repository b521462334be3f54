//! R9: the forces of an impact, and the velocities after it.

use super::concerned::{self, ImpactGroup};
use super::constraints::{Constraints, FRICTION_IMPACT, IMPACT, Imposed, Pair, is_positive};
use super::constraints::{pins_with_forces, rows_with_forces};
use super::coulomb::{Coulomb, Heat};
use super::impact::Resolved;
use super::integer_vector::IntegerVector;
use super::pose::Pose;
use super::relaxation::Relaxation;
use super::response::{Change, Response};
use super::scaled::Scaled;
use super::slip::Slip;
use super::stage::Stage;
use super::state::State;
use super::system::StepRow;
use super::velocities::Velocities;
use crate::rejection::Condition::R9;
use crate::rejection::{Result, within};
use crate::{lookup, names};
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

/// A group of the record, with its index there.
struct Entry<'a> {
    index: usize,
    impact: &'a Impact,
}

impl Entry<'_> {
    /// Whether it has the bodies of an impact group.
    fn is_of(&self, group: &ImpactGroup) -> bool {
        lookup::bodies(&self.impact.bodies) == group.bodies
    }
}

/// What the impact does to a group of the record.
struct Proved {
    response: Response,
    /// The work that friction takes.
    heats: Vec<Heat>,
}

impl Resolution<'_> {
    /// What the impact does: every concerned body has new velocities, rounded, whether the record
    /// lists it or not, and no other body has.
    pub(super) fn resolved(&self, before: &State) -> Result<Resolved> {
        let Self {
            stage,
            velocities,
            meetings,
            ..
        } = self;
        let mut state = before.clone();
        let mut heats = Vec::new();
        let groups = concerned::groups(stage, velocities, meetings)?;
        let entries = self.entries(&groups)?;
        for (group, entry) in groups.iter().zip(entries) {
            let response = match entry {
                Some(Entry { index, impact }) => {
                    let place = format!("group {index}");
                    let proved = self.is_proved(group, impact);
                    let proved = within(place, proved)?;
                    heats.extend(proved.heats);
                    proved.response
                }
                None => {
                    let constraints = self.without_forces(group);
                    let response = self.is_optimal(&constraints);
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

    /// For each impact group its entry in the record, if it has one. Each entry has exactly the
    /// bodies of one impact group; entries ascend.
    fn entries(&self, groups: &[ImpactGroup]) -> Result<Vec<Option<Entry<'_>>>> {
        let entries = self.impact.iter().enumerate();
        let entries = entries.map(|(index, impact)| Entry { index, impact });
        let mut left = entries.peekable();
        let mut of_groups = Vec::new();
        for group in groups {
            let entry = left.next_if(|entry| entry.is_of(group));
            of_groups.push(entry);
        }
        match left.next() {
            None => Ok(of_groups),
            Some(Entry { index, impact }) => {
                let place = format!("group {index}");
                let found = names::list(&impact.bodies);
                let required =
                    "all bodies of one impact group and no others, and groups that ascend";
                R9.refuse(place, found, required)
            }
        }
    }

    /// The analogues of R2 to R5 for a group of the record.
    fn is_proved(&self, group: &ImpactGroup, entry: &Impact) -> Result<Proved> {
        is_positive(&entry.denominator)?;
        if entry.forces.is_empty() && entry.pins.is_empty() {
            let required = "only groups with a force";
            return R9.refuse("the forces", "none", required);
        }
        let pins = group.pins.iter();
        let pins = pins_with_forces(pins, &entry.pins)?;
        let denominator = entry.denominator.clone();
        match &entry.forces {
            ImpactForces::Frictionless(forces) => {
                let rows = rows_with_forces(&group.meetings, forces)?;
                let constraints = Constraints {
                    rows,
                    pins,
                    denominator,
                    wording: &IMPACT,
                };
                constraints.no_force_is_zero()?;
                let response = self.is_optimal(&constraints)?;
                let heats = vec![];
                Ok(Proved { response, heats })
            }
            ImpactForces::Friction(forces) => {
                let rows = rows_with_forces(&group.meetings, forces)?;
                let constraints = Constraints {
                    rows,
                    pins,
                    denominator,
                    wording: &FRICTION_IMPACT,
                };
                self.is_overshot(group, constraints)
            }
        }
    }

    /// Coulomb's law for the inelastic velocities of a group, which are then overshot.
    fn is_overshot(&self, group: &ImpactGroup, constraints: Constraints<Pair>) -> Result<Proved> {
        let velocities = &self.velocities;
        let relaxation = Relaxation::default();
        let imposed = Coulomb::new(constraints, relaxation, |row| {
            Slip::before(self.stage, velocities, &row.row)
        })?;
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
        let mut overshot = Vec::new();
        for heat in heats {
            overshot.push(Heat {
                row: heat.row,
                work: heat.work.times(&factor),
            });
        }
        Ok(Proved {
            response: inelastic.times(&factor),
            heats: overshot,
        })
    }

    /// The least ε of the rows of a group that have a gap velocity below 0 before the impact.
    fn least_restitution(&self, group: &ImpactGroup) -> Option<Rational> {
        let settings = &self.stage.plan.settings;
        let mut least: Option<&Rational> = None;
        for meeting in &group.meetings {
            if meeting.gap.target.is_negative() {
                let [first, second] = meeting.row.bodies();
                let own = settings.restitution(BodyId(first), BodyId(second));
                least = match least {
                    Some(least) => Some(least.min(own)),
                    None => Some(own),
                };
            }
        }
        least.cloned()
    }

    /// What a group imposes that needs no forces. With friction it imposes nothing on its pins.
    fn without_forces<'a>(&self, group: &'a ImpactGroup) -> Constraints<'a, BigInt> {
        let rows = group.meetings.iter().copied();
        let rows = rows.map(Imposed::without_force).collect();
        let denominator = BigInt::one();
        match self.stage.plan.settings.format {
            Format::Frictionless => {
                let pins = group.pins.iter();
                Constraints {
                    rows,
                    pins: pins.map(Imposed::without_force).collect(),
                    denominator,
                    wording: &IMPACT,
                }
            }
            Format::Friction => Constraints {
                rows,
                pins: vec![],
                denominator,
                wording: &FRICTION_IMPACT,
            },
        }
    }

    fn is_optimal(&self, constraints: &Constraints<BigInt>) -> Result<Response> {
        constraints.no_contact_pulls(self.stage)?;
        constraints.are_optimal(self.stage)
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
        let Change { shift, turn, unit } = velocity;
        let finer_turn = turn << grid;
        let twice_unit = &unit * 2_u8;
        let tangent = nearest(&finer_turn, &twice_unit);
        let shift = Scaled::new(shift, unit);
        let shift = shift.rounded_along(&settings.axis, grid);
        let half_turn = IntegerVector::new(shift.unit.clone(), -tangent);
        let position = pose.position.minus(&shift);
        let half = half.times(&half_turn);
        Ok(Pose::turned(position, half))
    }
}

/// The sum of two changes, the second one over a denominator.
fn sum(first: &Change, second: &Change, denominator: &BigInt) -> Change {
    let unit = &first.unit;
    let second_unit = &second.unit * denominator;
    let first_shift = first.shift.scaled(&second_unit);
    let second_shift = second.shift.scaled(unit);
    let first_turn = &first.turn * &second_unit;
    let second_turn = &second.turn * unit;
    Change {
        shift: first_shift.plus(&second_shift),
        turn: first_turn + second_turn,
        unit: unit * second_unit,
    }
}
