//! A part of a step, which mostly has no other (`proofs/RUN.md`, sections 14 to 17).

use super::super::number::Number;
use super::super::verdict::Extremes;
use super::super::work::require_paid;
use super::apart::{self, bend, parts_stay_apart};
use super::contacts::Touching;
use super::energy::Gain;
use super::flight::Target;
use super::group::{self, Cluster, Proved};
use super::plan::Plan;
use super::rounds;
use super::state::{Placed, State, placed};
use crate::lookup;
use crate::rejection::Condition::{L1, L2};
use crate::rejection::Result;
use std::collections::BTreeSet;
use zwang_certificate::PartId;
use zwang_certificate::run2::space::{BodyState, Group, Part};

/// The parts of the contacts of a step may have so many vertices, beside 32 for each of the scene.
const MOST_VERTICES: usize = 1 << 20;

/// They may have this many points, beside 8 for each vertex of the scene.
const MOST_POINTS: usize = 1 << 12;

/// This many points they may have, each counted for every program of its group, beside 32 for each
/// vertex of the scene.
const MOST_POINTS_OF_PROGRAMS: usize = 1 << 13;

/// How much is looked at in a step.
pub(super) struct Work {
    /// The cost of bodies, and how many bytes pay for the step.
    spent: usize,
    bytes: usize,
    /// The rows that meet and the joints, once more for each round.
    pub of_rounds: usize,
    /// The pairs of parts above each other.
    pub above: usize,
}

impl Work {
    /// That of a step that has cost something so far, and may cost so many bytes.
    pub(super) fn new(spent: usize, bytes: usize) -> Self {
        Self {
            spent,
            bytes,
            of_rounds: 0,
            above: 0,
        }
    }

    /// The cost of the step, in bytes that pay for it.
    pub(super) fn cost(&self) -> usize {
        let of_rounds = self.of_rounds / 16;
        let of_all = self.spent.saturating_add(of_rounds);
        of_all.saturating_add(self.above / 128)
    }

    /// L1: the cost so far is paid for.
    pub(super) fn require_paid(&self) -> Result {
        require_paid(self.cost(), self.bytes)
    }
}

/// The outcome of a part.
pub(super) struct Advanced {
    pub after: Vec<Option<BodyState>>,
    pub figures: Extremes,
    /// J.
    pub kinetic_energy: Number,
}

/// The part that a record proves from a state.
pub(super) fn advance(
    plan: &Plan,
    before: &State,
    part: &Part,
    work: &mut Work,
) -> Result<Advanced> {
    let groups = groups(plan, part)?;
    let mut found = Found::new();
    let begin = placed(plan, before)?;
    let struck = found.rounds(plan, (before, &begin), &groups, work)?;
    let stage = match &struck {
        Some(struck) => placed(plan, struck)?,
        None => begin,
    };
    let mut targets = Vec::new();
    let mut bodies = Vec::new();
    for at in &stage {
        let target = match &at.moving {
            Some(moving) => Some(Target::new(plan, at, moving)?),
            None => None,
        };
        bodies.push(target.as_ref().map(|target| target.state.clone()));
        targets.push(target);
    }
    let mut clusters = Vec::new();
    for own in &groups {
        let proved = group::step(plan, (&stage, &targets), &own.contacts, own.listed)?;
        found.add(&proved);
        place(&mut bodies, proved.states);
        clusters.extend(proved.clusters.into_values());
    }
    let after = State {
        index: before.index,
        bodies,
    };
    let later = placed(plan, &after)?;
    let mut ways = Vec::new();
    let mut largest_turn = Number::zero();
    let mut gains = Vec::new();
    for (old, new) in stage.iter().zip(&later) {
        let turn = half_turn(old, new, plan.digits);
        ways.extend(apart::ways(old, new, &bend(plan, old, &turn)));
        largest_turn = largest_turn.max(turn);
        gains.push(match (&old.moving, &new.moving) {
            (Some(from), Some(to)) => Some(Gain::new(plan, [(old, from), (new, to)])),
            _ => None,
        });
    }
    parts_stay_apart(plan, &ways, &part.apart, &pairs(&groups), work)?;
    let [rise, kinetic_energy] = energy(plan, &clusters, &gains)?;
    let figures = Extremes {
        half_turn_tangent: largest_turn.to_rational(),
        has_recorded_contacts: part.groups.iter().any(|group| !group.contacts.is_empty()),
        ..found.figures(&rise)
    };
    Ok(Advanced {
        after: after.bodies,
        figures,
        kinetic_energy,
    })
}

/// A group, with its contacts.
struct Joined<'a> {
    contacts: Vec<Touching<'a>>,
    listed: &'a Group,
}

/// L2: no body is in two groups, and they ascend.
fn groups<'a>(plan: &'a Plan, part: &'a Part) -> Result<Vec<Joined<'a>>> {
    let mut found = Vec::new();
    let mut taken = BTreeSet::new();
    let mut joints = BTreeSet::new();
    let mut last = None;
    let mut vertices: usize = 0;
    let mut points: usize = 0;
    let mut of_programs: usize = 0;
    let most_of_programs = plan
        .vertices()
        .saturating_mul(32)
        .saturating_add(MOST_POINTS_OF_PROGRAMS);
    let most_points = plan
        .vertices()
        .saturating_mul(8)
        .saturating_add(MOST_POINTS);
    let most = plan
        .vertices()
        .saturating_mul(32)
        .saturating_add(MOST_VERTICES);
    for listed in &part.groups {
        let contacts = group::contacts(plan, listed)?;
        for contact in &contacts {
            vertices = vertices.saturating_add(contact.vertices());
            points = points.saturating_add(contact.points());
            let own = contact.points().saturating_mul(listed.programs.len());
            of_programs = of_programs.saturating_add(own);
        }
        if points > most_points {
            let required = format!("at most {most_points}: fewer contacts");
            return L1.exceed("`contacts`", format!("{points} points"), required);
        }
        if of_programs > most_of_programs {
            let found = format!("{of_programs} points in all programs");
            let required = format!("at most {most_of_programs}: fewer contacts");
            return L1.exceed("`contacts`", found, required);
        }
        if vertices > most {
            let found = format!("{vertices} vertices of their parts");
            let required = format!("at most {most}: fewer vertices");
            return L1.exceed("`contacts`", found, required);
        }
        joints_are_of_no_other(plan, &listed.joints, &mut joints)?;
        let bodies = group::free_bodies(plan, &contacts, &listed.joints);
        group::require_connected(plan, (&contacts, &listed.joints), &bodies)?;
        let first = bodies.first().copied();
        if first.is_none() || last >= first {
            return L2.refuse("`groups`", "groups that do not ascend", "ascending ones");
        }
        last = first;
        for body in &bodies {
            if !taken.insert(*body) {
                let name = plan.name(zwang_scene::BodyId(*body));
                return L2.refuse("`groups`", format!("{name} twice"), "once");
            }
        }
        found.push(Joined { contacts, listed });
    }
    if joints.len() < plan.joints.len() {
        let found = format!("{} joints", joints.len());
        return L2.refuse("`groups`", found, format!("all {}", plan.joints.len()));
    }
    Ok(found)
}

/// L2: the joints of a group exist, ascend, and are of no other group.
fn joints_are_of_no_other(plan: &Plan, listed: &[usize], taken: &mut BTreeSet<usize>) -> Result {
    let mut last = None;
    for joint in listed {
        if last.is_some_and(|last| last >= *joint) || *joint >= plan.joints.len() {
            let required = "joints of the scene that ascend";
            return L2.refuse("`joints`", format!("joint {joint}"), required);
        }
        last = Some(*joint);
        if !taken.insert(*joint) {
            return L2.refuse("`joints`", format!("joint {joint} twice"), "once");
        }
    }
    Ok(())
}

/// The pairs of parts that have contacts.
fn pairs(groups: &[Joined]) -> BTreeSet<[PartId; 2]> {
    let mut found = BTreeSet::new();
    for contact in groups.iter().flat_map(|group| &group.contacts) {
        let [one, other] = contact.ids();
        found.insert([one.min(other), one.max(other)]);
    }
    found
}

/// Gives bodies these states.
fn place(bodies: &mut [Option<BodyState>], states: Vec<(usize, BodyState)>) {
    for (body, state) in states {
        if let Some(own) = bodies.get_mut(body) {
            *own = Some(state);
        }
    }
}

/// L12: the energy that the part gives beside the work of weights and loads, and the kinetic
/// energy after it.
fn energy(plan: &Plan, clusters: &[Cluster], gains: &[Option<Gain>]) -> Result<[Number; 2]> {
    let mut alone: BTreeSet<usize> = (0..gains.len()).collect();
    for cluster in clusters {
        let mut sum = Gain::none();
        for body in &cluster.bodies {
            alone.remove(body);
            if let Some(gain) = lookup::of_scene(gains, "body", *body)? {
                sum.add(gain);
            }
        }
        let first = cluster.bodies.first().copied().unwrap_or_default();
        sum.is_small(plan, first, cluster.lands)?;
    }
    for body in alone {
        if let Some(gain) = lookup::of_scene(gains, "body", body)? {
            gain.is_small(plan, body, false)?;
        }
    }
    let mut sum = Gain::none();
    for gain in gains.iter().flatten() {
        sum.add(gain);
    }
    Ok([sum.rise, sum.after])
}

/// The least multiple of 2^-digits that is not below the tangent of half the angle between two
/// poses of a body.
fn half_turn(old: &Placed, new: &Placed, digits: u64) -> Number {
    let (Some(from), Some(to)) = (&old.moving, &new.moving) else {
        return Number::zero();
    };
    let turn = from.quaternion.conjugate().times(&to.quaternion);
    let square = &turn.v.square() * &turn.w.square().reciprocal();
    square.root_above(digits)
}

/// Figures of the groups of a part.
struct Found {
    /// How many groups have a round with less friction.
    reduced: u64,
    radius: Number,
    law_squared: Number,
    overlap: Number,
    lands: bool,
    /// The energy that rounds give, J.
    rise_of_rounds: Number,
}

impl Found {
    fn new() -> Self {
        Self {
            reduced: 0,
            radius: Number::zero(),
            law_squared: Number::zero(),
            overlap: Number::zero(),
            lands: false,
            rise_of_rounds: Number::zero(),
        }
    }

    /// The state after the rounds of all groups; `None` if there are none.
    fn rounds(
        &mut self,
        plan: &Plan,
        (before, stage): (&State, &[Placed]),
        groups: &[Joined],
        work: &mut Work,
    ) -> Result<Option<State>> {
        let mut struck: Option<State> = None;
        for group in groups {
            let listed = &group.listed.rounds;
            let found = rounds::resolve(plan, stage, &group.contacts, group.listed, work)?;
            if listed.is_empty() {
                continue;
            }
            self.radius = self.radius.clone().max(found.radius);
            self.law_squared = self.law_squared.clone().max(found.law_squared);
            self.rise_of_rounds = &self.rise_of_rounds + &found.rise;
            if listed.iter().any(|round| round.is_reduced) {
                self.reduced = self.reduced.saturating_add(1);
            }
            let state = struck.get_or_insert_with(|| before.clone());
            place(&mut state.bodies, found.states);
        }
        Ok(struck)
    }

    fn add(&mut self, proved: &Proved) {
        self.radius = self.radius.clone().max(proved.radius.clone());
        self.law_squared = self.law_squared.clone().max(proved.law_squared.clone());
        self.overlap = self.overlap.clone().max(proved.overlap.clone());
        self.lands |= proved.clusters.values().any(|cluster| cluster.lands);
    }

    fn figures(&self, rise: &Number) -> Extremes {
        let rise = rise.clone().max(Number::zero()).to_rational();
        let mut figures = Extremes {
            relaxed: self.reduced,
            radius: self.radius.to_rational(),
            law_squared: self.law_squared.to_rational(),
            penetration_squared: self.overlap.square().to_rational(),
            landing_rise: self.rise_of_rounds.to_rational(),
            ..Extremes::default()
        };
        match self.lands {
            true => figures.landing_rise = figures.landing_rise.max(rise),
            false => figures.steady_rise = rise,
        }
        figures
    }
}
