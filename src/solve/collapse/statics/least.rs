//! The forces that are shown of a group at rest that forces hold.
//!
//! Forces without friction come first. The least of those are taken: Σ |f|² over contacts and pins
//! is least (`zwang_program::kernel::exactly_least_multipliers`). Contacts that can press may have
//! none of it. If only friction holds the group, they are the
//! minimiser of
//!
//! ```text
//! minimise   ½ Σ |n|² (φ² + ψ²) + ½ Σ |f|²   over contacts, and over pins
//! subject to Σ (φ n + ψ t) + Σ f balance weights and loads,   μ φ ± ψ ≥ 0
//! ```
//!
//! (n and t are as long as the edge, so that |n|² (φ² + ψ²) is the square of the force in newtons.)
//! Both are unique, so that they have all symmetries of the scene and do not depend on a guess.
//! Contacts at one point that press the same way bear the same each. The force of a corner with
//! friction is the sum over its sides: its square counts, and its cone is that of `super::bearing`.
//!
//! The minimiser without the inequalities is looked for first: mostly it satisfies them.
//!
//! Groups of more than [`MOST_ROWS`] contacts have forces near the least ones instead, as the
//! numbers of these are as long as all contacts together: without friction those of the first
//! program, which ends near the middle of all; with friction those of bodies on equal springs, each
//! of which bears a force in Coulomb's cone,
//!
//! ```text
//! minimise   ½ Σ ε m |y - g/ε|² + ½ Σ (u² + v²) / |n|²
//! subject to (n·y + u) ± μ (t·y + v) ≥ 0,   pins: p·y + u = 0
//! ```
//!
//! whose rows are far from dependent, as each has a spring of its own, and
//! whose multipliers α, β satisfy φ = α + β = u / |n|², ψ = μ (α - β) = v / |n|² and balance
//! weights and loads up to ε m y: least complementary energy is least Σ |f|². They are found in
//! floats and rounded, and an independent part of them is changed a little until all is exact. The
//! unknowns are those of bodies, which floats eliminate much faster than those of forces.

use super::generators::Generators;
use crate::collapse::MOST_ROWS;
use crate::force_choice::ForceChoice;
use malachite::base::num::arithmetic::traits::PowerOf2;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_problem::{Forces, Fractions};
use zwang_program::kernel::{
    Fineness, Measure, Optimum, Outcome, Problem, Row, Solved, approximate, classify, confirm,
    exactly_least_multipliers, optimise,
};
use zwang_program::{Interrupted, Monitor, Options};

/// The least forces of a group at rest, from any; `solved` is the program of the generators, whose
/// optimum is 0.
pub(super) fn least_forces(
    generators: &Generators,
    solved: Solved,
    options: &Options,
    monitor: &Monitor,
) -> Result<(Forces, ForceChoice), Interrupted> {
    let is_small = generators.contacts().len() + generators.program.equalities <= MOST_ROWS;
    if generators.are_smooth() {
        if !is_small {
            return Ok((generators.forces_of(solved), ForceChoice::Some));
        }
        let classified = classify(&generators.program, solved, options, monitor)?;
        let Some(classified) = classified else {
            unreachable!("rest is an optimum")
        };
        let measure = Measure {
            units: generators.scales().to_vec(),
            weights: generators.weights(),
        };
        let optimum = classified.optimum;
        let program = &generators.program;
        let least = exactly_least_multipliers(program, optimum, &measure, options, monitor)?;
        return Ok((generators.forces(&least), ForceChoice::Least));
    }
    if !is_small {
        let near = elastic_forces(generators, options, monitor)?;
        return Ok(match near {
            Some(near) => (near, ForceChoice::NearLeast),
            None => (generators.forces_of(solved), ForceChoice::Some),
        });
    }
    let program = ConeProgram::new(generators);
    let directly = Options {
        floats: false,
        ..*options
    };
    let balanced = program.solve(false, &directly, monitor)?;
    if program.are_in_cones(&balanced) {
        return Ok((program.forces(&balanced), ForceChoice::Least));
    }
    let least = program.solve(true, options, monitor)?;
    Ok((program.forces(&least), ForceChoice::Least))
}

/// The stiffness of the springs is this power of 2 times that of weights, 1/ε.
const STIFFNESS: i64 = 20;

/// Forces near the least ones, in short numbers; `None` if floats do not lead there.
fn elastic_forces(
    generators: &Generators,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Forces>, Interrupted> {
    if !options.floats {
        return Ok(None);
    }
    let (problem, scales) = elastic_program(generators);
    let Some(found) = approximate(&problem, None, Fineness::Guessed, monitor)? else {
        return Ok(None);
    };
    let mut multipliers = Vec::with_capacity(scales.len());
    for (multiplier, scale) in found.multipliers.iter().zip(&scales) {
        let of_row = Rational::from(multiplier) * scale;
        multipliers.push(of_row / Rational::from(&found.denominator));
    }
    let near = generators.rounded_multipliers(&multipliers);
    let confirmed = confirm(&generators.program, &near, monitor)?;
    Ok(confirmed.map(|optimum| generators.forces(&optimum)))
}

/// The program of bodies on springs, and the scale of each row. After the variables of the group
/// three for each pin and each contact: u, v, and one that makes them a block.
fn elastic_program(generators: &Generators) -> (Problem, Vec<Rational>) {
    let stiffness = Rational::power_of_2(STIFFNESS);
    let rigid = &generators.program;
    let mut masses: Vec<Rational> = rigid.masses.iter().map(|mass| mass / &stiffness).collect();
    let mut target: Vec<Rational> = rigid.target.iter().map(|fall| fall * &stiffness).collect();
    let mut rows = Vec::new();
    let mut scales = Vec::new();
    let mut add_row = |coefficients: &[(usize, Rational)]| {
        let (row, scale) = Row::from_rationals(coefficients, &Rational::ZERO);
        rows.push(row);
        scales.push(scale);
    };
    let columns = generators.pin_columns();
    for pair in columns.chunks(2) {
        for (offset, column) in pair.iter().enumerate() {
            let mut row: Vec<(usize, Rational)> = column.clone().into_iter().collect();
            row.push((masses.len() + offset, Rational::ONE));
            add_row(&row);
        }
        masses.extend([Rational::ONE; 3]);
    }
    let mut spring = None;
    for (contact, slope) in generators.slopes() {
        if spring != Some(*contact) {
            spring = Some(*contact);
            let compliance = Rational::ONE / generators.squared_normal(*contact);
            masses.extend([compliance.clone(), compliance.clone(), compliance]);
        }
        let first = masses.len() - 3;
        let mut row: Vec<(usize, Rational)> =
            generators.along(*contact, slope).into_iter().collect();
        row.push((first, Rational::ONE));
        row.push((first + 1, slope.clone()));
        add_row(&row);
    }
    target.resize(masses.len(), Rational::ZERO);
    let problem = Problem {
        masses,
        target,
        rows,
        equalities: rigid.equalities,
    };
    (problem, scales)
}

/// The program in the forces themselves: pins first, two variables each, then φ and, where there is
/// friction, ψ of each contact. A corner with friction is one contact: φ and ψ of its first contact
/// stand for its whole force, whose cone is that of both sides.
struct ConeProgram<'a> {
    generators: &'a Generators<'a>,
    weights: Vec<Rational>,
    /// The variables of φ and ψ of each contact, with its friction.
    places: BTreeMap<usize, Place>,
    /// One equation for each variable of the group.
    equations: Vec<Row>,
}

struct Place {
    across: usize,
    along: Option<usize>,
    /// The forms that are at least 0.
    cone: Vec<Vec<(usize, Rational)>>,
}

impl<'a> ConeProgram<'a> {
    fn new(generators: &'a Generators<'a>) -> Self {
        let mut weights = Vec::new();
        let mut columns = Vec::new();
        for column in generators.pin_columns() {
            weights.push(Rational::ONE);
            columns.push(column);
        }
        let mut cones_of_corners = BTreeMap::new();
        let mut told_by_leaders = BTreeSet::new();
        for corner in generators.whole_corners() {
            told_by_leaders.extend(corner.contacts());
            if let Some(leader) = corner.leader() {
                told_by_leaders.remove(&leader);
                cones_of_corners.insert(leader, corner.forms());
            }
        }
        let mut places = BTreeMap::new();
        for contact in generators.contacts() {
            if told_by_leaders.contains(&contact) {
                continue;
            }
            let weight = generators.squared_normal(contact);
            let friction = generators.friction(contact).clone();
            let across = columns.len();
            weights.push(weight.clone());
            columns.push(generators.column_across(contact));
            let mut along = None;
            if friction != 0 {
                along = Some(columns.len());
                weights.push(weight);
                columns.push(generators.column_along(contact));
            }
            let cone = match (along, cones_of_corners.get(&contact)) {
                (None, _) => vec![vec![(across, Rational::ONE)]],
                (Some(along), None) => coulomb(across, along, &friction),
                (Some(along), Some(forms)) => {
                    let forms = forms.iter();
                    let forms = forms.map(|[of_across, of_along]| {
                        vec![(across, of_across.clone()), (along, of_along.clone())]
                    });
                    forms.collect()
                }
            };
            places.insert(
                contact,
                Place {
                    across,
                    along,
                    cone,
                },
            );
        }
        let mut equations = vec![Vec::new(); generators.program.masses.len()];
        for (place, column) in columns.into_iter().enumerate() {
            for (variable, value) in column {
                equations[variable].push((place, value));
            }
        }
        let loads = generators.loads();
        let rows = equations.iter().zip(&loads);
        let rows = rows.map(|(coefficients, load)| Row::from_rationals(coefficients, load).0);
        let rows = rows.filter(|row| !row.coefficients.is_empty());
        Self {
            generators,
            weights,
            places,
            equations: rows.collect(),
        }
    }

    /// The least forces, in Coulomb's cones or not.
    fn solve(
        &self,
        in_cones: bool,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Optimum, Interrupted> {
        let program = self.problem(in_cones);
        match optimise(&program, options, monitor)?.into_outcome() {
            Outcome::Optimal(least) => Ok(least),
            Outcome::Infeasible(_) => unreachable!("there are forces that hold the group"),
        }
    }

    fn problem(&self, in_cones: bool) -> Problem {
        let mut rows = self.equations.clone();
        if in_cones {
            for place in self.places.values() {
                for form in &place.cone {
                    let (row, _) = Row::from_rationals(form, &Rational::ZERO);
                    rows.push(row);
                }
            }
        }
        Problem {
            masses: self.weights.clone(),
            target: vec![Rational::ZERO; self.weights.len()],
            rows,
            equalities: self.equations.len(),
        }
    }

    fn are_in_cones(&self, forces: &Optimum) -> bool {
        let mut forms = self.places.values().flat_map(|place| &place.cone);
        forms.all(|form| {
            let (row, _) = Row::from_rationals(form, &Rational::ZERO);
            row.product(&forces.point) >= 0
        })
    }

    fn forces(&self, optimum: &Optimum) -> Forces {
        let denominator = Rational::from(&optimum.denominator);
        let value = |place: usize| Rational::from(&optimum.point[place]) / &denominator;
        let mut pins = Fractions::new();
        for (index, pin) in self.generators.pins().iter().enumerate() {
            pins.insert(*pin, vec![value(2 * index), value(2 * index + 1)]);
        }
        let mut contacts = Fractions::new();
        for (contact, place) in &self.places {
            let along = place.along.map_or(Rational::ZERO, value);
            contacts.insert(*contact, vec![value(place.across), along]);
        }
        Forces::from_fractions(&contacts, &pins)
    }
}

/// μ φ ± ψ, which are at least 0.
fn coulomb(across: usize, along: usize, friction: &Rational) -> Vec<Vec<(usize, Rational)>> {
    let mut forms = Vec::with_capacity(2);
    for sign in [1, -1] {
        let sign = Rational::from(Integer::from(sign));
        forms.push(vec![(across, friction.clone()), (along, sign)]);
    }
    forms
}
