//! Standard output and standard error, either of which may be closed, full, or read by somebody who
//! has seen enough.

use crate::file::failed;
use anyhow::Result;
use std::io::{self, ErrorKind, Write};

/// Prints to standard output. A reader that has closed it is no error.
///
/// # Errors
/// If standard output cannot be written to.
pub fn print(text: impl AsRef<[u8]>) -> Result<()> {
    let mut output = io::stdout().lock();
    match output
        .write_all(text.as_ref())
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(failed("standard output", &error))
        }
        _ => Ok(()),
    }
}

/// Says something on standard error, in one line that begins with the name of the program.
pub fn tell(message: &str) {
    note(&format!("zwang: {}", one_line(message)));
}

/// Writes a line to standard error. Where that is impossible, nobody is left to be told.
pub fn note(line: &str) {
    let _ = io::stderr()
        .lock()
        .write_all(format!("{line}\n").as_bytes());
}

/// The text without anything that could start a new line or steer a terminal: file names may
/// contain both.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            line.extend(character.escape_debug())
        } else {
            line.push(character)
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_without_escape_codes() {
        assert_eq!(
            one_line("a\nb\u{1b}[31m é`\u{9b}"),
            "a\\nb\\u{1b}[31m é`\\u{9b}"
        );
    }
}
