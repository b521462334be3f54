//! Programs with names.

use crate::linear::{LinearProgram, Sense};
use crate::polyhedron::Polyhedron;
use crate::quadratic::QuadraticProgram;
use num_traits::Zero;
use zwang_exact::Rational;

/// A program with the names of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProgram {
    /// The name of the objective.
    pub objective: String,
    /// The names of the variables.
    pub variables: Vec<String>,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The constant of the objective besides the terms of the program.
    pub constant: Rational,
    /// The variables that are to be integers, ascending. The program says nothing of it: it is the
    /// relaxation.
    pub integers: Vec<usize>,
    /// The program.
    pub program: Program,
}

impl NamedProgram {
    /// A program without a constant, whose variables are continuous.
    #[must_use]
    pub fn new(
        objective: String,
        variables: Vec<String>,
        rows: Vec<String>,
        program: Program,
    ) -> Self {
        Self {
            objective,
            variables,
            rows,
            constant: Rational::zero(),
            integers: Vec::new(),
            program,
        }
    }
}

/// A program of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A linear one.
    Linear(LinearProgram),
    /// A convex quadratic one.
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

    /// Whether the objective is to be small or large.
    #[must_use]
    pub fn sense(&self) -> Sense {
        match self {
            Self::Linear(program) => program.sense,
            Self::Quadratic(program) => program.sense,
        }
    }
}
