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

/// Says something on standard error, unless it is to be quiet there.
pub fn tell_unless(quiet: bool, message: &str) {
    if !quiet {
        tell(message);
    }
}

/// Writes a line to standard error. If that is impossible, nobody is left to be told.
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

/// The text as one word of a command line of a POSIX shell, without anything that could start a
/// new line: as it is, or in single quotes where a shell would read more into it.
pub fn shell_word(text: &str) -> String {
    let text = one_line(text);
    let is_plain = text.chars().all(is_plain_in_a_shell);
    if is_plain && !text.is_empty() {
        return text;
    }
    let escaped = text.replace('\'', r"'\''");
    format!("'{escaped}'")
}

fn is_plain_in_a_shell(character: char) -> bool {
    character.is_alphanumeric() || "_-./=:,+@%".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_or_replace_them() {
        for (text, word) in [
            ("tower-5.toml", "tower-5.toml"),
            ("größe=-1/2", "größe=-1/2"),
            ("my tower.toml", "'my tower.toml'"),
            ("$HOME", "'$HOME'"),
            ("it's", r"'it'\''s'"),
            ("a\nb", r"'a\nb'"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(text), word);
        }
    }

    #[test]
    fn a_message_is_one_line_without_escape_codes() {
        assert_eq!(
            one_line("a\nb\u{1b}[31m é`\u{9b}"),
            "a\\nb\\u{1b}[31m é`\\u{9b}"
        );
    }
}
