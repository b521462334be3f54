//! All answers of a small problem, or the proof that there are none.
//!
//! A tree: contacts are fixed one after the other to open, to stick (or slide on), to begin to
//! slide along t, or against it. What is linear of the conditions then is a linear program in the
//! forces, with x = g + M⁻¹ Σ forces:
//!
//! ```text
//! φ ≥ 0, |ψ| ≤ μ φ, or one of ψ = ±μ φ where the mode says so;   u ≥ 0, or u = 0 and v = 0, v ≥ 0
//! or v ≤ 0 as the mode says
//! ```
//!
//! If nothing is feasible, Farkas' multipliers of the rows prove that (J. Farkas, *Theorie der
//! einfachen Ungleichungen*, 1902). If all contacts are fixed, what is feasible is an answer.

use super::{FrictionAnswer, FrictionProblem, add_multiple};
use crate::Options;
use crate::linear::{LinearOutcome, LinearProgram, Sense};
use crate::monitor::{Interrupted, Monitor};
use crate::number::{common_denominator, from_solver, times, to_solver};
use crate::polyhedron::{Interval, LinearRow, Polyhedron, ProgramError};
use crate::problem::Row;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};

/// Modes of some contacts, in the numbers of proofs: 0 is without force, 1 sticks or slides on, 2
/// and 3 begin to slide along t and against it.
pub type Modes = Vec<Option<usize>>;

/// Why there is no answer with some modes: multipliers of u and v of each contact, and of the
/// equalities.
#[derive(Clone, Debug)]
pub struct Exclusion {
    /// The modes that are fixed.
    pub modes: Modes,
    /// Multipliers of u and v.
    pub contacts: Vec<[Integer; 2]>,
    /// Multipliers of equalities.
    pub equalities: Vec<Integer>,
}

/// What a tree has shown.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// Answers with different points.
    pub answers: Vec<FrictionAnswer>,
    /// The leaves without answers.
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
    /// Looks at all modes, as far as so many linear programs go.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    pub fn explore(
        &self,
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
            let answer = match Node::new(self, &modes).solve(options, monitor)? {
                Feasible::Nothing(exclusion) => {
                    explored.exclusions.push(exclusion);
                    continue;
                }
                Feasible::Point(answer) => answer,
            };
            if self.holds(&answer) {
                explored.add(answer);
            }
            let Some(contact) = modes.iter().position(Option::is_none) else {
                continue;
            };
            let count = if self.contacts[contact].sliding == 0 {
                4
            } else {
                2
            };
            for mode in (0..count).rev() {
                let mut fixed = modes.clone();
                fixed[contact] = Some(mode);
                waiting.push(fixed);
            }
        }
        explored.is_complete = true;
        Ok(explored)
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

    fn solve(self, options: &Options, monitor: &Monitor) -> Result<Feasible, Interrupted> {
        let mut bounds = Vec::with_capacity(self.forces.len());
        for force in &self.forces {
            bounds.push(match force.equality {
                None => Interval::nonnegative(),
                Some(_) => Interval::free(),
            });
        }
        let program = LinearProgram {
            sense: Sense::Minimise,
            objective: vec![from_solver(&Rational::ZERO); bounds.len()],
            feasible: Polyhedron {
                bounds,
                rows: self.rows.clone(),
            },
        };
        let outcome = match program.solve(options, monitor) {
            Ok(outcome) => outcome,
            Err(ProgramError::Interrupted(interrupted)) => return Err(interrupted),
            Err(error) => unreachable!("the program is well-formed: {error}"),
        };
        Ok(match outcome {
            LinearOutcome::Optimal(solution) => Feasible::Point(self.answer(&solution.point)),
            LinearOutcome::Infeasible(infeasible) => {
                Feasible::Nothing(self.exclusion(&infeasible.multipliers.rows))
            }
            LinearOutcome::Unbounded(_) => unreachable!("the objective is 0"),
        })
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
        let integers = |number: &Rational| times(number, &common);
        let mut forces = Vec::with_capacity(pairs.len());
        for pair in &pairs {
            forces.push(pair.each_ref().map(integers));
        }
        let equalities: Vec<Integer> = equalities.iter().map(integers).collect();
        problem.with_point(Integer::from(&common), forces, equalities)
    }

    fn exclusion(&self, multipliers: &[zwang_exact::Rational]) -> Exclusion {
        let numbers: Vec<Rational> = multipliers.iter().map(to_solver).collect();
        let common = common_denominator(&numbers);
        let mut exclusion = Exclusion {
            modes: self.modes.clone(),
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
