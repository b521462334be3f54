//! The linear program of a region: how far the last brick of a level can reach, with multipliers.

use crate::pattern::Pattern;
use crate::proof::{Multipliers, Stack};
use crate::region::Region;
use crate::row::{Row, Variables, rows};
use num_traits::Zero;
use zwang_exact::Rational;
use zwang_program::{
    Interval, LinearOutcome, LinearProgram, LinearRow, Monitor, Options, Polyhedron, ProgramError,
    Sense,
};

/// The answer of the linear program of a region.
pub(crate) enum Relaxed {
    /// The brick does not reach beyond the bound.
    Bounded {
        /// How far it reaches at most.
        overhang: Rational,
        /// The proof.
        multipliers: Multipliers<Rational>,
        /// The best point of the program.
        point: Vec<Rational>,
    },
    /// There is no stack.
    Empty(Multipliers<Rational>),
}

/// Solves the program of a region for a level.
///
/// # Errors
/// If the solver is interrupted.
pub(crate) fn relax(
    pattern: &Pattern,
    level: usize,
    region: &Region,
    monitor: &Monitor,
) -> Result<Relaxed, ProgramError> {
    let rows = rows(pattern, region);
    let count = Variables::of(pattern).count();
    maximise(pattern.last_of(level), count, &rows, monitor)
}

/// The largest value of a centre under some rows.
///
/// # Errors
/// If the solver is interrupted.
pub(crate) fn maximise(
    centre: usize,
    count: usize,
    rows: &[Row],
    monitor: &Monitor,
) -> Result<Relaxed, ProgramError> {
    let mut objective = vec![Rational::zero(); count];
    objective[centre] = Rational::from_integer(1.into());
    let mut listed = Vec::with_capacity(rows.len());
    for row in rows {
        listed.push(LinearRow {
            coefficients: collected(&row.coefficients),
            range: Interval {
                lower: Some(row.at_least.clone()),
                upper: row.is_equation.then(|| row.at_least.clone()),
            },
        });
    }
    let program = LinearProgram {
        sense: Sense::Maximise,
        objective,
        feasible: Polyhedron {
            bounds: vec![Interval::default(); count],
            rows: listed,
        },
    };
    match program.solve(&Options::default(), monitor)? {
        LinearOutcome::Optimal(solution) => Ok(Relaxed::Bounded {
            overhang: solution.objective + Rational::new(1.into(), 2.into()),
            multipliers: listed_multipliers(&solution.multipliers.rows, true),
            point: solution.point,
        }),
        LinearOutcome::Infeasible(proof) => Ok(Relaxed::Empty(listed_multipliers(
            &proof.multipliers.rows,
            false,
        ))),
        LinearOutcome::Unbounded(_) => unreachable!("a chain of contacts leads to the table"),
    }
}

/// The stack of a point of a program whose forces leave no choice.
pub(crate) fn stack(pattern: &Pattern, point: &[Rational]) -> Stack {
    let variables = Variables::of(pattern);
    let mut forces = Vec::new();
    let mut points = Vec::new();
    for (number, contact) in pattern.contacts().iter().enumerate() {
        forces.push(point[variables.force(number)].clone());
        points.push(&point[contact.upper] + &point[variables.point(number)]);
    }
    Stack {
        pattern: pattern.clone(),
        centres: point[..pattern.bricks()].to_vec(),
        forces,
        points,
    }
}

/// The coefficients, each variable once.
fn collected(coefficients: &[(usize, Rational)]) -> Vec<(usize, Rational)> {
    let mut all: Vec<(usize, Rational)> = Vec::new();
    for (variable, coefficient) in coefficients {
        match all.iter_mut().find(|(known, _)| known == variable) {
            Some((_, sum)) => *sum += coefficient,
            None => all.push((*variable, coefficient.clone())),
        }
    }
    all
}

fn listed_multipliers(all: &[Rational], is_negated: bool) -> Multipliers<Rational> {
    let mut listed = Vec::new();
    for (row, multiplier) in all.iter().enumerate() {
        if !multiplier.is_zero() {
            let multiplier = if is_negated {
                -multiplier
            } else {
                multiplier.clone()
            };
            listed.push((row, multiplier));
        }
    }
    listed
}
