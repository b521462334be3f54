//! Programs over round cones, in double precision: a path to the middle of what is possible.
//!
//! ```text
//! min ½ |x - b|²   subject to   A_i x ∈ Q for every cone i
//! ```
//!
//! Q is the cone of all s = (s₀, s₁, s₂) with s₀ ≥ |(s₁, s₂)|, or the half-line s₀ ≥ 0. It is its
//! own dual, so the optimum has multipliers λ_i in Q with x = b + Σ A_iᵀ λ_i and s_i·λ_i = 0.
//!
//! The path has s_i ∘ λ_i = μ (1, 0, 0), with the product s ∘ λ = (s·λ, s₀ λ₁ + λ₀ s₁, …) of
//! Jordan. It is followed to μ = 0 by Newton steps in the scaling of Nesterov & Todd (*Primal-dual
//! interior-point methods for self-scaled cones*, 1998), with Mehrotra's corrector. The unknowns of
//! each step are those of x alone: with W the scaling, W λ = W⁻¹ s = v,
//!
//! ```text
//! (1 + Σ A_iᵀ W_i⁻² A_i) dx = -r_d + Σ A_iᵀ (W_i⁻¹ q_i + W_i⁻² r_p),   v ∘ q = σ μ - v ∘ v - …
//! ```
//!
//! A point of the path is inside of all cones, and so is what is near to it: who only wants some
//! x or λ that is allowed can stop early, and round it. Nothing that comes from here is believed.
#![allow(clippy::disallowed_types)]

use crate::guess::interior_point::blocks::{Block, BlockRows, SIZE};
use crate::guess::interior_point::cholesky::Cholesky;
use crate::guess::interior_point::normal_matrix::{NormalMatrix, Square};
use crate::guess::interior_point::structure::{self, Structure};
use crate::monitor::Stop;

/// The first s₀ and λ₀.
const START: f64 = 10.0;
/// The most steps.
const MOST_STEPS: usize = 60;
/// The part of the way to the boundary that is gone.
const SHARE: f64 = 0.99;
/// Shorter steps lead nowhere.
const SHORTEST: f64 = 1e-8;
/// The path ends here.
const SMALLEST_GAP: f64 = 1e-16;

/// A matrix of three rows.
pub type Rows3 = [[f64; SIZE]; SIZE];

/// A cone, and what of x is in it: s = Σ A_b x_b over blocks b of three variables.
#[derive(Clone, Debug)]
pub struct RoundCone {
    /// Blocks, different ones, with A_b by rows.
    pub parts: Vec<(u32, Rows3)>,
    /// Whether it is round; otherwise only the first rows count.
    pub is_round: bool,
}

/// A program over round cones.
#[derive(Clone, Debug)]
pub struct RoundProgram {
    /// b, block by block.
    pub target: Vec<[f64; SIZE]>,
    /// The cones.
    pub cones: Vec<RoundCone>,
}

/// A point of the path.
#[derive(Clone, Debug)]
pub struct RoundPoint {
    /// x, block by block.
    pub position: Vec<[f64; SIZE]>,
    /// λ of each cone.
    pub multipliers: Vec<[f64; SIZE]>,
    /// μ.
    pub gap: f64,
}

/// W⁻¹ and v of a cone.
struct Scaling {
    inverse: Rows3,
    middle: Block,
}

/// Numbers that are computed at a point.
struct Path<'a> {
    cones: &'a [RoundCone],
    target: Vec<Block>,
    matrix: NormalMatrix,
    factor: Cholesky,
    position: Vec<Block>,
    slacks: Vec<Block>,
    multipliers: Vec<Block>,
}

/// A step, with W⁻¹ ds and W dλ.
struct Step {
    position: Vec<Block>,
    slacks: Vec<Block>,
    multipliers: Vec<Block>,
}

impl RoundProgram {
    /// Follows the path, until `look` is content with a point, or to its end. `None` if it is
    /// stopped, if the program is too large, or if it has numbers that are not finite.
    pub fn follow(
        mut self,
        stop: &Stop,
        mut look: impl FnMut(&RoundPoint) -> bool,
    ) -> Option<RoundPoint> {
        let ranks = self.reorder()?;
        let mut path = Path::new(&self)?;
        let mut point = path.point(&ranks);
        for _ in 0..MOST_STEPS {
            if stop.is_due() {
                return None;
            }
            if !path.advance() {
                break;
            }
            point = path.point(&ranks);
            if look(&point) || point.gap < SMALLEST_GAP {
                break;
            }
        }
        Some(point)
    }

    /// Brings blocks into the order of elimination, in which each has a rank.
    fn reorder(&mut self) -> Option<Vec<u32>> {
        let numbers = self.cones.iter().flat_map(|cone| &cone.parts);
        let mut numbers = numbers.flat_map(|(_, rows)| rows.as_flattened());
        if !numbers.all(|number| number.is_finite()) {
            return None;
        }
        if !self
            .target
            .as_flattened()
            .iter()
            .all(|number| number.is_finite())
        {
            return None;
        }
        let ranks = structure::ranks(&self.rows().neighbours(self.target.len())?);
        for cone in &mut self.cones {
            for (block, _) in &mut cone.parts {
                *block = ranks[*block as usize];
            }
            cone.parts.sort_unstable_by_key(|(block, _)| *block);
        }
        let mut target = vec![Block::default(); self.target.len()];
        for (rank, value) in ranks.iter().zip(&self.target) {
            target[*rank as usize] = *value;
        }
        self.target = target;
        Some(ranks)
    }

    /// Which blocks are in one cone, as one row for each cone.
    fn rows(&self) -> BlockRows {
        let mut rows = BlockRows::new();
        let mut entries = Vec::new();
        for cone in &self.cones {
            entries.clear();
            entries.extend(cone.parts.iter().map(|(block, _)| (*block, 0, 1.0)));
            rows.push(&mut entries);
        }
        rows
    }
}

impl<'a> Path<'a> {
    /// The first point of the path.
    fn new(program: &'a RoundProgram) -> Option<Self> {
        let blocks = program.target.len();
        let matrix = NormalMatrix::new(&program.rows(), blocks)?;
        if matrix.targets().is_empty() {
            return None;
        }
        let factor = Cholesky::new(Structure::new(matrix.below())?);
        let start = [START, 0.0, 0.0];
        Some(Self {
            cones: &program.cones,
            target: program.target.clone(),
            matrix,
            factor,
            position: vec![Block::default(); blocks],
            slacks: vec![start; program.cones.len()],
            multipliers: vec![start; program.cones.len()],
        })
    }

    /// μ.
    fn gap(&self) -> f64 {
        let pairs = self.slacks.iter().zip(&self.multipliers);
        let products = pairs.map(|(slack, multiplier)| dot(slack, multiplier));
        products.sum::<f64>() / self.cones.len() as f64
    }

    fn point(&self, ranks: &[u32]) -> RoundPoint {
        let position = ranks.iter().map(|rank| self.position[*rank as usize]);
        RoundPoint {
            position: position.collect(),
            multipliers: self.multipliers.clone(),
            gap: self.gap(),
        }
    }

    /// Does a step. Whether it leads anywhere.
    fn advance(&mut self) -> bool {
        let gap = self.gap();
        let Some(scalings) = self.scalings() else {
            return false;
        };
        self.set_matrix(&scalings);
        if !self.factor.factorise(&self.matrix) {
            return false;
        }
        let mut wanted = Vec::with_capacity(self.cones.len());
        for scaling in &scalings {
            wanted.push(scaling.middle.map(|value| -value));
        }
        let predictor = self.step(&scalings, &wanted);
        let length = self.longest(&scalings, &predictor).min(1.0);
        let mut reached = 0.0;
        let ends = predictor.slacks.iter().zip(&predictor.multipliers);
        for (scaling, (slack, multiplier)) in scalings.iter().zip(ends) {
            let slack = moved(&scaling.middle, slack, length);
            reached += dot(&slack, &moved(&scaling.middle, multiplier, length));
        }
        reached /= self.cones.len() as f64;
        let centring = (reached / gap).clamp(0.0, 1.0).powi(3).max(1e-6);
        let ends = predictor.slacks.iter().zip(&predictor.multipliers);
        for (index, (slack, multiplier)) in ends.enumerate() {
            let is_round = self.cones[index].is_round;
            let middle = &scalings[index].middle;
            let square = product(middle, middle, is_round);
            let second = product(slack, multiplier, is_round);
            let mut aim = Block::default();
            for place in 0..SIZE {
                aim[place] = -square[place] - second[place];
            }
            aim[0] += centring * gap;
            wanted[index] = quotient(middle, &aim, is_round);
        }
        let step = self.step(&scalings, &wanted);
        let length = (SHARE * self.longest(&scalings, &step)).min(1.0);
        if length.is_nan() || length < SHORTEST {
            return false;
        }
        self.apply(&scalings, &step, length);
        let numbers = self.slacks.iter().chain(&self.multipliers);
        numbers
            .chain(&self.position)
            .flatten()
            .all(|value| value.is_finite())
    }

    /// `None` if rounding has left a cone.
    fn scalings(&self) -> Option<Vec<Scaling>> {
        let mut scalings = Vec::with_capacity(self.cones.len());
        let pairs = self.slacks.iter().zip(&self.multipliers);
        for (cone, (slack, multiplier)) in self.cones.iter().zip(pairs) {
            scalings.push(match cone.is_round {
                true => Scaling::round(slack, multiplier)?,
                false => Scaling::flat(slack[0], multiplier[0])?,
            });
        }
        Some(scalings)
    }

    /// 1 + Σ A_iᵀ W_i⁻² A_i.
    fn set_matrix(&mut self, scalings: &[Scaling]) {
        self.matrix.set_identity();
        let mut next = 0;
        for (cone, scaling) in self.cones.iter().zip(scalings) {
            let rows = cone.parts.iter();
            let scaled: Vec<Rows3> = rows
                .map(|(_, rows)| times(&scaling.inverse, rows))
                .collect();
            for (place, own) in scaled.iter().enumerate() {
                for other in &scaled[place..] {
                    self.matrix.add(next, &transposed_times(own, other));
                    next += 1;
                }
            }
        }
    }

    /// The step that makes W⁻¹ ds + W dλ what is wanted.
    fn step(&mut self, scalings: &[Scaling], wanted: &[Block]) -> Step {
        // -r_d = b - x + Aᵀ λ.
        let mut position = Vec::with_capacity(self.target.len());
        for (target, own) in self.target.iter().zip(&self.position) {
            position.push(moved(target, own, -1.0));
        }
        let mut residuals = Vec::with_capacity(self.cones.len());
        for (index, cone) in self.cones.iter().enumerate() {
            let image = image(cone, &self.position);
            let residual = moved(&self.slacks[index], &image, -1.0);
            let inverse = &scalings[index].inverse;
            let residual = apply(inverse, &residual);
            let sum = moved(&wanted[index], &residual, 1.0);
            let force = moved(&self.multipliers[index], &apply(inverse, &sum), 1.0);
            residuals.push(residual);
            for (block, rows) in &cone.parts {
                let target = &mut position[*block as usize];
                for (row, value) in rows.iter().zip(&force) {
                    for (entry, coefficient) in target.iter_mut().zip(row) {
                        *entry += coefficient * value;
                    }
                }
            }
        }
        self.factor.solve(&mut position);
        let mut slacks = Vec::with_capacity(self.cones.len());
        let mut multipliers = Vec::with_capacity(self.cones.len());
        for (index, cone) in self.cones.iter().enumerate() {
            let change = apply(&scalings[index].inverse, &image(cone, &position));
            let slack = moved(&change, &residuals[index], -1.0);
            multipliers.push(moved(&wanted[index], &slack, -1.0));
            slacks.push(slack);
        }
        Step {
            position,
            slacks,
            multipliers,
        }
    }

    /// How often a step can be done before s or λ leaves a cone.
    fn longest(&self, scalings: &[Scaling], step: &Step) -> f64 {
        let mut longest = f64::INFINITY;
        for (index, scaling) in scalings.iter().enumerate() {
            let is_round = self.cones[index].is_round;
            for change in [&step.slacks[index], &step.multipliers[index]] {
                longest = longest.min(way_out(&scaling.middle, change, is_round));
            }
        }
        longest
    }

    fn apply(&mut self, scalings: &[Scaling], step: &Step, length: f64) {
        for (own, change) in self.position.iter_mut().zip(&step.position) {
            *own = moved(own, change, length);
        }
        for (index, scaling) in scalings.iter().enumerate() {
            // s = W v, and W = W⁻¹ upside down: J W⁻¹ J, but for its size.
            let is_round = self.cones[index].is_round;
            let change = scaling.unscaled(&step.slacks[index], is_round);
            self.slacks[index] = moved(&self.slacks[index], &change, length);
            let change = apply(&scaling.inverse, &step.multipliers[index]);
            self.multipliers[index] = moved(&self.multipliers[index], &change, length);
        }
    }
}

impl Scaling {
    /// W = η (2 w wᵀ - J)^½ with w·Jw = 1, J = diag(1, -1, -1).
    fn round(slack: &Block, multiplier: &Block) -> Option<Self> {
        let own = inner(slack);
        let other = inner(multiplier);
        if !(own > 0.0 && other > 0.0 && slack[0] > 0.0 && multiplier[0] > 0.0) {
            return None;
        }
        let (own, other) = (own.sqrt(), other.sqrt());
        let cosine = dot(slack, multiplier) / own / other;
        let twice = (2.0 + 2.0 * cosine).sqrt();
        let mut middle = Block::default();
        for place in 0..SIZE {
            let sign = if place == 0 { 1.0 } else { -1.0 };
            middle[place] = (slack[place] / own + sign * multiplier[place] / other) / twice;
        }
        // W⁻¹ = (w₀, -w₁; -w₁, 1 + w₁ w₁ᵀ / (1 + w₀)) / η.
        let size = (other / own).sqrt();
        let mut inverse = Rows3::default();
        for row in 0..SIZE {
            for column in 0..SIZE {
                inverse[row][column] = size
                    * match (row, column) {
                        (0, 0) => middle[0],
                        (0, other) | (other, 0) => -middle[other],
                        _ => {
                            let one = if row == column { 1.0 } else { 0.0 };
                            one + middle[row] * middle[column] / (1.0 + middle[0])
                        }
                    };
            }
        }
        Some(Self {
            middle: apply(&inverse, slack),
            inverse,
        })
    }

    fn flat(slack: f64, multiplier: f64) -> Option<Self> {
        if !(slack > 0.0 && multiplier > 0.0) {
            return None;
        }
        let mut inverse = Rows3::default();
        inverse[0][0] = (multiplier / slack).sqrt();
        Some(Self {
            middle: [inverse[0][0] * slack, 0.0, 0.0],
            inverse,
        })
    }

    /// W z.
    fn unscaled(&self, vector: &Block, is_round: bool) -> Block {
        let rows = &self.inverse;
        if !is_round {
            return [vector[0] / rows[0][0], 0.0, 0.0];
        }
        // The determinant of W⁻¹ is η⁻³, and that of (w₀, -w₁) in it η⁻².
        let square = rows[0][0] * rows[0][0] - rows[0][1] * rows[0][1] - rows[0][2] * rows[0][2];
        let mirrored = apply(rows, &[vector[0], -vector[1], -vector[2]]);
        [
            mirrored[0] / square,
            -mirrored[1] / square,
            -mirrored[2] / square,
        ]
    }
}

/// A x.
fn image(cone: &RoundCone, position: &[Block]) -> Block {
    let mut image = Block::default();
    for (block, rows) in &cone.parts {
        let own = &position[*block as usize];
        for (sum, row) in image.iter_mut().zip(rows) {
            *sum += dot(row, own);
        }
    }
    if !cone.is_round {
        image[1] = 0.0;
        image[2] = 0.0;
    }
    image
}

fn dot(one: &Block, other: &Block) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

/// s₀² - s₁² - s₂².
fn inner(vector: &Block) -> f64 {
    let length = vector[1].hypot(vector[2]);
    (vector[0] - length) * (vector[0] + length)
}

fn moved(start: &Block, change: &Block, length: f64) -> Block {
    let mut end = *start;
    for (entry, value) in end.iter_mut().zip(change) {
        *entry += length * value;
    }
    end
}

fn apply(rows: &Rows3, vector: &Block) -> Block {
    rows.each_ref().map(|row| dot(row, vector))
}

fn times(left: &Rows3, right: &Rows3) -> Rows3 {
    let mut product = Rows3::default();
    for (own, row) in product.iter_mut().zip(left) {
        for (factor, other) in row.iter().zip(right) {
            for (entry, value) in own.iter_mut().zip(other) {
                *entry += factor * value;
            }
        }
    }
    product
}

/// The square, column by column, of the rows of the second and the columns of the first.
fn transposed_times(columns: &Rows3, rows: &Rows3) -> Square {
    let mut square = Square::default();
    for (own, other) in columns.iter().zip(rows) {
        for (column, factor) in square.iter_mut().zip(own) {
            for (entry, value) in column.iter_mut().zip(other) {
                *entry += factor * value;
            }
        }
    }
    square
}

/// Jordan's product.
fn product(one: &Block, other: &Block, is_round: bool) -> Block {
    if !is_round {
        return [one[0] * other[0], 0.0, 0.0];
    }
    [
        dot(one, other),
        one[0] * other[1] + other[0] * one[1],
        one[0] * other[2] + other[0] * one[2],
    ]
}

/// The q with v ∘ q = r.
fn quotient(vector: &Block, wanted: &Block, is_round: bool) -> Block {
    if !is_round {
        return [wanted[0] / vector[0], 0.0, 0.0];
    }
    let along = vector[1] * wanted[1] + vector[2] * wanted[2];
    let first = (vector[0] * wanted[0] - along) / inner(vector);
    [
        first,
        (wanted[1] - first * vector[1]) / vector[0],
        (wanted[2] - first * vector[2]) / vector[0],
    ]
}

/// How often a change can be added to a vector inside of the cone.
fn way_out(vector: &Block, change: &Block, is_round: bool) -> f64 {
    if !is_round {
        return match change[0] < 0.0 {
            true => -vector[0] / change[0],
            false => f64::INFINITY,
        };
    }
    let square = inner(change);
    let half = vector[0] * change[0] - vector[1] * change[1] - vector[2] * change[2];
    let whole = inner(vector);
    let discriminant = half * half - square * whole;
    if discriminant < 0.0 {
        return f64::INFINITY;
    }
    let below = discriminant.sqrt() - half;
    match below > 0.0 {
        true => whole / below,
        false => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box on a slope, as a point: it is held if and only if the slope is at most the friction.
    #[test]
    fn a_point_on_a_slope_is_held_by_enough_friction() {
        for (slope, is_held) in [(0.49, true), (0.51, false)] {
            let friction = 0.5;
            let rows = [[0.0, 0.0, 1.0 / friction], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
            let program = RoundProgram {
                target: vec![[slope * 0.6, slope * 0.8, -1.0]],
                cones: vec![RoundCone {
                    parts: vec![(0, rows)],
                    is_round: true,
                }],
            };
            let point = program.follow(&Stop::default(), |_| false).unwrap();
            let [x, y, z] = point.position[0];
            let [across, along, aside] = point.multipliers[0];
            assert!(across >= along.hypot(aside), "{point:?}");
            let size = x.hypot(y).hypot(z);
            if is_held {
                assert!(size < 1e-6, "{point:?}");
                assert!((across / friction - 1.0).abs() < 1e-6, "{point:?}");
            } else {
                // It slides along the cone of the velocities that nothing resists.
                assert!(size > 1e-3, "{point:?}");
                assert!((z / friction - x.hypot(y)).abs() < 1e-6, "{point:?}");
                assert!((x * 0.8 - y * 0.6).abs() < 1e-6, "{point:?}");
            }
        }
    }

    /// Points on each other, round and flat cones mixed: each carries what is above it.
    #[test]
    fn chains_carry_all_that_is_above() {
        let count = 100;
        let rows = [[0.0, 0.0, 2.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mut cones = Vec::new();
        for block in 0..count {
            let mut parts = vec![(block, rows)];
            if block > 0 {
                parts.push((block - 1, rows.map(|row| row.map(|value| -value))));
            }
            cones.push(RoundCone {
                parts,
                is_round: block % 2 == 0,
            });
        }
        let program = RoundProgram {
            target: vec![[0.0, 0.0, -1.0]; count as usize],
            cones,
        };
        let point = program.follow(&Stop::default(), |_| false).unwrap();
        for (block, multiplier) in point.multipliers.iter().enumerate() {
            let expected = (count as usize - block) as f64;
            assert!((2.0 * multiplier[0] / expected - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        let program = RoundProgram {
            target: vec![[f64::NAN, 0.0, 0.0]],
            cones: Vec::new(),
        };
        assert!(program.follow(&Stop::default(), |_| false).is_none());
    }
}
