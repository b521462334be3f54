//! A step of bodies that touch (`proofs/RUN.md`, section 16).

use super::super::number::Number;
use super::contacts::{Place, Touching};
use super::decided;
use super::flight::{Drift, Target};
use super::joints::Joined;
use super::plan::{Free, Plan};
use super::pose::poses_in;
use super::program::{Ball, Motion, Program, Row};
use super::state::{self, Moving, Placed};
use super::vector::Vector;
use super::velocity::{Positions, clusters};
use crate::lookup;
use crate::rejection::Condition::{L2, L6, L11};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::run2::space::{BodyState, Group};
use zwang_scene::BodyId;

/// The most programs for the places after a step, and of a group with joints.
const MOST_PROGRAMS: usize = 8;
const MOST_WITH_JOINTS: usize = 16;

/// The states that a group proves.
pub(super) struct Proved {
    /// The bodies of the group, by their places in the scene, and their states after the step.
    pub states: Vec<(usize, BodyState)>,
    /// The largest radius of a ball, in metres times √kg.
    pub radius: Number,
    /// The largest λ², m².
    pub law_squared: Number,
    /// The clusters of the bodies of the group, by one of their members.
    pub clusters: BTreeMap<usize, Cluster>,
    /// The deepest overlap after the step along the normals.
    pub overlap: Number,
}

/// Bodies of a group that rows or joints join.
#[derive(Default)]
pub(super) struct Cluster {
    /// Their places in the scene.
    pub bodies: Vec<usize>,
    /// Whether some row of theirs lands.
    pub lands: bool,
}

/// A free body of a group.
pub(super) struct Member<'a> {
    pub at: &'a Placed<'a>,
    pub moving: &'a Moving<'a>,
    pub target: &'a Target,
    pub drift: Drift,
}

/// A group in a step.
pub(super) struct Step<'a> {
    pub plan: &'a Plan,
    pub members: Vec<Member<'a>>,
    /// The data of the members in the scene.
    pub bodies: Vec<&'a Free>,
    pub places: Vec<Place<'a>>,
    pub joints: Vec<Joined<'a>>,
    /// The places of the bodies of the scene in the group.
    pub index: Vec<Option<usize>>,
}

/// The contacts of a group, as the plan has them.
pub(super) fn contacts<'a>(plan: &'a Plan, group: &Group) -> Result<Vec<Touching<'a>>> {
    let mut found = Vec::new();
    let mut last = None;
    for contact in &group.contacts {
        if last.is_some_and(|last| last > contact.parts) {
            return L2.refuse("`contacts`", "parts that descend", "ascending ones");
        }
        last = Some(contact.parts);
        found.push(Touching::read(plan, contact)?);
    }
    Ok(found)
}

/// The bodies of contacts and joints that are free, ascending.
pub(super) fn free_bodies(plan: &Plan, contacts: &[Touching], joints: &[usize]) -> Vec<usize> {
    let mut own = BTreeSet::new();
    for part in contacts.iter().flat_map(Touching::ids) {
        own.insert(part.body);
    }
    for joint in joints.iter().filter_map(|joint| plan.joints.get(*joint)) {
        own.extend(joint.bodies);
    }
    own.retain(|body| plan.bodies.get(*body).is_some_and(|body| !body.is_fixed()));
    own.into_iter().collect()
}

/// L2: contacts and joints connect the free bodies of a group, so that each group stands for
/// itself.
pub(super) fn require_connected(
    plan: &Plan,
    (contacts, joints): (&[Touching], &[usize]),
    bodies: &[usize],
) -> Result {
    let index = index_of(plan, bodies);
    let mut pairs = Vec::new();
    for contact in contacts {
        pairs.push(contact.ids().map(|part| part.body));
    }
    for joint in joints.iter().filter_map(|joint| plan.joints.get(*joint)) {
        pairs.push(joint.bodies);
    }
    let mut free = Vec::new();
    for [one, other] in pairs {
        let one = *lookup::of_scene(&index, "body", one)?;
        let other = *lookup::of_scene(&index, "body", other)?;
        free.extend(one.zip(other).map(|(one, other)| [one, other]));
    }
    let clusters = clusters(free, bodies.len())?;
    if clusters.windows(2).all(|pair| pair.first() == pair.last()) {
        return Ok(());
    }
    let required = "bodies that its contacts and joints connect";
    L2.refuse("`groups`", "a group of two", required)
}

/// The states of the bodies of a group after the step.
pub(super) fn step<'a>(
    plan: &'a Plan,
    (stage, targets): (&'a [Placed<'a>], &'a [Option<Target>]),
    contacts: &'a [Touching<'a>],
    group: &Group,
) -> Result<Proved> {
    let bodies = free_bodies(plan, contacts, &group.joints);
    let mut step = Step {
        plan,
        members: Vec::new(),
        bodies: Vec::new(),
        places: Vec::new(),
        joints: Vec::new(),
        index: index_of(plan, &bodies),
    };
    for body in bodies {
        let at = lookup::of_scene(stage, "body", body)?;
        let target = lookup::of_scene(targets, "body", body)?;
        if let (Some(moving), Some(target)) = (&at.moving, target) {
            step.bodies.push(moving.free);
            step.members.push(Member {
                at,
                moving,
                target,
                drift: Drift::new(plan, at, moving, target)?,
            });
        }
    }
    for contact in contacts {
        contact.overlap(placed_at(stage, contact)?, &contact.before)?;
    }
    step.places = places(plan, stage, contacts, &step.index)?;
    step.joints = Joined::read(plan, &group.joints, &step.index)?;
    step.prove(stage, contacts, group)
}

/// The places of the bodies of the scene in a group of these.
pub(super) fn index_of(plan: &Plan, bodies: &[usize]) -> Vec<Option<usize>> {
    let mut index = vec![None; plan.bodies.len()];
    for (place, body) in bodies.iter().enumerate() {
        if let Some(own) = index.get_mut(*body) {
            *own = Some(place);
        }
    }
    index
}

/// The points of contacts in the state before the part.
pub(super) fn places<'a>(
    plan: &Plan,
    stage: &'a [Placed<'a>],
    contacts: &'a [Touching<'a>],
    index: &[Option<usize>],
) -> Result<Vec<Place<'a>>> {
    let mut found = Vec::new();
    for contact in contacts {
        let placed = placed_at(stage, contact)?;
        let [first, second] = contact.ids().map(|part| part.body);
        let members = [
            *lookup::of_scene(index, "body", first)?,
            *lookup::of_scene(index, "body", second)?,
        ];
        found.extend(contact.places(plan, placed, members)?);
    }
    Ok(found)
}

fn placed_at<'a>(stage: &'a [Placed<'a>], contact: &Touching) -> Result<[&'a Placed<'a>; 2]> {
    let [first, second] = contact.ids().map(|part| part.body);
    Ok([
        lookup::of_scene(stage, "body", first)?,
        lookup::of_scene(stage, "body", second)?,
    ])
}

impl<'a> Step<'a> {
    fn prove(&self, stage: &[Placed], contacts: &[Touching], group: &Group) -> Result<Proved> {
        let middles = self.middles();
        let mut guess = self.drifts();
        let mut radius = Number::zero();
        let mut law_squared = Number::zero();
        let mut programs = group.programs.iter().enumerate();
        loop {
            let Some((index, leaf)) = programs.next() else {
                let found = group.programs.len();
                return L6.refuse("`programs`", found, "one more");
            };
            let rows = self.rows(&guess, &middles)?;
            let springs = self.springs(&guess, &middles)?;
            let program = Program {
                bodies: &self.bodies,
                rows: &rows,
                springs: &springs,
            };
            let ball = Ball::of(self.plan, program, leaf, &Number::one())?;
            radius = radius.max(ball.radius.clone());
            law_squared = law_squared.max(ball.law_squared.clone());
            let tight = self.tight(&rows, &ball)?;
            let states = self.poses(&ball)?;
            let is_told = self.is_told(&rows, &ball, &tight, &states)?;
            let holds = self.joints_hold(&poses_in(&self.placed(&states)))?;
            if (is_told && holds) || index.saturating_add(1) == self.most_programs() {
                if programs.next().is_some() {
                    let found = group.programs.len();
                    return L6.refuse("`programs`", found, index.saturating_add(1));
                }
                if !holds {
                    let required = "joints that hold: a smaller step";
                    return L6.refuse("`programs`", "a joint that gapes after them", required);
                }
                self.bounces_are_kept(&tight)?;
                let positions = Positions {
                    ball,
                    tight,
                    states,
                    radius,
                    law_squared,
                };
                return self.velocities((stage, contacts), group, positions);
            }
            guess = self.next_guess(&ball)?;
        }
    }

    fn most_programs(&self) -> usize {
        match self.joints.is_empty() {
            true => MOST_PROGRAMS,
            false => MOST_WITH_JOINTS,
        }
    }

    /// L11: what comes down fast bounces: the part ends where it touches.
    fn bounces_are_kept(&self, tight: &[bool]) -> Result {
        let plan = self.plan;
        let fall = &plan.whole_step * &plan.acceleration;
        for (at, is_tight) in self.places.iter().zip(tight) {
            let bounces = at.contact.restitution.is_positive();
            if !bounces || !is_tight || at.touches(plan) {
                continue;
            }
            let least = (&fall * &at.contact.before.length).shifted_up(1);
            if at.gap >= &least * &plan.step || -&self.speed(at)? >= least {
                let names = at.contact.ids().map(|part| plan.name(BodyId(part.body)));
                let found = format!("{} and {} meet, and do not bounce", names[0], names[1]);
                return L11.refuse("`contacts`", found, "a part that ends where they meet");
            }
        }
        Ok(())
    }

    /// Whether each row is tight.
    fn tight(&self, rows: &[Row], ball: &Ball) -> Result<Vec<bool>> {
        let mut found = Vec::new();
        for ((at, row), value) in self.places.iter().zip(rows).zip(&ball.values) {
            let half = ball.half_width(&row.size_squared(&self.bodies)?, self.plan.digits);
            let most = &self.plan.touch * &at.contact.before.length;
            found.push(decided::is_at_most("a tight row", value, &half, &most)?);
        }
        Ok(found)
    }

    /// The poses after the step; velocities and momenta are 0.
    fn poses(&self, ball: &Ball) -> Result<Vec<BodyState>> {
        let digits = self.plan.digits;
        let mut states = Vec::new();
        for (member, motion) in self.members.iter().zip(&ball.motion) {
            let free = member.moving.free;
            let half = ball.half_width(&free.mass.reciprocal(), digits);
            let moved = member.drift.flight.moved.plus(&motion.moved);
            let moved = decided::rounded("move", &moved, &all(&half), digits)?;
            let quaternion = &member.drift.quaternion;
            let turned = member.drift.turned(&motion.turned);
            let (chart, _) = state::chart(quaternion, digits);
            let turn = decided::turn(free, ball, [quaternion, &turned], chart, digits)?;
            let [x, y, z] = &member.moving.state.displacement;
            let [a, b, c] = &moved;
            states.push(BodyState {
                displacement: [x + a, y + b, z + c],
                chart,
                turn,
                velocity: [BigInt::zero(), BigInt::zero(), BigInt::zero()],
                momentum: [BigInt::zero(), BigInt::zero(), BigInt::zero()],
            });
        }
        Ok(states)
    }

    /// The members where these states have them.
    pub(super) fn placed<'s>(&'s self, states: &'s [BodyState]) -> Vec<Placed<'s>> {
        let mut found = Vec::new();
        for (member, state) in self.members.iter().zip(states) {
            found.push(Placed::new(self.plan, member.at.body, Some(state)));
        }
        found
    }

    /// Whether the program tells the gaps of all tight rows after the step.
    fn is_told(
        &self,
        rows: &[Row],
        ball: &Ball,
        tight: &[bool],
        states: &[BodyState],
    ) -> Result<bool> {
        let poses = poses_in(&self.placed(states));
        let mut is_told = true;
        let rows = self.places.iter().zip(rows).zip(&ball.values).zip(tight);
        for (((at, row), value), is_tight) in rows {
            if !is_tight {
                continue;
            }
            let error = &(&self.gap_after(at, &poses)? - value) - &at.floor;
            let half = ball.half_width(&row.size_squared(&self.bodies)?, self.plan.digits);
            let most = (&self.plan.touch * &at.contact.before.length).shifted(4);
            let place = "a gap after the step";
            is_told &= decided::is_at_most(place, &error, &half, &most)?;
            is_told &= decided::is_at_most(place, &-&error, &half, &most)?;
        }
        Ok(is_told)
    }

    fn next_guess(&self, ball: &Ball) -> Result<Vec<Motion>> {
        let digits = self.plan.digits;
        let short = digits / 2;
        let back = |numbers: [BigInt; 3]| Vector(numbers.map(|x| Number::dyadic(x, short)));
        let mut guess = Vec::new();
        for (free, motion) in self.bodies.iter().zip(&ball.motion) {
            let half = ball.half_width(&free.mass.reciprocal(), digits);
            let moved = decided::rounded("guess", &motion.moved, &all(&half), short)?;
            let halves = free.per_inertia.diagonal_entries();
            let halves = Vector(halves.map(|entry| ball.half_width(&entry, digits)));
            let turned = decided::rounded("guess", &motion.turned, &halves, short)?;
            guess.push(Motion {
                moved: back(moved),
                turned: back(turned),
            });
        }
        Ok(guess)
    }
}

pub(super) fn all(half: &Number) -> Vector {
    Vector([half.clone(), half.clone(), half.clone()])
}
