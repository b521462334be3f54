//! A proof that the critical friction is a root α of a polynomial (`proofs/FORMAT.md`, section 9),
//! as far as one is found.
//!
//! Statics just below and just above α say how the scene begins to fall, and what holds it. They
//! tell which contacts neither open nor slide there, which slide, and which are at Coulomb's bound:
//! small numbers are 0 at α. The conditions that are left are linear equations over Q(α)
//! (`super::linear_system`). If they have several solutions, the one nearest to the forces that
//! were seen is taken. The drift is rational: a velocity of the scene in which only those contacts
//! are left at which nothing moves, with a friction a little larger than α.
//!
//! If something here is guessed wrongly, the checker refuses the proof, and there is none.

use super::is_held;
use super::linear_system::{Equation, Linear, Solution, System, solve};
use super::polynomial::{rounded, value};
use crate::contacts;
use crate::error::SolveError;
use crate::plane::{PlaneProblem, WIDTH};
use crate::statics::generators::Generators;
use crate::statics::{first_statics, primitive};
use malachite::base::num::arithmetic::traits::{Abs, Floor, PowerOf2, Sign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_certificate::BigInt;
use zwang_certificate::statics::{HoldingForces, Statics, StaticsCase, StaticsClaim};
use zwang_certificate::threshold::{Element, Root, RootCase};
use zwang_problem::{self as problem, Group, Problem, Variables, groups};
use zwang_program::kernel::number::{
    common_denominator, from_solver, integer_from_solver, integer_to_solver, times,
};
use zwang_program::kernel::{Outcome, optimise};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// How near to α the scene is looked at: 2^-64.
const NEARNESS: i64 = -64;

/// Numbers smaller than this, compared with the largest, are taken for 0: 2^-30.
const SMALL: i64 = -30;

/// The bits of the values that free unknowns get.
const GUESS_BITS: i64 = 24;

/// How much larger than α the friction is for which a drift is looked for, at first: 2^-10.
const FIRST_EXCESS: i64 = -10;

/// The most digits of the ends of the interval.
const MOST_DIGITS: u32 = 40;

/// The data of the search.
pub(super) struct Search<'a> {
    pub(super) scene: &'a Scene,
    /// p, from the constant on; it changes its sign between the ends.
    pub(super) polynomial: &'a [Integer],
    pub(super) ends: [Rational; 2],
    /// The proof that the scene stands, which says what contacts and groups are called.
    pub(super) stands: &'a Statics,
    pub(super) options: &'a Options,
    pub(super) monitor: &'a Monitor<'a>,
}

/// The problem near α.
struct Near<'a> {
    search: &'a Search<'a>,
    problem: Problem,
    groups: Vec<Group>,
    /// α, rounded.
    alpha: Rational,
}

/// Pairs (variable of the group, coefficient).
pub(super) type Row = Vec<(usize, Rational)>;

impl Search<'_> {
    /// A root with its proof, still to be checked; `None` if none is found.
    pub(super) fn root(&self) -> Result<Option<Root>, SolveError> {
        let [low, high] = self.narrow();
        let step = Rational::power_of_2(NEARNESS);
        let below = &low - &step;
        let above = &high + &step;
        if below < 0 {
            return Ok(None);
        }
        let Some(between) = self.short_interval(&low, &high) else {
            return Ok(None);
        };
        let falling = self.statics_at(&below)?;
        let standing = self.statics_at(&above)?;
        let are_right = is_held(&standing) && !is_held(&falling);
        if !are_right || !self.is_like(&standing) || !self.is_like(&falling) {
            return Ok(None);
        }
        let (lattice, contacts) = contacts::find_in_time(self.scene, self.monitor)?;
        let rough = self.scene.with_friction(&from_solver(&above));
        let plane = PlaneProblem::with_friction(&rough, &lattice, contacts);
        // Hidden contacts have no friction, and others bar what they bar.
        let mut groups = groups(&plane.problem);
        for group in &mut groups {
            let has_friction = |contact: &usize| plane.problem.contacts[*contact].friction != 0;
            group.contacts.retain(has_friction);
        }
        let near = Near {
            search: self,
            groups,
            problem: plane.problem,
            alpha: high,
        };
        near.root(between, &falling, &standing)
    }

    /// Whether contacts and corners are called what they are in the proof that the scene stands.
    fn is_like(&self, found: &Statics) -> bool {
        found.contacts == self.stands.contacts && found.corners == self.stands.corners
    }

    fn statics_at(&self, friction: &Rational) -> Result<Statics, SolveError> {
        let scene = self.scene.with_friction(&from_solver(friction));
        Ok(first_statics(&scene, self.options, self.monitor)?.statics)
    }

    /// Two numbers with the root between them, at it, or very near to it.
    fn narrow(&self) -> [Rational; 2] {
        let [mut low, mut high] = self.ends.clone();
        let width = Rational::power_of_2(NEARNESS);
        let sign_at_low = value(self.polynomial, &low).sign();
        if sign_at_low == Ordering::Equal {
            return [low.clone(), low];
        }
        while &high - &low > width {
            let middle = (&low + &high) / Rational::from(2);
            let sign = value(self.polynomial, &middle).sign();
            if sign == Ordering::Equal {
                return [middle.clone(), middle];
            }
            if sign == sign_at_low {
                low = middle;
            } else {
                high = middle;
            }
        }
        [low, high]
    }

    /// Decimals of few digits between which the checker sees that there is one root.
    fn short_interval(&self, low: &Rational, high: &Rational) -> Option<[Rational; 2]> {
        let mut unit = Rational::ONE;
        for _ in 0..MOST_DIGITS {
            let mut first = Rational::from((low / &unit).floor()) * &unit;
            let last = (Rational::from((high / &unit).floor()) + Rational::ONE) * &unit;
            if first == *low && first > 0 {
                first -= &unit;
            }
            if self.has_one_root(&first, &last) {
                return Some([first, last]);
            }
            unit /= Rational::from(10);
        }
        None
    }

    /// K3.
    fn has_one_root(&self, low: &Rational, high: &Rational) -> bool {
        let at_low = value(self.polynomial, low);
        let at_high = value(self.polynomial, high);
        let mut slope = Vec::new();
        for (power, coefficient) in self.polynomial.iter().enumerate().skip(1) {
            slope.push(coefficient * Integer::from(power));
        }
        let opposite: Vec<Integer> = slope.iter().map(|number| -number).collect();
        let is_monotone = [slope, opposite]
            .iter()
            .any(|slope| least_value(slope, low, high) > 0);
        at_low * at_high < 0 && is_monotone
    }
}

/// The least that a polynomial can be between two numbers that are not negative, as the checker
/// estimates it.
fn least_value(polynomial: &[Integer], low: &Rational, high: &Rational) -> Rational {
    let mut positive = Vec::with_capacity(polynomial.len());
    let mut negative = Vec::with_capacity(polynomial.len());
    for coefficient in polynomial {
        positive.push(coefficient.clone().max(Integer::ZERO));
        negative.push(coefficient.clone().min(Integer::ZERO));
    }
    value(&positive, low) + value(&negative, high)
}

impl Near<'_> {
    fn root(
        &self,
        between: [Rational; 2],
        falling: &Statics,
        standing: &Statics,
    ) -> Result<Option<Root>, SolveError> {
        let mut fall = None;
        for (index, entry) in falling.groups.iter().enumerate() {
            if let Some(case) = entry.cases.first()
                && let StaticsClaim::Falling(velocity) = &case.claim
            {
                fall = Some((index, velocity));
                break;
            }
        }
        let Some((group, velocity)) = fall else {
            return Ok(None);
        };
        let Some([velocity, drift]) = self.fall(&self.groups[group], velocity)? else {
            return Ok(None);
        };
        let mut groups = Vec::with_capacity(self.groups.len());
        for (group, entry) in self.groups.iter().zip(&standing.groups) {
            let mut cases = Vec::with_capacity(entry.cases.len());
            for case in &entry.cases {
                let StaticsClaim::Held(forces) = &case.claim else {
                    return Ok(None);
                };
                let Some(found) = self.forces(group, case, forces)? else {
                    return Ok(None);
                };
                cases.push(found);
            }
            groups.push(cases);
        }
        let polynomial = self.search.polynomial.iter().map(integer_from_solver);
        Ok(Some(Root {
            polynomial: polynomial.collect(),
            between: between.each_ref().map(from_solver),
            halvings: 0,
            groups,
            group,
            velocity,
            drift,
        }))
    }

    /// The forces of a case at α.
    fn forces(
        &self,
        group: &Group,
        case: &StaticsCase,
        seen: &HoldingForces,
    ) -> Result<Option<RootCase>, SolveError> {
        let variables = group.variables(&self.problem);
        let unknowns = self.unknown_forces(&variables, seen);
        let mut columns: Vec<&Unknown> = Vec::new();
        for force in &unknowns {
            columns.extend(&force.unknowns);
        }
        let largest = columns.iter().map(|unknown| (&unknown.seen).abs()).max();
        let scale = guess_scale(&largest.unwrap_or(Rational::ZERO));
        let program = self.problem.without_rows(group);
        let mut rows: Vec<BTreeMap<usize, [Rational; 2]>> = Vec::new();
        rows.resize(WIDTH * group.bodies.len(), BTreeMap::new());
        for (column, unknown) in columns.iter().enumerate() {
            for (part, row) in unknown.parts.iter().enumerate() {
                for (variable, number) in row {
                    let entry = rows[*variable].entry(column).or_default();
                    entry[part] += number;
                }
            }
        }
        let mut equations = Vec::with_capacity(rows.len());
        for (variable, row) in rows.iter().enumerate() {
            let pull = &program.masses[variable] * &program.target[variable];
            equations.push(equation(row, &-(pull * &scale)));
        }
        let mut guesses = Vec::with_capacity(columns.len());
        for unknown in &columns {
            guesses.push(rounded(&(&unknown.seen * &scale)));
        }
        let mut wanted = Vec::new();
        let mut first = 0;
        for force in &unknowns {
            for (offset, factor) in &force.wanted {
                wanted.push((first + offset, factor.clone()));
            }
            first += force.unknowns.len();
        }
        let system = System {
            equations,
            guesses,
            wanted,
        };
        let Some(solution) = self.solved(&system)? else {
            return Ok(None);
        };
        let sides = case.sides.clone();
        Ok(Some(case_of(sides, &unknowns, &solution, &scale)))
    }

    /// The unknowns of the forces at α, given those near it.
    fn unknown_forces(&self, variables: &Variables, seen: &HoldingForces) -> Vec<UnknownForce> {
        let denominator = integer_to_solver(&seen.denominator);
        let mut found = Vec::new();
        let mut largest = Rational::ZERO;
        for (contact, pair) in &seen.contacts {
            let [across, along] = pair.each_ref().map(|number| over(number, &denominator));
            let normal = row(self.problem.normal(*contact), variables);
            let tangent = row(self.problem.tangent(*contact), variables);
            let size = size(&normal);
            largest = largest.max(&across * &size);
            found.push((*contact, across, along, normal, tangent, size));
        }
        let small = largest * Rational::power_of_2(SMALL);
        let one = linear(1, 0);
        let mut forces = Vec::new();
        for (contact, across, along, normal, tangent, size) in found {
            if &across * &size <= small {
                continue;
            }
            let bound = &across * &self.alpha;
            let slack = (bound - (&along).abs()) * &size;
            let is_bounded = slack.abs() <= small;
            let sign = if along < 0 { -1 } else { 1 };
            forces.push(match is_bounded {
                true => UnknownForce {
                    place: Place::Contact(contact),
                    unknowns: vec![Unknown {
                        seen: across,
                        parts: [normal, multiple(tangent, sign)],
                    }],
                    wanted: [(0, one.clone()), (0, linear(0, sign))],
                },
                false => UnknownForce {
                    place: Place::Contact(contact),
                    unknowns: vec![
                        Unknown {
                            seen: across,
                            parts: [normal, Row::new()],
                        },
                        Unknown {
                            seen: along,
                            parts: [tangent, Row::new()],
                        },
                    ],
                    wanted: [(0, one.clone()), (1, one.clone())],
                },
            });
        }
        for (pin, pair) in &seen.pins {
            let [across, along] = pair.each_ref().map(|number| over(number, &denominator));
            let rows = self.problem.joint(*pin).zip([across, along]);
            let unknowns = rows.map(|(form, seen)| Unknown {
                seen,
                parts: [row(form, variables), Row::new()],
            });
            forces.push(UnknownForce {
                place: Place::Pin(*pin),
                unknowns: unknowns.collect(),
                wanted: [(0, one.clone()), (1, one.clone())],
            });
        }
        forces
    }

    /// The velocity and the drift of a group that falls below α, given its velocity near α.
    fn fall(
        &self,
        group: &Group,
        seen: &[[BigInt; 3]],
    ) -> Result<Option<[Vec<[Element; 3]>; 2]>, SolveError> {
        let variables = group.variables(&self.problem);
        let numbers = seen.iter().flatten();
        let seen: Vec<Rational> = numbers
            .map(|number| Rational::from(integer_to_solver(number)))
            .collect();
        let largest = seen.iter().map(|number| number.abs()).max();
        let Some(largest) = largest else {
            return Ok(None);
        };
        let mut equations = self.equations_of_pins(group, &variables);
        equations.push(self.equation_of_work(group));
        let mut resting = Vec::new();
        for contact in self.contacts_of_fall(group) {
            let normal = row(self.problem.normal(contact), &variables);
            let tangent = row(self.problem.tangent(contact), &variables);
            let small = size(&normal) * &largest * Rational::power_of_2(SMALL);
            let opening = product(&normal, &seen);
            let bound = product(&tangent, &seen) * &self.alpha;
            let slacks = [(-1, &opening - &bound), (1, &opening + &bound)];
            let mut tight = 0;
            for (sign, slack) in slacks {
                if slack.abs() > small {
                    continue;
                }
                tight += 1;
                let mut parts: BTreeMap<usize, [Rational; 2]> = BTreeMap::new();
                for (place, number) in &normal {
                    parts.entry(*place).or_default()[0] += number;
                }
                for (place, number) in &tangent {
                    parts.entry(*place).or_default()[1] += number * Rational::from(sign);
                }
                equations.push(equation(&parts, &Rational::ZERO));
            }
            if tight == 2 {
                resting.push(contact);
            }
        }
        let scale = Rational::power_of_2(GUESS_BITS) / largest;
        let guesses = seen.iter().map(|number| rounded(&(number * &scale)));
        let wanted = (0..seen.len()).map(|place| (place, linear(1, 0)));
        let system = System {
            equations,
            guesses: guesses.collect(),
            wanted: wanted.collect(),
        };
        let Some(solution) = self.solved(&system)? else {
            return Ok(None);
        };
        let Some(drift) = self.drift(group, resting)? else {
            return Ok(None);
        };
        let elements = solution.elements.iter();
        let velocity = elements.map(|element| trimmed(element, &Integer::ONE));
        let drift = drift.iter().map(|number| {
            let number = [number.clone()];
            trimmed(&number, &Integer::ONE)
        });
        Ok(Some([
            triples(velocity.collect()),
            triples(drift.collect()),
        ]))
    }

    /// Both bodies of each pin have the same velocity there.
    fn equations_of_pins(&self, group: &Group, variables: &Variables) -> Vec<Equation> {
        let mut equations = Vec::with_capacity(2 * group.joints.len());
        for pin in &group.joints {
            for form in self.problem.joint(*pin) {
                let mut parts = BTreeMap::new();
                for (place, number) in row(form, variables) {
                    parts.insert(place, [number, Rational::ZERO]);
                }
                equations.push(equation(&parts, &Rational::ZERO));
            }
        }
        equations
    }

    /// Weights and loads do no work.
    fn equation_of_work(&self, group: &Group) -> Equation {
        let program = self.problem.without_rows(group);
        let mut pulls = BTreeMap::new();
        for (place, mass) in program.masses.iter().enumerate() {
            let pull = mass * &program.target[place];
            pulls.insert(place, [pull, Rational::ZERO]);
        }
        equation(&pulls, &Rational::ZERO)
    }

    /// The contacts that must not resist: at corners those of both sides, as every friction near α
    /// is above 0.
    fn contacts_of_fall(&self, group: &Group) -> Vec<usize> {
        self.problem.all_contacts(group)
    }

    /// A velocity with which the group falls if only these contacts are left, at a friction a
    /// little larger than α.
    fn drift(
        &self,
        group: &Group,
        contacts: Vec<usize>,
    ) -> Result<Option<Vec<Integer>>, SolveError> {
        let mut rest = group.clone();
        rest.contacts = contacts;
        rest.contacts.sort_unstable();
        rest.corners.clear();
        for excess in [FIRST_EXCESS, 2 * FIRST_EXCESS, 4 * FIRST_EXCESS] {
            let friction = &self.alpha + Rational::power_of_2(excess);
            let frictions = vec![friction; self.problem.contacts.len()];
            let generators = Generators::new(&self.problem, &frictions, &rest, &[]);
            let search = self.search;
            let solved = optimise(&generators.program, search.options, search.monitor)?;
            if let Outcome::Optimal(optimum) = solved.into_outcome()
                && optimum.point.iter().any(|value| *value != 0)
            {
                return Ok(Some(primitive(&optimum.point)));
            }
        }
        Ok(None)
    }

    fn solved(&self, system: &System) -> Result<Option<Solution>, SolveError> {
        Ok(solve(system, self.search.polynomial, self.search.monitor)?)
    }
}

/// A case as a proof has it, from what was found: the forces times a scale, a power of two, which
/// may be below 1.
fn case_of(
    sides: Vec<(usize, usize)>,
    forces: &[UnknownForce],
    solution: &Solution,
    scale: &Rational,
) -> RootCase {
    let scaled = Rational::from(&solution.denominator) * scale;
    let more = Integer::from(scaled.denominator_ref());
    let denominator = Integer::from(scaled.numerator_ref());
    let mut elements = solution.elements.iter();
    let mut contacts = Vec::new();
    let mut pins = Vec::new();
    for force in forces {
        let pair = [elements.next(), elements.next()].map(|element| match element {
            Some(element) => trimmed(element, &more),
            None => Vec::new(),
        });
        match force.place {
            Place::Contact(contact) => contacts.push((contact, pair)),
            Place::Pin(pin) => pins.push((pin, pair)),
        }
    }
    RootCase {
        sides,
        denominator: integer_from_solver(&denominator),
        contacts,
        pins,
    }
}

/// The place at which a force acts.
#[derive(Clone, Copy)]
enum Place {
    Contact(usize),
    Pin(usize),
}

/// A number that is not known.
struct Unknown {
    /// About what it is.
    seen: Rational,
    /// How it acts on the bodies: a row, and α times another one.
    parts: [Row; 2],
}

/// The two numbers of a force, as multiples of one unknown or of two.
struct UnknownForce {
    place: Place,
    unknowns: Vec<Unknown>,
    /// For each number the unknown, and the factor.
    wanted: [(usize, Linear); 2],
}

fn linear(constant: i32, slope: i32) -> Linear {
    Linear {
        constant: Integer::from(constant),
        slope: Integer::from(slope),
    }
}

fn over(number: &BigInt, denominator: &Integer) -> Rational {
    Rational::from(integer_to_solver(number)) / Rational::from(denominator)
}

/// A form in the variables of a group, not scaled.
pub(super) fn row(form: problem::Row, variables: &Variables) -> Row {
    let mut row = Row::new();
    for (body, values) in form.terms() {
        let first = variables[&body];
        for (offset, value) in values.iter().enumerate() {
            row.push((first + offset, Rational::from(value) / form.scale));
        }
    }
    row
}

fn size(row: &Row) -> Rational {
    let mut size = Rational::ZERO;
    for (_, number) in row {
        size += number.abs();
    }
    size
}

fn multiple(row: Row, factor: i32) -> Row {
    let factor = Rational::from(factor);
    let entries = row.into_iter();
    entries
        .map(|(place, number)| (place, number * &factor))
        .collect()
}

fn product(row: &Row, vector: &[Rational]) -> Rational {
    let mut sum = Rational::ZERO;
    for (place, number) in row {
        sum += number * &vector[*place];
    }
    sum
}

/// An equation over the integers, of rational coefficients c + s α.
fn equation(row: &BTreeMap<usize, [Rational; 2]>, right: &Rational) -> Equation {
    let numbers = row.values().flatten().chain([right]);
    let common = common_denominator(numbers);
    let mut coefficients = Vec::with_capacity(row.len());
    for (column, pair) in row {
        let [constant, slope] = pair.each_ref().map(|number| times(number, &common));
        coefficients.push((*column, Linear { constant, slope }));
    }
    Equation {
        coefficients,
        right: times(right, &common),
    }
}

/// The power of two that makes integers of some bits of numbers up to a largest one.
fn guess_scale(largest: &Rational) -> Rational {
    let above = largest.numerator_ref().significant_bits() as i64;
    let below = largest.denominator_ref().significant_bits() as i64;
    Rational::power_of_2(GUESS_BITS - (above - below))
}

/// An element, times a number, without leading zeros.
fn trimmed(element: &[Integer], factor: &Integer) -> Element {
    let mut trimmed: Element = Vec::with_capacity(element.len());
    for number in element {
        trimmed.push(integer_from_solver(&(number * factor)));
    }
    while trimmed.last().is_some_and(|number| *number == BigInt::ZERO) {
        trimmed.pop();
    }
    trimmed
}

fn triples(elements: Vec<Element>) -> Vec<[Element; 3]> {
    let mut triples = Vec::with_capacity(elements.len() / 3);
    let mut elements = elements.into_iter();
    while let (Some(x), Some(y), Some(turn)) = (elements.next(), elements.next(), elements.next()) {
        triples.push([x, y, turn]);
    }
    triples
}
