//! Forces of steps.

use super::Cluster;
use super::state::RunState;
use super::touching::Touching;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_check::law::VerifiedStep;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, PinId, Scene};

/// The force of a row as multiples of the outward normal of the edge and of the edge, N/m.
pub(crate) struct EdgeForce {
    pub(crate) row: Contact,
    pub(crate) normal: Rational,
    pub(crate) along: Rational,
}

/// The forces of pins other than 0, N, on the first body of the pin.
pub(super) fn pin_forces(step: &VerifiedStep) -> Vec<(PinId, Vector)> {
    let forces = step.pin_forces().iter();
    let forces = forces.filter(|force| !force.force.is_zero());
    forces
        .map(|force| (force.pin, force.force.clone()))
        .collect()
}

/// The force of each row, split by the edge as it is in a state: λ n + μ e, with the edge e and the
/// outward normal n of the same length.
pub(super) fn by_edges(scene: &Scene, state: &RunState, step: &VerifiedStep) -> Vec<EdgeForce> {
    let mut forces = Vec::new();
    for force in step.forces() {
        let Some(Touching { edge, .. }) = state.touching(scene, &force.row) else {
            continue;
        };
        let normal = -&edge.quarter_turn();
        let square = edge.dot(&edge);
        if square.is_zero() {
            continue;
        }
        forces.push(EdgeForce {
            row: force.row,
            normal: force.force.dot(&normal) / &square,
            along: force.force.dot(&edge) / &square,
        });
    }
    forces
}

/// The rows and pins with a force, by what they join: free bodies that they have in common.
pub(super) fn clusters(scene: &Scene, step: &VerifiedStep) -> Vec<Cluster> {
    let mut parents: BTreeMap<usize, usize> = BTreeMap::new();
    let pins = pin_forces(step);
    for force in step.forces() {
        join(&mut parents, &free_bodies(scene, &force.row.bodies()));
    }
    for (pin, _) in &pins {
        join(&mut parents, &pinned(scene, *pin));
    }
    let mut clusters: BTreeMap<usize, Cluster> = BTreeMap::new();
    for force in step.forces() {
        if let Some(body) = free_bodies(scene, &force.row.bodies()).first() {
            let root = root(&mut parents, *body);
            clusters.entry(root).or_default().rows.push(force.row);
        }
    }
    for (pin, _) in &pins {
        if let Some(body) = pinned(scene, *pin).first() {
            let root = root(&mut parents, *body);
            clusters.entry(root).or_default().pins.push(*pin);
        }
    }
    clusters.into_values().collect()
}

/// Those of some bodies that are free.
fn free_bodies(scene: &Scene, bodies: &[usize]) -> Vec<usize> {
    let mut free = bodies.to_vec();
    free.retain(|body| {
        let body = scene.body(BodyId(*body));
        body.is_some_and(|body| !body.is_fixed())
    });
    free
}

/// The free bodies of a pin.
fn pinned(scene: &Scene, pin: PinId) -> Vec<usize> {
    let Some(pin) = scene.pins.get(pin.0) else {
        return Vec::new();
    };
    let mut bodies = vec![pin.first.0];
    bodies.extend(pin.second.map(|second| second.0));
    free_bodies(scene, &bodies)
}

/// Makes some bodies hang together.
fn join(parents: &mut BTreeMap<usize, usize>, bodies: &[usize]) {
    let Some((first, others)) = bodies.split_first() else {
        return;
    };
    let root = root(parents, *first);
    for body in others {
        let other = self::root(parents, *body);
        parents.insert(other, root);
    }
}

/// The body that stands for all that are joined with a body.
fn root(parents: &mut BTreeMap<usize, usize>, body: usize) -> usize {
    let mut at = body;
    while let Some(parent) = parents.get(&at).copied()
        && parent != at
    {
        at = parent;
    }
    at
}
