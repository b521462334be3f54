//! Multipliers near those of the optimum, mostly by floats, where rows nearly depend on each other.
//!
//! Floats can solve no working set of such rows: the multipliers of nearly dependent rows are lost
//! in rounding. They can if the multipliers are held near to given ones λ°, as in the proximal
//! point algorithm (Rockafellar, *Monotone operators and the proximal point algorithm*, 1976):
//!
//! ```text
//! min ½ |Aᵀλ|² - λ·(b - A t) + ½ ρ |λ - λ°|²   over λ ≥ 0, in the metric M⁻¹.
//! ```
//!
//! The matrix is S + ρ 1 now, with S = A M⁻¹ Aᵀ of size 1: regular for any set of rows, whether
//! they depend on each other or not. Which rows press is decided by combinations of rows that are
//! not nearly 0, for nearly all rows; so what is found is a good place to begin the descent in
//! fixed-point numbers ([`crate::descent`]), which takes few rounds from there. Each of those costs
//! as much as ten or twenty of these.
//!
//! The method is that of the descent, too: on a set P of rows go towards the least value without
//! signs, as far as no multiplier becomes negative, or all the way but for those that would; rows
//! whose multiplier vanishes leave P, and once all of the way can be gone, rows enter whose
//! multiplier would grow. Once none would, λ° is replaced by λ, and ρ becomes smaller: by small
//! steps, as one large step takes several times the rounds. Where ρ is too small for floats,
//! fixed-point numbers go on, still without rows that depend on others.
//!
//! Nothing is decided here: whoever uses the multipliers mends them.
#![allow(clippy::disallowed_types)]

use crate::descent::descend_near;
use crate::enclosure::{Floats, gram_matrix};
use crate::factor::Factor;
use crate::lifting::elimination_order;
use crate::monitor::{Interrupted, Monitor};
use crate::normalisation::{Normalised, WideFloat, power_of_two};
use crate::problem::Problem;
use crate::settling::Loads;
use malachite::Rational;

/// ρ is 2 to the minus this at first: the smaller it is, the fewer rows press that do not press in
/// the end.
const FIRST_DIGITS: i64 = 28;
/// By how many digits it becomes smaller in floats.
const FLOAT_STEP: i64 = 3;
/// The most rounds for one ρ.
const MOST_ROUNDS: usize = 400;
/// Steps of refinement of a solution.
const REFINEMENTS: usize = 3;
/// Rates of the dual value that are not larger than this may be rounding.
const ROUNDING: f64 = 1e-13;
/// ρ is 2 to the minus this at last in floats, which have 53 digits.
const FLOAT_DIGITS: i64 = 49;
/// By how many digits it becomes smaller in fixed-point numbers, if the stage before took many
/// rounds.
const LEAST_STEP: i64 = 4;
/// A stage of no more rounds than this has hardly changed what presses, so that the next step is
/// twice as long.
const FEW_ROUNDS: usize = 2;
/// ρ = 2^-128 at last.
const LAST_DIGITS: i64 = 128;
/// The digits of the factors as long as ρ is at least 2^-64.
const SHORT_FACTOR: i64 = 192;
/// The digits of ρ up to which these do.
const SHORT_LIMIT: i64 = 64;
/// The digits of the factors from there on.
const LONG_FACTOR: i64 = 320;

/// Multipliers of rows that are near those of the optimum, given some to begin with.
///
/// # Errors
/// [`Interrupted`] if the monitor says so.
pub(crate) fn approach(
    problem: &Problem,
    begin: &[(usize, Rational)],
    monitor: &Monitor,
) -> Result<Vec<(usize, Rational)>, Interrupted> {
    let short = Normalised::in_fixed_point(problem, SHORT_FACTOR);
    let long = Normalised::finer(problem, LONG_FACTOR);
    let reached = in_floats(problem, &short, begin, monitor)?;
    let mut multipliers = short.multipliers(&reached);
    let mut step = LEAST_STEP;
    let mut digits = FLOAT_DIGITS + step;
    while digits <= LAST_DIGITS {
        let normalised = if digits <= SHORT_LIMIT { &short } else { &long };
        let loads = normalised.loads(&multipliers);
        let Some(nearer) = descend_near(problem, normalised, loads, digits, monitor)? else {
            break;
        };
        multipliers = normalised.multipliers(&nearer.loads);
        step = match nearer.rounds <= FEW_ROUNDS {
            true => 2 * step,
            false => LEAST_STEP.max(step / 2),
        };
        digits += step;
    }
    Ok(multipliers)
}

/// By floats alone, in units.
///
/// # Errors
/// [`Interrupted`] if the monitor says so.
pub(crate) fn in_floats(
    problem: &Problem,
    normalised: &Normalised,
    begin: &[(usize, Rational)],
    monitor: &Monitor,
) -> Result<Loads, Interrupted> {
    let mut approach = Approach {
        problem,
        normalised,
        regularisation: 0.0,
        centre: Vec::new(),
        multipliers: vec![0.0; problem.rows.len()],
        working: Vec::new(),
    };
    for (row, multiplier) in begin {
        let multiplier = normalised.multiplier_in_floats(*row, multiplier);
        if *row < problem.equalities || multiplier > 0.0 {
            approach.multipliers[*row] = multiplier;
        }
    }
    let mut digits = FIRST_DIGITS;
    while digits <= FLOAT_DIGITS {
        approach.begin(power_of_two(-digits));
        for _ in 0..MOST_ROUNDS {
            monitor.check()?;
            if !approach.round() {
                break;
            }
        }
        digits += FLOAT_STEP;
    }
    Ok(approach.loads())
}

struct Approach<'a> {
    problem: &'a Problem,
    normalised: &'a Normalised,
    /// ρ.
    regularisation: f64,
    /// λ°.
    centre: Vec<f64>,
    /// λ, of all rows.
    multipliers: Vec<f64>,
    /// P, ascending; the equalities always belong to it.
    working: Vec<usize>,
}

impl Approach<'_> {
    /// Begins with the next ρ, from the multipliers that are there.
    fn begin(&mut self, regularisation: f64) {
        self.regularisation = regularisation;
        self.centre.clone_from(&self.multipliers);
        self.keep_pressing();
    }

    /// The multipliers of P in units.
    fn loads(&self) -> Loads {
        let mut loads = Loads::new();
        for &row in &self.working {
            if let Some(multiplier) = WideFloat::from_signed(self.multipliers[row]) {
                loads.push((row, multiplier.rounded(self.normalised.scale)));
            }
        }
        loads
    }

    /// Rows without a multiplier leave P.
    fn keep_pressing(&mut self) {
        self.working.clear();
        for (row, multiplier) in self.multipliers.iter().enumerate() {
            if row < self.problem.equalities || *multiplier > 0.0 {
                self.working.push(row);
            }
        }
    }

    /// Whether there is a further round: not if λ is optimal for this ρ, or rounding stops it.
    fn round(&mut self) -> bool {
        let Some(least) = self.least() else {
            return false;
        };
        let leaving = self.go_towards(&least);
        if leaving.is_empty() {
            return self.bring_in();
        }
        self.working.retain(|row| !leaving.contains(row));
        true
    }

    /// The multipliers of the least value on P without signs; `None` if they are no numbers.
    fn least(&self) -> Option<Vec<f64>> {
        let rows = elimination_order(self.problem, &self.working);
        let mut gram = gram_matrix(self.normalised, &rows);
        for column in &mut gram.columns {
            if let Some((_, diagonal)) = column.last_mut() {
                *diagonal += self.regularisation;
            }
        }
        let (factor, _) = Factor::new(Floats, &gram);
        if factor.size() < rows.len() {
            return None;
        }
        let mut least = vec![0.0; self.multipliers.len()];
        for row in &self.working {
            least[*row] = self.multipliers[*row];
        }
        for _ in 0..REFINEMENTS {
            let displacement = displacement(self.normalised, &least);
            let mut step = Vec::with_capacity(rows.len());
            for &row in &rows {
                step.push(-self.rate(row, &least, &displacement));
            }
            factor.solve(&mut step);
            for (row, step) in rows.iter().zip(step) {
                least[*row] += step;
            }
        }
        let are_finite = rows.iter().all(|row| least[*row].is_finite());
        are_finite.then_some(least)
    }

    /// By how much the value grows if the multiplier of a row does.
    fn rate(&self, row: usize, multipliers: &[f64], displacement: &[f64]) -> f64 {
        let away = multipliers[row] - self.centre[row];
        let own = self.normalised.rows[row].product(displacement);
        own + self.normalised.shortfalls[row] + self.regularisation * away
    }

    /// Goes towards other multipliers: until the first vanishes, or to where all of those vanish
    /// that would become negative, whichever has the lower value. The rows whose multipliers have
    /// vanished: none if all of the way could be gone.
    fn go_towards(&mut self, least: &[f64]) -> Vec<usize> {
        let mut falling = Vec::new();
        let mut part = 1.0_f64;
        for &row in &self.working {
            if row >= self.problem.equalities && least[row] < 0.0 {
                falling.push(row);
                part = part.min(self.part_until_zero(row, least));
            }
        }
        if falling.is_empty() {
            self.multipliers.copy_from_slice(least);
            return falling;
        }
        let stopped = self.after(part, least);
        let cut = self.after(1.0, least);
        let is_lower = self.excess(&cut, least) < self.excess(&stopped, least);
        self.multipliers = if is_lower { cut } else { stopped };
        falling.retain(|row| self.multipliers[*row] == 0.0);
        falling
    }

    /// The multipliers after a part of the way to others, 0 in place of negative ones.
    fn after(&self, part: f64, least: &[f64]) -> Vec<f64> {
        let mut multipliers = self.multipliers.clone();
        for &row in &self.working {
            let now = &mut multipliers[row];
            *now += part * (least[row] - *now);
            if row >= self.problem.equalities && least[row] < 0.0 {
                let vanishes = self.part_until_zero(row, least) <= part;
                *now = if vanishes { 0.0 } else { now.max(0.0) };
            }
        }
        multipliers
    }

    /// The part of the way to other multipliers after which that of a row vanishes.
    fn part_until_zero(&self, row: usize, least: &[f64]) -> f64 {
        let now = self.multipliers[row];
        now / (now - least[row])
    }

    /// The double of how much larger the value is than at the least one.
    fn excess(&self, multipliers: &[f64], least: &[f64]) -> f64 {
        let mut missing = Vec::with_capacity(least.len());
        let mut squares = 0.0;
        for (least, multiplier) in least.iter().zip(multipliers) {
            let difference = least - multiplier;
            squares += self.regularisation * difference * difference;
            missing.push(difference);
        }
        let displacement = displacement(self.normalised, &missing);
        for (value, mass) in displacement.iter().zip(&self.normalised.masses) {
            squares += mass * value * value;
        }
        squares
    }

    /// Brings in the rows whose multipliers would grow; whether there are any.
    fn bring_in(&mut self) -> bool {
        let displacement = displacement(self.normalised, &self.multipliers);
        let before = self.working.len();
        for row in self.problem.equalities..self.multipliers.len() {
            let is_outside = self.multipliers[row] == 0.0;
            let rate = self.rate(row, &self.multipliers, &displacement);
            if is_outside && rate < -ROUNDING * self.normalised.rows[row].length {
                self.working.push(row);
            }
        }
        self.working.sort_unstable();
        self.working.dedup();
        self.working.len() > before
    }
}

/// M⁻¹ Aᵀ λ.
fn displacement(normalised: &Normalised, multipliers: &[f64]) -> Vec<f64> {
    let mut displacement = vec![0.0; normalised.masses.len()];
    for (row, multiplier) in normalised.rows.iter().zip(multipliers) {
        if *multiplier != 0.0 {
            for (variable, value) in &row.coefficients {
                displacement[*variable] += value * multiplier;
            }
        }
    }
    for (value, mass) in displacement.iter_mut().zip(&normalised.masses) {
        *value /= mass;
    }
    displacement
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowded::{Numbers, crowded, motion};
    use crate::kernel::solve;
    use crate::problem::{Optimum, Outcome, Row};
    use malachite::Integer;
    use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};

    fn is_near(problem: &Problem, multipliers: &[(usize, Rational)], exact: &Optimum) -> bool {
        let moved = motion(problem, multipliers);
        let mut coordinates = moved.into_iter().zip(&exact.point);
        coordinates.all(|(value, numerator)| {
            let expected = Rational::from_integers_ref(numerator, &exact.denominator);
            (value - expected).abs() < Rational::power_of_2(-30_i64)
        })
    }

    #[test]
    fn optima_are_approached_from_anywhere() {
        let mut numbers = Numbers::from(7);
        let mut feasible = 0;
        for case in 0..300 {
            let problem = crowded(&mut numbers);
            let mut begin = Vec::new();
            for row in 0..problem.rows.len() {
                if numbers.next(2) == 0 {
                    begin.push((row, Rational::from(numbers.next(4))));
                }
            }
            let exact = solve(&problem, None, &Monitor::default()).unwrap();
            let Outcome::Optimal(exact) = exact else {
                continue;
            };
            feasible += 1;
            let reached = approach(&problem, &begin, &Monitor::default()).unwrap();
            assert!(is_near(&problem, &reached, &exact), "case {case}");
        }
        assert!(feasible > 100, "{feasible}");
    }

    /// Two rows that floats take for one, x ≥ δ |y|, and the point nearest to (-1, 0): each bears
    /// half of the load.
    #[test]
    fn nearly_equal_rows_share_a_load_by_floats_alone() {
        let mut rows = Vec::new();
        for y in [1, -1] {
            let coefficients = vec![(0, Integer::power_of_2(70)), (1, Integer::from(y))];
            let bound = Integer::from(0);
            rows.push(Row {
                coefficients,
                bound,
            });
        }
        let problem = Problem {
            masses: vec![Rational::from(1); 2],
            target: vec![Rational::from(-1), Rational::from(0)],
            rows,
            equalities: 0,
        };
        let normalised = Normalised::in_fixed_point(&problem, SHORT_FACTOR);
        let loads = in_floats(&problem, &normalised, &[], &Monitor::default()).unwrap();
        let multipliers = normalised.multipliers(&loads);
        assert_eq!(multipliers.len(), 2);
        for (_, multiplier) in multipliers {
            let error: Rational = (multiplier << 70u64) - Rational::power_of_2(-1_i64);
            assert!(error.abs() < Rational::power_of_2(-30_i64));
        }
    }

    /// x = -2 from 0 takes a multiplier of -2, although inequalities may have none of that sign.
    #[test]
    fn equalities_may_pull() {
        let equality = Row {
            coefficients: vec![(0, Integer::from(1))],
            bound: Integer::from(-2),
        };
        let problem = Problem {
            masses: vec![Rational::from(1)],
            target: vec![Rational::from(0)],
            rows: vec![equality],
            equalities: 1,
        };
        let begin = [(0, Rational::from(0))];
        let reached = approach(&problem, &begin, &Monitor::default()).unwrap();
        let [(0, multiplier)] = &reached[..] else {
            panic!("{reached:?}");
        };
        let error = multiplier + Rational::from(2);
        assert!(error.abs() < Rational::power_of_2(-30_i64));
    }
}
