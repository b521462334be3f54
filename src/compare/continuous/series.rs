//! Taylor series of a motion in which some constraints hold as equations.
//!
//! ```text
//! a = g + M⁻¹ Gᵀ λ,     φ'' = G a + Σ 2 w v_i v_j = 0,     G = ∂φ/∂q
//! ```
//!
//! with quadratic φ, so that G is linear in q. The coefficients of a and λ follow one after the
//! other from those of q: S λ_k = -(curvature)_k - Σ_{l ≥ 1} G_l a_{k-l} - G_0 (the rest of a_k),
//! S = G_0 M⁻¹ G_0ᵀ, and q_{k+2} = a_k / ((k + 1) (k + 2)). With intervals for numbers they contain
//! the coefficients of the motions from all states of a box.

use crate::interval::Interval;
use crate::quadratic::Form;
use std::collections::BTreeMap;

/// Equations of motion.
#[derive(Clone, Debug)]
pub(crate) struct Equations {
    /// The reciprocal of the mass of each coordinate.
    pub(crate) mobilities: Vec<Interval>,
    /// The acceleration of each coordinate that nothing holds.
    pub(crate) gravity: Vec<Interval>,
    /// φ = 0, positive on the side to which a positive λ pushes.
    pub(crate) constraints: Vec<Form>,
}

/// Coefficients of powers of t, from the constant one on.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Those of each coordinate.
    pub(crate) places: Vec<Vec<Interval>>,
    /// Those of each multiplier.
    pub(crate) multipliers: Vec<Vec<Interval>>,
}

impl Equations {
    /// The coefficients of q up to `order` + 2 and of λ up to `order`, from these places and
    /// velocities; `None` if the constraints may depend on each other there.
    pub(crate) fn series(
        &self,
        places: &[Interval],
        velocities: &[Interval],
        order: usize,
    ) -> Option<Series> {
        let mut q = vec![places.to_vec(), velocities.to_vec()];
        let mut v: Vec<Vec<Interval>> = Vec::new();
        let mut gradients: Vec<Vec<BTreeMap<usize, Interval>>> = Vec::new();
        let mut accelerations: Vec<Vec<Interval>> = Vec::new();
        let mut multipliers: Vec<Vec<Interval>> = Vec::new();
        let mut inverse = Vec::new();
        for k in 0..=order {
            v.push(q[k + 1].iter().map(|value| value.times(k + 1)).collect());
            let gradient = self.constraints.iter().map(|form| form.gradient(&q, k));
            gradients.push(gradient.collect());
            if k == 0 {
                inverse = inverted(self.system(&gradients[0]))?;
            }
            let mut acceleration = match k {
                0 => self.gravity.clone(),
                _ => vec![Interval::zero(); self.gravity.len()],
            };
            for l in 1..=k {
                self.push(&mut acceleration, &gradients[l], &multipliers[k - l]);
            }
            let mut right = Vec::new();
            for (index, form) in self.constraints.iter().enumerate() {
                let mut sum = form.curvature(&v, k);
                sum = &sum + &product(&gradients[0][index], &acceleration);
                for l in 1..=k {
                    sum = &sum + &product(&gradients[l][index], &accelerations[k - l]);
                }
                right.push(-&sum);
            }
            let mut forces = Vec::new();
            for row in &inverse {
                let mut sum = Interval::zero();
                for (entry, value) in row.iter().zip(&right) {
                    sum = &sum + &(entry * value);
                }
                forces.push(sum);
            }
            self.push(&mut acceleration, &gradients[0], &forces);
            let divisor = (k + 1) * (k + 2);
            q.push(
                acceleration
                    .iter()
                    .map(|value| value.over(divisor))
                    .collect(),
            );
            accelerations.push(acceleration);
            multipliers.push(forces);
        }
        Some(Series {
            places: q,
            multipliers,
        })
    }

    /// Adds M⁻¹ Gᵀ λ.
    fn push(
        &self,
        acceleration: &mut [Interval],
        gradients: &[BTreeMap<usize, Interval>],
        multipliers: &[Interval],
    ) {
        for (gradient, multiplier) in gradients.iter().zip(multipliers) {
            for (place, weight) in gradient {
                let force = weight * multiplier;
                let own = &self.mobilities[*place] * &force;
                acceleration[*place] = &acceleration[*place] + &own;
            }
        }
    }

    /// G M⁻¹ Gᵀ.
    fn system(&self, gradients: &[BTreeMap<usize, Interval>]) -> Vec<Vec<Interval>> {
        let mut rows = Vec::new();
        for gradient in gradients {
            let mut moved = vec![Interval::zero(); self.mobilities.len()];
            for (place, weight) in gradient {
                moved[*place] = weight * &self.mobilities[*place];
            }
            let row = gradients.iter().map(|other| product(other, &moved));
            rows.push(row.collect());
        }
        rows
    }
}

fn product(gradient: &BTreeMap<usize, Interval>, vector: &[Interval]) -> Interval {
    let mut sum = Interval::zero();
    for (place, weight) in gradient {
        sum = &sum + &(weight * &vector[*place]);
    }
    sum
}

/// The inverses of all matrices in an interval matrix, by Gauss and Jordan; `None` if a pivot may
/// be zero.
fn inverted(mut matrix: Vec<Vec<Interval>>) -> Option<Vec<Vec<Interval>>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        for column in 0..size {
            row.push(match column == index {
                true => Interval::one(),
                false => Interval::zero(),
            });
        }
    }
    for column in 0..size {
        let pivot = (column..size).find(|row| matrix[*row][column].is_nonzero())?;
        matrix.swap(column, pivot);
        let reciprocal = matrix[column][column].reciprocal()?;
        let pivoted: Vec<Interval> = matrix[column]
            .iter()
            .map(|entry| entry * &reciprocal)
            .collect();
        for (index, row) in matrix.iter_mut().enumerate() {
            if index == column {
                continue;
            }
            let factor = row[column].clone();
            for (entry, own) in row.iter_mut().zip(&pivoted) {
                *entry = &*entry - &(&factor * own);
            }
        }
        matrix[column] = pivoted;
    }
    Some(
        matrix
            .into_iter()
            .map(|mut row| row.split_off(size))
            .collect(),
    )
}
