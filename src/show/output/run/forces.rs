//! Forces of steps of second order.

use super::Cluster;
use super::state::RunState;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_check::law::VerifiedStep;
use zwang_check::run::ContactForce;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, PinId, Scene};

/// The force of a row as multiples of the outward normal of the edge and of the edge, N/m.
pub(crate) struct EdgeForce {
    pub(crate) row: Contact,
    pub(crate) normal: Rational,
    pub(crate) along: Rational,
}

/// The contact forces, N.
pub(super) fn contact_forces(step: &VerifiedStep) -> Vec<ContactForce> {
    let mut forces = Vec::new();
    for force in step.forces() {
        forces.push(ContactForce {
            row: force.row,
            force: force.force.clone(),
            is_exact: false,
        });
    }
    forces
}

/// The forces of pins, N, on the first body of the pin.
pub(super) fn pin_forces(_step: &VerifiedStep) -> Vec<(PinId, Vector)> {
    Vec::new()
}

/// The force of each row, split by the edge as it is in a state: λ n + μ e, with the edge e and the
/// outward normal n of the same length.
pub(super) fn by_edges(scene: &Scene, state: &RunState, step: &VerifiedStep) -> Vec<EdgeForce> {
    let mut forces = Vec::new();
    for force in step.forces() {
        let ends = [0, 1].map(|next| state.vertex(scene, &force.row.edge, next));
        let [Some(start), Some(end)] = ends else {
            continue;
        };
        let edge = &end - &start;
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

/// The rows that press, by what they join: free bodies that rows have in common.
pub(super) fn clusters(scene: &Scene, step: &VerifiedStep) -> Vec<Cluster> {
    let mut parents: BTreeMap<usize, usize> = BTreeMap::new();
    let free = |body: &usize| {
        scene
            .body(BodyId(*body))
            .is_some_and(|body| !body.is_fixed())
    };
    for force in step.forces() {
        let bodies: Vec<usize> = force.row.bodies().into_iter().filter(free).collect();
        let Some(first) = bodies.first() else {
            continue;
        };
        let root = root(&mut parents, *first);
        for body in &bodies {
            let other = self::root(&mut parents, *body);
            parents.insert(other, root);
        }
    }
    let mut clusters: BTreeMap<usize, Cluster> = BTreeMap::new();
    for force in step.forces() {
        if let Some(body) = force.row.bodies().into_iter().find(free) {
            let root = root(&mut parents, body);
            clusters.entry(root).or_default().rows.push(force.row);
        }
    }
    clusters.into_values().collect()
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
