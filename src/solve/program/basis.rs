//! Linear programs by bases.
//!
//! A vertex of a polyhedron is given by a basis: which variables are at which bound, and which
//! follow from them ([`standard`]). A simplex method in floats suggests one ([`simplex`]); its
//! point, and its reduced costs d = c - Aᵀy, are then computed exactly ([`exact`]). If the point is
//! within all bounds, and no d has the wrong sign for its bound, the point is optimal, and y and d
//! are the multipliers that prove it. (Dantzig 1963, ch. 9; so does QSopt_ex: Applegate, Cook, Dash
//! & Espinoza, *Exact solutions to linear programming problems*, 2007.)
//!
//! If it fails, floats did not see a violation, or a reduced cost, that is too small beside the
//! other numbers. Then the search goes on from that basis with the program whose origin is the
//! exact point and whose costs are the exact reduced costs, where what is wrong is large
//! ([`float_program::FloatProgram::refine`]).
//!
//! If floats find no feasible point, the prices of their sum of violations prove it, or those of
//! the exact least sum; if they find a direction in which the costs fall for ever, it is computed
//! exactly.

mod exact;
mod factor;
mod float_program;
mod simplex;
mod standard;

use crate::linear::{LinearProgram, Unboundedness};
use crate::monitor::{Interrupted, Monitor, Stage};
use crate::numbers::number::from_solver;
use crate::polyhedron::Condition;
use crate::verification;
use exact::{ExactBasis, Kernel};
use float_program::FloatProgram;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use simplex::{Ending, Simplex};
use standard::{Standard, State};

/// So often a search goes on from an exact basis.
const MOST_REFINEMENTS: usize = 12;

/// What bases tell of a program.
pub(crate) enum Found {
    /// An optimal vertex.
    Optimal {
        point: Vec<Rational>,
        /// Multipliers of rows, then of bounds, for the costs to be minimised.
        multipliers: Vec<Rational>,
        /// Whether it is proved that no other point is as good.
        is_unique: bool,
    },
    /// Multipliers of rows, then of bounds, by which they contradict each other.
    Infeasible(Vec<Rational>),
    /// The costs fall for ever from a feasible point on along a ray.
    Unbounded {
        point: Vec<Rational>,
        ray: Vec<Rational>,
    },
}

/// Where a search ended, with the exact basis there.
struct Searched {
    ending: Ending,
    states: Vec<State>,
    basis: ExactBasis,
    pivots: Vec<(usize, usize)>,
}

/// Solves a program, if floats lead to a basis that does.
pub(crate) fn solve(
    program: &LinearProgram,
    conditions: &[Condition],
    monitor: &Monitor,
) -> Result<Option<Found>, Interrupted> {
    let standard = Standard::new(program, conditions);
    let Some(searched) = search(&standard, monitor)? else {
        return Ok(None);
    };
    match &searched.ending {
        Ending::Optimal => Ok(Some(optimal(&standard, &searched))),
        Ending::Infeasible(signs) => {
            let found = contradiction(program, &standard, &searched, signs, monitor)?;
            match found {
                Some(found) => Ok(Some(found)),
                None => least_violations(program, &standard, monitor),
            }
        }
        Ending::Unbounded { entering, grows } => {
            let kernel = Kernel::new(&standard, &searched.states, &searched.pivots);
            let Some(ray) = kernel.ray(*entering, *grows, monitor)? else {
                return Ok(None);
            };
            unbounded(program, &standard, &searched.basis, ray, monitor)
        }
        Ending::Lost => Ok(None),
    }
}

/// Searches until an optimal basis is exactly optimal, or floats see something else.
fn search(standard: &Standard, monitor: &Monitor) -> Result<Option<Searched>, Interrupted> {
    for is_careful in [false, true] {
        let found = search_from(standard, standard.first_states(), is_careful, monitor)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The same from a basis; `None` if floats get lost.
fn search_from(
    standard: &Standard,
    mut states: Vec<State>,
    is_careful: bool,
    monitor: &Monitor,
) -> Result<Option<Searched>, Interrupted> {
    let mut costs = standard.costs.clone();
    costs.resize(standard.ranges.len(), Rational::ZERO);
    let mut program = monitor.time(Stage::Guess, || FloatProgram::new(standard));
    for _ in 0..MOST_REFINEMENTS {
        let Some(mut simplex) = Simplex::new(&program, &states, is_careful) else {
            return Ok(None);
        };
        let ending = monitor.time(Stage::Guess, || simplex.run(monitor))?;
        if matches!(ending, Ending::Lost) {
            return Ok(None);
        }
        let Some(pivots) = simplex.pivots() else {
            return Ok(None);
        };
        states = simplex.states().to_vec();
        let kernel = Kernel::new(standard, &states, &pivots);
        let Some(basis) = kernel.solve(&costs, monitor)? else {
            return Ok(None);
        };
        let is_optimal = basis.is_feasible(&standard.ranges)
            && basis.is_dual_feasible(&standard.ranges, &states);
        let ending = if is_optimal { Ending::Optimal } else { ending };
        if is_optimal || !matches!(ending, Ending::Optimal) {
            return Ok(Some(Searched {
                ending,
                states,
                basis,
                pivots,
            }));
        }
        program.refine(standard, &states, &basis);
    }
    Ok(None)
}

fn optimal(standard: &Standard, searched: &Searched) -> Found {
    let Searched { states, basis, .. } = searched;
    let structural = standard.structural();
    Found::Optimal {
        point: basis.values().take(structural).collect(),
        multipliers: multipliers(standard, basis),
        is_unique: basis.is_strict(&standard.ranges, states),
    }
}

/// The reduced costs as multipliers of rows, then of bounds.
fn multipliers(standard: &Standard, basis: &ExactBasis) -> Vec<Rational> {
    let structural = standard.structural();
    let mut of_bounds: Vec<Rational> = basis.reduced_costs().collect();
    let of_rows = of_bounds.split_off(structural).into_iter().enumerate();
    let of_rows = of_rows.map(|(row, value)| standard.multiplier(row, value));
    let mut all: Vec<Rational> = of_rows.collect();
    all.append(&mut of_bounds);
    all
}

/// The prices of the violations at the end of a search as multipliers, if they prove that nothing
/// is feasible.
fn contradiction(
    program: &LinearProgram,
    standard: &Standard,
    searched: &Searched,
    signs: &[(usize, i8)],
    monitor: &Monitor,
) -> Result<Option<Found>, Interrupted> {
    let Searched { states, pivots, .. } = searched;
    let mut costs = vec![Rational::ZERO; states.len()];
    for (variable, sign) in signs {
        if states[*variable] == State::Basic {
            costs[*variable] = Rational::from(*sign);
        }
    }
    let kernel = Kernel::new(standard, states, pivots);
    let Some(basis) = kernel.solve(&costs, monitor)? else {
        return Ok(None);
    };
    let structural = standard.structural();
    let mut multipliers = multipliers(standard, &basis);
    let rows = standard.rows.len();
    for (variable, cost) in costs.into_iter().enumerate() {
        match variable.checked_sub(structural) {
            None => multipliers[rows + variable] -= cost,
            Some(row) => multipliers[row] -= standard.multiplier(row, cost),
        }
    }
    Ok(proved_infeasible(program, multipliers))
}

fn proved_infeasible(program: &LinearProgram, multipliers: Vec<Rational>) -> Option<Found> {
    let proof = program.feasible.multipliers(&multipliers);
    let verified = verification::infeasible(&program.feasible, &proof);
    verified.is_ok().then_some(Found::Infeasible(multipliers))
}

/// The exact least sum of violations, if it proves that nothing is feasible.
fn least_violations(
    program: &LinearProgram,
    standard: &Standard,
    monitor: &Monitor,
) -> Result<Option<Found>, Interrupted> {
    let violations = standard.of_violations();
    let Some(searched) = search(&violations, monitor)? else {
        return Ok(None);
    };
    let mut multipliers = multipliers(&violations, &searched.basis);
    let bounds = standard.rows.len() + standard.structural();
    multipliers.truncate(bounds);
    Ok(proved_infeasible(program, multipliers))
}

/// The ray from the point of a basis, or from another feasible one.
fn unbounded(
    program: &LinearProgram,
    standard: &Standard,
    basis: &ExactBasis,
    ray: Vec<Rational>,
    monitor: &Monitor,
) -> Result<Option<Found>, Interrupted> {
    let structural = standard.structural();
    let mut point: Vec<Rational> = basis.values().take(structural).collect();
    if !basis.is_feasible(&standard.ranges) {
        let feasible = standard.without_costs();
        let Some(searched) = search(&feasible, monitor)? else {
            return Ok(None);
        };
        point = searched.basis.values().take(structural).collect();
    }
    let proof = Unboundedness {
        point: point.iter().map(from_solver).collect(),
        ray: ray.iter().map(from_solver).collect(),
    };
    let feasible = &program.feasible;
    let verified = verification::unbounded(feasible, program.sense, &program.objective, &proof);
    Ok(verified.is_ok().then_some(Found::Unbounded { point, ray }))
}
