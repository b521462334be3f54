//! The reach of friction: whether some friction is enough, and whether every friction above one is
//! (`proofs/FORMAT.md`, section 9).
//!
//! *Some friction.* With μ without bound a contact bears each φ n + ψ t with φ > 0: a cone that is
//! not closed. So what shows that no friction is enough is not one velocity, but a list of them.
//! The pull q (weights and loads) is projected onto the velocities with t·u = 0 and n·u ≥ 0. If
//! that is not 0, it does work, and is the last of the list: the acceleration of least restraint at
//! which nothing slips. If the forces of its constraints are within the bound of some friction, it
//! obeys Coulomb's law with that and with every larger one. Otherwise there are forces with φ ≥ 0
//! and any ψ. If φ is 0 at some contact, the sum of all n is projected onto those velocities that
//! do no less work than none. If that is not 0, it opens contacts and does no work: so these bear
//! nothing, are left out, and it is the next of the list. If it is 0, there are forces with φ > 0
//! everywhere, and the largest |ψ|/φ is a friction that is enough.
//!
//! *Every larger friction.* Forces that hold the scene with any friction above f, but not with f,
//! grow without bound as the friction falls to f. So there are forces that balance each other
//! within the bound of f. At contacts where one such system presses, some multiple of it makes any
//! force bearable with a friction above f. So these contacts are taken as fixed, and it is tried
//! again what else can press, until forces hold the scene, or nothing else can.

use super::root::{Row, row};
use crate::certify;
use crate::contacts;
use crate::error::SolveError;
use crate::plane::{PlaneProblem, WIDTH};
use crate::statics::bearing::{Bearing, knot_of_forces};
use crate::statics::{holding, primitive};
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::statics::Statics;
use zwang_certificate::threshold::{NeverHeld, OpenCase};
use zwang_problem::{Forces, Fractions, Group, Problem, Variables, groups};
use zwang_program::kernel::number::from_solver;
use zwang_program::kernel::{self, Outcome, Row as ProgramRow, optimise};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// The reach of friction.
pub(super) enum Reach {
    /// Forces hold the scene with this friction, and with any larger one.
    Enough(Rational),
    /// None is enough. The last velocity, and a friction from which on it obeys Coulomb's law, if
    /// one is known.
    Never(NeverHeld, Option<Rational>),
}

/// The data of the search.
pub(super) struct Search<'a> {
    /// With some friction: a contact of a corner that is hidden bears nothing.
    pub(super) scene: &'a Scene,
    /// A proof of this scene, which says what contacts and groups are called.
    pub(super) like: &'a Statics,
    pub(super) options: &'a Options,
    pub(super) monitor: &'a Monitor<'a>,
}

/// The scene as a problem.
struct Ground<'a> {
    search: &'a Search<'a>,
    problem: Problem,
}

/// A group with all its contacts.
struct Bearers<'a> {
    ground: &'a Ground<'a>,
    group: &'a Group,
    variables: Variables,
    contacts: Vec<usize>,
}

/// The result for a group.
enum Found {
    Enough(Rational),
    /// Velocities, one after the other, and a friction from which on the last obeys Coulomb's law.
    Never(Vec<Vec<Integer>>, Option<Rational>),
}

/// A row of a cone, and what its multiplier is.
struct ConeRow {
    row: Row,
    of: Generator,
}

/// A direction in which a contact bears force: n times the first number and t times the second.
#[derive(Clone)]
struct Generator {
    contact: usize,
    across: Rational,
    along: Rational,
}

/// Forces while they are added up.
#[derive(Default)]
struct Shares {
    contacts: Fractions,
    pins: Fractions,
}

/// The point of a cone nearest to a pull, and the multipliers of its rows.
struct Projection {
    /// Up to a positive factor; all 0 if the pull is balanced.
    velocity: Vec<Integer>,
    pins: Vec<Rational>,
    rows: Vec<Rational>,
}

impl<'a> Search<'a> {
    fn ground(&'a self) -> Result<Option<(Ground<'a>, Vec<Group>)>, SolveError> {
        let (lattice, contacts) = contacts::find_in_time(self.scene, self.monitor)?;
        if contacts.contacts != self.like.contacts || contacts.corners != self.like.corners {
            return Ok(None);
        }
        // Any friction tells which contacts are hidden.
        let rough = self.scene.with_friction(&from_solver(&Rational::ONE));
        let plane = PlaneProblem::with_friction(&rough, &lattice, contacts);
        let groups = groups(&plane.problem);
        let ground = Ground {
            search: self,
            problem: plane.problem,
        };
        Ok(Some((ground, groups)))
    }

    /// Whether some friction is enough; `None` if that is not found out.
    pub(super) fn reach(&self) -> Result<Option<Reach>, SolveError> {
        let Some((ground, groups)) = self.ground()? else {
            return Ok(None);
        };
        let mut enough = Rational::ZERO;
        for (index, group) in groups.iter().enumerate() {
            match ground.bearers(group).reach()? {
                Found::Enough(friction) => enough = enough.max(friction),
                Found::Never(velocities, friction) => {
                    let velocities = velocities.into_iter();
                    let never = NeverHeld {
                        group: index,
                        velocities: velocities
                            .map(|velocity| certify::triples(velocity, &Integer::ONE))
                            .collect(),
                    };
                    return Ok(Some(Reach::Never(never, friction)));
                }
            }
        }
        Ok(Some(Reach::Enough(enough)))
    }

    /// Forces that hold the scene with every friction above one; `None` if there are none.
    pub(super) fn open_above(
        &self,
        friction: &Rational,
    ) -> Result<Option<Vec<Vec<OpenCase>>>, SolveError> {
        let Some((ground, groups)) = self.ground()? else {
            return Ok(None);
        };
        let mut found = Vec::with_capacity(groups.len());
        for group in &groups {
            match ground.open_cases(group, friction)? {
                Some(cases) => found.push(cases),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }
}

impl<'a> Ground<'a> {
    /// With friction both sides of a corner bear. A contact without is hidden: others bar what it
    /// bars.
    fn bearers(&'a self, group: &'a Group) -> Bearers<'a> {
        let mut contacts = self.problem.all_contacts(group);
        contacts.retain(|contact| self.problem.contacts[*contact].friction != 0);
        Bearers {
            ground: self,
            group,
            variables: group.variables(&self.problem),
            contacts,
        }
    }

    /// One case: above a value all corners have friction, and both of their sides bear. The forces
    /// of wide corners, and of rings of them, may add up to some that no line between the bodies
    /// bears, so there are no proofs of open ends with these.
    fn open_cases(
        &self,
        group: &Group,
        friction: &Rational,
    ) -> Result<Option<Vec<OpenCase>>, SolveError> {
        let frictions = vec![friction.clone(); self.problem.contacts.len()];
        for corner in &group.corners {
            let bearing = Bearing::new(&self.problem, &frictions, *corner);
            if bearing.spare_width() <= 0 {
                return Ok(None);
            }
        }
        let Some(systems) = self.bearers(group).systems_above(friction)? else {
            return Ok(None);
        };
        let mut bearing = Fractions::new();
        for (contact, force) in systems.iter().flat_map(|system| &system.contacts) {
            if force.iter().any(|value| *value != 0) {
                bearing.insert(*contact, force.clone());
            }
        }
        if knot_of_forces(&self.problem, &bearing).is_some() {
            return Ok(None);
        }
        let systems = systems.iter().map(|system| holding(&system.whole()));
        Ok(Some(vec![OpenCase {
            sides: Vec::new(),
            systems: systems.collect(),
        }]))
    }

    fn across(&self, contact: usize, variables: &Variables) -> Row {
        row(self.problem.normal(contact), variables)
    }

    fn along(&self, contact: usize, variables: &Variables) -> Row {
        row(self.problem.tangent(contact), variables)
    }
}

impl Bearers<'_> {
    /// Whether some friction is enough for the group.
    fn reach(&self) -> Result<Found, SolveError> {
        let pull = self.pull();
        let mut left = self.contacts.clone();
        let mut velocities = Vec::new();
        loop {
            self.ground.search.monitor.check()?;
            let mut rows = self.without_sliding(&left);
            let projection = self.project(&pull, &rows)?;
            if projection.moves() {
                rows.extend(self.smooth(&left));
                let falling = self.project(&pull, &rows)?;
                let forces = self.forces(&rows, &falling);
                let friction = largest_slope(&self.contacts, &forces);
                velocities.push(falling.velocity);
                return Ok(Found::Never(velocities, friction));
            }
            let forces = self.forces(&rows, &projection);
            if let Some(friction) = largest_slope(&left, &forces) {
                return Ok(Found::Enough(friction));
            }
            // All that could press, while the work of the pull is at least 0.
            let mut presses = vec![Rational::ZERO; pull.len()];
            for contact in &left {
                add(&mut presses, &self.ground.across(*contact, &self.variables));
            }
            rows.push(ConeRow {
                row: row_of(&pull),
                of: Generator::none(),
            });
            let projection = self.project(&presses, &rows)?;
            if projection.moves() {
                left.retain(|contact| {
                    let across = self.ground.across(*contact, &self.variables);
                    value(&across, &projection.velocity) == 0
                });
                velocities.push(projection.velocity);
                continue;
            }
            let mut more = self.forces(&rows, &projection);
            for contact in &left {
                more.add(*contact, &[Rational::ONE, Rational::ZERO]);
            }
            for (contact, force) in &forces.contacts {
                more.add(*contact, force);
            }
            let Some(friction) = largest_slope(&left, &more) else {
                unreachable!("all contacts press")
            };
            return Ok(Found::Enough(friction));
        }
    }

    /// Systems of forces that together hold the group with every friction above one.
    fn systems_above(&self, friction: &Rational) -> Result<Option<Vec<Shares>>, SolveError> {
        let pull = self.pull();
        let mut fixed = BTreeSet::new();
        let mut systems = Vec::new();
        loop {
            self.ground.search.monitor.check()?;
            let mut rows = self.fixed(&fixed);
            for contact in &self.contacts {
                if !fixed.contains(contact) {
                    rows.extend(self.bearing(*contact, friction));
                }
            }
            let projection = self.project(&pull, &rows)?;
            if !projection.moves() {
                systems.push(self.forces(&rows, &projection));
                return Ok(Some(systems));
            }
            let Some(stress) = self.stress(&fixed, friction)? else {
                return Ok(None);
            };
            for (contact, force) in &stress.contacts {
                if force[0] > 0 {
                    fixed.insert(*contact);
                }
            }
            systems.push(stress);
        }
    }

    /// Forces that balance each other, with as many contacts pressing as possible of those that are
    /// not fixed; `None` if none of these can press.
    fn stress(
        &self,
        fixed: &BTreeSet<usize>,
        friction: &Rational,
    ) -> Result<Option<Shares>, SolveError> {
        let mut alive = Vec::new();
        for contact in &self.contacts {
            if !fixed.contains(contact) {
                alive.extend(self.bearing(*contact, friction));
            }
        }
        while !alive.is_empty() {
            self.ground.search.monitor.check()?;
            let mut presses = vec![Rational::ZERO; WIDTH * self.group.bodies.len()];
            for generator in &alive {
                add(&mut presses, &generator.row);
            }
            let mut rows = self.fixed(fixed);
            let first = rows.len();
            rows.append(&mut alive);
            let mut projection = self.project(&presses, &rows)?;
            if !projection.moves() {
                for multiplier in projection.rows.iter_mut().skip(first) {
                    *multiplier += Rational::ONE;
                }
                return Ok(Some(self.forces(&rows, &projection)));
            }
            // Forces that balance each other do no work: so nothing bears where this velocity
            // opens.
            alive = rows.split_off(first);
            alive.retain(|generator| value(&generator.row, &projection.velocity) == 0);
        }
        Ok(None)
    }

    /// Rows of contacts that may bear any φ ≥ 0, and any ψ.
    fn without_sliding(&self, contacts: &[usize]) -> Vec<ConeRow> {
        let mut rows = Vec::new();
        for contact in contacts {
            for (across, along) in [(1, 0), (0, 1), (0, -1)] {
                rows.push(self.cone_row(*contact, Rational::from(across), Rational::from(along)));
            }
        }
        rows
    }

    /// Rows of all contacts but these, as if they had no friction. They bear nothing at rest: a
    /// velocity without work opens them. So the group moves with these rows, too.
    fn smooth(&self, left: &[usize]) -> Vec<ConeRow> {
        let mut rows = Vec::new();
        for contact in &self.contacts {
            if !left.contains(contact) {
                rows.push(self.cone_row(*contact, Rational::ONE, Rational::ZERO));
            }
        }
        rows
    }

    /// Rows of contacts that may bear any force.
    fn fixed(&self, contacts: &BTreeSet<usize>) -> Vec<ConeRow> {
        let mut rows = Vec::new();
        for contact in contacts {
            for (across, along) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                rows.push(self.cone_row(*contact, Rational::from(across), Rational::from(along)));
            }
        }
        rows
    }

    /// Rows of a contact with this friction.
    fn bearing(&self, contact: usize, friction: &Rational) -> Vec<ConeRow> {
        if *friction == 0 {
            return vec![self.cone_row(contact, Rational::ONE, Rational::ZERO)];
        }
        let slopes = [friction.clone(), -friction];
        let rows = slopes.map(|slope| self.cone_row(contact, Rational::ONE, slope));
        Vec::from(rows)
    }

    fn cone_row(&self, contact: usize, across: Rational, along: Rational) -> ConeRow {
        let mut sum: BTreeMap<usize, Rational> = BTreeMap::new();
        for (place, number) in self.ground.across(contact, &self.variables) {
            *sum.entry(place).or_default() += number * &across;
        }
        for (place, number) in self.ground.along(contact, &self.variables) {
            *sum.entry(place).or_default() += number * &along;
        }
        ConeRow {
            row: sum.into_iter().collect(),
            of: Generator {
                contact,
                across,
                along,
            },
        }
    }

    fn program(&self) -> kernel::Problem {
        self.ground.problem.without_rows(self.group)
    }

    /// Weights and loads, as forces and torques.
    fn pull(&self) -> Vec<Rational> {
        let problem = self.program();
        let pairs = problem.masses.iter().zip(&problem.target);
        pairs.map(|(mass, fall)| mass * fall).collect()
    }

    /// The velocity nearest to what a pull does to free bodies, of those under which pins hold and
    /// no row is below 0.
    fn project(&self, pull: &[Rational], rows: &[ConeRow]) -> Result<Projection, SolveError> {
        let mut problem = self.program();
        for (place, mass) in problem.masses.iter().enumerate() {
            problem.target[place] = &pull[place] / mass;
        }
        let mut scales = Vec::new();
        let mut push = |row: &Row| {
            let (row, scale) = ProgramRow::from_rationals(row, &Rational::ZERO);
            problem.rows.push(row);
            scales.push(scale);
        };
        for pin in &self.group.joints {
            for form in self.ground.problem.joint(*pin) {
                push(&row(form, &self.variables));
            }
        }
        for cone_row in rows {
            push(&cone_row.row);
        }
        let search = self.ground.search;
        let solved = optimise(&problem, search.options, search.monitor)?;
        let Outcome::Optimal(optimum) = solved.into_outcome() else {
            unreachable!("rest satisfies all rows")
        };
        let denominator = Rational::from(&optimum.denominator);
        let mut multipliers = Vec::with_capacity(scales.len());
        for (multiplier, scale) in optimum.multipliers.iter().zip(&scales) {
            multipliers.push(Rational::from(multiplier) * scale / &denominator);
        }
        let rows = multipliers.split_off(problem.equalities);
        let mut velocity = optimum.point;
        if velocity.iter().any(|number| *number != 0) {
            velocity = primitive(&velocity);
        }
        Ok(Projection {
            velocity,
            pins: multipliers,
            rows,
        })
    }

    /// The forces that multipliers are.
    fn forces(&self, rows: &[ConeRow], projection: &Projection) -> Shares {
        let mut forces = Shares::default();
        let (pairs, _) = projection.pins.as_chunks::<2>();
        for (pin, force) in self.group.joints.iter().zip(pairs) {
            forces.pins.insert(*pin, force.to_vec());
        }
        for (cone_row, multiplier) in rows.iter().zip(&projection.rows) {
            let Generator {
                contact,
                across,
                along,
            } = &cone_row.of;
            if *across == 0 && *along == 0 {
                continue;
            }
            forces.add(*contact, &[multiplier * across, multiplier * along]);
        }
        forces
    }
}

impl Generator {
    /// That of a row which no contact has.
    fn none() -> Self {
        Self {
            contact: 0,
            across: Rational::ZERO,
            along: Rational::ZERO,
        }
    }
}

impl Shares {
    fn add(&mut self, contact: usize, force: &[Rational]) {
        let sums = self.contacts.entry(contact);
        let sums = sums.or_insert_with(|| vec![Rational::ZERO; force.len()]);
        for (sum, value) in sums.iter_mut().zip(force) {
            *sum += value;
        }
    }

    fn whole(&self) -> Forces {
        Forces::from_fractions(&self.contacts, &self.pins)
    }
}

impl Projection {
    fn moves(&self) -> bool {
        self.velocity.iter().any(|number| *number != 0)
    }
}

/// The largest |ψ|/φ; `None` if somewhere ψ is not 0, and φ is.
fn largest_slope(contacts: &[usize], forces: &Shares) -> Option<Rational> {
    let mut largest = Rational::ZERO;
    for contact in contacts {
        let Some([across, along]) = forces.contacts.get(contact).map(Vec::as_slice) else {
            continue;
        };
        if *along == 0 {
            continue;
        }
        if *across == 0 {
            return None;
        }
        largest = largest.max(along.abs() / across);
    }
    Some(largest)
}

fn add(sum: &mut [Rational], row: &Row) {
    for (place, number) in row {
        sum[*place] += number;
    }
}

fn row_of(vector: &[Rational]) -> Row {
    let entries = vector.iter().cloned().enumerate();
    entries.filter(|(_, number)| *number != 0).collect()
}

fn value(row: &Row, velocity: &[Integer]) -> Rational {
    let mut sum = Rational::ZERO;
    for (place, number) in row {
        sum += number * Rational::from(&velocity[*place]);
    }
    sum
}
