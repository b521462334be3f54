//! What report, JSON and picture all say of a verified answer.

use crate::OutputError;
use zwang_check::{Acceleration, Answer, AnsweredGroup, Verified};
use zwang_exact::Rational;
use zwang_scene::{BodyId, Scene};

/// Whether a body keeps its velocity and spin.
pub(crate) fn is_zero(acceleration: &Acceleration) -> bool {
    acceleration.linear.is_zero() && acceleration.angular == Rational::from_integer(0.into())
}

/// The bodies whose velocity or spin changes.
pub(crate) fn accelerated(answer: &Answer) -> impl Iterator<Item = BodyId> {
    answer
        .accelerations
        .iter()
        .enumerate()
        .filter(|(_, acceleration)| !is_zero(acceleration))
        .map(|(body, _)| body)
}

/// Potential energy that the motion, read as a velocity, loses: Σ m g·a, J per unit of the motion.
pub(crate) fn work(scene: &Scene, answer: &Answer) -> Rational {
    let lost = |(body, acceleration): (&zwang_scene::Body, &Acceleration)| {
        body.dynamics
            .as_ref()
            .map(|free| &free.mass * scene.gravity.dot(&acceleration.linear))
    };
    scene
        .bodies
        .iter()
        .zip(&answer.accelerations)
        .filter_map(lost)
        .sum()
}

/// The name of a body; names come from the scene, indices from the checked answer for it.
pub(crate) fn name(scene: &Scene, body: BodyId) -> &str {
    scene
        .bodies
        .get(body)
        .map_or("?", |body| body.name.as_str())
}

/// For each group with several answers: the group, and the answer of the whole scene for each of
/// its own answers, the first one elsewhere.
pub(crate) fn alternatives(verified: &Verified) -> Vec<(&AnsweredGroup, Vec<Answer>)> {
    let groups = verified.groups();
    let answers = |(index, group): (usize, &AnsweredGroup)| {
        let choose = |answer: usize| {
            let choice: Vec<usize> = (0..groups.len())
                .map(|other| if other == index { answer } else { 0 })
                .collect();
            verified.answer(&choice)
        };
        (0..group.answers).filter_map(choose).collect()
    };
    let several = groups
        .iter()
        .enumerate()
        .filter(|(_, group)| group.answers > 1);
    several
        .map(|(index, group)| (group, answers((index, group))))
        .collect()
}

/// The groups for which no acceleration is admissible.
pub(crate) fn impossible(verified: &Verified) -> impl Iterator<Item = &AnsweredGroup> {
    verified.groups().iter().filter(|group| group.answers == 0)
}

/// Refuses a scene that moves.
pub(crate) fn require_rest(scene: &Scene) -> Result<(), OutputError> {
    let moves = |body: &&zwang_scene::Body| {
        body.dynamics
            .as_ref()
            .is_some_and(|free| !free.is_at_rest())
    };
    match scene.bodies.iter().find(moves) {
        Some(body) => Err(OutputError::NotAtRest(body.name.clone())),
        None => Ok(()),
    }
}
