//! Stacks of a pattern with one force s that can be chosen. For each s the forces are known, and
//! the conditions are linear in the places, with coefficients that are polynomials of s.

use crate::pattern::Pattern;
use crate::polynomial::Polynomial;
use crate::row::{Row, Variables, between, from_lower, neighbours, over_the_table};
use num_traits::{One, Zero};
use zwang_exact::Rational;

/// Σ coefficient(s) × variable ≥ a number, or = it, for the centres and the points of contacts.
#[derive(Clone, Debug)]
pub struct CurveRow {
    /// Pairs (variable, coefficient).
    pub coefficients: Vec<(usize, Polynomial)>,
    /// The right side.
    pub at_least: Rational,
    /// Whether both sides are equal.
    pub is_equation: bool,
}

/// The force of each contact as a function of s, the force of the only free contact. `None` if not
/// exactly one is free.
#[must_use]
pub fn forces(pattern: &Pattern) -> Option<Vec<Polynomial>> {
    let [free] = pattern.free_contacts()[..] else {
        return None;
    };
    let contacts = pattern.contacts();
    let mut forces = vec![Polynomial::default(); contacts.len()];
    for brick in (0..pattern.bricks()).rev() {
        let mut rest = Polynomial::constant(Rational::one());
        for (contact, force) in contacts.iter().zip(&forces) {
            if contact.lower == Some(brick) {
                rest = rest.plus(force);
            }
        }
        for (number, contact) in contacts.iter().enumerate() {
            if contact.upper != brick {
                continue;
            }
            if number == free {
                let s = Polynomial::new(vec![Rational::zero(), Rational::one()]);
                rest = rest.minus(&s);
                forces[number] = s;
            } else {
                forces[number] = rest.clone();
            }
        }
    }
    Some(forces)
}

/// All rows, in the order of the proof:
///
/// 1. each brick: moments under it - moments on it = 0, about its centre;
/// 2. each pair of neighbours of a level: right centre - left centre ≥ 1;
/// 3. each contact: u ≥ -1/2, -u ≥ -1/2; then with a brick below v ≥ -1/2, -v ≥ -1/2, with the
///    table -(c + u) ≥ 0.
#[must_use]
pub fn rows(pattern: &Pattern, forces: &[Polynomial]) -> Vec<CurveRow> {
    let variables = Variables::of(pattern);
    let contacts = pattern.contacts();
    let mut rows = Vec::new();
    for brick in 0..pattern.bricks() {
        rows.push(balance_of_moments(brick, pattern, forces));
    }
    for row in neighbours(pattern) {
        rows.push(constant(row));
    }
    let half = Rational::new(1.into(), 2.into());
    let on_brick = [-&half, half];
    for (number, contact) in contacts.iter().enumerate() {
        let point = [(variables.point(number), Rational::one())];
        rows.extend(between(&point, &on_brick).map(constant));
        if let Some(lower) = from_lower(number, contact, variables) {
            rows.extend(between(&lower, &on_brick).map(constant));
        } else {
            rows.push(constant(over_the_table(number, contact, variables)));
        }
    }
    rows
}

/// A row whose coefficients do not depend on s.
fn constant(row: Row) -> CurveRow {
    let mut coefficients = Vec::new();
    for (variable, coefficient) in row.coefficients {
        coefficients.push((variable, Polynomial::constant(coefficient)));
    }
    CurveRow {
        coefficients,
        at_least: row.at_least,
        is_equation: row.is_equation,
    }
}

fn balance_of_moments(brick: usize, pattern: &Pattern, forces: &[Polynomial]) -> CurveRow {
    let variables = Variables::of(pattern);
    let mut coefficients = Vec::new();
    for (number, contact) in pattern.contacts().iter().enumerate() {
        let force = &forces[number];
        if contact.upper == brick {
            coefficients.push((variables.point(number), force.clone()));
        }
        if contact.lower == Some(brick)
            && let Some(lower) = from_lower(number, contact, variables)
        {
            for (variable, coefficient) in lower {
                coefficients.push((variable, force.scaled(&-coefficient)));
            }
        }
    }
    CurveRow {
        coefficients,
        at_least: Rational::zero(),
        is_equation: true,
    }
}
