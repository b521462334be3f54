//! `cargo xtask bench methods`: motion space against contact space.
//!
//! S. Redon, A. Kheddar and S. Coquillart (*Gauss' least constraints principle and rigid body
//! simulations*, 2002) compared a method that works on motions with one that works on contacts, in
//! tables of times against contacts per body. Here every method is exact; each row of the tables is
//! one program, solved by all of them to the same point.

mod condition;
mod families;

use super::arguments::BenchMethodsArguments;
use anyhow::{Result, ensure};
use condition::Conditions;
use families::{Family, Member};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};
use zwang_alternatives::{Method, MethodAnswer, methods};
use zwang_program::Monitor;
use zwang_program::kernel;
use zwang_terminal::{Outcome, console};

/// Quick solutions are repeated, and the shortest time counts.
const MOST_REPETITIONS: u32 = 5;
const ENOUGH: Duration = Duration::from_millis(500);

/// The meaning of the columns.
const LEGEND: &str = "\
bits   of the largest integer computed with; for the active set, which reconstructs solutions from
       residues, of the answer
ratio  time of complementarity (contact space) over time of nearest point (motion space)
cond   condition numbers of J Q (motion space) and of A = J Q (J Q)^T (contact space), by the values
       that are not 0
";

/// The measurements of one method.
struct Measurement {
    answer: MethodAnswer,
    time: Duration,
}

/// The measurements of all methods on one program, in the order of [`methods`].
struct Comparison {
    parameter: usize,
    bodies: usize,
    contacts: usize,
    conditions: Conditions,
    measurements: Vec<Measurement>,
}

/// Runs the command.
pub fn run(arguments: &BenchMethodsArguments) -> Result<Outcome> {
    let mut measured = Vec::new();
    for family in families::families()? {
        let mut comparisons = Vec::new();
        for member in &family.members {
            comparisons.push(compare(&family, member)?);
        }
        if !arguments.json {
            console::print(table(&family, &comparisons))?;
        }
        measured.push((family, comparisons));
    }
    if arguments.json {
        let json = json(&measured);
        console::print(format!("{json:#}\n"))?;
    } else {
        console::print(LEGEND)?;
    }
    Ok(Outcome::Yes)
}

fn compare(family: &Family, member: &Member) -> Result<Comparison> {
    let problem = &member.problem;
    let mut measurements = Vec::new();
    for method in methods() {
        measurements.push(measure(method, member)?);
    }
    let first = &measurements[0].answer;
    let first_name = methods()[0].name();
    for (method, measurement) in methods().iter().zip(&measurements) {
        let name = method.name();
        let answer = &measurement.answer;
        ensure!(
            is_same(&answer.outcome, &first.outcome),
            "the method `{name}` differs from `{first_name}`; \
             this is a bug, please report it"
        );
    }
    Ok(Comparison {
        parameter: member.parameter,
        bodies: problem.masses.len() / family.unknowns,
        contacts: problem.rows.len(),
        conditions: Conditions::of(problem),
        measurements,
    })
}

fn measure(method: &dyn Method, member: &Member) -> Result<Measurement> {
    let begin = Instant::now();
    let mut best: Option<Measurement> = None;
    for _ in 0..MOST_REPETITIONS {
        let start = Instant::now();
        let answer = method.solve(&member.problem, &Monitor::default())?;
        let time = start.elapsed();
        if best.as_ref().is_none_or(|best| time < best.time) {
            best = Some(Measurement { answer, time });
        }
        if begin.elapsed() > ENOUGH {
            break;
        }
    }
    Ok(best.unwrap_or_else(|| unreachable!("it is measured at least once")))
}

fn is_same(one: &kernel::Outcome, other: &kernel::Outcome) -> bool {
    match (one, other) {
        (kernel::Outcome::Optimal(one), kernel::Outcome::Optimal(other)) => {
            let mut pairs = one.point.iter().zip(&other.point);
            pairs.all(|(a, b)| a * &other.denominator == b * &one.denominator)
        }
        (kernel::Outcome::Infeasible(_), kernel::Outcome::Infeasible(_)) => true,
        _ => false,
    }
}

/// Milliseconds with three decimals.
fn milliseconds(time: Duration) -> String {
    let micros = time.as_micros();
    let whole = micros / 1000;
    let rest = micros % 1000;
    format!("{whole}.{rest:03}")
}

/// A ratio with one decimal.
fn ratio(numerator: u128, denominator: u128) -> String {
    let tenths = (numerator * 10 + denominator / 2) / denominator.max(1);
    let whole = tenths / 10;
    let rest = tenths % 10;
    format!("{whole}.{rest}")
}

/// How many times as long the last method, in contact space, takes as the one before, in motion
/// space.
fn contact_to_motion(comparison: &Comparison) -> String {
    match &comparison.measurements[..] {
        [.., motion, contact] => {
            let motion = motion.time.as_nanos();
            let contact = contact.time.as_nanos();
            ratio(contact, motion)
        }
        _ => String::new(),
    }
}

fn table(family: &Family, comparisons: &[Comparison]) -> String {
    let mut head = vec![family.parameter, "bodies", "contacts", "per body"];
    for _ in methods() {
        head.extend(["pivots", "ms", "bits"]);
    }
    head.extend(["ratio", "cond J Q", "cond A"]);
    let head: Vec<String> = head.into_iter().map(str::to_owned).collect();
    let mut widths: Vec<usize> = head.iter().map(String::len).collect();
    let mut rows = vec![head];
    for comparison in comparisons {
        let row = cells(comparison);
        for (width, cell) in widths.iter_mut().zip(&row) {
            *width = cell.len().max(*width);
        }
        rows.push(row);
    }
    let title = &family.name;
    let names = method_names(&widths);
    let mut text = format!("{title}\n{names}\n");
    for row in rows {
        let mut cells = Vec::new();
        for (cell, &width) in row.iter().zip(&widths) {
            cells.push(format!("{cell:>width$}"));
        }
        text.push_str(&cells.join("  "));
        text.push('\n');
    }
    text.push('\n');
    text
}

/// A line of the table.
fn cells(comparison: &Comparison) -> Vec<String> {
    let per_body = ratio(comparison.contacts as u128, comparison.bodies as u128);
    let mut cells = vec![
        comparison.parameter.to_string(),
        comparison.bodies.to_string(),
        comparison.contacts.to_string(),
        per_body,
    ];
    for Measurement { answer, time } in &comparison.measurements {
        cells.push(answer.pivots.to_string());
        cells.push(milliseconds(*time));
        cells.push(answer.bits.to_string());
    }
    cells.push(contact_to_motion(comparison));
    let Conditions { motion, contact } = comparison.conditions;
    cells.push(format!("{motion:.1}"));
    cells.push(format!("{contact:.1}"));
    cells
}

/// The line above the head: each method over its three columns.
fn method_names(widths: &[usize]) -> String {
    let mut line = " ".repeat(width_of(&widths[..4]));
    for (method, columns) in methods().iter().zip(widths[4..].chunks(3)) {
        let width = width_of(columns);
        let _ = write!(line, "  {:>width$}", method.name());
    }
    line
}

/// The width of columns that stand two spaces apart.
fn width_of(columns: &[usize]) -> usize {
    let gaps = columns.len() - 1;
    columns.iter().sum::<usize>() + 2 * gaps
}

fn json(measured: &[(Family, Vec<Comparison>)]) -> Value {
    let mut programs = Vec::new();
    for (family, comparisons) in measured {
        for comparison in comparisons {
            programs.push(program_json(family, comparison));
        }
    }
    json!({ "format": "zwang-bench-methods-1", "programs": programs })
}

fn program_json(family: &Family, comparison: &Comparison) -> Value {
    let mut results = Vec::new();
    for (method, measurement) in methods().iter().zip(&comparison.measurements) {
        let Measurement { answer, time } = measurement;
        results.push(json!({
            "method": method.name(),
            "pivots": answer.pivots,
            "microseconds": time.as_micros() as u64,
            "bits": answer.bits,
        }));
    }
    json!({
        "family": family.name,
        "parameter": family.parameter,
        "value": comparison.parameter,
        "bodies": comparison.bodies,
        "contacts": comparison.contacts,
        "condition_of_motion_space": comparison.conditions.motion,
        "condition_of_contact_space": comparison.conditions.contact,
        "methods": results,
    })
}
