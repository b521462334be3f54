//! Multipliers near those of the optimum where rows nearly depend on each other, in floats and in
//! numbers of 192 digits.
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
//! longer numbers ([`crate::guess::descent`]), which takes few rounds from there.
//!
//! The method is that of the descent, too: on a set P of rows go towards the least value without
//! signs, as far as no multiplier becomes negative, or all the way but for those that would; rows
//! whose multiplier vanishes leave P, and once all of the way can be gone, rows enter whose
//! multiplier would grow. Once none would, λ° is replaced by λ, and ρ becomes smaller: by small
//! steps, as one large step takes several times the rounds. If ρ is too small for floats,
//! [`FixedWidth`] numbers go on.
//!
//! Nothing is decided here: whoever uses the multipliers mends them.
#![allow(clippy::disallowed_types)]

mod approach;
mod scaled;

use self::approach::Approach;
use self::scaled::ScaledProgram;
use crate::exact::lifting::EliminationOrder;
use crate::guess::downdating::MOST_DROPPED;
use crate::guess::normalisation::Normalised;
use crate::guess::settling::Loads;
use crate::monitor::{Interrupted, Monitor};
use crate::numbers::fixed_width::FixedWidth;
use crate::numbers::real::Real;
use crate::problem::Problem;
use malachite::Rational;

/// ρ is 2 to the minus this at first: the smaller it is, the fewer rows press that do not press in
/// the end.
const FIRST_DIGITS: i64 = 28;
/// By how many digits it becomes smaller in floats.
const FLOAT_STEP: i64 = 3;
/// ρ is 2 to the minus this at last in floats, which have 53 digits.
const FLOAT_DIGITS: i64 = 49;
/// By how many digits it becomes smaller in fixed-point numbers, if the stage before took many
/// rounds.
const LEAST_STEP: i64 = 4;
/// A stage of no more rounds than this has hardly changed what presses, so that the next step is
/// twice as long.
const FEW_ROUNDS: usize = 2;
/// ρ is not smaller than 2 to the minus this in fixed-point numbers.
const LAST_DIGITS: i64 = 96;
/// Fixed-point numbers of 192 digits; what is before the point is left for inverses.
type Fixed = FixedWidth<5, 3>;
/// ρ is 2 to the minus this at least where rows can be dropped from a factor in floats: each
/// dropped row may enlarge rounding errors by 1/ρ.
const DROPPING_DIGITS: i64 = 34;

/// Multipliers of rows that are near those of the optimum, in units, given some to begin with.
///
/// # Errors
/// [`Interrupted`] if the monitor says so.
pub(crate) fn approach(
    problem: &Problem,
    normalised: &Normalised,
    begin: &[(usize, Rational)],
    monitor: &Monitor,
) -> Result<Loads, Interrupted> {
    let stages = Stages::new(problem, normalised, monitor);
    let loads = stages.in_floats(begin)?;
    stages.in_fixed_point(&loads)
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
    Stages::new(problem, normalised, monitor).in_floats(begin)
}

/// Data that all stages share.
struct Stages<'a> {
    problem: &'a Problem,
    normalised: &'a Normalised,
    order: EliminationOrder,
    monitor: &'a Monitor<'a>,
}

impl<'a> Stages<'a> {
    fn new(problem: &'a Problem, normalised: &'a Normalised, monitor: &'a Monitor<'a>) -> Self {
        Self {
            problem,
            normalised,
            order: EliminationOrder::of(problem),
            monitor,
        }
    }

    fn begin<T: Real>(&self, loads: &Loads) -> Approach<'_, T> {
        let program = ScaledProgram::new(self.problem, self.normalised);
        Approach::new(program, &self.order, loads)
    }

    fn in_floats(&self, begin: &[(usize, Rational)]) -> Result<Loads, Interrupted> {
        let begin = self.normalised.loads(begin);
        let mut approach = self.begin::<f64>(&begin);
        let mut digits = FIRST_DIGITS;
        while digits <= FLOAT_DIGITS {
            let most_dropped = match digits <= DROPPING_DIGITS {
                true => MOST_DROPPED,
                false => 0,
            };
            approach.hold(digits, most_dropped, self.monitor)?;
            digits += FLOAT_STEP;
        }
        Ok(approach.loads())
    }

    /// Goes on from multipliers in units.
    fn in_fixed_point(&self, loads: &Loads) -> Result<Loads, Interrupted> {
        let mut approach = self.begin::<Fixed>(loads);
        let mut step = LEAST_STEP;
        let mut digits = FLOAT_DIGITS + step;
        while digits <= LAST_DIGITS {
            let Some(rounds) = approach.hold(digits, MOST_DROPPED, self.monitor)? else {
                break;
            };
            step = match rounds <= FEW_ROUNDS {
                true => 2 * step,
                false => LEAST_STEP.max(step / 2),
            };
            digits += step;
        }
        Ok(approach.loads())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::approximation::SHORT_DIGITS;
    use crate::guess::crowded::{Numbers, crowded, motion};
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
            let normalised = Normalised::finer(&problem, SHORT_DIGITS);
            let reached = approach(&problem, &normalised, &begin, &Monitor::default()).unwrap();
            let reached = normalised.multipliers(&reached);
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
        let normalised = Normalised::new(&problem);
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
        let normalised = Normalised::finer(&problem, SHORT_DIGITS);
        let reached = approach(&problem, &normalised, &begin, &Monitor::default()).unwrap();
        let reached = normalised.multipliers(&reached);
        let [(0, multiplier)] = &reached[..] else {
            panic!("{reached:?}");
        };
        let error = multiplier + Rational::from(2);
        assert!(error.abs() < Rational::power_of_2(-30_i64));
    }
}
