//! Rounds of impacts at the beginning of a part: L11 (`proofs/RUN.md`, section 12).
//!
//! A round has the velocities nearest to those before of which u ≥ -ε u⁻ for the rows it takes.
//! They are those with impulses p ≥ 0 of these rows that vanish where u > -ε u⁻: the conditions of
//! Kuhn and Tucker, which are exact here. With friction it has Coulomb's law of the velocities
//! after it.

use super::group::impulse_of;
use super::guess::{Motion, Row, Stage, of};
use super::moment::Moment;
use super::number::Number;
use super::pairs::Pair;
use super::passing::rows_of_passing;
use super::pins::{self, PinRow};
use super::vector::Vector;
use super::work::Work;
use crate::core::union::Union;
use crate::names;
use crate::rejection::Condition::{L2, L11};
use crate::rejection::Result;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_certificate::run2::{Forces, Round};
use zwang_scene::{BodyId, PinId};

/// A row that meets.
struct Meeting {
    row: Row,
    restitution: Number,
    is_lively: bool,
    /// The options of its pair that are within touch, each by its rows that touch, and the rows by
    /// which its corner may pass.
    options: Vec<Vec<Row>>,
}

/// A row that a round takes.
struct Taken {
    /// Whether it closes before the round.
    closes: bool,
    /// The least u that it may have after the round.
    least: Number,
    /// μ⁻ and μ⁺: its friction is from -μ⁻ p to μ⁺ p.
    cone: [Number; 2],
}

/// Bodies that rows and pins join.
struct Cluster {
    bodies: BTreeSet<BodyId>,
    /// The places of its meetings.
    rows: Vec<usize>,
}

/// The round of the record.
struct Struck {
    /// p and ψ of rows.
    rows: BTreeMap<usize, [Number; 2]>,
    /// By the place of the pin in the group.
    pins: BTreeMap<usize, Vector>,
}

/// The impacts at the beginning of a part.
pub(super) struct Impacts<'a> {
    stage: &'a Stage<'a>,
    /// Ascending.
    meetings: Vec<Meeting>,
    /// The pins of the group, ascending.
    pins: Vec<PinRow>,
    clusters: Vec<Cluster>,
}

/// The result of impacts: the velocities after them, the impulses of rows, 0 where others stop what
/// closes, those of pins, and the kinetic energy that they gave.
pub(super) struct Resolved {
    pub velocities: Motion,
    pub impulses: Vec<(Contact, Vector)>,
    pub pins: Vec<(usize, Vector)>,
    pub energy: Number,
}

impl<'a> Impacts<'a> {
    pub(super) fn new(
        moment: &Moment<'a>,
        lively: &BTreeSet<Pair>,
        pins: &[usize],
    ) -> Result<Self> {
        let stage = moment.stage;
        let mut rows = BTreeMap::new();
        for (pair, nearest) in &moment.nearest {
            for name in nearest {
                let from = stage.plan.body(BodyId(name.edge.part.body))?;
                let seam = stage.plan.seam(name.vertex, from)?;
                if seam.is_none() && stage.touches(name, &stage.gap(name)?)? {
                    rows.insert(*name, *pair);
                }
            }
        }
        let mut meetings = Vec::new();
        let mut joined = Union::new();
        if !rows.values().any(|pair| lively.contains(pair)) {
            rows.clear();
        }
        for (name, pair) in rows {
            let [first, second] = pair.bodies();
            let row = stage.short_velocity_row(&name)?;
            let free: Vec<BodyId> = row.sides.iter().map(|(body, _)| *body).collect();
            joined.join(&free);
            let mut options = Vec::new();
            for passing in rows_of_passing(stage, &name, &|body| stage.pose(body))? {
                options.push(vec![stage.short_velocity_row(&passing)?]);
            }
            for names in moment.bearing.get(&pair).into_iter().flatten() {
                let rows = names.iter().map(|name| stage.short_velocity_row(name));
                options.push(rows.collect::<Result<Vec<Row>>>()?);
            }
            meetings.push(Meeting {
                row,
                restitution: stage.plan.restitution.between(first, second).clone(),
                is_lively: lively.contains(&pair),
                options,
            });
        }
        let pins = pins::velocity_rows(stage, pins)?;
        for pin in &pins {
            joined.join(&pin.bodies().collect::<Vec<_>>());
        }
        let clusters = clusters(joined, &meetings);
        Ok(Self {
            stage,
            meetings,
            pins,
            clusters,
        })
    }

    /// L1, L11, of all rounds.
    pub(super) fn resolve(
        &self,
        velocities: Motion,
        rounds: &[Round],
        work: &Work,
    ) -> Result<Resolved> {
        if !self.meetings.is_empty() {
            let meeting = self.meetings.len().saturating_add(self.pins.len());
            work.strike(meeting, rounds.len())?;
        }
        let mut resolved = Resolved {
            velocities,
            impulses: vec![],
            pins: vec![],
            energy: Number::zero(),
        };
        let mut listed = rounds.iter();
        let mut number: u64 = 0;
        loop {
            let (taken, bodies) = self.taken(number, &resolved.velocities)?;
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
            self.round(&mut resolved, &taken, &bodies, round)?;
            number = number.saturating_add(1);
        }
    }

    /// The rows that a round takes, ascending, and the bodies of their clusters.
    fn taken(
        &self,
        number: u64,
        velocities: &Motion,
    ) -> Result<(BTreeMap<usize, Taken>, BTreeSet<BodyId>)> {
        let mut taken = BTreeMap::new();
        let mut struck = BTreeSet::new();
        for cluster in &self.clusters {
            let mut rows = Vec::new();
            for index in &cluster.rows {
                if let Some(meeting) = self.meetings.get(*index) {
                    let closing = self.closing(meeting, velocities)?;
                    rows.push((*index, meeting, closing));
                }
            }
            let is_lively = |(_, meeting, closing): &(usize, &Meeting, Option<Number>)| {
                meeting.is_lively && closing.is_some()
            };
            let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
            let most = self.stage.plan.restitution.rounds.saturating_mul(count);
            if !rows.iter().any(is_lively) || number > most {
                continue;
            }
            struck.extend(&cluster.bodies);
            // The round of all rows after others only stops them, so that no energy is gained.
            let bounces = number < most || most == 0;
            let mut steepest = Number::zero();
            for (_, meeting, closing) in &rows {
                if let Some(closing) = closing {
                    steepest = steepest.max(meeting.steepness(closing));
                }
            }
            let mut of_cluster = BTreeMap::new();
            for (index, meeting, closing) in rows {
                let least = match &closing {
                    Some(closing) if bounces => -&(closing * &meeting.restitution),
                    _ => Number::zero(),
                };
                let is_steepest = (closing.as_ref())
                    .is_some_and(|closing| meeting.steepness(closing) == steepest);
                if is_steepest || number == most {
                    let cone = meeting.cone(closing.as_ref(), velocities)?;
                    let closes = closing.is_some();
                    of_cluster.insert(
                        index,
                        Taken {
                            closes,
                            least,
                            cone,
                        },
                    );
                }
            }
            // What throws nothing back gains no energy, whatever friction does.
            if of_cluster.values().all(|row: &Taken| row.least.is_zero()) {
                for (index, row) in &mut of_cluster {
                    if let Some(meeting) = self.meetings.get(*index) {
                        row.cone = meeting.full_cone();
                    }
                }
            }
            taken.append(&mut of_cluster);
        }
        Ok((taken, struck))
    }

    /// u, if the row closes, and no option that is within touch keeps the pair apart.
    fn closing(&self, meeting: &Meeting, velocities: &Motion) -> Result<Option<Number>> {
        let Some(closing) = self.approach(&meeting.row, velocities)? else {
            return Ok(None);
        };
        for option in &meeting.options {
            let mut closes = false;
            for row in option {
                closes |= self.approach(row, velocities)?.is_some();
            }
            if !closes {
                return Ok(None);
            }
        }
        Ok(Some(closing))
    }

    /// u, if it is negative, and more than touch in a step.
    fn approach(&self, row: &Row, velocities: &Motion) -> Result<Option<Number>> {
        let plan = self.stage.plan;
        let closing = row.linear(velocities)?;
        let moved = (&closing * &plan.step).square();
        let most = &plan.touch.square() * &row.length_squared;
        Ok((closing.is_negative() && moved > most).then_some(closing))
    }

    fn round(
        &self,
        resolved: &mut Resolved,
        taken: &BTreeMap<usize, Taken>,
        bodies: &BTreeSet<BodyId>,
        listed: &Round,
    ) -> Result {
        if !listed.unit.is_positive() {
            return L2.refuse("`unit`", names::integer(&listed.unit), "above 0");
        }
        let per_unit = Number::dyadic(listed.unit.clone(), 0).reciprocal();
        let struck = Struck {
            rows: self.impulses_of_rows(taken, &listed.impulses, &per_unit)?,
            pins: self.impulses_of_pins(bodies, &listed.impulses, &per_unit)?,
        };
        let mut after = resolved.velocities.clone();
        for (index, [across, along]) in &struck.rows {
            let Some(Meeting { row, .. }) = self.meetings.get(*index) else {
                continue;
            };
            self.push(&mut after, &row.sides, across)?;
            if let Some(slip) = &row.slip {
                self.push(&mut after, &slip.sides, along)?;
            }
            if let Some(impulse) = impulse_of(row, across, along) {
                resolved.impulses.push((row.name, impulse));
            }
        }
        for (index, row) in taken {
            if let Some(Meeting { row: closing, .. }) = self.meetings.get(*index)
                && row.closes
                && !struck.rows.contains_key(index)
            {
                resolved.impulses.push((closing.name, Vector::zero()));
            }
        }
        for (index, pull) in &struck.pins {
            let Some(pin) = self.pins.get(*index) else {
                continue;
            };
            self.push(&mut after, &pin.pushes(pull), &Number::one())?;
            resolved.pins.push((pin.pin, pull.clone()));
        }
        for (index, row) in taken {
            self.opens(*index, row, struck.rows.get(index), &after)?;
        }
        let none = Vector::zero();
        for (index, pin) in self.pins.iter().enumerate() {
            let pull = struck.pins.get(&index).unwrap_or(&none);
            let is_struck = pin.bodies().any(|body| bodies.contains(&body));
            if is_struck && !pin.slip(pull, &after)?.is_zero() {
                let place = names::pin(&self.stage.plan.scene, PinId(pin.pin));
                return L11.refuse(place, "another impulse", "that of its compliance");
            }
        }
        let grid = &self.stage.plan.grid;
        for body in bodies {
            let [x, y, spin] = of(&after, *body)?.clone();
            let velocity = grid.rounded(&Vector::new(x, y), grid.digits);
            let spin = spin.rounded(grid.digits);
            after.insert(*body, [velocity.x, velocity.y, spin]);
        }
        resolved.velocities = after;
        Ok(())
    }

    /// p and ψ of the rows that are listed.
    fn impulses_of_rows(
        &self,
        taken: &BTreeMap<usize, Taken>,
        listed: &Forces,
        per_unit: &Number,
    ) -> Result<BTreeMap<usize, [Number; 2]>> {
        let mut impulses: BTreeMap<usize, [Number; 2]> = BTreeMap::new();
        let mut least = 0;
        for (index, impulse) in &listed.rows {
            if *index < least || *index >= self.meetings.len() || impulse.is_zero() {
                let found = format!("row {index} with {}", names::integer(impulse));
                return L2.refuse("`impulses`", found, "ascending rows that meet, not 0");
            }
            least = index.saturating_add(1);
            if !taken.contains_key(index) || impulse.is_negative() {
                let found = format!("row {index} with {}", names::integer(impulse));
                return L11.refuse("`impulses`", found, "rows that the round takes, above 0");
            }
            let across = &Number::dyadic(impulse.clone(), 0) * per_unit;
            impulses.insert(*index, [across, Number::zero()]);
        }
        for (index, impulse) in &listed.friction {
            let meeting = self.meetings.get(*index);
            let is_rough = meeting.is_some_and(|meeting| meeting.row.slip.is_some());
            let (Some([_, along]), true) = (impulses.get_mut(index), is_rough) else {
                let found = format!("friction of row {index}");
                return L2.refuse("`impulses`", found, "that of a row with friction");
            };
            if impulse.is_zero() {
                return L2.refuse("`impulses`", format!("friction 0 of row {index}"), "none");
            }
            *along = &Number::dyadic(impulse.clone(), 0) * per_unit;
        }
        Ok(impulses)
    }

    /// The impulses of pins that are listed, by their place in the group.
    fn impulses_of_pins(
        &self,
        bodies: &BTreeSet<BodyId>,
        listed: &Forces,
        per_unit: &Number,
    ) -> Result<BTreeMap<usize, Vector>> {
        let mut impulses = BTreeMap::new();
        let mut least = 0;
        for (number, [x, y]) in &listed.pins {
            let place = self.pins.binary_search_by_key(number, |pin| pin.pin).ok();
            let is_struck = |index: &usize| {
                let pin = self.pins.get(*index);
                pin.is_some_and(|pin| pin.bodies().any(|body| bodies.contains(&body)))
            };
            let is_zero = x.is_zero() && y.is_zero();
            let (Some(index), false) = (place.filter(is_struck), *number < least || is_zero) else {
                let required = "ascending pins of what is struck, not 0";
                return L2.refuse("`pins`", format!("pin {number}"), required);
            };
            least = number.saturating_add(1);
            let [x, y] = [x, y].map(|part| &Number::dyadic(part.clone(), 0) * per_unit);
            impulses.insert(index, Vector::new(x, y));
        }
        Ok(impulses)
    }

    /// L11, of a row that is taken.
    fn opens(
        &self,
        index: usize,
        taken: &Taken,
        struck: Option<&[Number; 2]>,
        after: &Motion,
    ) -> Result {
        let Some(Meeting { row, .. }) = self.meetings.get(index) else {
            return Ok(());
        };
        let place = names::touch(&self.stage.plan.scene, &row.name);
        let opens = row.linear(after)?;
        if opens < taken.least || (struck.is_some() && opens != taken.least) {
            let found = names::rational(&opens.to_rational());
            let least = names::rational(&taken.least.to_rational());
            let how = if struck.is_some() { "" } else { "at least " };
            let found = format!("a gap velocity of {found} after the round");
            return L11.refuse(place, found, format!("{how}{least}"));
        }
        let (Some([across, along]), Some(slip)) = (struck, &row.slip) else {
            return Ok(());
        };
        let [below, above] = &taken.cone;
        let least = -&(below * across);
        let most = above * across;
        if *along < least || *along > most {
            return L11.refuse(place, "more friction than there may be", "what μ allows");
        }
        let slips = slip.value(after)?;
        let is_lawful = match slips.sign() {
            Ordering::Greater => *along == least,
            Ordering::Equal => true,
            Ordering::Less => *along == most,
        };
        if !is_lawful {
            return L11.refuse(
                place,
                "less friction than slip asks for",
                "as much as may be",
            );
        }
        Ok(())
    }

    /// Changes velocities by an impulse.
    fn push(
        &self,
        velocities: &mut Motion,
        sides: &[(BodyId, [Number; 3])],
        impulse: &Number,
    ) -> Result {
        for (body, [x, y, turn]) in sides {
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

/// The sets that are joined, with the meetings of each.
fn clusters(mut joined: Union, meetings: &[Meeting]) -> Vec<Cluster> {
    let mut clusters = BTreeMap::new();
    for (first, bodies) in joined.sets() {
        let cluster = Cluster {
            bodies: bodies.into_iter().collect(),
            rows: vec![],
        };
        clusters.insert(first, cluster);
    }
    for (index, meeting) in meetings.iter().enumerate() {
        let body = meeting
            .row
            .sides
            .first()
            .map(|(body, _)| joined.root(*body));
        if let Some(cluster) = body.and_then(|body| clusters.get_mut(&body)) {
            cluster.rows.push(index);
        }
    }
    clusters.into_values().collect()
}

impl Meeting {
    /// μ on both sides.
    fn full_cone(&self) -> [Number; 2] {
        let slip = self.row.slip.as_ref();
        let friction = slip.map_or_else(Number::zero, |slip| slip.friction.clone());
        [friction.clone(), friction]
    }

    /// μ⁻ and μ⁺: μ against the slip before the round, and along it at most (1 - ε) |u|/|τ|.
    fn cone(&self, closing: Option<&Number>, velocities: &Motion) -> Result<[Number; 2]> {
        let Some(slip) = &self.row.slip else {
            return Ok([Number::zero(), Number::zero()]);
        };
        let moved = slip.value(velocities)?;
        let approach = closing.map_or_else(Number::zero, Number::abs);
        let lost = &(&Number::one() - &self.restitution) * &approach;
        let back = (&lost * &moved.abs().reciprocal()).min(slip.friction.clone());
        let friction = slip.friction.clone();
        Ok(match moved.sign() {
            Ordering::Greater => [friction, back],
            Ordering::Equal => [friction.clone(), friction],
            Ordering::Less => [back, friction],
        })
    }

    /// u²/|e|².
    fn steepness(&self, closing: &Number) -> Number {
        &closing.square() * &self.row.length_squared.reciprocal()
    }
}

fn has_other_rounds<T>(found: usize, required: impl std::fmt::Display) -> Result<T> {
    L2.refuse("`rounds`", format!("{found} rounds"), required)
}
