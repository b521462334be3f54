//! The quadratic program of a group, and its exact optimum.
//!
//! Unknowns are T (y_d, y_s) of each body of the group (`instant`); their masses are (m, m, I
//! |c|²), and the target is 0. Rows are value ≥ 0, pins value = 0. The guess that the exact solver
//! starts from is the force system of the step before, or that of the interior-point solver in
//! floats.

use crate::folding::Unknowns;
use crate::forces::Forces;
use crate::forms::Form;
use crate::invariance::Isometry;
use crate::setting::Setting;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_program::kernel::{
    Fineness, Guess, Optimum, Outcome, Problem, approximate, confirm, solve, solve_warm,
};
use zwang_program::{Interrupted, Stage};
use zwang_scene::{BodyId, PinId};

/// Forms to be kept, of the bodies of a group.
#[derive(Clone)]
pub(crate) struct Program<'a> {
    /// The free bodies, ascending.
    pub(crate) bodies: &'a [BodyId],
    /// Equal to 0: two for each pin.
    pub(crate) equalities: Vec<Form>,
    /// At least 0, each with the row whose value it is.
    pub(crate) inequalities: Vec<(Contact, Form)>,
}

/// Forces that may be near those that are looked for, as records have them: D φ and D of each row
/// that presses. They are those of the step before, or of the case above (`near`), which follows
/// from them; so a run that is resumed is the run that was not disturbed.
pub(crate) type Memory = BTreeMap<Contact, Quotient>;

/// A numerator and a positive denominator.
pub(crate) type Quotient = (Integer, Integer);

impl Program<'_> {
    /// The exact optimum, or a Farkas certificate.
    pub(crate) fn solve(&self, setting: &Setting, memory: &Memory) -> Result<Outcome, Interrupted> {
        let unknowns = Unknowns::own(setting.instant, self.bodies);
        self.solve_in(&unknowns, 1, setting, memory)
    }

    /// The optimum of a program whose rows and bodies are mapped to themselves by the isometries,
    /// if there is one: only rows that are the first of their orbit have multipliers, for the whole
    /// orbit. `pins` has the pin of each pair of equalities.
    pub(crate) fn solve_folded(
        &self,
        isometries: &[&Isometry],
        pins: &[PinId],
        setting: &Setting,
        memory: &Memory,
    ) -> Result<Option<Optimum>, Interrupted> {
        let unknowns = Unknowns::invariant(setting.instant, self.bodies, isometries);
        let folded = self.folded(isometries, pins);
        let orbit = isometries.len() + 1;
        let outcome = folded.program.solve_in(&unknowns, orbit, setting, memory)?;
        let Outcome::Optimal(mut optimum) = outcome else {
            return Ok(None);
        };
        optimum.multipliers = folded.unfolded(self, optimum.multipliers);
        Ok(Some(optimum))
    }

    /// The exact optimum of a group without pins, if forces that are nearly right say which rows
    /// press: of a program that the isometries map to itself, as are the forces.
    pub(crate) fn confirm(
        &self,
        isometries: &[&Isometry],
        setting: &Setting,
        forces: &Memory,
    ) -> Result<Option<Optimum>, Interrupted> {
        let unknowns = Unknowns::invariant(setting.instant, self.bodies, isometries);
        let folded = self.folded(isometries, &[]);
        let orbit = isometries.len() + 1;
        let Some(multipliers) = folded.program.remembered(orbit, forces) else {
            return Ok(None);
        };
        let problem = folded.program.problem(&unknowns);
        let Some(mut optimum) = confirm(&problem, &multipliers, setting.monitor)? else {
            return Ok(None);
        };
        optimum.point = unknowns.expanded(self.bodies, &optimum.point);
        optimum.multipliers = folded.unfolded(self, optimum.multipliers);
        Ok(Some(optimum))
    }

    /// Forces near those of the optimum of a group without pins, not yet averaged over the
    /// isometries, and the numbers in which they were found, if they were.
    pub(crate) fn approximate(
        &self,
        isometries: &[&Isometry],
        fineness: Fineness,
        setting: &Setting,
        memory: &Memory,
    ) -> Result<Option<(Forces, Fineness)>, Interrupted> {
        let unknowns = Unknowns::invariant(setting.instant, self.bodies, isometries);
        let folded = self.folded(isometries, &[]);
        let problem = folded.program.problem(&unknowns);
        let orbit = isometries.len() + 1;
        let earlier = folded.program.remembered(orbit, memory);
        let found = approximate(&problem, earlier.as_deref(), fineness, setting.monitor)?;
        let Some(found) = found else {
            return Ok(None);
        };
        let multipliers = folded.unfolded(self, found.multipliers);
        let forces = self.forces_of(&[], &multipliers, &found.denominator);
        Ok(Some((forces, found.fineness)))
    }

    /// The rows whose values are at least 0.
    pub(crate) fn rows(&self) -> Vec<Contact> {
        let inequalities = self.inequalities.iter();
        inequalities.map(|(row, _)| *row).collect()
    }

    /// The rows and pins that are the first of their orbits.
    fn folded(&self, isometries: &[&Isometry], pins: &[PinId]) -> Folded<'_> {
        let mut folded = Folded {
            program: Program {
                bodies: self.bodies,
                equalities: Vec::new(),
                inequalities: Vec::new(),
            },
            places: Vec::new(),
        };
        for (index, form) in self.equalities.iter().enumerate() {
            if is_first_pin(pins[index / 2], isometries) {
                folded.program.equalities.push(form.clone());
                folded.places.push(index);
            }
        }
        for (index, inequality) in self.inequalities.iter().enumerate() {
            if is_first_row(&inequality.0, isometries) {
                folded.program.inequalities.push(inequality.clone());
                folded.places.push(self.equalities.len() + index);
            }
        }
        folded
    }

    /// The forces of an optimum, given the pin of each pair of equalities.
    pub(crate) fn forces(&self, pins: &[PinId], optimum: &Optimum) -> Forces {
        self.forces_of(pins, &optimum.multipliers, &optimum.denominator)
    }

    /// The forces that prove that there is no solution, over the denominator 1.
    pub(crate) fn contradiction(&self, pins: &[PinId], multipliers: &[Integer]) -> Forces {
        let mut forces = self.forces_of(pins, multipliers, &Integer::ONE);
        forces.denominator = Integer::ONE;
        forces
    }

    fn forces_of(&self, pins: &[PinId], multipliers: &[Integer], denominator: &Integer) -> Forces {
        let mut scales = Vec::new();
        for form in &self.equalities {
            scales.push(&form.scale);
        }
        let mut rows = Vec::new();
        for (row, form) in &self.inequalities {
            rows.push(*row);
            scales.push(&form.scale);
        }
        Forces::scaled(&scales, rows, pins, multipliers, denominator)
    }

    /// `orbit` is the size of a typical orbit of rows, of which only the first has a multiplier.
    fn solve_in(
        &self,
        unknowns: &Unknowns,
        orbit: usize,
        setting: &Setting,
        memory: &Memory,
    ) -> Result<Outcome, Interrupted> {
        let problem = self.problem(unknowns);
        let Setting {
            floats, monitor, ..
        } = *setting;
        let mut outcome = if let Some(multipliers) = self.remembered(orbit, memory) {
            solve_warm(&problem, &multipliers, floats, monitor)?
        } else {
            let mut guess = None;
            if floats {
                guess = monitor.time(Stage::Guess, || Guess::by_interior_point(&problem));
            }
            solve(&problem, guess.as_ref(), monitor)?
        };
        if let Outcome::Optimal(optimum) = &mut outcome {
            optimum.point = unknowns.expanded(self.bodies, &optimum.point);
        }
        Ok(outcome)
    }

    /// The program in some unknowns.
    pub(crate) fn problem(&self, unknowns: &Unknowns) -> Problem {
        let mut rows = Vec::new();
        for form in &self.equalities {
            rows.push(unknowns.row(form));
        }
        for (_, form) in &self.inequalities {
            rows.push(unknowns.row(form));
        }
        Problem {
            target: vec![Rational::ZERO; unknowns.masses.len()],
            masses: unknowns.masses.clone(),
            rows,
            equalities: self.equalities.len(),
        }
    }

    /// The multipliers that remembered forces would have, as (numerator, positive
    /// denominator); `None` if none of its rows is here. Multipliers of forms are forces divided by
    /// scales.
    fn remembered(&self, orbit: usize, memory: &Memory) -> Option<Vec<Option<Quotient>>> {
        let mut multipliers = vec![None; self.equalities.len()];
        for (row, form) in &self.inequalities {
            let Some((force, denominator)) = memory.get(row) else {
                multipliers.push(None);
                continue;
            };
            let over = Integer::from(form.scale.denominator_ref());
            let under = Integer::from(form.scale.numerator_ref());
            let numerator = force * over * Integer::from(orbit);
            let denominator = denominator * under;
            multipliers.push(Some((numerator, denominator)));
        }
        if multipliers.iter().all(Option::is_none) {
            return None;
        }
        Some(multipliers)
    }
}

/// The rows and pins of a program that are the first of their orbits.
struct Folded<'a> {
    program: Program<'a>,
    /// Where its multipliers belong in the whole program.
    places: Vec<usize>,
}

impl Folded<'_> {
    /// The multipliers of the whole program.
    fn unfolded(&self, whole: &Program, multipliers: Vec<Integer>) -> Vec<Integer> {
        let count = whole.equalities.len() + whole.inequalities.len();
        let mut unfolded = vec![Integer::ZERO; count];
        for (place, multiplier) in self.places.iter().zip(multipliers) {
            unfolded[*place] = multiplier;
        }
        unfolded
    }
}

/// Whether a row comes before all its images.
pub(crate) fn is_first_row(row: &Contact, isometries: &[&Isometry]) -> bool {
    let mut images = isometries.iter().filter_map(|isometry| isometry.row(row));
    images.all(|image| image >= *row)
}

/// Whether a pin comes before all its images.
pub(crate) fn is_first_pin(pin: PinId, isometries: &[&Isometry]) -> bool {
    isometries.iter().all(|isometry| isometry.pin(pin) >= pin)
}

/// The unknowns of each body at an optimum, times its denominator.
pub(crate) fn unknowns<'a>(
    bodies: &'a [BodyId],
    optimum: &'a Optimum,
) -> impl Iterator<Item = (BodyId, &'a [Integer; 3])> {
    let (unknowns, _) = optimum.point.as_chunks();
    bodies.iter().copied().zip(unknowns)
}

/// The value of a form at an optimum, times the form's scale and the optimum's denominator.
pub(crate) fn at(form: &Form, bodies: &[BodyId], optimum: &Optimum) -> Integer {
    at_point(form, bodies, &optimum.point, &optimum.denominator)
}

/// The same at a point of the unknowns of bodies, times a denominator.
pub(crate) fn at_point(
    form: &Form,
    bodies: &[BodyId],
    point: &[Integer],
    denominator: &Integer,
) -> Integer {
    let mut sum = &form.constant * denominator;
    for (body, values) in &form.terms {
        let Ok(place) = bodies.binary_search(body) else {
            continue;
        };
        let unknowns = &point[3 * place..];
        for (value, unknown) in values.iter().zip(unknowns) {
            sum += value * unknown;
        }
    }
    sum
}
