//! Tables as NDJSON: a header, and an object for each row. Numbers stay text until they are read as
//! doubles.

use super::error::{TableError, quoted};
use super::header::Header;
use super::row::{COLUMNS, Fields};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Splits a table into its header and the fields of its rows, each with its line.
pub(super) fn read(text: &str) -> Result<(Header, Vec<(usize, Fields)>), TableError> {
    let (mut header, mut rows) = (Header::default(), Vec::new());
    for (index, text) in text
        .lines()
        .enumerate()
        .filter(|(_, text)| !text.trim().is_empty())
    {
        let line = index + 1;
        let object: BTreeMap<String, &RawValue> = serde_json::from_str(text).map_err(|_| {
            let expected =
                "an object like {\"time\":0,\"body\":\"brick\",\"x\":0,\"y\":0,\"angle\":0}";
            TableError::new(line, quoted(text), expected)
        })?;
        if rows.is_empty() && object.contains_key("format") {
            header = Header::read(text, line)?;
            continue;
        }
        let fields: Result<Vec<_>, TableError> = object
            .into_iter()
            .map(|(key, value)| field(line, &key, value))
            .collect();
        rows.push((line, fields?.into_iter().flatten().collect()));
    }
    Ok((header, rows))
}

fn field(
    line: usize,
    key: &str,
    value: &RawValue,
) -> Result<Option<(&'static str, String)>, TableError> {
    let known = COLUMNS.iter().find(|column| **column == key);
    let column = known.ok_or_else(|| {
        TableError::new(
            line,
            format!("the key {}", quoted(key)),
            format!("keys among {}", COLUMNS.join(", ")),
        )
    })?;
    let text = value.get();
    if text == "null" {
        return Ok(None);
    }
    let content = if text.starts_with('"') {
        serde_json::from_str(text).unwrap_or_default()
    } else {
        text.to_owned()
    };
    Ok(Some((column, content)))
}
