//! The interior-point solver: strictly convex quadratic programs in double precision.
//!
//! With z = √M (y - t) the program is min ½|z|² subject to rows a_j M^(-1/2), which are normalised.
//! Clarabel's interior point ends near the analytic centre of the optimal face. Nothing that comes
//! from here is believed.
#![allow(clippy::disallowed_types)]

use crate::monitor::Stop;
#[cfg(feature = "float-guess")]
use clarabel::algebra::CscMatrix;
#[cfg(feature = "float-guess")]
use clarabel::solver::{
    DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus, ZeroConeT,
};

/// The tolerance for programs whose small multipliers and slacks are to be told apart.
pub(crate) const FINE: f64 = 1e-12;

/// min ½ (y - t)ᵀ M (y - t) subject to a_j·y = b_j for the first rows, and a_j·y ≥ b_j for the
/// others.
#[cfg_attr(not(feature = "float-guess"), expect(dead_code))]
pub(crate) struct FloatProgram<'a> {
    /// M, positive.
    pub(crate) masses: &'a [f64],
    /// Pairs (variable, coefficient).
    pub(crate) rows: Vec<&'a [(usize, f64)]>,
    /// a_j·t - b_j.
    pub(crate) shortfalls: Vec<f64>,
    /// The number of equalities.
    pub(crate) equalities: usize,
    /// The duality gap and the residuals to stop at.
    pub(crate) tolerance: f64,
}

/// What the interior-point solver ends with.
pub(crate) struct FloatSolution {
    /// y - t.
    pub(crate) displacement: Vec<f64>,
    /// λ_j |a_j| in the metric M⁻¹.
    pub(crate) multipliers: Vec<f64>,
    /// (a_j·y - b_j) / |a_j|.
    pub(crate) slacks: Vec<f64>,
    /// Whether it calls the program infeasible.
    pub(crate) seems_infeasible: bool,
}

#[cfg(not(feature = "float-guess"))]
impl FloatProgram<'_> {
    /// There is no solver to ask.
    pub(crate) fn solve(&self, _: &Stop) -> Option<FloatSolution> {
        None
    }
}

#[cfg(feature = "float-guess")]
impl FloatProgram<'_> {
    /// Asks the solver. `None` if it is stopped, or fails altogether, as it may on extreme data.
    pub(crate) fn solve(&self, stop: &Stop) -> Option<FloatSolution> {
        let roots: Vec<f64> = self.masses.iter().map(|mass| mass.sqrt()).collect();
        let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let mut right_side = Vec::with_capacity(self.rows.len());
        for (index, (row, shortfall)) in self.rows.iter().zip(&self.shortfalls).enumerate() {
            let square: f64 = row
                .iter()
                .map(|(variable, value)| (value / roots[*variable]).powi(2))
                .sum();
            let length = if square > 0.0 { square.sqrt() } else { 1.0 };
            right_side.push(shortfall / length);
            for (variable, value) in *row {
                rows.push(index);
                columns.push(*variable);
                values.push(-value / roots[*variable] / length);
            }
        }
        if !right_side
            .iter()
            .chain(&values)
            .all(|value| value.is_finite())
        {
            return None;
        }
        let variables = roots.len();
        let matrix =
            CscMatrix::new_from_triplets(self.rows.len(), variables, rows, columns, values);
        let cones = [
            ZeroConeT(self.equalities),
            NonnegativeConeT(self.rows.len() - self.equalities),
        ];
        let settings = DefaultSettingsBuilder::default()
            .verbose(false)
            .tol_gap_abs(self.tolerance)
            .tol_gap_rel(self.tolerance)
            .tol_feas(self.tolerance)
            .max_iter(100)
            .build()
            .ok()?;
        let quadratic = CscMatrix::identity(variables);
        let mut solver = DefaultSolver::new(
            &quadratic,
            &vec![0.0; variables],
            &matrix,
            &right_side,
            &cones,
            settings,
        )
        .ok()?;
        let stop = stop.clone();
        solver.set_termination_callback(move |_: &_| stop.is_due());
        solver.solve();
        let solution = &solver.solution;
        (solution.status != SolverStatus::CallbackTerminated).then(|| FloatSolution {
            displacement: solution
                .x
                .iter()
                .zip(&roots)
                .map(|(value, root)| value / root)
                .collect(),
            multipliers: solution.z.clone(),
            slacks: solution.s.clone(),
            seems_infeasible: matches!(
                solution.status,
                SolverStatus::PrimalInfeasible | SolverStatus::AlmostPrimalInfeasible
            ),
        })
    }
}
