//! The quadratic program of a step: min Σ m |a - t|², or that plus a penalty, over the rows.

use super::form::{Condition, Form};
use super::framework::Framework;
use super::number::{fraction, ratio};
use malachite::Integer;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::{over_common_denominator, to_solver};
use zwang_program::kernel::{Guess, Optimum, Outcome, Problem, Row, solve};
use zwang_program::{
    Interval, LinearRow, Monitor, Options, Polyhedron, ProgramError, QuadraticOutcome,
    QuadraticProgram, Sense,
};

/// Why there is no step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// A time step that is not positive.
    #[error("the time step is {0}; expected a positive number")]
    TimeStep(Box<Rational>),
    /// A penalty that would not keep the program convex.
    #[error("the penalty factor is {0}; expected at least 0")]
    Penalty(Box<Rational>),
    /// No program is solved.
    #[error("0 programs for each step; expected at least 1")]
    NoProgram,
    /// A world in which nothing would move, or everything the wrong way.
    #[error("the relaxation time is {0}; expected a positive number")]
    Relaxation(Box<Rational>),
    /// Bodies that share nodes cannot be rounded one by one.
    #[error(
        "bodies are pinned together at point masses; expected them to be rounded by points, \
         or not at all"
    )]
    Rounding,
    /// Springs that pull.
    #[error("the stiffness of springs is {0} N/m; expected at least 0")]
    Stiffness(Box<Rational>),
    /// No body may go anywhere, or the wrong way.
    #[error("the bound on displacements is {0} m; expected a positive number")]
    Bound(Box<Rational>),
    /// Bodies go as a whole in some schemes.
    #[error("this scheme moves rigid bodies without pins; expected those")]
    NotRigid,
    /// The rows contradict each other.
    #[error(
        "no positions satisfy the rows: {} bars, {} joints and {} rows of sidedness \
         contradict each other",
        .0.bars.len(), .0.joints.len(), .0.triples
    )]
    Contradiction(Contradiction),
    /// The program of the penalty form is not one that the solver takes.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

/// The unknowns are one motion for each node, acceleration or velocity: constants of forms take no
/// part.
pub(crate) struct Program<'a> {
    pub(crate) framework: &'a Framework,
    /// t for each node.
    pub(crate) target: Vec<Vector>,
    /// Conditions of the bars, in their order.
    pub(crate) bars: Vec<Condition>,
    /// Conditions of the joints, two for each.
    pub(crate) joints: Vec<Condition>,
    /// Conditions of the triples, in their order.
    pub(crate) triples: Vec<Condition>,
    /// M, if bars are no equations.
    pub(crate) penalty: Option<&'a Rational>,
}

/// The optimum over a common denominator.
pub(crate) struct Answer {
    pub(crate) denominator: Integer,
    /// Two for each node.
    pub(crate) coordinates: Vec<Integer>,
    /// Which triples press.
    pub(crate) pressing: Vec<bool>,
}

impl Answer {
    /// The motion of each node.
    pub(crate) fn motions(&self) -> Vec<Vector> {
        let mut motions = Vec::new();
        for pair in self.coordinates.chunks_exact(2) {
            let [x, y] = [0, 1].map(|axis| fraction(&pair[axis], &self.denominator));
            motions.push(Vector::new(x, y));
        }
        motions
    }
}

/// Rows that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The bars among them.
    pub bars: Vec<usize>,
    /// The joints among them.
    pub joints: Vec<usize>,
    /// How many rows of sidedness are among them.
    pub triples: usize,
}

impl Program<'_> {
    /// The exact optimum.
    ///
    /// # Errors
    /// [`StepError::Contradiction`] if there is none.
    pub(crate) fn solve(&self, options: &Options) -> Result<Answer, StepError> {
        match self.penalty {
            None => self.solve_equations(options),
            Some(factor) => self.solve_penalty(factor, options),
        }
    }

    fn solve_equations(&self, options: &Options) -> Result<Answer, StepError> {
        let rows = self
            .bars
            .iter()
            .chain(&self.joints)
            .chain(&self.triples)
            .map(row);
        let equalities = self.bars.len() + self.joints.len();
        let coordinates = self.target.iter().flat_map(|target| [&target.x, &target.y]);
        let masses = self
            .framework
            .nodes
            .iter()
            .flat_map(|node| [&node.mass, &node.mass]);
        let (masses, target) = (
            masses.map(to_solver).collect(),
            coordinates.map(to_solver).collect(),
        );
        let problem = Problem {
            masses,
            target,
            rows: rows.collect(),
            equalities,
        };
        let guess = if options.floats {
            Guess::by_interior_point(&problem)
        } else {
            None
        };
        let outcome = solve(&problem, guess.as_ref(), &Monitor::default());
        match outcome.unwrap_or_else(|_| unreachable!("nobody stops this monitor")) {
            Outcome::Optimal(Optimum {
                denominator,
                point,
                multipliers,
            }) => {
                let pressing = multipliers[equalities..]
                    .iter()
                    .map(|value| *value > 0)
                    .collect();
                Ok(Answer {
                    denominator,
                    coordinates: point,
                    pressing,
                })
            }
            Outcome::Infeasible(multipliers) => Err(StepError::Contradiction(
                self.contradiction(&multipliers, |value| *value != 0),
            )),
        }
    }

    fn contradiction<Number>(
        &self,
        multipliers: &[Number],
        counts: impl Fn(&Number) -> bool,
    ) -> Contradiction {
        let (bars, rest) = multipliers.split_at(self.bars.len());
        let (joints, triples) = rest.split_at(self.joints.len());
        Contradiction {
            bars: places(bars, 1, &counts),
            joints: places(joints, 2, &counts),
            triples: places(triples, 1, &counts).len(),
        }
    }

    /// With rows r·a = b for the bars: min ½ Σ m |a - t|² + ½ M Σ (r·a - b)².
    fn solve_penalty(&self, factor: &Rational, options: &Options) -> Result<Answer, StepError> {
        let mut hessian: BTreeMap<(usize, usize), Rational> = BTreeMap::new();
        let mut linear = Vec::new();
        for (node, target) in self.framework.nodes.iter().zip(&self.target) {
            for coordinate in [&target.x, &target.y] {
                hessian.insert((linear.len(), linear.len()), node.mass.clone());
                linear.push(-(&node.mass * coordinate));
            }
        }
        for Condition { form, bound } in &self.bars {
            let row = form.coefficients();
            for (place, (i, first)) in row.iter().enumerate() {
                linear[*i] -= factor * bound * first;
                for (j, second) in &row[place..] {
                    *hessian.entry((*i, *j)).or_default() += factor * first * second;
                }
            }
        }
        let equations = self.joints.iter().map(|condition| (condition, true));
        let conditions = equations.chain(self.triples.iter().map(|condition| (condition, false)));
        let rows = conditions.map(|(Condition { form, bound }, is_equation)| {
            let range = if is_equation {
                Interval::exactly(bound.clone())
            } else {
                Interval::at_least(bound.clone())
            };
            LinearRow {
                coefficients: form.coefficients(),
                range,
            }
        });
        let bounds = vec![Interval::free(); linear.len()];
        let feasible = Polyhedron {
            bounds,
            rows: rows.collect(),
        };
        let hessian = hessian
            .into_iter()
            .map(|((i, j), value)| (i, j, value))
            .collect();
        let program = QuadraticProgram {
            sense: Sense::Minimise,
            hessian,
            linear,
            feasible,
        };
        match program.solve(options, &Monitor::default())? {
            QuadraticOutcome::Optimal(solution) => {
                let pressing = &solution.multipliers.rows[self.joints.len()..];
                let pressing = pressing
                    .iter()
                    .map(|value| *value > Rational::default())
                    .collect();
                let (denominator, coordinates) = over_common_denominator(solution.point.iter());
                Ok(Answer {
                    denominator: Integer::from(denominator),
                    coordinates,
                    pressing,
                })
            }
            QuadraticOutcome::Infeasible(infeasibility) => {
                let multipliers = vec![Rational::default(); self.bars.len()];
                let multipliers = [multipliers, infeasibility.multipliers.rows].concat();
                let contradiction = self.contradiction(&multipliers, |value| !value.is_zero());
                Err(StepError::Contradiction(contradiction))
            }
            QuadraticOutcome::Unbounded(_) => {
                unreachable!("every variable has a mass, so that the program is strictly convex")
            }
        }
    }
}

/// Things of so many rows each of which a multiplier counts.
fn places<Number>(
    multipliers: &[Number],
    rows: usize,
    counts: impl Fn(&Number) -> bool,
) -> Vec<usize> {
    let mut places = Vec::new();
    for (row, value) in multipliers.iter().enumerate() {
        if counts(value) {
            places.push(row / rows);
        }
    }
    places.dedup();
    places
}

fn row(Condition { form, bound }: &Condition) -> Row {
    let coefficients: Vec<_> = form
        .coefficients()
        .iter()
        .map(|(variable, value)| (*variable, to_solver(value)))
        .collect();
    Row::from_rationals(&coefficients, &to_solver(bound)).0
}

/// Both points of a joint are at one place: two equations in positions for each.
pub(crate) fn joint_conditions(framework: &Framework) -> Vec<Condition> {
    let axes = [Vector::from_integers(1, 0), Vector::from_integers(0, 1)];
    let equations = framework
        .joints
        .iter()
        .flat_map(|ends| axes.iter().map(move |axis| Form::of_difference(ends, axis)));
    equations
        .map(|form| Condition {
            form,
            bound: ratio(0, 1),
        })
        .collect()
}
