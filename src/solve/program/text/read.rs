//! The reader of the LP format: objective, rows, bounds.

use super::error::TextError;
use super::mps;
use super::name::is_reserved;
use super::named::{NamedProgram, Program};
use super::side::{Constant, Sides, short};
use super::token::{Placed, Token, quoted, tokens};
use crate::linear::{LinearProgram, Sense};
use crate::polyhedron::{Interval, LinearRow, Polyhedron};
use crate::quadratic::QuadraticProgram;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::Rational;

/// Reads a program in the LP format, or in an MPS format, which begins with one of its own words.
///
/// # Errors
/// [`TextError`]: the first thing that is not of the format, with its line.
pub fn read(text: &str) -> Result<NamedProgram, TextError> {
    if mps::is_mps(text) {
        return mps::read(text);
    }
    let last_line = text.lines().count().max(1);
    let tokens = tokens(text)?;
    let reader = Reader {
        tokens,
        position: 0,
        last_line,
        thing: "text".to_owned(),
        variables: Names::default(),
    };
    reader.program()
}

/// Names in the order of their first appearance.
#[derive(Default)]
pub(super) struct Names {
    names: Vec<String>,
    indices: BTreeMap<String, usize>,
}

/// A section word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Problem,
    Objective(Sense),
    Rows,
    Bounds,
    Integers,
    Binaries,
    /// Sections of programs that are neither linear nor quadratic.
    Others,
    End,
}

pub(super) struct Reader {
    pub(super) tokens: Vec<Placed>,
    pub(super) position: usize,
    pub(super) last_line: usize,
    /// The thing that is being read, for messages.
    thing: String,
    pub(super) variables: Names,
}

impl Names {
    pub(super) fn index(&mut self, name: &str) -> usize {
        if let Some(index) = self.indices.get(name) {
            return *index;
        }
        let index = self.names.len();
        self.names.push(name.to_owned());
        self.indices.insert(name.to_owned(), index);
        index
    }
}

impl Section {
    fn of(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "problem" | "prob" => Self::Problem,
            "min" | "minimum" | "minimize" | "minimise" => Self::Objective(Sense::Minimise),
            "max" | "maximum" | "maximize" | "maximise" => Self::Objective(Sense::Maximise),
            "st" | "s.t." | "st." | "subject" | "such" => Self::Rows,
            "bounds" | "bound" => Self::Bounds,
            "general" | "generals" | "gen" | "integer" | "integers" | "int" => Self::Integers,
            "binary" | "binaries" | "bin" => Self::Binaries,
            "semi" | "semis" | "sos" | "sos1" | "sos2" => Self::Others,
            "end" => Self::End,
            _ => return None,
        })
    }
}

fn reversed(sign: char) -> char {
    match sign {
        '<' => '>',
        '>' => '<',
        other => other,
    }
}

impl Reader {
    fn program(mut self) -> Result<NamedProgram, TextError> {
        if self.section() == Some(Section::Problem) {
            self.position += 1;
            self.name("the name of the problem")?;
        }
        let Some(Section::Objective(sense)) = self.section() else {
            return Err(self.unexpected("Minimize or Maximize"));
        };
        self.position += 1;
        self.thing = "objective".to_owned();
        let objective_name = self.label()?.unwrap_or_else(|| "obj".to_owned());
        let objective = self.expression(true)?;
        if self.section().is_none() {
            return Err(self.unexpected("+, - or Subject To"));
        }
        let mut row_names = Vec::new();
        let mut rows = Vec::new();
        if self.section() == Some(Section::Rows) {
            (row_names, rows) = self.rows()?;
        }
        let mut sides = vec![Sides::default(); self.variables.names.len()];
        let mut integers = BTreeSet::new();
        loop {
            match self.section() {
                Some(Section::Bounds) => {
                    self.position += 1;
                    self.bounds(&mut sides)?;
                }
                Some(section @ (Section::Integers | Section::Binaries)) => {
                    self.position += 1;
                    let is_binary = section == Section::Binaries;
                    self.integers(is_binary, &mut sides, &mut integers)?;
                }
                _ => break,
            }
        }
        self.end()?;
        let bounds = self.finish_bounds(sides)?;
        let feasible = Polyhedron { bounds, rows };
        let mut linear = vec![Rational::zero(); feasible.bounds.len()];
        for (variable, value) in objective.linear {
            linear[variable] = value;
        }
        let program = match objective.quadratic {
            None => Program::Linear(LinearProgram {
                sense,
                objective: linear,
                feasible,
            }),
            Some(products) => {
                let mut hessian = Vec::with_capacity(products.len());
                for ((row, column), mut value) in products {
                    if row != column {
                        value /= Rational::from_integer(2.into());
                    }
                    hessian.push((row, column, value));
                }
                Program::Quadratic(QuadraticProgram {
                    sense,
                    hessian,
                    linear,
                    feasible,
                })
            }
        };
        Ok(NamedProgram {
            objective: objective_name,
            variables: self.variables.names,
            rows: row_names,
            constant: objective.constant,
            integers: integers.into_iter().collect(),
            program,
        })
    }

    fn end(&mut self) -> Result<(), TextError> {
        self.thing = "text".to_owned();
        match self.section() {
            Some(Section::End) => self.position += 1,
            Some(Section::Others) => {
                return Err(self.unexpected("a linear or quadratic program, and End"));
            }
            _ => return Err(self.unexpected("Bounds, General, Binary or End")),
        }
        if self.position < self.tokens.len() {
            return Err(self.unexpected("nothing after End"));
        }
        Ok(())
    }

    fn rows(&mut self) -> Result<(Vec<String>, Vec<LinearRow>), TextError> {
        let word = self.take_word();
        for (first, second) in [("subject", "to"), ("such", "that")] {
            let follows =
                matches!(self.peek(), Some(Token::Name(name)) if name.eq_ignore_ascii_case(second));
            if word == first && follows {
                self.position += 1;
            }
        }
        let mut labels = Vec::new();
        let mut rows = Vec::new();
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        while self.position < self.tokens.len() && self.section().is_none() {
            self.thing = format!("row {}", rows.len() + 1);
            let line = self.line();
            let label = self.label()?;
            if let Some(label) = &label {
                self.thing = format!("row {}", quoted(label));
                if let Some(first) = lines.insert(label.clone(), line) {
                    let found = format!("this name again, first in line {first}");
                    return Err(self.error(line, found, "another name"));
                }
            }
            let row = self.row()?;
            rows.push(row);
            labels.push(label);
        }
        Ok((labelled(labels, &lines), rows))
    }

    fn row(&mut self) -> Result<LinearRow, TextError> {
        let mut sides = Sides::default();
        let left = self.constant_before_comparison()?;
        let expression = self.expression(false)?;
        let mut coefficients = expression.linear;
        coefficients.retain(|(_, value)| !value.is_zero());
        if let Some((value, sign)) = &left {
            sides.set(self, reversed(*sign), value.clone())?;
        }
        if left.is_none() || matches!(self.peek(), Some(Token::Comparison(_))) {
            let Some(Token::Comparison(sign)) = self.peek().cloned() else {
                return Err(self.unexpected("+, - or a comparison <=, >= or ="));
            };
            if let Some((_, left)) = left
                && (left != sign || sign == '=')
            {
                let expected = "the comparison of the left side, <= or >=, again";
                return Err(self.unexpected(expected));
            }
            self.position += 1;
            let value = self.constant("a number on the right side")?;
            sides.set(self, sign, value)?;
        }
        let mut range = sides.finish(self)?;
        for side in [&mut range.lower, &mut range.upper].into_iter().flatten() {
            *side -= &expression.constant;
        }
        Ok(LinearRow {
            coefficients,
            range,
        })
    }

    /// `name :`, if it is there.
    fn label(&mut self) -> Result<Option<String>, TextError> {
        let colon = Token::Sign(':');
        let next = self.tokens.get(self.position + 1);
        let is_label = next.is_some_and(|next| next.token == colon);
        if !is_label {
            return Ok(None);
        }
        let name = self.name("a name before the colon")?;
        self.position += 1;
        Ok(Some(name))
    }

    /// `number <=` and the like at the beginning of a row or a bound.
    fn constant_before_comparison(&mut self) -> Result<Option<(Constant, char)>, TextError> {
        let rest = self.tokens.get(self.position..);
        let rest = rest.unwrap_or_default().iter();
        let tokens = rest.map(|placed| &placed.token);
        let mut tokens = tokens.skip_while(|token| matches!(token, Token::Sign('+' | '-')));
        let is_constant = match tokens.next() {
            Some(Token::Number(_)) => true,
            Some(Token::Name(name)) => is_infinity(name),
            _ => false,
        };
        match tokens.next() {
            Some(&Token::Comparison(sign)) if is_constant => {
                let value = self.constant("a number")?;
                self.position += 1;
                Ok(Some((value, sign)))
            }
            _ => Ok(None),
        }
    }

    fn constant(&mut self, expected: &str) -> Result<Constant, TextError> {
        let sign = self.sign(true)?.unwrap_or_else(Rational::one);
        let value = match self.peek() {
            Some(Token::Number(value)) => Constant::Finite(value * sign),
            Some(Token::Name(name)) if is_infinity(name) => Constant::Infinite {
                negative: sign.is_negative(),
            },
            _ => return Err(self.unexpected(expected)),
        };
        self.position += 1;
        Ok(value)
    }

    /// The variables of a section of integers.
    fn integers(
        &mut self,
        is_binary: bool,
        sides: &mut Vec<Sides>,
        integers: &mut BTreeSet<usize>,
    ) -> Result<(), TextError> {
        while self.position < self.tokens.len() && self.section().is_none() {
            self.thing = "integers".to_owned();
            let name = self.name("a variable")?;
            let variable = self.variables.index(&name);
            if variable == sides.len() {
                sides.push(Sides::default());
            }
            integers.insert(variable);
            let side = sides.get_mut(variable).filter(|_| is_binary);
            if let Some(side) = side {
                self.thing = format!("bounds of {}", quoted(&name));
                side.set(self, '>', Constant::Finite(Rational::zero()))?;
                side.set(self, '<', Constant::Finite(Rational::one()))?;
            }
        }
        Ok(())
    }

    fn bounds(&mut self, sides: &mut Vec<Sides>) -> Result<(), TextError> {
        while self.position < self.tokens.len() && self.section().is_none() {
            self.thing = "bounds".to_owned();
            let left = self.constant_before_comparison()?;
            let name = self.name("a variable, or a number and a comparison")?;
            self.thing = format!("bounds of {}", quoted(&name));
            let variable = self.variables.index(&name);
            // A variable that is in no row, nor in the objective, has bounds all the same.
            if variable == sides.len() {
                sides.push(Sides::default());
            }
            let Some(side) = sides.get_mut(variable) else {
                return Err(self.unexpected("a variable"));
            };
            let is_bounded = left.is_some();
            if let Some((value, sign)) = left {
                side.set(self, reversed(sign), value)?;
            }
            match self.peek().cloned() {
                Some(Token::Comparison(sign)) => {
                    self.position += 1;
                    let value = self.constant("a number or an infinity")?;
                    side.set(self, sign, value)?;
                }
                Some(Token::Name(word)) if !is_bounded && word.eq_ignore_ascii_case("free") => {
                    self.position += 1;
                    side.set(self, '>', Constant::Infinite { negative: true })?;
                    side.set(self, '<', Constant::Infinite { negative: false })?;
                }
                _ if is_bounded => {}
                _ => return Err(self.unexpected("<=, >=, = or free")),
            }
        }
        Ok(())
    }

    /// Bounds with the default lower bound 0.
    fn finish_bounds(&mut self, sides: Vec<Sides>) -> Result<Vec<Interval>, TextError> {
        let names = self.variables.names.clone();
        let mut bounds = Vec::with_capacity(sides.len());
        for (mut side, name) in sides.into_iter().zip(&names) {
            self.thing = format!("bounds of {}", quoted(name));
            if side.lower_line.is_none() {
                if let (Some(upper), Some(line)) = (&side.range.upper, side.upper_line)
                    && upper.is_negative()
                {
                    let upper = short(upper);
                    let found = format!("the upper bound {upper} without a lower one");
                    let expected = "a lower bound as well, such as -inf, because 0 is the default";
                    return Err(self.error(line, found, expected));
                }
                side.range.lower = Some(Rational::zero());
            }
            let range = side.finish(self)?;
            bounds.push(range);
        }
        Ok(bounds)
    }

    pub(super) fn name(&mut self, expected: &str) -> Result<String, TextError> {
        match self.peek() {
            Some(Token::Name(name)) if !is_reserved(name) => {
                let name = name.clone();
                self.position += 1;
                Ok(name)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn take_word(&mut self) -> String {
        let word = match self.peek() {
            Some(Token::Name(name)) => name.to_ascii_lowercase(),
            _ => String::new(),
        };
        self.position += 1;
        word
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.position).map(|placed| &placed.token)
    }

    /// The section that the next token begins.
    pub(super) fn section(&self) -> Option<Section> {
        match self.peek() {
            Some(Token::Name(name)) => Section::of(name),
            _ => None,
        }
    }

    fn line(&self) -> usize {
        match self.tokens.get(self.position) {
            Some(placed) => placed.line,
            None => self.last_line,
        }
    }

    /// The line of the token read last.
    pub(super) fn line_before(&self) -> usize {
        let Some(last) = self.position.checked_sub(1) else {
            return 1;
        };
        match self.tokens.get(last) {
            Some(placed) => placed.line,
            None => 1,
        }
    }

    pub(super) fn unexpected(&self, expected: &str) -> TextError {
        let found = match self.peek() {
            None => "the end of the text".to_owned(),
            Some(Token::Name(word)) if is_reserved(word) => format!("the word {}", quoted(word)),
            Some(token) => token.quoted(),
        };
        self.error(self.line(), found, expected)
    }

    pub(super) fn error(&self, line: usize, found: impl Into<String>, expected: &str) -> TextError {
        TextError {
            line,
            thing: self.thing.clone(),
            found: found.into(),
            expected: expected.to_owned(),
        }
    }
}

fn is_infinity(word: &str) -> bool {
    word.eq_ignore_ascii_case("inf") || word.eq_ignore_ascii_case("infinity")
}

/// Rows without a name are called c and their number, counted from 1, with as many _ behind it as
/// it takes.
fn labelled(labels: Vec<Option<String>>, given: &BTreeMap<String, usize>) -> Vec<String> {
    let mut names = Vec::with_capacity(labels.len());
    for (index, label) in labels.into_iter().enumerate() {
        names.push(label.unwrap_or_else(|| unused_name(index, given)));
    }
    names
}

fn unused_name(index: usize, given: &BTreeMap<String, usize>) -> String {
    let mut name = format!("c{}", index + 1);
    while given.contains_key(&name) {
        name.push('_');
    }
    name
}
