//! What can be said of a step, exactly: penetration, drift of pins, energy, momentum
//! (`proofs/RUN.md`, section 6).

use crate::instant::Instant;
use crate::instant::Joined;
use crate::outline::{InStates, Outline};
use crate::rows::Proximity;
use crate::state::{Origin, Placement};
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;

use zwang_collapse::Components;
use zwang_scene::{BodyId, Scene};

/// Exact figures of a step and of the state after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figures {
    /// The square of the deepest penetration, m².
    pub(crate) penetration_squared: Rational,
    /// The square of the largest distance of the points of a pin, m².
    pub(crate) pin_drift_squared: Rational,
    /// Kinetic energy, J.
    pub(crate) kinetic: Rational,
    /// Potential energy, J.
    pub(crate) potential: Rational,
    /// Momentum, N s.
    pub(crate) momentum: [Rational; 2],
    /// Angular momentum about the origin, N m s.
    pub(crate) angular_momentum: Rational,
    /// What the impact gave to the kinetic energy, J.
    pub(crate) impact_kinetic: Rational,
    /// Bodies that nothing fixed touches.
    pub(crate) free: Vec<FreeGroup>,
}

/// Bodies that press on each other or are pinned together, and on nothing fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FreeGroup {
    pub(crate) bodies: Vec<BodyId>,
    /// N s.
    pub(crate) momentum: [Rational; 2],
    /// N m s.
    pub(crate) angular_momentum: Rational,
    /// What the momentum has more than that of the step before and the push of weights and loads,
    /// N s.
    pub(crate) defect: [Rational; 2],
}

/// Where the bodies are around a step.
pub(crate) struct Course<'a> {
    /// Two states before the new one: as they were, and as an impact left them.
    pub(crate) before: &'a [Origin],
    pub(crate) resolved: Option<&'a [Origin]>,
    /// The state before the new one.
    pub(crate) now: &'a [Placement],
    /// The new state.
    pub(crate) after: &'a [Placement],
}

/// The motion of a body from one state to the next.
struct Move {
    /// m (z - z⁻)/h.
    momentum: [Rational; 2],
    /// (m z⁻ × z + 2 I τ)/h.
    angular_momentum: Rational,
    /// ½ m |z - z⁻|²/h² + 2 I τ²/h².
    kinetic: Rational,
}

impl Move {
    fn new(outline: &Outline, step: &Rational, moved: &InStates) -> Self {
        let InStates { body, from, to } = *moved;
        let mass = outline.mass(body);
        let [from_x, from_y] = &from.centroid;
        let [to_x, to_y] = &to.centroid;
        let x = (to_x - from_x) / step;
        let y = (to_y - from_y) / step;
        let rotation = to.rotation.fraction();
        let half_spin = rotation.half_tangent_from(&from.rotation) / step;
        let square = &x * &x + &y * &y;
        let area = from_x * &y - from_y * &x;
        let two = Rational::from(2);
        let turning = &mass.inertia * &half_spin * &two;
        Self {
            kinetic: &mass.mass * square / two + &turning * half_spin,
            angular_momentum: &mass.mass * area + turning,
            momentum: [&mass.mass * x, &mass.mass * y],
        }
    }

    fn all(outline: &Outline, step: &Rational, from: &[Origin], to: &[Placement]) -> Vec<Self> {
        let mut moves = Vec::new();
        for moved in outline.in_states(from, to) {
            moves.push(Self::new(outline, step, &moved));
        }
        moves
    }
}

impl Figures {
    /// Those of the step to a state, given what is near there. Bodies are joined by the given
    /// pairs; nothing stands for the world.
    pub(crate) fn new(
        scene: &Scene,
        proximity: &Proximity,
        step: &Rational,
        course: &Course,
        joined: &[Joined],
    ) -> Self {
        let instant = &proximity.instant;
        let outline = &instant.outline;
        let from = Origin::all(course.now);
        let moves = Move::all(outline, step, &from, course.after);
        let arrived = Move::all(outline, step, course.before, course.now);
        let mut impact_kinetic = Rational::ZERO;
        if let Some(resolved) = course.resolved {
            let resolved = Move::all(outline, step, resolved, course.now);
            impact_kinetic = kinetic(&resolved);
            impact_kinetic -= kinetic(&arrived);
        }
        let mut free = Vec::new();
        for bodies in free_groups(outline, joined) {
            let group = FreeGroup::new(outline, step, [&arrived, &moves], bodies);
            free.push(group);
        }
        Self {
            penetration_squared: proximity.deepest_penetration_squared(),
            pin_drift_squared: pin_drift_squared(scene, instant),
            kinetic: kinetic(&moves),
            potential: potential(outline, course.after),
            momentum: momentum(moves.iter()),
            angular_momentum: moves.iter().map(|found| &found.angular_momentum).sum(),
            impact_kinetic,
            free,
        }
    }
}

impl FreeGroup {
    fn new(
        outline: &Outline,
        step: &Rational,
        [arrived, moves]: [&[Move]; 2],
        bodies: Vec<BodyId>,
    ) -> Self {
        let mut places = Vec::new();
        let mut force = [Rational::ZERO, Rational::ZERO];
        for (place, body) in outline.free.iter().enumerate() {
            if bodies.binary_search(body).is_ok() {
                places.push(place);
                let mass = outline.mass(*body);
                for (sum, acceleration) in force.iter_mut().zip(&mass.acceleration) {
                    *sum += &mass.mass * acceleration;
                }
            }
        }
        let before = places.iter().map(|&place| &arrived[place]);
        let before = momentum(before);
        let after = places.iter().map(|&place| &moves[place]);
        let momentum = momentum(after);
        let mut angular_momentum = Rational::ZERO;
        for place in places {
            angular_momentum += &moves[place].angular_momentum;
        }
        let defect = [0, 1].map(|axis| {
            let push = step * &force[axis];
            &momentum[axis] - &before[axis] - push
        });
        Self {
            bodies,
            momentum,
            angular_momentum,
            defect,
        }
    }
}

fn kinetic(moves: &[Move]) -> Rational {
    moves.iter().map(|found| &found.kinetic).sum()
}

fn momentum<'a>(moves: impl Iterator<Item = &'a Move>) -> [Rational; 2] {
    let mut sum = [Rational::ZERO, Rational::ZERO];
    for found in moves {
        for (sum, part) in sum.iter_mut().zip(&found.momentum) {
            *sum += part;
        }
    }
    sum
}

/// -Σ ((m g + F)·z + Σ f·(c r)): that of weights and of the forces of loads.
fn potential(outline: &Outline, state: &[Placement]) -> Rational {
    let mut energy = Rational::ZERO;
    for (&body, placement) in outline.free.iter().zip(state) {
        let mass = outline.mass(body);
        for (acceleration, coordinate) in mass.acceleration.iter().zip(&placement.centroid) {
            energy -= &mass.mass * acceleration * coordinate;
        }
        let rotation = placement.rotation.components();
        energy -= mass.turning.work(rotation.each_ref());
    }
    energy
}

/// Free bodies that are joined, directly or by others, to no fixed one; by their first bodies.
fn free_groups(outline: &Outline, joined: &[Joined]) -> Vec<Vec<BodyId>> {
    let mut components = Components::new(outline.bodies.len());
    let mut held = Vec::new();
    for pair in joined {
        match pair.map(|body| outline.only_free(body)) {
            [Some(one), Some(other)] => components.join([one, other]),
            [one, other] => held.extend(one.or(other)),
        }
    }
    let mut groups = components.sets(outline.free.iter().copied());
    for body in held {
        groups.remove(&components.first(body));
    }
    groups.into_values().collect()
}

fn pin_drift_squared(scene: &Scene, instant: &Instant) -> Rational {
    let mut largest = Rational::ZERO;
    for (pin, arms) in scene.pins.iter().zip(&instant.outline.pins) {
        let bodies = [Some(pin.first), pin.second];
        let (apart, length) = instant.points_apart(arms, bodies);
        let unit = &length * &length;
        let square = Rational::from_integers(apart.norm_squared(), unit);
        largest = largest.max(square);
    }
    largest
}
