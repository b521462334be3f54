//! The exact point and forces for given modes of all contacts.
//!
//! With the modes, what is left of the problem is linear: columns of forces, n and t where a
//! contact sticks, n - μ σ t where it slides, and e; and rows n·x = b, t·x = c where it sticks,
//! n·x = b where it slides, and e·x = d. So
//!
//! ```text
//! a_i x_i - b_i Σ_k C_ki λ_k = a_i g_i   for every variable i, M_i = a_i / b_i
//!            Σ_i R_ji x_i    = d_j       for every row j
//! ```
//!
//! which is not symmetric where contacts slide, and mostly leaves forces open. Elimination of
//! R M⁻¹ Cᵀ modulo a prime finds columns and rows that determine each other; the other forces are
//! kept from the guess, rounded to short numbers, and the system of the rest is lifted as in
//! [`crate::exact::lifting`]. At last all rows are multiplied out.
//!
//! If points are not unique, [`least`] takes the one of least squares of x - g and of forces among
//! all that have these modes: a strictly convex program, whose optimum depends on nothing else and
//! is as symmetric as the problem.
//!
//! The point is the only one of these modes if no combination of columns that R M⁻¹ Cᵀ takes to 0
//! moves anything, that is, if R M⁻¹ Cᵀ has the rank of C.

use super::modes::Guessed;
use super::{FrictionAnswer, FrictionProblem, Mode, numbers_over, pairs_over};
use crate::active_set::optimise::optimise;
use crate::exact::factor::fill_reducing_order;
use crate::exact::lifting::lift;
use crate::exact::residual::{Matrix, Residual};
use crate::exact::unsymmetric::Elimination;
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::numbers::field::Field;
use crate::numbers::number::{common_denominator, times};
use crate::numbers::sparse::SparseRows;
use crate::options::Options;
use crate::problem::{Optimum, Outcome, Problem, Row};
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;

/// The result of modes.
pub(crate) enum PatternOutcome {
    /// This, whatever its signs.
    Solved {
        /// The point and the forces.
        answer: FrictionAnswer,
        /// Whether no other point has these modes.
        is_unique: bool,
    },
    /// Nothing.
    Impossible,
}

/// The owner of a column of forces.
#[derive(Clone, Copy)]
enum Origin {
    Equality(usize),
    /// φ of a contact that sticks.
    Across(usize),
    /// ψ of a contact that sticks.
    Along(usize),
    /// φ of a contact that slides with this sign.
    Sliding(usize, i8),
}

/// The linear system of some modes.
struct System<'a> {
    problem: &'a FrictionProblem,
    origins: Vec<Origin>,
    /// C, over the integers.
    columns: Vec<Vec<(usize, Integer)>>,
    /// R, one row for each column.
    rows: Vec<&'a Row>,
}

/// The system modulo a prime.
struct Residues {
    field: Field,
    /// 1 / a_i and b_i / a_i.
    inverse_numerators: Vec<u64>,
    compliances: Vec<u64>,
    elimination: Elimination,
    /// R of the pivot rows, and C of the pivot columns by variables.
    rows: SparseRows<u64>,
    columns_of_variables: SparseRows<u64>,
}

/// Solves the problem with given modes.
pub(crate) fn solve(
    problem: &FrictionProblem,
    modes: &[Mode],
    guessed: &Guessed,
    bits: i64,
    monitor: &Monitor,
) -> Result<PatternOutcome, Interrupted> {
    monitor.check()?;
    let system = System::new(problem, modes);
    let (residues, rank_of_columns) = monitor.time(Stage::Factorisation, || {
        let residues = system.residues();
        let rank = system.rank_of_columns(residues.field);
        (residues, rank)
    });
    let is_unique = residues.elimination.pivots().len() == rank_of_columns;
    let answer = monitor.time(Stage::Lifting, || {
        system.solve(&residues, guessed, bits, monitor)
    })?;
    Ok(match answer {
        Some(answer) => PatternOutcome::Solved { answer, is_unique },
        None => PatternOutcome::Impossible,
    })
}

/// The answer with these modes that minimises
///
/// ```text
/// ½ |x - g|²_M + ½ Σ_k |c_k|² λ_k²,   |c_k|² = c_k M⁻¹ c_k
/// ```
///
/// for the columns c_k of contacts, if there is one.
pub(crate) fn least(
    problem: &FrictionProblem,
    modes: &[Mode],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<FrictionAnswer>, Interrupted> {
    let system = System::new(problem, modes);
    let program = system.least_program(modes);
    let solved = optimise(&program, options, monitor)?;
    let Outcome::Optimal(optimum) = solved.into_outcome() else {
        return Ok(None);
    };
    let Optimum {
        mut point,
        denominator,
        ..
    } = optimum;
    let over = Rational::from(&denominator);
    let variables = problem.masses.len();
    let mut forces = Vec::with_capacity(system.columns.len());
    for force in point.split_off(variables) {
        forces.push(Rational::from(force) / &over);
    }
    let answer = system.answer(denominator, point, &forces);
    Ok(Some(answer))
}

/// Whether no two points have these modes.
pub(crate) fn is_unique(problem: &FrictionProblem, modes: &[Mode], monitor: &Monitor) -> bool {
    let system = System::new(problem, modes);
    monitor.time(Stage::Factorisation, || {
        let residues = system.residues();
        residues.elimination.pivots().len() == system.rank_of_columns(residues.field)
    })
}

impl<'a> System<'a> {
    fn new(problem: &'a FrictionProblem, modes: &[Mode]) -> Self {
        let mut system = Self {
            problem,
            origins: Vec::new(),
            columns: Vec::new(),
            rows: Vec::new(),
        };
        for (index, row) in problem.equalities.iter().enumerate() {
            system.push_row(Origin::Equality(index), row);
        }
        let contacts = problem.contacts.iter().zip(modes);
        for (index, (contact, mode)) in contacts.enumerate() {
            let normal = &contact.normal;
            let tangent = &contact.tangent;
            match mode {
                Mode::Open => {}
                Mode::Stick => {
                    system.push_row(Origin::Across(index), normal);
                    system.push_row(Origin::Along(index), tangent);
                }
                Mode::Slide(sign) => {
                    let column = sliding_column(normal, tangent, &contact.friction, *sign);
                    system.push(Origin::Sliding(index, *sign), column, normal);
                }
            }
        }
        system
    }

    /// A row whose column is itself.
    fn push_row(&mut self, origin: Origin, row: &'a Row) {
        self.push(origin, row.coefficients.clone(), row);
    }

    fn push(&mut self, origin: Origin, column: Vec<(usize, Integer)>, row: &'a Row) {
        self.origins.push(origin);
        self.columns.push(column);
        self.rows.push(row);
    }

    /// The system modulo the first prime in which all masses can be inverted.
    fn residues(&self) -> Residues {
        let masses = &self.problem.masses;
        let mut numerators = Vec::with_capacity(masses.len());
        for mass in masses {
            numerators.push(Integer::from(mass.numerator_ref()));
        }
        let (field, inverse_numerators) =
            crate::exact::lifting::invert_all(Field::first(), &numerators);
        let mut compliances = Vec::with_capacity(masses.len());
        for (inverse, mass) in inverse_numerators.iter().zip(masses) {
            let denominator = Integer::from(mass.denominator_ref());
            let denominator = field.residue(&denominator);
            compliances.push(field.multiply(*inverse, denominator));
        }
        let columns = residue_lines(field, self.columns.iter().map(Vec::as_slice));
        let coefficients = self.rows.iter().map(|row| row.coefficients.as_slice());
        let rows = residue_lines(field, coefficients);
        let elimination = self.eliminate(field, &rows, &columns, &compliances);
        let pivots = elimination.pivots();
        let mut pivot_rows = Vec::with_capacity(pivots.len());
        let mut pivot_columns = Vec::with_capacity(pivots.len());
        for (row, column) in pivots {
            pivot_rows.push(rows[*row].clone());
            pivot_columns.push(columns[*column].clone());
        }
        let pivot_columns = SparseRows::new(pivot_columns);
        Residues {
            field,
            rows: SparseRows::new(pivot_rows),
            columns_of_variables: pivot_columns.transposed(masses.len()),
            inverse_numerators,
            compliances,
            elimination,
        }
    }

    /// Eliminates R M⁻¹ Cᵀ.
    fn eliminate(
        &self,
        field: Field,
        rows: &[Vec<(usize, u64)>],
        columns: &[Vec<(usize, u64)>],
        compliances: &[u64],
    ) -> Elimination {
        let count = rows.len();
        let mut columns_of_variables = vec![Vec::new(); compliances.len()];
        for (column, entries) in columns.iter().enumerate() {
            for (variable, value) in entries {
                columns_of_variables[*variable].push((column, *value));
            }
        }
        let mut products = Vec::with_capacity(count);
        let mut neighbours = Vec::with_capacity(count);
        for (index, row) in rows.iter().enumerate() {
            let mut line: BTreeMap<usize, u64> = BTreeMap::new();
            line.insert(index, 0);
            for (variable, value) in row {
                let weighted = field.multiply(*value, compliances[*variable]);
                for (column, entry) in &columns_of_variables[*variable] {
                    let product = field.multiply(weighted, *entry);
                    let sum = line.entry(*column).or_insert(0);
                    *sum = field.add(*sum, product);
                }
            }
            let columns: Vec<usize> = line.keys().copied().collect();
            neighbours.push(columns);
            line.retain(|_, value| *value != 0);
            products.push(line.into_iter().collect());
        }
        let order = fill_reducing_order(&symmetric(neighbours));
        Elimination::new(field, products, count, &order)
    }

    /// The rank of C.
    fn rank_of_columns(&self, field: Field) -> usize {
        let lines = residue_lines(field, self.columns.iter().map(Vec::as_slice));
        let variables = self.problem.masses.len();
        let order: Vec<usize> = (0..lines.len().max(variables)).collect();
        let elimination = Elimination::new(field, lines, variables, &order);
        elimination.pivots().len()
    }

    /// The program of [`least`], in x and the forces of all columns.
    fn least_program(&self, modes: &[Mode]) -> Problem {
        let FrictionProblem {
            masses: own_masses,
            target: own_target,
            contacts,
            ..
        } = self.problem;
        let variables = own_masses.len();
        let mut masses = own_masses.clone();
        let mut target = own_target.clone();
        let mut newton = Vec::with_capacity(variables);
        let motions = own_masses.iter().zip(own_target);
        for (variable, (mass, target)) in motions.enumerate() {
            newton.push(NewtonRow {
                coefficients: vec![(variable, mass.clone())],
                bound: mass * target,
            });
        }
        for (place, column) in self.columns.iter().enumerate() {
            let mut square = Rational::ZERO;
            for (variable, value) in column {
                let value = Rational::from(value);
                square += &value * &value / &own_masses[*variable];
                let row = &mut newton[*variable];
                row.coefficients.push((variables + place, -value));
            }
            let is_loaded = square > 0;
            masses.push(if is_loaded { square } else { Rational::ONE });
            target.push(Rational::ZERO);
        }
        let mut rows = Vec::new();
        for law in newton {
            let NewtonRow {
                coefficients,
                bound,
            } = law;
            let (row, _) = Row::from_rationals(&coefficients, &bound);
            rows.push(row);
        }
        for row in &self.rows {
            rows.push((*row).clone());
        }
        let equalities = rows.len();
        for (place, origin) in self.origins.iter().enumerate() {
            let force = variables + place;
            match origin {
                Origin::Equality(_) | Origin::Along(_) => {}
                Origin::Sliding(..) => {
                    let own = [(force, Rational::ONE)];
                    rows.push(bound_of_forces(&own));
                }
                Origin::Across(contact) => {
                    let friction = &contacts[*contact].friction;
                    for along in [Rational::ONE, -Rational::ONE] {
                        let pair = [(force, friction.clone()), (force + 1, along)];
                        rows.push(bound_of_forces(&pair));
                    }
                }
            }
        }
        for (contact, mode) in contacts.iter().zip(modes) {
            let is_candidate = contact.is_candidate();
            let tangent = &contact.tangent;
            match mode {
                Mode::Open => rows.push(contact.normal.clone()),
                Mode::Slide(1) if is_candidate => rows.push(tangent.clone()),
                Mode::Slide(-1) if is_candidate => rows.push(opposite(tangent)),
                _ => {}
            }
        }
        Problem {
            masses,
            target,
            rows,
            equalities,
        }
    }

    /// The answer; `None` if rows contradict each other.
    fn solve(
        &self,
        residues: &Residues,
        guessed: &Guessed,
        bits: i64,
        monitor: &Monitor,
    ) -> Result<Option<FrictionAnswer>, Interrupted> {
        let FrictionProblem { masses, target, .. } = self.problem;
        let variables = masses.len();
        let pivots = residues.elimination.pivots();
        let mut forces = self.kept(pivots, guessed, bits);
        let numbers = target.iter().chain(&forces);
        let scale = common_denominator(numbers);
        let mut right_side = Vec::with_capacity(variables + pivots.len());
        for (mass, target) in masses.iter().zip(target) {
            let numerator = Integer::from(mass.numerator_ref());
            let target = times(target, &scale);
            right_side.push(target * numerator);
        }
        for (column, force) in self.columns.iter().zip(&forces) {
            if *force == 0 {
                continue;
            }
            let force = times(force, &scale);
            for (variable, value) in column {
                let denominator = masses[*variable].denominator_ref();
                let denominator = Integer::from(denominator);
                right_side[*variable] += value * &force * denominator;
            }
        }
        for (row, _) in pivots {
            right_side.push(&self.rows[*row].bound * Integer::from(&scale));
        }
        let matrix = self.matrix(pivots);
        let rows = self.rows.len();
        let solution = lift(
            &matrix,
            residues.field,
            variables,
            right_side,
            None,
            monitor,
            |residual| residues.digit(residual, rows),
        )?;
        let denominator = &solution.denominator * Integer::from(&scale);
        let over = Rational::from(&denominator);
        for ((_, column), multiplier) in pivots.iter().zip(&solution.multipliers) {
            forces[*column] = Rational::from(multiplier) / &over;
        }
        for row in &self.rows {
            let bound = &row.bound * &denominator;
            if row.product(&solution.point) != bound {
                return Ok(None);
            }
        }
        let answer = self.answer(denominator, solution.point, &forces);
        Ok(Some(answer))
    }

    /// The forces of the columns that stay free, from the guess; 0 of the others.
    fn kept(&self, pivots: &[(usize, usize)], guessed: &Guessed, bits: i64) -> Vec<Rational> {
        let mut is_pivot = vec![false; self.columns.len()];
        for (_, column) in pivots {
            is_pivot[*column] = true;
        }
        let mut kept = Vec::with_capacity(self.columns.len());
        for (origin, is_pivot) in self.origins.iter().zip(is_pivot) {
            kept.push(match origin {
                _ if is_pivot => Rational::ZERO,
                Origin::Equality(_) => Rational::ZERO,
                Origin::Across(contact) => guessed.dyadic(*contact, 0, bits),
                Origin::Along(contact) => guessed.dyadic(*contact, 1, bits),
                Origin::Sliding(contact, _) => {
                    let friction = &self.problem.contacts[*contact].friction;
                    let across = guessed.dyadic(*contact, 0, bits);
                    across / Rational::from(friction.denominator_ref())
                }
            });
        }
        kept
    }

    /// The matrix of the variables and the pivots.
    fn matrix(&self, pivots: &[(usize, usize)]) -> Matrix {
        let masses = &self.problem.masses;
        let mut rows = Vec::with_capacity(masses.len() + pivots.len());
        for (variable, mass) in masses.iter().enumerate() {
            let numerator = Integer::from(mass.numerator_ref());
            rows.push(vec![(variable, numerator)]);
        }
        for (place, (_, column)) in pivots.iter().enumerate() {
            for (variable, value) in &self.columns[*column] {
                let denominator = Integer::from(masses[*variable].denominator_ref());
                let entry = -(value * denominator);
                rows[*variable].push((masses.len() + place, entry));
            }
        }
        for (row, _) in pivots {
            rows.push(self.rows[*row].coefficients.clone());
        }
        Matrix::of_rows(rows)
    }

    fn answer(
        &self,
        denominator: Integer,
        point: Vec<Integer>,
        forces: &[Rational],
    ) -> FrictionAnswer {
        let problem = self.problem;
        let mut pairs = vec![[Rational::ZERO, Rational::ZERO]; problem.contacts.len()];
        let mut equalities = vec![Rational::ZERO; problem.equalities.len()];
        for (origin, force) in self.origins.iter().zip(forces) {
            match origin {
                Origin::Equality(index) => equalities[*index].clone_from(force),
                Origin::Across(contact) => pairs[*contact][0].clone_from(force),
                Origin::Along(contact) => pairs[*contact][1].clone_from(force),
                Origin::Sliding(contact, sign) => {
                    let friction = &problem.contacts[*contact].friction;
                    let across = force * Rational::from(friction.denominator_ref());
                    let along = &across * friction * Rational::from(*sign);
                    pairs[*contact] = [across, -along];
                }
            }
        }
        // What the forces lack of the denominator of the point.
        let own = denominator.unsigned_abs_ref();
        let numbers = pairs.iter().flatten().chain(&equalities);
        let mut common = common_denominator(numbers);
        common = common.lcm(own);
        let factor = Integer::from(&common / own);
        let point = point.into_iter().map(|value| value * &factor);
        FrictionAnswer {
            denominator: Integer::from(&common),
            point: point.collect(),
            forces: pairs_over(&pairs, &common),
            equalities: numbers_over(&equalities, &common),
        }
    }
}

/// Newton's law for a variable, in the unknowns of [`least`].
struct NewtonRow {
    coefficients: Vec<(usize, Rational)>,
    bound: Rational,
}

/// A combination of forces that must not be negative.
fn bound_of_forces(coefficients: &[(usize, Rational)]) -> Row {
    Row::from_rationals(coefficients, &Rational::ZERO).0
}

/// -a·x ≥ -b.
fn opposite(row: &Row) -> Row {
    let mut coefficients = Vec::with_capacity(row.coefficients.len());
    for (variable, value) in &row.coefficients {
        coefficients.push((*variable, -value));
    }
    Row {
        coefficients,
        bound: -&row.bound,
    }
}

impl Residues {
    /// One digit of all unknowns, variables first.
    fn digit(&self, residual: &Residual, columns: usize) -> Vec<u64> {
        let Self {
            field,
            inverse_numerators,
            compliances,
            elimination,
            rows,
            columns_of_variables,
        } = self;
        let variables = compliances.len();
        let mut solution = residual.residues(*field);
        let (point, sides) = solution.split_at_mut(variables);
        for (value, inverse) in point.iter_mut().zip(inverse_numerators) {
            *value = field.multiply(*value, *inverse);
        }
        let pivots = elimination.pivots();
        let mut values = vec![0; columns];
        for (place, (row, _)) in pivots.iter().enumerate() {
            let (indices, entries) = rows.row(place);
            let product = field.sparse_dot(indices, entries, point);
            values[*row] = field.subtract(sides[place], product);
        }
        let forces = elimination.solve(&mut values, columns);
        for (side, (_, column)) in sides.iter_mut().zip(pivots) {
            *side = forces[*column];
        }
        for (variable, value) in point.iter_mut().enumerate() {
            let (indices, entries) = columns_of_variables.row(variable);
            let force = field.sparse_dot(indices, entries, sides);
            let moved = field.multiply(force, compliances[variable]);
            *value = field.add(*value, moved);
        }
        solution
    }
}

/// q n - p s t for μ = p / q and the sign s.
fn sliding_column(
    normal: &Row,
    tangent: &Row,
    friction: &Rational,
    sign: i8,
) -> Vec<(usize, Integer)> {
    let across = Integer::from(friction.denominator_ref());
    let along = Integer::from(friction.numerator_ref()) * Integer::from(sign);
    let mut column: BTreeMap<usize, Integer> = BTreeMap::new();
    for (variable, value) in &normal.coefficients {
        column.insert(*variable, value * &across);
    }
    for (variable, value) in &tangent.coefficients {
        *column.entry(*variable).or_insert(Integer::ZERO) -= value * &along;
    }
    column.retain(|_, value| *value != 0);
    column.into_iter().collect()
}

fn residue_lines<'a>(
    field: Field,
    vectors: impl Iterator<Item = &'a [(usize, Integer)]>,
) -> Vec<Vec<(usize, u64)>> {
    let mut lines = Vec::new();
    for vector in vectors {
        let mut line = Vec::with_capacity(vector.len());
        for (index, value) in vector {
            let residue = field.residue(value);
            if residue != 0 {
                line.push((*index, residue));
            }
        }
        line.sort_unstable();
        lines.push(line);
    }
    lines
}

/// Neighbour lists with both ends of every pair.
fn symmetric(mut neighbours: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let lists = neighbours.clone();
    for (index, list) in lists.into_iter().enumerate() {
        for other in list {
            neighbours[other].push(index);
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    neighbours
}
