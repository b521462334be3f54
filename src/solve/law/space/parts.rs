//! The parts of a step, between impacts with restitution (`proofs/RUN.md`, section 17).
//!
//! A part that would end an approach of bodies that bounce ends where they touch; the next one
//! begins with their impact.

use super::bracket::Bracket;
use super::encounter::{Encounters, Found, Pairs, Proved};
use super::group::{Joined, Target};
use super::rounds::Round;
use super::state::State;
use super::vector::Integers;
use super::world::World;
use crate::error::LawError;
use crate::number::{GRID, over, rounded};
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::PartId;
use zwang_program::Monitor;
use zwang_scene::BodyId;

/// The most parts of a step.
const MOST_PARTS: usize = 64;
/// The most times that the contacts of a part are found anew, as impacts depend on them.
const MOST_ROUNDS: usize = 4;
/// The most lengths that are tried for a part.
const MOST_LENGTHS: usize = 100;

type States = Vec<Option<State>>;
type Directions = BTreeMap<[PartId; 2], Integers>;

/// A part of the step.
pub(super) struct Part {
    /// In steps, over 2^64.
    pub(super) length: Integer,
    pub(super) found: Found,
}

/// A part that is looked for.
struct Search<'a> {
    states: &'a States,
    directions: &'a Directions,
    /// The pairs, the smaller part first, whose approaches end it.
    left_out: BTreeSet<[PartId; 2]>,
}

impl World<'_> {
    /// The parts of the step: all but the last one, and that.
    pub(super) fn parts(
        &self,
        states: &States,
        directions: &Directions,
    ) -> Result<(Vec<Part>, Found), LawError> {
        let mut rest = Integer::power_of_2(GRID);
        let mut earlier: Vec<Part> = Vec::new();
        while earlier.len() < MOST_PARTS {
            let last = earlier.last().map(|part| &part.found);
            let search = Search {
                states: last.map_or(states, |found| &found.states),
                directions: last.map_or(directions, |found| &found.directions),
                left_out: BTreeSet::new(),
            };
            let part = self.part(search, &rest)?;
            rest -= &part.length;
            if rest == 0 {
                return Ok((earlier, part.found));
            }
            earlier.push(part);
        }
        Err(LawError::ManyImpacts { step: self.number })
    }

    /// The rest of the step, or a part of it that ends where bodies meet that bounce.
    fn part(&self, mut search: Search, rest: &Integer) -> Result<Part, LawError> {
        let mut part = self.attempt(&search, rest);
        loop {
            let bouncing = match &part {
                Ok(part) => self.bouncing_pairs(part),
                Err(error) if is_too_late(error) => self.approaching_pairs(&search, rest)?,
                Err(_) => return part,
            };
            let known = search.left_out.len();
            search.left_out.extend(bouncing);
            if search.left_out.len() == known {
                return part;
            }
            part = self.cut(&search, rest);
        }
    }

    /// The pairs that bounce, but end the part within it.
    fn bouncing_pairs(&self, part: &Part) -> BTreeSet<[PartId; 2]> {
        let length = over(&part.length, GRID);
        let fall = (self.step * self.acceleration) << 1u64;
        let least = self.step * &fall * length;
        let mut found = BTreeSet::new();
        for landing in &part.found.landings {
            let [one, other] = landing.parts;
            let is_fast = landing.gap >= least || landing.speed <= -fall.clone();
            if is_fast && self.bounces([one, other]) {
                found.insert([one.min(other), one.max(other)]);
            }
        }
        found
    }

    fn bounces(&self, [one, other]: [PartId; 2]) -> bool {
        let bodies = [one, other].map(|part| BodyId(part.body));
        *self.bouncing.restitution.of(bodies[0], bodies[1]) > zwang_exact::Rational::default()
    }

    /// The pairs that bounce and come near each other, but do not touch.
    fn approaching_pairs(
        &self,
        search: &Search,
        rest: &Integer,
    ) -> Result<BTreeSet<[PartId; 2]>, LawError> {
        let length = self.step * over(rest, GRID);
        let targets = self.targets(search.states, &length)?;
        let begin = (search.states.as_slice(), targets.as_slice());
        let encounters = self.encounters(search.directions, &search.left_out, begin, &length);
        let near = encounters.near_in_flight().into_iter();
        Ok(near.filter(|pair| self.bounces(*pair)).collect())
    }

    /// The longest part, but for rounding, in which none of the pairs that are left out meet.
    fn cut(&self, search: &Search, rest: &Integer) -> Result<Part, LawError> {
        let none = BTreeSet::new();
        let length = self.step * over(rest, GRID);
        let targets = self.targets(search.states, &length)?;
        let begin = (search.states.as_slice(), targets.as_slice());
        let encounters = self.encounters(search.directions, &none, begin, &length);
        let known = encounters.touching_now()?;
        let aim = rounded(self.touch, GRID) >> 1u64;
        let gap = encounters.least_gap(&search.left_out, &known, search.states);
        let mut bracket = Bracket::new(rest, gap - &aim);
        for _ in 0..MOST_LENGTHS {
            match self.attempt(search, &bracket.trial) {
                Ok(part) => {
                    let after = &part.found.states;
                    let gap = encounters.least_gap(&search.left_out, &known, after);
                    let off = gap - &aim;
                    let is_whole = off > 0 && part.length == *rest;
                    if (&off).abs() <= aim || is_whole {
                        return Ok(part);
                    }
                    bracket.narrow(Some(off));
                }
                Err(error) if is_too_late(&error) => bracket.narrow(None),
                Err(error) => return Err(error),
            }
        }
        Err(LawError::ManyImpacts { step: self.number })
    }

    /// A part of this length.
    fn attempt(&self, search: &Search, length: &Integer) -> Result<Part, LawError> {
        let step = self.step * over(length, GRID);
        if self.bouncing.restitution.is_inelastic() {
            let found = self.after(search, search.states, &step, Pairs::new())?;
            let length = length.clone();
            return Ok(Part { length, found });
        }
        let targets = self.targets(search.states, &step)?;
        let begin = (search.states.as_slice(), targets.as_slice());
        let encounters = self.encounters(search.directions, &search.left_out, begin, &step);
        let mut known = encounters.touching_now()?;
        for _ in 0..MOST_ROUNDS {
            let contacts = encounters.groups(&known);
            let (struck, rounds) = self.struck(&encounters, &contacts)?;
            let begin = match rounds.iter().all(Vec::is_empty) {
                true => Pairs::new(),
                false => known,
            };
            let mut found = self.after(search, &struck, &step, begin)?;
            let groups = found.groups.iter();
            let contacts: Vec<Joined> = groups.map(Proved::joined).collect();
            let (again, rounds) = self.struck(&encounters, &contacts)?;
            if again == struck {
                for (group, rounds) in found.groups.iter_mut().zip(rounds) {
                    group.rounds = rounds;
                }
                let length = length.clone();
                return Ok(Part { length, found });
            }
            known = found.pairs;
        }
        Err(LawError::ManyContacts { step: self.number })
    }

    /// A part from states after impacts.
    fn after(
        &self,
        search: &Search,
        states: &States,
        step: &Rational,
        known: Pairs,
    ) -> Result<Found, LawError> {
        let targets = self.targets(states, step)?;
        let begin = (states.as_slice(), targets.as_slice());
        self.encounters(search.directions, &search.left_out, begin, step)
            .solve(known)
    }

    /// The states after the rounds of impacts of groups with these contacts.
    fn struck(
        &self,
        encounters: &Encounters,
        contacts: &[Joined],
    ) -> Result<(States, Vec<Vec<Round>>), LawError> {
        let monitor = Monitor::default();
        let mut states = encounters.states.to_vec();
        let mut all = Vec::with_capacity(contacts.len());
        for contacts in contacts {
            let group = encounters.group(contacts);
            let struck = group.rounds(self.bouncing, &monitor);
            let (after, rounds) = struck.map_err(|failure| encounters.error(&group, failure))?;
            for (member, state) in group.members.iter().zip(after) {
                states[member.body] = Some(state);
            }
            all.push(rounds);
        }
        Ok((states, all))
    }

    fn encounters<'e>(
        &'e self,
        directions: &'e Directions,
        left_out: &'e BTreeSet<[PartId; 2]>,
        (states, targets): (&'e [Option<State>], &'e [Option<Target>]),
        length: &'e Rational,
    ) -> Encounters<'e> {
        Encounters {
            world: self,
            states,
            targets,
            directions,
            length,
            left_out,
        }
    }
}

/// Whether a shorter part may do.
fn is_too_late(error: &LawError) -> bool {
    matches!(
        error,
        LawError::Passes { .. } | LawError::OverlapsInSpace { .. }
    )
}
