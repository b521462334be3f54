//! Rounds of impacts at the beginning of a part of a step: L11 (`proofs/RUN.md`, section 17).
//!
//! Rows that touch join bodies to clusters. A round takes those rows of a cluster that close
//! fastest, and its impulses u' = M⁻¹ Σ p m are those after which each of them opens at least with
//! -ε u:
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
use super::joints::{Joined, springs_of_velocities};
use super::part::Work;
use super::plan::{Free, Plan};
use super::pose::{Pose, SlipPlane, sides};
use super::program::{Ball, Motion, Program, Row};
use super::state::{Moving, Placed};
use super::velocity::{clusters, velocities_of, velocity_row, with_velocities};
use crate::lookup;
use crate::names;
use crate::rejection::Condition::{L1, L2, L12};
use crate::rejection::Result;
use std::collections::BTreeMap;
use zwang_certificate::run2::space::{BodyState, Group, Round};

/// This many rows may meet in a step, each counted once more for each round.
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
    /// The sum of the energy that rounds give, each if it is positive, J.
    pub rise: Number,
}

/// A row that meets, in a round.
struct Approach {
    /// Which of the rows that meet.
    row: usize,
    /// u.
    speed: Number,
    /// u².
    square: Number,
    /// m·m.
    unit: Number,
    closes: bool,
}

/// A row that a round takes.
struct Taken {
    row: Approach,
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
    joints: Vec<Joined<'a>>,
    /// The rows of each cluster.
    clusters: Vec<Vec<usize>>,
}

/// The velocities after the rounds that are listed of a group, and no others.
pub(super) fn resolve(
    plan: &Plan,
    stage: &[Placed],
    contacts: &[Touching],
    group: &Group,
    work: &mut Work,
) -> Result<Rounds> {
    let listed = &group.rounds;
    let mut found = Rounds {
        states: Vec::new(),
        radius: Number::zero(),
        law_squared: Number::zero(),
        rise: Number::zero(),
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
    let meeting = Meeting::new(plan, stage, (contacts, &group.joints))?;
    let times = listed.len().saturating_add(1);
    let own = meeting.places.len().saturating_add(meeting.joints.len());
    work.of_rounds = work.of_rounds.saturating_add(own.saturating_mul(times));
    if work.of_rounds > MOST_ROWS {
        let found = format!("{} rows that meet, and joints", work.of_rounds);
        return L1.exceed(
            "`rounds`",
            found,
            format!("at most {MOST_ROWS}: fewer rounds"),
        );
    }
    work.require_paid()?;
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
        let rise = meeting.rise(&taken, &ball, (&placed, &states))?;
        found.rise = &found.rise + &rise.max(Number::zero());
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
    fn new(
        plan: &'a Plan,
        stage: &'a [Placed],
        (contacts, listed): (&'a [Touching<'a>], &[usize]),
    ) -> Result<Self> {
        let members = free_bodies(plan, contacts, listed);
        let index = index_of(plan, &members);
        let joints = Joined::read(plan, listed, &index)?;
        let mut places = places(plan, stage, contacts, &index)?;
        places.retain(|at| at.touches(plan));
        let mut found = Self {
            plan,
            stage,
            members: Vec::new(),
            bodies: Vec::new(),
            poses: Vec::new(),
            clusters: rows_by_cluster(&places, &joints, members.len())?,
            places,
            joints,
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

    fn approach(&self, index: usize, velocities: &[Motion]) -> Result<Approach> {
        let at = lookup::of_scene(&self.places, "row", index)?;
        let normal = &at.contact.before.vector;
        let row = Row {
            sides: sides(at, normal, &self.poses)?,
            constant: Number::zero(),
            rough: None,
        };
        let speed = row.change(velocities)?;
        Ok(Approach {
            row: index,
            square: speed.square(),
            unit: normal.square(),
            closes: at.closes(self.plan, &speed),
            speed,
        })
    }

    /// ε of a row.
    fn restitution(&self, index: usize) -> Result<&Number> {
        let at = lookup::of_scene(&self.places, "row", index)?;
        Ok(&at.contact.restitution)
    }

    /// The rows that a round takes, ascending.
    fn taken(&self, number: u64, velocities: &[Motion]) -> Result<Vec<Taken>> {
        let mut taken = Vec::new();
        for cluster in &self.clusters {
            taken.extend(self.taken_of(cluster, number, velocities)?);
        }
        taken.sort_by_key(|own| own.row.row);
        Ok(taken)
    }

    /// The rows of a cluster that a round takes.
    fn taken_of(
        &self,
        cluster: &[usize],
        number: u64,
        velocities: &[Motion],
    ) -> Result<Vec<Taken>> {
        let mut rows = Vec::new();
        let mut is_lively = false;
        for index in cluster {
            let row = self.approach(*index, velocities)?;
            is_lively |= row.closes && self.restitution(*index)?.is_positive();
            rows.push(row);
        }
        let count = u64::try_from(cluster.len()).unwrap_or(u64::MAX);
        let most = self.plan.restitution.rounds.saturating_mul(count);
        if !is_lively || number > most {
            return Ok(Vec::new());
        }
        let is_last = number == most;
        if !is_last {
            rows = fastest(rows);
        }
        // The round of all rows after others only stops them, so that no energy is gained.
        let bounces = !is_last || most == 0;
        let mut taken = Vec::new();
        for row in rows {
            let least = match row.closes && bounces {
                true => -&(&row.speed * self.restitution(row.row)?),
                false => Number::zero(),
            };
            taken.push(Taken {
                row,
                least,
                is_thrown: false,
            });
        }
        let is_thrown = taken.iter().any(|own| own.least.is_positive());
        for own in &mut taken {
            own.is_thrown = is_thrown;
        }
        Ok(taken)
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
            let at = lookup::of_scene(&self.places, "row", own.row.row)?;
            let of_contact = match plane {
                Some((contact, plane)) if std::ptr::eq(contact, at.contact) => plane,
                _ => self.plane(at)?,
            };
            let mut row = velocity_row(at, &of_contact, &self.poses, &velocities)?;
            plane = Some((at.contact, of_contact));
            if round.is_reduced && own.is_thrown {
                self.reduce(at, &mut row, own.row.closes);
            }
            row.constant = &row.constant - &own.least;
            rows.push(row);
        }
        let unit = &self.plan.whole_step;
        let digits = self.plan.digits;
        let springs = springs_of_velocities(&self.joints, digits, &self.poses, &velocities)?;
        let program = Program {
            bodies: &self.bodies,
            rows: &rows,
            springs: &springs,
        };
        let ball = Ball::of(self.plan, program, &round.leaf, unit)?;
        self.points_are_borne(taken, &ball)?;
        let states = with_velocities(self.plan, &ball, placed)?;
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
                struck.push(lookup::of_scene(&self.places, "row", own.row.row)?);
            }
        }
        impacts_are_borne(self.plan, self.stage, struck)
    }

    /// The plane in which the contact of a place slips.
    fn plane<'p>(&self, at: &'p Place) -> Result<SlipPlane<'p>> {
        let Normal { vector, length } = &at.contact.before;
        SlipPlane::of(at, (vector, length), &self.poses, self.plan.of_forces())
    }

    /// L12: the energy that a round gives.
    fn rise(
        &self,
        taken: &[Taken],
        ball: &Ball,
        (placed, states): (&[Placed], &[(usize, BodyState)]),
    ) -> Result<Number> {
        let mut struck = Number::zero();
        for (own, force) in taken.iter().zip(&ball.forces) {
            struck = &struck + &(&force.across * &own.row.speed.abs());
        }
        let rise = &energy(&self.placed(states)) - &energy(placed);
        if rise > struck.shifted(GAIN) {
            let found = format!("{} J more", names::rational(&rise.to_rational()));
            let required = "at most 2^-12 of what strikes: less friction";
            return L12.refuse("`rounds`", found, required);
        }
        Ok(rise)
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

/// The rows of each cluster: bodies are joined by rows and joints.
fn rows_by_cluster(places: &[Place], joints: &[Joined], members: usize) -> Result<Vec<Vec<usize>>> {
    let pairs = places.iter().filter_map(Place::pair);
    let pairs = pairs.chain(joints.iter().filter_map(Joined::pair));
    let clusters = clusters(pairs, members)?;
    let mut found = BTreeMap::new();
    for (row, at) in places.iter().enumerate() {
        for end in at.ends.iter().take(1) {
            let cluster = *lookup::of_scene(&clusters, "body", end.member)?;
            found.entry(cluster).or_insert_with(Vec::new).push(row);
        }
    }
    Ok(found.into_values().collect())
}

/// Those of rows that close fastest, or hardly slower.
fn fastest(mut rows: Vec<Approach>) -> Vec<Approach> {
    rows.retain(|row| row.closes);
    let mut fastest = [Number::zero(), Number::one()];
    for row in &rows {
        let [square, unit] = &fastest;
        if &row.square * unit > square * &row.unit {
            fastest = [row.square.clone(), row.unit.clone()];
        }
    }
    rows.retain(|row| row.is_about(&fastest));
    rows
}

impl Approach {
    /// Whether u²/(m·m) is hardly less than the quotient of these two.
    fn is_about(&self, [square, unit]: &[Number; 2]) -> bool {
        let own = &(&self.square * unit) * &Number::from(SAME_SPEED).square();
        let least = &(square * &self.unit) * &Number::from(SAME_SPEED - 1).square();
        own >= least
    }
}
