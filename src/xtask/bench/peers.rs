//! Other exact solvers on the same problems, through the script benches/peers/peers.py.
//!
//! CGAL gets the quadratic program of the collapse in integers: with L the common denominator of
//! Hessian and linear part, it minimises L times the restraint without its constant part Σ ½ m
//! |g|². QSopt_ex gets the linear program of stability, which asks less: it is feasible if and only
//! if the scene stands.
#![allow(clippy::disallowed_types)]

use super::measure::Measurement;
use super::problem::{BenchFamily, BenchProblem};
use anyhow::{Context, Result, bail};
use num_bigint::BigInt;
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use zwang_check::Verdict;
use zwang_collapse::export;
use zwang_exact::{Rational, common_denominator, times};
use zwang_program::QuadraticProgram;
use zwang_program::text::{self, Program};
use zwang_scene::Scene;

/// The names of the peers.
pub const CGAL: &str = "CGAL";
pub const QSOPT: &str = "QSopt_ex";
/// The script, from the root of the repository.
const SCRIPT: &str = "benches/peers/peers.py";

/// What a peer has done.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct PeerAnswer {
    pub peer: String,
    /// Why there is no answer.
    pub missing: Option<String>,
    pub version: Option<String>,
    pub command: Option<String>,
    pub status: Option<String>,
    /// The objective as a fraction.
    pub objective: Option<String>,
    pub seconds: Option<f64>,
    pub processor_seconds: Option<f64>,
    /// Whether the answer is the same as here, if there is one.
    #[serde(skip)]
    pub agrees: Option<bool>,
}

impl PeerAnswer {
    /// Compares the answer with that of the measurement: the least restraint exactly, or whether
    /// the scene stands.
    pub fn compare(&mut self, scene: &Scene, measurement: &Measurement) -> Result<()> {
        self.agrees = match (&self.objective, self.status.as_deref()) {
            (Some(objective), Some("optimal")) if self.peer == CGAL => {
                Some(restraint(scene, objective)?.to_string() == measurement.restraint)
            }
            (_, Some("optimal")) => Some(measurement.verdict == Verdict::Stable.to_string()),
            (_, Some("infeasible")) if self.peer != CGAL => {
                Some(measurement.verdict != Verdict::Stable.to_string())
            }
            _ => None,
        };
        Ok(())
    }
}

/// Whether peers get a problem: they need hours for the larger ones.
pub fn gets(problem: BenchProblem, full: bool) -> bool {
    let most = if full { 8 } else { 6 };
    match problem.family {
        BenchFamily::Diamond => problem.size <= most,
        BenchFamily::Wall | BenchFamily::Jitter => problem.size <= 5,
        _ => problem.size <= 30,
    }
}

/// What is installed, in lines.
pub fn versions() -> Result<String> {
    let output = Command::new("python3")
        .args([SCRIPT, "versions"])
        .stderr(Stdio::inherit())
        .output();
    let output = output.with_context(|| format!("python3 {SCRIPT}"))?;
    if !output.status.success() {
        bail!(
            "python3 {SCRIPT}: {}; expected to be called in the repository",
            output.status
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Has the files of a problem solved.
pub fn solve(problem: BenchProblem, folder: &Path, time_limit: u64) -> Result<Vec<PeerAnswer>> {
    let mut command = Command::new("python3");
    command
        .args([SCRIPT, "--limit", &time_limit.to_string(), "solve"])
        .args(files(problem, folder));
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("python3 {SCRIPT}"))?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).with_context(|| format!("{SCRIPT}: {line}")))
        .collect()
}

fn files(problem: BenchProblem, folder: &Path) -> [PathBuf; 2] {
    let name = problem.to_string().replace(' ', "-");
    ["cgal", "lp"].map(|ending| folder.join(format!("{name}.{ending}")))
}

/// Writes the programs of a scene for the peers.
pub fn write_files(problem: BenchProblem, scene: &Scene, folder: &Path) -> Result<()> {
    let [quadratic, linear] = files(problem, folder);
    let collapse = export::collapse(scene)?;
    let Program::Quadratic(program) = &collapse.named.program else {
        bail!("the program of the collapse is not quadratic")
    };
    write(&quadratic, &integer_program(program))?;
    let stability = export::stability(scene)?;
    write(
        &linear,
        &text::write(&stability.named, &stability.comments)?,
    )
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// A program with a diagonal Hessian, free variables and rows a·x = b, a·x ≥ b as the text that
/// cgal_qp.cpp reads.
fn integer_program(program: &QuadraticProgram) -> String {
    let scale = scale(program);
    let mut diagonal = vec![BigInt::default(); program.linear.len()];
    for (row, column, value) in &program.hessian {
        if row == column {
            diagonal[*row] = times(value, &scale);
        }
    }
    let linear = program.linear.iter().map(|value| times(value, &scale));
    let rows = program.feasible.rows.iter();
    let (equalities, inequalities): (Vec<_>, Vec<_>) =
        rows.partition(|row| row.range.lower == row.range.upper);
    let mut text = format!(
        "{} {} {}\n",
        diagonal.len(),
        program.feasible.rows.len(),
        equalities.len()
    );
    for value in diagonal.into_iter().chain(linear) {
        let _ = writeln!(text, "{value}");
    }
    for row in equalities.iter().chain(&inequalities) {
        let bound = row.range.lower.clone().unwrap_or_default();
        let numbers = row
            .coefficients
            .iter()
            .map(|(_, value)| value)
            .chain([&bound]);
        let denominator = common_denominator(numbers);
        let _ = write!(
            text,
            "{} {}",
            times(&bound, &denominator),
            row.coefficients.len()
        );
        for (variable, value) in &row.coefficients {
            let _ = write!(text, " {variable} {}", times(value, &denominator));
        }
        text.push('\n');
    }
    text
}

fn scale(program: &QuadraticProgram) -> BigInt {
    common_denominator(
        program
            .hessian
            .iter()
            .map(|(_, _, value)| value)
            .chain(&program.linear),
    )
}

/// The restraint that follows from the objective which CGAL has found.
fn restraint(scene: &Scene, objective: &str) -> Result<Rational> {
    let collapse = export::collapse(scene)?;
    let Program::Quadratic(program) = &collapse.named.program else {
        bail!("the program of the collapse is not quadratic")
    };
    let half = Rational::new(1.into(), 2.into());
    let mut fall = Rational::default();
    for body in &scene.bodies {
        if let Some(free) = &body.dynamics {
            fall += &free.mass * scene.gravity.dot(&scene.gravity) * &half;
        }
    }
    Ok(zwang_exact::parse(objective)? / scale(program) + fall)
}
