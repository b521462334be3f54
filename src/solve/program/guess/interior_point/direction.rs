//! The direction of Newton's method, by the normal equations and iterative refinement.
//!
//! At z, s, λ with the residuals r_d = z - Aᵀλ and r_p = A z + f - s, the direction for a right
//! side c satisfies
//!
//! ```text
//! dz - Aᵀdλ = -r_d,   A dz - ds = -r_p,   s_j dλ_j + λ_j ds_j = -c_j
//! ```
//!
//! and ds_j = 0 in equalities. With weights d_j = λ_j / s_j it would be one solution with
//! H = I + Aᵀ diag(d) A. They are capped, and equalities have a large weight instead of an infinite
//! one, so it is repeated with what is left,
//!
//! ```text
//! q = -r_d - dz + Aᵀdλ,   u = r_p + A dz + (c + s dλ) / λ   (equalities: u = r_p + A dz),
//! H y = q - Aᵀ(d u),   dz += y,   dλ -= d (A y + u)
//! ```
//!
//! whose limit does not depend on the weights (for equalities it is the method of multipliers:
//! Hestenes, *Multiplier and gradient methods*, 1969). If s_j < λ_j, ds_j is taken from the last
//! equation, which keeps the small ones exact to their own size.
#![allow(clippy::disallowed_types)]

use crate::guess::interior_point::blocks::Block;
use crate::guess::interior_point::cholesky::Cholesky;
use crate::guess::interior_point::iteration::Iterate;

/// The largest weight: beyond, the factorisation breaks down.
pub(crate) const HEAVIEST: f64 = 1e13;
/// The weight of equalities.
pub(crate) const EQUALITY: f64 = 1e10;
/// The part of the residuals that may be left.
const RELATIVE: f64 = 1e-2;
/// The size of the rest that is allowed in any case.
const ABSOLUTE: f64 = 1e-12;
/// The most solutions for a direction.
const MOST_ROUNDS: usize = 4;

/// A direction, with A dz.
#[derive(Clone, Debug, Default)]
pub(crate) struct Direction {
    pub(crate) step: Vec<Block>,
    pub(crate) products: Vec<f64>,
    pub(crate) multipliers: Vec<f64>,
    pub(crate) slacks: Vec<f64>,
}

/// Vectors to use again.
#[derive(Default)]
pub(crate) struct Workspace {
    /// q.
    dual: Vec<Block>,
    /// q - Aᵀ(d u), and then y.
    step: Vec<Block>,
    /// u.
    primal: Vec<f64>,
}

impl Iterate<'_> {
    /// The direction for a right side.
    pub(crate) fn find_direction(
        &self,
        right_side: &[f64],
        factor: &mut Cholesky,
        direction: &mut Direction,
        workspace: &mut Workspace,
    ) {
        let rows = self.program.rows.count();
        direction.step.clear();
        direction.step.resize(self.point.position.len(), [0.0; 3]);
        direction.products.clear();
        direction.products.resize(rows, 0.0);
        direction.multipliers.clear();
        direction.multipliers.resize(rows, 0.0);
        let size = self.residuals.size();
        let goal = (RELATIVE * size).max(ABSOLUTE);
        for round in 0..MOST_ROUNDS {
            let left = self.remainder(right_side, direction, workspace);
            if round > 0 && left < goal {
                break;
            }
            factor.solve(&mut workspace.step);
            self.advance(direction, workspace);
        }
        self.find_slacks(right_side, direction);
    }

    /// Computes q, u and the right side for y, and the largest of q and u.
    fn remainder(
        &self,
        right_side: &[f64],
        direction: &Direction,
        workspace: &mut Workspace,
    ) -> f64 {
        workspace.dual.clear();
        for (residual, step) in self.residuals.dual.iter().zip(&direction.step) {
            let mut sum = [0.0; 3];
            for place in 0..sum.len() {
                sum[place] = -residual[place] - step[place];
            }
            workspace.dual.push(sum);
        }
        workspace.step.clone_from(&workspace.dual);
        workspace.primal.clear();
        let mut largest: f64 = 0.0;
        for (row, &change) in direction.multipliers.iter().enumerate() {
            let mut left = self.residuals.primal[row] + direction.products[row];
            let mut presses = true;
            if row >= self.program.equalities {
                let slack = self.point.slacks[row];
                let multiplier = self.point.multipliers[row];
                left += (right_side[row] + slack * change) / multiplier;
                presses = multiplier > slack;
            }
            workspace.primal.push(left);
            if presses {
                largest = largest.max(left.abs());
            }
            if change != 0.0 {
                self.program
                    .rows
                    .add_multiple(row, change, &mut workspace.dual);
            }
            let weighted = change - self.weights[row] * left;
            self.program
                .rows
                .add_multiple(row, weighted, &mut workspace.step);
        }
        largest.max(largest_entry(&workspace.dual))
    }

    /// Adds y to the direction.
    fn advance(&self, direction: &mut Direction, workspace: &Workspace) {
        for (sum, step) in direction.step.iter_mut().zip(&workspace.step) {
            for place in 0..sum.len() {
                sum[place] += step[place];
            }
        }
        for (row, change) in direction.multipliers.iter_mut().enumerate() {
            let product = self.program.rows.product(row, &workspace.step);
            direction.products[row] += product;
            *change -= self.weights[row] * (product + workspace.primal[row]);
        }
    }

    /// The changes of slacks.
    fn find_slacks(&self, right_side: &[f64], direction: &mut Direction) {
        direction.slacks.clear();
        for (row, &change) in direction.multipliers.iter().enumerate() {
            let slack = self.point.slacks[row];
            let multiplier = self.point.multipliers[row];
            let value = if row < self.program.equalities {
                0.0
            } else if slack < multiplier {
                -(right_side[row] + slack * change) / multiplier
            } else {
                direction.products[row] + self.residuals.primal[row]
            };
            direction.slacks.push(value);
        }
    }
}

/// The largest entry of a vector; infinite if one is no number.
pub(crate) fn largest_entry(vector: &[Block]) -> f64 {
    let mut largest: f64 = 0.0;
    for value in vector.as_flattened() {
        if value.is_nan() {
            return f64::INFINITY;
        }
        largest = largest.max(value.abs());
    }
    largest
}
