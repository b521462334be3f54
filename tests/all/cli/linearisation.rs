//! The table of docs/comparison.md about linearisation at the prediction, made again by the
//! commands above it.
#![allow(clippy::disallowed_types, reason = "the table is of decimals")]

use crate::cli::workshop::{CANTILEVER, Workshop};
use num_traits::ToPrimitive;
use serde_json::Value;

/// A brick that spins freely, at 2 rad/s.
const SPINNER: &str = "format = \"zwang-scene-1\"\nname = \"spinner\"\ngravity = [0, 0]\n\
[[body]]\nname = \"brick\"\nrectangle = { center = [0, 0], size = [1, \"1/4\"] }\nspin = 2\n";

/// A row of the table.
struct Row {
    step: String,
    options: &'static str,
    /// The numbers behind the first two columns.
    told: Vec<f64>,
}

fn rows() -> Vec<Row> {
    let document = include_str!("../../../docs/comparison.md");
    let lines = document
        .lines()
        .skip_while(|line| !line.starts_with("| 1/25 s | default"));
    let mut rows: Vec<Row> = Vec::new();
    for line in lines.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let step = match cells[0] {
            "" => rows.last().unwrap().step.clone(),
            step => step.trim_end_matches(" s").to_owned(),
        };
        let options = match cells[1] {
            "prediction" => "--lengths prediction --sidedness prediction",
            _ => "",
        };
        let told = cells[2..].iter().map(|cell| cell.parse().unwrap());
        rows.push(Row {
            step,
            options,
            told: told.collect(),
        });
    }
    assert_eq!(rows.len(), 6);
    rows
}

fn number(value: &Value) -> f64 {
    let number = zwang_exact::parse(value.as_str().unwrap()).unwrap();
    number.to_f64().unwrap()
}

/// The largest relative error of a length, half of that of its square.
fn length_error(summary: &Value) -> f64 {
    let least = number(&summary["squared_length_error_least"]["value"]);
    let largest = number(&summary["squared_length_error_largest"]["value"]);
    least.abs().max(largest.abs()) / 2.0
}

/// Makes a run of the scheme. Returns its summary and the lines of its file.
fn run(workshop: &Workshop, scene: &str, row: &Row, duration: &str) -> (Value, Vec<Value>) {
    let line = format!(
        "simulate {scene} --scheme framework {} --dt {} --duration {duration} \
         -o run --force --json",
        row.options, row.step
    );
    let summary = serde_json::from_str(workshop.zwang(&line).succeeds()).unwrap();
    let text = workshop.text("run");
    let lines = text.lines().skip(1);
    let lines = lines.map(|line| serde_json::from_str(line).unwrap());
    (summary, lines.collect())
}

fn place(line: &Value, node: usize) -> [f64; 2] {
    [0, 1].map(|axis| number(&line["nodes"][node][axis]))
}

/// By which angle the lower side of the brick has turned, counted on from step to step.
fn turned(lines: &[Value]) -> f64 {
    let mut angle = 0.0_f64;
    for line in lines {
        let [from, to] = [0, 2].map(|node| place(line, node));
        let direction = (to[1] - from[1]).atan2(to[0] - from[0]);
        let tau = std::f64::consts::TAU;
        angle = direction + tau * ((angle - direction) / tau).round();
    }
    angle
}

/// Two digits of each number are told.
#[track_caller]
fn assert_rounded(told: f64, found: f64) {
    assert!((told - found).abs() <= 0.06 * found.abs(), "{told} {found}");
}

/// Of each step's turn θ the prediction takes θ³: θ_n = θ / √(1 + 2 n θ²) as long as θ is small.
/// The default has no such term; its error is the first chord, of second order.
#[test]
fn the_spin_of_the_table() {
    let workshop = Workshop::new("linearisation-spin");
    workshop.file("spinner.toml", SPINNER);
    let mut missing_at_half_the_step = None;
    for row in rows().iter().rev() {
        let (summary, lines) = run(&workshop, "spinner.toml", row, "5");
        let missing = 10.0 - turned(&lines);
        assert_rounded(row.told[0], missing);
        assert_rounded(row.told[1], length_error(&summary));
        let turn = 10.0 / lines.len() as f64;
        if row.options.is_empty() {
            if let Some(half) = missing_at_half_the_step {
                assert_rounded(missing / half, 4.0);
            }
            missing_at_half_the_step = Some(missing);
        } else {
            // ∫ θ dn
            let kept = ((1.0 + 2.0 * 10.0 * turn).sqrt() - 1.0) / turn;
            assert_rounded(10.0 - missing, kept);
        }
    }
}

/// Lengths, depth and place of a brick that tips from a table; the place against zwang's own run.
#[test]
fn the_cantilever_of_the_table() {
    let workshop = Workshop::new("linearisation-cantilever");
    workshop.file("scene.toml", CANTILEVER);
    workshop
        .zwang("simulate scene.toml --dt 1/400 --duration 1/2 -o own.run")
        .succeeds();
    workshop.zwang("export own.run -o own.csv").succeeds();
    let own = workshop.text("own.csv");
    let last: Vec<&str> = own.lines().last().unwrap().split(',').collect();
    let [x, y] = [last[2], last[3]].map(|value| value.parse::<f64>().unwrap());
    for row in rows() {
        let (summary, lines) = run(&workshop, "scene.toml", &row, "1/2");
        assert_rounded(row.told[2], length_error(&summary));
        let depth = number(&summary["penetration_squared"]["value"]).sqrt();
        assert_rounded(row.told[3], depth);
        // The fifth of nine points is the centroid.
        let centroid = place(lines.last().unwrap(), 4);
        assert_rounded(row.told[4], (centroid[0] - x).hypot(centroid[1] - y));
    }
}
