//! The step from a state (`proofs/RUN.md`, sections 3, 4 and 8).

use super::body::Free;
use super::group::ProvedGroup;
use super::guess::{Guess, Motion, Stage, of};
use super::number::Number;
use super::options::{Candidates, penetration};
use super::pairs::{Boxed, Outline, Pair, Search, Size};
use super::parts::Whole;
use super::plan::Plan;
use super::rooms::{self, Rooms};
use super::state::{Placed, State, told};
use super::still::Still;
use super::vector::Vector;
use super::verified_step::VerifiedStep;
use super::work::{Work, require_paid};
use crate::core::union::Union;
use crate::lookup;
use crate::names;
use crate::plane::separation;
use crate::rejection::Condition::{Form, L0, L1, L2, L9, L12};
use crate::rejection::{Result, within};
use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use zwang_certificate::run2::{self, BodyState, Grade, Record};
use zwang_scene::BodyId;

/// This many pairs of parts may have boxes that meet, beside 32 for each part.
const MOST_NEAR: usize = 1 << 16;
const OF_EACH: usize = 32;

/// How many bytes pay for a free body of a step, and for a pair.
const OF_A_BODY: usize = 24;
const OF_A_PAIR: usize = 4;

/// A polygon has this many vertices at least: so many gaps has a list of gaps.
const LEAST_OF_A_LIST: usize = 3;

/// L1 to L9, L11 and L12: the step that a record proves from a state, which costs no more than some
/// bytes.
pub(super) fn step(
    plan: &Plan,
    still: Option<&Still>,
    (before, record): (&State, &Record),
    bytes: usize,
) -> Result<VerifiedStep> {
    let index = before.index.saturating_add(1);
    if record.k != index {
        return L0.refuse("`k`", record.k, index);
    }
    if let Some(again) = still.and_then(|still| still.step_from(before, record)) {
        require_paid(again.cost(), bytes)?;
        state_is_that_of_the_record(plan, record, again.state())?;
        return Ok(again);
    }
    let bodies: Vec<BodyId> = plan.free_bodies().map(|(body, _)| body).collect();
    let moved = bodies.len().saturating_mul(OF_A_BODY);
    require_paid(moved, bytes)?;
    let stage = stage(plan, before)?;
    let begun = begin(&stage, &bodies, &plan.step, Memory::OfState)?;
    let rooms = Rooms::new(plan, &stage.outlines, &begun.target)?;
    let near = rooms.pairs.len().saturating_mul(OF_A_PAIR);
    let spent = moved.saturating_add(near);
    require_paid(spent, bytes)?;
    let mut groups = groups(plan, before, &begun, &rooms.pairs)?;
    let listed = listed_groups(plan, record, &groups)?;
    let work = Work::new(Size::of(&plan.bodies), spent, bytes);
    if rooms.pairs.len().saturating_mul(LEAST_OF_A_LIST) > work.most_gaps() {
        let mut count = 0_usize;
        for group in &groups {
            count = count.saturating_add(whole(&begun, group, &listed, &work).least_gaps()?);
            work.require_few_gaps(count)?;
        }
    }
    let mut proved = Vec::new();
    // A map of one body takes as much room as one of ten: all bodies have theirs together.
    let mut states = BTreeMap::new();
    let mut ways = BTreeMap::new();
    for group in &mut groups {
        let place = format!("group of {}", rooms::named(&group.bodies));
        let whole = whole(&begun, group, &listed, &work);
        let mut of_group = within(place, whole.advance())?;
        group.before.clear();
        // `append` would build the whole map anew for every group.
        states.extend(mem::take(&mut of_group.states));
        ways.extend(mem::take(&mut of_group.ways));
        proved.push(of_group);
    }
    rooms.no_others_meet(&ways)?;
    let after = state_after(plan, index, states);
    state_is_that_of_the_record(plan, record, &after)?;
    let penetration = deepest_overlap(plan, &stage, &after)?;
    let mut rise = Number::zero();
    for (group, proved) in groups.iter().zip(&proved) {
        let Energy {
            kinetic,
            falling,
            rise: own,
        } = energy(&begun, &after, proved)?;
        let digits = if proved.lands { 4 } else { 8 };
        let most = &kinetic.shifted(digits) + &falling.shifted(4);
        if group.first().is_some() && own > most {
            return gains_energy(group, &own);
        }
        rise = &rise + &own;
    }
    Ok(VerifiedStep::new(
        plan,
        [before.clone(), after],
        proved,
        [penetration, rise],
        work.cost(),
    ))
}

/// A group with what is known of its step.
fn whole<'a>(
    begun: &'a Begun<'a>,
    group: &'a Grouped,
    listed: &BTreeMap<BodyId, &'a run2::Group>,
    work: &'a Work,
) -> Whole<'a> {
    Whole {
        begun,
        bodies: &group.bodies,
        before: &group.before,
        candidates: &group.candidates,
        pins: &group.pins,
        listed: group.first().and_then(|first| listed.get(&first).copied()),
        work,
    }
}

/// A group at the beginning of a step, or a free body outside all groups, which is one without
/// pairs.
struct Grouped {
    /// Ascending.
    bodies: Vec<BodyId>,
    before: BTreeMap<BodyId, BodyState>,
    candidates: BTreeMap<Pair, Candidates>,
    /// Ascending.
    pins: Vec<usize>,
}

impl Grouped {
    /// The first body, if it is a group of the step.
    fn first(&self) -> Option<BodyId> {
        let is_alone = self.candidates.is_empty() && self.pins.is_empty();
        self.bodies.first().copied().filter(|_| !is_alone)
    }
}

/// The free bodies that pairs and pins join, by their first bodies.
fn groups(plan: &Plan, before: &State, begun: &Begun, pairs: &[Pair]) -> Result<Vec<Grouped>> {
    let mut joined = Union::new();
    for body in begun.target.keys() {
        joined.join(&[*body]);
    }
    for pair in pairs {
        rooms::join(&mut joined, pair.bodies(), &begun.target);
    }
    for pin in &plan.pins {
        joined.join(&pin.free_bodies());
    }
    let mut groups = BTreeMap::new();
    for (first, bodies) in joined.sets() {
        let mut states = BTreeMap::new();
        for body in &bodies {
            if let Some(state) = lookup::of_body(&before.bodies, *body)? {
                states.insert(*body, state.clone());
            }
        }
        let group = Grouped {
            bodies,
            before: states,
            candidates: BTreeMap::new(),
            pins: vec![],
        };
        groups.insert(first, group);
    }
    let mut of_bodies = |bodies: &[BodyId]| {
        let free = bodies.iter().find(|body| begun.target.contains_key(body));
        free.map(|body| joined.root(*body))
    };
    for pair in pairs {
        let group = of_bodies(&pair.bodies()).and_then(|first| groups.get_mut(&first));
        if let Some(group) = group {
            let candidates = Candidates::new(plan, both(begun.stage, *pair)?)?;
            group.candidates.insert(*pair, candidates);
        }
    }
    for (index, pin) in plan.pins.iter().enumerate() {
        let group = of_bodies(&pin.free_bodies()).and_then(|first| groups.get_mut(&first));
        if let Some(group) = group {
            group.pins.push(index);
        }
    }
    Ok(groups.into_values().collect())
}

/// All bodies in a state.
pub(super) fn stage<'a>(plan: &'a Plan, state: &'a State) -> Result<Stage<'a>> {
    let mut placed = BTreeMap::new();
    for body in &plan.bodies {
        let state = lookup::of_body(&state.bodies, body.id)?;
        placed.insert(body.id, Placed::new(&plan.grid, body, state.as_ref()));
    }
    Ok(Stage::new(plan, placed, None))
}

fn both<'a, 'b>(stage: &'b Stage<'a>, pair: Pair) -> Result<[&'b Outline<'a>; 2]> {
    Ok([stage.outline(pair.first)?, stage.outline(pair.second)?])
}

/// The beginning of a part of a step, for some bodies.
pub(super) struct Begun<'a> {
    pub stage: &'a Stage<'a>,
    /// τ.
    pub length: Number,
    /// 1/τ.
    pub per_length: Number,
    pub first_guess: Motion,
    pub target: Motion,
    /// α.
    pub angular: BTreeMap<BodyId, Number>,
}

impl Begun<'_> {
    /// α of a body in the part.
    pub(super) fn angular(&self, body: BodyId) -> Result<&Number> {
        match self.angular.get(&body) {
            Some(angular) => Ok(angular),
            None => Form.refuse(format!("body {body}"), "no acceleration", "one"),
        }
    }
}

/// Which memory a first guess is made with.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    OfState,
    /// That of free flight.
    Fresh,
}

/// The memory of a body, d and s.
fn memory(plan: &Plan, at: &Placed, half_square: &Number, memory: Memory) -> (Vector, Number) {
    let grid = &plan.grid;
    let Some(moving) = &at.moving else {
        return (Vector::zero(), Number::zero());
    };
    match memory {
        Memory::OfState => {
            let [along, across] = &moving.state.memory;
            let short = |number: &num_bigint::BigInt| Number::dyadic(number.clone(), grid.short());
            let moved = grid.vector([&short(along), &short(across)]);
            (moved, short(&moving.state.turn_memory))
        }
        Memory::Fresh => {
            let fall = moving.free.fall.scaled(half_square);
            let rotation = at.rotation.rounded(grid.short());
            let angular = moving.free.angular_acceleration(&rotation);
            let turned = &angular * half_square;
            (
                grid.rounded(&fall, grid.short()),
                turned.rounded(grid.short()),
            )
        }
    }
}

/// Targets and first guesses of some bodies in a part of this length (section 3).
pub(super) fn begin<'a>(
    stage: &'a Stage<'a>,
    bodies: &[BodyId],
    length: &Number,
    kind: Memory,
) -> Result<Begun<'a>> {
    let plan = stage.plan;
    let grid = &plan.grid;
    let half_square = length.square().shifted(1);
    let mut first_guess = Motion::new();
    for body in bodies {
        let at = stage.at(*body)?;
        if let Some(moving) = &at.moving {
            if moving.is_at_rest() {
                first_guess.insert(at.id(), [Number::zero(), Number::zero(), Number::zero()]);
                continue;
            }
            let (memory, turn_memory) = memory(plan, at, &half_square, kind);
            let moved = moving.velocity.scaled(length).plus(&memory);
            let rounded = grid.rounded(&moved, grid.short());
            let turn = &(&moving.spin * length) + &turn_memory;
            let guess = [rounded.x, rounded.y, turn.rounded(grid.short())];
            first_guess.insert(at.id(), guess);
        }
    }
    let mut target = Motion::new();
    let mut angular = BTreeMap::new();
    for body in bodies {
        let at = stage.at(*body)?;
        if let Some(moving) = &at.moving {
            let acceleration = match moving.free.has_moment() {
                true => {
                    let own = guess_of(&first_guess, at.id())?;
                    let guess = Guess::new(stage, &own)?;
                    moving.free.angular_acceleration(guess.middle(at.id())?)
                }
                false => moving.free.turn_fall.clone(),
            };
            let fallen = moving.free.fall.scaled(&half_square);
            let Vector { x, y } = moving.velocity.scaled(length).plus(&fallen);
            let turned = &acceleration * &half_square;
            let turn = &(&moving.spin * length) + &turned;
            target.insert(at.id(), [x, y, turn]);
            angular.insert(at.id(), acceleration);
        }
    }
    Ok(Begun {
        stage,
        length: length.clone(),
        per_length: length.reciprocal(),
        first_guess,
        target,
        angular,
    })
}

/// The guess of one body alone.
fn guess_of(motion: &Motion, body: BodyId) -> Result<Motion> {
    let numbers = of(motion, body)?.clone();
    Ok(Motion::from([(body, numbers)]))
}

/// L2: groups ascend, each begins with the first body of a group of the step, and none is relaxed
/// where nothing is rough.
fn listed_groups<'a>(
    plan: &Plan,
    record: &'a Record,
    groups: &[Grouped],
) -> Result<BTreeMap<BodyId, &'a run2::Group>> {
    let firsts: BTreeSet<BodyId> = groups.iter().filter_map(Grouped::first).collect();
    let mut listed = BTreeMap::new();
    let mut least = 0;
    for group in &record.groups {
        let first = BodyId(group.first);
        if group.first < least {
            return L2.refuse(
                "`groups`",
                format!("a group of {first}"),
                "ascending groups",
            );
        }
        least = group.first.saturating_add(1);
        if !firsts.contains(&first) {
            let found = format!("a group of body {first}");
            return L2.refuse("`groups`", found, "the first body of a group of the step");
        }
        if group.grade == Grade::Relaxed && plan.scene.require_no_friction().is_ok() {
            return L2.refuse(first, "the grade `relaxed`", "friction");
        }
        listed.insert(first, group);
    }
    Ok(listed)
}

fn state_after(plan: &Plan, index: u64, mut states: BTreeMap<BodyId, BodyState>) -> State {
    let mut bodies = Vec::new();
    for body in &plan.bodies {
        bodies.push(states.remove(&body.id));
    }
    State { index, bodies }
}

/// L9.
fn state_is_that_of_the_record(plan: &Plan, record: &Record, after: &State) -> Result {
    let Some(listed) = &record.state else {
        return Ok(());
    };
    let found = State::read(plan, record.k, listed)?;
    for (body, (found, required)) in plan
        .bodies
        .iter()
        .zip(found.bodies.iter().zip(&after.bodies))
    {
        if let (Some(found), Some(required)) = (found, required)
            && found != required
        {
            let place = names::body(&plan.scene, body.id);
            return L9.refuse(place, told(found), told(required));
        }
    }
    Ok(())
}

/// The energy of a group in a step.
struct Energy {
    /// The kinetic energy before.
    kinetic: Number,
    /// That which weights and loads give in a step to what is at rest.
    falling: Number,
    /// The energy that the step gives beside the work of weights and loads.
    rise: Number,
}

fn energy(begun: &Begun, after: &State, group: &ProvedGroup) -> Result<Energy> {
    let plan = begun.stage.plan;
    let grid = &plan.grid;
    let mut rise = -&group.turn_work;
    let [mut kinetic, mut falling] = [Number::zero(), Number::zero()];
    for body in group.quarters.keys() {
        let at = begun.stage.at(*body)?;
        let new = lookup::of_body(&after.bodies, *body)?;
        let placed = Placed::new(grid, at.body, new.as_ref());
        let (Some(moving), Some(later)) = (&at.moving, &placed.moving) else {
            return Form.refuse(format!("body {body}"), "no state", "one, as it is free");
        };
        let free = moving.free;
        let fallen = free.fall.scaled(&plan.step);
        let spun = begun.angular(*body)? * &plan.step;
        let before = kinetic_energy(free, &moving.velocity, &moving.spin);
        falling = &falling + &kinetic_energy(free, &fallen, &spun);
        let moved = placed.position.minus(&at.position);
        let work = &free.fall.dot(&moved) * &free.mass;
        let gained = &kinetic_energy(free, &later.velocity, &later.spin) - &before;
        rise = &rise + &(&gained - &work);
        kinetic = &kinetic + &before;
    }
    Ok(Energy {
        kinetic,
        falling,
        rise,
    })
}

/// ½ m |v|² + ½ I ω².
fn kinetic_energy(free: &Free, velocity: &Vector, spin: &Number) -> Number {
    let of_body = &velocity.square() * &free.mass;
    let of_turn = &spin.square() * &free.inertia;
    (&of_body + &of_turn).shifted(1)
}

/// L12: no group gets more than a small part of the energy that it had.
fn gains_energy<T>(group: &Grouped, rise: &Number) -> Result<T> {
    L12.refuse(
        format!("group of {}", rooms::named(&group.bodies)),
        format!("{} J more", names::rational(&rise.to_rational())),
        "at most 2^-8 of what it has, or 2^-4 if it lands or begins to fall: a smaller step",
    )
}

/// The square of the deepest penetration after a step. L1: none is deeper than a sixteenth of the
/// smaller width, unless it was as deep before.
fn deepest_overlap(plan: &Plan, before: &Stage, after: &State) -> Result<Number> {
    let stage = stage(plan, after)?;
    let search = Search {
        condition: L1,
        of_scene: Size::of(&plan.bodies),
        most: MOST_NEAR,
        of_each: OF_EACH,
        are_wanted: &|one, other| plan.may_touch(one, other),
        is_idle: &|_| false,
    };
    let mut deepest = Number::zero();
    for pair in search.meeting(&Boxed::all(&stage.outlines))? {
        let Some(depth) = penetration(plan, both(&stage, pair)?)? else {
            continue;
        };
        if depth > plan.depth_squared(pair)? {
            let last = penetration(plan, both(before, pair)?)?;
            if last.is_none_or(|last| last < depth) {
                let place = separation::pair(&plan.scene, pair.first, pair.second);
                let required = "at most 1/16 of their width: a smaller step";
                return L1.exceed(place, "an overlap", required);
            }
        }
        deepest = deepest.max(depth);
    }
    Ok(deepest)
}

/// L0 of state 0: parts do not overlap, but of bodies that ignore each other.
pub(super) fn parts_do_not_overlap(plan: &Plan, near: Vec<Pair>) -> Result {
    let start = State::start(plan);
    let stage = stage(plan, &start)?;
    for pair in near {
        if pair.first.body == pair.second.body && plan.is_round(pair)? {
            continue;
        }
        if penetration(plan, both(&stage, pair)?)?.is_some() {
            let place = separation::pair(&plan.scene, pair.first, pair.second);
            let required = match plan.is_round(pair)? {
                true => "cores as far apart as their radii",
                false => "an edge that separates them",
            };
            return L0.refuse(format!("state 0, {place}"), "an overlap", required);
        }
    }
    Ok(())
}
