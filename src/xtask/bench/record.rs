//! The results of a run for other programs: as CSV, and as a plot.
#![allow(clippy::disallowed_types)]

use super::measure::Measurement;
use super::peers::{CGAL, QSOPT};
use super::problem::{BenchFamily, BenchProblem};
use super::result::{Measured, Times};
use std::fmt::Write;
use zwang_output::plot::{Panel, Plot, Series};
use zwang_solve::Stage;

/// One line for each problem, times in seconds.
pub fn csv(results: &[Measured]) -> String {
    let mut text = "family,size,bricks,contacts,bits,verdict,programs,confirmed,pivots,repetitions,memory_kib,\
collapse_s,clarabel_s,check_s,collapse_cpu_s,clarabel_cpu_s,check_cpu_s"
        .to_owned();
    for stage in Stage::ALL {
        let _ = write!(text, ",{}_s", stage.name().replace(' ', "_"));
    }
    text.push_str(",cgal_s,cgal_same_optimum,qsopt_ex_s,scene\n");
    for result in results {
        let Ok(measurement) = &result.measurement else {
            continue;
        };
        let (wall, processor) = (Times::wall(measurement), Times::processor(measurement));
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
            "{family},{size},{bricks},{contacts},{bits},{verdict},{programs},{confirmed},{pivots},{},{memory}",
            repetitions.len()
        );
        let stages = Stage::ALL.map(|stage| measurement.stage(stage).unwrap_or(0) as f64 / 1e9);
        let times = [wall, processor].map(|times| [times.collapse, times.floats, times.check]);
        for time in times.as_flattened().iter().chain(&stages) {
            let _ = write!(text, ",{time:.9}");
        }
        let peer = |peer| {
            result
                .peer_seconds(peer)
                .map(|seconds| seconds.to_string())
                .unwrap_or_default()
        };
        let agrees = result
            .peer(CGAL)
            .and_then(|answer| answer.agrees)
            .map(|agrees| agrees.to_string())
            .unwrap_or_default();
        let _ = writeln!(
            text,
            ",{},{agrees},{},{}",
            peer(CGAL),
            peer(QSOPT),
            result.problem.scene_command()
        );
    }
    text
}

/// Time against bricks, and time against bits.
pub fn plot(results: &[Measured]) -> String {
    let mut families: Vec<BenchFamily> =
        results.iter().map(|result| result.problem.family).collect();
    families.dedup();
    type Time = fn(&Measured, &Measurement) -> f64;
    let programs: [(&str, Time); 5] = [
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
    let has_peers = results
        .iter()
        .any(|result| result.peers.iter().any(|answer| answer.seconds.is_some()));
    let programs = if has_peers {
        &programs[..]
    } else {
        &programs[..3]
    };
    let panel = |title: &str, x_label: &str, x: fn(&Measurement) -> f64| {
        let series = families.iter().enumerate().flat_map(|(colour, family)| {
            programs.iter().enumerate().map(move |(stroke, (_, time))| {
                let of_family = results
                    .iter()
                    .filter(|result| result.problem.family == *family);
                let measured = of_family
                    .filter_map(|result| Some((result, result.measurement.as_ref().ok()?)));
                let points = measured
                    .map(|(result, measurement)| [x(measurement), time(result, measurement)]);
                Series {
                    colour,
                    stroke,
                    points: points.collect(),
                }
            })
        });
        let (title, x_label, y_label) =
            (title.to_owned(), x_label.to_owned(), "time, s".to_owned());
        Panel {
            title,
            x_label,
            y_label,
            series: series.collect(),
        }
    };
    let panels = vec![
        panel("Time and size", "bricks", |measurement| {
            measurement.bricks as f64
        }),
        panel(
            "Time and length of numbers",
            "bits of the longest number",
            |measurement| measurement.bits as f64,
        ),
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
