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
/// Lengths in a record are multiples of 2^-4 steps.
const LENGTHS: u64 = 4;

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

/// How the bodies would move from a state, and what is looked at for that.
struct Liveness {
    courses: Courses,
    fast: BTreeSet<Pair>,
    lively: BTreeSet<Pair>,
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
        let liveness = self.liveness(self.begun.stage)?;
        if self.has_parts(&liveness)? || self.is_divided() {
            return self.in_parts(liveness);
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

    /// At least so many gaps are watched in the first part: a list of each fast pair that is not
    /// too far apart, if there are no rounds.
    pub(super) fn least_gaps(&self) -> Result<usize> {
        let has_rounds =
            |group: &run2::Group| group.parts.iter().any(|part| !part.rounds.is_empty());
        if self.listed.is_some_and(has_rounds) {
            return Ok(0);
        }
        let stage = self.begun.stage;
        let Liveness { courses, fast, .. } = self.liveness(stage)?;
        let mut count = 0_usize;
        for pair in fast {
            let [first, second] = [stage.outline(pair.first)?, stage.outline(pair.second)?];
            let farthest = courses.moves(stage, pair)?.shifted_up(2);
            // No edge has a larger gap than two vertices.
            let between = first.point(0)?.minus(second.point(0)?);
            if between.square() <= farthest.square()
                && !first.part.is_rounded()
                && !second.part.is_rounded()
            {
                count = count.saturating_add(first.points.len().min(second.points.len()));
            }
        }
        Ok(count)
    }

    /// Whether there may be more than one part, or rounds, by what is at the beginning of the step.
    fn has_parts(&self, liveness: &Liveness) -> Result<bool> {
        let spins = liveness.courses.largest_turning()? >= Number::one();
        if spins && !self.pins.is_empty() {
            return L1.exceed("a body with pins", "a turn of 1 or more", "a smaller step");
        }
        Ok(spins || !liveness.lively.is_empty())
    }

    /// Whether the record makes the first part shorter.
    fn is_divided(&self) -> bool {
        let first = self.listed.and_then(|group| group.parts.first());
        first.is_some_and(|part| part.length.is_some())
    }

    /// L2: the time of a part, which the record may make shorter if there is friction.
    fn shortened(&self, listed: Option<&Part>, longest: Number, is_last: bool) -> Result<Number> {
        let Some(length) = listed.and_then(|part| part.length) else {
            return Ok(longest);
        };
        let place = "`length`";
        if self.plan().scene.require_no_friction().is_ok() {
            return L2.refuse(place, length, "none without friction");
        }
        let time = Number::dyadic(length.into(), LENGTHS);
        if is_last || !time.is_positive() || time >= longest {
            return L2.refuse(
                place,
                length,
                "above 0, and less than the part has without it",
            );
        }
        Ok(time)
    }

    fn liveness(&self, stage: &Stage) -> Result<Liveness> {
        let courses = self.courses(stage)?;
        let pairs = self.pairs();
        let fast = courses.fast(stage, &pairs)?;
        Ok(Liveness {
            lively: lively(stage, &pairs, &fast),
            courses,
            fast,
        })
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

    fn in_parts(&self, liveness: Liveness) -> Result<ProvedGroup> {
        let mut progress = Progress {
            states: self.before.clone(),
            rest: Number::one(),
            number: 0,
            proved: None,
        };
        let mut first = Some(liveness);
        while !progress.rest.is_zero() {
            let place = format!("part {}", progress.number.saturating_add(1));
            within(place, self.next_part(&mut progress, first.take()))?;
        }
        self.ends_after(progress.number)?;
        match progress.proved {
            Some(proved) => Ok(proved),
            None => Form.refuse("the step", "no parts", "one"),
        }
    }

    /// The next part, given what is known of the first one.
    fn next_part(&self, progress: &mut Progress, first: Option<Liveness>) -> Result {
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
        // What is at the beginning of the step is known, and what no round changes stays.
        let (stage_of_part, candidates);
        let (stage, mut liveness, candidates) = match first {
            Some(liveness) => (self.begun.stage, liveness, self.candidates),
            None => {
                stage_of_part = self.stage(&progress.states)?;
                candidates = candidates_of(&stage_of_part, &pairs)?;
                let liveness = self.liveness(&stage_of_part)?;
                (&stage_of_part, liveness, &candidates)
            }
        };
        let mut moment = Moment::new(stage, candidates, self.work)?;
        let resolved = self.impacts(&moment, &liveness.lively, rounds)?;
        let (struck, stage_after);
        if !rounds.is_empty() {
            struck = self.struck(&progress.states, &resolved.velocities);
            stage_after = self.stage(&struck)?;
            liveness = self.liveness(&stage_after)?;
            moment = moment.at(&stage_after);
        }
        let stage = moment.stage;
        let is_last = progress.number.saturating_add(1) == MOST_PARTS;
        let Seen { cut, left_out } = self.look(&moment, liveness, &progress.rest, is_last)?;
        if cut.is_some() {
            self.goes_on()?;
        }
        let longest = cut.unwrap_or_else(|| progress.rest.clone());
        let time = self.shortened(listed, longest, is_last)?;
        let is_whole = progress.number == 0 && time == progress.rest;
        let memory = match is_whole && rounds.is_empty() {
            true => Memory::OfState,
            false => Memory::Fresh,
        };
        let begun = begin(stage, self.bodies, &(&time * &plan.step), memory)?;
        let candidates = candidates.iter();
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

    fn impacts(
        &self,
        moment: &Moment,
        lively: &BTreeSet<Pair>,
        rounds: &[run2::Round],
    ) -> Result<Resolved> {
        let stage = moment.stage;
        let impacts = Impacts::new(moment, lively, self.pins)?;
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

    fn look(
        &self,
        moment: &Moment,
        liveness: Liveness,
        rest: &Number,
        is_last: bool,
    ) -> Result<Seen> {
        let Liveness {
            courses,
            fast,
            mut lively,
        } = liveness;
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

/// The candidates of some pairs in a state.
fn candidates_of(stage: &Stage, pairs: &[Pair]) -> Result<BTreeMap<Pair, Candidates>> {
    let mut candidates = BTreeMap::new();
    for pair in pairs {
        let both = [stage.outline(pair.first)?, stage.outline(pair.second)?];
        candidates.insert(*pair, Candidates::new(stage.plan, both)?);
    }
    Ok(candidates)
}
