//! A checked proof of any format.

use crate::proof::friction::{self, VerifiedAccelerations};
use crate::proof::optimum::{Verified, verify};
use crate::proof::ranges::{self, VerifiedRanges};
use crate::proof::space;
use crate::proof::statics::{self, VerifiedStatics};
use crate::proof::threshold::{self, VerifiedThreshold};
use crate::rejection::Condition::Form;
use crate::rejection::Rejection;
use zwang_certificate::Proof;
use zwang_certificate::space::Proof as SpaceProof;
use zwang_scene::Scene;

/// The statement that a proof proves about a scene.
#[derive(Clone, Debug)]
pub enum Checked {
    /// How it starts to move.
    Motion(Box<Verified>),
    /// Whether forces hold it at rest.
    Statics(Box<VerifiedStatics>),
    /// How small and how large the forces can be that hold it at rest.
    Ranges(Box<VerifiedRanges>),
    /// The limit at which it ceases to stand.
    Threshold(Box<VerifiedThreshold>),
    /// How it starts to move, with friction.
    Friction(Box<VerifiedAccelerations>),
}

/// The statement that a proof proves about a scene in space.
#[derive(Clone, Debug)]
pub enum CheckedInSpace {
    /// Whether forces hold it at rest.
    Statics(Box<space::statics::VerifiedStatics>),
    /// How it starts to move.
    Optimum(Box<space::optimum::VerifiedOptimum>),
    /// The least friction that can hold it.
    Threshold(Box<space::threshold::VerifiedLeastFriction>),
    /// How small and how large the forces can be that hold it at rest.
    Ranges(Box<space::ranges::VerifiedRanges>),
    /// The answer of Coulomb's law from rest.
    Coulomb(Box<space::coulomb::VerifiedCoulomb>),
}

/// Checks a proof of any format against a scene in space.
///
/// # Errors
/// The first [`Rejection`] found, if the proof proves nothing about this scene.
pub fn verify_proof_in_space(
    scene: &zwang_scene::space::Scene,
    proof: &Proof,
) -> Result<CheckedInSpace, Rejection> {
    match proof {
        Proof::Space(SpaceProof::Statics(certificate)) => {
            let verified = space::statics::verify(scene, certificate)?;
            Ok(CheckedInSpace::Statics(Box::new(verified)))
        }
        Proof::Space(SpaceProof::Optimum(certificate)) => {
            let verified = space::optimum::verify(scene, certificate)?;
            Ok(CheckedInSpace::Optimum(Box::new(verified)))
        }
        Proof::Space(SpaceProof::Threshold(certificate)) => {
            let verified = space::threshold::verify(scene, certificate)?;
            Ok(CheckedInSpace::Threshold(Box::new(verified)))
        }
        Proof::Space(SpaceProof::Ranges(certificate)) => {
            let verified = space::ranges::verify(scene, certificate)?;
            Ok(CheckedInSpace::Ranges(Box::new(verified)))
        }
        Proof::Space(SpaceProof::Coulomb(certificate)) => {
            let verified = space::coulomb::verify(scene, certificate)?;
            Ok(CheckedInSpace::Coulomb(Box::new(verified)))
        }
        _ => {
            let found = "a proof for a scene in the plane";
            Form.refuse("proof", found, "one for a scene in space")
        }
    }
}

impl CheckedInSpace {
    /// The proved statement, in a word or two.
    #[must_use]
    pub fn verdict(&self) -> String {
        match self {
            Self::Statics(verified) => verified.verdict().to_string(),
            Self::Optimum(verified) => verified.verdict().to_string(),
            Self::Threshold(verified) => verified.verdict(),
            Self::Ranges(verified) => verified.verdict(),
            Self::Coulomb(verified) => verified.verdict().to_string(),
        }
    }

    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        match self {
            Self::Statics(verified) => verified.digest(),
            Self::Optimum(verified) => verified.digest(),
            Self::Threshold(verified) => verified.digest(),
            Self::Ranges(verified) => verified.digest(),
            Self::Coulomb(verified) => verified.digest(),
        }
    }
}

/// Checks a proof of any format against a scene.
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
        Proof::Ranges(certificate) => {
            let verified = ranges::verify(scene, certificate)?;
            Ok(Checked::Ranges(Box::new(verified)))
        }
        Proof::Threshold(certificate) => {
            let verified = threshold::verify(scene, certificate)?;
            Ok(Checked::Threshold(Box::new(verified)))
        }
        Proof::Friction(certificate) => {
            let verified = friction::verify(scene, certificate)?;
            Ok(Checked::Friction(Box::new(verified)))
        }
        Proof::Space(_) => {
            let found = "a proof for a scene in space";
            Form.refuse("proof", found, "one for a scene in the plane")
        }
    }
}

impl Checked {
    /// The proved statement, in a word or two.
    #[must_use]
    pub fn verdict(&self) -> String {
        match self {
            Self::Motion(verified) => verified.verdict().to_string(),
            Self::Statics(verified) => verified.verdict().to_string(),
            Self::Ranges(verified) => verified.verdict(),
            Self::Threshold(verified) => verified.to_string(),
            Self::Friction(verified) => verified.verdict().to_string(),
        }
    }

    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        match self {
            Self::Motion(verified) => verified.digest(),
            Self::Statics(verified) => verified.digest(),
            Self::Ranges(verified) => verified.digest(),
            Self::Threshold(verified) => verified.digest(),
            Self::Friction(verified) => verified.digest(),
        }
    }
}
