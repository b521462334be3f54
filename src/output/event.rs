//! When contacts are made and lost, between bounds within a step.
//!
//! A run has the placements of the bodies at the ends of its steps. A row is *made* in step k if it
//! presses in step k and not in step k-1, *lost* if it is the other way round; which rows are, the
//! checker has verified (R10 of `proofs/RUN.md`). When, within the step, depends on what bodies do
//! between two states. With the places r⁻, r, r' of a point in the states k-2, k-1, k, every point
//! goes straight, s from 0 to 1:
//!
//! ```text
//! free flight:         r + s (r - r⁻ + h² g)      of fixed bodies r
//! the recorded motion: r + s (r' - r)
//! ```
//!
//! At s = 1 the first is 2r - r⁻ + h² g, the target of the step (Rote & Zwick, Collapse, Figure 7).
//! In both, the gap area (vertex - start) × (end - start) of a row is a quadratic polynomial in s.
//!
//! * A contact is made when its gap first vanishes in free flight. Where that is not within the
//!   step, as where other bodies push the two together, nothing but the step is known.
//! * A contact is lost after the state k-1, up to which it presses, and before the gap of the
//!   recorded motion is positive for the rest of the step; within the step, where it never is.
//!
//! Bounds are multiples of 1/1024 of the step, found by integers alone. Velocities jump where a gap
//! closes faster than a body gains in a step of free fall, |u| > h |g|; slower ones cannot be told
//! from accelerations at this step. They jump where a contact is lost if its gap opens faster than
//! that while one of its bodies is struck.

mod gap;

use gap::{Bounds, Gap, Moving};
use num_traits::{One, Signed};
use std::collections::BTreeSet;
use zwang_certificate::{Contact, Feature};
use zwang_check::run::{State, VerifiedStep};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Dynamics, PinId, Scene};
use zwang_verdict::decimal::square_root;

pub use gap::PARTS;

/// A contact that is made, lost or struck in a step.
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
}

impl Event {
    /// How far the vertex was before the line of the edge when the step began, m; negative behind
    /// it. The root is rounded.
    #[must_use]
    pub fn gap(&self) -> Rational {
        self.over_edge(&self.area)
    }

    /// How fast the gap opens, given the length of the step, m/s: as the step finds it, or of a
    /// contact that is lost, in the recorded motion at the beginning of the step. Negative if it
    /// closes. The root is rounded.
    #[must_use]
    pub fn speed(&self, step: &Rational) -> Rational {
        self.over_edge(&(&self.change / step))
    }

    fn over_edge(&self, area: &Rational) -> Rational {
        let square = area * area / &self.edge_squared;
        let root = square_root(&square);
        if area.is_negative() { -root } else { root }
    }
}

/// The contacts that are made and lost in a step, as its facts list them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepEvents {
    /// Those that press now and did not before.
    pub made: Vec<Event>,
    /// Those that pressed before and do not now.
    pub lost: Vec<Event>,
}

/// Finds the events of a run, step after step from the first.
#[derive(Clone, Debug)]
pub struct EventTimes {
    scene: Scene,
    step: Rational,
    /// The state before the last one; `None` before the first step.
    earlier: Option<State>,
}

/// Where a body is: its points are at z + c q.
struct Placed {
    position: Vector,
    rotation: Vector,
}

impl EventTimes {
    /// Those of a run of the scene with this length of a step, s.
    #[must_use]
    pub fn new(scene: &Scene, step: &Rational) -> Self {
        Self {
            scene: scene.clone(),
            step: step.clone(),
            earlier: None,
        }
    }

    /// Goes on to the step after this one.
    pub fn advance(&mut self, step: &VerifiedStep) {
        self.earlier = Some(step.before().clone());
    }

    /// The contacts that are made and lost in the next step.
    #[must_use]
    pub fn events(&self, step: &VerifiedStep) -> StepEvents {
        let facts = step.facts();
        let mut made = Vec::new();
        for row in &facts.made {
            made.extend(self.made(step, row));
        }
        let mut lost = Vec::new();
        if !facts.lost.is_empty() {
            let struck = self.struck(step, &made);
            for row in &facts.lost {
                lost.extend(self.lost(step, row, &struck));
            }
        }
        StepEvents { made, lost }
    }

    /// A contact that bounces in the next step. It turns back at the state with which the step
    /// begins.
    #[must_use]
    pub fn bounced(&self, step: &VerifiedStep, row: &Contact) -> Option<Event> {
        let before = self.gap(row, |feature, next| self.arrival(step, feature, next))?;
        Some(before.event(row, Bounds::START, true))
    }

    fn made(&self, step: &VerifiedStep, row: &Contact) -> Option<Event> {
        let before = self.gap(row, |feature, next| self.arrival(step, feature, next))?;
        let flight = self.gap(row, |feature, next| self.flight(step, feature, next))?;
        let is_closing = before.change.is_negative();
        let jumps = is_closing && self.is_fast(&before);
        let bounds = flight.polynomial().first_touch();
        Some(before.event(row, bounds.unwrap_or(Bounds::STEP), jumps))
    }

    fn lost(&self, step: &VerifiedStep, row: &Contact, struck: &BTreeSet<usize>) -> Option<Event> {
        let after = self.gap(row, |feature, next| self.recorded(step, feature, next))?;
        let is_struck = row.bodies().iter().any(|body| struck.contains(body));
        let jumps = is_struck && after.change.is_positive() && self.is_fast(&after);
        let bounds = after.polynomial().departure();
        Some(after.event(row, bounds, jumps))
    }

    /// The free bodies whose velocities may jump in a step: those with forces, of contacts or pins,
    /// in a group in which a contact is made with a jump. Where restitution changes velocities a
    /// checked step does not tell whose, and all of them count.
    fn struck(&self, step: &VerifiedStep, made: &[Event]) -> BTreeSet<usize> {
        let hits = made.iter().filter(|event| event.velocity_jumps);
        let hits: BTreeSet<Contact> = hits.map(|event| event.row).collect();
        let mut bodies = BTreeSet::new();
        for group in step.groups() {
            if step.has_impact() || group.rows().any(|(row, _)| hits.contains(&row)) {
                bodies.extend(group.rows().flat_map(|(row, _)| row.bodies()));
                for (pin, _) in group.pins() {
                    bodies.extend(self.pinned(*pin));
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

    /// What is fixed takes part in no motion, and hands no blow on.
    fn is_free(&self, body: usize) -> bool {
        let body = self.scene.body(BodyId(body));
        body.is_some_and(|body| !body.is_fixed())
    }

    /// Whether the gap changes faster than a body gains in a step of free fall.
    fn is_fast(&self, gap: &Gap) -> bool {
        let gained = self.fall();
        let bound = gained.dot(&gained) * &gap.edge_squared;
        &gap.change * &gap.change > bound
    }

    /// h² g.
    fn fall(&self) -> Vector {
        let square = &self.step * &self.step;
        self.scene.gravity.scaled(&square)
    }

    /// The gap of a row whose points move in some way.
    fn gap(
        &self,
        row: &Contact,
        motion: impl Fn(&Feature, usize) -> Option<Moving>,
    ) -> Option<Gap> {
        let vertex = motion(&row.vertex, 0)?;
        let start = motion(&row.edge, 0)?;
        let end = motion(&row.edge, 1)?;
        Some(Gap::new(&vertex, &start, &end))
    }

    /// r, and r - r⁻.
    fn arrival(&self, step: &VerifiedStep, feature: &Feature, next: usize) -> Option<Moving> {
        let at = self.point(Some(step.before()), feature, next)?;
        let before = self.point(self.earlier.as_ref(), feature, next)?;
        let by = &at - &before;
        Some(Moving { at, by })
    }

    /// r, and r - r⁻ + h² g.
    fn flight(&self, step: &VerifiedStep, feature: &Feature, next: usize) -> Option<Moving> {
        let Moving { at, by } = self.arrival(step, feature, next)?;
        let body = self.scene.body(BodyId(feature.part.body))?;
        let by = match body.dynamics {
            Some(_) => &by + &self.fall(),
            None => by,
        };
        Some(Moving { at, by })
    }

    /// r, and r' - r.
    fn recorded(&self, step: &VerifiedStep, feature: &Feature, next: usize) -> Option<Moving> {
        let at = self.point(Some(step.before()), feature, next)?;
        let after = self.point(Some(step.state()), feature, next)?;
        let by = &after - &at;
        Some(Moving { at, by })
    }

    /// Where a vertex of a part, or one that follows it, is in a state; in that before the scene
    /// for `None`. `None` if there is no such vertex.
    fn point(&self, state: Option<&State>, feature: &Feature, next: usize) -> Option<Vector> {
        let index = BodyId(feature.part.body);
        let body = self.scene.body(index)?;
        let vertices = body.parts.get(feature.part.part)?.vertices();
        let vertex = vertices.iter().cycle().nth(feature.index + next)?;
        let Some(free) = &body.dynamics else {
            return Some(vertex.clone());
        };
        let placed = match state {
            Some(state) => Placed {
                position: state.position(index)?,
                rotation: state.rotation(index)?,
            },
            None => self.before_the_scene(free),
        };
        let arm = vertex - &free.centroid;
        let along = arm.scaled(&placed.rotation.x);
        let across = arm.quarter_turn().scaled(&placed.rotation.y);
        Some(&(&placed.position + &along) + &across)
    }

    /// State -1: z - h v, and the rotation whose half angle has the tangent -h ω / 2.
    fn before_the_scene(&self, free: &Dynamics) -> Placed {
        let two = Rational::from_integer(2.into());
        let tangent = -(&self.step * &free.spin / &two);
        let square = &tangent * &tangent;
        let unit = Rational::one() + &square;
        let real = (Rational::one() - square) / &unit;
        let imaginary = two * tangent / unit;
        Placed {
            position: &free.centroid - &free.velocity.scaled(&self.step),
            rotation: Vector::new(real, imaginary),
        }
    }
}
