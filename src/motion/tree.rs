//! Corners: least restraint over a union of polyhedra (`proofs/RUN.md`, section 4).
//!
//! At a corner the motion has to keep one of several rows. The program is solved without them first. If its optimum violates a corner, the case is split
//! into one for each side; restraint can only grow. Always a case of least restraint is split next, until all such cases respect every corner.

use crate::error::{Corners, MotionError};
use crate::forms::{self, Form};
use crate::group::Group;
use crate::program::{Memory, Program, at};
use crate::step::Setting;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_solve::{Optimum, Outcome, Problem};

/// The most cases that are tried for one group.
pub(crate) const MOST_CASES: usize = 4096;

/// Which motion is taken where corners leave several of least restraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CornerChoice {
    /// None: the run stops.
    #[default]
    Stop,
    /// That of the first case.
    First,
    /// That of the last case.
    Last,
}

/// A group with its cases.
pub(crate) struct Solved<'a> {
    pub(crate) group: &'a Group,
    pub(crate) root: Node<'a>,
    /// The leaf that is the answer, counted from the left.
    pub(crate) answer: usize,
}

/// A tree of cases.
pub(crate) enum Node<'a> {
    Leaf(Box<Case<'a>>),
    /// A corner of the step, and a branch for each side.
    Branch(usize, Vec<Node<'a>>),
}

/// One way to pass corners, and its outcome.
pub(crate) struct Case<'a> {
    /// Pairs (corner, side), from the root on.
    pub(crate) path: Vec<(usize, usize)>,
    pub(crate) program: Program<'a>,
    pub(crate) problem: Problem,
    pub(crate) outcome: Outcome,
    /// If there is a motion.
    restraint: Option<Rational>,
    /// A corner that it violates.
    violated: Option<usize>,
}

impl<'a> Node<'a> {
    /// The cases from left to right.
    pub(crate) fn leaves(&self) -> Vec<&Case<'a>> {
        match self {
            Self::Leaf(case) => vec![case],
            Self::Branch(_, branches) => branches.iter().flat_map(Self::leaves).collect(),
        }
    }

    fn replace(&mut self, path: &[(usize, usize)], node: Self) {
        match (self, path) {
            (Self::Branch(_, branches), [(_, side), rest @ ..]) => branches[*side].replace(rest, node),
            (place, _) => *place = node,
        }
    }
}

impl<'a> Solved<'a> {
    /// The case that is the answer.
    pub(crate) fn case(&self) -> &Case<'a> {
        self.root.leaves()[self.answer]
    }
}

/// Solves a group for all ways to pass its corners that matter.
pub(crate) fn solve<'a>(
    setting: &Setting<'a>,
    forms: &'a [Form],
    group: &'a Group,
    memory: &Memory,
) -> Result<Solved<'a>, MotionError> {
    let solver = GroupSolver { setting, forms, group, memory, sides: sides(setting, group) };
    let mut root = Node::Leaf(Box::new(solver.case(Vec::new())?));
    loop {
        let leaves = root.leaves();
        let Some(least) = leaves.iter().filter_map(|case| case.restraint.clone()).min() else {
            return Err(setting.impossible(group.bodies[0]));
        };
        let is_least = |case: &&&Case| case.restraint.as_ref() == Some(&least);
        let split = leaves.iter().filter(is_least).find_map(|case| Some((case.path.clone(), case.violated?)));
        let Some((path, corner)) = split else {
            let answer = solver.choose(&leaves, &least)?;
            return Ok(Solved { group, root, answer });
        };
        if leaves.len() >= MOST_CASES {
            return Err(MotionError::TooManyCases { step: setting.step, body: setting.name(group.bodies[0]) });
        }
        let mut branches = Vec::new();
        for side in 0..2 {
            let path = path.iter().copied().chain([(corner, side)]).collect();
            branches.push(Node::Leaf(Box::new(solver.case(path)?)));
        }
        root.replace(&path, Node::Branch(corner, branches));
    }
}

fn sides(setting: &Setting, group: &Group) -> BTreeMap<usize, [Vec<Form>; 2]> {
    let values = |&corner: &usize| {
        let side = |rows: &Vec<Contact>| rows.iter().map(|row| forms::value(setting.instant, row)).collect();
        (corner, setting.rows.corners[corner].sides.each_ref().map(side))
    };
    group.corners.iter().map(values).collect()
}

struct GroupSolver<'a, 'b> {
    setting: &'b Setting<'a>,
    forms: &'a [Form],
    group: &'a Group,
    memory: &'b Memory,
    /// The values of the sides of each corner.
    sides: BTreeMap<usize, [Vec<Form>; 2]>,
}

impl<'a> GroupSolver<'a, '_> {
    fn case(&self, path: Vec<(usize, usize)>) -> Result<Case<'a>, MotionError> {
        let rows = self.group.rows.iter().map(|&row| (self.setting.rows.rows[row], self.forms[row].clone()));
        let chosen = path.iter().flat_map(|&(corner, side)| {
            self.setting.rows.corners[corner].sides[side].iter().copied().zip(self.sides[&corner][side].iter().cloned())
        });
        let program = Program {
            bodies: &self.group.bodies,
            equalities: self.group.pins.iter().flat_map(|&pin| self.setting.pin(pin)).collect(),
            inequalities: rows.chain(chosen).collect(),
        };
        let problem = program.problem(self.setting.instant);
        let outcome = program.solve(&problem, self.memory, self.setting.floats, self.setting.monitor)?;
        let (restraint, violated) = match &outcome {
            Outcome::Optimal(optimum) => (Some(restraint(&problem, optimum)), self.violated(&path, optimum)),
            Outcome::Infeasible(_) => (None, None),
        };
        Ok(Case { path, program, problem, outcome, restraint, violated })
    }

    /// The first corner, not decided on the path, all of whose sides are violated.
    fn violated(&self, path: &[(usize, usize)], optimum: &Optimum) -> Option<usize> {
        let closes = |form: &Form| at(form, &self.group.bodies, optimum) < 0;
        let is_violated = |(corner, sides): &(&usize, &[Vec<Form>; 2])| {
            path.iter().all(|(decided, _)| decided != *corner) && sides.iter().all(|side| side.iter().any(closes))
        };
        self.sides.iter().find(is_violated).map(|(corner, _)| *corner)
    }

    /// The answer among the cases of least restraint.
    fn choose(&self, leaves: &[&Case], least: &Rational) -> Result<usize, MotionError> {
        let mut motions: Vec<(usize, &Case, &Optimum)> = Vec::new();
        for (index, case) in leaves.iter().enumerate().filter(|(_, case)| case.restraint.as_ref() == Some(least)) {
            let Outcome::Optimal(optimum) = &case.outcome else { continue };
            if !motions.iter().any(|(_, _, other)| is_same_point(optimum, other)) {
                motions.push((index, case, optimum));
            }
        }
        let corner_names = || {
            let mut corners: Vec<usize> = motions.iter().flat_map(|(_, case, _)| &case.path).map(|step| step.0).collect();
            corners.sort_unstable();
            corners.dedup();
            let names = |corner: usize| {
                self.setting.rows.corners[corner].vertices.map(|vertex| self.setting.name(vertex.part.body))
            };
            Corners(corners.into_iter().map(names).collect())
        };
        let chosen = match (motions.as_slice(), self.setting.corner) {
            ([(only, ..)], _) => Some(*only),
            (_, CornerChoice::First) => motions.first().map(|motion| motion.0),
            (_, CornerChoice::Last) => motions.last().map(|motion| motion.0),
            (_, CornerChoice::Stop) => None,
        };
        chosen.ok_or_else(|| MotionError::Ambiguous { step: self.setting.step, corners: corner_names() })
    }
}

fn is_same_point(one: &Optimum, other: &Optimum) -> bool {
    one.point.iter().zip(&other.point).all(|(a, b)| a * &other.denominator == b * &one.denominator)
}

/// Σ ½ M y².
fn restraint(problem: &Problem, optimum: &Optimum) -> Rational {
    let terms = problem.masses.iter().zip(&optimum.point);
    let sum: Rational = terms.map(|(mass, value): (&Rational, &Integer)| mass * Rational::from(value * value)).sum();
    sum / Rational::from((&optimum.denominator * &optimum.denominator) << 1u64)
}
