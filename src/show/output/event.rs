//! When contacts are made and lost, between bounds within a step.
//!
//! A run has the states of the bodies at the ends of its steps. A row is *made* in step k if it
//! presses in step k and not in step k-1, *lost* if it is the other way round; which rows press,
//! the checker has verified. When, within the step, depends on what bodies do between two states.
//! With the places r, r' of a point in the states k-1, k and its velocity v in the first, every
//! point goes straight, s from 0 to 1:
//!
//! ```text
//! free flight:         r + s (h v + ½ h² f)      of fixed bodies r
//! the recorded motion: r + s (r' - r)
//! ```
//!
//! Here f is g, and with loads g + F / m + (T / I) J (r - z), F and T being their force and torque
//! in the state k-1. At s = 1 the first is the target of the step, to first order in what turns. In
//! both, the gap area (vertex - start) × (end - start) of a row is a quadratic polynomial in s.
//!
//! * A contact is made when it is hit, if the step has rounds of impacts in which it is, and else
//!   when its gap first vanishes in free flight. If that is not within the step, for instance
//!   because other bodies push the two together, nothing but the step is known.
//! * A contact is lost after the state k-1, up to which it presses, and before the gap of the
//!   recorded motion is positive for the rest of the step; within the step, where it never is.
//!
//! Bounds are multiples of 1/1024 of the step, found by integers alone. Velocities jump where a gap
//! closes faster than a body gains in a step of free fall, |u| > h |g|; slower ones cannot be told
//! from accelerations at this step. With loads it is the most that a point of any body may gain, by
//! a bound that is told at [`EventTimes`]. They jump where a contact is lost if its gap opens
//! faster than that while one of its bodies is struck.
//!
//! # With friction
//!
//! How fast a row slips before and after a step is exact. It *slides* at one of these times if it
//! would slip by more than touch in a step. Slower ones cannot be told from rounding.
//!
//! A row that presses in the steps k-1 and k *slips* in step k if it slides after it and not before
//! it, *sticks* if it is the other way round, and *reverses* if it slides at both times, one way
//! and then the other. A contact that is made or lost tells its slips, but is neither of these:
//! before a contact is made there is nothing that could stick.
//!
//! * A contact begins to slide at some time of the step, of which nothing is known.
//! * A contact sticks or reverses when the slip vanishes that slows down at the rate of the step
//!   before, which is right under a constant force. If it did not slide the same way in both, or
//!   did not slow down, or the velocity jumps, or that time is not within the step, nothing but the
//!   step is known.
//!
//! The slip velocity jumps if the slip changes in a step by more than h² |g|, or that bound, while
//! one of the bodies is struck.

mod gap;
mod sliding;

use crate::run::{RunState, RunStep, Slide};
use gap::{Bounds, Gap, Moving};
use num_traits::{Signed, Zero};
use sliding::{Change, Slip, ends, slip, standstill};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Feature};
use zwang_decimal::square_root;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, FreeAcceleration, PinId, Polygon, Resultant, Scene};

pub use gap::PARTS;
pub use sliding::sliding;

/// A contact that is made, lost or struck in a step, or begins or ceases to slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The row.
    pub row: Contact,
    /// Not before this many of [`PARTS`] of the step.
    pub earliest: u32,
    /// Not after this many of [`PARTS`] of the step.
    pub latest: u32,
    /// Whether the velocity jumps, and not the acceleration alone.
    pub velocity_jumps: bool,
    /// The gap area at the beginning of the step, m².
    area: Rational,
    /// How the gap area changes in a step, m²: as the step finds it, or of a contact that is lost,
    /// in the recorded motion at the beginning of the step.
    change: Rational,
    /// The squared length of the edge, m².
    edge_squared: Rational,
    /// How it slides in the step before, and in this one.
    slips: [Slip; 2],
    /// The same of a step with the speed before the step, and with the one after it.
    slip_ends: [Slip; 2],
}

/// An event of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It is hit, and stays or bounces.
    Impact,
    /// It begins to press.
    Made,
    /// It ceases to press.
    Lost,
    /// It begins to slide.
    Slips,
    /// It ceases to slide.
    Sticks,
    /// It slides back.
    Reverses,
}

impl EventKind {
    /// The word for it in tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Impact => "impact",
            Self::Made => "made",
            Self::Lost => "lost",
            Self::Slips => "slips",
            Self::Sticks => "sticks",
            Self::Reverses => "reverses",
        }
    }
}

impl Event {
    /// How far the vertex was before the line of the edge when the step began, m; negative behind
    /// it. The root is rounded.
    #[must_use]
    pub fn gap(&self) -> Rational {
        over_edge(&self.area, &self.edge_squared)
    }

    /// How fast the gap opens, given the length of the step, m/s: as the step finds it, or of a
    /// contact that is lost, in the recorded motion at the beginning of the step. Negative if it
    /// closes. The root is rounded.
    #[must_use]
    pub fn speed(&self, step: &Rational) -> Rational {
        over_edge(&(&self.change / step), &self.edge_squared)
    }
}

/// An area over the length of an edge. The root is rounded.
fn over_edge(area: &Rational, edge_squared: &Rational) -> Rational {
    let square = area * area / edge_squared;
    let root = square_root(&square);
    if area.is_negative() { -root } else { root }
}

/// The contacts that are made and lost in a step, as its facts list them, and with friction those
/// that press before and now and begin or cease to slide; each list ascends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepEvents {
    /// Those that press now and did not before.
    pub made: Vec<Event>,
    /// Those that pressed before and do not now.
    pub lost: Vec<Event>,
    /// Those that slide now and did not before.
    pub slips: Vec<Event>,
    /// Those that slid before and do not now.
    pub sticks: Vec<Event>,
    /// Those that slide one way now and slid the other way before.
    pub reverses: Vec<Event>,
    /// All rows that slide now.
    pub sliding: BTreeSet<Contact>,
}

/// Finds the events of a run, step after step from the first.
///
/// A change that is faster than a step of free fall counts as a jump. The square of the speed that
/// a point gains in it is h² |g|² or, on a body with loads, at most h² |a°|² where they have no
/// torque and h² (2 |a°|² + 4 (A² + B² + C²) r²) otherwise: a° is the free acceleration, A + Re(c)
/// B - Im(c) C the torque over the inertia, and r the largest |arm|.
#[derive(Clone, Debug)]
pub struct EventTimes {
    scene: Scene,
    step: Rational,
    /// The resultant of the loads of each body.
    loads: Vec<Resultant>,
    /// g + F / m, of each free body.
    accelerations: Vec<Option<FreeAcceleration>>,
    /// The square of the way that a step of free fall makes, m².
    fall_squared: Rational,
    /// The slides of the rough rows that press along their edges, in the last step.
    sliding: BTreeMap<Contact, Slide>,
}

impl StepEvents {
    fn of(&mut self, change: Change) -> &mut Vec<Event> {
        match change {
            Change::Slips => &mut self.slips,
            Change::Sticks => &mut self.sticks,
            Change::Reverses => &mut self.reverses,
        }
    }
}

/// The square of the way of a step of free fall, m²; see [`EventTimes`].
fn fall_squared(scene: &Scene, step: &Rational) -> Rational {
    let mut largest = scene.gravity.dot(&scene.gravity);
    let free = scene.free_accelerations().into_iter();
    for ((body, free), loads) in scene.bodies.iter().zip(free).zip(scene.resultants()) {
        let (Some(dynamics), Some(free)) = (&body.dynamics, free) else {
            continue;
        };
        if loads.is_zero() {
            continue;
        }
        let mut reach = Rational::zero();
        for vertex in body.parts.iter().flat_map(Polygon::vertices) {
            let arm = vertex - &dynamics.centroid;
            reach = reach.max(arm.dot(&arm));
        }
        let mut torque = Rational::zero();
        let turning = &loads.turning;
        for part in [&turning.couple, &turning.moment, &turning.virial] {
            torque += part * part;
        }
        let mut square = free.linear.dot(&free.linear);
        if torque.is_positive() {
            let two = Rational::from_integer(2.into());
            let turning = &two * torque * reach / (&dynamics.inertia * &dynamics.inertia);
            square = two * (square + turning);
        }
        largest = largest.max(square);
    }
    let square = step * step;
    largest * &square * square
}

impl EventTimes {
    /// Those of a run of the scene with this length of a step, s.
    #[must_use]
    pub fn new(scene: &Scene, step: &Rational) -> Self {
        Self {
            loads: scene.resultants(),
            accelerations: scene.free_accelerations(),
            fall_squared: fall_squared(scene, step),
            scene: scene.clone(),
            step: step.clone(),
            sliding: BTreeMap::new(),
        }
    }

    /// Goes on to the step after this one.
    pub fn advance(&mut self, step: &RunStep) {
        self.sliding.clone_from(step.slides());
    }

    /// The contacts that are made and lost in the next step, or begin or cease to slide.
    #[must_use]
    pub fn events(&self, step: &RunStep) -> StepEvents {
        let facts = step.facts();
        let now = step.slides();
        let changes = self.changes(now);
        let mut events = StepEvents {
            sliding: sliding(step),
            ..StepEvents::default()
        };
        for row in &facts.made {
            events.made.extend(self.made(step, row));
        }
        if !facts.lost.is_empty() || !changes.is_empty() {
            let struck = self.struck(step, &events.made);
            for row in &facts.lost {
                events.lost.extend(self.lost(step, row, &struck));
            }
            for (row, change) in changes {
                let event = self.changed(step, &row, change, &struck);
                events.of(change).extend(event);
            }
        }
        for event in events.made.iter_mut().chain(&mut events.lost) {
            self.tell_slips(event, now);
        }
        events
    }

    /// All that happens in the next step: impacts, then contacts made,
    /// then contacts lost; then those that begin to slide, that cease to, and that slide back. A
    /// contact that is made by an impact is among the first and the second, so that each count is
    /// the one of the summary of the run.
    #[must_use]
    pub fn all(&self, step: &RunStep) -> Vec<(EventKind, Event)> {
        let events = self.events(step);
        let mut all = Vec::new();
        for row in step.hit() {
            let made = events.made.iter().find(|event| event.row == *row);
            let event = match made {
                Some(made) => Some(made.clone()),
                None => self.bounced(step, row),
            };
            all.extend(event.map(|event| (EventKind::Impact, event)));
        }
        for (kind, events) in [
            (EventKind::Made, events.made),
            (EventKind::Lost, events.lost),
            (EventKind::Slips, events.slips),
            (EventKind::Sticks, events.sticks),
            (EventKind::Reverses, events.reverses),
        ] {
            all.extend(events.into_iter().map(|event| (kind, event)));
        }
        all
    }

    /// A contact that bounces in the next step, which says when.
    #[must_use]
    pub fn bounced(&self, step: &RunStep, row: &Contact) -> Option<Event> {
        let before = self.gap(step, row, |feature, next| self.arrival(step, feature, next))?;
        let bounds = step.impact_time(row).map_or(Bounds::START, Bounds::around);
        let mut event = before.event(row, bounds, true);
        self.tell_slips(&mut event, step.slides());
        Some(event)
    }

    /// The rows that press in the last step and in this one and begin or cease to slide.
    fn changes(&self, now: &BTreeMap<Contact, Slide>) -> Vec<(Contact, Change)> {
        let mut changes = Vec::new();
        for (row, slide) in now {
            if self.sliding.contains_key(row) {
                changes.extend(sliding::change(slide).map(|change| (*row, change)));
            }
        }
        changes
    }

    fn changed(
        &self,
        step: &RunStep,
        row: &Contact,
        change: Change,
        struck: &BTreeSet<usize>,
    ) -> Option<Event> {
        let gap = self.gap(step, row, |feature, next| self.arrival(step, feature, next))?;
        let [before, after] = ends(step.slides(), row);
        let is_struck = row.bodies().iter().any(|body| struck.contains(body));
        let jumps = is_struck && after.differs(&before, &self.fall_squared);
        let bounds = match change {
            Change::Slips => Bounds::STEP,
            Change::Sticks | Change::Reverses if jumps => Bounds::STEP,
            Change::Sticks | Change::Reverses => {
                let [earlier, _] = ends(&self.sliding, row);
                standstill(&before, &earlier)
            }
        };
        let mut event = gap.event(row, bounds, jumps);
        self.tell_slips(&mut event, step.slides());
        Some(event)
    }

    /// Gives an event the slips of its row.
    fn tell_slips(&self, event: &mut Event, now: &BTreeMap<Contact, Slide>) {
        event.slips = [&self.sliding, now].map(|rows| slip(rows, &event.row));
        event.slip_ends = ends(now, &event.row);
    }

    fn made(&self, step: &RunStep, row: &Contact) -> Option<Event> {
        let before = self.gap(step, row, |feature, next| self.arrival(step, feature, next))?;
        let flight = self.gap(step, row, |feature, next| self.flight(step, feature, next))?;
        let is_closing = before.change.is_negative();
        let jumps = is_closing && self.is_fast(&before);
        let bounds = match step.impact_time(row) {
            Some(time) => Some(Bounds::around(time)),
            None => flight.polynomial().first_touch(),
        };
        Some(before.event(row, bounds.unwrap_or(Bounds::STEP), jumps))
    }

    fn lost(&self, step: &RunStep, row: &Contact, struck: &BTreeSet<usize>) -> Option<Event> {
        let after = self.gap(step, row, |feature, next| {
            self.recorded(step, feature, next)
        })?;
        let is_struck = row.bodies().iter().any(|body| struck.contains(body));
        let jumps = is_struck && after.change.is_positive() && self.is_fast(&after);
        let bounds = after.polynomial().departure();
        Some(after.event(row, bounds, jumps))
    }

    /// The free bodies whose velocities may jump in a step: those with forces, of contacts or pins,
    /// in a group in which a contact is made with a jump. If restitution changes velocities a
    /// checked step does not tell whose, and all of them count.
    fn struck(&self, step: &RunStep, made: &[Event]) -> BTreeSet<usize> {
        let hits = made.iter().filter(|event| event.velocity_jumps);
        let hits: BTreeSet<Contact> = hits.map(|event| event.row).collect();
        let mut bodies = BTreeSet::new();
        for group in step.clusters(&self.scene) {
            if step.has_impact() || group.rows.iter().any(|row| hits.contains(row)) {
                bodies.extend(group.rows.iter().flat_map(Contact::bodies));
                for pin in group.pins {
                    bodies.extend(self.pinned(pin));
                }
            }
        }
        if step.has_impact() {
            bodies.extend(step.facts().lost.iter().flat_map(Contact::bodies));
        }
        bodies.retain(|body| self.is_free(*body));
        bodies
    }

    /// The bodies of a pin.
    fn pinned(&self, pin: PinId) -> Vec<usize> {
        let mut bodies = Vec::new();
        if let Some(pin) = self.scene.pins.get(pin.0) {
            bodies.push(pin.first.0);
            bodies.extend(pin.second.map(|second| second.0));
        }
        bodies
    }

    /// Says if a body is free: a fixed one takes part in no motion, and hands no blow on.
    fn is_free(&self, body: usize) -> bool {
        let body = self.scene.body(BodyId(body));
        body.is_some_and(|body| !body.is_fixed())
    }

    /// Whether the gap changes faster than a body gains in a step of free fall.
    fn is_fast(&self, gap: &Gap) -> bool {
        let bound = &self.fall_squared * &gap.edge_squared;
        &gap.change * &gap.change > bound
    }

    /// h² f at a point of a free body, given its arm as it is turned.
    fn fall(&self, body: BodyId, rotation: &Vector, arm: &Vector) -> Option<Vector> {
        let square = &self.step * &self.step;
        let free = self.scene.body(body)?.dynamics.as_ref()?;
        let acceleration = self.accelerations.get(body.0)?.as_ref()?;
        let loads = self.loads.get(body.0)?;
        let mut fall = acceleration.linear.clone();
        if !loads.is_zero() {
            let torque = loads.turning.torque([&rotation.x, &rotation.y]);
            let angular = torque / &free.inertia;
            fall = &fall + &arm.quarter_turn().scaled(&angular);
        }
        Some(fall.scaled(&square))
    }

    /// The gap of a row whose points move in some way from the state before the step. The normal of
    /// what is rounded stays.
    fn gap(
        &self,
        step: &RunStep,
        row: &Contact,
        motion: impl Fn(&Feature, usize) -> Option<Moving>,
    ) -> Option<Gap> {
        let mut vertex = motion(&row.vertex, 0)?;
        let mut start = motion(&row.edge, 0)?;
        if RunState::is_round(&self.scene, row) {
            let touching = step.before().touching(&self.scene, row)?;
            vertex.at = touching.point;
            start.at = touching.start;
            let end = Moving {
                at: &start.at + &touching.edge,
                by: start.by.clone(),
            };
            return Some(Gap::new(&vertex, &start, &end));
        }
        let end = motion(&row.edge, 1)?;
        Some(Gap::new(&vertex, &start, &end))
    }

    /// r, and h times its velocity.
    fn arrival(&self, step: &RunStep, feature: &Feature, next: usize) -> Option<Moving> {
        let state = step.before();
        let at = state.vertex(&self.scene, feature, next)?;
        let velocity = state.velocity_at(BodyId(feature.part.body), &at)?;
        let by = velocity.scaled(&self.step);
        Some(Moving { at, by })
    }

    /// r, and h times its velocity + ½ h² f.
    fn flight(&self, step: &RunStep, feature: &Feature, next: usize) -> Option<Moving> {
        let Moving { at, by } = self.arrival(step, feature, next)?;
        let body = BodyId(feature.part.body);
        if !self.is_free(body.0) {
            return Some(Moving { at, by });
        }
        let state = step.before();
        let arm = &at - &state.position(body)?;
        let fall = self.fall(body, &state.rotation(body)?, &arm)?;
        let half = Rational::new(1.into(), 2.into());
        let by = &by + &fall.scaled(&half);
        Some(Moving { at, by })
    }

    /// r, and r' - r.
    fn recorded(&self, step: &RunStep, feature: &Feature, next: usize) -> Option<Moving> {
        let at = step.before().vertex(&self.scene, feature, next)?;
        let after = step.state().vertex(&self.scene, feature, next)?;
        let by = &after - &at;
        Some(Moving { at, by })
    }
}
