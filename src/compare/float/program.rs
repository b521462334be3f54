//! The strictly convex program that steps and impacts are: min ½ (x - t)ᵀ M (x - t) under linear
//! conditions, M diagonal.

use nalgebra::Vector3;

/// Least restraint in doubles; each body has three unknowns: two of translation and one of
/// rotation.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The diagonal of M for each body.
    pub masses: Vec<Vector3<f64>>,
    /// The unconstrained minimiser t.
    pub target: Vec<Vector3<f64>>,
    /// Values that must be 0.
    pub equalities: Vec<Condition>,
    /// Values that must be at least 0.
    pub inequalities: Vec<Condition>,
}

/// Σ coefficients · unknowns + constant.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    /// Pairs (body, coefficients), each body at most once.
    pub coefficients: Vec<(usize, Vector3<f64>)>,
    /// The value at 0.
    pub constant: f64,
    /// For a gap that friction acts in, what it acts on; methods without friction take no notice.
    pub slip: Option<Box<Slip>>,
}

/// How bodies slip along each other at a contact, and how friction resists it.
#[derive(Clone, Debug)]
pub struct Slip {
    /// The slip; it has no slip of its own.
    pub along: Condition,
    /// The coefficient of static friction, μ_s.
    pub at_rest: f64,
    /// The coefficient of dynamic friction, μ_d, at most μ_s.
    pub sliding: f64,
    /// Whether the bodies slip already.
    pub is_sliding: bool,
    /// The forces across and along that have acted already: friction is by their sums with those of
    /// the program.
    pub base: [f64; 2],
}

/// An approximate minimiser.
#[derive(Clone, Debug)]
pub struct Solution {
    /// x.
    pub point: Vec<Vector3<f64>>,
    /// Whether the tolerance was reached.
    pub is_accurate: bool,
    /// Iterations of the interior point, or sweeps: visits of conditions by their number.
    pub iterations: usize,
    /// The forces across and along of each inequality, without those that had acted already; none
    /// of the interior point, which knows no friction.
    pub forces: Vec<[f64; 2]>,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FloatError {
    /// The solver believes that no motion satisfies the conditions.
    #[error("the interior-point solver finds no motion that satisfies all rows")]
    Infeasible,
    /// The solver gave up, or numbers overflowed.
    #[error("the float solver fails: {0}")]
    Failed(String),
}

impl Program {
    /// ½ (x - t)ᵀ M (x - t).
    pub(crate) fn restraint(&self, point: &[Vector3<f64>]) -> f64 {
        let mut sum = 0.0;
        for ((point, target), masses) in point.iter().zip(&self.target).zip(&self.masses) {
            let off = point - target;
            sum += off.component_mul(masses).dot(&off) / 2.0;
        }
        sum
    }

    /// The same with every second inequality listed twice.
    pub(crate) fn with_repeats(&self) -> Self {
        let mut program = self.clone();
        for condition in self.inequalities.iter().step_by(2) {
            program.inequalities.push(condition.clone());
        }
        program
    }

    /// Equalities, then inequalities.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.equalities.iter().chain(&self.inequalities)
    }
}

impl Solution {
    /// That of a program without conditions.
    pub(crate) fn free(program: &Program) -> Self {
        Self {
            point: program.target.clone(),
            is_accurate: true,
            iterations: 0,
            forces: Vec::new(),
        }
    }
}

impl Condition {
    /// The value at a point.
    #[must_use]
    pub fn at(&self, point: &[Vector3<f64>]) -> f64 {
        let mut value = self.constant;
        for (body, weights) in &self.coefficients {
            value += weights.dot(&point[*body]);
        }
        value
    }

    /// √(a M⁻¹ aᵀ): how much the value changes by a unit of x √M in the direction of the condition.
    #[must_use]
    pub fn length(&self, masses: &[Vector3<f64>]) -> f64 {
        let mut square = 0.0;
        for (body, weights) in &self.coefficients {
            let moved = weights.component_div(&masses[*body]);
            square += moved.dot(weights);
        }
        square.sqrt()
    }
}
