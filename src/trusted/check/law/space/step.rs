//! The step from a state (`proofs/RUN.md`, sections 14 and 17).

use super::super::number::Number;
use super::super::verdict::Extremes;
use super::part::{Work, advance};
use super::plan::Plan;
use super::state::{State, told};
use crate::names;
use crate::rejection::Condition::{L0, L2, L9, L11};
use crate::rejection::Result;
use zwang_certificate::run2::space::{Earlier, Record};
use zwang_exact::Rational;

/// The most parts of a step.
const MOST_PARTS: usize = 64;

/// A step that the checker has accepted.
#[derive(Clone, Debug)]
pub struct VerifiedStep {
    after: State,
    extremes: Extremes,
    energy: Rational,
    cost: usize,
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

    /// How many bytes of a run pay for the step (section 9).
    pub(in crate::law) fn cost(&self) -> usize {
        self.cost
    }

    /// The kinetic energy after the step, J.
    #[must_use]
    pub fn kinetic_energy(&self) -> &Rational {
        &self.energy
    }
}

/// How many bytes pay for a free body of a step, and for each of its parts but one.
const OF_A_BODY: usize = 48;
const OF_A_PART: usize = 2;

/// How many bytes of a run pay for the free bodies of a step of so many parts.
fn cost_of_moving(plan: &Plan, parts: usize) -> usize {
    let free = plan.bodies.iter().filter(|body| !body.is_fixed()).count();
    let of_parts = parts.saturating_sub(1).saturating_mul(OF_A_PART);
    free.saturating_mul(of_parts.saturating_add(OF_A_BODY))
}

/// The step that a record proves from a state, which costs no more than some bytes.
pub(super) fn step(
    plan: &Plan,
    before: &State,
    record: &Record,
    bytes: usize,
) -> Result<VerifiedStep> {
    let index = before.index.saturating_add(1);
    if record.k != index {
        return L0.refuse("`k`", record.k, index);
    }
    let mut state = before.clone();
    state.index = index;
    let mut extremes = Extremes::default();
    let mut rest = Number::one();
    let parts = record.earlier.len().saturating_add(1);
    if parts > MOST_PARTS {
        return L2.refuse("`earlier`", format!("{parts} parts"), "at most 64");
    }
    if parts > 1 && plan.restitution.is_none() {
        return L2.refuse(
            "`earlier`",
            format!("{parts} parts"),
            "one, as nothing bounces",
        );
    }
    let mut work = Work::new(cost_of_moving(plan, parts), bytes);
    work.require_paid()?;
    for Earlier { length, part } in &record.earlier {
        let length = Number::dyadic(length.clone(), plan.digits);
        rest = &rest - &length;
        if !length.is_positive() || !rest.is_positive() {
            let required = "one above 0 that leaves some of the step";
            let found = names::rational(&length.to_rational());
            return L2.refuse("`length`", found, required);
        }
        let advanced = advance(&plan.part(&length), &state, part, &mut work)?;
        extremes.add(&advanced.figures);
        state.bodies = advanced.after;
    }
    parts_begin_with_impacts(record)?;
    let own = plan.part(&rest);
    let advanced = advance(&own, &state, &record.last, &mut work)?;
    extremes.add(&advanced.figures);
    state.bodies = advanced.after;
    state_is_that_of_the_record(plan, record, &state)?;
    Ok(VerifiedStep {
        after: state,
        extremes,
        energy: advanced.kinetic_energy.to_rational(),
        cost: work.cost(),
    })
}

/// L11: each part but the first has a round.
fn parts_begin_with_impacts(record: &Record) -> Result {
    let earlier = record.earlier.iter().map(|earlier| &earlier.part);
    for part in earlier.chain([&record.last]).skip(1) {
        if part.groups.iter().all(|group| group.rounds.is_empty()) {
            let required = "impacts at the beginning of each part but the first";
            return L11.refuse("`earlier`", "a part without rounds", required);
        }
    }
    Ok(())
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
