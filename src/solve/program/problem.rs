//! The strictly convex quadratic program that everything is reduced to.
//!
//! ```text
//! minimise ½ (x - t)ᵀ M (x - t)   subject to   a_j·x = b_j (j < e),   a_j·x ≥ b_j (j ≥ e)
//! ```
//!
//! with a positive diagonal M. Rows have integer coefficients: a positive factor on a row changes
//! nothing but the scale of its multiplier. A point x is the minimiser if and only if it satisfies
//! the rows and M (x - t) = Σ λ_j a_j with λ_j ≥ 0 and λ_j (a_j·x - b_j) = 0 for j ≥ e (Karush,
//! Kuhn & Tucker). If no point satisfies the rows, there are λ with λ_j ≥ 0 for j ≥ e, Σ λ_j a_j =
//! 0 and Σ λ_j b_j > 0 (Farkas).

use crate::numbers::number::{common_denominator, content, times};
use malachite::base::num::arithmetic::traits::{DivExact, Gcd};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};

/// A strictly convex quadratic program with diagonal Hessian.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The positive diagonal of M.
    pub masses: Vec<Rational>,
    /// The unconstrained minimiser t.
    pub target: Vec<Rational>,
    /// Equalities first, then inequalities.
    pub rows: Vec<Row>,
    /// The number e of equalities.
    pub equalities: usize,
}

/// One linear condition a·x = b or a·x ≥ b over the integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Pairs (variable, coefficient), each variable at most once, coefficients not zero.
    pub coefficients: Vec<(usize, Integer)>,
    /// The right-hand side b.
    pub bound: Integer,
}

/// The answer to a [`Problem`].
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The unique minimiser, with multipliers that prove it.
    Optimal(Optimum),
    /// There is no feasible point: multipliers λ of all rows with λ_j ≥ 0 for inequalities, Σ λ_j
    /// a_j = 0 and Σ λ_j b_j > 0.
    Infeasible(Vec<Integer>),
}

/// A point and multipliers over one common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The common denominator D > 0.
    pub denominator: Integer,
    /// D x.
    pub point: Vec<Integer>,
    /// D λ, one for each row.
    pub multipliers: Vec<Integer>,
}

impl Problem {
    /// The numerator a_i of M_i.
    pub(crate) fn mass_numerator(&self, variable: usize) -> Integer {
        Integer::from(self.masses[variable].numerator_ref())
    }

    /// The denominator b_i of M_i.
    pub(crate) fn mass_denominator(&self, variable: usize) -> Integer {
        Integer::from(self.masses[variable].denominator_ref())
    }
}

impl Row {
    /// The row `coefficients`·x ≥ (or =) `bound` with denominators cleared, and the positive factor
    /// s by which it was multiplied: if λ is the multiplier of the integer row, s λ is that of the
    /// given one.
    #[must_use]
    pub fn from_rationals(
        coefficients: &[(usize, Rational)],
        bound: &Rational,
    ) -> (Self, Rational) {
        let numbers = coefficients.iter().map(|(_, value)| value).chain([bound]);
        let denominator = common_denominator(numbers.clone());
        let mut integers: Vec<Integer> = numbers.map(|value| times(value, &denominator)).collect();
        let mut content = integers.iter().fold(Natural::ZERO, |gcd, value| {
            gcd.gcd(value.unsigned_abs_ref())
        });
        if content > 1 {
            let divisor = Integer::from(&content);
            integers.iter_mut().for_each(|value| *value /= &divisor);
        } else {
            content = Natural::ONE;
        }
        let bound = integers.pop().unwrap_or_default();
        let variables = coefficients.iter().map(|(variable, _)| *variable);
        let row = Self {
            coefficients: variables
                .zip(integers)
                .filter(|(_, value)| *value != 0)
                .collect(),
            bound,
        };
        (row, Rational::from_naturals(denominator, content))
    }

    /// a·x for a vector of integers.
    #[must_use]
    pub fn product(&self, vector: &[Integer]) -> Integer {
        self.coefficients
            .iter()
            .fold(Integer::ZERO, |sum, (variable, value)| {
                sum + value * &vector[*variable]
            })
    }

    /// D (a·x - b) for a point D x.
    #[must_use]
    pub fn slack(&self, point: &[Integer], denominator: &Integer) -> Integer {
        self.product(point) - &self.bound * denominator
    }

    /// a·x - b for a point x.
    pub(crate) fn slack_at(&self, point: &[Rational]) -> Rational {
        let mut slack = -Rational::from(&self.bound);
        for (variable, value) in &self.coefficients {
            slack += &point[*variable] * Rational::from(value);
        }
        slack
    }
}

impl Optimum {
    /// Whether this is the same x, whatever the denominators and multipliers.
    #[must_use]
    pub fn is_same_point(&self, other: &Self) -> bool {
        self.point
            .iter()
            .zip(&other.point)
            .all(|(a, b)| a * &other.denominator == b * &self.denominator)
    }

    /// Divides everything by the greatest common divisor.
    #[must_use]
    pub fn reduced(mut self) -> Self {
        let content = content(
            &self.denominator,
            self.point.iter().chain(&self.multipliers),
        );
        if content == 1 {
            return self;
        }
        for number in self
            .point
            .iter_mut()
            .chain(&mut self.multipliers)
            .chain([&mut self.denominator])
        {
            *number = (&*number).div_exact(&content);
        }
        self
    }
}
