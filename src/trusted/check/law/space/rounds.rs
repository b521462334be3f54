//! Rounds of impacts at the beginning of a part of a step: L11 (`proofs/RUN.md`, section 17).
//!
//! Rows that touch join bodies to clusters. A round takes those rows of a cluster that close fastest,
//! and its impulses u' = M⁻¹ Σ p m are those after which each of them opens at least with -ε u:
//!
//! ```text
//! minimise ½ |v' - v|²   subject to   u(v') ≥ -ε u(v)   for the rows that are taken.
//! ```
//!
//! They are proved by a ball, as velocities after a step are.

use super::super::number::Number;
use super::bearing::impacts_are_borne;
use super::contacts::{Normal, Place, Touching};
use super::energy::kinetic_energy;
use super::group::{free_bodies, index_of, places};
use super::plan::{Free, Plan};
use super::pose::{Pose, SlipPlane, sides};
use super::program::{Ball, Motion, Row};
use super::state::{Moving, Placed};
use super::velocity::{joined, velocities_of, velocity_row, with_velocities};
use crate::lookup;
use crate::names;
use crate::rejection::Condition::{L1, L2, L12};
use crate::rejection::Result;
use std::collections::BTreeMap;
use zwang_certificate::run2::space::{BodyState, Round};

/// So many rows may meet in a step, each counted once more for each round.
const MOST_ROWS: usize = 1 << 20;
/// Rows within one part of this of the fastest approach are as fast.
const SAME_SPEED: i64 = 256;
/// A round may add 2^-GAIN of Σ φ |u|.
const GAIN: u64 = 12;

/// The outcome of the rounds of a group.
pub(super) struct Rounds {
    /// The bodies, by their places in the scene, with their velocities after the rounds.
    pub states: Vec<(usize, BodyState)>,
    /// The largest radius of a ball, and the largest λ².
    pub radius: Number,
    pub law_squared: Number,
}

/// A row that a round takes.
struct Taken {
    /// Which of the rows that meet.
    row: usize,
    closes: bool,
    /// u.
    speed: Number,
    /// b.
    least: Number,
    /// Whether a row of its cluster is thrown back.
    is_thrown: bool,
}

/// The rows of a group that meet.
struct Meeting<'a> {
    plan: &'a Plan,
    stage: &'a [Placed<'a>],
    /// The free bodies in the state before.
    members: Vec<(&'a Placed<'a>, &'a Moving<'a>)>,
    bodies: Vec<&'a Free>,
    poses: Vec<Pose>,
    places: Vec<Place<'a>>,
    /// The rows of each cluster.
    clusters: Vec<Vec<usize>>,
}

/// The velocities after the rounds that are listed of a group, and no others.
pub(super) fn resolve(
    plan: &Plan,
    stage: &[Placed],
    contacts: &[Touching],
    listed: &[Round],
    rows: &mut usize,
) -> Result<Rounds> {
    let mut found = Rounds {
        states: Vec::new(),
        radius: Number::zero(),
        law_squared: Number::zero(),
    };
    if contacts.iter().all(|contact| contact.restitution.is_zero()) {
        return match listed.is_empty() {
            true => Ok(found),
            false => has_other_rounds(listed.len(), 0),
        };
    }
    if plan.scene.friction.is_none() && listed.iter().any(|round| round.is_reduced) {
        return L2.refuse("`reduced`", "a round", "none in a scene without friction");
    }
    let meeting = Meeting::new(plan, stage, contacts)?;
    let times = listed.len().saturating_add(1);
    *rows = rows.saturating_add(meeting.places.len().saturating_mul(times));
    if *rows > MOST_ROWS {
        let found = format!("{rows} rows that meet");
        return L1.exceed(
            "`rounds`",
            found,
            format!("at most {MOST_ROWS}: fewer rounds"),
        );
    }
    found.states = meeting.states();
    let mut rounds = listed.iter();
    let mut number = 0;
    loop {
        let placed = meeting.placed(&found.states);
        let taken = meeting.taken(number, &velocities_of(&placed))?;
        let round = match rounds.next() {
            None if taken.is_empty() => return Ok(found),
            Some(round) if !taken.is_empty() => round,
            Some(_) => return has_other_rounds(listed.len(), number),
            None => return has_other_rounds(listed.len(), "more"),
        };
        let (states, ball) = meeting.struck(&placed, &taken, round)?;
        found.radius = found.radius.max(&plan.whole_step * &ball.radius);
        found.law_squared = found.law_squared.max(ball.law_squared);
        found.states = states;
        number = number.saturating_add(1);
    }
}

fn has_other_rounds<T>(found: usize, required: impl std::fmt::Display) -> Result<T> {
    L2.refuse("`rounds`", format!("{found} rounds"), required)
}

impl<'a> Meeting<'a> {
    fn new(plan: &'a Plan, stage: &'a [Placed], contacts: &'a [Touching]) -> Result<Self> {
        let members = free_bodies(plan, contacts);
        let mut places = places(plan, stage, contacts, &index_of(plan, &members))?;
        places.retain(|at| at.touches(plan));
        let mut found = Self {
            plan,
            stage,
            members: Vec::new(),
            bodies: Vec::new(),
            poses: Vec::new(),
            clusters: clusters(&places, members.len())?,
            places,
        };
        for body in members {
            let at = lookup::of_scene(stage, "body", body)?;
            if let Some(moving) = &at.moving {
                found.bodies.push(moving.free);
                found.poses.push(Pose::of(at));
                found.members.push((at, moving));
            }
        }
        Ok(found)
    }

    /// The bodies with the states before the part.
    fn states(&self) -> Vec<(usize, BodyState)> {
        let mut found = Vec::new();
        for (at, moving) in &self.members {
            found.push((at.body.id.0, moving.state.clone()));
        }
        found
    }

    /// The bodies in these states.
    fn placed<'s>(&'s self, states: &'s [(usize, BodyState)]) -> Vec<Placed<'s>> {
        let mut found = Vec::new();
        for ((at, _), (_, state)) in self.members.iter().zip(states) {
            found.push(Placed::new(self.plan, at.body, Some(state)));
        }
        found
    }

    /// u of a place at these velocities.
    fn speed(&self, at: &Place, velocities: &[Motion]) -> Result<Number> {
        let row = Row {
            sides: sides(at, &at.contact.before.vector, &self.poses)?,
            constant: Number::zero(),
            rough: None,
        };
        row.change(velocities)
    }

    /// Whether a row with this u closes.
    fn closes(&self, at: &Place, speed: &Number) -> bool {
        let way = &self.plan.whole_step * speed;
        let most = &self.plan.touch * &at.contact.before.length;
        speed.is_negative() && way.square() > most.square()
    }

    /// The rows that a round takes, ascending.
    fn taken(&self, number: u64, velocities: &[Motion]) -> Result<Vec<Taken>> {
        let mut taken = Vec::new();
        for cluster in &self.clusters {
            self.take(cluster, number, velocities, &mut taken)?;
        }
        taken.sort_by_key(|own| own.row);
        Ok(taken)
    }

    /// Adds the rows of a cluster that a round takes.
    fn take(
        &self,
        cluster: &[usize],
        number: u64,
        velocities: &[Motion],
        taken: &mut Vec<Taken>,
    ) -> Result {
        let mut rows = Vec::new();
        let mut fastest: Option<Speed> = None;
        let mut is_lively = false;
        for index in cluster {
            let at = lookup::of_scene(&self.places, "row", *index)?;
            let speed = self.speed(at, velocities)?;
            let closes = self.closes(at, &speed);
            let own = Speed::new(at, speed);
            if closes {
                is_lively |= at.contact.restitution.is_positive();
                fastest = match fastest {
                    Some(fastest) if !own.is_above(&fastest) => Some(fastest),
                    _ => Some(own.clone()),
                };
            }
            rows.push((*index, at, closes, own));
        }
        let count = u64::try_from(cluster.len()).unwrap_or(u64::MAX);
        let most = self.plan.restitution.rounds.saturating_mul(count);
        let Some(fastest) = fastest.filter(|_| is_lively && number <= most) else {
            return Ok(());
        };
        // The round of all rows after others only stops them, so that no energy is gained.
        let is_last = number == most;
        let is_thrown = !is_last || most == 0;
        let mut of_cluster = Vec::new();
        for (row, at, closes, own) in rows {
            if is_last || (closes && own.is_about(&fastest)) {
                let least = match closes && is_thrown {
                    true => -&(&own.speed * &at.contact.restitution),
                    false => Number::zero(),
                };
                of_cluster.push(Taken {
                    row,
                    closes,
                    speed: own.speed,
                    least,
                    is_thrown: false,
                });
            }
        }
        let is_thrown = of_cluster.iter().any(|own| own.least.is_positive());
        for own in &mut of_cluster {
            own.is_thrown = is_thrown;
        }
        taken.append(&mut of_cluster);
        Ok(())
    }

    /// The states after a round, and the ball that it proves.
    fn struck(
        &self,
        placed: &[Placed],
        taken: &[Taken],
        round: &Round,
    ) -> Result<(Vec<(usize, BodyState)>, Ball)> {
        let velocities = velocities_of(placed);
        let mut rows = Vec::new();
        let mut plane: Option<(&Touching, SlipPlane)> = None;
        for own in taken {
            let at = lookup::of_scene(&self.places, "row", own.row)?;
            let of_contact = match plane {
                Some((contact, plane)) if std::ptr::eq(contact, at.contact) => plane,
                _ => self.plane(at)?,
            };
            let mut row = velocity_row(at, &of_contact, &self.poses, &velocities)?;
            plane = Some((at.contact, of_contact));
            if round.is_reduced && own.is_thrown {
                self.reduce(at, &mut row, own.closes);
            }
            row.constant = &row.constant - &own.least;
            rows.push(row);
        }
        let unit = &self.plan.whole_step;
        let ball = Ball::of(self.plan, &self.bodies, &rows, &round.leaf, unit)?;
        self.points_are_borne(taken, &ball)?;
        let states = with_velocities(self.plan, &ball, placed)?;
        self.gains_nothing(taken, &ball, (placed, &states))?;
        Ok((states, ball))
    }

    /// Leaves a row so much friction that it gives to the slip at most what restitution takes.
    fn reduce(&self, at: &Place, row: &mut Row, closes: bool) {
        let Some(rough) = &mut row.rough else {
            return;
        };
        let slip = rough.normal.cross(&rough.constant).square();
        if slip.is_zero() {
            return;
        }
        let lost = &(&Number::one() - &at.contact.restitution) * &row.constant;
        let most = match closes {
            true => &lost.square() * &slip.reciprocal(),
            false => Number::zero(),
        };
        rough.friction = rough
            .friction
            .clone()
            .min(most.root_below(self.plan.digits));
        if rough.friction.is_zero() {
            row.rough = None;
        }
    }

    /// L13.
    fn points_are_borne(&self, taken: &[Taken], ball: &Ball) -> Result {
        let mut struck = Vec::new();
        for (own, force) in taken.iter().zip(&ball.forces) {
            if !force.is_none() {
                struck.push(lookup::of_scene(&self.places, "row", own.row)?);
            }
        }
        impacts_are_borne(self.plan, self.stage, struck)
    }

    /// The plane in which the contact of a place slips.
    fn plane<'p>(&self, at: &'p Place) -> Result<SlipPlane<'p>> {
        let Normal { vector, length } = &at.contact.before;
        SlipPlane::of(at, (vector, length), &self.poses, self.plan.of_forces())
    }

    /// L12.
    fn gains_nothing(
        &self,
        taken: &[Taken],
        ball: &Ball,
        (placed, states): (&[Placed], &[(usize, BodyState)]),
    ) -> Result {
        let mut struck = Number::zero();
        for (own, force) in taken.iter().zip(&ball.forces) {
            struck = &struck + &(&force.across * &own.speed.abs());
        }
        let rise = &energy(&self.placed(states)) - &energy(placed);
        if rise > struck.shifted(GAIN) {
            let found = format!("{} J more", names::rational(&rise.to_rational()));
            let required = "at most 2^-12 of what strikes: less friction";
            return L12.refuse("`rounds`", found, required);
        }
        Ok(())
    }
}

/// The kinetic energy of bodies.
fn energy(placed: &[Placed]) -> Number {
    let mut sum = Number::zero();
    for at in placed {
        if let Some(moving) = &at.moving {
            sum = &sum + &kinetic_energy(at, moving);
        }
    }
    sum
}

/// The rows of each cluster: bodies are joined by rows.
fn clusters(places: &[Place], members: usize) -> Result<Vec<Vec<usize>>> {
    let clusters = joined(places, members)?;
    let mut found = BTreeMap::new();
    for (row, at) in places.iter().enumerate() {
        for end in at.ends.iter().take(1) {
            let cluster = *lookup::of_scene(&clusters, "body", end.member)?;
            found.entry(cluster).or_insert_with(Vec::new).push(row);
        }
    }
    Ok(found.into_values().collect())
}

/// A speed across a contact, in units of its normal.
#[derive(Clone)]
struct Speed {
    /// u.
    speed: Number,
    /// u².
    square: Number,
    /// m·m.
    unit: Number,
}

impl Speed {
    fn new(at: &Place, speed: Number) -> Self {
        Self {
            square: speed.square(),
            unit: at.contact.before.vector.square(),
            speed,
        }
    }

    fn is_above(&self, other: &Self) -> bool {
        &self.square * &other.unit > &other.square * &self.unit
    }

    /// Whether it is hardly less than another one.
    fn is_about(&self, fastest: &Self) -> bool {
        let own = &(&self.square * &fastest.unit) * &Number::from(SAME_SPEED).square();
        let least = &(&fastest.square * &self.unit) * &Number::from(SAME_SPEED - 1).square();
        own >= least
    }
}
