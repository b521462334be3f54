//! The reader of MPS files, free or fixed.
//!
//! In the free format fields are separated by spaces; in the fixed one they stand in columns 2 to
//! 3, 5 to 12, 15 to 22, 25 to 36, 40 to 47 and 50 to 61, and names may have spaces. A file is read
//! as a free one, and if that fails, as a fixed one.
//!
//! For the rows without a bound (`N`) the first is the objective, and the others are passed over;
//! so
//! are right sides, ranges and bounds of other sets than the first. A right side of the objective
//! is the negative of its constant. Ranges are as the format's authors have them: an equation with
//! the range R reaches from its right side to R beyond it. Bounds of 10^30 and more are infinite.
//! Numbers may be fractions. `OBJSENSE` and the quadratic sections `QUADOBJ` and `QMATRIX` are
//! those of CPLEX and Gurobi.

use super::error::TextError;
use super::named::{NamedProgram, Program};
use super::token::{self, Digits, quoted};
use crate::linear::{LinearProgram, Sense};
use crate::polyhedron::{Interval, LinearRow, Polyhedron};
use crate::quadratic::QuadraticProgram;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::Rational;

/// The words that begin sections.
const SECTIONS: [&str; 13] = [
    "NAME",
    "OBJSENSE",
    "OBJSENSEMAX",
    "OBJNAME",
    "ROWS",
    "COLUMNS",
    "RHS",
    "RANGES",
    "BOUNDS",
    "QUADOBJ",
    "QMATRIX",
    "QSECTION",
    "ENDATA",
];
/// The beginnings and ends of the fields of the fixed format.
const FIELDS: [(usize, usize); 6] = [(1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61)];

/// Whether a text begins like an MPS file.
pub(super) fn is_mps(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !is_comment(line));
    let first = lines.next().unwrap_or_default();
    !first.starts_with(char::is_whitespace) && section(first).is_some()
}

fn is_comment(line: &str) -> bool {
    line.starts_with('*') || line.trim().is_empty()
}

/// The section that a line begins, with the rest of the line.
fn section(line: &str) -> Option<(&'static str, &str)> {
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest),
        None => (line, ""),
    };
    let mut sections = SECTIONS.into_iter();
    let section = sections.find(|section| word.eq_ignore_ascii_case(section))?;
    Some((section, rest.trim()))
}

/// Reads a program.
pub(super) fn read(text: &str) -> Result<NamedProgram, TextError> {
    let free = Reader::new(false, text).program(text);
    match free {
        Ok(program) => Ok(program),
        Err(error) => Reader::new(true, text).program(text).map_err(|_| error),
    }
}

/// Knowledge about a row.
struct RowInProgress {
    /// `E`, `L` or `G`.
    kind: char,
    coefficients: Vec<(usize, Rational)>,
    right: Rational,
    range: Option<Rational>,
}

/// The bounds of a variable, as far as they are given.
#[derive(Clone, Default)]
struct Bounds {
    lower: Option<Option<Rational>>,
    upper: Option<Option<Rational>>,
}

/// The place of the coefficients of a row.
#[derive(Clone, Copy)]
enum Place {
    Objective,
    Row(usize),
    /// Another row without a bound.
    Nowhere,
}

struct Reader {
    is_fixed: bool,
    digits: Digits,
    line: usize,
    section: &'static str,
    sense: Sense,
    objective_name: Option<String>,
    objective: Vec<Rational>,
    constant: Rational,
    row_names: Vec<String>,
    rows: Vec<RowInProgress>,
    /// Whether the row of the objective is known.
    has_objective: bool,
    places: BTreeMap<String, Place>,
    variable_names: Vec<String>,
    variables: BTreeMap<String, usize>,
    bounds: Vec<Bounds>,
    integers: BTreeSet<usize>,
    is_integral: bool,
    /// The first set of right sides, of ranges and of bounds.
    sets: BTreeMap<&'static str, String>,
    hessian: BTreeMap<(usize, usize), Rational>,
    is_quadratic: bool,
    /// The rows in which the variable read last has a coefficient.
    met: BTreeSet<String>,
}

impl Reader {
    fn new(is_fixed: bool, text: &str) -> Self {
        Self {
            is_fixed,
            digits: Digits::of(text),
            line: 0,
            section: "",
            sense: Sense::Minimise,
            objective_name: None,
            objective: Vec::new(),
            constant: Rational::zero(),
            row_names: Vec::new(),
            rows: Vec::new(),
            has_objective: false,
            places: BTreeMap::new(),
            variable_names: Vec::new(),
            variables: BTreeMap::new(),
            bounds: Vec::new(),
            integers: BTreeSet::new(),
            is_integral: false,
            sets: BTreeMap::new(),
            hessian: BTreeMap::new(),
            is_quadratic: false,
            met: BTreeSet::new(),
        }
    }

    fn program(mut self, text: &str) -> Result<NamedProgram, TextError> {
        for (index, line) in text.lines().enumerate() {
            self.line = index + 1;
            if is_comment(line) {
                continue;
            }
            if line.starts_with(char::is_whitespace) {
                self.data(line)?;
                continue;
            }
            let Some((section, rest)) = section(line) else {
                let word = line.split_whitespace().next().unwrap_or_default();
                return Err(self.error(quoted(word), "a section such as ROWS, COLUMNS or ENDATA"));
            };
            if section == "ENDATA" {
                return self.finish();
            }
            self.begin(section, rest)?;
        }
        self.section = "text";
        Err(self.error("its end", "ENDATA"))
    }

    fn begin(&mut self, section: &'static str, rest: &str) -> Result<(), TextError> {
        self.section = section;
        match section {
            "OBJSENSE" if !rest.is_empty() => self.sense(rest),
            "OBJSENSEMAX" => self.sense("MAX"),
            "QUADOBJ" | "QMATRIX" | "QSECTION" => {
                self.is_quadratic = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn sense(&mut self, word: &str) -> Result<(), TextError> {
        self.sense = match word.to_ascii_uppercase().as_str() {
            "MAX" | "MAXIMIZE" | "MAXIMISE" => Sense::Maximise,
            "MIN" | "MINIMIZE" | "MINIMISE" => Sense::Minimise,
            _ => return Err(self.error(quoted(word), "MIN or MAX")),
        };
        Ok(())
    }

    fn data(&mut self, line: &str) -> Result<(), TextError> {
        let fields = self.fields(line)?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        match self.section {
            "OBJSENSE" => self.sense(line.trim()),
            "OBJNAME" => {
                self.objective_name = Some(line.trim().to_owned());
                Ok(())
            }
            "ROWS" => self.row(&fields),
            "COLUMNS" => self.column(&fields),
            "RHS" | "RANGES" => self.sides(&fields),
            "BOUNDS" => self.bound(&fields),
            "QUADOBJ" | "QMATRIX" | "QSECTION" => self.product(&fields),
            _ => Err(self.error(quoted(line.trim()), "a section such as ROWS")),
        }
    }

    /// The fields of a line. In the fixed format the first one is left out where it is empty.
    fn fields(&self, line: &str) -> Result<Vec<String>, TextError> {
        if !self.is_fixed {
            return Ok(line.split_whitespace().map(str::to_owned).collect());
        }
        if !line.is_ascii() {
            return Err(self.error("a character that is not ASCII", "the fixed format"));
        }
        let mut fields = Vec::new();
        for (begin, end) in FIELDS {
            let end = end.min(line.len());
            let field = line.get(begin..end).unwrap_or_default().trim();
            fields.push(field.to_owned());
        }
        while fields.last().is_some_and(String::is_empty) {
            fields.pop();
        }
        if fields.first().is_some_and(String::is_empty) {
            fields.remove(0);
        }
        Ok(fields)
    }

    fn row(&mut self, fields: &[&str]) -> Result<(), TextError> {
        let [kind, name] = fields else {
            return Err(self.error_of_line(fields, "a kind of row and its name"));
        };
        let kind = kind.to_ascii_uppercase();
        let is_chosen = match &self.objective_name {
            None => true,
            Some(chosen) => chosen == name,
        };
        let place = match kind.as_str() {
            "N" if is_chosen && !self.has_objective => {
                self.has_objective = true;
                self.objective_name = Some((*name).to_owned());
                Place::Objective
            }
            "N" => Place::Nowhere,
            "E" | "L" | "G" => {
                self.row_names.push((*name).to_owned());
                self.rows.push(RowInProgress {
                    kind: kind.chars().next().unwrap_or('E'),
                    coefficients: Vec::new(),
                    right: Rational::zero(),
                    range: None,
                });
                Place::Row(self.rows.len() - 1)
            }
            _ => return Err(self.error(quoted(&kind), "N, E, L or G")),
        };
        if self.places.insert((*name).to_owned(), place).is_some() {
            let found = format!("the row {} again", quoted(name));
            return Err(self.error(found, "another name"));
        }
        Ok(())
    }

    fn column(&mut self, fields: &[&str]) -> Result<(), TextError> {
        if fields
            .get(1)
            .is_some_and(|word| word.trim_matches('\'') == "MARKER")
        {
            return self.marker(fields);
        }
        let Some((name, pairs)) = fields.split_first() else {
            return Err(self.error("an empty line", "a variable"));
        };
        if !pairs.len().is_multiple_of(2) || pairs.is_empty() {
            return Err(self.error_of_line(fields, "a variable, then pairs of a row and a number"));
        }
        let variable = match self.variables.get(*name) {
            Some(variable) if variable + 1 == self.variable_names.len() => *variable,
            Some(_) => {
                let found = format!("the variable {} again", quoted(name));
                return Err(self.error(found, "all of its entries in successive lines"));
            }
            None => self.new_variable(name),
        };
        for pair in pairs.chunks_exact(2) {
            let [row, number] = pair else {
                continue;
            };
            let place = self.place(row)?;
            let value = self.number(number)?;
            if !self.met.insert((*row).to_owned()) {
                let found = format!("a second entry in row {}", quoted(row));
                return Err(self.error(found, "one"));
            }
            match place {
                Place::Objective => {
                    if let Some(cost) = self.objective.get_mut(variable) {
                        *cost = value;
                    }
                }
                Place::Row(row) => {
                    if let Some(row) = self.rows.get_mut(row)
                        && !value.is_zero()
                    {
                        row.coefficients.push((variable, value));
                    }
                }
                Place::Nowhere => {}
            }
        }
        Ok(())
    }

    fn new_variable(&mut self, name: &str) -> usize {
        let variable = self.variable_names.len();
        self.variables.insert(name.to_owned(), variable);
        self.variable_names.push(name.to_owned());
        self.objective.push(Rational::zero());
        self.bounds.push(Bounds::default());
        self.met.clear();
        if self.is_integral {
            self.integers.insert(variable);
        }
        variable
    }

    fn marker(&mut self, fields: &[&str]) -> Result<(), TextError> {
        let word = fields.last().copied().unwrap_or_default();
        self.is_integral = match word.trim_matches('\'') {
            "INTORG" => true,
            "INTEND" => false,
            _ => return Err(self.error(quoted(word), "'INTORG' or 'INTEND'")),
        };
        Ok(())
    }

    /// A line of right sides or ranges: perhaps the name of the set, then pairs.
    fn sides(&mut self, fields: &[&str]) -> Result<(), TextError> {
        let pairs = if fields.len().is_multiple_of(2) {
            fields
        } else {
            let (set, pairs) = fields.split_first().unwrap_or((&"", &[]));
            if !self.is_first_set(set) {
                return Ok(());
            }
            pairs
        };
        for pair in pairs.chunks_exact(2) {
            let [name, number] = pair else {
                continue;
            };
            let place = self.place(name)?;
            let value = self.number(number)?;
            match place {
                Place::Objective if self.section == "RHS" => self.constant = -value,
                Place::Objective | Place::Nowhere => {}
                Place::Row(row) => {
                    let is_right = self.section == "RHS";
                    match self.rows.get_mut(row) {
                        Some(row) if is_right => row.right = value,
                        Some(row) => row.range = Some(value),
                        None => {}
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether lines of this set count.
    fn is_first_set(&mut self, set: &str) -> bool {
        let first = self.sets.entry(self.section);
        first.or_insert_with(|| set.to_owned()) == set
    }

    fn bound(&mut self, fields: &[&str]) -> Result<(), TextError> {
        let kind = fields
            .first()
            .copied()
            .unwrap_or_default()
            .to_ascii_uppercase();
        let has_number = match kind.as_str() {
            "UP" | "LO" | "FX" | "UI" | "LI" => true,
            "FR" | "MI" | "PL" | "BV" => false,
            _ => return Err(self.error(quoted(&kind), "UP, LO, FX, FR, MI, PL, BV, UI or LI")),
        };
        let count = 2 + usize::from(has_number);
        let rest = fields.get(1..).unwrap_or_default();
        // Kinds without a number may have one all the same, which says nothing.
        let is_known =
            |name: Option<&&str>| name.is_some_and(|name| self.variables.contains_key(*name));
        let has_set = rest.len() >= count && is_known(rest.get(1));
        let rest = match rest.split_first() {
            Some((set, rest)) if has_set => {
                if !self.is_first_set(set) {
                    return Ok(());
                }
                rest
            }
            _ => rest,
        };
        let name = rest.first().copied().unwrap_or_default();
        let Some(variable) = self.variables.get(name).copied() else {
            return Err(self.error(quoted(name), "a variable of COLUMNS"));
        };
        let value = match rest.get(1) {
            Some(number) if has_number => self.number(number)?,
            None if has_number => return Err(self.error_of_line(fields, "a number at the end")),
            _ => Rational::zero(),
        };
        if matches!(kind.as_str(), "BV" | "UI" | "LI") {
            self.integers.insert(variable);
        }
        let finite = (value.abs() < infinity()).then_some(value);
        if let Some(bounds) = self.bounds.get_mut(variable) {
            match kind.as_str() {
                "UP" | "UI" => bounds.upper = Some(finite),
                "LO" | "LI" => bounds.lower = Some(finite),
                "FX" => {
                    bounds.lower = Some(finite.clone());
                    bounds.upper = Some(finite);
                }
                "FR" => {
                    bounds.lower = Some(None);
                    bounds.upper = Some(None);
                }
                "MI" => bounds.lower = Some(None),
                "PL" => bounds.upper = Some(None),
                _ => {
                    bounds.lower = Some(Some(Rational::zero()));
                    bounds.upper = Some(Some(Rational::one()));
                }
            }
        }
        Ok(())
    }

    /// An entry of the Hessian: below the diagonal or above in QUADOBJ, both in the others.
    fn product(&mut self, fields: &[&str]) -> Result<(), TextError> {
        let [first, second, number] = fields else {
            return Err(self.error_of_line(fields, "two variables and a number"));
        };
        let mut indices = [0; 2];
        for (index, name) in indices.iter_mut().zip([first, second]) {
            let Some(variable) = self.variables.get(*name) else {
                return Err(self.error(quoted(name), "a variable of COLUMNS"));
            };
            *index = *variable;
        }
        let [first, second] = indices;
        let value = self.number(number)?;
        let place = (first.min(second), first.max(second));
        let before = self.hessian.insert(place, value.clone());
        match before {
            None => Ok(()),
            Some(before) if self.section != "QUADOBJ" && first != second && before == value => {
                Ok(())
            }
            Some(_) => Err(self.error("a second entry of these variables", "one")),
        }
    }

    fn place(&self, row: &str) -> Result<Place, TextError> {
        let place = self.places.get(row).copied();
        place.ok_or_else(|| self.error(quoted(row), "a row of ROWS"))
    }

    fn number(&mut self, field: &str) -> Result<Rational, TextError> {
        let unsigned = field.strip_prefix(['+', '-']).unwrap_or(field);
        let number = token::whole_number(unsigned);
        let paid = number.and_then(|value| self.digits.count(&value).map(|()| value));
        let value = paid.map_err(|(found, expected)| TextError {
            line: self.line,
            thing: self.section.to_owned(),
            found,
            expected,
        })?;
        Ok(if field.starts_with('-') {
            -value
        } else {
            value
        })
    }

    fn finish(mut self) -> Result<NamedProgram, TextError> {
        let Some(objective_name) = self.objective_name.take() else {
            self.section = "ROWS";
            return Err(self.error("no row of the kind N", "one, the objective"));
        };
        let mut bounds = Vec::with_capacity(self.bounds.len());
        let mut reading = std::mem::take(&mut self.bounds).into_iter();
        for name in &self.variable_names {
            let Bounds { lower, upper } = reading.next().unwrap_or_default();
            let upper = upper.unwrap_or_default();
            let is_below_default = upper.as_ref().is_some_and(Signed::is_negative);
            if lower.is_none() && is_below_default {
                let found = format!(
                    "a negative upper bound of {} without a lower one",
                    quoted(name)
                );
                self.section = "BOUNDS";
                return Err(self.error(found, "a lower bound as well (MI or LO): 0 is the default"));
            }
            let lower = lower.unwrap_or_else(|| Some(Rational::zero()));
            let interval = Interval { lower, upper };
            bounds.push(self.not_empty(interval, name)?);
        }
        let mut rows = Vec::with_capacity(self.rows.len());
        let in_progress = std::mem::take(&mut self.rows);
        for (row, name) in in_progress.into_iter().zip(&self.row_names) {
            let interval = row.interval();
            rows.push(LinearRow {
                coefficients: row.coefficients,
                range: self.not_empty(interval, name)?,
            });
        }
        let feasible = Polyhedron { bounds, rows };
        let program = if self.is_quadratic {
            let hessian = self.hessian.into_iter();
            let hessian = hessian.map(|((row, column), value)| (row, column, value));
            Program::Quadratic(QuadraticProgram {
                sense: self.sense,
                hessian: hessian.collect(),
                linear: self.objective,
                feasible,
            })
        } else {
            Program::Linear(LinearProgram {
                sense: self.sense,
                objective: self.objective,
                feasible,
            })
        };
        Ok(NamedProgram {
            objective: objective_name,
            variables: self.variable_names,
            rows: self.row_names,
            constant: self.constant,
            integers: self.integers.into_iter().collect(),
            program,
        })
    }

    fn not_empty(&self, interval: Interval, name: &str) -> Result<Interval, TextError> {
        match (&interval.lower, &interval.upper) {
            (Some(lower), Some(upper)) if lower > upper => {
                let found = format!("a lower bound of {} above its upper one", quoted(name));
                Err(self.error(found, "at most it"))
            }
            _ => Ok(interval),
        }
    }

    fn error_of_line(&self, fields: &[&str], expected: &str) -> TextError {
        self.error(quoted(&fields.join(" ")), expected)
    }

    fn error(&self, found: impl Into<String>, expected: &str) -> TextError {
        TextError {
            line: self.line,
            thing: self.section.to_owned(),
            found: found.into(),
            expected: expected.to_owned(),
        }
    }
}

/// The number that counts as infinite.
fn infinity() -> Rational {
    Rational::from_integer(num_traits::pow(10.into(), 30))
}

impl RowInProgress {
    fn interval(&self) -> Interval {
        let right = self.right.clone();
        let (lower, upper) = match (self.kind, &self.range) {
            ('L', None) => (None, Some(right)),
            ('G', None) => (Some(right), None),
            (_, None) => (Some(right.clone()), Some(right)),
            ('L', Some(range)) => (Some(&right - range.abs()), Some(right)),
            ('G', Some(range)) => (Some(right.clone()), Some(right + range.abs())),
            (_, Some(range)) if range.is_negative() => (Some(&right + range), Some(right)),
            (_, Some(range)) => (Some(right.clone()), Some(right + range)),
        };
        Interval { lower, upper }
    }
}
