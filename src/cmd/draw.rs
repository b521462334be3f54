//! `zwang draw`: a picture of a scene with its forces and accelerations.

use super::solve::{read_scene, solve};
use super::target::Target;
use super::{Outcome, console};
use crate::cli::DrawArguments;
use anyhow::{Error, Result, anyhow, bail};
use zwang_output::{OutputError, draw};

/// Width of a PNG in pixels, if none is given.
const WIDTH: u32 = 1200;

/// Runs the command.
pub fn run(arguments: &DrawArguments) -> Result<Outcome> {
    let path = &arguments.output;
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let is_png = match ending.as_deref() {
        Some("svg") => false,
        Some("png") => true,
        _ => bail!("{}: found no picture format in this name; expected one that ends in .svg or .png", path.display()),
    };
    if !is_png && arguments.width.is_some() {
        bail!("{}: found --width with an SVG, which has no pixels; expected a name that ends in .png", path.display());
    }
    let target = Target::new(path, arguments.solve.scene.as_deref())?;
    let solved = solve(&read_scene(&arguments.solve)?, &arguments.solve)?;
    let svg = draw::svg(&solved.verified, &solved.symmetries, &draw::DrawOptions::default());
    let picture = match is_png {
        true => draw::png(&svg, arguments.width.unwrap_or(WIDTH)).map_err(|error| explained(target.name(), &error))?,
        false => svg.into_bytes(),
    };
    target.write(&picture)?;
    console::print(format!("picture written to {}; the checker accepts the answer that it shows\n", target.name()))?;
    Ok(Outcome::Yes)
}

/// An error of the rasteriser, with a width that would do where the one asked for is too large.
fn explained(target: &str, error: &OutputError) -> Error {
    match error {
        OutputError::Size { width, height } => {
            let widest = (draw::MAX_PIXELS * u64::from(*width) / u64::from(*height).max(1)).isqrt();
            anyhow!("{target}: {error}; --width {} would do", widest.min(draw::MAX_WIDTH.into()) / 100 * 100)
        }
        _ => anyhow!("{target}: {error}"),
    }
}
