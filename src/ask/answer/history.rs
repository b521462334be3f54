//! What the checker has to know of the steps before the next one.

use rayon::prelude::*;
use zwang_certificate::Contact;
use zwang_certificate::run::{Header, Record};
use zwang_check::Rejection;
use zwang_check::run::{Checker, State, VerifiedStep};
use zwang_scene::Scene;

/// The last two states, and the rows that pressed in the last step.
pub(crate) struct History {
    checker: Checker,
    states: [State; 2],
    pressing: Vec<Contact>,
}

impl History {
    /// At the beginning of a run, or after the last records of an earlier part of it, which are not
    /// checked again.
    ///
    /// # Errors
    /// A [`Rejection`] if the header or the records are not those of a run of the scene.
    pub(crate) fn after(
        scene: &Scene,
        header: &Header,
        records: &[Record],
    ) -> Result<Self, Rejection> {
        let checker = Checker::new(scene, header)?;
        let mut states = checker.start();
        let mut pressing = Vec::new();
        for (index, record) in records.iter().enumerate() {
            let [_, now] = &states;
            if index + 1 == records.len() {
                pressing = checker.pressing(now, record)?;
            }
            let next = checker.state(record)?;
            states.swap(0, 1);
            states[1] = next;
        }
        Ok(Self {
            checker,
            states,
            pressing,
        })
    }

    pub(crate) fn checker(&self) -> &Checker {
        &self.checker
    }

    /// Checks the next steps, in parallel if there are several, up to the first that is not proved.
    pub(crate) fn check(&mut self, records: &[Record]) -> Vec<Result<VerifiedStep, Rejection>> {
        let states = self.states_until(records);
        // Each step needs the two states before it.
        let count = records.len().min(states.len() - 1);
        let mut checked: Vec<Result<VerifiedStep, Rejection>> = match count {
            1 => vec![self.check_step(&states, records, 0)],
            _ => (0..count)
                .into_par_iter()
                .map(|step| self.check_step(&states, records, step))
                .collect(),
        };
        if let Some(first) = checked.iter().position(Result::is_err) {
            checked.truncate(first + 1);
        }
        for step in checked.iter().flatten() {
            self.states = [step.before().clone(), step.state().clone()];
            self.pressing = step.pressing().to_vec();
        }
        checked
    }

    /// The last two states, and those that the records tell, up to the first that is none: its own
    /// step is refused.
    fn states_until(&self, records: &[Record]) -> Vec<State> {
        let mut states = self.states.to_vec();
        for record in records {
            let Ok(state) = self.checker.state(record) else {
                break;
            };
            states.push(state);
        }
        states
    }

    fn check_step(
        &self,
        states: &[State],
        records: &[Record],
        step: usize,
    ) -> Result<VerifiedStep, Rejection> {
        let before = &states[step];
        let now = &states[step + 1];
        let record = &records[step];
        let checker = &self.checker;
        if step == 0 {
            return checker.step([before, now], &self.pressing, record);
        }
        let pressed = checker.pressing(before, &records[step - 1])?;
        checker.step([before, now], &pressed, record)
    }
}
