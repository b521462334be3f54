//! How bodies bounce.
//!
//! Two bodies that meet, and touch nothing else, part at the contact at ε times the speed at which
//! they met (Newton's law of restitution), whatever friction does along it:
//!
//! ```text
//! u' = -ε u
//! ```
//!
//! u is the velocity of the vertex relative to the edge, outwards, in the state before the step; u'
//! is the same after it. The *bounce* of an impact is |u' + ε u| / |u|, the least of its contacts:
//! of those, at least one has had an impulse.
//!
//! **Meetings.** The bodies go on with their velocities until a vertex is on an edge that
//! separates the parts. All contacts of the pair that are closed there have to be of one direction.
//! Two vertices that meet the edge one soon after the other do not part as if they met it together:
//! so with ε > 0 they have to be closed at the same time, and no other may close in the rest of the
//! step. With ε = 0 the last one that meets has u' = 0, so all that may have met are looked at.
//!
//! Normals of rounded parts turn while they approach. So the time of their meeting is found by
//! steps of the distance over the speed at which it closes, and both speeds are those along the
//! normal where they meet.
//!
//! **How much is forgiven.** The time of the impact within the step is not known, nor what the
//! integrator does there: 2 (1 + ε) times what weights, loads and spins can change of u in the
//! step, and what the turn of the edge can. Bodies that meet more slowly than that are not looked
//! at. A contact that still closes after the step is soft, and that is no bounce yet.

use super::{Law, Moment, Step, speed_of};
use crate::crowd::Crowded;
use crate::enclosure::Enclosure;
use crate::grade::Grade;
use crate::nearness::{DIRECTION_DIGITS, Near, Places, longer_than};
use crate::pose::Pose;
use crate::vector::{Vector, cross, dot, scaled, sum};
use crate::whole::floor;
use malachite::base::num::arithmetic::traits::{Abs, FloorSqrt, PowerOf2};
use malachite::base::num::basic::traits::{One, OneHalf, Zero};
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;

/// Directions of one line differ by at most 2 to minus this.
const PARALLEL_DIGITS: u64 = 16;
/// The time at which rounded parts meet is found in so many steps at most; each doubles its digits.
const MEETING_STEPS: usize = 12;
/// Such times are multiples of 2 to minus this, s.
const TIME_DIGITS: i64 = 96;

/// How many impacts of a run were graded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BounceSummary {
    /// Impacts of two bodies that touch nothing else.
    pub graded: usize,
    /// All others: bodies that meet touch or meet others as well, have pins, meet at corners, or
    /// are soft.
    pub open: usize,
}

impl BounceSummary {
    /// Takes a step into account.
    pub(crate) fn add(&mut self, impacts: &Impacts) {
        self.graded += impacts.bounces.len();
        self.open += impacts.open.len();
    }

    /// Why there is no grade.
    pub(crate) fn why_not(&self) -> Option<String> {
        if self.graded > 0 {
            return None;
        }
        let why = if self.open == 0 {
            "nothing meets at speed"
        } else {
            "no two bodies meet that touch nothing else"
        };
        Some(why.to_owned())
    }
}

/// The impacts of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Impacts {
    pub(crate) bounces: Vec<Bounce>,
    /// Pairs of bodies whose impact cannot be judged.
    pub(crate) open: Vec<[usize; 2]>,
}

impl Impacts {
    fn has(&self, pair: [usize; 2]) -> bool {
        let mut bounces = self.bounces.iter();
        self.open.contains(&pair) || bounces.any(|bounce| bounce.bodies == pair.map(BodyId))
    }
}

/// An impact that is judged.
#[derive(Clone, Debug)]
pub(crate) struct Bounce {
    /// By how much the speed after it is wrong, over that before it.
    pub(crate) share: Rational,
    pub(crate) bodies: [BodyId; 2],
}

/// The judgement of a pair that may have met.
enum Met {
    No,
    Open,
    Bounced(Rational),
}

/// The judgement of the way of a pair in a step.
struct Approach {
    pair: [usize; 2],
    restitution: Rational,
    /// How much velocities of contacts may change without an impact, m/s, times 2 (1 + ε).
    slack: Rational,
    /// At least the speed at which points of the two come nearer, m/s.
    speed: Rational,
}

/// Two bodies on their way.
struct Advanced {
    /// Those of the free ones, by their places.
    poses: BTreeMap<usize, Pose>,
    places: Places,
}

/// For each body that touches or may meet others, these.
type Company = BTreeMap<usize, BTreeSet<usize>>;

/// A contact that may close, and when, s.
struct Closing {
    contact: Contact,
    after: Rational,
}

impl Law<'_, '_> {
    /// The impacts of the step from the first state to the second. Without velocities in the table
    /// the third one tells those after it, and nothing tells those before it of bodies that have
    /// met in the step before.
    pub(crate) fn impacts(
        &self,
        moments: &[Moment],
        before: &Impacts,
        monitor: &Monitor,
    ) -> Result<Impacts, Crowded> {
        let mut step = Step::new(self, moments, monitor)?;
        let near = std::mem::take(&mut step.meetings);
        let company = step.company(near)?;
        step.find_meetings(&moments[0], &moments[1])?;
        step.find_collisions()?;
        let mut impacts = Impacts::default();
        for pair in &step.meetings {
            if !self.has_velocities && before.has(*pair) {
                continue;
            }
            match step.met(*pair, &company)? {
                Met::No => {}
                Met::Open => impacts.open.push(*pair),
                Met::Bounced(share) => impacts.bounces.push(Bounce {
                    share,
                    bodies: pair.map(BodyId),
                }),
            }
        }
        Ok(impacts)
    }
}

impl<'m> Step<'_, '_, 'm> {
    fn met(&self, pair: [usize; 2], company: &Company) -> Result<Met, Crowded> {
        let approach = self.approach(pair);
        let [first, second] = [0, 1].map(|index| &self.moments[index].nearness.places);
        let closing = self.closing(&approach, first)?;
        if closing.is_empty() {
            return Ok(Met::No);
        }
        let mut met = closing[0].contact;
        let mut contacts = Vec::new();
        if self.is_alone(pair, company) {
            for closed in &closing {
                if let Some(found) = self.together(&approach, closed)? {
                    met = closed.contact;
                    contacts = found;
                    break;
                }
            }
        }
        let places = [first, second];
        let [before, after] = self.speeds(&met, places, &closing);
        // Nothing has stopped it.
        if &after - &before <= approach.slack {
            return Ok(Met::No);
        }
        let speed = before.abs();
        let mut least: Option<Rational> = None;
        let mut still_closes = -after > approach.slack;
        for contact in &contacts {
            let [before, after] = self.speeds(contact, places, &closing);
            still_closes |= -&after > approach.slack;
            let wrong = (after + &approach.restitution * before).abs();
            let wrong = (wrong - &approach.slack).max(Rational::ZERO) / &speed;
            if least.as_ref().is_none_or(|least| wrong < *least) {
                least = Some(wrong);
            }
        }
        Ok(match least {
            Some(wrong) if !still_closes => Met::Bounced(wrong),
            _ => Met::Open,
        })
    }

    /// Each body with those that it touches in any state, or may meet.
    fn company(&self, mut pairs: BTreeSet<[usize; 2]>) -> Result<Company, Crowded> {
        let closed = self
            .law
            .reach(&Grade::A.limit().unwrap_or_default(), &self.precision);
        for moment in self.moments {
            for (pair, reach) in &moment.nearness.within(&closed)?.pairs {
                if *reach <= closed {
                    pairs.insert(*pair);
                }
            }
        }
        let mut company = Company::new();
        for [one, other] in pairs {
            company.entry(one).or_default().insert(other);
            company.entry(other).or_default().insert(one);
        }
        Ok(company)
    }

    /// Whether the bodies of a pair touch and meet nothing else, and have no pins.
    fn is_alone(&self, [first, second]: [usize; 2], company: &Company) -> bool {
        let shape = self.law.shape;
        let is_free_of_others = |body: usize, other: usize| {
            let mut met = company.get(&body).into_iter().flatten();
            shape.is_fixed(BodyId(body)) || met.all(|met| *met == other)
        };
        let is_pinned = |body: usize| {
            let mut pins = shape.scene.pins.iter();
            pins.any(|pin| pin.first.0 == body || pin.second == Some(BodyId(body)))
        };
        is_free_of_others(first, second)
            && is_free_of_others(second, first)
            && ![first, second].into_iter().any(is_pinned)
    }

    fn approach(&self, pair: [usize; 2]) -> Approach {
        let shape = self.law.shape;
        let restitution = to_solver(
            &shape
                .scene
                .restitution
                .between(BodyId(pair[0]), BodyId(pair[1])),
        );
        let mut acceleration = Rational::ZERO;
        let mut speed = Rational::ZERO;
        let mut spin = Rational::ZERO;
        let mut rounding = Rational::ZERO;
        for place in pair.into_iter().filter_map(|body| shape.bodies[body].place) {
            let body = &shape.bodies[shape.free[place]];
            let Some(mass) = &body.mass else { continue };
            let pull = &shape.pulls[place];
            acceleration += longer_than(&pull.force) / &mass.mass;
            let mut fastest = Rational::ZERO;
            let mut turning = Rational::ZERO;
            let mut torque = Rational::ZERO;
            for moment in self.moments {
                let velocity = &moment.velocities[place];
                fastest = fastest.max(speed_of(velocity, &body.radius));
                turning = turning.max(velocity.spin.middle().abs());
                torque = torque.max(pull.torque(&moment.poses[place].rotation).middle().abs());
            }
            acceleration += (torque / &mass.inertia + &turning * &turning) * &body.radius;
            rounding += self.rounding_of_speed(place, &fastest);
            speed += fastest;
            spin += turning;
        }
        let twice = Rational::from(2) * (Rational::ONE + &restitution);
        let changed = (twice * acceleration + &speed * spin) * self.span();
        Approach {
            pair,
            restitution,
            slack: changed + rounding,
            speed,
        }
    }

    fn rounding_of_speed(&self, place: usize, fastest: &Rational) -> Rational {
        let precisions = self.law.precisions;
        let one = if self.law.has_velocities {
            precisions.unit(fastest)
        } else {
            precisions.of(self.law.shape, self.moments[0].state, place) / &self.duration
        };
        one * Rational::from(4)
    }

    /// The contacts of a pair that close faster than is forgiven within the step, the soonest
    /// first; those of a pair that touches, too. Integrators that tell their velocities may be a
    /// step early.
    fn closing(&self, approach: &Approach, first: &Places) -> Result<Vec<Closing>, Crowded> {
        let before = &self.moments[0];
        let steps = if self.law.has_velocities { 2 } else { 1 };
        let step = &self.moments[1].state.time - &before.state.time;
        let longest = step * Rational::from(steps);
        let mut found = Vec::new();
        for contact in self.contacts_of(approach.pair)? {
            let (near, distance) = placed(first, &contact);
            let pose = |place: usize| &before.poses[place];
            let [_, speed] = self.relative_velocity(&contact, &near, pose, before.velocities);
            if -&speed <= approach.slack {
                continue;
            }
            let distance = self.law.grid.metres(&distance).max(Rational::ZERO);
            let mut after = Some(distance / -speed);
            if near.rounded.is_some() {
                after = after.and_then(|after| self.meeting(&contact, after));
            }
            if let Some(after) = after
                && after <= longest
            {
                found.push(Closing { contact, after });
            }
        }
        found.sort_by(|one, other| one.after.cmp(&other.after));
        Ok(found)
    }

    /// The time at which rounded parts meet, s, from one that is not later; `None` if they pass
    /// each other. Since their distance is convex in time while points approach, no step goes too
    /// far.
    fn meeting(&self, contact: &Contact, from: Rational) -> Option<Rational> {
        let grid = self.law.grid;
        let velocities = self.moments[0].velocities;
        let mut time = from;
        for _ in 0..MEETING_STEPS {
            let advanced = self.advanced(contact.bodies(), &time);
            let (near, distance) = placed(&advanced.places, contact);
            if distance <= 1 {
                return Some(time);
            }
            let [_, speed] =
                self.relative_velocity(contact, &near, |place| &advanced.poses[&place], velocities);
            if speed >= 0 {
                return None;
            }
            time += grid.metres(&distance) / -speed;
            time = Rational::from(floor(&(time << TIME_DIGITS))) >> TIME_DIGITS;
        }
        Some(time)
    }

    /// The contacts of a pair that are near before or after the step.
    fn contacts_of(&self, pair: [usize; 2]) -> Result<BTreeSet<Contact>, Crowded> {
        let mut contacts = BTreeSet::new();
        for moment in &self.moments[..2] {
            contacts.extend(moment.nearness.of_bodies(pair)?.contacts.into_keys());
        }
        Ok(contacts)
    }

    /// The contacts that close together with one that does: none if they cannot be judged, and
    /// `None` if it does not close.
    fn together(
        &self,
        approach: &Approach,
        closed: &Closing,
    ) -> Result<Option<Vec<Contact>>, Crowded> {
        let grid = self.law.grid;
        let span = self.span();
        let advanced = self.advanced(approach.pair, &closed.after);
        let left = (&span - &closed.after).max(Rational::ZERO);
        let forgiven = grid.units(&(&approach.slack * &span + &self.precision)) + Integer::ONE;
        let on_the_way = grid.units(&(&approach.speed * left * Rational::from(2)));
        let widest = &forgiven + on_the_way;
        let state = self.moments[1].index;
        let near = grid.contacts_of(state, &advanced.places, approach.pair, &widest)?;
        let direction = match near.contacts.get(&closed.contact) {
            Some(near) if near.reach <= forgiven => near.direction.clone(),
            _ => return Ok(None),
        };
        let is_hard = approach.restitution == 0;
        let mut contacts = Vec::new();
        for (contact, near) in &near.contacts {
            let is_same =
                *contact == closed.contact || is_hard || self.is_as_soon(approach, closed, contact);
            if !is_parallel(&near.direction, &direction) || !is_same {
                return Ok(Some(Vec::new()));
            }
            contacts.push(*contact);
        }
        Ok(Some(contacts))
    }

    /// Whether a contact closes at the same time and as fast as another one, to the last digits.
    fn is_as_soon(&self, approach: &Approach, closed: &Closing, contact: &Contact) -> bool {
        let before = &self.moments[0];
        let mut found = Vec::new();
        for contact in [&closed.contact, contact] {
            let (near, distance) = placed(&before.nearness.places, contact);
            let pose = |place: usize| &before.poses[place];
            let [_, speed] = self.relative_velocity(contact, &near, pose, before.velocities);
            found.push((self.law.grid.metres(&distance), speed));
        }
        let [(distance, speed), (other_distance, other_speed)] = &found[..] else {
            return false;
        };
        let limit = Grade::A.limit().unwrap_or_default();
        let apart = (distance - other_distance).abs();
        let faster = (speed - other_speed).abs();
        let precision = &self.precision + self.law.grid.metres(&Integer::from(4));
        apart <= precision && faster <= limit * &approach.speed
    }

    /// Two bodies after a time, with the velocities of the first state.
    fn advanced(&self, bodies: [usize; 2], time: &Rational) -> Advanced {
        let before = &self.moments[0];
        let mut poses = BTreeMap::new();
        for place in bodies
            .iter()
            .filter_map(|body| self.law.shape.bodies[*body].place)
        {
            let pose = &before.poses[place];
            let velocity = &before.velocities[place];
            let centroid = sum(&pose.centroid, &scaled(&velocity.linear, time));
            let half = velocity.spin.middle() * time * Rational::ONE_HALF;
            let square = &half * &half;
            let whole = Rational::ONE + &square;
            let cosine = (Rational::ONE - square) / &whole;
            let sine = half * Rational::from(2) / whole;
            let [x, y] = pose.rotation.each_ref().map(Enclosure::middle);
            let rotation = [&cosine * &x - &sine * &y, sine * x + cosine * y];
            poses.insert(place, Pose::of_pair(&centroid, rotation));
        }
        let places = self.law.grid.places_of(&bodies, |place| &poses[&place]);
        Advanced { poses, places }
    }

    /// The velocity of the vertex of a contact relative to its edge, outwards, before and after the
    /// step, m/s; of rounded parts along the normal where they meet.
    fn speeds(
        &self,
        contact: &Contact,
        places: [&Places; 2],
        closing: &[Closing],
    ) -> [Rational; 2] {
        let last = &self.moments[self.moments.len() - 1];
        let velocities = [self.moments[0].velocities, last.velocities];
        let mut closing = closing.iter();
        let met = closing.find(|closed| closed.contact == *contact);
        if let Some(met) = met {
            let advanced = self.advanced(contact.bodies(), &met.after);
            if let Some(near) = advanced.places.rounded(contact) {
                return velocities.map(|velocities| {
                    let pose = |place: usize| &advanced.poses[&place];
                    let [_, outwards] = self.relative_velocity(contact, &near, pose, velocities);
                    outwards
                });
            }
        }
        let mut speeds = [Rational::ZERO, Rational::ZERO];
        for (index, speed) in speeds.iter_mut().enumerate() {
            let (near, _) = placed(places[index], contact);
            let pose = |place: usize| &self.moments[index].poses[place];
            let [_, outwards] = self.relative_velocity(contact, &near, pose, velocities[index]);
            *speed = outwards;
        }
        speeds
    }
}

/// A contact where bodies are, and the distance of its vertex from the line of its edge, positive
/// outside.
fn placed(places: &Places, contact: &Contact) -> (Near, Integer) {
    if let Some(near) = places.rounded(contact)
        && let Some(rounded) = &near.rounded
    {
        let gap = rounded.gap.clone();
        return (near, gap);
    }
    let gap = places.gap(contact);
    let length = dot(&gap.edge, &gap.edge).floor_sqrt().max(Integer::ONE);
    let distance = &gap.outside / &length;
    let near = Near {
        reach: Integer::ZERO,
        along: Integer::ZERO,
        point: gap.point,
        direction: gap.edge.map(|part| (part << DIRECTION_DIGITS) / &length),
        beyond: Integer::ZERO,
        worse: Integer::ZERO,
        rounded: None,
    };
    (near, distance)
}

/// Whether two directions are those of one line.
fn is_parallel(one: &Vector<Integer>, other: &Vector<Integer>) -> bool {
    let bound = Integer::power_of_2(2 * DIRECTION_DIGITS - PARALLEL_DIGITS);
    cross(one, other).abs() <= bound
}
