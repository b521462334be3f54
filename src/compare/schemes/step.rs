//! One step, and a run of steps.

use super::acceleration;
use super::acceleration_cone;
use super::diagnostics::Diagnostics;
use super::first_order;
use super::form::Condition;
use super::framework::Framework;
use super::lengths::LengthRule;
use super::linear_program;
use super::momentum;
use super::number::ratio;
use super::optimization::{self, Contacts};
use super::program::{Answer, Program, StepError, joint_conditions};
use super::rounding::{ExactPlaces, Rounding};
use super::scheme::{Advance, Enforcement, Scheme};
use super::sidedness::{SidednessRule, Triple};
use super::springs;
use super::state::{Linearisation, State};
use malachite::Integer;
use zwang_exact::{Rational, Vector};
use zwang_program::Options;
use zwang_program::kernel::number::{integer_to_solver, over_common_denominator};

/// A state, and how it came about.
#[derive(Clone, Debug)]
pub struct Step {
    /// The new state.
    pub state: State,
    /// The rows between edges and vertices.
    pub triples: Vec<Triple>,
    /// Which of them press: rows with a positive multiplier in the optimum that was found. If
    /// multipliers are not unique, others may.
    pub pressing: Vec<bool>,
    /// For acceleration cones, how many contacts were on the side of theirs in the end.
    pub side_cases: Option<usize>,
    /// The velocities, m/s, if they are not (p - p⁻) / Δt with the last places p⁻.
    pub velocities: Option<Vec<Vector>>,
    /// Kinetic and potential energy of the new state without that of the start, J.
    pub energy: Rational,
    /// The errors of the new state.
    pub diagnostics: Diagnostics,
}

impl Scheme {
    /// # Errors
    /// [`StepError`] if these choices do not go together.
    fn check(&self, framework: &Framework, time_step: &Rational) -> Result<(), StepError> {
        if *time_step <= ratio(0, 1) {
            return Err(StepError::TimeStep(Box::new(time_step.clone())));
        }
        if let Advance::Position {
            enforcement: Enforcement::Penalty(factor),
            ..
        } = &self.advance
            && *factor < ratio(0, 1)
        {
            return Err(StepError::Penalty(Box::new(factor.clone())));
        }
        match &self.advance {
            Advance::AccelerationCone { programs: 0, .. } => return Err(StepError::NoProgram),
            Advance::FirstOrder { relaxation } if *relaxation <= ratio(0, 1) => {
                return Err(StepError::Relaxation(Box::new(relaxation.clone())));
            }
            Advance::Springs { stiffness } if *stiffness < ratio(0, 1) => {
                return Err(StepError::Stiffness(Box::new(stiffness.clone())));
            }
            Advance::LinearProgram { bound } if *bound <= ratio(0, 1) => {
                return Err(StepError::Bound(Box::new(bound.clone())));
            }
            Advance::LinearProgram { .. } | Advance::Optimization { .. }
                if !linear_program::can_move(framework) =>
            {
                return Err(StepError::NotRigid);
            }
            _ => {}
        }
        if matches!(self.rounding, Rounding::Bodies { .. }) && framework.frames.is_none() {
            return Err(StepError::Rounding);
        }
        Ok(())
    }
}

/// The data from which the programs of a step are made.
pub(crate) struct Instant<'a> {
    pub(crate) framework: &'a Framework,
    pub(crate) state: &'a State,
    pub(crate) triples: &'a [Triple],
    /// Δt, s.
    pub(crate) time_step: &'a Rational,
}

impl<'a> Instant<'a> {
    /// The data from which conditions on the new places are made.
    pub(crate) fn linearisation(&self) -> Linearisation<'a> {
        Linearisation {
            state: self.state,
            prediction: self.state.prediction(self.framework, self.time_step),
            time_step: self.time_step,
        }
    }

    /// The program in the accelerations (p_new - 2 p + p⁻) / Δt², an affine change of variables,
    /// with bars by this rule, joints, and these conditions of triples on the new places.
    pub(crate) fn program(
        &self,
        target: Vec<Vector>,
        lengths: LengthRule,
        triples: Vec<Condition>,
    ) -> Program<'a> {
        let linearisation = self.linearisation();
        let bars = self.framework.bars.iter();
        let bars = bars.map(|bar| lengths.condition(bar, &linearisation));
        Program {
            framework: self.framework,
            target,
            bars: self.on_accelerations(bars.collect()),
            joints: self.on_accelerations(joint_conditions(self.framework)),
            triples: self.on_accelerations(triples),
            penalty: None,
        }
    }

    fn on_accelerations(&self, conditions: Vec<Condition>) -> Vec<Condition> {
        let extrapolation = self.state.extrapolation();
        let conditions = conditions.into_iter();
        conditions
            .map(|condition| condition.on_accelerations(&extrapolation, self.time_step))
            .collect()
    }

    /// The conditions of all triples on the new places.
    pub(crate) fn sides(&self, rule: SidednessRule) -> Vec<Condition> {
        let linearisation = self.linearisation();
        let triples = self.triples.iter();
        triples
            .map(|&triple| rule.condition(self.framework, triple, &linearisation))
            .collect()
    }
}

/// Advances a state by Δt.
///
/// # Errors
/// [`StepError`] if the scheme does not suit the framework, or the rows contradict each other.
pub fn step(
    framework: &Framework,
    scheme: &Scheme,
    state: &State,
    time_step: &Rational,
    options: &Options,
) -> Result<Step, StepError> {
    scheme.check(framework, time_step)?;
    let triples = scheme.selection.triples(framework, state);
    let mut at = Instant {
        framework,
        state,
        triples: &triples,
        time_step,
    };
    let collided = match &scheme.advance {
        Advance::AccelerationCone { touching, .. } => {
            momentum::after_collisions(&at, touching, options)?
        }
        _ => None,
    };
    let lasting;
    if let Some(collided) = &collided {
        lasting = scheme.selection.triples(framework, collided);
        at.state = collided;
        at.triples = &lasting;
    }
    let mut side_cases = None;
    let answer = match &scheme.advance {
        Advance::Acceleration | Advance::Trapezoidal => {
            acceleration::program(framework, at.state, at.triples, time_step).solve(options)
        }
        Advance::Position {
            lengths,
            enforcement,
            sidedness,
        } => {
            // Fig. 7.
            let mut program = at.program(framework.gravity(), *lengths, at.sides(*sidedness));
            if let Enforcement::Penalty(factor) = enforcement {
                program.penalty = Some(factor);
            }
            program.solve(options)
        }
        Advance::Momentum { touching } => momentum::solve(&at, touching, options),
        Advance::AccelerationCone { programs, .. } => {
            let (answer, left) = acceleration_cone::solve(&at, *programs, options)?;
            side_cases = Some(left);
            Ok(answer)
        }
        Advance::Optimization { .. } => optimization::positions(&at, options),
        Advance::Springs { stiffness } => springs::solve(&at, stiffness, options),
        Advance::LinearProgram { bound } => linear_program::solve(&at, bound, options),
        Advance::FirstOrder { relaxation } => first_order::program(&at, relaxation).solve(options),
    }?;
    let state = next(scheme, state, &at, &answer, options)?;
    let diagnostics = Diagnostics::new(framework, &state.current);
    let start = State::start(framework, time_step).energy(framework, time_step);
    Ok(Step {
        triples: at.triples.to_vec(),
        pressing: answer.pressing,
        side_cases,
        velocities: scheme
            .advance
            .has_velocities()
            .then(|| state.velocities(time_step)),
        energy: state.energy(framework, time_step) - start,
        state,
        diagnostics,
    })
}

/// The next state: the optimum, rounded. `at` has the state after collisions.
///
/// # Errors
/// Never a contradiction: rest satisfies the rows of velocities.
fn next(
    scheme: &Scheme,
    state: &State,
    at: &Instant,
    answer: &Answer,
    options: &Options,
) -> Result<State, StepError> {
    let framework = at.framework;
    let square = at.time_step * at.time_step;
    let extrapolation = at.state.extrapolation();
    let rounding = scheme.rounding;
    if scheme.advance == Advance::Trapezoidal {
        let half = square * ratio(1, 2);
        let behind = moved(&at.state.current, answer, &-&half);
        return Ok(State {
            previous: rounding.apply(framework, &behind),
            current: rounding.apply(framework, &moved(&extrapolation, answer, &half)),
        });
    }
    let current = rounding.apply(framework, &moved(&extrapolation, answer, &square));
    let Advance::Optimization { touching, bounces } = &scheme.advance else {
        return Ok(State {
            previous: state.current.clone(),
            current,
        });
    };
    let reached = State {
        previous: state.current.clone(),
        current,
    };
    let triples = scheme.selection.triples(framework, &reached);
    let contacts = Contacts::new(framework, &reached.current, &triples, touching, options);
    let velocities = contacts.velocities(state, *bounces, at.time_step)?;
    let exact = State::with_velocities(reached.current.clone(), &velocities, at.time_step);
    Ok(State {
        previous: rounding.apply(framework, &ExactPlaces::of(&exact.previous)),
        current: reached.current,
    })
}

/// Places and a multiple of the accelerations. By the trapezoidal update the new place is
/// 2 p - p⁻ + a Δt²/2, and p - a Δt²/2 is as far behind it as the new velocity goes in a step.
fn moved(base: &[Vector], answer: &Answer, factor: &Rational) -> ExactPlaces {
    let coordinates = base.iter().flat_map(|place| [&place.x, &place.y]);
    let (common, places) = over_common_denominator(coordinates);
    let common = Integer::from(common);
    let under_place = &answer.denominator * integer_to_solver(factor.denom());
    let under_acceleration = integer_to_solver(factor.numer()) * &common;
    let mut coordinates = Vec::with_capacity(places.len());
    for (place, acceleration) in places.iter().zip(&answer.coordinates) {
        coordinates.push(place * &under_place + acceleration * &under_acceleration);
    }
    ExactPlaces {
        denominator: common * under_place,
        coordinates,
    }
}

/// The states of a scheme, one after the other. It ends with the first error.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    framework: &'a Framework,
    scheme: Scheme,
    time_step: Rational,
    state: State,
    options: Options,
    has_failed: bool,
}

impl<'a> Run<'a> {
    /// A run from the places and velocities of the scene.
    ///
    /// # Errors
    /// [`StepError`] if the scheme does not suit the framework, or Δt is not positive.
    pub fn new(
        framework: &'a Framework,
        scheme: Scheme,
        time_step: Rational,
    ) -> Result<Self, StepError> {
        scheme.check(framework, &time_step)?;
        let state = State::start(framework, &time_step);
        Ok(Self {
            framework,
            scheme,
            time_step,
            state,
            options: Options::default(),
            has_failed: false,
        })
    }

    /// The run from another state.
    #[must_use]
    pub fn from_state(self, state: State) -> Self {
        Self { state, ..self }
    }

    /// The run with other options of the solver; the states are the same.
    #[must_use]
    pub fn with_options(self, options: Options) -> Self {
        Self { options, ..self }
    }
}

impl Iterator for Run<'_> {
    type Item = Result<Step, StepError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let result = step(
            self.framework,
            &self.scheme,
            &self.state,
            &self.time_step,
            &self.options,
        );
        match &result {
            Ok(step) => self.state = step.state.clone(),
            Err(_) => self.has_failed = true,
        }
        Some(result)
    }
}
