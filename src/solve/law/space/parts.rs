//! The parts of a step, between impacts with restitution (`proofs/RUN.md`, section 17).
//!
//! A part that would end an approach of bodies that bounce ends where they touch; the next one
//! begins with their impact. The time is found by false position: the gap is a function of the
//! length of the part.

use super::body::Body;
use super::encounter::{Encounters, Found, Pairs};
use super::flight::target;
use super::group::{Contact, Target};
use super::rounds::{Bouncing, Round};
use super::state::State;
use super::vector::Integers;
use crate::error::LawError;
use crate::number::{GRID, over, rounded};
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::PartId;
use zwang_program::Monitor;
use zwang_scene::space::Scene;

/// The most parts of a step.
const MOST_PARTS: usize = 64;
/// The most times that the contacts of a part are found anew, as impacts depend on them.
const MOST_ROUNDS: usize = 4;
/// The most lengths that are tried for a part.
const MOST_LENGTHS: usize = 100;

type States = Vec<Option<State>>;
type Directions = BTreeMap<[PartId; 2], Integers>;

/// A scene at a step.
pub(super) struct Step<'a> {
    pub(super) scene: &'a Scene,
    pub(super) bodies: &'a [Body],
    pub(super) leaders: &'a [usize],
    /// h.
    pub(super) step: &'a Rational,
    pub(super) touch: &'a Rational,
    pub(super) law: &'a Rational,
    /// A.
    pub(super) acceleration: &'a Rational,
    pub(super) bouncing: Bouncing<'a>,
    pub(super) number: u64,
}

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

impl Step<'_> {
    /// The parts of the step.
    pub(super) fn parts(
        &self,
        states: &States,
        directions: &Directions,
    ) -> Result<Vec<Part>, LawError> {
        let mut rest = Integer::power_of_2(GRID);
        let mut parts: Vec<Part> = Vec::new();
        while rest > 0 {
            let last = parts.last().map(|part| &part.found);
            let search = Search {
                states: last.map_or(states, |found| &found.states),
                directions: last.map_or(directions, |found| &found.directions),
                left_out: BTreeSet::new(),
            };
            let may_be_cut =
                parts.len() + 1 < MOST_PARTS && !self.bouncing.restitution.is_inelastic();
            let part = match may_be_cut {
                true => self.part(search, &rest)?,
                false => self.attempt(&search, &rest)?,
            };
            rest -= &part.length;
            parts.push(part);
        }
        Ok(parts)
    }

    /// The rest of the step, or a part of it that ends where bodies meet that bounce.
    fn part(&self, mut search: Search, rest: &Integer) -> Result<Part, LawError> {
        let mut part = self.attempt(&search, rest);
        loop {
            let bouncing = match &part {
                Ok(part) => self.bouncing_pairs(part),
                Err(error) if is_too_late(error) => self.approaching_pairs(&search)?,
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
        let bodies = [one, other].map(|part| zwang_scene::BodyId(part.body));
        *self.bouncing.restitution.of(bodies[0], bodies[1]) > zwang_exact::Rational::default()
    }

    /// The pairs that bounce and come near each other, but do not touch.
    fn approaching_pairs(&self, search: &Search) -> Result<BTreeSet<[PartId; 2]>, LawError> {
        let targets = self.targets(search.states, self.step)?;
        let encounters = self.encounters(search, (search.states, &targets), self.step);
        let near = encounters.near_in_flight().into_iter();
        Ok(near.filter(|pair| self.bounces(*pair)).collect())
    }

    /// The longest part, but for rounding, in which none of the pairs that are left out meet.
    fn cut(&self, search: &Search, rest: &Integer) -> Result<Part, LawError> {
        let aim = rounded(self.touch, GRID) >> 1u64;
        let mut low = (Integer::ZERO, self.gap(search, search.states)? - &aim);
        let mut high: (Integer, Option<Integer>) = (rest.clone(), None);
        let mut length = rest.clone();
        let mut side = 0;
        for _ in 0..MOST_LENGTHS {
            let off = match self.attempt(search, &length) {
                Ok(part) => {
                    let off = self.gap(search, &part.found.states)? - &aim;
                    if (&off).abs() <= aim || (off > 0 && length == *rest) {
                        return Ok(part);
                    }
                    Some(off)
                }
                Err(error) if is_too_late(&error) => None,
                Err(error) => return Err(error),
            };
            match off {
                Some(off) if off > 0 => {
                    low = (length, off);
                    if side > 0 {
                        high.1 = high.1.map(|own| own >> 1u64);
                    }
                    side = 1;
                }
                off => {
                    high = (length, off);
                    if side < 0 {
                        low.1 >>= 1u64;
                    }
                    side = -1;
                }
            }
            let way = &high.0 - &low.0;
            if way <= 1 {
                break;
            }
            length = match &high.1 {
                Some(below) => &low.0 + &way * &low.1 / (&low.1 - below),
                None => &low.0 + (&way >> 1u64),
            };
            length = length.clamp(&low.0 + Integer::from(1), &high.0 - Integer::from(1));
        }
        Err(LawError::ManyContacts { step: self.number })
    }

    /// How far the pairs that are left out are from meeting in these states, over 2^64.
    fn gap(&self, search: &Search, states: &States) -> Result<Integer, LawError> {
        let targets = self.targets(search.states, self.step)?;
        let none = Search {
            left_out: BTreeSet::new(),
            ..*search
        };
        let encounters = self.encounters(&none, (search.states, &targets), self.step);
        let known = encounters.touching_now()?;
        let mut least: Option<Integer> = None;
        for parts in &search.left_out {
            let [one, other] = *parts;
            let touching = known.get(parts).or_else(|| known.get(&[other, one]));
            if let Some(gap) = encounters.gap(*parts, touching, states) {
                least = Some(least.map_or(gap.clone(), |least| least.min(gap.clone())));
            }
        }
        Ok(least.unwrap_or(Integer::ZERO))
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
        let encounters = self.encounters(search, (search.states, &targets), &step);
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
            let contacts: Vec<Vec<Contact>> = groups.map(|group| group.contacts.clone()).collect();
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
        self.encounters(search, (states, &targets), step)
            .solve(known)
    }

    /// The states after the rounds of impacts of groups with these contacts.
    fn struck(
        &self,
        encounters: &Encounters,
        contacts: &[Vec<Contact>],
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
        search: &'e Search,
        (states, targets): (&'e States, &'e [Option<Target>]),
        step: &'e Rational,
    ) -> Encounters<'e> {
        Encounters {
            scene: self.scene,
            bodies: self.bodies,
            leaders: self.leaders,
            states,
            targets,
            directions: search.directions,
            step,
            whole_step: self.step,
            touch: self.touch,
            law: self.law,
            number: self.number,
            left_out: &search.left_out,
        }
    }

    /// The free flight of all bodies in a part of this length, s.
    fn targets(&self, states: &States, step: &Rational) -> Result<Vec<Option<Target>>, LawError> {
        let mut targets = Vec::with_capacity(states.len());
        for (place, body) in self.bodies.iter().enumerate() {
            let target = match (&body.free, &states[place]) {
                (Some(free), Some(state)) => {
                    let name = &self.scene.bodies[place].name;
                    let target = target(free, state, step).ok_or(LawError::TurnsTooFast {
                        step: self.number,
                        body: name.clone(),
                    })?;
                    Some(target)
                }
                _ => None,
            };
            targets.push(target);
        }
        Ok(targets)
    }
}

/// Whether a shorter part may do.
fn is_too_late(error: &LawError) -> bool {
    matches!(
        error,
        LawError::Passes { .. } | LawError::OverlapsInSpace { .. }
    )
}
