//! All answers of a small problem, or the proof that there are none.
//!
//! A tree: contacts are fixed one after the other to open, to stick (or slide on), to begin to
//! slide along t, or against it. The linear part of the conditions then is a linear program in the
//! forces, with x = g + M⁻¹ Σ forces:
//!
//! ```text
//! φ ≥ 0, |ψ| ≤ μ φ, or one of ψ = ±μ φ where the mode says so;   u ≥ 0, or u = 0 and v = 0, v ≥ 0
//! or v ≤ 0 as the mode says
//! ```
//!
//! If nothing is feasible, Farkas' multipliers of the rows prove that (J. Farkas, *Theorie der
//! einfachen Ungleichungen*, 1902). If all contacts are fixed, what is feasible is an answer.
//!
//! From rest, the law implies |x|² ≤ ⟨g, x⟩ in the product of M: what moves loses potential energy.
//! So if nothing but rest is to be possible, ⟨g, x⟩ is maximised. A maximum of at most 0 leaves
//! nothing but x = 0, and the multipliers prove it. Otherwise the contact is fixed next where the
//! maximum violates φ u = 0 and ψ v + μ φ |v| = 0 most; if it violates them nowhere, it moves.

use super::{FrictionAnswer, FrictionProblem, add_multiple, numbers_over, pairs_over};
use crate::Options;
use crate::linear::{LinearOutcome, LinearProgram, Sense, Unboundedness};
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::{common_denominator, from_solver, times, to_solver};
use crate::polyhedron::{Interval, LinearRow, Polyhedron, ProgramError};
use crate::problem::Row;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};

/// Modes of some contacts, in the numbers of proofs: 0 is without force, 1 sticks or slides on, 2
/// and 3 begin to slide along t and against it.
pub type Modes = Vec<Option<usize>>;

/// The aim of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// All answers.
    Answers,
    /// One answer that is not 0, of a problem at rest: all bounds are 0, and no contact slides.
    Motion,
}

/// Why there is no answer with some modes, or none but 0: multipliers of u and v of each contact,
/// and of the equalities.
#[derive(Clone, Debug)]
pub struct Exclusion {
    /// The modes that are fixed.
    pub modes: Modes,
    /// The multiplier of ⟨g, x⟩; if it is 0, there is no answer.
    pub gravity: Integer,
    /// Multipliers of u and v.
    pub contacts: Vec<[Integer; 2]>,
    /// Multipliers of equalities.
    pub equalities: Vec<Integer>,
}

/// The result of a tree.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// Answers with different points.
    pub answers: Vec<FrictionAnswer>,
    /// The leaves without answers of the kind that is looked for.
    pub exclusions: Vec<Exclusion>,
    /// Whether all modes have been looked at.
    pub is_complete: bool,
}

/// A variable of the linear program: n + slope t of a contact, or an equality.
struct Force {
    row: Option<usize>,
    slope: Rational,
    equality: Option<usize>,
}

/// Which form of which contact a row of the linear program is about; or an equality.
#[derive(Clone, Copy)]
enum About {
    Contact(usize, usize),
    Equality(usize),
}

/// The linear program of some modes.
struct Node<'a> {
    problem: &'a FrictionProblem,
    modes: &'a Modes,
    forces: Vec<Force>,
    abouts: Vec<About>,
    rows: Vec<LinearRow>,
}

enum Feasible {
    Point(FrictionAnswer),
    Nothing(Exclusion),
}

impl FrictionProblem {
    /// Looks at all modes, as far as so many linear programs go, or up to the first motion if that
    /// is what is looked for.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    pub fn explore(
        &self,
        aim: Aim,
        budget: usize,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Explored, Interrupted> {
        let mut explored = Explored::default();
        let mut waiting = vec![vec![None; self.contacts.len()]];
        let mut spent = 0;
        while let Some(modes) = waiting.pop() {
            if spent >= budget {
                return Ok(explored);
            }
            spent += 1;
            monitor.check()?;
            let answer = match Node::new(self, &modes).solve(aim, options, monitor)? {
                Feasible::Nothing(exclusion) => {
                    explored.exclusions.push(exclusion);
                    continue;
                }
                Feasible::Point(answer) => answer,
            };
            let next = match aim {
                Aim::Answers => modes.iter().position(Option::is_none),
                Aim::Motion => self.most_violated(&answer, &modes),
            };
            if self.holds(&answer) {
                explored.add(answer);
                if aim == Aim::Motion {
                    return Ok(explored);
                }
            }
            if let Some(contact) = next {
                waiting.extend(self.branches(&modes, contact));
            }
        }
        explored.is_complete = true;
        Ok(explored)
    }

    /// An answer whose point is the only one that obeys the law, whatever contacts do; `None` if
    /// others do, or none does, or if so many linear programs do not tell.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    pub fn only_answer(
        &self,
        budget: usize,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<FrictionAnswer>, Interrupted> {
        let mut only: Option<FrictionAnswer> = None;
        let mut waiting = vec![vec![None; self.contacts.len()]];
        let mut spent = 0;
        while let Some(modes) = waiting.pop() {
            if spent >= budget {
                return Ok(None);
            }
            spent += 1;
            monitor.check()?;
            let node = Node::new(self, &modes);
            let Feasible::Point(answer) = node.solve(Aim::Answers, options, monitor)? else {
                continue;
            };
            if let Some(contact) = modes.iter().position(Option::is_none) {
                waiting.extend(self.branches(&modes, contact));
                continue;
            }
            if only
                .as_ref()
                .is_some_and(|known| !known.is_same_point(&answer))
            {
                return Ok(None);
            }
            spent += 2 * self.masses.len();
            if !node.has_only(&answer, options, monitor)? {
                return Ok(None);
            }
            only = Some(answer);
        }
        Ok(only)
    }

    /// These modes with each one of a contact, the first one last.
    fn branches(&self, modes: &Modes, contact: usize) -> Vec<Modes> {
        let count = if self.contacts[contact].sliding == 0 {
            4
        } else {
            2
        };
        let mut branches = Vec::with_capacity(count);
        for mode in (0..count).rev() {
            let mut fixed = modes.clone();
            fixed[contact] = Some(mode);
            branches.push(fixed);
        }
        branches
    }

    /// The contact without a mode whose φ u + ψ v + μ φ |v| is largest; `None` if all are 0.
    fn most_violated(&self, answer: &FrictionAnswer, modes: &Modes) -> Option<usize> {
        let mut largest = Rational::ZERO;
        let mut found = None;
        for (index, contact) in self.contacts.iter().enumerate() {
            let [across, along] = &answer.forces[index];
            let gap = answer.slack(&contact.normal);
            let slip = answer.slack(&contact.tangent);
            let bound = &contact.friction * Rational::from(across);
            let resisted = bound * Rational::from(slip.unsigned_abs_ref());
            let violation = Rational::from(across * gap + along * slip) + resisted;
            if modes[index].is_none() && violation > largest {
                largest = violation;
                found = Some(index);
            }
        }
        found
    }
}

impl Explored {
    /// Adds an answer, unless its point is known.
    fn add(&mut self, answer: FrictionAnswer) {
        if self
            .answers
            .iter()
            .all(|known| !known.is_same_point(&answer))
        {
            self.answers.push(answer);
        }
    }
}

impl<'a> Node<'a> {
    fn new(problem: &'a FrictionProblem, modes: &'a Modes) -> Self {
        let mut node = Self {
            problem,
            modes,
            forces: Vec::new(),
            abouts: Vec::new(),
            rows: Vec::new(),
        };
        for (index, contact) in problem.contacts.iter().enumerate() {
            for slope in slopes(&contact.friction, contact.sliding, modes[index]) {
                node.forces.push(Force {
                    row: Some(index),
                    slope,
                    equality: None,
                });
            }
        }
        for index in 0..problem.equalities.len() {
            node.forces.push(Force {
                row: None,
                slope: Rational::ZERO,
                equality: Some(index),
            });
        }
        for (index, contact) in problem.contacts.iter().enumerate() {
            let about = About::Contact(index, 0);
            match modes[index] {
                None | Some(0) => node.push(&contact.normal, about, Interval::at_least),
                Some(_) => node.push(&contact.normal, about, Interval::exactly),
            }
            let about = About::Contact(index, 1);
            match modes[index] {
                Some(1) if contact.sliding == 0 => {
                    node.push(&contact.tangent, about, Interval::exactly);
                }
                Some(2) => node.push(&contact.tangent, about, Interval::at_least),
                Some(3) => node.push(&contact.tangent, about, Interval::at_most),
                _ => {}
            }
        }
        for (index, row) in problem.equalities.iter().enumerate() {
            node.push(row, About::Equality(index), Interval::exactly);
        }
        node
    }

    /// Adds the row a·x in some range from b on, as a row in the forces.
    fn push(&mut self, row: &Row, about: About, range: impl Fn(zwang_exact::Rational) -> Interval) {
        let problem = self.problem;
        let mut bound = Rational::from(&row.bound);
        let mut response = vec![Rational::ZERO; problem.masses.len()];
        for (variable, value) in &row.coefficients {
            let value = Rational::from(value);
            bound -= &value * &problem.target[*variable];
            response[*variable] = value / &problem.masses[*variable];
        }
        let mut coefficients = Vec::new();
        for (index, force) in self.forces.iter().enumerate() {
            let value = force.product(problem, &response);
            if value != 0 {
                coefficients.push((index, from_solver(&value)));
            }
        }
        self.abouts.push(about);
        self.rows.push(LinearRow {
            coefficients,
            range: range(from_solver(&bound)),
        });
    }

    /// The program with an objective, a function of the forces.
    fn program(&self, sense: Sense, objective: Vec<zwang_exact::Rational>) -> LinearProgram {
        let mut bounds = Vec::with_capacity(self.forces.len());
        for force in &self.forces {
            bounds.push(match force.equality {
                None => Interval::nonnegative(),
                Some(_) => Interval::free(),
            });
        }
        LinearProgram {
            sense,
            objective,
            feasible: Polyhedron {
                bounds,
                rows: self.rows.clone(),
            },
        }
    }

    /// Whether all forces give the point of an answer: the least and the largest value of each of
    /// its coordinates are the same.
    fn has_only(
        &self,
        answer: &FrictionAnswer,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<bool, Interrupted> {
        let problem = self.problem;
        for (variable, mass) in problem.masses.iter().enumerate() {
            let mut response = vec![Rational::ZERO; problem.masses.len()];
            response[variable] = Rational::ONE / mass;
            let forces = self.forces.iter();
            let objective: Vec<zwang_exact::Rational> = forces
                .map(|force| from_solver(&force.product(problem, &response)))
                .collect();
            let own = Rational::from(&answer.point[variable]) / Rational::from(&answer.denominator);
            let own = from_solver(&(own - &problem.target[variable]));
            for sense in [Sense::Minimise, Sense::Maximise] {
                let program = self.program(sense, objective.clone());
                match solved(&program, options, monitor)? {
                    LinearOutcome::Optimal(solution) if solution.objective == own => {}
                    _ => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    fn solve(
        &self,
        aim: Aim,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Feasible, Interrupted> {
        let program = self.program(Sense::Minimise, self.objective(aim));
        Ok(match solved(&program, options, monitor)? {
            LinearOutcome::Optimal(solution) => {
                let least = to_solver(&solution.objective);
                if aim == Aim::Motion && self.problem.free_fall() <= least {
                    let multipliers = &solution.multipliers.rows;
                    Feasible::Nothing(self.exclusion(multipliers, &Integer::ONE))
                } else {
                    Feasible::Point(self.answer(&solution.point))
                }
            }
            LinearOutcome::Infeasible(infeasible) => {
                let multipliers = &infeasible.multipliers.rows;
                Feasible::Nothing(self.exclusion(multipliers, &Integer::ZERO))
            }
            LinearOutcome::Unbounded(unbounded) => {
                let point = self.beyond_rest(&program.objective, &unbounded);
                Feasible::Point(self.answer(&point))
            }
        })
    }

    /// ⟨g, g⟩ - ⟨g, x⟩ if motions are looked for, as a function of the forces.
    fn objective(&self, aim: Aim) -> Vec<zwang_exact::Rational> {
        let mut objective = Vec::with_capacity(self.forces.len());
        for force in &self.forces {
            let value = match aim {
                Aim::Answers => Rational::ZERO,
                Aim::Motion => -force.product(self.problem, &self.problem.target),
            };
            objective.push(from_solver(&value));
        }
        objective
    }

    /// A point on a ray along which ⟨g, x⟩ has no bound, where it is positive.
    fn beyond_rest(
        &self,
        objective: &[zwang_exact::Rational],
        unbounded: &Unboundedness,
    ) -> Vec<zwang_exact::Rational> {
        let mut value = self.problem.free_fall();
        let mut gain = Rational::ZERO;
        let pairs = unbounded.point.iter().zip(&unbounded.ray);
        for (cost, (start, direction)) in objective.iter().zip(pairs.clone()) {
            let cost = to_solver(cost);
            value -= &cost * to_solver(start);
            gain -= cost * to_solver(direction);
        }
        let mut steps = Rational::ONE;
        if value < 0 {
            steps -= value / gain;
        }
        let steps = from_solver(&steps);
        let mut point = Vec::with_capacity(objective.len());
        for (start, direction) in pairs {
            point.push(start + direction * &steps);
        }
        point
    }

    /// The point and the forces of a solution.
    fn answer(&self, values: &[zwang_exact::Rational]) -> FrictionAnswer {
        let problem = self.problem;
        let mut pairs = vec![[Rational::ZERO, Rational::ZERO]; problem.contacts.len()];
        let mut equalities = vec![Rational::ZERO; problem.equalities.len()];
        for (force, value) in self.forces.iter().zip(values) {
            let value = to_solver(value);
            if let Some(equality) = force.equality {
                equalities[equality].clone_from(&value);
            }
            if let Some(contact) = force.row {
                let [across, along] = &mut pairs[contact];
                *along += &value * &force.slope;
                *across += value;
            }
        }
        let numbers = pairs.iter().flatten().chain(&equalities);
        let common = common_denominator(numbers);
        let forces = pairs_over(&pairs, &common);
        let equalities = numbers_over(&equalities, &common);
        problem.with_point(Integer::from(&common), forces, equalities)
    }

    /// The exclusion that multipliers prove, with gravity weighed once or not at all.
    fn exclusion(&self, multipliers: &[zwang_exact::Rational], gravity: &Integer) -> Exclusion {
        let numbers: Vec<Rational> = multipliers.iter().map(to_solver).collect();
        let common = common_denominator(&numbers);
        let mut exclusion = Exclusion {
            modes: self.modes.clone(),
            gravity: gravity * Integer::from(&common),
            contacts: vec![[Integer::ZERO, Integer::ZERO]; self.problem.contacts.len()],
            equalities: vec![Integer::ZERO; self.problem.equalities.len()],
        };
        for (about, number) in self.abouts.iter().zip(&numbers) {
            let number = times(number, &common);
            match about {
                About::Contact(contact, form) => exclusion.contacts[*contact][*form] = number,
                About::Equality(equality) => exclusion.equalities[*equality] = number,
            }
        }
        exclusion
    }
}

impl Force {
    /// The product of its load with a vector.
    fn product(&self, problem: &FrictionProblem, vector: &[Rational]) -> Rational {
        if let Some(equality) = self.equality {
            return product(&problem.equalities[equality], vector);
        }
        let Some(contact) = self.row else {
            return Rational::ZERO;
        };
        let contact = &problem.contacts[contact];
        let across = product(&contact.normal, vector);
        across + product(&contact.tangent, vector) * &self.slope
    }
}

fn solved(
    program: &LinearProgram,
    options: &Options,
    monitor: &Monitor,
) -> Result<LinearOutcome, Interrupted> {
    match program.solve_nearest(options, monitor) {
        Ok(outcome) => Ok(outcome),
        Err(ProgramError::Interrupted(interrupted)) => Err(interrupted),
        Err(error) => unreachable!("the program is well-formed: {error}"),
    }
}

fn product(row: &Row, vector: &[Rational]) -> Rational {
    let mut sum = Rational::ZERO;
    for (variable, value) in &row.coefficients {
        sum += Rational::from(value) * &vector[*variable];
    }
    sum
}

/// The slopes of the forces that a contact may have.
fn slopes(friction: &Rational, sliding: i8, mode: Option<usize>) -> Vec<Rational> {
    match (mode, sliding) {
        (Some(0), _) => Vec::new(),
        (Some(2), _) => vec![-friction],
        (Some(3), _) => vec![friction.clone()],
        (_, 0) if *friction == 0 => vec![Rational::ZERO],
        (_, 0) => vec![friction.clone(), -friction],
        (_, sign) => vec![-(friction * Rational::from(sign))],
    }
}

impl FrictionProblem {
    /// ⟨g, g⟩ in the product of M.
    fn free_fall(&self) -> Rational {
        let mut sum = Rational::ZERO;
        for (mass, target) in self.masses.iter().zip(&self.target) {
            sum += mass * target * target;
        }
        sum
    }

    /// The answer with these forces, times a denominator.
    fn with_point(
        &self,
        denominator: Integer,
        forces: Vec<[Integer; 2]>,
        equalities: Vec<Integer>,
    ) -> FrictionAnswer {
        let mut loads = vec![Integer::ZERO; self.masses.len()];
        for (contact, [across, along]) in self.contacts.iter().zip(&forces) {
            add_multiple(&mut loads, &contact.normal, across);
            add_multiple(&mut loads, &contact.tangent, along);
        }
        for (row, multiplier) in self.equalities.iter().zip(&equalities) {
            add_multiple(&mut loads, row, multiplier);
        }
        let mut point = Vec::with_capacity(loads.len());
        for ((mass, target), load) in self.masses.iter().zip(&self.target).zip(&loads) {
            let falling = target * Rational::from(&denominator);
            point.push(falling + Rational::from(load) / mass);
        }
        let common = common_denominator(&point);
        let whole = Integer::from(&common);
        let mut scaled = Vec::with_capacity(forces.len());
        for force in &forces {
            scaled.push(force.each_ref().map(|value| value * &whole));
        }
        FrictionAnswer {
            denominator: denominator * &whole,
            point: point.iter().map(|value| times(value, &common)).collect(),
            forces: scaled,
            equalities: equalities.iter().map(|value| value * &whole).collect(),
        }
    }
}
