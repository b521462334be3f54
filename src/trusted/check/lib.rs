//! The independent checker: the theorem as code.
//!
//! Let a scene be given, and for each group of bodies forces φ on the contacts and f on the pins,
//! and a motion (a, α) of each body. If
//!
//! * C1 bodies do not overlap, C2 the listed contacts are the ends of the touching sets, C3 the
//!   velocities are admissible,
//! * C4 m (a - g) = Σ forces and I α = Σ torques, C5 φ ≥ 0, C6 every imposed gap acceleration is ≥
//!   0 and pins hold,
//! * C7 φ · (gap acceleration) = 0 for imposed contacts, φ = 0 for all others,
//!
//! then the motion is the unique minimiser of Gauss' restraint Σ ½ m |a - g|² + ½ I α² over all
//! accelerations that satisfy the case; C8 makes idle contacts idle in every force system, and C9
//! makes the cases cover every choice that corners leave. `proofs/FORMAT.md` states the conditions,
//! `proofs/THEOREM.md` proves what they imply. There is one function for each condition, and
//! nothing is searched for: the certificate says where to look, and the checker multiplies, adds
//! and compares.
//!
//! [`statics`] does the same for scenes at rest with friction, [`ranges`] for how small and how
//! large the forces can be that hold them, and [`friction`] for how scenes with friction move.
//!
//! Invariant: only [`verify_shared`] makes a [`Verified`]. Nothing here depends on the code that
//! finds certificates, panics on any input, or rounds.

#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::float_arithmetic,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::todo,
    clippy::unreachable,
    clippy::unwrap_used
)]
#![cfg_attr(
    test,
    allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::unwrap_used
    )
)]

mod answer;
mod boxes;
mod case;
mod checked;
mod contact;
mod corner;
mod cover;
mod decision;
mod division;
mod figure;
mod force;
mod form;
pub mod friction;
mod gap;
mod ground;
mod group;
mod idle;
mod index;
mod lookup;
mod names;
mod newton;
mod penetration;
mod pin;
pub mod ranges;
mod rejection;
mod restraint;
mod row;
pub mod run;
mod separation;
mod side;
pub mod statics;
mod sweep;
pub mod threshold;
mod touching;
mod velocity;
mod verified;

pub use answer::{
    Acceleration, Answer, ContactAnswer, ContactState, CornerAnswer, CornerDecision,
    UnreducedAcceleration,
};
pub use checked::{Checked, verify_proof};
pub use rejection::{Condition, Rejection};
pub use verified::{AnsweredGroup, Verdict, Verified};

use case::Case;
use ground::{Ground, Listed};
use std::sync::Arc;
use verified::ProvedGroup;
use zwang_certificate::Certificate;
use zwang_scene::{DigestedScene, Scene};

/// What a condition says: nothing or what follows from it, or why it does not hold.
type Result<T = (), E = Rejection> = std::result::Result<T, E>;

/// Checks a certificate against a scene.
///
/// # Errors
/// The first [`Rejection`] found, if the certificate proves nothing about this scene.
pub fn verify(scene: &Scene, certificate: &Certificate) -> Result<Verified, Rejection> {
    let scene = DigestedScene::new(scene);
    verify_shared(&scene, &Arc::new(certificate.clone()))
}

/// Checks a certificate that the result shares: its numbers, which may be long, are not copied. The
/// digest of the scene is not computed again if it is known.
///
/// # Errors
/// The first [`Rejection`] found, if the certificate proves nothing about this scene.
pub fn verify_shared(
    scene: &DigestedScene,
    certificate: &Arc<Certificate>,
) -> Result<Verified, Rejection> {
    let Certificate {
        scene: claimed,
        separations,
        contacts,
        corners,
        groups: entries,
    } = &**certificate;
    let digest = form::digest_of(scene, claimed)?;
    let scene = scene.scene();
    form::scene(scene)?;
    form::no_friction(scene, Condition::Form)?;
    let mut groups = Vec::new();
    for group in entries {
        groups.push(lookup::bodies(&group.bodies));
    }
    let listed = Listed {
        separations,
        contacts,
        corners,
        groups,
    };
    listed.prove(scene, |ground| {
        let proved = groups_are_proved(certificate, ground)?;
        Ok(Verified::new(digest, certificate, ground, proved))
    })
}

/// C4 to C9 for all groups.
fn groups_are_proved(certificate: &Certificate, ground: &Ground) -> Result<Vec<ProvedGroup>> {
    let mut resolved = Vec::new();
    for (group, entry) in ground.groups.iter().zip(&certificate.groups) {
        let cases = case::cases(group, entry, ground.named)?;
        resolved.push((group, entry, cases));
    }
    let mut proved = Vec::new();
    for (group, entry, cases) in &resolved {
        for case in cases {
            case_is_proved(case)?;
        }
        let answers = decision::corners_are_decided(group, &entry.answers, cases)?;
        proved.push(ProvedGroup::new(group, &answers));
    }
    Ok(proved)
}

/// C4 to C8 for one case, optimal or impossible.
fn case_is_proved(case: &Case) -> Result {
    newton::newton(case)?;
    force::no_contact_pulls(case)?;
    let Some(motion) = &case.motion else {
        penetration::no_motion_is_possible(case)?;
        return force::no_force_across_a_gap(case, &[]);
    };
    let openings = case.openings(motion)?;
    penetration::nothing_penetrates(case, motion, &openings)?;
    force::no_force_across_a_gap(case, &openings)?;
    if case.is_answer {
        idle::idle_contacts_are_idle(case, motion, &openings)?;
    }
    Ok(())
}
