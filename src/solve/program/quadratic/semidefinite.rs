//! Programs whose Hessian H is semidefinite, by linear and by strictly convex programs.
//!
//! The objective f has no lower bound over the feasible points if and only if there is one, and a
//! direction d of recession with H d = 0 and c·d < 0 (Frank & Wolfe, *An algorithm for quadratic
//! programming*, 1956): two linear programs. Otherwise let x(ε) be the minimiser of f + ½ ε |x|²,
//! which is a strictly convex program, with multipliers λ(ε). While ε falls, x(ε) goes to a
//! minimiser of f, the one nearest to 0 (Tikhonov), and from some ε on, the same rows have
//! multipliers that are not 0: there are no more than finitely many sets of rows, and both are
//! rational functions of ε between changes. Cones are closed, so that in the limit
//!
//! ```text
//! H x + c = Σ λ_k a_k,   x feasible, on the bounds of these rows,   λ_k of the signs of λ_k(ε)
//! ```
//!
//! has a solution, and any solution is a minimiser of f with its multipliers. For given rows it is
//! a linear program.

use super::{QuadraticOutcome, QuadraticProgram};
use crate::Options;
use crate::exact::unsymmetric::Elimination;
use crate::linear::{LinearOutcome, LinearProgram, Sense, Solution, Unboundedness};
use crate::monitor::Monitor;
use crate::numbers::field::Field;
use crate::numbers::number::to_solver;
use crate::polyhedron::{Interval, LinearRow, Multipliers, Polyhedron, ProgramError};
use malachite::Integer;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use zwang_exact::Rational;

/// The exponent of the first 1/ε.
const FIRST_EXPONENT: usize = 4;

/// A row or a bound that has a multiplier.
struct Pressing {
    /// Its place among rows, then bounds.
    place: usize,
    coefficients: Vec<(usize, Rational)>,
    /// The permitted multipliers.
    signs: Interval,
}

impl QuadraticProgram {
    pub(super) fn solve_semidefinite(
        &self,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<QuadraticOutcome, ProgramError> {
        let variables = self.linear.len();
        let anywhere = LinearProgram {
            sense: Sense::Minimise,
            objective: vec![Rational::zero(); variables],
            feasible: self.feasible.clone(),
        };
        let point = match anywhere.solve(options, monitor)? {
            LinearOutcome::Optimal(solution) => solution.point,
            LinearOutcome::Infeasible(proof) => return Ok(QuadraticOutcome::Infeasible(proof)),
            LinearOutcome::Unbounded(unbounded) => unbounded.point,
        };
        let falling = LinearProgram {
            sense: Sense::Minimise,
            objective: self.linear.clone(),
            feasible: self.straight_directions(),
        };
        if let LinearOutcome::Optimal(solution) = falling.solve(options, monitor)?
            && solution.objective.is_negative()
        {
            let ray = solution.point;
            return Ok(QuadraticOutcome::Unbounded(Unboundedness { point, ray }));
        }
        let mut exponent = FIRST_EXPONENT;
        loop {
            let regularised = self.regularised(exponent);
            if let QuadraticOutcome::Optimal(near) = regularised.solve(options, monitor)?
                && let Some(solution) = self.limit(&near.multipliers, options, monitor)?
            {
                return Ok(QuadraticOutcome::Optimal(solution));
            }
            exponent *= 2;
        }
    }

    /// The directions of recession d with H d = 0, up to a length.
    fn straight_directions(&self) -> Polyhedron {
        let mut bounds = Vec::with_capacity(self.linear.len());
        for bound in &self.feasible.bounds {
            bounds.push(Interval::between(
                -free_length(&bound.lower),
                free_length(&bound.upper),
            ));
        }
        let mut rows = Vec::with_capacity(self.feasible.rows.len());
        for row in &self.feasible.rows {
            let nothing = Rational::zero();
            rows.push(LinearRow {
                coefficients: row.coefficients.clone(),
                range: Interval {
                    lower: row.range.lower.as_ref().map(|_| nothing.clone()),
                    upper: row.range.upper.as_ref().map(|_| nothing),
                },
            });
        }
        for coefficients in self.lines() {
            if !coefficients.is_empty() {
                rows.push(LinearRow {
                    coefficients,
                    range: Interval::exactly(Rational::zero()),
                });
            }
        }
        Polyhedron { bounds, rows }
    }

    /// The rows of H.
    fn lines(&self) -> Vec<Vec<(usize, Rational)>> {
        let mut lines = vec![Vec::new(); self.linear.len()];
        for (row, column, value) in &self.hessian {
            if value.is_zero() {
                continue;
            }
            lines[*row].push((*column, value.clone()));
            if row != column {
                lines[*column].push((*row, value.clone()));
            }
        }
        lines
    }

    /// The program with 2^-`exponent` added to the diagonal of H.
    fn regularised(&self, exponent: usize) -> Self {
        let shift = Rational::new(BigInt::one(), BigInt::one() << exponent);
        let mut program = self.clone();
        let mut is_missing = vec![true; self.linear.len()];
        for (row, column, value) in &mut program.hessian {
            if row == column {
                *value += &shift;
                is_missing[*row] = false;
            }
        }
        for (variable, is_missing) in is_missing.into_iter().enumerate() {
            if is_missing {
                program.hessian.push((variable, variable, shift.clone()));
            }
        }
        program
    }

    /// A minimiser on the bounds that these multipliers name, if there is one.
    fn limit(
        &self,
        near: &Multipliers,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Option<Solution>, ProgramError> {
        let variables = self.linear.len();
        let mut feasible = self.feasible.clone();
        let pressing = self.press(&mut feasible, near);
        let mut balance = self.lines();
        for (index, pressing) in pressing.iter().enumerate() {
            for (variable, value) in &pressing.coefficients {
                balance[*variable].push((variables + index, -value));
            }
            feasible.bounds.push(pressing.signs.clone());
        }
        for (coefficients, value) in balance.into_iter().zip(&self.linear) {
            feasible.rows.push(LinearRow {
                coefficients,
                range: Interval::exactly(-value),
            });
        }
        let program = LinearProgram {
            sense: Sense::Minimise,
            objective: vec![Rational::zero(); feasible.bounds.len()],
            feasible,
        };
        let LinearOutcome::Optimal(found) = program.solve(options, monitor)? else {
            return Ok(None);
        };
        let mut point = found.point;
        let forces = point.split_off(variables);
        let rows = self.feasible.rows.len();
        let mut multipliers = vec![Rational::zero(); rows + variables];
        for (pressing, force) in pressing.iter().zip(forces) {
            multipliers[pressing.place] = force;
        }
        let bounds = multipliers.split_off(rows);
        let multipliers = Multipliers {
            rows: multipliers,
            bounds,
        };
        Ok(Some(Solution {
            objective: self.value(&point),
            is_unique: self.is_only_point(&multipliers),
            point,
            multipliers,
        }))
    }

    /// The rows and bounds with a multiplier; each is fixed at the bound that it names.
    fn press(&self, feasible: &mut Polyhedron, near: &Multipliers) -> Vec<Pressing> {
        let rows = feasible.rows.len();
        let mut pressing = Vec::new();
        for (place, (row, multiplier)) in feasible.rows.iter_mut().zip(&near.rows).enumerate() {
            if let Some(signs) = press_one(&mut row.range, multiplier) {
                pressing.push(Pressing {
                    place,
                    coefficients: row.coefficients.clone(),
                    signs,
                });
            }
        }
        let bounds = feasible.bounds.iter_mut().zip(&near.bounds);
        for (variable, (range, multiplier)) in bounds.enumerate() {
            if let Some(signs) = press_one(range, multiplier) {
                pressing.push(Pressing {
                    place: rows + variable,
                    coefficients: vec![(variable, Rational::one())],
                    signs,
                });
            }
        }
        pressing
    }

    /// Whether it follows from multipliers that no other point is as good: all such points have the
    /// same H x, and are on the bounds of all rows with multipliers.
    fn is_only_point(&self, multipliers: &Multipliers) -> bool {
        let mut lines = self.lines();
        for (row, multiplier) in self.feasible.rows.iter().zip(&multipliers.rows) {
            if !multiplier.is_zero() || is_fixed(&row.range) {
                lines.push(row.coefficients.clone());
            }
        }
        let bounds = self.feasible.bounds.iter().zip(&multipliers.bounds);
        for (variable, (range, multiplier)) in bounds.enumerate() {
            if !multiplier.is_zero() || is_fixed(range) {
                lines.push(vec![(variable, Rational::one())]);
            }
        }
        has_full_rank(&lines, self.linear.len())
    }
}

/// 0 if there is a bound, otherwise 1.
fn free_length(bound: &Option<Rational>) -> Rational {
    match bound {
        Some(_) => Rational::zero(),
        None => Rational::one(),
    }
}

fn is_fixed(range: &Interval) -> bool {
    range.lower.is_some() && range.lower == range.upper
}

/// Fixes a range at the bound that its multiplier names, and tells which multipliers are permitted.
/// `None` if it has no multiplier.
fn press_one(range: &mut Interval, multiplier: &Rational) -> Option<Interval> {
    if is_fixed(range) {
        return Some(Interval::free());
    }
    if multiplier.is_zero() {
        return None;
    }
    if multiplier.is_positive() {
        range.upper.clone_from(&range.lower);
        return Some(Interval::nonnegative());
    }
    range.lower.clone_from(&range.upper);
    Some(Interval::at_most(Rational::zero()))
}

/// Whether the rank of some rows is the number of columns, modulo a prime and therefore at all.
fn has_full_rank(lines: &[Vec<(usize, Rational)>], columns: usize) -> bool {
    let field = Field::first();
    let mut residues = Vec::with_capacity(lines.len());
    for line in lines {
        let mut entries = Vec::with_capacity(line.len());
        for (column, value) in line {
            let value = to_solver(value);
            let numerator = Integer::from(value.numerator_ref());
            let numerator = if value < 0 { -numerator } else { numerator };
            let denominator = field.residue(&Integer::from(value.denominator_ref()));
            let Some(inverse) = field.inverse(denominator) else {
                return false;
            };
            let entry = field.multiply(field.residue(&numerator), inverse);
            if entry != 0 {
                entries.push((*column, entry));
            }
        }
        entries.sort_unstable();
        residues.push(entries);
    }
    let order: Vec<usize> = (0..lines.len().max(columns)).collect();
    let elimination = Elimination::new(field, residues, columns, &order);
    elimination.pivots().len() == columns
}
