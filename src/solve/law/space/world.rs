//! A scene at a step: what is the same in all of its parts.

use super::body::Body;
use super::flight::target;
use super::group::Target;
use super::joints::Joint;
use super::rounds::Bouncing;
use super::state::State;
use crate::error::LawError;
use malachite::Rational;
use std::collections::BTreeSet;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// A scene at a step.
pub(super) struct World<'a> {
    pub(super) scene: &'a Scene,
    pub(super) bodies: &'a [Body],
    pub(super) joints: &'a [Joint],
    /// The pairs of bodies that joints join, the smaller one first.
    pub(super) ignoring: &'a BTreeSet<[BodyId; 2]>,
    /// The bodies in the order of the parts of pairs.
    pub(super) leaders: &'a [usize],
    /// h, s.
    pub(super) step: &'a Rational,
    pub(super) touch: &'a Rational,
    /// The largest error of the law of friction, m.
    pub(super) law: &'a Rational,
    /// A, m/s².
    pub(super) acceleration: &'a Rational,
    pub(super) bouncing: Bouncing<'a>,
    /// The number of the step.
    pub(super) number: u64,
}

impl World<'_> {
    /// The free flight of all bodies in a part of this length, s.
    pub(super) fn targets(
        &self,
        states: &[Option<State>],
        step: &Rational,
    ) -> Result<Vec<Option<Target>>, LawError> {
        let mut targets = Vec::with_capacity(states.len());
        for (place, body) in self.bodies.iter().enumerate() {
            let target = match (&body.free, &states[place]) {
                (Some(free), Some(state)) => {
                    let name = &self.scene.bodies[place].name;
                    let target = target(free, state, step).ok_or(LawError::TurnsTooFast {
                        step: self.number,
                        body: name.clone(),
                    })?;
                    Some(target)
                }
                _ => None,
            };
            targets.push(target);
        }
        Ok(targets)
    }
}
