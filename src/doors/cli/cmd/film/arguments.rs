//! The arguments of `zwang film`.

use super::super::draw::arguments::Theme;
use super::super::run_scene::RunInputs;
use super::super::target::output_beside;
use super::lower_case_ending;
use crate::arguments::{OverwriteArguments, ParameterArguments};
use anyhow::{Result, bail};
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Arguments of `film`.
#[derive(Args, Debug)]
pub struct FilmArguments {
    /// Run file, as `zwang simulate` writes it; `-` reads standard input. Its scene file may come
    /// first: then the run has to be one of that scene.
    #[arg(value_name = "SCENE|RUN")]
    first: PathBuf,
    /// The run, after its scene file.
    #[arg(value_name = "RUN")]
    second: Option<PathBuf>,
    #[arg(long, value_name = "SCENE", hide = true, conflicts_with = "second")]
    scene: Option<PathBuf>,
    /// Parameters of the scene.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// The film to write; its ending, .html, .gif, .png, .mp4 or .webm, in space also .glb, says
    /// which kind. Videos need ffmpeg. Default: a page of the run's name, in the current folder.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// A page that plays as soon as it is opened, unless its reader wants reduced motion. Default:
    /// it waits for its reader.
    #[arg(long)]
    pub autoplay: bool,
    /// A page that begins again at its end. Default: it stops there, and its reader can change
    /// that. (GIFs always begin again.)
    #[arg(long = "loop")]
    pub repeats: bool,
    /// Pictures: one of so many steps. Default: so many that the film has about 25 pictures a
    /// second.
    #[arg(long, value_name = "STEPS")]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    pub every: Option<u64>,
    /// GIF and videos: so many pictures a second, at most 50. Default: as many as make it last as
    /// long as the motion.
    #[arg(long, value_name = "PICTURES")]
    #[arg(value_parser = value_parser!(u64).range(1..=50))]
    pub fps: Option<u64>,
    /// Pictures: width in pixels. Default: 800.
    #[arg(long, value_name = "PIXELS")]
    #[arg(value_parser = value_parser!(u32).range(16..=4096))]
    pub width: Option<u32>,
    /// Pictures: light, for print, or dark, for screens. A page has both. Default: light.
    #[arg(long, value_enum)]
    pub theme: Option<Theme>,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// The kind of file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A page.
    Html,
    /// A file of binary glTF.
    Glb,
    /// An animated picture.
    Gif,
    /// A series of pictures.
    Png,
    /// A video, which ffmpeg packs.
    Video,
}

impl FilmArguments {
    /// The run and its scene.
    ///
    /// # Errors
    /// If both are to come from standard input.
    pub fn inputs(&self) -> Result<RunInputs<'_>> {
        let second = self.second.as_deref();
        let scene = self.scene.as_deref();
        RunInputs::new(&self.first, second, scene)
    }

    /// The film to write.
    pub fn output(&self) -> PathBuf {
        let run = self.second.as_deref().unwrap_or(&self.first);
        output_beside(self.output.as_deref(), Some(run), ".html")
    }

    /// The format, if every option is one of it.
    ///
    /// # Errors
    /// If the name of the film has another ending, or an option belongs to another format.
    pub fn format(&self) -> Result<Format> {
        let output = self.output();
        let path = output.display();
        let format = match lower_case_ending(&output).as_deref() {
            Some("html" | "htm") => Format::Html,
            Some("glb") => Format::Glb,
            Some("gif") => Format::Gif,
            Some("png") => Format::Png,
            Some("mp4" | "webm") => Format::Video,
            _ => bail!(
                "{path}: found no format of films in this name; \
                 expected one that ends in .html, .gif, .png, .mp4 or .webm, \
                 or in .glb for a run in space"
            ),
        };
        for (option, is_given, formats) in [
            ("--autoplay", self.autoplay, PAGES),
            ("--loop", self.repeats, PAGES),
            ("--every", self.every.is_some(), PICTURES),
            ("--width", self.width.is_some(), PICTURES),
            ("--theme", self.theme.is_some(), PICTURES),
            ("--fps", self.fps.is_some(), ANIMATED),
        ] {
            if is_given && !formats.contains(&format) {
                let expected = endings(formats);
                bail!(
                    "{path}: found {option}; \
                     expected it with a name that ends in {expected}"
                );
            }
        }
        Ok(format)
    }
}

// The formats that options are for.
const PAGES: &[Format] = &[Format::Html];
const PICTURES: &[Format] = &[Format::Gif, Format::Png, Format::Video];
const ANIMATED: &[Format] = &[Format::Gif, Format::Video];

/// How the names of films end that an option is for.
fn endings(formats: &[Format]) -> &'static str {
    match formats {
        PAGES => ".html",
        ANIMATED => ".gif, .mp4 or .webm",
        _ => ".gif, .png, .mp4 or .webm",
    }
}
