//! The cone of forces of a case, as the program whose optimum decides.
//!
//! The forces within Coulomb's bound at a contact are α (n + μt) + β (n - μt) with α, β ≥ 0; where
//! μ = 0, one generator n is enough. A row of the program says that a velocity is not resisted by
//! one generator. A corner with friction has the generators of both sides, or those of a half-plane
//! (`super::bearing`).

use super::bearing::{self, Bearing, Half, Unborne};
use malachite::base::num::arithmetic::traits::{Floor, PowerOf2, Sign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use zwang_problem::{Coefficients, Forces, Fractions, Group, Problem, Variables};
use zwang_program::kernel::{self, Optimum, Outcome, Row, Solved};

/// Forces that are nearly known keep so many bits below the largest one: about what floats know.
const KEPT_BITS: i64 = 24;

/// The program of a case, with the way back from its rows.
pub(crate) struct Generators<'a> {
    pub(crate) program: kernel::Problem,
    problem: &'a Problem,
    friction: &'a [Rational],
    group: &'a Group,
    /// The first variable of each body of the group.
    variables: Variables,
    /// Contact and slope ±μ of each inequality; the equalities are the pins of the group, two rows
    /// each.
    slopes: Vec<(usize, Rational)>,
    /// The same of the inequalities that follow: they stand for the opposite generators.
    opposite_slopes: Vec<(usize, Rational)>,
    /// The factors from multipliers of integer rows to those of the rows that are meant.
    scales: Vec<Rational>,
}

/// Which of the two numbers of a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    /// φ or f_x.
    First,
    /// ψ or f_y.
    Second,
}

impl Component {
    pub(crate) const BOTH: [Self; 2] = [Self::First, Self::Second];

    pub(crate) fn number(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

impl<'a> Generators<'a> {
    pub(crate) fn new(
        problem: &'a Problem,
        friction: &'a [Rational],
        group: &'a Group,
        sides: &[(usize, usize)],
    ) -> Self {
        Self::with_halves(problem, friction, group, sides, &[])
    }

    /// The same where some corners with friction bear the forces of one half-plane only.
    pub(crate) fn with_halves(
        problem: &'a Problem,
        friction: &'a [Rational],
        group: &'a Group,
        sides: &[(usize, usize)],
        halves: &[Half],
    ) -> Self {
        let mut generators = Self::of_pins(problem, friction, group);
        let mut contacts = group.contacts.clone();
        for (corner, side) in sides {
            contacts.extend(problem.bearing(*corner, *side));
        }
        for corner in &group.corners {
            let half = halves.iter().find(|(other, _)| other == corner);
            match half {
                Some((_, side)) => contacts.extend(problem.bearing(*corner, *side).next()),
                None => {
                    let bearing = problem.bearing_of(*corner);
                    contacts.extend(bearing.filter(|contact| friction[*contact] != 0));
                }
            }
        }
        contacts.sort_unstable();
        contacts.dedup();
        for contact in contacts {
            generators.push_slopes(contact, slopes(&friction[contact]));
        }
        for (corner, side) in halves {
            let bearing = Bearing::new(problem, friction, *corner);
            let (contact, slope) = bearing.edge_of_half(*side);
            let mut row = generators.along(contact, &slope);
            row.values_mut().for_each(|value| *value = -&*value);
            generators.push(&row);
            generators.opposite_slopes.push((contact, slope));
        }
        generators
    }

    /// The forces with which a group without corners accelerates like this, for all its variables:
    /// the multipliers of a program whose optimum is 0. A contact that opens has none, and one that
    /// slides, or begins to, has the whole friction against that.
    pub(crate) fn of_motion(
        problem: &'a Problem,
        friction: &'a [Rational],
        group: &'a Group,
        motion: &[Rational],
    ) -> Self {
        let mut generators = Self::of_pins(problem, friction, group);
        for (target, acceleration) in generators.program.target.iter_mut().zip(motion) {
            *target -= acceleration;
        }
        for &contact in &group.contacts {
            let slopes = generators.slopes_under(contact, motion);
            generators.push_slopes(contact, slopes);
        }
        generators
    }

    /// The slopes of a contact under a motion.
    fn slopes_under(&self, contact: usize, motion: &[Rational]) -> Vec<Rational> {
        if self.problem.normal(contact).excess(&self.variables, motion) > 0 {
            return Vec::new();
        }
        let friction = &self.friction[contact];
        let mut sliding = Ordering::Equal;
        if let [velocity, ..] = &self.problem.contacts[contact].sliding[..] {
            sliding = velocity.sign();
        }
        if sliding == Ordering::Equal {
            let tangent = self.problem.tangent(contact);
            sliding = tangent.excess(&self.variables, motion).sign();
        }
        match sliding {
            Ordering::Equal => slopes(friction),
            Ordering::Greater => vec![-friction],
            Ordering::Less => vec![friction.clone()],
        }
    }

    fn of_pins(problem: &'a Problem, friction: &'a [Rational], group: &'a Group) -> Self {
        let mut generators = Self {
            program: problem.without_rows(group),
            problem,
            friction,
            group,
            variables: group.variables(problem),
            slopes: Vec::new(),
            opposite_slopes: Vec::new(),
            scales: Vec::new(),
        };
        for column in generators.pin_columns() {
            generators.push(&column);
        }
        generators
    }

    fn push_slopes(&mut self, contact: usize, slopes: Vec<Rational>) {
        for slope in slopes {
            let row = self.along(contact, &slope);
            self.push(&row);
            self.slopes.push((contact, slope));
        }
    }

    fn push(&mut self, coefficients: &Coefficients) {
        let mut entries = Vec::with_capacity(coefficients.len());
        for (variable, value) in coefficients {
            entries.push((*variable, value.clone()));
        }
        let (row, scale) = Row::from_rationals(&entries, &Rational::ZERO);
        self.program.rows.push(row);
        self.scales.push(scale);
    }

    /// The row of n + slope · t.
    pub(crate) fn along(&self, contact: usize, slope: &Rational) -> Coefficients {
        let mut sum = self.column_across(contact);
        if *slope != 0 {
            for (variable, value) in self.column_along(contact) {
                *sum.entry(variable).or_insert(Rational::ZERO) += value * slope;
            }
        }
        sum
    }

    /// The forces that the multipliers of an optimum are.
    pub(crate) fn forces(&self, optimum: &Optimum) -> Forces {
        let denominator = Rational::from(&optimum.denominator);
        let mut multipliers = Vec::with_capacity(self.scales.len());
        for (multiplier, scale) in optimum.multipliers.iter().zip(&self.scales) {
            let of_row = Rational::from(multiplier) * scale;
            multipliers.push(of_row / &denominator);
        }
        let mut multipliers = multipliers.into_iter();
        let mut pins = Fractions::new();
        for &pin in &self.group.joints {
            let count = self.problem.joints[pin].rows.len();
            pins.insert(pin, multipliers.by_ref().take(count).collect());
        }
        let mut contacts = Fractions::new();
        let opposite = self.opposite_slopes.iter().map(|generator| (generator, -1));
        let own = self.slopes.iter().map(|generator| (generator, 1));
        for (((contact, slope), sign), multiplier) in own.chain(opposite).zip(multipliers) {
            let multiplier = multiplier * Rational::from(sign);
            let force = contacts.entry(*contact);
            let force = force.or_insert_with(|| vec![Rational::ZERO; 2]);
            force[1] += &multiplier * slope;
            force[0] += multiplier;
        }
        Forces::from_fractions(&contacts, &pins)
    }

    /// Gives the force of each corner with friction to as few contacts as can be. The first corner
    /// whose force no line between its bodies bears, or a ring of corners, if there is one.
    pub(crate) fn spread(&self, forces: &mut Forces) -> Option<Unborne> {
        let corners = self.group.corners.iter().copied();
        // All contacts of a corner join the same two bodies.
        let corners = corners.filter(|&corner| {
            let lists = &self.problem.corners[corner].lists;
            self.has_friction(lists[0][0])
        });
        let rough: Vec<usize> = corners.collect();
        if rough.is_empty() {
            return None;
        }
        let mut contacts = forces.contact_fractions();
        for corner in rough {
            let bearing = Bearing::new(self.problem, self.friction, corner);
            if bearing.spread(&mut contacts).is_none() {
                return Some(Unborne::Corner(corner));
            }
        }
        if let Some(corner) = bearing::unborne_meeting(self.problem, self.friction, &contacts) {
            return Some(Unborne::Corner(corner));
        }
        if let Some(corners) = bearing::knot_of_forces(self.problem, &contacts) {
            return Some(Unborne::Knot(corners));
        }
        *forces = Forces::from_fractions(&contacts, &forces.joint_fractions());
        None
    }

    /// Those of a program that was solved and has an optimum.
    pub(crate) fn forces_of(&self, solved: Solved) -> Forces {
        match solved.into_outcome() {
            Outcome::Optimal(optimum) => self.forces(&optimum),
            Outcome::Infeasible(_) => unreachable!("rest satisfies all rows"),
        }
    }

    /// Multipliers of the program that are nearly these, of the rows that are meant: short
    /// numerators and denominators, where there is one.
    pub(crate) fn rounded_multipliers(
        &self,
        multipliers: &[Rational],
    ) -> Vec<Option<(Integer, Integer)>> {
        let pressing = multipliers.iter().skip(self.program.equalities);
        let largest = pressing.max().cloned().unwrap_or_default();
        let above = largest.numerator_ref().significant_bits();
        let below = largest.denominator_ref().significant_bits();
        let unit = Rational::power_of_2(above as i64 - below as i64 - KEPT_BITS);
        let mut rounded = Vec::with_capacity(multipliers.len());
        for (multiplier, scale) in multipliers.iter().zip(&self.scales) {
            let units = Rational::from((multiplier / &unit).floor());
            let multiplier = units * &unit / scale;
            rounded.push((multiplier > 0).then(|| {
                let numerator = Integer::from(multiplier.numerator_ref());
                let denominator = Integer::from(multiplier.denominator_ref());
                (numerator, denominator)
            }));
        }
        rounded
    }

    /// Contact and slope of each inequality.
    pub(crate) fn slopes(&self) -> &[(usize, Rational)] {
        &self.slopes
    }

    /// The contacts and slopes of the generators with a multiplier.
    pub(crate) fn pressing(&self, optimum: &Optimum) -> Vec<(usize, Rational)> {
        let multipliers = optimum.multipliers.iter().skip(self.program.equalities);
        let mut pressing = Vec::new();
        for (generator, multiplier) in self.slopes.iter().zip(multipliers) {
            if *multiplier != 0 {
                pressing.push(generator.clone());
            }
        }
        pressing
    }

    /// Whether no contact of the program has friction.
    pub(crate) fn are_smooth(&self) -> bool {
        let mut slopes = self.slopes.iter();
        slopes.all(|(_, slope)| *slope == 0)
    }

    /// The factors from multipliers of integer rows to those of the rows that are meant.
    pub(crate) fn scales(&self) -> &[Rational] {
        &self.scales
    }

    /// The factors that turn the square of the multiplier of each row, times its scale, into that
    /// of a force in newtons; only if contacts have one generator each.
    pub(crate) fn weights(&self) -> Vec<Rational> {
        let mut weights = vec![Rational::ONE; self.program.equalities];
        for (contact, _) in &self.slopes {
            weights.push(self.squared_normal(*contact));
        }
        weights
    }

    /// |n|², m².
    pub(crate) fn squared_normal(&self, contact: usize) -> Rational {
        self.problem.squared_normal(contact)
    }

    /// The contacts of the program, ascending, each once.
    pub(crate) fn contacts(&self) -> Vec<usize> {
        let mut contacts: Vec<usize> = self.slopes.iter().map(|(contact, _)| *contact).collect();
        contacts.dedup();
        contacts
    }

    /// The corners with friction that bear forces on both sides, and share their point with no
    /// other corner of the same bodies.
    pub(crate) fn whole_corners(&self) -> Vec<Bearing<'_>> {
        let mut whole = Vec::new();
        for &corner in &self.group.corners {
            let lists = &self.problem.corners[corner].lists;
            let mut meetings = self.problem.meetings.iter();
            if !self.has_friction(lists[0][0])
                || meetings.any(|meeting| meeting.corners.contains(&corner))
            {
                continue;
            }
            let bearing = Bearing::new(self.problem, self.friction, corner);
            if bearing.leader().is_some() {
                whole.push(bearing);
            }
        }
        whole
    }

    /// The pins of the group.
    pub(crate) fn pins(&self) -> &[usize] {
        &self.group.joints
    }

    /// μ.
    pub(crate) fn friction(&self, contact: usize) -> &Rational {
        &self.friction[contact]
    }

    /// The addition of one unit of φ to each variable of the group.
    pub(crate) fn column_across(&self, contact: usize) -> Coefficients {
        self.problem.normal(contact).unscaled(&self.variables)
    }

    /// The addition of one unit of ψ.
    pub(crate) fn column_along(&self, contact: usize) -> Coefficients {
        self.problem.tangent(contact).unscaled(&self.variables)
    }

    /// The addition of one newton at each pin, along x and along y.
    pub(crate) fn pin_columns(&self) -> Vec<Coefficients> {
        let rows = self.group.joints.iter();
        let rows = rows.flat_map(|pin| self.problem.joint(*pin));
        rows.map(|row| row.unscaled(&self.variables)).collect()
    }

    /// The sums that forces have to reach, for each variable of the group: the opposite of its
    /// weight and loads.
    pub(crate) fn loads(&self) -> Vec<Rational> {
        let pairs = self.program.masses.iter().zip(&self.program.target);
        pairs.map(|(mass, target)| -(mass * target)).collect()
    }

    pub(crate) fn has_friction(&self, contact: usize) -> bool {
        self.friction[contact] != 0
    }

    /// By how much each multiplier adds to a component of the force at a contact.
    pub(crate) fn contact_costs(
        &self,
        contact: usize,
        component: Component,
    ) -> Vec<(usize, Rational)> {
        let mut costs = Vec::new();
        for (index, (other, slope)) in self.slopes.iter().enumerate() {
            if *other != contact {
                continue;
            }
            let row = self.program.equalities + index;
            let scale = &self.scales[row];
            costs.push(match component {
                Component::First => (row, scale.clone()),
                Component::Second => (row, scale * slope),
            });
        }
        costs
    }

    /// The same of the whole force of a corner, along x or y, on the first body of its first
    /// contact.
    pub(crate) fn corner_costs(
        &self,
        corner: usize,
        component: Component,
    ) -> Vec<(usize, Rational)> {
        let bearing = Bearing::new(self.problem, self.friction, corner);
        let mut costs = Vec::new();
        for (index, (contact, slope)) in self.slopes.iter().enumerate() {
            let Some(direction) = bearing.direction(*contact, slope) else {
                continue;
            };
            let row = self.program.equalities + index;
            costs.push((row, &self.scales[row] * &direction[component.number()]));
        }
        for (index, (contact, slope)) in self.opposite_slopes.iter().enumerate() {
            let Some(direction) = bearing.direction(*contact, slope) else {
                continue;
            };
            let row = self.program.equalities + self.slopes.len() + index;
            costs.push((row, -(&self.scales[row] * &direction[component.number()])));
        }
        costs
    }

    /// The same of a pin.
    pub(crate) fn pin_costs(&self, pin: usize, component: Component) -> Vec<(usize, Rational)> {
        let mut costs = Vec::new();
        for (place, other) in self.group.joints.iter().enumerate() {
            if *other == pin {
                let row = 2 * place + component.number();
                costs.push((row, self.scales[row].clone()));
            }
        }
        costs
    }

    /// A corner all of whose lists resist a velocity: the first without friction, if there is one.
    /// At others all contacts are hidden.
    pub(crate) fn resisting_corner(&self, velocity: &[Integer]) -> Option<usize> {
        let mut found = None;
        for corner in &self.group.corners {
            let lists = &self.problem.corners[*corner].lists;
            if lists.iter().all(|list| self.resists(list, velocity)) {
                if !self.has_friction(lists[0][0]) {
                    return Some(*corner);
                }
                found = found.or(Some(*corner));
            }
        }
        found
    }

    /// Whether one of these contacts resists a velocity.
    fn resists(&self, contacts: &[usize], velocity: &[Integer]) -> bool {
        for contact in contacts {
            let friction = match self.problem.contacts[*contact].bears {
                true => &self.friction[*contact],
                false => &Rational::ZERO,
            };
            for slope in slopes(friction) {
                let mut sum = Rational::ZERO;
                for (variable, value) in self.along(*contact, &slope) {
                    let component = Rational::from(&velocity[variable]);
                    sum += value * component;
                }
                if sum < 0 {
                    return true;
                }
            }
        }
        false
    }
}

/// The slopes of the generators at a contact of this friction.
fn slopes(friction: &Rational) -> Vec<Rational> {
    if *friction == 0 {
        return vec![Rational::ZERO];
    }
    vec![friction.clone(), -friction]
}
