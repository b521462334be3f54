//! The conditions that prove an outcome of a linear or quadratic program, in plain rational
//! arithmetic.
//!
//! With gradient g of the objective at x (and a convex objective), x minimises over { l ≤ A x ≤ u,
//! bounds } if it is feasible and
//!
//! ```text
//! g = Aᵀy + z,   y_i > 0 only where a_i·x = l_i,   y_i < 0 only where a_i·x = u_i   (and z alike)
//! ```
//!
//! since then g·(x' - x) = Σ y_i (a_i·x' - a_i·x) + … ≥ 0 for every feasible x' (Karush, Kuhn &
//! Tucker). Nothing is feasible if Aᵀy + z = 0 while Σ y_i b_i + … > 0, b_i being the bound that
//! y_i's sign names (Farkas). c·x has no lower bound if x is feasible, c·d < 0, and no finite bound
//! stops d. Nothing here knows how the outcome was found.

use crate::linear::{Sense, Solution, Unboundedness};
use crate::polyhedron::{Interval, LinearRow, Multipliers, Polyhedron, ProgramError};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use zwang_exact::Rational;

/// Why an outcome is not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The program itself is malformed, so that nothing can be proved about it.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A list of the wrong length.
    #[error("{list}: found {found} entries; expected {expected}")]
    Length {
        /// The list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// The length that it should have.
        expected: usize,
    },
    /// A value outside its interval.
    #[error("{place}: found the value {value}; expected {}", shown(.range))]
    Infeasible {
        /// The row or variable.
        place: String,
        /// Its value at the point.
        value: Rational,
        /// The permitted values.
        range: Box<Interval>,
    },
    /// The multipliers do not add up to the gradient.
    #[error(
        "variable {variable}: found that the sum of the multipliers differs from the \
         gradient by {difference}; expected 0"
    )]
    Stationarity {
        /// The variable.
        variable: usize,
        /// The sum less the gradient, or less zero in a proof of infeasibility.
        difference: Rational,
    },
    /// A multiplier that belongs to a bound that does not hold with equality, or does not exist.
    #[error(
        "{place}: found the multiplier {multiplier}; expected that its sign names a bound \
         that is finite and reached"
    )]
    Complementarity {
        /// The row or variable.
        place: String,
        /// The multiplier.
        multiplier: Rational,
    },
    /// A Farkas sum that proves nothing.
    #[error("found that multipliers and bounds add up to {0}; expected more than 0")]
    Farkas(Rational),
    /// A direction that leaves the feasible set.
    #[error("{place}: found the rate {rate} along the ray; expected one that no bound stops")]
    Ray {
        /// The row or variable.
        place: String,
        /// The rate.
        rate: Rational,
    },
    /// A direction in which the objective does not improve.
    #[error("found the rate {0} of the objective along the ray; expected an improvement")]
    Improvement(Rational),
    /// A direction along which the objective is not linear.
    #[error(
        "variable {variable}: found that its gradient changes by {rate} along the ray; expected 0"
    )]
    Curvature {
        /// The variable.
        variable: usize,
        /// H d there.
        rate: Rational,
    },
    /// The value of the objective.
    #[error("objective: found {found}; expected {expected}")]
    Objective {
        /// The value stated.
        found: Box<Rational>,
        /// The value at the point.
        expected: Box<Rational>,
    },
}

fn shown(range: &Interval) -> String {
    match (&range.lower, &range.upper) {
        (Some(lower), Some(upper)) if lower == upper => lower.to_string(),
        (Some(lower), Some(upper)) => format!("{lower} to {upper}"),
        (Some(lower), None) => format!("at least {lower}"),
        (None, Some(upper)) => format!("at most {upper}"),
        (None, None) => "any number".to_owned(),
    }
}

/// Σ a_i b_i.
pub(crate) fn dot(one: &[Rational], two: &[Rational]) -> Rational {
    let one = OverOne::new(one);
    let two = OverOne::new(two);
    let pairs = one.numerators.iter().zip(&two.numerators);
    let mut sum = BigInt::zero();
    for (a, b) in pairs {
        if !a.is_zero() && !b.is_zero() {
            sum += a * b;
        }
    }
    Rational::new(sum, one.denominator * two.denominator)
}

/// Numbers over a common denominator. Those of a solution share theirs, so that sums of products
/// take no common divisors.
struct OverOne {
    denominator: BigInt,
    numerators: Vec<BigInt>,
}

impl OverOne {
    fn new(numbers: &[Rational]) -> Self {
        let mut denominator = BigInt::one();
        for number in numbers {
            if !(&denominator % number.denom()).is_zero() {
                denominator = denominator.lcm(number.denom());
            }
        }
        let mut numerators = Vec::with_capacity(numbers.len());
        for number in numbers {
            numerators.push(if *number.denom() == denominator {
                number.numer().clone()
            } else {
                number.numer() * (&denominator / number.denom())
            });
        }
        Self {
            denominator,
            numerators,
        }
    }

    /// The value of a row.
    fn product(&self, row: &LinearRow) -> Fraction {
        let denominators = row.coefficients.iter().map(|(_, value)| value.denom());
        let common = denominators.fold(BigInt::one(), |common, other| common.lcm(other));
        let mut numerator = BigInt::zero();
        for (variable, value) in &row.coefficients {
            if let Some(own) = self.numerators.get(*variable) {
                let coefficient = value.numer() * (&common / value.denom());
                numerator += coefficient * own;
            }
        }
        Fraction {
            numerator,
            denominator: common * &self.denominator,
        }
    }
}

/// A quotient, perhaps not in lowest terms, with a positive denominator.
struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    fn compare(&self, other: &Rational) -> Ordering {
        let own = &self.numerator * other.denom();
        own.cmp(&(other.numer() * &self.denominator))
    }

    fn to_rational(&self) -> Rational {
        Rational::new(self.numerator.clone(), self.denominator.clone())
    }
}

fn length(list: &'static str, found: usize, expected: usize) -> Result<(), Flaw> {
    if found == expected {
        Ok(())
    } else {
        Err(Flaw::Length {
            list,
            found,
            expected,
        })
    }
}

/// Each row and each variable with its interval and its value at a point.
fn values<'a>(
    set: &'a Polyhedron,
    point: &OverOne,
) -> impl Iterator<Item = (&'a Interval, Fraction)> {
    let rows = set.rows.iter().map(|row| (&row.range, point.product(row)));
    let bounds = set.bounds.iter().zip(&point.numerators);
    rows.chain(bounds.map(|(range, numerator)| {
        let value = Fraction {
            numerator: numerator.clone(),
            denominator: point.denominator.clone(),
        };
        (range, value)
    }))
}

/// The name of a row, or of the bounds of a variable, counted through.
fn place(set: &Polyhedron, index: usize) -> String {
    match index.checked_sub(set.rows.len()) {
        None => format!("row {index}"),
        Some(variable) => format!("bounds of variable {variable}"),
    }
}

fn feasible(set: &Polyhedron, point: &[Rational]) -> Result<(), Flaw> {
    length("point", point.len(), set.bounds.len())?;
    let point = OverOne::new(point);
    for (index, (range, value)) in values(set, &point).enumerate() {
        let lower = range.lower.as_ref();
        let upper = range.upper.as_ref();
        let is_above = lower.is_none_or(|lower| value.compare(lower).is_ge());
        let is_below = upper.is_none_or(|upper| value.compare(upper).is_le());
        if !(is_above && is_below) {
            return Err(Flaw::Infeasible {
                place: place(set, index),
                value: value.to_rational(),
                range: Box::new(range.clone()),
            });
        }
    }
    Ok(())
}

/// Aᵀy + z = `expected`.
fn adds_up(set: &Polyhedron, multipliers: &Multipliers, expected: &[Rational]) -> Result<(), Flaw> {
    length(
        "multipliers of rows",
        multipliers.rows.len(),
        set.rows.len(),
    )?;
    length(
        "multipliers of bounds",
        multipliers.bounds.len(),
        set.bounds.len(),
    )?;
    length("gradient", expected.len(), set.bounds.len())?;
    let mut all = multipliers.rows.clone();
    all.extend_from_slice(&multipliers.bounds);
    let all = OverOne::new(&all);
    let (rows, bounds) = all.numerators.split_at(set.rows.len());
    let mut columns = vec![Vec::new(); set.bounds.len()];
    for (row, multiplier) in set.rows.iter().zip(rows) {
        if multiplier.is_zero() {
            continue;
        }
        for (variable, value) in &row.coefficients {
            if let Some(column) = columns.get_mut(*variable) {
                column.push((value, multiplier));
            }
        }
    }
    let sums = columns.into_iter().zip(bounds).zip(expected).enumerate();
    for (variable, ((column, bound), expected)) in sums {
        let denominators = column.iter().map(|(value, _)| value.denom());
        let common = denominators.fold(BigInt::one(), |common, other| common.lcm(other));
        let mut sum = bound * &common;
        for (value, multiplier) in column {
            let coefficient = value.numer() * (&common / value.denom());
            sum += coefficient * multiplier;
        }
        let found = Fraction {
            numerator: sum,
            denominator: common * &all.denominator,
        };
        if found.compare(expected).is_ne() {
            return Err(Flaw::Stationarity {
                variable,
                difference: found.to_rational() - expected,
            });
        }
    }
    Ok(())
}

/// The bound that the sign of a multiplier names in a minimisation.
fn named<'a>(range: &'a Interval, multiplier: &Rational) -> Option<&'a Rational> {
    if multiplier.is_positive() {
        range.lower.as_ref()
    } else {
        range.upper.as_ref()
    }
}

/// Feasibility, stationarity for the gradient at the point, and complementarity.
pub(crate) fn optimal(
    set: &Polyhedron,
    sense: Sense,
    gradient: &[Rational],
    solution: &Solution,
) -> Result<(), Flaw> {
    feasible(set, &solution.point)?;
    adds_up(set, &solution.multipliers, gradient)?;
    let multipliers = solution
        .multipliers
        .rows
        .iter()
        .chain(&solution.multipliers.bounds);
    let point = OverOne::new(&solution.point);
    let values = values(set, &point).zip(multipliers).enumerate();
    for (index, ((range, value), multiplier)) in values {
        let of_cost = if sense == Sense::Minimise {
            multiplier.clone()
        } else {
            -multiplier
        };
        let is_reached = |bound: &Rational| value.compare(bound).is_eq();
        if !of_cost.is_zero() && !named(range, &of_cost).is_some_and(is_reached) {
            return Err(Flaw::Complementarity {
                place: place(set, index),
                multiplier: multiplier.clone(),
            });
        }
    }
    Ok(())
}

/// Farkas' conditions.
pub(crate) fn infeasible(set: &Polyhedron, multipliers: &Multipliers) -> Result<(), Flaw> {
    adds_up(set, multipliers, &vec![Rational::zero(); set.bounds.len()])?;
    let rows = set.rows.iter().map(|row| &row.range);
    let ranges = rows.chain(&set.bounds);
    let all = multipliers.rows.iter().chain(&multipliers.bounds);
    let mut bounds = Vec::new();
    let mut pressing = Vec::new();
    for (index, (range, multiplier)) in ranges.zip(all).enumerate() {
        if multiplier.is_zero() {
            continue;
        }
        let Some(bound) = named(range, multiplier) else {
            return Err(Flaw::Complementarity {
                place: place(set, index),
                multiplier: multiplier.clone(),
            });
        };
        bounds.push(bound.clone());
        pressing.push(multiplier.clone());
    }
    let sum = dot(&bounds, &pressing);
    if sum.is_positive() {
        Ok(())
    } else {
        Err(Flaw::Farkas(sum))
    }
}

/// A feasible point and a direction that no bound stops and that improves the objective.
pub(crate) fn unbounded(
    set: &Polyhedron,
    sense: Sense,
    objective: &[Rational],
    proof: &Unboundedness,
) -> Result<(), Flaw> {
    feasible(set, &proof.point)?;
    length("ray", proof.ray.len(), set.bounds.len())?;
    let ray = OverOne::new(&proof.ray);
    for (index, (range, rate)) in values(set, &ray).enumerate() {
        let sign = rate.numerator.sign();
        if range.lower.is_some() && sign == Sign::Minus
            || range.upper.is_some() && sign == Sign::Plus
        {
            return Err(Flaw::Ray {
                place: place(set, index),
                rate: rate.to_rational(),
            });
        }
    }
    let rate = dot(objective, &proof.ray);
    let improves = if sense == Sense::Minimise {
        rate.is_negative()
    } else {
        rate.is_positive()
    };
    if improves {
        Ok(())
    } else {
        Err(Flaw::Improvement(rate))
    }
}

/// Whether the gradient does not change along a ray.
pub(crate) fn straight(curvature: &[Rational]) -> Result<(), Flaw> {
    let mut rates = curvature.iter().enumerate();
    match rates.find(|(_, rate)| !rate.is_zero()) {
        None => Ok(()),
        Some((variable, rate)) => Err(Flaw::Curvature {
            variable,
            rate: rate.clone(),
        }),
    }
}

/// Whether the value stated is the value at the point.
pub(crate) fn value(expected: &Rational, found: &Rational) -> Result<(), Flaw> {
    if expected == found {
        return Ok(());
    }
    Err(Flaw::Objective {
        found: Box::new(found.clone()),
        expected: Box::new(expected.clone()),
    })
}
