//! The step from a state (`proofs/RUN.md`, section 14).

use super::super::number::Number;
use super::super::verdict::Extremes;
use super::apart::{self, bend, parts_stay_apart};
use super::flight::Target;
use super::group;
use super::plan::{Free, Plan};
use super::state::{Moving, Placed, State, placed, told};
use super::vector::Vector;
use crate::lookup;
use crate::names;
use crate::rejection::Condition::{L0, L1, L2, L9, L12};
use crate::rejection::Result;
use std::collections::BTreeSet;
use zwang_certificate::PartId;
use zwang_certificate::run2::space::{BodyState, Record};
use zwang_exact::Rational;

/// The parts of the contacts of a step may have so many vertices, beside 32 for each of the scene.
const MOST_VERTICES: usize = 1 << 20;

/// A step that the checker has accepted.
#[derive(Clone, Debug)]
pub struct VerifiedStep {
    after: State,
    extremes: Extremes,
    energy: Rational,
}

impl VerifiedStep {
    /// The state after the step.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.after
    }

    /// Its figures, as those of a run of one step.
    #[must_use]
    pub fn figures(&self) -> &Extremes {
        &self.extremes
    }

    /// The kinetic energy after the step, J.
    #[must_use]
    pub fn kinetic_energy(&self) -> &Rational {
        &self.energy
    }
}

/// The step that a record proves from a state.
pub(super) fn step(plan: &Plan, before: &State, record: &Record) -> Result<VerifiedStep> {
    let index = before.index.saturating_add(1);
    if record.k != index {
        return L0.refuse("`k`", record.k, index);
    }
    let stage = placed(plan, before)?;
    let mut targets = Vec::new();
    let mut bodies = Vec::new();
    for at in &stage {
        let target = match &at.moving {
            Some(moving) => Some(Target::new(plan, at, moving)?),
            None => None,
        };
        bodies.push(target.as_ref().map(|target| target.state.clone()));
        targets.push(target);
    }
    let groups = Groups::new(plan, record, (&stage, &targets), &mut bodies)?;
    let after = State { index, bodies };
    state_is_that_of_the_record(plan, record, &after)?;
    let later = placed(plan, &after)?;
    let mut ways = Vec::new();
    let mut largest_turn = Number::zero();
    let mut gains = Vec::new();
    for (old, new) in stage.iter().zip(&later) {
        let turn = half_turn(old, new, plan.digits);
        ways.extend(apart::ways(old, new, &bend(plan, old, &turn)));
        largest_turn = largest_turn.max(turn);
        gains.push(match (&old.moving, &new.moving) {
            (Some(from), Some(to)) => Some(Gain::new(plan, [(old, from), (new, to)])),
            _ => None,
        });
    }
    parts_stay_apart(plan, &ways, &record.last.apart, &groups.pairs)?;
    let [rise, kinetic] = groups.energy(plan, &gains)?;
    let rise = rise.max(Number::zero()).to_rational();
    let mut extremes = Extremes {
        half_turn_tangent: largest_turn.to_rational(),
        has_recorded_contacts: !record.last.groups.is_empty(),
        radius: groups.radius.to_rational(),
        law_squared: groups.law_squared.to_rational(),
        penetration_squared: groups.overlap.square().to_rational(),
        ..Extremes::default()
    };
    match groups.lands {
        true => extremes.landing_rise = rise,
        false => extremes.steady_rise = rise,
    }
    Ok(VerifiedStep {
        after,
        extremes,
        energy: kinetic.to_rational(),
    })
}

/// The groups of a record.
struct Groups {
    /// The bodies of each group.
    bodies: Vec<Vec<usize>>,
    /// The pairs of parts that have contacts.
    pairs: BTreeSet<[PartId; 2]>,
    radius: Number,
    law_squared: Number,
    overlap: Number,
    lands: bool,
}

impl Groups {
    /// L2: no body is in two groups, and they ascend. Gives the bodies of groups their states.
    fn new(
        plan: &Plan,
        record: &Record,
        stage: (&[Placed], &[Option<Target>]),
        states: &mut [Option<BodyState>],
    ) -> Result<Self> {
        let mut found = Self {
            bodies: Vec::new(),
            pairs: BTreeSet::new(),
            radius: Number::zero(),
            law_squared: Number::zero(),
            overlap: Number::zero(),
            lands: false,
        };
        let mut taken = BTreeSet::new();
        let mut last = None;
        let mut vertices: usize = 0;
        let most = plan
            .vertices()
            .saturating_mul(32)
            .saturating_add(MOST_VERTICES);
        for group in &record.last.groups {
            let contacts = group::contacts(plan, group)?;
            for contact in &contacts {
                vertices = vertices.saturating_add(contact.vertices());
            }
            if vertices > most {
                let found = format!("{vertices} vertices of their parts");
                let required = format!("at most {most}: fewer vertices");
                return L1.exceed("`contacts`", found, required);
            }
            let bodies = group::free_bodies(plan, &contacts);
            let first = bodies.first().copied();
            if first.is_none() || last >= first {
                return L2.refuse("`groups`", "groups that do not ascend", "ascending ones");
            }
            last = first;
            for body in &bodies {
                if !taken.insert(*body) {
                    let name = plan.name(zwang_scene::BodyId(*body));
                    return L2.refuse("`groups`", format!("{name} twice"), "once");
                }
            }
            for contact in &contacts {
                let [one, other] = contact.ids();
                found.pairs.insert([one.min(other), one.max(other)]);
            }
            let proved = group::step(plan, stage, &contacts, group)?;
            for (body, state) in proved.states {
                if let Some(own) = states.get_mut(body) {
                    *own = Some(state);
                }
            }
            found.radius = found.radius.max(proved.radius);
            found.law_squared = found.law_squared.max(proved.law_squared);
            found.overlap = found.overlap.max(proved.overlap);
            found.lands |= proved.lands;
            found.bodies.push(bodies);
        }
        Ok(found)
    }

    /// L12: the energy that the step gives beside the work of weights and loads, and the kinetic
    /// energy after it.
    fn energy(&self, plan: &Plan, gains: &[Option<Gain>]) -> Result<[Number; 2]> {
        let mut alone: BTreeSet<usize> = (0..gains.len()).collect();
        for bodies in &self.bodies {
            let mut sum = Gain::none();
            for body in bodies {
                alone.remove(body);
                if let Some(gain) = lookup::of_scene(gains, "body", *body)? {
                    sum.add(gain);
                }
            }
            let first = bodies.first().copied().unwrap_or_default();
            sum.is_small(plan, first, self.lands)?;
        }
        for body in alone {
            if let Some(gain) = lookup::of_scene(gains, "body", body)? {
                gain.is_small(plan, body, false)?;
            }
        }
        let mut sum = Gain::none();
        for gain in gains.iter().flatten() {
            sum.add(gain);
        }
        Ok([sum.rise, sum.after])
    }
}

/// L9.
fn state_is_that_of_the_record(plan: &Plan, record: &Record, after: &State) -> Result {
    let Some(listed) = &record.state else {
        return Ok(());
    };
    let found = State::read(plan, record.k, listed)?;
    let pairs = found.bodies.iter().zip(&after.bodies);
    for (body, (found, required)) in plan.bodies.iter().zip(pairs) {
        if let (Some(found), Some(required)) = (found, required)
            && found != required
        {
            return L9.refuse(plan.name(body.id), told(found), told(required));
        }
    }
    Ok(())
}

/// The least multiple of 2^-digits that is not below the tangent of half the angle between two
/// poses of a body.
fn half_turn(old: &Placed, new: &Placed, digits: u64) -> Number {
    let (Some(from), Some(to)) = (&old.moving, &new.moving) else {
        return Number::zero();
    };
    let turn = from.quaternion.conjugate().times(&to.quaternion);
    let square = &turn.v.square() * &turn.w.square().reciprocal();
    square.root_above(digits)
}

/// The energy of bodies in a step.
struct Gain {
    /// Beside the work of weights and loads.
    rise: Number,
    /// Before the step.
    before: Number,
    /// After it.
    after: Number,
    /// That of as much speed as weights and loads give in a step.
    falling: Number,
}

impl Gain {
    fn none() -> Self {
        Self {
            rise: Number::zero(),
            before: Number::zero(),
            after: Number::zero(),
            falling: Number::zero(),
        }
    }

    fn new(plan: &Plan, [old, new]: [(&Placed, &Moving); 2]) -> Self {
        let (at, from) = old;
        let (later, to) = new;
        let free = from.free;
        let before = kinetic_energy(free, &from.velocity, &own_momentum(at, from));
        let after = kinetic_energy(free, &to.velocity, &own_momentum(later, to));
        let moved = later.position.minus(&at.position);
        let work = &free.fall.dot(&moved) * &free.mass;
        let torque = free.torque(&at.rotation);
        let mean = torque
            .plus(&free.torque(&later.rotation))
            .scaled(&Number::power(1));
        let turn = from.quaternion.conjugate().times(&to.quaternion);
        let twice = turn
            .v
            .scaled(&turn.w.reciprocal())
            .scaled(&Number::power_of_two(1));
        let of_turn = mean.dot(&at.rotation.times(&twice));
        let own_torque = at.rotation.transposed().times(&torque);
        let spun = own_torque.scaled(&plan.step);
        Self {
            rise: &(&(&after - &before) - &work) - &of_turn,
            falling: kinetic_energy(free, &free.fall.scaled(&plan.step), &spun),
            before,
            after,
        }
    }

    fn add(&mut self, other: &Self) {
        self.rise = &self.rise + &other.rise;
        self.before = &self.before + &other.before;
        self.after = &self.after + &other.after;
        self.falling = &self.falling + &other.falling;
    }

    /// L12: the rise is a small part of what the bodies have.
    fn is_small(&self, plan: &Plan, body: usize, lands: bool) -> Result {
        let of_motion = self.before.shifted(if lands { 4 } else { 8 });
        let most = &of_motion + &self.falling.shifted(4);
        if self.rise <= most {
            return Ok(());
        }
        let found = format!("{} J more", names::rational(&self.rise.to_rational()));
        let required = "at most 2^-8 of what it has, 2^-4 where something lands: a smaller step";
        L12.refuse(plan.name(zwang_scene::BodyId(body)), found, required)
    }
}

/// The angular momentum in the axes of the body.
fn own_momentum(at: &Placed, moving: &Moving) -> Vector {
    at.rotation.transposed().times(&moving.momentum)
}

/// ½ m |v|² + ½ l · I⁻¹ l.
fn kinetic_energy(free: &Free, velocity: &Vector, own_momentum: &Vector) -> Number {
    let of_body = &velocity.square() * &free.mass;
    let of_turn = own_momentum.dot(&free.per_inertia.times(own_momentum));
    (&of_body + &of_turn).shifted(1)
}
