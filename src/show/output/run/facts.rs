//! Facts of a step beside its states and forces.
//!
//! Energies are those of the velocities of the state after the step: kinetic Σ ½ m |v|² + ½ I ω²,
//! potential that of weights and loads. A row *is hit* if it begins to press and lands:
//! before the step its gap is above the size of touch, or it closes faster than by that in a step
//! (`proofs/RUN.md`, section 8).

use super::ground::Ground;
use super::slides::Slide;
use super::state::{Moving, RunState};
use super::touching::Touching;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_check::law::VerifiedStep;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Dynamics, Pin, Resultant, Scene};

/// Facts of a step beside its states and forces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The length of the longest number of the state and of the forces, in bits.
    pub bits: u64,
    /// The largest square of a penetration, m².
    pub penetration: Rational,
    /// The largest square of a distance between the two points of a pin, m².
    pub pin_drift: Rational,
    /// Kinetic energy, J.
    pub kinetic: Rational,
    /// Potential energy, J.
    pub potential: Rational,
    /// Momentum, N s.
    pub momentum: [Rational; 2],
    /// Angular momentum about the origin, N m s.
    pub angular_momentum: Rational,
    /// Kinetic energy that impacts gave, J; negative if they took some, 0 if there was none.
    pub impact_kinetic: Rational,
    /// The work of friction; `None` in a scene without friction.
    pub friction: Option<Friction>,
    /// Rows that begin to press.
    pub made: Vec<Contact>,
    /// Rows that no longer press.
    pub lost: Vec<Contact>,
    /// Rows that begin to press where the bodies approached each other.
    pub impacts: Vec<Contact>,
}

/// The work of friction in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friction {
    /// The energy that it took, J.
    pub heat: Rational,
    /// The rows that slide, ascending, each with what friction took there, J.
    pub sliding: Vec<(Contact, Rational)>,
}

/// The facts of a step between two states, given the rows that pressed in the step before.
pub(super) fn facts(
    ground: &Ground,
    pressed: &[Contact],
    [before, after]: [&RunState; 2],
    slides: &BTreeMap<Contact, Slide>,
    step: &VerifiedStep,
) -> Facts {
    let pressing = step.pressing();
    let made: Vec<Contact> = without(&pressing, pressed);
    let lost = without(pressed, &pressing);
    let hit = made
        .iter()
        .filter(|row| lands(ground, before, row) == Some(true));
    let impacts = hit.copied().collect();
    let sums = Sums::new(&ground.scene, after);
    Facts {
        bits: longest(after, step),
        penetration: step.penetration_squared().clone(),
        pin_drift: pin_drift(&ground.scene, after),
        kinetic: sums.kinetic,
        potential: sums.potential,
        momentum: [sums.momentum.x, sums.momentum.y],
        angular_momentum: sums.angular_momentum,
        impact_kinetic: step.impact_energy().clone(),
        friction: friction(&ground.scene, slides),
        made,
        lost,
        impacts,
    }
}

/// The work of friction; nothing in a scene without it.
fn friction(scene: &Scene, slides: &BTreeMap<Contact, Slide>) -> Option<Friction> {
    if scene.friction.is_none() {
        return None;
    }
    let mut facts = Friction::default();
    for (row, slide) in slides {
        if slide.slides() {
            let heat = slide.heat();
            facts.heat += &heat;
            facts.sliding.push((*row, heat));
        }
    }
    Some(facts)
}

/// Those of some rows that are not among others, which ascend.
fn without(rows: &[Contact], others: &[Contact]) -> Vec<Contact> {
    let left = rows.iter().filter(|row| others.binary_search(row).is_err());
    left.copied().collect()
}

/// Whether a row that presses after a state lands there.
fn lands(ground: &Ground, state: &RunState, row: &Contact) -> Option<bool> {
    let scene = &ground.scene;
    let Touching { point, start, edge } = state.touching(scene, row)?;
    let gap = (&point - &start).cross(&edge);
    let bound = &ground.touch * &ground.touch * edge.dot(&edge);
    if gap.is_positive() && &gap * &gap > bound {
        return Some(true);
    }
    let [body, other] = row.bodies().map(BodyId);
    let velocity = &state.velocity_at(body, &point)? - &state.velocity_at(other, &point)?;
    let closed = velocity.cross(&edge) * &ground.step;
    Some(closed.is_negative() && &closed * &closed > bound)
}

/// The length of the longest number of the state and of the forces, in bits.
fn longest(after: &RunState, step: &VerifiedStep) -> u64 {
    let mut longest = 0;
    for moving in after.bodies.iter().flatten() {
        let Vector { x, y } = &moving.position;
        for number in [x, y, &moving.tangent, &moving.spin] {
            longest = longest.max(bits(number));
        }
    }
    for force in step.forces() {
        let Vector { x, y } = &force.force;
        longest = longest.max(bits(x)).max(bits(y));
    }
    longest
}

fn bits(number: &Rational) -> u64 {
    let numerator: &BigInt = number.numer();
    numerator.bits().max(number.denom().bits())
}

/// The largest square of the distance between the two points of a pin, m².
fn pin_drift(scene: &Scene, state: &RunState) -> Rational {
    let mut largest = Rational::zero();
    for pin in &scene.pins {
        if let Some(apart) = apart(scene, state, pin) {
            largest = largest.max(apart.dot(&apart));
        }
    }
    largest
}

fn apart(scene: &Scene, state: &RunState, pin: &Pin) -> Option<Vector> {
    let first = state.carried(scene, pin.first, &pin.at)?;
    let second = match pin.second {
        Some(second) => state.carried(scene, second, &pin.at)?,
        None => pin.at.clone(),
    };
    Some(&first - &second)
}

/// Sums over the free bodies.
struct Sums {
    kinetic: Rational,
    potential: Rational,
    momentum: Vector,
    angular_momentum: Rational,
}

impl Sums {
    fn new(scene: &Scene, state: &RunState) -> Self {
        let mut sums = Self {
            kinetic: Rational::zero(),
            potential: Rational::zero(),
            momentum: Vector::zero(),
            angular_momentum: Rational::zero(),
        };
        let bodies = scene.bodies.iter().zip(scene.resultants());
        for ((body, loads), moving) in bodies.zip(&state.bodies) {
            if let (Some(free), Some(moving)) = (&body.dynamics, moving) {
                sums.add(&scene.gravity, free, &loads, moving);
            }
        }
        sums
    }

    fn add(&mut self, gravity: &Vector, free: &Dynamics, loads: &Resultant, moving: &Moving) {
        let half = Rational::new(1.into(), 2.into());
        let Moving {
            position,
            rotation,
            velocity,
            spin,
            ..
        } = moving;
        let momentum = velocity.scaled(&free.mass);
        let turning = &free.inertia * spin;
        self.kinetic += (velocity.dot(&momentum) + spin * &turning) * half;
        self.angular_momentum += position.cross(&momentum) + turning;
        self.momentum = &self.momentum + &momentum;
        let pull = &gravity.scaled(&free.mass) + &loads.force;
        self.potential -= pull.dot(position);
        if !loads.is_zero() {
            let turned = &loads.turning;
            self.potential -= &turned.virial * &rotation.x + &turned.moment * &rotation.y;
        }
    }
}
