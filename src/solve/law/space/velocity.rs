//! Velocities after a step of bodies that touch (`proofs/RUN.md`, section 16).

use super::body::Free;
use super::decided::{decided, width_of};
use super::encounter::Landing;
use super::group::{Done, Group, Member};
use super::place::{Place, Pose, rough, side, sides};
use super::program::{Failure, Motion, Program, Row, Solved, solve};
use super::state::State;
use super::vector::{Integers, Vector, dot, plus, scaled, times, transposed};
use crate::number::{GRID, over};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::{One, Zero};
use zwang_program::Monitor;

impl Group<'_> {
    /// κ of each body.
    fn factors(&self, tight: &[usize]) -> Vec<Rational> {
        let all = self.places.iter().enumerate();
        let joining = all.filter(|(index, place)| self.touches(place) || tight.contains(index));
        let pairs = joining.filter_map(|(_, place)| place.pair());
        let clusters = clusters(pairs, self.members.len());
        let mut lands = vec![false; self.members.len()];
        for &index in tight {
            let place = &self.places[index];
            if self.lands(place) {
                for (_, member, _) in &place.sides {
                    lands[clusters[*member]] = true;
                }
            }
        }
        let has_joints = !self.joints.is_empty();
        let factors = clusters
            .iter()
            .map(|cluster| match has_joints || lands[*cluster] {
                true => Rational::ONE,
                false => Rational::from(2),
            });
        factors.collect()
    }

    pub(super) fn touches(&self, place: &Place) -> bool {
        place.gap <= self.touch * &place.length
    }

    /// The tight rows that did not touch.
    pub(super) fn landings(&self, tight: &[usize]) -> Vec<Landing> {
        let mut found = Vec::new();
        for place in tight.iter().map(|index| &self.places[*index]) {
            if !self.touches(place) {
                found.push(Landing {
                    parts: self.contacts[place.contact].parts,
                    gap: &place.gap / &place.length,
                    speed: self.speed(place) / &place.length,
                });
            }
        }
        found
    }

    fn lands(&self, place: &Place) -> bool {
        if !self.touches(place) {
            return true;
        }
        self.closes(place, &self.speed(place))
    }

    /// Whether a row that touches closes with this speed, times the length of its normal.
    pub(super) fn closes(&self, place: &Place, speed: &Rational) -> bool {
        let most = self.touch * &place.length;
        *speed < 0 && (self.whole_step * speed).square() > most.square()
    }

    /// u: how fast a place opens in the state before, times the length of its normal.
    fn speed(&self, place: &Place) -> Rational {
        let mut speed = Rational::ZERO;
        for (sign, member, arm) in &place.sides {
            let own = &self.members[*member];
            let side = side(*sign, *member, arm, &place.normal, &own.rotation);
            let [velocity, spin] = velocities(own.free, own.before);
            speed += dot(&side.along, &velocity) + dot(&side.around, &spin);
        }
        speed
    }

    /// v~ and L~, rounded, if that is decided.
    pub(super) fn velocity_targets(&self, done: &mut Done) -> Option<()> {
        let solved = done.programs.last()?;
        let factors = self.factors(&done.tight);
        for (index, (member, state)) in self.members.iter().zip(&mut done.states).enumerate() {
            let Member { free, target, .. } = member;
            let own = &self.masses[index];
            let per_step = &factors[index] / self.step;
            let [moved, turned] = &solved.motion[index];
            let velocity = in_metres(&member.before.velocity);
            let fallen = scaled(&free.fall, self.step);
            let velocity = plus(&plus(&velocity, &fallen), &scaled(moved, &per_step));
            let half = width_of(&(Rational::ONE / &own.mass), &solved.radius) * &per_step;
            state.velocity = decided(&velocity, &[half.clone(), half.clone(), half], GRID)?;
            let later = free.torque(&state.rotation());
            let momentum = plus(&target.pushed, &scaled(&later, &(self.step >> 1u64)));
            let rotation = match self.joints.is_empty() {
                true => &member.target.middle,
                false => &member.rotation,
            };
            let gained = times(rotation, &times(&free.inertia, turned));
            let momentum = plus(&momentum, &scaled(&gained, &per_step));
            let halves = [0, 1, 2].map(|axis: usize| {
                let moment = times(&free.inertia, &rotation[axis]);
                width_of(&dot(&rotation[axis], &moment), &solved.radius) * &per_step
            });
            state.momentum = decided(&momentum, &halves, GRID)?;
        }
        Some(())
    }

    /// The velocities after the step, by contacts with these normals.
    pub(super) fn velocities(
        &self,
        done: &mut Done,
        normals: &[Integers],
        monitor: &Monitor,
    ) -> Result<Solved, Failure> {
        let motions: Vec<Motion> = (self.members.iter().zip(&done.states))
            .map(|(member, state)| velocities(member.free, state))
            .collect();
        let poses = self.poses_in(&done.states);
        let normals: Vec<Vector> = normals.iter().map(in_metres).collect();
        let mut rows = Vec::with_capacity(done.tight.len());
        let factors = self.factors(&done.tight);
        for &index in &done.tight {
            let place = &self.places[index];
            let mut row = velocity_row(place, &normals[place.contact], &poses, &motions);
            if let Some(rough) = &mut row.rough
                && let Some(last) = done.programs.last()
                && let Some((_, member, _)) = place.sides.first()
            {
                let factor = &factors[*member] / self.step;
                rough.base = last.forces[index].acted(&factor);
            }
            rows.push(row);
        }
        let law = self.law / self.whole_step;
        let program = Program {
            masses: &self.masses,
            rows: &rows,
            springs: &self.springs_of_velocities(&poses, &motions),
            law: &law,
        };
        let solved = solve(program, monitor)?;
        self.add_velocities(&mut done.states, &solved)?;
        Ok(solved)
    }

    /// Adds the changes of velocities and spins, if they are decided.
    pub(super) fn add_velocities(
        &self,
        states: &mut [State],
        solved: &Solved,
    ) -> Result<(), Failure> {
        for (index, state) in states.iter_mut().enumerate() {
            let [change, spin] = &solved.motion[index];
            let own = &self.masses[index];
            let free = self.members[index].free;
            let half = width_of(&(Rational::ONE / &own.mass), &solved.radius);
            let velocity = plus(&in_metres(&state.velocity), change);
            let halves = [half.clone(), half.clone(), half];
            let velocity = decided(&velocity, &halves, GRID).ok_or(Failure::Unsettled)?;
            let rotation = state.rotation();
            let gained = times(&rotation, &times(&free.inertia, spin));
            let momentum = plus(&in_metres(&state.momentum), &gained);
            let halves = [0, 1, 2].map(|axis: usize| {
                let moment = times(&free.inertia, &rotation[axis]);
                width_of(&dot(&rotation[axis], &moment), &solved.radius)
            });
            let momentum = decided(&momentum, &halves, GRID).ok_or(Failure::Unsettled)?;
            state.velocity = velocity;
            state.momentum = momentum;
        }
        Ok(())
    }
}

/// The row of a place for velocities in these poses.
pub(super) fn velocity_row(
    place: &Place,
    normal: &Vector,
    poses: &[Pose],
    motions: &[Motion],
) -> Row {
    let mut row = Row {
        sides: sides(place, normal, poses),
        constant: Rational::ZERO,
        rough: rough(place, [normal, normal], poses),
    };
    row.constant = row.change(motions);
    if let Some(rough) = &mut row.rough {
        rough.constant = rough.slip(motions);
    }
    row
}

/// The velocity, and the spin in the axes of the body.
pub(super) fn velocities(free: &Free, state: &State) -> Motion {
    let momentum = in_metres(&state.momentum);
    let own = times(&transposed(&state.rotation()), &momentum);
    [in_metres(&state.velocity), times(&free.per_inertia, &own)]
}

pub(super) fn in_metres(integers: &Integers) -> Vector {
    integers.each_ref().map(|number| over(number, GRID))
}

/// The cluster of each member: pairs of them join clusters.
pub(super) fn clusters(pairs: impl Iterator<Item = [usize; 2]>, members: usize) -> Vec<usize> {
    let mut clusters: Vec<usize> = (0..members).collect();
    for [one, other] in pairs {
        let [from, to] = [clusters[one], clusters[other]];
        for cluster in &mut clusters {
            if *cluster == from {
                *cluster = to;
            }
        }
    }
    clusters
}
