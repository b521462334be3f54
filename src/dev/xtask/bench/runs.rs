//! `cargo xtask bench runs`: what a run costs, and what checking it costs.
//!
//! A scene falls for some steps: each is computed with its proof and written down as a line, as
//! `zwang simulate` does but for the disk; then the checker reads and checks the lines, in one
//! thread, so that the time that passes is that of the processor; then as many steps are made by
//! the same law in doubles (docs/float.md), without any proof. All happens in one process one after
//! the other, so ratios mean something on other machines too.

use super::arguments::BenchRunsArguments;
use super::clock::{Span, peak_memory, time};
use super::problem::{BenchFamily, BenchProblem};
use super::target;
use anyhow::{Result, bail};
use serde::Serialize;
use std::time::{Duration, Instant};
use zwang_answer::Simulation;
use zwang_check::law::{self, RunError};
use zwang_exact::Rational;
use zwang_float::{FloatError, Method, Run, World};
use zwang_law::Settings;
use zwang_program::Monitor;
use zwang_scene::{Friction, Scene};
use zwang_terminal::{Outcome, console};

/// The tolerance of both methods in doubles.
#[allow(clippy::disallowed_types, reason = "of the twin in doubles")]
const TOLERANCE: f64 = 1e-10;

/// The most sweeps of iterated impulses in a program.
const SWEEPS: usize = 100_000;

/// The runs that have targets: family, size, friction and steps.
const TARGETS: [(BenchFamily, usize, &str, usize); 6] = [
    (BenchFamily::Diamond, 5, "0", 1000),
    (BenchFamily::Diamond, 5, "1/4", 1000),
    (BenchFamily::Diamond, 20, "0", 300),
    (BenchFamily::Diamond, 32, "0", 1000),
    (BenchFamily::Heap, 200, "3/5", 1000),
    (BenchFamily::Heap, 1000, "3/5", 200),
];

/// A run to be measured.
struct Task {
    problem: BenchProblem,
    friction: Rational,
    steps: usize,
    /// The time after which the run ends.
    limit: Option<Duration>,
}

/// The cost of one run.
#[derive(Serialize)]
struct Measurement {
    /// The family, the size and the friction.
    problem: String,
    bricks: usize,
    /// The steps that were done.
    steps: usize,
    /// The steps that were asked for.
    wanted: usize,
    /// The reason of the run for fewer of them, if it has one.
    stopped: Option<String>,
    /// The length of the longest integer of a proof.
    bits: u64,
    /// The bytes of all lines.
    bytes: usize,
    simulate: Span,
    check: Span,
    /// The same number of steps in doubles.
    doubles: Span,
    /// The steps of these that were done.
    doubles_steps: usize,
    /// The reason for fewer of them, if there is another one than the time.
    doubles_stopped: Option<String>,
    /// The most that the process had so far, KiB.
    memory: Option<u64>,
}

/// Runs the command.
pub fn run(arguments: &BenchRunsArguments) -> Result<Outcome> {
    let csv = target(arguments.csv.as_deref())?;
    let mut measurements = Vec::new();
    for task in tasks(arguments)? {
        let measurement = measure(&task)?;
        if !arguments.json {
            let told = line(&measurement).join(", ");
            console::note(&format!("{}: {told}", measurement.problem));
        }
        measurements.push(measurement);
    }
    console::print(match arguments.json {
        true => {
            let told = serde_json::json!({
                "format": "zwang-bench-runs-1",
                "runs": measurements,
            });
            format!("{}\n", serde_json::to_string_pretty(&told)?)
        }
        false => table(&measurements),
    })?;
    if let Some(target) = csv {
        target.write(comma_separated(&measurements).as_bytes())?;
    }
    Ok(Outcome::Yes)
}

fn tasks(arguments: &BenchRunsArguments) -> Result<Vec<Task>> {
    let limit = arguments.seconds.map(Duration::from_secs);
    let mut tasks = Vec::new();
    if arguments.targets {
        for (family, size, friction, steps) in TARGETS {
            tasks.push(Task {
                problem: BenchProblem { family, size },
                friction: zwang_exact::parse(friction)?,
                steps,
                limit,
            });
        }
        return Ok(tasks);
    }
    for &size in &arguments.sizes {
        let family = arguments.family;
        tasks.push(Task {
            problem: BenchProblem { family, size },
            friction: arguments.friction.clone().unwrap_or_default(),
            steps: arguments.steps,
            limit,
        });
    }
    Ok(tasks)
}

impl Task {
    fn name(&self) -> String {
        let problem = self.problem;
        match self.friction == Rational::default() {
            true => problem.to_string(),
            false => format!("{problem}, friction {}", self.friction),
        }
    }

    fn scene(&self) -> Result<Scene> {
        let mut scene = self.problem.scene()?;
        scene.friction = Friction::uniform(&scene.bodies, &self.friction);
        Ok(scene)
    }
}

fn measure(task: &Task) -> Result<Measurement> {
    let problem = task.name();
    let scene = task.scene()?;
    let (simulated, simulate) = time(|| lines(&scene, task.steps, task.limit));
    let Lines {
        text,
        bits,
        steps,
        stopped,
    } = simulated?;
    // The checker's threads end with each batch, so what they worked is not known.
    let mut bytes = text.as_bytes();
    let (answer, span) = time(|| law::verify(&scene, &mut bytes, |_| {}));
    let Span { wall, .. } = span;
    let check = Span {
        wall,
        processor: None,
    };
    match answer {
        Ok(_) => {}
        Err(RunError::Rejected(rejection)) => {
            bail!(
                "{problem}: rejected: {rejection}; \
                 this is a bug, please report it"
            )
        }
        Err(error) => bail!("{problem}: {error}"),
    }
    let ((doubles_steps, ended), doubles) = time(|| in_doubles(&scene, steps, task.limit));
    let bricks = scene.bodies.iter().filter(|body| !body.is_fixed());
    Ok(Measurement {
        problem,
        bricks: bricks.count(),
        steps,
        wanted: task.steps,
        stopped,
        bits,
        bytes: text.len(),
        simulate,
        check,
        doubles,
        doubles_steps,
        doubles_stopped: ended.err().map(|error| error.to_string()),
        memory: peak_memory(),
    })
}

/// Makes the steps in doubles: how many, and how they end.
fn in_doubles(
    scene: &Scene,
    steps: usize,
    limit: Option<Duration>,
) -> (usize, Result<(), FloatError>) {
    let method = match scene.require_no_friction() {
        Ok(()) => Method::InteriorPoint {
            tolerance: TOLERANCE,
            repeats: false,
        },
        Err(_) => Method::Impulses {
            tolerance: TOLERANCE,
            sweeps: SWEEPS,
            shock: None,
        },
    };
    let started = Instant::now();
    let world = World::new(scene, &Settings::default().step);
    let mut run = Run::new(world, method);
    for done in 0..steps {
        if limit.is_some_and(|limit| started.elapsed() >= limit) {
            return (done, Ok(()));
        }
        if let Err(error) = run.advance() {
            return (done, Err(error));
        }
    }
    (steps, Ok(()))
}

/// A run.
struct Lines {
    text: String,
    /// The length of the longest integer.
    bits: u64,
    steps: usize,
    /// The reason for an early end, but for the time.
    stopped: Option<String>,
}

/// All lines of a run with steps of 1/100 s on the grid 2^-64.
fn lines(scene: &Scene, steps: usize, limit: Option<Duration>) -> Result<Lines> {
    let started = Instant::now();
    let mut simulation = Simulation::new(scene.clone(), Settings::default())?;
    let mut lines = Lines {
        text: simulation.header().line(),
        bits: 0,
        steps: 0,
        stopped: None,
    };
    lines.text.push('\n');
    let monitor = Monitor::default();
    while lines.steps < steps && limit.is_none_or(|limit| started.elapsed() < limit) {
        let record = match simulation.advance(&monitor) {
            Ok(record) => record,
            Err(error) => {
                lines.stopped = Some(error.to_string());
                break;
            }
        };
        let line = record.line();
        lines.bits = lines.bits.max(longest(&line));
        lines.text.push_str(&line);
        lines.text.push('\n');
        lines.steps += 1;
    }
    Ok(lines)
}

/// The bits of the longest hexadecimal integer of a line.
fn longest(line: &str) -> u64 {
    let texts = line.split('"');
    let hexadecimal = texts.filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
    hexadecimal
        .map(|text| 4 * text.len() as u64)
        .max()
        .unwrap_or(0)
}

/// Seconds with two decimals, and the processors' time if it is known.
fn seconds(span: Span) -> String {
    let wall = in_hundredths(span.wall);
    match span.processor {
        Some(processor) => {
            let processor = in_hundredths(processor);
            format!("{wall} s ({processor} s)")
        }
        None => format!("{wall} s"),
    }
}

/// Nanoseconds as seconds with two decimals.
fn in_hundredths(nanoseconds: u64) -> String {
    let hundredths = nanoseconds / 10_000_000;
    with_two_decimals(hundredths.into())
}

fn with_two_decimals(hundredths: u128) -> String {
    let whole = hundredths / 100;
    let rest = hundredths % 100;
    format!("{whole}.{rest:02}")
}

impl Measurement {
    /// The time of a step over that of one in doubles, of the processor where both are known.
    fn ratio(&self) -> String {
        let Self {
            simulate, doubles, ..
        } = self;
        let times = match (simulate.processor, doubles.processor) {
            (Some(over), Some(under)) => [over, under],
            _ => [simulate.wall, doubles.wall],
        };
        let [over, under] = times.map(u128::from);
        let over = over * self.doubles_steps as u128 * 100;
        with_two_decimals(over / (under * self.steps as u128).max(1))
    }
}

fn line(measurement: &Measurement) -> Vec<String> {
    let Measurement {
        steps,
        wanted,
        stopped,
        bits,
        simulate,
        check,
        doubles,
        doubles_steps,
        doubles_stopped,
        ..
    } = measurement;
    let mut told = vec![
        format!("{steps} of {wanted} steps"),
        format!("simulate {}", seconds(*simulate)),
        format!("check {}", seconds(*check)),
        format!("doubles {} for {doubles_steps} steps", seconds(*doubles)),
        format!("simulate/doubles {}", measurement.ratio()),
        format!("up to {bits} bits"),
    ];
    told.extend(stopped.clone());
    let doubles = doubles_stopped.as_ref();
    told.extend(doubles.map(|reason| format!("doubles: {reason}")));
    told
}

impl Measurement {
    /// A line for people.
    fn row(&self) -> String {
        let Self {
            problem,
            bricks,
            steps,
            wanted,
            bits,
            bytes,
            memory,
            ..
        } = self;
        let steps = match steps == wanted {
            true => steps.to_string(),
            false => format!("{steps}/{wanted}"),
        };
        let simulate = seconds(self.simulate);
        let check = seconds(self.check);
        let doubles = seconds(self.doubles);
        let ratio = self.ratio();
        let megabytes = with_two_decimals(*bytes as u128 / 10_000);
        let memory = known(memory.map(|memory| memory / 1024));
        format!(
            "{problem:<24} {bricks:>7} {steps:>9} {simulate:>19} {check:>9} {doubles:>19} \
             {ratio:>17} {bits:>8} {megabytes:>7} {memory:>7}\n"
        )
    }

    /// A line of the table of numbers.
    fn comma_separated(&self) -> String {
        let Self {
            problem,
            bricks,
            steps,
            bits,
            bytes,
            simulate,
            check,
            doubles,
            memory,
            ..
        } = self;
        let columns = [
            problem.clone(),
            bricks.to_string(),
            steps.to_string(),
            bits.to_string(),
            bytes.to_string(),
            simulate.wall.to_string(),
            known(simulate.processor),
            check.wall.to_string(),
            doubles.wall.to_string(),
            known(doubles.processor),
            known(*memory),
        ];
        columns.join(",") + "\n"
    }
}

/// A number, or nothing where it is not known.
fn known(number: Option<impl ToString>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn table(measurements: &[Measurement]) -> String {
    let mut text = format!(
        "{:<24} {:>7} {:>9} {:>19} {:>9} {:>19}  simulate/doubles     bits      MB     MiB\n",
        "problem", "bricks", "steps", "simulate", "check", "doubles"
    );
    for measurement in measurements {
        text.push_str(&measurement.row());
    }
    text.push_str(
        "\nTimes by the clock, in brackets of the processors; simulate makes the proofs as well, \
         check uses one thread, doubles prove nothing. The ratio is that of a step.\n",
    );
    text
}

/// Times in nanoseconds.
fn comma_separated(measurements: &[Measurement]) -> String {
    let mut text = "problem,bricks,steps,bits,bytes,simulate_wall,simulate_processor,check_wall,\
                    doubles_wall,doubles_processor,memory_kib\n"
        .to_owned();
    for measurement in measurements {
        text.push_str(&measurement.comma_separated());
    }
    text
}
