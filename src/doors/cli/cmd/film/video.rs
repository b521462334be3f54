//! Films as videos, MP4 or WebM: pictures as for a GIF, piped to ffmpeg, which has to be installed.
//!
//! Nothing of the pictures is decided by ffmpeg but how they are packed. It writes to a folder of
//! its own beside the film, so that no half-written film bears the name that the user gave.

use super::super::run_scene::RunInputs;
use super::super::target::Target;
use super::super::workplace::Workplace;
use super::super::{Outcome, lower_case_ending};
use super::arguments::FilmArguments;
use super::pictures::{Shots, WIDTH, progress, unmade};
use super::{rejected, written};
use anyhow::{Context, Result, bail};
use num_bigint::BigInt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use zwang_exact::Rational;
use zwang_output::draw;

/// The program that packs the pictures.
const PACKER: &str = "ffmpeg";
/// The treatment of pictures: their sides have to be even, and all players show these colours.
const PICTURES: [&str; 4] = [
    "-vf",
    "crop=trunc(iw/2)*2:trunc(ih/2)*2",
    "-pix_fmt",
    "yuv420p",
];
/// How it packs MP4, and WebM.
const MP4: [&str; 4] = ["-c:v", "libx264", "-movflags", "+faststart"];
const WEBM: [&str; 6] = ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0"];

/// Writes a video.
pub fn video(arguments: &FilmArguments, inputs: RunInputs, target: &Target) -> Result<Outcome> {
    let name = target.name();
    require_packer(name)?;
    let shots = match Shots::new(arguments, inputs)? {
        Ok(shots) => shots,
        Err(rejection) => return Ok(rejected(&rejection)),
    };
    let count = shots.count();
    let progress = progress(arguments, count);
    let width = arguments.width.unwrap_or(WIDTH);
    let output = arguments.output();
    let workplace = Workplace::new(&output)?;
    let ending = lower_case_ending(&output).unwrap_or_default();
    let film = format!("film.{ending}");
    let film = workplace.file(&film);
    let log = workplace.file("log");
    let rate = shots.rate(arguments);
    let mut packer = packer(&rate, &film, &log)?;
    for index in 0..count {
        let picture = shots.svg(index);
        let png = draw::png(&picture, width);
        let png = png.map_err(|error| unmade(name, &error))?;
        let is_taken = takes(&mut packer, &png)?;
        if !is_taken {
            break;
        }
        progress.step(index as u64 + 1);
    }
    finish(packer, name, &log)?;
    target.write_with(|output| {
        let mut film = File::open(&film)?;
        io::copy(&mut film, output)?;
        Ok(())
    })?;
    drop(progress);
    written(name, shots.run())
}

/// Makes sure that there is a program that packs the pictures, before the run is read.
fn require_packer(name: &str) -> Result<()> {
    let mut version = Command::new(PACKER);
    version.arg("-version");
    version.stdin(Stdio::null());
    version.stdout(Stdio::null());
    version.stderr(Stdio::null());
    match version.status() {
        Ok(_) => Ok(()),
        Err(_) => bail!(
            "{name}: found no program {PACKER}, which makes such films; \
             expected it to be installed, or a name that ends in .html, .gif or .png"
        ),
    }
}

/// Starts ffmpeg, which waits for pictures.
fn packer(rate: &Rational, film: &Path, log: &Path) -> Result<Child> {
    let log = File::create(log)?;
    let rate = framerate(rate);
    let mut command = Command::new(PACKER);
    command.args(["-loglevel", "error"]);
    command.args(["-f", "image2pipe"]);
    command.args(["-framerate", &rate]);
    command.args(["-c:v", "png"]);
    command.args(["-i", "-"]);
    command.args(PICTURES);
    if film.extension().is_some_and(|ending| ending == "webm") {
        command.args(WEBM);
    } else {
        command.args(MP4);
    }
    command.arg(film);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::null());
    command.stderr(log);
    command.spawn().context(PACKER)
}

/// Pictures a second, as ffmpeg spells them: a fraction of numbers that fit into 32 bits.
fn framerate(rate: &Rational) -> String {
    let numerator = rate.numer();
    let denominator = rate.denom();
    if numerator.bits() < 32 && denominator.bits() < 32 {
        return format!("{numerator}/{denominator}");
    }
    let thousand = Rational::from_integer(BigInt::from(1000));
    let thousandfold = rate * thousand;
    let rounded = thousandfold.round().to_integer();
    let rounded = rounded.max(BigInt::from(1));
    format!("{rounded}/1000")
}

/// Whether ffmpeg takes a further picture; if not, it says why when it ends.
fn takes(packer: &mut Child, png: &[u8]) -> Result<bool> {
    let Some(input) = &mut packer.stdin else {
        return Ok(false);
    };
    match input.write_all(png) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context(PACKER),
    }
}

/// Waits until ffmpeg has ended well.
fn finish(mut packer: Child, name: &str, log: &Path) -> Result<()> {
    drop(packer.stdin.take());
    let status = packer.wait()?;
    if status.success() {
        return Ok(());
    }
    let log = fs::read(log).unwrap_or_default();
    let log = String::from_utf8_lossy(&log);
    let last = log.lines().rfind(|line| !line.trim().is_empty());
    let said = match last {
        Some(line) => line.trim().to_owned(),
        None => status.to_string(),
    };
    bail!("{name}: {PACKER} could not make it: {said}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_spelled_in_32_bits() {
        for (rate, spelled) in [
            ("25", "25/1"),
            ("50/3", "50/3"),
            ("100000000000/3333333333", "30000/1000"),
            ("1/100000000000", "1/1000"),
        ] {
            let rate = zwang_exact::parse(rate).unwrap();
            assert_eq!(framerate(&rate), spelled, "{rate}");
        }
    }
}
