//! A step of bodies that touch (`proofs/RUN.md`, section 16).

use super::body::{Body, Free};
use super::decided::{chart, decided, is_within, width_of};
use super::joints::Joint;
use super::place::{Place, turned_by};
use super::program::{Failure, Masses, Motion, Program, Solved, solve};
use super::spot::Spot;
use super::state::{Quaternion, State};
use super::vector::{Integers, Matrix, Vector, plus};
use crate::number::{GRID, SHORT, over};
use malachite::Rational;
use malachite::base::num::basic::traits::One;
use std::collections::BTreeSet;
use zwang_certificate::PartId;
use zwang_program::Monitor;

/// The most programs for the places after a step, and of a group with joints.
const MOST_PROGRAMS: usize = 8;
const MOST_WITH_JOINTS: usize = 16;

/// Two parts that touch, or may in the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contact {
    /// The reference, and the part with the points.
    pub(super) parts: [PartId; 2],
    /// The normal from the first part to the second in the state before the step, over 2^64.
    pub(super) normal: Integers,
    pub(super) spots: Vec<Spot>,
    /// μ.
    pub(super) friction: Rational,
}

/// Contacts and joints of bodies that move together.
#[derive(Clone, Debug, Default)]
pub(super) struct Joined {
    pub(super) contacts: Vec<Contact>,
    /// The numbers of joints of the scene, ascending.
    pub(super) joints: Vec<usize>,
}

impl Joined {
    pub(super) fn of(contacts: Vec<Contact>) -> Self {
        Self {
            contacts,
            joints: Vec::new(),
        }
    }
}

/// A free body before the step, and where it would fly.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// d~ and 2 τ° + ε~: how far it flies.
    pub(super) flight: Motion,
    /// x~: what weight and loads add to its drift.
    pub(super) pull: Motion,
    /// q°, over 2^192.
    pub(super) drifted: Quaternion,
    /// A^.
    pub(super) middle: Matrix,
    /// K.
    pub(super) pushed: Vector,
    /// The state after free flight.
    pub(super) state: State,
}

impl Target {
    /// A multiple of the quaternion after this turn beside free flight.
    pub(super) fn turned(&self, turned: &Vector) -> [Rational; 4] {
        let [_, pull] = &self.pull;
        turned_by(&self.drifted, &plus(pull, turned))
    }
}

/// A body of the group.
pub(super) struct Member<'a> {
    pub(super) body: usize,
    pub(super) free: &'a Free,
    pub(super) before: &'a State,
    pub(super) target: &'a Target,
    /// A in the state before.
    pub(super) rotation: Matrix,
}

/// How a group is proved, and where it is after the step.
pub(super) struct Done {
    pub(super) programs: Vec<Solved>,
    pub(super) states: Vec<State>,
    /// The rows that are tight, by contact and point.
    pub(super) tight: Vec<usize>,
}

/// A group of bodies and contacts.
pub(super) struct Group<'a> {
    pub(super) members: Vec<Member<'a>>,
    pub(super) masses: Vec<Masses>,
    pub(super) bodies: &'a [Body],
    pub(super) states: &'a [Option<State>],
    pub(super) contacts: &'a [Contact],
    /// The joints of the scene, and those of the group.
    pub(super) all_joints: &'a [Joint],
    pub(super) joints: &'a [usize],
    /// The length of the part of a step, and of the whole step.
    pub(super) step: &'a Rational,
    pub(super) whole_step: &'a Rational,
    pub(super) touch: &'a Rational,
    pub(super) law: &'a Rational,
    pub(super) places: Vec<Place>,
}

impl<'a> Group<'a> {
    pub(super) fn new(
        bodies: &'a [Body],
        states: &'a [Option<State>],
        targets: &'a [Option<Target>],
        Joined { contacts, joints }: &'a Joined,
        all_joints: &'a [Joint],
        [step, whole_step, touch, law]: [&'a Rational; 4],
    ) -> Self {
        let mut members = Vec::new();
        let mut masses = Vec::new();
        let of_contacts = contacts.iter().flat_map(|contact| &contact.parts);
        let mut joined: BTreeSet<usize> = of_contacts.map(|part| part.body).collect();
        for joint in joints {
            joined.extend(all_joints[*joint].bodies);
        }
        for (body, own) in bodies.iter().enumerate() {
            let (Some(free), Some(before), Some(target)) =
                (&own.free, &states[body], &targets[body])
            else {
                continue;
            };
            if joined.contains(&body) {
                masses.push(Masses::of(free));
                members.push(Member {
                    body,
                    free,
                    before,
                    target,
                    rotation: before.rotation(),
                });
            }
        }
        let mut group = Self {
            members,
            masses,
            bodies,
            states,
            contacts,
            all_joints,
            joints,
            step,
            whole_step,
            touch,
            law,
            places: Vec::new(),
        };
        group.places = group.all_places();
        group
    }

    pub(super) fn member(&self, body: usize) -> Option<usize> {
        self.members.iter().position(|member| member.body == body)
    }

    /// The step; `None` if something is not decided.
    pub(super) fn step(&self, monitor: &Monitor) -> Result<Done, Failure> {
        let mut guess = self.drifts();
        let mut programs = Vec::new();
        loop {
            let rows = self.rows(&guess);
            let springs = self.springs(&guess);
            let program = Program {
                masses: &self.masses,
                rows: &rows,
                springs: &springs,
                law: self.law,
            };
            let solved = solve(program, monitor)?;
            let sizes: Vec<Rational> = rows
                .iter()
                .map(|row| row.size_squared(&self.masses))
                .collect();
            let tight = self.tight(&solved, &sizes).ok_or(Failure::Unsettled)?;
            let states = self.poses(&solved).ok_or(Failure::Unsettled)?;
            let is_told = self.is_told(&solved, &sizes, &tight, &states);
            let is_told = is_told.ok_or(Failure::Unsettled)?;
            let holds = self.joints_hold(&self.poses_in(&states));
            if (is_told && holds) || programs.len() + 1 == self.most_programs() {
                if !holds {
                    return Err(Failure::Gapes);
                }
                programs.push(solved);
                let mut done = Done {
                    programs,
                    states,
                    tight,
                };
                self.velocity_targets(&mut done).ok_or(Failure::Unsettled)?;
                return Ok(done);
            }
            guess = self.next_guess(&solved).ok_or(Failure::Unsettled)?;
            programs.push(solved);
        }
    }

    fn most_programs(&self) -> usize {
        match self.joints.is_empty() {
            true => MOST_PROGRAMS,
            false => MOST_WITH_JOINTS,
        }
    }

    /// The rows that are tight, if that is decided.
    fn tight(&self, solved: &Solved, sizes: &[Rational]) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        for (index, place) in self.places.iter().enumerate() {
            let width = width_of(&sizes[index], &solved.radius);
            let most = self.touch * &place.length;
            let value = &solved.values[index];
            let is_tight = value <= &most;
            if (value - &width <= most) != is_tight || (value + &width <= most) != is_tight {
                return None;
            }
            if is_tight {
                found.push(index);
            }
        }
        Some(found)
    }

    /// The poses after the step, if they are decided; velocities are those of free flight.
    fn poses(&self, solved: &Solved) -> Option<Vec<State>> {
        let mut states = Vec::with_capacity(self.members.len());
        for (index, member) in self.members.iter().enumerate() {
            let [moved, turned] = &solved.motion[index];
            let masses = &self.masses[index];
            let half = width_of(&(Rational::ONE / &masses.mass), &solved.radius);
            let moved = plus(&member.target.flight[0], moved);
            let moved = decided(&moved, &[half.clone(), half.clone(), half], GRID)?;
            let (chart, turn) = chart(member, masses, turned, &solved.radius)?;
            let mut state = member.target.state.clone();
            let old = &member.before.displacement;
            state.displacement = [0, 1, 2].map(|axis: usize| &old[axis] + &moved[axis]);
            state.chart = chart;
            state.turn = turn;
            states.push(state);
        }
        Some(states)
    }

    /// Whether the gaps after the step are those that the program tells, if that is decided.
    fn is_told(
        &self,
        solved: &Solved,
        sizes: &[Rational],
        tight: &[usize],
        states: &[State],
    ) -> Option<bool> {
        let poses = self.poses_in(states);
        let mut is_told = true;
        for &index in tight {
            let place = &self.places[index];
            let told = &solved.values[index] + &place.floor;
            let error = self.gap_after(place, &poses) - told;
            let width = width_of(&sizes[index], &solved.radius);
            let most = (self.touch * &place.length) >> 4u64;
            let own = is_within(&error, &most);
            let ends = [&error + &width, error - width];
            if ends.iter().any(|end| is_within(end, &most) != own) {
                return None;
            }
            is_told &= own;
        }
        Some(is_told)
    }

    /// The optimum, rounded to 2^-32, if that is decided.
    fn next_guess(&self, solved: &Solved) -> Option<Vec<Motion>> {
        let mut guess = Vec::with_capacity(self.members.len());
        for (own, [moved, turned]) in self.masses.iter().zip(&solved.motion) {
            let half = width_of(&(Rational::ONE / &own.mass), &solved.radius);
            let moved = decided(moved, &[half.clone(), half.clone(), half], SHORT)?;
            let halves = [0, 1, 2].map(|k: usize| width_of(&own.per_inertia[k][k], &solved.radius));
            let turned = decided(turned, &halves, SHORT)?;
            guess.push([moved, turned].map(|vector| vector.map(|x| over(&x, SHORT))));
        }
        Some(guess)
    }
}
