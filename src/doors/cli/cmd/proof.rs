//! The place of a proof, and the words that tell it.

use super::console;
use super::target::Target;
use crate::arguments::{ProofArguments, SolveArguments};
use anyhow::Result;
use std::io::{self, Write};

/// The place of a proof that is still to be found.
pub struct Proof {
    /// No place if nobody wants to keep the proof.
    target: Option<Target>,
}

impl Proof {
    /// The place that was asked for, if any was.
    pub fn new(arguments: &ProofArguments, solve: &SolveArguments) -> Result<Self> {
        let mut target = None;
        if let Some(path) = &arguments.proof {
            let scene = solve.scene.as_deref();
            target = Some(Target::new(path, scene, arguments.overwrite.force)?);
        }
        Ok(Self { target })
    }

    /// Writes the text of an accepted proof, and returns the line that says so.
    pub fn write(&self, text: &str) -> Result<String> {
        self.write_with(|output| output.write_all(text.as_bytes()))
    }

    /// The same, for a proof that is written piece by piece.
    pub fn write_with(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<String> {
        let Some(target) = &self.target else {
            return Ok("proof accepted by the checker; --proof FILE keeps it\n".to_owned());
        };
        target.write_with(|mut output| Ok(write(&mut output)?))?;
        Ok(format!(
            "proof written to {} and accepted by the checker\n",
            console::one_line(target.name())
        ))
    }
}
