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
//! undo earlier ones, add up to the witness of condition C8. Mostly the projection onto the
//! subspace { a_j·d = 0 for pins and P } happens to lie in the cone, for w = 1; it costs no more
//! than one solution with the factorisation at hand. If it does not, any displacement in the cone
//! that opens some rows serves as well as the projection: floats guess which rows can be opened,
//! and how ([`opening`]), and projecting their displacement onto the subspace where all others stay
//! shut makes it exact. Only where the guess opens nothing, the projection onto the cone is
//! computed as a program.

use crate::lifting::WorkingSystem;
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::optimise::Solved;
use crate::problem::{Optimum, Outcome, Problem, Row};
use crate::{Options, opening, optimise};
use malachite::base::num::arithmetic::traits::{Gcd, PowerOf2};
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

/// Decides every tight row of the optimum; `None` if there is no optimum. The factorised system of
/// the solution is used up.
///
/// # Errors
/// [`Interrupted`] if the monitor is told to stop before there is an answer.
pub fn classify(
    problem: &Problem,
    solved: &mut Solved,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Classified>, Interrupted> {
    let Outcome::Optimal(optimum) = &solved.outcome else {
        return Ok(None);
    };
    let optimum = optimum.clone();
    classify_optimum(problem, optimum, solved.system.take(), options, monitor).map(Some)
}

/// Decides every tight row. `system` is that of an independent subset of pressing rows, if there is
/// one already.
fn classify_optimum(
    problem: &Problem,
    optimum: Optimum,
    system: Option<WorkingSystem>,
    options: &Options,
    monitor: &Monitor,
) -> Result<Classified, Interrupted> {
    let is_pressing = |row: &usize| *row < problem.equalities || optimum.multipliers[*row] > 0;
    let is_undecided = |row: &usize| {
        !is_pressing(row) && problem.rows[*row].slack(&optimum.point, &optimum.denominator) == 0
    };
    let mut undecided: Vec<usize> = (0..problem.rows.len()).filter(is_undecided).collect();
    if undecided.is_empty() {
        return Ok(Classified {
            optimum,
            idle: None,
        });
    }
    let pressing: Vec<usize> = (0..problem.rows.len()).filter(is_pressing).collect();
    // A guess may have taken a row for pressing that carries nothing; its system would keep that
    // row shut.
    let system = system.filter(|system| system.rows().iter().all(is_pressing));
    let system =
        system.unwrap_or_else(|| WorkingSystem::of_independent_rows(problem, &pressing, monitor));
    let mut witness: Option<Vec<Integer>> = None;
    let mut opened = Vec::new();
    while !undecided.is_empty() {
        let mut projection = onto_subspace(problem, &system, &undecided, monitor)?;
        if projection.is_none() && options.floats {
            projection = guessed(problem, &system, &pressing, &undecided, monitor)?;
        }
        let projection = match projection {
            Some(projection) => projection,
            None => onto_cone(problem, &pressing, &undecided, options, monitor)?,
        };
        let opens = |row: &usize| problem.rows[*row].product(&projection.displacement) > 0;
        let (newly_opened, rest): (Vec<usize>, Vec<usize>) =
            undecided.iter().partition(|row| opens(row));
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

/// A guessed displacement that opens some undecided rows, made exact by projection onto the
/// subspace where all others stay shut; its multipliers prove nothing.
fn guessed(
    problem: &Problem,
    system: &WorkingSystem,
    pressing: &[usize],
    undecided: &[usize],
    monitor: &Monitor,
) -> Result<Option<Projection>, Interrupted> {
    let opening = monitor.time(Stage::Guess, || {
        opening::guess(problem, pressing, undecided, monitor.stop())
    });
    let Some(opening) = opening else {
        return Ok(None);
    };
    let shut: Vec<usize> = undecided
        .iter()
        .zip(&opening.is_open)
        .filter(|(_, is_open)| !**is_open)
        .map(|(row, _)| *row)
        .collect();
    if shut.len() == undecided.len() {
        return Ok(None);
    }
    let kept: Vec<usize> = pressing.iter().chain(&shut).copied().collect();
    let own =
        (!shut.is_empty()).then(|| WorkingSystem::of_independent_rows(problem, &kept, monitor));
    let system = own.as_ref().unwrap_or(system);
    let weighted = |(variable, value): (usize, Integer)| value * problem.mass_numerator(variable);
    let variable_side = opening
        .displacement
        .into_iter()
        .enumerate()
        .map(weighted)
        .collect();
    let solution = system.solve(
        variable_side,
        vec![Integer::ZERO; system.rows().len()],
        monitor,
    )?;
    let displacement = |&row: &usize| problem.rows[row].product(&solution.point);
    let is_kept = pressing.iter().all(|row| displacement(row) == 0);
    let movement: Vec<Integer> = undecided.iter().map(displacement).collect();
    let opens = movement.iter().any(|value| *value > 0) && movement.iter().all(|value| *value >= 0);
    Ok((is_kept && opens).then(|| Projection {
        displacement: solution.point,
        multipliers: Vec::new(),
    }))
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
    target
        .iter_mut()
        .zip(&problem.masses)
        .for_each(|(value, mass)| *value /= mass);
    let homogeneous = |&row: &usize| Row {
        coefficients: problem.rows[row].coefficients.clone(),
        bound: Integer::ZERO,
    };
    let rows = pressing.iter().chain(undecided).map(homogeneous).collect();
    let cone = Problem {
        masses: problem.masses.clone(),
        target,
        rows,
        equalities: pressing.len(),
    };
    let Outcome::Optimal(optimum) = optimise::optimise(&cone, options, monitor)?.outcome else {
        unreachable!("the cone contains 0")
    };
    let Optimum {
        denominator,
        point,
        multipliers,
    } = optimum;
    let weighted = |(position, multiplier)| {
        if position < pressing.len() {
            multiplier
        } else {
            multiplier + &denominator
        }
    };
    let rows = pressing.iter().chain(undecided).copied();
    Ok(Projection {
        displacement: point,
        multipliers: rows
            .zip(multipliers.into_iter().enumerate().map(weighted))
            .collect(),
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
    let shortage = |&row: &usize| {
        let row = &problem.rows[row];
        let (gain, loss) = (row.product(&earlier), -row.product(&later));
        if loss < 0 {
            0
        } else {
            (loss / gain).significant_bits() + 1
        }
    };
    let shift = opened.iter().map(shortage).max().unwrap_or(0);
    primitive(
        earlier
            .into_iter()
            .zip(later)
            .map(|(one, two)| (one << shift) + two)
            .collect(),
    )
}

/// The vector divided by the greatest common divisor of its entries.
fn primitive(vector: Vec<Integer>) -> Vec<Integer> {
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
    let bits_lost = |(row, change): &(usize, Integer)| {
        let multiplier = &optimum.multipliers[*row];
        if *row < problem.equalities || *change >= 0 {
            0
        } else {
            (-change * Integer::from(2) / multiplier).significant_bits() + 1
        }
    };
    let shift = weights.iter().map(bits_lost).max().unwrap_or(0);
    let scale = Integer::power_of_2(shift);
    let times = |value: &Integer| value * &scale;
    let mut multipliers: Vec<Integer> = optimum.multipliers.iter().map(times).collect();
    weights
        .iter()
        .for_each(|(row, change)| multipliers[*row] += change);
    let point = optimum.point.iter().map(times).collect();
    Optimum {
        denominator: times(&optimum.denominator),
        point,
        multipliers,
    }
    .reduced()
}
