//! The interior-point solver: strictly convex quadratic programs in double precision.
//!
//! With z = √M (y - t) the program is
//!
//! ```text
//! min ½ |z|²   subject to   A z + f = 0 (equalities),   A z + f ≥ 0 (inequalities)
//! ```
//!
//! where the rows of A are a_j M^(-1/2) divided by their length, and f the shortfalls divided by
//! the same. [`iteration`] solves it by the normal equations, whose unknowns are z alone, three for
//! each body; [`cholesky`] factorises their matrix. It ends near the analytic centre of the optimal
//! face. Nothing that comes from here is believed, but the same program gives the same numbers on
//! every machine: it runs in one thread, and without fused operations.
#![allow(clippy::disallowed_types)]

mod blocks;
mod cholesky;
mod direction;
mod front;
mod iteration;
mod normal_matrix;
pub(crate) mod round_cones;
mod structure;

use crate::monitor::Stop;
use blocks::{BlockRows, Grouping};
use cholesky::Cholesky;
use iteration::{BlockProgram, Ending};
use normal_matrix::NormalMatrix;
use structure::Structure;

/// The tolerance for programs whose small multipliers and slacks are to be told apart.
pub(crate) const FINE: f64 = 1e-12;

/// min ½ (y - t)ᵀ M (y - t) subject to a_j·y = b_j for the first rows, and a_j·y ≥ b_j for the
/// others.
pub(crate) struct FloatProgram<'a> {
    /// M, positive.
    pub(crate) masses: &'a [f64],
    /// Pairs (variable, coefficient).
    pub(crate) rows: Vec<&'a [(usize, f64)]>,
    /// a_j·t - b_j.
    pub(crate) shortfalls: Vec<f64>,
    /// The number of equalities.
    pub(crate) equalities: usize,
    /// The duality gap and the residuals to stop at.
    pub(crate) tolerance: f64,
}

/// The end of the interior-point solver.
pub(crate) struct FloatSolution {
    /// y - t.
    pub(crate) displacement: Vec<f64>,
    /// λ_j |a_j| in the metric M⁻¹.
    pub(crate) multipliers: Vec<f64>,
    /// (a_j·y - b_j) / |a_j|.
    pub(crate) slacks: Vec<f64>,
    /// Whether it calls the program infeasible.
    pub(crate) seems_infeasible: bool,
}

/// Data that depend on the pattern of a program alone: programs that differ in numbers only may
/// share them.
struct Pattern {
    /// The place of each block in the order of elimination.
    ranks: Vec<u32>,
    matrix: NormalMatrix,
    factor: Cholesky,
}

/// A program that is solved again and again, with other shortfalls.
pub(crate) struct Repeated {
    /// Its rows are in the order of elimination.
    system: BlockSystem,
    pattern: Pattern,
    /// √(a_j M⁻¹ a_j).
    lengths: Vec<f64>,
    equalities: usize,
    tolerance: f64,
}

/// A program in blocks.
struct BlockSystem {
    rows: BlockRows,
    /// f.
    shortfalls: Vec<f64>,
    /// The places of its variables.
    grouping: Grouping,
    /// √M.
    roots: Vec<f64>,
}

impl FloatProgram<'_> {
    /// Solves the program. `None` if it is stopped, or if the program has numbers that are not
    /// finite or would need a huge factor.
    pub(crate) fn solve(&self, stop: &Stop) -> Option<FloatSolution> {
        let mut system = self.system()?;
        let rows = std::mem::replace(&mut system.rows, BlockRows::new());
        let blocks = system.grouping.count();
        let ending = self.solve_blocks(rows, &system.shortfalls, blocks, stop)?;
        Some(system.solution(ending))
    }

    /// Solves a program in blocks.
    fn solve_blocks(
        &self,
        mut rows: BlockRows,
        shortfalls: &[f64],
        blocks: usize,
        stop: &Stop,
    ) -> Option<Ending> {
        let mut pattern = Pattern::new(&mut rows, blocks)?;
        let program = BlockProgram {
            rows: &rows,
            shortfalls,
            equalities: self.equalities,
            tolerance: self.tolerance,
            is_sorted: self.tolerance <= FINE,
        };
        let mut ending = program.solve(&mut pattern, stop)?;
        ending.restore_order(&pattern.ranks);
        Some(ending)
    }

    /// The program in blocks. `None` if it has numbers that are not finite.
    fn system(&self) -> Option<BlockSystem> {
        let roots: Vec<f64> = self.masses.iter().map(|mass| mass.sqrt()).collect();
        let grouping = Grouping::new(&self.rows, roots.len());
        let mut rows = BlockRows::new();
        let mut shortfalls = Vec::with_capacity(self.rows.len());
        let mut entries = Vec::new();
        for (row, shortfall) in self.rows.iter().zip(&self.shortfalls) {
            let mut square = 0.0;
            for (variable, value) in *row {
                let scaled = value / roots[*variable];
                square += scaled * scaled;
            }
            if !square.is_finite() {
                return None;
            }
            let length = if square > 0.0 { square.sqrt() } else { 1.0 };
            entries.clear();
            for (variable, value) in *row {
                let (block, place) = grouping.places()[*variable];
                let value = value / roots[*variable] / length;
                if !value.is_finite() {
                    return None;
                }
                entries.push((block, place, value));
            }
            let shortfall = shortfall / length;
            if !shortfall.is_finite() {
                return None;
            }
            shortfalls.push(shortfall);
            rows.push(&mut entries);
        }
        Some(BlockSystem {
            rows,
            shortfalls,
            grouping,
            roots,
        })
    }
}

impl Repeated {
    /// Prepares a program. `None` if it has numbers that are not finite or would need a huge
    /// factor.
    pub(crate) fn new(program: &FloatProgram) -> Option<Self> {
        let mut system = program.system()?;
        let mut lengths = Vec::with_capacity(program.rows.len());
        for row in &program.rows {
            let squares = row
                .iter()
                .map(|(variable, value)| value * value / program.masses[*variable]);
            let length = squares.sum::<f64>().sqrt();
            lengths.push(if length > 0.0 { length } else { 1.0 });
        }
        let blocks = system.grouping.count();
        let pattern = Pattern::new(&mut system.rows, blocks)?;
        Some(Self {
            system,
            pattern,
            lengths,
            equalities: program.equalities,
            tolerance: program.tolerance,
        })
    }

    /// Solves the program with these shortfalls. `None` if it is stopped.
    pub(crate) fn solve(&mut self, shortfalls: &[f64], stop: &Stop) -> Option<FloatSolution> {
        let mut scaled = Vec::with_capacity(shortfalls.len());
        for (shortfall, length) in shortfalls.iter().zip(&self.lengths) {
            scaled.push(shortfall / length);
        }
        let program = BlockProgram {
            rows: &self.system.rows,
            shortfalls: &scaled,
            equalities: self.equalities,
            tolerance: self.tolerance,
            is_sorted: self.tolerance <= FINE,
        };
        let mut ending = program.solve(&mut self.pattern, stop)?;
        ending.restore_order(&self.pattern.ranks);
        Some(self.system.solution(ending))
    }
}

impl BlockSystem {
    /// The solution in the variables of the program.
    fn solution(&self, ending: Ending) -> FloatSolution {
        let position = &ending.point.position;
        let mut displacement = Vec::with_capacity(self.roots.len());
        for ((block, place), root) in self.grouping.places().iter().zip(&self.roots) {
            displacement.push(position[*block as usize][*place] / root);
        }
        FloatSolution {
            displacement,
            multipliers: ending.point.multipliers,
            slacks: ending.point.slacks,
            seems_infeasible: ending.seems_infeasible,
        }
    }
}

impl Pattern {
    /// The pattern of rows, which are put into the order of elimination.
    fn new(rows: &mut BlockRows, blocks: usize) -> Option<Self> {
        let ranks = structure::ranks(&rows.neighbours(blocks)?);
        rows.renumber(&ranks);
        let matrix = NormalMatrix::new(rows, blocks)?;
        let factor = Cholesky::new(Structure::new(matrix.below())?);
        Some(Self {
            ranks,
            matrix,
            factor,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Rows = Vec<Vec<(usize, f64)>>;

    fn solved(masses: &[f64], rows: &Rows, shortfalls: &[f64], equalities: usize) -> FloatSolution {
        let program = FloatProgram {
            masses,
            rows: rows.iter().map(Vec::as_slice).collect(),
            shortfalls: shortfalls.to_vec(),
            equalities,
            tolerance: FINE,
        };
        program.solve(&Stop::default()).unwrap()
    }

    /// Masses, rows, and for each row the slack that it has at the point (1, -1, 2, 1, …).
    fn feasible() -> impl Strategy<Value = (Vec<f64>, Rows, Vec<f64>, usize)> {
        (1_usize..20).prop_flat_map(|variables| {
            let masses = prop::collection::vec(1_u32..5, variables);
            let row = prop::collection::btree_map(0..variables, 1_i32..4, 1..5);
            let row = (row, prop_oneof![Just(0_u32), 0_u32..3], any::<bool>());
            let rows = prop::collection::vec(row, 1..30);
            (masses, rows, 0_usize..4).prop_map(|(masses, rows, equalities)| {
                let mut coefficients = Rows::new();
                let mut slacks = Vec::new();
                for (index, (row, slack, is_positive)) in rows.into_iter().enumerate() {
                    let sign = if is_positive { 1.0 } else { -1.0 };
                    let entries = row.into_iter();
                    let signed =
                        entries.map(|(variable, value)| (variable, sign * f64::from(value)));
                    coefficients.push(signed.collect());
                    slacks.push(if index < equalities {
                        0.0
                    } else {
                        f64::from(slack)
                    });
                }
                let masses = masses.into_iter().map(f64::from).collect();
                let equalities = equalities.min(coefficients.len());
                (masses, coefficients, slacks, equalities)
            })
        })
    }

    /// The length of a row in the metric M⁻¹.
    fn length(row: &[(usize, f64)], masses: &[f64]) -> f64 {
        let squares = row
            .iter()
            .map(|(variable, value)| value * value / masses[*variable]);
        squares.sum::<f64>().sqrt()
    }

    fn product(row: &[(usize, f64)], vector: &[f64]) -> f64 {
        let terms = row
            .iter()
            .map(|(variable, value)| value * vector[*variable]);
        terms.sum()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Stationarity, feasibility and complementarity (Karush, Kuhn & Tucker).
        #[test]
        fn solutions_are_optimal((masses, rows, at_point, equalities) in feasible()) {
            let place = 0..masses.len();
            let point: Vec<f64> = place.map(|index| [1.0, -1.0, 2.0][index % 3]).collect();
            let mut shortfalls = Vec::new();
            for (row, slack) in rows.iter().zip(&at_point) {
                shortfalls.push(slack - product(row, &point));
            }
            let solution = solved(&masses, &rows, &shortfalls, equalities);
            prop_assert!(!solution.seems_infeasible);
            let mut left: Vec<f64> = Vec::new();
            for (mass, displacement) in masses.iter().zip(&solution.displacement) {
                left.push(mass * displacement);
            }
            for (index, row) in rows.iter().enumerate() {
                let multiplier = solution.multipliers[index];
                for (variable, value) in row {
                    left[*variable] -= value * multiplier / length(row, &masses);
                }
                let slack = product(row, &solution.displacement) + shortfalls[index];
                prop_assert!((slack / length(row, &masses) - solution.slacks[index]).abs() < 1e-7);
                if index < equalities {
                    prop_assert!(slack.abs() < 1e-7);
                } else {
                    prop_assert!(multiplier > 0.0 && solution.slacks[index] > 0.0);
                    prop_assert!(multiplier * solution.slacks[index] < 1e-9);
                }
            }
            for value in left {
                prop_assert!(value.abs() < 1e-7, "{}", value);
            }
        }
    }

    /// Bodies in a row, each held by the one before: the first carries the weight of all.
    #[test]
    fn chains_carry_all_that_is_above() {
        let count = 200;
        let mut rows = vec![vec![(1, 1.0)]];
        let mut shortfalls = vec![-1.0];
        for body in 1..count {
            rows.push(vec![(3 * body - 2, -1.0), (3 * body + 1, 1.0)]);
            shortfalls.push(0.0);
        }
        let masses = vec![1.0; 3 * count];
        let solution = solved(&masses, &rows, &shortfalls, 0);
        for (row, multiplier) in solution.multipliers.iter().enumerate() {
            let length = if row == 0 { 1.0 } else { 2_f64.sqrt() };
            let expected = (count - row) as f64 * length;
            assert!(
                (multiplier / expected - 1.0).abs() < 1e-6,
                "{row}: {multiplier}"
            );
            assert!(solution.slacks[row] < 1e-3 * multiplier);
        }
    }

    #[test]
    fn contradictions_are_suspected() {
        let rows = vec![
            vec![(0, 1.0), (4, -1.0)],
            vec![(0, -2.0), (4, 2.0)],
            vec![(1, 1.0)],
        ];
        let masses = vec![1.0; 5];
        for equalities in 0..=1 {
            let solution = solved(&masses, &rows, &[-1.0, -1.0, 1.0], equalities);
            assert!(solution.seems_infeasible, "{equalities}");
        }
        let nothing = vec![vec![]];
        assert!(solved(&masses, &nothing, &[-1.0], 0).seems_infeasible);
        assert!(solved(&masses, &nothing, &[-1.0], 1).seems_infeasible);
        assert!(!solved(&masses, &nothing, &[1.0], 0).seems_infeasible);
    }

    #[test]
    fn rows_may_touch_many_variables_or_none() {
        let count = 200;
        let all: Vec<(usize, f64)> = (0..count).map(|variable| (variable, 1.0)).collect();
        let masses = vec![1.0; count];
        let solution = solved(&masses, &vec![all, vec![]], &[-1.0, 0.0], 1);
        for value in &solution.displacement {
            assert!((value * count as f64 - 1.0).abs() < 1e-9, "{value}");
        }
        assert!(solved(&[], &vec![], &[], 0).displacement.is_empty());
        assert_eq!(solved(&[2.0], &vec![], &[], 0).displacement, [0.0]);
    }

    /// Whether there is a solution, for 30,000 variables and one shortfall for all rows.
    fn is_solved(rows: &Rows, shortfall: f64) -> bool {
        let program = FloatProgram {
            masses: &vec![1.0; 30_000],
            rows: rows.iter().map(Vec::as_slice).collect(),
            shortfalls: vec![shortfall; rows.len()],
            equalities: 0,
            tolerance: FINE,
        };
        program.solve(&Stop::default()).is_some()
    }

    #[test]
    fn what_is_not_finite_or_huge_is_not_solved() {
        assert!(is_solved(&vec![vec![(0, 1.0)]], 1.0));
        assert!(!is_solved(&vec![vec![(0, f64::NAN)]], 1.0));
        assert!(!is_solved(&vec![vec![(0, f64::INFINITY)]], 1.0));
        assert!(!is_solved(&vec![vec![(0, 1.0)]], f64::NEG_INFINITY));
        let all: Vec<(usize, f64)> = (0..30_000).map(|variable| (variable, 1.0)).collect();
        assert!(!is_solved(&vec![all], 1.0));
    }

    #[test]
    fn a_stop_stops_it() {
        let stop = Stop::default();
        stop.request();
        let program = FloatProgram {
            masses: &[1.0],
            rows: vec![&[(0, 1.0)]],
            shortfalls: vec![-1.0],
            equalities: 0,
            tolerance: FINE,
        };
        assert!(program.solve(&stop).is_none());
    }
}
