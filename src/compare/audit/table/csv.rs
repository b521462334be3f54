//! Tables as CSV (RFC 4180), with a header in a comment before the names of the columns.

use super::error::{TableError, quoted};
use super::header::Header;
use super::row::{Fields, Texts, column};
use std::mem::take;

/// Splits a table into its header and the fields of its rows.
pub(super) fn read(text: &str, known: &[&'static str]) -> Result<Texts, TableError> {
    let lines = text.lines().map(without_carriage_return);
    let mut lines = (1..).zip(lines);
    let (mut number, mut names) = lines.next().ok_or_else(|| empty(known))?;
    let mut table = Texts::default();
    if let Some(comment) = names.strip_prefix('#') {
        let comment = comment.trim();
        table.header = Header::read(comment, number)?;
        (number, names) = lines.next().ok_or_else(|| empty(known))?;
    }
    let names = names.trim_start_matches('\u{feff}');
    let columns = columns(names, number, known)?;
    for (line, text) in lines {
        if text.trim().is_empty() {
            continue;
        }
        let fields = split(text, line)?;
        let found = fields.len();
        let expected = columns.len();
        if found != expected {
            return Err(TableError::new(
                line,
                format!("{found} fields"),
                format!("{expected}, one for each column"),
            ));
        }
        let mut named = Fields::new();
        for (column, field) in columns.iter().zip(fields) {
            if !field.trim().is_empty() {
                named.insert(column, field);
            }
        }
        table.rows.push((line, named));
    }
    Ok(table)
}

fn without_carriage_return(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

fn empty(known: &[&'static str]) -> TableError {
    let known = known.join(",");
    let expected = format!("a line with the names of the columns, among {known}");
    TableError::new(1, "an empty file", expected)
}

fn columns(
    names: &str,
    line: usize,
    known: &[&'static str],
) -> Result<Vec<&'static str>, TableError> {
    let mut columns: Vec<&'static str> = Vec::new();
    for name in split(names, line)? {
        let Some(column) = column(name.trim(), known) else {
            let name = quoted(&name);
            let known = known.join(", ");
            return Err(TableError::new(
                line,
                format!("the column {name}"),
                format!("columns among {known}"),
            ));
        };
        if columns.contains(&column) {
            return Err(TableError::new(
                line,
                format!("the column `{column}` again"),
                "each column once",
            ));
        }
        columns.push(column);
    }
    Ok(columns)
}

/// The fields of a line; a field in quotation marks may contain commas and, doubled, quotation
/// marks.
fn split(text: &str, line: usize) -> Result<Vec<String>, TableError> {
    let mut fields = Vec::new();
    let mut field = String::new();
    let mut is_quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_doubled = characters.peek() == Some(&'"');
        match character {
            '"' if is_quoted && is_doubled => field.extend(characters.next()),
            '"' if is_quoted || field.is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(take(&mut field)),
            other => field.push(other),
        }
    }
    if is_quoted {
        return Err(TableError::new(
            line,
            "a quotation mark that is not closed",
            "a field in one line, between two quotation marks",
        ));
    }
    fields.push(field);
    Ok(fields)
}
