//! Least restraint over a union: a tree that decides corners.
//!
//! The motions that all corners admit are no convex set. The program is solved without corners
//! first. If its optimum violates one, the branch is split there; restraint can only grow. Always a
//! branch of least restraint is split next, until one of these has a motion that every corner
//! admits: then the motions of least restraint are those of such branches, and no other branch has
//! any. Several different motions mean that the corners leave the choice open.
//!
//! At a point T of a corner one of its normals opens. At either end of a hinge that spans T one of
//! its two normals opens, perhaps not the same one at both ends. Then the motion is admitted if a
//! normal between opens both ends; if none does, there is one that opens neither, and the hinge is
//! split at that one: what opens the hinge is on one of its two sides.

use super::bond::BondRows;
use super::contacts::Touch;
use super::corner::{along, is_admissible};
use super::error::SpaceError;
use super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH};
use super::solid::{Point, dot, primitive};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::space::SplitBy;
use zwang_problem::{MOST_CASES, Relaxed, Rows, restraint};
use zwang_program::kernel::{Measure, Optimum, Outcome, least_multipliers, optimise};
use zwang_program::{Monitor, Options};

/// The least of all forces are found for groups of so many rows.
const MOST_ROWS: usize = 300;

/// So often is a hinge split at a normal on the way to a leaf.
const MOST_NARROWINGS: usize = 40;

/// A vertex of T at a corner that is to open along a normal.
#[derive(Clone, Debug)]
pub(crate) struct CornerRow {
    touch: usize,
    vertex: usize,
    normal: Point,
}

/// An entry of a tree.
pub(crate) enum Node {
    /// A touch that several planes separate, and the branches.
    Split {
        touch: usize,
        by: SplitBy,
        branches: Vec<usize>,
    },
    Leaf(Box<Branch>),
}

/// A branch with its motion.
pub(crate) struct Branch {
    /// Rows that it demands of corners.
    rows: Vec<CornerRow>,
    /// Hinges that were split at a normal.
    narrowed: BTreeMap<usize, Narrowed>,
    program: Extended,
    optimum: Optimum,
    restraint: Rational,
    /// (a, α) of the bodies.
    motions: Motions,
    /// How it is split next, unless all corners admit the motion.
    next: Option<(usize, SplitBy)>,
}

/// A hinge between two normals of it.
#[derive(Clone, Debug)]
struct Narrowed {
    normals: [Point; 2],
    /// How often it was split.
    times: usize,
}

/// The program of a group with rows at corners.
struct Extended {
    relaxed: Relaxed,
    rows: Vec<CornerRow>,
    bonds: BondRows,
}

/// A tree that decides the corners of a group.
pub(crate) struct Tree<'a> {
    space: &'a SpaceProblem<'a>,
    group: &'a SpaceGroup,
    /// The root first.
    pub(crate) nodes: Vec<Node>,
    /// The leaves of least restraint whose motions are admitted and differ.
    pub(crate) answers: Vec<usize>,
}

/// Forces of a leaf along the normals of contacts and of the rows of the leaf, and of bonds.
pub(crate) struct LeafForces {
    pub(crate) contacts: BTreeMap<usize, Rational>,
    pub(crate) rows: BTreeMap<usize, Rational>,
    /// t by bond.
    pub(crate) bonds: BTreeMap<usize, Rational>,
    /// The multipliers of the rows of each joint.
    pub(crate) joints: BTreeMap<usize, Vec<Rational>>,
}

impl<'a> Tree<'a> {
    /// Decides the corners of a group.
    ///
    /// # Errors
    /// [`SpaceError`] if that takes too many branches, or if the monitor is told to stop.
    pub(crate) fn grow(
        space: &'a SpaceProblem<'a>,
        group: &'a SpaceGroup,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Self, SpaceError> {
        let mut tree = Self {
            space,
            group,
            nodes: Vec::new(),
            answers: Vec::new(),
        };
        let mut open: BTreeSet<(Rational, usize)> = BTreeSet::new();
        let root = tree.solve(Vec::new(), BTreeMap::new(), options, monitor)?;
        open.insert((root.restraint.clone(), 0));
        tree.nodes.push(Node::Leaf(Box::new(root)));
        loop {
            tree.answers = tree.admitted(&open);
            if !tree.answers.is_empty() {
                return Ok(tree);
            }
            if open.len() > MOST_CASES {
                return Err(SpaceError::TooManyBranches {
                    body: space.name(group.group.bodies[0]),
                    branches: MOST_CASES,
                });
            }
            let Some((_, next)) = open.pop_first() else {
                unreachable!("a tree has leaves")
            };
            tree.split(next, &mut open, options, monitor)?;
        }
    }

    /// The leaves of least restraint whose motions are admitted, one for each motion.
    fn admitted(&self, open: &BTreeSet<(Rational, usize)>) -> Vec<usize> {
        let mut answers: Vec<usize> = Vec::new();
        let Some((least, _)) = open.first() else {
            return answers;
        };
        let ties = open.iter().take_while(|(restraint, _)| restraint == least);
        for (_, index) in ties {
            let own = self.leaf(*index);
            let is_known = answers
                .iter()
                .any(|other| self.leaf(*other).motions == own.motions);
            if own.next.is_none() && !is_known {
                answers.push(*index);
            }
        }
        answers
    }

    fn leaf(&self, node: usize) -> &Branch {
        match &self.nodes[node] {
            Node::Leaf(branch) => branch,
            Node::Split { .. } => unreachable!("what was split is not open"),
        }
    }

    fn split(
        &mut self,
        node: usize,
        open: &mut BTreeSet<(Rational, usize)>,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<(), SpaceError> {
        let branch = self.leaf(node);
        let Some((touch, by)) = branch.next else {
            unreachable!("an admitted motion answers")
        };
        let mut parts = Vec::new();
        let normals = branch.normals(touch, &self.space.contacts.touches[touch]);
        match by {
            SplitBy::Sides { vertex } => {
                for normal in normals {
                    let mut rows = branch.rows.clone();
                    rows.push(CornerRow {
                        touch,
                        vertex,
                        normal: normal.clone(),
                    });
                    parts.push((rows, branch.narrowed.clone()));
                }
            }
            SplitBy::Normal(weights) => {
                let middle = between([&normals[0], &normals[1]], weights);
                let [start, end] = [&normals[0], &normals[1]].map(Clone::clone);
                let known = branch.narrowed.get(&touch);
                let times = 1 + known.map_or(0, |narrowed| narrowed.times);
                if times > MOST_NARROWINGS {
                    return Err(self.space.between_normals(touch));
                }
                for normals in [[start, middle.clone()], [middle, end]] {
                    let mut narrowed = branch.narrowed.clone();
                    narrowed.insert(touch, Narrowed { normals, times });
                    parts.push((branch.rows.clone(), narrowed));
                }
            }
        }
        let mut branches = Vec::new();
        for (rows, narrowed) in parts {
            let part = self.solve(rows, narrowed, options, monitor)?;
            let index = self.nodes.len();
            open.insert((part.restraint.clone(), index));
            branches.push(index);
            self.nodes.push(Node::Leaf(Box::new(part)));
        }
        self.nodes[node] = Node::Split {
            touch,
            by,
            branches,
        };
        Ok(())
    }

    fn solve(
        &self,
        rows: Vec<CornerRow>,
        narrowed: BTreeMap<usize, Narrowed>,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Branch, SpaceError> {
        let program = Extended::new(self.space, self.group, rows.clone());
        let solved = optimise(&program.relaxed.program, options, monitor)?;
        let Outcome::Optimal(optimum) = solved.into_outcome() else {
            unreachable!("from rest, rest is admissible")
        };
        let group = &self.group.group;
        let motions = self
            .space
            .motions(group, &optimum.point, &optimum.denominator);
        let restraint = restraint(
            &program.relaxed.program,
            &optimum.denominator,
            &optimum.point,
        );
        let mut branch = Branch {
            rows,
            narrowed,
            program,
            optimum,
            restraint,
            motions,
            next: None,
        };
        branch.next = branch.violation(self.space, self.group);
        Ok(branch)
    }

    /// The motion of the first answer; `None` if nothing moves.
    pub(crate) fn motion(&self) -> Option<&Motions> {
        let motions = self.motions(*self.answers.first()?);
        let mut numbers = motions.values().flatten();
        numbers.any(|number| *number != 0).then_some(motions)
    }

    /// (a, α) of the bodies at a leaf.
    pub(crate) fn motions(&self, node: usize) -> &Motions {
        &self.leaf(node).motions
    }

    /// The forces of a leaf; the least ones, if it answers and there are few rows.
    ///
    /// # Errors
    /// [`SpaceError`] if the monitor is told to stop.
    pub(crate) fn forces(
        &self,
        node: usize,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<LeafForces, SpaceError> {
        let Branch {
            program, optimum, ..
        } = self.leaf(node);
        let is_small = program.relaxed.scales.len() <= MOST_ROWS;
        if !is_small || !self.answers.contains(&node) {
            return Ok(program.forces(self.group, optimum));
        }
        let measure = program.measure(self.space);
        let relaxed = &program.relaxed.program;
        let least = least_multipliers(relaxed, optimum.clone(), &measure, options, monitor)?;
        Ok(program.forces(self.group, &least.optimum))
    }
}

impl Branch {
    /// The normals of a corner, of those that are left of it.
    fn normals<'b>(&'b self, touch: usize, at: &'b Touch) -> &'b [Point] {
        match self.narrowed.get(&touch) {
            Some(narrowed) => &narrowed.normals,
            None => &at.normals,
        }
    }

    /// How the branch is split: at the corner that its motion violates most.
    fn violation(&self, space: &SpaceProblem, group: &SpaceGroup) -> Option<(usize, SplitBy)> {
        let mut worst: Option<(Rational, (usize, SplitBy))> = None;
        // Rest is admitted everywhere.
        if self.motions.values().flatten().all(|number| *number == 0) {
            return None;
        }
        for &index in &group.corners {
            let touch = &space.contacts.touches[index];
            let points = touch.points.iter();
            let velocities =
                points.map(|point| space.relative(&self.motions, touch.bodies(), point));
            let velocities: Vec<_> = velocities.collect();
            if is_admissible(touch, &velocities) {
                continue;
            }
            let (depth, by) = how_to_split(self.normals(index, touch), &velocities);
            if worst.as_ref().is_none_or(|(known, _)| *known < depth) {
                worst = Some((depth, (index, by)));
            }
        }
        worst.map(|(_, split)| split)
    }
}

/// How a corner that is violated is split, and how fast its parts overlap, squared.
fn how_to_split(normals: &[Point], velocities: &[[Rational; 3]]) -> (Rational, SplitBy) {
    let mut deepest: Option<(Rational, SplitBy)> = None;
    for (vertex, velocity) in velocities.iter().enumerate() {
        let mut least: Option<Rational> = None;
        for normal in normals {
            let depth = depth(normal, velocity);
            if least.as_ref().is_none_or(|least| depth < *least) {
                least = Some(depth);
            }
        }
        let Some(depth) = least else { continue };
        if depth > 0 && deepest.as_ref().is_none_or(|(known, _)| *known < depth) {
            deepest = Some((depth, SplitBy::Sides { vertex }));
        }
    }
    if let Some(deepest) = deepest {
        return deepest;
    }
    let ([first, second], [start, end]) = (normals, velocities) else {
        unreachable!("at a point that no normal opens all of them close")
    };
    // p = m·u at the start is not negative for the one normal, and q at the end for the other.
    let p = [first, second].map(|normal| along(normal, start));
    let q = [first, second].map(|normal| along(normal, end));
    let [one, other] = [&p, &q].map(|[at_first, at_second]| at_first / (at_first - at_second));
    let place = match one < other {
        true => Rational::simplest_rational_in_open_interval(&one, &other),
        false => Rational::simplest_rational_in_open_interval(&other, &one),
    };
    let weights = [Rational::ONE - &place, place];
    let scale = Rational::from(weights[1].denominator_ref().clone());
    let weights = weights.map(|weight| u32::try_from(&(weight * &scale)).unwrap_or(u32::MAX));
    let middle = between([first, second], weights);
    let depths = [start, end].map(|velocity| depth(&middle, velocity));
    let [one, other] = depths;
    (one.min(other), SplitBy::Normal(weights))
}

/// How fast two parts overlap along a normal, squared; 0 if they do not.
fn depth(normal: &Point, velocity: &[Rational; 3]) -> Rational {
    let speed = along(normal, velocity);
    if speed >= 0 {
        return Rational::ZERO;
    }
    &speed * &speed / Rational::from(dot(normal, normal))
}

/// The normal between two others with these weights.
fn between(normals: [&Point; 2], weights: [u32; 2]) -> Point {
    let [first, second] = normals;
    let [of_first, of_second] = weights.map(Integer::from);
    let sum = [0, 1, 2].map(|axis| &first[axis] * &of_first + &second[axis] * &of_second);
    primitive(&sum)
}

impl Extended {
    fn new(space: &SpaceProblem, group: &SpaceGroup, rows: Vec<CornerRow>) -> Self {
        let mut relaxed = space.problem.relaxed(&group.group, &[]);
        let variables = group.group.variables(&space.problem);
        let mut store = Rows::new(WIDTH);
        for row in &rows {
            let touch = &space.contacts.touches[row.touch];
            let point = &touch.points[row.vertex];
            let terms = space.terms(touch.bodies(), point, &row.normal);
            let added = store.push_fractions(terms, &Rational::ZERO);
            let added = store.get(added);
            relaxed.program.rows.push(added.program_row(&variables));
            relaxed.scales.push(added.scale.clone());
        }
        let bonds = BondRows::add(
            space,
            &group.bonds,
            &variables,
            &mut relaxed.program,
            &mut relaxed.scales,
        );
        Self {
            relaxed,
            rows,
            bonds,
        }
    }

    fn measure(&self, space: &SpaceProblem) -> Measure {
        let mut measure = space.problem.measure(&self.relaxed);
        let normals = self.rows.iter().map(|row| &row.normal);
        let weights = normals.map(|normal| Rational::from(dot(normal, normal)));
        measure.weights.extend(weights);
        self.bonds.measure(space, &mut measure);
        measure
    }

    /// The forces that go with an optimum; those that are 0 are left out.
    fn forces(&self, group: &SpaceGroup, optimum: &Optimum) -> LeafForces {
        let multipliers = optimum.multipliers.iter().zip(&self.relaxed.scales);
        let sizes = multipliers.map(|(multiplier, scale)| {
            Rational::from_integers_ref(multiplier, &optimum.denominator) * scale
        });
        let sizes: Vec<Rational> = sizes.collect();
        let mut forces = LeafForces {
            contacts: BTreeMap::new(),
            rows: BTreeMap::new(),
            bonds: self.bonds.shares(&sizes),
            joints: BTreeMap::new(),
        };
        let mut sizes = sizes.into_iter();
        for (joint, count) in group.group.joints.iter().zip(&self.relaxed.joints) {
            let own = sizes.by_ref().take(*count);
            forces.joints.insert(*joint, own.collect());
        }
        let count = self.relaxed.contacts.len();
        let places = count + self.rows.len();
        for (row, size) in sizes.take(places).enumerate() {
            if size == 0 {
                continue;
            }
            match row.checked_sub(count) {
                None => forces.contacts.insert(self.relaxed.contacts[row], size),
                Some(row) => forces.rows.insert(row, size),
            };
        }
        forces
    }
}
