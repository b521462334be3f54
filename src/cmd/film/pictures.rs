//! Films as pictures: an animated GIF, or a series of PNG files.
//!
//! Every picture has the same part of the plane and the same scales, which depend on the whole run;
//! so the steps that are shown are kept until the last one is checked.

use super::super::draw::arguments::Theme;
use super::super::progress::Progress;
use super::super::target::{Target, require_folder};
use super::super::{Outcome, console};
use super::arguments::FilmArguments;
use super::{rejected, source, written};
use anyhow::{Error, Result, anyhow, bail};
use num_traits::ToPrimitive;
use std::fs;
use std::path::{Path, PathBuf};
use zwang_check::Rejection;
use zwang_check::run::VerifiedStep;
use zwang_exact::Rational;
use zwang_output::OutputError;
use zwang_output::draw::{self, DrawOptions, View};
use zwang_output::film::Animation;
use zwang_scene::Scene;

/// Width of the pictures in pixels, if none is given.
const WIDTH: u32 = 800;
/// How many pictures a second there are, about, if nothing is said.
const USUAL_RATE: i64 = 25;
/// How many pictures a second a GIF can have.
const HIGHEST_RATE: i64 = 50;

/// What the pictures show.
struct Shots {
    scene: Scene,
    /// The shown steps, which come after the scene itself.
    steps: Vec<VerifiedStep>,
    view: View,
    options: DrawOptions,
    /// Steps of the run.
    total: u64,
    /// Seconds of motion between two pictures.
    interval: Rational,
}

impl Shots {
    /// The pictures of the run.
    fn new(arguments: &FilmArguments) -> Result<Result<Self, Rejection>> {
        let source = source::open(arguments)?;
        let (scene, length) = (source.scene().clone(), source.header().step.clone());
        let every = arguments.every.unwrap_or_else(|| usual_interval(&length));
        let mut view = View::of_run(&scene);
        let mut steps = Vec::new();
        let run = source.check(|step| {
            if step.k().is_multiple_of(every) {
                view.include(&scene, step);
                steps.push(step.clone());
            }
        })?;
        let theme = arguments.theme.unwrap_or(Theme::Light).into();
        let options = DrawOptions {
            theme,
            without_legend: true,
            ..DrawOptions::default()
        };
        let interval = length * Rational::from_integer(every.into());
        Ok(run.map(|run| Self {
            scene,
            steps,
            view,
            options,
            total: run.steps,
            interval,
        }))
    }

    /// How many there are, the scene included.
    fn count(&self) -> usize {
        self.steps.len() + 1
    }

    /// One of them as SVG.
    fn svg(&self, index: usize) -> String {
        let step = index.checked_sub(1).and_then(|index| self.steps.get(index));
        draw::step_svg(&self.scene, step, &[], &self.view, &self.options)
    }
}

/// So many steps that there are about 25 pictures a second, at least one.
fn usual_interval(length: &Rational) -> u64 {
    let steps = (length * Rational::from_integer(USUAL_RATE.into()))
        .recip()
        .round();
    steps.to_integer().to_u64().unwrap_or(u64::MAX).max(1)
}

/// Writes an animated picture.
pub fn animation(arguments: &FilmArguments, target: &Target) -> Result<Outcome> {
    let shots = match Shots::new(arguments)? {
        Ok(shots) => shots,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    let rate = match arguments.fps {
        Some(fps) => Rational::from_integer(fps.into()),
        None => shots.interval.recip(),
    };
    let rate = rate.min(Rational::from_integer(HIGHEST_RATE.into()));
    let width = arguments.width.unwrap_or(WIDTH);
    let progress = Progress::of_things(arguments.quiet, "pictures", shots.count() as u64);
    target.write_with(|output| {
        let samples = sampled(shots.count()).map(|index| shots.svg(index));
        let samples: Vec<String> = samples.collect();
        let film = Animation::new(output, &samples, width);
        let mut film = film.map_err(|error| unmade(target.name(), &error))?;
        for index in 0..shots.count() {
            let picture = shots.svg(index);
            let delay = hundredths(&rate, index);
            let pushed = film.push(&picture, delay);
            pushed.map_err(|error| unmade(target.name(), &error))?;
            progress.step(index as u64 + 1);
        }
        let finished = film.finish();
        finished.map_err(|error| unmade(target.name(), &error))
    })?;
    drop(progress);
    written(target.name(), shots.total)
}

fn unmade(name: &str, error: &OutputError) -> Error {
    anyhow!("{name}: {error}")
}

/// Some pictures from all over the film, from which the colours are chosen.
fn sampled(count: usize) -> impl Iterator<Item = usize> {
    const MOST: usize = 8;
    let pictures = count.min(MOST);
    (0..pictures).map(move |sample| sample * (count - 1) / (pictures - 1).max(1))
}

/// How long a picture is shown, in hundredths of a second; rounded so that pictures never drift
/// from their times.
fn hundredths(rate: &Rational, index: usize) -> u16 {
    let [start, end] = [index, index + 1].map(|index| {
        let time = Rational::from_integer((index * 100).into()) / rate;
        time.round().to_integer()
    });
    (end - start).to_u16().unwrap_or(u16::MAX)
}

/// Writes a series of pictures: `x.png` becomes `x-0000.png`, the scene, `x-0001.png`, and so on.
pub fn series(arguments: &FilmArguments) -> Result<Outcome> {
    let path = &arguments.output;
    require_folder(&path.display().to_string(), path)?;
    refuse_existing(path, arguments.force)?;
    let shots = match Shots::new(arguments)? {
        Ok(shots) => shots,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    let progress = Progress::of_things(arguments.quiet, "pictures", shots.count() as u64);
    let digits = shots.count().saturating_sub(1).to_string().len().max(4);
    let workplace = Workplace::new(path)?;
    let width = arguments.width.unwrap_or(WIDTH);
    let shown = path.display().to_string();
    for index in 0..shots.count() {
        let picture = shots.svg(index);
        let png = draw::png(&picture, width).map_err(|error| unmade(&shown, &error))?;
        workplace.write(index, &png)?;
        progress.step(index as u64 + 1);
    }
    let numbers = 0..shots.count();
    let names: Vec<PathBuf> = numbers.map(|index| numbered(path, index, digits)).collect();
    workplace.publish(&names)?;
    drop(progress);
    let mut others = existing(path)?;
    others.retain(|name| !names.contains(name));
    let others = others.len();
    if others > 0 && !arguments.quiet {
        console::tell(&format!(
            "note: pictures of an earlier series that are still beside them: {others}"
        ));
    }
    let [Some(first), Some(last)] = [names.first(), names.last()] else {
        bail!("found no picture")
    };
    let series = format!("{} to {}", first.display(), last.display());
    written(&series, shots.total)
}

/// `x-0012.png` of `x.png`.
fn numbered(path: &Path, index: usize, digits: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{index:0digits$}.{ending}"))
}

/// The pictures of a series of this name that are there already.
fn existing(path: &Path) -> Result<Vec<PathBuf>> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = format!("{stem}-");
    let folder = folder.unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).map_err(|error| unwritable(path, &error))?;
    let mut pictures = Vec::new();
    for entry in entries.flatten() {
        let found = path.with_file_name(entry.file_name());
        let name = found.file_stem().unwrap_or_default().to_string_lossy();
        let number = name.strip_prefix(&stem);
        if found.extension() == path.extension() && number.is_some_and(is_number) {
            pictures.push(found);
        }
    }
    Ok(pictures)
}

fn is_number(name: &str) -> bool {
    name.len() >= 4 && name.bytes().all(|byte| byte.is_ascii_digit())
}

fn refuse_existing(path: &Path, force: bool) -> Result<()> {
    match existing(path)?.iter().min() {
        Some(found) if !force => {
            bail!("{}: is there already; --force replaces it", found.display())
        }
        _ => Ok(()),
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> anyhow::Error {
    anyhow!("{}: {}", path.display(), super::super::file::plain(error))
}

/// A folder beside the pictures in which they are made; it is gone in the end, however that comes.
struct Workplace {
    folder: PathBuf,
}

impl Workplace {
    fn new(path: &Path) -> Result<Self> {
        let folder = path.with_file_name(format!(".zwang-{}.tmp", std::process::id()));
        fs::create_dir(&folder).map_err(|error| unwritable(path, &error))?;
        Ok(Self { folder })
    }

    fn picture(&self, index: usize) -> PathBuf {
        self.folder.join(format!("{index}.png"))
    }

    fn write(&self, index: usize, png: &[u8]) -> Result<()> {
        let path = self.picture(index);
        fs::write(&path, png).map_err(|error| unwritable(&path, &error))
    }

    /// Gives all pictures their names.
    fn publish(&self, names: &[PathBuf]) -> Result<()> {
        for (index, name) in names.iter().enumerate() {
            fs::rename(self.picture(index), name).map_err(|error| unwritable(name, &error))?;
        }
        Ok(())
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
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
            let found: Vec<u16> = (0..7).map(|index| hundredths(&rate, index)).collect();
            assert_eq!(found, delays);
        }
    }

    #[test]
    fn the_usual_film_has_25_pictures_a_second() {
        for (length, every) in [("1/100", 4), ("1/25", 1), ("1", 1), ("1/1000", 40)] {
            let found = usual_interval(&zwang_exact::parse(length).unwrap());
            assert_eq!(found, every, "{length}");
        }
    }

    #[test]
    fn colours_are_looked_for_from_end_to_end() {
        assert_eq!(sampled(1).collect::<Vec<_>>(), [0]);
        assert_eq!(sampled(3).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(
            sampled(701).collect::<Vec<_>>(),
            [0, 100, 200, 300, 400, 500, 600, 700]
        );
    }
}
