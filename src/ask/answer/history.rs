//! What the checker has to know of the steps before the next one.

use crate::record::{RunHeader, RunRecord};
use rayon::prelude::*;
use zwang_certificate::{Contact, run, run2};
use zwang_check::Rejection;
use zwang_check::run::{Checker, State};
use zwang_check::{law, run as first};
use zwang_collapse::indeterminacy::UnitForce;
use zwang_exact::{Rational, Vector};
use zwang_output::run::{Ground, RunState, RunStep};
use zwang_scene::{BodyId, PinId, Scene};

/// The states before the next step, and a checker for it.
pub(crate) enum History {
    First(Box<First>),
    Second(Box<Second>),
}

/// Of a run of first order: the last two states, and the rows that pressed in the last step.
pub(crate) struct First {
    checker: Checker,
    states: [State; 2],
    pressing: Vec<Contact>,
}

/// Of a run of second order: the last state, and the rows that pressed in the last step.
pub(crate) struct Second {
    scene: Scene,
    checker: law::Checker,
    ground: Ground,
    state: law::State,
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
        header: &RunHeader,
        records: &[RunRecord],
    ) -> Result<Self, Rejection> {
        match header {
            RunHeader::First(header) => {
                let history = First::after(scene, header, &of_first_order(records))?;
                Ok(Self::First(Box::new(history)))
            }
            RunHeader::Second(header) => {
                let history = Second::after(scene, header, &of_second_order(records))?;
                Ok(Self::Second(Box::new(history)))
            }
        }
    }

    /// Checks the next steps, in parallel if there are several, up to the first that is not proved.
    pub(crate) fn check(&mut self, records: &[RunRecord]) -> Vec<Result<RunStep, Rejection>> {
        match self {
            Self::First(history) => history.check(&of_first_order(records)),
            Self::Second(history) => history.check(&of_second_order(records)),
        }
    }

    /// What the forces of a step do to the bodies: a force of one unit for each contact force, with
    /// friction two, across the edge and along it; then two for each pin with a force, along x and
    /// along y.
    ///
    /// # Errors
    /// A [`Rejection`] if the step is not one of this run.
    pub(crate) fn unit_forces(&self, step: &RunStep) -> Result<Vec<UnitForce>, Rejection> {
        let checker = match self {
            Self::First(history) => &history.checker,
            Self::Second(history) => return Ok(history.unit_forces(step)),
        };
        let Some(step) = step.first_order() else {
            return Ok(Vec::new());
        };
        let mut forces = Vec::new();
        for unit in checker.unit_forces(step)? {
            let first::UnitForce {
                bodies,
                force,
                torques,
            } = unit;
            let [x, y] = force.map(Rational::from);
            let torques = torques.map(Rational::from);
            forces.push(UnitForce::new(bodies, &Vector::new(x, y), &torques));
        }
        Ok(forces)
    }
}

/// The records of first order; the format of a run says of which kind all of its records are.
fn of_first_order(records: &[RunRecord]) -> Vec<&run::Record> {
    let mut found = Vec::new();
    for record in records {
        if let RunRecord::First(record) = record {
            found.push(&**record);
        }
    }
    found
}

/// The records of second order.
fn of_second_order(records: &[RunRecord]) -> Vec<&run2::Record> {
    let mut found = Vec::new();
    for record in records {
        if let RunRecord::Second(record) = record {
            found.push(&**record);
        }
    }
    found
}

/// Up to the first step that is not proved.
fn cut<T>(checked: &mut Vec<Result<T, Rejection>>) {
    if let Some(first) = checked.iter().position(Result::is_err) {
        checked.truncate(first + 1);
    }
}

impl First {
    fn after(
        scene: &Scene,
        header: &run::Header,
        records: &[&run::Record],
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

    fn check(&mut self, records: &[&run::Record]) -> Vec<Result<RunStep, Rejection>> {
        let states = self.states_until(records);
        // Each step needs the two states before it.
        let count = records.len().min(states.len() - 1);
        let mut checked: Vec<Result<first::VerifiedStep, Rejection>> = match count {
            1 => vec![self.check_step(&states, records, 0)],
            _ => (0..count)
                .into_par_iter()
                .map(|step| self.check_step(&states, records, step))
                .collect(),
        };
        cut(&mut checked);
        for step in checked.iter().flatten() {
            self.states = [step.before().clone(), step.state().clone()];
            self.pressing = step.pressing().to_vec();
        }
        let mut steps = Vec::new();
        for (step, record) in checked.into_iter().zip(records) {
            steps.push(step.map(|step| RunStep::of_first_order(step, record)));
        }
        steps
    }

    /// The last two states, and those that the records tell, up to the first that is none: its own
    /// step is refused.
    fn states_until(&self, records: &[&run::Record]) -> Vec<State> {
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
        records: &[&run::Record],
        step: usize,
    ) -> Result<first::VerifiedStep, Rejection> {
        let before = &states[step];
        let now = &states[step + 1];
        let record = records[step];
        let checker = &self.checker;
        if step == 0 {
            return checker.step([before, now], &self.pressing, record);
        }
        let pressed = checker.pressing(before, records[step - 1])?;
        checker.step([before, now], &pressed, record)
    }
}

impl Second {
    /// Rows that press are known of steps that are checked: so is the last of the records.
    fn after(
        scene: &Scene,
        header: &run2::Header,
        records: &[&run2::Record],
    ) -> Result<Self, Rejection> {
        let checker = law::Checker::new(scene, header)?;
        let mut history = Self {
            scene: scene.clone(),
            ground: Ground::new(scene, header),
            state: checker.start(),
            checker,
            pressing: Vec::new(),
        };
        let Some((last, before)) = records.split_last() else {
            return Ok(history);
        };
        if let Some(before) = before.last()
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

    /// Steps after a record with a state do not wait for it to be checked.
    fn check(&mut self, records: &[&run2::Record]) -> Vec<Result<RunStep, Rejection>> {
        let mut checked = Vec::new();
        let mut left = records;
        while !left.is_empty() {
            let states = self.states_until(left);
            let now = &left[..left.len().min(states.len())];
            let mut steps: Vec<_> = match now {
                [record] => vec![self.checker.step(&states[0], record)],
                _ => now
                    .par_iter()
                    .zip(&states)
                    .map(|(record, state)| self.checker.step(state, record))
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
    fn states_until(&self, records: &[&run2::Record]) -> Vec<law::State> {
        let mut states = vec![self.state.clone()];
        for record in records {
            let Ok(Some(state)) = self.checker.state(record) else {
                break;
            };
            states.push(state);
        }
        states
    }

    fn take(&mut self, step: law::VerifiedStep) -> RunStep {
        self.state = step.state().clone();
        let pressing = step.pressing();
        let pressed = std::mem::replace(&mut self.pressing, pressing);
        RunStep::of_second_order(&self.ground, &pressed, step)
    }

    /// Those of the rows as they are before the step.
    fn unit_forces(&self, step: &RunStep) -> Vec<UnitForce> {
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
        let vertex = state.vertex(&self.scene, &row.vertex, 0)?;
        let start = state.vertex(&self.scene, &row.edge, 0)?;
        let edge = &state.vertex(&self.scene, &row.edge, 1)? - &start;
        let bodies = row.bodies().map(|body| Some(BodyId(body)));
        let mut units =
            vec![self.unit(state, bodies, [&vertex, &vertex], &-&edge.quarter_turn())?];
        if !self.scene.friction.is_none() {
            units.push(self.unit(state, bodies, [&vertex, &vertex], &edge)?);
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
