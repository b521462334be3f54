//! The arguments of `zwang draw`.

use super::super::target::output_beside;
use crate::arguments::{FrictionLaw, OverwriteArguments, SolveArguments};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use zwang_output::draw::{self, DrawOptions};

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
    /// The picture to write; its ending, .svg, .pdf or .png, says which kind. Default: an SVG of
    /// the scene's or run's name, in the current folder.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Width of a PNG or an SVG in pixels, or of a PDF in points. Default: 1200 of a PNG, the
    /// picture's own of the others.
    #[arg(long, value_name = "PIXELS")]
    #[arg(value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub width: Option<u32>,
    /// The step of a run to draw, 0 for the scene that it starts from. Default: the last one.
    #[arg(long, value_name = "STEP")]
    pub step: Option<u64>,
    #[arg(long = "scene", id = "run_scene", value_name = "SCENE")]
    #[arg(hide = true, conflicts_with = "run")]
    pub run_scene: Option<PathBuf>,
    /// Draw this one of several motions that a scene can start with, from 1 on. Default: the
    /// first.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub answer: Option<u32>,
    /// Draw between which bounds the forces are that hold a scene at rest.
    #[arg(long, conflicts_with_all = ["answer", "friction_law", "motion"])]
    pub ranges: bool,
    /// Draw the thrust line of masonry: where the forces in joints act, from block to block.
    #[arg(long, conflicts_with = "ranges")]
    pub thrust: bool,
    /// Draw the motion that obeys the law of friction as well, if a scene rests.
    #[arg(long)]
    pub motion: bool,
    /// The law that friction obeys. Default for a scene with friction: coulomb.
    #[arg(long, value_name = "LAW")]
    pub friction_law: Option<FrictionLaw>,
    /// Light, for print, or dark, for screens.
    #[arg(long, value_enum, default_value_t)]
    pub theme: Theme,
    /// Draw the weights of bodies, too.
    #[arg(long)]
    pub weights: bool,
    /// Draw one force for each joint of two bodies: their resultant, at the centre of pressure.
    #[arg(long, conflicts_with = "ranges")]
    pub resultants: bool,
    /// Numbers in words as fractions. Default: decimals, after ≈ if they are rounded.
    #[arg(long)]
    pub exact: bool,
    /// Leave out the title and the lines below it, as for a figure with a caption.
    #[arg(long)]
    pub no_title: bool,
    /// Leave out the legend.
    #[arg(long)]
    pub no_legend: bool,
    /// Leave out the names of bodies.
    #[arg(long)]
    pub no_names: bool,
}

impl DrawArguments {
    /// The picture to write.
    pub fn output(&self) -> PathBuf {
        let drawn = self.run.as_deref().or(self.solve.scene.as_deref());
        let drawn = drawn.unwrap_or(Path::new("diamond-5"));
        output_beside(self.output.as_deref(), Some(drawn), ".svg")
    }

    /// The colours, and what is left out.
    pub fn options(&self) -> DrawOptions {
        DrawOptions {
            with_weights: self.weights,
            with_resultants: self.resultants,
            thrust: self.thrust,
            with_fractions: self.exact,
            without_title: self.no_title,
            without_legend: self.no_legend,
            without_names: self.no_names,
            theme: self.theme.into(),
            ..DrawOptions::default()
        }
    }
}

/// The files that `zwang draw` draws.
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
