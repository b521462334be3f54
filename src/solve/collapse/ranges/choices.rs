//! Corners that choose: the forces of a group are a union of convex sets.
//!
//! A corner without friction bears on one of its sides, and the forces of a corner with friction
//! that are wider than a half-plane are two half-planes. If each of these corners has a side, the
//! forces are a polyhedron. If some have none yet, those of both sides together are a larger one,
//! whose least value is a bound of all choices. So the tree of choices is searched, the nodes with
//! the least bounds first, and a node is divided at a corner where both sides bear at its optimum.
//! Its leaves prove the bound.
//!
//! In groups of up to [`ENUMERATED`] such corners all choices are looked at, for the dimension of
//! the family of forces and for gaps between their values.

use super::gaps::gaps_between;
use super::{Quantity, Search, Systems};
use crate::certify;
use crate::error::{SolveError, unsolved};
use crate::indeterminacy::{UnitForce, indeterminacy};
use crate::statics::bearing::{Bearing, Unborne};
use crate::statics::generators::Generators;
use crate::statics::{holding, primitive};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::BigInt;
use zwang_certificate::ranges::{BoundCase, End, Range};
use zwang_certificate::statics::HoldingForces;
use zwang_problem::{Choices, Forces, Group, Problem, TooManyCases};
use zwang_program::kernel::{Costs, Least, Optimum, Outcome, classify, least, optimise};

/// All choices are looked at if at most so many corners choose.
pub(super) const ENUMERATED: usize = 5;

/// So many nodes are looked at for one end.
const MOST_NODES: usize = 1024;

/// The corners of a group that choose.
pub(super) struct Choosing {
    smooth: Vec<usize>,
    wide: Vec<usize>,
}

/// A node of the tree of choices.
struct Node {
    sides: Choices,
    /// The bound of the node above it, with its proof.
    above: Option<(Rational, Bound)>,
}

/// E and E y.
type Bound = (BigInt, Vec<[BigInt; 3]>);

/// The least value of a quantity over some choices.
enum Explored {
    /// None of these choices has forces.
    Nothing,
    Open {
        stress: HoldingForces,
        system: HoldingForces,
    },
    Reached {
        system: HoldingForces,
        cases: Vec<BoundCase>,
    },
}

/// A quantity, and 1 for its least value or -1 for its largest one; `None` if any forces will do.
type Objective<'a> = Option<(&'a Quantity, i64)>;

impl Choosing {
    pub(super) fn new(problem: &Problem, friction: &[Rational], group: &Group) -> Self {
        let mut choosing = Self {
            smooth: Vec::new(),
            wide: Vec::new(),
        };
        for &corner in &group.corners {
            let bearing = Bearing::new(problem, friction, corner);
            if !bearing.is_rough() {
                choosing.smooth.push(corner);
            } else if !bearing.is_narrow() {
                choosing.wide.push(corner);
            }
        }
        choosing
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    pub(super) fn count(&self) -> usize {
        self.smooth.len() + self.wide.len()
    }

    /// The generators of the forces of these sides, of both where there is none.
    pub(super) fn generators<'a>(
        &self,
        problem: &'a Problem,
        friction: &'a [Rational],
        group: &'a Group,
        sides: &Choices,
    ) -> Generators<'a> {
        let mut fixed = Choices::new();
        for &corner in &self.smooth {
            match side_of(sides, corner) {
                Some(side) => fixed.push((corner, side)),
                None => fixed.extend([(corner, 0), (corner, 1)]),
            }
        }
        let halves = self.wide.iter();
        let halves = halves.filter_map(|corner| Some((*corner, side_of(sides, *corner)?)));
        let halves: Vec<(usize, usize)> = halves.collect();
        Generators::with_halves(problem, friction, group, &fixed, &halves)
    }

    /// Each way to choose a side of every corner.
    fn all(&self) -> Vec<Choices> {
        let mut corners = [&self.smooth[..], &self.wide].concat();
        corners.sort_unstable();
        let mut all = vec![Choices::new()];
        for corner in corners {
            let mut longer = Vec::with_capacity(2 * all.len());
            for choices in all {
                for side in [0, 1] {
                    let mut choices = choices.clone();
                    choices.push((corner, side));
                    longer.push(choices);
                }
            }
            all = longer;
        }
        all
    }
}

fn side_of(sides: &Choices, corner: usize) -> Option<usize> {
    let mut sides = sides.iter();
    Some(sides.find(|(other, _)| *other == corner)?.1)
}

fn with_side(sides: &Choices, corner: usize, side: usize) -> Choices {
    let mut sides = sides.clone();
    sides.push((corner, side));
    sides.sort_unstable();
    sides
}

impl Search<'_> {
    fn generators_of(&self, sides: &Choices) -> Generators<'_> {
        let problem = &self.plane.problem;
        self.choosing
            .generators(problem, self.friction, self.group, sides)
    }

    /// An end of a range whose first node is solved.
    pub(super) fn end_of_choices(
        &self,
        quantity: &Quantity,
        sign: i64,
        first: Least,
        systems: &mut Systems,
        stresses: &mut Systems,
    ) -> Result<End, SolveError> {
        let found = self.explore(Some((quantity, sign)), Choices::new(), Some(first))?;
        Ok(match found {
            Explored::Nothing => unreachable!("there are forces that hold the group"),
            Explored::Open { stress, system } => End::Open {
                stress: stresses.place(stress),
                system: systems.place(system),
            },
            Explored::Reached { system, cases } => End::Bounded {
                system: systems.place(system),
                cases,
            },
        })
    }

    /// The least value over all choices that have these sides.
    fn explore(
        &self,
        objective: Objective,
        sides: Choices,
        mut first: Option<Least>,
    ) -> Result<Explored, SolveError> {
        let mut open = vec![Node { sides, above: None }];
        let mut best: Option<(Rational, HoldingForces)> = None;
        let mut cases = Vec::new();
        let mut nodes = 0;
        while let Some(place) = most_promising(&open) {
            let Node { sides, above } = open.swap_remove(place);
            if let (Some((least, _)), Some((bound, proof))) = (&best, &above)
                && bound >= least
            {
                cases.push(case(sides, proof.clone()));
                continue;
            }
            nodes += 1;
            if nodes > MOST_NODES {
                let error = TooManyCases(MOST_NODES);
                return Err(unsolved(self.plane, self.group, error));
            }
            let generators = self.generators_of(&sides);
            let costs = objective.map(|(quantity, sign)| quantity.costs(&generators, sign));
            let (costs, factor) = costs.unwrap_or((Costs::new(), Integer::ONE));
            let found = match first.take() {
                Some(found) => found,
                None => self.least_of(&generators, &costs)?,
            };
            let (branching, above) = match found {
                Least::Nothing => {
                    cases.push(case(sides, self.fall(&generators)?));
                    continue;
                }
                Least::Unbounded(direction) => {
                    let mut stress = forces(&generators, Integer::ONE, direction);
                    let conflict = self.conflict(&generators, &sides, &mut stress, true);
                    let corner = match conflict {
                        Some(corner) => Some(corner),
                        None => match self.system_beside(&sides, &stress)? {
                            Ok(system) => {
                                let stress = holding(&stress);
                                return Ok(Explored::Open { stress, system });
                            }
                            Err(corner) => Some(corner),
                        },
                    };
                    (corner, None)
                }
                Least::Reached { multipliers, point } => {
                    let value = value(&costs, &multipliers) / Rational::from(&factor);
                    let proof = super::velocity(point.0 * &factor, point.1);
                    let (denominator, multipliers) = multipliers;
                    let mut system = forces(&generators, denominator, multipliers);
                    if best.as_ref().is_some_and(|(least, _)| value >= *least) {
                        cases.push(case(sides, proof));
                        continue;
                    }
                    let conflict = self.conflict(&generators, &sides, &mut system, false);
                    if conflict.is_none() {
                        best = Some((value, holding(&system)));
                        cases.push(case(sides, proof));
                        continue;
                    }
                    (conflict, Some((value, proof)))
                }
            };
            let Some(corner) = branching else {
                unreachable!("a node whose sides are all chosen is a polyhedron")
            };
            for side in [0, 1] {
                open.push(Node {
                    sides: with_side(&sides, corner, side),
                    above: above.clone(),
                });
            }
        }
        cases.sort_by(|one, other| one.sides.cmp(&other.sides));
        Ok(match best {
            Some((_, system)) => Explored::Reached { system, cases },
            None => Explored::Nothing,
        })
    }

    fn least_of(&self, generators: &Generators, costs: &Costs) -> Result<Least, SolveError> {
        let objectives = [costs.clone()];
        let found = least(&generators.program, &objectives, self.options, self.monitor)?;
        let mut found = found.into_iter();
        Ok(found.next().unwrap_or(Least::Nothing))
    }

    /// A velocity that no contact resists and under which weights and loads do work.
    fn fall(&self, generators: &Generators) -> Result<Bound, SolveError> {
        let solved = optimise(&generators.program, self.options, self.monitor)?;
        let Outcome::Optimal(optimum) = solved.into_outcome() else {
            unreachable!("rest satisfies all rows")
        };
        let velocity = primitive(&optimum.point);
        Ok((BigInt::ZERO, certify::triples(velocity, &Integer::ONE)))
    }

    /// Forces to which a stress can be added without end, or the corner at which the node is to be
    /// divided, if there are none on the sides of the stress.
    fn system_beside(
        &self,
        sides: &Choices,
        stress: &Forces,
    ) -> Result<Result<HoldingForces, usize>, SolveError> {
        let borne = stress.contact_fractions();
        let mut together = sides.clone();
        let mut first = None;
        for &corner in &self.choosing.smooth {
            if side_of(sides, corner).is_some() {
                continue;
            }
            if let Some(side) = self.pressing_sides(corner, &borne).first() {
                together = with_side(&together, corner, *side);
                first = first.or(Some(corner));
            }
        }
        if let Explored::Reached { system, .. } = self.explore(None, together, None)? {
            return Ok(Ok(system));
        }
        let mut corners = self.choosing.smooth.iter().chain(&self.choosing.wide);
        let free = corners.find(|corner| side_of(sides, **corner).is_none());
        match first.or(free.copied()) {
            Some(corner) => Ok(Err(corner)),
            None => unreachable!("the program of the node has multipliers"),
        }
    }

    /// The sides of a corner on whose contacts forces are.
    fn pressing_sides(&self, corner: usize, forces: &BTreeMap<usize, Vec<Rational>>) -> Vec<usize> {
        let lists = self.plane.problem.corners[corner].lists.iter();
        let mut sides = Vec::new();
        for (side, list) in lists.enumerate() {
            let mut pressing = list.iter().filter_map(|contact| forces.get(contact));
            if pressing.any(|force| force.iter().any(|value| *value != 0)) {
                sides.push(side);
            }
        }
        sides
    }

    /// A corner without a side where these forces are on both. They are spread over the contacts of
    /// wide corners, so that all contacts press. A stress is to be on no wide corner without a
    /// side.
    fn conflict(
        &self,
        generators: &Generators,
        sides: &Choices,
        forces: &mut Forces,
        is_stress: bool,
    ) -> Option<usize> {
        let borne = forces.contact_fractions();
        for &corner in &self.choosing.smooth {
            let is_free = side_of(sides, corner).is_none();
            if is_free && self.pressing_sides(corner, &borne).len() > 1 {
                return Some(corner);
            }
        }
        for &corner in &self.choosing.wide {
            let is_free = side_of(sides, corner).is_none();
            if is_stress && is_free && !self.pressing_sides(corner, &borne).is_empty() {
                return Some(corner);
            }
        }
        if self.choosing.wide.is_empty() {
            return None;
        }
        match generators.spread(forces) {
            None => None,
            Some(Unborne::Corner(corner)) => Some(corner),
            Some(Unborne::Knot(_)) => unreachable!("no corners with friction are knotted"),
        }
    }

    /// The forces of all that can press in a choice whose family has the greatest dimension;
    /// `None` if there are too many choices.
    pub(super) fn widest_forces(&self) -> Result<Option<Vec<UnitForce>>, SolveError> {
        if self.choosing.count() > ENUMERATED {
            return Ok(None);
        }
        let scene = self.plane.scene;
        let mut widest = Vec::new();
        let mut dimension = None;
        for sides in self.choosing.all() {
            let generators = self.generators_of(&sides);
            let solved = optimise(&generators.program, self.options, self.monitor)?;
            if !solved.is_at_zero() {
                continue;
            }
            let classified = classify(&generators.program, solved, self.options, self.monitor)?;
            let Some(classified) = classified else {
                unreachable!("there is an optimum")
            };
            let mut forces = Vec::new();
            self.add_forces(&generators, &classified.optimum, &mut forces);
            let own = forces.len() - indeterminacy(scene, &forces).rank;
            if dimension.is_none_or(|largest| own > largest) {
                dimension = Some(own);
                widest = forces;
            }
        }
        Ok(Some(widest))
    }

    /// The gaps in the ranges of quantities, each as a range of what is beside it. None are looked
    /// for if there are too many choices.
    pub(super) fn gaps(
        &self,
        quantities: &[Quantity],
        systems: &mut Systems,
    ) -> Result<Vec<(Quantity, Range)>, SolveError> {
        let mut gaps = Vec::new();
        if self.choosing.is_empty() || self.choosing.count() > ENUMERATED {
            return Ok(gaps);
        }
        let mut choices = Vec::new();
        for sides in self.choosing.all() {
            choices.push(self.chosen(quantities, sides)?);
        }
        for (place, quantity) in quantities.iter().enumerate() {
            for [lower, upper] in gaps_between(intervals(&choices, place)) {
                let mut below = Vec::new();
                let mut above = Vec::new();
                let mut reached = [None, None];
                for chosen in &choices {
                    let sides = chosen.sides.clone();
                    let [least, largest] = match &chosen.ends {
                        Ok(ends) => &ends[place],
                        Err(fall) => {
                            below.push(case(sides, fall.clone()));
                            continue;
                        }
                    };
                    let (end, cases, other) = match &largest.value {
                        Some(value) if *value <= lower => (largest, &mut below, 0),
                        _ => (least, &mut above, 1),
                    };
                    if end.value.as_ref() == Some([&lower, &upper][other]) {
                        reached[other].get_or_insert(end.system.clone());
                    }
                    cases.push(case(sides, end.proof.clone()));
                }
                let [Some(lower), Some(upper)] = reached else {
                    unreachable!("a choice has the value at each end of a gap")
                };
                let ends = [(lower, below), (upper, above)];
                let ends = ends.map(|(system, cases)| End::Bounded {
                    system: systems.place(system),
                    cases,
                });
                let range = Range {
                    index: quantity.index,
                    component: quantity.component.number(),
                    ends,
                };
                gaps.push((*quantity, range));
            }
        }
        Ok(gaps)
    }

    /// The ends of all quantities in one choice, or a fall, if no forces hold the group there.
    fn chosen(&self, quantities: &[Quantity], sides: Choices) -> Result<Chosen, SolveError> {
        let generators = self.generators_of(&sides);
        let mut objectives = Vec::new();
        for quantity in quantities {
            objectives.extend([1, -1].map(|sign| quantity.costs(&generators, sign)));
        }
        let costs: Vec<Costs> = objectives.iter().map(|(costs, _)| costs.clone()).collect();
        let found = least(&generators.program, &costs, self.options, self.monitor)?;
        let mut ends = Vec::new();
        for (least, (costs, factor)) in found.into_iter().zip(objectives) {
            ends.push(match least {
                Least::Nothing => {
                    let ends = Err(self.fall(&generators)?);
                    return Ok(Chosen { sides, ends });
                }
                Least::Unbounded(_) => ChosenEnd {
                    value: None,
                    system: holding(&Forces::default()),
                    proof: (BigInt::ZERO, Vec::new()),
                },
                Least::Reached { multipliers, point } => {
                    let value = value(&costs, &multipliers) / Rational::from(&factor);
                    let (denominator, multipliers) = multipliers;
                    let mut system = forces(&generators, denominator, multipliers);
                    if let Some(corner) = self.conflict(&generators, &sides, &mut system, false) {
                        unreachable!("corner {corner} has a side")
                    }
                    ChosenEnd {
                        value: Some(value),
                        system: holding(&system),
                        proof: super::velocity(point.0 * factor, point.1),
                    }
                }
            });
        }
        let mut pairs = Vec::new();
        let mut ends = ends.into_iter();
        while let (Some(least), Some(mut largest)) = (ends.next(), ends.next()) {
            largest.value = largest.value.map(|value| -value);
            pairs.push([least, largest]);
        }
        let ends = Ok(pairs);
        Ok(Chosen { sides, ends })
    }
}

/// A choice of all sides with the ends of all quantities.
struct Chosen {
    sides: Choices,
    ends: Result<Vec<[ChosenEnd; 2]>, Bound>,
}

struct ChosenEnd {
    /// `None` if there is no bound.
    value: Option<Rational>,
    system: HoldingForces,
    proof: Bound,
}

/// The values of a quantity in each choice that has forces.
fn intervals(choices: &[Chosen], place: usize) -> Vec<[Option<&Rational>; 2]> {
    let mut intervals = Vec::new();
    for chosen in choices {
        if let Ok(ends) = &chosen.ends {
            intervals.push(ends[place].each_ref().map(|end| end.value.as_ref()));
        }
    }
    intervals
}

/// The node with the least bound, the last of several.
fn most_promising(open: &[Node]) -> Option<usize> {
    let bound = |place: &usize| open[*place].above.as_ref().map(|(bound, _)| bound);
    (0..open.len()).rev().min_by_key(bound)
}

fn case(sides: Choices, (denominator, velocity): Bound) -> BoundCase {
    BoundCase {
        sides,
        denominator,
        velocity,
    }
}

/// The sum of costs times multipliers.
fn value(costs: &Costs, (denominator, multipliers): &(Integer, Vec<Integer>)) -> Rational {
    let mut sum = Integer::ZERO;
    for (row, cost) in costs {
        sum += cost * &multipliers[*row];
    }
    Rational::from_integers_ref(&sum, denominator)
}

fn forces(generators: &Generators, denominator: Integer, multipliers: Vec<Integer>) -> Forces {
    generators.forces(&Optimum {
        denominator,
        point: Vec::new(),
        multipliers,
    })
}
