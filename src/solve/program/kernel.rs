//! The inner door, in the numbers of the solver's own arithmetic (malachite): strictly convex
//! programs with a diagonal Hessian and integer rows, which all others are reduced to.
//!
//! [`solve`] takes a [`Problem`] and a [`Guess`]; [`optimise`] makes its own guess and keeps what
//! [`classify`] needs to tell pressing rows from idle ones. [`approximate`] stops short of the
//! exact optimum. [`least`] looks for extreme multipliers. [`FrictionProblem`] is the
//! complementarity problem of dry friction. This door is for the crates of the workspace, which
//! make thousands of programs of one kind; everybody else takes the types at the top, whose numbers
//! are those of num-rational.

pub use crate::active_set::classification::{Classified, can_press, classify};
pub use crate::active_set::extremes::{Costs, Least, least};
pub use crate::active_set::least_multipliers::{
    LeastMultipliers, Measure, exactly_least_multipliers, least_multipliers,
};
pub use crate::active_set::optimise::{Solved, optimise, solve};
pub use crate::friction::{
    Aim, Exclusion, Explored, FrictionAnswer, FrictionContact, FrictionProblem, FrictionSolution,
    Image, Mode, Modes, Pivoted,
};
pub use crate::guess::approximation::{Approximation, Fineness, approximate, opening};
pub use crate::guess::interior_point::round_cones::{RoundCone, RoundPoint, RoundProgram};
pub use crate::guess::warm_start::{confirm, solve as solve_warm};
pub use crate::guess::{Guess, NormalisedProgram};
pub use crate::numbers::field::Field;
pub use crate::problem::{Optimum, Outcome, Problem, Row};

/// Linear complementarity by exact pivots, for those who compare methods.
pub mod pivoting {
    pub use crate::friction::complementarity::{Tableau, Termination};
    pub use crate::friction::effort::Effort;
}

/// The door between public numbers (num-rational) and those of the solver (malachite).
pub mod number {
    pub use crate::numbers::number::{
        Divisor, common_denominator, content, from_solver, integer_from_solver, integer_to_solver,
        least_common_multiple, nearest, over_common_denominator, times, to_solver,
    };
}

/// Work on long lists in parallel, and on short ones at once.
pub mod parallel {
    pub use crate::parallel::{join, map, map_items, on_shared_thread};
}
