//! What can be said of a step, exactly: penetration, drift of pins, energy, momentum
//! (`proofs/RUN.md`, section 6).

use crate::instant::Instant;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::rows::Proximity;
use crate::state::{Origin, Placement};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_scene::Scene;

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
    pub(crate) bodies: Vec<usize>,
    /// N s.
    pub(crate) momentum: [Rational; 2],
    /// N m s.
    pub(crate) angular_momentum: Rational,
    /// What the momentum has more than that of the step before and the push of gravity, N s.
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
    fn new(outline: &Outline, body: usize, step: &Rational, from: &Origin, to: &Placement) -> Self {
        let Some(mass) = &outline.bodies[body].mass else {
            unreachable!("only free bodies have a place in a state")
        };
        let velocity = [0, 1].map(|axis| (&to.centroid[axis] - &from.centroid[axis]) / step);
        let half_spin = to.rotation.fraction().half_tangent_from(&from.rotation) / step;
        let square = &velocity[0] * &velocity[0] + &velocity[1] * &velocity[1];
        let area = &from.centroid[0] * &velocity[1] - &from.centroid[1] * &velocity[0];
        let two = Rational::from(2);
        Self {
            kinetic: &mass.mass * square / &two + &mass.inertia * &half_spin * &half_spin * &two,
            angular_momentum: &mass.mass * area + &mass.inertia * half_spin * two,
            momentum: velocity.map(|part| &mass.mass * part),
        }
    }

    fn all(outline: &Outline, step: &Rational, from: &[Origin], to: &[Placement]) -> Vec<Self> {
        let bodies = outline.free.iter().zip(from.iter().zip(to));
        bodies
            .map(|(&body, (from, to))| Self::new(outline, body, step, from, to))
            .collect()
    }
}

impl Figures {
    /// Those of the step to the state that an instant begins with. Bodies are joined by the given
    /// pairs; nothing stands for the world.
    pub(crate) fn new(
        scene: &Scene,
        instant: &Instant,
        step: &Rational,
        course: &Course,
        joined: &[[Option<usize>; 2]],
    ) -> Self {
        let outline = instant.outline;
        let from: Vec<Origin> = course.now.iter().map(Origin::of).collect();
        let moves = Move::all(outline, step, &from, course.after);
        let arrived = Move::all(outline, step, course.before, course.now);
        let resolved = course
            .resolved
            .map(|resolved| Move::all(outline, step, resolved, course.now));
        let balance = |bodies| FreeGroup::new(outline, step, [&arrived, &moves], bodies);
        Self {
            penetration_squared: Proximity::new(instant).deepest_penetration_squared(),
            pin_drift_squared: pin_drift_squared(scene, instant),
            kinetic: kinetic(&moves),
            potential: potential(outline, course.after),
            momentum: momentum(moves.iter()),
            angular_momentum: moves.iter().map(|found| &found.angular_momentum).sum(),
            impact_kinetic: resolved.map_or(Rational::ZERO, |resolved| {
                kinetic(&resolved) - kinetic(&arrived)
            }),
            free: free_groups(outline, joined)
                .into_iter()
                .map(balance)
                .collect(),
        }
    }
}

impl FreeGroup {
    fn new(
        outline: &Outline,
        step: &Rational,
        [arrived, moves]: [&[Move]; 2],
        bodies: Vec<usize>,
    ) -> Self {
        let places: Vec<usize> = bodies
            .iter()
            .filter_map(|body| outline.free.binary_search(body).ok())
            .collect();
        let of = |moves: &[Move]| momentum(places.iter().map(|&place| &moves[place]));
        let mass: Rational = bodies
            .iter()
            .filter_map(|&body| Some(&outline.bodies[body].mass.as_ref()?.mass))
            .sum();
        let (before, momentum) = (of(arrived), of(moves));
        let defect = [0, 1]
            .map(|axis| &momentum[axis] - &before[axis] - step * &mass * &outline.gravity[axis]);
        let angular_momentum = places
            .iter()
            .map(|&place| &moves[place].angular_momentum)
            .sum();
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
    moves.fold([Rational::ZERO, Rational::ZERO], |[x, y], found| {
        [x + &found.momentum[0], y + &found.momentum[1]]
    })
}

fn potential(outline: &Outline, state: &[Placement]) -> Rational {
    let mut energy = Rational::ZERO;
    for (&body, placement) in outline.free.iter().zip(state) {
        let Some(mass) = &outline.bodies[body].mass else {
            continue;
        };
        for (gravity, coordinate) in outline.gravity.iter().zip(&placement.centroid) {
            energy -= &mass.mass * gravity * coordinate;
        }
    }
    energy
}

/// Free bodies that are joined, directly or by others, to no fixed one; by their first bodies.
fn free_groups(outline: &Outline, joined: &[[Option<usize>; 2]]) -> Vec<Vec<usize>> {
    fn root(first: &[usize], body: usize) -> usize {
        if first[body] == body {
            body
        } else {
            root(first, first[body])
        }
    }
    let mut first: Vec<usize> = (0..outline.bodies.len()).collect();
    let mut held = Vec::new();
    for pair in joined {
        match pair.map(|body| body.filter(|&body| outline.is_free(body))) {
            [Some(one), Some(other)] => {
                let roots = [root(&first, one), root(&first, other)];
                first[roots[0].max(roots[1])] = roots[0].min(roots[1]);
            }
            [Some(body), None] | [None, Some(body)] => held.push(body),
            [None, None] => {}
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &body in &outline.free {
        groups.entry(root(&first, body)).or_default().push(body);
    }
    for body in held {
        groups.remove(&root(&first, body));
    }
    groups.into_values().collect()
}

fn pin_drift_squared(scene: &Scene, instant: &Instant) -> Rational {
    let drift = |(pin, content): (usize, &zwang_scene::Pin)| {
        let [first, second] = &instant.outline.pins[pin];
        // Places times Γ w.
        let place = |body: Option<usize>, arm: &Plane| match body
            .filter(|&body| instant.outline.is_free(body))
        {
            None => (arm.scaled(&instant.ratio), Integer::from(1)),
            Some(body) => {
                let moving = &instant.bodies[body];
                let turned = (&moving.rotation * arm).scaled(&instant.ratio);
                (
                    &moving.centroid.scaled(&moving.denominator) + &turned,
                    moving.denominator.clone(),
                )
            }
        };
        let (one, unit) = place(Some(content.first), first);
        let (other, other_unit) = place(content.second, second);
        let apart = &one.scaled(&other_unit) - &other.scaled(&unit);
        let length = &instant.unit * unit * other_unit;
        Rational::from_integers(apart.norm_squared(), &length * &length)
    };
    scene
        .pins
        .iter()
        .enumerate()
        .map(drift)
        .max()
        .unwrap_or_default()
}
