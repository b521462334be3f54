//! Velocities after a step of bodies that touch (`proofs/RUN.md`, section 16).

use super::super::number::Number;
use super::contacts::{Normal, Place, Touching};
use super::decided;
use super::group::{Cluster, Proved, Step, all};
use super::joints::{Joined, springs_of_velocities};
use super::plan::{Free, Plan};
use super::pose::{Pose, SlipPlane, poses_in, rough, sides};
use super::program::{Ball, Motion, Program, Row};
use super::state::{self, Placed};
use super::vector::{Matrix, Vector};
use crate::lookup;
use crate::rejection::Result;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::run2::space::{BodyState, Group};

/// The outcome of the position programs of a step.
pub(super) struct Positions {
    pub ball: Ball,
    pub tight: Vec<bool>,
    /// The states after the step, without velocities.
    pub states: Vec<BodyState>,
    /// The largest radius and λ² of all position programs.
    pub radius: Number,
    pub law_squared: Number,
}

impl Step<'_> {
    /// The cluster of each member: rows that are tight or touch join them, and joints.
    fn clusters(&self, tight: &[bool]) -> Result<Vec<usize>> {
        let mut pairs = Vec::new();
        for (at, is_tight) in self.places.iter().zip(tight) {
            if *is_tight || at.touches(self.plan) {
                pairs.extend(at.pair());
            }
        }
        pairs.extend(self.joints.iter().filter_map(Joined::pair));
        clusters(pairs, self.members.len())
    }

    /// Whether something lands in the cluster of each member.
    fn landings(&self, clusters: &[usize], tight: &[bool]) -> Result<Vec<bool>> {
        let mut landed = BTreeSet::new();
        for (at, is_tight) in self.places.iter().zip(tight) {
            if *is_tight && self.lands(at)? {
                for end in &at.ends {
                    landed.insert(*lookup::of_scene(clusters, "body", end.member)?);
                }
            }
        }
        let lands = clusters.iter().map(|cluster| landed.contains(cluster));
        Ok(lands.collect())
    }

    /// Whether a tight row lands.
    fn lands(&self, at: &Place) -> Result<bool> {
        if !at.touches(self.plan) {
            return Ok(true);
        }
        Ok(at.closes(self.plan, &self.speed(at)?))
    }

    /// u: how fast a place opens in the state before the step.
    pub(super) fn speed(&self, at: &Place) -> Result<Number> {
        let mut speed = Number::zero();
        for end in &at.ends {
            let member = lookup::of_scene(&self.members, "body", end.member)?;
            let normal = &at.contact.before.vector;
            let side = end.side(&end.arm, normal, &member.at.rotation);
            let spin = spin(
                member.moving.free,
                &member.at.rotation,
                &member.moving.momentum,
            );
            let of_move = side.along.dot(&member.moving.velocity);
            speed = &(&speed + &of_move) + &side.around.dot(&spin);
        }
        Ok(speed)
    }

    /// The velocities and momenta after the step.
    pub(super) fn velocities(
        &self,
        (stage, contacts): (&[Placed], &[Touching]),
        group: &Group,
        mut positions: Positions,
    ) -> Result<Proved> {
        let clusters = self.clusters(&positions.tight)?;
        let lands = self.landings(&clusters, &positions.tight)?;
        self.velocity_targets(&positions.ball, &lands, &mut positions.states)?;
        let after = self.placed(&positions.states);
        let mut overlap = Number::zero();
        for contact in contacts {
            let [first, second] = contact.ids().map(|part| part.body);
            let placed = [
                self.placed_after(stage, &after, first)?,
                self.placed_after(stage, &after, second)?,
            ];
            overlap = overlap.max(contact.overlap(placed, &contact.after)?);
        }
        let rows = self.velocity_rows(&positions, &lands, &after)?;
        let step = &self.plan.whole_step;
        let digits = self.plan.digits;
        let (poses, velocities) = (poses_in(&after), velocities_of(&after));
        let springs = springs_of_velocities(&self.joints, digits, &poses, &velocities)?;
        let program = Program {
            bodies: &self.bodies,
            rows: &rows,
            springs: &springs,
        };
        let ball = Ball::of(self.plan, program, &group.velocity, step)?;
        self.idle_rows_are_free((&rows, &ball), &positions.tight, &lands)?;
        self.points_are_borne(stage, &after, &positions)?;
        let states = with_velocities(self.plan, &ball, &after)?;
        Ok(Proved {
            clusters: of_bodies(&states, &clusters, &lands),
            states,
            radius: positions.radius.max(step * &ball.radius),
            law_squared: positions.law_squared.max(ball.law_squared),
            overlap,
        })
    }

    /// The rows of the tight places for the velocities after the step.
    fn velocity_rows(
        &self,
        positions: &Positions,
        lands: &[bool],
        after: &[Placed],
    ) -> Result<Vec<Row>> {
        let poses = poses_in(after);
        let velocities = velocities_of(after);
        let digits = self.plan.of_forces();
        let mut found = positions.tight.iter().zip(&positions.ball.forces);
        let mut rows = Vec::new();
        for places in self.places.chunk_by(Place::has_contact_of) {
            let [first, ..] = places else {
                continue;
            };
            let Normal { vector, length } = &first.contact.after;
            let plane = SlipPlane::of(first, (vector, length), &poses, digits)?;
            for (at, (is_tight, forces)) in places.iter().zip(&mut found) {
                if !is_tight {
                    continue;
                }
                let mut row = velocity_row(at, &plane, &poses, &velocities)?;
                if let Some(rough) = &mut row.rough {
                    rough.base = forces.acted(&self.per_step(at, lands)?, digits);
                }
                rows.push(row);
            }
        }
        Ok(rows)
    }

    /// κ of a cluster, in which something has landed or not.
    pub(super) fn kappa(&self, has_landed: bool) -> Number {
        match has_landed || !self.joints.is_empty() {
            true => Number::one(),
            false => Number::from(2),
        }
    }

    /// κ/h of the cluster of a place.
    fn per_step(&self, at: &Place, lands: &[bool]) -> Result<Number> {
        let mut has_landed = false;
        for end in &at.ends {
            has_landed |= *lookup::of_scene(lands, "body", end.member)?;
        }
        Ok(&self.kappa(has_landed) * &self.plan.step.reciprocal())
    }

    /// A body where it is after the step.
    pub(super) fn placed_after<'s>(
        &self,
        stage: &'s [Placed<'s>],
        after: &'s [Placed<'s>],
        body: usize,
    ) -> Result<&'s Placed<'s>> {
        match lookup::of_scene(&self.index, "body", body)? {
            Some(member) => lookup::of_scene(after, "body", *member),
            None => lookup::of_scene(stage, "body", body),
        }
    }

    /// v~ and L~.
    fn velocity_targets(&self, ball: &Ball, lands: &[bool], states: &mut [BodyState]) -> Result {
        let digits = self.plan.digits;
        let step = &self.plan.step;
        let members = self.members.iter().zip(&ball.motion).zip(lands);
        for (((member, motion), lands), state) in members.zip(states) {
            let free = member.moving.free;
            let factor = self.kappa(*lands);
            let per_step = &factor * &step.reciprocal();
            let half = &ball.half_width(&free.mass.reciprocal(), digits) * &per_step;
            let fallen = member.moving.velocity.plus(&free.fall.scaled(step));
            let velocity = fallen.plus(&motion.moved.scaled(&per_step));
            state.velocity = decided::rounded("velocity", &velocity, &all(&half), digits)?;
            let rotation = state::quaternion(digits, state).rotation();
            let later = free.torque(&rotation.rounded(self.plan.long()));
            let pushed = member.target.pushed.plus(&later.scaled(&step.shifted(1)));
            let middle = self.middle(member).rotation;
            let gained = middle.times(&free.inertia.times(&motion.turned));
            let momentum = pushed.plus(&gained.scaled(&per_step));
            let halves = momentum_widths(free, &middle, ball, digits).scaled(&per_step);
            state.momentum = decided::rounded("momentum", &momentum, &halves, digits)?;
        }
        Ok(())
    }
}

/// The clusters with the bodies of these states, given the cluster of each and whether something
/// lands in it.
fn of_bodies(
    states: &[(usize, BodyState)],
    clusters: &[usize],
    lands: &[bool],
) -> BTreeMap<usize, Cluster> {
    let mut found: BTreeMap<usize, Cluster> = BTreeMap::new();
    for (((body, _), cluster), lands) in states.iter().zip(clusters).zip(lands) {
        let own = found.entry(*cluster).or_default();
        own.bodies.push(*body);
        own.lands = *lands;
    }
    found
}

/// The cluster of each member: pairs of them join clusters.
pub(super) fn clusters(
    pairs: impl IntoIterator<Item = [usize; 2]>,
    members: usize,
) -> Result<Vec<usize>> {
    let mut clusters: Vec<usize> = (0..members).collect();
    for [one, other] in pairs {
        let from = *lookup::of_scene(&clusters, "body", one)?;
        let to = *lookup::of_scene(&clusters, "body", other)?;
        if from == to {
            continue;
        }
        for cluster in &mut clusters {
            if *cluster == from {
                *cluster = to;
            }
        }
    }
    Ok(clusters)
}

/// The row of a place for these velocities.
pub(super) fn velocity_row(
    at: &Place,
    plane: &SlipPlane,
    poses: &[Pose],
    velocities: &[Motion],
) -> Result<Row> {
    let mut row = Row {
        sides: sides(at, plane.normal, poses)?,
        constant: Number::zero(),
        rough: rough(at, plane, poses)?,
    };
    row.constant = row.change(velocities)?;
    if let Some(rough) = &mut row.rough {
        rough.constant = rough.slip(velocities)?;
    }
    Ok(row)
}

/// Placed bodies with the velocities of a ball.
pub(super) fn with_velocities(
    plan: &Plan,
    ball: &Ball,
    placed: &[Placed],
) -> Result<Vec<(usize, BodyState)>> {
    let digits = plan.digits;
    let mut found = Vec::new();
    for (motion, placed) in ball.motion.iter().zip(placed) {
        let Some(moving) = &placed.moving else {
            continue;
        };
        let free = moving.free;
        let half = ball.half_width(&free.mass.reciprocal(), digits);
        let velocity = moving.velocity.plus(&motion.moved);
        let gained = placed.rotation.times(&free.inertia.times(&motion.turned));
        let halves = momentum_widths(free, &placed.rotation, ball, digits);
        let momentum = moving.momentum.plus(&gained);
        let mut state = moving.state.clone();
        state.velocity = decided::rounded("velocity", &velocity, &all(&half), digits)?;
        state.momentum = decided::rounded("momentum", &momentum, &halves, digits)?;
        found.push((placed.body.id.0, state));
    }
    Ok(found)
}

/// The spin in the axes of the body.
fn spin(free: &Free, rotation: &Matrix, momentum: &Vector) -> Vector {
    free.per_inertia
        .times(&rotation.transposed().times(momentum))
}

/// The half widths of A I ε.
fn momentum_widths(free: &Free, rotation: &Matrix, ball: &Ball, digits: u64) -> Vector {
    let Matrix(axes) = rotation;
    let widths = axes.each_ref().map(|axis| {
        let square = axis.dot(&free.inertia.times(axis));
        ball.half_width(&square, digits)
    });
    Vector(widths)
}

/// The velocity and the spin, in its axes, of each placed body.
pub(super) fn velocities_of(placed: &[Placed]) -> Vec<Motion> {
    placed.iter().map(velocity_of).collect()
}

pub(super) fn velocity_of(placed: &Placed) -> Motion {
    match &placed.moving {
        Some(moving) => Motion {
            moved: moving.velocity.clone(),
            turned: spin(moving.free, &placed.rotation, &moving.momentum),
        },
        None => Motion::zero(),
    }
}
