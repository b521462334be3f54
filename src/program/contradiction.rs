//! Whether conditions contradict each other: the projection onto the cone of Farkas' multipliers.
//!
//! Write the conditions as a_k·x ≥ b_k (or =) with one finite bound of each variable moved to zero,
//! x_j = base_j ± x'_j with x'_j ≥ 0 or free. The multipliers y that may prove a contradiction form
//! the cone
//!
//! ```text
//! K = { y : y_k ≥ 0 for inequalities, Σ_k y_k a_kj ≤ 0, ≥ 0 or = 0 as the sign of x'_j demands }
//! ```
//!
//! and y in K is a proof if y·b' > 0, where b' = b - A base (Farkas). The projection y of b' onto K
//! has y·b' = |y|²: it is zero if and only if there is no proof, that is, if the conditions have a
//! solution. Like a collapse, and unlike a search for a feasible point, this program is always
//! feasible, so that a float guess helps whatever the answer is.

use crate::Options;
use crate::monitor::{Interrupted, Monitor};
use crate::polyhedron::{Condition, Nearest, nearest};
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;

/// a·x ≥ b, or = b.
struct Side {
    /// The condition it comes from.
    condition: usize,
    /// Whether it is the upper side, with the signs of a and b reversed.
    is_upper: bool,
    is_equation: bool,
    coefficients: Vec<(usize, Rational)>,
    bound: Rational,
}

impl Side {
    fn lower(condition: usize, form: &Condition, bound: &Rational) -> Self {
        let is_equation = form.upper.as_ref() == Some(bound);
        Self {
            condition,
            is_upper: false,
            is_equation,
            coefficients: form.coefficients.clone(),
            bound: bound.clone(),
        }
    }

    fn upper(condition: usize, form: &Condition, bound: &Rational) -> Self {
        let coefficients = form
            .coefficients
            .iter()
            .map(|(variable, value)| (*variable, -value))
            .collect();
        Self {
            condition,
            is_upper: true,
            is_equation: false,
            coefficients,
            bound: -bound,
        }
    }
}

/// Multipliers of rows and bounds that prove a contradiction, if there is one.
pub(crate) fn find(
    rows: &[Condition],
    bounds: &[Condition],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Vec<Rational>>, Interrupted> {
    let mut sides = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        sides.extend(
            row.lower
                .as_ref()
                .map(|bound| Side::lower(index, row, bound)),
        );
        let is_equation = row.lower == row.upper;
        sides.extend(
            row.upper
                .as_ref()
                .filter(|_| !is_equation)
                .map(|bound| Side::upper(index, row, bound)),
        );
    }
    for (variable, range) in bounds
        .iter()
        .enumerate()
        .filter(|(_, range)| range.lower.is_some())
    {
        sides.extend(
            range
                .upper
                .as_ref()
                .map(|bound| Side::upper(rows.len() + variable, range, bound)),
        );
    }
    let zero = Rational::ZERO;
    let base = |variable: usize| {
        bounds[variable]
            .lower
            .as_ref()
            .or(bounds[variable].upper.as_ref())
            .unwrap_or(&zero)
    };
    let from_base = |side: &Side| {
        let at_base: Rational = side
            .coefficients
            .iter()
            .map(|(variable, value)| value * base(*variable))
            .sum();
        &side.bound - at_base
    };
    let target: Vec<Rational> = sides.iter().map(from_base).collect();
    let mut columns: Vec<Vec<(usize, Rational)>> = vec![Vec::new(); bounds.len()];
    for (position, side) in sides.iter().enumerate() {
        side.coefficients
            .iter()
            .for_each(|(variable, value)| columns[*variable].push((position, value.clone())));
    }
    let column_conditions = bounds.iter().zip(&columns).map(|(range, column)| {
        let (lower, upper) = match (&range.lower, &range.upper) {
            (Some(_), _) => (None, Some(Rational::ZERO)),
            (None, Some(_)) => (Some(Rational::ZERO), None),
            (None, None) => (Some(Rational::ZERO), Some(Rational::ZERO)),
        };
        Condition {
            coefficients: column.clone(),
            lower,
            upper,
        }
    });
    let signs = sides
        .iter()
        .enumerate()
        .filter(|(_, side)| !side.is_equation)
        .map(|(position, _)| Condition {
            coefficients: vec![(position, Rational::from(1))],
            lower: Some(Rational::ZERO),
            upper: None,
        });
    let cone: Vec<Condition> = column_conditions.chain(signs).collect();
    let masses = vec![Rational::from(1); sides.len()];
    let Nearest::Point { point, .. } = nearest(masses, target, &cone, options, monitor)? else {
        return Ok(None);
    };
    if point.iter().all(|value| *value == 0) {
        return Ok(None);
    }
    let mut multipliers = vec![Rational::ZERO; rows.len() + bounds.len()];
    for (side, value) in sides.iter().zip(&point) {
        if side.is_upper {
            multipliers[side.condition] -= value;
        } else {
            multipliers[side.condition] += value;
        }
    }
    for (variable, column) in columns.iter().enumerate() {
        let sum: Rational = column
            .iter()
            .map(|(position, value)| value * &point[*position])
            .sum();
        multipliers[rows.len() + variable] -= sum;
    }
    Ok(Some(multipliers))
}
