//! The arguments of `zwang draw`.

use crate::cli::SolveArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use zwang_output::draw;

/// Arguments of `draw`.
#[derive(Args, Debug)]
#[command(mut_arg("scene", |input| input.value_name("SCENE|RUN").help(DRAWN)))]
pub struct DrawArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// The picture to write; its ending, .svg or .png, says which kind.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Width of a PNG in pixels. Default: 1200.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub width: Option<u32>,
    /// The step of a run to draw, 0 for the scene that it starts from. Default: the last one.
    #[arg(long, value_name = "STEP")]
    pub step: Option<u64>,
    /// The scene of a run. Default: the 5-diamond, as in `zwang simulate`.
    #[arg(long = "scene", id = "run_scene", value_name = "SCENE")]
    pub run_scene: Option<PathBuf>,
    /// Light, for print, or dark, for screens.
    #[arg(long, value_enum, default_value_t)]
    pub theme: Theme,
}

/// What `zwang draw` draws.
const DRAWN: &str = "Scene file, TOML or JSON, or run file; `-` reads standard input. \
    Default: the 5-diamond, 25 bricks of 1 × 1/4";

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on black.
    Dark,
}

impl From<Theme> for draw::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
    }
}
