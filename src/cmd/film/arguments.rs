//! The arguments of `zwang film`.

use super::super::draw::arguments::Theme;
use super::lower_case_ending;
use crate::cli::ParameterArguments;
use anyhow::{Result, bail};
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Arguments of `film`.
#[derive(Args, Debug)]
pub struct FilmArguments {
    /// Run file, as `zwang simulate` writes it; `-` reads standard input.
    pub run: PathBuf,
    /// The scene of the run. Default: the 5-diamond, as in `zwang simulate`.
    #[arg(long, value_name = "SCENE")]
    pub scene: Option<PathBuf>,
    /// Parameters of the scene.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// The film to write; its ending, .html, .gif or .png, says which kind.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// How large a page may get for the sake of exact forces, in megabytes; with 0 it has none.
    #[arg(long, value_name = "MB", default_value_t = 5)]
    #[arg(value_parser = value_parser!(u64).range(0..=1000))]
    pub size: u64,
    /// Pictures: one of so many steps. Default: so many that the film has about 25 pictures a
    /// second.
    #[arg(long, value_name = "STEPS", value_parser = value_parser!(u64).range(1..))]
    pub every: Option<u64>,
    /// GIF: so many pictures a second, at most 50. Default: as many as make it last as long as the
    /// motion.
    #[arg(long, value_name = "PICTURES", value_parser = value_parser!(u64).range(1..=50))]
    pub fps: Option<u64>,
    /// Pictures: width in pixels. Default: 800.
    #[arg(long, value_name = "PIXELS", value_parser = value_parser!(u32).range(16..=4096))]
    pub width: Option<u32>,
    /// Pictures: light, for print, or dark, for screens. A page has both.
    #[arg(long, value_enum)]
    pub theme: Option<Theme>,
    /// Replace pictures of a series that are there already.
    #[arg(long)]
    pub force: bool,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A page.
    Html,
    /// An animated picture.
    Gif,
    /// A series of pictures.
    Png,
}

impl FilmArguments {
    /// The format, if every option is one of it.
    ///
    /// # Errors
    /// If the name of the film has another ending, or an option belongs to another format.
    pub fn format(&self) -> Result<Format> {
        let path = self.output.display();
        let format = match lower_case_ending(&self.output).as_deref() {
            Some("html" | "htm") => Format::Html,
            Some("gif") => Format::Gif,
            Some("png") => Format::Png,
            _ => bail!(
                "{path}: found no format of films in this name; \
                 expected one that ends in .html, .gif or .png"
            ),
        };
        for (option, is_given, formats) in [
            ("--every", self.every.is_some(), PICTURES),
            ("--width", self.width.is_some(), PICTURES),
            ("--theme", self.theme.is_some(), PICTURES),
            ("--fps", self.fps.is_some(), ANIMATED),
            ("--force", self.force, SERIES),
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
const PICTURES: &[Format] = &[Format::Gif, Format::Png];
const ANIMATED: &[Format] = &[Format::Gif];
const SERIES: &[Format] = &[Format::Png];

/// How the names of films end that an option is for.
fn endings(formats: &[Format]) -> &'static str {
    match formats {
        ANIMATED => ".gif",
        SERIES => ".png, as other films replace what is there",
        _ => ".gif or .png",
    }
}
