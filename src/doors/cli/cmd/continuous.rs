//! `zwang continuous`: how far a run in steps is from the continuous motion of its scene.

use super::file;
use super::progress::Progress;
use super::run_scene::RunInputs;
use super::{Outcome, console, rejection_line};
use crate::arguments::ParameterArguments;
use anyhow::{Result, anyhow};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use zwang_answer::file::RunReader;
use zwang_answer::{CheckedSteps, RunError};
use zwang_continuous::{Continuous, End};
use zwang_exact::Rational;
use zwang_output::decimal::{decimal, inline_with, root_from_above};
use zwang_output::run::RunState;
use zwang_scene::{BodyId, Scene};

/// Lines of the table.
const LINES: usize = 10;

/// Arguments of `continuous`.
#[derive(Args, Debug)]
pub struct ContinuousArguments {
    /// Run file; `-` reads standard input. Before a run its scene file may come: then the run has
    /// to be one of that scene.
    #[arg(value_name = "SCENE|RUN")]
    pub input: PathBuf,
    /// The run, after its scene file.
    #[arg(value_name = "RUN")]
    pub run: Option<PathBuf>,
    /// Parameters of the scene.
    #[command(flatten)]
    pub parameters: ParameterArguments,
    /// Answer in JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// A state of the run beside the motion.
#[derive(Clone, Serialize)]
struct Line {
    step: u64,
    time: String,
    #[serde(skip)]
    seconds: Rational,
    /// The body that is furthest off.
    body: String,
    /// How far, rounded up, m.
    distance: String,
    #[serde(skip)]
    squared: Rational,
}

#[derive(Serialize)]
struct Json<'a> {
    format: &'static str,
    scene: &'a str,
    run: &'a str,
    steps: u64,
    until: String,
    distance: String,
    width: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'a str>,
    states: &'a [Line],
}

/// The comparison of a run.
struct Comparison {
    lines: Vec<Line>,
    /// Why the motion is not known at the next step.
    end: Option<String>,
    motion: Continuous,
}

/// Runs the command.
///
/// # Errors
/// If the run cannot be read, or its scene has no continuous motion that can be enclosed. A run
/// that the checker rejects is an answer, no.
pub fn run(arguments: &ContinuousArguments) -> Result<Outcome> {
    let ContinuousArguments {
        input,
        run,
        parameters,
        json,
        quiet,
    } = arguments;
    let inputs = RunInputs::new(input, run.as_deref(), None)?;
    let name = file::name(inputs.run);
    let progress = Progress::of_input(*quiet, file::length(inputs.run));
    let lines = progress.reading(file::open_run(inputs.run)?);
    let mut reader = RunReader::new(lines, &name);
    let header = reader.require_header()?;
    let scene = inputs.scene_of(&header, &parameters.set, |note| {
        console::tell_unless(*quiet, note);
    })?;
    let motion = Continuous::new(&scene).map_err(|error| anyhow!("{name}: {error}"))?;
    let mut comparison = Comparison {
        lines: Vec::new(),
        end: None,
        motion,
    };
    let mut time = Rational::default();
    for step in CheckedSteps::new(&scene, &header, &mut reader)? {
        let step = match step {
            Ok(step) => step,
            Err(RunError::Rejected(rejection)) => {
                drop(progress);
                console::note(&rejection_line(&rejection));
                return Ok(Outcome::No);
            }
            Err(error) => return Err(error.into()),
        };
        let step = step.verified();
        time += step.length();
        if let Err(end) = comparison.motion.advance(step.length()) {
            comparison.end = Some(told(&scene, &end));
            break;
        }
        comparison.add(&scene, step.k(), &time, step.state());
    }
    if comparison.end.is_none() {
        reader.require_end()?;
    }
    drop(progress);
    console::print(match json {
        true => comparison.json(&scene, &name)?,
        false => comparison.text(),
    })?;
    Ok(match comparison.end {
        None => Outcome::Yes,
        Some(_) => Outcome::No,
    })
}

/// Why a motion is not known further.
fn told(scene: &Scene, end: &End) -> String {
    let name = |body: &BodyId| scene.bodies[*body].name.as_str();
    match end {
        End::Indeterminate => "pins or contacts may depend on each other".to_owned(),
        End::Release([one, other]) => {
            format!("`{}` may cease to press on `{}`", name(one), name(other))
        }
        End::Meeting([one, other]) => {
            format!(
                "`{}` may touch `{}`, or leave an edge",
                name(one),
                name(other)
            )
        }
    }
}

impl Comparison {
    fn add(&mut self, scene: &Scene, step: u64, time: &Rational, state: &RunState) {
        let mut worst: Option<(BodyId, Rational)> = None;
        for (id, body) in scene.numbered_bodies() {
            let place = state.position(id).zip(state.rotation(id));
            let Some((position, rotation)) = place else {
                continue;
            };
            if body.is_fixed() {
                continue;
            }
            let squared = self.motion.squared_distance(id, &position, &rotation);
            if worst.as_ref().is_none_or(|(_, most)| squared > *most) {
                worst = Some((id, squared));
            }
        }
        let Some((id, squared)) = worst else {
            return;
        };
        self.lines.push(Line {
            step,
            time: time.to_string(),
            seconds: time.clone(),
            body: scene.bodies[id].name.clone(),
            distance: root_from_above(&squared),
            squared,
        });
    }

    /// The largest square of a distance.
    fn largest(&self) -> Rational {
        let squares = self.lines.iter().map(|line| line.squared.clone());
        squares.max().unwrap_or_default()
    }

    fn until(&self) -> Rational {
        let last = self.lines.last();
        last.map_or_else(Rational::default, |line| line.seconds.clone())
    }

    fn text(&self) -> String {
        let mut text = match self.lines.is_empty() {
            true => "the continuous motion is not known for the first step\n".to_owned(),
            false => format!(
                "within {} m of the continuous motion until t = {}\n",
                root_from_above(&self.largest()),
                inline_with(&self.until(), " s")
            ),
        };
        if let Some(end) = &self.end {
            text += &format!("not known further: {end}\n");
        }
        if self.lines.is_empty() {
            return text;
        }
        text += "\ntime (s)  off by at most (m)  body\n";
        let every = self.lines.len().div_ceil(LINES).max(1);
        for line in self.lines.iter().skip(every - 1).step_by(every) {
            let time = decimal(&line.seconds, 4).text;
            text += &format!("{time:<8}  {:<18}  {}\n", line.distance, line.body);
        }
        text += &format!(
            "\nThe motion is enclosed by validated steps: places are known to {} m in the end.\n",
            decimal(&self.motion.width(), 2).text
        );
        text
    }

    fn json(&self, scene: &Scene, run: &str) -> Result<String> {
        let told = Json {
            format: "zwang-continuous-1",
            scene: &scene.name,
            run,
            steps: self.lines.len() as u64,
            until: self.until().to_string(),
            distance: root_from_above(&self.largest()),
            width: decimal(&self.motion.width(), 3).text,
            end: self.end.as_deref(),
            states: &self.lines,
        };
        Ok(format!("{}\n", serde_json::to_string_pretty(&told)?))
    }
}
