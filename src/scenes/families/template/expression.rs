//! Expressions: + - * / and parentheses over numbers and parameters, exactly.
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = factor { ("*" | "/") factor }
//! factor  = { "+" | "-" } ( number | name | "(" sum ")" )
//! ```
//!
//! A number is an integer or a decimal without a sign, a name begins with a letter or an
//! underscore. Spaces may stand between any two of these.

use super::error::{Problem, excerpt};
use super::work::{Work, limit};
use std::collections::BTreeMap;
use zwang_exact::{MAX_DIGITS, MAX_EXPONENT, Rational};

/// The deepest nesting of parentheses.
const MAX_NESTING: usize = 32;
/// This many parameters are listed in a message.
const LISTED: usize = 20;

/// Parameters and their values.
pub type Values = BTreeMap<String, Rational>;

/// The parameters that occur in an expression, in its order.
pub fn names(text: &str) -> Result<Vec<&str>, Problem> {
    let mut names = tokens(text)?;
    names.retain(|token| is_name(token));
    Ok(names)
}

/// The value of an expression.
pub fn evaluate(text: &str, values: &Values, work: &mut Work) -> Result<Rational, Problem> {
    let mut expression = Expression {
        tokens: tokens(text)?,
        next: 0,
        nesting: 0,
        values,
        work,
    };
    let value = expression.sum()?;
    match expression.peek() {
        None => Ok(value),
        Some(token) => Err(Problem::new(format!("`{token}`"), "+, -, * or /")),
    }
}

/// Whether this is the name of a parameter.
pub fn is_name(text: &str) -> bool {
    let begins_with_digit = text.starts_with(|first: char| first.is_ascii_digit());
    let length = name_length(text);
    length > 0 && length == text.len() && !begins_with_digit
}

/// The problem that there is no such parameter.
pub fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a String>) -> Problem {
    let mut names = Vec::new();
    for name in known {
        names.push(excerpt(name));
    }
    let count = names.len();
    let expected = if names.is_empty() {
        "no parameter, as the file defines none".to_owned()
    } else if count > LISTED {
        names.truncate(LISTED);
        format!("one of {}, … ({count} in all)", names.join(", "))
    } else {
        format!("one of {}", names.join(", "))
    };
    let name = excerpt(name);
    Problem::new(format!("the unknown parameter `{name}`"), expected)
}

/// The numbers, names and signs of an expression.
fn tokens(text: &str) -> Result<Vec<&str>, Problem> {
    if text.len() > MAX_DIGITS {
        let length = text.len();
        let found = format!("{length} characters");
        let expected = format!("an expression of at most {MAX_DIGITS}");
        return Err(Problem::new(found, expected));
    }
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches(' ');
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '+' | '-' | '*' | '/' | '(' | ')' => 1,
            '0'..='9' => number_length(rest),
            'a'..='z' | 'A'..='Z' | '_' => name_length(rest),
            _ => {
                let expected = "a number, the name of a parameter, +, -, *, / or a parenthesis";
                return Err(Problem::new(format!("`{first}`"), expected));
            }
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start_matches(' ');
    }
    Ok(tokens)
}

fn name_length(text: &str) -> usize {
    let mut bytes = text.bytes();
    let end = bytes.position(|byte| !byte.is_ascii_alphanumeric() && byte != b'_');
    end.unwrap_or(text.len())
}

fn digits_length(text: &str) -> usize {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit());
    end.unwrap_or(text.len())
}

/// How many characters of the text are an integer or a decimal, which it begins with.
fn number_length(text: &str) -> usize {
    let mut length = digits_length(text);
    if let Some(fraction) = text[length..].strip_prefix('.') {
        let digits = digits_length(fraction);
        if digits > 0 {
            length += 1 + digits;
        }
    }
    if let Some(exponent) = text[length..].strip_prefix(['e', 'E']) {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let digits = digits_length(unsigned);
        if digits > 0 {
            let sign = exponent.len() - unsigned.len();
            length += 1 + sign + digits;
        }
    }
    length
}

/// An expression as far as it is read.
struct Expression<'a> {
    tokens: Vec<&'a str>,
    next: usize,
    nesting: usize,
    values: &'a Values,
    work: &'a mut Work,
}

impl<'a> Expression<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.next).copied()
    }

    /// Takes the next token if it is one of these.
    fn take(&mut self, accepted: &[&str]) -> Option<&'a str> {
        let token = self.peek()?;
        if !accepted.contains(&token) {
            return None;
        }
        self.next += 1;
        Some(token)
    }

    fn sum(&mut self) -> Result<Rational, Problem> {
        let mut value = self.product()?;
        while let Some(sign) = self.take(&["+", "-"]) {
            let right = self.product()?;
            value = self.combine(&value, sign, &right)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<Rational, Problem> {
        let mut value = self.factor()?;
        while let Some(sign) = self.take(&["*", "/"]) {
            let right = self.factor()?;
            value = self.combine(&value, sign, &right)?;
        }
        Ok(value)
    }

    fn factor(&mut self) -> Result<Rational, Problem> {
        let mut is_negative = false;
        while let Some(sign) = self.take(&["+", "-"]) {
            is_negative ^= sign == "-";
        }
        let value = self.atom()?;
        Ok(if is_negative { -value } else { value })
    }

    fn atom(&mut self) -> Result<Rational, Problem> {
        let expected = "a number, the name of a parameter, or an opening parenthesis";
        let Some(token) = self.peek() else {
            return Err(Problem::new("the end", expected));
        };
        self.next += 1;
        if token == "(" {
            return self.parenthesis();
        }
        if is_name(token) {
            return match self.values.get(token) {
                Some(value) => Ok(value.clone()),
                None => Err(unknown(token, self.values.keys())),
            };
        }
        if !token.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(Problem::new(format!("`{token}`"), expected));
        }
        zwang_exact::parse(token).map_err(|_| {
            let token = excerpt(token);
            let expected = format!("an exponent from -{MAX_EXPONENT} to {MAX_EXPONENT}");
            Problem::new(format!("`{token}`"), expected)
        })
    }

    /// The value between a parenthesis that was opened and its end.
    fn parenthesis(&mut self) -> Result<Rational, Problem> {
        if self.nesting == MAX_NESTING {
            let expected = format!("at most {MAX_NESTING} levels");
            return Err(Problem::new("deeper parentheses", expected));
        }
        self.nesting += 1;
        let value = self.sum()?;
        self.nesting -= 1;
        if self.take(&[")"]).is_some() {
            return Ok(value);
        }
        let found = match self.peek() {
            Some(token) => format!("`{token}`"),
            None => "the end".to_owned(),
        };
        Err(Problem::new(found, "+, -, *, / or a closing parenthesis"))
    }

    fn combine(
        &mut self,
        left: &Rational,
        sign: &str,
        right: &Rational,
    ) -> Result<Rational, Problem> {
        self.work.operate(left, right)?;
        let value = match sign {
            "+" => left + right,
            "-" => left - right,
            "*" => left * right,
            _ if *right == Rational::default() => {
                let found = "a division by 0";
                return Err(Problem::new(found, "a divisor other than 0"));
            }
            _ => left / right,
        };
        limit(&value)?;
        Ok(value)
    }
}
