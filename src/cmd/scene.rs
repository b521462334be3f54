//! `zwang scene`: scene files of well-known families.

use super::target::Target;
use super::{Outcome, console};
use crate::cli::SceneArguments;
use crate::family::{self, BrickArguments, Family, SceneFormat, SceneOutput};
use anyhow::{Result, anyhow};
use zwang_exact::Rational;
use zwang_families::write;
use zwang_families::{
    self as families, Arch, Bond, Brick, Cantilever, Dominoes, GenerateError, Ladder, Seesaw,
    Wedge, Weights,
};
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

/// Runs the command.
pub fn run(arguments: &SceneArguments) -> Result<Outcome> {
    let (scene, output) = generate(&arguments.family);
    let scene = scene?;
    let ends_in_json = output
        .output
        .as_ref()
        .and_then(|path| path.extension())
        .is_some_and(|ending| ending == "json");
    let default = if ends_in_json {
        SceneFormat::Json
    } else {
        SceneFormat::Toml
    };
    let (text, syntax) = match output.format.unwrap_or(default) {
        SceneFormat::Toml => (write::to_toml(&scene), Syntax::Toml),
        SceneFormat::Json => (write::to_json(&scene), Syntax::Json),
    };
    // Short numbers may combine into longer ones than a scene file may hold.
    read::parse(&text, syntax)
        .map_err(|error| anyhow!("this scene could not be read again: {error}"))?;
    match &output.output {
        Some(path) => Target::new(path, None)?.write(text.as_bytes())?,
        None => console::print(&text)?,
    }
    Ok(Outcome::Yes)
}

impl BrickArguments {
    /// The brick, where what is not given is taken from a default.
    fn brick(&self, default: Brick) -> Brick {
        Brick {
            width: self.width.clone().unwrap_or(default.width),
            height: self.height.clone().unwrap_or(default.height),
            density: self.density.clone().unwrap_or(default.density),
        }
    }
}

/// Takes over the values that were given; the others keep their default.
macro_rules! with_given {
    ($default:expr, $($field:ident),+) => {{
        let mut parameters = $default;
        $(if let Some(value) = $field { parameters.$field = value.clone(); })+
        parameters
    }};
}

/// The scene of a family, and where it is to go.
pub fn generate(family: &Family) -> (Result<Scene, GenerateError>, &SceneOutput) {
    match family {
        Family::Harmonic {
            count,
            beyond,
            brick,
            output,
        } => (
            families::harmonic(*count, beyond, &brick.brick(Brick::default())),
            output,
        ),
        Family::Diamond {
            size,
            brick,
            output,
        } => (
            families::diamond(*size, &brick.brick(Brick::default())),
            output,
        ),
        Family::Triangle {
            size,
            brick,
            output,
        } => (
            families::triangle(*size, &brick.brick(Brick::default())),
            output,
        ),
        Family::Wall {
            rows,
            columns,
            bond,
            jitter,
            brick,
            output,
        } => {
            let bond = match bond {
                family::Bond::Running => Bond::Running,
                family::Bond::Stack => Bond::Stack,
            };
            let brick = brick.brick(Brick::default());
            let scene = match jitter {
                Some(seed) => families::jittered_wall(*rows, *columns, bond, *seed, &brick),
                None => families::wall(*rows, *columns, bond, &brick),
            };
            (scene, output)
        }
        Family::Heap {
            count,
            seed,
            brick,
            output,
        } => (
            families::heap(*count, *seed, &brick.brick(Brick::default())),
            output,
        ),
        Family::Parabolic {
            size,
            brick,
            output,
        } => (
            families::parabolic(*size, &brick.brick(Brick::default())),
            output,
        ),
        Family::Arch {
            stones,
            inner,
            outer,
            half_angle_tangent,
            balanced,
            density,
            output,
        } => {
            let weights = if *balanced {
                Weights::Balanced
            } else {
                Weights::Uniform
            };
            let mut default = Arch {
                stones: *stones,
                weights,
                ..Arch::default()
            };
            if *balanced || *stones == 1 {
                default.half_angle_tangent = Rational::new(1.into(), 2.into());
            }
            (
                families::arch(&with_given!(
                    default,
                    inner,
                    outer,
                    half_angle_tangent,
                    density
                )),
                output,
            )
        }
        Family::Cantilever {
            overhang,
            gravity,
            brick,
            output,
        } => {
            let default = Cantilever {
                brick: brick.brick(Cantilever::default().brick),
                ..Cantilever::default()
            };
            (
                families::cantilever(&with_given!(default, overhang, gravity)),
                output,
            )
        }
        Family::Wedge {
            slope,
            movable,
            brick,
            output,
        } => {
            let block = brick.brick(Wedge::default().block);
            let default = Wedge {
                movable: *movable,
                block,
                ..Wedge::default()
            };
            (families::wedge(&with_given!(default, slope)), output)
        }
        Family::Ladder {
            tilt,
            brick,
            output,
        } => {
            let default = Ladder {
                rod: brick.brick(Ladder::default().rod),
                ..Ladder::default()
            };
            (families::ladder(&with_given!(default, tilt)), output)
        }
        Family::Beam {
            supports,
            brick,
            output,
        } => {
            let plank = Brick {
                width: Rational::from_integer(4.into()),
                ..Brick::default()
            };
            (families::beam(*supports, &brick.brick(plank)), output)
        }
        Family::Seesaw {
            left,
            right,
            pivot,
            brick,
            output,
        } => {
            let default = Seesaw {
                plank: brick.brick(Seesaw::default().plank),
                ..Seesaw::default()
            };
            (
                families::seesaw(&with_given!(default, left, right, pivot)),
                output,
            )
        }
        Family::Domino {
            count,
            leaning,
            lean,
            spacing,
            brick,
            output,
        } => {
            let tile = brick.brick(Dominoes::default().tile);
            let default = Dominoes {
                count: *count,
                tile,
                ..Dominoes::default()
            };
            (
                families::dominoes(&with_given!(default, leaning, lean, spacing)),
                output,
            )
        }
    }
}
