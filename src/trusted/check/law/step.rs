//! The step from a state (`proofs/RUN.md`, sections 3, 4 and 8).

use super::group::ProvedGroup;
use super::guess::{Guess, Motion, Stage, of};
use super::number::Number;
use super::options::{Candidates, penetration};
use super::pairs::{self, Outline, Pair};
use super::parts::Whole;
use super::plan::Plan;
use super::state::{Placed, State, told};
use super::still::Still;
use super::vector::Vector;
use super::verified_step::VerifiedStep;
use crate::lookup;
use crate::names;
use crate::plane::separation;
use crate::rejection::Condition::{Form, L0, L1, L2, L9};
use crate::rejection::{Condition, Result, within};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::PartId;
use zwang_certificate::run2::{self, Grade, Record};
use zwang_scene::BodyId;

/// L1 to L9: the step that a record proves from a state.
pub(super) fn step(
    plan: &Plan,
    still: Option<&Still>,
    before: &State,
    record: &Record,
) -> Result<VerifiedStep> {
    let index = before.index.saturating_add(1);
    if record.k != index {
        return L0.refuse("`k`", record.k, index);
    }
    if let Some(again) = still.and_then(|still| still.step_from(before, record)) {
        state_is_that_of_the_record(plan, record, again.state())?;
        return Ok(again);
    }
    let stage = stage(plan, before)?;
    let bodies: Vec<BodyId> = plan.free_bodies().map(|(body, _)| body).collect();
    let begun = begin(&stage, &bodies, &plan.step, Memory::OfState)?;
    let outlines = outlines(&stage);
    let reach = reach(&begun)?;
    let pairs = near(plan, outlines.values(), &reach, L1)?;
    let groups = pairs::groups(&pairs, &plan.pins, |body| begun.target.contains_key(&body));
    let listed = listed_groups(plan, record, &groups)?;
    let mut candidates = BTreeMap::new();
    for pair in &pairs {
        let both = both(&outlines, *pair)?;
        candidates.insert(*pair, Candidates::new(plan, both)?);
    }
    let mut proved = Vec::new();
    for bodies in &groups {
        let place = format!("group of {}", names::list(&indices(bodies)));
        let first = bodies.first().copied();
        let whole = Whole {
            begun: &begun,
            before,
            bodies,
            candidates: pairs_of(bodies, &candidates),
            pins: pins_of(plan, bodies),
            listed: first.and_then(|first| listed.get(&first).copied()),
        };
        proved.push(within(place, whole.advance())?);
    }
    let grouped: BTreeSet<BodyId> = groups.iter().flatten().copied().collect();
    for body in begun.target.keys().filter(|body| !grouped.contains(body)) {
        let whole = Whole {
            begun: &begun,
            before,
            bodies: &[*body],
            candidates: vec![],
            pins: vec![],
            listed: None,
        };
        proved.push(whole.advance()?);
    }
    nothing_leaves_its_pairs(plan, &outlines, &reach, &pairs, &proved)?;
    let after = state_after(plan, index, &mut proved)?;
    state_is_that_of_the_record(plan, record, &after)?;
    let penetration = penetration_squared(plan, &after)?;
    let mut rise = energy_rise(&begun, &after)?;
    for group in &proved {
        rise = &rise - &group.turn_work;
    }
    Ok(VerifiedStep::new(
        plan,
        [before.clone(), after],
        proved,
        [penetration, rise],
    ))
}

fn indices(bodies: &[BodyId]) -> Vec<usize> {
    bodies.iter().map(|body| body.0).collect()
}

/// All bodies in a state.
pub(super) fn stage<'a>(plan: &'a Plan, state: &'a State) -> Result<Stage<'a>> {
    let mut placed = Vec::new();
    for body in &plan.bodies {
        let state = lookup::of_body(&state.bodies, body.id)?;
        placed.push(Placed::new(&plan.grid, body, state.as_ref()));
    }
    Ok(Stage { plan, placed })
}

fn outlines<'a>(stage: &Stage<'a>) -> BTreeMap<PartId, Outline<'a>> {
    let outlines = pairs::outlines(&stage.placed).into_iter();
    outlines.map(|outline| (outline.part.id, outline)).collect()
}

fn both<'b, 'a>(
    outlines: &'b BTreeMap<PartId, Outline<'a>>,
    pair: Pair,
) -> Result<[&'b Outline<'a>; 2]> {
    let find = |id: PartId| match outlines.get(&id) {
        Some(outline) => Ok(outline),
        None => L1.refuse("a pair", "no part", "one"),
    };
    Ok([find(pair.first)?, find(pair.second)?])
}

/// What a part of a step begins with, for some bodies.
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

/// R: no pair is looked for among parts that are further apart.
fn reach(begun: &Begun) -> Result<Number> {
    let plan = begun.stage.plan;
    let mut farthest = Number::zero();
    for (body, [x, y, turn]) in &begun.target {
        let of_turn = &plan.free(*body)?.reach * &turn.abs();
        let of_move = &x.abs() + &y.abs();
        farthest = farthest.max(&of_move + &of_turn);
    }
    Ok(&plan.touch + &(&Number::from(4) * &farthest))
}

/// L1: no body goes so far that it might have met a part that is in no pair with it.
fn nothing_leaves_its_pairs(
    plan: &Plan,
    outlines: &BTreeMap<PartId, Outline>,
    reach: &Number,
    pairs: &[Pair],
    proved: &[ProvedGroup],
) -> Result {
    let mut ways: BTreeMap<BodyId, &Number> = BTreeMap::new();
    for group in proved {
        ways.extend(group.ways.iter().map(|(body, way)| (*body, way)));
    }
    let Some(farthest) = ways.values().max() else {
        return Ok(());
    };
    let of_both = *farthest + *farthest;
    if of_both <= *reach {
        return Ok(());
    }
    for pair in near(plan, outlines.values(), &of_both, L1)? {
        if pairs.binary_search(&pair).is_ok() {
            continue;
        }
        let [one, other] = both(outlines, pair)?;
        let mut way = Number::zero();
        for body in pair.bodies() {
            way = ways.get(&body).map_or(way.clone(), |own| &way + own);
        }
        if pairs::are_within(one, other, &way) {
            let place = separation::pair(&plan.scene, pair.first, pair.second);
            let way = names::rational(&way.to_rational());
            return L1.exceed(
                place,
                format!("ways of {way} m together, no pair of the step"),
                "a smaller step",
            );
        }
    }
    Ok(())
}

/// The pairs of parts of bodies that may touch no further apart than a distance.
fn near<'a: 'b, 'b>(
    plan: &Plan,
    outlines: impl Iterator<Item = &'b Outline<'a>>,
    reach: &Number,
    condition: Condition,
) -> Result<Vec<Pair>> {
    let outlines: Vec<&Outline> = outlines.collect();
    pairs::near(&outlines, reach, condition, |one, other| {
        plan.may_touch(one, other)
    })
}

/// L2: groups ascend, each begins with the first body of a group of the step, and none is relaxed
/// where nothing is rough.
fn listed_groups<'a>(
    plan: &Plan,
    record: &'a Record,
    groups: &[Vec<BodyId>],
) -> Result<BTreeMap<BodyId, &'a run2::Group>> {
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
        if !groups.iter().any(|bodies| bodies.first() == Some(&first)) {
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

fn pairs_of<'a>(
    bodies: &[BodyId],
    candidates: &'a BTreeMap<Pair, Candidates>,
) -> Vec<(Pair, &'a Candidates)> {
    let mut pairs = Vec::new();
    for (pair, found) in candidates {
        if pair.bodies().iter().any(|body| bodies.contains(body)) {
            pairs.push((*pair, found));
        }
    }
    pairs
}

/// The pins of a group, ascending.
fn pins_of(plan: &Plan, bodies: &[BodyId]) -> Vec<usize> {
    let mut pins = Vec::new();
    for (index, pin) in plan.pins.iter().enumerate() {
        if pin.free_bodies().iter().any(|body| bodies.contains(body)) {
            pins.push(index);
        }
    }
    pins
}

fn state_after(plan: &Plan, index: u64, proved: &mut [ProvedGroup]) -> Result<State> {
    let mut states = BTreeMap::new();
    for group in proved {
        states.append(&mut group.states);
    }
    let mut bodies = Vec::new();
    for body in &plan.bodies {
        bodies.push(states.remove(&body.id));
    }
    Ok(State { index, bodies })
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

/// What the step gives to the kinetic energy beside the work of weights and loads at centroids.
fn energy_rise(begun: &Begun, after: &State) -> Result<Number> {
    let grid = &begun.stage.plan.grid;
    let mut sum = Number::zero();
    for body in begun.target.keys() {
        let at = begun.stage.at(*body)?;
        let new = lookup::of_body(&after.bodies, *body)?;
        let placed = Placed::new(grid, at.body, new.as_ref());
        let (Some(moving), Some(later)) = (&at.moving, &placed.moving) else {
            return Form.refuse(format!("body {body}"), "no state", "one, as it is free");
        };
        let moved = placed.position.minus(&at.position);
        let work = moving.free.fall.dot(&moved);
        let squares = &later.velocity.square() - &moving.velocity.square();
        let linear = &squares.shifted(1) - &work;
        let squares = &later.spin.square() - &moving.spin.square();
        sum = &sum + &(&linear * &moving.free.mass);
        sum = &sum + &(&squares.shifted(1) * &moving.free.inertia);
    }
    Ok(sum)
}

/// The square of the deepest penetration.
pub(super) fn penetration_squared(plan: &Plan, state: &State) -> Result<Number> {
    let stage = stage(plan, state)?;
    let outlines = outlines(&stage);
    let mut deepest = Number::zero();
    for pair in near(plan, outlines.values(), &Number::zero(), L1)? {
        if let Some(depth) = penetration(both(&outlines, pair)?)? {
            deepest = deepest.max(depth);
        }
    }
    Ok(deepest)
}

/// L0 of state 0: parts do not overlap, but of bodies that ignore each other.
pub(super) fn parts_do_not_overlap(plan: &Plan) -> Result {
    let start = State::start(plan);
    let stage = stage(plan, &start)?;
    let outlines = outlines(&stage);
    let ignoring = plan.scene.ignoring_pairs();
    let list: Vec<&Outline> = outlines.values().collect();
    let pairs = pairs::near(&list, &Number::zero(), L0, |one, other| {
        !ignoring.contains(one.id, other.id)
    })?;
    for pair in pairs {
        if penetration(both(&outlines, pair)?)?.is_some() {
            let place = separation::pair(&plan.scene, pair.first, pair.second);
            let required = "an edge that separates them";
            return L0.refuse(format!("state 0, {place}"), "an overlap", required);
        }
    }
    Ok(())
}
