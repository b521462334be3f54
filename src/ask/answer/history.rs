//! Facts that the checker has to know of the steps before the next one.

use crate::record::{RunHeader, RunRecord};
use rayon::prelude::*;
use zwang_certificate::Contact;
use zwang_check::Rejection;
use zwang_check::law::{Checker, State, VerifiedStep};
use zwang_collapse::indeterminacy::UnitForce;
use zwang_exact::{Rational, Vector};
use zwang_output::run::{Ground, RunState, RunStep, Touching};
use zwang_scene::{BodyId, PinId, Scene};

/// The state before the next step, the rows that pressed in the last one, and a checker.
pub(crate) struct History {
    scene: Scene,
    checker: Checker,
    ground: Ground,
    state: State,
    pressing: Vec<Contact>,
}

/// Up to the first step that is not proved.
fn cut<T>(checked: &mut Vec<Result<T, Rejection>>) {
    if let Some(first) = checked.iter().position(Result::is_err) {
        checked.truncate(first + 1);
    }
}

impl History {
    /// At the beginning of a run, or after the last records of an earlier part of it, which are not
    /// checked again, but for the last: which rows press is known of steps that are checked.
    ///
    /// # Errors
    /// A [`Rejection`] if the header or the records are not those of a run of the scene.
    pub(crate) fn after(
        scene: &Scene,
        RunHeader(header): &RunHeader,
        records: &[RunRecord],
    ) -> Result<Self, Rejection> {
        let checker = Checker::new(scene, header)?;
        let mut history = Self {
            scene: scene.clone(),
            ground: Ground::new(scene, header),
            state: checker.start(),
            checker,
            pressing: Vec::new(),
        };
        let Some((RunRecord(last), before)) = records.split_last() else {
            return Ok(history);
        };
        if let Some(RunRecord(before)) = before.last()
            && let Some(state) = history.checker.state(before)?
        {
            history.state = state;
        }
        if history.state.index() + 1 == last.k {
            let step = history.checker.step(&history.state, last)?;
            history.pressing = step.pressing();
            history.state = step.state().clone();
        } else if let Some(state) = history.checker.state(last)? {
            history.state = state;
        }
        Ok(history)
    }

    /// Checks the next steps, in parallel if there are several, up to the first that is not proved.
    /// Steps after a record with a state do not wait for it to be checked.
    pub(crate) fn check(&mut self, records: &[RunRecord]) -> Vec<Result<RunStep, Rejection>> {
        let mut checked = Vec::new();
        let mut left = records;
        while !left.is_empty() {
            let states = self.states_until(left);
            let now = &left[..left.len().min(states.len())];
            let mut steps: Vec<_> = match now {
                [RunRecord(record)] => vec![self.checker.step(&states[0], record)],
                _ => now
                    .par_iter()
                    .zip(&states)
                    .map(|(RunRecord(record), state)| self.checker.step(state, record))
                    .collect(),
            };
            cut(&mut steps);
            let has_failed = steps.last().is_some_and(Result::is_err);
            for step in steps {
                checked.push(step.map(|step| self.take(step)));
            }
            if has_failed {
                break;
            }
            left = &left[now.len()..];
        }
        checked
    }

    /// The last state, and those that the records tell, up to the first without one.
    fn states_until(&self, records: &[RunRecord]) -> Vec<State> {
        let mut states = vec![self.state.clone()];
        for RunRecord(record) in records {
            let Ok(Some(state)) = self.checker.state(record) else {
                break;
            };
            states.push(state);
        }
        states
    }

    fn take(&mut self, step: VerifiedStep) -> RunStep {
        self.state = step.state().clone();
        let pressing = step.pressing();
        let pressed = std::mem::replace(&mut self.pressing, pressing);
        RunStep::new(&self.ground, &pressed, step)
    }

    /// The effects of the forces of a step on the bodies: a force of one unit for each contact
    /// force, with friction two, across the edge and along it; then two for each pin with a force,
    /// along x and along y. Rows are as they are before the step.
    pub(crate) fn unit_forces(&self, step: &RunStep) -> Vec<UnitForce> {
        let mut units = Vec::new();
        for force in step.forces() {
            units.extend(self.units_of_row(step, &force.row).into_iter().flatten());
        }
        for (pin, _) in step.pin_forces() {
            units.extend(self.units_of_pin(step, pin).into_iter().flatten());
        }
        units
    }

    /// Across the edge, and in a scene with friction along it.
    fn units_of_row(&self, step: &RunStep, row: &Contact) -> Option<Vec<UnitForce>> {
        let state = step.before();
        let Touching { point, edge, .. } = state.touching(&self.scene, row)?;
        let bodies = row.bodies().map(|body| Some(BodyId(body)));
        let mut units = vec![self.unit(state, bodies, [&point, &point], &-&edge.quarter_turn())?];
        if !self.scene.friction.is_none() {
            units.push(self.unit(state, bodies, [&point, &point], &edge)?);
        }
        Some(units)
    }

    /// Along x and along y.
    fn units_of_pin(&self, step: &RunStep, pin: PinId) -> Option<Vec<UnitForce>> {
        let state = step.before();
        let pin = self.scene.pins.get(pin.0)?;
        let first = state.carried(&self.scene, pin.first, &pin.at)?;
        let second = match pin.second {
            Some(second) => state.carried(&self.scene, second, &pin.at)?,
            None => pin.at.clone(),
        };
        let bodies = [Some(pin.first), pin.second];
        let axes = [Vector::from_integers(1, 0), Vector::from_integers(0, 1)];
        let mut units = Vec::new();
        for axis in axes {
            units.push(self.unit(state, bodies, [&first, &second], &axis)?);
        }
        Some(units)
    }

    /// A force on the first of two bodies, and its opposite on the second, each at its point.
    fn unit(
        &self,
        state: &RunState,
        bodies: [Option<BodyId>; 2],
        points: [&Vector; 2],
        force: &Vector,
    ) -> Option<UnitForce> {
        let mut free = [None; 2];
        let mut torques = [Rational::default(), Rational::default()];
        for (place, (body, point)) in bodies.into_iter().zip(points).enumerate() {
            let Some(body) = body else {
                continue;
            };
            if self.scene.body(body).is_some_and(|body| !body.is_fixed()) {
                let torque = (point - &state.position(body)?).cross(force);
                free[place] = Some(body);
                torques[place] = if place == 0 { torque } else { -torque };
            }
        }
        Some(UnitForce::new(free, force, &torques))
    }
}
