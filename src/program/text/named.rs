//! Programs with names.

use crate::linear::LinearProgram;
use crate::polyhedron::Polyhedron;
use crate::quadratic::QuadraticProgram;

/// A program with the names of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProgram {
    /// The name of the objective.
    pub objective: String,
    /// The names of the variables.
    pub variables: Vec<String>,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The program.
    pub program: Program,
}

/// A program of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A linear one.
    Linear(LinearProgram),
    /// A strictly convex quadratic one.
    Quadratic(QuadraticProgram),
}

impl Program {
    /// The feasible points.
    #[must_use]
    pub fn feasible(&self) -> &Polyhedron {
        match self {
            Self::Linear(program) => &program.feasible,
            Self::Quadratic(program) => &program.feasible,
        }
    }
}
