//! Between which values of what varies a scene ceases to stand: the theorem of `proofs/FORMAT.md`,
//! section 9, as code.
//!
//! The scene varied at t has the friction t at all contacts, or the gravity g + t J g. If
//!
//! * K1 forces hold the scene varied at t = s, and
//! * K2 none hold the scene varied at t = f,
//!
//! then (Theorem 18 of `proofs/THEOREM.md`) s and f lie on two sides of one threshold: the values
//! at which forces hold the scene are an interval, as all forces within Coulomb's bound are a
//! convex set, and with friction this interval has no upper end. The velocity y that shows K2 for
//! a tilt shows it wherever Σ m (g + t J g)·y > 0, hence from f down to the root of this affine
//! function of t; if the root is s, the threshold is s itself.
//!
//! Invariant: only [`verify`] makes a [`VerifiedThreshold`].

use crate::rejection::Condition::{Form, K1, K2};
use crate::rejection::within;
use crate::statics::{self, StaticsVerdict, VerifiedStatics};
use crate::{Rejection, Result, form, names};
use num_traits::{Signed, Zero};
use std::fmt::{self, Formatter};
use zwang_certificate::threshold::{Sample, Threshold, Vary};
use zwang_exact::Rational;
use zwang_scene::Scene;

/// A scene with a proof of where it ceases to stand.
#[derive(Clone, Debug)]
pub struct VerifiedThreshold {
    digest: String,
    vary: Vary,
    stands_at: Rational,
    verdict: StaticsVerdict,
    falls_at: Rational,
    falls_beyond: Option<Rational>,
    bits: u64,
}

/// Checks a proof of a critical value against a scene.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, threshold: &Threshold) -> Result<VerifiedThreshold, Rejection> {
    let digest = form::digest(scene, &threshold.scene)?;
    let Threshold {
        vary,
        stands,
        falls,
        ..
    } = threshold;
    let standing = sample_is_proved(scene, *vary, "stands", stands)?;
    let falling = sample_is_proved(scene, *vary, "falls", falls)?;
    if standing.verdict() == StaticsVerdict::Falls {
        let at = names::rational(&stands.at);
        let place = format!("stands, at {at}");
        let found = "a scene that falls";
        return K1.refuse(place, found, "forces that hold it");
    }
    if falling.verdict() != StaticsVerdict::Falls {
        let at = names::rational(&falls.at);
        let place = format!("falls, at {at}");
        let found = "a scene that forces hold";
        return K2.refuse(place, found, "a scene that falls");
    }
    Ok(VerifiedThreshold {
        digest,
        vary: *vary,
        stands_at: stands.at.clone(),
        verdict: standing.verdict(),
        falls_at: falls.at.clone(),
        falls_beyond: match vary {
            Vary::Friction => None,
            Vary::Tilt => root_of_work(scene, falls, &falling),
        },
        bits: standing.bits().max(falling.bits()),
    })
}

/// The proof about the scene varied at one value. Form: friction is not negative.
fn sample_is_proved(
    scene: &Scene,
    vary: Vary,
    name: &str,
    sample: &Sample,
) -> Result<VerifiedStatics> {
    let varied = match vary {
        Vary::Friction if sample.at.is_negative() => {
            let friction = names::rational(&sample.at);
            let found = format!("friction {friction}");
            return Form.refuse(name, found, "at least 0");
        }
        Vary::Friction => scene.with_friction(&sample.at),
        Vary::Tilt => scene.tilted(&sample.at),
    };
    within(name, statics::verify(&varied, &sample.proof))
}

/// The t at which Σ m (g + t J g)·y = 0; `None` if no tilt changes this work.
fn root_of_work(scene: &Scene, falls: &Sample, falling: &VerifiedStatics) -> Option<Rational> {
    let turned = scene.gravity.quarter_turn();
    let slope = falling.work_of(&turned);
    if slope.is_zero() {
        return None;
    }
    let beyond = falling.work() / slope;
    Some(&falls.at - beyond)
}

impl fmt::Display for VerifiedThreshold {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let vary = self.vary.word();
        let Self {
            verdict,
            stands_at,
            falls_at,
            ..
        } = self;
        write!(formatter, "{verdict} at {vary} {stands_at}, ")?;
        match &self.falls_beyond {
            Some(beyond) => write!(formatter, "falls beyond {beyond}"),
            None => write!(formatter, "falls at {falls_at}"),
        }
    }
}

impl VerifiedThreshold {
    /// SHA-256 of the canonical form of the scene as it is given, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// What varies.
    #[must_use]
    pub fn vary(&self) -> Vary {
        self.vary
    }

    /// A value at which forces hold the scene.
    #[must_use]
    pub fn stands_at(&self) -> &Rational {
        &self.stands_at
    }

    /// Whether the scene stands there, or can stand.
    #[must_use]
    pub fn verdict(&self) -> StaticsVerdict {
        self.verdict
    }

    /// A value at which none do.
    #[must_use]
    pub fn falls_at(&self) -> &Rational {
        &self.falls_at
    }

    /// Where the velocity that shows this begins to: the scene falls at every value beyond, to the
    /// side of [`falls_at`](Self::falls_at). `None` where that is not known.
    #[must_use]
    pub fn falls_beyond(&self) -> Option<&Rational> {
        self.falls_beyond.as_ref()
    }

    /// Whether the threshold is exactly where the scene is shown to stand.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.falls_beyond.as_ref() == Some(&self.stands_at)
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }
}
