//! Rounds of impacts at the beginning of a part of a step (`proofs/RUN.md`, section 17).
//!
//! With full friction a slip that turns round may gain energy; such a round is done again with less
//! friction.

use super::body::Free;
use super::group::Group;
use super::place::{Pose, sides};
use super::program::{Failure, Motion, Program, Row, Solved, solve};
use super::state::State;
use super::vector::{cross, dot, times, transposed};
use super::velocity::{clusters, in_metres, velocities, velocity_row};
use crate::number::{FORCE, GRID, over};
use crate::settings::Restitution;
use malachite::base::num::arithmetic::traits::{Abs, FloorSqrt, PowerOf2, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Natural, Rational};
use std::collections::BTreeMap;
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;

/// Rows within one part of this of the fastest approach are as fast.
const SAME_SPEED: i64 = 256;
/// A round may add 2^-GAIN of Σ φ |u|.
const GAIN: u64 = 12;

/// How bodies bounce.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bouncing<'a> {
    pub(super) restitution: &'a Restitution,
    /// c: how many rounds a cluster has for each of its rows.
    pub(super) rounds: u64,
}

/// A round of impacts.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// Whether friction gives to a slip no more than restitution takes.
    pub(super) is_reduced: bool,
    pub(super) solved: Solved,
}

/// A row that meets, in a round.
struct Approach {
    /// Its place in the group.
    place: usize,
    /// u.
    speed: Rational,
    /// u²/(m·m).
    steepness: Rational,
    closes: bool,
}

/// A row that a round takes.
struct Taken {
    row: Approach,
    /// b.
    least: Rational,
    /// Whether a row of its cluster is thrown back.
    is_thrown: bool,
}

/// The bodies of a group at an instant.
struct Instant {
    poses: Vec<Pose>,
    motions: Vec<Motion>,
}

impl Bouncing<'_> {
    /// ε of the bodies of a place.
    fn of(&self, group: &Group, place: usize) -> Rational {
        let contact = &group.contacts[group.places[place].contact];
        let [one, other] = contact.parts.map(|part| BodyId(part.body));
        to_solver(self.restitution.of(one, other))
    }
}

impl Group<'_> {
    /// The states after the rounds of impacts, and the rounds.
    pub(super) fn rounds(
        &self,
        bouncing: Bouncing,
        monitor: &Monitor,
    ) -> Result<(Vec<State>, Vec<Round>), Failure> {
        let mut states: Vec<State> = (self.members.iter())
            .map(|member| member.before.clone())
            .collect();
        let mut rounds = Vec::new();
        let clusters = self.meeting();
        loop {
            let number = rounds.len() as u64;
            let instant = self.instant(&states);
            let mut taken = Vec::new();
            for cluster in &clusters {
                taken.extend(self.taken(cluster, number, bouncing, &instant));
            }
            if taken.is_empty() {
                return Ok((states, rounds));
            }
            taken.sort_by_key(|own| own.row.place);
            let (after, round) = self.round(&taken, bouncing, (&states, &instant), monitor)?;
            states = after;
            rounds.push(round);
        }
    }

    fn instant(&self, states: &[State]) -> Instant {
        let members = self.members.iter().zip(states);
        let motions = members.map(|(member, state)| velocities(member.free, state));
        Instant {
            poses: self.poses_in(states),
            motions: motions.collect(),
        }
    }

    /// The rows that touch, by clusters of the bodies that they and joints join.
    fn meeting(&self) -> Vec<Vec<usize>> {
        let touching: Vec<usize> = (0..self.places.len())
            .filter(|index| self.touches(&self.places[*index]))
            .collect();
        let pairs = touching
            .iter()
            .filter_map(|index| self.places[*index].pair());
        let clusters = clusters(pairs.chain(self.joined_members()), self.members.len());
        let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for index in touching {
            if let Some((_, member, _)) = self.places[index].sides.first() {
                found.entry(clusters[*member]).or_default().push(index);
            }
        }
        found.into_values().collect()
    }

    fn approach(&self, index: usize, instant: &Instant) -> Approach {
        let place = &self.places[index];
        let row = Row {
            sides: sides(place, &place.normal, &instant.poses),
            constant: Rational::ZERO,
            rough: None,
        };
        let speed = row.change(&instant.motions);
        Approach {
            place: index,
            steepness: (&speed).square() / dot(&place.normal, &place.normal),
            closes: self.closes(place, &speed),
            speed,
        }
    }

    /// The rows of a cluster that a round takes.
    fn taken(
        &self,
        cluster: &[usize],
        number: u64,
        bouncing: Bouncing,
        instant: &Instant,
    ) -> Vec<Taken> {
        let mut rows = Vec::with_capacity(cluster.len());
        let mut is_lively = false;
        for &index in cluster {
            let row = self.approach(index, instant);
            is_lively |= row.closes && bouncing.of(self, index) > 0;
            rows.push(row);
        }
        let most = bouncing.rounds.saturating_mul(cluster.len() as u64);
        if !is_lively || number > most {
            return Vec::new();
        }
        let is_last = number == most;
        if !is_last {
            keep_fastest(&mut rows);
        }
        // The round of all rows after others only stops them, so that no energy is gained.
        let bounces = !is_last || most == 0;
        let mut taken = Vec::with_capacity(rows.len());
        for row in rows {
            let least = match row.closes && bounces {
                true => -(&row.speed * bouncing.of(self, row.place)),
                false => Rational::ZERO,
            };
            taken.push(Taken {
                row,
                least,
                is_thrown: false,
            });
        }
        let is_thrown = taken.iter().any(|own| own.least > 0);
        for own in &mut taken {
            own.is_thrown = is_thrown;
        }
        taken
    }

    /// The states after a round, which has less friction if it gains energy otherwise.
    fn round(
        &self,
        taken: &[Taken],
        bouncing: Bouncing,
        (states, instant): (&[State], &Instant),
        monitor: &Monitor,
    ) -> Result<(Vec<State>, Round), Failure> {
        let is_rough = taken
            .iter()
            .any(|own| self.places[own.row.place].friction > 0);
        let ways: &[bool] = if is_rough { &[false, true] } else { &[false] };
        let before = self.kinetic_energy(states);
        let law = self.law / self.whole_step;
        let mut failure = Failure::Unsettled;
        for &is_reduced in ways {
            let rows = self.rows_of_round(taken, bouncing, instant, is_reduced);
            let program = Program {
                masses: &self.masses,
                rows: &rows,
                springs: &self.springs_of_velocities(&instant.poses, &instant.motions),
                law: &law,
            };
            let solved = match solve(program, monitor) {
                Ok(solved) => solved,
                Err(Failure::Interrupted(stop)) => return Err(Failure::Interrupted(stop)),
                Err(other) => {
                    failure = other;
                    continue;
                }
            };
            let mut after = states.to_vec();
            self.add_velocities(&mut after, &solved)?;
            let rise = self.kinetic_energy(&after) - &before;
            if rise <= struck(taken, &solved) >> GAIN {
                return Ok((after, Round { is_reduced, solved }));
            }
        }
        Err(failure)
    }

    fn rows_of_round(
        &self,
        taken: &[Taken],
        bouncing: Bouncing,
        instant: &Instant,
        is_reduced: bool,
    ) -> Vec<Row> {
        let mut rows = Vec::with_capacity(taken.len());
        for own in taken {
            let place = &self.places[own.row.place];
            let mut row = velocity_row(place, &place.normal, &instant.poses, &instant.motions);
            row.constant -= &own.least;
            if is_reduced && own.is_thrown {
                let lost = (Rational::ONE - bouncing.of(self, own.row.place)) * &own.row.speed;
                reduce(&mut row, own.row.closes, &lost);
            }
            rows.push(row);
        }
        rows
    }

    fn kinetic_energy(&self, states: &[State]) -> Rational {
        let mut sum = Rational::ZERO;
        for (member, state) in self.members.iter().zip(states) {
            sum += kinetic_energy(member.free, state);
        }
        sum
    }
}

/// Keeps those of the rows that close fastest, or hardly slower.
fn keep_fastest(rows: &mut Vec<Approach>) {
    rows.retain(|row| row.closes);
    let fastest = rows.iter().map(|row| row.steepness.clone()).max();
    let share = Rational::from_signeds(SAME_SPEED - 1, SAME_SPEED);
    let least = share.square() * fastest.unwrap_or(Rational::ZERO);
    rows.retain(|row| row.steepness >= least);
}

/// Σ φ |u|.
fn struck(taken: &[Taken], solved: &Solved) -> Rational {
    let mut sum = Rational::ZERO;
    for (own, force) in taken.iter().zip(&solved.forces) {
        sum += over(&force.across, FORCE) * (&own.row.speed).abs();
    }
    sum
}

fn kinetic_energy(free: &Free, state: &State) -> Rational {
    let velocity = in_metres(&state.velocity);
    let own = times(&transposed(&state.rotation()), &in_metres(&state.momentum));
    let twice = &free.mass * dot(&velocity, &velocity) + dot(&own, &times(&free.per_inertia, &own));
    twice >> 1u64
}

/// Leaves a row so much friction that it gives to the slip at most what restitution takes.
fn reduce(row: &mut Row, closes: bool, lost: &Rational) {
    let Some(rough) = &mut row.rough else {
        return;
    };
    let slip = cross(&rough.normal, &rough.constant);
    let square = dot(&slip, &slip);
    if square == 0 {
        return;
    }
    let most = match closes {
        true => lost.square() / square,
        false => Rational::ZERO,
    };
    rough.friction = rough.friction.clone().min(root_below(&most));
    if rough.friction == 0 {
        row.rough = None;
    }
}

/// The largest multiple of 2^-64 whose square is not larger.
fn root_below(square: &Rational) -> Rational {
    let units = square * Rational::power_of_2(2 * GRID as i64);
    let (units, _) = Natural::rounding_from(units, RoundingMode::Floor);
    over(&Integer::from(units.floor_sqrt()), GRID)
}
