//! Where a proof goes, and how that is told.

use super::console;
use super::target::{Target, named_after};
use crate::cli::{ProofArguments, SolveArguments};
use anyhow::{Result, anyhow};
use zwang_scene::Scene;

/// The place of a proof that is still to be found.
pub struct Proof {
    /// No place if nobody wants the proof.
    target: Option<Target>,
    is_default: bool,
}

impl Proof {
    /// The place that was asked for, or else one named after the scene.
    pub fn new(arguments: &ProofArguments, solve: &SolveArguments, scene: &Scene) -> Result<Self> {
        let is_default = arguments.proof.is_none();
        if arguments.no_proof {
            return Ok(Self {
                target: None,
                is_default,
            });
        }
        let path = arguments
            .proof
            .clone()
            .unwrap_or_else(|| named_after(&scene.name, ".proof.json"));
        let target = Target::new(&path, solve.scene.as_deref())
            .map_err(|error| with_hint(error, is_default))?;
        Ok(Self {
            target: Some(target),
            is_default,
        })
    }

    /// Writes the text of an accepted proof, and returns the line that says so.
    pub fn write(&self, text: &str) -> Result<String> {
        let Some(target) = &self.target else {
            return Ok("proof accepted by the checker, and not kept\n".to_owned());
        };
        target
            .write(text.as_bytes())
            .map_err(|error| with_hint(error, self.is_default))?;
        Ok(format!(
            "proof written to {} and accepted by the checker\n",
            console::one_line(target.name())
        ))
    }
}

fn with_hint(error: anyhow::Error, is_default: bool) -> anyhow::Error {
    if !is_default {
        return error;
    }
    anyhow!("{error:#} (--proof FILE puts the proof elsewhere, --no-proof leaves it out)")
}
