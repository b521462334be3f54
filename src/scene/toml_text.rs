//! TOML to the tree of values.
//!
//! The tree of the `toml` crate keeps integers and floats as text, so nothing is rounded and
//! integers may have any size. Its entries are sorted by key; here they come in file order again.

use crate::document::{Entry, Lines, MAX_DEPTH, Node, Value};
use crate::error::{Fault, Result, SceneError};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};
use toml_parser::lexer::TokenKind;

/// Reads the text as TOML.
///
/// # Errors
/// [`Fault::Syntax`] if the text is not TOML.
pub fn parse(text: &str) -> Result<Node> {
    let lines = Lines::new(text);
    refuse_by_tokens(text, &lines)?;
    match DeTable::parse(text) {
        Ok(document) => Ok(Node {
            line: 1,
            value: table(document.get_ref(), &lines, 1),
        }),
        Err(error) => {
            let offset = error.span().map_or(0, |span| span.start);
            Err(syntax(&lines, offset, error.message()))
        }
    }
}

/// Refuses what the `toml` crate takes and we do not, by a look at the tokens.
///
/// Dotted keys of more than [`MAX_DEPTH`] parts: the crate bounds the nesting of brackets and the
/// length of such a key, but not their product, and what it builds from a.a.a = {a.a.a = {…}} is
/// deep enough to exhaust the stack when it is dropped. And what TOML 1.1 has beyond TOML 1.0: line
/// ends and a last comma in inline tables, and the escapes `\e` and `\x`.
fn refuse_by_tokens(text: &str, lines: &Lines) -> Result<()> {
    let mut dots = 0;
    let mut open = Vec::new();
    let mut comma = false;
    for token in toml_parser::Source::new(text).lex() {
        let kind = token.kind();
        let start = token.span().start();
        let in_table = open.last() == Some(&TokenKind::LeftCurlyBracket);
        match kind {
            TokenKind::Newline | TokenKind::Comment if in_table => {
                let found = "a line end in an inline table";
                return Err(error(lines, start, found, "one line, as in TOML 1.0"));
            }
            TokenKind::RightCurlyBracket if in_table && comma => {
                let found = "a comma before `}`";
                return Err(error(lines, start, found, "none, as in TOML 1.0"));
            }
            TokenKind::BasicString | TokenKind::MlBasicString => {
                let Some(spelled) = text.get(start..token.span().end()) else {
                    return Err(error(lines, start, "half a character", "whole ones"));
                };
                if has_new_escape(spelled) {
                    let found = "the escape `\\e` or `\\x`";
                    return Err(error(lines, start, found, "those of TOML 1.0"));
                }
            }
            TokenKind::LeftCurlyBracket | TokenKind::LeftSquareBracket => open.push(kind),
            TokenKind::RightCurlyBracket | TokenKind::RightSquareBracket => {
                open.pop();
            }
            _ => {}
        }
        match kind {
            TokenKind::Dot => dots += 1,
            TokenKind::Atom
            | TokenKind::BasicString
            | TokenKind::LiteralString
            | TokenKind::Whitespace => {}
            _ => dots = 0,
        }
        if dots >= MAX_DEPTH {
            let expected = format!("a key of at most {MAX_DEPTH} parts");
            return Err(error(lines, start, "a longer dotted key", &expected));
        }
        comma = match kind {
            TokenKind::Comma => true,
            TokenKind::Whitespace => comma,
            _ => false,
        };
    }
    Ok(())
}

/// Whether a basic string has an escape that TOML 1.0 does not know.
fn has_new_escape(spelled: &str) -> bool {
    let mut escaped = false;
    for byte in spelled.bytes() {
        if escaped && matches!(byte, b'e' | b'x') {
            return true;
        }
        escaped = byte == b'\\' && !escaped;
    }
    false
}

/// The parser's message, which may name what it expected after a comma, as an error of ours.
fn syntax(lines: &Lines, offset: usize, message: &str) -> SceneError {
    let (problem, expected) = match message.split_once(", expected ") {
        Some((problem @ "string values must be quoted", _)) => (
            problem,
            r#"quotation marks around texts and fractions, as in "1/3""#,
        ),
        Some((problem, expected)) if expected != "nothing" => (problem, expected),
        Some((problem, _)) => (problem, "valid TOML"),
        None if message == "duplicate key" => (message, "each key once"),
        None => (message, "valid TOML"),
    };
    let found = format!("{} ({problem})", lines.found(offset));
    error(lines, offset, &found, expected)
}

fn error(lines: &Lines, offset: usize, found: &str, expected: &str) -> SceneError {
    SceneError {
        line: lines.at(offset),
        thing: "TOML".to_owned(),
        fault: Fault::Syntax {
            found: found.to_owned(),
            expected: expected.to_owned(),
        },
    }
}

fn node(value: &Spanned<DeValue>, lines: &Lines, depth: usize) -> Node {
    let line = lines.at(value.span().start);
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => {
            Value::Number(number.as_str().to_owned())
        }
        DeValue::Integer(number) => Value::Foreign(format!("the prefixed integer {number}")),
        DeValue::Float(number) if number.as_str().ends_with(['f', 'n']) => {
            Value::Foreign(format!("the float {}", number.as_str()))
        }
        DeValue::Float(number) => Value::Number(number.as_str().to_owned()),
        DeValue::Boolean(value) => Value::Boolean(*value),
        DeValue::Datetime(datetime) => Value::Foreign(format!("the date or time {datetime}")),
        DeValue::Array(items) => list(items, lines, depth),
        DeValue::Table(entries) => table(entries, lines, depth),
    };
    Node { line, value }
}

fn list(items: &DeArray, lines: &Lines, depth: usize) -> Value {
    if let Some(too_deep) = Value::too_deep(depth) {
        return too_deep;
    }
    let mut nodes = Vec::with_capacity(items.len());
    for item in items.iter() {
        nodes.push(node(item, lines, depth + 1));
    }
    Value::List(nodes)
}

fn table(entries: &DeTable, lines: &Lines, depth: usize) -> Value {
    if let Some(too_deep) = Value::too_deep(depth) {
        return too_deep;
    }
    let mut in_order: Vec<_> = entries.iter().collect();
    in_order.sort_by_key(|(key, _)| key.span().start);
    let mut found = Vec::with_capacity(in_order.len());
    for (key, value) in in_order {
        found.push(Entry {
            key: key.get_ref().to_string(),
            line: lines.at(key.span().start),
            node: node(value, lines, depth + 1),
        });
    }
    Value::Table(found)
}
