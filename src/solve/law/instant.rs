//! Impacts of one instant, exactly: bodies that touch and approach each other leave with other
//! velocities.
//!
//! The rule is that of runs (`proofs/RUN.md`, section 12), without grid and thresholds: bodies meet
//! where they touch exactly, and a contact closes if u < 0. Contacts with ε > 0 are resolved in
//! rounds. A run stops what does not bounce within its next step, in which bodies move on. At an
//! instant this is the limit of short steps: if something still closes at the end, one more round
//! stops it, by the velocities nearest to those before,
//!
//! ```text
//! minimise ½ |w - v|²   subject to   u(w) ≥ 0   for all contacts,
//! ```
//!
//! at corners with the side that gives the least; so no contact closes afterwards.

mod orders;
mod stopping;

pub use orders::{Choice, Outcome, Outcomes};

use crate::impacts::{Form, Gap, Impact, ImpactError, ImpactRule, Impulse, Meeting, Round, Slip};
use crate::settings::Restitution;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::collections::BTreeMap;
use zwang_collapse::contacts::{self, ContactError, Contacts};
use zwang_exact::Vector;
use zwang_program::Monitor;
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_scene::{BodyId, Scene};

/// Why the impacts of an instant have no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InstantError {
    /// Bodies overlap, or a pin tears.
    #[error(transparent)]
    Scene(#[from] ContactError),
    /// A coefficient of restitution is below 0 or above 1.
    #[error("a coefficient of restitution is {0}; expected 0 to 1")]
    Restitution(String),
    /// Pins give way by rounding in runs, so nothing exact is said of them here.
    #[error(
        "found {0} pins; expected none: `zwang simulate --steps 1` resolves impacts of pinned bodies"
    )]
    Pins(usize),
    /// No velocities open all that has to open.
    #[error("no velocities open all contacts that meet; expected room for the bodies")]
    Impossible,
    /// Two sides of corners stop the bodies with the same restraint.
    #[error(
        "two ways to pass a corner have the same restraint; expected a scene in which one of them is \
         less"
    )]
    Ambiguous,
    /// Corners have too many sides to choose from.
    #[error("corners can be passed in more than {0} ways; expected fewer corners that close")]
    TooManyCorners(usize),
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] zwang_program::Interrupted),
}

impl From<ImpactError> for InstantError {
    fn from(error: ImpactError) -> Self {
        match error {
            ImpactError::Impossible => Self::Impossible,
            ImpactError::Interrupted(stop) => Self::Interrupted(stop),
        }
    }
}

/// A point at which two bodies touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The body of the vertex and that of the edge.
    pub bodies: [BodyId; 2],
    /// The place, m.
    pub point: Vector,
    /// From the second body into the first, of any length.
    pub normal: Vector,
    /// ε.
    pub restitution: zwang_exact::Rational,
}

/// Velocities of a free body.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Motion {
    /// m/s.
    pub velocity: Vector,
    /// rad/s.
    pub spin: zwang_exact::Rational,
}

/// An impulse of a contact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The place of its contact in [`Instant::touches`].
    pub touch: usize,
    /// The impulse on the first body, N·s.
    pub impulse: Vector,
}

/// A round of impacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Whether it stops what does not bounce.
    pub is_stop: bool,
    /// Impulses that are not 0.
    pub blows: Vec<Blow>,
    /// The motions of the free bodies after it.
    pub motions: Vec<Motion>,
}

/// The contacts of a scene at an instant, and the velocities before.
#[derive(Clone, Debug)]
pub struct Instant {
    /// The free bodies, in file order.
    pub free: Vec<BodyId>,
    /// All contacts.
    pub touches: Vec<Touch>,
    impact: Impact,
    velocities: Vec<Rational>,
    /// Contacts of both sides of each corner.
    corners: Vec<[Vec<usize>; 2]>,
}

impl Instant {
    /// The beginning of a scene.
    ///
    /// # Errors
    /// [`InstantError`] if bodies overlap or are pinned, or a coefficient is not from 0 to 1.
    pub fn new(scene: &Scene, restitution: &Restitution) -> Result<Self, InstantError> {
        if let Some(coefficient) = restitution.out_of_range() {
            return Err(InstantError::Restitution(coefficient.to_string()));
        }
        if !scene.pins.is_empty() {
            return Err(InstantError::Pins(scene.pins.len()));
        }
        let found = contacts::find_meeting(scene)?;
        let mut free = Vec::new();
        let mut masses = Vec::new();
        let mut velocities = Vec::new();
        for (id, body) in scene.numbered_bodies() {
            let Some(dynamics) = &body.dynamics else {
                continue;
            };
            free.push(id);
            for mass in [&dynamics.mass, &dynamics.mass, &dynamics.inertia] {
                masses.push(to_solver(mass));
            }
            let velocity = &dynamics.velocity;
            for speed in [&velocity.x, &velocity.y, &dynamics.spin] {
                velocities.push(to_solver(speed));
            }
        }
        let touches = touches(scene, &found, restitution);
        let impact = Impact {
            masses,
            meetings: meetings(scene, &free, &touches, &found),
            pins: Vec::new(),
            slowest_squared: Rational::ZERO,
            digits: None,
        };
        let corners = found.corners.into_iter().map(|corner| corner.sides);
        Ok(Self {
            corners: corners.collect(),
            free,
            touches,
            impact,
            velocities,
        })
    }

    /// The motions of the free bodies before all impacts.
    #[must_use]
    pub fn before(&self) -> Vec<Motion> {
        motions(&self.velocities)
    }

    /// Contacts that close before all impacts, ascending.
    #[must_use]
    pub fn closing(&self) -> Vec<usize> {
        self.impact.all_closing(&self.velocities)
    }

    /// The square of the speed with which a contact opens at some motions, m²/s², and whether it
    /// closes.
    #[must_use]
    pub fn opening(&self, touch: usize, motions: &[Motion]) -> Opening {
        let meeting = &self.impact.meetings[touch];
        let rate = crate::impacts::at(&meeting.coefficients, &numbers(motions));
        let closes = rate < 0;
        let squared = &rate * &rate / &meeting.edge_squared;
        Opening {
            closes,
            squared: from_solver(&squared),
        }
    }

    /// The kinetic energy of some motions, J.
    #[must_use]
    pub fn energy(&self, motions: &[Motion]) -> zwang_exact::Rational {
        let mut sum = Rational::ZERO;
        for (mass, speed) in self.impact.masses.iter().zip(numbers(motions)) {
            sum += mass * &speed * speed;
        }
        from_solver(&(sum >> 1u64))
    }

    /// Resolves all impacts.
    ///
    /// # Errors
    /// [`InstantError`] if they have no single answer, or if the monitor is told to stop.
    pub fn resolve(
        &self,
        rule: ImpactRule,
        monitor: &Monitor,
    ) -> Result<Vec<Stroke>, InstantError> {
        let mut velocities = self.velocities.clone();
        let rounds = self.impact.resolve(rule, &mut velocities, monitor)?;
        let mut now = self.velocities.clone();
        let mut strokes = Vec::new();
        for round in rounds {
            strokes.push(self.stroke(&round, &mut now, false));
        }
        if let Some(round) = self.stop(&mut velocities, monitor)? {
            strokes.push(self.stroke(&round, &mut now, true));
        }
        Ok(strokes)
    }

    /// A round as impulses, by which the velocities change.
    fn stroke(&self, round: &Round, velocities: &mut [Rational], is_stop: bool) -> Stroke {
        let mut blows = Vec::new();
        for impulse in &round.impulses {
            self.push(impulse, velocities);
            if impulse.across != 0 || impulse.along != 0 {
                blows.push(self.blow(impulse));
            }
        }
        Stroke {
            is_stop,
            blows,
            motions: motions(velocities),
        }
    }

    /// Changes momenta by p times the row and ψ times the slip.
    fn push(&self, impulse: &Impulse, velocities: &mut [Rational]) {
        let meeting = &self.impact.meetings[impulse.row];
        let slip = meeting.slip.iter().flat_map(|slip| &slip.coefficients);
        let across = meeting.coefficients.iter();
        let across = across.map(|entry| (entry, &impulse.across));
        let along = slip.map(|entry| (entry, &impulse.along));
        for ((place, coefficient), push) in across.chain(along) {
            velocities[*place] += push * coefficient / &self.impact.masses[*place];
        }
    }

    fn blow(&self, impulse: &Impulse) -> Blow {
        let normal = &self.touches[impulse.row].normal;
        let across = from_solver(&impulse.across);
        let along = from_solver(&impulse.along);
        let tangent = normal.quarter_turn();
        Blow {
            touch: impulse.row,
            impulse: Vector {
                x: &across * &normal.x + &along * &tangent.x,
                y: &across * &normal.y + &along * &tangent.y,
            },
        }
    }
}

/// How a gap changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Whether it closes.
    pub closes: bool,
    /// The square of its speed, m²/s².
    pub squared: zwang_exact::Rational,
}

fn touches(scene: &Scene, found: &Contacts, restitution: &Restitution) -> Vec<Touch> {
    let mut touches = Vec::with_capacity(found.contacts.len());
    for contact in &found.contacts {
        let bodies = contact.bodies().map(BodyId);
        touches.push(Touch {
            bodies,
            point: contacts::point(scene, contact),
            normal: contacts::normal(scene, contact),
            restitution: restitution.of(bodies[0], bodies[1]).clone(),
        });
    }
    touches
}

/// The rows of all contacts.
fn meetings(scene: &Scene, free: &[BodyId], touches: &[Touch], found: &Contacts) -> Vec<Meeting> {
    let places: BTreeMap<BodyId, usize> = free.iter().copied().zip(0..).collect();
    let form = |touch: &Touch, direction: &Vector| form(scene, &places, touch, direction);
    let mut meetings: Vec<Meeting> = Vec::with_capacity(touches.len());
    for touch in touches {
        let normal = &touch.normal;
        let [first, second] = touch.bodies;
        let friction = to_solver(&scene.friction.between(first, second));
        let slip = (friction > 0).then(|| Slip {
            friction,
            coefficients: form(touch, &normal.quarter_turn()),
        });
        meetings.push(Meeting {
            coefficients: form(touch, normal),
            slip,
            edge_squared: to_solver(&normal.dot(normal)),
            is_lively: touch.restitution > zwang_exact::Rational::default(),
            restitution: to_solver(&touch.restitution),
            options: Vec::new(),
        });
    }
    for corner in &found.corners {
        let gap = |row: &usize| Gap {
            coefficients: meetings[*row].coefficients.clone(),
            edge_squared: meetings[*row].edge_squared.clone(),
        };
        let sides: Vec<Vec<Gap>> = corner
            .sides
            .iter()
            .map(|side| side.iter().map(gap).collect())
            .collect();
        for row in corner.sides.iter().flatten() {
            meetings[*row].options.clone_from(&sides);
        }
    }
    meetings
}

/// The velocity of the first body less that of the second, at their contact, along a direction.
fn form(
    scene: &Scene,
    places: &BTreeMap<BodyId, usize>,
    touch: &Touch,
    direction: &Vector,
) -> Form {
    let mut form = Form::new();
    let opposite = direction.quarter_turn().quarter_turn();
    for (body, direction) in touch.bodies.iter().zip([direction, &opposite]) {
        let place = places.get(body);
        let dynamics = &scene.bodies[*body].dynamics;
        let (Some(place), Some(dynamics)) = (place, dynamics) else {
            continue;
        };
        let arm = &touch.point - &dynamics.centroid;
        let turning = arm.cross(direction);
        let numbers = [&direction.x, &direction.y, &turning];
        for (unknown, number) in (3 * place..).zip(numbers) {
            let number = to_solver(number);
            if number != 0 {
                form.push((unknown, number));
            }
        }
    }
    form.sort_by_key(|(unknown, _)| *unknown);
    form
}

fn motions(velocities: &[Rational]) -> Vec<Motion> {
    let mut motions = Vec::with_capacity(velocities.len() / 3);
    for [x, y, spin] in velocities.as_chunks::<3>().0 {
        motions.push(Motion {
            velocity: Vector {
                x: from_solver(x),
                y: from_solver(y),
            },
            spin: from_solver(spin),
        });
    }
    motions
}

fn numbers(motions: &[Motion]) -> Vec<Rational> {
    let mut numbers = Vec::with_capacity(3 * motions.len());
    for Motion { velocity, spin } in motions {
        for number in [&velocity.x, &velocity.y, spin] {
            numbers.push(to_solver(number));
        }
    }
    numbers
}
