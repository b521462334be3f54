//! Programs that are their own mirror images, with half the unknowns.
//!
//! The optimum x of a program is unique, so a mirror ([`Mirror`]) maps it to itself: x_b' = σ x_b.
//! With y = E u for all symmetric y, one block of u for each pair of blocks, the program in u has
//! half the objective,
//!
//! ```text
//! ½ (u - t)ᵀ M (u - t) for a pair,   ½ (u - t)ᵀ ½M (u - t) for a block on the axis,
//! ```
//!
//! and one row (A E)_j of each pair of rows. Let μ be its multipliers, and λ_j = λ_j' = μ_j for
//! pairs, λ_j = 2 μ_j for rows that are their own images. Then M (x - t) - Σ λ_j a_j is symmetric,
//! and orthogonal to all symmetric vectors, since Eᵀ of it is twice what vanishes in u: so it is 0,
//! and λ proves x. In the same way μ of a contradiction becomes one of the program. A displacement
//! u that opens a row opens its image, too: what is pressing, opening or idle in u is so in x, and
//! the exact solution is one of half the size.

use crate::active_set::classification::Classified;
use crate::active_set::mirror::{Mirror, SIZE, turns};
use crate::problem::{Optimum, Outcome, Problem, Row};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};

/// A program and its folded one.
pub(crate) struct Folding {
    mirror: Mirror,
    /// The block of u of each block.
    places: Vec<usize>,
    /// The row of the folded program of each row.
    rows: Vec<usize>,
    pub(crate) problem: Problem,
}

/// The row that tells a variable of the program.
struct Told {
    /// The variable of u.
    place: usize,
    /// Whether its sign changes.
    changes: bool,
}

/// A multiplier that is known: numerator and positive denominator.
type Known = Option<(Integer, Integer)>;

impl Folding {
    /// Folds a program of so many blocks; `None` if it has fewer, or no mirror.
    pub(crate) fn of(problem: &Problem, fewest: usize) -> Option<Self> {
        let mirror = Mirror::find(problem, fewest)?;
        let mut places = vec![0; mirror.blocks.len()];
        let mut masses = Vec::new();
        let mut target = Vec::new();
        for (block, &image) in mirror.blocks.iter().enumerate() {
            let image = image as usize;
            if image < block {
                continue;
            }
            places[block] = masses.len() / SIZE;
            places[image] = places[block];
            for variable in SIZE * block..SIZE * (block + 1) {
                let mass = &problem.masses[variable];
                masses.push(match image == block {
                    true => mass / Rational::from(2),
                    false => mass.clone(),
                });
                let own_target = problem.target[variable].clone();
                target.push(own_target);
            }
        }
        let mut folding = Self {
            rows: Vec::with_capacity(mirror.rows.len()),
            mirror,
            places,
            problem: Problem {
                masses,
                target,
                rows: Vec::new(),
                equalities: 0,
            },
        };
        for row in 0..problem.rows.len() {
            folding.add_row(problem, row)?;
        }
        Some(folding)
    }

    /// Adds a row, or finds it by its image; `None` if nothing is left of it.
    fn add_row(&mut self, problem: &Problem, row: usize) -> Option<()> {
        let image = self.mirror.rows[row] as usize;
        if image < row {
            self.rows.push(self.rows[image]);
            return Some(());
        }
        let folded = self.folded(&problem.rows[row]);
        if folded.coefficients.is_empty() {
            return None;
        }
        self.rows.push(self.problem.rows.len());
        self.problem.rows.push(folded);
        if row < problem.equalities {
            self.problem.equalities += 1;
        }
        Some(())
    }

    /// (A E)_j.
    fn folded(&self, row: &Row) -> Row {
        let mut sums: Vec<(usize, Integer)> = Vec::with_capacity(row.coefficients.len());
        for (variable, value) in &row.coefficients {
            let Some(Told { place, changes }) = self.told(*variable) else {
                continue;
            };
            let value = match changes {
                true => -value,
                false => value.clone(),
            };
            match sums.iter_mut().find(|(other, _)| *other == place) {
                Some((_, sum)) => *sum += value,
                None => sums.push((place, value)),
            }
        }
        sums.retain(|(_, value)| *value != 0);
        Row {
            coefficients: sums,
            bound: row.bound.clone(),
        }
    }

    /// The row that tells a variable; `None` if it is 0.
    fn told(&self, variable: usize) -> Option<Told> {
        let block = variable / SIZE;
        let image = self.mirror.blocks[block] as usize;
        let turns = turns(variable);
        if image == block && turns {
            return None;
        }
        let first = SIZE * self.places[block];
        Some(Told {
            place: first + variable % SIZE,
            changes: image < block && turns,
        })
    }

    /// x of u. The numbers of u are moved where they are needed last.
    fn unfolded_point(&self, mut point: Vec<Integer>) -> Vec<Integer> {
        let variables = SIZE * self.places.len();
        let mut unfolded = Vec::with_capacity(variables);
        for variable in 0..variables {
            let Some(Told { place, changes }) = self.told(variable) else {
                unfolded.push(Integer::ZERO);
                continue;
            };
            let block = variable / SIZE;
            let image = self.mirror.blocks[block] as usize;
            let is_last = image <= block;
            let value = taken_or_cloned(&mut point[place], is_last);
            unfolded.push(match changes {
                true => -value,
                false => value,
            });
        }
        unfolded
    }

    /// μ of λ, as far as it is known, of the first row of each pair.
    pub(crate) fn folded_multipliers(&self, multipliers: &[Known]) -> Vec<Known> {
        let mut folded = vec![None; self.problem.rows.len()];
        for (row, known) in multipliers.iter().enumerate().rev() {
            let (Some((numerator, denominator)), place) = (known, self.rows[row]) else {
                continue;
            };
            let is_own_image = self.mirror.rows[row] as usize == row;
            folded[place] = Some((numerator.clone(), denominator << u64::from(is_own_image)));
        }
        folded
    }

    /// λ of μ. The numbers of μ are moved where they are needed last.
    pub(crate) fn unfolded_multipliers(&self, mut multipliers: Vec<Integer>) -> Vec<Integer> {
        let mut unfolded = Vec::with_capacity(self.rows.len());
        for (row, &folded) in self.rows.iter().enumerate() {
            let image = self.mirror.rows[row] as usize;
            let is_last = image <= row;
            let value = taken_or_cloned(&mut multipliers[folded], is_last);
            unfolded.push(match image == row {
                true => value << 1,
                false => value,
            });
        }
        unfolded
    }

    fn unfolded_optimum(&self, optimum: Optimum) -> Optimum {
        let Optimum {
            denominator,
            point,
            multipliers,
        } = optimum;
        Optimum {
            denominator,
            point: self.unfolded_point(point),
            multipliers: self.unfolded_multipliers(multipliers),
        }
    }

    /// The answer to the program, given that to the folded one.
    pub(crate) fn unfolded_outcome(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Optimal(optimum) => {
                let optimum = self.unfolded_optimum(optimum);
                Outcome::Optimal(optimum)
            }
            Outcome::Infeasible(multipliers) => {
                let multipliers = self.unfolded_multipliers(multipliers);
                Outcome::Infeasible(multipliers)
            }
        }
    }

    /// The same of a classification.
    pub(crate) fn unfolded_classified(&self, classified: Classified) -> Classified {
        let Classified { optimum, idle } = classified;
        Classified {
            optimum: self.unfolded_optimum(optimum),
            idle: idle.map(|displacement| self.unfolded_point(displacement)),
        }
    }
}

fn taken_or_cloned(value: &mut Integer, is_last: bool) -> Integer {
    match is_last {
        true => std::mem::take(value),
        false => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::active_set::classification;
    use crate::active_set::optimise::{Solved, optimise, solve};
    use crate::guess::approximation::{Fineness, approximate};
    use crate::guess::warm_start::confirm;
    use crate::{Monitor, Options};
    use std::collections::{BTreeMap, BTreeSet};

    /// The row with these coefficients, some of them zero, and the bound 0.
    fn row(entries: Vec<(usize, i64)>) -> Row {
        let mut coefficients = Vec::new();
        for (variable, value) in entries {
            if value != 0 {
                coefficients.push((variable, Integer::from(value)));
            }
        }
        Row {
            coefficients,
            bound: Integer::ZERO,
        }
    }

    /// Rows of 1, 2, …, `size`, …, 2, 1 bricks, 2 wide and 1 high, on the middle of the lowest.
    fn diamond(size: usize) -> Problem {
        let mut bricks = BTreeMap::new();
        for level in 1..2 * size {
            let count = level.min(2 * size - level) as i64;
            for index in 0..count {
                let number = bricks.len();
                bricks.insert((level as i64, 2 * index - count + 1), number);
            }
        }
        let mut rows = vec![vec![(1, 2), (2, -1)], vec![(1, 2), (2, 1)]];
        for (&(level, x), &brick) in &bricks {
            for side in [-1, 1] {
                if let Some(&below) = bricks.get(&(level - 1, x + side)) {
                    for arm in [0, side] {
                        let upper = [(3 * brick + 1, 1), (3 * brick + 2, arm)];
                        let lower = [(3 * below + 1, -1), (3 * below + 2, side - arm)];
                        rows.push([upper, lower].concat());
                    }
                }
            }
            if let Some(&right) = bricks.get(&(level, x + 2)) {
                for arm in [-1, 1] {
                    let own = [(3 * brick, -2), (3 * brick + 2, arm)];
                    let other = [(3 * right, 2), (3 * right + 2, -arm)];
                    rows.push([own, other].concat());
                }
            }
        }
        let masses =
            [(1, 1), (1, 1), (5, 12)].map(|(above, below)| Rational::from_signeds(above, below));
        let target = [0, -1, 0].map(Rational::from);
        Problem {
            masses: masses.into_iter().cycle().take(3 * bricks.len()).collect(),
            target: target.into_iter().cycle().take(3 * bricks.len()).collect(),
            rows: rows.into_iter().map(row).collect(),
            equalities: 0,
        }
    }

    fn classified(problem: &Problem, solved: Solved) -> Classified {
        let options = Options::default();
        let monitor = Monitor::default();
        let classified = classification::classify(problem, solved, &options, &monitor);
        classified.unwrap().unwrap()
    }

    /// Rows that press, and tight rows that are opened.
    fn states(problem: &Problem, classified: &Classified) -> [BTreeSet<usize>; 2] {
        let mut pressing = BTreeSet::new();
        let mut opened = BTreeSet::new();
        for (index, row) in problem.rows.iter().enumerate() {
            if classified.optimum.multipliers[index] > 0 {
                pressing.insert(index);
            }
            let Optimum {
                point, denominator, ..
            } = &classified.optimum;
            if let Some(idle) = &classified.idle
                && row.slack(point, denominator) == 0
                && row.product(idle) > 0
            {
                opened.insert(index);
            }
        }
        [pressing, opened]
    }

    /// D M (x - t) = Σ D λ_j a_j, λ ≥ 0, and λ_j (a_j·x - b_j) = 0.
    fn assert_optimal(problem: &Problem, optimum: &Optimum) {
        let mut left = Vec::new();
        for (variable, mass) in problem.masses.iter().enumerate() {
            let point = Rational::from(&optimum.point[variable]);
            let target = &problem.target[variable] * Rational::from(&optimum.denominator);
            left.push(mass * (point - target));
        }
        for (row, multiplier) in problem.rows.iter().zip(&optimum.multipliers) {
            assert!(*multiplier >= 0);
            let slack = row.slack(&optimum.point, &optimum.denominator);
            assert!(slack >= 0 && (*multiplier == 0 || slack == 0));
            for (variable, value) in &row.coefficients {
                left[*variable] -= Rational::from(value * multiplier);
            }
        }
        assert!(left.iter().all(|value| *value == 0));
    }

    #[test]
    fn folded_programs_have_the_same_answer() {
        let problem = diamond(9);
        let options = Options::default();
        let monitor = Monitor::default();
        let folded = optimise(&problem, &options, &monitor).unwrap();
        let half = &folded.folding.as_ref().unwrap().problem;
        assert_eq!(half.masses.len(), 3 * 45);
        let guess = crate::guess::Guess::by_interior_point(&problem);
        let whole = solve(&problem, guess.as_ref(), &monitor).unwrap();
        let whole = Solved::of(whole, None);
        let folded = classified(&problem, folded);
        let whole = classified(&problem, whole);
        assert_optimal(&problem, &folded.optimum);
        assert_optimal(&problem, &whole.optimum);
        assert!(folded.optimum.is_same_point(&whole.optimum));
        assert_eq!(states(&problem, &folded), states(&problem, &whole));
    }

    /// Multipliers near the optimum of a symmetric program are symmetric, and lead to it; with them
    /// it is found again.
    #[test]
    fn symmetric_programs_are_approximated_by_half_of_them() {
        let problem = diamond(6);
        let monitor = Monitor::default();
        let Outcome::Optimal(exact) = solve(&problem, None, &monitor).unwrap() else {
            panic!("no optimum");
        };
        let folding = Folding::of(&problem, 12).unwrap();
        let mut earlier: Option<Vec<Known>> = None;
        for _ in 0..2 {
            let near = approximate(&problem, earlier.as_deref(), Fineness::Short, &monitor);
            let near = near.unwrap().unwrap();
            let mut known = Vec::new();
            for (row, multiplier) in near.multipliers.iter().enumerate() {
                let image = folding.mirror.rows[row] as usize;
                assert_eq!(*multiplier, near.multipliers[image]);
                known.push(Some((multiplier.clone(), near.denominator.clone())));
            }
            let confirmed = confirm(&problem, &known, &monitor).unwrap().unwrap();
            assert!(confirmed.is_same_point(&exact));
            earlier = Some(known);
        }
    }

    #[test]
    fn contradictions_are_unfolded() {
        let mut problem = diamond(9);
        // The lowest brick, which is on the axis, is to rise and to sink.
        for (sign, bound) in [(1, 1), (-1, 0)] {
            problem.rows.push(Row {
                coefficients: vec![(1, Integer::from(sign))],
                bound: Integer::from(bound),
            });
        }
        let solved = optimise(&problem, &Options::default(), &Monitor::default()).unwrap();
        assert!(solved.folding.is_some());
        let Outcome::Infeasible(multipliers) = solved.into_outcome() else {
            panic!("it is infeasible")
        };
        let mut sums = vec![Integer::ZERO; problem.masses.len()];
        let mut bounds = Integer::ZERO;
        for (row, multiplier) in problem.rows.iter().zip(&multipliers) {
            assert!(*multiplier >= 0);
            bounds += &row.bound * multiplier;
            for (variable, value) in &row.coefficients {
                sums[*variable] += value * multiplier;
            }
        }
        assert!(bounds > 0 && sums.iter().all(|sum| *sum == 0));
    }

    fn is_folded(problem: &Problem) -> bool {
        Folding::of(problem, 64).is_some()
    }

    #[test]
    fn what_is_not_symmetric_is_not_folded() {
        assert!(is_folded(&diamond(9)));
        let mut problem = diamond(9);
        problem.rows[40].coefficients[1].1 *= Integer::from(1_000_003);
        assert!(!is_folded(&problem));
        let mut problem = diamond(9);
        problem.rows.pop();
        assert!(!is_folded(&problem));
        let mut problem = diamond(9);
        problem.masses[10] *= Rational::from(2);
        assert!(!is_folded(&problem));
        let mut problem = diamond(9);
        problem.target[0] += Rational::from(1);
        assert!(!is_folded(&problem));
        let mut problem = diamond(9);
        problem.rows[30].bound = Integer::from(-1);
        assert!(!is_folded(&problem));
        let mut problem = diamond(9);
        problem.equalities = 1;
        assert!(!is_folded(&problem));
    }
}
