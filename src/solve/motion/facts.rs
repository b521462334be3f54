//! What can be said of a step, exactly: penetration, drift of pins, energy, momentum
//! (`proofs/RUN.md`, section 6).

use crate::instant::{Instant, Joined};
use crate::number::{common_denominator, times};
use crate::outline::{InStates, Outline};
use crate::plane::Plane;
use crate::rows::Proximity;
use crate::state::{Origin, Placement};
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Natural, Rational};
use std::collections::BTreeMap;
use zwang_problem::Components;
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

/// The motions of the free bodies from one state to the next, with the unit U of places and μ of
/// masses.
struct Moves<'a> {
    /// The time step h, s.
    step: &'a Rational,
    /// U.
    unit: Integer,
    /// μ.
    mass_unit: Integer,
    bodies: Vec<Move>,
}

/// The motion of a body.
struct Move {
    /// μ m.
    mass: Integer,
    /// U z, where it is in the end.
    centroid: Plane,
    /// U (z - z⁻).
    moved: Plane,
}

impl<'a> Moves<'a> {
    fn new(outline: &Outline, step: &'a Rational, from: &[Origin], to: &[Placement]) -> Self {
        let masses = outline.free.iter().map(|body| &outline.mass(*body).mass);
        let mass_unit = common_denominator(masses);
        let before = from.iter().flat_map(|origin| &origin.centroid);
        let after = to.iter().flat_map(|placement| &placement.centroid);
        let unit = common_denominator(before.chain(after));
        let mut bodies = Vec::with_capacity(to.len());
        for InStates { body, from, to } in outline.in_states(from, to) {
            let before = Plane::of_multiples(&from.centroid, &unit);
            let centroid = Plane::of_multiples(&to.centroid, &unit);
            bodies.push(Move {
                mass: times(&outline.mass(body).mass, &mass_unit),
                moved: &centroid - &before,
                centroid,
            });
        }
        Self {
            step,
            unit,
            mass_unit,
            bodies,
        }
    }

    /// Σ m (z - z⁻)/h over the bodies at some places.
    fn momentum(&self, places: impl Iterator<Item = usize>) -> [Rational; 2] {
        let mut sum = Plane::ZERO;
        for place in places {
            let Move { mass, moved, .. } = &self.bodies[place];
            sum = &sum + &moved.scaled(mass);
        }
        let momentum = sum.over(&(&self.unit * &self.mass_unit));
        momentum.map(|part| part / self.step)
    }

    /// Σ (m z⁻ × z + 2 I τ)/h over the bodies at some places.
    fn angular_momentum(
        &self,
        turns: &[HalfTurn],
        places: impl Iterator<Item = usize>,
    ) -> Rational {
        let mut sum = Integer::ZERO;
        let mut turning = Sum::default();
        for place in places {
            // z⁻ × z = -z × z⁻ = z × (z - z⁻).
            let Move {
                mass,
                centroid,
                moved,
            } = &self.bodies[place];
            sum += centroid.cross(moved) * mass;
            turning.add_half_turn(&turns[place], 1);
        }
        let area = Rational::from_integers(sum, &self.unit * &self.unit * &self.mass_unit);
        (area + turning.total() * Rational::from(2)) / self.step
    }

    /// Σ ½ m |z - z⁻|²/h² + 2 I τ²/h².
    fn kinetic(&self, turns: &[HalfTurn]) -> Rational {
        let mut sum = Integer::ZERO;
        for Move { mass, moved, .. } in &self.bodies {
            sum += moved.norm_squared() * mass;
        }
        let mut turning = Sum::default();
        for turn in turns {
            turning.add_half_turn(turn, 2);
        }
        let unit = &self.unit * &self.unit * &self.mass_unit;
        let half = Rational::from_integers(sum, unit << 1u64);
        (half + turning.total() * Rational::from(2)) / (self.step * self.step)
    }
}

/// How a body turns from one state to the next.
struct HalfTurn {
    /// τ: the tangent of half the angle.
    tangent: Rational,
    /// I.
    inertia: Rational,
}

impl HalfTurn {
    fn all(outline: &Outline, from: &[Origin], to: &[Placement]) -> Vec<Self> {
        let mut turns = Vec::with_capacity(to.len());
        for InStates { body, from, to } in outline.in_states(from, to) {
            turns.push(Self {
                tangent: to.rotation.fraction().half_tangent_from(&from.rotation),
                inertia: outline.mass(body).inertia.clone(),
            });
        }
        turns
    }
}

/// A sum of fractions, which are long in the end: what has the same denominator is added first.
/// Bodies that are images of each other turn alike, or against each other.
#[derive(Default)]
struct Sum {
    /// Numerators over their denominators.
    numerators: BTreeMap<Natural, Rational>,
}

impl Sum {
    /// Adds I τ^power.
    fn add_half_turn(&mut self, turn: &HalfTurn, power: u64) {
        let HalfTurn { tangent, inertia } = turn;
        if *tangent == 0 {
            return;
        }
        let numerator = Integer::from_sign_and_abs_ref(*tangent > 0, tangent.numerator_ref());
        let numerator = Rational::from(numerator.pow(power)) * inertia;
        let denominator = tangent.denominator_ref().pow(power);
        *self.numerators.entry(denominator).or_default() += numerator;
    }

    fn total(self) -> Rational {
        let mut total = Rational::ZERO;
        for (denominator, numerator) in self.numerators {
            total += numerator / Rational::from(denominator);
        }
        total
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
        let moves = Moves::new(outline, step, &from, course.after);
        let turns = HalfTurn::all(outline, &from, course.after);
        let arrived = Moves::new(outline, step, course.before, course.now);
        let mut impact_kinetic = Rational::ZERO;
        if let Some(resolved) = course.resolved {
            let turns = HalfTurn::all(outline, course.before, course.now);
            impact_kinetic = kinetic(outline, step, resolved, course.now);
            impact_kinetic -= arrived.kinetic(&turns);
        }
        let mut free = Vec::new();
        for bodies in free_groups(outline, joined) {
            let group = FreeGroup::new(outline, [&arrived, &moves], &turns, bodies);
            free.push(group);
        }
        let all = 0..course.after.len();
        Self {
            penetration_squared: proximity.deepest_penetration_squared(),
            pin_drift_squared: pin_drift_squared(scene, instant),
            kinetic: moves.kinetic(&turns),
            potential: potential(outline, course.after),
            momentum: moves.momentum(all.clone()),
            angular_momentum: moves.angular_momentum(&turns, all),
            impact_kinetic,
            free,
        }
    }
}

impl FreeGroup {
    fn new(
        outline: &Outline,
        [arrived, moves]: [&Moves; 2],
        turns: &[HalfTurn],
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
        let before = arrived.momentum(places.iter().copied());
        let momentum = moves.momentum(places.iter().copied());
        let defect = [0, 1].map(|axis| {
            let push = moves.step * &force[axis];
            &momentum[axis] - &before[axis] - push
        });
        Self {
            bodies,
            angular_momentum: moves.angular_momentum(turns, places.into_iter()),
            momentum,
            defect,
        }
    }
}

fn kinetic(outline: &Outline, step: &Rational, from: &[Origin], to: &[Placement]) -> Rational {
    let turns = HalfTurn::all(outline, from, to);
    Moves::new(outline, step, from, to).kinetic(&turns)
}

/// -Σ ((m g + F)·z + Σ f·(c r)): that of weights and of the forces of loads.
fn potential(outline: &Outline, state: &[Placement]) -> Rational {
    let mut energy = Rational::ZERO;
    let mut weights = Vec::with_capacity(state.len());
    for (&body, placement) in outline.free.iter().zip(state) {
        let mass = outline.mass(body);
        weights.push(mass.acceleration.each_ref().map(|part| part * &mass.mass));
        if mass.is_turned_by_loads() {
            let rotation = placement.rotation.components();
            energy -= mass.turning.work(rotation.each_ref());
        }
    }
    let weight_unit = common_denominator(weights.iter().flatten());
    let coordinates = state.iter().flat_map(|placement| &placement.centroid);
    let unit = common_denominator(coordinates);
    let mut work = Integer::ZERO;
    for (weight, placement) in weights.iter().zip(state) {
        let weight = Plane::of_multiples(weight, &weight_unit);
        let centroid = Plane::of_multiples(&placement.centroid, &unit);
        work += weight.dot(&centroid);
    }
    energy - Rational::from_integers(work, weight_unit * unit)
}

/// Free bodies that are joined, directly or by others, to no fixed one; by their first bodies.
fn free_groups(outline: &Outline, joined: &[Joined]) -> Vec<Vec<BodyId>> {
    let mut components = Components::new(outline.bodies.len());
    let mut held = Vec::new();
    for pair in joined {
        match pair.map(|body| outline.only_free(body)) {
            [Some(one), Some(other)] => components.join([one.0, other.0]),
            [one, other] => held.extend(one.or(other)),
        }
    }
    let mut groups = components.sets(outline.free.iter().map(|body| body.0));
    for body in held {
        groups.remove(&components.first(body.0));
    }
    let groups = groups.into_values();
    groups
        .map(|group| group.into_iter().map(BodyId).collect())
        .collect()
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
