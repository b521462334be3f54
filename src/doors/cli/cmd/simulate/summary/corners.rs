//! Corners on which the first step of a run rests.

use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang_answer::CheckedStep;
use zwang_certificate::Contact;
use zwang_collapse::contacts::{self, Contacts};
use zwang_scene::{Body, BodyId, Scene};

/// The rows that press in a step between bodies that stand still after it.
pub fn at_rest(step: &CheckedStep) -> BTreeSet<Contact> {
    let step = step.verified();
    let stays = |body| match step.state().velocity(BodyId(body)) {
        Some((velocity, spin)) => velocity.x.is_zero() && velocity.y.is_zero() && spin.is_zero(),
        None => true,
    };
    let mut rows = step.pressing();
    rows.retain(|row| row.bodies().into_iter().all(stays));
    rows.into_iter().collect()
}

/// The names of each two bodies of which a vertex with friction rests on a vertex, given the rows
/// that press at rest in the first step of a run. Nothing is said of a scene that moves.
pub fn resting_on<'a>(scene: &'a Scene, rows: &BTreeSet<Contact>) -> BTreeSet<[&'a str; 2]> {
    let mut found = BTreeSet::new();
    if rows.is_empty() || scene.friction.is_none() || !scene.bodies.iter().all(is_at_rest) {
        return found;
    }
    let Ok(Contacts {
        contacts, corners, ..
    }) = contacts::find(scene)
    else {
        return found;
    };
    for corner in &corners {
        let mut listed = corner.sides.iter().flatten().map(|index| &contacts[*index]);
        let Some(first) = listed.clone().next() else {
            continue;
        };
        let [one, other] = first.bodies().map(BodyId);
        let is_rough = scene.friction.between(one, other).is_positive();
        if is_rough && listed.any(|row| rows.contains(row)) {
            found.insert([one, other].map(|body| scene.bodies[body.0].name.as_str()));
        }
    }
    found
}

fn is_at_rest(body: &Body) -> bool {
    match &body.dynamics {
        Some(free) => free.velocity.x.is_zero() && free.velocity.y.is_zero() && free.spin.is_zero(),
        None => true,
    }
}
