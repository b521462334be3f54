//! R9: which bodies an impact concerns, and the groups that they form.
//!
//! A body is concerned if it has a row that meets, or if pins join it to one that has, directly or
//! by way of others. Concerned bodies that rows or pins join are in one group. All this follows
//! from the scene and the states; a record has no say in it.

use super::components::{Joint, components};
use super::pin;
use super::stage::Stage;
use super::system::{StepPin, StepRow};
use super::velocities::Velocities;
use crate::rejection::Condition::R9;
use crate::rejection::Result;
use std::collections::{BTreeMap, BTreeSet};
use zwang_scene::BodyId;

/// Concerned bodies that are joined, with what joins them.
pub(super) struct ImpactGroup<'a> {
    /// Ascending.
    pub bodies: Vec<BodyId>,
    pub meetings: Vec<&'a StepRow>,
    pub pins: Vec<StepPin>,
}

/// The groups of an impact, ascending by their first bodies.
pub(super) fn groups<'a>(
    stage: &Stage,
    velocities: &Velocities,
    meetings: &'a [StepRow],
) -> Result<Vec<ImpactGroup<'a>>> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut met: BTreeSet<BodyId> = BTreeSet::new();
    for row in meetings {
        let bodies = row.gap.form.bodies;
        joints.push(bodies);
        met.extend(bodies.iter().flatten());
    }
    for pin in &stage.plan.pins {
        joints.push(pin.bodies());
    }
    let mut groups = Vec::new();
    let mut group_of = BTreeMap::new();
    let components = components(met, &joints);
    for (index, bodies) in components.into_iter().enumerate() {
        for body in &bodies {
            group_of.insert(*body, index);
        }
        groups.push(ImpactGroup {
            bodies: bodies.into_iter().collect(),
            meetings: vec![],
            pins: vec![],
        });
    }
    for meeting in meetings {
        let joint = meeting.gap.form.bodies;
        let Some(group) = group_of_joint(&group_of, &mut groups, joint) else {
            let required = "a group of the impact";
            return R9.refuse("a row that meets", "no group", required);
        };
        group.meetings.push(meeting);
    }
    for (index, arms) in stage.plan.numbered_pins() {
        // A pin whose bodies are not concerned does not count.
        let joint = arms.bodies();
        if let Some(group) = group_of_joint(&group_of, &mut groups, joint) {
            let [along_x, along_y] = pin::forms(stage, arms)?;
            let along_x = velocities.of(along_x)?;
            let along_y = velocities.of(along_y)?;
            let axes = [along_x, along_y];
            group.pins.push(StepPin { index, axes });
        }
    }
    Ok(groups)
}

/// The group of what joins these bodies; `None` if they are not concerned.
fn group_of_joint<'g, 'a>(
    group_of: &BTreeMap<BodyId, usize>,
    groups: &'g mut [ImpactGroup<'a>],
    joint: Joint,
) -> Option<&'g mut ImpactGroup<'a>> {
    let body = joint.into_iter().flatten().next()?;
    groups.get_mut(*group_of.get(&body)?)
}
