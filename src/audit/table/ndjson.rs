//! Tables as NDJSON: a header, and an object for each row. Numbers stay text until they are read as
//! doubles.

use super::error::{TableError, quoted};
use super::header::Header;
use super::row::{COLUMNS, Fields};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// What a line should look like.
const EXAMPLE: &str = r#"an object like {"time":0,"body":"brick","x":0,"y":0,"angle":0}"#;

/// Splits a table into its header and the fields of its rows, each with its line.
pub(super) fn read(text: &str) -> Result<(Header, Vec<(usize, Fields)>), TableError> {
    let mut header = Header::default();
    let mut rows = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let Ok(object) = serde_json::from_str::<BTreeMap<String, &RawValue>>(text) else {
            return Err(TableError::new(line, quoted(text), EXAMPLE));
        };
        if rows.is_empty() && object.contains_key("format") {
            header = Header::read(text, line)?;
            continue;
        }
        let mut fields = Fields::new();
        for (key, value) in object {
            let column = column(line, &key)?;
            if let Some(content) = content(value) {
                fields.insert(column, content);
            }
        }
        rows.push((line, fields));
    }
    Ok((header, rows))
}

fn column(line: usize, key: &str) -> Result<&'static str, TableError> {
    match COLUMNS.iter().find(|column| **column == key) {
        Some(column) => Ok(column),
        None => {
            let key = quoted(key);
            let known = COLUMNS.join(", ");
            Err(TableError::new(
                line,
                format!("the key {key}"),
                format!("keys among {known}"),
            ))
        }
    }
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
