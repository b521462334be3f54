//! Tables as NDJSON: a header, and an object for each row. Numbers stay text until they are read as
//! doubles.

use super::error::{TableError, quoted};
use super::header::Header;
use super::row::{Fields, Texts, column};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The form of a line.
const EXAMPLE: &str = r#"an object like {"time":0,"body":"brick","x":0,"y":0,"angle":0}"#;

/// The values of a line by their keys.
type Object<'a> = BTreeMap<String, &'a RawValue>;

/// Splits a table into its header and the fields of its rows.
pub(super) fn read(text: &str, known: &[&'static str]) -> Result<Texts, TableError> {
    let mut table = Texts::default();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let Ok(object) = serde_json::from_str::<Object>(text) else {
            return Err(TableError::new(line, quoted(text), EXAMPLE));
        };
        if table.rows.is_empty() && object.contains_key("format") {
            table.header = Header::read(text, line)?;
            continue;
        }
        let fields = fields(object, line, known)?;
        table.rows.push((line, fields));
    }
    Ok(table)
}

fn fields(object: Object, line: usize, known: &[&'static str]) -> Result<Fields, TableError> {
    let mut fields = Fields::new();
    for (key, value) in object {
        let Some(column) = column(&key, known) else {
            let key = quoted(&key);
            let known = known.join(", ");
            return Err(TableError::new(
                line,
                format!("the key {key}"),
                format!("keys among {known}"),
            ));
        };
        if let Some(content) = content(value) {
            fields.insert(column, content);
        }
    }
    Ok(fields)
}

/// The text of a field, unless it is null.
fn content(value: &RawValue) -> Option<String> {
    let text = value.get();
    if text == "null" {
        None
    } else if text.starts_with('"') {
        Some(serde_json::from_str(text).unwrap_or_default())
    } else {
        Some(text.to_owned())
    }
}
