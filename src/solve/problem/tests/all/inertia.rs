//! The seam that makes inertia diagonal, against programs with the full matrix.

use malachite::Rational;
use proptest::collection::vec;
use proptest::prelude::*;
use zwang_problem::{Block, Contact, Problem, groups, least_restraint};
use zwang_program::kernel::Outcome;
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_program::{
    Interval, LinearRow, Monitor, Options, Polyhedron, QuadraticOutcome, QuadraticProgram, Sense,
};

/// A body with these free accelerations and rows, at whose centroid nothing is known of.
struct Body {
    mass: Rational,
    inertia: Vec<Vec<Rational>>,
    free: Vec<Rational>,
    rows: Vec<Vec<Rational>>,
}

fn rationals(numbers: &[i32]) -> Vec<Rational> {
    numbers
        .iter()
        .map(|number| Rational::from(*number))
        .collect()
}

impl Body {
    /// Its accelerations by the problem.
    fn by_problem(&self) -> Option<Vec<Rational>> {
        let block = Block::new(&self.mass, 3, &self.inertia, &self.free, true).unwrap();
        let mut problem = Problem::new(3, 6, vec![None, Some(block.clone())]);
        for row in &self.rows {
            let terms = [Some((1, block.row(row.clone()))), None];
            let normal = problem.rows.push_fractions(terms, &Rational::from(1));
            problem.contacts.push(Contact {
                bodies: [1, 0],
                normal,
                velocity: 0.into(),
                tangents: 0..0,
                sliding: Vec::new(),
                friction: Rational::from(0),
                bears: true,
            });
        }
        let group = &groups(&problem)[0];
        let options = Options::default();
        let monitor = Monitor::default();
        let found = least_restraint(&problem, group, &options, &monitor);
        let (mut cases, _) = found.unwrap();
        match cases.remove(0).solved.into_outcome() {
            Outcome::Optimal(found) => Some(block.acceleration(&found.point, &found.denominator)),
            Outcome::Infeasible(_) => None,
        }
    }

    /// The same by a quadratic program in (a, α).
    fn by_full_matrix(&self) -> Option<Vec<Rational>> {
        let mut matrix = vec![vec![Rational::from(0); 6]; 6];
        for place in 0..3 {
            matrix[place][place] = self.mass.clone();
            for other in 0..3 {
                matrix[3 + place][3 + other] = self.inertia[place][other].clone();
            }
        }
        let mut hessian = Vec::new();
        let mut linear = Vec::new();
        for (place, row) in matrix.iter().enumerate() {
            for (other, entry) in row.iter().enumerate().skip(place) {
                hessian.push((place, other, from_solver(entry)));
            }
            let terms = row.iter().zip(&self.free);
            let pull: Rational = terms.map(|(entry, free)| entry * free).sum();
            linear.push(from_solver(&-pull));
        }
        let rows = self.rows.iter().map(|row| LinearRow {
            coefficients: row.iter().map(from_solver).enumerate().collect(),
            range: Interval::at_least(from_solver(&Rational::from(1))),
        });
        let program = QuadraticProgram {
            sense: Sense::Minimise,
            hessian,
            linear,
            feasible: Polyhedron {
                bounds: vec![Interval::free(); 6],
                rows: rows.collect(),
            },
        };
        let outcome = program.solve(&Options::default(), &Monitor::default());
        match outcome.unwrap() {
            QuadraticOutcome::Optimal(solution) => {
                Some(solution.point.iter().map(to_solver).collect())
            }
            _ => None,
        }
    }
}

proptest! {
    #[test]
    fn accelerations_are_those_of_the_full_matrix(
        factor in vec(-4..5, 9),
        mass in 1..9,
        free in vec(-5..6, 6),
        rows in vec(vec(-3..4, 6), 0..5),
    ) {
        // A Aᵀ + 1.
        let mut inertia = vec![vec![Rational::from(0); 3]; 3];
        for place in 0..3 {
            for other in 0..3 {
                let products = (0..3).map(|k| factor[3 * place + k] * factor[3 * other + k]);
                let sum: i32 = products.sum();
                inertia[place][other] = Rational::from(sum + i32::from(place == other));
            }
        }
        let body = Body {
            mass: Rational::from(mass),
            inertia,
            free: rationals(&free),
            rows: rows.iter().map(|row| rationals(row)).collect(),
        };
        prop_assert_eq!(body.by_problem(), body.by_full_matrix());
    }
}
