//! A step of a group in parts (`proofs/RUN.md`, section 12).

use super::group::{Blow, Group, ProvedGroup, RowImpulse};
use super::guess::{Later, Motion, Stage};
use super::impact::{Impacts, Resolved};
use super::moment::{Courses, Moment, lively};
use super::number::Number;
use super::options::Candidates;
use super::pairs::{Pair, Size};
use super::pins;
use super::plan::Plan;
use super::state::Placed;
use super::step::{Begun, Memory, begin};
use super::watch::{Seen, Watch};
use super::work::Work;
use crate::rejection::Condition::{Form, L1, L2};
use crate::rejection::{Result, within};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::run2::{self, BodyState, Grade, Part};
use zwang_scene::BodyId;

/// The most parts of a step.
const MOST_PARTS: usize = 64;

/// A group, or a free body outside all groups, at the beginning of a step.
pub(super) struct Whole<'a> {
    pub begun: &'a Begun<'a>,
    pub bodies: &'a [BodyId],
    pub before: &'a BTreeMap<BodyId, BodyState>,
    pub candidates: &'a BTreeMap<Pair, Candidates>,
    pub pins: &'a [usize],
    /// Its part in the record; `None` if it is left out.
    pub listed: Option<&'a run2::Group>,
    pub work: &'a Work,
}

/// The part of a step that is done.
struct Progress {
    states: BTreeMap<BodyId, BodyState>,
    rest: Number,
    number: usize,
    proved: Option<ProvedGroup>,
}

impl<'a> Whole<'a> {
    fn plan(&self) -> &'a Plan {
        self.begun.stage.plan
    }

    /// The free bodies that have a pin.
    fn pinned(&self) -> Result<BTreeSet<BodyId>> {
        let mut pinned = BTreeSet::new();
        for index in self.pins {
            pinned.extend(pins::pin(self.plan(), *index)?.free_bodies());
        }
        Ok(pinned)
    }

    fn pairs(&self) -> Vec<Pair> {
        self.candidates.keys().copied().collect()
    }

    /// The number of vertices of its bodies.
    fn vertices(&self) -> Result<usize> {
        let mut count = 0_usize;
        for body in self.bodies {
            let Size { vertices, .. } = Size::of([self.plan().body(*body)?]);
            count = count.saturating_add(vertices);
        }
        Ok(count)
    }

    fn grade(&self) -> Grade {
        self.listed.map_or(Grade::Unique, |group| group.grade)
    }

    /// Sections 8 and 12.
    pub(super) fn advance(&self) -> Result<ProvedGroup> {
        if self.is_lively()? {
            return self.in_parts();
        }
        let group = Group {
            begun: self.begun,
            bodies: self.bodies,
            pairs: self
                .candidates
                .iter()
                .map(|(pair, found)| (*pair, (*found).clone()))
                .collect(),
            pins: self.pins,
            grade: self.grade(),
            listed: self.part(0)?,
            left_out: BTreeSet::new(),
            later: Later::new(),
            work: self.work,
        };
        self.ends_after(1)?;
        if group.listed.is_some_and(|part| !part.rounds.is_empty()) {
            return L2.refuse("`rounds`", "rounds", "none");
        }
        group.advance()
    }

    fn is_lively(&self) -> Result<bool> {
        let stage = self.begun.stage;
        let courses = self.courses(stage)?;
        let spins = courses.largest_turning()? >= Number::one();
        if spins && !self.pins.is_empty() {
            return L1.exceed("a body with pins", "a turn of 1 or more", "a smaller step");
        }
        let pairs = self.pairs();
        let fast = courses.fast(stage, &pairs)?;
        Ok(spins || !lively(stage, &pairs, &fast).is_empty())
    }

    /// How the bodies would move in a whole step.
    fn courses(&self, stage: &Stage) -> Result<Courses> {
        let begun = begin(stage, self.bodies, &self.plan().step, Memory::Fresh)?;
        Courses::new(stage, &begun.target)
    }

    /// The record of a part.
    fn part(&self, index: usize) -> Result<Option<&'a Part>> {
        let Some(group) = self.listed else {
            return Ok(None);
        };
        match group.parts.get(index) {
            Some(part) => Ok(Some(part)),
            None => self.has_other_parts("more"),
        }
    }

    /// L2: the record has as many parts as the step.
    fn ends_after(&self, count: usize) -> Result {
        match self.listed {
            Some(group) if group.parts.len() != count => self.has_other_parts(count),
            _ => Ok(()),
        }
    }

    /// L2: a group that is left out has one part.
    fn goes_on(&self) -> Result {
        if self.listed.is_none() && !self.candidates.is_empty() {
            return L2.refuse("`groups`", "none of this group", "it, as it has parts");
        }
        Ok(())
    }

    fn has_other_parts<T>(&self, required: impl std::fmt::Display) -> Result<T> {
        let found = self.listed.map_or(0, |group| group.parts.len());
        L2.refuse("`parts`", format!("{found} parts"), required)
    }

    fn in_parts(&self) -> Result<ProvedGroup> {
        let mut progress = Progress {
            states: self.before.clone(),
            rest: Number::one(),
            number: 0,
            proved: None,
        };
        while !progress.rest.is_zero() {
            let place = format!("part {}", progress.number.saturating_add(1));
            within(place, self.next_part(&mut progress))?;
        }
        self.ends_after(progress.number)?;
        match progress.proved {
            Some(proved) => Ok(proved),
            None => Form.refuse("the step", "no parts", "one"),
        }
    }

    fn next_part(&self, progress: &mut Progress) -> Result {
        let plan = self.plan();
        let pairs = self.pairs();
        if progress.number > 0 {
            self.work
                .add(pairs.len().saturating_add(self.bodies.len()))?;
            self.work.list(self.vertices()? / 8, 0)?;
        }
        let listed = self.part(progress.number)?;
        let empty = vec![];
        let rounds = listed.map_or(&empty, |part| &part.rounds);
        let stage = self.stage(&progress.states)?;
        let moment = Moment::new(&stage, &pairs, self.work)?;
        let resolved = self.impacts(&moment, &pairs, rounds)?;
        let struck = self.struck(&progress.states, &resolved.velocities);
        let stage = self.stage(&struck)?;
        let moment = moment.at(&stage);
        let is_last = progress.number.saturating_add(1) == MOST_PARTS;
        let Seen { cut, left_out } = self.look(&moment, &pairs, &progress.rest, is_last)?;
        if cut.is_some() {
            self.goes_on()?;
        }
        let is_whole = progress.number == 0 && cut.is_none();
        let time = cut.unwrap_or_else(|| progress.rest.clone());
        let memory = match is_whole && rounds.is_empty() {
            true => Memory::OfState,
            false => Memory::Fresh,
        };
        let begun = begin(&stage, self.bodies, &(&time * &plan.step), memory)?;
        let candidates = moment.candidates.iter();
        let group = Group {
            begun: &begun,
            bodies: self.bodies,
            pairs: candidates
                .map(|(pair, found)| (*pair, found.clone()))
                .collect(),
            pins: self.pins,
            grade: self.grade(),
            listed,
            left_out,
            later: Later::new(),
            work: self.work,
        };
        let mut proved = group.advance()?;
        if !is_whole {
            proved.forget(&begun)?;
        }
        for (row, impulse) in resolved.impulses {
            let force = impulse.scaled(&plan.per_step);
            let time = &Number::one() - &progress.rest;
            let impulse = RowImpulse { row, force };
            proved.impacts.push(Blow { time, impulse });
        }
        let pins = resolved.pins.into_iter();
        proved.pull(pins.map(|(pin, impulse)| (pin, impulse.scaled(&plan.per_step))));
        proved.impact_energy = resolved.energy;
        progress.states.clone_from(&proved.states);
        progress.rest = &progress.rest - &time;
        progress.number = progress.number.saturating_add(1);
        progress.proved = Some(match progress.proved.take() {
            Some(before) => before.and_then(proved),
            None => proved,
        });
        Ok(())
    }

    /// The bodies of the group in some states, and all others as they were.
    fn stage<'b>(&'b self, states: &'b BTreeMap<BodyId, BodyState>) -> Result<Stage<'b>> {
        let plan = self.plan();
        let mut placed = BTreeMap::new();
        for (body, state) in states {
            let at = Placed::new(&plan.grid, plan.body(*body)?, Some(state));
            placed.insert(*body, at);
        }
        Ok(Stage::new(plan, placed, Some(self.begun.stage)))
    }

    fn impacts(&self, moment: &Moment, pairs: &[Pair], rounds: &[run2::Round]) -> Result<Resolved> {
        let stage = moment.stage;
        let fast = self.courses(stage)?.fast(stage, pairs)?;
        let lively = lively(stage, pairs, &fast);
        let impacts = Impacts::new(moment, &lively, self.pins)?;
        let mut velocities = Motion::new();
        for body in self.bodies {
            if let Some(moving) = &stage.at(*body)?.moving {
                let velocity = moving.velocity.clone();
                velocities.insert(*body, [velocity.x, velocity.y, moving.spin.clone()]);
            }
        }
        let before = self.kinetic(&velocities)?;
        let mut resolved = impacts.resolve(velocities, rounds, self.work)?;
        resolved.energy = &self.kinetic(&resolved.velocities)? - &before;
        Ok(resolved)
    }

    /// The kinetic energy of the bodies.
    fn kinetic(&self, velocities: &Motion) -> Result<Number> {
        let mut sum = Number::zero();
        for (body, [x, y, spin]) in velocities {
            let free = self.plan().free(*body)?;
            let linear = &x.square() + &y.square();
            sum = &sum + &(&linear * &free.mass);
            sum = &sum + &(&spin.square() * &free.inertia);
        }
        Ok(sum.shifted(1))
    }

    /// The states with other velocities, which are on the grid.
    fn struck(
        &self,
        states: &BTreeMap<BodyId, BodyState>,
        velocities: &Motion,
    ) -> BTreeMap<BodyId, BodyState> {
        let grid = &self.plan().grid;
        let mut struck = states.clone();
        for (body, state) in &mut struck {
            if let Some(velocity) = velocities.get(body) {
                let [_, _, spin] = velocity;
                let coordinates = grid.coordinates(&super::moment::linear(velocity));
                state.velocity = coordinates.map(|number| number.nearest(grid.digits));
                state.spin = spin.nearest(grid.digits);
            }
        }
        struck
    }

    fn look(&self, moment: &Moment, pairs: &[Pair], rest: &Number, is_last: bool) -> Result<Seen> {
        let stage = moment.stage;
        let courses = self.courses(stage)?;
        let fast = courses.fast(stage, pairs)?;
        let mut lively = lively(stage, pairs, &fast);
        if is_last {
            // What bounces is not looked for any more, but nothing may pass.
            lively.clone_from(&fast);
        }
        let watch = Watch {
            moment,
            courses: &courses,
            fast: &fast,
            lively: &lively,
            pinned: &self.pinned()?,
            rest,
            is_last,
            work: self.work,
        };
        let seen = watch.look()?;
        if is_last && seen.cut.is_some() {
            return L1.exceed("the group", "more than 64 parts", "a smaller step");
        }
        Ok(seen)
    }
}
