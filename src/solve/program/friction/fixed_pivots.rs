//! Modes by Lemke's method in fixed-point numbers.
//!
//! If bodies have moved by δ, numbers that tell one mode from another may be of the size δ² to δ⁴,
//! and floats cannot see them. The method of [`super::lemke`] in numbers of some hundred binary
//! digits does, and it is much cheaper than in integers, which grow with every pivot. Constants are
//! raised by tiny amounts without a pattern, which stand for the lexicographic rule. Rows and
//! columns are scaled to size 1. Whatever it ends with is a guess.

use super::lemke::Folded;
use super::{FrictionProblem, Mode};
use crate::friction::dictionary::Variable;
use crate::monitor::{Monitor, Stage};
use malachite::Integer;
use malachite::base::num::arithmetic::traits::{NegAssign, PowerOf2};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;

/// The digits behind the point.
const DIGITS: u64 = 768;
/// Entries below 2^-this count as 0.
const ZERO: u64 = 400;
/// Constants are raised by about 2^-this.
const RAISED: u64 = 320;
/// Larger problems are not begun.
const MOST_ROWS: usize = 600;

/// A dictionary in units of 2^-[`DIGITS`], rows for the basic variables.
struct Table {
    basic: Vec<Variable>,
    nonbasic: Vec<Variable>,
    /// The coefficients of the nonbasic variables, and the constant at the end.
    entries: Vec<Vec<Integer>>,
    equalities: usize,
}

/// The modes of the answer that Lemke's method ends with; `None` if it ends with none.
pub(crate) fn modes(problem: &FrictionProblem, monitor: &Monitor) -> Option<Vec<Mode>> {
    monitor.time(Stage::Guess, || {
        let folded = Folded::new(problem, &[]);
        if folded.rows() > MOST_ROWS {
            return None;
        }
        let mut table = Table::new(problem, &folded.lines());
        table.eliminate_equalities();
        if !table.pivot_until_uncovered(monitor) {
            return None;
        }
        Some(table.modes(problem))
    })
}

/// 2^shift times a number.
fn shifted(value: &Integer, shift: i64) -> Integer {
    value << shift
}

fn bits(value: &Integer) -> i64 {
    i64::try_from(value.significant_bits()).unwrap_or(i64::MAX)
}

/// Whether an entry counts as 0.
fn is_zero(value: &Integer) -> bool {
    value.significant_bits() <= DIGITS - ZERO
}

/// For each row of the lines, and its multiplier, an exponent: entries times 2^-(row + column) are
/// of size 1.
fn exponents(problem: &FrictionProblem, lines: &[Vec<Integer>]) -> Vec<i64> {
    let mut rows: Vec<i64> = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate().take(problem.equalities.len()) {
        rows.push(bits(&line[index]) / 2);
    }
    for contact in &problem.contacts {
        let first = rows.len();
        rows.push(bits(&lines[first][first]) / 2);
        if contact.is_candidate() {
            let along = bits(&lines[first + 1][first + 1]) / 2;
            // λ is of the size of v, and the bound of friction of that of ψ.
            rows.extend([along, along, -along]);
        }
    }
    rows
}

impl Table {
    fn new(problem: &FrictionProblem, lines: &[Vec<Integer>]) -> Self {
        let exponents = exponents(problem, lines);
        let count = lines.len();
        let digits = i64::try_from(DIGITS).unwrap_or(i64::MAX);
        let sizes = lines.iter().zip(&exponents);
        let sizes = sizes.filter(|(line, _)| line[count + 1] != 0);
        let largest = sizes.map(|(line, row)| bits(&line[count + 1]) - row).max();
        let unit = largest.unwrap_or(0);
        let equalities = problem.equalities.len();
        let mut entries = Vec::with_capacity(count);
        for (index, (line, row)) in lines.iter().zip(&exponents).enumerate() {
            let mut scaled = Vec::with_capacity(count + 2);
            for (value, column) in line.iter().zip(&exponents) {
                scaled.push(shifted(value, digits - row - column));
            }
            let mut constant = shifted(&line[count + 1], digits - row - unit);
            if index < equalities {
                scaled.push(Integer::ZERO);
            } else {
                scaled.push(Integer::power_of_2(DIGITS));
                constant += raise(index);
            }
            scaled.push(constant);
            entries.push(scaled);
        }
        let mut nonbasic: Vec<Variable> = (0..count).map(Variable::Multiplier).collect();
        nonbasic.push(Variable::Cover);
        Self {
            basic: (0..count).map(Variable::Slack).collect(),
            nonbasic,
            entries,
            equalities,
        }
    }

    fn row(&self, variable: Variable) -> Option<usize> {
        self.basic.iter().position(|other| *other == variable)
    }

    fn column(&self, variable: Variable) -> Option<usize> {
        self.nonbasic.iter().position(|other| *other == variable)
    }

    fn constant(&self, row: usize) -> &Integer {
        &self.entries[row][self.nonbasic.len()]
    }

    fn eliminate_equalities(&mut self) {
        for equality in 0..self.equalities {
            let row = self.row(Variable::Slack(equality));
            let column = self.column(Variable::Multiplier(equality));
            let (Some(row), Some(column)) = (row, column) else {
                continue;
            };
            if is_zero(&self.entries[row][column]) {
                self.basic.remove(row);
                self.entries.remove(row);
            } else {
                self.exchange(row, column);
            }
            self.nonbasic.remove(column);
            for line in &mut self.entries {
                line.remove(column);
            }
        }
    }

    /// Lemke's method. Whether it ends with an answer.
    fn pivot_until_uncovered(&mut self, monitor: &Monitor) -> bool {
        let rows = 0..self.basic.len();
        let most_negative = rows
            .filter(|row| !self.is_free(*row))
            .min_by_key(|row| self.constant(*row));
        let Some(mut leaving) = most_negative else {
            return true;
        };
        if *self.constant(leaving) >= 0 {
            return true;
        }
        let mut entering = Variable::Cover;
        for _ in 0..4 * self.basic.len() + 50 {
            let Some(column) = self.column(entering) else {
                return false;
            };
            if monitor.check().is_err() {
                return false;
            }
            let left = self.basic[leaving];
            self.exchange(leaving, column);
            monitor.count(|counts| counts.pivots += 1);
            entering = match left {
                Variable::Multiplier(row) => Variable::Slack(row),
                Variable::Slack(row) => Variable::Multiplier(row),
                Variable::Cover => return true,
            };
            let Some(column) = self.column(entering) else {
                return false;
            };
            match self.least_ratio(column) {
                Some(row) => leaving = row,
                None => return false,
            }
        }
        false
    }

    /// The row that bounds the variable of a column.
    fn least_ratio(&self, column: usize) -> Option<usize> {
        let mut least: Option<(usize, Integer)> = None;
        for (row, line) in self.entries.iter().enumerate() {
            let entry = &line[column];
            if self.is_free(row) || *entry >= 0 || is_zero(entry) {
                continue;
            }
            let ratio = (self.constant(row) << DIGITS) / -entry;
            if least.as_ref().is_none_or(|(_, other)| ratio < *other) {
                least = Some((row, ratio));
            }
        }
        least.map(|(row, _)| row)
    }

    /// Whether the basic variable of a row is the multiplier of an equality.
    fn is_free(&self, row: usize) -> bool {
        match self.basic[row] {
            Variable::Multiplier(index) => index < self.equalities,
            _ => false,
        }
    }

    /// Exchanges the basic variable of a row with the nonbasic one of a column.
    fn exchange(&mut self, row: usize, column: usize) {
        let mut pivot_row = std::mem::take(&mut self.entries[row]);
        let pivot = std::mem::take(&mut pivot_row[column]);
        let inverse = Integer::power_of_2(2 * DIGITS) / pivot;
        for value in &mut pivot_row {
            if *value != 0 {
                *value *= &inverse;
                *value >>= DIGITS;
                value.neg_assign();
            }
        }
        pivot_row[column] = inverse;
        for (index, line) in self.entries.iter_mut().enumerate() {
            if index == row {
                continue;
            }
            let factor = std::mem::take(&mut line[column]);
            if factor == 0 {
                continue;
            }
            for (value, above) in line.iter_mut().zip(&pivot_row) {
                if *above != 0 {
                    *value += (&factor * above) >> DIGITS;
                }
            }
        }
        self.entries[row] = pivot_row;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }

    /// The modes of the contacts, by which variables are basic.
    fn modes(&self, problem: &FrictionProblem) -> Vec<Mode> {
        let mut is_basic = vec![false; 4 * problem.contacts.len() + self.equalities];
        for variable in &self.basic {
            if let Variable::Multiplier(index) = variable {
                is_basic[*index] = true;
            }
        }
        let mut first = self.equalities;
        let mut modes = Vec::with_capacity(problem.contacts.len());
        for contact in &problem.contacts {
            if !contact.is_candidate() {
                modes.push(match is_basic[first] {
                    true => Mode::Slide(contact.sliding),
                    false => Mode::Open,
                });
                first += 1;
                continue;
            }
            let [across, along, against, slips] = [0, 1, 2, 3].map(|place| is_basic[first + place]);
            modes.push(match (across, slips, along, against) {
                (false, ..) | (true, true, false, false) => Mode::Open,
                (true, true, true, false) => Mode::Slide(-1),
                (true, true, false, true) => Mode::Slide(1),
                (true, false, false, false) => Mode::Slide(0),
                _ => Mode::Stick,
            });
            first += 4;
        }
        modes
    }
}

/// By how much a constant is raised: between one and two units, without a pattern.
fn raise(index: usize) -> Integer {
    let mixed = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let fraction = Integer::from(mixed >> 32) + Integer::power_of_2(32);
    fraction << (DIGITS - RAISED - 32)
}
