//! Motions without friction: the theorem of `proofs/FORMAT.md`, sections 1 to 6, as code.
//!
//! Invariant: only [`verify_shared`] makes a [`Verified`].

mod answer;
mod case;
mod decision;
mod force;
mod held_forces;
mod idle;
mod penetration;
mod verified;

pub use answer::{Answer, ContactAnswer, ContactState, CornerAnswer, CornerDecision};
pub use verified::{AnsweredGroup, Verdict, Verified};

use crate::proof::balance;
use crate::proof::ground::{Ground, Listed};
use crate::rejection::Condition::{self, C4};
use crate::rejection::{Rejection, Result};
use crate::{lookup, wellformed};
use case::Case;
use std::sync::Arc;
use verified::ProvedGroup;
use zwang_certificate::Certificate;
use zwang_scene::{DigestedScene, Scene};

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
    let digest = wellformed::digest_of(scene, claimed)?;
    let scene = scene.scene();
    wellformed::scene(scene)?;
    wellformed::no_friction(scene, Condition::Form)?;
    let bodies = entries.iter().map(|group| lookup::bodies(&group.bodies));
    let listed = Listed {
        separations,
        contacts,
        corners,
        groups: bodies.collect(),
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
    // In an impossible case, forces cancel, as at rest without weights and loads.
    let motion = case.motion.as_ref().map(|motion| &motion.accelerations);
    balance::obey(&case.forces, motion.is_some(), motion, C4)?;
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
