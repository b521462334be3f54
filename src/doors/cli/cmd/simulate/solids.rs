//! A scene in space advanced in time, step by step, into a run file.

use super::super::progress::Progress;
use super::super::space::SpaceFile;
use super::super::{Outcome, console, limit};
use super::arguments::SimulateArguments;
use super::comparison::arguments::SchemeName;
use super::run_file::{self, lock};
use super::summary::lines;
use anyhow::{Error, Result, anyhow, bail};
use serde::Serialize;
use std::sync::{Arc, Mutex};
use zwang_answer::{RunError, Solids};
use zwang_check::Condition;
use zwang_check::law::Extremes;
use zwang_collapse::space::require_apart;
use zwang_exact::Rational;
use zwang_output::decimal::decimal;
use zwang_output::decimal::root_from_above;
use zwang_output::json::{double, with_doubles};
use zwang_program::Monitor;

/// Significant digits of positions and energies.
const DIGITS: usize = 6;

/// Runs the command for a scene in space.
pub fn run(file: &SpaceFile, arguments: &SimulateArguments) -> Result<Outcome> {
    require_known(arguments)?;
    if let Some(seconds) = &arguments.solve.time_limit {
        limit::duration(seconds)?;
    }
    let scene = file.reading.scene.clone();
    let name = scene.name.clone();
    let settings = arguments.settings_in_space(&scene)?;
    let solids = Solids::new(scene, &settings).map_err(|error| file.place(told(error)))?;
    let output = run_file::open(&name, ".run.ndjson", arguments)?;
    let output = Arc::new(Mutex::new(output));
    let mut course = Course {
        solids,
        is_inelastic: settings.restitution.is_inelastic(),
        arguments,
        figures: Extremes::default(),
        energy: None,
    };
    let ending = course.go(&output)?;
    if let Some(error) = ending {
        lock(&output).discard_header();
        return Err(file.place(error));
    }
    let mut output = lock(&output);
    output.put_in_place()?;
    if !output.is_standard() {
        console::print(match arguments.json {
            true => course.json(output.name())?,
            false => course.text(output.name()),
        })?;
    }
    file.tell_silent_defaults(arguments.solve.quiet);
    Ok(Outcome::Yes)
}

/// Refuses options that runs in space do not know.
fn require_known(arguments: &SimulateArguments) -> Result<()> {
    for (is_given, option) in [
        (arguments.float.float.is_some(), "--float"),
        (arguments.scheme != SchemeName::Rigid, "--scheme"),
        (arguments.exact, "--exact"),
        (arguments.resume, "--resume"),
        (arguments.solve.stats, "--stats"),
    ] {
        if is_given {
            bail!(
                "found {option} with a scene in space; \
                 expected a run without it"
            );
        }
    }
    Ok(())
}

/// The error for people: a step that is too large is no bug.
fn told(error: RunError) -> Error {
    match error {
        RunError::Rejected(rejection) if rejection.condition() == Condition::L13 => anyhow!(
            "{rejection}; the contacts that zwang chose do not fit this step. \
             That is its fault: please report the scene. Another --dt may avoid it"
        ),
        RunError::Rejected(rejection) => anyhow!("{rejection}; expected a smaller --dt"),
        error => error.into(),
    }
}

/// A run that is computed into its file.
struct Course<'a> {
    solids: Solids,
    is_inelastic: bool,
    arguments: &'a SimulateArguments,
    figures: Extremes,
    /// The kinetic energy after the first step, and after the last.
    energy: Option<[Rational; 2]>,
}

impl Course<'_> {
    /// Does all steps. Returns why there is no further one, if the run ends early.
    fn go(&mut self, output: &Arc<Mutex<zwang_answer::file::RunWriter>>) -> Result<Option<Error>> {
        let steps = self.arguments.steps() as u64;
        let limits = &self.arguments.solve;
        let progress = Progress::of_steps(limits.quiet, steps, 0);
        let line = progress.line();
        run_file::watch(limits.time_limit.as_ref(), output, steps, line)?;
        if let Err(error) = require_apart(self.solids.scene(), &Monitor::default()) {
            lock(output).finish()?;
            return Ok(Some(error.into()));
        }
        let mut ending = None;
        if lock(output).begin(&self.solids.header_line())? {
            for k in 1..=steps {
                let step = match self.solids.advance() {
                    Ok(step) => step,
                    Err(error) => {
                        ending = Some(told(error));
                        break;
                    }
                };
                if !lock(output).append_line(step.line())? {
                    break;
                }
                let energy = step.verified().kinetic_energy();
                match &mut self.energy {
                    None => self.energy = Some([energy.clone(), energy.clone()]),
                    Some([_, last]) => last.clone_from(energy),
                }
                self.figures.add(step.verified().figures());
                progress.step(k);
            }
        }
        lock(output).finish()?;
        Ok(ending)
    }

    fn law(&self) -> String {
        if self.solids.scene().friction.is_none() {
            return format!(
                "second order; contacts without friction; {}",
                self.impacts()
            );
        }
        let off = root_from_above(&self.figures.law_squared);
        format!(
            "second order; Coulomb's friction, off by at most {off} m in gaps; one of several \
             motions that obey it; {}",
            self.impacts()
        )
    }

    fn impacts(&self) -> &'static str {
        match self.is_inelastic {
            true => "nothing bounces",
            false => "impacts with restitution, where bodies touch in the step",
        }
    }

    /// For people.
    fn text(&self, file: &str) -> String {
        let scene = self.solids.scene();
        let title = scene.title.as_ref().unwrap_or(&scene.name);
        let mut told = vec![
            ("run", console::one_line(file)),
            ("steps", lines::steps(self.solids.steps(), self.arguments)),
            ("law", self.law()),
        ];
        if let Some([first, last]) = &self.energy {
            let [first, last] = [first, last].map(approximate);
            let text = format!("{first} J after the first step, {last} J after the last (kinetic)");
            told.push(("energy", text));
        }
        for (index, body) in scene.bodies.iter().enumerate() {
            if let Some(motion) = self.solids.motion(index) {
                let position = motion.position.each_ref().map(approximate).join(", ");
                let spin = motion.spin.each_ref().map(approximate).join(", ");
                let name = console::one_line(&body.name);
                told.push((
                    "body",
                    format!("{name} at ({position}) m, spin ({spin}) rad/s"),
                ));
            }
        }
        lines::titled(title, told)
    }

    /// For programs.
    fn json(&self, file: &str) -> Result<String> {
        let scene = self.solids.scene();
        let mut bodies = Vec::new();
        for (index, body) in scene.bodies.iter().enumerate() {
            if let Some(motion) = self.solids.motion(index) {
                bodies.push(Body {
                    name: &body.name,
                    position: motion.position.each_ref().map(Rational::to_string),
                    turn: motion.turn.each_ref().map(Rational::to_string),
                    velocity: motion.velocity.each_ref().map(Rational::to_string),
                    momentum: motion.momentum.each_ref().map(Rational::to_string),
                    spin: motion.spin.each_ref().map(Rational::to_string),
                });
            }
        }
        let [first, last] = match &self.energy {
            Some([first, last]) => [Some(first.to_string()), Some(last.to_string())],
            None => [None, None],
        };
        let told = Told {
            format: "zwang-simulate-space-1",
            scene: &scene.name,
            digest: scene.digest(),
            run: file,
            steps: self.solids.steps(),
            step: self.arguments.dt.to_string(),
            step_double: double(&self.arguments.dt),
            time: lines::time(self.solids.steps(), self.arguments).to_string(),
            kinetic_first: first,
            kinetic_last: last,
            energy_rise: self.figures.steady_rise.to_string(),
            half_turn_tangent: self.figures.half_turn_tangent.to_string(),
            bodies,
        };
        let told = with_doubles(serde_json::to_value(&told)?, &EXACT);
        Ok(format!("{told:#}\n"))
    }
}

/// A decimal of a few digits, marked if it is rounded.
fn approximate(number: &Rational) -> String {
    let found = decimal(number, DIGITS);
    let mark = if found.exact { "" } else { "≈ " };
    format!("{mark}{}", found.text)
}

/// The keys of exact numbers that have doubles beside them.
const EXACT: [&str; 10] = [
    "time",
    "kinetic_first",
    "kinetic_last",
    "energy_rise",
    "half_turn_tangent",
    "position",
    "turn",
    "velocity",
    "momentum",
    "spin",
];

/// A summary in JSON.
#[allow(clippy::disallowed_types, reason = "a double beside an exact number")]
#[derive(Serialize)]
struct Told<'a> {
    format: &'static str,
    scene: &'a str,
    digest: String,
    run: &'a str,
    steps: u64,
    step: String,
    step_double: Option<f64>,
    time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinetic_first: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinetic_last: Option<String>,
    energy_rise: String,
    half_turn_tangent: String,
    bodies: Vec<Body<'a>>,
}

/// A body after the last step.
#[derive(Serialize)]
struct Body<'a> {
    name: &'a str,
    position: [String; 3],
    turn: [String; 4],
    velocity: [String; 3],
    momentum: [String; 3],
    spin: [String; 3],
}
