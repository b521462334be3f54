//! Rounds of impacts at the beginning of a part: L11 (`proofs/RUN2.md`, section 12).
//!
//! A round has the velocities nearest to those before of which u ≥ -ε u⁻ for the rows it takes. They
//! are those with impulses p ≥ 0 of these rows that vanish where u > -ε u⁻: the conditions of Kuhn
//! and Tucker, which are exact here.

use super::guess::{Motion, Row, Stage, of};
use super::moment::Moment;
use super::number::Number;
use super::pairs::{Pair, join};
use super::vector::Vector;
use crate::names;
use crate::rejection::Condition::{L2, L11};
use crate::rejection::Result;
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::run2::Round;
use zwang_scene::BodyId;

/// A row that meets.
struct Meeting {
    row: Row,
    restitution: Number,
    is_lively: bool,
}

/// The least u that a row may have after a round.
struct Taken {
    index: usize,
    least: Number,
}

/// The impacts at the beginning of a part.
pub(super) struct Impacts<'a> {
    stage: &'a Stage<'a>,
    /// Ascending.
    meetings: Vec<Meeting>,
    /// The bodies that rows join.
    clusters: Vec<Vec<BodyId>>,
}

/// What impacts did: the velocities after them, and the impulses of the rows.
pub(super) struct Resolved {
    pub velocities: Motion,
    pub impulses: Vec<(Row, Number)>,
}

impl<'a> Impacts<'a> {
    pub(super) fn new(moment: &Moment<'a>, lively: &BTreeSet<Pair>) -> Result<Self> {
        let stage = moment.stage;
        let mut rows = BTreeMap::new();
        for (pair, nearest) in &moment.nearest {
            for name in nearest {
                if stage.touches(name, &stage.gap(name)?)? {
                    rows.insert(*name, *pair);
                }
            }
        }
        let mut meetings = Vec::new();
        let mut clusters = Vec::new();
        if !rows.values().any(|pair| lively.contains(pair)) {
            rows.clear();
        }
        for (name, pair) in rows {
            let [first, second] = pair.bodies();
            let row = stage.short_velocity_row(&name)?;
            let free: Vec<BodyId> = row.sides.iter().map(|(body, _)| *body).collect();
            join(&mut clusters, &free);
            meetings.push(Meeting {
                row,
                restitution: stage.plan.restitution(first, second).clone(),
                is_lively: lively.contains(&pair),
            });
        }
        Ok(Self {
            stage,
            meetings,
            clusters,
        })
    }

    /// L11, of all rounds.
    pub(super) fn resolve(&self, velocities: Motion, rounds: &[Round]) -> Result<Resolved> {
        let mut resolved = Resolved {
            velocities,
            impulses: vec![],
        };
        let mut listed = rounds.iter();
        let mut number: u64 = 0;
        loop {
            let taken = self.taken(number, &resolved.velocities)?;
            let round = listed.next();
            if taken.is_empty() {
                return match round {
                    None => Ok(resolved),
                    Some(_) => has_other_rounds(rounds.len(), number),
                };
            }
            let Some(round) = round else {
                return has_other_rounds(rounds.len(), "more");
            };
            self.round(&mut resolved, &taken, round)?;
            number = number.saturating_add(1);
        }
    }

    /// The rows that a round takes, ascending.
    fn taken(&self, number: u64, velocities: &Motion) -> Result<Vec<Taken>> {
        let mut taken = Vec::new();
        for cluster in &self.clusters {
            let mut rows = Vec::new();
            for (index, meeting) in self.meetings.iter().enumerate() {
                let mut bodies = meeting.row.sides.iter();
                if bodies.any(|(body, _)| cluster.contains(body)) {
                    let closing = self.closing(meeting, velocities)?;
                    rows.push((index, meeting, closing));
                }
            }
            let is_lively = |(_, meeting, closing): &(usize, &Meeting, Option<Number>)| {
                meeting.is_lively && closing.is_some()
            };
            let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
            let most = self.stage.plan.rounds.saturating_mul(count);
            if !rows.iter().any(is_lively) || number > most {
                continue;
            }
            // The round of all rows after others only stops them, so that no energy is gained.
            let bounces = number < most || most == 0;
            let mut steepest = Number::zero();
            for (_, meeting, closing) in &rows {
                if let Some(closing) = closing {
                    steepest = steepest.max(meeting.steepness(closing));
                }
            }
            for (index, meeting, closing) in rows {
                let least = match &closing {
                    Some(closing) if bounces => -&(closing * &meeting.restitution),
                    _ => Number::zero(),
                };
                let is_steepest =
                    closing.is_some_and(|closing| meeting.steepness(&closing) == steepest);
                if is_steepest || number == most {
                    taken.push(Taken { index, least });
                }
            }
        }
        taken.sort_by_key(|row| row.index);
        Ok(taken)
    }

    /// u, if the row closes.
    fn closing(&self, meeting: &Meeting, velocities: &Motion) -> Result<Option<Number>> {
        let plan = self.stage.plan;
        let closing = meeting.row.linear(velocities)?;
        let moved = (&closing * &plan.step).square();
        let most = &plan.touch.square() * &meeting.row.length_squared;
        Ok((closing.is_negative() && moved > most).then_some(closing))
    }

    fn round(&self, resolved: &mut Resolved, taken: &[Taken], listed: &Round) -> Result {
        let scene = &self.stage.plan.scene;
        if !listed.unit.is_positive() {
            return L2.refuse("`unit`", names::integer(&listed.unit), "above 0");
        }
        let per_unit = Number::dyadic(listed.unit.clone(), 0).reciprocal();
        let mut impulses: BTreeMap<usize, Number> = BTreeMap::new();
        let mut least = 0;
        for (index, impulse) in &listed.impulses {
            if *index < least || *index >= self.meetings.len() || impulse.is_zero() {
                let found = format!("row {index} with {}", names::integer(impulse));
                return L2.refuse("`impulses`", found, "ascending rows that meet, not 0");
            }
            least = index.saturating_add(1);
            let is_taken = taken.iter().any(|row| row.index == *index);
            if !is_taken || impulse.is_negative() {
                let found = format!("row {index} with {}", names::integer(impulse));
                return L11.refuse("`impulses`", found, "rows that the round takes, above 0");
            }
            impulses.insert(*index, &Number::dyadic(impulse.clone(), 0) * &per_unit);
        }
        let mut after = resolved.velocities.clone();
        for (index, impulse) in &impulses {
            if let Some(meeting) = self.meetings.get(*index) {
                self.push(&mut after, &meeting.row, impulse)?;
                resolved
                    .impulses
                    .push((meeting.row.clone(), impulse.clone()));
            }
        }
        for Taken { index, least } in taken {
            let Some(meeting) = self.meetings.get(*index) else {
                continue;
            };
            let opens = meeting.row.linear(&after)?;
            let is_pushed = impulses.contains_key(index);
            if opens < *least || (is_pushed && opens != *least) {
                let place = names::touch(scene, &meeting.row.name);
                let found = names::rational(&opens.to_rational());
                let least = names::rational(&least.to_rational());
                let how = if is_pushed { "" } else { "at least " };
                let found = format!("a gap velocity of {found} after the round");
                return L11.refuse(place, found, format!("{how}{least}"));
            }
        }
        let grid = &self.stage.plan.grid;
        for [x, y, spin] in after.values_mut() {
            let velocity = Vector::new(x.clone(), y.clone());
            let rounded = grid.rounded(&velocity, grid.digits);
            (*x, *y) = (rounded.x, rounded.y);
            *spin = spin.rounded(grid.digits);
        }
        resolved.velocities = after;
        Ok(())
    }

    /// Changes velocities by an impulse.
    fn push(&self, velocities: &mut Motion, row: &Row, impulse: &Number) -> Result {
        for (body, [x, y, turn]) in &row.sides {
            let free = self.stage.plan.free(*body)?;
            let [v_x, v_y, spin] = of(velocities, *body)?;
            let linear = &free.per_mass * impulse;
            let angular = &free.per_inertia * impulse;
            let after = [
                v_x + &(x * &linear),
                v_y + &(y * &linear),
                spin + &(turn * &angular),
            ];
            velocities.insert(*body, after);
        }
        Ok(())
    }
}

impl Meeting {
    /// u²/|e|².
    fn steepness(&self, closing: &Number) -> Number {
        &closing.square() * &self.row.length_squared.reciprocal()
    }
}

fn has_other_rounds<T>(found: usize, required: impl std::fmt::Display) -> Result<T> {
    L2.refuse("`rounds`", format!("{found} rounds"), required)
}
