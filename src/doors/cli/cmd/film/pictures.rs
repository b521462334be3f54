//! Films as pictures: an animated GIF, or a series of PNG files.
//!
//! Every picture has the same part of the plane or of space and the same scales, which depend on
//! the whole run; so the steps that are shown are kept until the last one is checked.

use super::super::draw::arguments::Theme;
use super::super::file::failed;
use super::super::progress::Progress;
use super::super::run_scene::RunInputs;
use super::super::target::{Target, require_folder};
use super::super::workplace::Workplace;
use super::super::{Outcome, console};
use super::arguments::FilmArguments;
use super::source::{self, AnySource, Run, Source};
use super::{rejected, written};
use anyhow::{Error, Result, anyhow, bail};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::{fs, io};
use zwang_answer::RunHeader;
use zwang_check::Rejection;
use zwang_exact::Rational;
use zwang_output::OutputError;
use zwang_output::draw::{self, DrawOptions, View};
use zwang_output::film::{Animation, Playing, SolidPictures};
use zwang_output::run::RunStep;
use zwang_scene::Scene;

/// Width of the pictures in pixels, if none is given.
pub const WIDTH: u32 = 800;
/// How many pictures a second there are, about, if nothing is said.
const USUAL_RATE: i64 = 25;
/// How many pictures a second a GIF can have.
const HIGHEST_RATE: i64 = 50;

/// The content of the pictures.
pub struct Shots {
    frames: Frames,
    run: Run,
    /// Seconds of motion between two pictures.
    interval: Rational,
}

/// The scenes and steps in the pictures.
enum Frames {
    Plane(Box<PlaneFrames>),
    Space(Box<SolidPictures>),
}

/// Pictures of a run of the plane.
struct PlaneFrames {
    scene: Scene,
    /// The shown steps, which come after the scene itself.
    steps: Vec<RunStep>,
    view: View,
    options: DrawOptions,
}

impl Shots {
    /// The pictures of the run.
    pub fn new(arguments: &FilmArguments, inputs: RunInputs) -> Result<Result<Self, Rejection>> {
        let theme = arguments.theme.unwrap_or(Theme::Light).into();
        let (step, every, made) = match source::open(arguments, inputs)? {
            AnySource::Plane(source) => {
                let (step, every) = interval(arguments, source.header());
                (step, every, PlaneFrames::made(source, every, theme)?)
            }
            AnySource::Space(source) => {
                let (step, every) = interval(arguments, source.header());
                let made = source.film(Playing::default())?;
                let (film, run) = match made {
                    Ok(made) => made,
                    Err(rejection) => return Ok(Err(rejection)),
                };
                let Some(pictures) = SolidPictures::new(film, every, theme) else {
                    bail!("found a body without a shape in a picture");
                };
                (step, every, Ok((Frames::Space(Box::new(pictures)), run)))
            }
        };
        let interval = step * Rational::from_integer(every.into());
        Ok(made.map(|(frames, run)| Self {
            frames,
            run,
            interval,
        }))
    }

    /// How many there are, the scene included.
    pub fn count(&self) -> usize {
        match &self.frames {
            Frames::Plane(frames) => frames.steps.len() + 1,
            Frames::Space(pictures) => pictures.count(),
        }
    }

    /// The run that they show.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// How many pictures a second there are: those asked for, or as many as make the film last as
    /// long as the motion; at most 50.
    pub fn rate(&self, arguments: &FilmArguments) -> Rational {
        let rate = match arguments.fps {
            Some(fps) => Rational::from_integer(fps.into()),
            None => self.interval.recip(),
        };
        let highest = Rational::from_integer(HIGHEST_RATE.into());
        rate.min(highest)
    }

    /// One of them as SVG.
    pub fn svg(&self, index: usize) -> String {
        match &self.frames {
            Frames::Plane(frames) => frames.svg(index),
            Frames::Space(pictures) => pictures.svg(index).unwrap_or_default(),
        }
    }
}

impl PlaneFrames {
    /// The pictures of a run that is checked on the way, and the run.
    fn made<R: BufRead>(
        source: Source<R, Scene>,
        every: u64,
        theme: zwang_output::draw::Theme,
    ) -> Result<Result<(Frames, Run), Rejection>> {
        let scene = source.scene().clone();
        let mut view = View::of_run(&scene);
        let mut steps = Vec::new();
        let run = source.check(|step| {
            if step.k().is_multiple_of(every) {
                view.include(&scene, step);
                steps.push(step.clone());
            }
        })?;
        let options = DrawOptions {
            theme,
            ..DrawOptions::default()
        };
        Ok(run.map(|run| {
            let frames = Self {
                scene,
                steps,
                view,
                options,
            };
            (Frames::Plane(Box::new(frames)), run)
        }))
    }

    fn svg(&self, index: usize) -> String {
        let index = index.checked_sub(1);
        let step = index.and_then(|index| self.steps.get(index));
        draw::step_svg(&self.scene, step, &[], &self.view, &self.options)
    }
}

/// The length of a step, s, and how many of them are between two pictures.
fn interval(arguments: &FilmArguments, header: &RunHeader) -> (Rational, u64) {
    let length = header.step().clone();
    let usual = usual_interval(&length);
    (length, arguments.every.unwrap_or(usual))
}

/// The number of steps from one picture to the next, for about 25 pictures a second; at least one.
fn usual_interval(length: &Rational) -> u64 {
    let rate = Rational::from_integer(USUAL_RATE.into());
    let pictures = length * rate;
    let steps = pictures.recip().round();
    let steps = steps.to_integer().to_u64();
    let steps = steps.unwrap_or(u64::MAX);
    steps.max(1)
}

/// Writes an animated picture.
pub fn animation(arguments: &FilmArguments, inputs: RunInputs, target: &Target) -> Result<Outcome> {
    let shots = match Shots::new(arguments, inputs)? {
        Ok(shots) => shots,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    let rate = shots.rate(arguments);
    let width = arguments.width.unwrap_or(WIDTH);
    let count = shots.count();
    let progress = progress(arguments, count);
    let name = target.name();
    target.write_with(|output| {
        let samples = sampled(count).map(|index| shots.svg(index));
        let samples: Vec<String> = samples.collect();
        let film = Animation::new(output, &samples, width);
        let mut film = film.map_err(|error| unmade(name, &error))?;
        for index in 0..count {
            let picture = shots.svg(index);
            let delay = hundredths(&rate, index);
            let pushed = film.push(&picture, delay);
            pushed.map_err(|error| unmade(name, &error))?;
            progress.step(index as u64 + 1);
        }
        let finished = film.finish();
        finished.map_err(|error| unmade(name, &error))
    })?;
    drop(progress);
    written(name, &shots.run)
}

pub fn progress(arguments: &FilmArguments, count: usize) -> Progress {
    Progress::of_things(arguments.quiet, "pictures", count as u64)
}

pub fn unmade(name: &str, error: &OutputError) -> Error {
    anyhow!("{name}: {error}")
}

/// Some pictures from all over the film, from which the colours are chosen.
fn sampled(count: usize) -> impl Iterator<Item = usize> {
    const MOST: usize = 8;
    let pictures = count.min(MOST);
    let gaps = pictures.saturating_sub(1).max(1);
    (0..pictures).map(move |sample| sample * (count - 1) / gaps)
}

/// How long a picture is shown, in hundredths of a second; rounded so that pictures never drift
/// from their times.
fn hundredths(rate: &Rational, index: usize) -> u16 {
    let start = time_in_hundredths(rate, index);
    let end = time_in_hundredths(rate, index + 1);
    let shown = end - start;
    shown.to_u16().unwrap_or(u16::MAX)
}

/// When a picture comes, rounded.
fn time_in_hundredths(rate: &Rational, index: usize) -> BigInt {
    let hundredfold = BigInt::from(index * 100);
    let time = Rational::from_integer(hundredfold) / rate;
    time.round().to_integer()
}

/// Writes a series of pictures: `x.png` becomes `x-0000.png`, the scene, `x-0001.png`, and so on.
pub fn series(arguments: &FilmArguments, inputs: RunInputs) -> Result<Outcome> {
    let path = &arguments.output();
    let shown = path.display().to_string();
    require_folder(&shown, path)?;
    refuse_existing(path, arguments.overwrite.force)?;
    let shots = match Shots::new(arguments, inputs)? {
        Ok(shots) => shots,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    let count = shots.count();
    let progress = progress(arguments, count);
    let last = count.saturating_sub(1);
    let digits = last.to_string().len();
    let digits = digits.max(4);
    let workplace = Workplace::new(path)?;
    let width = arguments.width.unwrap_or(WIDTH);
    let mut names = Vec::new();
    for index in 0..count {
        let picture = shots.svg(index);
        let png = draw::png(&picture, width);
        let png = png.map_err(|error| unmade(&shown, &error))?;
        keep(&workplace, index, &png)?;
        let name = numbered(path, index, digits);
        names.push(name);
        progress.step(index as u64 + 1);
    }
    publish(&workplace, &names)?;
    drop(progress);
    let mut others = existing(path)?;
    others.retain(|name| !names.contains(name));
    let others = others.len();
    if others > 0 {
        let note = format!(
            "note: pictures of an earlier series \
             that are still beside them: {others}"
        );
        console::tell_unless(arguments.quiet, &note);
    }
    let (Some(first), Some(last)) = (names.first(), names.last()) else {
        bail!("found no picture")
    };
    let first = first.display();
    let last = last.display();
    let series = format!("{first} to {last}");
    written(&series, &shots.run)
}

/// `x-0012.png` of `x.png`.
fn numbered(path: &Path, index: usize, digits: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}-{index:0digits$}.{ending}");
    path.with_file_name(name)
}

/// The pictures of a series of this name that are there already.
fn existing(path: &Path) -> Result<Vec<PathBuf>> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = format!("{stem}-");
    let folder = folder.unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder);
    let entries = entries.map_err(|error| unwritable(path, &error))?;
    let mut pictures = Vec::new();
    for entry in entries.flatten() {
        let found = path.with_file_name(entry.file_name());
        if found.extension() != path.extension() {
            continue;
        }
        let name = found.file_stem().unwrap_or_default();
        let name = name.to_string_lossy();
        let number = name.strip_prefix(&stem);
        if number.is_some_and(is_number) {
            pictures.push(found);
        }
    }
    Ok(pictures)
}

fn is_number(name: &str) -> bool {
    name.len() >= 4 && name.bytes().all(|byte| byte.is_ascii_digit())
}

fn refuse_existing(path: &Path, force: bool) -> Result<()> {
    let pictures = existing(path)?;
    match pictures.iter().min() {
        Some(found) if !force => {
            let found = found.display();
            bail!("{found}: is there already; --force replaces it")
        }
        _ => Ok(()),
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    failed(path.display(), error)
}

/// The place of a picture before all are made.
fn unpublished(workplace: &Workplace, index: usize) -> PathBuf {
    workplace.file(&format!("{index}.png"))
}

fn keep(workplace: &Workplace, index: usize, png: &[u8]) -> Result<()> {
    let path = unpublished(workplace, index);
    let written = fs::write(&path, png);
    written.map_err(|error| unwritable(&path, &error))
}

/// Gives all pictures their names.
fn publish(workplace: &Workplace, names: &[PathBuf]) -> Result<()> {
    for (index, name) in names.iter().enumerate() {
        let renamed = fs::rename(unpublished(workplace, index), name);
        renamed.map_err(|error| unwritable(name, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_keep_their_times() {
        for (rate, delays) in [
            ("25", [4; 7]),
            ("30", [3, 4, 3, 3, 4, 3, 3]),
            ("1/1000", [u16::MAX; 7]),
        ] {
            let rate = zwang_exact::parse(rate).unwrap();
            for (index, delay) in delays.into_iter().enumerate() {
                let found = hundredths(&rate, index);
                assert_eq!(found, delay, "{rate}: {index}");
            }
        }
    }

    #[test]
    fn the_usual_film_has_25_pictures_a_second() {
        for (length, every) in [("1/100", 4), ("1/25", 1), ("1", 1), ("1/1000", 40)] {
            let length = zwang_exact::parse(length).unwrap();
            let found = usual_interval(&length);
            assert_eq!(found, every, "{length}");
        }
    }

    #[test]
    fn colours_are_looked_for_from_end_to_end() {
        assert_sampled(1, &[0]);
        assert_sampled(3, &[0, 1, 2]);
        assert_sampled(701, &[0, 100, 200, 300, 400, 500, 600, 700]);
    }

    fn assert_sampled(count: usize, expected: &[usize]) {
        let found: Vec<usize> = sampled(count).collect();
        assert_eq!(found, expected);
    }
}
