//! The results of a run as tables.
#![allow(clippy::disallowed_types)]

use super::measure::Measurement;
use super::result::{Measured, Times};
use std::fmt::Write;
use zwang_program::Stage;

/// The columns of the table of ratios.
const HEAD: [&str; 16] = [
    "problem",
    "bricks",
    "contacts",
    "bits",
    "command",
    "collapse",
    "clarabel",
    "check",
    "command/clarabel",
    "(cpu)",
    "collapse/clarabel",
    "(cpu)",
    "check/collapse",
    "(cpu)",
    "MiB",
    "repeats",
];

/// The meaning of the columns.
const LEGEND: &str = "
Times in ms, medians; ratios by the clock, and of mean processor time (cpu). command: zwang
collapse, from the scene file to the file with the proof. collapse: the same in one process without
files, report and check. Stages of the collapse, threads added up:

";

/// The table of ratios, and that of the stages.
pub fn tables(results: &[Measured]) -> String {
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    let mut stages = vec![stage_names()];
    let mut failures = String::new();
    for result in results {
        let measurement = match &result.measurement {
            Ok(measurement) => measurement,
            Err(reason) => {
                let _ = writeln!(failures, "{}: {reason}", result.problem);
                continue;
            }
        };
        rows.push(row(result, measurement));
        stages.push(stage_times(result, measurement));
    }
    let mut text = aligned(&rows);
    text.push_str(LEGEND);
    text + &aligned(&stages) + &failures
}

fn stage_names() -> Vec<String> {
    let mut names = vec!["problem".to_owned()];
    for stage in Stage::OF_SOLVER {
        names.push(stage.name().to_owned());
    }
    names
}

fn stage_times(result: &Measured, measurement: &Measurement) -> Vec<String> {
    let mut times = vec![result.problem.to_string()];
    for stage in Stage::OF_SOLVER {
        times.push(milliseconds(measurement.stage(stage)));
    }
    times
}

fn row(result: &Measured, measurement: &Measurement) -> Vec<String> {
    let wall = Times::wall(measurement);
    let processor = Times::processor(measurement);
    vec![
        result.problem.to_string(),
        measurement.bricks.to_string(),
        measurement.contacts.to_string(),
        measurement.bits.to_string(),
        milliseconds(measurement.wall(|repetition| repetition.command)),
        milliseconds(measurement.wall(|repetition| repetition.collapse)),
        milliseconds(measurement.wall(|repetition| repetition.floats)),
        milliseconds(measurement.wall(|repetition| repetition.check)),
        ratio(wall.command, wall.floats),
        ratio(processor.command, processor.floats),
        ratio(wall.collapse, wall.floats),
        ratio(processor.collapse, processor.floats),
        ratio(wall.check, wall.collapse),
        ratio(processor.check, processor.collapse),
        measurement
            .memory
            .map_or("-".to_owned(), |memory| (memory / 1024).to_string()),
        measurement.repetitions.len().to_string(),
    ]
}

/// A problem in one line, while others are still to come.
pub fn line(result: &Measured) -> String {
    let told = match &result.measurement {
        Err(reason) => reason.clone(),
        Ok(measurement) => {
            let times = Times::wall(measurement);
            format!(
                "collapse in {} ms, {} times clarabel; check {} times collapse",
                milliseconds(measurement.wall(|repetition| repetition.collapse)),
                ratio(times.collapse, times.floats),
                ratio(times.check, times.collapse)
            )
        }
    };
    format!(
        "{}: {told} ({})",
        result.problem,
        result.problem.scene_command()
    )
}

/// The table of the peers.
pub fn peer_table(results: &[Measured]) -> String {
    let head = [
        "problem",
        "peer",
        "status",
        "seconds",
        "against collapse",
        "same answer",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut rows = vec![head];
    let mut failures = String::new();
    for result in results {
        let collapse = result
            .measurement
            .as_ref()
            .map_or(0.0, |measurement| Times::wall(measurement).collapse);
        for answer in &result.peers {
            let agrees = match answer.agrees {
                Some(true) => "yes",
                Some(false) => "NO",
                None => "-",
            };
            if let Some(reason) = &answer.missing {
                let _ = writeln!(failures, "{}: {}: {reason}", result.problem, answer.peer);
                continue;
            }
            let seconds = answer.seconds.unwrap_or(0.0);
            rows.push(vec![
                result.problem.to_string(),
                answer.peer.clone(),
                answer.status.clone().unwrap_or_default(),
                format!("{seconds:.3}"),
                format!("{} times", ratio(seconds, collapse)),
                agrees.to_owned(),
            ]);
        }
    }
    aligned(&rows) + &failures
}

fn ratio(time: f64, other: f64) -> String {
    if time <= 0.0 || other <= 0.0 {
        return "-".to_owned();
    }
    let ratio = time / other;
    if ratio < 0.995 {
        format!("{ratio:.3}")
    } else if ratio < 100.0 {
        format!("{ratio:.2}")
    } else {
        format!("{ratio:.0}")
    }
}

fn milliseconds(nanoseconds: Option<u64>) -> String {
    nanoseconds.map_or("-".to_owned(), |time| {
        let time = time as f64 / 1e6;
        if time < 10.0 {
            format!("{time:.2}")
        } else {
            format!("{time:.0}")
        }
    })
}

/// Columns two spaces apart, all but the first one flush right.
fn aligned(rows: &[Vec<String>]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column == 0 {
                write!(line, "{cell:<width$}")
            } else {
                write!(line, "  {cell:>width$}")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows =
            [["a", "bb", "c"], ["ddd", "1", "22"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows), "a    bb   c\nddd   1  22\n");
    }

    #[test]
    fn ratios_are_rounded_as_they_are_read() {
        assert_eq!(
            [ratio(1.0, 3.0), ratio(10.0, 3.0), ratio(12345.0, 1.0)],
            ["0.333", "3.33", "12345"]
        );
        assert_eq!([ratio(1.0, 0.0), ratio(0.0, 1.0)], ["-", "-"]);
    }
}
