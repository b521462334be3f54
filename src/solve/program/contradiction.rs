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

impl Side {
    /// b' = b - A base: each variable counts from its lower bound, or else from its upper one.
    fn shifted_bound(&self, bounds: &[Condition]) -> Rational {
        let mut rest = self.bound.clone();
        for (variable, value) in &self.coefficients {
            let Condition { lower, upper, .. } = &bounds[*variable];
            if let Some(base) = lower.as_ref().or(upper.as_ref()) {
                rest -= value * base;
            }
        }
        rest
    }
}

/// All sides of the rows, and of the bounds those that are not moved to zero.
fn sides(rows: &[Condition], bounds: &[Condition]) -> Vec<Side> {
    let mut sides = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        if let Some(bound) = &row.lower {
            sides.push(Side::lower(index, row, bound));
        }
        if let Some(bound) = &row.upper
            && row.lower.as_ref() != Some(bound)
        {
            sides.push(Side::upper(index, row, bound));
        }
    }
    for (variable, range) in bounds.iter().enumerate() {
        if let (Some(_), Some(bound)) = (&range.lower, &range.upper) {
            sides.push(Side::upper(rows.len() + variable, range, bound));
        }
    }
    sides
}

/// Multipliers of rows and bounds that prove a contradiction, if there is one.
pub(crate) fn find(
    rows: &[Condition],
    bounds: &[Condition],
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Vec<Rational>>, Interrupted> {
    let sides = sides(rows, bounds);
    let target = sides.iter().map(|side| side.shifted_bound(bounds));
    let target: Vec<Rational> = target.collect();
    let mut columns: Vec<Vec<(usize, Rational)>> = vec![Vec::new(); bounds.len()];
    for (position, side) in sides.iter().enumerate() {
        for (variable, value) in side.coefficients.iter() {
            columns[*variable].push((position, value.clone()));
        }
    }
    let mut cone = Vec::with_capacity(bounds.len() + sides.len());
    for (range, column) in bounds.iter().zip(&columns) {
        let (lower, upper) = match (&range.lower, &range.upper) {
            (Some(_), _) => (None, Some(Rational::ZERO)),
            (None, Some(_)) => (Some(Rational::ZERO), None),
            (None, None) => (Some(Rational::ZERO), Some(Rational::ZERO)),
        };
        cone.push(Condition {
            coefficients: column.clone(),
            lower,
            upper,
        });
    }
    for (position, side) in sides.iter().enumerate() {
        if !side.is_equation {
            cone.push(Condition {
                coefficients: vec![(position, Rational::from(1))],
                lower: Some(Rational::ZERO),
                upper: None,
            });
        }
    }
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
