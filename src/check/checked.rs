//! A checked proof of either format.

use crate::statics::VerifiedStatics;
use crate::{Rejection, Verified, statics, verify};
use zwang_certificate::Proof;
use zwang_scene::Scene;

/// What a proof proves of a scene.
#[derive(Clone, Debug)]
pub enum Checked {
    /// How it starts to move.
    Motion(Box<Verified>),
    /// Whether forces hold it at rest.
    Statics(Box<VerifiedStatics>),
}

/// Checks a proof of either format against a scene.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify_proof(scene: &Scene, proof: &Proof) -> Result<Checked, Rejection> {
    match proof {
        Proof::Motion(certificate) => {
            let verified = verify(scene, certificate)?;
            Ok(Checked::Motion(Box::new(verified)))
        }
        Proof::Statics(certificate) => {
            let verified = statics::verify(scene, certificate)?;
            Ok(Checked::Statics(Box::new(verified)))
        }
    }
}

impl Checked {
    /// What is proved, in a word or two.
    #[must_use]
    pub fn verdict(&self) -> String {
        match self {
            Self::Motion(verified) => verified.verdict().to_string(),
            Self::Statics(verified) => verified.verdict().to_string(),
        }
    }

    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        match self {
            Self::Motion(verified) => verified.digest(),
            Self::Statics(verified) => verified.digest(),
        }
    }
}
