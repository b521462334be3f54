//! The writer of the LP format.

use super::error::WriteError;
use super::name::is_writable;
use super::named::{NamedProgram, Program};
use crate::linear::Sense;
use crate::polyhedron::{Interval, LinearRow};
use num_traits::{One, Signed, Zero};
use std::collections::BTreeSet;
use zwang_exact::Rational;

/// Terms go to a new line beyond this many characters.
const WIDTH: usize = 100;

/// Writes a program, with comments before it. Reading the text gives the same program, if the
/// entries of a Hessian are sorted and no coefficient of a row is zero.
///
/// # Errors
/// [`WriteError`] for names that the format does not have, and for indices and numbers of names
/// that do not fit the program.
pub fn write(named: &NamedProgram, comments: &[String]) -> Result<String, WriteError> {
    check(named)?;
    let mut text = Text::default();
    for comment in comments {
        let comment: String = comment
            .chars()
            .map(|character| {
                if character.is_control() {
                    ' '
                } else {
                    character
                }
            })
            .collect();
        text.line(&format!("\\ {comment}"));
    }
    let objective = match &named.program {
        Program::Linear(program) => &program.objective,
        Program::Quadratic(program) => &program.linear,
    };
    text.line(match named.program.sense() {
        Sense::Minimise => "Minimize",
        Sense::Maximise => "Maximize",
    });
    text.begin(&format!(" {}:", named.objective));
    let needs_all = !appear_in_order(named, objective);
    for (variable, value) in objective
        .iter()
        .enumerate()
        .filter(|(_, value)| needs_all || !value.is_zero())
    {
        text.term(value, named.variable(variable)?);
    }
    if let Program::Quadratic(program) = &named.program {
        text.word(if text.is_empty { "[" } else { "+ [" });
        text.is_empty = true;
        for (row, column, value) in &program.hessian {
            let first = named.variable(*row)?;
            let second = named.variable(*column)?;
            if row == column {
                text.term(value, &format!("{first} ^ 2"));
            } else {
                text.term(
                    &(value * Rational::from_integer(2.into())),
                    &format!("{first} * {second}"),
                );
            }
        }
        text.word("] / 2");
        text.is_empty = false;
    }
    if !named.constant.is_zero() {
        text.number(&named.constant);
    }
    text.end();
    text.line("Subject To");
    for (row, name) in named.program.feasible().rows.iter().zip(&named.rows) {
        write_row(&mut text, named, row, name)?;
    }
    text.line("Bounds");
    for (range, name) in named.program.feasible().bounds.iter().zip(&named.variables) {
        if *range != Interval::nonnegative() {
            text.line(&format!(" {}", bound(range, name)));
        }
    }
    if !named.integers.is_empty() {
        text.begin("General");
        for variable in &named.integers {
            text.word(named.variable(*variable)?);
        }
        text.end();
    }
    text.line("End");
    Ok(text.text)
}

fn write_row(
    text: &mut Text,
    named: &NamedProgram,
    row: &LinearRow,
    name: &str,
) -> Result<(), WriteError> {
    text.begin(&format!(" {name}:"));
    let (before, after) = match (&row.range.lower, &row.range.upper) {
        (Some(lower), Some(upper)) if lower == upper => (None, format!("= {lower}")),
        (Some(lower), Some(upper)) => (Some(format!("{lower} <=")), format!("<= {upper}")),
        (None, Some(upper)) => (None, format!("<= {upper}")),
        (Some(lower), None) => (None, format!(">= {lower}")),
        (None, None) => (None, ">= -inf".to_owned()),
    };
    if let Some(before) = before {
        text.word(&before);
        text.is_empty = true;
    }
    for (variable, value) in row
        .coefficients
        .iter()
        .filter(|(_, value)| !value.is_zero())
    {
        text.term(value, named.variable(*variable)?);
    }
    // Others do not accept a row without a term, or pass over it.
    if let Some(first) = named.variables.first().filter(|_| is_empty(row)) {
        text.term(&Rational::zero(), first);
    }
    text.word(&after);
    text.end();
    Ok(())
}

fn is_empty(row: &LinearRow) -> bool {
    row.coefficients.iter().all(|(_, value)| value.is_zero())
}

fn bound(range: &Interval, name: &str) -> String {
    match (&range.lower, &range.upper) {
        (None, None) => format!("{name} free"),
        (Some(lower), None) => format!("{name} >= {lower}"),
        (None, Some(upper)) => format!("-inf <= {name} <= {upper}"),
        (Some(lower), Some(upper)) if lower == upper => format!("{name} = {lower}"),
        (Some(lower), Some(upper)) => format!("{lower} <= {name} <= {upper}"),
    }
}

fn check(named: &NamedProgram) -> Result<(), WriteError> {
    let feasible = named.program.feasible();
    let variables = feasible.bounds.len();
    for (what, found, expected) in [
        ("variables", named.variables.len(), variables),
        ("rows", named.rows.len(), feasible.rows.len()),
    ] {
        if found != expected {
            return Err(WriteError::Names {
                what,
                found,
                expected,
            });
        }
    }
    for names in [&named.variables, &named.rows] {
        let mut seen = BTreeSet::new();
        if let Some(name) = names.iter().find(|name| !seen.insert(name.as_str())) {
            return Err(WriteError::RepeatedName(name.clone()));
        }
    }
    let mut names = named
        .variables
        .iter()
        .chain(&named.rows)
        .chain([&named.objective]);
    names
        .find(|name| !is_writable(name))
        .map_or(Ok(()), |name| Err(WriteError::Name(name.clone())))
}

/// Whether the variables appear for the first time in their own order, and all of them appear, so
/// that a reader numbers them alike.
fn appear_in_order(named: &NamedProgram, objective: &[Rational]) -> bool {
    let nonzero = objective
        .iter()
        .enumerate()
        .filter(|(_, value)| !value.is_zero())
        .map(|(variable, _)| variable);
    let products = match &named.program {
        Program::Linear(_) => &[][..],
        Program::Quadratic(program) => &program.hessian,
    };
    let products = products.iter().flat_map(|(row, column, _)| [*row, *column]);
    let rows = named.program.feasible().rows.iter().flat_map(|row| {
        let terms = row
            .coefficients
            .iter()
            .filter(|(_, value)| !value.is_zero())
            .map(|(variable, _)| *variable);
        terms.chain(is_empty(row).then_some(0))
    });
    let mut next = 0;
    for variable in nonzero.chain(products).chain(rows) {
        if variable > next {
            return false;
        }
        next += usize::from(variable == next);
    }
    next >= objective.len()
}

impl NamedProgram {
    fn variable(&self, index: usize) -> Result<&str, WriteError> {
        self.variables
            .get(index)
            .map(String::as_str)
            .ok_or(WriteError::UnknownVariable(index))
    }
}

/// Lines, broken between terms.
#[derive(Default)]
struct Text {
    text: String,
    /// Characters in the last line.
    width: usize,
    /// Whether no term has been written in the expression.
    is_empty: bool,
}

impl Text {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.end();
    }

    fn begin(&mut self, label: &str) {
        self.text.push_str(label);
        self.width = label.len();
        self.is_empty = true;
    }

    fn end(&mut self) {
        self.text.push('\n');
    }

    fn word(&mut self, word: &str) {
        if self.width + word.len() > WIDTH {
            self.text.push_str("\n  ");
            self.width = 2;
        }
        self.text.push(' ');
        self.text.push_str(word);
        self.width += word.len() + 1;
    }

    fn number(&mut self, value: &Rational) {
        let sign = self.sign(value);
        self.word(&format!("{sign}{}", value.abs()));
    }

    /// The sign before a term.
    fn sign(&self, value: &Rational) -> &'static str {
        match (value.is_negative(), self.is_empty) {
            (true, _) => "- ",
            (false, true) => "",
            (false, false) => "+ ",
        }
    }

    fn term(&mut self, value: &Rational, name: &str) {
        let sign = self.sign(value);
        let magnitude = value.abs();
        let number = if magnitude.is_one() {
            String::new()
        } else {
            format!("{magnitude} ")
        };
        self.word(&format!("{sign}{number}{name}"));
        self.is_empty = false;
    }
}
