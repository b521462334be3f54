//! Corners: least restraint over a union of polyhedra.
//!
//! At an undecided corner the motion has to respect the rows of one side *or* of the other. The
//! program is solved without them first. If its optimum violates a corner, the case is split in
//! two, with the rows of either side added; restraint can only grow. Always the case of least
//! restraint is split next, until all such cases respect every corner: then their motions are the
//! minimisers over the union, and every other case is worse. Several different motions mean that
//! the corners leave the choice open.

use crate::dynamics::{Form, SceneForms};
use crate::error::{MOST_CASES, SolveError};
use crate::groups::Group;
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_program::kernel::number::{common_denominator, times, to_solver};
use zwang_program::kernel::{Measure, Optimum, Outcome, Problem, Row, Solved, optimise};
use zwang_program::{Interrupted, Monitor, Options, Stage};
use zwang_scene::BodyId;

/// A group, and the forms of the scene's contacts and pins.
pub(crate) struct GroupView<'a> {
    pub(crate) forms: &'a SceneForms<'a>,
    pub(crate) group: &'a Group,
}

/// The program of a case, with the way back from its rows.
pub(crate) struct CaseProgram {
    pub(crate) problem: Problem,
    /// For each row the factor by which the multiplier of the integer row has to be multiplied to
    /// become a force.
    pub(crate) scales: Vec<Rational>,
    /// The contacts of the inequalities, in order; the equalities are the pins of the group, two
    /// rows each.
    pub(crate) contacts: Vec<usize>,
}

/// One way to fix sides of corners, and its outcome.
pub(crate) struct SolvedCase {
    pub(crate) sides: Vec<(usize, usize)>,
    pub(crate) program: CaseProgram,
    pub(crate) solved: Solved,
    /// Σ ½ m |a - g|² + ½ I α² over the group, if there is a motion and another case to compare it
    /// with.
    pub(crate) restraint: Option<Rational>,
    /// An undecided corner that the motion violates.
    violated: Option<usize>,
}

/// All cases of a group, and the indices of those that answer; no answer if no motion is
/// admissible.
pub(crate) fn solve(
    view: &GroupView,
    options: &Options,
    monitor: &Monitor,
) -> Result<(Vec<SolvedCase>, Vec<usize>), SolveError> {
    let mut first = view.solve_case(Vec::new(), options, monitor)?;
    if first.violated.is_none() {
        let answers = Vec::from_iter(first.solved.is_optimal().then_some(0));
        return Ok((vec![first], answers));
    }
    first.set_restraint();
    let mut cases = vec![first];
    loop {
        let restraints = cases.iter().filter_map(|case| case.restraint.clone());
        let Some(least) = restraints.min() else {
            return Ok((cases, Vec::new()));
        };
        let Some((position, corner)) = violation(&cases, &least) else {
            let answers = answers(&cases, &least);
            return Ok((cases, answers));
        };
        if cases.len() >= MOST_CASES {
            let body = view.group.bodies[0];
            return Err(SolveError::TooManyCases {
                body: view.forms.scene.bodies[body].name.clone(),
            });
        }
        let case = cases.remove(position);
        for side in 0..2 {
            let mut sides = case.sides.clone();
            sides.push((corner, side));
            sides.sort_unstable();
            let mut case = view.solve_case(sides, options, monitor)?;
            case.set_restraint();
            cases.push(case);
        }
    }
}

/// The first case of least restraint whose motion violates a corner, and that corner.
fn violation(cases: &[SolvedCase], least: &Rational) -> Option<(usize, usize)> {
    for (position, case) in cases.iter().enumerate() {
        if case.restraint.as_ref() != Some(least) {
            continue;
        }
        if let Some(corner) = case.violated {
            return Some((position, corner));
        }
    }
    None
}

/// The cases of least restraint with different motions.
fn answers(cases: &[SolvedCase], least: &Rational) -> Vec<usize> {
    let mut answers: Vec<usize> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        if case.restraint.as_ref() != Some(least) {
            continue;
        }
        if !answers.iter().any(|&other| case.moves_like(&cases[other])) {
            answers.push(index);
        }
    }
    answers
}

impl GroupView<'_> {
    fn solve_case(
        &self,
        sides: Vec<(usize, usize)>,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<SolvedCase, Interrupted> {
        let program = monitor.time(Stage::Contacts, || self.case_program(&sides));
        let solved = optimise(&program.problem, options, monitor)?;
        let violated = self.violated_corner(&solved);
        Ok(SolvedCase {
            sides,
            program,
            solved,
            restraint: None,
            violated,
        })
    }

    /// The program of a case: pins as equalities, imposed contacts as inequalities.
    pub(crate) fn case_program(&self, sides: &[(usize, usize)]) -> CaseProgram {
        let mut contacts = self.group.contacts.clone();
        for &(corner, side) in sides {
            let corner = &self.forms.contacts.corners[corner];
            contacts.extend(&corner.sides[side]);
        }
        contacts.sort_unstable();
        contacts.dedup();
        let mut forms = Vec::new();
        for &pin in &self.group.pins {
            forms.extend(&self.forms.pins[pin]);
        }
        for &contact in &contacts {
            forms.push(&self.forms.gaps[contact].acceleration);
        }
        let variables = self.group.variables();
        let mut problem = self.group.problem(self.forms.scene);
        let mut scales = Vec::with_capacity(forms.len());
        for form in forms {
            problem.rows.push(row(form, &variables));
            scales.push(form.scale.clone());
        }
        CaseProgram {
            problem,
            scales,
            contacts,
        }
    }

    /// The first undecided corner whose sides both close.
    fn violated_corner(&self, solved: &Solved) -> Option<usize> {
        if self.group.corners.is_empty() {
            return None;
        }
        let outcome = solved.outcome();
        let Outcome::Optimal(optimum) = &*outcome else {
            return None;
        };
        let variables = self.group.variables();
        for &corner in &self.group.corners {
            let contacts = &self.forms.contacts;
            let mut sides = contacts.corners[corner].sides.iter();
            if sides.all(|side| self.closes(side, &variables, optimum)) {
                return Some(corner);
            }
        }
        None
    }

    /// Whether the gap of one of some contacts closes.
    fn closes(
        &self,
        contacts: &[usize],
        variables: &BTreeMap<BodyId, usize>,
        optimum: &Optimum,
    ) -> bool {
        for &contact in contacts {
            let row = row(&self.forms.gaps[contact].acceleration, variables);
            if row.slack(&optimum.point, &optimum.denominator) < 0 {
                return true;
            }
        }
        false
    }
}

impl CaseProgram {
    /// Forces, N, squared: a force is a multiple of the edge of its contact.
    pub(crate) fn measure(&self, forms: &SceneForms) -> Measure {
        let mut weights = vec![Rational::ONE; self.problem.equalities];
        for &contact in &self.contacts {
            let edge = forms.contacts.contacts[contact].edge;
            let body = &forms.scene.bodies[edge.part.body];
            let mut edges = body.parts[edge.part.part].edges();
            let Some((start, end)) = edges.nth(edge.index) else {
                unreachable!("contacts are found on edges that exist")
            };
            let along = end - start;
            weights.push(to_solver(&along.dot(&along)));
        }
        Measure {
            units: self.scales.clone(),
            weights,
        }
    }
}

/// The row that a form demands.
pub(crate) fn row(form: &Form, variables: &BTreeMap<BodyId, usize>) -> Row {
    let mut coefficients = Vec::with_capacity(3 * form.terms.len());
    for (body, values) in &form.terms {
        let Some(first) = variables.get(body) else {
            unreachable!("a group has all free bodies of its contacts and pins")
        };
        for (offset, value) in values.iter().enumerate() {
            if *value != 0 {
                coefficients.push((first + offset, value.clone()));
            }
        }
    }
    Row {
        coefficients,
        bound: form.bound.clone(),
    }
}

impl SolvedCase {
    /// Whether both have a motion, and the same.
    fn moves_like(&self, other: &Self) -> bool {
        match (&*self.solved.outcome(), &*other.solved.outcome()) {
            (Outcome::Optimal(own), Outcome::Optimal(other)) => own.is_same_point(other),
            _ => false,
        }
    }

    fn set_restraint(&mut self) {
        if let Outcome::Optimal(optimum) = &*self.solved.outcome() {
            let problem = &self.program.problem;
            self.restraint = Some(restraint(problem, &optimum.denominator, &optimum.point));
        }
    }
}

/// Σ ½ M (x - t)² of a point x, given over its denominator; computed over the least common
/// denominators of masses and of targets.
pub(crate) fn restraint(problem: &Problem, denominator: &Integer, point: &[Integer]) -> Rational {
    let masses = common_denominator(&problem.masses);
    let targets = common_denominator(&problem.target);
    let target_scale = denominator;
    let point_scale = Integer::from(&targets);
    let data = problem.masses.iter().zip(&problem.target);
    let mut sum = Integer::ZERO;
    for ((mass, target), value) in data.zip(point) {
        let scaled_target = times(target, &targets) * target_scale;
        let offset = value * &point_scale - scaled_target;
        sum += times(mass, &masses) * offset.square();
    }
    let offset_scale = point_scale * target_scale;
    let scale = offset_scale.square() * Integer::from(masses);
    Rational::from_integers(sum, scale * Integer::from(2))
}
