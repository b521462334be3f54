//! Rounds of impacts at the beginning of a part of a step (`proofs/RUN.md`, section 17).
//!
//! With full friction a slip that turns round may gain energy; such a round is done again with less
//! friction.

use super::body::Free;
use super::group::Group;
use super::place::Place;
use super::program::{Failure, Row, Solved, solve};
use super::state::State;
use super::vector::{cross, dot, times, transposed};
use super::velocity::{in_metres, joined, velocities};
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

/// A row that a round takes.
struct Taken {
    /// Its place in the group.
    place: usize,
    closes: bool,
    /// u.
    speed: Rational,
    /// b.
    least: Rational,
    /// Whether a row of its cluster is thrown back.
    is_thrown: bool,
}

impl Bouncing<'_> {
    /// ε of the bodies of a place.
    fn of(&self, group: &Group, place: &Place) -> Rational {
        let [one, other] = group.contacts[place.contact].parts;
        to_solver(self.restitution.of(BodyId(one.body), BodyId(other.body)))
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
            let mut taken = Vec::new();
            for cluster in &clusters {
                self.take(cluster, number, bouncing, &states, &mut taken);
            }
            if taken.is_empty() {
                return Ok((states, rounds));
            }
            taken.sort_by_key(|own| own.place);
            let round = self.round(&taken, bouncing, &mut states, monitor)?;
            rounds.push(round);
        }
    }

    /// The rows that touch, by clusters of the bodies that they join.
    fn meeting(&self) -> Vec<Vec<usize>> {
        let touching: Vec<usize> = (0..self.places.len())
            .filter(|index| self.touches(&self.places[*index]))
            .collect();
        let places = touching.iter().map(|index| &self.places[*index]);
        let clusters = joined(places, self.members.len());
        let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for index in touching {
            if let Some((_, member, _)) = self.places[index].sides.first() {
                found.entry(clusters[*member]).or_default().push(index);
            }
        }
        found.into_values().collect()
    }

    /// The row of a place in the state before, whose constant is u in these states.
    fn impact_row(&self, place: &Place, states: &[State]) -> Row {
        let motions: Vec<_> = (self.members.iter().zip(states))
            .map(|(member, state)| velocities(member.free, state))
            .collect();
        let normals: Vec<_> = self.contacts.iter().map(|own| own.normal.clone()).collect();
        self.velocity_row(place, states, &normals, &motions)
    }

    /// Adds the rows of a cluster that a round takes.
    fn take(
        &self,
        cluster: &[usize],
        number: u64,
        bouncing: Bouncing,
        states: &[State],
        taken: &mut Vec<Taken>,
    ) {
        let mut rows = Vec::with_capacity(cluster.len());
        let mut fastest: Option<Rational> = None;
        let mut is_lively = false;
        for &index in cluster {
            let place = &self.places[index];
            let speed = self.impact_row(place, states).constant;
            let most = self.touch * &place.length;
            let closes = speed < 0 && (self.whole_step * &speed).square() > most.square();
            let square = (&speed).square() / dot(&place.normal, &place.normal);
            if closes {
                is_lively |= bouncing.of(self, place) > 0;
                fastest = Some(fastest.map_or(square.clone(), |last| last.max(square.clone())));
            }
            rows.push((index, closes, speed, square));
        }
        let most = bouncing.rounds.saturating_mul(cluster.len() as u64);
        let Some(fastest) = fastest.filter(|_| is_lively && number <= most) else {
            return;
        };
        let share = Rational::from_signeds(SAME_SPEED - 1, SAME_SPEED);
        let least_square = share.square() * fastest;
        let is_last = number == most;
        let first = taken.len();
        for (index, closes, speed, square) in rows {
            if is_last || (closes && square >= least_square) {
                let is_back = closes && (!is_last || most == 0);
                let least = match is_back {
                    true => -(&speed * bouncing.of(self, &self.places[index])),
                    false => Rational::ZERO,
                };
                taken.push(Taken {
                    place: index,
                    closes,
                    speed,
                    least,
                    is_thrown: false,
                });
            }
        }
        let is_thrown = taken[first..].iter().any(|own| own.least > 0);
        for own in &mut taken[first..] {
            own.is_thrown = is_thrown;
        }
    }

    /// Does a round, with less friction if it gains energy otherwise.
    fn round(
        &self,
        taken: &[Taken],
        bouncing: Bouncing,
        states: &mut Vec<State>,
        monitor: &Monitor,
    ) -> Result<Round, Failure> {
        let is_rough = taken.iter().any(|own| self.places[own.place].friction > 0);
        let ways: &[bool] = if is_rough { &[false, true] } else { &[false] };
        let before = self.kinetic_energy(states);
        let mut failure = Failure::Unsettled;
        for &is_reduced in ways {
            let mut rows = Vec::with_capacity(taken.len());
            for own in taken {
                let place = &self.places[own.place];
                let mut row = self.impact_row(place, states);
                row.constant -= &own.least;
                if is_reduced && own.is_thrown {
                    let lost = (Rational::ONE - bouncing.of(self, place)) * &own.speed;
                    reduce(&mut row, own.closes, &lost);
                }
                rows.push(row);
            }
            let law = self.law / self.whole_step;
            let solved = match solve(&self.masses, &rows, &law, monitor) {
                Ok(solved) => solved,
                Err(Failure::Interrupted(stop)) => return Err(Failure::Interrupted(stop)),
                Err(other) => {
                    failure = other;
                    continue;
                }
            };
            let mut after = states.clone();
            self.add_velocities(&mut after, &solved)?;
            let rise = self.kinetic_energy(&after) - &before;
            if rise <= struck(taken, &solved) >> GAIN {
                *states = after;
                return Ok(Round { is_reduced, solved });
            }
        }
        Err(failure)
    }

    fn kinetic_energy(&self, states: &[State]) -> Rational {
        let mut sum = Rational::ZERO;
        for (member, state) in self.members.iter().zip(states) {
            sum += kinetic_energy(member.free, state);
        }
        sum
    }
}

/// Σ φ |u|.
fn struck(taken: &[Taken], solved: &Solved) -> Rational {
    let mut sum = Rational::ZERO;
    for (own, force) in taken.iter().zip(&solved.forces) {
        sum += over(&force.across, FORCE) * (&own.speed).abs();
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
