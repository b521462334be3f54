//! JSON to the tree of values.
//!
//! `serde_json` finds where each value begins and ends and hands it over unread ([`RawValue`]),
//! level by level: numbers stay text, the place of a piece in the whole text gives its line, and no
//! nesting is too deep for the stack, since that search does not recurse.

use crate::text::document::{Entry, Lines, Node, Value};
use crate::text::error::{Fault, Result, SceneError, excerpt};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

/// Reads the text as JSON.
///
/// # Errors
/// [`Fault::Syntax`] if the text is not JSON, [`Fault::Repeated`] if an object has a key twice.
pub fn parse(text: &str) -> Result<Node> {
    let source = Source {
        text,
        lines: Lines::new(text),
    };
    let root: &RawValue = source.read(text)?;
    source.node(root, 1)
}

struct Source<'a> {
    text: &'a str,
    lines: Lines<'a>,
}

/// The members of an object, keys and values unread.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'a> Source<'a> {
    fn node(&self, raw: &'a RawValue, depth: usize) -> Result<Node> {
        let text = raw.get();
        let first = text.bytes().next();
        let value = match first {
            Some(b'{') => self.table(text, depth)?,
            Some(b'[') => self.list(text, depth)?,
            Some(b'"') => {
                let content = self.read(text)?;
                Value::Text(content)
            }
            Some(b't' | b'f') => {
                let boolean = self.read(text)?;
                Value::Boolean(boolean)
            }
            Some(b'-' | b'0'..=b'9') => Value::Number(text.to_owned()),
            _ => Value::Foreign(text.to_owned()),
        };
        let line = self.line(text);
        Ok(Node { line, value })
    }

    fn list(&self, text: &'a str, depth: usize) -> Result<Value> {
        if let Some(too_deep) = Value::too_deep(depth) {
            return Ok(too_deep);
        }
        let items: Vec<&RawValue> = self.read(text)?;
        let mut nodes = Vec::with_capacity(items.len());
        for item in items {
            let node = self.node(item, depth + 1)?;
            nodes.push(node);
        }
        Ok(Value::List(nodes))
    }

    fn table(&self, text: &'a str, depth: usize) -> Result<Value> {
        if let Some(too_deep) = Value::too_deep(depth) {
            return Ok(too_deep);
        }
        let members: Members = self.read(text)?;
        let mut entries = Vec::with_capacity(members.0.len());
        let mut first_lines = BTreeMap::new();
        for (key, value) in members.0 {
            let spelled = key.get();
            let line = self.line(spelled);
            let key: String = self.read(spelled)?;
            let first = first_lines.insert(key.clone(), line);
            if let Some(first) = first {
                let key = excerpt(&key);
                return Err(SceneError {
                    line,
                    thing: format!("key `{key}`"),
                    fault: Fault::Repeated { first },
                });
            }
            let node = self.node(value, depth + 1)?;
            entries.push(Entry { key, line, node });
        }
        Ok(Value::Table(entries))
    }

    /// Reads a piece of the text.
    fn read<T: Deserialize<'a>>(&self, piece: &'a str) -> Result<T> {
        match serde_json::from_str(piece) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.syntax(piece, &error)),
        }
    }

    /// The line in which a piece of the text begins.
    fn line(&self, piece: &str) -> usize {
        let offset = self.offset(piece);
        self.lines.at(offset)
    }

    /// The beginning of a piece of the text in it, in bytes.
    fn offset(&self, piece: &str) -> usize {
        let start = self.text.as_ptr() as usize;
        let place = piece.as_ptr() as usize;
        place.saturating_sub(start)
    }

    /// The parser's message, which ends with a line and a column of the piece, as an error of ours.
    fn syntax(&self, piece: &str, error: &serde_json::Error) -> SceneError {
        let lines = Lines::new(piece);
        let start_of_line = lines.start(error.line());
        let column = error.column().saturating_sub(1);
        let offset = self.offset(piece) + start_of_line + column;
        let whole = error.to_string();
        let (message, _) = whole.rsplit_once(" at line ").unwrap_or((&whole, ""));
        let found = if error.is_eof() {
            "the end of the file".to_owned()
        } else {
            self.lines.found(offset)
        };
        let (found, expected) = match message.strip_prefix("expected ") {
            Some(expected) => (found, expected),
            None => {
                let found = format!("{found} ({message})");
                (found, "valid JSON")
            }
        };
        let expected = expected.to_owned();
        let line = self.lines.at(offset);
        SceneError {
            line,
            thing: "JSON".to_owned(),
            fault: Fault::Syntax { found, expected },
        }
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
