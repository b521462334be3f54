//! Gauss' principle in contact space, solved in two ways.
//!
//! With x = t + M⁻¹ Gᵀ λ for the rows G x + c ≥ 0, the conditions of Karush, Kuhn and Tucker are w
//! = A λ + q ≥ 0, λ ≥ 0, w·λ = 0 with A = G M⁻¹ Gᵀ and q = G t + c; on an equality w = 0 and λ is
//! free. Brute force tries every set of loaded rows; Lemke's method (with the lexicographic rule,
//! so that it ends) follows a path of almost complementary bases, equalities written as two
//! inequalities. A is positive semidefinite, so a path that ends in a ray proves that no point
//! satisfies the rows.

use super::elimination;
use super::paths::{Program, Row, product};
use super::ratio;
use std::cmp::Ordering;
use zwang_exact::Rational;

/// The linear complementarity problem of a program.
pub struct ContactSpace {
    program: Program,
    rows: Vec<Row>,
    /// A.
    response: Vec<Vec<Rational>>,
    /// q.
    approach: Vec<Rational>,
}

impl ContactSpace {
    pub fn new(program: Program) -> Self {
        let rows: Vec<Row> = program
            .equalities
            .iter()
            .chain(&program.inequalities)
            .cloned()
            .collect();
        let divided = |row: &Row| -> Vec<Rational> {
            row.coefficients
                .iter()
                .zip(&program.masses)
                .map(|(value, mass)| value / mass)
                .collect()
        };
        let divided: Vec<Vec<Rational>> = rows.iter().map(divided).collect();
        let response = |row: &Row| {
            divided
                .iter()
                .map(|other| product(&row.coefficients, other))
                .collect()
        };
        let response = rows.iter().map(response).collect();
        let approach = rows.iter().map(|row| row.value(&program.target)).collect();
        Self {
            program,
            rows,
            response,
            approach,
        }
    }

    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// t + M⁻¹ Gᵀ λ.
    fn motion(&self, multipliers: &[Rational]) -> Vec<Rational> {
        let mut motion = self.program.target.clone();
        for (row, multiplier) in self.rows.iter().zip(multipliers) {
            for ((value, slope), mass) in motion
                .iter_mut()
                .zip(&row.coefficients)
                .zip(&self.program.masses)
            {
                *value += multiplier * slope / mass;
            }
        }
        motion
    }

    /// The motion of least restraint, by trying every set of loaded rows; `None` if there is none.
    /// Some optimal λ has independent loaded rows (Carathéodory), so singular systems may be passed
    /// over.
    pub fn by_brute_force(&self) -> Option<Vec<Rational>> {
        self.basic_multipliers()
            .next()
            .map(|multipliers| self.motion(&multipliers))
    }

    /// All optimal λ with independent loaded rows.
    fn basic_multipliers(&self) -> impl Iterator<Item = Vec<Rational>> {
        let solutions = self.sets().filter_map(|set| {
            let line =
                |&row: &usize| [self.restricted(row, &set), vec![-&self.approach[row]]].concat();
            let values = elimination::solution(set.iter().map(line).collect())?;
            Some(self.extended(&set, values))
        });
        solutions.filter(|multipliers| self.is_optimal(multipliers))
    }

    /// The rows that are loaded in some optimal λ, without equalities: those of the extreme points
    /// and of the extreme rays of all optimal λ. The latter are the positive λ with A λ = 0 on rows
    /// that have only one relation.
    pub fn pressing_rows(&self) -> Vec<bool> {
        let zero = ratio(0, 1);
        assert!(
            self.program.equalities.is_empty(),
            "equalities are always loaded"
        );
        let rays = self.sets().filter_map(|set| {
            let values =
                elimination::relation(set.iter().map(|&row| self.restricted(row, &set)).collect())?;
            let (all_positive, all_negative) = (
                values.iter().all(|v| *v > zero),
                values.iter().all(|v| *v < zero),
            );
            let ray = self.extended(&set, values);
            let closed = |(row, value): (usize, &Rational)| *value == zero || self.is_closed(row);
            ((all_positive || all_negative) && ray.iter().enumerate().all(closed)).then_some(ray)
        });
        let mut pressing = vec![false; self.rows.len()];
        for multipliers in self.basic_multipliers().chain(rays) {
            pressing
                .iter_mut()
                .zip(&multipliers)
                .for_each(|(presses, value)| *presses |= *value != zero);
        }
        pressing
    }

    /// Whether the gap of a row vanishes in the motion of least restraint.
    fn is_closed(&self, row: usize) -> bool {
        self.by_brute_force()
            .is_some_and(|motion| self.rows[row].value(&motion) == ratio(0, 1))
    }

    fn sets(&self) -> impl Iterator<Item = Vec<usize>> {
        let rows = 0..self.rows.len();
        (0_u32..1 << self.rows.len())
            .map(move |set| rows.clone().filter(|row| set >> row & 1 == 1).collect())
    }

    /// A row of A in these columns.
    fn restricted(&self, row: usize, set: &[usize]) -> Vec<Rational> {
        set.iter()
            .map(|&column| self.response[row][column].clone())
            .collect()
    }

    /// λ with these values on a set of rows, and 0 elsewhere.
    fn extended(&self, set: &[usize], values: Vec<Rational>) -> Vec<Rational> {
        let mut multipliers = vec![ratio(0, 1); self.rows.len()];
        set.iter()
            .zip(values)
            .for_each(|(&row, value)| multipliers[row] = value);
        multipliers
    }

    fn is_optimal(&self, multipliers: &[Rational]) -> bool {
        let zero = ratio(0, 1);
        (0..self.rows.len()).all(|row| {
            let gap = &self.approach[row] + product(&self.response[row], multipliers);
            let is_loaded = multipliers[row] != zero;
            if row < self.program.equalities.len() || is_loaded && multipliers[row] > zero {
                gap == zero
            } else {
                !is_loaded && gap >= zero
            }
        })
    }

    /// The motion of least restraint, by Lemke's method; `None` if there is none.
    pub fn by_lemke(&self) -> Option<Vec<Rational>> {
        let equalities = self.program.equalities.len();
        let signs: Vec<(usize, Rational)> = (0..self.rows.len())
            .map(|row| (row, ratio(1, 1)))
            .chain((0..equalities).map(|row| (row, ratio(-1, 1))))
            .collect();
        let entry = |(row, sign): &(usize, Rational), (other, other_sign): &(usize, Rational)| {
            &self.response[*row][*other] * sign * other_sign
        };
        let matrix = signs
            .iter()
            .map(|one| signs.iter().map(|other| entry(one, other)).collect())
            .collect();
        let vector = signs
            .iter()
            .map(|(row, sign)| &self.approach[*row] * sign)
            .collect();
        let solution = Tableau::new(matrix, vector).solve()?;
        let mut multipliers = vec![ratio(0, 1); self.rows.len()];
        signs
            .iter()
            .zip(solution)
            .for_each(|((row, sign), value)| multipliers[*row] += value * sign);
        assert!(
            self.is_optimal(&multipliers),
            "Lemke's method has ended at a point that is not optimal"
        );
        Some(self.motion(&multipliers))
    }
}

/// w - A z - 1 z_0 = q in the form of a basis: row i reads basic_i = rows[i][last] - Σ rows[i][j] ·
/// nonbasic_j. Columns: w, z, z_0, right-hand side.
struct Tableau {
    size: usize,
    rows: Vec<Vec<Rational>>,
    /// The basic variable of each row.
    basis: Vec<usize>,
}

impl Tableau {
    fn new(matrix: Vec<Vec<Rational>>, vector: Vec<Rational>) -> Self {
        let size = vector.len();
        let row = |(index, (row, value)): (usize, (Vec<Rational>, Rational))| {
            let identity = (0..size).map(|column| ratio(i64::from(column == index), 1));
            let rest = row
                .into_iter()
                .map(|value| -value)
                .chain([ratio(-1, 1), value]);
            identity.chain(rest).collect()
        };
        let rows = matrix
            .into_iter()
            .zip(vector)
            .enumerate()
            .map(row)
            .collect();
        Self {
            size,
            rows,
            basis: (0..size).collect(),
        }
    }

    /// z, or `None` if the path ends in a ray.
    fn solve(mut self) -> Option<Vec<Rational>> {
        let (zero, artificial) = (ratio(0, 1), 2 * self.size);
        if self.rows.iter().any(|row| row[artificial + 1] < zero) {
            let leaving = (0..self.size)
                .min_by(|&one, &other| self.compare(one, other, None))
                .unwrap();
            let mut left = self.pivot(leaving, artificial);
            while left != artificial {
                let entering = if left < self.size {
                    left + self.size
                } else {
                    left - self.size
                };
                left = self.pivot(self.blocking_row(entering)?, entering);
            }
        }
        let value = |variable: usize| {
            let row = self.basis.iter().position(|&basic| basic == variable);
            row.map_or_else(
                || zero.clone(),
                |row| self.rows[row][artificial + 1].clone(),
            )
        };
        Some((self.size..artificial).map(value).collect())
    }

    /// The row that becomes zero first as a variable grows; z_0 where it is among them.
    fn blocking_row(&self, entering: usize) -> Option<usize> {
        let candidates = || (0..self.size).filter(|&row| self.rows[row][entering] > ratio(0, 1));
        let first = candidates().min_by(|&one, &other| self.compare(one, other, Some(entering)))?;
        let ratio_of = |row: usize| &self.rows[row][2 * self.size + 1] / &self.rows[row][entering];
        let with_artificial = candidates().find(|&row| self.basis[row] == 2 * self.size);
        Some(
            with_artificial
                .filter(|&row| ratio_of(row) == ratio_of(first))
                .unwrap_or(first),
        )
    }

    /// Compares two rows, divided by their entries in the entering column, lexicographically:
    /// right-hand side, then the columns of w.
    fn compare(&self, one: usize, other: usize, entering: Option<usize>) -> Ordering {
        let divisor = |row: usize| {
            entering.map_or_else(|| ratio(1, 1), |column| self.rows[row][column].clone())
        };
        let (one_divisor, other_divisor) = (divisor(one), divisor(other));
        let (one, other) = (&self.rows[one], &self.rows[other]);
        let columns = std::iter::once(2 * self.size + 1).chain(0..self.size);
        let mut orders = columns
            .map(|column| (&one[column] * &other_divisor).cmp(&(&other[column] * &one_divisor)));
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// Exchanges the basic variable of a row for another one, and returns it.
    fn pivot(&mut self, row: usize, entering: usize) -> usize {
        let zero = ratio(0, 1);
        let divisor = self.rows[row][entering].clone();
        self.rows[row]
            .iter_mut()
            .filter(|value| **value != zero)
            .for_each(|value| *value /= &divisor);
        let pivot = self.rows[row].clone();
        for (_, other) in self
            .rows
            .iter_mut()
            .enumerate()
            .filter(|(index, _)| *index != row)
        {
            let factor = other[entering].clone();
            if factor == zero {
                continue;
            }
            for (value, change) in other
                .iter_mut()
                .zip(&pivot)
                .filter(|(_, change)| **change != zero)
            {
                *value -= &factor * change;
            }
        }
        std::mem::replace(&mut self.basis[row], entering)
    }
}
