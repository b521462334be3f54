//! The quadratic program of a group, and its exact optimum.
//!
//! Unknowns are (y_d, y_s) of each body of the group, `instant` says in which units; their masses are (m, m, I w ν), and the target is 0. Rows are value ≥ 0,
//! pins value = 0. The guess that the exact solver starts from is the force system of the step before, or that of the interior-point solver in floats.

use crate::error::MotionError;
use crate::forms::Form;
use crate::instant::Instant;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_solve::warm_start::{self, Pressure};
use zwang_solve::{Guess, Monitor, Optimum, Outcome, Problem, Row};

/// Forms to be kept, of the bodies of a group.
pub(crate) struct Program<'a> {
    /// The free bodies, ascending.
    pub(crate) bodies: &'a [usize],
    /// Equal to 0: two for each pin.
    pub(crate) equalities: Vec<Form>,
    /// At least 0, each with the row whose value it is.
    pub(crate) inequalities: Vec<(Contact, Form)>,
}

/// What pressed, and how much: the guess for the next step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    programs: Vec<Pressure>,
    /// For each row the program and the place in it.
    places: BTreeMap<Contact, (usize, usize)>,
}

impl Memory {
    /// Remembers an optimum.
    pub(crate) fn keep(&mut self, program: &Program, problem: &Problem, optimum: &Optimum) {
        let equalities = program.equalities.len();
        for (index, (row, _)) in program.inequalities.iter().enumerate() {
            self.places.insert(*row, (self.programs.len(), equalities + index));
        }
        self.programs.push(Pressure::new(problem, optimum));
    }

    fn guess(&self, program: &Program) -> Option<Guess> {
        let source = |(row, _): &(Contact, Form)| {
            self.places.get(row).map(|&(program, place)| (&self.programs[program], place))
        };
        let pins = program.equalities.iter().map(|_| None);
        let sources: Vec<Option<(&Pressure, usize)>> = pins.chain(program.inequalities.iter().map(source)).collect();
        sources.iter().any(Option::is_some).then(|| warm_start::carried_over(&sources))
    }
}

impl Program<'_> {
    /// The problem in the solver's terms.
    pub(crate) fn problem(&self, instant: &Instant) -> Problem {
        let mut masses = Vec::with_capacity(3 * self.bodies.len());
        for &body in self.bodies {
            let Some(mass) = &instant.outline.bodies[body].mass else { unreachable!("groups consist of free bodies") };
            let moving = &instant.bodies[body];
            let inertia = &mass.inertia * Rational::from(&moving.denominator * &moving.norm);
            masses.extend([mass.mass.clone(), mass.mass.clone(), inertia]);
        }
        let rows = self.equalities.iter().chain(self.inequalities.iter().map(|(_, form)| form));
        let rows = rows.map(|form| Row { coefficients: self.coefficients(form), bound: -&form.constant }).collect();
        Problem { target: vec![Rational::ZERO; masses.len()], masses, rows, equalities: self.equalities.len() }
    }

    fn coefficients(&self, form: &Form) -> Vec<(usize, Integer)> {
        let place = |body| self.bodies.binary_search(&body).unwrap_or_else(|_| unreachable!("forms stay in a group"));
        let mut coefficients: Vec<(usize, Integer)> = form
            .terms
            .iter()
            .flat_map(|(body, values)| {
                let first = 3 * place(*body);
                values.iter().enumerate().map(move |(offset, value)| (first + offset, value.clone()))
            })
            .filter(|(_, value)| *value != 0)
            .collect();
        coefficients.sort_unstable_by_key(|(variable, _)| *variable);
        coefficients
    }

    /// The exact optimum, or a Farkas certificate.
    ///
    /// # Errors
    /// [`MotionError::Interrupted`] if the monitor says so.
    pub(crate) fn solve(
        &self,
        problem: &Problem,
        memory: &Memory,
        floats: bool,
        monitor: &Monitor,
    ) -> Result<Outcome, MotionError> {
        if let Some(guess) = self.remembered(memory) {
            if let Some(optimum) = warm_start::confirm(problem, &guess, monitor) {
                return Ok(Outcome::Optimal(optimum));
            }
            if std::env::var("PIVOT").is_ok() {
                return Ok(warm_start::pivot_from(problem, &guess, monitor));
            }
        }
        let guess = if floats { Guess::by_interior_point(problem) } else { None };
        Ok(zwang_solve::solve(problem, guess.as_ref(), monitor))
    }

    fn remembered(&self, memory: &Memory) -> Option<Guess> {
        if self.inequalities.is_empty() { None } else { memory.guess(self) }
    }
}

/// The value of a form at an optimum, times the form's scale and the optimum's denominator.
pub(crate) fn at(form: &Form, bodies: &[usize], optimum: &Optimum) -> Integer {
    let mut sum = &form.constant * &optimum.denominator;
    for (body, values) in &form.terms {
        let Ok(place) = bodies.binary_search(body) else { continue };
        for (value, unknown) in values.iter().zip(&optimum.point[3 * place..]) {
            sum += value * unknown;
        }
    }
    sum
}
