//! Velocities after a step of bodies that touch (`proofs/RUN.md`, section 16).

use super::super::number::Number;
use super::contacts::{Normal, Place, Touching, place};
use super::decided;
use super::group::{Proved, Step, all};
use super::plan::Free;
use super::pose::{Pose, poses_in, sides};
use super::program::{Ball, Motion, Row, by_forces};
use super::rough::{Pair, Rough};
use super::state::{self, Placed};
use super::vector::{Matrix, Vector};
use crate::lookup;
use crate::rejection::Condition::{L1, L7};
use crate::rejection::Result;
use zwang_certificate::run2::space::{BodyState, Group};
use zwang_scene::BodyId;

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
    /// Whether something lands in the cluster of each member.
    fn landings(&self, tight: &[bool]) -> Result<Vec<bool>> {
        let mut clusters: Vec<usize> = (0..self.members.len()).collect();
        for (at, is_tight) in self.places.iter().zip(tight) {
            if let [one, other] = at.ends.as_slice()
                && (*is_tight || self.touches(at))
            {
                let from = *lookup::of_scene(&clusters, "body", one.member)?;
                let to = *lookup::of_scene(&clusters, "body", other.member)?;
                for cluster in &mut clusters {
                    if *cluster == from {
                        *cluster = to;
                    }
                }
            }
        }
        let mut landed = Vec::new();
        for (at, is_tight) in self.places.iter().zip(tight) {
            if *is_tight && self.lands(at)? {
                for end in &at.ends {
                    landed.push(*lookup::of_scene(&clusters, "body", end.member)?);
                }
            }
        }
        let lands = clusters.iter().map(|cluster| landed.contains(cluster));
        Ok(lands.collect())
    }

    fn touches(&self, at: &Place) -> bool {
        at.gap <= &self.plan.touch * &at.contact.before.length
    }

    /// Whether a tight row lands.
    fn lands(&self, at: &Place) -> Result<bool> {
        if !self.touches(at) {
            return Ok(true);
        }
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
        let most = &self.plan.touch * &at.contact.before.length;
        let way = &self.plan.step * &speed;
        Ok(speed.is_negative() && way.square() > most.square())
    }

    /// The velocities and momenta after the step.
    pub(super) fn velocities(
        &self,
        (stage, contacts): (&[Placed], &[Touching]),
        group: &Group,
        mut positions: Positions,
    ) -> Result<Proved> {
        let lands = self.landings(&positions.tight)?;
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
        let step = &self.plan.step;
        let ball = Ball::of(self.plan, &self.bodies, &rows, &group.velocity, step)?;
        self.idle_rows_are_free((&rows, &ball), &positions.tight, &lands)?;
        let presses = self.presses(&positions, &ball);
        self.points_are_over((stage, &after), contacts, &presses)?;
        Ok(Proved {
            states: self.final_states(&ball, &after)?,
            radius: positions.radius.max(step * &ball.radius),
            law_squared: positions.law_squared.max(ball.law_squared),
            lands: lands.contains(&true),
            overlap,
        })
    }

    /// Whether each place has a force in the last position program or in the velocity program.
    fn presses(&self, positions: &Positions, ball: &Ball) -> Vec<bool> {
        let mut forces = ball.forces.iter();
        let mut found = Vec::new();
        for (own, is_tight) in positions.ball.forces.iter().zip(&positions.tight) {
            let of_velocity = match is_tight {
                true => forces.next(),
                false => None,
            };
            found.push(!own.is_none() || of_velocity.is_some_and(|force| !force.is_none()));
        }
        found
    }

    /// L1: what presses is over the reference, before the step or after it.
    fn points_are_over(
        &self,
        (stage, after): (&[Placed], &[Placed]),
        contacts: &[Touching],
        presses: &[bool],
    ) -> Result {
        let mut presses = presses.iter();
        for contact in contacts {
            let [first, second] = contact.ids().map(|part| part.body);
            let before = [
                lookup::of_scene(stage, "body", first)?,
                lookup::of_scene(stage, "body", second)?,
            ];
            let later = [
                self.placed_after(stage, after, first)?,
                self.placed_after(stage, after, second)?,
            ];
            let rims = [
                contact.rim(before[0], &contact.before)?,
                contact.rim(later[0], &contact.after)?,
            ];
            for (arm, presses) in contact.arms.iter().zip(&mut presses) {
                let point = place(later[1], arm);
                if !presses
                    || rims[0].is_under(&place(before[1], arm))
                    || (rims[1].is_under(&point)
                        && contact.is_at(later[0], &contact.after, &point)?)
                {
                    continue;
                }
                let [own, other] = contact.ids().map(|part| self.plan.name(BodyId(part.body)));
                let found = format!("a force of {own} at a point of {other} beside it");
                return L1.refuse("`contacts`", found, "a point over the part that bears it");
            }
        }
        Ok(())
    }

    /// The states with the velocities of the ball.
    fn final_states(&self, ball: &Ball, after: &[Placed]) -> Result<Vec<(usize, BodyState)>> {
        let digits = self.plan.digits;
        let mut found = Vec::new();
        for ((member, motion), placed) in self.members.iter().zip(&ball.motion).zip(after) {
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
            found.push((member.at.body.id.0, state));
        }
        Ok(found)
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
        let mut rows = Vec::new();
        for (index, at) in self.places.iter().enumerate() {
            if !*lookup::of_scene(&positions.tight, "row", index)? {
                continue;
            }
            let mut row = self.velocity_row(at, &at.contact.after, &poses, &velocities)?;
            if let Some(rough) = &mut row.rough {
                let forces = lookup::of_scene(&positions.ball.forces, "row", index)?;
                rough.base = forces.acted(&self.per_step(at, lands)?, digits);
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// κ/h of the cluster of a place.
    fn per_step(&self, at: &Place, lands: &[bool]) -> Result<Number> {
        let mut kappa = Number::from(2);
        for end in &at.ends {
            if *lookup::of_scene(lands, "body", end.member)? {
                kappa = Number::one();
            }
        }
        Ok(&kappa * &self.plan.step.reciprocal())
    }

    /// The row of a place for these velocities.
    fn velocity_row(
        &self,
        at: &Place,
        normal: &Normal,
        poses: &[Pose],
        velocities: &[Motion],
    ) -> Result<Row> {
        let mut row = Row {
            sides: sides(at, &normal.vector, poses)?,
            constant: Number::zero(),
            rough: self.rough(at, &normal.length, &normal.vector, poses)?,
        };
        row.constant = row.change(velocities)?;
        if let Some(rough) = &mut row.rough {
            rough.constant = rough.slip(velocities)?;
        }
        Ok(row)
    }

    /// L7: what slides or leaves is not held by forces that the velocities take back.
    fn idle_rows_are_free(
        &self,
        (rows, ball): (&[Row], &Ball),
        tight: &[bool],
        lands: &[bool],
    ) -> Result {
        let mut places = Vec::new();
        for (at, is_tight) in self.places.iter().zip(tight) {
            if *is_tight {
                places.push(at);
            }
        }
        let mut idle = Vec::new();
        let mut bases = Vec::new();
        for (row, at) in rows.iter().zip(&places) {
            let is_idle = self.is_idle(at, (rows, &places), ball, lands)?;
            bases.push(match &row.rough {
                Some(rough) if is_idle => rough.base.clone(),
                _ => Pair::none(),
            });
            idle.push(is_idle);
        }
        if !idle.contains(&true) {
            return Ok(());
        }
        let given = by_forces(&self.bodies, rows, &bases)?;
        for (index, (row, is_idle)) in rows.iter().zip(&idle).enumerate() {
            if let (Some(rough), true) = (&row.rough, is_idle) {
                let value = lookup::of_scene(&ball.values, "row", index)?;
                self.row_is_free((index, row, rough), value, &ball.motion, &given)?;
            }
        }
        Ok(())
    }

    /// L7 of an idle row, for the velocities after the step and those that idle forces have given.
    fn row_is_free(
        &self,
        (index, row, rough): (usize, &Row, &Rough),
        value: &Number,
        motion: &[Motion],
        given: &[Motion],
    ) -> Result {
        let normal = &rough.normal;
        let large = (&self.plan.touch.square() * &normal.square()).shifted_up(16);
        let leaves = value.is_positive() && self.in_a_step(&value.square()) > large;
        let of_value = row.change(given)?.abs().shifted_up(2);
        let slip = normal.cross(&rough.slip(motion)?).square();
        let slides = self.in_a_step(&slip) > large;
        let of_slip = rough.slip(given)?.minus(&rough.constant);
        let of_slip = normal.cross(&of_slip).square();
        if (leaves && of_value > *value) || (slides && of_slip.shifted_up(4) > slip) {
            let found = format!("row {index} moves, but was held by forces taken back");
            return L7.refuse("velocities", found, "small ones");
        }
        Ok(())
    }

    /// Whether the contact of a place gives back most of its force, though it moved before the
    /// step.
    fn is_idle(
        &self,
        at: &Place,
        (rows, places): (&[Row], &[&Place]),
        ball: &Ball,
        lands: &[bool],
    ) -> Result<bool> {
        for end in &at.ends {
            if *lookup::of_scene(lands, "body", end.member)? {
                return Ok(false);
            }
        }
        let mut acted = Number::zero();
        let mut whole = Number::zero();
        let mut same = Vec::new();
        for (index, (row, other)) in rows.iter().zip(places).enumerate() {
            if let Some(rough) = &row.rough
                && std::ptr::eq(at.contact, other.contact)
            {
                let forces = lookup::of_scene(&ball.forces, "row", index)?;
                acted = &acted + &rough.base.across;
                whole = &whole + &row.whole(forces).across;
                same.push(*other);
            }
        }
        if whole.shifted_up(2) >= acted {
            return Ok(false);
        }
        for other in same {
            if self.moves(other)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The square of the way at a speed, given its square, in a step.
    fn in_a_step(&self, speed_squared: &Number) -> Number {
        &self.plan.step.square() * speed_squared
    }

    /// Whether a place moves in the state before.
    fn moves(&self, at: &Place) -> Result<bool> {
        let normal = &at.contact.before;
        let mut poses = Vec::new();
        let mut velocities = Vec::new();
        for member in &self.members {
            poses.push(Pose {
                position: member.at.position.clone(),
                rotation: member.at.rotation.clone(),
            });
            velocities.push(velocity_of(member.at));
        }
        let row = self.velocity_row(at, normal, &poses, &velocities)?;
        let small = (&self.plan.touch * &normal.length).square();
        let Some(rough) = &row.rough else {
            return Ok(false);
        };
        let slip = normal.vector.cross(&rough.constant).square();
        let opens = self.in_a_step(&row.constant.square()) > small;
        Ok(opens || self.in_a_step(&slip) > small)
    }

    fn placed_after<'s>(
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
            let factor = Number::from(if *lands { 1 } else { 2 });
            let per_step = &factor * &step.reciprocal();
            let half = &ball.half_width(&free.mass.reciprocal(), digits) * &per_step;
            let fallen = member.moving.velocity.plus(&free.fall.scaled(step));
            let velocity = fallen.plus(&motion.moved.scaled(&per_step));
            state.velocity = decided::rounded("velocity", &velocity, &all(&half), digits)?;
            let rotation = state::quaternion(digits, state).rotation();
            let later = free.torque(&rotation.rounded(self.plan.long()));
            let pushed = member.target.pushed.plus(&later.scaled(&step.shifted(1)));
            let gained = member
                .drift
                .middle
                .rotation
                .times(&free.inertia.times(&motion.turned));
            let momentum = pushed.plus(&gained.scaled(&per_step));
            let halves = momentum_widths(free, &member.drift.middle.rotation, ball, digits)
                .scaled(&per_step);
            state.momentum = decided::rounded("momentum", &momentum, &halves, digits)?;
        }
        Ok(())
    }
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
fn velocities_of(placed: &[Placed]) -> Vec<Motion> {
    placed.iter().map(velocity_of).collect()
}

fn velocity_of(placed: &Placed) -> Motion {
    match &placed.moving {
        Some(moving) => Motion {
            moved: moving.velocity.clone(),
            turned: spin(moving.free, &placed.rotation, &moving.momentum),
        },
        None => Motion::zero(),
    }
}
