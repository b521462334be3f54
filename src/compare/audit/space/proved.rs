//! The proved verdict on a scene in space at rest.

use std::fmt;
use zwang_answer::{InSpaceError, collapse_in_space, stability_in_space};
use zwang_check::SpatialMotion;
use zwang_check::space_optimum::OptimumVerdict;
use zwang_check::statics::StaticsVerdict;
use zwang_collapse::SolveError;
use zwang_collapse::space::SpaceError;
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// The proved verdict on a scene in space at time 0.
pub struct ProvedInSpace {
    /// Whether forces can hold it, and whether nothing but rest obeys Coulomb's law.
    pub verdict: StaticsVerdict,
    /// The text of the proof (`zwang-space-statics-1` or `zwang-space-coulomb-1`).
    pub proof: String,
    /// Accelerations by body where there is no friction, the scene falls, and no other motion has
    /// as little restraint.
    pub accelerations: Option<Vec<SpatialMotion>>,
}

impl fmt::Display for ProvedInSpace {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.verdict.fmt(formatter)
    }
}

impl ProvedInSpace {
    /// Solves the scene and has the proof checked; or tells why nothing is proved.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the monitor is told to stop.
    pub(super) fn new(
        scene: &Scene,
        monitor: &Monitor,
    ) -> Result<Result<Self, String>, SolveError> {
        let options = Options::default();
        let stability = match stability_in_space(scene, &options, monitor, || ()) {
            Ok(stability) => stability,
            Err(error) => return why_nothing(error),
        };
        let verdict = stability.verdict();
        let mut accelerations = None;
        if verdict == StaticsVerdict::Falls && scene.friction.is_none() {
            match collapse_in_space(scene, &options, monitor, || ()) {
                Ok(collapse) if collapse.verified.verdict() == OptimumVerdict::Moves => {
                    accelerations = Some(collapse.verified.accelerations().to_vec());
                }
                Ok(_) => {}
                Err(error) => {
                    why_nothing(error)?.ok();
                }
            }
        }
        Ok(Ok(Self {
            verdict,
            proof: stability.proof,
            accelerations,
        }))
    }

    /// Whether nothing but rest is possible.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.verdict == StaticsVerdict::Stands
    }
}

fn why_nothing(error: InSpaceError) -> Result<Result<ProvedInSpace, String>, SolveError> {
    match error {
        InSpaceError::Solve(SpaceError::Interrupted(interrupted)) => Err(interrupted.into()),
        error => Ok(Err(error.to_string())),
    }
}
