//! The checker beside a run: each step is accepted before it is written, shown or exported.

use zwang_certificate::Contact;
use zwang_certificate::run::{Header, Record};
use zwang_check::Rejection;
use zwang_check::run::{Checker, Load, State, VerifiedStep};
use zwang_scene::Scene;

/// What the checker has to know of the steps before.
pub struct Judge {
    checker: Checker,
    states: [State; 2],
    pressing: Vec<Contact>,
}

impl Judge {
    /// After the last records of a run that is resumed, which are not judged again; or at its
    /// beginning, if there are none.
    ///
    /// # Errors
    /// A [`Rejection`] if the header or the records are not those of a run of the scene.
    pub fn after(scene: &Scene, header: &Header, records: &[Record]) -> Result<Self, Rejection> {
        let checker = Checker::new(scene, header)?;
        let mut judge = Self {
            states: checker.start(),
            checker,
            pressing: Vec::new(),
        };
        for record in records {
            judge.pressing = judge.checker.pressing(&judge.states[1], record);
            let state = judge.checker.state(record)?;
            judge.go_on(state);
        }
        Ok(judge)
    }

    /// Checks the next step.
    ///
    /// # Errors
    /// A [`Rejection`] if it is not proved, or its facts are not true.
    pub fn judge(&mut self, record: &Record) -> Result<VerifiedStep, Rejection> {
        let step = self
            .checker
            .step(self.states.each_ref(), &self.pressing, record)?;
        self.pressing = step.pressing().to_vec();
        self.go_on(step.state().clone());
        Ok(step)
    }

    /// What the forces of a step do, as [`Checker::loads`] has it.
    ///
    /// # Errors
    /// A [`Rejection`] if the step is not one of this run.
    pub fn loads(&self, step: &VerifiedStep) -> Result<Vec<Load>, Rejection> {
        self.checker.loads(step)
    }

    fn go_on(&mut self, state: State) {
        self.states.swap(0, 1);
        self.states[1] = state;
    }
}
