//! R9: which bodies an impact concerns, and the groups that they form.
//!
//! A body is concerned if it has a row that meets, or if pins join it to one that has, directly or by
//! way of others. Concerned bodies that rows or pins join are in one group. All this follows from
//! the scene and the states; a record has no say in it.

use super::impact::{Meeting, Velocities};
use super::pin::{self, PinForm};
use super::stage::Stage;
use crate::Rejection;
use std::collections::{BTreeMap, BTreeSet};
use zwang_scene::{BodyId, PinId};

/// Concerned bodies that are joined, with what joins them.
pub(super) struct ImpactGroup<'a> {
    /// Ascending.
    pub bodies: Vec<BodyId>,
    pub meetings: Vec<&'a Meeting>,
    pub pins: Vec<(PinId, PinForm)>,
}

/// The groups of an impact, ascending by their first bodies.
pub(super) fn groups<'a>(
    stage: &Stage,
    velocities: &Velocities,
    meetings: &'a [Meeting],
) -> Result<Vec<ImpactGroup<'a>>, Rejection> {
    let group_of = group_of_bodies(stage, meetings);
    let mut groups: BTreeMap<BodyId, ImpactGroup> = BTreeMap::new();
    for (body, first) in &group_of {
        let group = groups.entry(*first).or_insert_with(ImpactGroup::empty);
        group.bodies.push(*body);
    }
    for meeting in meetings {
        let first = first_of_group(&group_of, meeting.form.bodies);
        if let Some(group) = first.and_then(|first| groups.get_mut(&first)) {
            group.meetings.push(meeting);
        }
    }
    for (index, arms) in stage.plan.pins.iter().enumerate() {
        let first = first_of_group(&group_of, arms.bodies());
        // A pin whose bodies are not concerned does not count.
        if let Some(group) = first.and_then(|first| groups.get_mut(&first)) {
            let forms = pin::forms(stage, arms)?;
            let targets = forms.each_ref().map(|form| velocities.of(form));
            group.pins.push((index, PinForm { forms, targets }));
        }
    }
    Ok(groups.into_values().collect())
}

impl ImpactGroup<'_> {
    fn empty() -> Self {
        Self {
            bodies: vec![],
            meetings: vec![],
            pins: vec![],
        }
    }
}

/// For each concerned body, the first body of its group.
fn group_of_bodies(stage: &Stage, meetings: &[Meeting]) -> BTreeMap<BodyId, BodyId> {
    let mut neighbours: BTreeMap<BodyId, Vec<BodyId>> = BTreeMap::new();
    let mut met = BTreeSet::new();
    for meeting in meetings {
        met.extend(meeting.form.bodies.into_iter().flatten());
        join(&mut neighbours, meeting.form.bodies);
    }
    for arms in &stage.plan.pins {
        join(&mut neighbours, arms.bodies());
    }
    let mut group_of = BTreeMap::new();
    let mut all: BTreeSet<BodyId> = met;
    while let Some(start) = all.pop_first() {
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(body) = open.pop() {
            for neighbour in neighbours.get(&body).into_iter().flatten() {
                if reached.insert(*neighbour) {
                    open.push(*neighbour);
                }
            }
        }
        let first = reached.first().copied().unwrap_or(start);
        for body in reached {
            all.remove(&body);
            group_of.insert(body, first);
        }
    }
    group_of
}

/// Notes that something joins two free bodies.
fn join(neighbours: &mut BTreeMap<BodyId, Vec<BodyId>>, bodies: [Option<BodyId>; 2]) {
    if let [Some(one), Some(other)] = bodies {
        neighbours.entry(one).or_default().push(other);
        neighbours.entry(other).or_default().push(one);
    }
}

/// The first body of the group of what joins these bodies; `None` if they are not concerned.
fn first_of_group(
    group_of: &BTreeMap<BodyId, BodyId>,
    bodies: [Option<BodyId>; 2],
) -> Option<BodyId> {
    let body = bodies.into_iter().flatten().next()?;
    group_of.get(&body).copied()
}
