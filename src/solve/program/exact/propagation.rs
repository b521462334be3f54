//! Most unknowns of a sparse system follow from a few of them.
//!
//! In an equation all of whose unknowns are known but one, that one follows, by a few additions and
//! one exact division; and two or three follow from as many equations in which they alone are left.
//! If no equations are that far, a multiplier has to be known from elsewhere, a *seed*; then
//! again others follow. In floats errors would grow at every step; exact numbers are as right at
//! the end as at the beginning, and no longer. So of long numbers only the seeds have to be made
//! from their p-adic digits, which takes as long as hundreds of steps. Codes against losses are
//! decoded in the same way, by peeling with inactivation (RFC 6330, 5.4).
//!
//! For the system of [`crate::exact::lifting`] and a common denominator D of the multipliers,
//! unknowns are z_i = D a_i x_i and l_j = D λ_j, all integers:
//!
//! ```text
//! z_i - b_i Σ_j A_ji l_j = D c_i              for every variable i
//!   Σ_i (m_j / a_i) A_ji z_i = m_j D d_j      for every row j, with the least common multiple m_j
//! ```
//!
//! If a division leaves a rest, D lacks a factor, which it gets. Whether the result is a solution
//! is left to the caller.

use crate::exact::residual::Matrix;
use crate::numbers::sparse::SparseRows;
use malachite::base::num::arithmetic::traits::{
    AddMulAssign, DivExact, DivRem, Gcd, Lcm, SubMulAssign,
};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural};
use std::collections::BTreeMap;

/// How often the denominator may turn out to lack a factor, as it does all the time where the seeds
/// are wrong. The denominator is that of combinations of all multipliers, seeds or not: it lacks a
/// factor f with probability 1/f³, so that right seeds hardly ever lack one.
const MOST_FACTORS: usize = 16;

/// How many unknowns may follow from as many equations at once: those of a body.
const MOST_TOGETHER: usize = 3;
/// No unknown.
const NONE: usize = usize::MAX;

/// Up to so many unknowns, ascending, and [`NONE`] behind them.
type Few = [usize; MOST_TOGETHER];

/// In which order the unknowns of a system follow from its seeds.
pub(crate) struct Propagation {
    variables: usize,
    /// The multipliers that have to be known, ascending.
    seeds: Vec<usize>,
    steps: Vec<Step>,
    /// The equations: of variables, then of rows. Unknowns are numbered in the same way.
    equations: SparseRows<Integer>,
    /// 1 for variables, m_j for rows.
    scales: Vec<Integer>,
}

/// Unknowns that follow from as many equations, in which all others are known.
struct Step {
    equations: Vec<usize>,
    unknowns: Vec<usize>,
    /// The adjugate of the matrix of these unknowns in these equations, by unknowns.
    adjugate: Vec<Vec<Integer>>,
    /// The determinant of that matrix, not 0.
    determinant: Integer,
}

/// State of the choice of an order.
struct Choice<'a> {
    variables: usize,
    equations: &'a SparseRows<Integer>,
    equations_of: SparseRows<()>,
    is_known: Vec<bool>,
    /// How many unknowns each equation has left.
    left: Vec<usize>,
    /// Equations that had one unknown left.
    ready: Vec<usize>,
    /// Equations that had a few unknowns left.
    close: Vec<usize>,
    /// Those that have been looked at, by the unknowns that they had left.
    by_unknowns: BTreeMap<Few, Vec<usize>>,
    /// Equations of variables that had so many unknowns left, the last ones last.
    waiting: Vec<Vec<usize>>,
}

impl Propagation {
    /// Chooses seeds for a system.
    pub(crate) fn new(matrix: &Matrix, variables: usize) -> Self {
        let mut scales = vec![Integer::ONE; variables];
        let mut rows = Vec::with_capacity(matrix.count());
        for variable in 0..variables {
            let mut row = matrix.row(variable).to_vec();
            row[0].1 = Integer::ONE;
            rows.push(row);
        }
        for index in variables..matrix.count() {
            let (scale, row) = scaled_row(matrix, index);
            scales.push(scale);
            rows.push(row);
        }
        let equations = SparseRows::new(rows);
        let (seeds, steps) = Choice::new(variables, &equations).order();
        Self {
            variables,
            seeds,
            steps,
            equations,
            scales,
        }
    }

    /// The multipliers that have to be known, ascending.
    pub(crate) fn seeds(&self) -> &[usize] {
        &self.seeds
    }

    /// The common denominator and the numerators of all multipliers, given those of the seeds.
    /// `None` if they do not fit together.
    pub(crate) fn complete(
        &self,
        denominator: Integer,
        seeds: Vec<Integer>,
        right_side: &[Integer],
    ) -> Option<(Integer, Vec<Integer>)> {
        let mut denominator = denominator;
        let mut values = vec![Integer::ZERO; self.scales.len()];
        for (seed, value) in self.seeds.iter().zip(seeds) {
            values[self.variables + seed] = value;
        }
        let mut factors = 0;
        for step in &self.steps {
            let mut sums = Vec::with_capacity(step.equations.len());
            for &equation in &step.equations {
                let sum = self.rest(equation, step, &denominator, &values, right_side);
                sums.push(sum);
            }
            for (&unknown, weights) in step.unknowns.iter().zip(&step.adjugate) {
                let product = weighted_sum(weights, &sums);
                let (quotient, rest) = (&product).div_rem(&step.determinant);
                if rest == 0 {
                    values[unknown] = quotient;
                    continue;
                }
                factors += 1;
                if factors > MOST_FACTORS {
                    return None;
                }
                let factor = lacking_factor(&step.determinant, &product);
                denominator *= &factor;
                for value in values.iter_mut().chain(&mut sums) {
                    *value *= &factor;
                }
                values[unknown] = (product * factor).div_exact(&step.determinant);
            }
        }
        Some((denominator, values.split_off(self.variables)))
    }

    /// The part that the other terms of an equation leave for the unknowns of a step.
    fn rest(
        &self,
        equation: usize,
        step: &Step,
        denominator: &Integer,
        values: &[Integer],
        right_side: &[Integer],
    ) -> Integer {
        let right = &right_side[equation];
        let mut sum = if *right == 0 {
            Integer::ZERO
        } else {
            right * &self.scales[equation] * denominator
        };
        let (unknowns, coefficients) = self.equations.row(equation);
        for (&unknown, coefficient) in unknowns.iter().zip(coefficients) {
            let unknown = unknown as usize;
            if !step.unknowns.contains(&unknown) {
                sum.sub_mul_assign(&values[unknown], coefficient);
            }
        }
        sum
    }
}

/// The factor that makes a product a multiple of the divisor.
fn lacking_factor(divisor: &Integer, product: &Integer) -> Integer {
    let divisor = divisor.unsigned_abs_ref();
    Integer::from(divisor.div_exact(divisor.gcd(product.unsigned_abs_ref())))
}

fn weighted_sum(weights: &[Integer], values: &[Integer]) -> Integer {
    let mut sum = Integer::ZERO;
    for (weight, value) in weights.iter().zip(values) {
        sum.add_mul_assign(value, weight);
    }
    sum
}

/// The determinant of a small matrix.
fn determinant(rows: &[Vec<Integer>]) -> Integer {
    let Some((first, _)) = rows.split_first() else {
        return Integer::ONE;
    };
    let mut sum = Integer::ZERO;
    for (column, value) in first.iter().enumerate() {
        sum += value * cofactor(rows, 0, column);
    }
    sum
}

/// The determinant without a row and a column, with the sign of their place.
fn cofactor(rows: &[Vec<Integer>], row: usize, column: usize) -> Integer {
    let mut minor = rows.to_vec();
    minor.remove(row);
    for row in &mut minor {
        row.remove(column);
    }
    let value = determinant(&minor);
    if (row + column).is_multiple_of(2) {
        value
    } else {
        -value
    }
}

/// m_j, and the equation of a row in the z_i.
fn scaled_row(matrix: &Matrix, index: usize) -> (Integer, Vec<(usize, Integer)>) {
    let row = matrix.row(index);
    let mut multiple = Natural::ONE;
    for (variable, _) in row {
        multiple = multiple.lcm(matrix.diagonal(*variable).unsigned_abs_ref());
    }
    let multiple = Integer::from(multiple);
    let mut scaled = Vec::with_capacity(row.len());
    for (variable, value) in row {
        let factor = (&multiple).div_exact(matrix.diagonal(*variable));
        scaled.push((*variable, value * factor));
    }
    (multiple, scaled)
}

impl<'a> Choice<'a> {
    fn new(variables: usize, equations: &'a SparseRows<Integer>) -> Self {
        let count = equations.count();
        let unknowns = (0..count).map(|equation| {
            let (unknowns, _) = equations.row(equation);
            unknowns.iter().map(|&unknown| (unknown as usize, ()))
        });
        let mut choice = Self {
            variables,
            equations,
            equations_of: SparseRows::new(unknowns).transposed(count),
            is_known: vec![false; count],
            left: Vec::with_capacity(count),
            ready: Vec::new(),
            close: Vec::new(),
            by_unknowns: BTreeMap::new(),
            waiting: Vec::new(),
        };
        for equation in 0..count {
            let (unknowns, _) = equations.row(equation);
            choice.left.push(unknowns.len());
            choice.place(equation);
        }
        choice
    }

    /// Puts an equation where it is found by the number of its unknowns.
    fn place(&mut self, equation: usize) {
        let left = self.left[equation];
        match left {
            0 => return,
            1 => self.ready.push(equation),
            2..=MOST_TOGETHER => self.close.push(equation),
            _ => {}
        }
        if left > 1 && equation < self.variables {
            if self.waiting.len() <= left {
                self.waiting.resize(left + 1, Vec::new());
            }
            self.waiting[left].push(equation);
        }
    }

    /// The seeds, ascending, and the steps until all multipliers are known.
    fn order(mut self) -> (Vec<usize>, Vec<Step>) {
        let mut seeds = Vec::new();
        let mut steps = Vec::new();
        let mut missing = self.is_known.len() - self.variables;
        while missing > 0 {
            let found = match self.next_step() {
                Some(step) => {
                    let unknowns = step.unknowns.clone();
                    steps.push(step);
                    unknowns
                }
                None => {
                    let unknown = self.next_seed();
                    seeds.push(unknown - self.variables);
                    vec![unknown]
                }
            };
            for unknown in found {
                if unknown >= self.variables {
                    missing -= 1;
                }
                self.learn(unknown);
            }
        }
        seeds.sort_unstable();
        (seeds, steps)
    }

    /// Equations with as many unknowns left as they are, if there are some.
    fn next_step(&mut self) -> Option<Step> {
        while let Some(equation) = self.ready.pop() {
            if self.left[equation] == 1 {
                let unknowns = self.unknowns_left(equation);
                if let Some(step) = self.step(&[equation], &unknowns[..1]) {
                    return Some(step);
                }
            }
        }
        while let Some(equation) = self.close.pop() {
            let left = self.left[equation];
            if !(2..=MOST_TOGETHER).contains(&left) {
                continue;
            }
            let unknowns = self.unknowns_left(equation);
            let others = self.by_unknowns.entry(unknowns).or_default();
            if others.contains(&equation) {
                continue;
            }
            let earlier = others.clone();
            others.push(equation);
            if let Some(step) = self.step_with(equation, &earlier, &unknowns[..left]) {
                return Some(step);
            }
        }
        None
    }

    /// The unknowns of an equation that has a few left.
    fn unknowns_left(&self, equation: usize) -> Few {
        let mut few = [NONE; MOST_TOGETHER];
        let mut places = few.iter_mut();
        let (unknowns, _) = self.equations.row(equation);
        for &unknown in unknowns {
            if !self.is_known[unknown as usize]
                && let Some(place) = places.next()
            {
                *place = unknown as usize;
            }
        }
        few.sort_unstable();
        few
    }

    /// The step from an equation with one or two of the earlier ones that have the same unknowns
    /// left.
    fn step_with(&self, equation: usize, earlier: &[usize], unknowns: &[usize]) -> Option<Step> {
        for (place, &second) in earlier.iter().enumerate() {
            if unknowns.len() == 2 {
                if let Some(step) = self.step(&[equation, second], unknowns) {
                    return Some(step);
                }
                continue;
            }
            for &third in &earlier[..place] {
                if let Some(step) = self.step(&[equation, second, third], unknowns) {
                    return Some(step);
                }
            }
        }
        None
    }

    /// The step from equations to unknowns; `None` if they do not tell these.
    fn step(&self, equations: &[usize], unknowns: &[usize]) -> Option<Step> {
        let mut matrix = Vec::with_capacity(equations.len());
        for &equation in equations {
            let entries = unknowns
                .iter()
                .map(|&unknown| self.entry(equation, unknown));
            matrix.push(entries.collect());
        }
        let determinant = determinant(&matrix);
        if determinant == 0 {
            return None;
        }
        let places = 0..unknowns.len();
        let mut adjugate = Vec::with_capacity(unknowns.len());
        for column in places.clone() {
            let line = places.clone().map(|row| cofactor(&matrix, row, column));
            adjugate.push(line.collect());
        }
        Some(Step {
            equations: equations.to_vec(),
            unknowns: unknowns.to_vec(),
            adjugate,
            determinant,
        })
    }

    /// The coefficient of an unknown in an equation.
    fn entry(&self, equation: usize, unknown: usize) -> Integer {
        let (unknowns, coefficients) = self.equations.row(equation);
        let mut unknowns = unknowns.iter();
        match unknowns.position(|&other| other as usize == unknown) {
            Some(place) => coefficients[place].clone(),
            None => Integer::ZERO,
        }
    }

    /// A multiplier of the equation of a variable that has the fewest unknowns left; of several
    /// such equations, that of which another unknown has become known last.
    fn next_seed(&mut self) -> usize {
        for left in 2..self.waiting.len() {
            while let Some(equation) = self.waiting[left].pop() {
                if self.left[equation] != left {
                    continue;
                }
                if let Some(multiplier) = self.multiplier_left(equation) {
                    return multiplier;
                }
            }
        }
        let mut multipliers = self.variables..self.is_known.len();
        let unknown = multipliers.find(|&unknown| !self.is_known[unknown]);
        unknown.unwrap_or_else(|| unreachable!("a multiplier is missing"))
    }

    /// The first multiplier of an equation that is not known.
    fn multiplier_left(&self, equation: usize) -> Option<usize> {
        let (unknowns, _) = self.equations.row(equation);
        let mut unknowns = unknowns.iter().map(|&unknown| unknown as usize);
        unknowns.find(|&unknown| unknown >= self.variables && !self.is_known[unknown])
    }

    fn learn(&mut self, unknown: usize) {
        self.is_known[unknown] = true;
        let (equations, _) = self.equations_of.row(unknown);
        for place in 0..equations.len() {
            let (equations, _) = self.equations_of.row(unknown);
            let equation = equations[place] as usize;
            self.left[equation] -= 1;
            self.place(equation);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::elimination;
    use crate::problem::{Problem, Row};
    use malachite::Rational;

    fn matrix(masses: &[(i64, i64)], rows: &[Vec<(usize, i64)>]) -> Matrix {
        let mut problem = Problem {
            masses: Vec::new(),
            target: vec![Rational::ZERO; masses.len()],
            rows: Vec::new(),
            equalities: rows.len(),
        };
        for &(numerator, denominator) in masses {
            let mass = Rational::from_signeds(numerator, denominator);
            problem.masses.push(mass);
        }
        for row in rows {
            let coefficients = row.iter().map(|&(place, value)| (place, value.into()));
            problem.rows.push(Row {
                coefficients: coefficients.collect(),
                bound: Integer::ZERO,
            });
        }
        let working: Vec<usize> = (0..rows.len()).collect();
        Matrix::new(&problem, &working)
    }

    /// A lattice of variables, each tied to the next in its line and to the one across.
    fn lattice(side: usize) -> Matrix {
        let mut masses = Vec::new();
        let mut rows = Vec::new();
        for place in 0..side * side {
            let number = place as i64;
            masses.push((number % 6 + 1, number % 4 + 1));
            if place % side > 0 {
                rows.push(vec![(place - 1, 3 + number % 5), (place, -7 - number % 4)]);
            }
            if place >= side && place % 9 == 0 {
                rows.push(vec![(place - side, 2), (place - 1, 5), (place, number)]);
            }
        }
        matrix(&masses, &rows)
    }

    /// Small numbers that do not repeat soon.
    fn sides(count: usize) -> Vec<Integer> {
        let numbers = (0..count as i64).map(|place| Integer::from(place * place % 11 - 5));
        numbers.collect()
    }

    #[test]
    fn what_follows_from_the_seeds_is_the_solution_by_elimination() {
        let side = 7;
        let variables = side * side;
        let matrix = lattice(side);
        let right_side = sides(matrix.count());
        let (variable_side, row_side) = right_side.split_at(variables);
        let (denominator, multipliers) = elimination::solve(&matrix, variable_side, row_side);
        let propagation = Propagation::new(&matrix, variables);
        let seeds = propagation.seeds();
        assert!(!seeds.is_empty() && 3 * seeds.len() < multipliers.len());
        let known = seeds.iter().map(|&seed| multipliers[seed].clone());
        let known: Vec<Integer> = known.collect();
        let completed = propagation.complete(denominator.clone(), known.clone(), &right_side);
        assert_eq!(completed, Some((denominator.clone(), multipliers)));
        let wrong = known.into_iter().map(|value| value + Integer::ONE);
        let completed = propagation.complete(denominator, wrong.collect(), &right_side);
        let solves = completed.is_some_and(|(denominator, multipliers)| {
            let solution = matrix.completed(denominator, multipliers, variable_side);
            matrix.satisfies_rows(&solution, row_side)
        });
        assert!(!solves);
    }

    #[test]
    fn a_denominator_gets_the_factors_that_it_lacks() {
        // x = 1 and x + 2 y = 2: y is 1/2, the second multiplier 1/4 and the first 3/4.
        let matrix = matrix(&[(1, 1), (1, 1)], &[vec![(0, 1)], vec![(0, 1), (1, 2)]]);
        let propagation = Propagation::new(&matrix, 2);
        assert!(propagation.seeds().is_empty());
        let right_side = [0, 0, 1, 2].map(Integer::from);
        let completed = propagation.complete(Integer::ONE, Vec::new(), &right_side);
        let expected = vec![Integer::from(3), Integer::from(1)];
        assert_eq!(completed, Some((Integer::from(4), expected)));
    }
}
