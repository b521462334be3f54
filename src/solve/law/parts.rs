//! A step of a group in parts: impacts at the beginning of each, and a cut where lively pairs meet
//! (`proofs/RUN.md`, section 12).

use crate::candidates::{Group, candidates};
use crate::error::Failure;
use crate::group_step::{self, Counts, Memories, PartStep, Setting};
use crate::impacts::Round;
use crate::look::{Course, Look, Lookout, fast_pairs};
use crate::meet::Approach;
use crate::number::{SHORT, over};
use crate::options::{are_few, listed_before};
use crate::outline::Outline;
use crate::rooms::Way;
use crate::state::{self, BodyState, Placed};
use crate::target::{Target, fresh_memory};
use crate::tree::{Node, Proof};
use malachite::base::num::arithmetic::traits::{Floor, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::PartId;
use zwang_scene::BodyId;

/// Lengths in a record are multiples of 2^-4 steps.
const LENGTHS: u64 = 4;
/// The most parts of a step.
const MOST_PARTS: usize = 64;
/// This much may be looked at in the parts of a step, beside 4 for each part of a body.
const MOST_LOOKED_AT: usize = 1 << 15;
/// The most gaps of a part of a step. A run may have more of them, if few have to be looked at.
const MOST_GAPS: usize = 1 << 18;
/// A step is cut into 2^4 parts at most because a body turns fast.
const MOST_CUTS_BY_TURNING: u64 = 4;

/// A step of a group.
#[derive(Debug)]
pub(crate) struct GroupStep {
    /// Ascending.
    pub(crate) bodies: Vec<BodyId>,
    /// The states after, in the order of the bodies.
    pub(crate) states: Vec<BodyState>,
    pub(crate) parts: Vec<Part>,
    /// Whether the balls leave one state.
    pub(crate) is_decided: bool,
    /// Whether friction is not that of Coulomb's law in some part.
    pub(crate) is_relaxed: bool,
    /// The way of each body.
    pub(crate) ways: Vec<Way>,
    /// The work of torques, J.
    pub(crate) turn_work: Rational,
    /// The radii of the balls over 2^4g: the largest of the positions, that of the velocities.
    pub(crate) radii: [Integer; 2],
    /// The forces, for the next step.
    pub(crate) memories: Memories,
    pub(crate) counts: Counts,
    /// How much was looked at: gaps, and the pairs and bodies of all parts but the first.
    pub(crate) looked_at: usize,
    /// How many rows were listed, at all guesses and as nearest ones.
    pub(crate) listed: usize,
}

/// The part of a step in a record.
#[derive(Debug)]
pub(crate) struct Part {
    /// In sixteenths of a step, if it is shorter than it has to be.
    pub(crate) length: Option<usize>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) programs: Vec<Node>,
    pub(crate) velocity: Proof,
}

/// A group at the beginning of a part.
struct Progress<'a> {
    setting: Setting<'a>,
    group: Group,
    /// The place of each body in the group.
    places: BTreeMap<BodyId, usize>,
    /// The states of the bodies of the group.
    states: Vec<BodyState>,
    placed: Placed,
    /// The rest of the step, in steps.
    rest: Rational,
    /// Whether a part of this length is known to have no proof.
    is_too_long: bool,
    done: GroupStep,
}

/// Does the step.
pub(crate) fn advance(setting: Setting, group: &Group) -> Result<GroupStep, Failure> {
    let is_lively = is_lively(setting, group)?;
    if !is_lively {
        match group_step::advance(setting, group) {
            Ok(part) => {
                let mut done = GroupStep::of_no_parts(group);
                done.add(setting, None, Vec::new(), part);
                return Ok(done);
            }
            Err(Failure::Unsettled) if setting.outline.has_friction() => {}
            Err(failure) => return Err(failure),
        }
    }
    let state_before = |body: &BodyId| setting.states[setting.free[body]].clone();
    let mut progress = Progress {
        setting,
        group: group.clone(),
        places: group.bodies.iter().copied().zip(0..).collect(),
        states: group.bodies.iter().map(state_before).collect(),
        placed: setting.placed.clone(),
        rest: Rational::ONE,
        is_too_long: !is_lively,
        done: GroupStep::of_no_parts(group),
    };
    for number in 1..=MOST_PARTS {
        let is_last = progress.part(number == MOST_PARTS)?;
        if is_last {
            break;
        }
    }
    Ok(progress.done)
}

/// A step of a free body outside of all groups, how much was looked at, and how many rows listed.
pub(crate) fn fly(setting: Setting, body: BodyId) -> Result<(BodyState, [usize; 2]), Failure> {
    let group = Group {
        bodies: vec![body],
        pairs: Vec::new(),
        pins: Vec::new(),
    };
    if !is_lively(setting, &group)? {
        return Ok((group_step::fly(setting, body), [0, 0]));
    }
    let mut step = advance(setting, &group)?;
    let state = step.states.pop().ok_or(Failure::Unsettled)?;
    Ok((state, [step.looked_at, step.listed]))
}

/// Whether so much may be looked at in a step.
pub(crate) fn is_little(outline: &Outline, looked_at: usize) -> bool {
    looked_at <= outline.part_ids().len() * 4 + MOST_LOOKED_AT
}

/// Whether a pair may have impacts, or a body spins, at the beginning of the step. One with pins
/// may not spin so fast.
fn is_lively(setting: Setting, group: &Group) -> Result<bool, Failure> {
    let courses = courses(setting, group, |body| &setting.states[setting.free[&body]]);
    let spins = courses.values().any(|course| course.turning() >= 1);
    if spins && !group.pins.is_empty() {
        return Err(Failure::TurnsTooFast);
    }
    let fast = fast_pairs(setting.outline, group, &courses);
    Ok(spins || !lively_pairs(setting.outline, group, &fast).is_empty())
}

/// A time in steps.
fn sixteenths(count: usize) -> Rational {
    Rational::from(count) >> LENGTHS
}

/// The largest part of a step that may be recorded and is shorter than a time: halves, quarters and
/// so on, in sixteenths.
fn shorter(time: &Rational) -> Option<usize> {
    let halves = (0..LENGTHS).rev().map(|digit| 1_usize << digit);
    halves.into_iter().find(|count| sixteenths(*count) < *time)
}

/// How bodies would move from some states on in a whole step.
fn courses<'a>(
    setting: Setting,
    group: &Group,
    state_of: impl Fn(BodyId) -> &'a BodyState,
) -> BTreeMap<BodyId, Course> {
    let outline = setting.outline;
    let mut courses = BTreeMap::new();
    for body in &group.bodies {
        let mut state = state_of(*body).clone();
        state.memory = fresh_memory(outline, *body, &state, &outline.step);
        let target = Target::new(outline, *body, &state, &outline.step);
        courses.insert(*body, Course::new(outline, &state, &target));
    }
    courses
}

fn lively_pairs(
    outline: &Outline,
    group: &Group,
    fast: &BTreeSet<[PartId; 2]>,
) -> BTreeSet<[PartId; 2]> {
    let mut lively = fast.clone();
    for pair in &group.pairs {
        let [first, second] = pair.parts.map(|part| BodyId(part.body));
        if *outline.restitution.of(first, second) > 0 {
            lively.insert(pair.parts);
        }
    }
    lively
}

impl GroupStep {
    fn of_no_parts(group: &Group) -> Self {
        Self {
            bodies: group.bodies.clone(),
            states: Vec::new(),
            ways: vec![Way::default(); group.bodies.len()],
            turn_work: Rational::ZERO,
            parts: Vec::new(),
            is_decided: true,
            is_relaxed: false,
            radii: [Integer::ZERO, Integer::ZERO],
            memories: Memories::default(),
            counts: Counts::default(),
            looked_at: 0,
            listed: 0,
        }
    }

    /// Adds a part that begins as a setting says.
    fn add(&mut self, setting: Setting, length: Option<usize>, rounds: Vec<Round>, part: PartStep) {
        let PartStep {
            states,
            programs,
            velocity,
            is_decided,
            is_relaxed,
            radii,
            memories,
            counts,
            listed,
        } = part;
        for ((body, state), way) in self.bodies.iter().zip(&states).zip(&mut self.ways) {
            let before = &setting.states[setting.free[body]];
            way.go_on(&state::way(setting.outline, *body, before, state));
            let angular = &setting.targets[setting.free[body]].angular;
            let inertia = &setting.outline.mass(*body).inertia;
            self.turn_work += angular * inertia * state::turn(before, state);
        }
        self.states = states;
        self.is_decided &= is_decided;
        self.is_relaxed |= is_relaxed;
        for (largest, radius) in self.radii.iter_mut().zip(radii) {
            *largest = radius.max(largest.clone());
        }
        self.memories = memories;
        self.listed += listed;
        self.counts.add(&counts);
        self.counts.rounds += rounds.len() as u64;
        self.parts.push(Part {
            length,
            rounds,
            programs,
            velocity,
        });
    }
}

impl Progress<'_> {
    fn courses(&self) -> BTreeMap<BodyId, Course> {
        courses(self.setting, &self.group, |body| {
            &self.states[self.places[&body]]
        })
    }

    fn fast_pairs(&self, courses: &BTreeMap<BodyId, Course>) -> BTreeSet<[PartId; 2]> {
        fast_pairs(self.setting.outline, &self.group, courses)
    }

    fn lively_pairs(&self, fast: &BTreeSet<[PartId; 2]>) -> BTreeSet<[PartId; 2]> {
        lively_pairs(self.setting.outline, &self.group, fast)
    }

    /// Does a part; whether it ends the step.
    fn part(&mut self, may_not_be_cut: bool) -> Result<bool, Failure> {
        let outline = self.setting.outline;
        self.done.listed += listed_before(outline, &self.placed, &self.group.pairs);
        if !self.done.parts.is_empty() {
            let bodies = self.group.bodies.iter();
            let vertices: usize = bodies.map(|body| outline.vertices_of(body.0)).sum();
            self.done.listed += vertices / 8;
        }
        if !are_few(outline, self.done.listed) {
            return Err(Failure::ListsTooMuch);
        }
        let rounds = self.impacts()?;
        let Look { cut, pairs, .. } = self.look(may_not_be_cut)?;
        let longest = cut.unwrap_or_else(|| self.rest.clone());
        let is_too_long = std::mem::take(&mut self.is_too_long);
        let mut length = match is_too_long {
            true => shorter(&longest),
            false => None,
        };
        let has_friction = outline.has_friction() && !may_not_be_cut;
        loop {
            let time = length.map_or_else(|| longest.clone(), sixteenths);
            let next = shorter(&time).filter(|_| has_friction);
            match (self.go_on(&time, length, &rounds, &pairs), next) {
                (Err(Failure::Unsettled), Some(next)) => length = Some(next),
                (done, _) => break done,
            }
        }
    }

    /// Does a part after its impacts, given its time and the pairs that it leaves out; whether it
    /// ends the step.
    fn go_on(
        &mut self,
        time: &Rational,
        recorded: Option<usize>,
        rounds: &[Round],
        pairs: &BTreeSet<[PartId; 2]>,
    ) -> Result<bool, Failure> {
        let length = time * &self.setting.outline.step;
        let rest = &self.rest - time;
        let is_whole = self.done.parts.is_empty() && rest == 0;
        let mut targets = Vec::with_capacity(self.states.len());
        for (body, state) in self.group.bodies.iter().zip(&mut self.states) {
            if !is_whole || !rounds.is_empty() {
                state.memory = fresh_memory(self.setting.outline, *body, state, &length);
            }
            targets.push(Target::new(self.setting.outline, *body, state, &length));
        }
        let memories = match self.done.parts.is_empty() {
            true => self.setting.memories,
            false => &self.done.memories.clone(),
        };
        let setting = Setting {
            length: &length,
            left_out: pairs,
            states: &self.states,
            placed: &self.placed,
            targets: &targets,
            free: &self.places,
            memories,
            ..self.setting
        };
        let mut part = group_step::advance(setting, &self.group)?;
        if !is_whole {
            for (target, state) in targets.iter().zip(&mut part.states) {
                state.memory = target.memory(self.setting.outline);
            }
        }
        let states = part.states.clone();
        self.done.add(setting, recorded, rounds.to_vec(), part);
        for (body, state) in self.group.bodies.iter().zip(&states) {
            let pose = state.pose(self.setting.outline, *body);
            self.placed.put(self.setting.outline, *body, pose);
        }
        self.states = states;
        self.rest = rest;
        for pair in &mut self.group.pairs {
            pair.candidates = candidates(self.setting.outline, &self.placed, pair.parts);
        }
        Ok(self.rest == 0)
    }

    /// The impacts at the beginning of a part.
    fn impacts(&mut self) -> Result<Vec<Round>, Failure> {
        let lively = self.lively_pairs(&self.fast_pairs(&self.courses()));
        let approach = Approach {
            outline: self.setting.outline,
            placed: &self.placed,
            group: &self.group,
            free: &self.places,
            lively: &lively,
            rule: self.setting.outline.rule,
        };
        approach.resolve(&mut self.states, self.setting.monitor)
    }

    /// The time at which the part ends before the step does, and the rows that it leaves out.
    fn look(&mut self, may_not_be_cut: bool) -> Result<Look, Failure> {
        let courses = self.courses();
        let fast = self.fast_pairs(&courses);
        let lively = match may_not_be_cut {
            // What bounces is not looked for any more, but nothing may pass.
            true => fast.clone(),
            false => self.lively_pairs(&fast),
        };
        let lookout = Lookout {
            outline: self.setting.outline,
            placed: &self.placed,
            group: &self.group,
            courses: &courses,
            lively: &lively,
            fast: &fast,
            rest: self.rest.clone(),
        };
        if lookout.count() > MOST_GAPS {
            return Err(Failure::WatchesTooMuch);
        }
        let mut look = lookout.look();
        self.done.looked_at += look.gaps;
        if !self.done.parts.is_empty() {
            self.done.looked_at += self.group.pairs.len() + self.group.bodies.len();
        }
        if !is_little(self.setting.outline, self.done.looked_at) {
            return Err(Failure::WatchesTooMuch);
        }
        if may_not_be_cut && look.cut.is_some() {
            return Err(Failure::TooManyParts);
        }
        let fastest = courses.values().map(Course::turning).max();
        let fastest = fastest.unwrap_or_default();
        let least = over(&Integer::power_of_2(SHORT - MOST_CUTS_BY_TURNING), SHORT);
        let spins = &fastest * &self.rest >= 1 && self.rest > least;
        if may_not_be_cut || !spins {
            return Ok(look);
        }
        // No body turns by more than about half a radian in a part, if so many parts are enough.
        let limit = (Rational::power_of_2(SHORT as i64 - 1) / fastest).floor();
        let limit = over(&limit, SHORT).max(least);
        look.cut = Some(match look.cut {
            Some(cut) => cut.min(limit),
            None => limit,
        });
        Ok(look)
    }
}
