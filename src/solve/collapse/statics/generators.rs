//! The cone of forces of a case, as the program whose optimum decides.
//!
//! The forces within Coulomb's bound at a contact are α (n + μt) + β (n - μt) with α, β ≥ 0; where
//! μ = 0, one generator n is enough. A row of the program says that a velocity is not resisted by
//! one generator. A corner with friction has the generators of both sides, or those of a half-plane
//! (`super::bearing`).

use super::averaging::CaseForces;
use super::bearing::{Bearing, Half};
use crate::contacts::{self, Contacts};
use crate::dynamics::{Form, SceneForms, SlipForm, slip_form};
use crate::groups::Group;
use crate::lattice::Lattice;
use malachite::base::num::arithmetic::traits::{Floor, PowerOf2, Sign};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Rational};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use zwang_program::kernel::number::to_solver;
use zwang_program::kernel::{Optimum, Outcome, Problem, Row, Solved};
use zwang_scene::{BodyId, PinId, Scene};

/// Forces that are nearly known keep so many bits below the largest one: about what floats know.
const KEPT_BITS: i64 = 24;

/// What the contacts of a scene are like along their edges.
pub(crate) struct Rough {
    /// How each contact slides.
    pub(crate) slips: Vec<SlipForm>,
    /// μ of each contact.
    pub(crate) friction: Vec<Rational>,
}

impl Rough {
    pub(crate) fn new(scene: &Scene, lattice: &Lattice, contacts: &Contacts) -> Self {
        let mut slips = Vec::with_capacity(contacts.contacts.len());
        let mut friction = Vec::with_capacity(contacts.contacts.len());
        for contact in &contacts.contacts {
            slips.push(slip_form(scene, lattice, contact));
            let [first, second] = contact.bodies().map(BodyId);
            let between = scene.friction.between(first, second);
            friction.push(to_solver(&between));
        }
        Self { slips, friction }
    }

    /// The friction of as many contacts that have none.
    pub(crate) fn without_friction(&self) -> Vec<Rational> {
        vec![Rational::ZERO; self.friction.len()]
    }
}

/// The program of a case, with the way back from its rows.
pub(crate) struct Generators<'a> {
    pub(crate) problem: Problem,
    forms: &'a SceneForms<'a>,
    rough: &'a Rough,
    friction: &'a [Rational],
    group: &'a Group,
    /// The first variable of each body of the group.
    variables: BTreeMap<BodyId, usize>,
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

/// Pairs (variable, coefficient).
pub(crate) type Coefficients = BTreeMap<usize, Rational>;

impl<'a> Generators<'a> {
    pub(crate) fn new(
        forms: &'a SceneForms<'a>,
        rough: &'a Rough,
        friction: &'a [Rational],
        group: &'a Group,
        sides: &[(usize, usize)],
    ) -> Self {
        Self::with_halves(forms, rough, friction, group, sides, &[])
    }

    /// The same where some corners with friction bear the forces of one half-plane only.
    pub(crate) fn with_halves(
        forms: &'a SceneForms<'a>,
        rough: &'a Rough,
        friction: &'a [Rational],
        group: &'a Group,
        sides: &[(usize, usize)],
        halves: &[Half],
    ) -> Self {
        let mut generators = Self::of_pins(forms, rough, friction, group);
        let mut contacts = group.contacts.clone();
        for (corner, side) in sides {
            let corner = &forms.contacts.corners[*corner];
            contacts.extend(&corner.sides[*side]);
        }
        for corner in &group.corners {
            let both = &forms.contacts.corners[*corner].sides;
            let half = halves.iter().find(|(other, _)| other == corner);
            match half {
                Some((_, side)) => contacts.push(both[*side][0]),
                None => contacts.extend(both.iter().flatten().filter(|&&side| friction[side] != 0)),
            }
        }
        contacts.sort_unstable();
        contacts.dedup();
        for contact in contacts {
            generators.push_slopes(contact, slopes(&friction[contact]));
        }
        for (corner, side) in halves {
            let bearing = Bearing::new(forms, friction, *corner);
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
        forms: &'a SceneForms<'a>,
        rough: &'a Rough,
        group: &'a Group,
        motion: &[Rational],
    ) -> Self {
        let mut generators = Self::of_pins(forms, rough, &rough.friction, group);
        for (target, acceleration) in generators.problem.target.iter_mut().zip(motion) {
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
        if self.excess(&self.forms.gaps[contact].acceleration, motion) > 0 {
            return Vec::new();
        }
        let friction = &self.friction[contact];
        let slip = &self.rough.slips[contact];
        let mut sliding = slip.velocity.sign();
        if sliding == Ordering::Equal {
            sliding = self.excess(&slip.acceleration, motion).sign();
        }
        match sliding {
            Ordering::Equal => slopes(friction),
            Ordering::Greater => vec![-friction],
            Ordering::Less => vec![friction.clone()],
        }
    }

    /// By how much a form exceeds its bound, up to a positive factor.
    fn excess(&self, form: &Form, motion: &[Rational]) -> Rational {
        let mut sum = -Rational::from(&form.bound);
        for (body, values) in &form.terms {
            let first = self.variables[body];
            for (offset, value) in values.iter().enumerate() {
                sum += Rational::from(value) * &motion[first + offset];
            }
        }
        sum
    }

    fn of_pins(
        forms: &'a SceneForms<'a>,
        rough: &'a Rough,
        friction: &'a [Rational],
        group: &'a Group,
    ) -> Self {
        let mut generators = Self {
            problem: group.problem(forms.scene),
            forms,
            rough,
            friction,
            group,
            variables: group.variables(),
            slopes: Vec::new(),
            opposite_slopes: Vec::new(),
            scales: Vec::new(),
        };
        for pin in &group.pins {
            for form in &forms.pins[*pin] {
                let row = generators.coefficients(form);
                generators.push(&row);
            }
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
        self.problem.rows.push(row);
        self.scales.push(scale);
    }

    /// A form in the variables of the group, not scaled.
    fn coefficients(&self, form: &Form) -> Coefficients {
        let mut coefficients = Coefficients::new();
        for (body, values) in &form.terms {
            let Some(first) = self.variables.get(body) else {
                unreachable!("a group has all free bodies of its contacts and pins")
            };
            for (offset, value) in values.iter().enumerate() {
                let value = Rational::from(value) / &form.scale;
                coefficients.insert(first + offset, value);
            }
        }
        coefficients
    }

    /// The row of n + slope · t.
    pub(crate) fn along(&self, contact: usize, slope: &Rational) -> Coefficients {
        let mut sum = self.coefficients(&self.forms.gaps[contact].acceleration);
        for (variable, value) in self.coefficients(&self.rough.slips[contact].acceleration) {
            *sum.entry(variable).or_insert(Rational::ZERO) += value * slope;
        }
        sum
    }

    /// The forces that the multipliers of an optimum are.
    pub(crate) fn forces(&self, optimum: &Optimum) -> CaseForces {
        let denominator = Rational::from(&optimum.denominator);
        let mut multipliers = Vec::with_capacity(self.scales.len());
        for (multiplier, scale) in optimum.multipliers.iter().zip(&self.scales) {
            let of_row = Rational::from(multiplier) * scale;
            multipliers.push(of_row / &denominator);
        }
        let mut forces = CaseForces::default();
        let (pins, generators) = multipliers.split_at(self.problem.equalities);
        let (pairs, _) = pins.as_chunks::<2>();
        for (pin, force) in self.group.pins.iter().zip(pairs) {
            forces.pins.insert(pin.0, force.clone());
        }
        let (own, opposite) = generators.split_at(self.slopes.len());
        for ((contact, slope), multiplier) in self.slopes.iter().zip(own) {
            let force = forces.contacts.entry(*contact);
            let [across, along] = force.or_insert([Rational::ZERO, Rational::ZERO]);
            *across += multiplier;
            *along += multiplier * slope;
        }
        for ((contact, slope), multiplier) in self.opposite_slopes.iter().zip(opposite) {
            let force = forces.contacts.entry(*contact);
            let [across, along] = force.or_insert([Rational::ZERO, Rational::ZERO]);
            *across -= multiplier;
            *along -= multiplier * slope;
        }
        forces
    }

    /// Gives the force of each corner with friction to as few contacts as can be. The first corner
    /// whose force no line between its bodies bears, if there is one.
    pub(crate) fn spread(&self, forces: &mut CaseForces) -> Option<usize> {
        let listed = &self.forms.contacts.corners;
        for corner in &self.group.corners {
            // All contacts of a corner join the same two bodies.
            if self.has_friction(listed[*corner].sides[0][0]) {
                let bearing = Bearing::new(self.forms, self.friction, *corner);
                if bearing.spread(forces).is_none() {
                    return Some(*corner);
                }
            }
        }
        None
    }

    /// Those of a program that was solved and has an optimum.
    pub(crate) fn forces_of(&self, solved: Solved) -> CaseForces {
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
        let pressing = multipliers.iter().skip(self.problem.equalities);
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
        let multipliers = optimum.multipliers.iter().skip(self.problem.equalities);
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

    /// What the square of the multiplier of each row, times its scale, is multiplied by to be that
    /// of a force in newtons; only where contacts have one generator each.
    pub(crate) fn weights(&self) -> Vec<Rational> {
        let mut weights = vec![Rational::ONE; self.problem.equalities];
        for (contact, _) in &self.slopes {
            weights.push(self.squared_normal(*contact));
        }
        weights
    }

    /// |n|², m².
    pub(crate) fn squared_normal(&self, contact: usize) -> Rational {
        let contact = &self.forms.contacts.contacts[contact];
        let normal = contacts::normal(self.forms.scene, contact);
        to_solver(&normal.dot(&normal))
    }

    /// The contacts of the program, ascending, each once.
    pub(crate) fn contacts(&self) -> Vec<usize> {
        let mut contacts: Vec<usize> = self.slopes.iter().map(|(contact, _)| *contact).collect();
        contacts.dedup();
        contacts
    }

    /// The pins of the group.
    pub(crate) fn pins(&self) -> impl Iterator<Item = usize> {
        self.group.pins.iter().map(|pin| pin.0)
    }

    /// μ.
    pub(crate) fn friction(&self, contact: usize) -> &Rational {
        &self.friction[contact]
    }

    /// What one unit of φ adds to each variable of the group.
    pub(crate) fn column_across(&self, contact: usize) -> Coefficients {
        self.coefficients(&self.forms.gaps[contact].acceleration)
    }

    /// What one unit of ψ adds.
    pub(crate) fn column_along(&self, contact: usize) -> Coefficients {
        self.coefficients(&self.rough.slips[contact].acceleration)
    }

    /// What one newton at each pin adds, along x and along y.
    pub(crate) fn pin_columns(&self) -> Vec<Coefficients> {
        let forms = self
            .group
            .pins
            .iter()
            .flat_map(|pin| &self.forms.pins[*pin]);
        forms.map(|form| self.coefficients(form)).collect()
    }

    /// What forces have to add up to, for each variable of the group: the opposite of its weight
    /// and loads.
    pub(crate) fn loads(&self) -> Vec<Rational> {
        let pairs = self.problem.masses.iter().zip(&self.problem.target);
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
            let row = self.problem.equalities + index;
            let scale = &self.scales[row];
            costs.push(match component {
                Component::First => (row, scale.clone()),
                Component::Second => (row, scale * slope),
            });
        }
        costs
    }

    /// The same of a pin.
    pub(crate) fn pin_costs(&self, pin: PinId, component: Component) -> Vec<(usize, Rational)> {
        let mut costs = Vec::new();
        for (place, other) in self.group.pins.iter().enumerate() {
            if *other == pin {
                let row = 2 * place + component.number();
                costs.push((row, self.scales[row].clone()));
            }
        }
        costs
    }

    /// The first corner both of whose sides resist a velocity. It has no friction.
    pub(crate) fn resisting_corner(&self, velocity: &[Integer]) -> Option<usize> {
        for corner in &self.group.corners {
            let [zero, one] = &self.forms.contacts.corners[*corner].sides;
            if self.resists(zero, velocity) && self.resists(one, velocity) {
                return Some(*corner);
            }
        }
        None
    }

    /// Whether one of these contacts resists a velocity.
    fn resists(&self, contacts: &[usize], velocity: &[Integer]) -> bool {
        for contact in contacts {
            for slope in slopes(&self.friction[*contact]) {
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
