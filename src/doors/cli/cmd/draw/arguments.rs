//! The arguments of `zwang draw`.

use crate::arguments::{FrictionLaw, OverwriteArguments, SolveArguments};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use zwang_output::draw;

/// Arguments of `draw`.
#[derive(Args, Debug)]
#[command(mut_arg("scene", |input| input.index(1).value_name("SCENE|RUN").help(DRAWN)))]
pub struct DrawArguments {
    /// The scene and how to solve it.
    #[command(flatten)]
    pub solve: SolveArguments,
    /// The run, after its scene file.
    #[arg(value_name = "RUN", index = 2)]
    pub run: Option<PathBuf>,
    /// The picture to write; its ending, .svg or .png, says which kind.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// What happens to a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Width of a PNG in pixels. Default: 1200.
    #[arg(long, value_name = "PIXELS")]
    #[arg(value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub width: Option<u32>,
    /// The step of a run to draw, 0 for the scene that it starts from. Default: the last one.
    #[arg(long, value_name = "STEP")]
    pub step: Option<u64>,
    #[arg(long = "scene", id = "run_scene", value_name = "SCENE")]
    #[arg(hide = true, conflicts_with = "run")]
    pub run_scene: Option<PathBuf>,
    /// Of several motions that a scene can start with, draw this one, from 1 on. Default: the
    /// first.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub answer: Option<u32>,
    /// Draw between which bounds the forces are that hold a scene at rest.
    #[arg(long, conflicts_with_all = ["answer", "friction_law", "motion"])]
    pub ranges: bool,
    /// Of a scene that rests, draw the motion that obeys the law of friction as well.
    #[arg(long)]
    pub motion: bool,
    /// What friction obeys. Default, of a scene with friction: coulomb.
    #[arg(long, value_name = "LAW")]
    pub friction_law: Option<FrictionLaw>,
    /// Light, for print, or dark, for screens.
    #[arg(long, value_enum, default_value_t)]
    pub theme: Theme,
}

/// What `zwang draw` draws.
const DRAWN: &str = "Scene file, TOML or JSON, or run file; `-` reads standard input. \
    Before a run its scene file may come: then the run has to be one of that scene. \
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
