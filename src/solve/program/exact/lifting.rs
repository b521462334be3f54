//! Exact solution of the optimality system of a working set by p-adic lifting.
//!
//! For rows W of a [`Problem`] taken as equalities and right sides c, d over the integers, the
//! system is
//!
//! ```text
//! a_i x_i - b_i Σ_j A_ji λ_j = c_i   for every variable i, M_i = a_i / b_i
//!          Σ_i A_ji x_i      = d_j   for every row j in W
//! ```
//!
//! whose matrix K is integral with small entries. One factorisation of the Gram matrix modulo p
//! solves it modulo p. Dixon's lifting (*Exact solution of linear equations using p-adic
//! expansions*, 1982) turns that into the solution modulo p^k: with the residual r_0 = (c, d), each
//! digit y_k solves K y_k ≡ r_k, and r_{k+1} = (r_k - K y_k) / p stays below the row sums of K, so
//! that it soon fits machine words. Then the rational multipliers are reconstructed, with the
//! denominator of their [`Energy`], which is known to twice as many digits; where they are long, a
//! few of them, from which the others follow ([`Propagation`]). The first equations define x by
//! them; the second are *verified* by multiplying out, so nothing rests on a bound or on luck.
//! Systems of a few rows with long coefficients are left to [`crate::exact::elimination`].

use crate::exact::elimination;
use crate::exact::energy::{self, Energy};
use crate::exact::factor::{Factor, UpperTriangle, fill_reducing_order};
use crate::exact::propagation::Propagation;
use crate::exact::reconstruction::Digits;
use crate::exact::residual::{Matrix, Residual, Solution};
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::numbers::field::Field;
use crate::numbers::sparse::SparseRows;
use crate::problem::Problem;
use malachite::base::num::basic::traits::One;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

/// The part, 1 / GROWTH, by which the number of digits grows between two attempts to reconstruct
/// the solution.
const GROWTH: usize = 20;
/// By how many bits a solution may be longer than twice the denominator of its energy. If it is
/// longer, the energy is given up: as in scenes that stand, where it tells nothing of the
/// multipliers.
const SPARE_BITS: u64 = 256;
/// From so many digits on, letting multipliers follow from each other takes less time than making
/// the digits of each.
const MANY_DIGITS: usize = 100;

/// The optimality system of a working set of independent rows.
pub(crate) struct WorkingSystem {
    field: Field,
    /// The rows of the working set, in elimination order.
    rows: Vec<usize>,
    factor: Factor<Field>,
    /// The coefficients of these rows modulo p, and those of each variable.
    residues: SparseRows<u64>,
    transposed_residues: SparseRows<u64>,
    /// 1 / a_i and b_i / a_i modulo p.
    inverse_numerators: Vec<u64>,
    compliances: Vec<u64>,
    matrix: Matrix,
    /// The weights that make the matrix symmetric, if it is short.
    weights: Option<Vec<i64>>,
}

impl WorkingSystem {
    /// The system of an independent subset of `candidates`, modulo the first prime that serves.
    /// Rows that depend on the others are left out; by bad luck with the prime one more may be, but
    /// whatever is kept is independent over the rationals.
    pub(crate) fn of_independent_rows(
        problem: &Problem,
        candidates: &[usize],
        monitor: &Monitor,
    ) -> Self {
        monitor.time(Stage::Factorisation, || {
            Self::with_field(problem, candidates, Field::first())
        })
    }

    /// The system of rows that are known to be independent.
    pub(crate) fn of_rows(problem: &Problem, rows: &[usize], monitor: &Monitor) -> Self {
        let mut field = Field::first();
        loop {
            let system = monitor.time(Stage::Factorisation, || {
                Self::with_field(problem, rows, field)
            });
            if system.rows.len() == rows.len() {
                return system;
            }
            monitor.count(|counts| counts.unlucky_primes += 1);
            field = system.field.next();
        }
    }

    fn with_field(problem: &Problem, candidates: &[usize], first: Field) -> Self {
        let numerators: Vec<Integer> = problem
            .masses
            .iter()
            .map(|mass| Integer::from(mass.numerator_ref()))
            .collect();
        let (field, inverse_numerators) = invert_all(first, &numerators);
        let mut compliances = Vec::with_capacity(problem.masses.len());
        for (&inverse, mass) in inverse_numerators.iter().zip(&problem.masses) {
            let denominator = field.residue(&Integer::from(mass.denominator_ref()));
            compliances.push(field.multiply(inverse, denominator));
        }
        let candidates = elimination_order(problem, candidates);
        let mut residues = residue_rows(problem, &candidates, field);
        let gram = gram_matrix(field, &residues, &compliances);
        let (factor, kept) = Factor::new(field, &gram);
        let rows: Vec<usize> = kept.into_iter().map(|row| candidates[row]).collect();
        if rows.len() < candidates.len() {
            residues = residue_rows(problem, &rows, field);
        }
        let transposed_residues = residues.transposed(problem.masses.len());
        let matrix = Matrix::new(problem, &rows);
        let weights = energy::weights(problem, rows.len());
        Self {
            field,
            rows,
            factor,
            residues,
            transposed_residues,
            inverse_numerators,
            compliances,
            matrix,
            weights,
        }
    }

    /// The rows of the system, in the order of [`Solution::multipliers`].
    pub(crate) fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Solves the system for right sides c (variables) and d (rows).
    pub(crate) fn solve(
        &self,
        variable_side: Vec<Integer>,
        row_side: Vec<Integer>,
        monitor: &Monitor,
    ) -> Result<Solution, Interrupted> {
        monitor.time(Stage::Lifting, || {
            if self.matrix.is_long() && row_side.len() <= elimination::MOST_ROWS {
                let (denominator, multipliers) =
                    elimination::solve(&self.matrix, &variable_side, &row_side);
                return Ok(self
                    .matrix
                    .completed(denominator, multipliers, &variable_side));
            }
            let variables = variable_side.len();
            let mut right_side = variable_side;
            right_side.extend(row_side);
            lift(
                &self.matrix,
                self.field,
                variables,
                right_side,
                self.weights.as_deref(),
                monitor,
                |residual| self.solve_modulo_prime(residual),
            )
        })
    }

    /// One digit: the solution modulo p, variables first.
    fn solve_modulo_prime(&self, residual: &Residual) -> Vec<u64> {
        let field = self.field;
        let variables = self.compliances.len();
        let mut solution = residual.residues(field);
        let (point, multipliers) = solution.split_at_mut(variables);
        point
            .iter_mut()
            .zip(&self.inverse_numerators)
            .for_each(|(value, inverse)| *value = field.multiply(*value, *inverse));
        for (row, value) in multipliers.iter_mut().enumerate() {
            let (indices, coefficients) = self.residues.row(row);
            *value = field.subtract(*value, field.sparse_dot(indices, coefficients, point));
        }
        self.factor.solve(multipliers);
        for (variable, value) in point.iter_mut().enumerate() {
            let (indices, coefficients) = self.transposed_residues.row(variable);
            let force = field.sparse_dot(indices, coefficients, multipliers);
            *value = field.add(*value, field.multiply(force, self.compliances[variable]));
        }
        solution
    }
}

/// Lifts the solution of a system from its digits. The first `variables` unknowns follow from the
/// others by the first rows. `weights`, if there are any, make the matrix symmetric.
pub(crate) fn lift(
    matrix: &Matrix,
    field: Field,
    variables: usize,
    right_side: Vec<Integer>,
    weights: Option<&[i64]>,
    monitor: &Monitor,
    solve_modulo_prime: impl Fn(&Residual) -> Vec<u64>,
) -> Result<Solution, Interrupted> {
    let mut residual = Residual::new(right_side.clone(), matrix);
    let mut digits = Digits::new(field);
    let mut energy = weights.map(|weights| Energy::new(field, weights));
    let mut propagation: Option<Propagation> = None;
    let mut enough = 2;
    loop {
        while digits.count() < enough {
            monitor.check()?;
            let mut digit = solve_modulo_prime(&residual);
            if let Some(energy) = &mut energy {
                energy.push(&residual, &digit);
            }
            residual = residual.lifted(matrix, &digit, field);
            if let Some(energy) = &mut energy {
                energy.push(&residual, &digit);
            }
            digits.push(digit.split_off(variables));
        }
        let known = energy.as_ref().and_then(Energy::denominator);
        // Multipliers may be known before the energy is.
        let likely = known.clone().unwrap_or(Natural::ONE);
        let mut reconstructed = digits.reconstruct(&likely);
        if let Some(propagation) = &propagation
            && let Some((denominator, seeds)) = reconstructed
        {
            reconstructed = propagation.complete(denominator, seeds, &right_side);
        }
        if let Some((denominator, multipliers)) = reconstructed {
            let solution = matrix.completed(denominator, multipliers, &right_side[..variables]);
            if matrix.satisfies_rows(&solution, &right_side[variables..]) {
                return Ok(solution);
            }
        }
        if let Some(known) = known
            && digits.bits() > 2 * known.significant_bits() + SPARE_BITS
        {
            energy = None;
        }
        enough += enough.div_ceil(GROWTH);
        if enough >= MANY_DIGITS && propagation.is_none() {
            let chosen = Propagation::new(matrix, variables);
            digits.keep(chosen.seeds());
            propagation = Some(chosen);
        }
    }
}

/// Some rows of the problem modulo p.
fn residue_rows(problem: &Problem, rows: &[usize], field: Field) -> SparseRows<u64> {
    let coefficients = rows
        .iter()
        .map(|&row| problem.rows[row].coefficients.iter());
    SparseRows::new(
        coefficients.map(|row| row.map(|(variable, value)| (*variable, field.residue(value)))),
    )
}

/// The inverses of all mass numerators, in the first field from `field` on in which none of them is
/// zero.
pub(crate) fn invert_all(mut field: Field, numerators: &[Integer]) -> (Field, Vec<u64>) {
    loop {
        let residues: Vec<u64> = numerators
            .iter()
            .map(|numerator| field.residue(numerator))
            .collect();
        if let Some(inverses) = field.inverses(&residues) {
            return (field, inverses);
        }
        field = field.next();
    }
}

/// Equalities first, since their multipliers are free, and a fill-reducing order within the two
/// classes.
pub(crate) fn elimination_order(problem: &Problem, candidates: &[usize]) -> Vec<usize> {
    let mut rows_of_variable = vec![Vec::new(); problem.masses.len()];
    for (position, &row) in candidates.iter().enumerate() {
        for (variable, _) in &problem.rows[row].coefficients {
            rows_of_variable[*variable].push(position);
        }
    }
    let mut neighbours = Vec::with_capacity(candidates.len());
    // The last position that touched another one: rows share several variables.
    let mut touched_by: Vec<Option<usize>> = vec![None; candidates.len()];
    for (position, &row) in candidates.iter().enumerate() {
        let mut touched = vec![position];
        touched_by[position] = Some(position);
        for (variable, _) in &problem.rows[row].coefficients {
            for &other in &rows_of_variable[*variable] {
                if touched_by[other].replace(position) != Some(position) {
                    touched.push(other);
                }
            }
        }
        touched.sort_unstable();
        neighbours.push(touched);
    }
    let order = fill_reducing_order(&neighbours);
    let ordered = order.into_iter().map(|position| candidates[position]);
    let (mut equalities, inequalities): (Vec<usize>, Vec<usize>) =
        ordered.partition(|&row| row < problem.equalities);
    equalities.extend(inequalities);
    equalities
}

/// The place of each row of a program in elimination order, for any working sets: the order of some
/// rows among all of them fills hardly more than their own.
pub(crate) struct EliminationOrder {
    places: Vec<usize>,
}

impl EliminationOrder {
    pub(crate) fn of(problem: &Problem) -> Self {
        let all: Vec<usize> = (0..problem.rows.len()).collect();
        let mut places = vec![0; problem.rows.len()];
        for (place, row) in elimination_order(problem, &all).into_iter().enumerate() {
            places[row] = place;
        }
        Self { places }
    }

    /// Rows in this order.
    pub(crate) fn sorted(&self, rows: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut sorted: Vec<usize> = rows.collect();
        sorted.sort_unstable_by_key(|row| self.places[*row]);
        sorted
    }
}

/// S = A M⁻¹ Aᵀ modulo p, upper triangle.
fn gram_matrix(
    field: Field,
    residues: &SparseRows<u64>,
    compliances: &[u64],
) -> UpperTriangle<u64> {
    let mut rows_of_variable: Vec<Vec<(usize, u64)>> = vec![Vec::new(); compliances.len()];
    let mut sums = vec![0; residues.count()];
    let mut touched_by: Vec<Option<usize>> = vec![None; residues.count()];
    let mut columns = Vec::with_capacity(residues.count());
    for position in 0..residues.count() {
        for (variable, value) in residues.entries(position) {
            rows_of_variable[variable].push((position, value));
        }
        let mut touched = Vec::new();
        for (variable, value) in residues.entries(position) {
            let weighted = field.multiply(value, compliances[variable]);
            for &(other, coefficient) in &rows_of_variable[variable] {
                if touched_by[other].replace(position) != Some(position) {
                    touched.push(other);
                }
                sums[other] = field.add(sums[other], field.multiply(weighted, coefficient));
            }
        }
        touched.sort_unstable();
        columns.push(
            touched
                .into_iter()
                .map(|other| (other, std::mem::take(&mut sums[other])))
                .collect(),
        );
    }
    UpperTriangle { columns }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Row;
    use malachite::Rational;
    use malachite::base::num::arithmetic::traits::PowerOf2;

    /// Rows a_j x_j = 1 that have nothing in common: all multipliers follow without seeds, and each
    /// has a denominator of its own, a_j². The common one is that of combinations of all.
    #[test]
    fn multipliers_without_seeds_are_over_the_denominator_of_all() {
        let count = 60;
        let mut problem = Problem {
            masses: vec![Rational::from(1); count],
            target: vec![Rational::from(0); count],
            rows: Vec::new(),
            equalities: count,
        };
        for variable in 0..count {
            let value = Integer::power_of_2(110) + Integer::from(2 * variable + 1);
            let coefficients = vec![(variable, value)];
            let bound = Integer::ONE;
            problem.rows.push(Row {
                coefficients,
                bound,
            });
        }
        let rows: Vec<usize> = (0..count).collect();
        let monitor = Monitor::default();
        let system = WorkingSystem::of_rows(&problem, &rows, &monitor);
        let variable_side = vec![Integer::from(0); count];
        let solution = system.solve(variable_side, vec![Integer::ONE; count], &monitor);
        let Solution {
            denominator,
            multipliers,
            ..
        } = solution.unwrap();
        assert!(denominator.significant_bits() > 60 * MANY_DIGITS as u64);
        for (row, multiplier) in system.rows().iter().zip(&multipliers) {
            let (_, value) = &problem.rows[*row].coefficients[0];
            assert_eq!(multiplier * value * value, denominator, "row {row}");
        }
    }
}
