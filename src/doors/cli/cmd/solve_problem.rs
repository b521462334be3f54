//! `zwang solve`: a linear or quadratic program from a text file, solved exactly.
//!
//! Every outcome is verified in plain rational arithmetic before it is shown.

use super::progress::Progress;
use super::solve::print_statistics;
use super::target::Target;
use super::{Outcome, console, file, limit};
use crate::arguments::OverwriteArguments;
use anyhow::{Context, Error, Result, anyhow};
use clap::Args;
use serde::Serialize;
use std::fmt::{Display, Write};
use std::path::PathBuf;
use zwang_exact::Rational;
use zwang_output::decimal::decimal;
use zwang_program::text::{self, NamedProgram, Program};
use zwang_program::{
    Infeasibility, LinearOutcome, Monitor, Multipliers, Options, ProgramError, QuadraticOutcome,
    Sense, Solution, Stage, Statistics, Unboundedness,
};
use zwang_terminal::argument::number;
use zwang_verdict::kind::{Place, misplaced};

/// A number longer than this, in characters, has a decimal beside it.
const LONG: usize = 9;
/// Significant digits of such decimals.
const DIGITS: usize = 6;

/// Arguments of `solve`.
#[derive(Args, Debug)]
pub struct SolveProblemArguments {
    /// The program, in the LP or an MPS format; `-` reads standard input.
    pub file: PathBuf,
    /// Let integer variables be any numbers.
    #[arg(long)]
    pub relax: bool,
    /// Answer in JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Write the answer to this file instead of standard output.
    #[arg(short, long, value_name = "SOLUTION")]
    pub output: Option<PathBuf>,
    /// The treatment of a file that is there already.
    #[command(flatten)]
    pub overwrite: OverwriteArguments,
    /// Find the answer without a floating-point guess, which is slower. Among several optimal
    /// points it is then the one nearest to 0.
    #[arg(long)]
    pub no_floats: bool,
    /// Print to standard error what the solution cost.
    #[arg(long)]
    pub stats: bool,
    /// Give up after this many seconds: the answer is then `unknown`, exit code 3, and nothing is
    /// written. Default: no limit.
    #[arg(long, value_name = "SECONDS", value_parser = number)]
    pub time_limit: Option<Rational>,
    /// No progress and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// The parts of an outcome; lists have one entry for each variable or row.
#[derive(Default, Serialize)]
struct Answer<'a> {
    format: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<String>,
    /// Whether the point is known to be the only optimal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variables: Option<Vec<Entry<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ray: Option<Vec<Entry<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row_multipliers: Option<Vec<Entry<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound_multipliers: Option<Vec<Entry<'a>>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    value: String,
}

/// Runs the command.
pub fn run(arguments: &SolveProblemArguments) -> Result<Outcome> {
    // Reading takes its share of the time.
    let stop = limit::watch(arguments.time_limit.as_ref())?;
    let source = file::name(&arguments.file);
    let text = file::read_text(&arguments.file)?;
    let named =
        text::read(&text).map_err(|error| match misplaced(&source, &text, Place::Program) {
            Some(message) => anyhow!(message),
            None => anyhow!("{source}: {error}"),
        })?;
    if !arguments.relax
        && let Some(first) = named.integers.first()
    {
        let name = name_of(&named, *first);
        let count = named.integers.len();
        return Err(anyhow!(
            "{source}: found {count} integer variables, the first is `{name}`; \
             expected continuous ones, or --relax to let these be any numbers"
        ));
    }
    let input = (!file::is_standard(&arguments.file)).then_some(arguments.file.as_path());
    let target = arguments
        .output
        .as_ref()
        .map(|path| Target::new(path, input, arguments.overwrite.force))
        .transpose()?;
    let options = Options {
        floats: !arguments.no_floats,
        ..Options::default()
    };
    let progress = Progress::new(arguments.quiet);
    let observer = |counts: &Statistics| progress.programs(counts);
    let monitor = Monitor::new(&observer).with_stop(stop);
    let answer = solve(&named, &options, &monitor).context(source);
    progress.end();
    limit::begin_answer();
    if arguments.stats {
        print_statistics(
            &monitor.statistics(),
            answer.as_ref().ok().map(Answer::bits),
            &Stage::OF_SOLVER,
        );
    }
    let answer = answer?;
    let text = if arguments.json {
        format!("{}\n", serde_json::to_string_pretty(&answer)?)
    } else {
        answer.text()
    };
    match target {
        None => console::print(text)?,
        Some(target) => {
            target.write(text.as_bytes())?;
            let note = format!("{}; written to {}", answer.status, target.name());
            console::tell_unless(arguments.quiet, &note);
        }
    }
    Ok(if answer.status == OPTIMAL {
        Outcome::Yes
    } else {
        Outcome::No
    })
}

const OPTIMAL: &str = "optimal";
const INFEASIBLE: &str = "infeasible";
const UNBOUNDED: &str = "unbounded";

fn solve<'a>(named: &'a NamedProgram, options: &Options, monitor: &Monitor) -> Result<Answer<'a>> {
    Ok(match &named.program {
        Program::Linear(program) => {
            let outcome = program
                .solve(options, monitor)
                .map_err(|error| told(named, error))?;
            if let Err(flaw) = program.verify(&outcome) {
                return Err(not_proved(&flaw));
            }
            match outcome {
                LinearOutcome::Optimal(solution) => Answer::optimal(named, &solution),
                LinearOutcome::Infeasible(proof) => Answer::infeasible(named, &proof),
                LinearOutcome::Unbounded(proof) => Answer::unbounded(named, &proof),
            }
        }
        Program::Quadratic(program) => {
            let outcome = program
                .solve(options, monitor)
                .map_err(|error| told(named, error))?;
            if let Err(flaw) = program.verify(&outcome) {
                return Err(not_proved(&flaw));
            }
            match outcome {
                QuadraticOutcome::Optimal(solution) => Answer::optimal(named, &solution),
                QuadraticOutcome::Infeasible(proof) => Answer::infeasible(named, &proof),
                QuadraticOutcome::Unbounded(proof) => Answer::unbounded(named, &proof),
            }
        }
    })
}

/// Why an answer is not given away.
fn not_proved(flaw: &impl Display) -> Error {
    anyhow!("the solution is not proved: {flaw}; this is a bug, please report the program")
}

/// The name of a variable in the file.
fn name_of(named: &NamedProgram, variable: usize) -> &str {
    named.variables.get(variable).map_or("?", String::as_str)
}

/// The error with the names of the file. A program that has been read can have no other mistake
/// than this one.
fn told(named: &NamedProgram, error: ProgramError) -> anyhow::Error {
    match error {
        ProgramError::NotSemidefinite {
            block,
            variable,
            pivot,
        } => {
            let mut shown = Vec::new();
            for &variable in block.iter().take(8) {
                shown.push(name_of(named, variable));
            }
            let rest = if block.len() > shown.len() {
                ", …"
            } else {
                ""
            };
            let expected = match named.program.sense() {
                Sense::Minimise => "a positive semidefinite block, as it is minimised",
                Sense::Maximise => "a negative semidefinite block, as it is maximised",
            };
            anyhow!(
                "quadratic part: the block of {}{rest}: found the pivot {} at {}; \
                 expected {expected}",
                shown.join(", "),
                shown_number(&pivot),
                name_of(named, variable)
            )
        }
        other => other.into(),
    }
}

fn entries<'a>(names: &'a [String], values: &[Rational]) -> Option<Vec<Entry<'a>>> {
    Some(
        names
            .iter()
            .zip(values)
            .map(|(name, value)| Entry {
                name,
                value: value.to_string(),
            })
            .collect(),
    )
}

impl<'a> Answer<'a> {
    fn new(status: &'static str) -> Self {
        Self {
            format: "zwang-solution-1",
            status,
            ..Self::default()
        }
    }

    fn with_multipliers(mut self, named: &'a NamedProgram, multipliers: &Multipliers) -> Self {
        self.row_multipliers = entries(&named.rows, &multipliers.rows);
        self.bound_multipliers = entries(&named.variables, &multipliers.bounds);
        self
    }

    fn optimal(named: &'a NamedProgram, solution: &Solution) -> Self {
        let mut answer = Self::new(OPTIMAL).with_multipliers(named, &solution.multipliers);
        let objective = &solution.objective + &named.constant;
        answer.objective = Some(objective.to_string());
        answer.unique = Some(solution.is_unique);
        answer.variables = entries(&named.variables, &solution.point);
        answer
    }

    /// The bits of the longest numerator or denominator.
    fn bits(&self) -> u64 {
        let lists = [
            &self.variables,
            &self.ray,
            &self.row_multipliers,
            &self.bound_multipliers,
        ];
        let values = lists
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.value.as_str());
        let numbers = values
            .chain(self.objective.as_deref())
            .filter_map(|text| text.parse::<Rational>().ok());
        numbers
            .map(|value| value.numer().bits().max(value.denom().bits()))
            .max()
            .unwrap_or(0)
    }

    fn infeasible(named: &'a NamedProgram, proof: &Infeasibility) -> Self {
        Self::new(INFEASIBLE).with_multipliers(named, &proof.multipliers)
    }

    fn unbounded(named: &'a NamedProgram, proof: &Unboundedness) -> Self {
        let mut answer = Self::new(UNBOUNDED);
        answer.variables = entries(&named.variables, &proof.point);
        answer.ray = entries(&named.variables, &proof.ray);
        answer
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.status);
        if let Some(objective) = &self.objective {
            let _ = writeln!(text, "objective {}", shown(objective));
        }
        if self.unique == Some(false) {
            text.push_str("other points may have the same objective\n");
        }
        let rows = if self.status == INFEASIBLE {
            "rows that contradict each other, multiplied by"
        } else {
            "multipliers of rows"
        };
        let bounds = if self.status == INFEASIBLE {
            "and bounds, multiplied by"
        } else {
            "multipliers of bounds"
        };
        let sections = [
            ("variables", &self.variables),
            ("ray", &self.ray),
            (rows, &self.row_multipliers),
            (bounds, &self.bound_multipliers),
        ];
        for (title, entries) in sections {
            let nonzero: Vec<&Entry> = entries
                .iter()
                .flatten()
                .filter(|entry| entry.value != "0")
                .collect();
            if entries.is_none() || nonzero.is_empty() && title != "variables" {
                continue;
            }
            let _ = writeln!(
                text,
                "\n{title}{}",
                if nonzero.is_empty() {
                    ": all 0"
                } else {
                    " (others are 0)"
                }
            );
            let width = nonzero
                .iter()
                .map(|entry| entry.name.chars().count())
                .max()
                .unwrap_or(0)
                .min(200);
            for Entry { name, value } in nonzero {
                let _ = writeln!(text, "  {name:<width$}  {}", shown(value));
            }
        }
        text
    }
}

/// A number with a decimal beside it if it is long.
fn shown(number: &str) -> String {
    match number.parse::<Rational>() {
        Ok(value) if number.len() > LONG => format!("{number} ≈ {}", decimal(&value, DIGITS).text),
        _ => number.to_owned(),
    }
}

fn shown_number(value: &Rational) -> String {
    shown(&value.to_string())
}
