//! The exact point and the exact prices of a basis.
//!
//! Let K be the basic structural variables, and R the rows whose logical variables are not basic;
//! there are as many of both. Then
//!
//! ```text
//! A_RK x_K = r_R - A_RN x_N,   A_RKᵀ y_R = c_K,   y = 0 elsewhere
//! ```
//!
//! which one sparse elimination modulo a prime, and another one of the transposed matrix, solve by
//! p-adic lifting ([`crate::exact::lifting`]). Solutions are verified by multiplying out.

use super::standard::{Range, Standard, State};
use crate::exact::reconstruction::Digits;
use crate::exact::residual::{Matrix, Residual};
use crate::exact::unsymmetric::Elimination;
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::numbers::field::Field;
use crate::numbers::number::{common_denominator, times};
use malachite::base::num::arithmetic::traits::AddMulAssign;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};

/// The part, 1 / GROWTH, by which the number of digits grows between two attempts to reconstruct
/// the solution.
const GROWTH: usize = 10;

/// Integers over a common denominator.
struct Fractions {
    denominator: Integer,
    numerators: Vec<Integer>,
}

/// The exact values and reduced costs of a basis.
pub(super) struct ExactBasis {
    /// The values of all variables.
    point: Fractions,
    /// The reduced costs of all variables, c - Aᵀy and y.
    reduced: Fractions,
}

/// The part of the matrix that a basis inverts.
pub(super) struct Kernel<'a> {
    standard: &'a Standard,
    states: &'a [State],
    /// R and K, in an order of elimination that keeps it sparse.
    rows: Vec<usize>,
    variables: Vec<usize>,
    /// The places of variables in K.
    places: Vec<Option<usize>>,
}

impl<'a> Kernel<'a> {
    /// `pivots` are pairs (row, variable) of the basis.
    pub(super) fn new(
        standard: &'a Standard,
        states: &'a [State],
        pivots: &[(usize, usize)],
    ) -> Self {
        let structural = standard.structural();
        let mut kernel = Self {
            standard,
            states,
            rows: Vec::new(),
            variables: Vec::new(),
            places: vec![None; structural],
        };
        // The pivot of a logical variable is in its own row, but that of its row may be another's.
        for (row, variable) in pivots {
            if states[structural + row] != State::Basic {
                kernel.rows.push(*row);
            }
            if *variable < structural {
                kernel.places[*variable] = Some(kernel.variables.len());
                kernel.variables.push(*variable);
            }
        }
        kernel
    }

    /// The point of the basis, and its reduced costs for these costs of all variables. `None` if
    /// the basis is singular.
    pub(super) fn solve(
        &self,
        costs: &[Rational],
        monitor: &Monitor,
    ) -> Result<Option<ExactBasis>, Interrupted> {
        if self.rows.len() != self.variables.len() {
            return Ok(None);
        }
        let mut resting = Vec::with_capacity(self.states.len());
        for (variable, state) in self.states.iter().enumerate() {
            resting.push(self.standard.resting_value(variable, *state));
        }
        let Some(point) = self.point(&resting, monitor)? else {
            return Ok(None);
        };
        let Some(reduced) = self.reduced(costs, monitor)? else {
            return Ok(None);
        };
        Ok(Some(ExactBasis { point, reduced }))
    }

    /// The rows of A_RK.
    fn matrix(&self) -> Vec<Vec<(usize, Integer)>> {
        let mut matrix = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let entries = self.entries(*row);
            let mut entries: Vec<_> = entries
                .map(|(place, value)| (place, value.clone()))
                .collect();
            entries.sort_by_key(|(place, _)| *place);
            matrix.push(entries);
        }
        matrix
    }

    /// The rows of A_RKᵀ.
    fn transposed(&self) -> Vec<Vec<(usize, Integer)>> {
        let mut transposed = vec![Vec::new(); self.variables.len()];
        for (index, row) in self.rows.iter().enumerate() {
            for (place, value) in self.entries(*row) {
                transposed[place].push((index, value.clone()));
            }
        }
        transposed
    }

    /// The entries of a row at variables of K, with their places.
    fn entries(&self, row: usize) -> impl Iterator<Item = (usize, &Integer)> {
        let entries = self.standard.rows[row].iter();
        entries.filter_map(|(variable, value)| Some((self.places[*variable]?, value)))
    }

    /// The direction in which the point moves if a variable grows by 1, or shrinks, and the other
    /// ones that are not basic stay: of the structural variables.
    pub(super) fn ray(
        &self,
        entering: usize,
        grows: bool,
        monitor: &Monitor,
    ) -> Result<Option<Vec<Rational>>, Interrupted> {
        let mut resting = vec![Rational::ZERO; self.states.len()];
        resting[entering] = Rational::from(if grows { 1 } else { -1 });
        let direction = self.point(&resting, monitor)?;
        let structural = self.standard.structural();
        Ok(direction.map(|direction| direction.numbers().take(structural).collect()))
    }

    /// The values of all variables from those of the ones that are not basic.
    fn point(
        &self,
        resting: &[Rational],
        monitor: &Monitor,
    ) -> Result<Option<Fractions>, Interrupted> {
        let resting = Fractions::new(resting);
        let structural = self.standard.structural();
        let mut right = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let own = &resting.numerators[structural + row];
            right.push(own - self.product(*row, &resting.numerators));
        }
        let Some(solution) = lifted(self.matrix(), right, monitor)? else {
            return Ok(None);
        };
        let mut point = resting.over(&solution.denominator);
        for (variable, value) in self.variables.iter().zip(solution.numerators) {
            point.numerators[*variable] = value;
        }
        for row in 0..self.standard.rows.len() {
            if self.is_basic(structural + row) {
                point.numerators[structural + row] = self.product(row, &point.numerators);
            }
        }
        Ok(Some(point))
    }

    /// The reduced costs of all variables from their costs.
    fn reduced(
        &self,
        costs: &[Rational],
        monitor: &Monitor,
    ) -> Result<Option<Fractions>, Interrupted> {
        let costs = Fractions::new(costs);
        let structural = self.standard.structural();
        let mut right: Vec<Integer> = Vec::with_capacity(self.variables.len());
        for variable in &self.variables {
            right.push(costs.numerators[*variable].clone());
        }
        // The price of a row whose logical variable is basic is the negative of its cost.
        let mut prices = vec![Integer::ZERO; self.standard.rows.len()];
        for (row, price) in prices.iter_mut().enumerate() {
            let cost = &costs.numerators[structural + row];
            if *cost == 0 || !self.is_basic(structural + row) {
                continue;
            }
            *price = -cost;
            for (place, value) in self.entries(row) {
                right[place] += value * cost;
            }
        }
        let Some(solution) = lifted(self.transposed(), right, monitor)? else {
            return Ok(None);
        };
        for price in &mut prices {
            *price *= &solution.denominator;
        }
        for (row, price) in self.rows.iter().zip(solution.numerators) {
            prices[*row] = price;
        }
        let mut reduced = costs.over(&solution.denominator);
        for (row, price) in prices.iter().enumerate() {
            if *price == 0 {
                continue;
            }
            for (variable, value) in &self.standard.rows[row] {
                reduced.numerators[*variable] -= value * price;
            }
            reduced.numerators[structural + row] += price;
        }
        Ok(Some(reduced))
    }

    fn is_basic(&self, variable: usize) -> bool {
        self.states[variable] == State::Basic
    }

    /// The scalar product of a row with values of the structural variables.
    fn product(&self, row: usize, values: &[Integer]) -> Integer {
        let mut sum = Integer::ZERO;
        for (variable, entry) in &self.standard.rows[row] {
            let value = &values[*variable];
            if *value != 0 {
                sum.add_mul_assign(entry, value);
            }
        }
        sum
    }
}

/// The solution of a square system, `None` if it seems to be singular. Rows and columns with the
/// same index are good pivots.
fn lifted(
    rows: Vec<Vec<(usize, Integer)>>,
    right: Vec<Integer>,
    monitor: &Monitor,
) -> Result<Option<Fractions>, Interrupted> {
    let size = rows.len();
    if right.iter().all(|value| *value == 0) {
        return Ok(Some(Fractions {
            denominator: Integer::ONE,
            numerators: vec![Integer::ZERO; size],
        }));
    }
    let field = Field::first();
    let mut residues = Vec::with_capacity(size);
    for row in &rows {
        let entries = row
            .iter()
            .map(|(column, value)| (*column, field.residue(value)));
        residues.push(entries.filter(|(_, value)| *value != 0).collect());
    }
    let order: Vec<usize> = (0..size).collect();
    let elimination = monitor.time(Stage::Factorisation, || {
        Elimination::new(field, residues, size, &order)
    });
    if elimination.pivots().len() < size {
        return Ok(None);
    }
    let matrix = Matrix::of_rows(rows);
    let solution = monitor.time(Stage::Lifting, || {
        let mut residual = Residual::new(right.clone(), &matrix);
        let mut digits = Digits::new(field);
        let mut enough = 2;
        loop {
            while digits.count() < enough {
                monitor.check()?;
                let digit = elimination.solve(&mut residual.residues(field), size);
                residual = residual.lifted(&matrix, &digit, field);
                digits.push(digit);
            }
            if let Some((denominator, numerators)) = digits.reconstruct(&Natural::ONE) {
                let solution = Fractions {
                    denominator,
                    numerators,
                };
                if solution.solves(&matrix, &right) {
                    return Ok(solution);
                }
            }
            enough += enough.div_ceil(GROWTH);
        }
    })?;
    Ok(Some(solution))
}

impl Fractions {
    fn new(values: &[Rational]) -> Self {
        let scale = common_denominator(values);
        Self {
            numerators: values.iter().map(|value| times(value, &scale)).collect(),
            denominator: Integer::from(scale),
        }
    }

    /// The same numbers over a multiple of their denominator.
    fn over(self, factor: &Integer) -> Self {
        let numerators = self.numerators.into_iter();
        Self {
            numerators: numerators.map(|value| value * factor).collect(),
            denominator: self.denominator * factor,
        }
    }

    fn solves(&self, matrix: &Matrix, right: &[Integer]) -> bool {
        right.iter().enumerate().all(|(index, value)| {
            let entries = matrix.row(index).iter();
            let products = entries.map(|(column, entry)| entry * &self.numerators[*column]);
            products.sum::<Integer>() == value * &self.denominator
        })
    }

    fn numbers(&self) -> impl Iterator<Item = Rational> {
        let numerators = self.numerators.iter();
        numerators.map(|value| Rational::from_integers_ref(value, &self.denominator))
    }
}

impl ExactBasis {
    /// The values of all variables.
    pub(super) fn values(&self) -> impl Iterator<Item = Rational> {
        self.point.numbers()
    }

    /// The reduced costs of all variables; of logical ones they are the multipliers of rows.
    pub(super) fn reduced_costs(&self) -> impl Iterator<Item = Rational> {
        self.reduced.numbers()
    }

    /// The values of the first variables times a common denominator, which comes first.
    pub(super) fn point(&self, count: usize) -> (Integer, Vec<Integer>) {
        let numerators = &self.point.numerators[..count];
        (self.point.denominator.clone(), numerators.to_vec())
    }

    /// The reduced costs times a common denominator, which comes first.
    pub(super) fn reduced(&self) -> (Integer, Vec<Integer>) {
        let numerators = self.reduced.numerators.clone();
        (self.reduced.denominator.clone(), numerators)
    }

    /// Whether no value violates its bounds.
    pub(super) fn is_feasible(&self, ranges: &[Range]) -> bool {
        let Fractions {
            denominator,
            numerators,
        } = &self.point;
        let mut values = ranges.iter().zip(numerators);
        values.all(|(range, value)| {
            let lower = range.lower.as_ref();
            let upper = range.upper.as_ref();
            lower.is_none_or(|lower| !is_below(value, denominator, lower))
                && upper.is_none_or(|upper| !is_below(&-value, denominator, &-upper))
        })
    }

    /// Whether no step lowers the costs.
    pub(super) fn is_dual_feasible(&self, ranges: &[Range], states: &[State]) -> bool {
        let reduced = self.reduced.numerators.iter();
        let mut variables = reduced.zip(ranges.iter().zip(states));
        variables.all(|(reduced, (range, state))| {
            let reduced = Rational::from(reduced);
            !state.lowers(range, &reduced)
        })
    }

    /// Whether every step raises the costs: then no other point is as good.
    pub(super) fn is_strict(&self, ranges: &[Range], states: &[State]) -> bool {
        let reduced = self.reduced.numerators.iter();
        let mut variables = reduced.zip(ranges.iter().zip(states));
        variables.all(|(reduced, (range, state))| {
            *state == State::Basic || range.is_fixed() || *reduced != 0
        })
    }
}

/// Whether `numerator` / `denominator` is below a bound, for a positive denominator.
fn is_below(numerator: &Integer, denominator: &Integer, bound: &Rational) -> bool {
    let numerator = numerator * Integer::from(bound.denominator_ref());
    let size = denominator * Integer::from(bound.numerator_ref());
    if *bound < 0 {
        numerator < -size
    } else {
        numerator < size
    }
}
