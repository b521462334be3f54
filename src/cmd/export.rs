//! `zwang export`: the programs of a scene in the LP format, for other solvers.

use super::target::Target;
use super::{Outcome, console, file};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use zwang_scene::Scene;
use zwang_solve::export::{self, Export};
use zwang_solve::text;

/// Arguments of `export`.
#[derive(Args, Debug)]
pub struct ExportArguments {
    /// Scene file, TOML or JSON; `-` reads standard input.
    pub scene: PathBuf,
    /// The file to write, ending in .lp or .qp; `-` writes to standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Which program. Default: stability for a file that ends in .lp, collapse for one that ends in .qp.
    #[arg(long)]
    pub what: Option<What>,
}

/// A program of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Linear: forces that balance gravity, with the least sum; feasible if and only if the scene stands.
    Stability,
    /// Quadratic: the accelerations of least restraint.
    Collapse,
}

/// Runs the command.
pub fn run(arguments: &ExportArguments) -> Result<Outcome> {
    let what = what(&arguments.output, arguments.what)?;
    let scene = file::read_scene(&arguments.scene, console::tell)?;
    let input = (!file::is_standard(&arguments.scene)).then_some(arguments.scene.as_path());
    let target = Target::new(&arguments.output, input)?;
    let source = || file::name(&arguments.scene);
    let Export { named, comments, corners } = program(&scene, what).with_context(source)?;
    let text = text::write(&named, &comments).with_context(source)?;
    target.write(text.as_bytes())?;
    if !corners.is_empty() {
        console::tell(&format!(
            "note: {} resting corners are left out; each demands one of two sets of rows, which no single program has",
            corners.len()
        ));
    }
    Ok(Outcome::Yes)
}

fn program(scene: &Scene, what: What) -> Result<Export> {
    if what == What::Collapse {
        return Ok(export::collapse(scene)?);
    }
    let moves = scene.bodies.iter().find(|body| body.dynamics.as_ref().is_some_and(|free| !free.is_at_rest()));
    match moves {
        Some(body) => bail!(
            "body `{}` has a velocity or a spin; expected a scene at rest (--what collapse takes moving ones)",
            body.name
        ),
        None => Ok(export::stability(scene)?),
    }
}

/// The program, from the name of the file if it is not given.
fn what(output: &Path, given: Option<What>) -> Result<What> {
    let ending = output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match (given, ending.as_deref()) {
        (Some(What::Stability), Some("qp")) => {
            bail!("{}: found the ending of quadratic programs; expected .lp for stability", output.display())
        }
        (Some(what), _) => Ok(what),
        (None, Some("lp")) => Ok(What::Stability),
        (None, Some("qp")) => Ok(What::Collapse),
        (None, _) => {
            bail!("{}: found neither .lp nor .qp at the end; expected one of them, or --what", output.display())
        }
    }
}
