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
//! If floats find a bound that no step satisfies, the prices of its violation prove it, computed
//! exactly, or those of the exact least sum of violations. If they find a direction in which the
//! costs fall for ever, it is computed exactly.
//!
//! Each of these answers is tested. If it does not pass, a more careful search in floats follows;
//! the caller has a method for what is left.

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
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use simplex::{Ending, Simplex};
use standard::{Standard, State};

/// So often a search goes on from an exact basis.
const MOST_REFINEMENTS: usize = 12;

/// The result of a search by bases.
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

/// The end of a search, with the exact basis there.
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
    for is_careful in [false, true] {
        let Some(searched) = search(&standard, is_careful, monitor)? else {
            continue;
        };
        let found = match &searched.ending {
            Ending::Optimal => Some(optimal(&standard, &searched)),
            Ending::Infeasible { variable, is_above } => {
                contradiction(program, &standard, &searched, *variable, *is_above, monitor)?
            }
            Ending::Unbounded { entering, grows } => {
                unbounded(program, &standard, &searched, *entering, *grows, monitor)?
            }
            Ending::Lost => None,
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    least_violations(program, &standard, monitor)
}

/// Searches until an optimal basis is exactly optimal, or floats see something else; `None` if they
/// get lost.
fn search(
    standard: &Standard,
    is_careful: bool,
    monitor: &Monitor,
) -> Result<Option<Searched>, Interrupted> {
    let program = monitor.time(Stage::Guess, || FloatProgram::new(standard));
    search_from(
        standard,
        program,
        standard.first_states(),
        is_careful,
        monitor,
    )
}

/// The same from a basis.
fn search_from(
    standard: &Standard,
    mut program: FloatProgram,
    mut states: Vec<State>,
    is_careful: bool,
    monitor: &Monitor,
) -> Result<Option<Searched>, Interrupted> {
    let mut costs = standard.costs.clone();
    costs.resize(standard.ranges.len(), Rational::ZERO);
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

/// One feasible set and many costs: each search begins at the basis where the one before ended.
#[derive(Clone)]
pub(crate) struct Sequence {
    standard: Standard,
    program: FloatProgram,
    states: Vec<State>,
}

/// The point at which costs are least.
pub(crate) enum Least {
    /// At a vertex.
    Vertex(Vertex),
    /// Nowhere: they seem to fall for ever along a ray from a feasible point.
    Ray(Vec<Rational>),
}

/// An optimal vertex, and the multipliers of the rows.
pub(crate) struct Vertex {
    /// A common denominator of the point, and the point times it.
    pub(crate) point: (Integer, Vec<Integer>),
    /// The same for the multipliers.
    pub(crate) multipliers: (Integer, Vec<Integer>),
}

impl Sequence {
    pub(crate) fn new(program: &LinearProgram, monitor: &Monitor) -> Result<Self, Interrupted> {
        let standard = Standard::new(program, &program.feasible.conditions());
        let mut sequence = Self {
            program: FloatProgram::new(&standard),
            states: standard.first_states(),
            standard,
        };
        let simplex = Simplex::new(&sequence.program, &sequence.states, false);
        if let Some(mut simplex) = simplex {
            let ending = monitor.time(Stage::Guess, || simplex.run(monitor))?;
            if matches!(ending, Ending::Optimal) {
                sequence.states = simplex.states().to_vec();
            }
        }
        Ok(sequence)
    }

    /// The point at which these costs of all variables are least, if floats lead there.
    pub(crate) fn least(
        &mut self,
        costs: Vec<Rational>,
        monitor: &Monitor,
    ) -> Result<Option<Least>, Interrupted> {
        self.standard.costs = costs;
        self.program.set_costs_of(&self.standard);
        let standard = &self.standard;
        let states = self.states.clone();
        let searched = search_from(standard, self.program.clone(), states, false, monitor)?;
        let Some(searched) = searched else {
            return Ok(None);
        };
        match searched.ending {
            Ending::Optimal => {
                let vertex = Vertex {
                    point: searched.basis.point(standard.structural()),
                    multipliers: standard.multipliers(&searched.basis),
                };
                self.states = searched.states;
                Ok(Some(Least::Vertex(vertex)))
            }
            Ending::Unbounded { entering, grows } => {
                let kernel = Kernel::new(standard, &searched.states, &searched.pivots);
                let ray = kernel.ray(entering, grows, monitor)?;
                self.states = searched.states;
                Ok(ray.map(Least::Ray))
            }
            Ending::Infeasible { .. } | Ending::Lost => Ok(None),
        }
    }
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

/// The prices of a violation at the end of a search as multipliers, if they prove that nothing is
/// feasible.
fn contradiction(
    program: &LinearProgram,
    standard: &Standard,
    searched: &Searched,
    variable: usize,
    is_above: bool,
    monitor: &Monitor,
) -> Result<Option<Found>, Interrupted> {
    let Searched { states, pivots, .. } = searched;
    if states[variable] != State::Basic {
        return Ok(None);
    }
    let cost = Rational::from(if is_above { 1 } else { -1 });
    let mut costs = vec![Rational::ZERO; states.len()];
    costs[variable].clone_from(&cost);
    let kernel = Kernel::new(standard, states, pivots);
    let Some(basis) = kernel.solve(&costs, monitor)? else {
        return Ok(None);
    };
    // Without the cost itself, what is left is a combination of rows and bounds that is 0.
    let mut multipliers = multipliers(standard, &basis);
    match variable.checked_sub(standard.structural()) {
        None => multipliers[standard.rows.len() + variable] -= cost,
        Some(row) => multipliers[row] -= standard.multiplier(row, cost),
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
    let Some(basis) = optimal_basis(&violations, monitor)? else {
        return Ok(None);
    };
    let mut multipliers = multipliers(&violations, &basis);
    let bounds = standard.rows.len() + standard.structural();
    multipliers.truncate(bounds);
    Ok(proved_infeasible(program, multipliers))
}

/// An exactly optimal basis.
fn optimal_basis(
    standard: &Standard,
    monitor: &Monitor,
) -> Result<Option<ExactBasis>, Interrupted> {
    for is_careful in [false, true] {
        if let Some(searched) = search(standard, is_careful, monitor)?
            && matches!(searched.ending, Ending::Optimal)
        {
            return Ok(Some(searched.basis));
        }
    }
    Ok(None)
}

/// The ray along which a variable grows, or shrinks, from the point of a basis, or from another
/// feasible one.
fn unbounded(
    program: &LinearProgram,
    standard: &Standard,
    searched: &Searched,
    entering: usize,
    grows: bool,
    monitor: &Monitor,
) -> Result<Option<Found>, Interrupted> {
    let kernel = Kernel::new(standard, &searched.states, &searched.pivots);
    let Some(ray) = kernel.ray(entering, grows, monitor)? else {
        return Ok(None);
    };
    let structural = standard.structural();
    let mut point: Vec<Rational> = searched.basis.values().take(structural).collect();
    if !searched.basis.is_feasible(&standard.ranges) {
        let Some(basis) = optimal_basis(&standard.without_costs(), monitor)? else {
            return Ok(None);
        };
        point = basis.values().take(structural).collect();
    }
    let proof = Unboundedness {
        point: point.iter().map(from_solver).collect(),
        ray: ray.iter().map(from_solver).collect(),
    };
    let feasible = &program.feasible;
    let verified = verification::unbounded(feasible, program.sense, &program.objective, &proof);
    Ok(verified.is_ok().then_some(Found::Unbounded { point, ray }))
}
