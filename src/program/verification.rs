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
use crate::polyhedron::{Interval, Multipliers, Polyhedron, ProgramError};
use num_traits::{Signed, Zero};
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

pub(crate) fn dot(one: &[Rational], two: &[Rational]) -> Rational {
    one.iter()
        .zip(two)
        .filter(|(a, b)| !a.is_zero() && !b.is_zero())
        .map(|(a, b)| a * b)
        .sum()
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

/// Each row and each variable with its name, its interval and its value at a point.
fn values<'a>(
    set: &'a Polyhedron,
    point: &'a [Rational],
) -> impl Iterator<Item = (String, &'a Interval, Rational)> {
    let rows = set.rows.iter().enumerate().map(|(index, row)| {
        let terms = row
            .coefficients
            .iter()
            .filter_map(|(variable, value)| Some(value * point.get(*variable)?));
        (format!("row {index}"), &row.range, terms.sum())
    });
    let bounds = set.bounds.iter().zip(point).enumerate();
    rows.chain(bounds.map(|(index, (range, value))| {
        (format!("bounds of variable {index}"), range, value.clone())
    }))
}

fn feasible(set: &Polyhedron, point: &[Rational]) -> Result<(), Flaw> {
    length("point", point.len(), set.bounds.len())?;
    for (place, range, value) in values(set, point) {
        let above = range.lower.as_ref().is_none_or(|lower| value >= *lower);
        let below = range.upper.as_ref().is_none_or(|upper| value <= *upper);
        if !(above && below) {
            return Err(Flaw::Infeasible {
                place,
                value,
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
    let mut sums = multipliers.bounds.clone();
    for (row, multiplier) in set
        .rows
        .iter()
        .zip(&multipliers.rows)
        .filter(|(_, multiplier)| !multiplier.is_zero())
    {
        for (variable, value) in &row.coefficients {
            if let Some(sum) = sums.get_mut(*variable) {
                *sum += value * multiplier;
            }
        }
    }
    let mut sums = sums.into_iter().zip(expected).enumerate();
    match sums.find(|(_, (found, expected))| found != *expected) {
        None => Ok(()),
        Some((variable, (found, expected))) => Err(Flaw::Stationarity {
            variable,
            difference: found - expected,
        }),
    }
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
    for ((place, range, value), multiplier) in values(set, &solution.point).zip(multipliers) {
        let of_cost = if sense == Sense::Minimise {
            multiplier.clone()
        } else {
            -multiplier
        };
        if !of_cost.is_zero() && named(range, &of_cost) != Some(&value) {
            return Err(Flaw::Complementarity {
                place,
                multiplier: multiplier.clone(),
            });
        }
    }
    Ok(())
}

/// Farkas' conditions.
pub(crate) fn infeasible(set: &Polyhedron, multipliers: &Multipliers) -> Result<(), Flaw> {
    adds_up(set, multipliers, &vec![Rational::zero(); set.bounds.len()])?;
    let rows = set.rows.iter().zip(&multipliers.rows).enumerate();
    let rows =
        rows.map(|(index, (row, multiplier))| (format!("row {index}"), &row.range, multiplier));
    let bounds = set.bounds.iter().zip(&multipliers.bounds).enumerate();
    let bounds = bounds.map(|(index, (range, multiplier))| {
        (format!("bounds of variable {index}"), range, multiplier)
    });
    let mut sum = Rational::zero();
    for (place, range, multiplier) in rows
        .chain(bounds)
        .filter(|(.., multiplier)| !multiplier.is_zero())
    {
        match named(range, multiplier) {
            Some(bound) => sum += bound * multiplier,
            None => {
                return Err(Flaw::Complementarity {
                    place,
                    multiplier: multiplier.clone(),
                });
            }
        }
    }
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
    for (place, range, rate) in values(set, &proof.ray) {
        if range.lower.is_some() && rate.is_negative()
            || range.upper.is_some() && rate.is_positive()
        {
            return Err(Flaw::Ray { place, rate });
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
