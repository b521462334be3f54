//! A step that changes nothing, and need not be proved again.
//!
//! The statement that a record proves about a step, but for its number and the state that it has
//! with it, follows from the states of the bodies before and from the groups of the record alone.
//! So if a step has left all states as they were, and the next record has the same groups, the next
//! step is the same.

use super::state::State;
use super::verified_step::VerifiedStep;
use zwang_certificate::run2::{Group, Record};

/// A step with the states after it that were before it.
pub(super) struct Still {
    step: VerifiedStep,
    groups: Vec<Group>,
}

impl Still {
    /// `None` if something moved.
    pub(super) fn of(step: &VerifiedStep, record: &Record) -> Option<Self> {
        (step.before().bodies == step.state().bodies).then(|| Self {
            step: step.clone(),
            groups: record.groups.clone(),
        })
    }

    /// The step from a state, if it is the same.
    pub(super) fn step_from(&self, before: &State, record: &Record) -> Option<VerifiedStep> {
        let is_same = self.step.before().bodies == before.bodies && self.groups == record.groups;
        is_same.then(|| self.step.again_after(before.index))
    }
}
