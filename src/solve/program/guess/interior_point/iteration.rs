//! The interior-point iteration.
//!
//! For min ½ |z|² subject to A z + f ≥ 0 (equalities: = 0), with rows of length 1, slacks s and
//! multipliers λ are kept positive while s_j λ_j goes to 0 at one pace, by Mehrotra's predictor and
//! corrector (*On the implementation of a primal-dual interior point method*, 1992) and one
//! corrector of Gondzio's (*Multiple centrality corrections in a primal-dual method for linear
//! programming*, 1996). With μ = s·λ / m:
//!
//! * It starts at z = 0 with s and λ of size 10, which is what stacks with multipliers in the
//!   hundreds need.
//! * The predictor is the direction for c = s λ. If it would bring μ down to μ', the next one is
//!   for c = s λ + ds dλ - σ μ with σ = (μ' / μ)³.
//! * It ends when μ and the residuals are small and no row is still on its way to pressing or
//!   opening, by Tapia's indicators (El-Bakry, Tapia & Zhang, *A study of indicators for
//!   identifying zero variables in interior-point methods*, 1994): while μ falls by r, λ_j / s_j
//!   changes as 1 / r in a row that presses, as r in one that opens, and not at all in a row that
//!   is idle.
//! * It calls the program infeasible if -f·λ > 0 is large beside Aᵀλ (Farkas).
#![allow(clippy::disallowed_types)]

use crate::guess::interior_point::Pattern;
use crate::guess::interior_point::blocks::{Block, BlockRows};
use crate::guess::interior_point::cholesky::Cholesky;
use crate::guess::interior_point::direction::{
    Direction, EQUALITY, HEAVIEST, Workspace, largest_entry,
};
use crate::monitor::Stop;

/// The first slacks, at least, and the first multipliers.
const START: f64 = 10.0;
/// The most iterations.
const MOST_ITERATIONS: usize = 100;
/// The most iterations without progress.
const PATIENCE: usize = 12;
/// Residuals that are small.
const SMALL_RESIDUAL: f64 = 1e-9;
/// Once μ is below that, it is over.
const SMALLEST_GAP: f64 = 1e-25;
/// The factor between multiplier and slack that leaves no doubt.
const CLEARLY: f64 = 1e3;
/// The factor by which μ must have fallen for the indicators to tell anything.
const TELLING: f64 = 0.3;
/// How small Aᵀλ must be beside -f·λ.
const INFEASIBLE: f64 = 1e-9;
/// The bounds of σ.
const SMALLEST_CENTRING: f64 = 1e-10;
/// The part of the way to the boundary that is gone, and that close to the end.
const STEPS: [f64; 2] = [0.995, 0.9995];
/// The value of μ that is close to the end.
const NEARLY: f64 = 1e-6;
/// Steps longer than that are not corrected.
const LONG_STEP: f64 = 0.95;
/// Products s_j λ_j are to be within this factor of σ μ.
const NEIGHBOURHOOD: f64 = 10.0;
/// The least gain of the step by a correction.
const GAIN: f64 = 0.01;

/// The program, in blocks in their order of elimination.
pub(crate) struct BlockProgram<'a> {
    pub(crate) rows: &'a BlockRows,
    /// f.
    pub(crate) shortfalls: &'a [f64],
    pub(crate) equalities: usize,
    /// The bound that μ must come below; or the duality gap s·λ, if only the point is wanted.
    pub(crate) tolerance: f64,
    /// Whether rows that press are to be told from rows that do not.
    pub(crate) is_sorted: bool,
}

/// z, s and λ.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) position: Vec<Block>,
    pub(crate) slacks: Vec<f64>,
    pub(crate) multipliers: Vec<f64>,
}

/// r_d and r_p.
#[derive(Debug, Default)]
pub(crate) struct Residuals {
    pub(crate) dual: Vec<Block>,
    pub(crate) primal: Vec<f64>,
    /// The largest entry of r_d.
    dual_size: f64,
    /// The largest entry of r_p.
    primal_size: f64,
    /// The largest entry of r_p, each over the size of its slack where that is more than 1.
    relative_size: f64,
    /// The largest entry of Aᵀλ.
    force: f64,
}

/// The end of the iteration.
pub(crate) struct Ending {
    pub(crate) point: Point,
    pub(crate) seems_infeasible: bool,
}

impl Ending {
    /// Brings blocks, each of which has a rank, from the order of elimination back to their own.
    pub(crate) fn restore_order(&mut self, ranks: &[u32]) {
        let mut position = Vec::with_capacity(ranks.len());
        for rank in ranks {
            position.push(self.point.position[*rank as usize]);
        }
        self.point.position = position;
    }
}

/// A point with what follows from it.
pub(crate) struct Iterate<'a> {
    pub(crate) program: &'a BlockProgram<'a>,
    pub(crate) point: Point,
    pub(crate) residuals: Residuals,
    /// d.
    pub(crate) weights: Vec<f64>,
}

/// The directions of a step.
#[derive(Default)]
struct Directions {
    /// c.
    right_side: Vec<f64>,
    predictor: Direction,
    corrector: Direction,
    /// By Gondzio's correction.
    corrected: Direction,
    workspace: Workspace,
}

impl Residuals {
    /// The largest entry of both.
    pub(crate) fn size(&self) -> f64 {
        self.dual_size.max(self.primal_size)
    }

    fn compute(&mut self, program: &BlockProgram, point: &Point) {
        self.dual.clear();
        self.dual.resize(point.position.len(), [0.0; 3]);
        self.primal.clear();
        self.primal_size = 0.0;
        self.relative_size = 0.0;
        for (row, &multiplier) in point.multipliers.iter().enumerate() {
            program.rows.add_multiple(row, -multiplier, &mut self.dual);
            let product = program.rows.product(row, &point.position);
            let slack = point.slacks[row];
            let residual = product + program.shortfalls[row] - slack;
            self.primal_size = self.primal_size.max(residual.abs());
            self.relative_size = self.relative_size.max(residual.abs() / slack.max(1.0));
            self.primal.push(residual);
        }
        self.force = largest_entry(&self.dual);
        for (residual, position) in self.dual.iter_mut().zip(&point.position) {
            for place in 0..residual.len() {
                residual[place] += position[place];
            }
        }
        self.dual_size = largest_entry(&self.dual);
    }

    /// Whether the multipliers prove, but for rounding, that there is no point of moderate size.
    fn prove_infeasible(&self, program: &BlockProgram, point: &Point) -> bool {
        let mut gain = 0.0;
        for (shortfall, multiplier) in program.shortfalls.iter().zip(&point.multipliers) {
            gain -= shortfall * multiplier;
        }
        gain > 0.0 && self.force <= INFEASIBLE * gain
    }
}

impl BlockProgram<'_> {
    /// Solves the program. `None` if it is stopped.
    pub(crate) fn solve(&self, pattern: &mut Pattern, stop: &Stop) -> Option<Ending> {
        let Pattern {
            ranks,
            matrix,
            factor,
        } = pattern;
        let blocks = ranks.len();
        let mut iterate = Iterate::new(self, blocks);
        let mut directions = Directions::default();
        let mut gap = iterate.gap();
        let mut best = (f64::INFINITY, iterate.point.clone());
        let mut waited = 0;
        let mut ratios = iterate.ratios();
        let mut seems_infeasible = false;
        for _ in 0..MOST_ITERATIONS {
            if stop.is_due() {
                return None;
            }
            matrix.set_weights(self.rows, &iterate.weights);
            if !factor.factorise(matrix) {
                break;
            }
            let length = directions.find(&iterate, gap, factor);
            iterate.walk(&directions.corrector, length);
            let before = std::mem::replace(&mut gap, iterate.gap());
            let measure = gap + iterate.residuals.size();
            if !measure.is_finite() {
                break;
            }
            waited += 1;
            if measure < best.0 {
                best.0 = measure;
                best.1.clone_from(&iterate.point);
                waited = 0;
            }
            let is_moving = self.is_sorted && iterate.is_moving(&mut ratios, gap / before);
            if iterate.residuals.prove_infeasible(self, &iterate.point) {
                best.1.clone_from(&iterate.point);
                seems_infeasible = true;
                break;
            }
            let is_within = iterate.is_within(gap);
            let is_over = waited >= PATIENCE || (gap < SMALLEST_GAP && self.has_inequalities());
            if is_over || (is_within && !is_moving) {
                if is_within {
                    best.1.clone_from(&iterate.point);
                }
                break;
            }
        }
        Some(Ending {
            point: best.1,
            seems_infeasible,
        })
    }

    fn has_inequalities(&self) -> bool {
        self.rows.count() > self.equalities
    }
}

impl<'a> Iterate<'a> {
    fn new(program: &'a BlockProgram<'a>, blocks: usize) -> Self {
        let mut slacks = Vec::with_capacity(program.shortfalls.len());
        let mut multipliers = Vec::with_capacity(program.shortfalls.len());
        for (row, &shortfall) in program.shortfalls.iter().enumerate() {
            if row < program.equalities {
                slacks.push(0.0);
                multipliers.push(0.0);
            } else {
                slacks.push(shortfall.max(START));
                multipliers.push(START);
            }
        }
        let point = Point {
            position: vec![[0.0; 3]; blocks],
            slacks,
            multipliers,
        };
        let mut iterate = Self {
            program,
            point,
            residuals: Residuals::default(),
            weights: Vec::new(),
        };
        iterate.update();
        iterate
    }

    /// Computes what follows from the point.
    fn update(&mut self) {
        self.residuals.compute(self.program, &self.point);
        self.weights.clear();
        for (row, &multiplier) in self.point.multipliers.iter().enumerate() {
            if row < self.program.equalities {
                self.weights.push(EQUALITY);
            } else {
                let weight = multiplier / self.point.slacks[row];
                self.weights.push(weight.min(HEAVIEST));
            }
        }
    }

    /// The inequalities.
    fn inequalities(&self) -> std::ops::Range<usize> {
        self.program.equalities..self.point.slacks.len()
    }

    /// μ.
    fn gap(&self) -> f64 {
        let rows = self.inequalities();
        let count = rows.len().max(1) as f64;
        let mut sum = 0.0;
        for row in rows {
            sum += self.point.slacks[row] * self.point.multipliers[row];
        }
        sum / count
    }

    /// μ after a step.
    fn gap_after(&self, direction: &Direction, length: f64) -> f64 {
        let rows = self.inequalities();
        let count = rows.len().max(1) as f64;
        let mut sum = 0.0;
        for row in rows {
            sum += self.product_after(direction, length, row);
        }
        sum / count
    }

    /// s_j λ_j after a step.
    fn product_after(&self, direction: &Direction, length: f64, row: usize) -> f64 {
        let slack = self.point.slacks[row] + length * direction.slacks[row];
        let multiplier = self.point.multipliers[row] + length * direction.multipliers[row];
        slack * multiplier
    }

    /// The longest step up to 1 that keeps slacks and multipliers from becoming negative.
    fn longest_step(&self, direction: &Direction) -> f64 {
        let mut longest: f64 = 1.0;
        for row in self.inequalities() {
            let slack = self.point.slacks[row];
            let change = direction.slacks[row];
            if slack + longest * change < 0.0 {
                longest = -slack / change;
            }
            let multiplier = self.point.multipliers[row];
            let change = direction.multipliers[row];
            if multiplier + longest * change < 0.0 {
                longest = -multiplier / change;
            }
        }
        longest.max(0.0)
    }

    /// Takes a step.
    fn walk(&mut self, direction: &Direction, length: f64) {
        for (position, step) in self.point.position.iter_mut().zip(&direction.step) {
            for place in 0..position.len() {
                position[place] += length * step[place];
            }
        }
        for row in 0..self.point.slacks.len() {
            self.point.slacks[row] += length * direction.slacks[row];
            self.point.multipliers[row] += length * direction.multipliers[row];
        }
        self.update();
    }

    /// λ_j / s_j of the inequalities.
    fn ratios(&self) -> Vec<f64> {
        let mut ratios = Vec::new();
        for row in self.inequalities() {
            ratios.push(self.point.multipliers[row] / self.point.slacks[row]);
        }
        ratios
    }

    /// Whether some row that is not clear is on its way, while μ has fallen by the factor `fall`.
    /// Replaces the ratios by those of now.
    fn is_moving(&self, ratios: &mut [f64], fall: f64) -> bool {
        let mut is_moving = fall >= TELLING && self.program.has_inequalities();
        let bound = 1.0 / fall.sqrt();
        for (row, before) in self.inequalities().zip(ratios) {
            let ratio = self.point.multipliers[row] / self.point.slacks[row];
            let is_clear = !(1.0 / CLEARLY..=CLEARLY).contains(&ratio);
            let change = ratio / *before;
            if !is_clear && (change > bound || change < 1.0 / bound) {
                is_moving = true;
            }
            *before = ratio;
        }
        is_moving
    }

    /// Whether μ and the residuals are small.
    fn is_within(&self, gap: f64) -> bool {
        let residuals = &self.residuals;
        let small = SMALL_RESIDUAL.max(self.program.tolerance);
        let count = if self.program.is_sorted {
            1
        } else {
            self.inequalities().len()
        };
        gap * (count as f64) < self.program.tolerance
            && residuals.dual_size < small
            && residuals.relative_size < small
    }
}

impl Directions {
    /// Finds the direction of a step, the corrector, and the length of the step.
    fn find(&mut self, iterate: &Iterate, gap: f64, factor: &mut Cholesky) -> f64 {
        let Self {
            right_side,
            predictor,
            corrector,
            corrected,
            workspace,
        } = self;
        let point = &iterate.point;
        right_side.clear();
        for (slack, multiplier) in point.slacks.iter().zip(&point.multipliers) {
            right_side.push(slack * multiplier);
        }
        iterate.find_direction(right_side, factor, predictor, workspace);
        let longest = iterate.longest_step(predictor);
        let part = iterate.gap_after(predictor, longest) / gap;
        #[allow(clippy::manual_clamp, reason = "0 / 0 is to become the lower bound")]
        let centring = (part * part * part).max(SMALLEST_CENTRING).min(1.0);
        let centre = centring * gap;
        for row in iterate.inequalities() {
            right_side[row] += predictor.slacks[row] * predictor.multipliers[row] - centre;
        }
        iterate.find_direction(right_side, factor, corrector, workspace);
        let mut longest = iterate.longest_step(corrector);
        if longest <= LONG_STEP {
            correct(right_side, iterate, corrector, longest, centre);
            iterate.find_direction(right_side, factor, corrected, workspace);
            let other = iterate.longest_step(corrected);
            if other >= longest + GAIN {
                longest = other;
                std::mem::swap(corrector, corrected);
            }
        }
        let is_nearly_there = gap < NEARLY;
        STEPS[usize::from(is_nearly_there)] * longest
    }
}

/// Gondzio's correction of the right side, towards products near `centre` after a longer step.
fn correct(
    right_side: &mut [f64],
    iterate: &Iterate,
    direction: &Direction,
    longest: f64,
    centre: f64,
) {
    let length = (longest + 0.3).max(1.1 * longest).min(1.0);
    let low = centre / NEIGHBOURHOOD;
    let high = centre * NEIGHBOURHOOD;
    for row in iterate.inequalities() {
        let product = iterate.product_after(direction, length, row);
        let change = product.max(low).min(high) - product;
        right_side[row] -= change.max(-high);
    }
}
