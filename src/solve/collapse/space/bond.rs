//! Bonds in the programs of a group: forces that are bounded from both sides.
//!
//! A bond bears t q with 0 ≤ t ≤ 1. With s = 1 - t both are forces of a cone: t has the row of q
//! and a one in a coordinate of its own, s has a one there alone, and together they must balance a
//! load of one in that coordinate. So the program of a group gets one variable z more for each
//! bond, with a mass of one and a target of minus one, and two rows,
//!
//! ```text
//! q·(a_P(x) - a_Q(x)) + z ≥ 0,   z ≥ 0,
//! ```
//!
//! for a bond by which Q comes off P. If its optimum is 0, the multipliers of these rows are t and
//! s. Otherwise z is the greater of 0 and the rate at which the bond opens along q, and the work of
//! weights and loads is above the sum of all z: more than all bonds can take up.

use super::rows::{SpaceProblem, WIDTH};
use super::solid::coordinates;
use malachite::base::num::arithmetic::traits::Reciprocal;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_problem::{Rows, Variables};
use zwang_program::kernel::{Measure, Problem, Row};
use zwang_scene::space::Bond;

/// The weight of t in the measure of the least forces is so many times that of s.
const SLACK: i64 = 1 << 10;

/// The rows of the bonds of a group behind the others of its program: two for each bond.
pub(super) struct BondRows {
    /// Bonds with a pull that is not 0.
    bonds: Vec<usize>,
    first: usize,
}

impl BondRows {
    /// Adds them to a program, with the factors from multipliers to t and s.
    pub(super) fn add(
        space: &SpaceProblem,
        bonds: &[usize],
        variables: &Variables,
        program: &mut Problem,
        scales: &mut Vec<Rational>,
    ) -> Self {
        let first = program.rows.len();
        let mut pulling = Vec::new();
        for &index in bonds {
            let bond = &space.scene.bonds[index];
            if bond.pull.is_zero() {
                continue;
            }
            let mut rows = Rows::new(WIDTH);
            rows.push_fractions(space.bond_terms(bond), &Rational::ZERO);
            let row = rows.get(0);
            let own = program.masses.len();
            program.masses.push(Rational::ONE);
            program.target.push(-row.scale.reciprocal());
            let mut holding = row.program_row(variables);
            holding.coefficients.push((own, Integer::ONE));
            program.rows.push(holding);
            program.rows.push(Row {
                coefficients: vec![(own, Integer::ONE)],
                bound: Integer::ZERO,
            });
            scales.push(row.scale.clone());
            scales.push(row.scale.clone());
            pulling.push(index);
        }
        Self {
            bonds: pulling,
            first,
        }
    }

    /// Adds the weights of these rows to a measure of forces, N, squared.
    pub(super) fn measure(&self, space: &SpaceProblem, measure: &mut Measure) {
        for bond in &self.bonds {
            let pull = coordinates(&space.scene.bonds[*bond].pull);
            let squares = pull.iter().map(|value| value * value);
            let squared: Rational = squares.sum();
            measure.weights.push(squared.clone());
            measure.weights.push(squared / Rational::from(SLACK));
        }
    }

    /// t of the bonds that hold, from the forces of all rows.
    pub(super) fn shares(&self, forces: &[Rational]) -> BTreeMap<usize, Rational> {
        let (pairs, _) = forces[self.first..].as_chunks::<2>();
        let mut shares = BTreeMap::new();
        for (bond, [share, _]) in self.bonds.iter().zip(pairs) {
            if *share != 0 {
                shares.insert(*bond, share.clone());
            }
        }
        shares
    }
}

/// The most work that a bond can take up, where its first body moves so against the second.
pub(super) fn taken(bond: &Bond, relative: &[Rational; 3]) -> Rational {
    let mut along = Rational::ZERO;
    for (value, speed) in coordinates(&bond.pull).iter().zip(relative) {
        along += value * speed;
    }
    if along < 0 { -along } else { Rational::ZERO }
}
