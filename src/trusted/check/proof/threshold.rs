//! At which values of what varies a scene stands: the theorem of `proofs/FORMAT.md`, section 9, as
//! code.
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
//! friction, the proof may name the algebraic number that the threshold is (`root`), or show that
//! forces hold the scene with every friction above f (`open`).
//!
//! There may be no threshold. If K1 holds, and K10 forces balance what is added from t to t + 1,
//! alone, then forces hold the scene at s and beyond. If K2 holds, there are velocities that show
//! that no friction is enough (`never`); or, but for friction, K15 a second fall leaves no value.
//!
//! Invariant: only [`verify`] makes a [`VerifiedThreshold`].

mod alpha;
mod never;
mod open;
mod root;
mod verified;

pub use root::CriticalRoot;
pub use verified::{ThresholdKind, VerifiedThreshold};

use crate::proof::statics::{self, StaticsVerdict, VerifiedStatics};
use crate::rejection::Condition::{Form, K1, K2, K10, K15};
use crate::rejection::{Rejection, Result, within};
use crate::{names, wellformed};
use num_traits::{One, Signed, Zero};
use verified::{Fall, Held, Proved};
use zwang_certificate::statics::Statics;
use zwang_certificate::threshold::{FrictionEnd, Sample, Threshold, ThresholdClaim, Towards, Vary};
use zwang_exact::{Rational, Vector};
use zwang_scene::Scene;

/// Checks a proof of a critical value against a scene.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify(scene: &Scene, threshold: &Threshold) -> Result<VerifiedThreshold, Rejection> {
    let claimed = Claimed { scene, threshold };
    let proved = match &threshold.claim {
        ThresholdClaim::Between { stands, falls, end } => {
            claimed.between(stands, falls, end.as_ref())?
        }
        ThresholdClaim::FrictionFrom(stands) => {
            let trial = claimed.sample("stands", stands)?;
            let standing = claimed.prove(&trial)?;
            Proved::FrictionFrom(held(stands, &standing)?)
        }
        ThresholdClaim::Endless {
            stands,
            towards,
            growth,
        } => {
            let trials = [
                claimed.sample("stands", stands)?,
                claimed.growth(*towards, growth)?,
            ];
            let [standing, growing] = claimed.prove_both(&trials)?;
            let mut held = held(stands, &standing)?;
            if !growing.corners_are_narrow() {
                // The sum of what such a corner bears need not be borne.
                let found = "a corner whose forces are wider than a half-plane, or contacts that \
                     join solids in a ring or cross";
                return K10.refuse(
                    "endless",
                    found,
                    "corners no wider, no ring, none that cross",
                );
            }
            match growing.verdict() {
                StaticsVerdict::Stands => {}
                StaticsVerdict::CanStand => held.verdict = StaticsVerdict::CanStand,
                StaticsVerdict::Falls => {
                    return K10.refuse("endless", "a scene that falls", "forces that hold it");
                }
            }
            Proved::Endless(held, *towards)
        }
        ThresholdClaim::NoFriction { falls, never } => {
            let trial = claimed.sample("falls", falls)?;
            let scene = trial.scene.clone();
            let falling = claimed.prove(&trial)?;
            let mut fall = claimed.fall("falls", falls, falling)?;
            let mechanism = within(
                "never",
                never::no_friction_holds(&scene, &falls.proof, never),
            )?;
            fall.mechanism = Some(mechanism);
            Proved::NoFriction(fall)
        }
        ThresholdClaim::Falls { falls, opposite } => claimed.falls(falls, opposite.as_ref())?,
    };
    Ok(VerifiedThreshold::new(threshold, proved))
}

/// A proof, and the scene that it is held against.
struct Claimed<'a> {
    scene: &'a Scene,
    threshold: &'a Threshold,
}

/// A scene with what is to prove that it stands or falls.
struct Trial<'a> {
    name: &'static str,
    scene: Scene,
    proof: &'a Statics,
}

impl Claimed<'_> {
    /// The scene of a sample. Form of what varies.
    fn sample<'s>(&self, name: &'static str, sample: &'s Sample) -> Result<Trial<'s>> {
        let varied = varied(self.scene, &self.threshold.vary, &sample.at);
        Ok(Trial {
            name,
            scene: within(name, varied)?,
            proof: &sample.proof,
        })
    }

    /// The scene under what is added from t to t + 1, or to t - 1. Form of what varies.
    fn growth<'s>(&self, towards: Towards, proof: &'s Statics) -> Result<Trial<'s>> {
        let name = "endless";
        let alone = growth_alone(self.scene, &self.threshold.vary, towards);
        Ok(Trial {
            name,
            scene: within(name, alone)?,
            proof,
        })
    }

    /// Digest, and then all conditions of statics.
    fn prove(&self, trial: &Trial) -> Result<VerifiedStatics> {
        wellformed::digest(self.scene, &self.threshold.scene)?;
        within(trial.name, statics::verify(&trial.scene, trial.proof))
    }

    /// The same of two.
    fn prove_both(&self, [first, second]: &[Trial; 2]) -> Result<[VerifiedStatics; 2]> {
        let first = self.prove(first)?;
        let second = within(second.name, statics::verify(&second.scene, second.proof))?;
        Ok([first, second])
    }

    /// K1 and K2, and what is said of the end.
    fn between(
        &self,
        stands: &Sample,
        falls: &Sample,
        end: Option<&FrictionEnd>,
    ) -> Result<Proved> {
        // Form of what varies comes first, as on the page.
        let trials = [self.sample("stands", stands)?, self.sample("falls", falls)?];
        let scene_that_stands = trials[0].scene.clone();
        let [standing, falling] = self.prove_both(&trials)?;
        let held = held(stands, &standing)?;
        let mut fall = self.fall("falls", falls, falling)?;
        let mut root = None;
        let mut is_open = false;
        match end {
            None => {}
            Some(_) if self.threshold.vary != Vary::Friction => {
                return Form.refuse("root", "one", "none, as friction does not vary");
            }
            Some(FrictionEnd::Root(named)) => {
                let critical = root::root_is_critical(&scene_that_stands, &stands.proof, named);
                let (critical, mechanism) = within("root", critical)?;
                fall.mechanism = Some(mechanism);
                root = Some(critical);
            }
            Some(FrictionEnd::Open(groups)) => {
                let above = open::every_larger_friction_holds(
                    &scene_that_stands,
                    &stands.proof,
                    &falls.at,
                    groups,
                );
                within("open", above)?;
                is_open = true;
            }
        }
        Ok(Proved::Between {
            held,
            fall,
            root,
            is_open,
        })
    }

    /// K2 of one fall or two, and K15 of two.
    fn falls(&self, falls: &Sample, opposite: Option<&Sample>) -> Result<Proved> {
        let first = self.sample("falls", falls)?;
        let Some(other) = opposite else {
            let falling = self.prove(&first)?;
            let fall = self.fall("falls", falls, falling)?;
            return Ok(Proved::Falls {
                is_everywhere: fall.beyond.is_none(),
                fall,
            });
        };
        let second = self.sample("opposite", other)?;
        let [falling, opposite] = self.prove_both(&[first, second])?;
        let fall = self.fall("falls", falls, falling)?;
        let opposite = self.fall("opposite", other, opposite)?;
        if !leave_no_value(&fall, &opposite) {
            let found = "values between or on one side, at which neither is shown";
            return K15.refuse("opposite", found, "none");
        }
        Ok(Proved::Falls {
            is_everywhere: true,
            fall,
        })
    }

    /// K2, and where the fall begins.
    fn fall(&self, name: &'static str, sample: &Sample, falling: VerifiedStatics) -> Result<Fall> {
        if falling.verdict() != StaticsVerdict::Falls {
            let at = names::rational(&sample.at);
            let place = format!("{name}, at {at}");
            let found = "a scene that forces hold";
            return K2.refuse(place, found, "a scene that falls");
        }
        let vary = &self.threshold.vary;
        Ok(Fall {
            beyond: match vary {
                Vary::Friction => None,
                _ => root_of_work(self.scene, vary, &sample.at, &falling)?,
            },
            at: sample.at.clone(),
            mechanism: falling.mechanism().cloned(),
        })
    }
}

/// K1.
fn held(sample: &Sample, standing: &VerifiedStatics) -> Result<Held> {
    if standing.verdict() == StaticsVerdict::Falls {
        let at = names::rational(&sample.at);
        let place = format!("stands, at {at}");
        let found = "a scene that falls";
        return K1.refuse(place, found, "forces that hold it");
    }
    Ok(Held {
        at: sample.at.clone(),
        verdict: standing.verdict(),
    })
}

/// K15: the scene falls from one root on upwards, and from a larger one on downwards.
fn leave_no_value(fall: &Fall, opposite: &Fall) -> bool {
    let (Some(first), Some(second)) = (&fall.beyond, &opposite.beyond) else {
        return false;
    };
    match (fall.at > *first, opposite.at > *second) {
        (true, false) => first < second,
        (false, true) => second < first,
        _ => false,
    }
}

/// The scene under what is added from t to t + 1, or to t - 1, alone. Form: a load that varies
/// exists, and friction does not.
fn growth_alone(scene: &Scene, vary: &Vary, towards: Towards) -> Result<Scene> {
    let sign = towards.sign();
    let none = Rational::zero();
    match vary {
        Vary::Friction => Form.refuse("vary", vary, "something that pulls the bodies"),
        Vary::Tilt => Ok(scene.with_tilt_alone(&sign)),
        Vary::GravityX => Ok(scene.with_gravity_alone(Vector::new(sign, none))),
        Vary::GravityY => Ok(scene.with_gravity_alone(Vector::new(none, sign))),
        Vary::Load(name) => match scene.with_load_alone(name, &sign) {
            Some(alone) => Ok(alone),
            None => Form.refuse("vary", vary, "the name of a load of the scene"),
        },
    }
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
