//! Where a proof goes, and how that is told.

use super::console;
use super::target::Target;
use crate::cli::{ProofArguments, SolveArguments};
use anyhow::{Result, anyhow};
use std::path::PathBuf;
use zwang_scene::Scene;

/// The most bytes of a scene's name that its proof is called after; file systems allow 255 in all.
const MOST_BYTES: usize = 200;

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
            return Ok(Self { target: None, is_default });
        }
        let path = arguments.proof.clone().unwrap_or_else(|| default_path(&scene.name));
        let target = Target::new(&path, solve.scene.as_deref()).map_err(|error| with_hint(error, is_default))?;
        Ok(Self { target: Some(target), is_default })
    }

    /// Writes the text of an accepted proof, and returns the line that says so.
    pub fn write(&self, text: &str) -> Result<String> {
        let Some(target) = &self.target else { return Ok("proof accepted by the checker, and not kept\n".to_owned()) };
        target.write(text.as_bytes()).map_err(|error| with_hint(error, self.is_default))?;
        Ok(format!("proof written to {} and accepted by the checker\n", console::one_line(target.name())))
    }
}

fn with_hint(error: anyhow::Error, is_default: bool) -> anyhow::Error {
    if !is_default {
        return error;
    }
    anyhow!("{error:#} (--proof FILE puts the proof elsewhere, --no-proof leaves it out)")
}

/// A file name from the scene's name: anything but letters, digits, `-`, `_` and `.` becomes `-`, and it begins with neither `.` nor `-`.
fn default_path(name: &str) -> PathBuf {
    let plain =
        |character: char| if character.is_alphanumeric() || "-_.".contains(character) { character } else { '-' };
    let mut stem = String::new();
    for character in name.chars().map(plain).skip_while(|character| ['.', '-'].contains(character)) {
        if stem.len() + character.len_utf8() > MOST_BYTES {
            break;
        }
        stem.push(character);
    }
    PathBuf::from(format!("{}.proof.json", if stem.is_empty() { "scene" } else { &stem }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_name_is_a_plain_file_name() {
        for (name, path) in [
            ("diamond-5", "diamond-5.proof.json"),
            ("Bogen über 7 Steinen", "Bogen-über-7-Steinen.proof.json"),
            ("../../etc/passwd", "etc-passwd.proof.json"),
            ("-rf /", "rf--.proof.json"),
            ("a\"<b>'&", "a--b---.proof.json"),
            ("..", "scene.proof.json"),
            ("v1.2", "v1.2.proof.json"),
        ] {
            assert_eq!(default_path(name), PathBuf::from(path), "{name}");
        }
        let long = default_path(&"石".repeat(1000));
        assert_eq!(long, PathBuf::from("石".repeat(66) + ".proof.json"));
    }
}
