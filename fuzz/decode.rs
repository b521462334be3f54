//! Bytes as small degenerate programs.
//!
//! Every sequence of bytes means a program, and most mean an awkward one: rows that repeat, scale
//! or add up earlier ones, with the same bound or a slightly different one; rows without
//! coefficients; rows that are exactly tight at the target; masses of 10^±12; coefficients of 10^9.

use malachite::{Integer, Rational};
use zwang_program::kernel::{Problem, Row};

const MOST_VARIABLES: u8 = 5;
const MOST_ROWS: u8 = 9;
const FAR: i64 = 1_000_000_000;
const HEAVY: i64 = 1_000_000_000_000;

/// The program that the bytes mean; what is missing counts as zero.
pub fn problem(bytes: &[u8]) -> Problem {
    let mut bytes = Bytes(bytes);
    let variables = usize::from(1 + bytes.below(MOST_VARIABLES));
    let count = usize::from(bytes.below(MOST_ROWS + 1));
    let equalities = usize::from(bytes.below(8)).saturating_sub(4).min(count);
    let masses = (0..variables).map(|_| bytes.mass()).collect();
    let target: Vec<Rational> = (0..variables).map(|_| bytes.coordinate()).collect();
    let mut rows: Vec<Row> = Vec::with_capacity(count);
    while rows.len() < count {
        let row = bytes.row(&target, &rows);
        rows.push(row);
    }
    Problem {
        masses,
        target,
        rows,
        equalities,
    }
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    fn below(&mut self, limit: u8) -> u8 {
        self.next() % limit
    }

    /// Between -3 and 3.
    fn small(&mut self) -> i64 {
        i64::from(self.below(7)) - 3
    }

    fn mass(&mut self) -> Rational {
        match self.below(8) {
            0 => Rational::from(HEAVY),
            1 => Rational::from_signeds(1, HEAVY),
            2 => Rational::from_signeds(FAR + 7, 3),
            // Divisible by the prime of a modular solver.
            3 => Rational::from((1_i64 << 61) - 1),
            _ => Rational::from_signeds(1 + i64::from(self.below(4)), 1 + i64::from(self.below(3))),
        }
    }

    fn coordinate(&mut self) -> Rational {
        match self.below(8) {
            0 => Rational::from(FAR * self.small() + self.small()),
            1 => Rational::from_signeds(self.small(), HEAVY),
            _ => Rational::from_signeds(self.small(), 1 + i64::from(self.below(3))),
        }
    }

    fn row(&mut self, target: &[Rational], earlier: &[Row]) -> Row {
        let count = u8::try_from(earlier.len()).unwrap_or(u8::MAX);
        let (kind, nudge) = (self.below(8), self.below(8));
        let mut row = match kind {
            0 if count > 0 => earlier[usize::from(self.below(count))].clone(),
            1 if count > 0 => {
                combination(&earlier[usize::from(self.below(count))], self.small(), None)
            }
            2 | 3 if count > 0 => {
                let (one, other) = (
                    usize::from(self.below(count)),
                    usize::from(self.below(count)),
                );
                combination(
                    &earlier[one],
                    1 + i64::from(self.below(3)),
                    Some(&earlier[other]),
                )
            }
            4 => Row {
                coefficients: Vec::new(),
                bound: Integer::from(self.small()),
            },
            _ => self.fresh(target),
        };
        match nudge {
            0 => row.bound += Integer::from(1),
            1 => row.bound -= Integer::from(1),
            2 => row
                .coefficients
                .iter_mut()
                .for_each(|(_, value)| *value *= Integer::from(FAR)),
            _ => {}
        }
        row
    }

    fn fresh(&mut self, target: &[Rational]) -> Row {
        let mut values: Vec<Rational> = target
            .iter()
            .map(|_| Rational::from(self.small()))
            .collect();
        if self.below(8) == 0 {
            values[0] *= Rational::from(FAR);
        }
        let bound = if self.below(2) == 0 {
            values
                .iter()
                .zip(target)
                .map(|(value, coordinate)| value * coordinate)
                .sum()
        } else {
            Rational::from(self.small())
        };
        Row::from_rationals(&values.into_iter().enumerate().collect::<Vec<_>>(), &bound).0
    }
}

/// `factor` times a row, plus another one.
fn combination(one: &Row, factor: i64, other: Option<&Row>) -> Row {
    let factor = Rational::from(factor);
    let nothing = Row {
        coefficients: Vec::new(),
        bound: Integer::from(0),
    };
    let other = other.unwrap_or(&nothing);
    let all = || one.coefficients.iter().chain(&other.coefficients);
    let size = all().map(|(variable, _)| variable + 1).max().unwrap_or(0);
    let mut values = vec![Rational::from(0); size];
    one.coefficients
        .iter()
        .for_each(|(variable, value)| values[*variable] += Rational::from(value) * &factor);
    other
        .coefficients
        .iter()
        .for_each(|(variable, value)| values[*variable] += Rational::from(value));
    let bound = Rational::from(&one.bound) * factor + Rational::from(&other.bound);
    Row::from_rationals(&values.into_iter().enumerate().collect::<Vec<_>>(), &bound).0
}
