//! Other exact solvers on the same problems, through the script benches/peers/peers.py.
//!
//! CGAL gets the quadratic program of the collapse in integers: with L the common denominator of
//! Hessian and linear part, it minimises L times the restraint without its constant part Σ ½ m
//! |a°|² + ½ I α°², a° and α° being free accelerations. QSopt_ex gets the linear program of
//! stability, which asks less: it is feasible if and only if the scene stands.
#![allow(clippy::disallowed_types)]

use super::measure::Measurement;
use super::problem::{BenchFamily, BenchProblem};
use anyhow::{Context, Result, bail};
use num_bigint::BigInt;
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use zwang_check::Verdict;
use zwang_collapse::export;
use zwang_exact::{Rational, common_denominator, times};
use zwang_program::text::{self, Program};
use zwang_program::{LinearRow, QuadraticProgram};
use zwang_scene::Scene;

/// The names of the peers.
pub const CGAL: &str = "CGAL";
pub const QSOPT: &str = "QSopt_ex";
/// The script, from the root of the repository.
const SCRIPT: &str = "benches/peers/peers.py";

/// The answer of a peer.
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
        let is_stable = measurement.verdict == Verdict::Rests.to_string();
        let is_cgal = self.peer == CGAL;
        let status = self.status.as_deref();
        self.agrees = match (status, &self.objective) {
            (Some("optimal"), Some(objective)) if is_cgal => {
                let restraint = restraint(scene, objective)?;
                let restraint = restraint.to_string();
                Some(restraint == measurement.restraint)
            }
            (Some("optimal"), _) => Some(is_stable),
            (Some("infeasible"), _) if !is_cgal => Some(!is_stable),
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

/// The installed versions, in lines.
pub fn versions() -> Result<String> {
    let output = output(script().arg("versions"))?;
    let status = output.status;
    if !status.success() {
        bail!(
            "python3 {SCRIPT}: {status}; \
             expected to be called in the repository"
        );
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.into_owned())
}

/// The script, still without its arguments.
fn script() -> Command {
    let mut command = Command::new("python3");
    command.arg(SCRIPT);
    command.stderr(Stdio::inherit());
    command
}

/// Runs the script.
fn output(script: &mut Command) -> Result<Output> {
    let output = script.output();
    output.with_context(|| format!("python3 {SCRIPT}"))
}

/// Has the files of a problem solved.
pub fn solve(problem: BenchProblem, folder: &Path, time_limit: u64) -> Result<Vec<PeerAnswer>> {
    let limit = time_limit.to_string();
    let mut script = script();
    script.args(["--limit", &limit, "solve"]);
    script.args(files(problem, folder));
    let output = output(&mut script)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut answers = Vec::new();
    for line in text.lines() {
        let answer = serde_json::from_str(line);
        let answer = answer.with_context(|| format!("{SCRIPT}: {line}"))?;
        answers.push(answer);
    }
    Ok(answers)
}

fn files(problem: BenchProblem, folder: &Path) -> [PathBuf; 2] {
    let name = problem.to_string().replace(' ', "-");
    let quadratic = format!("{name}.cgal");
    let linear = format!("{name}.lp");
    [folder.join(quadratic), folder.join(linear)]
}

/// Writes the programs of a scene for the peers.
pub fn write_files(problem: BenchProblem, scene: &Scene, folder: &Path) -> Result<()> {
    let [quadratic, linear] = files(problem, folder);
    let collapse = quadratic_program(scene)?;
    let collapse = integer_program(&collapse);
    write(&quadratic, &collapse)?;
    let stability = export::stability(scene)?;
    let stability = text::write(&stability.named, &stability.comments)?;
    write(&linear, &stability)
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
    let rows = &program.feasible.rows;
    let mut equalities = Vec::new();
    let mut inequalities = Vec::new();
    for row in rows {
        if row.range.lower == row.range.upper {
            equalities.push(row);
        } else {
            inequalities.push(row);
        }
    }
    let variables = diagonal.len();
    let all = rows.len();
    let equal = equalities.len();
    let mut text = format!("{variables} {all} {equal}\n");
    let mut values = diagonal;
    for value in &program.linear {
        values.push(times(value, &scale));
    }
    for value in values {
        let _ = writeln!(text, "{value}");
    }
    for row in equalities.into_iter().chain(inequalities) {
        write_row(&mut text, row);
    }
    text
}

/// A row times the common denominator of its numbers: b, how many coefficients, and these with
/// their variables.
fn write_row(text: &mut String, row: &LinearRow) {
    let bound = row.range.lower.clone().unwrap_or_default();
    let values = row.coefficients.iter().map(|(_, value)| value);
    let denominator = common_denominator(values.chain([&bound]));
    let count = row.coefficients.len();
    let bound = times(&bound, &denominator);
    let _ = write!(text, "{bound} {count}");
    for (variable, value) in &row.coefficients {
        let value = times(value, &denominator);
        let _ = write!(text, " {variable} {value}");
    }
    text.push('\n');
}

fn scale(program: &QuadraticProgram) -> BigInt {
    let hessian = program.hessian.iter().map(|(_, _, value)| value);
    common_denominator(hessian.chain(&program.linear))
}

/// The restraint that follows from the objective which CGAL has found.
fn restraint(scene: &Scene, objective: &str) -> Result<Rational> {
    let program = quadratic_program(scene)?;
    let mut fall = Rational::default();
    for (body, driven) in scene.bodies.iter().zip(scene.free_accelerations()) {
        if let (Some(free), Some(driven)) = (&body.dynamics, driven) {
            fall += &free.mass * driven.linear.dot(&driven.linear);
            fall += &free.inertia * &driven.angular * &driven.angular;
        }
    }
    let fall = fall / Rational::from_integer(2.into());
    let objective = zwang_exact::parse(objective)?;
    let scale = scale(&program);
    Ok(objective / scale + fall)
}

/// The program of the collapse.
fn quadratic_program(scene: &Scene) -> Result<QuadraticProgram> {
    match export::collapse(scene)?.named.program {
        Program::Quadratic(program) => Ok(program),
        Program::Linear(_) => bail!("the program of the collapse is not quadratic"),
    }
}
