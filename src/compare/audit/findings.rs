//! The findings of an audit, and why there may be none.

use crate::crowd::Crowded;
use crate::figure::Series;
use crate::grade::Mark;
use crate::law::{BounceSummary, LawSummary};
use crate::own_run::OwnRun;
use crate::restraint::RestraintGap;
use crate::table::Table;
use crate::verdict::{Contradiction, Proved, VerdictError};
use malachite::Rational;
use zwang_answer::{RunError, own_rejected};
use zwang_law::LawError;
use zwang_program::Interrupted;
use zwang_scene::Scene;

/// The findings of an audit.
pub struct Audit<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The run.
    pub table: &'a Table,
    /// The proved verdict on the scene, or why there is none.
    pub proved: Result<Proved, String>,
    /// How many symmetries the scene has.
    pub symmetries: usize,
    /// The figures that apply to this run, in the order of [`crate::Figure::ALL`].
    pub series: Vec<Series>,
    /// The steps whose restraint was compared.
    pub restraint: Vec<RestraintGap>,
    /// Steps whose optimum could not be told, and why.
    pub undecided: Vec<(usize, String)>,
    /// zwang's own run, or why there is none.
    pub own_run: Result<OwnRun, String>,
    /// The first state that differs from zwang's own run by more than the rounding of the table's
    /// numbers explains, or that zwang's own run does not reach; none if every state of the table
    /// is zwang's own up to rounding.
    pub first_difference: Option<usize>,
    /// The motion of the run although it is proved that the scene has another.
    pub contradiction: Option<Contradiction>,
    /// The longer side of the box around the free bodies in the scene, m; 0 without any.
    pub size: Rational,
    /// The judgement of the steps by the law of contacts.
    pub law: LawSummary,
    /// How many impacts are graded.
    pub bounces: BounceSummary,
    /// Why the first steps are not graded, if they could be.
    pub no_start: Option<String>,
    /// The last state up to which no bodies touch that do not touch in the scene.
    pub(crate) quiet: usize,
    /// The graded faults, the worst first.
    pub marks: Vec<Mark>,
    /// Suspicions of other units than the scene's, in sentences.
    pub hints: Vec<String>,
}

/// Why there is no audit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// The scene cannot be run.
    #[error(transparent)]
    Motion(#[from] LawError),
    /// The scene cannot be solved.
    #[error(transparent)]
    Verdict(#[from] VerdictError),
    /// The checker does not accept a step of zwang's own run: too much is near each other, or there
    /// is a mistake in this program.
    #[error("{0}")]
    Rejected(String),
    /// Too much is near each other in a state of the table.
    #[error(transparent)]
    Crowded(#[from] Crowded),
}

impl From<Interrupted> for AuditError {
    fn from(interrupted: Interrupted) -> Self {
        Self::Verdict(VerdictError::Solve(interrupted.into()))
    }
}

impl From<RunError> for AuditError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Step(error) => Self::Motion(error),
            RunError::Rejected(rejection) => Self::Rejected(own_rejected(&rejection, "step")),
            error => Self::Rejected(error.to_string()),
        }
    }
}
