//! JSON with a line for each entry of the top-level lists, so that a body or a contact is a line.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{Result, Write};

/// Objects and lists nested less deeply than this are spread over lines.
const SPREAD: usize = 2;

/// A value as text, with a line end after it.
pub(crate) fn text<T: Serialize>(value: &T) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Rows::default());
    // Structs of strings, integers and lists always have a JSON form, and memory takes what is
    // written to it.
    let written = value.serialize(&mut serializer).is_ok();
    bytes.push(b'\n');
    if written {
        String::from_utf8(bytes).unwrap_or_default()
    } else {
        String::new()
    }
}

#[derive(Default)]
struct Rows {
    depth: usize,
    has_entries: bool,
}

impl Rows {
    fn begin(&mut self, mut writer: impl Write, bracket: &[u8]) -> Result<()> {
        self.depth += 1;
        self.has_entries = false;
        writer.write_all(bracket)
    }

    fn end(&mut self, mut writer: impl Write, bracket: &[u8]) -> Result<()> {
        if self.depth <= SPREAD && self.has_entries {
            line(&mut writer, self.depth - 1)?;
        }
        self.depth -= 1;
        self.has_entries = true;
        writer.write_all(bracket)
    }

    fn separate(&self, mut writer: impl Write, first: bool) -> Result<()> {
        let is_spread = self.depth <= SPREAD;
        if !first {
            writer.write_all(b",")?;
        }
        if is_spread {
            line(&mut writer, self.depth)?;
        } else if !first {
            writer.write_all(b" ")?;
        }
        Ok(())
    }
}

/// Begins a line.
fn line(mut writer: impl Write, indent: usize) -> Result<()> {
    writer.write_all(b"\n")?;
    for _ in 0..indent {
        writer.write_all(b"  ")?;
    }
    Ok(())
}

impl Formatter for Rows {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.separate(writer, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _writer: &mut W) -> Result<()> {
        self.has_entries = true;
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.separate(writer, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _writer: &mut W) -> Result<()> {
        self.has_entries = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn entries_of_lists_are_lines() {
        let value = serde_json::json!({
            "a": [{"x": [1, 2], "y": {}}, {}],
            "b": [],
            "c": "}]",
        });
        let lines = [
            r#"{"#,
            r#"  "a": ["#,
            r#"    {"x": [1, 2], "y": {}},"#,
            r#"    {}"#,
            r#"  ],"#,
            r#"  "b": [],"#,
            r#"  "c": "}]""#,
            r#"}"#,
            "",
        ];
        assert_eq!(super::text(&value), lines.join("\n"));
    }
}
