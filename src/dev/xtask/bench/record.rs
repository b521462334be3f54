//! The results of a run for other programs: as CSV, and as a plot.
#![allow(clippy::disallowed_types)]

use super::measure::Measurement;
use super::peers::{CGAL, QSOPT};
use super::problem::{BenchFamily, BenchProblem};
use super::result::{Measured, Times};
use std::fmt::Write;
use zwang_output::plot::{Panel, Plot, Series};
use zwang_program::Stage;

/// One line for each problem, times in seconds.
pub fn csv(results: &[Measured]) -> String {
    let mut text =
        "family,size,bricks,contacts,bits,verdict,programs,confirmed,pivots,repetitions,\
memory_kib,command_s,collapse_s,clarabel_s,check_s,\
command_cpu_s,collapse_cpu_s,clarabel_cpu_s,check_cpu_s"
            .to_owned();
    for stage in Stage::OF_SOLVER {
        let _ = write!(text, ",{}_s", stage.name().replace(' ', "_"));
    }
    text.push_str(",cgal_s,cgal_same_optimum,qsopt_ex_s,scene\n");
    for result in results {
        let Ok(measurement) = &result.measurement else {
            continue;
        };
        let Measurement {
            bricks,
            contacts,
            bits,
            verdict,
            programs,
            confirmed,
            pivots,
            repetitions,
            memory,
            ..
        } = measurement;
        let BenchProblem { family, size } = result.problem;
        let memory = memory.map(|memory| memory.to_string()).unwrap_or_default();
        let _ = write!(
            text,
            "{family},{size},{bricks},{contacts},{bits},{verdict},{programs},{confirmed},{pivots},\
{},{memory}",
            repetitions.len()
        );
        for times in [Times::wall(measurement), Times::processor(measurement)] {
            for time in [times.command, times.collapse, times.floats, times.check] {
                let _ = write!(text, ",{time:.9}");
            }
        }
        for stage in Stage::OF_SOLVER {
            let time = measurement.stage(stage).unwrap_or(0) as f64 / 1e9;
            let _ = write!(text, ",{time:.9}");
        }
        let agrees = result
            .peer(CGAL)
            .and_then(|answer| answer.agrees)
            .map(|agrees| agrees.to_string())
            .unwrap_or_default();
        let _ = writeln!(
            text,
            ",{},{agrees},{},{}",
            peer_seconds(result, CGAL),
            peer_seconds(result, QSOPT),
            result.problem.scene_command()
        );
    }
    text
}

/// The time of a peer in seconds; empty if there is none.
fn peer_seconds(result: &Measured, peer: &str) -> String {
    match result.peer_seconds(peer) {
        Some(seconds) => seconds.to_string(),
        None => String::new(),
    }
}

/// The time that a program takes for a problem, s.
type Time = fn(&Measured, &Measurement) -> f64;

/// The programs that are compared, and their times.
const PROGRAMS: [(&str, Time); 6] = [
    ("the command zwang collapse", |_, measurement| {
        Times::wall(measurement).command
    }),
    ("collapse with certificate", |_, measurement| {
        Times::wall(measurement).collapse
    }),
    ("clarabel alone", |_, measurement| {
        Times::wall(measurement).floats
    }),
    ("check", |_, measurement| Times::wall(measurement).check),
    ("CGAL, the same program", |measured, _| {
        measured.peer_seconds(CGAL).unwrap_or(0.0)
    }),
    ("QSopt_ex, stability only", |measured, _| {
        measured.peer_seconds(QSOPT).unwrap_or(0.0)
    }),
];

/// How many of the programs are zwang's or clarabel.
const WITHOUT_PEERS: usize = 4;

/// Time against bricks, and time against bits.
pub fn plot(results: &[Measured]) -> String {
    let mut families: Vec<BenchFamily> =
        results.iter().map(|result| result.problem.family).collect();
    families.dedup();
    let has_peers = results
        .iter()
        .any(|result| result.peers.iter().any(|answer| answer.seconds.is_some()));
    let programs = if has_peers {
        &PROGRAMS[..]
    } else {
        &PROGRAMS[..WITHOUT_PEERS]
    };
    let panels = vec![
        Panel {
            title: "Time and size".to_owned(),
            x_label: "bricks".to_owned(),
            y_label: "time, s".to_owned(),
            series: series(results, &families, programs, |measurement| {
                measurement.bricks as f64
            }),
        },
        Panel {
            title: "Time and length of numbers".to_owned(),
            x_label: "bits of the longest number".to_owned(),
            y_label: "time, s".to_owned(),
            series: series(results, &families, programs, |measurement| {
                measurement.bits as f64
            }),
        },
    ];
    let colours = families.iter().map(ToString::to_string).collect();
    let strokes = programs
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    Plot {
        title: "Exact collapse and floating-point solution of the same problems".to_owned(),
        panels,
        colours,
        strokes,
    }
    .log_log()
}

/// A curve for each family, in its colour, and each program, with its stroke: time against `x`.
fn series(
    results: &[Measured],
    families: &[BenchFamily],
    programs: &[(&str, Time)],
    x: fn(&Measurement) -> f64,
) -> Vec<Series> {
    let mut all = Vec::new();
    for (colour, family) in families.iter().enumerate() {
        for (stroke, (_, time)) in programs.iter().enumerate() {
            let mut points = Vec::new();
            for result in results {
                if let Ok(measurement) = &result.measurement
                    && result.problem.family == *family
                {
                    points.push([x(measurement), time(result, measurement)]);
                }
            }
            all.push(Series {
                colour,
                stroke,
                points,
            });
        }
    }
    all
}
