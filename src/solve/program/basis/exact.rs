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

    /// The point of the basis, and its reduced costs for these costs of all variables. `None` if the
    /// basis is singular.
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
            let mut entries = Vec::new();
            for (variable, value) in &self.standard.rows[*row] {
                if let Some(place) = self.places[*variable] {
                    entries.push((place, value.clone()));
                }
            }
            entries.sort_by_key(|(place, _)| *place);
            matrix.push(entries);
        }
        matrix
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
        let Self {
            standard, states, ..
        } = self;
        let structural = standard.structural();
        let scale = common_denominator(resting);
        let resting: Vec<Integer> = resting.iter().map(|value| times(value, &scale)).collect();
        let mut right = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let mut value = resting[structural + row].clone();
            for (variable, entry) in &standard.rows[*row] {
                if resting[*variable] != 0 {
                    value -= entry * &resting[*variable];
                }
            }
            right.push(value);
        }
        let Some(solution) = lifted(self.matrix(), right, monitor)? else {
            return Ok(None);
        };
        let mut numerators: Vec<Integer> = Vec::with_capacity(states.len());
        for value in resting {
            numerators.push(value * &solution.denominator);
        }
        for (variable, value) in self.variables.iter().zip(solution.numerators) {
            numerators[*variable] = value;
        }
        for (row, entries) in standard.rows.iter().enumerate() {
            if states[structural + row] != State::Basic {
                continue;
            }
            let mut value = Integer::ZERO;
            for (variable, entry) in entries {
                value += entry * &numerators[*variable];
            }
            numerators[structural + row] = value;
        }
        let denominator = solution.denominator * Integer::from(scale);
        Ok(Some(Fractions {
            denominator,
            numerators,
        }))
    }

    fn reduced(
        &self,
        costs: &[Rational],
        monitor: &Monitor,
    ) -> Result<Option<Fractions>, Interrupted> {
        let Self {
            standard, states, ..
        } = self;
        let structural = standard.structural();
        let scale = common_denominator(costs);
        let costs: Vec<Integer> = costs.iter().map(|cost| times(cost, &scale)).collect();
        let mut transposed = vec![Vec::new(); self.variables.len()];
        let mut right: Vec<Integer> = Vec::with_capacity(self.variables.len());
        for variable in &self.variables {
            right.push(costs[*variable].clone());
        }
        // The price of a row whose logical variable is basic is the negative of its cost.
        let mut known = vec![Integer::ZERO; standard.rows.len()];
        for (row, entries) in standard.rows.iter().enumerate() {
            if states[structural + row] == State::Basic {
                known[row] = -&costs[structural + row];
            }
            if known[row] == 0 {
                continue;
            }
            for (variable, entry) in entries {
                if let Some(place) = self.places[*variable] {
                    right[place] -= entry * &known[row];
                }
            }
        }
        for (index, row) in self.rows.iter().enumerate() {
            for (variable, entry) in &standard.rows[*row] {
                if let Some(place) = self.places[*variable] {
                    transposed[place].push((index, entry.clone()));
                }
            }
        }
        let Some(solution) = lifted(transposed, right, monitor)? else {
            return Ok(None);
        };
        let mut prices = known;
        for price in &mut prices {
            *price *= &solution.denominator;
        }
        for (row, price) in self.rows.iter().zip(solution.numerators) {
            prices[*row] = price;
        }
        let mut numerators: Vec<Integer> = Vec::with_capacity(costs.len());
        for cost in costs {
            numerators.push(cost * &solution.denominator);
        }
        for (row, entries) in standard.rows.iter().enumerate() {
            if prices[row] == 0 {
                continue;
            }
            for (variable, entry) in entries {
                numerators[*variable] -= entry * &prices[row];
            }
            numerators[structural + row] += &prices[row];
        }
        let denominator = solution.denominator * Integer::from(scale);
        Ok(Some(Fractions {
            denominator,
            numerators,
        }))
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
