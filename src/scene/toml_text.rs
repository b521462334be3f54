//! TOML to the tree of values.
//!
//! The tree of the `toml` crate keeps integers and floats as text, so nothing is rounded and
//! integers may have any size. Its entries are sorted by key; here they come in file order again.

use crate::document::{Entry, Lines, MAX_DEPTH, Node, Value};
use crate::error::{Fault, SceneError};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use toml_parser::lexer::TokenKind;

/// Reads the text as TOML.
///
/// # Errors
/// [`Fault::Syntax`] if the text is not TOML.
pub(crate) fn parse(text: &str) -> Result<Node, SceneError> {
    let lines = Lines::new(text);
    refuse_by_tokens(text, &lines)?;
    match DeTable::parse(text) {
        Ok(document) => Ok(Node {
            line: 1,
            value: table(document.get_ref(), &lines, 1),
        }),
        Err(error) => Err(syntax(
            &lines,
            error.span().map_or(0, |span| span.start),
            error.message(),
        )),
    }
}

/// Refuses what the `toml` crate takes and we do not, by a look at the tokens.
///
/// Dotted keys of more than [`MAX_DEPTH`] parts: the crate bounds the nesting of brackets and the
/// length of such a key, but not their product, and what it builds from a.a.a = {a.a.a = {…}} is
/// deep enough to exhaust the stack when it is dropped. And what TOML 1.1 has beyond TOML 1.0: line
/// ends and a last comma in inline tables, and the escapes `\e` and `\x`.
fn refuse_by_tokens(text: &str, lines: &Lines) -> Result<(), SceneError> {
    let mut dots = 0;
    let mut open = Vec::new();
    let mut comma = false;
    for token in toml_parser::Source::new(text).lex() {
        let kind = token.kind();
        let start = token.span().start();
        let in_table = open.last() == Some(&TokenKind::LeftCurlyBracket);
        let refused =
            |found: &str, expected: String| Err(error(lines, start, found.to_owned(), expected));
        match kind {
            TokenKind::Newline | TokenKind::Comment if in_table => {
                return refused(
                    "a line end in an inline table",
                    "one line, as in TOML 1.0".to_owned(),
                );
            }
            TokenKind::RightCurlyBracket if in_table && comma => {
                return refused("a comma before `}`", "none, as in TOML 1.0".to_owned());
            }
            TokenKind::BasicString | TokenKind::MlBasicString => {
                let spelled = text.get(start..token.span().end()).unwrap_or_default();
                if has_new_escape(spelled) {
                    return refused("the escape `\\e` or `\\x`", "those of TOML 1.0".to_owned());
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
            return refused(
                "a longer dotted key",
                format!("a key of at most {MAX_DEPTH} parts"),
            );
        }
        comma = kind == TokenKind::Comma || (comma && kind == TokenKind::Whitespace);
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
    error(
        lines,
        offset,
        format!("{} ({problem})", lines.found(offset)),
        expected.to_owned(),
    )
}

fn error(lines: &Lines, offset: usize, found: String, expected: String) -> SceneError {
    SceneError {
        line: lines.at(offset),
        thing: "TOML".to_owned(),
        fault: Fault::Syntax { found, expected },
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
        DeValue::Array(items) => Value::too_deep(depth).unwrap_or_else(|| {
            Value::List(
                items
                    .iter()
                    .map(|item| node(item, lines, depth + 1))
                    .collect(),
            )
        }),
        DeValue::Table(entries) => table(entries, lines, depth),
    };
    Node { line, value }
}

fn table(entries: &DeTable, lines: &Lines, depth: usize) -> Value {
    if let Some(too_deep) = Value::too_deep(depth) {
        return too_deep;
    }
    let mut in_order: Vec<_> = entries.iter().collect();
    in_order.sort_by_key(|(key, _)| key.span().start);
    let entry = |(key, value): (&Spanned<DeString>, &Spanned<DeValue>)| Entry {
        key: key.get_ref().to_string(),
        line: lines.at(key.span().start),
        node: node(value, lines, depth + 1),
    };
    Value::Table(in_order.into_iter().map(entry).collect())
}
