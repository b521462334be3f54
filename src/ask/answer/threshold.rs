//! The limit at which a scene ceases to stand, accepted by the checker.

use crate::collapse::{CollapseError, Moving};
use crate::mode::mechanism_of;
use crate::near::almost_touching_in;
use crate::require_rest;
use zwang_certificate::threshold::{FrictionEnd, Root, Threshold, ThresholdClaim};
use zwang_certificate::{BigInt, threshold};
use zwang_check::Rejection;
use zwang_check::statics::Mechanism;
use zwang_check::threshold::{self as checker, VerifiedThreshold};
use zwang_collapse::{ThresholdError, Variation};
use zwang_exact::Rational;
use zwang_output::{Detail, json, report};
use zwang_program::{Monitor, Options, Stage};
use zwang_scene::Scene;

/// How many halvings of the interval of a root are tried, until the checker sees all signs.
const HALVINGS: [usize; 5] = [32, 128, 512, 900, 4096];

/// The limit at which a scene ceases to stand, with what proves it. The checker has accepted the
/// proof.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifiedCritical {
    /// The answer that the checker has accepted.
    pub verified: VerifiedThreshold,
    /// The text of the proof, in the format `zwang-threshold-1`.
    pub proof: String,
    /// The integer coefficients, from the constant one on, of a short polynomial that changes its
    /// sign between the two values: most likely the one whose root a critical friction is. The
    /// checker knows nothing of it.
    pub polynomial: Option<Vec<BigInt>>,
    /// How the scene falls at its limit; `None` if it falls nowhere.
    pub mechanism: Option<Mechanism>,
}

/// Why it is not known where a scene ceases to stand.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CriticalError {
    /// A body moves.
    #[error(transparent)]
    Moving(#[from] Moving),
    /// There is no threshold, or it was not found.
    #[error(transparent)]
    Threshold(#[from] ThresholdError),
    /// The checker refuses the proof.
    #[error(transparent)]
    Rejected(CollapseError),
    /// How the scene falls was not found out.
    #[error(transparent)]
    Mode(CollapseError),
}

/// Encloses the value of friction, tilt, gravity or a load at which a scene at rest ceases to
/// stand: between values that are at most `width` apart, or exactly. `checking` is called between
/// solving and checking.
///
/// # Errors
/// [`CriticalError`] if a body of the scene moves, if the scene stands or falls at all values, or
/// if there is no checked answer.
pub fn threshold(
    scene: &Scene,
    variation: &Variation,
    width: &Rational,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<VerifiedCritical, CriticalError> {
    require_rest(scene)?;
    let mut found = zwang_collapse::threshold(scene, variation, width, options, monitor)?;
    checking();
    let root = found.root.take();
    let verified = monitor
        .time(Stage::Checking, || {
            checked_with_root(scene, &mut found.threshold, root)
        })
        .map_err(|rejection| CriticalError::Rejected(CollapseError::Rejected(rejection)))?;
    let proof = monitor.time(Stage::Writing, || threshold::write(&found.threshold));
    let mechanism = mechanism_of(scene, &verified, options, monitor);
    Ok(VerifiedCritical {
        mechanism: mechanism.map_err(CriticalError::Mode)?,
        verified,
        proof,
        polynomial: found.polynomial,
    })
}

/// Checks a proof with a root, or, if the checker does not accept that, without one.
fn checked_with_root(
    scene: &Scene,
    threshold: &mut Threshold,
    root: Option<Root>,
) -> Result<VerifiedThreshold, Rejection> {
    if let Some(root) = root {
        for halvings in HALVINGS {
            let mut root = root.clone();
            root.halvings = halvings;
            name_end(threshold, Some(FrictionEnd::Root(root)));
            if let Ok(verified) = checker::verify(scene, threshold) {
                return Ok(verified);
            }
        }
        name_end(threshold, None);
    }
    checker::verify(scene, threshold)
}

/// The exact value of a critical friction.
fn name_end(threshold: &mut Threshold, named: Option<FrictionEnd>) {
    if let ThresholdClaim::Between { end, .. } = &mut threshold.claim {
        *end = named;
    }
}

impl VerifiedCritical {
    /// Returns JSON of the format `zwang-critical-1`.
    #[must_use]
    pub fn json(&self, scene: &Scene) -> String {
        let mechanism = self.mechanism.as_ref();
        let near = almost_touching_in(scene);
        let polynomial = self.polynomial.as_deref();
        json::threshold(scene, &self.verified, mechanism, polynomial, near.as_ref())
    }

    /// The scene, which this was found for, at the value at which it is proved to fall; `None` if
    /// it falls at none, or if it is another one, without the load that varies.
    #[must_use]
    pub fn beyond(&self, scene: &Scene) -> Option<Scene> {
        let value = self.verified.falls_at()?;
        zwang_collapse::varied(scene, self.verified.vary(), value)
    }

    /// Returns text for people.
    #[must_use]
    pub fn report(&self, scene: &Scene, detail: Detail) -> String {
        let mechanism = self.mechanism.as_ref();
        let polynomial = self.polynomial.as_deref();
        report::threshold(scene, &self.verified, mechanism, polynomial, detail)
    }
}
