//! Rigorous enclosures of the optimum of a working set, to decide signs before big numbers.
//!
//! With S = A M⁻¹ Aᵀ for the rows of the working set, scaled to S' = D S D with powers of two on the diagonal of D so that its diagonal is
//! about 1: if a float factorisation of S' - c·1 has positive pivots, then S' ≥ σ = c - (rounding errors) > 0, where the rounding of
//! building and of factorising S' is bounded a priori (Demmel 1989; Rump, *Verification of positive definiteness*, 2006). For an
//! approximate λ̂ the residual ρ = d - A x(λ̂) of the rows is computed over integers scaled by 2^192, with every rounding counted. Then
//!
//! ```text
//! S (λ - λ̂) = ρ   implies   |λ_j - λ̂_j| ≤ D_j |Dρ| / σ   and   |a·(x - x̂)| ≤ |a|_{M⁻¹} |Dρ| / √σ  for any row a.
//! ```
//!
//! A few steps of iterative refinement with the float factor make |ρ| as small as the scaling allows. All bounds are rounded
//! upwards generously; where no σ > 0 is found there is no enclosure, and the exact solution has to tell.
#![allow(clippy::disallowed_types)]

use crate::factor::{Arithmetic, Factor, UpperTriangle};
use crate::lifting::elimination_order;
use crate::problem::Problem;
use malachite::base::num::arithmetic::traits::{DivRound, Sign};
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::cmp::Ordering;

/// Fixed-point numbers count units of 2^-SCALE.
const SCALE: u64 = 192;
/// Shifts c that are tried.
const SHIFTS: [f64; 4] = [1e-2, 1e-4, 1e-6, 1e-7];
/// Twice the unit roundoff of doubles, to be generous.
const ROUNDOFF: f64 = 2.3e-16;
/// The most steps of refinement.
const MOST_REFINEMENTS: usize = 12;

/// Floats as an arithmetic: a pivot must be positive.
#[derive(Clone, Copy, Debug)]
struct Floats;

impl Arithmetic for Floats {
    type Element = f64;
    type Sum = f64;

    fn sum_from(self, value: f64) -> f64 {
        value
    }

    fn minus_product(self, sum: f64, a: f64, b: f64) -> f64 {
        sum - a * b
    }

    fn value(self, sum: f64) -> f64 {
        sum
    }

    fn product(self, a: f64, b: f64) -> f64 {
        a * b
    }

    fn inverse_pivot(self, pivot: f64) -> Option<f64> {
        (pivot > 0.0 && pivot.is_finite()).then(|| pivot.recip())
    }

    fn minus_dot(self, value: f64, (indices, entries): (&[u32], &[f64]), dense: &[f64]) -> f64 {
        indices.iter().zip(entries).fold(value, |sum, (&index, entry)| sum - entry * dense[index as usize])
    }
}

/// What is known of the optimum of a working set of independent rows, taken as equalities.
pub(crate) struct Enclosure {
    /// The rows, in elimination order.
    rows: Vec<usize>,
    /// λ̂ and a bound on |λ - λ̂|, in units.
    multipliers: Vec<(Integer, Integer)>,
    /// x̂ in units; each entry is off by less than one unit from x(λ̂).
    point: Vec<Integer>,
    /// An upper bound for |Dρ| / √σ, in units.
    energy_bound: Integer,
    /// Upper bounds for |a|_{M⁻¹} of all rows of the problem.
    lengths: Vec<f64>,
}

impl Enclosure {
    /// Encloses the optimum of independent rows, if floats are good enough for it.
    pub(crate) fn of_rows(problem: &Problem, rows: &[usize]) -> Option<Self> {
        let rows = elimination_order(problem, rows);
        let lengths: Vec<f64> = (0..problem.rows.len()).map(|row| length_bound(problem, row)).collect();
        let scaling: Vec<f64> = rows.iter().map(|&row| power_of_two_near(lengths[row].recip())).collect();
        let gram = gram_matrix(problem, &rows, &scaling);
        let least_eigenvalue = least_eigenvalue(&gram)?;
        let (factor, _) = Factor::new(Floats, &gram);
        if factor.size() < rows.len() {
            return None;
        }
        let mut multipliers = vec![Integer::ZERO; rows.len()];
        let mut best: Option<(f64, Vec<Integer>, Vec<Integer>)> = None;
        for _ in 0..MOST_REFINEMENTS {
            let point = point_of(problem, &rows, &multipliers);
            let residual = residual(problem, &rows, &point);
            let norm = scaled_norm(problem, &rows, &scaling, &residual);
            if best.as_ref().is_some_and(|(least, ..)| norm > least * 0.5) {
                break;
            }
            best = Some((norm, multipliers.clone(), point));
            let mut step: Vec<f64> = residual.iter().zip(&scaling).map(|(value, scale)| float(value) * scale).collect();
            factor.solve(&mut step);
            for ((multiplier, step), scale) in multipliers.iter_mut().zip(step).zip(&scaling) {
                *multiplier += Integer::rounding_from(step * scale, RoundingMode::Down).0;
            }
        }
        let (norm, multipliers, point) = best?;
        let bound = |scale: &f64| ceiling(norm / least_eigenvalue * scale);
        let bounds: Option<Vec<Integer>> = scaling.iter().map(bound).collect();
        let energy_bound = ceiling(norm / least_eigenvalue.sqrt() * 1.001)?;
        Some(Self { rows, multipliers: multipliers.into_iter().zip(bounds?).collect(), point, energy_bound, lengths })
    }

    /// Rows of the working set whose multiplier is certainly negative.
    pub(crate) fn pulling_rows(&self) -> impl Iterator<Item = usize> {
        let pulling = self.rows.iter().zip(&self.multipliers).filter(|(_, (value, bound))| value + bound < 0);
        pulling.map(|(&row, _)| row)
    }

    /// Whether a row's slack at the optimum is certainly negative (`Less`), certainly positive (`Greater`), or undecided.
    pub(crate) fn slack_sign(&self, problem: &Problem, row: usize) -> Ordering {
        let slack = problem.rows[row].product(&self.point) - (&problem.rows[row].bound << SCALE);
        let Some(bound) = ceiling(self.lengths[row] * float(&self.energy_bound)) else { return Ordering::Equal };
        let bound = bound + coefficient_sum(problem, row);
        if slack > bound || slack < -bound { slack.sign() } else { Ordering::Equal }
    }
}

/// Rounded up, with something to spare; `None` if it is no number.
fn ceiling(value: f64) -> Option<Integer> {
    value.is_finite().then(|| Integer::rounding_from(value * (1.0 + 1e-9), RoundingMode::Up).0 + Integer::from(1))
}

fn float(value: &Integer) -> f64 {
    f64::rounding_from(value, RoundingMode::Nearest).0
}

fn power_of_two_near(value: f64) -> f64 {
    value.log2().round().exp2()
}

/// Σ |A_ji|, an upper bound for what roundings of x̂ by less than a unit do to a row.
fn coefficient_sum(problem: &Problem, row: usize) -> Integer {
    problem.rows[row]
        .coefficients
        .iter()
        .fold(Integer::from(1), |sum, (_, value)| sum + Integer::from(value.unsigned_abs_ref()))
}

/// An upper bound for |a|_{M⁻¹}.
fn length_bound(problem: &Problem, row: usize) -> f64 {
    let mass = |variable: usize| f64::rounding_from(&problem.masses[variable], RoundingMode::Nearest).0;
    let square: f64 =
        problem.rows[row].coefficients.iter().map(|(variable, value)| float(value).powi(2) / mass(*variable)).sum();
    square.sqrt() * (1.0 + 1e-12)
}

/// S' in floats; entries are sums of a few products, each with a few roundings.
fn gram_matrix(problem: &Problem, rows: &[usize], scaling: &[f64]) -> UpperTriangle<f64> {
    let compliance = |mass: &Rational| f64::rounding_from(mass, RoundingMode::Nearest).0.recip();
    let compliances: Vec<f64> = problem.masses.iter().map(compliance).collect();
    let mut rows_of_variable: Vec<Vec<(usize, f64)>> = vec![Vec::new(); problem.masses.len()];
    let mut sums = vec![0.0; rows.len()];
    let mut columns = Vec::with_capacity(rows.len());
    for (position, &row) in rows.iter().enumerate() {
        let mut touched = vec![];
        for (variable, value) in &problem.rows[row].coefficients {
            let value = float(value) * scaling[position];
            rows_of_variable[*variable].push((position, value));
            for &(other, coefficient) in &rows_of_variable[*variable] {
                touched.push(other);
                sums[other] += value * compliances[*variable] * coefficient;
            }
        }
        touched.sort_unstable();
        touched.dedup();
        columns.push(touched.into_iter().map(|other| (other, std::mem::take(&mut sums[other]))).collect());
    }
    UpperTriangle { columns }
}

/// A lower bound for the least eigenvalue of S', from the largest shift c for which S' - c·1 can be factorised.
fn least_eigenvalue(matrix: &UpperTriangle<f64>) -> Option<f64> {
    let size = matrix.columns.len();
    let trace: f64 = matrix.columns.iter().filter_map(|column| column.last()).map(|(_, value)| value).sum();
    SHIFTS.into_iter().find_map(|shift| {
        let shifted = |(position, column): (usize, &Vec<(usize, f64)>)| {
            column.iter().map(|&(row, value)| (row, if row == position { value - shift } else { value })).collect()
        };
        let shifted = UpperTriangle { columns: matrix.columns.iter().enumerate().map(shifted).collect() };
        let (factor, kept) = Factor::new(Floats, &shifted);
        // Backward error of the factorisation, and of the entries of S' (at most 16 roundings each), in terms of the trace.
        let roundings = factor.widest_row() as f64 + 24.0;
        let least_eigenvalue = shift - 2.0 * roundings * ROUNDOFF * trace;
        (kept.len() == size && least_eigenvalue > shift / 2.0).then_some(least_eigenvalue)
    })
}

/// x̂ = t + M⁻¹ Aᵀ λ̂, each entry rounded down to a unit.
fn point_of(problem: &Problem, rows: &[usize], multipliers: &[Integer]) -> Vec<Integer> {
    let mut forces = vec![Integer::ZERO; problem.masses.len()];
    for (&row, multiplier) in rows.iter().zip(multipliers) {
        for (variable, value) in &problem.rows[row].coefficients {
            forces[*variable] += value * multiplier;
        }
    }
    let entry = |(variable, force): (usize, Integer)| {
        let (mass, target) = (&problem.masses[variable], &problem.target[variable]);
        let numerator = (force * problem.mass_denominator(variable) * Integer::from(target.denominator_ref()))
            + ((target_numerator(target) * Integer::from(mass.numerator_ref())) << SCALE);
        let denominator = Integer::from(mass.numerator_ref()) * Integer::from(target.denominator_ref());
        numerator.div_round(denominator, RoundingMode::Floor).0
    };
    forces.into_iter().enumerate().map(entry).collect()
}

fn target_numerator(target: &Rational) -> Integer {
    Integer::from_sign_and_abs_ref(*target >= 0, target.numerator_ref())
}

/// d - A x̂ in units.
fn residual(problem: &Problem, rows: &[usize], point: &[Integer]) -> Vec<Integer> {
    rows.iter().map(|&row| (&problem.rows[row].bound << SCALE) - problem.rows[row].product(point)).collect()
}

/// An upper bound for |Dρ| in units, roundings of x̂ included.
fn scaled_norm(problem: &Problem, rows: &[usize], scaling: &[f64], residual: &[Integer]) -> f64 {
    let square = |((value, scale), &row): ((&Integer, &f64), &usize)| {
        let magnitude = Integer::from(value.unsigned_abs_ref()) + coefficient_sum(problem, row);
        (float(&magnitude) * scale).powi(2)
    };
    let sum: f64 = residual.iter().zip(scaling).zip(rows).map(square).sum();
    sum.sqrt() * (1.0 + 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::active_set::stationary_point;
    use crate::lifting::WorkingSystem;
    use crate::monitor::Monitor;
    use crate::problem::{Optimum, Row};
    use malachite::base::num::basic::traits::One;

    /// Bricks in a column, each resting on the one below: rows x_{i+1} - x_i ≥ 0 with very different masses.
    fn column(count: usize, bound: &Rational) -> Problem {
        let mass = |index: usize| Rational::from_signeds(1 + (index * index) as i64 % 97, 1 + index as i64 % 13);
        let row = |index: usize| {
            let mut coefficients = vec![(index, Integer::ONE)];
            if index > 0 {
                coefficients.push((index - 1, Integer::from(-1)));
            }
            Row::from_rationals(
                &coefficients.into_iter().map(|(i, value)| (i, Rational::from(value))).collect::<Vec<_>>(),
                bound,
            )
            .0
        };
        Problem {
            masses: (0..count).map(mass).collect(),
            target: (0..count).map(|index| Rational::from_signeds(-1 - (index as i64 % 7), 3)).collect(),
            rows: (0..count).map(row).collect(),
            equalities: 0,
        }
    }

    #[test]
    fn enclosures_contain_the_exact_optimum_and_are_narrow() {
        let problem = column(40, &Rational::from_signeds(1, 7));
        let rows: Vec<usize> = (0..40).filter(|row| row % 5 != 3).collect();
        let system = WorkingSystem::of_independent_rows(&problem, &rows, &Monitor::default());
        let exact = stationary_point(&problem, &system, &[], &Monitor::default());
        let enclosure = Enclosure::of_rows(&problem, &rows).unwrap();
        for (&row, (value, bound)) in enclosure.rows.iter().zip(&enclosure.multipliers) {
            let Optimum { denominator, multipliers, .. } = &exact;
            let difference = (&multipliers[row] << SCALE) - value * denominator;
            let difference = Integer::from(difference.unsigned_abs_ref());
            assert!(difference <= bound * denominator, "row {row}");
            assert!(*bound < Integer::ONE << 100, "row {row}");
        }
        for row in 0..40 {
            let slack = problem.rows[row].slack(&exact.point, &exact.denominator);
            let sign = enclosure.slack_sign(&problem, row);
            assert!(sign == slack.sign() || rows.contains(&row) && sign == Ordering::Equal, "row {row}");
        }
    }

    #[test]
    fn signs_that_cannot_be_told_are_not_told() {
        let tiny = Rational::from_signeds(1, 1) >> 300_u32;
        let problem = column(1, &tiny);
        let exact_half = Problem { target: vec![Rational::from(0)], ..problem };
        let enclosure = Enclosure::of_rows(&exact_half, &[]).unwrap();
        assert_eq!(enclosure.slack_sign(&exact_half, 0), Ordering::Equal);
    }
}
