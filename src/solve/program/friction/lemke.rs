//! Motions with friction by Lemke's method, without a guess.
//!
//! D. E. Stewart and J. C. Trinkle, *An implicit time-stepping scheme for rigid body dynamics with
//! inelastic collisions and Coulomb friction* (1996): with ψ = β⁺ - β⁻ the problem is
//!
//! ```text
//! 0 ≤ φ ⊥ u ≥ 0;   0 ≤ β± ⊥ λ ± v ≥ 0;   0 ≤ λ ⊥ μ φ - β⁺ - β⁻ ≥ 0
//! ```
//!
//! where x = g + M⁻¹ (Σ φ n + ψ t). A contact that slides has one unknown φ, whose column is
//! n - μ σ t. From rest the matrix is copositive, and Lemke's method finds an answer.
//!
//! Symmetric problems have symmetric answers: one unknown stands for all images of a contact, and
//! the rows are those of one of them. ψ is 0 where an image of a contact is the contact itself,
//! with the opposite ψ.

use super::{FrictionAnswer, FrictionProblem, Image, add_multiple};
use crate::friction::complementarity::{Tableau, Termination};
use crate::friction::effort::Effort;
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::number::{common_denominator, least_common_multiple, times};
use crate::problem::Row;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};

/// This many machine words are multiplied, about, before it gives up.
const BUDGET: u64 = 4_000_000_000;
/// Larger tableaux are not begun.
const MOST_ROWS: usize = 1200;

/// How Lemke's method ends.
#[derive(Clone, Debug)]
pub enum Pivoted {
    /// With an answer, which is symmetric.
    Answer(FrictionAnswer),
    /// On a ray; it does not say whether there is an answer.
    Ray,
    /// The problem is too large, or takes too long.
    OutOfBudget,
}

/// A contact and its images.
struct Orbit {
    /// Each contact with the factors of φ and ψ; the first one has 1 and 1.
    members: Vec<(usize, [Rational; 2])>,
    /// Whether ψ may differ from 0 and is not determined by φ.
    is_candidate: bool,
    /// The units of φ and ψ.
    scales: [Integer; 2],
}

/// A force as a column, and the contacts that bear it.
type Loads = Vec<Integer>;

pub(crate) struct Folded<'a> {
    problem: &'a FrictionProblem,
    orbits: Vec<Orbit>,
    /// The common multiple L of the numerators of M, and L M⁻¹.
    mass_scale: Integer,
    compliances: Vec<Integer>,
    /// The common denominator T of g, and T g.
    target_scale: Integer,
    target: Vec<Integer>,
}

impl FrictionProblem {
    /// Looks for a symmetric answer by Lemke's method.
    ///
    /// # Errors
    /// [`Interrupted`] if the monitor is told to stop before there is an answer.
    pub fn solve_by_pivots(
        &self,
        images: &[Image],
        monitor: &Monitor,
    ) -> Result<Pivoted, Interrupted> {
        let folded = Folded::new(self, images);
        if folded.rows() > MOST_ROWS {
            return Ok(Pivoted::OutOfBudget);
        }
        let mut tableau = Tableau::new(folded.lines(), self.equalities.len());
        let mut effort = Effort::new(monitor);
        let termination = tableau.solve(&mut effort, BUDGET);
        monitor.check()?;
        Ok(match termination {
            Termination::Stopped => Pivoted::OutOfBudget,
            Termination::Ray(_) => Pivoted::Ray,
            Termination::Solved => {
                let answer = folded.answer(&tableau.multipliers(), tableau.denominator());
                Pivoted::Answer(answer.mean(images))
            }
        })
    }
}

impl Orbit {
    /// The orbit of a contact; `None` if it belongs to that of an earlier one.
    fn new(problem: &FrictionProblem, images: &[Image], contact: usize) -> Option<Self> {
        let mut members = vec![(contact, [Rational::ONE, Rational::ONE])];
        let mut is_candidate = problem.contacts[contact].is_candidate();
        for image in images {
            let (target, factors) = &image.contacts[contact];
            if *target < contact {
                return None;
            }
            match members.iter().find(|(member, _)| member == target) {
                Some((_, known)) => is_candidate &= known[1] == factors[1],
                None => members.push((*target, factors.clone())),
            }
        }
        let mut across_factors = Vec::new();
        let mut along_factors = Vec::new();
        for (member, [across, along]) in &members {
            across_factors.push(across.clone());
            across_factors.push(across * &problem.contacts[*member].friction);
            along_factors.push(along.clone());
        }
        let scales = [&across_factors, &along_factors];
        let scales = scales.map(|factors| Integer::from(common_denominator(factors)));
        Some(Self {
            members,
            is_candidate,
            scales,
        })
    }

    fn unknowns(&self) -> usize {
        if self.is_candidate { 4 } else { 1 }
    }
}

impl<'a> Folded<'a> {
    pub(crate) fn new(problem: &'a FrictionProblem, images: &[Image]) -> Self {
        let orbits = (0..problem.contacts.len())
            .filter_map(|contact| Orbit::new(problem, images, contact))
            .collect();
        let numerators = problem.masses.iter().map(Rational::numerator_ref);
        let mass_scale = least_common_multiple(numerators);
        let mut compliances = Vec::with_capacity(problem.masses.len());
        for mass in &problem.masses {
            let factor = (&mass_scale).div_exact(mass.numerator_ref());
            compliances.push(Integer::from(factor * mass.denominator_ref()));
        }
        let target_scale = common_denominator(&problem.target);
        let target = problem
            .target
            .iter()
            .map(|value| times(value, &target_scale));
        Self {
            problem,
            orbits,
            mass_scale: Integer::from(mass_scale),
            compliances,
            target: target.collect(),
            target_scale: Integer::from(target_scale),
        }
    }

    pub(crate) fn rows(&self) -> usize {
        let unknowns = self.orbits.iter().map(Orbit::unknowns);
        self.problem.equalities.len() + unknowns.sum::<usize>()
    }

    /// The load of all members of an orbit for its unknown φ, with the friction of contacts that
    /// slide, or for ψ.
    fn load(&self, orbit: &Orbit, component: usize) -> Loads {
        let mut loads = vec![Integer::ZERO; self.compliances.len()];
        for (member, factors) in &orbit.members {
            let contact = &self.problem.contacts[*member];
            let scale = Rational::from(&orbit.scales[component]);
            let force = &factors[component] * scale;
            let row = if component == 0 {
                &contact.normal
            } else {
                &contact.tangent
            };
            add_multiple(&mut loads, row, &whole(&force));
            if component == 0 && contact.sliding != 0 {
                let sliding = Rational::from(contact.sliding);
                let along = -(force * &contact.friction * sliding);
                add_multiple(&mut loads, &contact.tangent, &whole(&along));
            }
        }
        loads
    }

    /// Multiplies loads by L M⁻¹.
    fn response(&self, loads: &Loads) -> Vec<Integer> {
        let pairs = loads.iter().zip(&self.compliances);
        pairs.map(|(load, compliance)| load * compliance).collect()
    }

    /// T u, T v or T (e·x - d) as a line in the unknowns.
    fn line(&self, row: &Row, responses: &[Option<Vec<Integer>>]) -> Vec<Integer> {
        let mut line = Vec::with_capacity(responses.len() + 2);
        for response in responses {
            line.push(match response {
                Some(response) => row.product(response),
                None => Integer::ZERO,
            });
        }
        line.push(Integer::ONE);
        line.push(row.slack(&self.target, &self.target_scale));
        line
    }

    /// The response of the point to each unknown; λ has none.
    fn responses(&self) -> Vec<Option<Vec<Integer>>> {
        let mut responses = Vec::with_capacity(self.rows());
        for equality in &self.problem.equalities {
            let mut loads = vec![Integer::ZERO; self.compliances.len()];
            add_multiple(&mut loads, equality, &Integer::ONE);
            responses.push(Some(self.response(&loads)));
        }
        for orbit in &self.orbits {
            responses.push(Some(self.response(&self.load(orbit, 0))));
            if orbit.is_candidate {
                let along = self.response(&self.load(orbit, 1));
                let against = along.iter().map(|value| -value).collect();
                responses.push(Some(along));
                responses.push(Some(against));
                responses.push(None);
            }
        }
        responses
    }

    /// The first dictionary.
    pub(crate) fn lines(&self) -> Vec<Vec<Integer>> {
        let responses = self.responses();
        let count = responses.len();
        let mut lines = Vec::with_capacity(count);
        for equality in &self.problem.equalities {
            let mut line = self.line(equality, &responses);
            line[count] = Integer::ZERO;
            lines.push(line);
        }
        for orbit in &self.orbits {
            let (contact, _) = &orbit.members[0];
            let contact = &self.problem.contacts[*contact];
            let first = lines.len();
            lines.push(self.line(&contact.normal, &responses));
            if !orbit.is_candidate {
                continue;
            }
            let mut along = self.line(&contact.tangent, &responses);
            let mut against: Vec<Integer> = along.iter().map(|value| -value).collect();
            against[count] = Integer::ONE;
            for line in [&mut along, &mut against] {
                line[first + 3] = Integer::ONE;
            }
            lines.push(along);
            lines.push(against);
            let [across_scale, along_scale] = &orbit.scales;
            let bound = Rational::from(across_scale) * &contact.friction;
            let mut line = vec![Integer::ZERO; count + 2];
            line[first] = whole(&bound);
            line[first + 1] = -along_scale;
            line[first + 2] = -along_scale;
            line[count] = Integer::ONE;
            lines.push(line);
        }
        lines
    }

    /// The answer for D times the unknowns.
    fn answer(&self, unknowns: &[Integer], denominator: &Integer) -> FrictionAnswer {
        let problem = self.problem;
        let (equalities, rest) = unknowns.split_at(problem.equalities.len());
        let mut forces = vec![[Integer::ZERO, Integer::ZERO]; problem.contacts.len()];
        let mut first = 0;
        for orbit in &self.orbits {
            let [across_scale, along_scale] = &orbit.scales;
            let across = &rest[first] * across_scale;
            let mut along = Integer::ZERO;
            first += 1;
            if orbit.is_candidate {
                let forward = &rest[first];
                let backward = &rest[first + 1];
                along = (forward - backward) * along_scale;
                // The last of the three is no force.
                first += 3;
            }
            for (member, [across_factor, along_factor]) in &orbit.members {
                let contact = &problem.contacts[*member];
                let across = Rational::from(&across) * across_factor;
                let mut along = Rational::from(&along) * along_factor;
                if contact.sliding != 0 {
                    along = -(&across * &contact.friction * Rational::from(contact.sliding));
                }
                forces[*member] = [whole(&across), whole(&along)];
            }
        }
        let mut loads = vec![Integer::ZERO; self.compliances.len()];
        for (contact, [across, along]) in problem.contacts.iter().zip(&forces) {
            add_multiple(&mut loads, &contact.normal, across);
            add_multiple(&mut loads, &contact.tangent, along);
        }
        for (row, multiplier) in problem.equalities.iter().zip(equalities) {
            add_multiple(&mut loads, row, multiplier);
        }
        let mut point = Vec::with_capacity(loads.len());
        for (value, moved) in self.target.iter().zip(self.response(&loads)) {
            point.push(value * denominator + moved);
        }
        let scale = &self.mass_scale;
        for force in forces.iter_mut().flatten() {
            *force *= scale;
        }
        let equalities = equalities.iter().map(|multiplier| multiplier * scale);
        FrictionAnswer {
            denominator: denominator * &self.target_scale,
            point,
            forces,
            equalities: equalities.collect(),
        }
    }
}

/// The integer that a fraction is.
fn whole(value: &Rational) -> Integer {
    let magnitude = Integer::from(value.numerator_ref());
    if *value < 0 { -magnitude } else { magnitude }
}
