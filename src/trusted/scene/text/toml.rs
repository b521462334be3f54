//! TOML to the tree of values.
//!
//! The tree of the `toml` crate keeps integers and floats as text, so nothing is rounded and
//! integers may have any size. Its entries are sorted by key; here they come in file order again.

use crate::text::document::{Entry, Lines, MAX_DEPTH, Node, Value};
use crate::text::error::{Fault, Result, SceneError};
use toml::Spanned;
use toml::de::{DeArray, DeFloat, DeInteger, DeTable, DeValue};
use toml_parser::lexer::TokenKind;

/// The most tables of a short text. A long one may have more: the densest scene has one for every
/// 20 bytes.
const TABLES: usize = 1 << 16;
const BYTES_PER_TABLE: usize = 16;

/// Reads the text as TOML.
///
/// # Errors
/// [`Fault::Syntax`] if the text is not TOML.
pub fn parse(text: &str) -> Result<Node> {
    let source = Source {
        text,
        lines: Lines::new(text),
    };
    source.refuse_by_tokens()?;
    match DeTable::parse(text) {
        Ok(document) => {
            let entries = document.get_ref();
            let value = source.table(entries, 1);
            Ok(Node { line: 1, value })
        }
        Err(error) => {
            let offset = match error.span() {
                Some(span) => span.start,
                None => 0,
            };
            Err(source.syntax(offset, error.message()))
        }
    }
}

struct Source<'a> {
    text: &'a str,
    lines: Lines<'a>,
}

impl Source<'_> {
    /// Refuses what the `toml` crate takes and we do not, by a look at the tokens.
    ///
    /// Dotted keys of more than [`MAX_DEPTH`] parts: the crate bounds the nesting of brackets and
    /// the length of such a key, but not their product, and what it builds from
    /// a.a.a = {a.a.a = {…}} is deep enough to exhaust the stack when it is dropped. More tables
    /// than a scene can have, of which each takes a kilobyte. And what TOML 1.1 has beyond TOML
    /// 1.0: line ends and a last comma in inline tables, and the escapes `\e` and `\x`.
    fn refuse_by_tokens(&self) -> Result<()> {
        let most = TABLES.saturating_add(self.text.len() / BYTES_PER_TABLE);
        let mut tables: usize = 0;
        let mut is_line_start = true;
        let mut is_header = false;
        let mut dots = 0;
        let mut open = Vec::new();
        let mut comma = false;
        let source = toml_parser::Source::new(self.text);
        for token in source.lex() {
            let kind = token.kind();
            let span = token.span();
            let start = span.start();
            let in_table = open.last() == Some(&TokenKind::LeftCurlyBracket);
            match kind {
                TokenKind::Newline | TokenKind::Comment if in_table => {
                    let found = "a line end in an inline table";
                    let expected = "one line, as in TOML 1.0";
                    return Err(self.error(start, found, expected));
                }
                TokenKind::RightCurlyBracket if in_table && comma => {
                    let found = "a comma before `}`";
                    let expected = "none, as in TOML 1.0";
                    return Err(self.error(start, found, expected));
                }
                TokenKind::BasicString | TokenKind::MlBasicString => {
                    self.refuse_new_escape(start, span.end())?;
                }
                TokenKind::LeftCurlyBracket | TokenKind::LeftSquareBracket => {
                    open.push(kind);
                }
                TokenKind::RightCurlyBracket | TokenKind::RightSquareBracket => {
                    open.pop();
                }
                _ => {}
            }
            if kind == TokenKind::LeftSquareBracket && is_line_start && open.len() == 1 {
                is_header = true;
                tables += 1;
            }
            match kind {
                TokenKind::LeftCurlyBracket => tables += 1,
                TokenKind::Dot if is_header => tables += 1,
                TokenKind::Equals => tables += dots,
                TokenKind::Newline => is_header = false,
                _ => {}
            }
            if tables > most {
                let found = format!("more than {most} tables");
                let expected =
                    format!("at most {TABLES}, and one more for every {BYTES_PER_TABLE} bytes");
                return Err(self.error(start, &found, &expected));
            }
            is_line_start = match kind {
                TokenKind::Newline => true,
                TokenKind::Whitespace => is_line_start,
                _ => false,
            };
            match kind {
                TokenKind::Dot => dots += 1,
                TokenKind::Atom
                | TokenKind::BasicString
                | TokenKind::LiteralString
                | TokenKind::Whitespace => {}
                _ => dots = 0,
            }
            if dots >= MAX_DEPTH {
                let found = "a longer dotted key";
                let expected = format!("a key of at most {MAX_DEPTH} parts");
                return Err(self.error(start, found, &expected));
            }
            comma = match kind {
                TokenKind::Comma => true,
                TokenKind::Whitespace => comma,
                _ => false,
            };
        }
        Ok(())
    }

    /// Refuses a basic string with an escape that TOML 1.0 does not know.
    fn refuse_new_escape(&self, start: usize, end: usize) -> Result<()> {
        let Some(spelled) = self.text.get(start..end) else {
            let found = "half a character";
            return Err(self.error(start, found, "whole ones"));
        };
        let mut escaped = false;
        for byte in spelled.bytes() {
            if escaped && matches!(byte, b'e' | b'x') {
                let found = "the escape `\\e` or `\\x`";
                let expected = "those of TOML 1.0";
                return Err(self.error(start, found, expected));
            }
            escaped = byte == b'\\' && !escaped;
        }
        Ok(())
    }

    /// The parser's message, which may name what it expected after a comma, as an error of ours.
    fn syntax(&self, offset: usize, message: &str) -> SceneError {
        let (problem, expected) = match message.split_once(", expected ") {
            Some((problem, "nothing")) => (problem, "valid TOML"),
            Some((problem, expected)) => (problem, expected),
            None => (message, "valid TOML"),
        };
        let expected = match problem {
            "string values must be quoted" => {
                r#"quotation marks around texts and fractions, as in "1/3""#
            }
            "duplicate key" => "each key once",
            _ => expected,
        };
        let found = self.lines.found(offset);
        let found = format!("{found} ({problem})");
        self.error(offset, &found, expected)
    }

    fn error(&self, offset: usize, found: &str, expected: &str) -> SceneError {
        SceneError {
            line: self.lines.at(offset),
            thing: "TOML".to_owned(),
            fault: Fault::Syntax {
                found: found.to_owned(),
                expected: expected.to_owned(),
            },
        }
    }

    fn node(&self, spanned: &Spanned<DeValue>, depth: usize) -> Node {
        let value = match spanned.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(integer) => number_of_integer(integer),
            DeValue::Float(float) => number_of_float(float),
            DeValue::Boolean(value) => Value::Boolean(*value),
            DeValue::Datetime(datetime) => {
                let description = format!("the date or time {datetime}");
                Value::Foreign(description)
            }
            DeValue::Array(items) => self.list(items, depth),
            DeValue::Table(entries) => self.table(entries, depth),
        };
        Node {
            line: self.lines.at(spanned.span().start),
            value,
        }
    }

    fn list(&self, items: &DeArray, depth: usize) -> Value {
        if let Some(too_deep) = Value::too_deep(depth) {
            return too_deep;
        }
        let mut nodes = Vec::with_capacity(items.len());
        for item in items.iter() {
            let node = self.node(item, depth + 1);
            nodes.push(node);
        }
        Value::List(nodes)
    }

    fn table(&self, entries: &DeTable, depth: usize) -> Value {
        if let Some(too_deep) = Value::too_deep(depth) {
            return too_deep;
        }
        let mut in_order: Vec<_> = entries.iter().collect();
        in_order.sort_by_key(|(key, _)| key.span().start);
        let mut found = Vec::with_capacity(in_order.len());
        for (key, value) in in_order {
            let start = key.span().start;
            let key = key.get_ref().to_string();
            let line = self.lines.at(start);
            let node = self.node(value, depth + 1);
            found.push(Entry { key, line, node });
        }
        Value::Table(found)
    }
}

fn number_of_integer(integer: &DeInteger) -> Value {
    if integer.radix() == 10 {
        Value::Number(integer.as_str().to_owned())
    } else {
        let description = format!("the prefixed integer {integer}");
        Value::Foreign(description)
    }
}

/// Infinities and what is no number are spelled with letters at the end.
fn number_of_float(float: &DeFloat) -> Value {
    let text = float.as_str();
    if text.ends_with(['f', 'n']) {
        let description = format!("the float {text}");
        Value::Foreign(description)
    } else {
        Value::Number(text.to_owned())
    }
}
