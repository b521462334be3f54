//! The words, numbers and signs of a text in the LP format.

use super::error::TextError;
use super::name::is_name_character;
use zwang_exact::{Rational, bits};

/// Longest quotation from a file in a message, in characters.
const MOST_QUOTED: usize = 40;

/// A word, a number or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Number(Rational),
    /// One of `+ - : [ ] ^ * /`.
    Sign(char),
    /// `<=`, `<`, `=<` as `<`, and so on.
    Comparison(char),
}

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) line: usize,
}

impl Token {
    /// The token in a message.
    pub(super) fn quoted(&self) -> String {
        match self {
            Self::Name(name) => quoted(name),
            Self::Number(value) => quoted(&value.to_string()),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::Comparison('=') => "`=`".to_owned(),
            Self::Comparison(sign) => format!("`{sign}=`"),
        }
    }
}

/// A text from a file in a message: short, and without anything that is not printable.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("`");
    for character in text.chars().take(MOST_QUOTED) {
        match character {
            '"' | '\'' => quoted.push(character),
            _ => quoted.extend(character.escape_debug()),
        }
    }
    if text.chars().nth(MOST_QUOTED).is_some() {
        quoted.push('…');
    }
    quoted.push('`');
    quoted
}

/// The binary digits of the numbers of a text. An exponent of three characters stands for
/// thousands of them, so they are counted, and a text has at most so many for each of its bytes.
pub(super) struct Digits {
    most: u64,
    found: u64,
}

impl Digits {
    /// That many are free.
    const FREE: u64 = 1 << 20;
    const OF_A_BYTE: u64 = 32;

    /// Those of a text, none of which has been read.
    pub(super) fn of(text: &str) -> Self {
        Self {
            most: Self::FREE + Self::OF_A_BYTE * text.len() as u64,
            found: 0,
        }
    }

    /// Counts those of a number; or what was found and what is expected.
    pub(super) fn count(&mut self, number: &Rational) -> Result<(), (String, String)> {
        self.found += bits(number);
        if self.found <= self.most {
            return Ok(());
        }
        let found = "numbers of more binary digits than the text pays for";
        let expected = format!(
            "at most {} in all, 2^20 and {} for each byte; smaller exponents have fewer",
            self.most,
            Self::OF_A_BYTE
        );
        Err((found.to_owned(), expected))
    }
}

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, TextError> {
    let mut digits = Digits::of(text);
    let mut tokens = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut rest = line.split('\\').next().unwrap_or_default().trim_start();
        while !rest.is_empty() {
            let at_fault = |(found, expected)| TextError {
                line: index + 1,
                thing: "text".to_owned(),
                found,
                expected,
            };
            let (token, length) = token(rest).map_err(at_fault)?;
            if let Token::Number(value) = &token {
                digits.count(value).map_err(at_fault)?;
            }
            tokens.push(Placed {
                token,
                line: index + 1,
            });
            rest = rest.get(length..).unwrap_or_default().trim_start();
        }
    }
    Ok(tokens)
}

/// The first token and its length in bytes; or what was found and what is expected.
fn token(text: &str) -> Result<(Token, usize), (String, String)> {
    let first = text.chars().next().unwrap_or_default();
    let second = text.chars().nth(1).unwrap_or_default();
    match first {
        '0'..='9' | '.' => number(text),
        '<' | '>' => Ok((Token::Comparison(first), if second == '=' { 2 } else { 1 })),
        '=' if matches!(second, '<' | '>') => Ok((Token::Comparison(second), 2)),
        '=' => Ok((Token::Comparison('='), 1)),
        '+' | '-' | ':' | '[' | ']' | '^' | '*' | '/' => Ok((Token::Sign(first), 1)),
        _ if is_name_character(first, false) => {
            let end = text
                .find(|character| !is_name_character(character, true))
                .unwrap_or(text.len());
            Ok((
                Token::Name(text.get(..end).unwrap_or_default().to_owned()),
                end,
            ))
        }
        _ => Err((
            quoted(&first.to_string()),
            "a name, a number or one of + - : < > = [ ] ^ * /".to_owned(),
        )),
    }
}

/// The number that a whole text spells; or what was found and what is expected.
pub(super) fn whole_number(text: &str) -> Result<Rational, (String, String)> {
    match number(text)? {
        (Token::Number(value), length) if length == text.len() => Ok(value),
        _ => Err((quoted(text), "a number".to_owned())),
    }
}

/// Digits, then either `/` and digits, or a decimal point with digits and an exponent.
fn number(text: &str) -> Result<(Token, usize), (String, String)> {
    let whole = after_digits(text, 0);
    let mut end = whole;
    if byte(text, whole) == b'/' && byte(text, whole + 1).is_ascii_digit() {
        end = after_digits(text, whole + 1);
    } else {
        if byte(text, end) == b'.' {
            end = after_digits(text, end + 1);
        }
        let exponent = end + 1 + usize::from(matches!(byte(text, end + 1), b'+' | b'-'));
        if matches!(byte(text, end), b'e' | b'E') && byte(text, exponent).is_ascii_digit() {
            end = after_digits(text, exponent);
        }
    }
    let spelled = text.get(..end).unwrap_or_default();
    // Elsewhere `.5` and `1.` are numbers too.
    let mut completed = if spelled.starts_with('.') {
        format!("0{spelled}")
    } else {
        spelled.to_owned()
    };
    if let Some(point) = completed.find('.')
        && !completed
            .as_bytes()
            .get(point + 1)
            .is_some_and(u8::is_ascii_digit)
    {
        completed.remove(point);
    }
    if !spelled.bytes().any(|byte| byte.is_ascii_digit()) {
        return Err((
            quoted(spelled),
            "a number as in 3, 3/4, 0.75 or 7.5e-1".to_owned(),
        ));
    }
    match zwang_exact::parse(&completed) {
        Ok(value) => Ok((Token::Number(value), end)),
        Err(error) => {
            let message = error.to_string();
            let (found, expected) = message
                .split_once("; expected ")
                .unwrap_or((&message, "another number"));
            Err((format!("that {found}"), expected.to_owned()))
        }
    }
}

/// The position after the digits that begin at `start`.
fn after_digits(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let count = rest.bytes().take_while(u8::is_ascii_digit).count();
    start + count
}

/// The byte at a position; 0 behind the end.
fn byte(text: &str, position: usize) -> u8 {
    text.as_bytes().get(position).copied().unwrap_or_default()
}
