//! `cargo xtask bench runs`: what a run costs, and what checking it costs.
//!
//! A diamond falls for some steps: each is computed with its proof and written down as a line, as
//! `zwang simulate` does but for the disk; then the checker reads and checks the lines, in as many
//! threads as there are processors. Both happen in one process one after the other, so their ratio
//! means something on other machines too.

use super::arguments::BenchRunsArguments;
use super::clock::{Span, time};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::fmt::Write;
use zwang_certificate::run::{write_header, write_record};
use zwang_check::run::{RunError, verify};
use zwang_families::{Brick, diamond};
use zwang_motion::{Settings, Simulation};
use zwang_program::Monitor;
use zwang_scene::Scene;
use zwang_terminal::{Outcome, console};

/// What one run took.
#[derive(Serialize)]
struct Measurement {
    rows: usize,
    bricks: usize,
    steps: usize,
    /// Of the longest integer of a proof.
    bits: u64,
    /// Of all lines.
    bytes: usize,
    simulate: Span,
    check: Span,
}

/// Runs the command.
pub fn run(arguments: &BenchRunsArguments) -> Result<Outcome> {
    let mut measurements = Vec::new();
    for &rows in &arguments.sizes {
        let measurement = measure(rows, arguments.steps)?;
        if !arguments.json {
            console::note(&format!(
                "diamond {rows}: {}",
                line(&measurement).join(", ")
            ));
        }
        measurements.push(measurement);
    }
    console::print(match arguments.json {
        true => {
            let told = serde_json::json!({ "format": "zwang-bench-runs-1", "runs": measurements });
            format!("{}\n", serde_json::to_string_pretty(&told)?)
        }
        false => table(&measurements),
    })?;
    Ok(Outcome::Yes)
}

fn measure(rows: usize, steps: usize) -> Result<Measurement> {
    let scene = diamond(rows, &Brick::default())?;
    let (simulated, simulate) = time(|| lines(&scene, steps));
    let (text, bits) = simulated?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // The checker's threads end with each batch, so what they worked is not known.
    let (answer, Span { wall, .. }) =
        time(|| verify(&scene, &mut text.as_bytes(), 1, threads, |_| {}));
    let check = Span {
        wall,
        processor: None,
    };
    match answer {
        Ok(_) => {}
        Err(RunError::Rejected(rejection)) => {
            bail!(
                "diamond {rows}: rejected: {rejection}; \
                 this is a bug, please report it"
            )
        }
        Err(error) => bail!("diamond {rows}: {error}"),
    }
    let bricks = scene.bodies.iter().filter(|body| !body.is_fixed());
    Ok(Measurement {
        rows,
        bricks: bricks.count(),
        steps,
        bits,
        bytes: text.len(),
        simulate,
        check,
    })
}

/// All lines of a run with steps of 1/100 s on the grid 2^-64, and the bits of the longest integer.
fn lines(scene: &Scene, steps: usize) -> Result<(String, u64)> {
    let mut simulation = Simulation::new(scene.clone(), Settings::default())?;
    let mut text = write_header(&simulation.header());
    text.push('\n');
    let mut bits = 0;
    let monitor = Monitor::default();
    for _ in 0..steps {
        let record = simulation.advance(&monitor);
        let record = record.with_context(|| scene.name.clone())?;
        let line = write_record(&record);
        bits = bits.max(record.facts.bits);
        text.push_str(&line);
        text.push('\n');
    }
    Ok((text, bits))
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

/// check / simulate, by the clock.
fn ratio(measurement: &Measurement) -> String {
    let Measurement {
        simulate, check, ..
    } = measurement;
    let simulated = u128::from(simulate.wall.max(1));
    with_two_decimals(u128::from(check.wall) * 100 / simulated)
}

fn line(measurement: &Measurement) -> [String; 4] {
    let Measurement {
        bits,
        simulate,
        check,
        ..
    } = measurement;
    [
        format!("simulate {}", seconds(*simulate)),
        format!("check {}", seconds(*check)),
        format!("check/simulate {}", ratio(measurement)),
        format!("up to {bits} bits"),
    ]
}

fn table(measurements: &[Measurement]) -> String {
    let mut text = format!(
        "diamond  bricks   steps {:>19} {:>19}  check/simulate     bits      MB\n",
        "simulate", "check"
    );
    for measurement in measurements {
        let Measurement {
            rows,
            bricks,
            steps,
            bits,
            bytes,
            simulate,
            check,
        } = measurement;
        let megabytes = bytes / 1_000_000;
        let simulate = seconds(*simulate);
        let check = seconds(*check);
        let ratio = ratio(measurement);
        let _ = writeln!(
            text,
            "{rows:>7} {bricks:>7} {steps:>7} {simulate:>19} {check:>19} {ratio:>15} \
             {bits:>8} {megabytes:>7}"
        );
    }
    text.push_str(
        "\nTimes by the clock, in brackets of the processors; simulate makes the proofs as well, \
         check uses all processors.\n",
    );
    text
}
