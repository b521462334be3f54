//! Pressing, opening or idle: the strictly complementary partition of the contacts, exactly.
//!
//! At the optimum, rows with positive slack open and rows with a positive multiplier press. A tight
//! row without a multiplier may still press in another optimal system of multipliers, or in none.
//! Let P be the pressing rows and Z the undecided ones, and project c = M⁻¹ Σ_Z w_i a_i, w_i > 0,
//! onto the cone { d : a_j·d = 0 for pins and P, a_i·d ≥ 0 for Z } in the metric M.
//!
//! * If the projection d is not zero, Σ_Z w_i a_i·d = cᵀM d = dᵀM d > 0, so d opens some rows of Z
//!   and closes none. Every optimal system has Σ λ_j a_j·d = M(x - t)·d, which is 0 by the given
//!   system; so those rows are idle in all of them. They leave Z.
//! * If d = 0, the optimality conditions of the projection give Σ_Z (w_i + μ_i) a_i + Σ_P λ_j a_j +
//!   (pins) = 0 with μ ≥ 0. A small multiple of these weights added to the multipliers makes every
//!   row of Z press, and keeps P pressing.
//!
//! Each round decides at least one row. The displacements found, weighted so that later ones do not
//! undo earlier ones, add up to the witness of condition C8. Any displacement in the cone that
//! opens some rows serves as well as the projection. Mostly the interior point that guessed the
//! optimum came along one ([`opening`]): projecting it onto the subspace where pressing rows and
//! those that it does not open stay shut makes it exact, which costs no more than one solution with
//! the factorisation at hand. If it opens nothing, the projection for w = 1 onto the subspace {
//! a_j·d = 0 for pins and P } may happen to lie in the cone. If it does not, floats guess once more
//! which rows can be opened, and how. Only where that opens nothing either, the projection onto the
//! cone is computed as a program.

use crate::Options;
use crate::active_set::opening::{self, Opening};
use crate::active_set::optimise;
use crate::active_set::optimise::Solved;
use crate::exact::lifting::WorkingSystem;
use crate::guess::Guess;
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::problem::{Optimum, Outcome, Problem, Row};
use malachite::base::num::arithmetic::traits::Gcd;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural, Rational};

/// An optimum all of whose tight inequalities have a positive multiplier or are opened by the
/// witness.
#[derive(Clone, Debug)]
pub struct Classified {
    /// The optimum, with these multipliers.
    pub optimum: Optimum,
    /// A displacement that opens every idle row, keeps pressing rows and pins, if any row is idle.
    pub idle: Option<Vec<Integer>>,
}

/// A projection, with multipliers for pressing and undecided rows: those of undecided rows include
/// their weights.
struct Projection {
    displacement: Vec<Integer>,
    multipliers: Vec<(usize, Integer)>,
}

/// Decides every tight row of the optimum; `None` if there is no optimum.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop before there is an answer.
pub fn classify(
    problem: &Problem,
    solved: Solved,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Classified>, Interrupted> {
    let Solved {
        outcome,
        system,
        guess,
        folding,
    } = solved;
    let Outcome::Optimal(optimum) = outcome else {
        return Ok(None);
    };
    let Some(folding) = folding else {
        return classify_optimum(problem, optimum, system, guess, options, monitor).map(Some);
    };
    let folded = &folding.problem;
    let classified = classify_optimum(folded, optimum, system, guess, options, monitor)?;
    Ok(Some(folding.unfolded_classified(classified)))
}

/// Which rows can have a multiplier, given those that have one in some system: a row can if and
/// only if Σ λ_j a_j = 0 for some λ that is above 0 there and not below 0 at the inequalities that
/// are not in `is_pressing`. Masses and target do not matter; all bounds are 0.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop before there is an answer.
pub fn can_press(
    rows: Vec<Row>,
    equalities: usize,
    is_pressing: &[bool],
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<bool>, Interrupted> {
    let variables = rows.iter().flat_map(|row| &row.coefficients);
    let count = variables.map(|(variable, _)| variable + 1).max();
    let count = count.unwrap_or(0);
    let multipliers = is_pressing.iter();
    let multipliers = multipliers.map(|presses| Integer::from(u8::from(*presses)));
    let optimum = Optimum {
        denominator: Integer::ONE,
        point: vec![Integer::ZERO; count],
        multipliers: multipliers.collect(),
    };
    let problem = Problem {
        masses: vec![Rational::ONE; count],
        target: vec![Rational::ZERO; count],
        rows,
        equalities,
    };
    let classified = classify_optimum(&problem, optimum, None, None, options, monitor)?;
    let found = classified.optimum.multipliers.iter().enumerate();
    let found = found.map(|(row, multiplier)| row < equalities || *multiplier > 0);
    Ok(found.collect())
}

/// Decides every tight row. `system` is that of an independent subset of pressing rows, if there is
/// one already, and `guess` the guess that led to the optimum.
fn classify_optimum(
    problem: &Problem,
    optimum: Optimum,
    system: Option<WorkingSystem>,
    mut guess: Option<Guess>,
    options: &Options,
    monitor: &Monitor,
) -> Result<Classified, Interrupted> {
    let mut pressing = Vec::new();
    let mut undecided = Vec::new();
    for (index, row) in problem.rows.iter().enumerate() {
        if index < problem.equalities || optimum.multipliers[index] > 0 {
            pressing.push(index);
        } else if row.slack(&optimum.point, &optimum.denominator) == 0 {
            undecided.push(index);
        }
    }
    if undecided.is_empty() {
        return Ok(Classified {
            optimum,
            idle: None,
        });
    }
    // A guess may have taken a row for pressing that carries nothing; its system would keep that
    // row shut.
    let system = system.filter(|system| {
        let mut rows = system.rows().iter();
        rows.all(|row| pressing.binary_search(row).is_ok())
    });
    let system =
        system.unwrap_or_else(|| WorkingSystem::of_independent_rows(problem, &pressing, monitor));
    let mut witness: Option<Vec<Integer>> = None;
    let mut opened = Vec::new();
    while !undecided.is_empty() {
        let rows = Rows {
            problem,
            system: &system,
            pressing: &pressing,
            undecided: &undecided,
        };
        let mut projection = None;
        if let Some(guess) = guess.take()
            && let Some(opening) = opening::of_guess(&guess, problem, &optimum, &undecided)
        {
            projection = rows.opened(opening, monitor)?;
        }
        if projection.is_none() {
            projection = onto_subspace(problem, &system, &undecided, monitor)?;
        }
        if projection.is_none() && options.floats {
            projection = rows.opened_by_floats(monitor)?;
        }
        let projection = match projection {
            Some(projection) => projection,
            None => onto_cone(problem, &pressing, &undecided, options, monitor)?,
        };
        let (newly_opened, rest): (Vec<usize>, Vec<usize>) = undecided
            .iter()
            .partition(|&&row| problem.rows[row].product(&projection.displacement) > 0);
        if newly_opened.is_empty() {
            let optimum = spread(problem, optimum, &projection.multipliers);
            return Ok(Classified {
                optimum,
                idle: witness,
            });
        }
        witness = Some(combine(
            problem,
            witness,
            &opened,
            primitive(projection.displacement),
        ));
        opened.extend(newly_opened);
        undecided = rest;
    }
    Ok(Classified {
        optimum,
        idle: witness,
    })
}

/// The projection onto the subspace for w = 1, if it lies in the cone.
fn onto_subspace(
    problem: &Problem,
    system: &WorkingSystem,
    undecided: &[usize],
    monitor: &Monitor,
) -> Result<Option<Projection>, Interrupted> {
    let mut variable_side = vec![Integer::ZERO; problem.masses.len()];
    for &row in undecided {
        for (variable, value) in &problem.rows[row].coefficients {
            variable_side[*variable] += value * problem.mass_denominator(*variable);
        }
    }
    let solution = system.solve(
        variable_side,
        vec![Integer::ZERO; system.rows().len()],
        monitor,
    )?;
    if undecided
        .iter()
        .any(|&row| problem.rows[row].product(&solution.point) < 0)
    {
        return Ok(None);
    }
    let multipliers = system.rows().iter().copied().zip(solution.multipliers);
    let weighted = undecided
        .iter()
        .map(|&row| (row, solution.denominator.clone()));
    Ok(Some(Projection {
        displacement: solution.point,
        multipliers: multipliers.chain(weighted).collect(),
    }))
}

/// Knowledge about the rows in one round.
struct Rows<'a> {
    problem: &'a Problem,
    /// The system of an independent subset of the pressing rows.
    system: &'a WorkingSystem,
    pressing: &'a [usize],
    undecided: &'a [usize],
}

impl Rows<'_> {
    /// A displacement that opens some undecided rows, guessed by a program of its own.
    fn opened_by_floats(&self, monitor: &Monitor) -> Result<Option<Projection>, Interrupted> {
        let opening = monitor.time(Stage::Guess, || {
            opening::guess(self.problem, self.pressing, self.undecided, monitor.stop())
        });
        match opening {
            Some(opening) => self.opened(opening, monitor),
            None => Ok(None),
        }
    }

    /// A guessed displacement that opens some undecided rows, made exact by projection onto the
    /// subspace where all others stay shut; its multipliers prove nothing.
    fn opened(
        &self,
        opening: Opening,
        monitor: &Monitor,
    ) -> Result<Option<Projection>, Interrupted> {
        let Self {
            problem, undecided, ..
        } = *self;
        let mut shut = Vec::new();
        for (&row, is_open) in undecided.iter().zip(&opening.is_open) {
            if !is_open {
                shut.push(row);
            }
        }
        if shut.len() == undecided.len() {
            return Ok(None);
        }
        let kept: Vec<usize> = self.pressing.iter().chain(&shut).copied().collect();
        let own =
            (!shut.is_empty()).then(|| WorkingSystem::of_independent_rows(problem, &kept, monitor));
        let system = own.as_ref().unwrap_or(self.system);
        let mut variable_side = opening.displacement;
        for (variable, value) in variable_side.iter_mut().enumerate() {
            *value *= problem.mass_numerator(variable);
        }
        let solution = system.solve(
            variable_side,
            vec![Integer::ZERO; system.rows().len()],
            monitor,
        )?;
        for &row in self.pressing {
            if problem.rows[row].product(&solution.point) != 0 {
                return Ok(None);
            }
        }
        let mut opens = false;
        for &row in undecided {
            let movement = problem.rows[row].product(&solution.point);
            if movement < 0 {
                return Ok(None);
            }
            opens |= movement > 0;
        }
        if !opens {
            return Ok(None);
        }
        Ok(Some(Projection {
            displacement: solution.point,
            multipliers: Vec::new(),
        }))
    }
}

/// The projection onto the cone, as a program, with w = 1.
fn onto_cone(
    problem: &Problem,
    pressing: &[usize],
    undecided: &[usize],
    options: &Options,
    monitor: &Monitor,
) -> Result<Projection, Interrupted> {
    let mut target = vec![Rational::from(0); problem.masses.len()];
    for &row in undecided {
        for (variable, value) in &problem.rows[row].coefficients {
            target[*variable] += Rational::from(value);
        }
    }
    for (value, mass) in target.iter_mut().zip(&problem.masses) {
        *value /= mass;
    }
    let mut rows = Vec::with_capacity(pressing.len() + undecided.len());
    for &row in pressing.iter().chain(undecided) {
        rows.push(Row {
            coefficients: problem.rows[row].coefficients.clone(),
            bound: Integer::ZERO,
        });
    }
    let cone = Problem {
        masses: problem.masses.clone(),
        target,
        rows,
        equalities: pressing.len(),
    };
    let Outcome::Optimal(optimum) = optimise::optimise(&cone, options, monitor)?.into_outcome()
    else {
        unreachable!("the cone contains 0")
    };
    let Optimum {
        denominator,
        point,
        multipliers,
    } = optimum;
    let rows = pressing.iter().chain(undecided).copied();
    let mut multipliers: Vec<(usize, Integer)> = rows.zip(multipliers).collect();
    for (_, multiplier) in multipliers.iter_mut().skip(pressing.len()) {
        *multiplier += &denominator;
    }
    Ok(Projection {
        displacement: point,
        multipliers,
    })
}

/// `earlier` times a power of two, plus `later`, such that what `earlier` opened stays open.
fn combine(
    problem: &Problem,
    earlier: Option<Vec<Integer>>,
    opened: &[usize],
    later: Vec<Integer>,
) -> Vec<Integer> {
    let Some(earlier) = earlier else { return later };
    let mut shift = 0;
    for &row in opened {
        let gain = problem.rows[row].product(&earlier);
        let loss = -problem.rows[row].product(&later);
        if loss >= 0 {
            shift = shift.max((loss / gain).significant_bits() + 1);
        }
    }
    let pairs = earlier.into_iter().zip(later);
    primitive(pairs.map(|(one, two)| (one << shift) + two).collect())
}

/// The vector divided by the greatest common divisor of its entries.
pub(crate) fn primitive(vector: Vec<Integer>) -> Vec<Integer> {
    let mut content = Natural::ZERO;
    for value in &vector {
        content = content.gcd(value.unsigned_abs_ref());
        if content == 1 {
            return vector;
        }
    }
    let content = Integer::from(if content == 0 { Natural::ONE } else { content });
    vector.into_iter().map(|value| value / &content).collect()
}

/// Adds a small multiple of the multipliers of a projection that vanished.
fn spread(problem: &Problem, optimum: Optimum, weights: &[(usize, Integer)]) -> Optimum {
    // Half of each pressing multiplier must survive; undecided ones have positive weights.
    let mut shift = 0;
    for (row, change) in weights {
        if *row >= problem.equalities && *change < 0 {
            let ratio = -change * Integer::from(2) / &optimum.multipliers[*row];
            shift = shift.max(ratio.significant_bits() + 1);
        }
    }
    let mut spread = Optimum {
        denominator: optimum.denominator << shift,
        point: optimum
            .point
            .into_iter()
            .map(|value| value << shift)
            .collect(),
        multipliers: optimum
            .multipliers
            .into_iter()
            .map(|value| value << shift)
            .collect(),
    };
    for (row, change) in weights {
        spread.multipliers[*row] += change;
    }
    spread.reduced()
}
