//! Between which values of what varies a scene ceases to stand: the theorem of `proofs/FORMAT.md`,
//! section 9, as code.
//!
//! The scene varied at t has the friction t at all contacts, the gravity g + t J g, (t, g_y) or
//! (g_x, t), or t times one of its loads. If
//!
//! * K1 forces hold the scene varied at t = s, and
//! * K2 none hold the scene varied at t = f,
//!
//! then (Theorem 18 of `proofs/THEOREM.md`) s and f lie on two sides of one threshold: the values
//! at which forces hold the scene are an interval, as all forces within Coulomb's bound are a
//! convex set, and with friction this interval has no upper end. The velocity y that shows K2, but
//! for friction, shows it wherever the work of weights and loads under y is above 0, hence from f
//! down to the root of this affine function of t; if the root is s, the threshold is s itself. With
//! friction, the proof may name the algebraic number that the threshold is (`root`).
//!
//! Invariant: only [`verify`] makes a [`VerifiedThreshold`].

mod alpha;
mod root;

pub use root::CriticalRoot;

use crate::rejection::Condition::{Form, K1, K2};
use crate::rejection::within;
use crate::statics::{self, StaticsVerdict, VerifiedStatics};
use crate::{Rejection, Result, form, names};
use num_traits::{One, Signed, Zero};
use std::fmt::{self, Formatter};
use zwang_certificate::threshold::{Root, Sample, Threshold, Vary};
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
    root: Option<CriticalRoot>,
    bits: u64,
}

/// Checks a proof of a critical value against a scene.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, threshold: &Threshold) -> Result<VerifiedThreshold, Rejection> {
    let Threshold {
        vary,
        stands,
        falls,
        root,
        ..
    } = threshold;
    // Form of what varies comes first, as on the page.
    let scene_that_stands = within("stands", varied(scene, vary, &stands.at))?;
    let scene_that_falls = within("falls", varied(scene, vary, &falls.at))?;
    let digest = form::digest(scene, &threshold.scene)?;
    let standing = within("stands", statics::verify(&scene_that_stands, &stands.proof))?;
    let falling = within("falls", statics::verify(&scene_that_falls, &falls.proof))?;
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
    let of_root = root.as_ref().map_or(0, Root::bits);
    Ok(VerifiedThreshold {
        digest,
        vary: vary.clone(),
        stands_at: stands.at.clone(),
        verdict: standing.verdict(),
        falls_at: falls.at.clone(),
        falls_beyond: match vary {
            Vary::Friction => None,
            _ => root_of_work(scene, vary, &falls.at, &falling)?,
        },
        root: critical_root(scene, vary, stands, root.as_ref())?,
        bits: standing.bits().max(falling.bits()).max(of_root),
    })
}

/// K3 to K9 of the root, if there is one. Form: friction varies.
fn critical_root(
    scene: &Scene,
    vary: &Vary,
    stands: &Sample,
    root: Option<&Root>,
) -> Result<Option<CriticalRoot>> {
    let Some(root) = root else {
        return Ok(None);
    };
    if *vary != Vary::Friction {
        return Form.refuse("root", "one", "none, as friction does not vary");
    }
    let varied = varied(scene, vary, &stands.at)?;
    let critical = root::root_is_critical(&varied, &stands.proof, root);
    within("root", critical).map(Some)
}

/// The scene varied at t. Form: friction is not negative, and a load that varies exists.
fn varied(scene: &Scene, vary: &Vary, at: &Rational) -> Result<Scene> {
    match vary {
        Vary::Friction if at.is_negative() => {
            let found = format!("friction {}", names::rational(at));
            Form.refuse("at", found, "at least 0")
        }
        Vary::Friction => Ok(scene.with_friction(at)),
        Vary::Tilt => Ok(scene.tilted(at)),
        Vary::GravityX => Ok(scene.with_gravity_x(at)),
        Vary::GravityY => Ok(scene.with_gravity_y(at)),
        Vary::Load(name) => match scene.with_load_scaled(name, at) {
            Some(varied) => Ok(varied),
            None => Form.refuse("vary", vary, "the name of a load of the scene"),
        },
    }
}

/// The t at which the work of weights and loads under the velocities of the scene that falls at f
/// is 0; `None` if it is the same at all t. The work is affine in t, so its slope is what it gains
/// from f to f + 1.
fn root_of_work(
    scene: &Scene,
    vary: &Vary,
    falls_at: &Rational,
    falling: &VerifiedStatics,
) -> Result<Option<Rational>> {
    let further = varied(scene, vary, &(falls_at + Rational::one()))?;
    let work = falling.work();
    let slope = falling.work_in(&further) - &work;
    if slope.is_zero() {
        return Ok(None);
    }
    Ok(Some(falls_at - work / slope))
}

impl fmt::Display for VerifiedThreshold {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let Self {
            vary,
            verdict,
            stands_at,
            falls_at,
            root,
            ..
        } = self;
        write!(formatter, "{verdict} at {vary} {stands_at}, ")?;
        match &self.falls_beyond {
            Some(beyond) => write!(formatter, "falls beyond {beyond}")?,
            None => write!(formatter, "falls at {falls_at}")?,
        }
        match root {
            Some(root) => write!(formatter, "; critical at the root of {root}"),
            None => Ok(()),
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
    pub fn vary(&self) -> &Vary {
        &self.vary
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

    /// What the critical friction is exactly, if that is proved.
    #[must_use]
    pub fn root(&self) -> Option<&CriticalRoot> {
        self.root.as_ref()
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
